#!/usr/bin/env python3
"""Programs in production use, compiled to objects: that they compile, and what they cost.

  unit_code.py hashcat|darktable [-mcpu=TARGET]... [-v] [--sample] [--fixed] [NAME...]

Every unit that clang-16 accepts (units.py) is compiled for each target, gfx900 if none is named.
--fixed takes the units of SUITE.peer, which holds what clang-16 -O3 with ROCm's device libraries made
of them for gfx900: bytes of .text, of scratch, peak KiB, milliseconds of processor time.  --sample
takes a few of these.  Units of SUITE.beyond exceed a limit of a generation: they are refused there,
with the words of the list.  Lines for units that fail, take over 5 s of processor time or, where there are
clang's figures, more memory than it or more scratch than twice its and 256 bytes; at the end the
geometric mean of code sizes.  Status 1 if a unit fails, or costs more memory or scratch.

  unit_code.py SUITE --peer     writes SUITE.peer anew (every 20th unit of hashcat): some 20 minutes
"""
import concurrent.futures
import math
import os
import subprocess
import sys
import tempfile

from object_figures import figures
from units import BYTES, HERE, OCC, SUITES, Verdicts, for_target

BUILD = os.path.dirname(os.path.dirname(OCC))
SECONDS = 5     # of processor time: what a unit may take
PATIENCE = 120  # after this it is stopped
CLANG = ["/usr/lib/llvm-16/bin/clang", "-x", "cl", "-cl-std=CL1.2", "-target", "amdgcn-amd-amdhsa",
         "-mcpu=gfx900:xnack-", "-mcode-object-version=4", "-O3", "--rocm-path=/usr",
         "--rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode", "-include", "opencl-c.h",
         "-w"]


class Cost:
    """One compilation: text, scratch, memory (KiB), time (ms); or a fault."""

    def __init__(self, command, output):
        self.fault = None
        limit = ["prlimit", "--as=" + BYTES, "--cpu=%d" % PATIENCE]
        run = subprocess.run([os.path.join(BUILD, "bin/measure"), *limit, *command, "-o", output],
                             capture_output=True, check=False)
        words = run.stdout.split()
        if run.returncode or len(words) < 3:
            lines = run.stderr.decode(errors="replace").strip().splitlines() or [""]
            self.fault = "status %d: %s" % (run.returncode, lines[0])
            return
        self.memory, self.time = int(words[-1]), int(words[-2]) // 1000000
        self.text, self.scratch = figures(output)

    def line(self):
        return "%d %d %d %d" % (self.text, self.scratch, self.memory, self.time)


def peers(suite):
    """Name -> text, scratch, memory, time of clang's."""
    path = os.path.join(HERE, suite + ".peer")
    with open(path) as file:
        rows = [line.split() for line in file if line[0] != "#"]
    return {row[0]: tuple(map(int, row[1:])) for row in rows}


def refusals(suite, target):
    """Name -> words of the error, of units that do not fit the target's generation."""
    path = os.path.join(HERE, suite + ".beyond")
    found = {}
    if os.path.exists(path):
        with open(path) as file:
            for line in file:
                generation, name, words = (line.rstrip("\n").split(" ", 2) + ["", ""])[:3]
                if generation == target[:4]:
                    found[name] = words
    return found


def write_peers(suite, units):
    print("# clang-16 -O3, gfx900: unit, bytes of .text, of scratch, peak KiB, ms of processor time")
    for name, path, options in units[::20] if suite == "hashcat" else units:
        with tempfile.TemporaryDirectory() as folder:
            cost = Cost([*CLANG, *options, path], folder + "/x.co")
        if cost.fault:
            sys.exit(name + ": " + cost.fault)
        print(name, cost.line(), flush=True)


def complaints(cost, peer):
    """What a unit costs too much of; time alone is no failure, for it varies."""
    found = []
    if peer and cost.memory > peer[2]:
        found.append("memory %d KiB, clang's %d" % (cost.memory, peer[2]))
    if peer and cost.scratch > 2 * peer[1] + 256:
        found.append("scratch %d, clang's %d" % (cost.scratch, peer[1]))
    return found


def compile_all(units, target, known, beyond, verbose):
    """Prints what is wrong; returns how many failed."""
    failed = slow = refused = 0
    ratios = []

    def run(unit):
        name, path, options = for_target(unit, target)
        with tempfile.TemporaryDirectory() as folder:
            return name, Cost([OCC, "-mcpu=" + target, "-mcode-object-version=4", *options, path],
                              folder + "/x.co")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, cost in pool.map(run, units):
            peer = known.get(name) if target == "gfx900" else None
            wrong = [cost.fault] if cost.fault else complaints(cost, peer)
            if name in beyond:
                right = cost.fault and beyond[name] in cost.fault
                refused += bool(right)
                wrong = [] if right else [*wrong, "is not refused: " + beyond[name]]
            failed += bool(wrong)
            if not cost.fault:
                slow += cost.time > SECONDS * 1000
                if peer:
                    ratios.append(cost.text / peer[0])
            if wrong:
                print("FAIL %s %s: %s" % (target, name, "; ".join(wrong)), flush=True)
            elif not cost.fault and cost.time > SECONDS * 1000:
                print("SLOW %s %s: %d ms" % (target, name, cost.time), flush=True)
            if verbose and not cost.fault:
                print("%s %s: %s%s" % (target, name, cost.line(), ", clang: %d %d %d %d" % peer
                                       if peer else ""), flush=True)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None
    print("%s: %d units, %d failed, %d over %d s%s%s"
          % (target, len(units), failed, slow, SECONDS,
             ", %d beyond its limits" % refused if refused else "",
             ", code %.2f of clang's" % mean if mean else ""), flush=True)
    return failed


def main():
    suite, names, targets, flags = sys.argv[1], [], [], set()
    for word in sys.argv[2:]:
        if word.startswith("-mcpu="):
            targets.append(word[6:])
        elif word.startswith("-"):
            flags.add(word)
        else:
            names.append(word)
    verdicts = Verdicts(suite)
    units = [unit for unit in SUITES[suite]() if verdicts.ask(unit)]
    verdicts.save()
    if "--peer" in flags:
        write_peers(suite, units)
        return
    known = peers(suite)
    if "--fixed" in flags or "--sample" in flags:
        units = [unit for unit in units if unit[0] in known]
    if "--sample" in flags:
        units = units[::10]
    if names:
        units = [unit for unit in units if unit[0] in names]
    failed = sum(compile_all(units, target, known, refusals(suite, target), "-v" in flags)
                 for target in targets or ["gfx900"])
    sys.exit(1 if failed or not units else 0)


if __name__ == "__main__":
    main()
