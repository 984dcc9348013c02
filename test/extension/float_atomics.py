#!/usr/bin/env python3
"""cl_ext_float_atomics on the simulator against a model.

  float_atomics.py BUILD (some | all) [TARGET...]

Of each type, operation, space (global, local, generic pointers to both) and form (with an order, with a scope,
without): pairs of special and random numbers, each lane with a number of its own; and lanes that meet at a few
numbers, of which the old values must be a chain.  The model is the extension's text: sums rounded to nearest even,
min(x, NaN) = x; where the target flushes denormals of float by default (GFX6 to GFX8), and with
-munsafe-fp-atomics, they may be 0."""
import itertools
import math
import struct
import sys

from launch import BITS, CODES, TARGETS, Count, Program, numbers, pack, unpack

TYPES = ("half", "float", "double")
FETCH = ("fetch_add", "fetch_sub", "fetch_min", "fetch_max")
SPACES = ("global", "local", "generic")
FORMS = ("", "_explicit", "_scope")
FLUSHES = ("gfx600", "gfx701", "gfx803")
# bits of special numbers, by type: zero, one, the least, the largest denormal, the least normal, the largest
# number, infinity, quiet NaN, with both signs
SPECIAL = {"half": (0, 0x3c00, 1, 0x3ff, 0x400, 0x7bff, 0x7c00, 0x7e01),
           "float": (0, 0x3f800000, 1, 0x7fffff, 0x800000, 0x7f7fffff, 0x7f800000, 0x7fc00001),
           "double": (0, 0x3ff << 52, 1, (1 << 52) - 1, 1 << 52, (0x7ff << 52) - 1, 0x7ff << 52, (0x7ff8 << 48) + 1)}
INTEGER = {"half": "H", "float": "I", "double": "Q"}
LEAST = {"half": 2.0 ** -14, "float": 2.0 ** -126, "double": 2.0 ** -1022}


def number(kind, bits):
    return struct.unpack("<" + CODES[kind], struct.pack("<" + INTEGER[kind], bits))[0]


def rounded(kind, value):
    try:
        return struct.unpack("<" + CODES[kind], struct.pack("<" + CODES[kind], value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def flushed(kind, value):
    return math.copysign(0.0, value) if abs(value) < LEAST[kind] else value


def compute(operation, kind, x, y):
    if operation in ("fetch_add", "fetch_sub"):
        return rounded(kind, x + (y if operation == "fetch_add" else -y))
    if math.isnan(x) or math.isnan(y):
        return y if math.isnan(x) else x
    return min(x, y) if operation == "fetch_min" else max(x, y)


def results(operation, kind, x, y, flushes):
    """All that may come."""
    if operation in ("exchange", "store"):
        return [y]
    made = [compute(operation, kind, x, y)]
    if operation in ("fetch_min", "fetch_max") and x == y == 0:
        made = [0.0, -0.0]
    if flushes and kind == "float":
        made += [flushed(kind, compute(operation, kind, flushed(kind, x), flushed(kind, y)))]
        made += [flushed(kind, value) for value in made]
    return made


def same(a, b):
    return math.isnan(a) and math.isnan(b) or a == b and math.copysign(1, a) == math.copysign(1, b)


# ---- programs ----

def call(operation, form, pointer, value):
    name = "atomic_" + operation + ("_explicit" if form else "")
    more = {"": "", "_explicit": ", memory_order_acq_rel", "_scope": ", memory_order_relaxed, memory_scope_work_group"}
    if operation == "load":
        more["_explicit"] = ", memory_order_acquire"
    if operation == "store":
        more["_explicit"] = ", memory_order_release"
    return f"{name}({pointer}{', ' + value if value else ''}{more[form]})"


PLACE = {"global": "global atomic_{t} *p = &m[{at}];", "local": "local atomic_{t} *p = &l[{local}];",
         "generic": "atomic_{t} *p = i & 1 ? (atomic_{t} *)&l[{local}] : (atomic_{t} *)&m[{at}];"}


def operate(kind, operation, form):
    if operation == "store":
        return f"{kind} was = atomic_load(p); {call('store', form, 'p', 'y[i]')}; old[i] = was;"
    if operation == "load":
        return f"old[i] = {call('load', form, 'p', None)};"
    return f"old[i] = {call(operation, form, 'p', 'y[i]')};"


def own_kernel(kind, operation, space, form):
    use_local = space != "global"
    is_there = "true" if space == "local" else "i & 1"
    return f"""
kernel void own_{kind}_{operation}_{space}{form}(global {kind} *numbers, global {kind} *old, global const {kind} *y)
{{
    uint i = get_global_id(0), me = get_local_id(0);
    global atomic_{kind} *m = (global atomic_{kind} *)numbers;
    {f'local atomic_{kind} l[64]; atomic_init(&l[me], numbers[i]); barrier(CLK_LOCAL_MEM_FENCE);' if use_local else ''}
    {PLACE[space].format(t=kind, at='i', local='me')}
    {operate(kind, operation, form)}
    {f'if ({is_there}) numbers[i] = atomic_load(&l[me]);' if use_local else ''}
}}
"""


def shared_kernel(kind, operation, space, form):
    use_local = space != "global"
    return f"""
kernel void shared_{kind}_{operation}_{space}{form}(global {kind} *numbers, global {kind} *old, global const {kind} *y)
{{
    uint i = get_global_id(0), me = get_local_id(0), group = get_group_id(0);
    global atomic_{kind} *m = (global atomic_{kind} *)numbers;
    {f'local atomic_{kind} l[4]; if (me < 4) atomic_init(&l[me], numbers[4 + 4 * group + me]); barrier(CLK_LOCAL_MEM_FENCE);'
     if use_local else ''}
    {PLACE[space].format(t=kind, at='me >> 1 & 3', local='me >> 1 & 3')}
    {operate(kind, operation, form)}
    {'barrier(CLK_LOCAL_MEM_FENCE); if (me < 4) numbers[4 + 4 * group + me] = atomic_load(&l[me]);' if use_local else ''}
}}
"""


def kernels(kind):
    """(operation, space, form)"""
    extra = ("exchange", "store", "load") if kind == "half" else ()
    return list(itertools.product(FETCH + extra, SPACES, FORMS))


# ---- checks ----

def pairs(kind, source, is_finite):
    special = [number(kind, bits | sign << (BITS[kind] - 1)) for bits in SPECIAL[kind] for sign in (0, 1)]
    if is_finite:
        special = [x for x in special if math.isfinite(x)]
    made = list(itertools.product(special, special))
    while len(made) % 64 or len(made) < 320:
        x, y = (rounded(kind, source.uniform(-2, 2) * 2.0 ** source.randrange(-12, 12)) for _ in "xy")
        made.append((x, y))
    return made


def check_own(program, row, kind, data, flushes, count):
    operation, space, form = row
    kernel = f"own_{kind}_{operation}_{space}{form}"
    xs, ys = zip(*data)
    new, old = (unpack(kind, part) for part in program.run(
        kernel, [pack(kind, xs), pack(kind, [0.0] * len(xs)), pack(kind, ys)], len(xs))[:2])
    count.compare(kernel + " old", old, xs, same)
    if operation == "load":
        count.compare(kernel, new, xs, same)
        return
    wanted = [results(operation, kind, x, y, flushes) for x, y in data]
    count.compare(kernel, list(zip(data, new)), wanted, lambda got, want: any(same(got[1], one) for one in want))


def check_shared(program, row, kind, count):
    """Lane i of a group meets others at number (i >> 1) & 3; of generic pointers odd ones at those of the group."""
    operation, space, form = row
    kernel = f"shared_{kind}_{operation}_{space}{form}"
    groups, sign = 2, -1 if operation == "fetch_min" else 1
    start = [1.0] * 12
    ys = [float(1 + i % 5) if operation in FETCH[:2] else float(sign * (3 + i * 7 % 64)) for i in range(64 * groups)]
    new, old = (unpack(kind, part) for part in program.run(
        kernel, [pack(kind, start), pack(kind, [0.0] * len(ys)), pack(kind, ys)], len(ys))[:2])
    places = [[] for _ in start]
    for i, y in enumerate(ys):
        in_local = space == "local" or (space == "generic" and i & 1)
        places[(i >> 1 & 3) + (4 + i // 64 * 4 if in_local else 0)].append((old[i], y))
    for place, met in enumerate(places):
        value = start[place]
        if operation in FETCH[:2]:  # each old value is what the one before left
            for was, y in sorted(met, key=lambda pair: pair[0] * (1 if operation == "fetch_add" else -1)):
                count.compare(f"{kernel} chain {place}", [was], [value])
                value = compute(operation, kind, was, y)
        else:
            for _, y in met:
                value = y if operation == "exchange" else compute(operation, kind, value, y)
            left = {start[place], *(y for _, y in met)}
            count.compare(f"{kernel} old {place}", [was in left for was, _ in met], [True] * len(met))
        count.compare(f"{kernel} {place}", [new[place]], [value])


def run(build, target, version, switches, amount, count):
    source = numbers(TARGETS.index(target) if target in TARGETS else 9)
    is_finite = bool(switches)
    for kind in TYPES:
        rows = kernels(kind)
        if amount == "some":  # each operation in each space, one of the forms
            rows = [row for i, row in enumerate(rows) if (i + i // 3) % 3 == TARGETS.index(target) % 3]
        shared = [row for row in rows if row[0] in FETCH]
        text = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
        text += "".join(own_kernel(kind, *row) for row in rows) + "".join(shared_kernel(kind, *row) for row in shared)
        program = Program(build, target, text, "-cl-std=" + version, *switches)
        data = pairs(kind, source, is_finite)
        for row in rows:
            check_own(program, row, kind, data, target in FLUSHES or "-munsafe-fp-atomics" in switches, count)
        for row in shared:
            check_shared(program, row, kind, count)


def main():
    build, amount = sys.argv[1:3]
    targets, count = sys.argv[3:] or TARGETS, Count()
    for i, target in enumerate(targets):
        run(build, target, ("CL2.0", "CL3.0")[i % 2], [], amount, count)
        if amount == "all":
            for switches in (["-munsafe-fp-atomics"], ["-cl-finite-math-only"], ["-cl-finite-math-only", "-O0"]):
                run(build, target, "CL3.0", switches, "all", count)
    return count.status(targets)


if __name__ == "__main__":
    sys.exit(main())
