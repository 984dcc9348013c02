#!/usr/bin/env python3
"""Processes that end, or are killed, in the middle of work: none hangs.

  ends.py PROGRAM COUNT [WAY...]

Each ends in one of the ways that the program knows, WAYs are some more, or by a signal, after a time that is drawn; it must be over ten seconds
later.  One that ends by itself has status 0, but for those that another thread of HSA's runtime may find ended under it.
"""
import random
import signal
import subprocess
import sys

WAYS = ["return", "exit", "_exit", "close", "fork", "thread", signal.SIGTERM, signal.SIGKILL, signal.SIGABRT]
SECONDS = 10


def end(program, way, microseconds):
    """What is wrong; empty: nothing."""
    how = way if isinstance(way, str) else "wait"
    with subprocess.Popen([program, "end", how, str(microseconds)], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE) as process:
        try:
            if how == "wait":
                try:
                    process.wait(0.1 + microseconds * 2e-6)
                except subprocess.TimeoutExpired:
                    process.send_signal(way)
            said = process.communicate(timeout=SECONDS)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return "still there after %d s" % SECONDS
    wanted = 0 if how != "wait" else -way
    if process.returncode != wanted:
        return "status %d: %s" % (process.returncode, said.decode(errors="replace")[-500:])
    return ""


def main(program, count, more):
    ways = more + WAYS
    random.seed(count)
    failed = 0
    for i in range(count):
        way, microseconds = ways[i % len(ways)], random.choice([0, 500, 5000, 50000])
        wrong = end(program, way, microseconds)
        if wrong:
            print("%s after %d us: %s" % (way, microseconds, wrong))
            failed += 1
    print("%d passed, %d failed" % (count - failed, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
