#!/usr/bin/env python3
"""Kernels in production use, run on the simulator: no fault, no false race, and the same results
whatever the schedule.

  kernel_runs.py hashcat|darktable [-mcpu=TARGET] [--schedule=NAME,...] [-v] [--peer] [--check]
      [--sample | NAME...]

A unit is compiled as its program has it compiled (units.py); hashcat_runs.py and darktable_runs.py
say with which arguments its kernels run.  Each launch goes through `gcnsim run`, which faults on a
race, under each schedule: order, round and 1, a seed, unless others are named.  What the kernels
leave in their buffers is compared between schedules, and with what is known of it.  What is
wrong with the programs themselves stands in kernel_runs.broken, and must be found.

--check: with -fsanitize=opencl, in the order of the instructions, and nothing is told.
--peer: clang-16's objects run, too, and leave the same: of floating point nearly so, for most values.
NAME is a unit, or UNIT:KERNEL; a chain of kernels is called by their mode.  --sample takes a few
units.  At the end how many units and how many kernels or chains ran; status 1 if any failed.
"""
import concurrent.futures
import math
import os
import re
import struct
import subprocess
import sys
import tempfile

import darktable_runs
import hashcat_runs
from unit_code import CLANG, refusals
from units import HERE, OCC, SUITES, for_target

GCNSIM = os.path.join(os.path.dirname(OCC), "gcnsim")
RUNS = {"hashcat": hashcat_runs, "darktable": darktable_runs}
SCHEDULES = ["order", "round", "1"]
CHECKED = {"compile": [], "run": []}  # --check
SECONDS = 300  # for a compilation or a launch


class Fault(Exception):
    """What went wrong, in a line."""


def call(command):
    """What it prints on standard output; a fault with its first words otherwise."""
    try:
        run = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired as expired:
        raise Fault("no end after %d s" % SECONDS) from expired
    if run.returncode:
        said = run.stderr.decode(errors="replace").strip()
        raise Fault("status %d: %s" % (run.returncode, said or "no word"))
    return run.stdout.decode(errors="replace")


# ---- objects ----

class Parameter:
    """Of a kernel: name; kind: buffer, image, value, local or sampler; type; may the kernel write?"""

    def __init__(self, line):
        found = re.match(r" *argument \d+ +(\S+) +([a-z ]+): ([^;]*); (?:(\d+) bytes|)", line)
        self.name, kind, self.type = found[1], found[2], found[3].split(", in fact")[0]
        self.kind = kind.split()[0]
        self.bytes = int(found[4] or 0)
        self.written = self.kind == "buffer" and "const" not in self.type.split() or \
            self.kind == "image" and "read only" not in self.type


class Kernel:
    """Name, parameters, the work-group size it asks for (None if it does not), bytes of LDS."""

    def __init__(self, text):
        self.name = text.split(None, 1)[0]
        self.parameters = [Parameter(line) for line in text.splitlines()
                           if line.startswith("  argument")]
        size = re.search(r"reqd_work_group_size\((\d+), 1, 1\)", text)
        self.size = int(size[1]) if size else None
        lds = re.search(r"(\d+) bytes of LDS", text)
        self.lds = int(lds[1]) if lds else 0


def kernels_of(code):
    listing = call([GCNSIM, "list", code])
    return [Kernel(part) for part in re.split(r"(?m)^kernel ", listing)[1:]]


# ---- runs ----

class Launch:
    """kernel: its name; sizes: the switches for them; arguments: a SPEC each, or the name of a buffer
    of the program in the braces of a SPEC, such as `buf:{pws}`; `buf:{>out}` is one that is written."""

    def __init__(self, kernel, sizes, arguments):
        self.kernel, self.sizes, self.arguments = kernel, sizes, arguments

    def run(self, code, switches, buffers, folder):
        """Changes the buffers.  switches: the schedule, then others."""
        words, written = [], []
        for index, spec in enumerate(self.arguments):
            found = re.search(r"\{(>?)(\w+)\}", spec)
            if found:
                path = os.path.join(folder, "%d.in" % index)
                with open(path, "wb") as file:
                    file.write(buffers[found[2]])
                spec = spec.replace(found[0], path)
            if found and found[1]:
                written.append((found[2], path + ".out"))
                spec += "@out=" + written[-1][1]
            words += ["--arg", spec]
        call([GCNSIM, "run", code, "--kernel", self.kernel, *self.sizes, *CHECKED["run"], "--max-seconds", str(SECONDS),
              "--schedule", *switches, *words])
        for name, path in written:
            with open(path, "rb") as file:
                buffers[name] = file.read()


class Program:
    """Launches one after the other on the same buffers.  judge(buffers) says what is wrong with what
    they hold at the end, or None; settle(buffers) gives what must be the same in every schedule; in
    buffers of `close` nearly the same."""

    def __init__(self, name, launches, buffers):
        self.name, self.launches, self.buffers = name, launches, buffers
        self.judge = lambda buffers: None
        self.settle = lambda buffers: buffers
        self.close = set()

    def run(self, code, switches):
        buffers = dict(self.buffers)
        with tempfile.TemporaryDirectory() as folder:
            for launch in self.launches:
                try:
                    launch.run(code, switches, buffers, folder)
                except Fault as fault:
                    raise Fault("%s: %s" % (launch.kernel, fault)) from fault
        return buffers


def alike(one, other, close):
    """Names of the buffers that differ; those of `close` hold sums of floating point in any order."""
    different = []
    for name in sorted(one):
        if name in close and len(one[name]) == len(other[name]):
            pairs = zip(struct.iter_unpack("<f", one[name]), struct.iter_unpack("<f", other[name]))
            if all(math.isclose(a, b, rel_tol=1e-5, abs_tol=1e-6) for (a,), (b,) in pairs):
                continue
        if one[name] != other[name]:
            different.append(name)
    return different


def nearly(one, other):
    """Are almost all values nearly the same?  Not all: what is discontinuous tells the last bit."""
    if len(one) != len(other) or len(one) % 4:
        return one == other
    pairs = list(zip(struct.iter_unpack("<f", one), struct.iter_unpack("<f", other)))
    near = sum(math.isclose(a, b, rel_tol=1e-3, abs_tol=1e-4) or a != a and b != b
               for (a,), (b,) in pairs)
    return near >= 0.99 * len(pairs)


def beside_peer(program, code, peer, suite):
    """Names of the buffers that clang's object leaves otherwise; or its fault."""
    switches = ["order", "--no-races"]
    try:
        mine = program.settle(program.run(code, switches))
        its = program.settle(program.run(peer, switches))
    except Fault as fault:
        return ["beside clang's: %s" % fault]
    same = nearly if suite == "darktable" else lambda one, other: one == other
    return ["not as clang's: " + name for name in sorted(mine) if not same(mine[name], its[name])]


def complaints(program, code, schedules, switch=None):
    """What is wrong with it -> the schedules under which it is."""
    first, wrong = None, {}
    for schedule in schedules:
        try:
            buffers = program.run(code, [schedule, switch] if switch else [schedule])
        except Fault as fault:
            wrong.setdefault(str(fault), []).append(schedule)
            continue
        said = program.judge(buffers)
        if said:
            wrong.setdefault(said, []).append(schedule)
        settled = program.settle(buffers)
        different = alike(settled, first[1], program.close) if first else None
        if different:
            wrong.setdefault("not as under %s: %s" % (first[0], ", ".join(different)),
                             []).append(schedule)
        first = first or (schedule, settled)
    return wrong


# ---- what is wrong with the programs ----

class Broken:
    """Rows of kernel_runs.broken."""

    def __init__(self, suite):
        self.rows, self.peers, self.checked = {}, set(), set()
        with open(os.path.join(HERE, "kernel_runs.broken"), encoding="utf-8") as file:
            for line in file:
                words = line.split(None, 3)
                if words and words[0] == suite and words[2] == "--peer":
                    self.peers.add(words[1])
                elif words and words[0] == suite and words[2] == "--check":
                    self.checked.add(words[1])
                elif words and words[0] == suite:
                    self.rows[words[1]] = words[2], words[3].split(":")[0]

    def breaks_rules(self, name):
        """Is it known to do what OpenCL forbids?  Then it is told with --check."""
        return name in self.rows or name in self.peers or name in self.checked

    def judge(self, name, program, code, schedules):
        """As complaints(), but what is known to be wrong must be, under some schedule."""
        if name not in self.rows:
            return complaints(program, code, schedules)
        switch, words = self.rows[name]
        found = complaints(program, code, schedules)
        if not any(words in said for said in found):
            return {"no longer: " + words: schedules}
        if switch == "--no-races":
            program.settle = lambda buffers: {}  # what is left depends on the schedule
        return complaints(program, code, schedules, switch)


# ---- all of them ----

def compile_unit(suite, unit, target, code, peer=False):
    _, path, options = for_target(unit, target)
    text = RUNS[suite].source(unit)
    if text:
        path = code + ".cl"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    compiler = [OCC, "-mcpu=" + target, *CHECKED["compile"]]
    if peer:
        # with XNACK, clang lets a clause write what it reads
        has_xnack = target.startswith("gfx9") or target in ("gfx801", "gfx810")
        chip = target + ":xnack-" if has_xnack else target
        compiler = [*(word for word in CLANG if not word.startswith("-mcpu=")), "-mcpu=" + chip,
                    "-cl-kernel-arg-info"]
    call([*compiler, *options, path, "-o", code])


def run_unit(suite, unit, target, schedules, only, broken, peer):
    """(programs that ran, lines about those that failed)."""
    unit = RUNS[suite].lighter(unit)
    failed, ran = [], 0

    def run_once(kernel, *words):
        return call([GCNSIM, "run", code, "--kernel", kernel, *CHECKED["run"], *words])

    with tempfile.TemporaryDirectory() as folder:
        code = os.path.join(folder, "unit.co")
        try:
            compile_unit(suite, unit, target, code)
            peer = peer and os.path.join(folder, "peer.co")
            if peer:
                compile_unit(suite, unit, target, peer, True)
            programs = list(RUNS[suite].programs(unit, kernels_of(code), run_once, Program, Launch))
        except Fault as fault:
            return 0, ["%s: %s" % (unit[0], fault)]
        for program in programs:
            name = "%s:%s" % (unit[0], program.name)
            if only and program.name not in only or CHECKED["run"] and broken.breaks_rules(name):
                continue
            ran += 1
            wrong = broken.judge(name, program, code, schedules)
            failed += ["%s %s: %s" % (name, ",".join(under), said) for said, under in wrong.items()]
            if peer and name not in broken.peers:
                failed += ["%s %s" % (name, said) for said in beside_peer(program, code, peer, suite)]
    return ran, failed


def main():
    suite, names, target, schedules, flags = sys.argv[1], {}, "gfx900", SCHEDULES, set()
    for word in sys.argv[2:]:
        if word.startswith("-mcpu="):
            target = word[6:]
        elif word.startswith("--schedule="):
            schedules = word[11:].split(",")
        elif word.startswith("-"):
            flags.add(word)
        else:
            unit, _, kernel = word.partition(":")
            names.setdefault(unit, set()).update({kernel} - {""})
    if "--check" in flags:
        schedules = ["order"]
        CHECKED.update(compile=["-fsanitize=opencl", "-w"], run=["--benign"])
    if "--sample" in flags:
        names = dict.fromkeys(RUNS[suite].SAMPLE)
    beyond = refusals(suite, target)
    left_out = RUNS[suite].LEFT_OUT
    units = [unit for unit in SUITES[suite]() if unit[0] not in beyond and unit[0] not in left_out
             and (not names or unit[0] in names)]
    broken = Broken(suite)
    total = reached = wrong = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = pool.map(lambda unit: (unit, run_unit(suite, unit, target, schedules,
                                                     names.get(unit[0]), broken,
                                                     "--peer" in flags)), units)
        for unit, (ran, failed) in jobs:
            total += ran
            reached += ran > 0
            wrong += bool(failed)
            for line in failed:
                print("FAIL", line if "-v" in flags else line.splitlines()[0], flush=True)
            if "-v" in flags and not failed:
                print("PASS %s: %d" % (unit[0], ran), flush=True)
    print("%s: %d units, %d runs under %s: %d units failed"
          % (target, reached, total, ", ".join(schedules), wrong))
    sys.exit(1 if wrong or not total else 0)


if __name__ == "__main__":
    main()
