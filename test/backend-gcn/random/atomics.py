#!/usr/bin/env python3
"""Atomic operations through pointers that stay generic: lanes point to local or to global memory as
their number is odd or even, so each is one FLAT instruction through both apertures.

    atomics.py BUILD SEED [TARGET...]
"""
import random
import struct
import subprocess
import sys
import tempfile

import meaning

LANES = 64
RMW = {
    "xchg": lambda a, b, s: b,
    "add": lambda a, b, s: a + b,
    "sub": lambda a, b, s: a - b,
    "and": lambda a, b, s: a & b,
    "or": lambda a, b, s: a | b,
    "xor": lambda a, b, s: a ^ b,
    "umin": lambda a, b, s: min(a, b),
    "umax": lambda a, b, s: max(a, b),
    "smin": lambda a, b, s: min(a, b, key=s),
    "smax": lambda a, b, s: max(a, b, key=s),
}
HEAD = """global @local space local size 512 align 16

function @program (p.global %1, p.global %2, p.global %3) kernel
info "program" kernarg 24 max_flat 256 version 200
    arg "x" "x" global_buffer i32 offset 0 size 8 align 8 space global
    arg "x" "x" global_buffer i32 offset 8 size 8 align 8 space global
    arg "x" "x" global_buffer i32 offset 16 size 8 align 8 space global
{
b0 ():
    %4 = workitem_id i32, dim 0
    %5 = shl i32 %4, i32 3
    %6 = zext i64 %5
    %7 = ptradd p.global %3, %6
    %8 = addrspacecast p.generic %7
    %9 = symbol p.local, @local
    %10 = ptradd p.local %9, %5
    %11 = addrspacecast p.generic %10
    %12 = and i32 %4, i32 1
    %13 = ne i1 %12, i32 0
    %14 = select p.generic %13, %11, %8
    %15 = shl i64 %6, i32 1
    %16 = ptradd p.global %1, %15
    %17 = ptradd p.global %2, %15
    %18 = ptradd p.global %16, i64 8
    %19 = ptradd p.global %17, i64 8
"""


def program(op, kind):
    order = f"align {4 if kind == 'i32' else 8}, order relaxed, scope workgroup"
    atomic = f"%22 = atomic {kind} %14, %21, {op}, {order}"
    if op == "cmpxchg":
        atomic = (f"%22 = cmpxchg {kind} %14, %21, {kind} 77, "
                  + order.replace("relaxed,", "relaxed, failure relaxed,"))
    return (HEAD + f"""    %20 = load {kind} %16, align 8
    %21 = load {kind} %18, align 8
    store {kind} %14, %20, align 8
    {atomic}
    %23 = load {kind} %14, align 8
    store {kind} %17, %22, align 8
    store {kind} %19, %23, align 8
    ret
}}
""")


def run(build, folder, op, kind, target, pairs):
    with open(f"{folder}/program.oir", "w", encoding="ascii") as file:
        file.write(program(op, kind))
    with open(f"{folder}/in.bin", "wb") as file:
        file.write(b"".join(struct.pack("<QQ", *pair) for pair in pairs))
    made = subprocess.run([f"{build}/bin/test-mir-text", "-show", "object", f"{folder}/program.oir",
                           target], capture_output=True)
    if made.returncode:
        return "does not compile: " + made.stdout.decode(errors="replace")[-300:]
    with open(f"{folder}/program.co", "wb") as file:
        file.write(made.stdout)
    ran = subprocess.run([f"{build}/bin/gcnsim", "run", f"{folder}/program.co", "--kernel", "program",
                          "--global", str(LANES), "--local", str(LANES),
                          "--arg", f"buf:{folder}/in.bin", "--arg",
                          f"buf:{16 * LANES}@out={folder}/out.bin", "--arg", "buf:512"],
                         capture_output=True, timeout=60)
    if ran.returncode:
        return "does not run: " + ran.stderr.decode(errors="replace")[-300:]
    with open(f"{folder}/out.bin", "rb") as file:
        got = file.read()
    bits = int(kind[1:])
    mask = (1 << bits) - 1
    for lane, (a, b) in enumerate(pairs):
        a, b = a & mask, b & mask
        if op == "cmpxchg":
            new = 77 if a == b else a
        else:
            new = RMW[op](a, b, lambda x: meaning.signed(x, bits)) & mask
        old, found = (x & mask for x in struct.unpack_from("<QQ", got, 16 * lane))
        if (old, found) != (a, new):
            return f"lane {lane}: {old:#x}, {found:#x} instead of {a:#x}, {new:#x}"
    return None


def main():
    build, numbers, failures = sys.argv[1], random.Random(int(sys.argv[2])), 0
    with tempfile.TemporaryDirectory() as folder:
        for target in sys.argv[3:] or ["gfx803", "gfx900"]:
            for op in list(RMW) + ["cmpxchg"]:
                for kind in ("i32", "i64"):
                    pairs = [(numbers.getrandbits(64), numbers.getrandbits(64)) for _ in range(LANES)]
                    pairs = [(a, a if i % 3 == 0 else b) for i, (a, b) in enumerate(pairs)]
                    fault = run(build, folder, op, kind, target, pairs)
                    if fault:
                        failures += 1
                        print(f"{target}: {op} {kind}: {fault}")
    print(f"{failures} failures")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
