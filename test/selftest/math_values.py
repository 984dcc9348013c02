#!/usr/bin/env python3
"""Writes the programs of test/selftest/math: built-in functions beside values of mpmath.

math_values.py FOLDER          rewrites FOLDER/*.cl
math_values.py FOLDER --check  says what would be written differently

References are of mpmath with 400 bits, rounded once to the type; bounds are those of OpenCL C 1.2, 7.4, and half a
unit for that rounding.  Integers are exact: Python's.  Arguments and results are no denormals, which some chips
flush (7.5.3), so that one value is right everywhere.
"""
import os
import random
import struct
import sys

import mpmath
from mpmath import mp, mpf

mp.prec = 400
COUNT = 24  # arguments of a function
TYPES = {"float": ("f", 24, -125, 128), "double": ("d", 53, -1021, 1024)}


def to_type(value, name):
    """The nearest value of the type; None: it is a denormal or too large."""
    _, digits, least, largest = TYPES[name]
    if value == 0:
        return 0.0
    mantissa, exponent = mpmath.frexp(abs(value))
    rounded = mpmath.nint(mantissa * 2 ** digits) * mpf(2) ** (exponent - digits)
    if rounded < mpf(2) ** (least - 1) or rounded >= mpf(2) ** largest:
        return None
    return float(rounded if value > 0 else -rounded)


def pi_times(function):
    return lambda x: function(mp.pi * x)


def over_pi(function):
    return lambda x: function(x) / mp.pi


def fmod(x, y):
    return mpmath.sign(x) * (abs(x) - mpmath.floor(abs(x) / abs(y)) * abs(y))


def remainder(x, y):
    return x - mpmath.nint(x / y) * y


ALL = (-40, 40)
# name: (reference, bound in ULP of float and of double, ranges of its arguments, with sign)
FUNCTIONS = {
    "exp": (mpmath.exp, 3, [(-60, 60)]), "exp2": (lambda x: mpf(2) ** x, 3, [(-100, 100)]),
    "exp10": (lambda x: mpf(10) ** x, 3, [(-30, 30)]), "expm1": (mpmath.expm1, 3, [(-20, 60)]),
    "log": (mpmath.log, 3, [(0.001, 900)]), "log2": (lambda x: mpmath.log(x) / mpmath.log(2), 3, [(0.001, 900)]),
    "log10": (mpmath.log10, 3, [(0.001, 900)]), "log1p": (mpmath.log1p, 2, [(-0.9, 50)]),
    "sin": (mpmath.sin, 4, [(-5000, 5000)]), "cos": (mpmath.cos, 4, [(-5000, 5000)]),
    "tan": (mpmath.tan, 5, [(-500, 500)]), "sinpi": (pi_times(mpmath.sin), 4, [(-30, 30)]),
    "cospi": (pi_times(mpmath.cos), 4, [(-30, 30)]), "tanpi": (pi_times(mpmath.tan), 6, [(-30, 30)]),
    "atan": (mpmath.atan, 5, [ALL]), "asin": (mpmath.asin, 4, [(-1, 1)]), "acos": (mpmath.acos, 4, [(-1, 1)]),
    "atanpi": (over_pi(mpmath.atan), 5, [ALL]), "asinpi": (over_pi(mpmath.asin), 5, [(-1, 1)]),
    "acospi": (over_pi(mpmath.acos), 5, [(-1, 1)]), "sinh": (mpmath.sinh, 4, [(-30, 30)]),
    "cosh": (mpmath.cosh, 4, [(-30, 30)]), "tanh": (mpmath.tanh, 5, [(-9, 9)]),
    "asinh": (mpmath.asinh, 4, [ALL]), "acosh": (mpmath.acosh, 4, [(1, 90)]),
    "atanh": (mpmath.atanh, 5, [(-0.99, 0.99)]), "erf": (mpmath.erf, 16, [(-4, 4)]),
    "erfc": (mpmath.erfc, 16, [(-4, 8)]), "tgamma": (mpmath.gamma, 16, [(0.1, 30)]),
    "cbrt": (lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)), 2, [(-9000, 9000)]),
    "rsqrt": (lambda x: 1 / mpmath.sqrt(x), 2, [(0.001, 9000)]), "sqrt": (mpmath.sqrt, 3, [(0.001, 9000)]),
    "pow": (lambda x, y: x ** y, 16, [(0.01, 30), (-9, 9)]), "atan2": (mpmath.atan2, 6, [ALL, ALL]),
    "atan2pi": (lambda y, x: mpmath.atan2(y, x) / mp.pi, 6, [ALL, ALL]),
    "hypot": (mpmath.hypot, 4, [(-9000, 9000), (-9000, 9000)]), "fmod": (fmod, 0, [(-900, 900), (0.1, 9)]),
    "remainder": (remainder, 0, [(-900, 900), (0.1, 9)]), "fma": (lambda x, y, z: x * y + z, 0, [ALL, ALL, ALL]),
    "fdim": (lambda x, y: x - y if x > y else mpf(0), 0, [ALL, ALL]), "fabs": (abs, 0, [ALL]),
    "floor": (mpmath.floor, 0, [ALL]), "ceil": (mpmath.ceil, 0, [ALL]), "rint": (mpmath.nint, 0, [ALL]),
    "round": (lambda x: mpmath.sign(x) * mpmath.floor(abs(x) + 0.5), 0, [ALL]),
    "trunc": (lambda x: mpmath.sign(x) * mpmath.floor(abs(x)), 0, [ALL]),
    "fmax": (max, 0, [ALL, ALL]), "fmin": (min, 0, [ALL, ALL]),
    "copysign": (lambda x, y: abs(x) if y > 0 else -abs(x), 0, [ALL, ALL]),
    "logb": (lambda x: mpf(mpmath.frexp(x)[1] - 1), 0, [(0.001, 9000)]),
}


def arguments(generator, name, ranges, reference):
    """Rows of arguments with the nearest result, None of them a denormal; zeroes have no sign to keep."""
    rows = []
    letter = TYPES[name][0]
    while len(rows) < COUNT:
        row = [struct.unpack(letter, struct.pack(letter, generator.uniform(*limits)))[0] for limits in ranges]
        result = to_type(reference(*map(mpf, row)), name)
        if result and all(abs(value) > 1e-30 for value in row):
            rows.append((row, result))
    return rows


def number(value):
    return float(value).hex() if value else "0"


def values(comment, numbers):
    """Lines of comments, values after `comment`; the first index counts on."""
    return [f"// {comment} " + " ".join(numbers)]


def math_program(function):
    reference, bound, ranges = FUNCTIONS[function]
    lines = [f"// {function} beside mpmath, within {bound} units in the last place."]
    for name in TYPES:
        rows = arguments(random.Random(f"{function} {name}"), name, ranges, reference)
        names = "xyz"[:len(ranges)]
        lines += ["", f"// kernel: {function}_{name} global={COUNT} local=8", f"// arg: {name} r[{COUNT}]"]
        lines += [f"// arg: {name} {letter}[{COUNT}] = " + " ".join(number(row[i]) for row, _ in rows)
                  for i, letter in enumerate(names)]
        exact = bound == 0 or (function == "sqrt" and name == "double")
        tolerance = "" if exact else f" ~{bound + 0.5}ulp"
        lines += ["// expect: r[0] = " + " ".join(number(result) for _, result in rows) + tolerance,
                  "kernel void", f"{function}_{name}(global {name} *r, "
                  + ", ".join(f"global const {name} *{letter}" for letter in names) + ")", "{",
                  "    size_t i = get_global_id(0);",
                  f"    r[i] = {function}(" + ", ".join(f"{letter}[i]" for letter in names) + ");", "}"]
    return lines


# ---- integers ----

INTEGERS = {"char": (8, True), "uchar": (8, False), "short": (16, True), "ushort": (16, False), "int": (32, True),
            "uint": (32, False), "long": (64, True), "ulong": (64, False)}


def limits(kind):
    bits, signed = INTEGERS[kind]
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)


def wrap(value, kind):
    bits, signed = INTEGERS[kind]
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> bits - 1 else value


def saturate(value, kind):
    low, high = limits(kind)
    return min(max(value, low), high)


def rotate(x, y, kind):
    bits = INTEGERS[kind][0]
    x &= (1 << bits) - 1
    return wrap(x << y % bits | x >> (bits - y % bits), kind)


# name: (exact result, number of arguments, type of the result as OpenCL C 6.12.3 has it: the argument's or unsigned)
INTEGER_FUNCTIONS = {
    "add_sat": (lambda k, x, y: saturate(x + y, k), 2, False),
    "sub_sat": (lambda k, x, y: saturate(x - y, k), 2, False),
    "mad_sat": (lambda k, x, y, z: saturate(x * y + z, k), 3, False),
    "mul_hi": (lambda k, x, y: x * y >> INTEGERS[k][0], 2, False),
    "mad_hi": (lambda k, x, y, z: wrap((x * y >> INTEGERS[k][0]) + z, k), 3, False),
    "hadd": (lambda k, x, y: x + y >> 1, 2, False), "rhadd": (lambda k, x, y: x + y + 1 >> 1, 2, False),
    "abs": (lambda k, x: abs(x), 1, True), "abs_diff": (lambda k, x, y: abs(x - y), 2, True),
    "clz": (lambda k, x: INTEGERS[k][0] - (x & (1 << INTEGERS[k][0]) - 1).bit_length(), 1, False),
    "popcount": (lambda k, x: bin(x & (1 << INTEGERS[k][0]) - 1).count("1"), 1, False),
    "max": (lambda k, x, y: max(x, y), 2, False), "min": (lambda k, x, y: min(x, y), 2, False),
    "clamp": (lambda k, x, y, z: min(max(x, min(y, z)), max(y, z)), 3, False),
    "rotate": (lambda k, x, y: rotate(x, y, k), 2, False),
    "divide": (lambda k, x, y: wrap(int(abs(x) // abs(y)) * (1 if (x < 0) == (y < 0) else -1), k), 2, False),
    "modulo": (lambda k, x, y: (abs(x) % abs(y)) * (-1 if x < 0 else 1), 2, False),
}
CALLS = {"divide": "{0} / {1}", "modulo": "{0} % {1}", "clamp": "clamp({0}, min({1}, {2}), max({1}, {2}))"}


def some_integer(generator, kind):
    low, high = limits(kind)
    if generator.random() < 0.3:
        return generator.choice([low, high, low + 1, high - 1, 1, 2, high // 2])
    return wrap(generator.getrandbits(64) >> generator.randrange(64), kind)


def integer_program(function):
    exact, count, is_unsigned = INTEGER_FUNCTIONS[function]
    names = "xyz"[:count]
    lines = [f"// {function} of all types of integers, exactly."]
    for kind in INTEGERS:
        generator = random.Random(f"{function} {kind}")
        rows = [[some_integer(generator, kind) for _ in names] for _ in range(COUNT)]
        if function in ("divide", "modulo"): # of the least by -1 nothing is defined, and nothing by 0
            rows = [[x, y if y not in (0, -1) else 3] for x, y in rows]
        result = "u" + kind.removeprefix("u") if is_unsigned else kind
        lines += ["", f"// kernel: {function}_{kind} global={COUNT} local=8", f"// arg: {result} r[{COUNT}]"]
        lines += [f"// arg: {kind} {letter}[{COUNT}] = " + " ".join(str(row[i]) for row in rows)
                  for i, letter in enumerate(names)]
        call = CALLS.get(function, function + "(" + ", ".join(f"{{{i}}}" for i in range(count)) + ")")
        lines += ["// expect: r[0] = " + " ".join(str(exact(kind, *row)) for row in rows), "kernel void",
                  f"{function}_{kind}(global {result} *r, "
                  + ", ".join(f"global const {kind} *{letter}" for letter in names) + ")", "{",
                  "    size_t i = get_global_id(0);",
                  "    r[i] = " + call.format(*(f"{letter}[i]" for letter in names)) + ";", "}"]
    return lines


def main(folder, *rest):
    programs = {name: math_program(name) for name in FUNCTIONS}
    programs |= {name: integer_program(name) for name in INTEGER_FUNCTIONS}
    different = 0
    for name, lines in programs.items():
        path, text = os.path.join(folder, name + ".cl"), "\n".join(lines) + "\n"
        if "--check" in rest:
            with open(path, encoding="utf-8") as file:
                if file.read() != text:
                    print(f"{path} is not what {os.path.basename(__file__)} writes")
                    different += 1
            continue
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    kernels = sum(line.startswith("// kernel:") for lines in programs.values() for line in lines)
    print(f"{len(programs)} programs, {kernels} kernels, {different} differ")
    return different != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
