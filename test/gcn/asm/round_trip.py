#!/usr/bin/env python3
"""occ -c of what occ -S prints is what occ -c of the source is; and what llvm-mc makes of it.

  round_trip.py BUILD TARGET VERSION [FILE.cl...]

Bytes of .text, .rodata and .data, size of .bss, notes, symbols and relocations, the ELF header.  llvm-readelf reads
what occ links without a warning.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

from elf import Elf

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
MC = "/usr/lib/llvm-16/bin/llvm-mc"
READELF = "/usr/lib/llvm-16/bin/llvm-readelf"
KNOWN = ("2", "3", "4", "5")  # versions, to LLVM 16: later ones are 5 with another number in the ELF header
CONTENT = (".text", ".rodata", ".data")


def sources():
    folders = ("examples", "test/e2e", "test/e2e/objects", "test/language/functions", "test/language/images")
    return [path for folder in folders for path in sorted(glob.glob(os.path.join(ROOT, folder, "*.cl")))]


def switches(path, target):
    """The first lines' options; None: the program is for other chips."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    only = re.search("^// targets: (.*)", text, re.M)
    if only and target not in only[1].split():
        return None
    options = re.search("^// options: (.*)", text, re.M)
    return options[1].split() if options else []


def xnack(occ, target):
    table = subprocess.run([occ, "--list-targets"], capture_output=True, text=True, check=True).stdout
    line = next(line for line in table.splitlines() if line.split()[:1] == [target])
    return ["-mattr=+xnack"] if "xnack on by default" in line else \
        ["-mattr=-xnack"] if target.startswith("gfx9") else []


def run(*command):
    """What it says when it fails; else ""."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, errors="replace")
    return (done.stderr or "status %d" % done.returncode).strip() if done.returncode else ""


def visible(elf):
    """Symbols that others may name, and local objects and functions."""
    return {symbol for symbol in elf.symbols() if symbol[0] and not symbol[0].startswith(".")}


def differences(ours, other, names=CONTENT):
    found = [name for name in names if ours.section(name) != other.section(name)]
    if ours.size(".bss") != other.size(".bss"):
        found.append(".bss")
    return found


def compare(direct, assembled):
    found = differences(direct, assembled)
    if direct.notes() != assembled.notes():
        found.append("notes")
    if visible(direct) != visible(assembled):
        found.append("symbols: %s" % sorted(visible(direct) ^ visible(assembled), key=str)[:2])
    if (direct.flags, direct.abi) != (assembled.flags, assembled.abi):
        found.append("ELF header")
    found += ["relocations of " + name for name in CONTENT
              if direct.relocations(name) != assembled.relocations(name)]
    return found


def check(occ, path, target, version, folder, attributes):
    """What is wrong, or None: not for the target."""
    options = switches(path, target)
    if options is None:
        return None
    mode = ["-mcpu=" + target, "-mcode-object-version=" + version]
    told = mode[1:] if version not in (*KNOWN, "2d") else []  # of which the text does not say that it is not 5
    text, direct, assembled, theirs = (os.path.join(folder, "x." + end) for end in ("s", "o", "a.o", "mc.o"))
    linked = os.path.join(folder, os.path.basename(path)[:-2] + "co")
    wrong = run(occ, *options, *mode, "-S", path, "-o", text) or \
        run(occ, *options, *mode, "-c", path, "-o", direct) or \
        run(occ, *options, *mode, path, "-o", linked) or \
        run(occ, *told, "-c", text, "-o", assembled)
    if not wrong and version != "2d":  # for which LLVM has no directives
        wrong = run(MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=" + target, *attributes, "-filetype=obj",
                    "--amdhsa-code-object-version=" + (version if version in KNOWN else KNOWN[-1]), text, "-o", theirs)
    if wrong:
        return wrong.splitlines()[0]
    mine = Elf(assembled)
    if version == "2d":
        return ", ".join(compare(Elf(direct), mine))
    return ", ".join(compare(Elf(direct), mine) +
                     ["llvm-mc: " + name for name in differences(mine, Elf(theirs))])


def unreadable(paths):
    """What llvm-readelf complains of, in one run: starting it takes longer than reading an object."""
    done = subprocess.run([READELF, "-a", *paths], capture_output=True, text=True, check=False,
                          errors="replace")
    notes = re.findall("^Displaying notes found in.*\n(?:.+\n)*", done.stdout, re.M)
    return done.stderr.splitlines() + re.findall(".*(?:invalid|unknown|corrupt).*", "".join(notes), re.I) + \
        ["it reads notes of %d objects of %d" % (len(notes), len(paths))] * (len(notes) != len(paths))


def main():
    build, target, version = sys.argv[1:4]
    occ = os.path.join(build, "bin", "occ")
    attributes, passed, failed, skipped = xnack(occ, target), 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sys.argv[4:] or sources():
            wrong = check(occ, path, target, version, folder, attributes)
            if wrong:
                print("FAIL %s: %s" % (os.path.relpath(path, ROOT), wrong), flush=True)
            passed, failed, skipped = passed + (wrong == ""), failed + bool(wrong), skipped + (wrong is None)
        complaints = unreadable(sorted(glob.glob(os.path.join(folder, "*.co"))))
    for complaint in complaints:
        print("FAIL llvm-readelf: " + complaint)
    print("%d passed, %d failed, %d for other chips" % (passed, failed, skipped))
    sys.exit(1 if failed or complaints or not passed else 0)


if __name__ == "__main__":
    main()
