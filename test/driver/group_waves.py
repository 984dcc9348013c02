#!/usr/bin/env python3
"""Whatever amdgpu_waves_per_eu says at most, one compute unit holds the largest work-group: its four SIMDs have room for
all waves.  And where it may, the maximum is kept to.

usage: group_waves.py BIN FOLDER"""
import itertools
import math
import os
import re
import subprocess
import sys

OCC, FOLDER = os.path.join(sys.argv[1], "occ"), sys.argv[2]
SIZES = (64, 192, 256, 257, 320, 512, 513, 768, 1000, 1024)
HOWS = {"reqd": "reqd_work_group_size({0}, 1, 1)", "flat": "amdgpu_flat_work_group_size(1, {0})",
        "exact": "amdgpu_flat_work_group_size({0}, {0})", "none": None}

kernels = {}
for (how, text), size, most in itertools.product(HOWS.items(), SIZES, range(1, 11)):
    attribute = f"__attribute__(({text.format(size)})) " if text else ""
    kernels[f"{how}_{size}_{most}"] = (size if text else 256, most, attribute)
with open(os.path.join(FOLDER, "k.cl"), "w", encoding="ascii") as file:
    for name, (size, most, attribute) in kernels.items():
        file.write(f"{attribute}__attribute__((amdgpu_waves_per_eu(1, {most}))) kernel void {name}(global int *a) "
                   "{ a[get_global_id(0)] = 1; }\n")
wrong, cases = [], 0
for target in "gfx600", "gfx701", "gfx803", "gfx900", "gfx90a":
    done = subprocess.run([OCC, "-mcpu=" + target, "--resource-usage", "k.cl", "-o", "k.co"], cwd=FOLDER,
                          capture_output=True, text=True)
    waves = {name: int(count) for name, count in re.findall(r"(\w+_\d+_\d+)\b.*?(\d+) waves per SIMD",
                                                            done.stdout + done.stderr)}
    for name, (size, most, _) in kernels.items():
        cases += 1
        needed, have = math.ceil(math.ceil(size / 64) / 4), waves.get(name)
        if have is None or have < needed or (most >= needed and have > most):
            wrong.append(f"{target} {name}: {have} waves a SIMD, the work-group needs {needed}")
print(f"{cases} cases, {len(wrong)} wrong")
print("\n".join(wrong[:40]))
sys.exit(1 if wrong else 0)
