#!/usr/bin/env python3
"""Instructions in odd spellings: occ and llvm-mc accept the same ones, with the same bytes.

  spellings.py BUILD [FILE.txt...]

A line is an instruction for each of the chips below; '#' starts a line of comment.  In front of it may
stand chips for which occ and llvm-mc are known to differ ("!gfx900: s_nop 7", "!all: ..."; docs/abi.md,
Assembly, says why): there they must differ.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

from elf import Elf

HERE = os.path.dirname(os.path.abspath(__file__))
MC = "/usr/lib/llvm-16/bin/llvm-mc"
CHIPS = ("gfx600", "gfx701", "gfx803", "gfx900")


def read(path):
    """[(where, instruction, chips that may differ)]"""
    found = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            mark = re.match(r"!(\S+): ", line)
            text = line[mark.end() if mark else 0:].strip()
            if text and not text.startswith("#"):
                chips = () if not mark else CHIPS if mark[1] == "all" else mark[1].split(",")
                found.append(("%s:%d" % (os.path.basename(path), number), text, chips))
    return found


def assemble(command, folder, texts):
    """Their bytes, None where refused: each instruction has a section of its own."""
    source, output = os.path.join(folder, "x.s"), os.path.join(folder, "x.o")
    refused = {}
    while True:
        with open(source, "w", encoding="utf-8") as file:
            for i, text in enumerate(texts):
                file.write('.section .i%d,"ax"\n%s\n' % (i, "" if i in refused else text))
        done = subprocess.run([*command, source, "-o", output], capture_output=True, text=True, check=False)
        wrong = {int(line) // 2 - 1 for line in re.findall(r"x\.s:(\d+):\d+: error", done.stderr)} - set(refused)
        if not done.returncode:
            break
        if not wrong:
            sys.exit("%s: %s" % (command[0], done.stderr or done.returncode))
        refused.update(dict.fromkeys(wrong))
    elf = Elf(output)
    return [None if i in refused else elf.section(".i%d" % i) for i in range(len(texts))]


def check(occ, path, chip, folder):
    """How many rows of the file and how many failures there are."""
    rows, failed = read(path), 0
    texts = [text for _, text, _ in rows]
    ours = assemble([occ, "-c", "-ferror-limit=0", "-mcpu=" + chip], folder, texts)
    llvm = assemble([MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=" + chip, "-filetype=obj"], folder, texts)
    for (where, text, differ), mine, theirs in zip(rows, ours, llvm):
        if (mine == theirs) == (chip in differ):
            failed += 1
            print("FAIL %s: %s: %s: occ %s, llvm-mc %s" % (
                where, chip, text, *("refuses it" if code is None else code.hex() for code in (mine, theirs))))
    return len(rows), failed


def main():
    occ, passed, failed = os.path.join(sys.argv[1], "bin", "occ"), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sys.argv[2:] or sorted(glob.glob(os.path.join(HERE, "spellings", "*.txt"))):
            for chip in CHIPS:
                rows, wrong = check(occ, path, chip, folder)
                passed, failed = passed + rows - wrong, failed + wrong
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed or not passed else 0)


main()
