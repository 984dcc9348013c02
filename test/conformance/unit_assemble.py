#!/usr/bin/env python3
"""What occ -S prints, assembled by llvm-mc and by occ, must be what occ -c writes: .text, .rodata and .data;
and so must the code that llvm-objdump (on GFX6 and GFX7 occ-obj) prints of that, assembled by occ.

  unit_assemble.py hashcat|darktable|piglit [-mcpu=TARGET]... [--sample | --all] [NAME...]

Takes the units that unit_code.py compares (of hashcat every 20th, with --all each one), and piglit's
execute tests; not those of SUITE.beyond, which their target refuses.
"""
import concurrent.futures
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gcn", "asm"))
from disassembly import to_source
from object_figures import section_bytes
from unit_code import peers, refusals
from units import OCC, SUITES, Verdicts, for_target

LLVM = "/usr/lib/llvm-16/bin/"
MC = LLVM + "llvm-mc"
PIGLIT = "/usr/lib/x86_64-linux-gnu/piglit"
VERSION = "4"


def piglit():
    for folder in ("tests/cl/program/execute", "generated_tests/cl"):
        for place, _, names in sorted(os.walk(os.path.join(PIGLIT, folder))):
            for name in sorted(names):
                if name.endswith(".cl"):
                    yield name, os.path.join(place, name), ["-w", "-I" + place]


def features(target):
    """XNACK as occ's default for the target has it."""
    table = subprocess.run([OCC, "--list-targets"], capture_output=True, text=True, check=True).stdout
    line = next(line for line in table.splitlines() if line.split()[:1] == [target])
    return ["-mattr=+xnack"] if "xnack on by default" in line else \
        ["-mattr=-xnack"] if target.startswith("gfx9") else []


def compare(unit, target, attributes, skip_refused):
    """None if all is the same, or what is wrong."""
    _, path, options = for_target(unit, target)
    with tempfile.TemporaryDirectory() as folder:
        text, ours, theirs = (folder + "/x." + end for end in ("s", "o", "mc.o"))
        for mode, output in (("-S", text), ("-c", ours)):
            run = subprocess.run([OCC, "-mcpu=" + target, "-mcode-object-version=" + VERSION, mode,
                                  *options, path, "-o", output], capture_output=True, check=False)
            if run.returncode == 1 and skip_refused:
                return None
            if run.returncode:
                return "%s: status %d" % (mode, run.returncode)
        run = subprocess.run([MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=" + target, *attributes,
                              "-filetype=obj", "--amdhsa-code-object-version=" + VERSION, text,
                              "-o", theirs], capture_output=True, text=True, check=False)
        if run.returncode:
            return "llvm-mc: " + (run.stderr.splitlines() or [""])[0]
        again = folder + "/x.again.o"
        wrong = assemble(["-c", text], again)
        if wrong:
            return wrong
        for name in (".text", ".rodata", ".data"):
            if section_bytes(ours, name) != section_bytes(theirs, name):
                return name + " differs"
            if section_bytes(ours, name) != section_bytes(again, name):
                return name + " differs when occ assembles it"
        return from_disassembly(ours, target, folder)


def assemble(arguments, output):
    """None, or what occ says."""
    run = subprocess.run([OCC, *arguments, "-o", output], capture_output=True, text=True, check=False)
    return "occ: " + (run.stderr.splitlines() or [""])[0] if run.returncode else None


def from_disassembly(binary, target, folder):
    """None if the disassembly of the object assembles to its code."""
    printer = [OCC + "-obj", "disasm"] if target[3] in "67" else [LLVM + "llvm-objdump", "-d"]
    text = subprocess.run([*printer, binary], capture_output=True, text=True, check=True).stdout
    source, again = folder + "/y.s", folder + "/y.o"
    code = section_bytes(binary, ".text")
    with open(source, "w", encoding="utf-8") as file:
        file.write(to_source(text, len(code)))
    wrong = assemble(["-c", "-mcpu=" + target, source], again)
    if not wrong and section_bytes(again, ".text") != code:
        wrong = "the code of its disassembly differs"
    return wrong


def main():
    suite, words = sys.argv[1], sys.argv[2:]
    targets = [word[6:] for word in words if word.startswith("-mcpu=")] or ["gfx900"]
    names = [word for word in words if not word.startswith("-")]
    if suite == "piglit":
        units = list(piglit())
    else:
        verdicts, known = Verdicts(suite), peers(suite)
        units = [unit for unit in SUITES[suite]()
                 if (unit[0] in known or "--all" in words) and verdicts.ask(unit)]
    if "--sample" in words:
        units = units[::10]
    units = [unit for unit in units if not names or unit[0] in names]
    count = failed = 0
    for target in targets:
        attributes, beyond = features(target), refusals(suite, target)
        taken = [unit for unit in units if unit[0] not in beyond]
        count += len(taken)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            faults = pool.map(lambda unit: compare(unit, target, attributes, suite == "piglit"), taken)
            for unit, fault in zip(taken, faults):
                if fault:
                    failed += 1
                    print("FAIL %s %s: %s" % (target, unit[0], fault), flush=True)
    print("%d units, %d failed" % (count, failed))
    sys.exit(1 if failed or not count else 0)


if __name__ == "__main__":
    main()
