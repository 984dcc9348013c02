#!/usr/bin/env python3
"""Loads and stores of random shape, alignment and address space, on the simulator: each lane writes
32 bytes in pieces of one shape and reads them back in pieces of another.

    memory.py BUILD SEED ROUNDS [TARGET...]
"""
import random
import subprocess
import sys
import tempfile

SIZE = {"i8": 1, "i16": 2, "i32": 4, "i64": 8}
SHAPES = [("i8", 1), ("i16", 1), ("i32", 1), ("i64", 1), ("i32", 2), ("i32", 4), ("i64", 2),
          ("i8", 4), ("i8", 8), ("i16", 2), ("i16", 4), ("i32", 8), ("i64", 4), ("i8", 16)]
LANES, STRIDE, BYTES = 64, 48, 32
GLOBAL, CONSTANT, LOCAL, PRIVATE = 1, 2, 3, 5


def table_byte(i):
    return i * 37 % 256


class Kernel:
    def __init__(self, space, written, read, offset, align, generic):
        self.space, self.written, self.read, self.offset = space, written, read, offset
        self.align, self.generic = align, generic
        self.next = 4
        self.lines = []
        lane = self.new("workitem_id i32, dim 0")
        place = self.new(f"mul i32 {lane}, i32 {STRIDE}")
        wide = self.new(f"zext i64 {place}")
        source = self.new(f"ptradd p.global %1, {wide}")
        target = self.new(f"ptradd p.global %2, {wide}")
        base, pointer, integer = self.base(lane, place, wide)
        if generic:
            base = self.new(f"addrspacecast p.generic {base}")
            pointer, integer = "p.generic", "i64"
        base = self.new(f"ptradd {pointer} {base}, {integer} {offset}")
        if space != CONSTANT:
            self.copy(written, "p.global", "i64", source, None, pointer, integer, base, align)
        self.copy(read, pointer, integer, base, align, "p.global", "i64", target, None)

    def new(self, text):
        self.lines.append(f"%{self.next} = {text}")
        self.next += 1
        return f"%{self.next - 1}"

    def base(self, lane, place, wide):
        if self.space == GLOBAL:
            return self.new(f"ptradd p.global %3, {wide}"), "p.global", "i64"
        if self.space == CONSTANT:
            table = self.new("symbol p.constant, @table")
            return self.new(f"ptradd p.constant {table}, {wide}"), "p.constant", "i64"
        if self.space == LOCAL:
            local = self.new("symbol p.local, @local")
            return self.new(f"ptradd p.local {local}, {place}"), "p.local", "i32"
        private = self.new("alloca p.private, size 128, align 16")
        odd = self.new(f"shl i32 {self.new(f'and i32 {lane}, i32 1')}, i32 4")
        return self.new(f"ptradd p.private {private}, {odd}"), "p.private", "i32"

    def copy(self, shape, from_type, from_int, source, from_align, to_type, to_int, target, to_align):
        kind, lanes = shape
        size = SIZE[kind] * lanes
        for at in range(0, BYTES - size + 1, size):
            natural = min(16, at & -at or 16)
            load = self.new(f"ptradd {from_type} {source}, {from_int} {at}")
            first = self.next
            self.next += lanes
            count = f":{lanes}" if lanes > 1 else ""
            self.lines.append(f"%{first}{count} = load {kind} {load}, align {from_align or natural}")
            store = self.new(f"ptradd {to_type} {target}, {to_int} {at}")
            values = ", ".join(f"%{first + i}" for i in range(lanes))
            self.lines.append(f"store {kind} {store}, {values}, align {to_align or natural}")

    def text(self):
        out = []
        if self.space == LOCAL:
            out.append("global @local space local size 4096 align 16\n")
        if self.space == CONSTANT:
            data = "".join(f"\\{table_byte(i):02x}" for i in range(4096))
            out.append(f'global @table space constant size 4096 align 16 = "{data}"\n')
        out.append('function @program (p.global %1, p.global %2, p.global %3) kernel\n'
                   'info "program" kernarg 24 '
                   "max_flat 256 version 120\n")
        out += [f'    arg "x" "x" global_buffer i32 offset {8 * i} size 8 align 8 space global\n'
                for i in range(3)]
        out.append("{\nb0 ():\n" + "".join(f"    {line}\n" for line in self.lines) + "    ret\n}\n")
        return "".join(out)

    def expected(self, data, lane):
        sizes = [SIZE[kind] * lanes for kind, lanes in (self.written, self.read)]
        length = BYTES // sizes[1] * sizes[1]
        if self.space == CONSTANT:
            return bytes(table_byte(lane * STRIDE + self.offset + i) for i in range(length))
        length = min(length, BYTES // sizes[0] * sizes[0])
        return data[lane * STRIDE:lane * STRIDE + length]


def random_kernel(numbers):
    space = numbers.choice([GLOBAL, CONSTANT, LOCAL, PRIVATE])
    written, read = numbers.choice(SHAPES), numbers.choice(SHAPES)
    align = numbers.choice([1, 2, 4, 8, 16])
    if numbers.random() < 0.6:
        align = max(align, SIZE[written[0]], SIZE[read[0]])
    offset = numbers.choice([0, align]) % 16
    generic = space != CONSTANT and numbers.random() < 0.3
    return Kernel(space, written, read, offset, align, generic)


def run(build, folder, kernel, data, target):
    with open(f"{folder}/program.oir", "w") as file:
        file.write(kernel.text())
    with open(f"{folder}/in.bin", "wb") as file:
        file.write(data)
    made = subprocess.run([f"{build}/bin/test-mir-text", "-show", "object",
                           f"{folder}/program.oir", target], capture_output=True)
    if made.returncode:
        return "does not compile: " + made.stdout.decode(errors="replace")[-300:]
    with open(f"{folder}/program.co", "wb") as file:
        file.write(made.stdout)
    ran = subprocess.run([f"{build}/bin/gcnsim", "run", f"{folder}/program.co", "--kernel",
                          "program", "--global", str(LANES), "--local", str(LANES),
                          "--arg", f"buf:{folder}/in.bin",
                          "--arg", f"buf:{LANES * STRIDE}@out={folder}/out.bin",
                          "--arg", "buf:4096"], capture_output=True, timeout=60)
    if ran.returncode:
        return "does not run: " + ran.stderr.decode(errors="replace")[-300:]
    with open(f"{folder}/out.bin", "rb") as file:
        got = file.read()
    for lane in range(LANES):
        want = kernel.expected(data, lane)
        if got[lane * STRIDE:lane * STRIDE + len(want)] != want:
            return f"lane {lane} differs"
    return None


def main():
    build, seed, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    numbers = random.Random(seed)
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            kernel = random_kernel(numbers)
            data = bytes(numbers.getrandbits(8) for _ in range(STRIDE * LANES))
            for target in sys.argv[4:] or ["gfx900", "gfx803"]:
                fault = run(build, folder, kernel, data, target)
                if fault:
                    failures += 1
                    print(f"{target}: space {kernel.space}, written {kernel.written}, read "
                          f"{kernel.read}, align {kernel.align}, offset {kernel.offset}, generic "
                          f"{kernel.generic}: {fault}")
    print(f"{failures} failures")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
