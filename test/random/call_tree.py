"""Functions that call functions, for generate.py: many parameters of scalars, vectors and pointers to
each memory, vector and structure results, calls in loops and where lanes part, barriers and work-item
functions in callees; half of them must not be inlined.  Integers only, no division.

  Tree(seed, counts).text     the functions
                    .head     declarations of a kernel
                    .lines    statements where no lane has returned; it has gid, lid, group, n, in and out
"""
import random

GROUP = 96  # no kernel is launched with larger work-groups
SCALARS = ["uint", "ulong", "int", "uchar", "ushort"]
VECTORS = ["uint2", "uint3", "uint4", "ulong2", "uint8", "ushort4"]
POINTERS = ["private uint *", "global const ulong *", "local uint *"]


def is_vector(t):
    return t in VECTORS


def lanes(t):
    return int(t[-1])


class Tree:
    def __init__(self, seed, counts):
        self.r = random.Random(f"calls of {seed}")
        self.seed, self.counts = seed, counts
        self.functions = []  # (name, result, parameter types, has a barrier)
        self.depth = {}
        text = [f"typedef struct {{ uint a; ulong b; uint c[3]; }} R{seed};\n"]
        for _ in range(self.r.randrange(2, 6)):
            text.append(self.function())
        self.text = "".join(text)
        self.head = [f"    local uint exchange[{GROUP}];"]
        self.lines = self.use()

    def chance(self, p):
        return self.r.random() < p

    def count(self, what):
        self.counts["calls: " + what] += 1

    def number(self, names):
        """A uint made of the names: (name, type)."""
        r = self.r
        name, t = r.choice(names)
        if is_vector(t):
            name += ".s" + str(r.randrange(lanes(t)))
        elif t == "private uint *":
            name = f"{name}[{self.number_of_index(names, 4)}]"
        elif t == "local uint *":
            name = f"{name}[get_local_id(0)]"
        elif t == "global const ulong *":
            name = f"{name}[get_global_id(0)]"
        elif t.startswith("R"):
            name += r.choice([".a", ".b", ".c[1]"])
        return f"(uint)({name})"

    def number_of_index(self, names, size):
        plain = [n for n, t in names if t in ("uint", "int")]
        if not plain or self.chance(0.5):
            return str(self.r.randrange(size))
        self.count("variable index")
        return f"{self.r.choice(plain)} & {size - 1}u"

    def term(self, names, depth=2):
        r = self.r
        if depth == 0 or self.chance(0.3):
            return self.number(names) if self.chance(0.8) else f"{r.getrandbits(16)}u"
        a, b = self.term(names, depth - 1), self.term(names, depth - 1)
        return r.choice([f"({a} + {b})", f"({a} ^ {b})", f"({a} * {b})", f"({a} - {b})",
                         f"rotate({a}, {b})", f"({a} & ~{b})", f"(({a}) > ({b}) ? {a} : {b})"])

    def value(self, t, names):
        if is_vector(t):
            return f"({t})(" + ", ".join(self.term(names, 1) for _ in range(lanes(t))) + ")"
        if t == "ulong":
            return f"upsample({self.term(names)}, {self.term(names)})"
        if t in POINTERS:
            return next(name for name, kind in names if kind == t)
        return f"({t})({self.term(names)})"

    def call(self, names, is_uniform, available):
        """An expression of type uint, or None."""
        fit = [f for f in available if (is_uniform or not f[3]) and
               all(t not in POINTERS or any(kind == t for _, kind in names) for t in f[2])]
        if not fit:
            return None
        name, result, parameters, _ = self.r.choice(fit)
        text = f"{name}(" + ", ".join(self.value(t, names) for t in parameters) + ")"
        self.count("in uniform flow" if is_uniform else "anywhere")
        if is_vector(result):
            return f"(uint)({text}).s{lanes(result) - 1}"
        return f"(uint){text}.{self.r.choice(['a', 'b', 'c[2]'])}" if result[0] == "R" \
            else f"(uint){text}"

    def calls(self, names, is_uniform, available, pad):
        """Statements that add calls to x."""
        r, lines = self.r, []
        for _ in range(r.randrange(1, 4)):
            kind = r.choice(["plain", "loop", "branch", "varying loop"])
            uniform = is_uniform and kind in ("plain", "loop")
            text = self.call(names, uniform, available)
            if not text:
                continue
            if kind == "loop":
                lines.append(f"{pad}for (uint k = 0; k < {r.randrange(1, 4)}u; k++)")
            elif kind == "branch":
                lines.append(f"{pad}if ({self.term(names, 1)} & {r.choice([1, 3, 8])}u)")
            elif kind == "varying loop":
                lines.append(f"{pad}for (uint k = {self.number(names)} & 3u; k < 4u; k++)")
            self.count(kind)
            lines.append(f"{pad}{'' if kind == 'plain' else '    '}x = rotate(x, 5u) ^ {text};")
        return lines

    def function(self):
        r = self.r
        name = f"c{self.seed}_{len(self.functions)}"
        parameters = [r.choice(SCALARS + VECTORS + POINTERS) if self.chance(0.7) else "uint"
                      for _ in range(r.choice([0, 1, 2, 3, 5, 9, 14]))]
        barrier = "local uint *" in parameters and self.chance(0.6)
        result = r.choice(["uint", "uint", "ulong", "uint4", "ulong2", f"R{self.seed}"])
        available = self.functions[-3:]
        barrier = barrier or (self.chance(0.2) and any(f[3] for f in available))
        names = [(f"p{i}", t) for i, t in enumerate(parameters)]
        head = ", ".join(f"{t}{'' if t.endswith('*') else ' '}p{i}" for i, t in enumerate(parameters))
        inline = "__attribute__((noinline)) " if self.chance(0.5) else ""
        self.count("noinline" if inline else "function")
        lines = [f"    uint x = {self.term(names) if names else r.getrandbits(16)};",
                 "    uint a[4] = {x, x ^ 5u, 3u, x * 7u};"]
        names += [("x", "uint"), ("a", "private uint *")]
        if self.chance(0.4):
            lines.append("    x += (uint)get_global_id(0) * 3u + (uint)get_local_size(0);")
            self.count("work-item function in a callee")
        if barrier and "local uint *" in parameters:
            self.count("barrier in a callee")
            place = f"p{parameters.index('local uint *')}"
            lines += ["    barrier(CLK_LOCAL_MEM_FENCE);", f"    {place}[get_local_id(0)] = x;",
                      "    barrier(CLK_LOCAL_MEM_FENCE);",
                      f"    x ^= {place}[get_local_size(0) - 1u - get_local_id(0)];",
                      "    barrier(CLK_LOCAL_MEM_FENCE);"]
        lines += self.calls(names, barrier, available, "    ")
        for pointer in [n for n, t in names if t == "private uint *"]:
            lines.append(f"    {pointer}[x & 3u] += {self.term(names, 1)};")
        if result[0] == "R":
            lines += [f"    {result} s = {{x, upsample(x, {self.term(names)}), {{1u, x * 3u, a[x & 3u]}}}};",
                      "    return s;"]
        else:
            lines.append(f"    return {self.value(result, names)} ^ ({result})x;")
        self.functions.append((name, result, parameters, barrier))
        return f"{inline}{result} {name}({head})\n{{\n" + "\n".join(lines) + "\n}\n"

    def use(self):
        names = [("x", "uint"), ("a", "private uint *"), ("in", "global const ulong *"),
                 ("exchange", "local uint *"), ("gid", "uint"), ("group", "uint"), ("n", "uint")]
        lines = ["    {",
                 "        uint x = (uint)in[gid] ^ n, a[4] = {gid, lid, group, 9u};",
                 "        barrier(CLK_LOCAL_MEM_FENCE);", "        exchange[lid] = x;",
                 "        barrier(CLK_LOCAL_MEM_FENCE);"]
        lines += self.calls(names, True, self.functions[-2:], "        ")
        lines += ["        out[gid * 32u + 31u] += upsample(x ^ a[2], a[x & 3u] + a[0]);", "    }"]
        return lines
