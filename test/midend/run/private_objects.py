#!/usr/bin/env python3
"""Random programs over private objects, on the simulator against a model.

    private_objects.py BUILD TARGET SEED COUNT [-OPTION...]

Unions seen as every integer, as vectors and as rows of words, constant and variable indices, copies, values passed
and returned, objects of inner scopes and loops, tables of constants, pointers that are chosen or
counted; some with indices that all work-items share.  The model keeps each object as bytes, for each work-item by itself.
"""
import os
import random
import struct
import subprocess
import sys
import tempfile

LANES = 8
INPUTS = 4
M32 = 0xffffffff
ROWS = [3, 5, 6, 7]
VIEWS = {"b": ("uchar", 1), "s": ("ushort", 2), "u": ("uint", 4), "l": ("ulong", 8)}


class Program:
    """C text, and for each statement a function of (lane's state) that does the same."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.types = {}   # dwords -> name of the union
        self.functions = []
        self.count = 0
        self.loops = []   # variables of loops around, with their limits
        # How many of the variable indices all lanes share: arrays of such go to indexed registers.
        self.shared = self.random.choice([0, 0, 0.9, 1])

    def name(self, prefix):
        self.count += 1
        return prefix + str(self.count)

    def union(self, dwords):
        if dwords not in self.types:
            self.types[dwords] = f"U{dwords}"
        return self.types[dwords]

    def declarations(self):
        lines = []
        for dwords, name in self.types.items():
            views = " ".join(f"{type_} {view}[{dwords * 4 // size}];"
                             for view, (type_, size) in VIEWS.items() if dwords * 4 >= size)
            views += "".join(f" uint r{length}[{dwords // length}][{length}];"
                             for length in ROWS if dwords >= 2 * length)
            if dwords % 4 == 0:
                views += f" uint4 v[{dwords // 4}];"
            lines.append(f"typedef union {{ {views} float f[{dwords}]; }} {name};")
        return lines

    # ---- expressions: (text, function of state) ----

    def value(self):
        kind = self.random.randrange(5)
        if kind == 0:
            number = self.random.getrandbits(32)
            return f"{number}u", lambda s: number
        if kind == 1 and self.loops:
            name, _ = self.random.choice(self.loops)
            return f"({name} * 77u)", lambda s: s[name] * 77 & M32
        if kind == 2:
            return "t", lambda s: s["t"]
        i, shift = self.random.randrange(INPUTS), self.random.randrange(0, 28, 4)
        return f"(x{i} >> {shift})", lambda s: s["in"][i] >> shift

    def index(self, limit):
        """Below limit."""
        fitting = [(n, l) for n, l in self.loops if l <= limit]
        kind = self.random.randrange(4)
        if kind == 0 or limit == 1:
            number = self.random.randrange(limit)
            return str(number), lambda s: number
        if kind == 1 and fitting:
            name, bound = self.random.choice(fitting)
            more = self.random.randrange(limit - bound + 1)
            if more and self.random.random() < 0.5:
                return f"{name} + {more}", lambda s: s[name] + more
            return name, lambda s: s[name]
        i, shift = self.random.randrange(INPUTS), self.random.randrange(16)
        row, key = ("y", "all") if self.random.random() < self.shared else ("x", "in")
        return (f"({row}{i} >> {shift}) % {limit}u", lambda s: (s[key][i] >> shift) % limit)

    def element(self, objects):
        name, dwords = self.random.choice(objects)
        view = self.random.choice([v for v, (_, size) in VIEWS.items() if dwords * 4 >= size])
        size = VIEWS[view][1]
        text, index = self.index(dwords * 4 // size)
        return name, view, size, text, index

    # ---- statements: (lines, function of state) ----

    def store(self, objects):
        name, view, size, text, index = self.element(objects)
        value, of = self.value()
        operation = self.random.choice(["=", "+=", "^="])

        def do(s):
            at, data = index(s) * size, s[name]
            old, new = int.from_bytes(data[at:at + size], "little"), of(s)
            new = {"=": new, "+=": old + new, "^=": old ^ new}[operation] & ((1 << size * 8) - 1)
            data[at:at + size] = new.to_bytes(size, "little")
        return [f"{name}.{view}[{text}] {operation} {value};"], do

    def load(self, objects):
        name, view, size, text, index = self.element(objects)
        high = " >> 16" if size == 8 else ""

        def do(s):
            at = index(s) * size
            got = int.from_bytes(s[name][at:at + size], "little") >> (16 if size == 8 else 0)
            s["t"] = (s["t"] * 31 ^ got) & M32
        return [f"t = t * 31u ^ (uint)({name}.{view}[{text}]{high});"], do

    def vector(self, objects):
        wide = [o for o in objects if o[1] % 4 == 0]
        if not wide:
            return self.load(objects)
        name, dwords = self.random.choice(wide)
        text, index = self.index(dwords // 4)
        value, of = self.value()

        def do(s):
            at, data = index(s) * 16, s[name]
            words = [(w + of(s) + i) & M32
                     for i, w in enumerate(struct.unpack_from("<4I", data, at))]
            struct.pack_into("<4I", data, at, *words)
        return [f"{name}.v[{text}] += (uint4)({value}) + (uint4)(0, 1, 2, 3);"], do

    def row(self, objects):
        """Rows whose length is no power of two: a member of one, or two rows that change places."""
        name, dwords = self.random.choice(objects)
        lengths = [length for length in ROWS if dwords >= 2 * length]
        if not lengths:
            return self.load(objects)
        length = self.random.choice(lengths)
        text, index = self.index(dwords // length)
        other, second = self.index(dwords // length)
        column, (value, of) = self.random.randrange(length), self.value()
        row, j, w = f"{name}.r{length}", self.name("j"), self.name("w")
        if self.random.random() < 0.5:
            def do(s):
                at, data = (index(s) * length + column) * 4, s[name]
                s["t"] = (s["t"] * 31 ^ struct.unpack_from("<I", data, at)[0]) & M32
                struct.pack_into("<I", data, at, of(s) & M32)
            place = f"{row}[{text}][{column}]"
            return [f"t = t * 31u ^ {place}; {place} = {value};"], do

        def swap(s):
            size, data = length * 4, s[name]
            a, b = index(s) * size, second(s) * size
            data[a:a + size], data[b:b + size] = data[b:b + size], data[a:a + size]
        return [f"for (uint {j} = 0; {j} < {length}; {j}++) {{",
                f"    uint {w} = {row}[{text}][{j}];",
                f"    {row}[{text}][{j}] = {row}[{other}][{j}]; {row}[{other}][{j}] = {w}; }}"], swap

    def wrapped(self, objects):
        """A distance in bytes that is a product of unsigned numbers, and may wrap."""
        name, dwords = self.random.choice(objects)
        text, index = self.index(dwords)
        i, (value, of) = self.random.randrange(INPUTS), self.value()
        beyond = f"(x{i} & 3) * 0x40000000u"

        def do(s):
            struct.pack_into("<I", s[name], index(s) * 4, of(s) & M32)
        return [f"*(uint *)((uchar *){name}.u + ({text} + {beyond}) * 4u) = {value};"], do

    def copy(self, objects):
        name, dwords = self.random.choice(objects)
        other = self.random.choice([o for o in objects if o[1] == dwords])[0]

        def do(s):
            s[name][:] = s[other]
        return [f"{name} = {other};"], do

    def pointer(self, objects):
        name, dwords = self.random.choice(objects)
        other, more = self.random.choice(objects)
        if self.random.random() < 0.5:
            other, more = name, dwords
        p, limit = self.name("p"), min(dwords, more)
        text, index = self.index(limit)
        i = self.random.randrange(INPUTS)

        def do(s):
            at, data = index(s) * 4, s[name if s["in"][i] & 1 else other]
            got = (struct.unpack_from("<I", data, at)[0] + 5) & M32
            struct.pack_into("<I", data, at, got)
        return [f"uint *{p} = x{i} & 1 ? {name}.u : {other}.u;", f"{p}[{text}] += 5;"], do

    def walk(self, objects):
        name, dwords = self.random.choice(objects)
        p, of = self.name("p"), self.value()

        def do(s):
            for at in range(0, dwords * 4, 4):
                old = struct.unpack_from("<I", s[name], at)[0]
                s["t"] = (s["t"] + old) & M32
                struct.pack_into("<I", s[name], at, old ^ of[1](s))
        return [f"for (uint *{p} = {name}.u; {p} != {name}.u + {dwords}; {p}++) {{",
                f"    t += *{p}; *{p} ^= {of[0]}; }}"], do

    def call(self, objects):
        name, dwords = self.random.choice(objects)
        function, union = self.name("f"), self.union(dwords)
        self.functions.append(f"{union} {function}({union} a, uint i, uint e)\n"
                              f"{{\n    a.u[i] += e;\n    a.b[0] ^= a.b[{dwords * 4 - 1}];\n"
                              f"    {union} r = a;\n    r.u[{dwords - 1}] *= 3;\n    return r;\n}}")
        target = self.random.choice([o for o in objects if o[1] == dwords])[0]
        text, index = self.index(dwords)
        value, of = self.value()

        def do(s):
            data = bytearray(s[name])
            at = index(s) * 4
            struct.pack_into("<I", data, at, (struct.unpack_from("<I", data, at)[0] + of(s)) & M32)
            data[0] ^= data[-1]
            last = dwords * 4 - 4
            struct.pack_into("<I", data, last, struct.unpack_from("<I", data, last)[0] * 3 & M32)
            s[target][:] = data
        return [f"{target} = {function}({name}, {text}, {value});"], do

    def table(self, _):
        count, name = self.random.choice([2, 3, 5, 8, 24]), self.name("c")
        data = [self.random.getrandbits(32) for _ in range(count)]
        text, index = self.index(count)

        def do(s):
            s["t"] = (s["t"] + data[index(s)]) & M32
        return [f"const uint {name}[] = {{{', '.join(map(str, data))}}};", f"t += {name}[{text}];"], do

    def scope(self, objects, depth):
        name, dwords = self.name("o"), self.random.choice([1, 2, 3, 4, 6, 8, 16, 17, 24, 40, 50])
        union, k = self.union(dwords), self.name("k")
        value, of = self.value()
        lines, body = self.block(objects + [(name, dwords)], depth + 1)

        def do(s):
            data = b"".join(struct.pack("<I", of(s) + i & M32) for i in range(dwords))
            s[name] = bytearray(data)
            body(s)
        return [f"{{ {union} {name};", f"  for (uint {k} = 0; {k} < {dwords}; {k}++) "
                f"{name}.u[{k}] = {value} + {k};"] + lines + ["}"], do

    def loop(self, objects, depth):
        name, bound = self.name("i"), self.random.choice([1, 2, 3, 4, 7])
        varies = self.random.random() < 0.5
        i = self.random.randrange(INPUTS)
        limit = f"x{i} % {bound + 1}u" if varies else str(bound)
        self.loops.append((name, bound))
        lines, body = self.block(objects, depth + 1)
        self.loops.pop()

        def do(s):
            for k in range(s["in"][i] % (bound + 1) if varies else bound):
                s[name] = k
                body(s)
        return [f"for (uint {name} = 0; {name} < {limit}; {name}++) {{"] + lines + ["}"], do

    def branch(self, objects, depth):
        i, bit = self.random.randrange(INPUTS), 1 << self.random.randrange(8)
        lines, body = self.block(objects, depth + 1)
        others, other = self.block(objects, depth + 1)

        def do(s):
            (body if s["in"][i] & bit else other)(s)
        return [f"if (x{i} & {bit}) {{"] + lines + ["} else {"] + others + ["}"], do

    def block(self, objects, depth):
        plain = [self.store] * 4 + [self.load] * 4 + [self.row] * 2 + [
            self.wrapped, self.vector, self.copy, self.pointer, self.walk, self.call, self.table]
        nested = [self.scope, self.scope, self.loop, self.branch]
        lines, actions = [], []
        for _ in range(self.random.randrange(2, 6)):
            if depth < 4 and self.random.random() < 0.35:
                text, action = self.random.choice(nested)(objects, depth)
            else:
                text, action = self.random.choice(plain)(objects)
            lines += ["    " + line for line in text]
            actions.append(action)

        def do(s):
            for action in actions:
                action(s)
        return lines, do

    def kernel(self):
        objects = [("a", self.random.choice([1, 2, 4])), ("b", self.random.choice([4, 8, 16, 20]))]
        lines, body = self.block(objects, 0)
        more, rest = self.block(objects, 0)
        start = [f"    {self.union(n)} {o};\n    for (uint k = 0; k < {n}; k++) {o}.u[k] = x0 + k;"
                 for o, n in objects]
        end = [f"    for (uint k = 0; k < {n}; k++) t = t * 7u + {o}.u[k];" for o, n in objects]
        inputs = [f"    uint x{i} = in[g * {INPUTS} + {i}];" for i in range(INPUTS)]
        inputs += [f"    uint y{i} = in[{LANES * INPUTS + i}];" for i in range(INPUTS)]
        text = "\n".join(self.declarations() + self.functions +
                         ["kernel void k(global uint *out, global const uint *in)\n{",
                          "    uint g = get_global_id(0), t = 0;"] + inputs + start + lines + more +
                         end + ["    out[g] = t;\n}\n"])

        def run(inputs, shared):
            s = {"in": inputs, "all": shared, "t": 0}
            for name, dwords in objects:
                s[name] = bytearray(b"".join(struct.pack("<I", inputs[0] + k & M32)
                                             for k in range(dwords)))
            body(s)
            rest(s)
            for name, dwords in objects:
                for word in struct.unpack(f"<{dwords}I", s[name]):
                    s["t"] = (s["t"] * 7 + word) & M32
            return s["t"]
        return text, run


def check(build, target, seed, options, folder):
    text, run = Program(seed).kernel()
    numbers = random.Random(seed + 1)
    inputs = [[numbers.getrandbits(32) for _ in range(INPUTS)] for _ in range(LANES + 1)]
    path = os.path.join(folder, "k")
    with open(path + ".cl", "w", encoding="ascii") as file:
        file.write(text)
    with open(path + ".in", "wb") as file:
        file.write(b"".join(struct.pack(f"<{INPUTS}I", *lane) for lane in inputs))
    compiled = subprocess.run([f"{build}/bin/occ", "-w", f"-mcpu={target}", *options, path + ".cl", "-o",
                               path + ".co"], capture_output=True, text=True)
    if compiled.returncode:
        return "occ: " + compiled.stderr[:300]
    done = subprocess.run([f"{build}/bin/gcnsim", "run", path + ".co", "--global", str(LANES), "--arg",
                           f"buf:{LANES * 4}@out={path}.out", "--arg", f"buf:{path}.in"],
                          capture_output=True, text=True)
    if done.returncode:
        return "gcnsim: " + done.stderr[:300]
    with open(path + ".out", "rb") as file:
        got = list(struct.unpack(f"<{LANES}I", file.read()))
    want = [run(lane, inputs[LANES]) for lane in inputs[:LANES]]
    return None if got == want else f"got {got}, not {want}"


def main():
    build, target, first, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            wrong = check(build, target, seed, sys.argv[5:], folder)
            if wrong:
                failed += 1
                print(f"FAIL seed {seed}: {wrong}")
    print(f"{count} programs, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
