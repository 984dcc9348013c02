#!/usr/bin/env python3
"""Relocations and strings that llvm-mc 16 gets wrong, and that are right here.

  wrong_in_llvm.py BUILD

It writes R_AMDGPU_ABS32 for both halves of an address, and an absolute relocation for the distance to a
symbol elsewhere; of a symbol that stands for a number or a distance it wants how far that is.  A string
of digits in quotes it takes for a number.
"""
import os
import subprocess
import sys
import tempfile

from elf import Elf

TEXT = """
        v_mov_b32 v0, outside@abs32@lo
        v_mov_b32 v0, outside@abs32@hi+4
        s_mov_b32 s4, late
        s_branch far
.Lhere: s_mov_b32 s4, here
here = .-.Lhere
there = .-.Lhere
        s_mov_b32 s5, there
late = 7
far = 2
        .data
object: .long outside-.
        .quad outside-object
        .amdgpu_metadata
amdhsa.version: [1, 1]
amdhsa.kernels: []
a: '12'
b: 12
        .end_amdgpu_metadata
"""


def main():
    with tempfile.TemporaryDirectory() as folder:
        source, output = os.path.join(folder, "x.s"), os.path.join(folder, "x.o")
        with open(source, "w", encoding="utf-8") as file:
            file.write(TEXT)
        subprocess.run([os.path.join(sys.argv[1], "bin", "occ"), "-c", source, "-o", output], check=True)
        elf = Elf(output)
    checks = {"halves": elf.relocations(".text") == {(4, 1, ("outside", 0)), (12, 2, ("outside", 4))},
              "numbers": elf.section(".text")[16:44].hex() ==
              "ff0084be07000000020082bf" "ff0084be08000000" "ff0085be08000000",
              "strings": b"\xa1a\xa212\xa1b\x0c" in elf.notes()[0][2],
              "distances": elf.relocations(".data") == {(0, 4, ("outside", 0)), (4, 5, ("outside", 4))}}
    for name, good in checks.items():
        if not good:
            print("FAIL", name, elf.relocations(".text"), elf.relocations(".data"), elf.section(".text").hex())
    sys.exit(not all(checks.values()))


main()
