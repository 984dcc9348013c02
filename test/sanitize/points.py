#!/usr/bin/env python3
"""Which points a kernel has that -fsanitize=opencl compiles: none where constants show that all is well.

usage: points.py BUILD
"""
import os
import re
import subprocess
import sys
import tempfile

# All indices are constants once the loops are unrolled; then the arrays are values, and nothing of them is left to ask.
SOURCE = """uint
sum(const uint *w)
{
    uint s = 0;
    for (int i = 0; i < 8; i++)
        s = s * 33 ^ w[i];
    return s;
}

kernel void
constant_places(global uint *x)
{
    uint w[8], state[4];
    for (int i = 0; i < 8; i++)
        w[i] = x[i];
    state[0] = w[3];
    state[1] = w[2] % (w[2] | 1);
    x[9] = sum(w) + state[0] + state[1];
}

kernel void
variable_places(global uint *x)
{
    uint w[8];
    for (int i = 0; i < 8; i++)
        w[i] = x[i];
    x[9] = w[x[10]];
}
"""


def points(build, folder, switches):
    """The first words of the points."""
    source, made = os.path.join(folder, "points.cl"), os.path.join(folder, "points.co")
    with open(source, "w", encoding="ascii") as file:
        file.write(SOURCE)
    subprocess.run([build + "/bin/occ", "-w", "-fsanitize=opencl", *switches, source, "-o", made], check=True)
    text = subprocess.run(["readelf", "-p", ".occ.check", made], stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.findall(r"(?m)^ *\[ *[0-9a-f]+\]  (\w+)", text)


def main():
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for switches, wanted, unwanted in (
                (["-fonly-kernel=constant_places"], {"stored", "aligned"}, {"index", "access", "object", "undefined"}),
                (["-fonly-kernel=constant_places", "-O0"], {"stored", "aligned", "index", "object"}, set()),
                (["-fonly-kernel=variable_places"], {"stored", "aligned", "index", "object"}, {"undefined"})):
            found = set(points(sys.argv[1], folder, switches))
            if not wanted <= found or unwanted & found:
                bad += 1
                print(f"{switches}: {sorted(found)}; wanted {sorted(wanted)}, without {sorted(unwanted)}")
    sys.exit(bad != 0)


main()
