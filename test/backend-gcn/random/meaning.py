"""What IR operations compute, on bit patterns: the reference of operations.py."""
import math
import struct

M32, M64 = (1 << 32) - 1, (1 << 64) - 1


def signed(x, bits):
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> (bits - 1) else x


def to_float(bits, kind):
    return struct.unpack("<f", struct.pack("<I", bits & M32))[0] if kind == "f32" else \
        struct.unpack("<d", struct.pack("<Q", bits & M64))[0]


def round32(x):
    if x != x or math.isinf(x):
        return x
    try:
        return struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def to_bits(x, kind):
    return struct.unpack("<I", struct.pack("<f", round32(x)))[0] if kind == "f32" else \
        struct.unpack("<Q", struct.pack("<d", x))[0]


def int_to_float(x, kind):
    """Rounds once, to nearest even."""
    digits = 24 if kind == "f32" else 53
    extra = abs(x).bit_length() - digits
    if extra > 0:
        quotient, rest = divmod(abs(x), 1 << extra)
        half = 1 << (extra - 1)
        quotient += rest > half or (rest == half and quotient & 1)
        x = int(math.copysign(1, x)) * (quotient << extra)
    return to_bits(float(x), kind)


def divide(a, b):
    if b == 0:
        return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1, b)
    return a / b


def root(a):
    if a != a or a == math.inf or a == 0:
        return a
    return math.sqrt(a) if a > 0 else math.nan


def pick(a, b, larger):
    """fmin, fmax: the other one when one is NaN; zeros are ordered by sign."""
    if a != a or b != b:
        return b if a != a else a
    if a == b == 0:
        return a if (math.copysign(1, a) > 0) == larger else b
    return max(a, b) if larger else min(a, b)


def rounded(function):
    def apply(a):
        if a != a or math.isinf(a):
            return a
        return math.copysign(abs(float(function(a))), a) if function(a) == 0 else float(function(a))
    return apply


def integer_operations(kind, bits):
    mask = (1 << bits) - 1

    def sg(x):
        return signed(x, bits)

    two = [kind, kind]
    table = {
        "add": (two, lambda a, b: a + b), "sub": (two, lambda a, b: a - b),
        "and": (two, lambda a, b: a & b), "or": (two, lambda a, b: a | b),
        "xor": (two, lambda a, b: a ^ b),
        "shl": ([kind, "i32"], lambda a, b: a << (b & (bits - 1))),
        "lshr": ([kind, "i32"], lambda a, b: a >> (b & (bits - 1))),
        "ashr": ([kind, "i32"], lambda a, b: sg(a) >> (b & (bits - 1))),
        "fshr": ([kind, kind, "i32"], lambda a, b, c: (a << bits | b) >> (c & (bits - 1))),
        "umin": (two, min), "umax": (two, max),
        "smin": (two, lambda a, b: min(sg(a), sg(b))),
        "smax": (two, lambda a, b: max(sg(a), sg(b))),
        "clz": ([kind], lambda a: bits - a.bit_length()),
        "ctz": ([kind], lambda a: bits if a == 0 else (a & -a).bit_length() - 1),
        "popcount": ([kind], lambda a: bin(a).count("1")),
        "bitrev": ([kind], lambda a: int(format(a, f"0{bits}b")[::-1], 2)),
    }
    result = [(op, kind, args, lambda *v, f=f: f(*v) & mask) for op, (args, f) in table.items()]
    compares = {"eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "ult": lambda a, b: a < b,
                "ule": lambda a, b: a <= b, "ugt": lambda a, b: a > b, "uge": lambda a, b: a >= b,
                "slt": lambda a, b: sg(a) < sg(b), "sle": lambda a, b: sg(a) <= sg(b),
                "sgt": lambda a, b: sg(a) > sg(b), "sge": lambda a, b: sg(a) >= sg(b)}
    return result + [(op, "i1", two, lambda a, b, f=f: int(f(a, b))) for op, f in compares.items()]


def bit_field(a, offset, width, extend):
    offset, width = offset & 31, width & 31
    if extend:
        return signed(signed(a, 32) >> offset, width) & M32 if width else 0
    return a >> offset & ((1 << width) - 1)


def word_operations():
    three = ["i32"] * 3
    return [
        ("mul", "i32", ["i32", "i32"], lambda a, b: a * b & M32),
        ("umulhi", "i32", ["i32", "i32"], lambda a, b: a * b >> 32),
        ("smulhi", "i32", ["i32", "i32"], lambda a, b: signed(a, 32) * signed(b, 32) >> 32 & M32),
        ("umul24", "i32", ["i32", "i32"], lambda a, b: (a & 0xFFFFFF) * (b & 0xFFFFFF) & M32),
        ("smul24", "i32", ["i32", "i32"], lambda a, b: signed(a, 24) * signed(b, 24) & M32),
        ("ubfe", "i32", three, lambda a, b, c: bit_field(a, b, c, False)),
        ("sbfe", "i32", three, lambda a, b, c: bit_field(a, b, c, True)),
        ("zext", "i64", ["i32"], lambda a: a),
        ("sext", "i64", ["i32"], lambda a: signed(a, 32) & M64),
        ("trunc", "i32", ["i64"], lambda a: a & M32),
        ("unpack_lo", "i32", ["i64"], lambda a: a & M32),
        ("unpack_hi", "i32", ["i64"], lambda a: a >> 32),
        ("pack64", "i64", ["i32", "i32"], lambda a, b: a | b << 32),
        ("fptrunc", "f32", ["f64"], lambda a: to_bits(to_float(a, "f64"), "f32")),
        ("fpext", "f64", ["f32"], lambda a: to_bits(to_float(a, "f32"), "f64")),
    ]


def float_operations(kind):
    sign = 1 << (31 if kind == "f32" else 63)
    arithmetic = {
        "fadd": (2, lambda a, b: a + b), "fsub": (2, lambda a, b: a - b),
        "fmul": (2, lambda a, b: a * b), "fdiv": (2, divide), "fsqrt": (1, root),
        "fmin": (2, lambda a, b: pick(a, b, False)), "fmax": (2, lambda a, b: pick(a, b, True)),
        "ffloor": (1, rounded(math.floor)), "fceil": (1, rounded(math.ceil)),
        "ftrunc": (1, rounded(math.trunc)), "frint": (1, rounded(round)),
        "fcopysign": (2, math.copysign),
    }
    result = [(op, kind, [kind] * n,
               lambda *v, f=f: to_bits(f(*(to_float(x, kind) for x in v)), kind))
              for op, (n, f) in arithmetic.items()]
    result += [("fneg", kind, [kind], lambda a: a ^ sign), ("fabs", kind, [kind], lambda a: a & ~sign)]
    relations = {"eq": lambda a, b: a == b, "ne": lambda a, b: a < b or a > b,
                 "lt": lambda a, b: a < b, "le": lambda a, b: a <= b,
                 "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b}

    def compare(f, unordered):
        def apply(a, b):
            x, y = to_float(a, kind), to_float(b, kind)
            return int(unordered) if x != x or y != y else int(f(x, y))
        return apply

    for name, f in relations.items():
        result.append(("fo" + name, "i1", [kind, kind], compare(f, False)))
        result.append(("fu" + name, "i1", [kind, kind], compare(f, True)))
    result.append(("ford", "i1", [kind, kind], compare(lambda a, b: True, False)))
    result.append(("funo", "i1", [kind, kind], compare(lambda a, b: False, True)))
    for integer, bits in (("i32", 32), ("i64", 64)):
        result.append(("sitofp", kind, [integer],
                       lambda a, bits=bits: int_to_float(signed(a, bits), kind)))
        result.append(("uitofp", kind, [integer], lambda a: int_to_float(a, kind)))
        result.append(("fptosi", integer, [kind],
                       lambda a, bits=bits: float_to_int(a, kind, -(1 << bits - 1), 1 << bits - 1, bits)))
        result.append(("fptoui", integer, [kind],
                       lambda a, bits=bits: float_to_int(a, kind, 0, 1 << bits, bits)))
    return result


def float_to_int(a, kind, low, high, bits):
    """None outside the range: not compared."""
    x = to_float(a, kind)
    if x != x or math.isinf(x) or not low <= math.trunc(x) < high:
        return None
    return int(x) & ((1 << bits) - 1)


def operations():
    """(operation, result type, argument types, function of bit patterns)"""
    return (integer_operations("i32", 32) + integer_operations("i64", 64) + word_operations() +
            float_operations("f32") + float_operations("f64"))


# Units in the last place that OpenCL allows; elsewhere results are exact.
TOLERANCE = {("fdiv", "f32"): 3, ("fsqrt", "f32"): 3}


def agrees(op, kind, got, want, flushes):
    if kind not in ("f32", "f64"):
        return got == want
    a, b = to_float(got, kind), to_float(want, kind)
    if a != a or b != b:
        return a != a and b != b
    if got == want or (flushes and kind == "f32" and abs(b) < 2.0 ** -126 and a == 0):
        return True

    def place(bits):
        sign = 1 << (31 if kind == "f32" else 63)
        return bits if not bits & sign else -(bits & ~sign)

    return abs(place(got) - place(want)) <= TOLERANCE.get((op, kind), 0)
