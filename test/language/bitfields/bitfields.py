#!/usr/bin/env python3
"""Random structures with bit-fields: the same text by clang for the host, where the ABI lays them out alike, and by occ
on the simulator.  (GCC's C computes with those of long in their own width.)

    bitfields.py BUILD CLANG some|all TARGET[:SWITCH]...
"""
import os
import random
import subprocess
import sys
import tempfile

TYPES = {'char': 8, 'uchar': 8, 'short': 16, 'ushort': 16, 'int': 32, 'uint': 32, 'long': 64, 'ulong': 64, 'bool': 1}
STORED, RESULTS = 96, 40  # bytes of a structure at most; numbers that a kernel writes
DEVICE = '#pragma OPENCL EXTENSION __cl_clang_bitfields : enable\n'
HOST = '''#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#define uchar unsigned char
#define ushort unsigned short
#define uint unsigned int
#define ulong unsigned long
#define global
#define constant static const
#define kernel static
'''


class Member:
    def __init__(self, name, kind, bits):
        self.name, self.kind, self.bits = name, kind, bits  # bits: None: no bit-field

    def __str__(self):
        return f'{self.kind} {self.name}' + ('' if self.bits is None else f' : {self.bits}') + ';'


class Structure:
    def __init__(self, name, dice):
        self.name, self.members = name, []
        self.word = dice.choice(['struct', 'struct', 'struct', 'struct', 'union'])
        self.attribute = dice.choice([''] * 5 + [' __attribute__((packed))', ' __attribute__((aligned(16)))'])
        for number in range(dice.randint(1, 9)):
            kind = dice.choice(list(TYPES))
            width = TYPES[kind]
            bits = None if not dice.randrange(4) and kind != 'bool' else \
                dice.choice([width, dice.randint(1, width), dice.randint(1, width)])  # bytes are random: no whole bool
            self.members.append(Member(f'm{number}', kind, bits))
        if dice.randrange(3) == 0:
            kind = dice.choice(['char', 'short', 'int', 'long'])
            self.members.insert(dice.randrange(len(self.members) + 1), Member('', kind, dice.choice([0, 0, 1, 3, 7])))
        self.named = [member for member in self.members if member.name]

    def __str__(self):
        return f'{self.word} {self.name} {{ {" ".join(map(str, self.members))} }}{self.attribute};\n'


def number(dice, signs=True):
    value = dice.getrandbits(dice.choice([1, 3, 8, 16, 31, 62]))
    return f'{-value if signs and dice.randrange(2) else value}' + ('L' if value >> 31 else '')


def statement(structure, dice, results):
    member, other = dice.choice(structure.named), dice.choice(structure.named)
    m, n = f'p->{member.name}', f'p->{other.name}'
    is_bool = member.kind == 'bool'
    operator = dice.choice(['+=', '-=', '^=', '|=', '&=', '*='])
    forms = [f'{m} = {number(dice)};', f'{m} = {n};', f'o[{results}] = {m};', f'o[{results}] = ({m} = {number(dice)});',
             f'o[{results}] = {m} {dice.choice(["<", ">", "==", "+", "-", "*", "/ 3 +", ">> 1 ^"])} {n};',
             f'o[{results}] = -{m} < {n} ? {m} : ~{n};', f'o[{results}] = {m} - 1 < 0;', f'{{ int i = o[0]; i += {m}; o[{results}] = i; }}']
    if not is_bool:
        forms += [f'o[{results}] = ({m} {operator} {number(dice)});', f'{m} {operator} {n};', f'o[{results}] = {m}++;',
                  f'o[{results}] = --{m};', f'{m} {dice.choice(["<<=", ">>="])} {dice.randrange(1, 7)};']
    return '    ' + dice.choice(forms) + '\n'


def values(structure, dice):
    """Of all members, or some by their names."""
    if structure.word == 'union' or dice.randrange(3) == 0:
        member = dice.choice(structure.named)
        return f'{{.{member.name} = {number(dice, False)}}}'
    return f'{{{", ".join(number(dice) for _ in structure.named)}}}'


def kernel(index, dice):
    structure = Structure(f's{index}', dice)
    type_name, known = f'{structure.word} {structure.name}', f'c{index}'
    text = f'{structure}constant {type_name} {known} = {values(structure, dice)};\n' \
        f'kernel void k{index}(global {type_name} *p, global long *o)\n{{\n    o[1] = sizeof({type_name});\n'
    results = 2
    for member in structure.named:
        text += f'    o[{results}] = {known}.{member.name};\n'
        results += 1
    for _ in range(16):
        text += statement(structure, dice, results)
        results += 1
    text += f'    p[1] = {known};\n    {{ {type_name} v = {values(structure, dice)}; '
    for member in dice.sample(structure.named, min(2, len(structure.named))):
        text += f'v.{member.name} = o[2]; '
    copy = dice.choice(['p[2] = v;', f'{type_name} w = v; p[2] = w;', f'{type_name} a[2]; a[o[0] & 1] = v; p[2] = a[0];'])
    for member in structure.named:
        copy += f' o[{results}] += v.{member.name};'
    ones = f'void ones{index}({type_name} *p)\n{{\n    for (int i = 0; i < 3; i++) {{' + \
        ''.join(f' p[i].{member.name} = -1;' for member in structure.named) + ' }\n}\n'
    return text + copy + ' }\n}\n' + ones


def host_results(compiler, folder, texts, stored):
    """Of each kernel the bits that count, no padding, and what is in memory then: the structures, the numbers."""
    main = f'int main(void)\n{{\n    static char bytes[{STORED * 3}];\n    static long o[{RESULTS + 8}];\n'
    for index in range(len(texts)):
        main += f'    memset(bytes, 0, sizeof bytes); ones{index}((void *)bytes); fwrite(bytes, sizeof bytes, 1, stdout);\n' \
            f'    memcpy(bytes, "{"".join(f"{chr(92)}x{byte:02x}" for byte in stored)}", sizeof bytes); memset(o, 0, sizeof o);\n' \
            f'    k{index}((void *)bytes, o); fwrite(bytes, sizeof bytes, 1, stdout); fwrite(o, {RESULTS}, 8, stdout);\n'
    source, program = os.path.join(folder, 'host.c'), os.path.join(folder, 'host')
    with open(source, 'w', encoding='ascii') as file:
        file.write(HOST + ''.join(texts) + main + '    return 0;\n}\n')
    subprocess.run([compiler, '-w', '-O1', '-fwrapv', '-fno-strict-aliasing', '-fsigned-char', source, '-o', program], check=True)
    data, size = subprocess.run([program], check=True, capture_output=True).stdout, STORED * 6 + 8 * RESULTS
    for first in range(0, len(data), size):
        ones, rest = data[first:first + STORED * 3] + b'\xff' * 8 * RESULTS, data[first + STORED * 3:first + size]
        yield ones, bytes(a & b for a, b in zip(ones, rest))


def device_results(build, folder, target, count, stored):
    chip, *switches = target.split(':')
    code = os.path.join(folder, 'k.co')
    subprocess.run([os.path.join(build, 'bin/occ'), '-w', '-fwrapv', f'-mcpu={chip}', *switches, os.path.join(folder, 'k.cl'), '-o', code],
                   check=True)
    paths = [os.path.join(folder, name) for name in ('p', 'o', 'in')]
    with open(paths[2], 'wb') as file:
        file.write(stored)
    for index in range(count):
        done = subprocess.run([os.path.join(build, 'bin/gcnsim'), 'run', code, '--kernel', f'k{index}', '--global', '1', '--arg',
                               f'buf:{paths[2]}@out={paths[0]}', '--arg', f'buf:{RESULTS}*i64=0@out={paths[1]}'],
                              capture_output=True, text=True)
        data = b''
        for path in paths[:2]:
            with open(path, 'rb') as file:
                data += file.read()
        yield data if not done.returncode else done.stdout + done.stderr


def differs(target, text, got, want, ones):
    if isinstance(got, str):
        print(f'{target}: {got}\n{text}')
        return 1
    got = bytes(a & b for a, b in zip(ones, got))
    if got == want:
        return 0
    print(f'{target}: differs\n{text}')
    for name, first, end, step in ('byte', 0, STORED * 3, 1), ('o', STORED * 3, len(want), 8):
        for i in range(first, end, step):
            if got[i:i + step] != want[i:i + step]:
                print(f'    {name} {(i - first) // step}: {got[i:i + step].hex()}, not {want[i:i + step].hex()}')
    return 1


def main():
    build, compiler, extent, *targets = sys.argv[1:]
    wrong, count = 0, 40 if extent == 'some' else 400
    for seed, target in enumerate(targets):
        dice = random.Random(seed)
        texts, stored = [kernel(index, dice) for index in range(count)], dice.randbytes(STORED * 3)
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'k.cl'), 'w', encoding='ascii') as file:
                file.write(DEVICE + ''.join(texts))
            both = zip(host_results(compiler, folder, texts, stored), device_results(build, folder, target, count, stored))
            wrong += sum(differs(target, texts[i], got, want, ones) for i, ((ones, want), got) in enumerate(both))
    print(f'{count} structures, {len(targets)} targets, {wrong} wrong')
    return wrong != 0


if __name__ == '__main__':
    sys.exit(main())
