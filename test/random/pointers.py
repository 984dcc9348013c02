#!/usr/bin/env python3
"""Random kernels in which pointers meet: which accesses may touch the same bytes is all that they ask.

    pointers.py SEED [NUMBER]     NUMBER kernels, k<SEED> ...; CL2.0

Two arguments that overlap or point to program-scope variables (random_run.c -pointers), pointers chosen
between two objects by a select, a branch or a loop, stored to memory and read back, generic ones, ones of other
types and widths, vectors beside their components, calls that are not inlined.  Each work-item keeps to its own
slice of each object, so there are no races; kernels whose names end in u have one work-item and uniform
addresses.  Bounds: a slice has SLICE words; a pointer points to one of the first 8, an access goes at most 8
words further.
"""
import random
import sys

SLICE = 32
ITEMS = 8
# How a pointer is read and written: type, bytes, alignment is natural.
VIEWS = [("uint", 4)] * 5 + [("uchar", 1), ("ushort", 2), ("ulong", 8), ("uint2", 8), ("ushort2", 4), ("uchar4", 4), ("float", 4)]

HEAD = """#define ALIGN __attribute__((aligned(16)))
typedef struct { global uint *far; local uint *near; private uint *own; uint *any; uint key; } node;
global uint g[%(size)d] ALIGN;
global uint h[%(size)d] ALIGN;
global node nodes[%(items)d * 2];
kernel void addresses(global ulong *at) { at[0] = (ulong)g; at[1] = (ulong)h; }
__attribute__((noinline)) uint meet_far(global uint *a, global uint *b, uint i)
{ uint t = a[i]; b[i] = t + 1; a[0] ^= i; b[1] += 3; return t * 3 + a[i] + b[0]; }
__attribute__((noinline)) uint meet_near(local uint *a, local uint *b, uint i)
{ uint t = a[i]; b[i] = t + 1; a[0] ^= i; b[1] += 3; return t * 3 + a[i] + b[0]; }
__attribute__((noinline)) uint meet_any(uint *a, uint *b, uint i)
{ uint t = a[i]; b[i] = t + 1; a[0] ^= i; b[1] += 3; return t * 3 + a[i] + b[0]; }
"""


class Kernel:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0
        self.uniform = self.random.random() < 0.25
        self.loops = []
        # (text, space): what points to a slice, or into it
        self.pointers = [("p", "global"), ("q", "global"), ("p", "global"), ("q", "global"), ("g + base", "global"),
                         ("h + base", "global"), ("x + base", "local"), ("y + base", "local"),
                         ("x + base", "local"), ("a", "private"), ("b", "private")]
        # Few spaces in one kernel: more meets.
        keep = self.random.choice([("global",), ("local",), ("global", "local"), ("private", "local"),
                                   ("global", "local", "private"), ("global", "private")])
        self.pointers = [p for p in self.pointers if p[1] in keep]
        self.spaces = keep

    def chance(self, probability):
        return self.random.random() < probability

    def name(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def condition(self):
        return f"(x{self.random.randrange(4)} & {1 << self.random.randrange(6)})"

    def offset(self, limit):
        """Of a word, below limit."""
        if self.loops and self.chance(0.3):
            return f"({self.random.choice(self.loops)} & {limit - 1})"
        if self.chance(0.25):
            return f"(x{self.random.randrange(4)} >> {self.random.randrange(8)} & {limit - 1})"
        return str(self.random.randrange(limit))

    def pointer(self, space=None):
        return self.random.choice([p for p in self.pointers if space in (None, p[1])])

    def pick(self):
        """Most accesses go through what was made last."""
        return self.random.choice(self.pointers[-4:] if self.chance(0.4) else self.pointers)

    def place(self, size):
        """An lvalue's pointer of that many bytes."""
        text, space = self.pick()
        word = "" if space == "generic" else space + " "
        kind = self.random.choice([v for v in VIEWS if v[1] == size])
        steps = 32 // size
        at = self.offset(8) if size == 4 else self.offset(min(steps, 16))
        if kind[0] == "uint":
            return f"({text})[{at}]", kind[0]
        return f"(({word}{kind[0]} *)({text}))[{at}]", kind[0]

    def value(self, kind):
        number = self.random.choice([f"{self.random.getrandbits(32)}u", "t", f"x{self.random.randrange(4)}",
                                     "t + 1", "t ^ x1"])
        if kind in ("uint2", "ushort2", "uchar4"):
            return f"as_{kind}(({'ulong' if kind == 'uint2' else 'uint'})({number}))" if kind != "uint2" \
                else f"(uint2)({number}, 7)"
        if kind == "float":
            return f"as_float(({number}) & 0x3fffffff)"
        return f"({kind})({number})"

    def use(self, place, kind):
        text = {"uint2": f"{place}.y * 3 + {place}.x", "ushort2": f"as_uint({place})", "uchar4": f"as_uint({place})",
                "float": f"as_uint({place})", "ulong": f"(uint)({place} >> 16)"}.get(kind, place)
        return f"t = t * 31 ^ ({text});"

    # ---- statements ----

    def store(self):
        place, kind = self.place(self.random.choice(VIEWS)[1])
        return [f"{place} = {self.value(kind)};"]

    def load(self):
        place, kind = self.place(self.random.choice(VIEWS)[1])
        return [self.use(place, kind)]

    def update(self):
        text, _ = self.pick()
        return [f"({text})[{self.offset(8)}] {self.random.choice(['+=', '^=', '-='])} {self.value('uint')};"]

    def near(self):
        """Neighbours and parts of one place: what is joined, forwarded and dropped."""
        text, space = self.pick()
        word = "" if space == "generic" else space + " "
        lines = []
        for _ in range(self.random.randrange(2, 6)):
            at = self.random.randrange(4)
            if self.chance(0.4):
                kind = self.random.choice(["ulong", "uint2", "ulong", "ushort", "uchar"])
                size = {"ulong": 8, "uint2": 8, "ushort": 2, "uchar": 1}[kind]
                place = f"(({word}{kind} *)({text}))[{self.random.randrange(16 // size)}]"
            else:
                kind, place = "uint", f"({text})[{at}]"
            lines.append(f"{place} = {self.value(kind)};" if self.chance(0.6) else self.use(place, kind))
        return lines

    def mixed(self):
        """Stores of one and of two words at constant places: what becomes one instruction."""
        text, space = self.pointer("local") if "local" in self.spaces and self.chance(0.5) else self.pick()
        word = "" if space == "generic" else space + " "
        lines = []
        for _ in range(self.random.randrange(3, 8)):
            if self.chance(0.5):
                lines.append(f"(({word}ulong *)({text}))[{self.random.randrange(4)}] = {self.value('ulong')} * x0;")
            else:
                lines.append(f"({text})[{self.random.randrange(8)}] = {self.value('uint')};")
        return lines + ([self.use(f"({text})[{self.random.randrange(8)}]", "uint")] if self.chance(0.5) else [])

    def vector(self):
        text, space = self.pick()
        word = "" if space == "generic" else space + " "
        wide = self.random.choice(["uint", "ushort", "uchar"])
        size = {"uint": 4, "ushort": 2, "uchar": 1}[wide]
        n = self.random.choice([2, 3, 4])
        where = f"({word}{wide} *)({text}) + {self.random.randrange(16 // size)}"
        if self.chance(0.5):
            value = f"({wide}{n})({', '.join(self.value(wide) for _ in range(n))})"
            return [f"vstore{n}({value}, {self.random.randrange(2)}, {where});"]
        name = self.name("v")
        return [f"{wide}{n} {name} = vload{n}({self.random.randrange(2)}, {where});",
                f"t = t * 31 ^ {name}.s0 ^ {name}.s{n - 1} << 3;"]

    def choose(self):
        """A new pointer: one of two, by a select."""
        first, space = self.pointer()
        second, other = self.pointer(None if self.chance(0.4) else space)
        name = self.name("c")
        if space != other:
            space = "generic"
        word = "" if space == "generic" else space + " "
        # offsets of two words: wider views stay aligned
        more = [2 * self.random.randrange(2) if self.is_start(t) else 0 for t in (first, second)]
        self.pointers.append((name, space))
        if space == "generic":
            return [f"uint *{name} = {self.condition()} ? (uint *)({first} + {more[0]}) : (uint *)({second} + {more[1]});"]
        if self.chance(0.5):
            return [f"{word}uint *{name} = {self.condition()} ? {first} + {more[0]} : {second} + {more[1]};"]
        return [f"{word}uint *{name} = {first} + {more[0]};", f"if {self.condition()} {{ {name} = {second} + {more[1]}; "
                f"t += {name}[1]; }}"]

    @staticmethod
    def is_start(text):
        return not text.startswith("c") and not text.startswith("m") and not text.startswith("w")

    def memory(self):
        """A pointer through memory: stored among others, read back by a variable index."""
        space = self.random.choice(self.spaces)
        field = {"global": "far", "local": "near", "private": "own"}[space]
        one, two = self.pointer_of(space), self.pointer_of(space)
        if self.chance(0.3):
            field, two = "any", self.pointer()[0]
        made = "generic" if field == "any" else space
        word = "" if made == "generic" else space + " "
        name, table = self.name("m"), self.random.choice(["nodes + base / 16", "own"])
        lines = [f"({table})[{i}].{field} = {'(uint *)' if field == 'any' else ''}({p});"
                 for i, p in enumerate((one, two))]
        self.random.shuffle(lines)
        lines += self.simple()
        lines.append(f"{word}uint *{name} = ({table})[{self.condition()} != 0].{field};")
        self.pointers.append((name, made))
        return lines

    def pointer_of(self, space):
        found = [t for t, s in self.pointers if s == space]
        return self.random.choice(found) if found else None

    def call(self):
        space = self.random.choice([s for s in ("global", "local", "any") if s == "any" or s in self.spaces])
        if space == "any":
            a, b = self.pick()[0], self.pick()[0]
            return [f"t += meet_any((uint *)({a}), (uint *)({b}), {self.offset(8)});"]
        a, b = self.pointer(space)[0], self.pointer(space)[0]
        return [f"t += meet_{'far' if space == 'global' else 'near'}({a}, {b}, {self.offset(8)});"]

    def walk(self):
        """A pointer that a loop moves, or changes."""
        name, i = self.name("w"), self.name("i")
        first, space = self.pointer()
        second, _ = self.pointer(space)
        if not self.is_start(first):
            return self.loop()
        word = "" if space == "generic" else space + " "
        lines = [f"{word}uint *{name} = {first} + {2 * self.random.randrange(2)};",
                 f"for (uint {i} = 0; {i} < {self.random.choice(['4', '(x2 & 3)', 'n + 3'])}; {i}++) {{"]
        self.pointers.append((name, space))
        self.loops.append(i)
        for _ in range(self.random.randrange(1, 4)):
            lines += ["    " + line for line in self.simple()]
        self.loops.pop()
        self.pointers = [p for p in self.pointers if p[0] != name]
        # in words; wider views stay aligned
        lines.append(f"    {name} += 2;" if self.chance(0.5) or not self.is_start(second) else
                     f"    {name} = {self.condition()} ? {second} : {name};")
        return lines + ["}"]

    def loop(self):
        i = self.name("i")
        self.loops.append(i)
        lines = [f"for (uint {i} = 0; {i} < {self.random.choice(['4', '(x2 & 3)', 'n + 3', '2'])}; {i}++) {{"]
        for _ in range(self.random.randrange(2, 5)):
            lines += ["    " + line for line in self.simple()]
        self.loops.pop()
        return lines + ["}"]

    def streams(self):
        """A loop that loads from p at places that it counts and stores to q, up or down, with a loop in it at times."""
        i, k, bytes_of = self.name("i"), self.name("k"), {"uint": 4, "uchar": 1, "ushort": 2, "ulong": 8}
        count, most = self.random.choice([("4", 4), ("7", 7), ("(int)(x2 & 3)", 3), ("(int)n + 3", 3),
                                          ("(int)(x1 & 7) - 2", 5), ("(int)(x1 & 3) + 5", 8), ("(int)n + 8", 8)])
        kinds = [kind for kind in bytes_of if most <= 64 // bytes_of[kind]]
        nested, step, names = self.chance(0.3), self.random.choice([1, 1, 1, 2]), self.random.choice(["pq", "qp"])
        form = self.random.choice(["for", "for", "behind", "endless"])
        far = 3 if form == "behind" else 2  # what the inner loop counts

        def place(pointer):
            kind = self.random.choice(kinds)
            room = 64 // bytes_of[kind]  # elements of 16 words
            by = step if step * most < room else 1
            inner = self.chance(0.7) and nested and by * most + far < room
            at = self.random.randrange(room - by * (most - 1) - (far if inner else 0))
            index = f"{i} * {by} + {at}" if self.chance(0.8) else f"{(most - 1) * by + at} - {i} * {by}"
            return f"((global {kind} *){pointer})[{index}{' + ' + k if inner else ''}]", kind

        def touching():
            """What the last iteration loads, or just before or behind it, is what the first stores, where p is q."""
            kind = self.random.choice([kind for kind in kinds if 2 * most <= 64 // bytes_of[kind]])
            by = step if 2 * step * most <= 64 // bytes_of[kind] else 1
            first = 1 + by * (most - 1) + self.random.choice([-1, 0, 0, 1])
            places = [f"((global {kind} *){p})[{i} * {by} + {a}]" for p, a in zip(names, (1, first))]
            return f"{places[1]} = ({kind})({places[0]} * 3 + t);"

        lines = [touching()] if self.chance(0.4) else []
        for _ in range(0 if lines else self.random.choice([1, 1, 1, 2])):
            to, kind = place(names[1])
            text = f"{to} = ({kind})({place(names[0])[0]} * 3 + t);"
            lines.append(f"if {self.condition()} {text}" if self.chance(0.2) else text)
            if self.chance(0.4):
                lines.append(f"t = t * 5 ^ (uint){place(self.random.choice(names))[0]};")
        if nested:
            bound, behind = self.random.choice(["3", "(int)(x0 & 3)"]), []
            head = f"for (int {k} = 0; {k} < {bound}; {k}++) {{"
            if form == "behind":
                (to, kind), head = place(names[1]), f"int {k} = 0;\n        for (; {k} < {bound}; {k}++) {{"
                behind = [f"{to} = ({kind})(t * 7 + {place(names[0])[0]});"]
            elif form == "endless":
                head = f"for (ulong {k} = 0; {k} < ~0UL; {k}++) {{"
                lines.append(f"if ({k} == 2 || t % 5 == 3) break;")
            lines = [head, *lines, "}", *behind]
        elif self.chance(0.3):  # the test where the loop begins is not the one that ends it
            ways = [[f"t = t * 3 + {place(names[0])[0]};"], lines]
            if self.chance(0.3):
                ways.reverse()
            lines = [f"int {i} = 0;", "do {", f"    if ({i} < {self.random.choice(['1', '2', '(int)(x0 & 3)', '(int)n'])}) {{",
                     *("    " + line for line in ways[0]), "    } else {", *("    " + line for line in ways[1]), "    }",
                     f"    {i}++;", f"}} while ({i} < {count});"]
            return ["{", *("    " + line for line in lines), "}"]
        start = self.random.choice([f"int {i} = 0; {i} < {count}; {i}++", f"int {i} = {count} - 1; {i} >= 0; {i}--"])
        return [f"for ({start}) {{", *("    " + line for line in lines), "}"]

    def branch(self):
        lines = [f"if {self.condition()} {{"]
        for _ in range(self.random.randrange(1, 4)):
            lines += ["    " + line for line in self.simple()]
        if self.chance(0.5):
            lines.append("} else {")
            for _ in range(self.random.randrange(1, 3)):
                lines += ["    " + line for line in self.simple()]
        return lines + ["}"]

    def simple(self):
        return self.random.choice([self.store] * 4 + [self.load] * 3 + [self.update] * 2 +
                                  [self.near, self.mixed, self.vector])()

    def text(self, name):
        lines = ["uint base = " + ("n;" if self.uniform else f"(uint)get_local_id(0) * {SLICE};"), "uint t = 1;",
                 f"local uint x[{ITEMS * SLICE}] ALIGN, y[{ITEMS * SLICE}] ALIGN;",
                 "uint a[20] ALIGN, b[20] ALIGN; node own[2];",
                 "p += base; q += base;"]
        lines += [f"uint x{i} = in[base / {SLICE} * 4 + {i}];" for i in range(4)]
        lines += [f"for (uint k = 0; k < 20; k++) {{ a[k] = x0 + k; b[k] = x1 - k; x[base + k] = x2 ^ k; "
                  "y[base + k] = x3 * k; g[base + k] = k; h[base + k] = x0 - k; }"]
        for _ in range(self.random.randrange(6, 14)):
            lines += self.random.choice([self.simple] * 5 + [self.choose] * 3 + [self.memory, self.memory, self.call,
                                        self.walk, self.loop, self.branch] +
                                        [self.streams] * 3 * ("global" in self.spaces))()
        lines += ["for (uint k = 0; k < 20; k++) t = t * 7 + a[k] * 3 + b[k] * 5 + x[base + k] * 11 + "
                  "y[base + k] * 13 + g[base + k] * 17 + h[base + k] * 19;", f"out[base / {SLICE}] = t;"]
        body = "\n".join("    " + line for line in lines)
        return (f"kernel void {name}{'u' if self.uniform else ''}(global ulong *out, global uint *p, global uint *q, "
                f"global const uint *in, uint n)\n{{\n{body}\n}}\n")


def main():
    first, number = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(HEAD % {"size": ITEMS * SLICE + 16, "items": ITEMS})
    for seed in range(first, first + number):
        print(Kernel(seed).text(f"k{seed}"))


if __name__ == "__main__":
    main()
