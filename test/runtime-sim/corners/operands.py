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


class Group:
    """The operands of the instructions with sources of these categories."""

    def __init__(self, categories, lanes, whole):
        self.rows = tuples(categories, lanes, whole)
        chance = random.Random("old " + " ".join(categories))
        mine = [c for c in categories if c != "i128"] or ["i32"]
        self.old = [corner(mine[-1], chance) | (chance.getrandbits(32) << 32 if WIDTH[mine[-1]] < 64
                                                  else 0) for _ in range(lanes)]
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
