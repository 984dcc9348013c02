#!/usr/bin/env python3
"""Functions between the lanes of a wave, executed on the simulator and held to functions.py.

    lanes.py OCC GCNSIM FOLDER sample|all TARGET[:SWITCH]...

Every function is called where all lanes of a sub-group are, and under masks: all, one, none in a half, every
second, a first part, all but one, random ones.  Work-groups have 100 work-items, whose last sub-group is not
full, and 48.  sample: one type of each name, its calls with constants in turn; all: every type and call.
"""
import os
import random
import struct
import subprocess
import sys

from functions import CODES, Group, Scalar, all_functions, count_of, scalar_of, size_of

SHAPES = (100, 48)  # work-items
CALLS_A_KERNEL = 24
UNTOUCHED = 0xee
CLUSTERS = (1, 2, 4, 8, 16, 32, 64)

# Calls with constants, for the patterns of DPP and ds_swizzle: literal, and the same as a number
CONSTANTS = {
    'sub_group_shuffle_xor': (1, 2, 3, 5, 7, 15, 16, 31, 32, 63),
    'sub_group_shuffle_up': (1, 2, 16),
    'sub_group_shuffle_down': (1, 2, 16),
    'sub_group_rotate': (1, -1, 63, 17),
}
# the index as an expression of the lane l
INDICES = ('l & 60u | 3u - (l & 3u)', 'l & 48u | (l + 5u) & 15u', 'l & 48u | (l - 3u) & 15u', 'l & 32u | (l & 8u) + 2u',
           '(l + 1u) & 63u', '(l - 1u) & 63u', 'l ^ 15u', 'l ^ 7u', '7u', 'l & 60u | (l + 1u) & 3u', 'l / 4u')


class Call:
    """One call of a function: its text, and what it gives."""

    def __init__(self, function, constants=(), index=None):
        self.function, self.constants, self.index = function, constants, index
        self.argument = function.params[0] if function.params else 'int'

    def text(self):
        args = ['v[e]'] if self.function.params else []
        if self.index:
            args.append(self.index)
        elif self.function.second and self.constants[:1] in ((), (None,)):
            args.append(f'({self.function.params[1]})s[e]')
        args += [str(c) for c in self.constants if c is not None]
        return f'{self.function.name}({", ".join(args)})'

    def seconds(self, dice, group, pattern):
        """The second argument in each lane."""
        kind, first = self.function.second, self.constants[:1]
        if self.index:
            return [eval(self.index.replace('u', '').replace('/', '//'), {'l': l}) for l in range(64)]
        if first and first[0] is not None:
            return [first[0]] * 64
        if kind in ('active', 'delta'):
            return [dice.choice(group.active) if kind == 'active' else dice.randint(-100, 100)] * 64
        limit = {'up': lambda l: l + 1, 'down': lambda l: group.size - l if l < group.size else 1,
                 'inside': lambda l: group.size}.get(kind, lambda l: 64)
        if kind == 'lanes' and pattern % 2:
            return [dice.choice(group.active) for _ in range(64)]
        if kind == 'masks' and pattern % 2:
            return [dice.randrange(64)] * 64
        return [dice.randrange(limit(l)) for l in range(64)]

    def results(self, group):
        scalar, model = Scalar(scalar_of(self.argument)), self.function.model
        if self.function.name.endswith('clustered_rotate'):
            size = self.constants[1]
            return model(scalar, group, size) if size <= group.largest else [None] * 64
        if self.function.second == 'size' and group.second[0] > group.largest:
            return [None] * 64
        return model(scalar, group)


def calls_of(function, dice, is_sample):
    if function.second == 'size':
        calls = [Call(function, (size,)) for size in CLUSTERS]
    elif function.name.endswith('clustered_rotate'):
        calls = [Call(function, (None, size)) for size in CLUSTERS] + \
            [Call(function, (delta, size)) for delta in (1, -1, 3) for size in CLUSTERS[1:]]
    else:
        calls = [Call(function)] + [Call(function, (c,)) for c in CONSTANTS.get(function.name, ())]
        if function.name == 'sub_group_shuffle':
            calls += [Call(function, index=index) for index in INDICES]
    return dice.sample(calls, min(len(calls), 3)) if is_sample else calls


def number(scalar, kind, dice, lane, pattern):
    """A value of a lane: sums and products of floats must be exact in any order."""
    if kind == 'truth' or (kind or '').startswith('logical'):
        return dice.choice(((0,), (1, -1, 256, -2**31), (0, 0, 0, 0, 0, 0, 7), (1, 2, 3, 4, 5, 6, 0))[pattern % 4])
    if kind == 'equal':
        same = scalar.wrap(pattern * 37)
        odd = (float('nan'), -0.0, 1.5) if scalar.is_float else (same ^ 1, same ^ 64)
        return dice.choice(odd) if pattern % 3 and not dice.randrange(10 ** (pattern % 3)) else \
            0.0 if scalar.is_float and pattern % 2 else same
    if not scalar.is_float:
        bits = dice.getrandbits(scalar.bits)
        if kind in ('and', 'or'):
            rare = dice.getrandbits(scalar.bits) & dice.getrandbits(scalar.bits) & dice.getrandbits(scalar.bits)
            bits = rare & dice.getrandbits(scalar.bits) if kind == 'or' else ~rare
        return scalar.wrap(bits | (kind == 'mul'))
    if kind == 'add':
        return float(dice.randint(-8, 8))
    if kind == 'mul':
        return dice.choice((1.0, -1.0)) if lane % 8 else dice.choice((2.0, 0.5, -2.0))
    if kind in ('min', 'max') and not dice.randrange(30):
        return dice.choice((float('inf'), float('-inf')))
    return scalar.wrap(dice.uniform(1, 900) * dice.choice((1, -1)))


def values_of(call, dice, pattern):
    scalar, kind, count = Scalar(scalar_of(call.argument)), call.function.kind, count_of(call.argument)
    if kind == 'ballot':
        return [tuple(dice.getrandbits(32) & dice.getrandbits(32) for _ in range(4))] * 64
    if count == 1:
        return [number(scalar, kind, dice, lane, pattern) for lane in range(64)]
    return [tuple(number(scalar, kind, dice, lane, pattern) for _ in range(count)) for lane in range(64)]


def encode(type_name, value):
    """Without what follows a vector of three."""
    count = count_of(type_name)
    return struct.pack(f'<{count}{CODES[scalar_of(type_name)]}', *(value if count > 1 else (value,)))


def width_of(type_name):
    count = count_of(type_name)
    return size_of(scalar_of(type_name)) * (4 if count == 3 else count)


def masks_for(dice, size, count):
    """The lanes that are active in each pattern, of a sub-group with so many."""
    lanes = range(size)
    part = dice.randint(1, size)
    made = [lanes, lanes, [dice.randrange(size)], [l for l in lanes if l < size / 2], [l for l in lanes if l >= size / 2],
            lanes[::2], range(part), [l for l in lanes if l != size // 3], [size - 1], [0], lanes[32:] or lanes]
    while len(made) < count:
        share = dice.random()
        made.append([l for l in lanes if dice.random() < share] or [dice.randrange(size)])
    return [list(lanes) for lanes in made]


class Launch:
    """All calls on a work-group of so many work-items: what goes in, and what must come out."""

    def __init__(self, calls, items, patterns, dice):
        self.items, self.patterns = items, patterns
        self.sizes = [min(64, items - first) for first in range(0, items, 64)]
        masks = [masks_for(dice, size, patterns) for size in self.sizes]
        self.masks = b''.join(struct.pack('<Q', sum(1 << l for l in masks[w][p]))
                              for p in range(patterns) for w in range(len(self.sizes)))
        self.inputs, self.places, self.wanted, self.checked = bytearray(), [], [], 0
        self.output = 0
        for call in calls:
            self.add(call, masks, dice)

    def place(self, data):
        at = len(self.inputs)
        self.inputs += data + bytes(-len(data) % 128)
        return at

    def add(self, call, masks, dice):
        values, seconds, wanted = [], [], []
        for pattern in range(self.patterns):
            for wave, size in enumerate(self.sizes):
                group = Group(masks[wave][pattern], size, values_of(call, dice, pattern), None, min(64, self.items))
                group.second = call.seconds(dice, group, pattern) if call.function.second or call.index else None
                results = call.results(group)
                values += group.values[:size]
                seconds += (group.second or [0] * 64)[:size]
                wanted += [results[i] if i in group.active else 'untouched' for i in range(size)]
        width = width_of(call.function.result)
        expected = [bytes([UNTOUCHED]) * width if want == 'untouched' else
                    None if want is None else encode(call.function.result, want) for want in wanted]
        self.checked += sum(want is not None for want in expected)
        self.wanted.append((self.output, width, expected))
        self.places.append((self.output, self.place(b''.join(encode(call.argument, v).ljust(width_of(call.argument), b'\0') for v in values)),
                            self.place(b''.join(struct.pack('<I', s & 0xffffffff) for s in seconds))))
        self.output += width * len(expected) + -width * len(expected) % 128

    def compare(self, calls, data, where):
        wrong = 0
        for call, (at, width, expected) in zip(calls, self.wanted):
            for index, want in enumerate(expected):
                got = data[at + index * width:at + (index + 1) * width]
                if want is not None and not got.startswith(want):
                    wrong += 1
                    print(f'{where}, {self.items} work-items: {call.text()} of {call.argument}, pattern {index // self.items}, '
                          f'work-item {index % self.items}: {got.hex()}, not {want.hex()}')
                    break
        return wrong


HEAD = '''#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define RUN(R, T, OUT, VALUES, SECONDS, CALL)                                                    \\
    {                                                                                                 \\
        global R *r = (global R *)(out + places[OUT]);                                                \\
        global const T *v = (global const T *)(in + places[VALUES]);                                  \\
        global const uint *s = (global const uint *)(in + places[SECONDS]);                           \\
        uint e = i;                                                                                   \\
        r[e] = CALL;                                                                                  \\
        for (uint p = 1; p < patterns; p++)                                                           \\
            if (masks[p * waves + get_sub_group_id()] >> l & 1) {                                     \\
                e = p * n + i;                                                                        \\
                r[e] = CALL;                                                                          \\
            }                                                                                         \\
    }
#define KERNEL(name)                                                                                  \\
    kernel void name(global uchar *out, global const uchar *in, global const uint *places,            \\
                     global const ulong *masks, uint patterns)
'''


def source(calls):
    text = HEAD
    for number, call in enumerate(calls):
        if number % CALLS_A_KERNEL == 0:
            text += '}\n' * (number > 0) + f'KERNEL(k{number // CALLS_A_KERNEL})\n{{\n' + \
                '    uint i = get_local_id(0), n = get_local_size(0), l = get_sub_group_local_id(), ' \
                'waves = get_num_sub_groups();\n'
        text += f'    RUN({call.function.result}, {call.argument}, {3 * number}, {3 * number + 1}, {3 * number + 2}, ' \
            f'({call.text()}))\n'
    return text + '}\n'


def write(path, data):
    with open(path, 'wb') as file:
        file.write(data)
    return path


def run(occ, gcnsim, folder, target, calls, launches):
    code, wrong = os.path.join(folder, f'{target}.co'), 0
    chip, *switches = target.split(':')
    subprocess.run([occ, f'-mcpu={chip}', '-cl-std=CL3.0', *switches, os.path.join(folder, 'lanes.cl'), '-o', code], check=True)
    for launch in launches:
        path = lambda name: os.path.join(folder, name)
        write(path('in'), bytes(launch.inputs))
        write(path('masks'), launch.masks)
        write(path('places'), b''.join(struct.pack('<3I', *place) for place in launch.places))
        output = write(path('out'), bytes([UNTOUCHED]) * launch.output)
        for number in range((len(calls) + CALLS_A_KERNEL - 1) // CALLS_A_KERNEL):
            done = subprocess.run(
                [gcnsim, 'run', code, '--kernel', f'k{number}', '--global', str(launch.items), '--local', str(launch.items),
                 '--arg', f'buf:{output}@out={output}', '--arg', f'buf:{path("in")}', '--arg', f'buf:{path("places")}',
                 '--arg', f'buf:{path("masks")}', '--arg', f'u32:{launch.patterns}'], capture_output=True, text=True)
            if done.returncode:
                print(f'{target}, k{number}, {launch.items} work-items:', done.stdout[-400:], done.stderr[:1200])
                wrong += 1
        with open(output, 'rb') as file:
            wrong += launch.compare(calls, file.read(), target)
    return wrong


def main():
    occ, gcnsim, folder, extent, *targets = sys.argv[1:]
    dice, functions = random.Random(40), all_functions()
    is_sample = extent == 'sample'
    if is_sample:
        names = {}
        for function in functions:
            names.setdefault(function.name, []).append(function)
        functions = [dice.choice(alike) for alike in names.values()]
    calls = [call for function in functions for call in calls_of(function, dice, is_sample)]
    launches = [Launch(calls, items, 14 if is_sample else 24, dice) for items in SHAPES]
    os.makedirs(folder, exist_ok=True)
    write(os.path.join(folder, 'lanes.cl'), source(calls).encode())
    wrong = sum(run(occ, gcnsim, folder, target, calls, launches) for target in targets)
    print(f'{len(functions)} functions, {len(calls)} calls, {len(targets)} targets, '
          f'{sum(launch.checked for launch in launches) * len(targets)} results compared, {wrong} wrong')
    return wrong != 0


if __name__ == '__main__':
    sys.exit(main())
