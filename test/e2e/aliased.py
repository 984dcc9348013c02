#!/usr/bin/env python3
"""Kernels whose arguments are the same memory, or other launches that once went wrong: at all levels what -O0 computes.
   aliased.py BUILD FILE.cl

A comment `// run: KERNEL ARGUMENT...` is a launch, of one work-item unless it says otherwise, with gcnsim's arguments; what it prints is compared.
`// gives: VALUES` below it is what its first row must hold."""
import os
import re
import shlex
import subprocess
import sys
import tempfile

LEVELS = ["-O0", "-O1", "-O2", "-O3", "-O3 -fverify-passes -fno-sched"]


def main(build, source):
    with open(source, encoding="utf-8") as file:
        launches = [(shlex.split(run), "0: " + gives) for run, gives in re.findall(r"^// run: (.*)(?:\n// gives: (.*))?", file.read(), re.M)]
    failed = count = 0
    with tempfile.TemporaryDirectory() as work:
        made = os.path.join(work, "made.co")
        for cpu in "gfx701", "gfx803", "gfx900", "gfx90a":
            right = {}
            for level in LEVELS:
                subprocess.run([f"{build}/bin/occ", f"-mcpu={cpu}", *level.split(), source, "-o", made], check=True)
                for number, ((kernel, *rest), first) in enumerate(launches):
                    done = subprocess.run([f"{build}/bin/gcnsim", "run", made, "--kernel", kernel, "--global", "1", "--local", "1",
                                           *rest], text=True, capture_output=True, check=False)
                    count += 1
                    said = done.stdout if done.returncode == 0 else done.stderr
                    if done.returncode or said != right.setdefault(number, said) or " " + first not in said:
                        failed += 1
                        print(f"FAIL {cpu} {level}: {kernel} {' '.join(rest)}\n{said}", end="")
    print(f"{count} launches, {failed} failed")
    return failed != 0 or not count


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
