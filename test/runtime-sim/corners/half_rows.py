#!/usr/bin/env python3
"""valu_half.def has each vector instruction with a result of 16 bits, for the generations that have it,
and says of its upper half what LLVM's list says (steps.py)."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import table  # noqa: E402
from steps import upper_half  # noqa: E402

COLUMNS = (("GFX6", 6), ("GFX8", 8), ("GFX9", 9))


def main():
    path = os.path.join(table.ROOT, "runtime/sim/exec/valu_half.def")
    with open(path, encoding="ascii") as file:
        rows = dict(re.findall(r"^HALF\((\w+),\s*(.*)\)$", file.read(), re.M))
    ops = {name: op for name, op in table.read().items()
           if op.form.startswith("VOP") and op.result() in ("F16", "U16", "I16", "B16")
           and not name.startswith("v_interp")}
    wrong = sorted(set(rows) ^ set(ops))
    for name in sorted(set(rows) & set(ops)):
        for (family, generation), word in zip(COLUMNS, re.split(r",\s*", rows[name])):
            want = {"clears": "CLEARS", "keeps": "KEEPS", None: "UNTOLD"}[upper_half(name, generation)]
            if word != (want if family in ops[name].families else "NONE"):
                wrong.append(f"{name} on {family}: {word}")
    print(f"{len(ops)} instructions; wrong: {', '.join(wrong) or 'none'}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
