#!/usr/bin/env python3
"""The edge cases of edge_cases.txt, executed on the simulator.   edge_cases.py OCC GCNSIM MODE...

MODE is TARGET:FORM:SWITCH,...  FORM: run, arguments from memory, a work-item a row and a work-group a
function; constant, arguments in the source, for the compiler to fold.  The bits of every result are
compared; those of ~ by 7.4's bound, which is 6 ULP at most for what stands there (half: 2).
"""
import itertools
import math
import os
import re
import struct
import subprocess
import sys
import tempfile

ROWS = 64  # of a function: a work-group
OUT_REAL, OUT_INT = {'fract', 'modf', 'sincos'}, {'frexp', 'lgamma_r', 'remquo'}
INT_ARGUMENT, INT_RESULT = {'pown', 'rootn', 'ldexp'}, {'ilogb'}
INT_WORDS = {'INT_MAX': 2**31 - 1, 'FP_ILOGBNAN': 2**31 - 1, 'FP_ILOGB0': -2**31}
FLUSHING = re.compile('gfx[678]')


class Type:
    def __init__(self, name, bits, code, digits, top):
        self.name, self.bits, self.code, self.digits, self.top = name, bits, code, digits, top
        self.words = {name: getattr(math, name) for name in ('pi', 'cbrt', 'log', 'log2', 'log10')}
        self.words.update(
            inf=math.inf, max=(2 - 2.0**(1 - digits)) * 2.0**(top - 1), min=2.0**(2 - top),
            tiny=2.0**(3 - top - digits), below1=1 - 2.0**-digits, below_half=0.5 - 2.0**(-digits - 1),
            minexp=2 - top)

    def encode(self, value):
        try:
            return int.from_bytes(struct.pack('<' + self.code, value), 'little')
        except OverflowError:
            return self.encode(math.copysign(math.inf, value))

    def decode(self, bits):
        return struct.unpack('<' + self.code, bits.to_bytes(self.bits // 8, 'little'))[0]

    def value(self, text):
        try:
            return float(text)  # -0, which is no expression
        except ValueError:
            return float(eval(text, {}, self.words))

    def exact(self, text):
        """The bits of an argument; None if the type lacks the number."""
        nan = self.encode(math.inf) | 1 << (self.digits - 2)
        if text in ('nan', '-nan', 'snan'):
            return {'nan': nan, '-nan': nan | 1 << (self.bits - 1),
                    'snan': self.encode(math.inf) | 1}[text]
        value = self.value(text)
        bits = self.encode(value)
        return bits if self.decode(bits) == value else None

    def is_within(self, bits, text):
        want, got = self.value(text), self.decode(bits)
        if math.isnan(got) or math.isinf(got) or math.copysign(1, got) != math.copysign(1, want):
            return False
        ulp = 2.0**(max(math.frexp(want)[1], 3 - self.top) - self.digits)
        return abs(got - want) <= (2 if self.bits == 16 else 6) * ulp


TYPES = [Type('half', 16, 'e', 11, 16), Type('float', 32, 'f', 24, 128), Type('double', 64, 'd', 53, 1024)]


def expand(line):
    """One row for each member of a set, and for each of the two signs."""
    lines = [line.replace('-+', '\1').replace('+-', '\2')]
    while '{' in lines[0]:
        lines = [part for text in lines
                 for part in (re.sub(r'\{[^}]*\}', lambda _, word=word: word, text, count=1)
                              for word in re.search(r'\{([^}]*)\}', text)[1].split())]
    signs = [(text, plus, minus) for text in lines
             for plus, minus in ((('', '-'), ('-', '')) if '\2' in text else (('', ''),))]
    return [text.replace('\2', plus).replace('\1', minus).replace('--', '').replace('-~', '~-')
            for text, plus, minus in signs]


def read_rows(path):
    """(section, function, arguments, alternatives): of results, of words"""
    section, rows = None, []
    with open(path, encoding='ascii') as file:
        for line in (line.strip() for line in file):
            if line.startswith('['):
                section = line[1:-1]
            elif line and line[0] != '#':
                for text in expand(line):
                    call, results = text.split(' = ')
                    function, *arguments = call.split()
                    arguments = [arguments[0] if word == 'same' else word for word in arguments]
                    rows.append((section, function, arguments,
                                 [[word.strip() for word in one.split(',')] for one in results.split(' | ')]))
    return rows


def plain(word, arguments):
    """Words that speak of the arguments."""
    if word == 'abs':
        return arguments[0].lstrip('-')
    return {'same': arguments[0], 'first': arguments[0], 'second': arguments[-1]}.get(word, word)


class Row:
    def __init__(self, row, real):
        self.section, self.function, words, alternatives = row
        words = list(words)
        self.text = f'{self.function}({", ".join(words)})'
        self.number = int(words.pop()) if self.function in INT_ARGUMENT else 0
        self.arguments = [real.exact(word) for word in words]
        self.alternatives = [[plain(word, words) for word in one] for one in alternatives]
        self.real = real

    def fits(self):
        if None in self.arguments:
            return False
        return all(word[0] == '~' or word in ('nan', 'any') or word in INT_WORDS or
                   self.real.exact(word) is not None for one in self.alternatives for word in one)

    def is_one(self, word, bits, number):
        """number: of the integer result, or None"""
        if word == 'any':
            return True
        if number is not None:
            return number == (INT_WORDS[word] if word in INT_WORDS else int(self.real.value(word)))
        if word == 'nan':
            return math.isnan(self.real.decode(bits))
        return self.real.is_within(bits, word[1:]) if word[0] == '~' else bits == self.real.exact(word)

    def is_good(self, reals, number, flushes):
        may_flush = flushes and self.real.name == 'float' and self.section == '7.5.3'
        for one in self.alternatives[:None if may_flush else 1]:
            integers = [self.function in INT_RESULT or (self.function in OUT_INT and i == 1)
                        for i in range(len(one))]
            if all(self.is_one(word, reals[i], number if integers[i] else None)
                   for i, word in enumerate(one)):
                return True
        return False


def statement(row, arguments, number, at):
    """Calls the function and stores what it gives to r[at], k[at]; arguments are expressions."""
    real, shape = row.real.name, re.fullmatch('(length|normalize|distance|fmax|fmin)([1-4])', row.function)
    store = f'r[{at}] = '
    if shape:
        name, count = shape[1], int(shape[2])
        vector = real + (str(count) if count > 1 else '')
        groups = [f'({vector})({", ".join(arguments[i:i + count])})'
                  for i in range(0, len(arguments), count)]
        if name in ('fmax', 'fmin'):  # the second a scalar
            groups[-1] = arguments[-1]
        call = f'{name}({", ".join(groups)})'
        if name in ('normalize', 'fmax', 'fmin') and count > 1:
            return f'{{ {vector} v = {call}; ' + ' '.join(
                f'r[{at} + {i}] = v.s{i};' for i in range(count)) + ' }'
        return f'{store}{call};'
    arguments = list(arguments)
    if row.function in INT_ARGUMENT:
        arguments.append(number)
    if row.function in OUT_REAL:
        return f'{{ {real} o; {store}{row.function}({", ".join(arguments)}, &o); r[{at} + 1] = o; }}'
    if row.function in OUT_INT:
        return f'{{ int o; {store}{row.function}({", ".join(arguments)}, &o); k[({at}) / 4] = o; }}'
    call = f'{row.function}({", ".join(arguments)})'
    return f'k[({at}) / 4] = {call};' if row.function in INT_RESULT else f'{store}{call};'


def literal(real, bits):
    cast = {16: 'as_half((ushort)%#x)', 32: 'as_float(%#xu)', 64: 'as_double(%#xul)'}
    return cast[real.bits] % bits


def kernel(real, functions, form):
    """One case for each function."""
    text = (f'__kernel void {real.name}_cases(__global const {real.name} *a, __global const int *n,\n'
            f'    __global {real.name} *r, __global int *k)\n{{\n'
            '    uint i = get_global_id(0);\n    switch (get_group_id(0)) {\n')
    for number, rows in enumerate(functions):
        text += f'    case {number}:\n'
        if form == 'run':
            arguments = [f'a[4 * i + {j}]' for j in range(len(rows[0].arguments))]
            text += f'        {statement(rows[0], arguments, "n[i]", "4 * i")}\n'
        else:
            for place, row in enumerate(rows):
                arguments = [literal(real, bits) for bits in row.arguments]
                constant = str(row.number) if row.number > -2**31 else '(int)0x80000000'
                text += f'        {statement(row, arguments, constant, 4 * (ROWS * number + place))}\n'
        text += '        break;\n'
    return text + '    }\n}\n'


def pack(values, size):
    return b''.join(value.to_bytes(size, 'little') for value in values)


def inputs(real, functions):
    """What every work-item reads: four arguments and an integer."""
    arguments, numbers = [], []
    for rows in functions:
        for row in rows + [rows[0]] * (ROWS - len(rows)):
            arguments += (row.arguments + [0] * 4)[:4]
            numbers.append(row.number & 0xffffffff)
    return pack(arguments, real.bits // 8), pack(numbers, 4)


def write(path, data):
    with open(path, 'wb') as file:
        file.write(data)


def execute(tools, folder, mode, real, functions):
    size, count = real.bits // 8, ROWS * len(functions)
    arguments, numbers = inputs(real, functions)
    write(f'{folder}/a', arguments)
    write(f'{folder}/n', numbers)
    width = ROWS if mode[1] == 'run' else 1
    subprocess.run([tools[1], 'run', f'{folder}/cases.co', '--kernel', f'{real.name}_cases',
                    '--global', str(width * len(functions)), '--local', str(width),
                    '--arg', f'buf:{folder}/a', '--arg', f'buf:{folder}/n',
                    '--arg', f'buf:{4 * size * count}@out={folder}/r', '--arg', f'buf:{4 * count}@out={folder}/k'],
                   check=True)
    with open(f'{folder}/r', 'rb') as file:
        data = file.read()
    reals = [int.from_bytes(data[i:i + size], 'little') for i in range(0, len(data), size)]
    with open(f'{folder}/k', 'rb') as file:
        return reals, struct.unpack(f'<{count}i', file.read())


def judge(mode, real, functions, reals, numbers):
    flushes, wrong, count = bool(FLUSHING.match(mode[0])) or 'denorms' in mode[2], 0, 0
    for place, rows in enumerate(functions):
        for at, row in enumerate(rows, place * ROWS):
            count += 1
            got = reals[4 * at:4 * at + 4]
            if row.is_good(got, numbers[at], flushes):
                continue
            wrong += 1
            wanted = ' | '.join(', '.join(one) for one in row.alternatives)
            values = ', '.join(f'{real.decode(bits)!r} ({bits:0{real.bits // 4}x})' for bits in got[:2])
            print(f'FAIL {":".join(mode)}: [{row.section}] {real.name} {row.text}: {values}; '
                  f'{numbers[at]}, wanted {wanted}')
    return count, wrong


def by_function(rows, real):
    fitting = [row for row in (Row(row, real) for row in rows) if row.fits()]
    fitting.sort(key=lambda row: row.function)
    groups = [list(group) for _, group in itertools.groupby(fitting, lambda row: row.function)]
    return [group[i:i + ROWS] for group in groups for i in range(0, len(group), ROWS)]


def main():
    rows = read_rows(os.path.dirname(os.path.abspath(__file__)) + '/edge_cases.txt')
    tools, count, wrong = sys.argv[1:3], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for mode in (argument.split(':') for argument in sys.argv[3:]):
            with open(f'{folder}/cases.cl', 'w', encoding='ascii') as file:
                file.write('#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n')
                for real in TYPES:
                    file.write(kernel(real, by_function(rows, real), mode[1]))
            subprocess.run([tools[0], f'-mcpu={mode[0]}', *filter(None, mode[2].split(',')),
                            f'{folder}/cases.cl', '-o', f'{folder}/cases.co'], check=True)
            for real in TYPES:
                functions = by_function(rows, real)
                more, bad = judge(mode, real, functions, *execute(tools, folder, mode, real, functions))
                count, wrong = count + more, wrong + bad
    print(f'{count} cases, {wrong} wrong')
    sys.exit(wrong > 0)


main()
