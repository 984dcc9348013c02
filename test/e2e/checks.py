"""Counting what holds: for the tests of this folder that check many things."""
import sys

counts = {True: 0, False: 0}


def check(good, what):
    """Counts a condition, and names one that does not hold."""
    counts[bool(good)] += 1
    if not good:
        print("FAIL", what)


def report():
    """Prints the counts and exits with 1 if anything failed."""
    print(f"{counts[True]} passed, {counts[False]} failed")
    sys.exit(counts[False] != 0)
