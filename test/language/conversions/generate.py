#!/usr/bin/env python3
"""Writes the programs that convert every type to every other one, with results of an exact model.

    generate.py FOLDER       one .cl file for each source type

convert_TYPE{_sat}{_rte,_rtz,_rtp,_rtn} (OpenCL C 1.2, 6.2.3) on scalars and on vectors of all
widths, implicit conversions and casts.  The model works on exact fractions: a value is rounded once
to the target type.  Left out is what the specification leaves open: floats outside of an integer
type's range without _sat, NaN to integers without _sat; and denormal floats."""
import struct
import sys
from fractions import Fraction
from pathlib import Path

INTEGERS = {'char': (8, True), 'uchar': (8, False), 'short': (16, True), 'ushort': (16, False),
            'int': (32, True), 'uint': (32, False), 'long': (64, True), 'ulong': (64, False)}
# name: bits, bits of the mantissa with the leading one, exponent of the largest power of two
FLOATS = {'half': (16, 11, 15), 'float': (32, 24, 127), 'double': (64, 53, 1023)}
MODES = ['', '_rte', '_rtz', '_rtp', '_rtn']
WIDTHS = [1, 2, 3, 4, 8, 16]
PACK = {'half': '<e', 'float': '<f', 'double': '<d'}
NAN, INF = 'nan', 'inf'


def limits(name):
    bits, signed = INTEGERS[name]
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)


def round_to_integer(value, mode):
    floor = value.numerator // value.denominator
    rest = value - floor
    if rest == 0 or mode == '_rtn':
        return floor
    if mode == '_rtp':
        return floor + 1
    if mode == '_rtz':
        return floor + (value < 0)
    if rest == Fraction(1, 2):
        return floor + (floor & 1)
    return floor + (rest > Fraction(1, 2))


def round_to_float(value, name, mode):
    """The nearest value of the type in the mode's direction: a Fraction, INF or '-inf'."""
    _, digits, largest = FLOATS[name]
    if value == 0:
        return value
    exponent = 0
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if size < Fraction(2) ** exponent:
        exponent -= 1
    unit = Fraction(2) ** (max(exponent, 1 - largest) - digits + 1)
    rounded = round_to_integer(value / unit, mode or '_rte') * unit
    most = (2 - Fraction(2) ** (1 - digits)) * Fraction(2) ** largest
    if abs(rounded) <= most:
        return rounded
    if mode == '_rtz' or mode == ('_rtn' if value > 0 else '_rtp'):
        return most if value > 0 else -most
    return INF if value > 0 else '-inf'


def bits_of(value, name, negative_zero=False):
    """The bits of a value that the type has."""
    bits, digits, largest = FLOATS[name]
    sign = 1 << bits - 1
    infinity = (2 * largest + 1) << digits - 1
    if value in (INF, '-inf'):
        return infinity | (sign if value == '-inf' else 0)
    if value == 0:
        return sign if negative_zero else 0
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if size < Fraction(2) ** exponent:
        exponent -= 1
    exponent = max(exponent, 1 - largest)
    mantissa = size / Fraction(2) ** (exponent - digits + 1)
    assert mantissa.denominator == 1
    field = int(mantissa) + ((exponent + largest - 1) << digits - 1)
    if int(mantissa) < 1 << digits - 1:
        field = int(mantissa)
    return field | (sign if value < 0 else 0)


def convert(source, value, target, saturate, mode):
    """The result as text for language-run, or None where it is not defined."""
    if target in INTEGERS:
        low, high = limits(target)
        if source in INTEGERS:
            if saturate:
                return str(min(max(value, low), high))
            wrapped = value & ((1 << INTEGERS[target][0]) - 1)
            return str(wrapped - (1 << INTEGERS[target][0]) if wrapped > high else wrapped)
        if value == NAN:
            return '0' if saturate else None
        if value in (INF, '-inf'):
            return str(high if value == INF else low) if saturate else None
        result = round_to_integer(Fraction(0) if value == '-0' else value, mode or '_rtz')
        if not low <= result <= high:
            return str(min(max(result, low), high)) if saturate else None
        return str(result)
    if value == NAN:
        return 'nan'
    if value in (INF, '-inf'):
        return '#%x' % bits_of(value, target)
    if value == '-0':
        return '#%x' % bits_of(Fraction(0), target, True)
    result = round_to_float(Fraction(value), target, mode)
    if target == 'float' and result not in (INF, '-inf') and 0 < abs(value) < Fraction(2) ** -126:
        return None  # denormals of float are flushed before GFX9
    return '#%x' % bits_of(result, target, value < 0)


def integer_inputs(name):
    low, high = limits(name)
    values = [0, 1, 5, 100, high, high - 1, low, high // 2 + 1, high // 3]
    values += [-1, -2, -100, low + 1] if low else [high - 5, high // 2, high - high // 3, 3]
    bits = INTEGERS[name][0]
    if bits > 16:
        values += [255, 256, 32767, 32768, 65535, 65504, 65519, 65520, 16777217, 16777219, 2049]
    if bits > 32:
        values += [(1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 53) + 1, (1 << 53) + 3,
                   (1 << 62) + (1 << 38), (1 << 62) + (1 << 38) + 1, 0x7fffff8000000001]
    if low and bits > 16:
        values += [-v for v in values[13:] if v]
    return values


def float_inputs(name):
    values = [NAN, INF, '-inf', '-0', Fraction(0)]
    texts = ['0.5', '-0.5', '1.5', '2.5', '-2.5', '1.25', '-1.75', '0.4990234375', '127', '127.5',
             '128', '-128', '-128.5', '-129', '255', '255.5', '256', '32767', '32768', '-32769',
             '65504', '-3', '100.0625', '2049', '1', '-1', '0.0999755859375']
    values += [Fraction(t) for t in texts]
    two = Fraction(2)
    if name != 'half':
        values += [Fraction(65519), Fraction(65520), Fraction(-65521), two**31, two**31 - 128, -two**31,
                   -two**31 - 256, two**32, two**32 - 256, two**63, -two**63, two**64,
                   two**63 - two**39, two**64 - two**40, two**-24, two**-25, two**-25 + two**-40,
                   Fraction(2049), 1 + two**-11, 1 + two**-11 + two**-20, 1 + 3 * two**-11,
                   two**100, -two**-126]
    if name == 'double':
        values += [two**31 - Fraction(1, 2), -two**31 - Fraction(1, 2), two**32 - Fraction(1, 4),
                   two**53 + 2, two**63 - 1024, two**64 - 2048, 1 + two**-24, 1 + two**-24 + two**-50,
                   1 + 3 * two**-24, two**1000, -two**1000, two**128 - two**103, two**128 - two**104,
                   two**-149, two**-150, two**-150 + two**-170, -two**-151]
    return [v if v in (NAN, INF, '-inf', '-0') else round_to_float(v, name, '') for v in values]


def input_text(value, name):
    if name in INTEGERS:
        return str(value)
    if value == NAN:
        return 'nan'
    if value == '-0':
        return '-0'
    return '#%x' % bits_of(value, name)


def vector(name, width):
    return name + (str(width) if width > 1 else '')


def load(name, width, buffer, index):
    return f'{buffer}[{index}]' if width == 1 else f'vload{width}(0, {buffer} + {index})'


def store(value, width, buffer, index):
    return f'{buffer}[{index}] = {value};' if width == 1 else f'vstore{width}({value}, 0, {buffer} + {index});'


def forms(source, target):
    for saturate in ('', '_sat'):
        if saturate and target in FLOATS:
            continue
        for mode in MODES:
            yield saturate, mode
    yield 'cast', ''
    yield 'implicit', ''


def kernel(source, target, saturate, mode, widths):
    inputs = integer_inputs(source) if source in INTEGERS else float_inputs(source)
    good, results = [], []
    for value in inputs:
        result = convert(source, value, target, saturate == '_sat', mode)
        if result is not None:
            good.append(input_text(value, source))
            results.append(result)
    while len(good) < 16:
        good.append(good[0])
        results.append(results[0])
    name = f'{source}_to_{target}{"_" * bool(saturate)}{saturate.strip("_")}{mode}'
    body, expected, at = [], [], 0
    for number, width in enumerate(widths):
        for first in range(0, len(good), width) if width == 1 else [number % (len(good) - width + 1)]:
            loaded = load(source, width, 'in', first)
            if saturate == 'cast':
                value = f'({target}){loaded}'
            elif saturate == 'implicit':
                value = loaded
            else:
                value = f'convert_{vector(target, width)}{saturate}{mode}({loaded})'
            body.append('    ' + store(value, width, 'r', at))
            expected += results[first:first + width]
            at += width
    return '\n'.join([f'// kernel: {name}', f'// arg: {target} r[{at}]',
                      f'// arg: {source} in[{len(good)}] = {" ".join(good)}',
                      f'// expect: r[0] = {" ".join(expected)}', 'kernel void',
                      f'{name}(global {target} *r, global const {source} *in)', '{', *body, '}', ''])


def program(source):
    texts = [f'// Conversions of {source}: written by generate.py.',
             '#pragma OPENCL EXTENSION cl_khr_fp16 : enable', '']
    for target in [*INTEGERS, *FLOATS]:
        for saturate, mode in forms(source, target):
            widths = [1] if saturate in ('cast', 'implicit') else WIDTHS
            texts.append(kernel(source, target, saturate, mode, widths))
    return '\n'.join(texts)


if __name__ == '__main__':
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for source in [*INTEGERS, *FLOATS]:
        (folder / f'from_{source}.cl').write_text(program(source))
