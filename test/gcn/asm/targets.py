#!/usr/bin/env python3
"""The text of -S says its target so that occ -c needs no -mcpu: every chip, other names, features.

  targets.py BUILD
"""
import os
import re
import subprocess
import sys
import tempfile

from elf import Elf
from round_trip import ROOT, compare, run

FEATURES = ("gfx900:xnack+", "gfx904:xnack+", "gfx906:xnack+", "gfx906:sramecc+:xnack-",
            "gfx90a:sramecc-", "gfx902:xnack-", "gfx906:sramecc-:xnack-", "gfx908:sramecc-:xnack+")


def main():
    occ, failed, passed = os.path.join(sys.argv[1], "bin", "occ"), 0, 0
    table = subprocess.run([occ, "--list-targets"], capture_output=True, text=True, check=True).stdout
    names = [line.split()[0] for line in table.splitlines() if re.match(r"\w+ +AMD:", line)]
    source = os.path.join(ROOT, "examples", "reduction.cl")
    with tempfile.TemporaryDirectory() as folder:
        text, direct, assembled = (os.path.join(folder, "x." + end) for end in ("s", "o", "a.o"))
        for name in [*names, *FEATURES]:
            for version in ("2", "3", "4"):
                if version == "2" and "sramecc-" in name:
                    continue # its texts have no word for it
                mode = ["-mcpu=" + name, "-mcode-object-version=" + version]
                if run(occ, *mode, "-S", source, "-o", text):
                    continue # the version does not know the chip
                wrong = run(occ, *mode, "-c", source, "-o", direct) or run(occ, "-c", text, "-o", assembled)
                found = wrong or compare(Elf(direct), Elf(assembled)) or \
                    run(occ, "-c", "-mcpu=" + name, text, "-o", assembled)
                if found:
                    print("FAIL %s version %s: %s" % (name, version, found))
                failed, passed = failed + bool(found), passed + (not found)
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed or passed < len(names) else 0)


main()
