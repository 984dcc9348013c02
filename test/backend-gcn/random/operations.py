#!/usr/bin/env python3
"""Every arithmetic operation on operands that differ between lanes (v), are uniform (s) or constant
(c), lowered and compiled, run on the simulator and held against meaning.py.

    operations.py BUILD SEED [TARGET...]
"""
import math
import random
import struct
import subprocess
import sys
import tempfile

import meaning

LANES, PART = 64, 48 # operations in one kernel
SIZE = {"i32": 4, "f32": 4, "i64": 8, "f64": 8}


def random_bits(numbers, kind):
    if kind in ("i32", "i64"):
        bits = 8 * SIZE[kind]
        top = (1 << bits) - 1
        return numbers.choice([numbers.getrandbits(bits), numbers.getrandbits(bits // 2),
                               numbers.randrange(70), top - numbers.randrange(70),
                               1 << numbers.randrange(bits), 0])
    x = numbers.choice([numbers.uniform(-100, 100), numbers.uniform(-1e10, 1e10),
                        numbers.uniform(-1e-5, 1e-5), float(numbers.randrange(-50, 50)), 0.0, -0.0,
                        1e30 * numbers.random(), math.inf, math.nan])
    return meaning.to_bits(x, kind)


class Kernel:
    """Results of all rows for one choice of operand classes, one after the other in the output."""

    def __init__(self, rows, classes, numbers):
        self.rows = rows
        self.classes = classes
        self.next = 6
        self.lines = []
        kinds = ("i32", "i64", "f32", "f64")
        self.lanes = [[{k: random_bits(numbers, k) for k in kinds} for _ in range(3)]
                      for _ in range(LANES)]
        self.constants = [[random_bits(numbers, k) for k in row[2]] for row in rows]
        self.uniform = [numbers.getrandbits(64) for _ in range(3)]
        lane = self.new("workitem_id i32, dim 0")
        self.input = self.place("%2", lane, 96)
        self.output = self.place("%1", lane, 8 * len(rows))
        self.cache = {}
        for i, row in enumerate(rows):
            self.write_row(i, row)

    def new(self, text):
        self.lines.append(f"%{self.next} = {text}")
        self.next += 1
        return f"%{self.next - 1}"

    def place(self, base, lane, stride):
        offset = self.new(f"zext i64 {self.new(f'mul i32 {lane}, i32 {stride}')}")
        return self.new(f"ptradd p.global {base}, {offset}")

    def operand(self, row, i, kind):
        chosen = self.classes[i]
        if chosen == "c":
            bits = self.constants[row][i]
            if kind[0] == "i":
                return f"{kind} {meaning.signed(bits, 8 * SIZE[kind])}"
            return f"{kind} {bits:#x}"
        key = (chosen, i, kind)
        if key not in self.cache:
            self.cache[key] = self.load(i, kind) if chosen == "v" else self.parameter(i, kind)
        return self.cache[key]

    def load(self, i, kind):
        slot = ("i32", "i64", "f32", "f64").index(kind)
        at = self.new(f"ptradd p.global {self.input}, i64 {32 * i + 8 * slot}")
        return self.new(f"load {kind} {at}, align 8")

    def parameter(self, i, kind):
        value = f"%{3 + i}"
        if SIZE[kind] == 4:
            value = self.new(f"trunc i32 {value}")
        return value if kind[0] == "i" else self.new(f"bitcast {kind} {value}")

    def bits(self, row, lane, i, kind):
        chosen = self.classes[i]
        if chosen == "v":
            return self.lanes[lane][i][kind]
        if chosen == "s":
            return self.uniform[i] & (1 << 8 * SIZE[kind]) - 1
        return self.constants[row][i]

    def write_row(self, index, row):
        op, result, kinds, _ = row
        operands = ", ".join(self.operand(index, i, k) for i, k in enumerate(kinds))
        value = self.new(f"{op} {result} {operands}")
        if result == "i1":
            value, result = self.new(f"zext i32 {value}"), "i32"
        at = self.new(f"ptradd p.global {self.output}, i64 {8 * index}")
        self.lines.append(f"store {result} {at}, {value}, align 8")

    def text(self):
        arguments = "".join(
            f'    arg "x" "x" {"global_buffer" if i < 2 else "by_value"} i64 offset {8 * i} size 8 '
            f'align 8{" space global" if i < 2 else ""}\n' for i in range(5))
        body = "".join(f"    {line}\n" for line in self.lines)
        return (f'function @program (p.global %1, p.global %2, i64 %3, i64 %4, i64 %5) kernel\n'
                'info "program" '
                f"kernarg 40 max_flat 256 version 120\n{arguments}{{\nb0 ():\n{body}    ret\n}}\n")

    def input_bytes(self):
        return b"".join(struct.pack("<Q", lane[i][k]) for lane in self.lanes for i in range(3)
                        for k in ("i32", "i64", "f32", "f64"))


def run(build, folder, kernel, target):
    """The output words, or the message of what failed."""
    with open(f"{folder}/program.oir", "w") as file:
        file.write(kernel.text())
    with open(f"{folder}/in.bin", "wb") as file:
        file.write(kernel.input_bytes())
    made = subprocess.run([f"{build}/bin/test-mir-text", "-show", "object",
                           f"{folder}/program.oir", target], capture_output=True)
    if made.returncode:
        return "does not compile: " + made.stdout.decode(errors="replace")[-300:]
    with open(f"{folder}/program.co", "wb") as file:
        file.write(made.stdout)
    size = 8 * LANES * len(kernel.rows)
    command = [f"{build}/bin/gcnsim", "run", f"{folder}/program.co", "--kernel", "program",
               "--global", str(LANES), "--local", str(LANES), "--arg",
               f"buf:{size}@out={folder}/out.bin", "--arg", f"buf:{folder}/in.bin"]
    for value in kernel.uniform:
        command += ["--arg", f"u64:{value}"]
    ran = subprocess.run(command, capture_output=True, timeout=60)
    if ran.returncode:
        return "does not run: " + ran.stderr.decode(errors="replace")[-300:]
    with open(f"{folder}/out.bin", "rb") as file:
        return struct.unpack(f"<{size // 8}Q", file.read())


def compare(kernel, words, target):
    failures = 0
    for index, (op, kind, arguments, function) in enumerate(kernel.rows):
        for lane in range(LANES):
            bits = [kernel.bits(index, lane, i, k) for i, k in enumerate(arguments)]
            want = function(*bits)
            got = words[lane * len(kernel.rows) + index]
            if kind in ("i1", "i32", "f32"):
                got &= meaning.M32
            if want is None or meaning.agrees(op, kind, got, want, target == "gfx803"):
                continue
            print(f"{target}, operands {kernel.classes}: {op} {kind} of "
                  f"{[hex(b) for b in bits]} is {got:#x}, not {want:#x}")
            failures += 1
            break
    return failures


def main():
    build, seed = sys.argv[1], int(sys.argv[2])
    rows = meaning.operations()
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for target in sys.argv[3:] or ["gfx900", "gfx803"]:
            numbers = random.Random(seed)
            for classes in ("vvv", "svs", "vsv", "vcc", "cvs", "sss"):
                for start in range(0, len(rows), PART):
                    kernel = Kernel(rows[start:start + PART], classes, numbers)
                    words = run(build, folder, kernel, target)
                    if isinstance(words, str):
                        print(f"{target}, operands {classes}, rows from {start}: {words}")
                        failures += 1
                    else:
                        failures += compare(kernel, words, target)
    print(f"{failures} failures")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
