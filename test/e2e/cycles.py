#!/usr/bin/env python3
"""The modelled cycles of each kernel of the examples and of test/e2e, for both compilers, are those of
cycles.txt.

cycles.py BUILD [TARGET...]      after the tests e2e.{occ,clang}.TARGET.vN have left their objects

A difference in clang's rows is a change of the simulator's model; one in occ's alone, of the code:
OCC_BLESS=1 writes the file anew, and its difference tells what got dearer.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "cycles.txt")
HEAD = """# Modelled cycles of one run of each case: compiler, target, case, kernel, launches, cycles.
# cycles.py compares; OCC_BLESS=1 rewrites.
"""


def measure(build, compiler, target):
    objects = f"{build}/e2e/{compiler}-{target}-v4"
    command = [f"{build}/bin/run-e2e", "--objects", objects, "--tsv"]
    if compiler == "clang":
        command.insert(1, "--foreign")
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    if result.returncode or not rows:
        sys.exit(f"{objects}: {result.stdout}{result.stderr}")
    return [f"{compiler} {target} {row[0]} {row[1]} {row[2]} {row[3]}" for row in rows
            if len(row) > 6]


def main():
    build = sys.argv[1]
    now = [row for target in sys.argv[2:] for compiler in ("occ", "clang")
           for row in measure(build, compiler, target)]
    if os.environ.get("OCC_BLESS"):
        with open(TABLE, "w", encoding="utf-8") as file:
            file.write(HEAD + "".join(row + "\n" for row in now))
        return 0
    with open(TABLE, encoding="utf-8") as file:
        then = [line.rstrip("\n") for line in file if not line.startswith("#")]
    for row in sorted(set(then) - set(now)):
        print("was", row)
    for row in sorted(set(now) - set(then)):
        print("is ", row)
    print(f"{len(now)} kernels, {len(set(then) ^ set(now))} lines differ")
    return int(now != then)


if __name__ == "__main__":
    sys.exit(main())
