#!/usr/bin/env python3
"""The table of `tools/bench debug` has rows, and occ's debug information is what it should be: no fault that
`llvm-dwarfdump --verify` finds, at -O0 a place for each variable of each file all over its scope, at -O2 and -O3 for so
many, and so much, as debug_table.WANTED has.

    debug_test.py TARGET
"""
import sys

from debug_table import LEVELS, files, measure_level, print_level, summed


def main(target):
    failures, wanted = 0, list(files([]))
    for level in LEVELS:
        results = measure_level(level, target, wanted, ["occ"])
        print_level(level, results, False)
        sums, wrong = summed(results, level == "-O0")
        below = [row for (row, _), figures in sums.items()
                 if not figures.files or (level == "-O0" or row == "all") and not figures.reaches(level)]
        print(level, len(results), "files", *("below: " + row for row in below))
        failures += len(wrong) + len(below) + (not sums)
    print(failures, "failed")
    return failures


if __name__ == "__main__":
    sys.exit(bool(main(*sys.argv[1:])))
