#!/usr/bin/env python3
"""Random kernels of the shapes that a few passes look for, denser than generate.py makes them.

    shapes.py SEED [NUMBER]     kernels k<SEED> ... of NUMBER seeds, as one program

Chains of else-ifs that compare one value with constants (opt_chains.c): equalities, several of them, their
negations, constants asked twice, other tests between; arms that store, leave the loop or its iteration, do
nothing, or change the value.  Private arrays and matrices (opt_unroll.c, opt_memory.c, opt_register_arrays.c):
rows by an index of the lane's own, swaps of rows, loops over columns, elements with constant indices written
and read between accesses with variable ones.  Unsigned arithmetic alone, indices are cut to the array, each
work-item writes its own words.
"""
import random
import sys

TYPES = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64}


class Kernel:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.lines = []
        self.depth = 1
        self.count = 0

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *texts):
        return self.random.choice(texts)

    def put(self, text):
        self.lines.append("    " * self.depth + text)

    def name(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def word(self):
        """A number; every work-item's own, or the same for all."""
        i = self.random.randrange(200)
        return self.pick(f"in[(get_global_id(0) * {self.random.randrange(1, 9)} + {i}) & 511]",
                         f"in[(get_global_id(0) + {i}) & 511]", f"in[{i} + n]", f"in[i + {i}]")

    # ---- chains ----

    def constant(self, value, base):
        value &= (1 << base[1]) - 1
        if base[0][0] != "u" and value >> (base[1] - 1):
            value -= 1 << base[1]
        return f"({base[0]}){value}{'L' if value > -1 << 62 and base[1] == 64 else ''}" if value > -1 << 62 else f"({base[0]})1"

    def value(self, values):
        """Mostly one that no test before has asked for: values of which it is known that they are not there fold."""
        if len(values) > 1 and self.chance(0.95):
            return self.constant(values.pop(), self.kind)
        return self.constant(self.random.choice(values), self.kind)

    def update(self):
        r = self.pick("r", "s", "t")
        self.put(self.pick(f"{r} = {r} * {self.random.randrange(3, 999)}u + {self.pick('r', 's', 't')};",
                           f"{r} ^= (uint)in[({r} + {self.random.randrange(64)}) & 511];",
                           f"{r} = {self.random.randrange(9)};", f"{r} += (uint)i;",
                           f"o[{self.random.randrange(8)}] += {r};",
                           f"o[{8 + self.random.randrange(8)}] = {self.pick('r', 's', 't')};"))

    def arm(self, x, nest):
        for _ in range(self.random.choice([0, 1, 1, 1, 2, 3])):
            self.update()
        if self.chance(0.08):
            self.put(f"{x} = ({self.kind[0]}){self.pick('r', 's')};")
        if nest and self.chance(0.06):
            self.chain(False)
        if self.chance(0.06):
            self.put(self.pick("continue;", "break;"))

    def test(self, x, values):
        a, b = (self.value(values) for _ in range(2))
        kind = self.random.random()
        if kind < 0.62:
            return f"{x} == {a}" if self.chance(0.8) else f"{a} == {x}"
        if kind < 0.80:
            some = [self.value(values) for _ in range(self.random.randrange(2, 6))]
            return " || ".join(f"{x} == {c}" for c in some)
        if kind < 0.86:
            return f"!({x} != {a})"
        if kind < 0.94:
            return f"!({x} != {a} && {x} != {b})"
        return self.pick(f"{x} >= {a} && {x} <= {b}", f"{x} < {a}", f"s == {self.random.randrange(9)}",
                         f"{x} == {a} && (t & 1)", f"{x} == ({self.kind[0]})t")

    def chain(self, nest=True):
        outer = getattr(self, "kind", None)
        self.kind = self.random.choice(list(TYPES.items()))
        x, span = self.name("x"), self.random.choice([10, 20, 40, 200])
        base = self.random.choice([0, 0, 1, -5, 100, 1 << (self.kind[1] - 1), -1 << 10])
        values = [base + value for value in self.random.sample(range(span), span)]
        self.put(f"{self.kind[0]} {x} = ({self.kind[0]})({base} + (long)({self.word()} % {span + 1}));")
        separate = self.chance(0.2)
        for k in range(self.random.choice([5, 7, 9, 12, 20])):
            test = self.test(x, values)
            self.put(("" if k == 0 or separate else "else ") + f"if ({test}) {{")
            self.depth += 1
            self.arm(x, nest)
            if separate:
                self.put("continue;")
            self.depth -= 1
            self.put("}")
            if not separate and self.chance(0.04):
                self.update()
                break
        else:
            if not separate and self.chance(0.6):
                self.put("else {")
                self.depth += 1
                self.arm(x, nest)
                self.depth -= 1
                self.put("}")
        self.kind = outer

    # ---- private arrays ----

    def index(self, size):
        """Of an array: a constant, one of the lane's own, or a uniform one."""
        return self.pick(str(self.random.randrange(size)), str(self.random.randrange(size)), f"(r + {size}u) % {size}",
                         f"((uint)i + n) % {size}", f"(s >> 3) % {size}")

    def matrix(self):
        m, t = self.name("m"), self.pick("uint", "ulong", "ushort", "uchar", "uint", "ulong")
        rows, columns = self.random.choice([(4, 4), (6, 6), (3, 5), (8, 2), (2, 8), (1, 16), (1, 24), (5, 3)])
        self.put(f"{t} {m}[{rows}][{columns}];")
        self.put(f"for (uint a = 0; a < {rows}; a++) for (uint b = 0; b < {columns}; b++) {m}[a][b] = ({t})({self.word()} >> (a + b));")
        for _ in range(self.random.randrange(2, 6)):
            row, other, column = self.name("p"), self.name("q"), self.index(columns)
            self.put(f"uint {row} = {self.index(rows)}, {other} = {self.index(rows)};")
            start = self.pick("0", "0", f"{row} % {columns}", "1")
            self.put(self.pick(
                f"for (uint b = {start}; b < {columns}; b++) {{ {t} c = {m}[{row}][b]; {m}[{row}][b] = {m}[{other}][b]; {m}[{other}][b] = c; }}",
                f"if ({row} != {other}) for (uint b = 0; b < {columns}; b++) {m}[{row}][b] += {m}[{other}][b] * 3;",
                f"{m}[{row}][{column}] = ({t})s; r += {m}[{other}][{column}]; {m}[0][{column}] ^= ({t})r;",
                f"for (uint a = 0; a < {rows}; a++) {{ if ({m}[a][{column}] > {m}[{row}][{column}]) {row} = a; s += {row}; }}",
                f"for (uint a = 0; a < {rows}; a++) for (uint b = {start}; b < {columns}; b++) {m}[a][b] -= {m}[{row}][b] ^ a;",
                f"{m}[1 % {rows}][0] = 7; {m}[{row}][{column}] += 5; t += {m}[1 % {rows}][0] + {m}[0][{columns - 1}];",
                f"for (uint a = 0; a < (r & 7); a++) {{ {row} = {self.index(rows)}; {m}[{row}][{column}] += {m}[({row} + 1) % {rows}][{column}]; }}"))
        self.put(f"for (uint a = 0; a < {rows}; a++) for (uint b = 0; b < {columns}; b++) t = t * 31 + (uint){m}[a][b];")

    def text(self):
        self.put("global ulong *o = out + get_global_id(0) * 32;")
        self.put("uint r = (uint)in[get_global_id(0) & 511], s = n, t = 1;")
        for _ in range(self.random.choice([1, 1, 2])):
            loop = self.random.choice([1, 3, 6])
            self.put(f"for (uint i = 0; i < {self.pick(str(loop), f'n + {loop}')}; i++) {{")
            self.depth += 1
            if self.chance(0.6):
                self.chain()
            else:
                self.matrix()
            self.depth -= 1
            self.put("}")
        self.put("o[16] = r; o[17] = s; o[18] = t;")
        return (f"kernel void k{self.seed}(global ulong *out, global const ulong *in, global int *acc, uint n)\n{{\n" +
                "\n".join(self.lines) + "\n}\n")


if __name__ == "__main__":
    first, number = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print("\n".join(Kernel(seed).text() for seed in range(first, first + number)))
