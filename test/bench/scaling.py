#!/usr/bin/env python3
"""Three times the lines take at most about three times the instructions (counted by valgrind, so that
nothing depends on the machine): for every shape of shapes.py up to the checked tree, or with "code" for
every shape of code_shapes.py up to the object.
    scaling.py OCC [code]"""
import os
import re
import subprocess
import sys
import tempfile

import code_shapes
import shapes

occ = os.path.abspath(sys.argv[1])
# More than three: work that grows with n * log n; a square makes 9.
SHAPES, SWITCHES, LINES, LIMIT = ((code_shapes.SHAPES, ['-mcpu=gfx900', '-o', 'long.co'], 400, 4.5)
                                  if sys.argv[2:] == ['code'] else
                                  (shapes.SHAPES, ['-fsyntax-only'], 2000, 3.6))
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)


def instructions(text):
    with open('long.cl', 'w', encoding='ascii') as file:
        file.write(text)
    done = subprocess.run(['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', occ,
                           *SWITCHES, '-w', 'long.cl'], capture_output=True, text=True, check=False)
    return int(re.search(r'Collected : (\d+)', done.stderr).group(1))


failed = 0
start = instructions('kernel void k(void) {}')
for name, shape in SHAPES.items():
    short, long = (instructions(shape(lines)) - start for lines in (LINES, 3 * LINES))
    if long > LIMIT * short:
        failed += 1
        print(f'{name}: {short} instructions for {LINES} lines, {long} for {3 * LINES}')
print(f'{len(SHAPES) - failed} passed, {failed} failed')
sys.exit(failed != 0)
