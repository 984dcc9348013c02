#!/usr/bin/env python3
"""Random programs with pointers to functions and variable arguments: the same text by GCC for the host, and by occ on
the simulator, where lanes hold different pointers.

    pointers.py BUILD some|all TARGET[:SWITCH]...

Functions stand in levels, each with parameters of its own number, since a pointer may lead to any function of its type:
those of one level call those below through tables, variables, structures, conditions, parameters and va_arg.  A first
kernel keeps pointers in a buffer, as numbers, and a second one calls them.  All arithmetic is unsigned."""
import os
import random
import subprocess
import sys
import tempfile

ITEMS, RESULTS, SLOTS = 16, 12, 4
DEVICE = '''#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable
#define item() ((uint)get_global_id(0))
'''
HOST = '''#include <stdio.h>
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned uint;
typedef unsigned long ulong;
#define global
#define constant static const
#define kernel static
static uint current;
#define item() current
'''
# what a variadic function reads: type, a value of it of the uint %s, and the uint of such a value
READ = [('uint', '%s * 3u', '%s'), ('int', '(int)(%s & 255u) - 9', '(uint)%s'), ('double', '(float)(%s & 1023u)', '(uint)%s'),
        ('ulong', '%s * 0x100000001ul', '(uint)(%s >> 7)'), ('double', '(%s & 4095u) * 0.5', '(uint)(%s * 2)'),
        ('uint', '(ushort)%s', '%s'), ('int', '(uchar)%s', '(uint)%s')]
OPERATORS = ['+', '-', '*', '^', '|', '&']


class Program:
    def __init__(self, index, dice):
        self.dice, self.prefix, self.text = dice, f'p{index}_', ''
        self.levels, self.names = [], 0
        self.pair = f'struct {self.prefix}pair'
        self.text += f'{self.pair} {{ uint a; ulong b; }};\n'

    def name(self, word):
        self.names += 1
        return f'{self.prefix}{word}{self.names}'

    def value(self, names):
        """An expression of type uint of these variables."""
        dice = self.dice
        one = dice.choice(names + [f'{dice.getrandbits(dice.choice([2, 8, 32]))}u'])
        if dice.randrange(2):
            return one
        return f'({one} {dice.choice(OPERATORS)} {dice.choice(names)})'

    def pointer(self, level, names):
        """An expression that is a pointer to a function of the level."""
        dice, kind = self.dice, self.levels[level]
        forms = [f'{kind["table"]}[{self.value(names)} % {len(kind["functions"])}u]'] * 3
        forms += [dice.choice(kind['functions']), f'&{dice.choice(kind["functions"])}']
        forms += [f'({self.value(names)} & 4u ? {dice.choice(kind["functions"])} : {dice.choice(kind["functions"])})']
        forms += [f'{kind["structures"]}[{self.value(names)} & 1u].f', f'{kind["choose"]}({self.value(names)})']
        return dice.choice(forms)

    def call(self, level, names):
        dice, kind = self.dice, self.levels[level]
        arguments = ', '.join(self.value(names) for _ in range(kind['count']))
        if kind['reads']:
            values = [value % f'({self.value(names)})' for _, value, _ in kind['reads']]
            arguments += ''.join(', ' + value for value in values)
        pointer = self.pointer(level, names)
        if dice.randrange(4) == 0:
            return f'(*{pointer})({arguments})' if pointer[0] != '&' else f'({pointer})({arguments})'
        if dice.randrange(4) == 0 and not kind['reads']:
            return f'{kind["apply"]}({pointer}, {arguments})'
        return f'({pointer})({arguments})'

    def statements(self, below, names, depth=0):
        """Of a body that computes r: by calls of the levels below."""
        dice, text = self.dice, ''
        for _ in range(dice.randint(1, 3)):
            form = dice.randrange(7 if below and depth < 2 else 1)
            if form == 0:
                text += f'r = r {dice.choice(OPERATORS)} {self.value(names)}; '
            elif form < 4:
                text += f'r {dice.choice(["+=", "^=", "-="])} {self.call(dice.randrange(below), names)}; '
            elif form == 4:
                text += f'if ({self.value(names)} & {dice.choice([1, 2, 5])}u) {{ {self.statements(below, names, depth + 1)}}} '
            elif form == 5:
                level = dice.randrange(below)
                kind, own = self.levels[level], f'l{depth}{self.names}'
                chosen = ', '.join(self.pointer(level, names) for _ in range(3))
                values = ''.join(', ' + value % '(i + r)' for _, value, _ in kind['reads'])
                text += f'{{ {kind["type"]} {own}[3] = {{{chosen}}}; for (uint i = 0; i < {dice.randint(1, 4)}u; i++) ' \
                    f'r += {own}[(i + {self.value(names)}) % 3u]({", ".join(["i"] * kind["count"])}{values}); }} '
            else:
                level = dice.randrange(below)
                left, right = self.pointer(level, names), self.pointer(level, names)
                text += f'{{ {self.levels[level]["type"]} f = {left}, g = {right}; r += f == g ? 5u : f ? 1u : 2u; }} '
        return text

    def level(self):
        """Functions of one type, and what holds pointers to them."""
        dice, number = self.dice, len(self.levels)
        count = number + 1
        reads = [dice.choice(READ) for _ in range(dice.randint(1, 4))] if dice.randrange(3) == 0 else []
        if reads and dice.randrange(2) and number:
            down = dice.choice([kind for kind in self.levels if not kind['reads']] or [None])
            if down:
                values = ', '.join(['7u'] * down['count'])
                reads.append((down['type'], dice.choice(down['functions']) + '%.0s', f'%s({values})'))
        kind = {'count': count, 'reads': reads, 'type': self.name('t'), 'functions': []}
        params = [f'a{i}' for i in range(count)]
        signature = ', '.join(f'uint {name}' for name in params) + (', ...' if reads else '')
        self.text += f'typedef uint (*{kind["type"]})({signature});\n'
        for _ in range(dice.randint(1, 6)):
            function = self.name('f')
            head = dice.choice(['', '', '', '__attribute__((noinline)) ', 'static '])
            body = f'uint r = {self.value(params)}; '
            if reads:
                body += f'__builtin_va_list l, m; __builtin_va_start(l, {params[-1]}); __builtin_va_copy(m, l); '
                for i, (type_name, _, value) in enumerate(reads):
                    body += f'{{ {type_name} v = __builtin_va_arg(l, {type_name}); r = r * {2 * i + 3}u + {value % "v"}; }} '
                body += f'{{ {reads[0][0]} v = __builtin_va_arg(m, {reads[0][0]}); r ^= {reads[0][2] % "v"}; }} '
                body += '__builtin_va_end(m); __builtin_va_end(l); '
            body += self.statements(number, params + ['r'])
            self.text += f'{head}uint {function}({signature}) {{ {body}return r; }}\n'
            kind['functions'].append(function)
        functions = kind['functions']
        for word in ('table', 'structures', 'choose', 'apply'):
            kind[word] = self.name(word)
        self.text += f'constant {kind["type"]} {kind["table"]}[] = {{{", ".join(functions)}}};\n'
        record = self.name('s')
        self.text += f'struct {record} {{ uchar c; {kind["type"]} f; }};\nconstant struct {record} {kind["structures"]}[2] = ' \
            f'{{{{1, {dice.choice(functions)}}}, {{.f = {dice.choice(functions)}}}}};\n'
        self.text += f'{kind["type"]} {kind["choose"]}(uint x) {{ return x & 2u ? {dice.choice(functions)} : ' \
            f'{kind["table"]}[x % {len(functions)}u]; }}\n'
        if not reads:
            self.text += f'uint {kind["apply"]}({kind["type"]} f, {signature}) {{ return f({", ".join(params)}); }}\n'
        self.levels.append(kind)

    def kernels(self):
        dice, prefix = self.dice, self.prefix
        self.text += f'kernel void {prefix}test(global const uint *in, global uint *out, global ulong *kept)\n{{\n' \
            '    uint i = item(), x = in[i], y = in[i + 1], r = 1u;\n'
        for result in range(RESULTS):
            self.text += f'    {self.statements(len(self.levels), ["x", "y", "i", "r"])}out[i * {RESULTS}u + {result}u] = r;\n'
        slots = [dice.randrange(len(self.levels)) for _ in range(SLOTS)]
        for slot, level in enumerate(slots):
            self.text += f'    kept[i * {SLOTS}u + {slot}u] = (ulong)({self.pointer(level, ["x", "y"])});\n'
        self.text += f'}}\nkernel void {prefix}again(global const uint *in, global uint *out, global ulong *kept)\n{{\n' \
            '    uint i = item(), x = in[i], r = 0u;\n'
        for slot, level in enumerate(slots):
            kind = self.levels[level]
            values = ''.join(', ' + value % '(x)' for _, value, _ in kind['reads'])
            self.text += f'    r = r * 3u + (({kind["type"]})kept[i * {SLOTS}u + {slot}u])({", ".join(["x"] * kind["count"])}{values});\n'
        self.text += '    out[i] = r;\n}\n'


def program(index, dice):
    made = Program(index, dice)
    for _ in range(dice.randint(2, 5)):
        made.level()
    made.kernels()
    return made.text


def host_results(folder, texts, numbers):
    """What each program writes."""
    main = f'int main(void)\n{{\n    static const uint in[] = {{{", ".join(f"{n}u" for n in numbers)}}};\n' \
        f'    static uint out[{ITEMS * RESULTS}], more[{ITEMS}];\n    static ulong kept[{ITEMS * SLOTS}];\n'
    for index in range(len(texts)):
        for call in ('test(in, out, kept)', 'again(in, more, kept)'):
            main += f'    for (current = 0; current < {ITEMS}; current++) p{index}_{call};\n'
        main += '    fwrite(out, sizeof out, 1, stdout); fwrite(more, sizeof more, 1, stdout);\n'
    source, binary = os.path.join(folder, 'host.c'), os.path.join(folder, 'host')
    with open(source, 'w', encoding='ascii') as file:
        file.write(HOST + ''.join(texts) + main + '    return 0;\n}\n')
    subprocess.run(['gcc', '-w', '-O1', '-fno-strict-aliasing', '-fno-ipa-icf', source, '-o', binary], check=True)
    data, size = subprocess.run([binary], check=True, capture_output=True).stdout, 4 * ITEMS * (RESULTS + 1)
    return [data[first:first + size] for first in range(0, len(data), size)]


def device_result(build, folder, target, index, text):
    chip, *switches = target.split(':')
    paths = {name: os.path.join(folder, name) for name in ('k.cl', 'k.co', 'in', 'out', 'kept', 'more')}
    with open(paths['k.cl'], 'w', encoding='ascii') as file:
        file.write(DEVICE + text)
    done = subprocess.run([os.path.join(build, 'bin/occ'), '-w', f'-mcpu={chip}', *switches, paths['k.cl'], '-o', paths['k.co']],
                          capture_output=True, text=True)
    launches = [('test', f'buf:{4 * ITEMS * RESULTS}@out={paths["out"]}', f'buf:{8 * ITEMS * SLOTS}@out={paths["kept"]}'),
                ('again', f'buf:{4 * ITEMS}@out={paths["more"]}', f'buf:{paths["kept"]}')]
    for name, *buffers in launches if not done.returncode else []:
        arguments = [word for spec in (f'buf:{paths["in"]}', *buffers) for word in ('--arg', spec)]
        done = subprocess.run([os.path.join(build, 'bin/gcnsim'), 'run', paths['k.co'], '--kernel', f'p{index}_{name}',
                               '--global', str(ITEMS), '--local', str(ITEMS), *arguments], capture_output=True, text=True)
        if done.returncode:
            break
    if done.returncode:
        return done.stdout + done.stderr
    data = b''
    for name in ('out', 'more'):
        with open(paths[name], 'rb') as file:
            data += file.read()
    return data


def differs(target, text, got, want):
    if got == want:
        return 0
    print(f'{target}: {got if isinstance(got, str) else "differs"}\n{DEVICE}{text}')
    for i in range(0, len(want) if not isinstance(got, str) else 0, 4):
        if got[i:i + 4] != want[i:i + 4]:
            print(f'    {i // 4}: {got[i:i + 4].hex()}, not {want[i:i + 4].hex()}')
    return 1


def main():
    build, extent, *targets = sys.argv[1:]
    wrong, count = 0, 12 if extent == 'some' else 120
    for seed, target in enumerate(targets):
        dice = random.Random(seed)
        texts = [program(index, dice) for index in range(count)]
        numbers = [dice.getrandbits(dice.choice([3, 8, 32])) for _ in range(ITEMS + 1)]
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'in'), 'wb') as file:
                file.write(b''.join(number.to_bytes(4, 'little') for number in numbers))
            for index, want in enumerate(host_results(folder, texts, numbers)):
                wrong += differs(target, texts[index], device_result(build, folder, target, index, texts[index]), want)
    print(f'{count} programs, {len(targets)} targets, {wrong} wrong')
    return wrong != 0


if __name__ == '__main__':
    sys.exit(main())
