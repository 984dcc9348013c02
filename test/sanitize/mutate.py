#!/usr/bin/env python3
"""Mutants of right programs: is the one that is wrong told?

usage: mutate.py BUILD OPERATOR...

Each place of examples/ and test/e2e where an operator applies gives a mutant, compiled with -fsanitize=opencl and run by
run-e2e: it is told, or its results are wrong and nothing is told, or nothing is to be seen.  Operators:
  barrier      a barrier left out
  atomic       an atomic addition made plain
  initialiser  the initial value of a private scalar left out
  size         an array of constant size one element smaller
With `told` behind an operator (barrier=told) every mutant with wrong results must be told; what nobody can see may stay.
Mutants whose results are wrong and untold are listed, with what they lack.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TYPES = r"(?:u?int|u?long|float|double|size_t|u?char|u?short)"
OPERATORS = {
    "barrier": (r"\bbarrier\([^;]*\);", lambda m: ";"),
    "atomic": (r"\batomic_(?:add|inc)\((&?)([^,;()]*(?:\([^()]*\))?[^,;()]*?)(?:, ([^;]*))?\);",
               lambda m: f"{'' if m[1] else '*'}({m[2]}) += {m[3] or 1};"),
    "initialiser": (rf"^(\s+{TYPES} \w+) = [^;,{{}}]*;", lambda m: m[1] + ";"),
    "size": (rf"\b({TYPES} \w+)\[(\w+)\](?=;| = \{{)", lambda m: f"{m[1]}[({m[2]}) - 1]"),
}


def mutants(text, operator):
    """Text, line."""
    pattern, change = OPERATORS[operator]
    for match in re.finditer(pattern, text, re.M):
        yield text[:match.start()] + change(match) + text[match.end():], text.count("\n", 0, match.start()) + 1


def run(build, source, text, folder):
    """What becomes of a mutant, and what is said."""
    name = os.path.basename(source)[:-3]
    changed = os.path.join(folder, name + ".cl")
    with open(changed, "w", encoding="utf-8") as file:
        file.write(text)
    made = subprocess.run([f"{build}/bin/occ", "-w", "-mcpu=gfx900", "-fsanitize=opencl", f"-I{os.path.dirname(source)}",
                           changed, "-o", os.path.join(folder, name + ".co")], capture_output=True, text=True, check=False)
    if made.returncode:
        return "no program", made.stderr
    ran = subprocess.run([f"{build}/bin/run-e2e", "--objects", folder, name], capture_output=True, text=True, check=False)
    said = ran.stdout + ran.stderr
    if ran.returncode == 0:
        return "nothing to see", ""
    kinds = ("outside of its array", "outside of its object", "uninitialised", "race", "asynchronous copy", "out of bounds", "barrier divergence",
             "stopped after")
    return ("told" if any(kind in said for kind in kinds) else "wrong and untold"), said


def main():
    build, bad = sys.argv[1], 0
    cases = subprocess.run([f"{build}/bin/run-e2e", "--list"], capture_output=True, text=True, check=True).stdout.split("\n")
    sources = [s for s in sorted(glob.glob(f"{ROOT}/examples/*.cl") + glob.glob(f"{ROOT}/test/e2e/*.cl"))
               if os.path.basename(s)[:-3] in [c.split("\t")[0] for c in cases]]
    for word in sys.argv[2:]:
        operator, _, must = word.partition("=")
        counts = {}
        with tempfile.TemporaryDirectory() as folder:
            for source in sources:
                text = open(source, encoding="utf-8").read()
                for mutant, line in mutants(text, operator):
                    what, said = run(build, source, mutant, folder)
                    counts[what] = counts.get(what, 0) + 1
                    if what == "wrong and untold":
                        bad += must == "told"
                        print(f"{operator}: {os.path.basename(source)}:{line}: {what}: {said[:200]}")
        print(f"{operator}: {sum(counts.values())} mutants: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
        bad += must == "told" and not counts.get("told")
    sys.exit(1 if bad else 0)


main()
