#!/usr/bin/env python3
"""Random kernels in which loops meet memory: what they repeat, carry from one iteration to the next, and keep
behind their guard.

    loops.py SEED [NUMBER]        NUMBER kernels, k<SEED> ...; the arguments are those of generate.py

Loads that a loop repeats beside plain stores and atomic operations at other or the same places of local, global
and private memory, whose indices differ by a constant, are another value's or the same; loops that run never, and
whose bounds are loaded in each iteration; sums in memory; neighbours a[i], a[i + 1] of a walk; equal conditions one
after the other; what lanes that leave a loop apart use behind it; components of one vector in different blocks; minima, maxima and comparisons of floats.  Each
work-item keeps to its own slices, where results of atomic operations are its own; of the rows that all share, one
is read while the other gets sums, until a barrier.  Floats are whole numbers of 20 bits, whose sums and lesser ones
are exact; some lie in memory beside whole numbers, and bytes and unions that may be either.  So the promises of
-cl-finite-math-only, -cl-no-signed-zeros and -cl-strict-aliasing hold.
"""
import random
import sys

SLICE = 32
INDICES = ["s", "s ^ 1", "s ^ 2", "s ^ 8", "s + 1", "s + 4", "r", "r ^ 1", "r + 2", "3", "4", "0"]
ATOMICS = ["atomic_add", "atomic_sub", "atomic_xor", "atomic_or", "atomic_min", "atomic_max", "atomic_xchg"]


class Kernel:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0
        self.loops = []
        # few places in one kernel: more meets
        self.areas = self.random.sample(["x", "x", "y", "o", "o", "a"], self.random.choice([1, 2, 3]))
        self.indices = self.random.sample(INDICES, self.random.choice([2, 3, 5]))

    def chance(self, probability):
        return self.random.random() < probability

    def name(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def index(self):
        if self.loops and self.chance(0.3):
            step = self.random.choice(["", "", " + 1", " ^ 1", " + 2"])
            return f"({self.random.choice(self.loops)} & 15){step}"
        return self.random.choice(self.indices)

    def place(self, areas=None):
        return f"{self.random.choice(areas or self.areas)}[{self.index()}]"

    def value(self):
        return self.random.choice([f"{self.random.getrandbits(16)}u", "t", "t + 1", "s", "r", "(t ^ r)"] +
                                  self.loops)

    def condition(self):
        return self.random.choice([f"(t & {1 << self.random.randrange(5)})", f"(s & {1 << self.random.randrange(4)})",
                                   "r > s", "n > 1", f"({self.place()} & 1)", f"(in[{self.random.randrange(64)}] & 1)"])

    # ---- statements ----

    def load(self):
        return [f"t = t * 31 ^ {self.place()};"]

    def store(self):
        return [f"{self.place()} = {self.value()};"]

    def update(self):
        return [f"{self.place()} {self.random.choice(['+=', '^=', '-=', '|='])} {self.value()};"]

    def atomic(self):
        areas = [a for a in self.areas if a != "a"]
        if not areas:
            return self.load()
        place = self.place(areas)
        if self.chance(0.2):
            call = f"atomic_cmpxchg(&{place}, {self.value()}, {self.value()})"
        else:
            call = f"{self.random.choice(ATOMICS)}(&{place}, {self.value()})"
        return [f"t = t * 31 ^ {call};" if self.chance(0.4) else f"{call};"]

    def shared(self):
        if self.chance(0.5):
            return [f"t = t * 31 ^ q[c * 16 + {self.random.choice(['s', '3', 'r'])}];"]
        return [f"atomic_add(&q[(c ^ 1) * 16 + {self.random.choice(['s', '3'])}], t & 7);"]

    def vector(self):
        """Components, some of them where others are not needed."""
        area = self.random.choice([a for a in self.areas if a != "a"] or ["x"])
        word = "global" if area == "o" else "local"
        name, at = self.name("v"), self.random.randrange(4)
        first, second = self.random.sample("xyzw", 2)
        return [f"{word} uint4 *{name} = ({word} uint4 *){area} + {at};", f"t ^= {name}->{first};",
                f"if ({self.condition()})", f"    t += {name}->{second} * 3;"]

    def floats(self):
        a, b = (f"(float)({self.value()} & 0xfffff)" for _ in range(2))
        name = self.name("f")
        text = self.random.choice(["{a} < {b} ? {a} : {b}", "{a} > {b} ? {a} : {b}", "fmin({a}, {b})",
                                   "fmax({a}, {b}) - {a}", "{a} + 0.0f - {b}", "isnan({a}) ? {b} : {a}",
                                   "isfinite({a}) ? {a} : {b}", "!({a} < {b}) ? {a} : {b}", "{a} * 0.0f + {b}",
                                   "clamp({a}, 3.0f, {b} + 3.0f)", "fabs({a} - {b})", "0.0f - {a}"])
        return [f"float {name} = {text.format(a=a, b=b)};", f"t = t * 31 ^ (uint)(int){name};"]

    def types(self):
        """Floats beside numbers; bytes and unions, which may be either."""
        at = self.random.choice(["s", "3", "(t & 7)"])
        return self.random.choice([[f"w[{at}] = (float)({self.value()} & 0xffff);"] * 1, [f"t ^= (uint)(int)w[{at}];"],
                                   [f"b[{at}].f = (float)({self.value()} & 0xff);"],
                                   [f"b[{at}].u = (b[{at}].u & 0xff800000u) >> 23 ? 0x3f800000u : 0x40000000u;"],
                                   [f"((local uchar *)x)[{at} * 4 + 1] = (uchar){self.value()};"],
                                   [f"t = t * 3 + ((local uchar *)x)[{at} * 4 + 2];"]])

    def fence(self):
        return [f"mem_fence({self.random.choice(['CLK_LOCAL_MEM_FENCE', 'CLK_GLOBAL_MEM_FENCE'])});"]

    def simple(self):
        return self.random.choice([self.load] * 4 + [self.store] * 2 + [self.update] * 3 + [self.atomic] * 3 +
                                  [self.shared, self.vector, self.floats, self.types] + [self.fence] * self.chance(0.2))()

    def body(self, least, most):
        lines = []
        for _ in range(self.random.randrange(least, most)):
            nested = len(self.loops) < 2 and self.chance(0.25)
            lines += self.random.choice([self.loop, self.branch])() if nested else self.simple()
        return ["    " + line for line in lines]

    def loop(self):
        i = self.name("i")
        bound = self.random.choice(["4", "n", "(s & 3)", f"({self.place()} & 3)", f"({self.place()} & 3)", "(r & 7)"])
        start = self.random.choice(["0", "0", "0", "(s & 1)", "(r & 3)"])
        self.loops.append(i)
        lines = [f"for (uint {i} = {start}; {i} < {bound}; {i}++) {{"]
        lines += self.body(1, 4)
        if self.chance(0.2):
            lines.append(f"    if ({self.condition()})\n            {self.random.choice(['break', 'continue'])};")
            lines += self.body(1, 2)
        self.loops.pop()
        return lines + ["}"]

    def walk(self):
        """Neighbours along a slice; what was loaded is needed again in the next iteration."""
        i, area = self.name("i"), self.random.choice(self.areas)
        ahead, kind = self.random.choice([1, 1, 2]), self.random.choice(["uint", "int"])
        start, end, step = self.random.choice(["0", "(s & 3)"]), self.random.choice(["7", "(r & 7)", "n"]), "1"
        at = "{}"
        if self.chance(0.6):  # rows of a width that is not known
            at, end = f"({{}}) * ({kind})m + ({kind})(s & 7)", self.random.choice(["5", "(r & 3)"])
        elif self.chance(0.3):
            start, end, step, ahead = "0", self.random.choice(["r", "16"]), "8", self.random.choice([1, 8])
        places = [f"{area}[{at.format(i if not more else f'{i} + {more}')}]" for more in (0, ahead, 2 * ahead)]
        self.random.shuffle(places)
        lines = [f"for ({kind} {i} = {start}; {i} < ({kind}){end}; {i} += {step}) {{",
                 f"    t = t * 31 ^ {places[0]} * 3 + {places[1]};"]
        if self.chance(0.4):
            lines.append(f"    if ({self.condition()})\n            {self.random.choice(['break', 'continue'])};")
        if self.chance(0.4):
            lines.append(f"    t += {places[2]};")
        self.loops.append(i)
        if self.chance(0.5):
            lines += self.body(1, 2)
        self.loops.pop()
        return lines + ["}"]

    def machine(self):
        """A walk to the end of the input, of a known length, with too much code to be unrolled."""
        i, c = self.name("i"), self.name("c")
        count, step, ahead = self.random.choice([24, 30, 37]), self.random.choice([1, 2, 3]), self.random.choice([0, 0, 1])
        last = (count - 1) * step
        index = f"(int)g * 2 + {511 - 2 * 191 - last - ahead} + {i}"
        from_in = self.chance(0.7)
        if not from_in:  # its own slice, to which it may store
            count, step, ahead, last, index = 24, 1, 0, 23, f"{self.random.randrange(8)} + {i}"
        lines = [self.random.choice([f"for (int {i} = 0; {i} < {last + 1}; {i} += {step}) {{",
                                     f"for (int {i} = 0; {i} <= {last}; {i} += {step}) {{",
                                     f"for (int {i} = {last}; {i} >= 0; {i} -= {step}) {{"]),
                 f"    uint {c} = (uint){'in' if from_in else 'o'}[{index}]{f' + (uint)in[{index} + {ahead}]' if ahead else ''};"]
        for _ in range(self.random.randrange(5, 9)):
            lines += [f"    if ({c} & {1 << self.random.randrange(8)})", f"        t = t * {self.random.randrange(3, 99)} + s;",
                      "    else", f"        s = ((s ^ t >> {self.random.randrange(1, 9)}) + {c}) & 15;"]
        self.loops.append(i)
        if self.chance(0.3):
            lines += ["    " + line for line in self.simple()]
        elif not from_in and self.chance(0.6):
            lines.append(f"    o[{index} {self.random.choice(['+', '-'])} 1 & 31] = t;")
        self.loops.pop()
        return lines + ["}"]

    def parted(self):
        """What lanes that leave a loop apart use behind it: its conditions, and what was alike for all in it."""
        i, c, k = self.name("i"), self.name("c"), self.name("k")
        bound = self.random.choice(["(s & 7)", "(r & 7)", "(l & 7)", f"({self.place()} & 7)"])
        area, bit = self.random.choice(self.areas), 1 << self.random.randrange(4)
        test = self.random.choice([f"{area}[({i} + s) & 15] & {bit}", f"t & {bit}", f"{i} & {bit}", f"{i} > m", f"in[{i} + l & 63] & {bit}"])
        like = self.random.choice([f"{i} * 3", f"{i} ^ m", f"(uint)in[{i}] & 15", f"n - {i}"])
        self.loops.append(i)
        lines = [f"uint {i} = 0, {k};", f"bool {c};", "do {", f"    {c} = ({test}) != 0;", f"    {k} = {like};"]
        lines += self.body(0, 2) + ["    " + line for line in self.load()]
        self.loops.pop()
        lines.append(self.random.choice([f"}} while (++{i} <= {bound});", f"    if ({c} && {i} > 2)\n            break;\n    }} while (++{i} <= {bound});"]))
        uses = [f"t += {c};", f"t -= {c} ? 1 : 0;", f"t = t * 31 + ({c} ? {k} : s);", f"t ^= {area}[{k} & 15];",
                f"t += (uint)in[{i} + l & 63];", f"t += (uint)in[{k} & 63] + (uint)in[({k} & 15) + 1];", f"t = t * 5 + ({test.replace(i, k)} ? 1 : 0);",
                f"if ({c})\n        t ^= {k};", f"{area}[{k} & 15] = t;", f"t += popcount({k}) - {i};"]
        return lines + self.random.sample(uses, self.random.randrange(1, 4))

    def sum(self):
        """A sum that stays in memory."""
        i, place = self.name("i"), self.place()
        other = self.place()
        return [f"for (uint {i} = 0; {i} < {self.random.choice(['6', '(r & 7)', f'({other} & 7)'])}; {i}++)",
                f"    {place} += {self.random.choice([other, i, 't', f'(uint)in[{i}]'])};"]

    def branch(self):
        condition = self.condition()
        lines = [f"if ({condition}) {{"] + self.body(1, 3)
        if self.chance(0.4):
            lines += ["} else {"] + self.body(1, 3)
        lines.append("}")
        if self.chance(0.3):  # the same question again
            lines += self.simple() if self.chance(0.3) else []
            lines += [f"if ({condition})"] + ["    {"] + self.body(1, 2) + ["    }"]
        return lines

    def swap(self):
        return ["barrier(CLK_LOCAL_MEM_FENCE);", "c ^= 1;", "barrier(CLK_LOCAL_MEM_FENCE);"]

    def text(self, name):
        lines = ["uint l = get_local_id(0), g = get_global_id(0), c = 0;",
                 f"local uint xs[96 * {SLICE}], ys[96 * {SLICE}], q[32];", f"uint a[{SLICE}];",
                 f"local uint *x = xs + l * {SLICE}, *y = ys + l * {SLICE};", "global uint *o = (global uint *)(out + g * 32);",
                 "uint m = (uint)in[63] & 3, s = (uint)in[g & 63] & 15, r = (uint)in[g + 7 & 63] & 15, t = (uint)in[g];",
                 f"for (uint k = 0; k < {SLICE}; k++) {{ x[k] = (uint)in[k + l]; y[k] = x[k] * 5 + k; o[k] = x[k] >> 3; "
                 "a[k] = t + k; }",
                 "global float *w = (global float *)(o + 32); global union both *b = (global union both *)(o + 32);",
                 "for (uint k = 0; k < 16; k++) { w[k] = (float)k; o[k + 48] = 0; }",
                 "if (l < 32) q[l] = l * 3;", "barrier(CLK_LOCAL_MEM_FENCE);"]
        for _ in range(self.random.randrange(4, 9)):
            lines += self.random.choice([self.loop] * 5 + [self.branch, self.walk, self.walk, self.parted, self.parted, self.sum, self.sum, self.machine, self.swap,
                                         self.simple])()
        lines += [f"for (uint k = 0; k < {SLICE}; k++) t = t * 7 + x[k] * 3 + y[k] * 5 + o[k] * 11 + a[k];",
                  "for (uint k = 0; k < 16; k++) t = t * 7 + (uint)(int)w[k];", "barrier(CLK_LOCAL_MEM_FENCE);", "o[62] = t;",
                  "o[60] = q[l & 31];"]
        body = "\n".join("    " + line for line in lines)
        return f"kernel void {name}(global ulong *out, global const ulong *in, global int *acc, uint n)\n{{\n{body}\n}}\n"


def main():
    print("union both { uint u; float f; };")
    first, number = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for seed in range(first, first + number):
        print(Kernel(seed).text(f"k{seed}"))


if __name__ == "__main__":
    main()
