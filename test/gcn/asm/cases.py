#!/usr/bin/env python3
"""Texts that use what the assembler knows become the same objects with occ and with llvm-mc.

  cases.py BUILD [FILE.s...]

The first line of a file names its chips: "; gfx803 gfx900", with version=N in front for a version of the
object other than 4.  Contents, symbols with their kinds, relocations; the notes' keys by llvm-readelf.
"""
import glob
import os
import subprocess
import sys
import tempfile

from disassembly import LLVM, comparable, printed
from elf import Elf
from round_trip import MC, run, visible, xnack

HERE = os.path.dirname(os.path.abspath(__file__))
READELF = "/usr/lib/llvm-16/bin/llvm-readelf"


def notes(path):
    return subprocess.run([READELF, "-n", path], capture_output=True, text=True, check=True).stdout


def compare(mine, theirs):
    found = []
    for name in set(mine.names + theirs.names) - {"", ".strtab", ".symtab", ".shstrtab", ".note"}:
        if name.startswith(".rela"):
            if mine.relocations(name[5:]) != theirs.relocations(name[5:]):
                found.append("%s: %s" % (name, sorted(mine.relocations(name[5:]) ^ theirs.relocations(name[5:]), key=str)))
        elif mine.section(name) != theirs.section(name) or mine.size(name) != theirs.size(name):
            pairs = enumerate(zip(mine.section(name), theirs.section(name)))
            at = next((i for i, (a, b) in pairs if a != b), -1)
            found.append("%s from %d on: %s and %s" % (name, at, mine.section(name)[at:at + 8].hex(),
                                                     theirs.section(name)[at:at + 8].hex()))
        if name in mine.names and name in theirs.names and not name.startswith(".rela"):
            kinds = [elf.headers[elf.names.index(name)] for elf in (mine, theirs)]
            if (kinds[0][1:3], kinds[0][8:]) != (kinds[1][1:3], kinds[1][8:]):
                found.append("header of %s: %s and %s" % (name, *kinds))
    if visible(mine) != visible(theirs):
        found.append("symbols: %s" % sorted(visible(mine) ^ visible(theirs), key=str))
    return found


def disassembly(build, path):
    """Lines that occ-obj prints otherwise than llvm-objdump."""
    ours = comparable(printed(os.path.join(build, "bin", "occ-obj"), "disasm", path))
    llvm = comparable(printed(LLVM + "llvm-objdump", "-d", path))
    return ["disassembly: %s and %s" % pair for pair in zip(ours, llvm) if pair[0] != pair[1]][:2] + \
        ["disassembly: its length"] * (len(ours) != len(llvm))


def main():
    build, failed, passed = os.path.abspath(sys.argv[1]), 0, 0
    occ = os.path.join(build, "bin", "occ")
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.abspath(path) for path in sys.argv[2:]]
        os.chdir(os.path.join(HERE, "cases")) # for .incbin
        for path in paths or sorted(glob.glob(os.path.join(HERE, "cases", "*.s"))):
            with open(path, encoding="utf-8") as file:
                words = file.readline().split()[1:]
            version = words.pop(0)[8:] if words[0].startswith("version=") else "4"
            for target in words:
                mine, theirs = os.path.join(folder, "x.o"), os.path.join(folder, "y.o")
                wrong = run(occ, "-c", "-mcpu=" + target, path, "-o", mine)
                wrong = wrong or run(MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=" + target, *xnack(occ, target),
                                     "-filetype=obj", "--amdhsa-code-object-version=" + version, path, "-o", theirs)
                found = [wrong] if wrong else compare(Elf(mine), Elf(theirs))
                if not wrong and notes(mine) != notes(theirs):
                    found.append("notes")
                if not wrong and target[3] not in "67":
                    found += disassembly(build, theirs)
                for complaint in found:
                    print("FAIL %s %s: %s" % (os.path.basename(path), target, complaint))
                failed += bool(found)
                passed += not found
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
