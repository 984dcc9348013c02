#!/usr/bin/env python3
"""An object whose descriptor asks for four bytes of private memory less than the kernel touches must
fault, though whoever launches rounds the size up.   private_size.py BUILD TARGET...

Takes spill.co as run.sh left it, in version 4: its spill slots reach to the end of what it asks for.
"""
import os
import struct
import subprocess
import sys

PRIVATE_SIZE = 4  # offset in the kernel descriptor (AMDGPUUsage, Kernel Descriptor)


def descriptor(path):
    """Where the descriptor of the only kernel is; .rodata lies at the same place in file and memory."""
    table = subprocess.run(['/usr/lib/llvm-16/bin/llvm-readelf', '-sW', path], capture_output=True,
                           text=True, check=True).stdout
    return next(int(line.split()[1], 16) for line in table.splitlines() if line.endswith('.kd'))


def run(build, target, less):
    folder = f'{build}/e2e/private-{target}'
    os.makedirs(folder, exist_ok=True)
    source = f'{build}/e2e/occ-{target}-v4/spill.co'
    with open(source, 'rb') as file:
        image = bytearray(file.read())
    at = descriptor(source) + PRIVATE_SIZE
    size = struct.unpack_from('<I', image, at)[0] - less
    struct.pack_into('<I', image, at, size)
    with open(folder + '/spill.co', 'wb') as file:
        file.write(image)
    lines = subprocess.run([f'{build}/bin/run-e2e', '--objects', folder], capture_output=True,
                           text=True, check=False).stdout.splitlines()
    return size, next(line for line in lines if line.startswith('spill: '))


def main():
    build, failed = sys.argv[1], 0
    for target in sys.argv[2:]:
        _, whole = run(build, target, 0)
        size, cut = run(build, target, 4)
        good = whole.startswith('spill: ok') and 'out of bounds' in cut and f' {size}' in cut
        failed += not good
        if not good:
            print(f'FAIL {target}: {whole}; with {size} bytes: {cut}')
    sys.exit(failed > 0)


main()
