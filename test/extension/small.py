#!/usr/bin/env python3
"""Extensions of a few functions on the simulator against models.

  small.py BUILD (some | all) [TARGET...]

cl_khr_extended_async_copies and cl_khr_async_work_group_copy_fence: boxes of bytes between global and local memory,
of random sizes, strides and offsets.  cl_amd_popcnt, cl_khr_expect_assume, cl_khr_kernel_clock."""
import sys

from launch import BITS, INTEGERS, TARGETS, Count, Program, fit, numbers, pack, unpack

LOCAL = 4096
COPIES = f"""
/* p: bytes, line, lines, planes; offset, line, plane in local memory; the same in src; the same in dst; what the
 * second copy reads lies so many elements after what the first wrote: other work-items wrote it */
kernel void boxes(global uchar *src, global uchar *dst, global uchar *seen, constant ulong *p)
{{
    local uchar l[{LOCAL}];
    for (uint i = get_local_linear_id(); i < {LOCAL}; i += 96)
        l[i] = 0xee;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e;
    if (p[3] == 1)
        e = async_work_group_copy_2D2D(l, p[4], src, p[7], p[0], p[1], p[2], p[8], p[5], 0);
    else
        e = async_work_group_copy_3D3D(l, p[4], src, p[7], p[0], p[1], p[2], p[3], p[8], p[9], p[5], p[6], 0);
    ORDER;
    if (p[3] == 1)
        e = async_work_group_copy_2D2D(dst, p[10], l, p[4] + p[13], p[0], p[1], p[2], p[5], p[11], e);
    else
        e = async_work_group_copy_3D3D(dst, p[10], l, p[4] + p[13], p[0], p[1], p[2], p[3], p[5], p[6], p[11], p[12], e);
    wait_group_events(1, &e);
    for (uint i = get_local_linear_id(); i < {LOCAL}; i += 96)
        seen[i] = l[i];
}}
"""


def copy_box(data, source, bytes_, box, to, at):
    """box: line, lines, planes; to, at: offset, length of a line, area of a plane, in elements."""
    line, lines, planes = box
    for z in range(planes):
        for y in range(lines):
            a = (to[0] + z * to[2] + y * to[1]) * bytes_
            b = (at[0] + z * at[2] + y * at[1]) * bytes_
            data[a:a + line * bytes_] = source[b:b + line * bytes_]


def draw_box(source):
    bytes_ = source.choice([1, 2, 3, 4, 8, 12, 16])
    planes = source.choice([1, 1, 2, 3])
    line, lines = source.randrange(0, 150), source.randrange(0, 5)
    while (line + 5) * (lines + 1) * planes * bytes_ > LOCAL - 400:
        line, lines = line // 2, max(1, lines - 1)

    def place():
        offset, length = source.randrange(3), line + source.choice([0, 0, 1, 3])
        return (offset, length, length * lines + source.choice([0, 2]))
    places = [place() for _ in range(3)]
    if source.random() < 0.4:  # all whole dwords
        bytes_ *= 4 if bytes_ < 4 and (line + 5) * (lines + 1) * planes * bytes_ * 4 < LOCAL - 400 else 1
    return bytes_, (line, lines, planes), places


def check_copies(build, target, source, amount, count):
    for fence in ("wait_group_events(1, &e);",
                  "async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"):
        program = Program(build, target, COPIES.replace("ORDER;", fence), "-cl-std=CL2.0")
        for _ in range(60 if amount == "all" else 4):
            bytes_, box, (local, at, to) = draw_box(source)
            src = bytes(source.getrandbits(8) for _ in range(2 * LOCAL))
            shift = source.randrange(16)
            words = [bytes_, *box, *local, *at, *to, shift]
            seen, dst = bytearray(b"\xee" * LOCAL), bytearray(b"\xdd" * 2 * LOCAL)
            got = program.run("boxes", [src, bytes(dst), bytes(LOCAL), pack("ulong", words)], 96, 96)
            copy_box(seen, src, bytes_, box, local, at)
            copy_box(dst, seen, bytes_, box, to, (local[0] + shift, *local[1:]))
            count.compare(f"boxes {words} local", got[2], seen)
            count.compare(f"boxes {words}", got[1], dst)


def check_popcnt(build, target, source, count):
    text = "".join(f"""
kernel void count_{t}(global {t} *o, global const {t} *x)
{{
    size_t i = get_global_id(0);
    o[i] = popcnt(x[i]) + __builtin_expect(((global const {t}4 *)x)[i / 4], (({t}4)(1)))[i & 3] * ({t})0;
    __builtin_assume(i < 64);
    vstore4(popcnt(vload4(i, x)), i, o + 64);
}}
""" for t in INTEGERS)
    program = Program(build, target, text)
    for kind in INTEGERS:
        xs = [fit(kind, source.choice([source.getrandbits(64), 0, -1, 1 << (BITS[kind] - 1)])) for _ in range(256)]
        got = unpack(kind, program.run(f"count_{kind}", [pack(kind, [0] * 320), pack(kind, xs)], 64)[0])
        want = [bin(x & (1 << BITS[kind]) - 1).count("1") for x in xs]
        count.compare(f"popcnt {kind}", got, want[:64] + want)


CLOCKS = """
#ifdef __opencl_c_kernel_clock_scope_device
#define DEVICE 1
#else
#define DEVICE 0
#define clock_read_device clock_read_work_group
#define clock_read_hilo_device clock_read_hilo_work_group
#endif
kernel void clocks(global ulong *o)
{
    o[0] = DEVICE;
#define TWICE(at, scope) { ulong a = clock_read_##scope(); uint2 b = clock_read_hilo_##scope(); \\
    ulong c = clock_read_##scope(); ulong m = (ulong)b.y << 32 | b.x; o[at] = a <= m && m <= c && a != 0; o[at + 1] = c - a; }
    TWICE(1, device)
    TWICE(3, work_group)
    TWICE(5, sub_group)
}
"""


def check_clocks(build, target, count):
    program = Program(build, target, CLOCKS, "-cl-std=CL3.0")
    got = unpack("ulong", program.run("clocks", [pack("ulong", [0] * 7)], 1, 1)[0])
    has_device = target not in ("gfx600", "gfx701")
    count.compare("clocks", [got[0], got[1], got[3], got[5]], [has_device, 1, 1, 1])
    count.compare("clock advances", [0 < got[4] < 10000, 0 < got[6] < 10000], [True, True])


def main():
    build, amount = sys.argv[1:3]
    targets, count = sys.argv[3:] or TARGETS, Count()
    for i, target in enumerate(targets):
        source = numbers(i)
        check_copies(build, target, source, amount, count)
        check_popcnt(build, target, source, count)
        check_clocks(build, target, count)
    return count.status(targets)


if __name__ == "__main__":
    sys.exit(main())
