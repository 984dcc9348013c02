#!/usr/bin/env python3
"""The functions of half on the simulator against the host: the specification's ULP.

    halves.py BUILD TARGET STEP

Every STEP-th of the 65536 halves, and all near the ends of ranges; pairs of random ones for two
arguments.  The limits are those of OpenCL C's table "ULP values for half precision"; a result that
half cannot hold may be infinite or the largest number, where the limit is not 0.
"""
import fractions
import math
import os
import random
import struct
import sys
import tempfile

from values import Runner

LANES = 64
failures = 0


def half(bits):
    return struct.unpack("<e", struct.pack("<H", bits))[0]


def guarded(function):
    """Of what Python refuses: NaN outside of the domain, infinity beyond double's range."""
    def call(*args):
        if any(math.isnan(a) for a in args) and function not in (sign, power, math.hypot):
            return math.nan
        try:
            return function(*args)
        except (ValueError, ZeroDivisionError):
            return math.nan
        except OverflowError:
            return math.inf
    return call


def sinpi(x):
    x = math.fmod(x, 2.0)
    if x == math.trunc(x):
        return math.copysign(0.0, x)
    return math.sin(math.pi * x)


def cospi(x):
    x = abs(math.fmod(x, 2.0))
    return 0.0 if x in (0.5, 1.5) else math.cos(math.pi * x)


def tanpi(x):
    if abs(math.fmod(x, 1.0)) == 0.5: # inf at 0.5, -inf at 1.5
        return math.inf if math.fmod(x, 2.0) in (0.5, -1.5) else -math.inf
    return math.tan(math.pi * math.fmod(x, 1.0))


def log_of(function):
    return lambda x: -math.inf if x == 0 else function(x)


def cbrt(x):
    return x if x == 0 or math.isinf(x) else math.copysign(abs(x) ** (1 / 3), x)


def expm1(x):
    return math.expm1(x) if x < 700 else math.inf


def away(x):
    return x if math.isinf(x) else math.copysign(math.floor(abs(x) + 0.5), x)


def even(x):
    return x if math.isinf(x) else math.copysign(round(x), x)


def logb(x):
    return -math.inf if x == 0 else math.inf if math.isinf(x) else float(math.frexp(x)[1] - 1)


def whole(function):
    return lambda x: x if math.isinf(x) else math.copysign(function(x), x)


def sinh(x):
    return math.sinh(x) if abs(x) < 700 else math.copysign(math.inf, x)


def sign(x):
    return 0.0 if math.isnan(x) else x if x == 0 else math.copysign(1, x)


def gamma(x):
    if x == 0:
        return math.copysign(math.inf, x)
    return math.gamma(x)


def reciprocal(x):
    return math.copysign(0.0, x) if math.isinf(x) else math.copysign(math.inf, x) if x == 0 else 1 / x


UNARY = [ # text, function, ULP; 0.5: correctly rounded
    ("acos(x)", math.acos, 2), ("acosh(x)", math.acosh, 2), ("acospi(x)", lambda x: math.acos(x) / math.pi, 2),
    ("asin(x)", math.asin, 2), ("asinh(x)", math.asinh, 2), ("asinpi(x)", lambda x: math.asin(x) / math.pi, 2),
    ("atan(x)", math.atan, 2), ("atanpi(x)", lambda x: math.atan(x) / math.pi, 2),
    ("atanh(x)", lambda x: math.copysign(math.inf, x) if abs(x) == 1 else math.atanh(x), 2),
    ("cbrt(x)", cbrt, 2), ("ceil(x)", whole(math.ceil), 0.5), ("cos(x)", math.cos, 2),
    ("cosh(x)", math.cosh, 2), ("cospi(x)", cospi, 2), ("degrees(x)", math.degrees, 2),
    ("erf(x)", math.erf, 4), ("erfc(x)", math.erfc, 4),
    ("exp(x)", math.exp, 2), ("exp2(x)", lambda x: math.pow(2, x), 2),
    ("exp10(x)", lambda x: math.pow(10, x), 2), ("expm1(x)", expm1, 2), ("fabs(x)", abs, 0),
    ("floor(x)", whole(math.floor), 0.5), ("log(x)", log_of(math.log), 2),
    ("log2(x)", log_of(math.log2), 2), ("log10(x)", log_of(math.log10), 2),
    ("log1p(x)", lambda x: -math.inf if x == -1 else math.log1p(x), 2), ("logb(x)", logb, 0),
    ("radians(x)", math.radians, 2), ("rint(x)", even, 0.5), ("round(x)", away, 0.5),
    ("rsqrt(x)", lambda x: math.copysign(math.inf, x) if x == 0 else 1 / math.sqrt(x), 1),
    ("sign(x)", sign, 0),
    ("sin(x)", math.sin, 2), ("sinh(x)", sinh, 2), ("sinpi(x)", sinpi, 2),
    ("sqrt(x)", math.sqrt, 0.5), ("tan(x)", math.tan, 2), ("tanh(x)", math.tanh, 2),
    ("tanpi(x)", tanpi, 2), ("tgamma(x)", gamma, 4), ("trunc(x)", whole(math.trunc), 0.5),
    ("1 / x", reciprocal, 0.5),
]


def quotient(x, y):
    if y == 0 or math.isinf(y):
        if (x == 0 and y == 0) or (math.isinf(x) and math.isinf(y)):
            return math.nan
        return math.copysign(math.inf if y == 0 else 0.0, x) * math.copysign(1, y)
    return x / y


def powr(x, y):
    if x < 0 or (x == 0 and y == 0) or (math.isinf(x) and y == 0) or (x == 1 and math.isinf(y)):
        return math.nan
    return math.inf if x == 0 and y < 0 else math.pow(abs(x), y)


def power(x, y):
    if x == 0 and y < 0:
        odd = y == math.trunc(y) and math.fmod(y, 2) != 0
        return math.copysign(math.inf, x) if odd else math.inf
    try:
        return math.pow(x, y)
    except OverflowError:
        return -math.inf if x < 0 and math.fmod(y, 2) != 0 else math.inf


def fdim(x, y):
    return max(x - y, 0.0) if x != y else 0.0


def fmod(x, y):
    return math.nan if math.isinf(x) or y == 0 else math.fmod(x, y)


def remainder(x, y):
    return math.nan if math.isinf(x) or y == 0 else math.remainder(x, y)


BINARY = [
    ("x + y", lambda x, y: x + y, 0.5), ("x - y", lambda x, y: x - y, 0.5),
    ("x * y", lambda x, y: x * y, 0.5), ("x / y", quotient, 0.5),
    ("atan2(x, y)", math.atan2, 2), ("atan2pi(x, y)", lambda x, y: math.atan2(x, y) / math.pi, 2),
    ("fdim(x, y)", fdim, 0.5), ("fmod(x, y)", fmod, 0), ("hypot(x, y)", math.hypot, 2),
    ("pow(x, y)", power, 4), ("powr(x, y)", powr, 4), ("remainder(x, y)", remainder, 0),
    ("fma(x, y, (half)(y * 3))", None, 0.5),
]


def ulps(got, want):
    """Distance in units in the last place of half at the exact value."""
    if math.isnan(got) or math.isnan(want):
        return 0 if math.isnan(got) and math.isnan(want) else math.inf
    if want == 0 and got == 0:
        return 0
    if math.isinf(want):
        return 0 if got == want else math.inf
    exponent = -24 if want == 0 else max(math.frexp(want)[1] - 11, -24)
    if math.isinf(got) or abs(want) >= 65520:
        if (got > 0) != (want > 0) or abs(want) < 32768:
            return math.inf
        exponent, got = 5, math.copysign(min(abs(got), 65536), got)
        want = math.copysign(min(abs(want), 65536), want)
    return float(abs(fractions.Fraction(got) - fractions.Fraction(want)) /
                 fractions.Fraction(2) ** exponent)


def compare(text, limit, args, got, want):
    global failures
    distance = ulps(got, want)
    zero = got == 0 and want == 0 and math.copysign(1, got) != math.copysign(1, want) and limit <= 0.5
    if distance > limit or zero:
        failures += 1
        if failures <= 40:
            print(f"FAIL {text} of {args}: {got!r} instead of {want!r}, {distance} ULP")
    return 0 if math.isinf(distance) else distance


def run_all(runner, rows, columns):
    parameters = ", ".join(f"global half *{name}s" for name in "xy"[:len(columns)])
    kernels = [f"kernel void f{i}(global half *out, {parameters})\n{{\n"
               "    size_t i = get_global_id(0);\n" +
               "".join(f"    half {name} = {name}s[i];\n" for name in "xy"[:len(columns)]) +
               f"    out[i] = (half)({text});\n}}\n" for i, (text, _, _) in enumerate(rows)]
    code = runner.compile("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                          "#pragma OPENCL FP_CONTRACT OFF\n" + "".join(kernels))
    count = len(columns[0])
    data = [struct.pack(f"<{count}H", *column) for column in columns]
    arguments = list(zip(*[[half(bits) for bits in column] for column in columns]))
    for i, (text, function, limit) in enumerate(rows):
        out = struct.unpack(f"<{count}e", runner.run(code, f"f{i}", data, 2 * count, count))
        function = guarded(function or fused)
        worst = max(compare(text, limit, args, got, function(*args))
                    for args, got in zip(arguments, out))
        print(f"{text}: {worst:.3f} ULP of {limit}")


def fused(x, y):
    """Exact in double, or overflow."""
    third = y * 3
    try:
        third = struct.unpack("<e", struct.pack("<e", third))[0]
    except OverflowError:
        third = math.copysign(math.inf, third)
    return x * y + third


def main():
    build, target, step = sys.argv[1:4]
    numbers = random.Random(1)
    edges = [b + s for s in (0, 0x8000) for b in (0, 1, 2, 0x3ff, 0x400, 0x401, 0x3bff, 0x3c00, 0x3c01,
                                                  0x3800, 0x4000, 0x7bff, 0x7c00, 0x7e00, 0x7c01)]
    one = sorted(set(edges) | set(range(0, 65536, int(step))))
    one += [0x3c00] * (-len(one) % LANES)
    both = [(x, y) for x in edges for y in edges]
    near = lambda: numbers.choice([0, 0x8000]) | numbers.randrange(0x3000, 0x4c00)
    while len(both) < 65536 // int(step) or len(both) % LANES:
        both.append((numbers.getrandbits(16), numbers.getrandbits(16)) if len(both) % 2
                    else (near(), near()))
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(build, target, folder)
        run_all(runner, UNARY, [one])
        run_all(runner, BINARY, list(zip(*both)))
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
