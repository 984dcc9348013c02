#!/usr/bin/env python3
"""Operations on integers of 128 bits against Python's, which have no limit.

usage: operations.py OCC GCNSIM NUMBER SWITCHES... [-- all|some CLANG SWITCHES...]

Compiles one program with each string of switches ("-mcpu=gfx900 -O2"), runs it on NUMBER pairs of corner and random
values and compares every result of every operation.  Behind --: the program as another compiler makes it; some: without
divisions and conversions to and from floating types, which clang-16 cannot compile, and __builtin_smulll_overflow,
which it gets wrong for two negative numbers (-1 * -1 overflows; clang-22 has it right)."""
import random
import re
import struct
import subprocess
import sys
import tempfile

BITS = {'char': 8, 'uchar': 8, 'short': 16, 'ushort': 16, 'int': 32, 'uint': 32, 'long': 64, 'ulong': 64,
        'longlong': 128, 'ulonglong': 128}
MASK = (1 << 128) - 1


def fit(type_, value):
    bits = BITS[type_]
    value &= (1 << bits) - 1
    return value - (1 << bits) if type_[0] != 'u' and value >> bits - 1 else value


def quotient(a, b):
    return abs(a) // abs(b) * (-1 if (a < 0) != (b < 0) else 1)


def nearest(value, precision, largest):
    """The bits of the nearest number of a binary format as a Python float; ties to even."""
    size = abs(value)
    excess = size.bit_length() - precision
    if excess > 0:
        kept, rest, half = size >> excess, size & ((1 << excess) - 1), 1 << (excess - 1)
        kept += rest > half or (rest == half and kept & 1)
        size = kept << excess
    if size > largest:
        return float('-inf' if value < 0 else 'inf')
    return float(-size if value < 0 else size)


def as_float(value):
    return nearest(value, 24, (2 ** 24 - 1) << 104)


def as_double(value):
    return nearest(value, 53, 1 << 200)


def as_half(value):
    return nearest(nearest(value, 24, 1 << 200).__int__() if abs(value) < 1 << 100 else 1 << 100, 11, 65504) \
        if value >= 0 else -as_half(-value)


# Each row: what it stores (a type, or f32, f64, f16), the expression, its value for an environment of
# numbers.  x, y: long long; u, v: the same bits without sign; n: an amount; i, l, k, m, c, b: int, long, uint, ulong,
# char, bool; f, d: numbers of float and double in the range of long long.
def rows():
    for op, value in (('+', lambda a, b: a + b), ('-', lambda a, b: a - b), ('*', lambda a, b: a * b),
                      ('&', lambda a, b: a & b), ('|', lambda a, b: a | b), ('^', lambda a, b: a ^ b)):
        yield 'ulonglong', f'u {op} v', lambda e, f=value: f(e['u'], e['v'])
        if op in '&|^':
            yield 'longlong', f'x {op} y', lambda e, f=value: f(e['x'], e['y'])
        for small in 'ilkmcb':
            yield 'ulonglong', f'u {op} {small}', lambda e, f=value, s=small: f(e['u'], e[s])
            yield 'ulonglong', f'{small} {op} v', lambda e, f=value, s=small: f(e[s], e['v'])
        yield 'longlong', f'(long long)l {op} i', lambda e, f=value: f(e['l'], e['i'])
        yield 'longlong', f'i {op} 1LL', lambda e, f=value: f(e['i'], 1)
        yield 'ulonglong', f'm {op} 0xfffffffffffffffffULL', lambda e, f=value: f(e['m'], 0xfffffffffffffffff)
        yield 'ulonglong', f'(unsigned long long)m {op} k', lambda e, f=value: f(e['m'], e['k'])
        yield 'ulonglong', f'(unsigned long long)m {op} m', lambda e, f=value: f(e['m'], e['m'])
    for op, value in (('/', quotient), ('%', lambda a, b: a - quotient(a, b) * b)):
        yield 'ulonglong', f'u {op} (v | 1)', lambda e, f=value: f(e['u'], e['v'] | 1)
        yield 'longlong', f'x {op} (y | 1)', lambda e, f=value: f(e['x'], e['y'] | 1)
        yield 'ulonglong', f'u {op} (m | 1)', lambda e, f=value: f(e['u'], e['m'] | 1)
        yield 'longlong', f'x {op} (l | 1)', lambda e, f=value: f(e['x'], e['l'] | 1)
        yield 'longlong', f'x {op} 10', lambda e, f=value: f(e['x'], 10)
        yield 'longlong', f'x {op} -7', lambda e, f=value: f(e['x'], -7)
        yield 'ulonglong', f'm {op} (k | 1ULL)', lambda e, f=value: f(e['m'], e['k'] | 1)
        yield 'longlong', f'l {op} (i | 1LL)', lambda e, f=value: f(e['l'], e['i'] | 1)
        yield 'longlong', f'(x >> n) {op} ((y >> n) | 1)', lambda e, f=value: f(e['x'] >> e['n'], (e['y'] >> e['n']) | 1)
    for amount in ('n', '0', '1', '31', '32', '33', '63', '64', '65', '127', '(n & 63)', '(uint)(n & 63)', '(long long)n',
                   '(ulong)n', '(n + 128)', '(n - 128)'):
        by = (lambda e: e['n'] & 63) if '63' in amount and 'n' in amount else \
            (lambda e: e['n']) if 'n' in amount else (lambda e, a=amount: int(a))
        yield 'ulonglong', f'u << {amount}', lambda e, f=by: e['u'] << f(e)
        yield 'ulonglong', f'u >> {amount}', lambda e, f=by: e['u'] >> f(e)
        yield 'longlong', f'x >> {amount}', lambda e, f=by: e['x'] >> f(e)
        yield 'ulong', f'(ulong)(1ULL << {amount})', lambda e, f=by: 1 << f(e)
        yield 'ulong', f'(ulong)(m >> {amount} % 64 << 1LL)', lambda e, f=by: e['m'] >> f(e) % 64 << 1 \
            if not f(e) < 0 else 0
    yield 'ulong', 'm << (n & 31) >> 2LL', lambda e: fit('ulong', e['m'] << (e['n'] & 31)) >> 2
    yield 'int', 'i >> (long long)(n & 31)', lambda e: e['i'] >> (e['n'] & 31)
    for op, value in (('<', lambda a, b: a < b), ('<=', lambda a, b: a <= b), ('>', lambda a, b: a > b),
                      ('>=', lambda a, b: a >= b), ('==', lambda a, b: a == b), ('!=', lambda a, b: a != b)):
        for a, b in ('xy', 'uv', 'xi', 'lx', 'um', 'kv', 'xc', 'bu'):
            yield 'int', f'{a} {op} {b}', lambda e, f=value, p=a, q=b: f(e[p], e[q])
        yield 'int', f'u {op} l', lambda e, f=value: f(e['u'], e['l'] & MASK)
        yield 'int', f'x {op} v', lambda e, f=value: f(e['u'], e['v'])
        yield 'int', f'l {op} 9223372036854775808', lambda e, f=value: f(e['l'], 1 << 63)
        yield 'int', f'l {op} -9223372036854775808', lambda e, f=value: f(e['l'], -1 << 63)
        yield 'int', f'm {op} 18446744073709551616', lambda e, f=value: f(e['m'], 1 << 64)
        yield 'int', f'k {op} 1ULL', lambda e, f=value: f(e['k'], 1)
        yield 'int', f'i {op} 0LL', lambda e, f=value: f(e['i'], 0)
        yield 'int', f'm {op} (ulong)3 + 1LL', lambda e, f=value: f(e['m'], 4)
        yield 'int', f'(x >> 64) {op} (y >> 64)', lambda e, f=value: f(e['x'] >> 64, e['y'] >> 64)
        yield 'int', f'(x {op} y) ? n : 77', lambda e, f=value: e['n'] if f(e['x'], e['y']) else 77
    yield 'longlong', '~x', lambda e: ~e['x']
    yield 'ulonglong', '-u', lambda e: -e['u']
    yield 'longlong', '+x', lambda e: e['x']
    yield 'int', '!x', lambda e: not e['x']
    yield 'int', '!(u >> 64)', lambda e: not e['u'] >> 64
    yield 'int', 'x && y', lambda e: bool(e['x'] and e['y'])
    yield 'int', '(x & y) || !u', lambda e: bool(e['x'] & e['y'] or not e['u'])
    yield 'longlong', 'x ? y : i', lambda e: e['y'] if e['x'] else e['i']
    yield 'longlong', 'b ? x : y', lambda e: e['x'] if e['b'] else e['y']
    yield 'ulonglong', 'c > 0 ? x : v', lambda e: e['x'] if e['c'] > 0 else e['v']
    yield 'ulonglong', 'c > 0 ? u * 3 : v - 1', lambda e: e['u'] * 3 if e['c'] > 0 else e['v'] - 1
    for to in BITS:
        name = to.replace('longlong', 'long long') if to[0] != 'u' else to.replace('ulonglong', 'unsigned long long')
        for source in 'xuilkmcb':
            yield to, f'({name}){source}', lambda e, s=source: e[s]
        yield to, f'({name})f', lambda e: int(e['f']), to == 'longlong'
        yield to, f'({name})d', lambda e: int(e['d']), to == 'longlong'
    yield 'ulonglong', '(unsigned long long)fabs(f)', lambda e: int(abs(e['f']))
    yield 'ulonglong', '(unsigned long long)fabs(d)', lambda e: int(abs(e['d']))
    yield 'int', '(bool)x', lambda e: e['x'] != 0
    for to, type_, value in (('f32', 'float', as_float), ('f64', 'double', as_double), ('f16', 'half', as_half)):
        for source in 'xu':
            yield to, f'({type_}){source}', lambda e, s=source, f=value: f(e[s])
            yield to, f'({type_})({source} >> n)', lambda e, s=source, f=value: f(e[s] >> e['n'])
        yield to, f'({type_})(l + 1LL)', lambda e, f=value: f(e['l'] + 1)
        yield to, f'({type_})(m + 1ULL)', lambda e, f=value: f(e['m'] + 1)
    yield 'f32', 'x + f', lambda e: add_f32(as_float(e['x']), e['f'])
    yield 'f64', 'd * u', lambda e: e['d'] * as_double(e['u'])
    for type_, name in (('char', 'c'), ('int', 'i'), ('uint', 'k'), ('long', 'l'), ('ulong', 'm'), ('longlong', 'x'),
                        ('ulonglong', 'u')):
        for op, value in (('+', lambda a, b: a + b), ('-', lambda a, b: a - b), ('*', lambda a, b: a * b),
                          ('&', lambda a, b: a & b), ('|', lambda a, b: a | b), ('^', lambda a, b: a ^ b)):
            yield type_, f'{name} {op}= v, {name}', lambda e, f=value, s=name: f(e[s], e['v'])
        yield type_, f'{name} <<= (long long)(n & 7), {name}', lambda e, s=name: e[s] << (e['n'] & 7)
        yield type_, f'{name} >>= (long long)(n & 7), {name}', lambda e, s=name: e[s] >> (e['n'] & 7)
        yield type_, f'{name} = y, {name}', lambda e: e['y']
        yield type_, f'{name} /= (y | 1), {name}', lambda e, s=name: divided(e, s)
    yield 'ulonglong', 'u++ ^ u', lambda e: e['u'] ^ (e['u'] + 1) & MASK
    yield 'ulonglong', '--u ^ u-- ^ u', lambda e: (e['u'] - 2) & MASK
    yield 'ulonglong', '++u', lambda e: e['u'] + 1
    yield 'longlong', 'keep(x, c, y).b', lambda e: e['y']
    yield 'longlong', 'keep(x, c, y).a ^ keep(x, c, y).c', lambda e: e['x'] ^ e['c']
    yield 'ulonglong', 'mixed(c, u, i, v)', lambda e: e['c'] + e['u'] * 2 + e['i'] - e['v']
    yield 'longlong', 'table[n & 3]', lambda e: TABLE[e['n'] & 3]
    yield 'longlong', 'own[n & 3]', lambda e: [e['x'], e['y'], -1, 1 << 100][e['n'] & 3]
    yield 'longlong', '*(&own[1] - (n & 1))', lambda e: e['x'] if e['n'] & 1 else e['y']
    yield 'longlong', '(own[n & 3] = 5, own[0] + own[1])', \
        lambda e: sum(5 if k == (e['n'] & 3) else e['xy'[k]] for k in (0, 1))
    yield 'longlong', 'shared[g]', lambda e: e['x']
    yield 'longlong', '((long2 *)&x)->y', lambda e: e['x'] >> 64
    yield 'ulong', 'as_ulong2(x).x', lambda e: e['x']
    yield 'ulonglong', 'u + byvalue', lambda e: e['u'] + BYVALUE
    yield 'int', 'choose(x)', lambda e: choice(e['x'])
    yield 'int', 'choose(1LL << (n & 127))', lambda e: choice(fit('longlong', 1 << (e['n'] & 127)))
    yield 'int', 'choose_unsigned(u >> n)', lambda e: choice_unsigned(e['u'] >> e['n'])
    yield 'longlong', 'BIG', lambda e: 1 << 90
    yield 'ulonglong', 'u * BIG', lambda e: e['u'] << 90
    # clang leaves clzll and ctzll of 0 undefined
    for name, value in COUNTS.items():
        for number in 'xuilmcb':
            text, wide = (f'({number} | 1)', lambda e, s=number: e[s] | 1) if name == 'clz' else \
                (f'({number} | 1LL << 127)', lambda e, s=number: e[s] | 1 << 127) if name == 'ctz' else \
                (number, lambda e, s=number: e[s])
            yield 'int', f'__builtin_{name}ll({text})', lambda e, f=value, w=wide: f(w(e) & MASK)
        for number in (1, 5, 1 << 63, 1 << 64, 1 << 127, (1 << 64) - 1, MASK, MASK - 1, MASK >> 1):
            yield 'int', f'__builtin_{name}ll({number:#x}ULL)', lambda e, f=value, n=number: f(n)
        yield 'int', f'__builtin_{name}ll(5UL) + __builtin_{name}ll(-1)', lambda e, f=value: f(5) + f(MASK)
        yield 'int', f'(int)sizeof(__builtin_{name}ll(x))', lambda e: 4
    for name, value in (('add', lambda a, b: a + b), ('sub', lambda a, b: a - b), ('mul', lambda a, b: a * b)):
        for type_, a, b in (('longlong', 'x', 'y'), ('longlong', 'x', 'l'), ('longlong', 'i', 'y'), ('longlong', 'l', 'i'),
                            ('longlong', '(x >> n)', '(y >> (127 - n))'), ('longlong', '(x >> 64)', '(y >> 63)'),
                            ('longlong', 'x', '-1'), ('longlong', 'x', '2'), ('ulonglong', 'u', 'v'),
                            ('ulonglong', 'u', 'm'), ('ulonglong', 'm', 'k'), ('ulonglong', '(u >> n)', '(v >> (127 - n))'),
                            ('ulonglong', '(u >> 64)', '(v >> 63)'), ('ulonglong', 'u', '3'), ('ulonglong', 'k', 'u')):
            call = f'__builtin_{type_[0].replace("l", "s")}{name}ll_overflow({a}, {b}, '
            exact = lambda e, f=value, p=a, q=b: f(operand(e, p), operand(e, q))
            target = '&x' if type_ == 'longlong' else '&u'
            yield 'int', f'{call}{target})', lambda e, f=exact, t=type_: fit(t, f(e)) != f(e)
            yield type_, f'({call}{target}), {target[1]})', exact
    for k, text in enumerate(CONSTANTS):
        yield 'ulonglong', f'constants[{k}]', lambda e, t=text: folded(t)
        yield 'ulonglong', f'(unsigned long long)({text})', lambda e, t=text: folded(t)


TABLE = [0, -1, 0x0123456789abcdef0123456789abcdef, -1 << 127]
BYVALUE = 0xfedcba9876543210fedcba9876543210
CASES = [5, -1, 1 << 64, 1 << 100, -(1 << 90), (1 << 64) + 5, 17]
CONSTANTS = ['(1LL << 100) + 5', '-(1LL << 90) / 7', '-(1LL << 90) % 1000003', '(-1LL >> 100)',
             '(1ULL << 127) / 3', '12345678901234567890123456789 * 3LL', '~0ULL >> 64', '-5LL / 2', '(1LL << 70) > 1',
             '(3LL << 80) & ~(1LL << 81)', '-1 < 0ULL', '(1LL << 100 | 1) != (1LL << 101 | 1)', '!(1LL << 64)',
             '(1LL << 64) && 1', '(1LL << 64) ? 7 : 8', '(int)((1LL << 64) + 9)', '(long long)1e30',
             '(unsigned long long)1.5e9f', '(long long)-1e20', '(ulong)(1LL << 63)', "'a' + (1LL << 66)",
             '18446744073709551616', '0xffffffffffffffffffff', '(char)(1LL << 70 | 200)', '(1LL << 130)',
             '(unsigned char)-1LL ^ 1LL << 127']


def folded(text):
    known = {'(1LL << 100) + 5': (1 << 100) + 5, '-(1LL << 90) / 7': quotient(-(1 << 90), 7),
             '-(1LL << 90) % 1000003': -(1 << 90) - quotient(-(1 << 90), 1000003) * 1000003, '(-1LL >> 100)': -1,
             '(1ULL << 127) / 3': (1 << 127) // 3, '12345678901234567890123456789 * 3LL': 12345678901234567890123456789 * 3,
             '~0ULL >> 64': (1 << 64) - 1, '-5LL / 2': -2, '(1LL << 70) > 1': 1, '(3LL << 80) & ~(1LL << 81)': 1 << 80,
             '-1 < 0ULL': 0, '(1LL << 100 | 1) != (1LL << 101 | 1)': 1, '!(1LL << 64)': 0, '(1LL << 64) && 1': 1,
             '(1LL << 64) ? 7 : 8': 7, '(int)((1LL << 64) + 9)': 9, '(long long)1e30': int(1e30),
             '(unsigned long long)1.5e9f': 1500000000, '(long long)-1e20': -10 ** 20, '(ulong)(1LL << 63)': 1 << 63,
             "'a' + (1LL << 66)": 97 + (1 << 66), '18446744073709551616': 1 << 64,
             '0xffffffffffffffffffff': (1 << 80) - 1, '(char)(1LL << 70 | 200)': -56, '(1LL << 130)': 4,
             '(unsigned char)-1LL ^ 1LL << 127': 255 ^ 1 << 127}
    return known[text]


def add_f32(a, b):
    return struct.unpack('<f', struct.pack('<f', a + b))[0] if abs(a + b) < 3e38 else a + b


def divided(e, name):
    y = fit('longlong', e['y']) | 1
    if name == 'u':
        return e['u'] // (y & MASK)
    return quotient(e[name], y)


def choice(value):
    return CASES.index(value) + 1 if value in CASES else 40 if 1 << 80 <= value <= 1 << 81 else 0


def choice_unsigned(value):
    return 1 if value == 0 else 2 if value == 1 << 127 else 3 if 1 << 126 <= value <= (1 << 128) - 2 else 4 \
        if value == MASK else 0


COUNTS = {'clz': lambda n: 128 - n.bit_length(), 'ctz': lambda n: (n & -n).bit_length() - 1,
          'ffs': lambda n: (n & -n).bit_length(), 'popcount': lambda n: bin(n).count('1'),
          'parity': lambda n: bin(n).count('1') & 1,
          'clrsb': lambda n: 127 - (n ^ MASK if n >> 127 else n).bit_length()}


def operand(e, text):
    """A name, a number, or a name shifted to the right."""
    return eval(text, {}, e)  # pylint: disable=eval-used


def literal(value):
    return f'(long long)0x{value & MASK:x}ULL'


HEAD = '''
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
struct three { long long a; char pad; long long b; char c; };
enum { BIG = 1LL << 90 };
constant long long table[4] = { %s };
constant unsigned long long constants[] = { %s };
__attribute__((noinline)) struct three keep(long long a, char c, long long b)
{ struct three s = { a, 1, b, c }; return s; }
__attribute__((noinline)) unsigned long long
mixed(char c, unsigned long long u, int i, unsigned long long v) { return c + u * 2 + i - v; }
int choose(long long x) { switch (x) { %s case 1LL << 80 ... 1LL << 81: return 40; } return 0; }
int choose_unsigned(unsigned long long x) { switch (x) { case 0: return 1; case 1ULL << 127: return 2;
 case (1ULL << 126) ... (1ULL << 127) - 1: case (1ULL << 127) + 1 ... -2ULL: return 3; case -1ULL: return 4;
 default: return 0; } }
'''

TYPE_NAMES = {'longlong': 'long long', 'ulonglong': 'unsigned long long', 'f32': 'float', 'f64': 'double', 'f16': 'half'}


def program(table, kernels):
    cases = ' '.join(f'case {literal(value)}: return {k + 1};' for k, value in enumerate(CASES))
    text = HEAD % (', '.join(map(literal, TABLE)), ', '.join(CONSTANTS), cases)
    for number, part in enumerate(kernels):
        text += f'''
kernel void k{number}(global long long *out, global const long long *in, global const double *reals,
                      unsigned long long byvalue)
{{
  size_t g = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
  long long x0 = in[2 * g], y0 = in[2 * g + 1]; int n = (int)(y0 >> 3 & 127); out += g * {len(part)};
  float f = (float)reals[2 * g]; double d = reals[2 * g + 1];
  local long long shared[64]; shared[g & 63] = x0;
'''
        for place, row in enumerate(part):
            type_, expression = row[0], row[1]
            store = f'out[{place}] = r' if type_ in BITS else f'out[{place}] = as_{dict(f32="u", f64="ul", f16="us")[type_]}' \
                + dict(f32='int', f64='ong', f16='hort')[type_] + '(r)'
            expression = expression.replace('shared[g]', 'shared[g & 63]')
            own = 'long long own[4] = { x, y, -1, 1LL << 100 };' if 'own' in expression else ''
            text += f'''  {{ long long x = x0, y = y0; unsigned long long u = x, v = y; int i = (int)x; long l = (long)y;
    uint k = (uint)(y >> 7); ulong m = (ulong)(x >> 5); char c = (char)(x >> 11); bool b = y & 1; {own}
    {TYPE_NAMES.get(type_, type_)} r = ({expression}); {store}; }}
'''
        text += '}\n'
    return text


def environment(x, y, f, d):
    return {'x': x, 'y': y, 'u': x & MASK, 'v': y & MASK, 'n': y >> 3 & 127, 'i': fit('int', x), 'l': fit('long', y),
            'k': fit('uint', y >> 7), 'm': fit('ulong', x >> 5), 'c': fit('char', x >> 11), 'b': y & 1, 'f': f, 'd': d}


def word(type_, value):
    if type_ in BITS:
        return fit(type_, int(value)) & MASK
    code, integer = {'f32': ('<f', '<I'), 'f64': ('<d', '<Q'), 'f16': ('<e', '<H')}[type_]
    return struct.unpack(integer, struct.pack(code, value))[0]


def pairs(number):
    source = random.Random(7)
    corners = [0, 1, -1, 2, 10, -10, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, -1 << 63,
               (1 << 64) - 1, 1 << 64, -1 << 64, (1 << 64) + 5, 1 << 100, (1 << 127) - 1, -1 << 127, 1 - (1 << 127),
               ((1 << 127) - 1) >> 39 << 39, (1 << 24) + 1, (1 << 53) + 1, (1 << 100) + (1 << 76), 65519, 65520,
               # halves between two numbers of float and double, and one above, which only the last bit tells
               (1 << 126) + (1 << 102), (1 << 126) + (1 << 102) + 1, (1 << 126) + (3 << 102), (1 << 126) + (1 << 73),
               (1 << 126) + (1 << 73) + 1, -(1 << 126) - (1 << 73) - 1, -(1 << 126) - (1 << 102) - 1]

    def one():
        if source.random() < 0.4:
            return source.choice(corners)
        return fit('longlong', source.getrandbits(128) >> source.randrange(128) if source.random() < 0.7 else
                   -source.getrandbits(source.randrange(1, 128)))
    return [(corners[k], corners[-k - 1]) if k < len(corners) else (one(), one()) for k in range(number)]


def reals(number):
    source = random.Random(8)
    result = []
    for k in range(number):
        # where (char) and the like are defined: small numbers too
        f = source.choice([0.0, 1.5, -1.5, 100.75, -0.25, 2.0 ** 60, -2.0 ** 100, 1.25 * 2.0 ** 126]) if k % 2 else \
            source.uniform(-1, 1) * 2.0 ** source.randrange(0, 127)
        f = struct.unpack('<f', struct.pack('<f', f))[0]
        d = source.uniform(-1, 1) * 2.0 ** source.randrange(0, 127)
        result.append((f, d))
    return result


def main():
    arguments = sys.argv[1:]
    other = None
    if '--' in arguments:
        at = arguments.index('--')
        other, arguments = arguments[at + 1:], arguments[:at]
    occ, gcnsim, number, switches = arguments[0], arguments[1], int(arguments[2]), arguments[3:]
    # A number that does not fit into the other types has no value there.
    table = [row for row in rows() if len(row) == 3 or row[3]]
    if other and other.pop(0) == 'some':
        table = [row for row in table if not re.search(r'\b(float|double|half|f|d)\b|[/%]|_smulll', row[1])]
    each = 60
    kernels = [table[k:k + each] for k in range(0, len(table), each)]
    values, numbers = pairs(number), reals(number)
    folder = tempfile.mkdtemp()
    with open(f'{folder}/k.cl', 'w') as file:
        file.write(program(table, kernels))
    with open(f'{folder}/in', 'wb') as file:
        for x, y in values:
            file.write((x & MASK).to_bytes(16, 'little') + (y & MASK).to_bytes(16, 'little'))
    with open(f'{folder}/reals', 'wb') as file:
        for pair in numbers:
            file.write(struct.pack('<dd', *pair))
    expected = []
    for part in kernels:
        words = b''
        for pair, real in zip(values, numbers):
            e = environment(*pair, *real)
            for row in part:
                words += fit_word(row, e)
        expected.append(words)
    wrong = cases = 0
    for text in switches:
        command = other if other else [occ, '-cl-std=CL1.2', '-w']
        subprocess.run(command + text.split() + [f'{folder}/k.cl', '-o', f'{folder}/k.co'], check=True)
        for k, part in enumerate(kernels):
            subprocess.run([gcnsim, 'run', f'{folder}/k.co', '--kernel', f'k{k}', '--global', str(number), '--local', '64',
                            '--arg', f'buf:{number * len(part) * 16}@out={folder}/out', '--arg', f'buf:{folder}/in',
                            '--arg', f'buf:{folder}/reals', '--arg', f'hex:{BYVALUE.to_bytes(16, "little").hex()}',
                            '--max-seconds', '0'],
                           check=True, stdout=subprocess.DEVNULL)
            with open(f'{folder}/out', 'rb') as file:
                got = file.read()
            for place in range(number * len(part)):
                cases += 1
                a, b = got[place * 16:place * 16 + 16], expected[k][place * 16:place * 16 + 16]
                if a != b:
                    wrong += 1
                    if wrong <= 20:
                        row, pair = part[place % len(part)], values[place // len(part)]
                        print(f'{text}: {row[1]} with x = {pair[0]:#x}, y = {pair[1]:#x}, reals {numbers[place // len(part)]}: '
                              f'{int.from_bytes(a, "little"):#x}, expected {int.from_bytes(b, "little"):#x}')
    print(f'{len(table)} operations, {cases} results, {wrong} wrong')
    return wrong != 0


def fit_word(row, e):
    type_, value = row[0], row[2](e)
    number = word(type_, value)
    return (number if type_ not in BITS else fit(type_, int(value)) & MASK).to_bytes(16, 'little')


if __name__ == '__main__':
    sys.exit(main())
