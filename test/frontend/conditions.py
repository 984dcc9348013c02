#!/usr/bin/env python3
"""Arithmetic of #if, which has the 128 bits of clang's long long: occ, each clang that is there, and a model.

conditions.py OCC COUNT CLANG...: COUNT random expressions beside the fixed ones.  The value of each is compared
with numbers: the model's value and its neighbours must be equal and unequal.
"""
import random
import subprocess
import sys
import tempfile

BITS = 128
TOP = 1 << (BITS - 1)
EDGES = [0, 1, 2, 3, 7, 63, 64, 65, 127]
EDGES += [(1 << n) + d for n in (31, 32, 63, 64, 65, 100, 126, 127, 128) for d in (-1, 0, 1) if (1 << n) + d < 2 * TOP]
FIXED = ["-9223372036854775808 < 0", "9223372036854775808 > 0", "1 << 64", "(1 << 63) < 0", "18446744073709551616",
         "0xffffffffffffffff > 0", "9223372036854775807 + 1", "-1 > 0u", "-1 > 1ULL", "-1u >> 64", "-1 / 2u",
         "(-170141183460469231731687303715884105727 - 1) / -1", "(-170141183460469231731687303715884105727 - 1) % -1",
         "1 >> 200", "-1 >> 200", "-1u >> 200", "1 << 200", "1 << -1", "4 >> -1", "0x100000000 * 0x100000000",
         "(0 ? 0u : -1) > 0", "0 && 1 / 0", "1 || 1 % 0", "-0x80000000000000000000000000000000 > 0",
         "170141183460469231731687303715884105728 > -1"]


class Undefined(Exception):
    """A division by zero, or a shift by so much that clang's count, of 32 bits, is another."""


def wrap(value, unsigned):
    value %= 2 * TOP
    return (value if unsigned or value < TOP else value - 2 * TOP), unsigned


def number(rand):
    value = rand.choice(EDGES) if rand.random() < 0.8 else rand.getrandbits(rand.randrange(1, BITS + 1))
    suffix = rand.choice(["", "", "", "u", "l", "ul", "ll", "ull"])
    text = rand.choice([f"{value}", f"{value:#x}", f"0{value:o}" if value else "0"]) + suffix
    return text, wrap(value, "u" in suffix or value >= TOP)


def divide(a, b, op):
    if b == 0:
        raise Undefined
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient if op == "/" else a - quotient * b


def shift(a, b, op):
    if not -(1 << 31) <= b[0] < 1 << 32:
        raise Undefined
    count = b[0] if 0 <= b[0] < BITS else None
    if op == "<<":
        return wrap(0 if count is None else a[0] << count, a[1])
    return wrap(a[0] >> (BITS - 1 if count is None else count), a[1])


def binary(op, a, b):
    if op in ("<<", ">>"):
        return shift(a, b, op)
    unsigned = a[1] or b[1]
    x, y = wrap(a[0], unsigned)[0], wrap(b[0], unsigned)[0]
    compared = {"<": x < y, ">": x > y, "<=": x <= y, ">=": x >= y, "==": x == y, "!=": x != y}
    if op in compared:
        return int(compared[op]), False
    if op in ("/", "%"):
        return wrap(divide(x, y, op), unsigned)
    return wrap({"+": x + y, "-": x - y, "*": x * y, "&": x & y, "|": x | y, "^": x ^ y}[op], unsigned)


def expression(rand, depth):
    """Text with parentheses around all but numbers, and its value with whether it is unsigned."""
    if depth == 0:
        return number(rand)
    kind = rand.random()
    a = expression(rand, depth - 1)
    if kind < 0.2:
        op = rand.choice("-~!+")
        value = {"-": wrap(-a[1][0], a[1][1]), "~": wrap(~a[1][0], a[1][1]), "!": (int(not a[1][0]), False),
                 "+": a[1]}[op]
        return f"({op}{a[0]})", value
    b = expression(rand, rand.randrange(depth))
    if kind < 0.3:
        c = expression(rand, rand.randrange(depth))
        return f"({c[0]} ? {a[0]} : {b[0]})", wrap((a if c[1][0] else b)[1][0], a[1][1] or b[1][1])
    op = rand.choice(["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", ">", "<=", ">=", "==", "!="])
    if op in ("<<", ">>") and rand.random() < 0.7:
        count = rand.choice([0, 1, 31, 32, 63, 64, 65, 126, 127, 128])
        b = str(count), (count, False)
    return f"({a[0]} {op} {b[0]})", binary(op, a[1], b[1])


def exact(value, unsigned):
    """A text of that value and type."""
    if unsigned:
        return f"{value}u"
    return str(value) if value > -TOP else f"(-{TOP - 1} - 1)"


def questions(count):
    rand = random.Random(36)
    for text in FIXED:
        for what in (text, f"({text}) == 1", f"({text}) == (1 << 64)", f"({text}) < 0"):
            yield what, None
    while count > 0:
        try:
            text, (value, unsigned) = expression(rand, rand.randrange(1, 4))
        except Undefined:
            continue
        count -= 1
        yield f"{text} == {exact(value, unsigned)}", True
        yield f"{text} + 1 == {exact(*wrap(value + 1, unsigned))} && {text} == {exact(*wrap(value - 1, unsigned))}", False
        yield f"(0 ? {text} : -1) < 0", not unsigned  # the type


def answers(command, texts, path):
    with open(path, "w", encoding="ascii") as file:
        file.writelines(f"#if {text}\ntrue_{i}\n#else\nfalse_{i}\n#endif\n" for i, text in enumerate(texts))
    done = subprocess.run([*command, "-E", path], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{command}: {done.stderr[:2000]}")
    found = [line.split("_") for line in done.stdout.splitlines() if line.startswith(("true_", "false_"))]
    assert [int(i) for _, i in found] == list(range(len(texts)))
    return [word == "true" for word, _ in found]


def main():
    occ, count, clangs = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    asked = list(questions(count))
    texts = [text for text, _ in asked]
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/conditions.cl"
        ours = answers([occ], texts, path)
        theirs = {clang: answers([clang, "-x", "cl", "-nogpulib", "-target", "amdgcn-amd-amdhsa"], texts, path)
                  for clang in clangs}
    failures = 0
    for i, (text, wanted) in enumerate(asked):
        seen = {"occ": ours[i], **{clang: answer[i] for clang, answer in theirs.items()}}
        if wanted is not None:
            seen["model"] = wanted
        if len(set(seen.values())) > 1:
            failures += 1
            print("FAIL", text, seen)
    print(f"{len(asked)} conditions, {failures} failures, beside {len(clangs)} judges")
    return failures > 0


sys.exit(main())
