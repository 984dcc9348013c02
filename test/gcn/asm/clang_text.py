#!/usr/bin/env python3
"""What clang -S prints of the examples and the kernels of e2e becomes the same object with occ as with llvm-mc.

  clang_text.py BUILD TARGET VERSION [FILE.cl...]
"""
import os
import sys
import tempfile

from cases import compare, notes
from disassembly import clang_object
from elf import Elf
from round_trip import MC, ROOT, run, sources, xnack


def check(build, path, target, version, folder):
    """What is wrong, "" for nothing, None: clang does not take it, or it is not for the target."""
    mine, theirs = (os.path.join(folder, name) for name in ("x.o", "y.o"))
    text = clang_object(build, path, target, version, "s")
    if not text:
        return None
    occ = os.path.join(build, "bin", "occ")
    wrong = run(occ, "-c", text, "-o", mine) or \
        run(MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=" + target, *xnack(occ, target), "-filetype=obj",
            "--amdhsa-code-object-version=" + version, text, "-o", theirs)
    if wrong:
        return wrong.splitlines()[0]
    found = compare(Elf(mine), Elf(theirs))
    # The text of version 2's metadata is kept as it stands.
    if version != "2" and notes(mine) != notes(theirs):
        found.append("notes")
    if (Elf(mine).flags, Elf(mine).abi) != (Elf(theirs).flags, Elf(theirs).abi):
        found.append("ELF header: %x, %x" % (Elf(mine).flags, Elf(theirs).flags))
    return ", ".join(found)


def main():
    build, target, version = sys.argv[1:4]
    counts = [0, 0, 0]
    with tempfile.TemporaryDirectory() as folder:
        for path in sys.argv[4:] or [path for path in sources() if "/language/" not in path]:
            wrong = check(build, path, target, version, folder)
            if wrong:
                print("FAIL %s: %s" % (os.path.relpath(path, ROOT), wrong[:300]), flush=True)
            counts[0 if wrong == "" else 2 if wrong is None else 1] += 1
    print("%d passed, %d failed, %d not for clang" % tuple(counts))
    sys.exit(1 if counts[1] or not counts[0] else 0)


main()
