#!/usr/bin/env python3
"""Bytes of private memory that kernels in the style of real programs may take.

    scratch.py BUILD TARGET...

Each kernel has its bound in a comment before it: // scratch BYTES.  4 bytes hold the null address.
"""
import os
import re
import subprocess
import sys

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'scratch/kernels.cl')


def main():
    build, failed = sys.argv[1], 0
    with open(SOURCE, encoding='ascii') as file:
        bounds = {name: int(bound) for bound, name in re.findall(
            r'// scratch (\d+)\n(?:__)?kernel void (\w+)', file.read())}
    for target in sys.argv[2:]:
        text = subprocess.run([f'{build}/bin/occ', f'-mcpu={target}', '--resource-usage', SOURCE, '-o',
                               f'{build}/e2e/scratch-{target}.co'], capture_output=True, text=True,
                              check=True)
        found = {name: int(size) for name, size in re.findall(
            r'^(\w+): .* (\d+) bytes scratch', text.stdout + text.stderr, re.M)}
        for name, bound in bounds.items():
            if name not in found or found[name] > bound:
                failed += 1
                print(f'FAIL {target} {name}: {found.get(name)} bytes, at most {bound} expected')
    print(f'{len(bounds)} kernels, {failed} failed')
    sys.exit(failed > 0 or not bounds)


main()
