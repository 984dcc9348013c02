"""tools/bench builtins: instructions that a wave executes for one call, on the simulator, with occ and with clang-16 and
ROCm's device libraries.  The functions are those of tools/accuracy; what loads and stores is subtracted, as the same
kernel without the call has it.  Arguments are of usual sizes, the same for both, so that no wave goes ways that
programs hardly take."""
import math
import os
import random
import struct
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get('OCC_BUILD', os.path.join(ROOT, 'build'))
ITEMS, WAVES = 256, 4
TOGETHER = 6  # functions of a unit: of large ones compilers inline less
TYPES = {'float': ('f', 4), 'double': ('d', 8)}
# Ranges of the first argument; (-8, 8) unless listed.
UNIT = 'acos acospi asin asinpi atanh'.split()
POSITIVE = 'log log2 log10 log1p pow powr rootn rsqrt sqrt tgamma lgamma lgamma_r half_powr native_powr'.split()
REASONS = os.path.join(ROOT, 'test/bench/builtins.txt')


def functions():
    """Name, an expression that wants all results, arity, types."""
    said = subprocess.run([os.path.join(BUILD, 'bin/judge-accuracy'), 'list'], stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    for line in said.splitlines():
        name, expression, arity, single, double = line.split('\t')[:5]
        if ', ' not in name:
            rest = ' + p' if '&p' in expression else ' + (T)q' if '&q' in expression else ''
            kinds = [kind for kind, limit in (('float', single), ('double', double)) if float(limit) != -2]
            yield name, expression.replace('(T)1.0', '(T)1') + rest, int(arity), kinds


def source(kind, rows):
    text = f'#pragma OPENCL EXTENSION cl_khr_fp64 : enable\ntypedef {kind} T;\n'
    for number, expression in rows:
        text += f'''kernel void
f{number}(global T *r, global const T *xs, global const T *ys, global const T *zs)
{{
    size_t i = get_global_id(0);
    T x = xs[i], y = ys[i], z = zs[i], p;
    int n = (int)y, q;
    r[i] = {expression};
}}
'''
    return text


def write_arguments(folder, kind, name):
    letter, _ = TYPES[kind]
    chance = random.Random('builtins')
    low, high = (-1, 1) if name in UNIT else (0.05, 30) if name.removeprefix('half_').removeprefix(
        'native_') in POSITIVE else (-8, 8)
    for file, (least, most) in zip('xyz', ((low, high), (1, 6), (-8, 8))):
        values = [chance.uniform(least, most) for _ in range(ITEMS)]
        with open(f'{folder}/{file}', 'wb') as out:
            out.write(struct.pack(f'<{ITEMS}{letter}', *values))


def executed(code, number, kind, folder):
    """Instructions of a wave; None where the kernel does not run."""
    run = subprocess.run(
        [os.path.join(BUILD, 'bin/gcnsim'), 'run', code, '--kernel', f'f{number}', f'--global={ITEMS}', '--local=64',
         '--stats', f'--arg=buf:{ITEMS * TYPES[kind][1]}', *(f'--arg=buf:{folder}/{name}' for name in 'xyz')],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    lines = [line.split() for line in run.stdout.splitlines() if line.startswith('instructions ')]
    return int(lines[0][1]) / WAVES if lines else None


def reasons():
    with open(REASONS, encoding='ascii') as file:
        rows = [line.rstrip('\n').split('\t') for line in file if line.strip() and not line.startswith('#')]
    return {(name, kind): text for name, kind, text in rows}


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def measure(kind, rows, target, compilers):
    """Name, instructions of each compiler's code for a call."""
    for first in range(0, len(rows), TOGETHER):
        yield from measure_some(kind, rows[first:first + TOGETHER], target, compilers)


def measure_some(kind, rows, target, compilers):
    folder = os.path.join(BUILD, 'bench', 'builtins')
    os.makedirs(folder, exist_ok=True)
    bare = ['x', 'x + y', 'x + y + z']
    with open(folder + '/k.cl', 'w', encoding='ascii') as file:
        file.write(source(kind, enumerate(bare + [expression for _, expression, _, _ in rows])))
    for name, command in compilers:
        subprocess.run(command(target, folder + '/k.cl', f'{folder}/{name}.co'), check=True, stderr=subprocess.DEVNULL)
    for number, (name, _, arity, _) in enumerate(rows, len(bare)):
        write_arguments(folder, kind, name)
        counts = []
        for compiler, _ in compilers:
            count, without = (executed(f'{folder}/{compiler}.co', i, kind, folder) for i in (number, arity - 1))
            # The sum of the kernel without the call is an instruction for each further argument.
            counts.append(count and count - without + arity - 1)
        yield name, counts


def main(names, target, compilers):
    rows = [row for row in functions() if not names or row[0] in names]
    why, unreasoned = reasons(), 0
    for kind in TYPES:
        ratios = []
        print(f'{kind + ": instructions a call":32}{"occ":>8}{"clang":>8}{"ratio":>8}')
        of_kind = [row for row in rows if kind in row[3]]
        for name, (ours, theirs) in measure(kind, of_kind, target, compilers) if of_kind else ():
            if ours is None or theirs is None:
                print(f'  {name:30} did not run with both')
                continue
            ours, theirs = max(ours, 1), max(theirs, 1)
            ratios.append(ours / theirs)
            reason = why.get((name, kind), '')
            unreasoned += ratios[-1] > 1.5 and not reason
            print(f'  {name:30}{ours:8.0f}{theirs:8.0f}{ratios[-1]:8.2f}  {reason if ratios[-1] > 1.5 else ""}'.rstrip(),
                  flush=True)
        print(f'  {"geometric mean":46}{geometric_mean(ratios):8.2f}   the largest {max(ratios, default=0):.2f}')
    print(f'{unreasoned} above 1.5 without a reason in test/bench/builtins.txt', file=sys.stderr)
