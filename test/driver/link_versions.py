#!/usr/bin/env python3
"""A link is of the code object version of its inputs, with stored IR and with code; different ones are told truly.

usage: link_versions.py BIN FOLDER"""
import itertools
import os
import re
import subprocess
import sys

OCC, FOLDER = os.path.join(sys.argv[1], "occ"), sys.argv[2]
VERSIONS = {"2": 0, "2d": 1, "3": 1, "4": 2, "5": 3, "6": 4}  # EI_ABIVERSION
USE = "extern constant int table[2];\n"  # makes it a unit with IR
TABLE = "constant int table[2] = {1, 2};\n"
wrong, cases = [], 0


def occ(*words):
    return subprocess.run([OCC, *words], capture_output=True, text=True, cwd=FOLDER)


def made(*words):
    done = occ(*words)
    if done.returncode:
        sys.exit(f"{words}: {done.stderr}")


def version_of(name):
    """What the header and the metadata say."""
    with open(os.path.join(FOLDER, name), "rb") as file:
        data = file.read()
    abi = data[8]
    if abi == 1:
        return "2d" if b"amdhsa.kernels" not in data else "3"
    return next(version for version, number in VERSIONS.items() if number == abi)


def expect(good, what, said=""):
    global cases
    cases += 1
    if not good:
        wrong.append(f"{what}: {said.strip()}")


def links(wanted, *words):
    """As the version wanted; None: an error."""
    path = os.path.join(FOLDER, "x.co")
    if os.path.exists(path):
        os.remove(path)
    done = occ(*words, "-o", "x.co")
    have = version_of("x.co") if done.returncode == 0 else None
    expect(have == wanted and done.returncode in (0, 1), f"{' '.join(words)}: {have} instead of {wanted}", done.stderr)
    return done.stderr


def write(name, text):
    with open(os.path.join(FOLDER, name), "w", encoding="ascii") as file:
        file.write(text)


for side in "ab":
    write(side + "-code.cl", f"kernel void {side}_code(global int *o) {{ o[0] = 1; }}\n")
    write(side + "-ir.cl", USE + f"kernel void {side}_ir(global int *o) {{ o[0] = table[o[1]]; }}\n")
write("table.cl", TABLE)
write("whole.cl", TABLE + "kernel void whole(global int *o) { o[0] = table[o[1]]; }\n")
write("own.cl", "kernel void own(global int *o) { o[0] = 3; }\n")
names = [(kind, version) for kind in ("code", "ir") for version in VERSIONS]
for side, (kind, version) in itertools.product("ab", names):
    made("-c", "-mcode-object-version=" + version, f"{side}-{kind}.cl", "-o", f"{side}-{kind}-{version}.o")
for version in VERSIONS:
    for unit in "table", "whole":
        made("-c", "-mcode-object-version=" + version, unit + ".cl", "-o", f"{unit}-{version}.o")
    made("-create-library", f"a-ir-{version}.o", "-o", f"library-{version}.o")

for (kind, version), (other_kind, other) in itertools.product(names, repeat=2):
    files = [f"a-{kind}-{version}.o", f"b-{other_kind}-{other}.o"]
    if "ir" in (kind, other_kind):
        files.append(f"whole-{version}.o" if "code" in (kind, other_kind) else f"table-{version}.o")
    said = links(version if version == other else None, *files)
    if version != other:
        told = re.search(r"'([^']+)'(?:: it)? is of code object version (\w+), '([^']+)' of (\w+)", said)
        true = told and all(name.endswith(f"-{number}.o") for name, number in (told.group(1, 2), told.group(3, 4)))
        expect(true and told[2] != told[4], f"{files} are not told", said)
for version in VERSIONS:
    units = f"a-ir-{version}.o", f"table-{version}.o"
    links(version, f"library-{version}.o", f"table-{version}.o")
    links(version, units[0], "table.cl")
    links(version, "own.cl", *units)
    for other in VERSIONS:
        links(other, "-mcode-object-version=" + other, *units)
        links(other if version == other else None, "-mcode-object-version=" + other, f"a-code-{version}.o")
# Traps of a unit find the queue where the version of the link looks for it.
write("trap.cl", "void stop(void);\nkernel void k(global int *o) { if (o[0]) __builtin_trap(); else stop(); o[1] = 1; }\n")
write("stop.cl", "void stop(void) { __builtin_debugtrap(); }\n")
for unit, version in itertools.product(("trap", "stop"), VERSIONS):
    made("-c", "-mcode-object-version=" + version, unit + ".cl", "-o", f"{unit}-{version}.o")
for wanted in "2", "2d", "3":
    made("-mcode-object-version=" + wanted, "trap.cl", "stop.cl", "-o", "direct.co")
    for version in VERSIONS:
        links(wanted, "-mcode-object-version=" + wanted, f"trap-{version}.o", f"stop-{version}.o")
        with open(os.path.join(FOLDER, "direct.co"), "rb") as one, open(os.path.join(FOLDER, "x.co"), "rb") as other:
            expect(one.read() == other.read(), f"traps of {version} linked as {wanted}")
print(f"{cases} cases, {len(wrong)} wrong")
print("\n".join(wrong[:40]))
sys.exit(1 if wrong else 0)
