#!/usr/bin/env python3
"""Three times the lines take at most about three times the instructions (counted by valgrind, so that
nothing depends on the machine), for every shape of shapes.py.
    scaling.py OCC"""
import os
import re
import subprocess
import sys
import tempfile

from shapes import SHAPES

occ = os.path.abspath(sys.argv[1])
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)


def instructions(text):
    with open('long.cl', 'w', encoding='ascii') as file:
        file.write(text)
    done = subprocess.run(['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', occ,
                           '-fsyntax-only', '-w', 'long.cl'], capture_output=True, text=True, check=False)
    return int(re.search(r'Collected : (\d+)', done.stderr).group(1))


failed = 0
start = instructions('')
for name, shape in SHAPES.items():
    short, long = (instructions(shape(lines)) - start for lines in (2000, 6000))
    if long > 3.6 * short:
        failed += 1
        print(f'{name}: {short} instructions for 2000 lines, {long} for 6000')
print(f'{len(SHAPES) - failed} passed, {failed} failed')
sys.exit(failed != 0)
