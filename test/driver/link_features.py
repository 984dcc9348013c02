#!/usr/bin/env python3
"""Objects of all states of xnack and sramecc link, or not, as lld 16 links them, with the same e_flags.

usage: link_features.py OCC FOLDER (all | some)"""
import itertools
import os
import subprocess
import sys

OCC, FOLDER, AMOUNT = sys.argv[1:4]
LLVM = "/usr/lib/llvm-16/bin/"
CHIPS = {"gfx906": ("sramecc", "xnack"), "gfx900": ("xnack",), "gfx801": ("xnack",), "gfx90a": ("sramecc", "xnack"),
         "gfx803": ()}
TEXT = """.text
.globl {name}
.p2align 8
.type {name},@function
{name}:
 s_endpgm
.rodata
.p2align 6
.amdhsa_kernel {name}
 .amdhsa_next_free_vgpr 1
 .amdhsa_next_free_sgpr 1
{more}.end_amdhsa_kernel
"""


def run(command):
    return subprocess.run(command, capture_output=True, text=True)


def assemble(chip, state, version, name):
    """An object as llvm-mc makes it; version 3 has no "any": what is not stated is off."""
    path = os.path.join(FOLDER, name)
    with open(path + ".s", "w") as file:
        file.write(TEXT.format(name=name, more=" .amdhsa_accum_offset 4\n" if chip == "gfx90a" else ""))
    signs = [f"-mattr={sign}{word}" for word, sign in state if sign]
    made = run([LLVM + "llvm-mc", "-triple=amdgcn-amd-amdhsa", "-mcpu=" + chip, *signs, "-filetype=obj",
                f"--amdhsa-code-object-version={version}", "-o", path + ".o", path + ".s"])
    if made.returncode:
        sys.exit(made.stderr)
    return path + ".o"


def linked(command, out):
    done = run(command)
    if done.returncode:
        return None
    with open(out, "rb") as file:
        return file.read()[48:52]


def main():
    wrong, pairs, links = [], 0, 0
    for chip, words in CHIPS.items() if AMOUNT == "all" else list(CHIPS.items())[:1]:
        states = [tuple(zip(words, signs)) for signs in itertools.product(("", "-", "+"), repeat=len(words))]
        for version in (3, 4, 5) if AMOUNT == "all" else (4,):
            objects = [[assemble(chip, state, version, f"{side}{i}") for i, state in enumerate(states)]
                       for side in ("first", "second")]
            out = os.path.join(FOLDER, "linked.co")
            for first, second in itertools.product(range(len(states)), repeat=2):
                two = [objects[0][first], objects[1][second]]
                theirs = linked([LLVM + "ld.lld", "-shared", "-o", out, *two], out)
                ours = linked([OCC, "-o", out, *two], out)
                pairs, links = pairs + 1, links + (theirs is not None)
                if ours != theirs:
                    wrong.append(f"{chip} version {version}, {states[first]} with {states[second]}: "
                                 f"lld {theirs and theirs.hex()}, occ {ours and ours.hex()}")
    print(f"{pairs} pairs, {links} link, {len(wrong)} wrong")
    print("\n".join(wrong[:40]))
    return 1 if wrong or not links else 0


if __name__ == "__main__":
    sys.exit(main())
