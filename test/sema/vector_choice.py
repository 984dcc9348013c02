#!/usr/bin/env python3
"""`vector ? a : b` is taken, and has the type, as clang has it: the product of condition, a and b.

usage: vector_choice.py OCC FOLDER (all | some) CLANG...

some: conditions of two components.  all: every width, operands of every width, and the type of each result,
found by initialising a variable of each type with it."""
import os
import re
import subprocess
import sys

OCC, FOLDER, AMOUNT = sys.argv[1:4]
CLANGS = [clang for clang in sys.argv[4:] if os.path.exists(clang)]
ELEMENTS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float", "double"]
WIDTHS = ["2", "3", "4", "8", "16"]
HEAD = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nenum e { A = 1 };\n"
OPTIONS = ["-cl-std=CL1.2", "-fsyntax-only", "-ferror-limit=0", "-w"]


def refused(command, texts):
    """The numbers of the texts, a line each, that have an error."""
    path = os.path.join(FOLDER, "vector_choice.cl")
    with open(path, "w") as file:
        file.write(HEAD + "\n".join(texts) + "\n")
    err = subprocess.run(command + OPTIONS + [path], capture_output=True, text=True).stderr
    lines = re.findall(r"^[^\n:]*vector_choice\.cl:(\d+):\d+: (?:fatal )?error", err, re.M)
    return {int(line) - 1 - HEAD.count("\n") for line in lines}


def compare(cases, texts):
    ours = refused([OCC, "-mcpu=gfx900"], texts)
    wrong = []
    for clang in CLANGS:
        theirs = refused([clang, "-x", "cl", "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx900", "-nogpulib"],
                         texts)
        wrong += [f"{cases[i]}: {'refused' if i in ours else 'taken'}, {clang} does the other"
                  for i in sorted(ours ^ theirs)]
    return ours, wrong


def main():
    scalars = ELEMENTS + ["bool", "enum e"]
    cases = []
    for width in WIDTHS if AMOUNT == "all" else ["2"]:
        operands = scalars + [element + width for element in ELEMENTS]
        other = "3" if width == "2" else "2"
        operands += [element + other for element in ("char", "int", "float")]
        cases += [(c + width, a, b) for c in ELEMENTS for a in operands for b in operands]
    texts = [f"void f{i}({c} c, {a} a, {b} b) {{ (void)(c ? a : b); }}" for i, (c, a, b) in enumerate(cases)]
    ours, wrong = compare(cases, texts)
    typed = 0
    if AMOUNT == "all":
        # two bools and enumerations make vectors that OpenCL has no name for
        taken = [case for i, case in enumerate(cases) if i not in ours
                 and not {case[1], case[2]} <= {"bool", "enum e"} and "enum e" not in case]
        results = [(c, a, b, element + re.search(r"\d+$", c)[0])
                   for c, a, b in taken for element in ELEMENTS]
        texts = [f"void f{i}({c} c, {a} a, {b} b) {{ {r} r = c ? a : b; }}"
                 for i, (c, a, b, r) in enumerate(results)]
        wrong += compare(results, texts)[1]
        typed = len(results)
    print(f"{len(cases)} choices, {len(cases) - len(ours)} taken, {typed} results against "
          f"{len(CLANGS)} clang: {len(wrong)} wrong")
    print("\n".join(wrong[:40]))
    return 1 if wrong or len(ours) == len(cases) else 0


if __name__ == "__main__":
    sys.exit(main())
