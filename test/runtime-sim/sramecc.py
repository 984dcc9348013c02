#!/usr/bin/env python3
"""What an object says of SRAM-ECC decides whether a d16 load keeps the other half of its register.

  sramecc.py GCNSIM OCC SCRATCH
"""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def run(gcnsim, occ, scratch, target, version):
    with open(os.path.join(HERE, "sramecc.s"), encoding="ascii") as file:
        text = file.read().replace("gfx900", target)
    if not target.startswith("gfx90a"):
        text = re.sub(r".*accum_offset.*\n", "", text)
    source, made = os.path.join(scratch, "sramecc.s"), os.path.join(scratch, "sramecc.co")
    with open(source, "w", encoding="ascii") as file:
        file.write(text)
    subprocess.run([occ, f"-mcode-object-version={version}", source, "-o", made], check=True)
    words = [gcnsim, "run", made, "--global", "1", "--local", "1", "--arg", "buf:4@print=x32"]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout.decode() + done.stderr.decode()


def main(gcnsim, occ, scratch):
    cases = failures = 0
    for version in (3, 4, 5):
        for target, keeps in (("gfx900", True), ("gfx906:sramecc-", True), ("gfx906:sramecc+", False),
                              ("gfx906", False), ("gfx908:sramecc-", True), ("gfx908", False),
                              ("gfx90a:sramecc-", True), ("gfx90a:sramecc+", False), ("gfx90a", False)):
            keeps |= version == 3 and ":" not in target  # its names know on and off only
            status, text = run(gcnsim, occ, scratch, target, version)
            good = status == 0 and "0x12340000" in text if keeps else "uninitialised data" in text
            cases += 1
            if not good:
                failures += 1
                print(f"{target}, version {version}: status {status}: {text}")
    print(f"{cases} objects, {failures} failures")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
