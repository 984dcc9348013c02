#!/usr/bin/env python3
"""Random programs over vectors of halves and shorts: pairs in one register against one number each.

    packed.py BUILD TARGET SEED COUNT

The results with opt_packed, without it, and of gfx803, which has no packed operations, are the same
to the bit, but for NaN.  Most programs must hold packed operations.
"""
import os
import random
import subprocess
import sys
import tempfile

LANES = 64


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.element = self.random.choice(["half", "short", "ushort"])
        self.count = self.random.choice([2, 3, 4, 8])
        self.type = f"{self.element}{self.count}"
        self.names = ["x", "y", "z"]

    def leaf(self):
        kind = self.random.randrange(8)
        if kind == 0:
            edges = [-1, 0x7fff, -0x8000] if self.element != "half" else []
            return f"({self.type})({self.random.choice([1, 3, 5, 7] + edges)})"
        if kind == 1:
            return f"({self.type})(w)"
        if kind == 2:
            return "x.s" + {2: "10", 3: "210", 4: "1032", 8: "10325476"}[self.count]
        return self.random.choice(self.names)

    def expression(self, depth):
        if depth == 0 or self.random.random() < 0.2:
            return self.leaf()
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        is_half = self.element == "half"
        kind = self.random.randrange(10)
        if kind >= 8 and not is_half:
            return self.random.choice([f"({a} & {b})", f"({a} | {b})", f"({a} ^ {b})", f"~{a}",
                                       f"add_sat({a}, {b})", f"sub_sat({a}, {b})"])
        if kind == 3:
            return f"{'f' * is_half}min({a}, {b})"
        if kind == 4:
            return f"{'f' * is_half}max({a}, {b})"
        if kind == 5 and is_half:
            return f"fma({a}, {b}, {self.expression(depth - 1)})"
        if kind == 5:
            by = ", ".join(str(self.random.randrange(16)) for _ in range(self.count))
            return f"({a} {self.random.choice(['<<', '>>'])} ({self.type})({by}))"
        if kind == 6:
            return f"(-{a})"
        return f"({a} {self.random.choice('+-*')} {b})"

    def loop(self):
        chance = self.random.random
        lines = [f"{self.type} s = {self.expression(1)};",
                 f"for (int k = 0; k < {self.random.choice(['n', '3', 'm'])}; k++) {{"]
        self.names.append("s")
        lines.append(f"s = {self.expression(2)};")
        if chance() < 0.4:
            lines.append(f"if (k & g) s = {self.expression(1)}; else s += {self.expression(1)};")
        if chance() < 0.3:
            lines.append(f"{self.type} q = {self.expression(1)}; s.s0 += q.s1;")
        return lines + ["}"]

    def text(self):
        lines = []
        for i in range(self.random.randrange(1, 4)):
            lines.append(f"{self.type} t{i} = {self.expression(2)};")
            self.names.append(f"t{i}")
        if self.random.random() < 0.6:
            lines += self.loop()
        lines.append(f"out[g] = {self.expression(2)};")
        lines.append(f"out[g + {LANES}] = {self.expression(2)};")
        if self.random.random() < 0.3: # what others use, too
            lines.append(f"((global {self.element} *)(out + {2 * LANES}))[g] = {self.expression(1)}.s1;")
        return "\n    ".join(
            ["#pragma OPENCL EXTENSION cl_khr_fp16 : enable",
             f"kernel void f(global {self.type} *out, global {self.type} *in, int n)\n{{",
             "int g = get_global_id(0), m = g & 3;",
             f"{self.type} x = in[g], y = in[g + {LANES}], z = in[7];",
             f"{self.element} w = ((global {self.element} *)in)[g];"] + lines) + "\n}\n"


def run(build, options, path, size, program, seed):
    subprocess.run([f"{build}/bin/occ", "-w", *options, path, "-o", path + ".co"], check=True)
    fill = f"{size // 2}*{'f16' if program.element == 'half' else 'u16'}=random,{seed}"
    subprocess.run([f"{build}/bin/gcnsim", "run", path + ".co", "--global", str(LANES), "--local",
                    str(LANES), "--arg", f"buf:{size}@out={path}.out", "--arg", f"buf:{fill}", "--arg",
                    "i32:4"], check=True)
    with open(path + ".out", "rb") as file:
        return memoryview(file.read()).cast("H").tolist()


def is_nan(bits):
    return bits & 0x7c00 == 0x7c00 and bits & 0x3ff != 0


def differ(program, a, b):
    return any(x != y and not (program.element == "half" and is_nan(x) and is_nan(y))
               for x, y in zip(a, b))


def main():
    build, target, first, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    failed = packed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            program, path = Program(seed), os.path.join(folder, "k.cl")
            with open(path, "w", encoding="ascii") as file:
                file.write(program.text())
            size = 16 * 3 * LANES
            results = [run(build, options, path, size, program, seed)
                       for options in ([f"-mcpu={target}", "-fverify-passes"],
                                       [f"-mcpu={target}", "-fdisable-pass=opt_packed"],
                                       ["-mcpu=gfx803"])]
            listing = subprocess.run([f"{build}/bin/occ", "-w", f"-mcpu={target}", path, "-S", "-o",
                                      "-"], check=True, capture_output=True, text=True).stdout
            packed += "v_pk_" in listing
            if differ(program, results[0], results[1]) or differ(program, results[0], results[2]):
                failed += 1
                print(f"FAIL seed {seed}")
    print(f"{count} programs, {packed} with packed operations, {failed} failed")
    sys.exit(failed > 0 or packed < count / 2)


if __name__ == "__main__":
    main()
