#!/usr/bin/env python3
"""Kernels under amdgpu_num_sgpr(N): each is compiled with at most N SGPRs, as its metadata counts them, and runs right
on the strict simulator, or is refused with the error that names what it needs.

usage: sgpr_limits.py BUILD SAMPLES|all [SWITCH...]

The cases are the examples and the kernels of this folder.  SAMPLES: how many limits each is tried with, drawn from all
pairs of target and limit."""
import os
import random
import re
import subprocess
import sys
import tempfile

import sgpr_count

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
TARGETS = ["gfx600", "gfx803", "gfx900", "gfx90a"]
# Some are too few for any kernel; from 40 on only few have to spill.
LIMITS = [*range(6, 41), 44, 48, 56, 64, 72, 80, 88, 96, 102]
REFUSED = re.compile(r"error: kernel '(\w+)' needs (\d+) SGPRs, amdgpu_num_sgpr allows (\d+)$")


def compile_one(occ, source, path, target, limit, switches):
    """The lines of the errors, none if there is an object."""
    attribute = f"-D__kernel=__attribute__((amdgpu_num_sgpr({limit}))) kernel"
    done = subprocess.run([occ, f"-mcpu={target}", "-mcode-object-version=4", "-w", attribute, "-Dkernel=__kernel",
                           *switches, source, "-o", path], capture_output=True, text=True, check=False)
    lines = done.stderr.splitlines()
    errors = [line for line in lines if "error" in line or "internal" in line]
    return errors or lines[:3] + ["no object"] if done.returncode else []


def counts(occ_obj, path):
    """kernel -> .sgpr_count"""
    text = subprocess.run([occ_obj, "dump", path], capture_output=True, text=True, check=True).stdout
    numbers = re.findall(r"^ +\.sgpr_count: (\d+)$", text, re.M)
    names = re.findall(r"^ +\.symbol: (\S+)\.kd$", text, re.M)
    assert len(names) == len(numbers) and names, text
    return dict(zip(names, map(int, numbers)))


def check_counts(path, target, limit, found):
    """What is wrong with them; the disassembler knows no GFX6."""
    wrong = [f"{name} has {count}" for name, count in found.items() if count > limit]
    if target != "gfx600":
        launch, code = sgpr_count.Launch(path, target), sgpr_count.disassemble([path])[path]
        for name, count in found.items():
            wrong += sgpr_count.check(launch, code, name, count)
    return wrong


def main():
    build, amount, switches = sys.argv[1], sys.argv[2], sys.argv[3:]
    run = f"{build}/bin/run-e2e"
    listed = subprocess.run([run, "--list"], capture_output=True, text=True, check=True).stdout
    cases = {line.split("\t")[0] for line in listed.splitlines()}
    pairs = [(target, limit) for target in TARGETS for limit in LIMITS]
    rand, tried, refused, failures, work = random.Random(24), 0, 0, [], {}
    for folder in ("examples", "test/e2e"):
        for name in sorted(os.listdir(f"{ROOT}/{folder}")):
            if name.endswith(".cl") and name[:-3] in cases:
                chosen = pairs if amount == "all" else rand.sample(pairs, int(amount))
                for pair in chosen:
                    work.setdefault(pair, []).append(f"{ROOT}/{folder}/{name}")
    for (target, limit), sources in sorted(work.items()):
        with tempfile.TemporaryDirectory() as folder:
            ready = []
            for source in sources:
                case = os.path.basename(source)[:-3]
                path, what = f"{folder}/{case}.co", f"{target} {limit} {case}"
                errors = compile_one(f"{build}/bin/occ", source, path, target, limit, switches)
                tried, refused = tried + 1, refused + bool(errors)
                for line in errors:
                    found = REFUSED.search(line)
                    if not found or int(found[2]) <= limit or int(found[3]) != limit:
                        failures.append(f"{what}: {line}")
                if not errors:
                    failures += [f"{what}: {text}" for text in
                                 check_counts(path, target, limit, counts(f"{build}/bin/occ-obj", path))]
                    ready.append(case)
            if ready:
                done = subprocess.run([run, "--objects", folder, *ready], capture_output=True, text=True, check=False)
                if done.returncode:
                    failures.append(f"{target} {limit}: {done.stdout[-1500:]}{done.stderr[-1500:]}")
    for failure in failures:
        print("FAIL", failure)
    print(f"{tried} compilations under a limit, {refused} refused, {len(failures)} failures")
    return bool(failures) or tried - refused < tried / 4


sys.exit(main())
