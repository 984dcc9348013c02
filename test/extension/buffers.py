#!/usr/bin/env python3
"""Memory through resources of buffers, and loads straight to LDS: clang's builtins against models.

  buffers.py BUILD (some | all) [TARGET...]

make_buffer_rsrc, raw_buffer_load_*, raw_buffer_store_*, raw_ptr_buffer_atomic_*, *_load_lds, load_to_lds: offsets that
are constant, of each lane or scalar, in range and beyond it; resources that differ between lanes, in memory, records and
functions.  all: clang 22's code of the same program, too, where it is installed, and 10 times as much data."""
import os
import struct
import subprocess
import sys

from launch import TARGETS, Count, Program, numbers, pack, unpack

CLANG = "/usr/lib/llvm-22/bin/clang"
ITEMS, BYTES, GUARD = 64, 1000, 256  # of a buffer, of memory after it
WORDS = {8: ("uchar", ""), 16: ("ushort", ""), 32: ("uint", ""), 64: ("two", "xy"), 96: ("three", "xyz"), 128: ("four", "xyzw")}
HEAD = """
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef uint __attribute__((ext_vector_type(2))) two;
typedef uint __attribute__((ext_vector_type(3))) three;
typedef uint __attribute__((ext_vector_type(4))) four;
#define RSRC __amdgpu_buffer_rsrc_t
#define MAKE(p, n) __builtin_amdgcn_make_buffer_rsrc(p, 0, n, 0x27000)
#define LANE uint i = __builtin_amdgcn_workitem_id_x()
"""
DIVERGENT = """
struct held { int before; RSRC r; int after; };
__attribute__((noinline)) uint load_of(RSRC r, int at) { return __builtin_amdgcn_raw_buffer_load_b32(r, at, 0, 0); }
__attribute__((noinline)) RSRC chosen(RSRC a, RSRC b, uint which) { return which ? a : b; }
kernel void argument(global four *o, char odd, RSRC r)
{
    union { RSRC r; four words; } u;
    u.r = r;
    o[0] = u.words;
}
kernel void divergent(global uint *o, global uint *p, global uint *q, global const int *at, uint n)
{
    LANE;
    RSRC a = MAKE(p, n), b = MAKE(q, n), both[2] = {a, b};
    struct held s = {1, i & 2 ? a : b, 2}, t = s;
    RSRC c = chosen(a, b, i & 4), *pointer = &both[i & 1];
    o[8 * i] = __builtin_amdgcn_raw_buffer_load_b32(i & 1 ? a : b, at[i], 0, 0);
    o[8 * i + 1] = __builtin_amdgcn_raw_buffer_load_b32(t.r, at[i], 0, 1) + s.after - t.before;
    o[8 * i + 2] = __builtin_amdgcn_raw_buffer_load_b32(*pointer, at[i], 8, 2);
    o[8 * i + 3] = load_of(c, at[i]);
    o[8 * i + 4] = __builtin_amdgcn_raw_buffer_load_b32(MAKE(p + (i & 7), n), at[i], 0, 3);
    o[8 * i + 5] = __builtin_amdgcn_raw_buffer_load_b32(a, at[i], (i & 3) * 4, 0);
    if (i % 3 == 0)
        o[8 * i + 6] = load_of(i & 1 ? a : b, at[i]);
    __builtin_amdgcn_raw_buffer_store_b32(i, i & 1 ? a : b, 4 * i, 0, 0);
    o[8 * i + 7] = load_of(b, 4 * i);
}
"""
WRAPPED = """
kernel void wrapped(global uint *o, global uint *p, global const int *at)
{
    LANE;
    o[i] = __builtin_amdgcn_raw_buffer_load_b32(MAKE(p, 1024), at[i] + 64, 0, 0);
}
"""
ATOMICS = {"add_i32": ("int", lambda a, b: (a + b + (1 << 31)) % (1 << 32) - (1 << 31)),
           "fadd_f32": ("float", lambda a, b: a + b), "fmin_f32": ("float", min), "fmax_f32": ("float", max),
           "fmin_f64": ("double", min), "fmax_f64": ("double", max)}
HAS = {"gfx600": "add_i32 fmin_f32 fmax_f32 fmin_f64 fmax_f64", "gfx701": "add_i32 fmin_f32 fmax_f32 fmin_f64 fmax_f64",
       "gfx803": "add_i32", "gfx900": "add_i32", "gfx90a": "add_i32 fadd_f32 fmin_f64 fmax_f64 fadd_v2f16"}
HALVES = """
typedef __fp16_ __attribute__((ext_vector_type(2))) halves;
kernel void fadd_v2f16(global uint *o, global uint *p, global const uint *x)
{
    LANE;
    union { uint bits; halves h; } value = {x[i]}, old;
    old.h = __builtin_amdgcn_raw_ptr_buffer_atomic_fadd_v2f16(value.h, MAKE(p, 256), 4 * i, 0, 0);
    o[i] = old.bits;
}
""".replace("__fp16_", "_Float16")
LOCAL = """
typedef local uint *place;
kernel void to_lds(global uint *o, global uint *p, global const int *at, uint n, local uint *l)
{
    LANE;
    RSRC r = MAKE(p, n);
    for (uint k = 0; k < 64 * 8; k += 64)
        l[k + i] = 0x5a5a5a5a;
    WAIT;
    __builtin_amdgcn_raw_ptr_buffer_load_lds(r, l, 4, at[i], 0, 0, 0);
    __builtin_amdgcn_raw_ptr_buffer_load_lds(r, l + 64, 4, at[i], 8, 4, 1);
    __builtin_amdgcn_raw_ptr_buffer_load_lds(r, l + 128, 2, at[i], 4, 0, 2);
    __builtin_amdgcn_raw_ptr_buffer_load_lds(r, l + 192, 1, 4, 0, 0, 0);
    __builtin_amdgcn_struct_ptr_buffer_load_lds(__builtin_amdgcn_make_buffer_rsrc(p, 8, 100, 0x27000), l + 256, 4, i, 4, 0, 0, 0);
    __builtin_amdgcn_global_load_lds(p + i, l + 320, 4, 0, 0);
    __builtin_amdgcn_load_to_lds((constant uint *)(ulong)(p + i), l + 384, 4, 8, 1);
    if (i & 1)
        __builtin_amdgcn_global_load_lds(p + 2 * i, l + 448, 2, 0, 0);
    WAIT;
    for (uint k = 0; k < 64 * 8; k += 64)
        o[k + i] = l[k + (i ^ 1)];
}
kernel void own(global uint *o, global uint *p)
{
    local uint l[256];
    LANE;
    for (uint k = 0; k < 3; k++) {
        __builtin_amdgcn_global_load_lds(p + 64 * k + i, (place)l + 64 * k, 4, 0, 0);
        WAIT;
        o[64 * k + i] = l[64 * k + 63 - i];
        l[64 * k + i] = 0;
        WAIT;
    }
}
"""


def width_kernels(bits):
    kind, fields = WORDS[bits]
    load, store = (f"__builtin_amdgcn_raw_buffer_{name}_b{bits}" for name in ("load", "store"))
    words = len(fields) or 1

    def put(n, value):
        parts = [f"v.{field}" for field in fields] or ["v"]
        return f"v = {value};" + "".join(f" o[{4 * words} * i + {words * n + k}] = {part};" for k, part in enumerate(parts))
    made = f"({kind})({', '.join(f'x[i] + {k}' for k in range(words))})" if fields else f"({kind})x[i]"
    return f"""
kernel void load{bits}(global uint *o, global uint *p, global const int *at, uint n, int s)
{{
    LANE; {kind} v; RSRC r = MAKE(p, n);
    {put(0, f"{load}(r, at[i], 0, 0)")} {put(1, f"{load}(r, (at[i] & 508) + 16, s, 1)")}
    {put(2, f"{load}(r, 64, s, 2)")} {put(3, f"{load}(r, 4092 + (at[i] & 4), 0, 3)")}
}}
kernel void store{bits}(global uint *x, global uint *p, global const int *at, uint n, int s)
{{
    LANE; RSRC r = MAKE(p, n);
    {store}({made}, r, at[i], 0, 0);
    if (i == 9) {store}({made}, r, {1000 - bits // 8}, s, 1);
    if (i == 10) {store}({made}, r, at[i] + 4096, 0, 2);
}}
"""


def atomic_kernel(name):
    kind = ATOMICS[name][0]
    size = 8 if kind == "double" else 4
    call = f"__builtin_amdgcn_raw_ptr_buffer_atomic_{name}"
    return f"""
kernel void {name}(global {kind} *o, global {kind} *p, global const {kind} *x)
{{
    LANE; RSRC r = MAKE(p, 64 * {size});
    o[i] = {call}(x[i], r, {size} * i, 0, 0);
    {call}(x[i ^ 1], r, {size} * i, 0, 2);
}}
"""


def source_of(target):
    text = HEAD + "".join(width_kernels(bits) for bits in WORDS) + DIVERGENT + WRAPPED
    text += "".join(atomic_kernel(name) for name in HAS[target].split() if name in ATOMICS)
    if "v2f16" in HAS[target]:
        text += "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + HALVES
    return text + (LOCAL if target[:4] == "gfx9" else "")


def word(memory, at, end=BYTES):
    """A dword; beyond the buffer 0."""
    return struct.unpack_from("<I", memory, at)[0] if at + 4 <= end else 0


def value_of(memory, at, size, end):
    """What a load gives, in dwords, each of which is in range by itself."""
    if size < 4:
        return [int.from_bytes(memory[at:at + size], "little") if at + size <= end else 0]
    return [word(memory, at + 4 * k, end) for k in range(size // 4)]


def check_loads(name, program, source, count, bits, strict):
    """strict: all in range, and the simulator checks everything.  Else no scalar offsets: GFX6 checks nothing beside
    one in a register."""
    size, end, more = bits // 8, 8192 if strict else BYTES, [] if strict else ["--no-strict"]
    memory, extra, step = source.randbytes(end + GUARD), 4 * source.randrange(4) * strict, min(size, 4)
    places = [source.choice((source.randrange(0, BYTES - 64, step), 2000, 4000 if strict else 1 << 20)) for _ in range(ITEMS)]
    out = pack("uint", [0] * ITEMS * 4 * max(1, bits // 32))
    got = program.run(f"load{bits}", [out, memory, pack("int", places)], ITEMS, values=[f"u32:{end}", f"i32:{extra}"], more=more)[0]
    want = [value for at in places for place in (at, (at & 508) + 16 + extra, 64 + extra, 4092 + (at & 4))
            for value in value_of(memory, place, size, end)]
    count.compare(f"{name} load{bits}", unpack("uint", got), want)


def check_stores(name, program, source, count, bits, strict):
    size, end, more = bits // 8, 8192 if strict else BYTES, [] if strict else ["--no-strict"]
    memory, extra = source.randbytes(end + GUARD), 4 * source.randrange(4) * strict
    places = source.sample(range(0, BYTES - 64 - size, max(size, 4)), ITEMS - 20)
    places += [2048 + 16 * k for k in range(10)] + [(3072 if strict else 1 << 24) + 16 * k for k in range(10)]
    xs, after = [source.getrandbits(32) >> 3 for _ in range(ITEMS)], bytearray(memory)
    stores = [*enumerate(places), (9, BYTES - size + extra), (10, places[10] + 4096)]
    for i, at in stores:
        for k in range(max(1, size // 4)):
            data, place = struct.pack("<I", xs[i] + k)[:size], at + 4 * k
            if place + len(data) <= end:
                after[place:place + len(data)] = data
    got = program.run(f"store{bits}", [pack("uint", xs), memory, pack("int", places)], ITEMS,
                      values=[f"u32:{end}", f"i32:{extra}"], more=more)[1]
    count.compare(f"{name} store{bits}", [got.hex()], [after.hex()])


def check_widths(name, program, source, count):
    for bits in WORDS:
        for strict in (True, False):
            check_loads(name, program, source, count, bits, strict)
            check_stores(name, program, source, count, bits, strict)


def check_divergent(name, program, source, count):
    p, q = ([source.getrandbits(32) for _ in range(256)] for _ in range(2))
    places = [4 * source.randrange(240) for _ in range(ITEMS)]
    out = program.run("divergent", [pack("uint", [7] * ITEMS * 8), pack("uint", p), pack("uint", q), pack("int", places)],
                      ITEMS, values=[f"u32:{BYTES}"])
    want = []
    for i, at in enumerate(places):
        k = at // 4
        want += [(p if i & 1 else q)[k], ((p if i & 2 else q)[k] + 1) & 0xffffffff, (q if i & 1 else p)[k + 2],
                 (p if i & 4 else q)[k], p[k + (i & 7)], p[k + (i & 3)], (p if i & 1 else q)[k] if i % 3 == 0 else 7,
                 q[i] if i & 1 else i]
    count.compare(f"{name} divergent", unpack("uint", out[0]), want)
    for k, memory in enumerate((q, p)):
        after = [i if i < ITEMS and i & 1 == k else value for i, value in enumerate(memory)]
        count.compare(f"{name} divergent stores", unpack("uint", out[2 - k]), after)


def check_argument(name, program, source, count):
    words = [source.getrandbits(32) for _ in range(4)]
    got = program.run("argument", [bytes(16)], 1, 1, values=["i8:1", "hex:" + pack("uint", words).hex()])[0]
    count.compare(f"{name} argument", unpack("uint", got), words)


def check_wrapped(name, program, source, count):
    """The sum of an offset wraps, what the instruction adds does not."""
    p, places = [source.getrandbits(32) for _ in range(256)], [4 * source.randrange(-16, 16) for _ in range(ITEMS)]
    got = program.run("wrapped", [pack("uint", [0] * ITEMS), pack("uint", p), pack("int", places)], ITEMS)[0]
    count.compare(f"{name} wrapped", unpack("uint", got), [p[at // 4 + 16] for at in places])


def check_atomics(name, target, program, source, count):
    for atomic in HAS[target].split():
        if atomic not in ATOMICS:
            continue
        kind, operation = ATOMICS[atomic]
        draw = (lambda: source.getrandbits(32) - (1 << 31)) if kind == "int" else (lambda: source.randrange(-1 << 20, 1 << 20) / 8)
        p, x = [draw() for _ in range(ITEMS)], [draw() for _ in range(ITEMS)]
        out = program.run(atomic, [pack(kind, [0] * ITEMS), pack(kind, p), pack(kind, x)], ITEMS)
        count.compare(f"{name} {atomic}", unpack(kind, out[0]), p)
        count.compare(f"{name} {atomic} after", unpack(kind, out[1]),
                      [operation(operation(p[i], x[i]), x[i ^ 1]) for i in range(ITEMS)])
    if "v2f16" in HAS[target]:
        p, x = ([source.randrange(-512, 512) / 8 for _ in range(2 * ITEMS)] for _ in range(2))
        out = program.run("fadd_v2f16", [pack("half", [0.0] * 2 * ITEMS), pack("half", p), pack("half", x)], ITEMS)
        count.compare(f"{name} fadd_v2f16", unpack("half", out[0]), p)
        count.compare(f"{name} fadd_v2f16 after", unpack("half", out[1]), [a + b for a, b in zip(p, x)])


def check_local(name, program, source, count):
    p = [source.getrandbits(32) for _ in range(320)]
    memory = pack("uint", p)
    places = [4 * source.choice((source.randrange(200), 600)) for _ in range(ITEMS)]
    fill = [0x5a5a5a5a] * ITEMS
    rows = [[word(memory, at) for at in places], [fill[0], *(word(memory, at + 12) for at in places)],
            [word(memory, at + 4) & 0xffff for at in places], [p[1] & 0xff] * ITEMS, p[1:128:2], p[:64], p[2:66], fill]
    # what is added to both addresses: one dword on, over the first of the next row, which is loaded later
    l = [0x5a5a5a5a] * 512
    for k, row in enumerate(rows):
        if k == 1:
            l[65:129] = row[1:]
        elif k == 6:
            l[386:450] = row
        elif k == 7:
            l[449:512:2] = [value & 0xffff for value in p[2:128:4]]
        else:
            l[64 * k:64 * k + 64] = row
    got = program.run("to_lds", [pack("uint", [0] * 512), memory, pack("int", places)], ITEMS,
                      values=[f"u32:{BYTES}", "local:2048"], more=["--no-strict"])[0]
    count.compare(f"{name} to_lds", unpack("uint", got), [l[i ^ 1] for i in range(512)])
    got = program.run("own", [pack("uint", [0] * 192), memory], ITEMS)[0]
    count.compare(f"{name} own", unpack("uint", got), [p[64 * (i // 64) + 63 - i % 64] for i in range(192)])


class Clang(Program):
    """The same, compiled by clang, which does not wait for loads to LDS by itself, and counts them in lgkmcnt, too."""

    def __init__(self, build, target, source):
        super().__init__(build, target, "kernel void nothing() {}")
        with open(self.path("k.cl"), "w", encoding="ascii") as file:
            file.write("#define WAIT __builtin_amdgcn_s_waitcnt(0)\n" + source)
        subprocess.run([CLANG, "-x", "cl", "-cl-std=CL1.2", "-target", "amdgcn-amd-amdhsa", "-mcpu=" + target, "-O2",
                        "-nogpulib", "-w", "-mcode-object-version=4", self.path("k.cl"), "-o", self.code], check=True)


def main():
    build, amount = sys.argv[1:3]
    targets, count = sys.argv[3:] or TARGETS, Count()
    for i, target in enumerate(targets):
        text = source_of(target)
        programs = {f"{target} {level}": Program(build, target, "#define WAIT\n" + text, level) for level in ("-O0", "-O3")}
        if amount == "all" and os.path.exists(CLANG) and target in ("gfx803", "gfx900", "gfx90a"):
            programs[f"clang {target}"] = Clang(build, target, text)
        for name, program in programs.items():
            for repeat in range(1 if amount == "some" else 4):
                source = numbers(10 * i + repeat)
                check_widths(name, program, source, count)
                check_argument(name, program, source, count)
                check_divergent(name, program, source, count)
                if not isinstance(program, Clang):  # clang 22 lets the instruction add what may wrap
                    check_wrapped(name, program, source, count)
                check_atomics(name, target, program, source, count)
                if target[:4] == "gfx9":
                    check_local(name, program, source, count)
    return count.status(targets)


if __name__ == "__main__":
    sys.exit(main())
