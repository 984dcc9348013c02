#!/usr/bin/env python3
"""Every example line of the 2017 guide's section Assembler assembles on the first generation that has it,
to llvm-mc's bytes.

  guide.py BUILD GUIDE

GUIDE is AMDGPUUsage-2017.txt, whose lines have their numbers in front.  What llvm-mc refuses, the codec's
tables decide, as the list below says.
"""
import os
import re
import subprocess
import sys
import tempfile

from elf import Elf
from round_trip import MC

CHIPS = ("gfx600", "gfx700", "gfx803", "gfx900")
# llvm-mc refuses these: what they are instead, and which bits of the second word are to be set too.
BY_TABLE = {
    "ds_write_src2_b64 v2 offset0:4 offset1:8": ("ds_write_src2_b64 v2 offset:2052", 0),
    "buffer_store_dwordx4 v[1:4], v2, ttmp[4:7], s1 offen offset:4 glc tfe":
        ("buffer_store_dwordx4 v[1:4], v2, ttmp[4:7], s1 offen offset:4 glc", 1 << 23),
    "s_cbranch_join s[4:5]": ("s_cbranch_join s4", 0),
}


def examples(path):
    """Instructions in the guide's code blocks, and the HSA example as a whole."""
    with open(path, encoding="utf-8") as file:
        lines = [re.sub(r"^ *\d+ ?", "", line.rstrip("\n").replace("\xa0", " ")) for line in file]
    start = lines.index("Instruction Examples")
    end = next(i for i in range(start, len(lines)) if lines[i].startswith("HSA Code Object Directives"))
    block, found = False, []
    for line in lines[start:end]:
        if ".. code-block:: nasm" in line:
            block = True
        elif block and line and not line.startswith(" "):
            block = False
        elif block and line.strip():
            found.append(line.split(";")[0].strip())
    first = next(i for i in range(end, len(lines)) if lines[i].strip() == ".hsa_code_object_version 1,0")
    last = next(i for i in range(first, len(lines)) if ".size" in lines[i])
    return found, "\n".join(lines[first:last + 1]) + "\n"


def assemble(command, text, folder):
    """.text, or None if it is refused."""
    source, output = os.path.join(folder, "x.s"), os.path.join(folder, "x.o")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text + "\n")
    done = subprocess.run([*command, source, "-o", output], capture_output=True, check=False)
    return Elf(output).section(".text") if done.returncode == 0 else None


def check(occ, line, folder):
    """What is wrong with an example, or "" """
    for chip in CHIPS:
        mine = assemble([occ, "-c", "-mcpu=" + chip], line, folder)
        mc = [MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=" + chip, "-filetype=obj"]
        theirs = assemble(mc, line, folder)
        if mine is None and theirs is None:
            continue
        if theirs is None and line in BY_TABLE:
            other, bits = BY_TABLE[line]
            theirs = assemble(mc, other, folder)
            second = int.from_bytes(theirs[4:8], "little") | bits
            theirs = theirs[:4] + second.to_bytes(len(theirs) - 4, "little")
        if mine == theirs:
            return ""
        return "%s: %s, llvm-mc %s" % (chip, mine and mine.hex(), theirs and theirs.hex())
    return "no generation takes it"


def main():
    build, guide = sys.argv[1:3]
    if not os.path.exists(guide):
        print("the guide is not here")
        sys.exit(77)
    occ = os.path.join(build, "bin", "occ")
    lines, whole = examples(guide)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for line in lines:
            wrong = check(occ, line, folder)
            if wrong:
                print("FAIL %s: %s" % (line, wrong))
            failed += bool(wrong)
        mine = assemble([occ, "-c", "-mcpu=gfx803"], whole, folder)
        theirs = assemble([MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx803", "-filetype=obj",
                           "--amdhsa-code-object-version=2"],
                          whole.replace(".hsatext", ".text").replace("s[0:1] 0x0", "s[0:1], 0x0"), folder)
        if mine is None or mine != theirs:
            print("FAIL the example of HSA directives", mine and mine.hex(), theirs and theirs.hex())
            failed += 1
    print("%d passed, %d failed" % (len(lines) + 1 - failed, failed))
    sys.exit(1 if failed or len(lines) < 60 else 0)


main()
