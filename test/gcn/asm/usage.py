#!/usr/bin/env python3
"""The comments below each kernel of -S say what --resource-usage and the object's metadata do.

  usage.py BUILD
"""
import os
import re
import subprocess
import sys

from round_trip import ROOT

NUMBERS = {"sgprs": r"; NumSgprs: (\d+)", "vgprs": r"; NumVgprs: (\d+)", "scratch": r"; ScratchSize: (\d+)",
           "lds": r"; LDSByteSize: (\d+) ", "code": r"; codeLenInByte = (\d+)", "waves": r"; Occupancy: (\d+)"}
USAGE = re.compile(r"(\d+) SGPRs, (\d+) VGPRs, .* (\d+) bytes scratch, (\d+) bytes LDS, (\d+) bytes code, "
                   r"(\d+) waves")


def main():
    occ, failed = os.path.join(sys.argv[1], "bin", "occ"), 0
    for target in ("gfx600", "gfx803", "gfx900", "gfx90a"):
        for name in ("examples/reduction.cl", "test/e2e/spill.cl", "examples/bitonic_sort.cl"):
            done = subprocess.run([occ, "-S", "--resource-usage", "-mcpu=" + target, os.path.join(ROOT, name),
                                   "-o", "-"], capture_output=True, text=True, check=True)
            said = list(zip(*(re.findall(pattern, done.stdout) for pattern in NUMBERS.values())))
            wanted = USAGE.findall(done.stderr)
            if said != wanted or not said:
                print("FAIL %s %s: %s, not %s" % (target, name, said, wanted))
                failed += 1
    sys.exit(bool(failed))


main()
