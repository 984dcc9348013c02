#!/usr/bin/env python3
"""Objects of waits.cl by clang run without a fault and give what the source says.
  waits.py GCNSIM OBJECT..."""
import re
import subprocess
import sys

SIZE = 256


def run(sim, path, kernel, *args):
    words = [sim, 'run', path, '--kernel', kernel, '--global', str(SIZE), '--local', str(SIZE),
             '--arg', f'buf:{SIZE}*i32=iota', '--arg', f'buf:{SIZE}*i32@print=i32']
    for arg in args:
        words += ['--arg', arg]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        return done.stderr
    rows = re.findall(r'^ *\d+: (.*)$', done.stdout, re.M)
    return [int(number) for row in rows for number in row.split()]


def flat():
    at = [(lane + 3 & 255) + (lane ^ 1) for lane in range(SIZE)]
    total = [sum(at[first::4]) for first in range(4)]
    return [3 * (at[lane] + 2 * (lane & 127) + 1) + (lane + 7 & 255) + (lane ^ 2) + total[lane + 1 & 3]
            for lane in range(SIZE)]


def barriers(turns):
    return [turns * (lane ^ 64) + sum(range(turns)) + turns * SIZE // 64 for lane in range(SIZE)]


def main():
    failures = 0
    for path in sys.argv[2:]:
        for kernel, args, wanted in (('flat', [], flat()), ('barriers', ['i32:3'], barriers(3))):
            got = run(sys.argv[1], path, kernel, *args)
            if got != wanted:
                failures += 1
                print(f'{path}: {kernel}: {got}')
    print(f'{2 * len(sys.argv[2:]) - failures} passed, {failures} failed')
    sys.exit(failures != 0)


main()
