#!/usr/bin/env python3
"""Every example of the 2017 guide's section Assembler (guide.txt) assembles on the first generation that has it,
and a kernel with the guide's directives (guide_hsa.s) on gfx803, to llvm-mc's bytes.

  guide.py BUILD

What llvm-mc refuses, the codec's tables decide, as the list below says.
"""
import os
import subprocess
import sys
import tempfile

from elf import Elf
from round_trip import MC

HERE = os.path.dirname(os.path.abspath(__file__))
CHIPS = ("gfx600", "gfx700", "gfx803", "gfx900")
# llvm-mc refuses these: what they are instead, and which bits of the second word are to be set too.
BY_TABLE = {
    "ds_write_src2_b64 v2 offset0:4 offset1:8": ("ds_write_src2_b64 v2 offset:2052", 0),
    "buffer_store_dwordx4 v[1:4], v2, ttmp[4:7], s1 offen offset:4 glc tfe":
        ("buffer_store_dwordx4 v[1:4], v2, ttmp[4:7], s1 offen offset:4 glc", 1 << 23),
    "s_cbranch_join s[4:5]": ("s_cbranch_join s4", 0),
}


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


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
    occ = os.path.join(sys.argv[1], "bin", "occ")
    lines = [line for line in read("guide.txt").splitlines() if not line.startswith("#")]
    whole = read("guide_hsa.s")
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
                          whole.replace(".hsatext", ".text").replace("s[0:1] 0x8", "s[0:1], 0x8"), folder)
        if mine is None or mine != theirs:
            print("FAIL guide_hsa.s", mine and mine.hex(), theirs and theirs.hex())
            failed += 1
    print("%d passed, %d failed" % (len(lines) + 1 - failed, failed))
    sys.exit(1 if failed or len(lines) < 75 else 0)


main()
