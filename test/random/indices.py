#!/usr/bin/env python3
"""Random kernels that read and write at indices which differ by constants: int, uint, 64 bits, shorter ones, in
global and local memory, behind branches and in loops.

    indices.py SEED [NUMBER]     NUMBER kernels, k<SEED> ...

No int overflows, but what a guard keeps from overflowing would without it; unsigned numbers wrap.  The table t
has 1024 words, of which an index of the grid is one: (y + a) * w + x + b, with x and y below 8 and w from 1 to 16.
"""
import random
import sys

BIG = 2147483647


class Kernel:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.depth = 1
        # Few shapes in one kernel: more of them meet.
        self.shapes = [(self.random.randrange(7), self.pick("w", "w", "17", "16"), self.pick("x", "y", "i"),
                        self.pick("y", "y", "x", "j")) for _ in range(self.random.randint(1, 2))]
        self.free = ["i", "j"]  # no loop around counts with it

    def pick(self, *choices):
        return self.random.choice(choices)

    def say(self, line):
        self.lines.append("    " * self.depth + line)

    def constant(self, low=-6, high=7):
        return self.random.randint(low, high)

    def grid(self):
        """An int from 100 to 700."""
        form, w, x, y = self.pick(*self.shapes)
        a, b = self.constant(), self.constant(-60, 60)
        if form == 0:
            return f"({y} + {a}) * {w} + {x} + {b} + 300"
        if form == 1:
            return f"{x} + ({y} * {w} + ({b})) + 300 - {self.constant()} * {w}"
        if form == 2:
            return f"300 - ({y} - {a}) * {w} + {x} * 3 + {b}"
        if form == 3:
            return f"(({y} + {a}) * 2 + ({x} << 1)) * 5 + {b} + 400"
        if form == 4:
            return f"({y} + {x} + {a}) * ({w} + 1) + {b} + 350"
        if form == 5:
            return f"{w} * ({x} + {a}) + {y} + 300 + {b}"
        return f"(short)({x} * 16 + {y} + {a}) + {b} + 300"

    def lanes(self):
        """Below 1024: what all work-items of a group have in common, and what each adds; 96 in each of two groups."""
        c, form = self.constant(0, 9), self.random.randrange(12)
        common = self.pick("g * 96", "g * 64", "(g << 6)", "n * 8", f"(ulong)n * {c}", "(size_t)(t[3] & 63)", "(int)(t[5] & 31)")
        lane = self.pick("l", "l", "l * 3", "(l << 1)", "get_local_id(0)", "(ulong)l * 2", "(l & 31) * 5", "(uint)l * 2u")
        if form < 4:
            return f"{common} + {lane} + {c}"
        if form == 4:
            return f"({common} + {lane}) * 2 + {c}"
        if form == 5:
            return f"get_global_id(0) {self.pick('+', '* 3 +', '* 2 +')} {c}"
        if form == 6:  # wraps, and ends where it should
            return f"({lane} + 0xfffffffffffffe00ul) + (512 + {c}) + ({common})"
        if form == 7:  # 32 bits that wrap before they are widened: m is close to 2^32
            return f"m + ((uint)({lane}) + {100 + c}u)"
        if form == 9:  # less than 0 before it is widened
            lane = self.pick(lane, "((int)q >> 28)")
            return f"32 + (long)((int)({common}) - {c} + (int)({lane}))"
        if form == 10:
            return f"(ulong)(m + {20 + c}u + (uint)({lane})) + ({common})"
        if form == 8:  # what lanes left apart counted
            return f"left + {lane} + ({common}) + {c}"
        return f"(long)({lane}) - {c} + 16 + ({common})"

    def index(self):
        """Of the table, and the condition under which it is defined."""
        form = self.random.randrange(14)
        c = self.constant(0, 9)
        if form >= 10:
            return self.lanes(), None
        if form < 5:
            return self.grid(), None
        if form == 5:  # unsigned: u is close to 2^32 and wraps
            return f"(u + {c}u) + 200u", None
        if form == 6:
            return f"(uint)(u + {c}u) % 977u", None
        if form == 7:  # k is close to the largest int
            return f"(long)(k + {c}) - {BIG - 900}L", f"k <= {BIG - c}"
        if form == 8:
            return f"(ulong)({self.grid()}) + {c}", None
        return f"(uchar)(u + {c}) + x", None

    def statement(self):
        index, guard = self.index()
        table = self.pick("t", "t", "t", "h")
        what = self.random.randrange(8)
        if what == 0 and self.depth < 4:
            self.say(f"if (q & {1 << self.random.randrange(5)}) {{")
            self.block()
            self.say("}")
        elif what == 1 and self.depth < 4 and self.free:
            variable = self.free.pop(self.random.randrange(len(self.free)))
            self.say(f"for ({variable} = 0; {variable} < {self.random.randint(2, 5)}; {variable}++) {{")
            self.block()
            self.say("}")
            self.say(f"{variable} = {self.random.randrange(8)};")
            self.free.append(variable)
        elif what == 2:
            at = self.pick("x", "y")
            self.say(f"o[({at} + {self.random.randrange(8)}) * 2 + {self.random.randrange(2)}] += s;")
        elif what == 3 and not guard:
            self.say(f"s = s * 5 + vload{self.pick(2, 3, 4)}(0, {table} + ({index})).x;")
        elif guard:
            self.say(f"if ({guard})")
            self.say(f"    s = s * 3 + {table}[{index}];")
        else:
            self.say(f"s {self.pick('+', '^', '-')}= {table}[{index}] * {self.random.randint(1, 9)};")

    def block(self):
        self.depth += 1
        for _ in range(self.random.randint(1, 4)):
            self.statement()
        self.depth -= 1

    def text(self, name):
        self.block()
        body = "\n".join(self.lines)
        w = self.pick("(int)(n & 15) + 1", "(int)(t[7] & 15) + 1", "(int)(t[id + 9] & 15) + 1")
        return f"""kernel void {name}(global ulong *out, global const ulong *in, global int *acc, uint n)
{{
    local uint h[1024];
    global const uint *t = (global const uint *)in;
    uint id = get_global_id(0), s = 0, q = t[id & 255];
    int x = id & 7, y = id >> 3 & 7, w = {w}, i = q >> 5 & 7, j = q >> 8 & 7;
    int k = {BIG} - (int)(q >> 12 & 15), l = get_local_id(0), g = get_group_id(0);
    uint m = 0u - (t[9] & 15) - 1u;
    ulong left = 0;
    while (left < (q >> 20 & 15))
        left += {self.pick("1", "2", "n")};
    uint u = 0u - (q >> 16 & 15);
    for (uint e = get_local_id(0); e < 1024; e += get_local_size(0))
        h[e] = t[e] * 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint o[32];
    for (int e = 0; e < 32; e++)
        o[e] = 0;
{body}
    for (int e = 0; e < 32; e++)
        out[id * 32 + e] = o[e] + (e == 3 ? s : 0);
}}
"""


def main():
    seed = int(sys.argv[1])
    for number in range(int(sys.argv[2]) if len(sys.argv) > 2 else 1):
        print(Kernel(seed + number).text(f"k{seed + number}"))


main()
