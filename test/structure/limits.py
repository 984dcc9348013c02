#!/usr/bin/env python3
"""What bounds the work of mid-end and back end is a row of support/limit.def, which -fprint-limits tells.

    limits.py ROOT
    limits.py ROOT --planted      what it must find is planted, each by itself

Outside of it, a constant with the name of a bound says in its line what else it is, which is not "safety"; and
no loop or recursion counts its steps up to a number.
"""
import glob
import os
import re
import sys

FOLDERS = ["midend", "backend-gcn"]
BOUND = re.compile(r"^\s*(?:enum \{|#define |.*[,{])?\s*(?:\w+_)?(?:MAX|MANY|DEPTH|FAR|ROUNDS|TRIES|VISITS)(?:_\w+)?(?: = | )\d+(?:,| \}|$)")
SAFETY = re.compile(r"\bsafety\b", re.I)
CONSTANT = re.compile(r"^\s*(?:enum \{.*|[A-Z][A-Z0-9_]*) = \d|^#define\s+\w+\s+\d")
COUNTED = re.compile(r"\b(?:steps?|depth|rounds?|iterations?|tries|visits|walks|looked_at)\b(?:\+\+)?"
                     r" (?:<|<=|==|!=|>|>=) (?:[3-9]|[1-9]\d+)\b")


def check(path, text):
    before = ""
    for number, line in enumerate(text.splitlines(), 1):
        comment = re.search(r"/\*.*", line)
        code = (line[:comment.start()] if comment else line).rstrip()
        if BOUND.search(code) and not comment and not before.endswith("*/"):
            yield f"{path}:{number}: a bound that says nothing of itself: {line.strip()}"
        elif CONSTANT.search(code) and comment and SAFETY.search(comment[0]):
            yield f"{path}:{number}: not in support/limit.def: {line.strip()}"
        elif COUNTED.search(code):
            yield f"{path}:{number}: counts up to a number: {line.strip()}"
        before = line


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


PLANTED = [
    ("enum { MAX_DEPTH = 8 };", 1), ("enum { MAX_DEPTH = 8 }; /* of an offset: safety */", 1),
    ("enum { WIDTH = 2, MAX_STEPS = 8 };", 1), ("    MAX_WHOLE_STEP = 16,", 1), ("#define MAX_PHIS 60", 1),
    ("enum { FAR = 48 }; /* instructions that are searched: safety */", 1), ("    LOOP_DEPTH = 24", 1),
    ("    for (unsigned steps = 0; steps < 8; steps++) {", 1), ("    if (!inst || depth == 12)", 1),
    ("    if (!inst || depth++ == 12)", 1),
    ("enum { MAX_ARGS = 3 }; /* of operations on pairs */", 0), ("    if (depth == LIMIT_BITS_DEPTH)", 0),
    ("    while (step > 1 && is_large(step))", 0), ("    /* steps < 8: safety */", 0),
]


def main(root, *options):
    wrong, files = [], [path for folder in FOLDERS for suffix in "ch"
                        for path in glob.glob(os.path.join(root, folder, "**", f"*.{suffix}"), recursive=True)]
    for path in sorted(files):
        wrong += check(os.path.relpath(path, root), read(path))
    print("\n".join([*wrong, f"{len(files)} files, {len(wrong)} faults"]))
    failed = len(wrong) + (len(files) < 100)
    planted = PLANTED if options else []
    for line, number in planted:
        if len(list(check("planted", line))) != number:
            print(f"planted, {'not ' if number else ''}found: {line}")
            failed += 1
    print(f"{1 + len(planted)} cases, {failed} failed")
    return failed != 0


sys.exit(main(*sys.argv[1:]))
