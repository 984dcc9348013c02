"""The operands: corners of each type, and all lanes' combinations of them."""
import itertools
import random
import struct

import floats
import integers
from kernel import SLOTS

I32 = [0, 1, 2, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x80000001, 31, 32, 33, 0xFFFF, 0xFFFF8000, 0x00800000,
       0x007FFFFF, 0xFF7FFFFF, 0x12345678, 0x0C070B08, 0x00200000]
I64 = [0, 1, (1 << 64) - 1, 1 << 63, (1 << 63) - 1, 0xFFFFFFFF, 1 << 32, 0x80000000, 63, 64,
       0xFEDCBA9876543210, 0xFFFFFFFF00000000]
I16 = [0, 1, 2, 0xFFFF, 0x8000, 0x7FFF, 0x8001, 15, 16, 17, 0x00FF, 0xFF00, 0x1234]


def numbers(f, extra):
    """Zero, denormals, the ends of the range, one, infinity, quiet and signalling NaN, both signs."""
    half_ulp = (f.bias - f.fraction - 1) << f.fraction
    sizes = [0, 1, (1 << f.fraction) - 1, 1 << f.fraction, f.one, f.one + 1, f.one - 1, half_ulp, f.max,
             f.inf, f.nan | 5, f.inf | 1] + extra
    return sizes + [a | f.sign for a in sizes]


def bits32(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def bits64(value):
    return struct.unpack("<Q", struct.pack("<d", value))[0]


F32 = numbers(floats.F32, [bits32(v) for v in (0.5, 1.5, 2.5, 0.49999997, 2147483648.0, 4294967040.0,
                                                65520.0, 8388608.5, 1e30, 1.17549435e-38 * 1.5)])
F64 = numbers(floats.F64, [bits64(v) for v in (0.5, 1.5, 2.5, 2147483647.5, 4294967295.5, 3.5e38, 1e-310,
                                                4503599627370496.5)])
F16 = numbers(floats.F16, [0x3800, 0x3E00, 0x4100, 0x37FF, 0x6800, 0x0600])
CORNERS = {"i32": I32, "i64": I64, "i16": I16, "f32": F32, "f64": F64, "f16": F16}
CATEGORY = {"B32": "i32", "U32": "i32", "I32": "i32", "B64": "i64", "U64": "i64", "I64": "i64",
            "B16": "i16", "U16": "i16", "I16": "i16", "F16": "f16", "F32": "f32", "F64": "f64",
            "B128": "i128", "PACKED": "pf16", "PACKED_INT": "pi16", "PACKED32": "pf32"}
WIDTH = {"i32": 32, "f32": 32, "i64": 64, "f64": 64, "i16": 16, "f16": 16, "i128": 128, "pf16": 32,
         "pi16": 32, "pf32": 64}


def corner(category, chance):
    if category == "i128":
        return chance.choice(I64) | chance.choice(I64) << 64
    if category in ("pf16", "pi16", "pf32"):
        inner, width = ("f32", 32) if category == "pf32" else (category[1:], 16)
        return chance.choice(CORNERS[inner]) | chance.choice(CORNERS[inner]) << width
    value = chance.choice(CORNERS[category])
    return value | (chance.getrandbits(16) << 16 if WIDTH[category] == 16 else 0)


def sums(f):
    """Zeros of both signs; a * b + c whose product is a denormal, or is rounded, overflows or is infinite before the sum."""
    least = 1 << f.fraction
    half, more = f.one - least, least | least >> 1
    turn = f.sign
    return [(0, turn, 0), (turn, 0, turn), (0, turn, turn), (turn, turn, 0), (0, 0, turn), (turn, 0, 0),
            (more, half, more), (more, half, least | turn), (more, half | turn, least + 1),
            (least, half, least - 1), (least + 1, half, 0), (more, f.one, more | turn),
            (f.one + 1, f.one + 1, f.one + 2 | turn), (f.one + 1, f.one - 1, f.one | turn),
            (f.max, f.one + least, f.max | turn), (f.inf, f.one, f.inf | turn), (f.inf, 0, f.one),
            (0, f.inf, f.nan), (f.max, f.max, f.inf | turn), (f.one, f.one, f.one | turn)]


FORMATS = {"f16": floats.F16, "f32": floats.F32, "f64": floats.F64}


def tuples(categories, lanes, whole):
    """Operands of all lanes: combinations in an order by chance, each third with two alike."""
    chance = random.Random(" ".join(categories))
    plain = all(c in CORNERS for c in categories)
    rows = []
    if plain:
        rows = list(itertools.product(*(CORNERS[c] for c in categories)))
        chance.shuffle(rows)
        rows = [tuple(v | (chance.getrandbits(16) << 16 if WIDTH[c] == 16 else 0)
                      for v, c in zip(row, categories)) for row in rows[:lanes]]
    while len(rows) < lanes:
        rows.append(tuple(corner(c, chance) for c in categories))
    if len(set(categories)) < len(categories) and not (plain and whole):
        for i in range(0, lanes, 3):
            row = list(rows[i])
            same = [(p, q) for p in range(len(row)) for q in range(p) if categories[p] == categories[q]]
            p, q = chance.choice(same)
            row[p] = row[q]
            rows[i] = tuple(row)
    return rows


def finite(categories, row):
    return all(not FORMATS[c].inf == value & FORMATS[c].inf for c, value in zip(categories, row)
               if c in FORMATS)


class Group:
    """The operands of the instructions with sources of these categories.  The last wave has neither
    infinities nor NaNs, for which the simulator takes other ways for all lanes at once."""

    def __init__(self, categories, lanes, whole):
        self.rows = tuples(categories, lanes, whole)
        chance = random.Random("old " + " ".join(categories))
        for i in range(lanes - 64, lanes):
            while not finite(categories, self.rows[i]):
                self.rows[i] = tuple(corner(c, chance) for c in categories)
        mine = [c for c in categories if c != "i128"] or ["i32"]
        self.old = [corner(mine[-1], chance) | (chance.getrandbits(32) << 32 if WIDTH[mine[-1]] < 64
                                                  else 0) for _ in range(lanes)]
        f = FORMATS.get(mine[-1])
        if f:
            for i in range(lanes - 64, lanes):
                while f.is_nan(self.old[i] & ((1 << f.width) - 1)) or f.is_inf(
                        self.old[i] & ((1 << f.width) - 1)):
                    self.old[i] = corner(mine[-1], chance)
        if f and set(categories) == {mine[-1]} and len(categories) >= 2:
            for i, row in enumerate(sorted(sums(f), key=lambda row: not finite([mine[-1]] * 3, row))):
                at = -1 - i if finite([mine[-1]] * 3, row) else i
                self.rows[at] = row[:len(categories)]
                self.old[at] = row[2] | self.old[at] >> f.width << f.width
        self.carry = [chance.getrandbits(1) for _ in range(lanes)]

    def dwords(self):
        columns = [[0] * len(self.rows) for _ in range(SLOTS)]
        for i, row in enumerate(self.rows):
            for slot, value in zip((0, 2, 4), row + (0,) * (3 - len(row))):
                for k in range(4 if slot == 4 else 2):
                    columns[slot + k][i] = value >> 32 * k & integers.M32
            columns[8][i], columns[9][i] = self.old[i] & integers.M32, self.old[i] >> 32
            columns[10][i] = self.carry[i]
        return [value for column in columns for value in column]
