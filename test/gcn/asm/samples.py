#!/usr/bin/env python3
"""Samples of every instruction: occ -c of their text is llvm-mc's; occ-obj disasm is llvm-objdump's.

  samples.py BUILD CHIP [HOW MANY OF EACH FORM]
"""
import os
import re
import sys
import tempfile

from disassembly import LLVM, comparable, printed
from elf import Elf
from round_trip import MC, run, xnack


def address(line):
    found = re.search("// ([0-9A-F]{12}):", line)
    return found and found[1]


def is_unknown(line):
    """Did LLVM take the word for none of an instruction, or read on in the middle of one?"""
    return not line or line.startswith("\t.long")


def main():
    build, chip = sys.argv[1:3]
    occ = os.path.join(build, "bin", "occ")
    samples = printed(os.path.join(build, "bin", "print-samples"), *sys.argv[2:])
    with tempfile.TemporaryDirectory() as folder:
        source, mine, theirs = (os.path.join(folder, name) for name in ("x.s", "x.o", "y.o"))
        with open(source, "w", encoding="utf-8") as file:
            file.write(samples)
        wrong = run(occ, "-c", "-mcpu=" + chip, source, "-o", mine) or \
            run(MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=" + chip, *xnack(occ, chip), "-filetype=obj", source,
                "-o", theirs)
        if wrong:
            print(wrong)
            sys.exit(1)
        failed = Elf(mine).section(".text") != Elf(theirs).section(".text")
        if failed:
            print("FAIL: the bytes differ")
        if chip[3] not in "67":
            ours = comparable(printed(os.path.join(build, "bin", "occ-obj"), "disasm", mine))
            llvm = comparable(printed(LLVM + "llvm-objdump", "-d", mine))
            # LLVM thinks that image data of 16 bits take a register for each component.
            by_place = {address(line): line for line in llvm if address(line)}
            pairs = [(line, by_place.get(address(line), "")) for line in ours if address(line)]
            pairs = [pair for pair in pairs if pair[0] != pair[1] and not is_unknown(pair[1])]
            for pair in pairs[:int(os.environ.get("MOST", "20"))]:
                print("FAIL: %s\n      %s" % pair)
            failed |= bool(pairs)
    print("%d samples" % len(samples.splitlines()))
    sys.exit(failed or not samples)


main()
