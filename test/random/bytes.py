#!/usr/bin/env python3
"""Random kernels of vectors of bytes and shorts.

    bytes.py SEED [NUMBER]     kernels k<SEED> ... of NUMBER seeds, as one program

Expressions over vectors of 2 to 16 bytes or shorts: sums, products, shifts, logic, minima, saturation, halves of sums,
comparisons that select, conversions to and from float and int, components that change places, single bytes put
together by shifts and taken apart; in loops and under conditions, too.  Sums and products are of unsigned types;
signed ones have what cannot overflow.
"""
import random
import sys

WIDTHS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16}


class Kernel:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.lines = []
        self.vectors = []  # (name, type, count)
        self.count = 0

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *texts):
        return self.random.choice(texts)

    def put(self, text):
        self.lines.append("    " + text)

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def load(self, kind, count):
        size = WIDTHS[kind] // 8 * count
        number = 4096 // size
        base = f"((global const {kind}{count} *)in)"
        return self.pick(f"{base}[(get_global_id(0) + {self.random.randrange(number)}) & {number - 1}]",
                         f"{base}[(get_global_id(0) * 3 + {self.random.randrange(number)}) & {number - 1}]",
                         f"{base}[{self.random.randrange(number)}]")

    def operand(self, kind, count):
        """A vector of that type: one that is there, one of other sign, a constant, one from memory."""
        same = [name for name, k, c in self.vectors if (k, c) == (kind, count)]
        alike = [name for name, k, c in self.vectors if WIDTHS[k] == WIDTHS[kind] and c == count]
        choice = self.random.random()
        if same and choice < 0.6:
            return self.random.choice(same)
        if alike and choice < 0.75:
            return f"as_{kind}{count}({self.random.choice(alike)})"
        if choice < 0.85:
            low = 0 if kind[0] == "u" else -(1 << (WIDTHS[kind] - 1))
            value = self.random.choice([low, low + (1 << WIDTHS[kind]) - 1, 1, 15, self.random.randrange(1 << 7)])
            return f"(({kind}{count})({value}))"
        return self.load(kind, count)

    def swizzle(self, count):
        return "s" + "".join(f"{self.random.randrange(count):x}" for _ in range(count))

    def expression(self, kind, count):
        a, b, c = (self.operand(kind, count) for _ in range(3))
        signed = {"uchar": "char", "ushort": "short"}.get(kind, kind)
        bits = WIDTHS[kind]
        forms = [f"max({a}, {b})", f"min({a}, {b})", f"hadd({a}, {b})", f"rhadd({a}, {b})", f"add_sat({a}, {b})",
                 f"sub_sat({a}, {b})", f"({a} & {b}) | (~{a} & {c})", f"bitselect({a}, {b}, {c})", f"({a} ^ {b}) & {c}",
                 f"{a} >> ({kind}{count})({self.random.randrange(bits)})", f"{a} >> ({b} & ({kind}{count})({bits - 1}))",
                 f"({a} > {b} ? {c} : {a})", f"select({a}, {b}, {a} <= {c})", f"as_{kind}{count}({a} == {b})",
                 f"{a}.{self.swizzle(count)}", f"clamp({a}, ({kind}{count})(3), ({kind}{count})(99))",
                 f"as_{kind}{count}(abs_diff({a}, {b}))", f"as_{kind}{count}(abs({a}))", f"mul_hi({a}, {b})", f"rotate({a}, {b})",
                 f"as_{kind}{count}(clz({a}))", f"as_{kind}{count}(popcount({a}))",
                 f"convert_{kind}{count}_sat(convert_float{count}({a}) * 1.5f - 7.0f)",
                 f"convert_{kind}{count}_sat(convert_int{count}({a}) * 3 - convert_int{count}({b}))",
                 f"convert_{kind}{count}(convert_uint{count}({a}) >> 3u)",
                 f"({a} > {b} || {c} == {b}) ? {a} : {c}", f"as_{kind}{count}(convert_{signed}{count}({a} < {b}) & as_{signed}{count}({c}))"]
        if kind[0] == "u":
            forms += [f"{a} + {b}", f"{a} - {b}", f"{a} * {b}", f"{a} + {b} * {c}", f"{a} << ({kind}{count})({self.random.randrange(bits)})",
                      f"({a} + {b} + {c}) >> ({kind}{count})(1)", f"{a} / ({kind}{count})(7)", f"mad_sat({a}, {b}, {c})"] * 2
        return self.random.choice(forms)

    def scalar(self):
        """Single components, put together or taken apart; adds to r."""
        name, kind, count = self.random.choice(self.vectors)
        at = [f"(uint)(u{'char' if WIDTHS[kind] == 8 else 'short'}){name}.s{self.random.randrange(count):x}" for _ in range(4)]
        self.put("r " + self.pick(
            f"^= {at[0]} | {at[1]} << 8 | {at[2]} << 16 | {at[3]} << 24;",
            f"+= ({at[0]} & 255u) | ({at[1]} & 255u) << 8 | ({at[2]} & 255u) << 16 | 0xff000000u;",
            f"+= ({at[0]} & 255u) << 8 | ({at[1]} & 255u) << 24;", f"+= ({at[0]} & 255u) << 16 | (r & 255u);",
            f"= ({at[0]} & 0xffffu) | ({at[1]} + r) << 16;", f"+= (r >> 8 & 255u) * {at[0]} + (r >> 24);",
            f"+= (uint)(int)(char)(r >> 16) + (r & 0xffffu);", f"= (r >> 16) > {at[0]} ? r & 255u : r + {at[1]};",
            f"+= as_uint((float)(r >> 16 & 255u) + (float)(short)(r >> 16));"))

    def text(self):
        self.put("uint r = (uint)in[get_global_id(0) & 511];")
        kinds = self.random.sample(list(WIDTHS), 2)
        count = self.random.choice([2, 4, 4, 4, 8, 16, 16])
        for kind in kinds:
            name = self.name()
            self.put(f"{kind}{count} {name} = {self.load(kind, count)};")
            self.vectors.append((name, kind, count))
        for _ in range(self.random.randrange(3, 10)):
            kind, name = self.random.choice(kinds), self.name()
            self.put(f"{kind}{count} {name} = {self.expression(kind, count)};")
            self.vectors.append((name, kind, count))
            if self.chance(0.4):
                self.scalar()
            if self.chance(0.3):
                old, kind, c = self.random.choice(self.vectors)
                how = self.pick(f"if (r & {self.random.choice([1, 6, 96])}u) {{", "for (uint i = 0; i < (n & 3u) + 1u; i++) {",
                                "while (r & 3u) { r--;")
                self.put(f"{how} {old} = {self.expression(kind, c)}; }}")
        place = 0
        for name, kind, c in self.vectors[-5:]:
            size = max(WIDTHS[kind] // 8 * c, 8)
            self.put(f"*(global {kind}{c} *)((global char *)(out + get_global_id(0) * 32) + {place}) = {name};")
            place += size
        self.put("out[get_global_id(0) * 32 + 31] = r;")
        return (f"kernel void k{self.seed}(global ulong *out, global const ulong *in, global int *acc, uint n)\n{{\n" +
                "\n".join(self.lines) + "\n}\n")


if __name__ == "__main__":
    first, number = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print("\n".join(Kernel(seed).text() for seed in range(first, first + number)))
