#!/usr/bin/env python3
"""cl_khr_extended_bit_ops on the simulator against a model: every legal offset and count.

  bit_ops.py BUILD (some | all) [TARGET...]

The model is OpenCL C 3.0, 6.15.3.1, on Python's integers.  some: all types as scalars, each as one vector."""
import sys

from launch import BITS, INTEGERS, TARGETS, Count, Program, fit, numbers, pack, unpack

WIDTHS = (2, 3, 4, 8, 16)


def unsigned(kind):
    return "u" + kind.lstrip("u")


def insert(kind, base, other, offset, count):
    mask = ((1 << count) - 1) << offset
    return fit(kind, (base & ~mask) | (other << offset & mask))


def extract_unsigned(kind, base, offset, count):
    return (base >> offset) & ((1 << count) - 1)


def extract_signed(kind, base, offset, count):
    field = extract_unsigned(kind, base, offset, count)
    return field - (1 << count) if count and field >> (count - 1) else field


def reverse(kind, base):
    bits = BITS[kind]
    return fit(kind, int(format(base & (1 << bits) - 1, f"0{bits}b")[::-1], 2))


PARTS = """
    o[4 * i] = bitfield_insert(a, b, offset, count);
    o[4 * i + 1] = as_{t}{n}(bitfield_extract_unsigned(a, offset, count));
    o[4 * i + 2] = as_{t}{n}(bitfield_extract_signed(a, offset, count));
    o[4 * i + 3] = bit_reverse(a);
"""
# Each lane has its own operands; all lanes of a wave have the same; numbers that the compiler knows.
HEAD = """
kernel void {form}_{t}{n}(global {t}{n} *o, global const {t}{n} *as, global const {t}{n} *bs,
                          global const uint2 *fields)
{{
    size_t i = {index};
    {t}{n} a = as[i], b = bs[i];
    uint offset = fields[i].x, count = fields[i].y;
"""
VECTOR3 = """
kernel void lane_{t}3(global {t} *o, global const {t} *as, global const {t} *bs, global const uint2 *fields)
{{
    size_t i = get_global_id(0);
    {t}3 a = vload3(i, as), b = vload3(i, bs);
    uint offset = fields[i].x, count = fields[i].y;
    vstore3(bitfield_insert(a, b, offset, count), 4 * i, o);
    vstore3(as_{t}3(bitfield_extract_unsigned(a, offset, count)), 4 * i + 1, o);
    vstore3(as_{t}3(bitfield_extract_signed(a, offset, count)), 4 * i + 2, o);
    vstore3(bit_reverse(a), 4 * i + 3, o);
}}
"""


def lane_kernel(kind, width):
    if width == 3:
        return VECTOR3.format(t=kind)
    n = width if width > 1 else ""
    return HEAD.format(form="lane", t=kind, n=n, index="get_global_id(0)") + PARTS.format(t=kind, n=n) + "}\n"


def uniform_kernel(kind):
    return HEAD.format(form="wave", t=kind, n="", index="get_group_id(0)") + PARTS.format(t=kind, n="") + "}\n"


def constant_kernel(kind, fields):
    text = HEAD.format(form="known", t=kind, n="", index="get_global_id(0)") + "(void)offset; (void)count;\n"
    for place, (offset, count) in enumerate(fields):
        part = PARTS.replace("offset, count", f"{offset}, {count}")
        text += part.format(t=kind, n="").replace("4 * i", f"{4 * len(fields)} * i + {4 * place}")
    return text + "}\n"


def model(kind, bases, others, offset, count):
    """Four results, each of the components."""
    kinds = unsigned(kind), unsigned(kind)[1:]
    return [[insert(kind, a, b, offset, count) for a, b in zip(bases, others)],
            [fit(kind, fit(kinds[0], extract_unsigned(kind, a, offset, count))) for a in bases],
            [fit(kind, fit(kinds[1], extract_signed(kind, a, offset, count))) for a in bases],
            [reverse(kind, a) for a in bases]]


def data(kind, width, fields, source):
    draw = lambda: [fit(kind, source.choice([source.getrandbits(64), 0, -1, 1 << (BITS[kind] - 1)]))
                    for _ in range(width * len(fields))]
    return draw(), draw()


def check(program, kernel, kind, width, fields, count, source, group=64):
    bases, others = data(kind, width, fields, source)
    words = [number for field in fields for number in field]
    inputs = [pack(kind, [0] * (4 * len(bases))), pack(kind, bases), pack(kind, others), pack("uint", words)]
    got = unpack(kind, program.run(kernel, inputs, len(fields) * 64 // group, 64)[0])
    want = []
    for i, (offset, bits) in enumerate(fields):
        part = slice(i * width, (i + 1) * width)
        for row in model(kind, bases[part], others[part], offset, bits):
            want += row
    count.compare(kernel, got, want)


def check_known(program, kind, known, count, source):
    bases, others = data(kind, 1, [None] * 64, source)
    inputs = [pack(kind, [0] * (4 * 64 * len(known))), pack(kind, bases), pack(kind, others),
              pack("uint", [0] * 128)]
    got = unpack(kind, program.run(f"known_{kind}", inputs, 64)[0])
    want = [row[0] for a, b in zip(bases, others) for field in known for row in model(kind, [a], [b], *field)]
    count.compare(f"known_{kind}", got, want)


def main():
    build, amount = sys.argv[1:3]
    targets, count = sys.argv[3:] or TARGETS, Count()
    for number, target in enumerate(targets):
        source = numbers(number)
        widths = {kind: WIDTHS if amount == "all" else (WIDTHS[(i + number) % 5],)
                  for i, kind in enumerate(INTEGERS)}
        legal = {kind: [(offset, bits) for offset in range(BITS[kind]) for bits in range(BITS[kind] - offset + 1)]
                 for kind in INTEGERS}
        some = {kind: source.sample(legal[kind], 5) + [(0, BITS[kind]), (0, 0), (BITS[kind] - 1, 1)]
                for kind in INTEGERS}
        text = "".join(lane_kernel(kind, 1) + uniform_kernel(kind) + constant_kernel(kind, some[kind]) +
                       "".join(lane_kernel(kind, width) for width in widths[kind]) for kind in INTEGERS)
        program = Program(build, target, text, "-cl-std=CL3.0" if number % 2 else "-cl-std=CL1.2")
        for kind in INTEGERS:
            fields = legal[kind] if amount == "all" else source.sample(legal[kind], 44)
            fields = fields + [(0, BITS[kind])] * (-len(fields) % 64)
            for width in (1, *widths[kind]):
                check(program, f"lane_{kind}{width if width > 1 else ''}", kind, width, fields, count, source)
            check(program, f"wave_{kind}", kind, 1, some[kind], count, source, group=1)
            check_known(program, kind, some[kind], count, source)
    return count.status(targets)


if __name__ == "__main__":
    sys.exit(main())
