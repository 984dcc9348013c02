#!/usr/bin/env python3
"""What the simulator counts and models of objects that no change of occ changes: the examples and the
kernels of test/e2e, as clang-16 compiles them (../clang_objects.cmake).  Instructions and cycles must be those
of cycles.txt.

  cycles.py BUILD TARGET...      OCC_BLESS=1 in the environment writes the rows of these targets anew

A difference is a change of the simulator: of its timing model, of what an instruction does, or of what
is in flight.  Nothing else may change these figures, least of all what makes the simulator faster.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "cycles.txt")
HEAD = """# Clang-16's objects of the examples and of test/e2e: target, case, kernel, launches, instructions, modelled
# cycles.  cycles.py compares; OCC_BLESS=1 cycles.py BUILD TARGET... rewrites.
"""


def cases(runner, target):
    """Clang crashes over halves on GFX6, and rounds a fma of them twice on GFX7."""
    names = subprocess.run([runner, "--list"], capture_output=True, text=True, check=True).stdout.split()
    return [name for name in names if name != "half" or target[:4] not in ("gfx6", "gfx7")]


def measure(build, runner, target):
    run = subprocess.run([runner, "--foreign", "--objects", os.path.join(build, "e2e", "clang-%s-v4" % target), "--tsv",
                          *cases(runner, target)], capture_output=True, text=True, check=False)
    rows = [line.split("\t") for line in run.stdout.splitlines()]
    if run.returncode or not rows:
        sys.exit(f"{target}: {run.stdout}{run.stderr}")
    return [f"{target} {row[0]} {row[1]} {row[2]} {row[4]} {row[3]}" for row in rows if len(row) > 6]


def main():
    runner, targets = os.path.join(sys.argv[1], "bin/run-e2e"), sys.argv[2:]
    now = {target: measure(sys.argv[1], runner, target) for target in targets}
    then = {}
    if os.path.exists(TABLE):
        with open(TABLE, encoding="ascii") as file:
            for line in file:
                if not line.startswith("#"):
                    then.setdefault(line.split()[0], []).append(line.rstrip("\n"))
    if os.environ.get("OCC_BLESS"):
        then.update(now)
        with open(TABLE, "w", encoding="ascii") as file:
            file.write(HEAD + "".join(row + "\n" for target in sorted(then) for row in then[target]))
        return 0
    different = 0
    for target in targets:
        was = then.get(target, [])
        different += len(set(was) ^ set(now[target]))
        for row in sorted(set(was) - set(now[target])):
            print("was", row)
        for row in sorted(set(now[target]) - set(was)):
            print("is ", row)
    kernels = sum(map(len, now.values()))
    print(f"{kernels} kernels, {different} lines differ")
    return int(bool(different) or not kernels)


if __name__ == "__main__":
    sys.exit(main())
