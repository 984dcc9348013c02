#!/usr/bin/env python3
"""clang's builtins for AMDGPU on the simulator against models.

  amdgcn.py BUILD (some | all) [TARGET...]

wave_reduce_*, inverse_ballot_w64, mqsad_u32_u8, cvt_off_f32_i4, the floating-point environment, groupstaticsize.
all: what clang-22 makes of the same program, too, where it is installed."""
import os
import struct
import subprocess
import sys

from launch import TARGETS, Count, Program, fit, numbers, pack, unpack

CLANG = "/usr/lib/llvm-22/bin/clang"
KINDS = {"u32": "uint", "i32": "int", "b32": "uint", "u64": "ulong", "i64": "long", "b64": "ulong", "f32": "float"}
REDUCTIONS = [f"{name}_{kind}" for name, kinds in
              (("add", "u32 u64"), ("sub", "u32 u64"), ("min", "i32 i64 u32 u64"), ("max", "i32 i64 u32 u64"),
               ("and", "b32 b64"), ("or", "b32 b64"), ("xor", "b32 b64"), ("fadd", "f32"), ("fsub", "f32"),
               ("fmin", "f32"), ("fmax", "f32")) for kind in kinds.split()]
LANE = "uint i = __builtin_amdgcn_workitem_id_x();"


def reduce_kernel(name):
    kind = KINDS[name.split("_")[1]]
    return f"""
kernel void {name}(global {kind} *o, global const {kind} *x, global const ulong *masks)
{{
    {LANE}
    {kind} y = x[i];
    for (int k = 0; k < 8; k++)
        if (masks[k] >> i & 1)
            o[64 * k + i] = __builtin_amdgcn_wave_reduce_{name}(y, {len(name) % 3});
}}
"""


SMALL = f"""
kernel void inverse(global uint *o, global const ulong *masks)
{{
    {LANE}
    for (int k = 0; k < 8; k++)
        o[64 * k + i] = __builtin_amdgcn_inverse_ballot_w64(masks[k]);
}}
kernel void off(global float *o, global const int *x)
{{
    {LANE}
    o[i] = __builtin_amdgcn_cvt_off_f32_i4(x[i]);
}}
kernel void environment(global ulong *o)
{{
    ulong was = __builtin_amdgcn_get_fpenv();
    __builtin_amdgcn_set_fpenv(was ^ 0xf);
    ulong set = __builtin_amdgcn_get_fpenv();
    __builtin_amdgcn_set_fpenv(was);
    o[0] = was;
    o[1] = set;
    o[2] = __builtin_amdgcn_get_fpenv();
}}
kernel void lds(global uint *o, local uint *dynamic)
{{
    local uint own[100];
    {LANE}
    own[i] = i;
    dynamic[i] = i;
    o[i] = __builtin_amdgcn_groupstaticsize() + own[i] - dynamic[i];
}}
typedef uint __attribute__((ext_vector_type(4))) four;
kernel void mqsad(global four *o, global const ulong *x, global const uint *y, global const four *z)
{{
    {LANE}
    o[i] = __builtin_amdgcn_mqsad_u32_u8(x[i], y[i], z[i]);
}}
"""


def rounded(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def reduced(name, xs):
    operation, kind = name.split("_")
    if operation in ("fmin", "min"):
        return min(xs)
    if operation in ("fmax", "max"):
        return max(xs)
    value = {"and": -1, "fadd": -0.0, "fsub": 0.0}.get(operation, 0)
    for x in xs:
        value = {"add": lambda: value + x, "sub": lambda: value - x, "and": lambda: value & x,
                 "or": lambda: value | x, "xor": lambda: value ^ x, "fadd": lambda: rounded(value + x),
                 "fsub": lambda: rounded(value - x)}[operation]()
    return value if kind == "f32" else fit(KINDS[kind], value)


def check_reductions(program, source, count):
    masks = [(1 << 64) - 1, 1, 1 << 63, 0xf0f0, 1 << 31 | 1 << 32, (1 << 48) - 1] + [source.getrandbits(64) for _ in "ab"]
    for name in REDUCTIONS:
        kind = KINDS[name.split("_")[1]]
        xs = [rounded(source.uniform(-1, 1) * 2 ** source.randrange(8)) if kind == "float"
              else fit(kind, source.getrandbits(64)) for _ in range(64)]
        got = unpack(kind, program.run(name, [pack(kind, [0] * 512), pack(kind, xs), pack("ulong", masks)], 64)[0])
        for k, mask in enumerate(masks):
            want = reduced(name, [x for i, x in enumerate(xs) if mask >> i & 1])
            count.compare(f"{name} {mask:#x}", got[64 * k:64 * k + 64], [want if mask >> i & 1 else 0 for i in range(64)])
    got = unpack("uint", program.run("inverse", [pack("uint", [0] * 512), pack("ulong", masks)], 64)[0])
    count.compare("inverse_ballot", got, [mask >> i & 1 for mask in masks for i in range(64)])


def mqsad(x, y, z):
    return [fit("uint", z[j] + sum(abs((x >> 8 * (i + j) & 255) - (y >> 8 * i & 255)) for i in range(4) if y >> 8 * i & 255))
            for j in range(4)]


def check_small(program, source, count):
    xs = [source.getrandbits(32) - (1 << 31) for _ in range(64)]
    got = unpack("float", program.run("off", [pack("float", [0.0] * 64), pack("int", xs)], 64)[0])
    count.compare("cvt_off", got, [((x & 15) - (x & 8) * 2) / 16 for x in xs])
    was, new, back = unpack("ulong", program.run("environment", [pack("ulong", [0] * 3)], 1, 1)[0])
    count.compare("fpenv", [new, back, was & 15], [was ^ 15, was, 0])
    if not isinstance(program, Clang):  # clang 22 says 0: it asks before it places the objects
        got = unpack("uint", program.run("lds", [pack("uint", [0] * 64)], 64, values=["local:256"])[0])
        count.compare("groupstaticsize", got, [400] * 64)
    wide = [source.getrandbits(64) for _ in range(64)]
    ys = [source.choice([source.getrandbits(32), 0, 0xff00ff]) for _ in range(64)]
    zs = [source.getrandbits(32) for _ in range(256)]
    got = unpack("uint", program.run("mqsad", [pack("uint", [0] * 256), pack("ulong", wide), pack("uint", ys),
                                               pack("uint", zs)], 64)[0])
    count.compare("mqsad", got, [word for i in range(64) for word in mqsad(wide[i], ys[i], zs[4 * i:4 * i + 4])])


class Clang(Program):
    """The same, compiled by clang."""

    def __init__(self, build, target, source):
        super().__init__(build, target, "kernel void nothing() {}")
        with open(self.path("k.cl"), "w", encoding="ascii") as file:
            file.write("typedef unsigned int uint;\ntypedef unsigned long ulong;\n" + source)
        subprocess.run([CLANG, "-x", "cl", "-cl-std=CL2.0", "-target", "amdgcn-amd-amdhsa", "-mcpu=" + target, "-O2",
                        "-nogpulib", "-w", "-mcode-object-version=4", self.path("k.cl"), "-o", self.code], check=True)


def main():
    build, amount = sys.argv[1:3]
    targets, count = sys.argv[3:] or TARGETS, Count()
    text = "".join(reduce_kernel(name) for name in REDUCTIONS) + SMALL
    for i, target in enumerate(targets):
        programs = [Program(build, target, text)]
        if amount == "all" and os.path.exists(CLANG) and target in ("gfx803", "gfx900"):
            programs.append(Clang(build, target, text))
        for program in programs:
            for repeat in range(1 if amount == "some" else 10):
                source = numbers(10 * i + repeat)
                check_reductions(program, source, count)
                check_small(program, source, count)
    return count.status(targets)


if __name__ == "__main__":
    sys.exit(main())
