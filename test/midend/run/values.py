#!/usr/bin/env python3
"""Division, square root and what 64-bit integers need, on the simulator against the host.

    values.py BUILD TARGET SEED

Integers: edge values and random ones, by variables and by constants; division by zero and the one
overflow are undefined and left out.  f32 division and square root stay within 2.5 and 3 ULP,
denormals included where the target keeps them (gfx9); f64 ones are correctly rounded.
"""
import fractions
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

LANES = 64
failures = 0


def fail(text):
    global failures
    failures += 1
    if failures <= 20:
        print("FAIL", text)


class Runner:
    def __init__(self, build, target, folder):
        self.bin = os.path.join(build, "bin")
        self.target = target
        self.folder = folder
        self.count = 0

    def path(self, name):
        return os.path.join(self.folder, name)

    def compile(self, source):
        self.count += 1
        name = self.path(f"k{self.count}")
        with open(name + ".cl", "w", encoding="ascii") as file:
            file.write(source)
        subprocess.run([os.path.join(self.bin, "occ"), "-w", f"-mcpu={self.target}", name + ".cl", "-o",
                        name + ".co"], check=True)
        return name + ".co"

    def run(self, code, kernel, inputs, size, items):
        arguments = [f"--arg=buf:{size}@out={self.path('out')}"]
        for i, data in enumerate(inputs):
            with open(self.path(f"in{i}"), "wb") as file:
                file.write(data)
            arguments.append(f"--arg=buf:{self.path(f'in{i}')}")
        words = [w for a in arguments for w in a.split("=", 1)]
        subprocess.run([os.path.join(self.bin, "gcnsim"), "run", code, "--kernel", kernel, "--global",
                        str(items), "--local", str(LANES), "--rounding",
                        os.environ.get("OCC_ROUNDING", "nearest"), "--schedule",
                        os.environ.get("OCC_SCHEDULE", "order")] + words, check=True,
                       stdout=subprocess.DEVNULL)
        with open(self.path("out"), "rb") as file:
            return file.read()


# ---- integers ----

def wrap(value, bits, is_signed):
    value &= (1 << bits) - 1
    return value - (1 << bits) if is_signed and value >> (bits - 1) else value


def quotient(x, y):
    q = abs(x) // abs(y)
    return -q if (x < 0) != (y < 0) else q


def undefined(x, y, bits, is_signed):
    return y == 0 or (is_signed and y == -1 and x == -1 << (bits - 1))


def edges(bits):
    top = 1 << bits
    near = [0, 1, 2, 3, 5, 7, 9, 10, 100, 255, 641, 1000]
    for p in (7, 8, 15, 16, 23, 24, 31, 32, 33, 52, 53, 62, 63):
        if p < bits:
            near += [(1 << p) - 1, 1 << p, (1 << p) + 1]
    return near + [top - n for n in near if n]


def random_integer(numbers, bits):
    return numbers.choice([numbers.getrandbits(bits), numbers.getrandbits(numbers.randint(1, bits)),
                           (1 << bits) - 1 - numbers.getrandbits(numbers.randint(1, bits)),
                           1 << numbers.randrange(bits)])


TYPES = {"char": (8, True, "b"), "uchar": (8, False, "B"), "short": (16, True, "h"),
         "ushort": (16, False, "H"), "int": (32, True, "i"), "uint": (32, False, "I"),
         "long": (64, True, "q"), "ulong": (64, False, "Q")}


def pairs(numbers, bits, count):
    few = edges(bits)
    both = [(x, y) for x in few for y in few]
    numbers.shuffle(both)
    both = both[:count // 2]
    while len(both) < count:
        both.append((random_integer(numbers, bits), random_integer(numbers, bits)))
    return both


VARIABLE = """kernel void by_{t}(global {t} *out, global {t} *x, global {t} *y)
{{
    size_t i = get_global_id(0);
    out[2 * i] = x[i] / y[i];
    out[2 * i + 1] = x[i] % y[i];
}}
"""


def by_variables(runner, numbers):
    code = runner.compile("".join(VARIABLE.format(t=t) for t in TYPES))
    for t, (bits, is_signed, letter) in TYPES.items():
        both = [(wrap(x, bits, is_signed), wrap(y, bits, is_signed))
                for x, y in pairs(numbers, bits, 2048)]
        inputs = [struct.pack(f"<{len(both)}{letter}", *side) for side in zip(*both)]
        out = runner.run(code, "by_" + t, inputs, 2 * len(both) * bits // 8, len(both))
        got = struct.unpack(f"<{2 * len(both)}{letter}", out)
        for i, (x, y) in enumerate(both):
            if undefined(x, y, bits, is_signed):
                continue
            q = quotient(x, y)
            if got[2 * i] != q or got[2 * i + 1] != x - q * y:
                fail(f"{t} {x} by {y}: {got[2 * i]} and {got[2 * i + 1]}")


def literal(c, t):
    bits, is_signed, _ = TYPES[t]
    if is_signed and c == -1 << (bits - 1):
        return f"({c + 1}{'L' if bits == 64 else ''} - 1)"
    return f"({c}{'' if is_signed else 'U'}{'L' if bits == 64 else ''})"


def by_constants(runner, numbers, t, constants):
    bits, is_signed, letter = TYPES[t]
    xs = [wrap(x, bits, is_signed) for x in edges(bits)][:LANES - 8]
    xs += [wrap(numbers.getrandbits(bits), bits, is_signed) for _ in range(LANES - len(xs))]
    count = 2 * len(constants)
    lines = []
    for i, c in enumerate(constants):
        lines.append(f"    out[{2 * i}] = x / {literal(c, t)}; out[{2 * i + 1}] = x % {literal(c, t)};")
    code = runner.compile(f"kernel void constants(global {t} *out, global {t} *in)\n{{\n"
                          f"    size_t i = get_global_id(0);\n    {t} x = in[i];\n"
                          f"    out += {count} * i;\n" + "\n".join(lines) + "\n}\n")
    out = runner.run(code, "constants", [struct.pack(f"<{LANES}{letter}", *xs)],
                     LANES * count * bits // 8, LANES)
    got = struct.unpack(f"<{LANES * count}{letter}", out)
    for lane, x in enumerate(xs):
        for i, c in enumerate(constants):
            if undefined(x, c, bits, is_signed):
                continue
            q, (a, b) = quotient(x, c), got[lane * count + 2 * i:][:2]
            if a != q or b != x - q * c:
                fail(f"{t} {x} by constant {c}: {a} and {b}")


def all_constants(runner, numbers):
    for t in ("int", "uint"):
        bits, is_signed, _ = TYPES[t]
        wanted = list(range(1, 1001)) if not is_signed else list(range(1, 501)) + list(range(-500, 0))
        wanted += [wrap(c, bits, is_signed) for c in edges(bits) if c]
        wanted += [wrap(1 << p, bits, is_signed) for p in range(bits)]
        wanted += [wrap(numbers.getrandbits(bits) | 1, bits, is_signed) for _ in range(60)]
        wanted = sorted(set(wanted))
        for first in range(0, len(wanted), 256):
            by_constants(runner, numbers, t, wanted[first:first + 256])
    for t in ("char", "uchar", "short", "ushort", "long", "ulong"):
        bits, is_signed, _ = TYPES[t]
        wanted = {wrap(c, bits, is_signed) for c in edges(bits)} | {3, 6, 7, 10, 11, 25, 100}
        wanted |= {wrap(1 << p, bits, is_signed) for p in range(0, bits, 5 if bits == 64 else 1)}
        wanted.discard(0)
        by_constants(runner, numbers, t, sorted(wanted)[:96 if bits < 64 else 48])


# ---- 64-bit operations ----

def clz(x):
    return 64 - x.bit_length()


def ctz(x):
    return (x & -x).bit_length() - 1 if x else 64


def to_float(x, code):
    """To the nearest f32, ties to even."""
    if code == "d":
        return struct.unpack("<Q", struct.pack("<d", x))[0]
    size, sign = abs(x), 0x80000000 if x < 0 else 0
    if size == 0:
        return 0
    shift = max(size.bit_length() - 24, 0)
    kept, rest = size >> shift, size & ((1 << shift) - 1)
    half = 1 << shift >> 1
    if shift and (rest > half or (rest == half and kept & 1)):
        kept += 1
    return sign | struct.unpack("<I", struct.pack("<f", kept * 2.0 ** shift))[0]


def s64(x):
    return wrap(x, 64, True)


M64 = (1 << 64) - 1
WIDE = [
    ("x * y", lambda x, y: x * y),
    ("mul_hi(x, y)", lambda x, y: x * y >> 64),
    ("(ulong)mul_hi((long)x, (long)y)", lambda x, y: s64(x) * s64(y) >> 64),
    ("min(x, y)", min),
    ("max(x, y)", max),
    ("(ulong)min((long)x, (long)y)", lambda x, y: min(s64(x), s64(y))),
    ("(ulong)max((long)x, (long)y)", lambda x, y: max(s64(x), s64(y))),
    ("clz(x)", lambda x, y: clz(x)),
    ("x ? (ulong)(63 - clz(x & -x)) : 64", lambda x, y: ctz(x)),
    ("popcount(x)", lambda x, y: bin(x).count("1")),
    ("rotate(x, y)", lambda x, y: x << (y & 63) | x >> (64 - (y & 63))),
    ("x << (y & 63)", lambda x, y: x << (y & 63)),
    ("x >> (y & 63)", lambda x, y: x >> (y & 63)),
    ("(ulong)((long)x >> (y & 63))", lambda x, y: s64(x) >> (y & 63)),
    ("as_uint((float)x)", lambda x, y: to_float(x, "f")),
    ("as_uint((float)(long)x)", lambda x, y: to_float(s64(x), "f")),
    ("as_ulong((double)x)", lambda x, y: to_float(x, "d")),
    ("as_ulong((double)(long)x)", lambda x, y: to_float(s64(x), "d")),
    ("x < y ? 1UL : (long)x < (long)y ? 2UL : 3UL",
     lambda x, y: 1 if x < y else 2 if s64(x) < s64(y) else 3),
    ("abs((long)x)", lambda x, y: abs(s64(x))),
    ("hadd(x, y)", lambda x, y: (x + y) >> 1),
    ("mad_sat(x, y, x)", lambda x, y: min(x * y + x, M64)),
    ("(ulong)add_sat((long)x, (long)y)",
     lambda x, y: max(min(s64(x) + s64(y), (1 << 63) - 1), -1 << 63)),
    ("sub_sat(x, y)", lambda x, y: max(x - y, 0)),
]


def wide_operations(runner, numbers):
    lines = "\n".join(f"    out[{i}] = {text};" for i, (text, _) in enumerate(WIDE))
    code = runner.compile("kernel void wide(global ulong *out, global ulong *xs, global ulong *ys)\n{\n"
                          "    size_t i = get_global_id(0);\n    ulong x = xs[i], y = ys[i];\n"
                          f"    out += {len(WIDE)} * i;\n{lines}\n}}\n")
    both = [(x & M64, y & M64) for x, y in pairs(numbers, 64, 1024)]
    inputs = [struct.pack(f"<{len(both)}Q", *side) for side in zip(*both)]
    out = runner.run(code, "wide", inputs, 8 * len(WIDE) * len(both), len(both))
    got = struct.unpack(f"<{len(WIDE) * len(both)}Q", out)
    for i, (x, y) in enumerate(both):
        for j, (text, meaning) in enumerate(WIDE):
            if got[i * len(WIDE) + j] != meaning(x, y) & M64:
                fail(f"{text} with {x:#x}, {y:#x}: {got[i * len(WIDE) + j]:#x}"
                     f" instead of {meaning(x, y) & M64:#x}")


def saturated(x, low, high):
    if math.isnan(x):
        return 0
    return low if x <= low else high if x >= high else int(x)


def to_wide(runner, numbers):
    """Conversions to 64-bit integers: saturating where C leaves it open."""
    code = runner.compile("""kernel void to_wide(global ulong *out, global double *xs)
{
    size_t i = get_global_id(0);
    double x = xs[i];
    out[4 * i] = convert_ulong_sat(x);
    out[4 * i + 1] = as_ulong(convert_long_sat(x));
    out[4 * i + 2] = convert_ulong_sat((float)x);
    out[4 * i + 3] = as_ulong(convert_long_sat((float)x));
}
""")
    xs = [0.0, -0.0, 0.5, -0.5, 0.99, -0.99, 1.0, -1.0, 4294967295.5, 4294967296.0, -4294967296.5,
          2.0 ** 63, -2.0 ** 63, 2.0 ** 64, 1e300, -1e300, math.inf, -math.inf, math.nan,
          2.0 ** 63 - 1024, 2.0 ** 64 - 2048, 5e-324, 2.0 ** 53 - 1]
    while len(xs) < 512:
        x = numbers.uniform(1, 2) * 2.0 ** numbers.randint(-3, 66)
        xs.append(numbers.choice([x, -x]))
    out = runner.run(code, "to_wide", [struct.pack(f"<{len(xs)}d", *xs)], 32 * len(xs), len(xs))
    for i, x in enumerate(xs):
        single = x if math.isinf(x) or abs(x) > 1e38 else struct.unpack("<f", struct.pack("<f", x))[0]
        want = [f(v) & M64 for v in (x, single)
                for f in (lambda v: saturated(v, 0, M64), lambda v: saturated(v, -1 << 63, (1 << 63) - 1))]
        got = list(struct.unpack_from("<4Q", out, 32 * i))
        if got != want:
            fail(f"conversions of {x!r}: {[hex(g) for g in got]} instead of {[hex(w) for w in want]}")


# ---- floating point ----

def from_bits(bits, size):
    return struct.unpack("<d" if size == 64 else "<f", bits.to_bytes(size // 8, "little"))[0]


def random_float(numbers, size):
    digits, exponents = (52, 2047) if size == 64 else (23, 255)
    middle = exponents // 2
    exponent = numbers.choice([0, 1, 2, exponents - 1, numbers.randrange(exponents),
                               middle + numbers.randint(-10, 10), digits, digits + 1])
    mantissa = numbers.choice([numbers.getrandbits(digits), numbers.getrandbits(digits), 0, 1,
                               (1 << digits) - 1, 1 << numbers.randrange(digits)])
    return (numbers.getrandbits(1) << (size - 1)) | exponent << digits | mantissa


SPECIAL = [0.0, -0.0, 1.0, -1.0, math.inf, -math.inf, math.nan]


def special_quotient(x, y):
    """What IEEE 754 says when an argument is no finite number or zero; None otherwise."""
    if math.isnan(x) or math.isnan(y) or (x == 0 and y == 0) or (math.isinf(x) and math.isinf(y)):
        return math.nan
    sign = math.copysign(1, x) * math.copysign(1, y)
    if math.isinf(x) or y == 0:
        return sign * math.inf
    return sign * 0.0 if x == 0 or math.isinf(y) else None


def same(a, b):
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return a == b and math.copysign(1, a) == math.copysign(1, b)


def ulps32(got, exact):
    """Distance in units in the last place of f32 at the exact value; overflow is 2^128."""
    if math.isnan(got):
        return math.inf
    size = abs(exact)
    exponent = -149
    if size:
        exponent = max(size.numerator.bit_length() - size.denominator.bit_length(), -126) - 23
        if fractions.Fraction(2) ** (exponent + 23) > size and exponent > -149:
            exponent -= 1
    if math.isinf(got):
        got = fractions.Fraction(2) ** 128 * (1 if got > 0 else -1)
        exact = max(min(exact, fractions.Fraction(2) ** 128), -fractions.Fraction(2) ** 128)
        exponent = 104
    return float(abs(fractions.Fraction(got) - exact) / fractions.Fraction(2) ** exponent)


def divide64(x, y):
    """Correctly rounded: Python leaves overflow and zero to us."""
    known = special_quotient(x, y)
    return x / y if known is None else known


FLOATS = """kernel void floats{n}(global {t} *out, global {t} *xs, global {t} *ys)
{{
    size_t i = get_global_id(0);
    out[2 * i] = xs[i] / ys[i];
    out[2 * i + 1] = sqrt(xs[i]);
}}
"""


# What is divided by a whole number or a root, and reciprocals, have ways of their own.
INVERSES = """kernel void inverses(global float *out, global float *xs, global float *ys)
{
    size_t i = get_global_id(0);
    float x = xs[i], y = ys[i], root = sqrt(y), small = sqrt(x);
    out[8 * i] = 1 / y;
    out[8 * i + 1] = -1 / y;
    out[8 * i + 2] = 1.0f / as_int(y);
    out[8 * i + 3] = x / as_int(y);
    out[8 * i + 4] = x / root;
    out[8 * i + 5] = 1 / root;
    out[8 * i + 6] = 1 / small;
    out[8 * i + 7] = root;
}
"""


def flushed(*values):
    return any(0 < abs(v) < 2.0 ** -125 for v in values if not math.isnan(v))


def check_single(x, y, quotient_got, root_got, keeps_denormals):
    if not keeps_denormals and (flushed(x, y) or (y and not math.isinf(x) and flushed(x / y))):
        return
    known = special_quotient(x, y)
    if known is not None:
        if not same(quotient_got, known):
            fail(f"float {x!r} / {y!r}: {quotient_got!r}")
    else:
        distance = ulps32(quotient_got, fractions.Fraction(x) / fractions.Fraction(y))
        if distance > 2.5:
            fail(f"float {x!r} / {y!r}: {quotient_got!r}, {distance} ULP")
    if math.isnan(x) or x <= 0 or math.isinf(x):
        want = x if x == 0 or x == math.inf else math.nan
        if not same(root_got, want):
            fail(f"sqrt(float {x!r}): {root_got!r}")
    elif ulps32(root_got, fractions.Fraction(math.sqrt(x))) > 3:
        fail(f"sqrt(float {x!r}): {root_got!r}")


def check_inverse(what, x, y, limit, got, keeps_denormals):
    """y: whose quotient is wanted, exactly but for far less than an ULP"""
    known = special_quotient(x, float(y))
    exact = 0 if known is not None else fractions.Fraction(x) / fractions.Fraction(y)
    if not keeps_denormals and flushed(x, float(y), float(min(exact, 1))):
        return
    if known is not None and not same(got, known):
        fail(f"{what}: float {x!r} / {y!r}: {got!r}")
    if known is None and ulps32(got, exact) > limit:
        fail(f"{what}: float {x!r} / {y!r}: {got!r}, {ulps32(got, exact)} ULP")


def root_of(x):
    return x if math.isnan(x) or x == 0 or x == math.inf else math.sqrt(x) if x > 0 else math.nan


def nearest_float(number):
    return struct.unpack("<f", struct.pack("<f", number))[0]


def inverses(runner, numbers):
    both = [(x, y) for x in SPECIAL for y in SPECIAL + [2.0 ** e for e in (-149, -127, -126, 126, 127)]]
    both += [(7.0, from_bits(n, 32)) for n in (1, 7, 0x7fffffff, 0x80000000, 0xffffffff)]
    while len(both) < 4096:
        both.append(tuple(from_bits(random_float(numbers, 32), 32) for _ in range(2)))
    inputs = [struct.pack(f"<{len(both)}f", *side) for side in zip(*both)]
    out = struct.unpack(f"<{8 * len(both)}f", runner.run(runner.compile(INVERSES), "inverses", inputs,
                                                         32 * len(both), len(both)))
    keeps = runner.target.startswith("gfx9")
    for i, (x, y) in enumerate(both):
        whole = nearest_float(struct.unpack("<i", inputs[1][4 * i:4 * i + 4])[0])
        got = out[8 * i:8 * i + 8]
        if not keeps and (flushed(x) or flushed(y)):
            continue
        check_inverse("1 / y", 1.0, y, 2.5, got[0], keeps)
        check_inverse("-1 / y", -1.0, y, 2.5, got[1], keeps)
        check_inverse("1 / int", 1.0, whole, 2.5, got[2], keeps)
        check_inverse("x / int", x, whole, 2.5, got[3], keeps)
        check_inverse("x / sqrt(y)", x, root_of(y), 5.5, got[4], keeps)
        check_inverse("1 / sqrt(y)", 1.0, root_of(y), 5.5, got[5], keeps)
        check_inverse("1 / sqrt(x)", 1.0, root_of(x), 5.5, got[6], keeps)


def check_double(x, y, quotient_got, root_got, _):
    if not same(quotient_got, divide64(x, y)):
        fail(f"double {x!r} / {y!r}: {quotient_got!r} instead of {divide64(x, y)!r}")
    want = math.nan if math.isnan(x) or (x < 0) else math.sqrt(x)
    if not same(root_got, want):
        fail(f"sqrt(double {x!r}): {root_got!r} instead of {want!r}")


def floating(runner, numbers):
    code = runner.compile(FLOATS.format(t="float", n=32) + FLOATS.format(t="double", n=64))
    for size, letter, check in ((32, "f", check_single), (64, "d", check_double)):
        both = [(x, y) for x in SPECIAL for y in SPECIAL]
        while len(both) < 4096:
            x, y = (from_bits(random_float(numbers, size), size) for _ in range(2))
            if numbers.random() < 0.1: # quotients near each other: hard to round
                y = math.copysign(x, y) if numbers.random() < 0.5 else from_bits(
                    struct.unpack(f"<{'Q' if size == 64 else 'I'}", struct.pack(f"<{letter}", x))[0] ^ 1,
                    size)
            both.append((x, y))
        inputs = [struct.pack(f"<{len(both)}{letter}", *side) for side in zip(*both)]
        out = runner.run(code, f"floats{size}", inputs, 2 * len(both) * size // 8, len(both))
        got = struct.unpack(f"<{2 * len(both)}{letter}", out)
        for i, (x, y) in enumerate(both):
            check(x, y, got[2 * i], got[2 * i + 1], runner.target.startswith("gfx9"))


def main():
    build, target, seed = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as folder:
        runner, numbers = Runner(build, target, folder), random.Random(int(seed))
        for part in (by_variables, all_constants, wide_operations, to_wide, floating, inverses):
            before = failures
            part(runner, numbers)
            if failures > before:
                print(f"{part.__name__}: {failures - before} failures")
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
