#!/usr/bin/env python3
"""Every image instruction of the table with every modifier: occ and llvm-mc accept the same texts and make
the same bytes of them.

  mimg.py BUILD some|all

For each target: instruction x modifiers x components of dmask (1 to 4; gather4 wants one) x registers of
data (1 to 5, of which one number is right).  "all" takes all pairs of modifiers, "some" those of ROUGH.
"""
import itertools
import os
import re
import subprocess
import sys
import tempfile

from elf import Elf
from round_trip import MC, ROOT

TARGETS = ("gfx600", "gfx701", "gfx803", "gfx810", "gfx900", "gfx906", "gfx908", "gfx90a")
MODIFIERS = ("unorm", "glc", "slc", "r128", "a16", "tfe", "lwe", "da", "d16") # llvm-mc wants d16 last
ROUGH = {"gfx600": ["d16", "tfe", "r128 a16"], "gfx701": [""], "gfx803": ["d16", "r128"], "gfx810": ["d16", "tfe d16"],
         "gfx900": ["d16", "unorm glc slc a16 lwe da"], "gfx90a": ["d16", "tfe", "lwe"]}
DMASKS = (1, 3, 7, 15)
DATA = range(1, 6)
ROW = re.compile(r"^INST\((image_\w+), +MIMG,.*VADDR\(B(\d+)\), SRSRC\(ANY\)(, SSAMP)?", re.M)

# What llvm-mc is wrong about: (who refuses, target and text) and why.
KNOWN = {
    ("occ", r"gfx701: image_atomic_rsub "): "is of GFX6 alone (gcn/isa/ERRATA.md)",
    ("llvm-mc", r"image_atomic_\w+ v\[0:[24]\], .*tfe"):
        "has forms of atomics with 1, 2 and 4 registers of data; tfe makes it 3 or 5",
    ("llvm-mc", r"image_gather4\w* v\[0:2\], .*tfe d16"):
        "has forms of gather4 with 2, 4 and 5 registers; packed d16 and tfe make it 3",
    ("occ", r"image_atomic_f?cmpswap v\[0:1\], .*dmask:1 .*tfe"):
        "takes the register of tfe for the value to compare with, as it only counts registers",
}


def instructions():
    with open(os.path.join(ROOT, "gcn", "isa", "gcn_inst.def"), encoding="utf-8") as file:
        return [(name, int(bits) // 32, bool(sampler)) for name, bits, sampler in ROW.findall(file.read())]


def registers(kind, first, count):
    return "%s%d" % (kind, first) if count == 1 else "%s[%d:%d]" % (kind, first, first + count - 1)


def texts(modifiers):
    for (name, address, sampler), words, dmask, data in itertools.product(
            instructions(), modifiers, DMASKS, DATA):
        operands = [registers("v", 0, data), registers("v", 8, address), "s[0:7]", "s[8:11]"]
        yield "%s %s dmask:%d %s" % (name, ", ".join(operands[:3 + sampler]), dmask, words)


def assemble(command, path, lines, output):
    """Indices of what is refused."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    done = subprocess.run([*command, path, "-o", output], capture_output=True, text=True, check=False)
    refused = {int(line) - 1 for line in re.findall(r"x\.s:(\d+):\d+: error", done.stderr)}
    if bool(done.returncode) != bool(refused):
        sys.exit("%s: %s" % (command[0], done.stderr[-500:] or done.returncode))
    return refused


def known(side, text):
    return next((row for row in KNOWN if side == row[0] and re.search(row[1], text)), None)


def differ(ours, llvm, taken):
    """Texts with other bytes: an image instruction has eight."""
    if len(ours) != 8 * len(taken) or len(llvm) != len(ours):
        sys.exit("%d texts, %d and %d bytes" % (len(taken), len(ours), len(llvm)))
    codes = [[code[at:at + 8].hex() for at in range(0, len(code), 8)] for code in (ours, llvm)]
    return [row for row in zip(taken, *codes) if row[1] != row[2]]


def check(occ, target, modifiers, folder):
    """How many texts there are, how many are taken, failures, and rows of KNOWN that were met."""
    path, mine, theirs = (os.path.join(folder, name) for name in ("x.s", "x.o", "y.o"))
    commands = {"occ": [occ, "-c", "-ferror-limit=0", "-mcpu=" + target],
                "llvm-mc": [MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=" + target, "-filetype=obj"]}
    lines, failed, met = list(texts(modifiers)), 0, set()
    refused = {side: assemble(command, path, lines, mine) for side, command in commands.items()}
    for side, other in (("occ", "llvm-mc"), ("llvm-mc", "occ")):
        for i in sorted(refused[side] - refused[other]):
            text = "%s: %s" % (target, lines[i])
            row = known(side, text)
            met.add(row)
            if not row:
                failed += 1
                print("FAIL %s: %s refuses it, %s does not" % (text, side, other))
    either = refused["occ"] | refused["llvm-mc"]
    taken = [line for i, line in enumerate(lines) if i not in either]
    for output, command in zip((mine, theirs), commands.values()):
        assemble(command, path, taken, output)
    wrong = differ(*(Elf(output).section(".text") for output in (mine, theirs)), taken)
    for row in wrong:
        print("FAIL %s: %s: occ %s, llvm-mc %s" % (target, *row))
    return len(lines), len(taken), failed + len(wrong), met


def main():
    occ, amount = os.path.join(sys.argv[1], "bin", "occ"), sys.argv[2]
    pairs = ["", *MODIFIERS, *map(" ".join, itertools.combinations(MODIFIERS, 2))]
    counts, idle = [0, 0, 0], set(KNOWN)
    with tempfile.TemporaryDirectory() as folder:
        for target in TARGETS if amount == "all" else ROUGH:
            *found, met = check(occ, target, pairs if amount == "all" else ROUGH[target], folder)
            counts = [sum(pair) for pair in zip(counts, found)]
            idle -= met
    for row in idle:
        print("FAIL: nothing meets", row)
    print("%d instructions, %d texts, %d assembled, %d failed" % (len(instructions()), *counts))
    sys.exit(1 if counts[2] or idle or not counts[1] else 0)


main()
