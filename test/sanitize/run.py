#!/usr/bin/env python3
"""Wrong programs, and right ones, that are compiled with -fsanitize=opencl.

usage: run.py BUILD FILE.cl...

A comment `// run: KERNEL SWITCHES` is a launch by gcnsim; `// run inlined:`, not at -O0, where calls stay calls.  The comments `// told: WORDS @ MARK` below it are what must
be told, WORDS and, behind them in the message, the line that holds the comment /* MARK */; without one nothing may be.
Also at -O0, and with -fsanitize-recover, the same is told; with that the kernel ends, or goes on to another fault.  `// options: SWITCHES`: the
program is compiled with these, too.
"""
import os
import re
import subprocess
import sys
import tempfile


def launches(text, optimised):
    found = []
    for line in text.splitlines():
        run = re.match(r"// run( inlined)?: (.*)", line)
        if run:
            found.append((run[2].split(), [], optimised or not run[1]))
        elif line.startswith("// told: "):
            words, _, mark = line[9:].partition(" @ ")
            found[-1][1].append((words, mark))
    return [(words, told) for words, told, is_run in found if is_run]


def line_of(text, mark):
    return next(n for n, line in enumerate(text.splitlines(), 1) if f"/* {mark} */" in line)


def wrong(text, name, result, told, status):
    """What is not as expected; nothing: all is."""
    if result.returncode not in status:
        return f"exit status {result.returncode}"
    at = 0
    for words, mark in told:
        place = f"{name}:{line_of(text, mark)}"
        first = result.stderr.find(words, at)
        if first < 0:
            return f"not told: {words}"
        # the line of the fault, or the one that the words are followed by
        if not re.search(re.escape(place) + r"\b", result.stderr[first:]):
            return f"not told with {place}: {words}"
    return "" if told or not result.stderr else "something is told"


def main():
    bin_folder = os.path.join(sys.argv[1], "bin")
    count = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sys.argv[2:]:
            name, made = os.path.basename(path), os.path.join(folder, "made.co")
            text = open(path, encoding="utf-8").read()
            options = [word for line in re.findall(r"// options: (.*)", text) for word in line.split()]
            for cpu, *more in (("gfx900",), ("gfx803",), ("gfx900", "-O0"), ("gfx900", "-fsanitize-recover")):
                subprocess.run([f"{bin_folder}/occ", f"-mcpu={cpu}", "-w", "-fverify-passes", "-fsanitize=opencl", *more,
                                *options, path, "-o", made], check=True)
                for (kernel, *switches), told in launches(text, "-O0" not in more):
                    result = subprocess.run([f"{bin_folder}/gcnsim", "run", made, "--kernel", kernel, *switches],
                                            capture_output=True, text=True, check=False)
                    recovers = "-fsanitize-recover" in more
                    fault = wrong(text, name, result, told, [0] if not told else [0, 3] if recovers else [3])
                    count += 1
                    if fault:
                        bad += 1
                        print(f"{path}: {cpu} {' '.join(more)} {kernel} {' '.join(switches)}: {fault}\n{result.stderr[:900]}")
    print(f"{count} launches, {bad} failed")
    sys.exit(1 if bad or not count else 0)


main()
