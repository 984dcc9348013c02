"""Types, rounding and inputs of the models."""
import math
import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, '../lanes'), os.path.join(HERE, '../../language/conversions'), os.path.join(HERE, '..')]
from functions import CODES, FLOATS, INTEGERS, Scalar, count_of, scalar_of  # noqa: E402, F401
from generate import INF, round_to_float  # noqa: E402

ALIASES = {'size_t': 'ulong', 'uintptr_t': 'ulong', 'intptr_t': 'long', 'ptrdiff_t': 'long', 'bool': 'int',
           'atomic_flag': 'int'}
DIGITS = {'half': 11, 'float': 24, 'double': 53}
LEAST_EXPONENT = {'half': -14, 'float': -126, 'double': -1022}  # of normal numbers


def value_type(name):
    """The type that memory has: of atomic ones without the word."""
    name = ALIASES.get(name, name)
    name = name[len('atomic_'):] if name.startswith('atomic_') else name
    return ALIASES.get(name, name)


def width_of(name):
    count = count_of(name)
    return struct.calcsize(CODES[scalar_of(name)]) * (4 if count == 3 else count)


def encode(name, components):
    count = count_of(name)
    return struct.pack(f'<{count}{CODES[scalar_of(name)]}', *components).ljust(width_of(name), b'\0')


def decode(name, data):
    return struct.unpack_from(f'<{count_of(name)}{CODES[scalar_of(name)]}', data)


def nearest(scalar, value, mode=''):
    """A Fraction as the type's number."""
    rounded = round_to_float(value, scalar.name, mode)
    return {INF: math.inf, '-inf': -math.inf}[rounded] if isinstance(rounded, str) else float(rounded)


def ulp(scalar, value):
    value = abs(value)
    exponent = math.frexp(value)[1] - 1 if value else LEAST_EXPONENT[scalar.name]
    return 2.0 ** (max(exponent, LEAST_EXPONENT[scalar.name]) - DIGITS[scalar.name] + 1)


class Near:
    """A result that may be off by so much."""

    def __init__(self, value, tolerance):
        self.value, self.tolerance = value, tolerance

    def __str__(self):
        return f'{self.value!r} to {self.tolerance}'


def is_right(scalar, got, want):
    """want: a number, Near, or None: anything."""
    if want is None:
        return True
    tolerance = 0
    if isinstance(want, Near):
        want, tolerance = want.value, want.tolerance
    if scalar.is_float and math.isnan(want):
        return math.isnan(got)
    return got == want or tolerance and math.isfinite(got) and abs(got - want) <= tolerance


# ---- inputs: each draws a value of a scalar type ----

def integers(scalar, dice):
    special = (0, 1, 2, scalar.greatest, scalar.least, scalar.greatest // 2 + 1, -1)
    return scalar.wrap(dice.choice(special) if not dice.randrange(4) else dice.getrandbits(scalar.bits) >> dice.randrange(scalar.bits))


def floats(scalar, dice):
    if not scalar.is_float:
        return integers(scalar, dice)
    if not dice.randrange(8):
        return dice.choice((0.0, 1.0, -1.0, 0.5, 2.0, -1.5))
    size = 4 if scalar.name == 'half' else 8
    return scalar.wrap(dice.uniform(1, 2) * 2.0 ** dice.randint(-size, size) * dice.choice((1, -1)))


def special(scalar, dice):
    if not scalar.is_float:
        return integers(scalar, dice)
    return dice.choice((0.0, -0.0, 1.0, -1.0, 1.5, math.inf, -math.inf, math.nan))


def bits(scalar, dice):
    return struct.unpack('<' + scalar.code, struct.pack('<Q', dice.getrandbits(64))[:scalar.bits // 8])[0]


def between(low, high):
    def draw(scalar, dice):
        return scalar.wrap(dice.uniform(low, high) if scalar.is_float else dice.randint(int(low), int(high)))
    return draw


def one_of(*values):
    return lambda scalar, dice: scalar.wrap(dice.choice(values) if scalar.is_float else int(dice.choice(values)))


def number_of_bits(scalar, value):
    """The bits of a value, as an unsigned number."""
    return int.from_bytes(struct.pack('<' + scalar.code, value), 'little')


def of_bits(scalar, number):
    return struct.unpack('<' + scalar.code, number.to_bytes(scalar.bits // 8, 'little'))[0]
