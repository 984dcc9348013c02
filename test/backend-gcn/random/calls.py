#!/usr/bin/env python3
"""Random programs of functions that call each other, up to five deep, through selection, register
assignment and everything after, run on the simulator.

    calls.py BUILD FIRST_SEED LAST_SEED [TARGET[:MODE...]...]

Programs are those of program.py, whose variables are now those of a function, and further:

    ("call", function, arguments, variables)    results go to the variables
    ("load" or "store", object, variable, index variable)
    ("wide", words, variable, scalar, call)     values that live across a call: `words` of them,
                                                made of a uniform value or of the variable

An object is four words: ("own",) of the function, ("given",) of a caller, passed as a pointer, or
("lds", n) a place of the lane in LDS.  Arguments are in the order of the function's parameters.
"""
import random
import struct
import subprocess
import sys
import tempfile

import program
from program import LANES, MASK, VARIABLES, Jump, Return, TooLong

MODES = ["", "spill-everything", "wait-everything", "no-optional-passes"]
TARGETS = ["gfx700", "gfx803", "gfx900"]


class Function:
    """What it is passed: kinds "word" (the start of a variable), "pair" (of two), "scalar" (a
    uniform value), "object" (a pointer to private memory); always the lane's offset in LDS."""

    def __init__(self, number, maker):
        pick = maker.random
        self.number = number
        self.name = f"f{number}"
        self.uses_lds = pick.random() < 0.4
        self.has_object = pick.random() < 0.5
        self.params = ["word"] * pick.choice([1, 2, 3, 5, 5, 5])
        self.params += ["pair"] * pick.choice([0, 0, 1, 3])
        self.params += ["scalar"] * pick.choice([0, 1, 2, 4, 12])
        self.params += ["object"] * (pick.random() < 0.4)
        self.params += ["extra"] * pick.choice([0, 0, 0, 6, 24])
        pick.shuffle(self.params)
        self.results = pick.choice([1, 1, 2, 3, 5, 12])
        self.uniform_result = pick.random() < 0.3
        self.body = []

    def objects(self):
        return ([("own",)] if self.has_object else []) + \
            ([("given",)] if "object" in self.params else []) + \
            ([("lds", self.number)] if self.uses_lds else [])


class Maker(program.Maker):
    """Makes the bodies of functions from the last, which calls nothing, to the first."""

    def __init__(self, seed):
        super().__init__(seed, depth=3, budget=0)
        self.functions = []
        self.current = None

    def uniform(self):
        scalars = [i for i, kind in enumerate(self.current.params) if kind == "scalar"]
        if scalars and self.random.random() < 0.7:
            return ("scalar", self.random.choice(scalars), self.random.randrange(100))
        return ("const", self.random.randrange(1000))

    def argument(self, kind):
        if kind == "scalar":
            return self.uniform()
        if kind == "object":
            pointers = [o for o in self.current.objects() if o[0] != "lds"]
            return self.random.choice(pointers)
        if kind == "pair":
            return (self.random.randrange(VARIABLES), self.random.randrange(VARIABLES))
        return self.operand([0, 1, 5, -3, 1 << 20], 0.8)

    def call(self):
        callees = [f for f in self.functions if "object" not in f.params or
                   any(o[0] != "lds" for o in self.current.objects())]
        if not callees:
            return self.assignment()
        callee = self.random.choice(callees[:3] if self.random.random() < 0.7 else callees)
        into = self.random.sample(range(VARIABLES), min(callee.results, VARIABLES))
        return ("call", callee, [self.argument(kind) for kind in callee.params], into)

    def access(self):
        objects = self.current.objects()
        if not objects:
            return self.assignment()
        return (self.random.choice(["load", "store"]), self.random.choice(objects),
                self.random.randrange(VARIABLES), self.random.randrange(VARIABLES))

    def statement(self, depth, context):
        pick = self.random.random()
        if pick < 0.15:
            self.budget -= 4
            return self.call()
        if pick < 0.25:
            return self.access()
        if pick < 0.29:
            scalar = self.uniform() if self.random.random() < 0.5 else None
            return ("wide", self.random.choice([8, 40, 90] if scalar else [8, 50, 130, 260]),
                    self.random.randrange(VARIABLES), scalar, self.call())
        return super().statement(depth, context)

    def function(self, number):
        self.current = Function(number, self)
        self.budget = self.random.choice([6, 12, 25])
        self.current.body = [s for _ in range(2) for s in self.body(-1, [])]
        self.functions.insert(0, self.current)

    def limits(self):
        """What the kernel says of its registers, which its functions must keep to."""
        return self.random.choice(["max_flat 256", "max_flat 256", "max_flat 1024",
                                   "vgprs 32 sgprs 0 waves 0 max_flat 256",
                                   "vgprs 40 sgprs 56 waves 0 max_flat 256"])

    def kernel(self):
        for number in range(self.random.randint(1, 7), 0, -1):
            self.function(number)
        self.current = Function(0, self)
        self.current.params = ["word"] * VARIABLES
        self.budget = 25
        self.current.limits = self.limits()
        self.current.body = [s for _ in range(2) for s in self.body(-1, [])] + [self.call()]
        return self.current


# ---- running them ----

class Frame:
    def __init__(self, function, arguments, given, lds):
        self.function = function
        self.scalars = {}
        self.objects = {("own",): [11, 22, 33, 44], ("given",): given}
        self.lds = lds
        words = []
        for i, (kind, argument) in enumerate(zip(function.params, arguments)):
            if kind == "scalar":
                self.scalars[i] = argument
            elif kind == "word":
                words.append(argument)
            elif kind == "extra":
                words[:1] = [((words or [0])[0] + argument) & MASK]
            elif kind == "pair":
                words += argument
        self.variables = (words + [1, 2, 3, 4, 5])[:VARIABLES]

    def uniform(self, value):
        return value[1] if value[0] == "const" else (self.scalars[value[1]] + value[2]) & MASK

    def object(self, name):
        return self.lds[name[1]] if name[0] == "lds" else self.objects[name]

    def argument(self, kind, argument):
        if kind == "scalar":
            return self.uniform(argument)
        if kind == "pair":
            return [self.variables[v] for v in argument]
        if kind == "object":
            return None
        return program.value(argument, self.variables)

    def results(self):
        words = [(self.variables[i % VARIABLES] + i // VARIABLES) & MASK
                 for i in range(self.function.results)]
        if self.function.uniform_result:
            words[0] = (sum(self.scalars.values()) * 3 + 1) & MASK
        return words


def run_call(frame, statement, steps):
    _, callee, arguments, into = statement
    pairs = list(zip(callee.params, arguments))
    given = next((frame.object(a) for kind, a in pairs if kind == "object"), None)
    inner = Frame(callee, [frame.argument(kind, a) for kind, a in pairs], given, frame.lds)
    try:
        run(callee.body, inner, steps)
    except Return:
        pass
    for variable, result in zip(into, inner.results()):
        frame.variables[variable] = result


def wide_values(words, start):
    return [(start * (2 * i + 3) + i) & MASK for i in range(words)]


def run_wide(frame, statement, steps):
    _, words, variable, scalar, call = statement
    start = frame.uniform(scalar) if scalar else frame.variables[variable]
    values = wide_values(words, start)
    run([call], frame, steps)
    for value in values:
        frame.variables[variable] ^= value


def run_loop(statement, frame, steps):
    _, label, rounds, body = statement
    limit = (frame.variables[rounds[1]] & 3) + 1 if isinstance(rounds, tuple) else rounds
    for _ in range(limit):
        try:
            run(body, frame, steps)
        except Jump as jump:
            if jump.label != label:
                raise
            if jump.kind == "break":
                return


def run(statements, frame, steps):
    variables = frame.variables
    for s in statements:
        steps[0] += 1
        if steps[0] > 4000:
            raise TooLong()
        if s[0] == "set":
            variables[s[1]] = program.evaluate(s[2], variables)
        elif s[0] == "load":
            variables[s[2]] = frame.object(s[1])[variables[s[3]] & 3]
        elif s[0] == "store":
            frame.object(s[1])[variables[s[3]] & 3] = variables[s[2]]
        elif s[0] == "call":
            run_call(frame, s, steps)
        elif s[0] == "wide":
            run_wide(frame, s, steps)
        elif s[0] == "jump_if":
            if program.holds(s[1], variables):
                raise Jump(s[2], s[3])
        elif s[0] == "return_if":
            if program.holds(s[1], variables):
                raise Return()
        elif s[0] == "if":
            run(s[2] if program.holds(s[1], variables) else s[3], frame, steps)
        elif s[0] == "block":
            try:
                run(s[2], frame, steps)
            except Jump as jump:
                if jump.label != s[1]:
                    raise
        else:
            run_loop(s, frame, steps)


def expected(kernel, first, second, data):
    result = []
    for lane in range(LANES):
        start = [first & MASK, second & MASK] + data[lane * VARIABLES + 2:(lane + 1) * VARIABLES]
        frame = Frame(kernel, start, None, {n: [lane, 1, 2, 3] for n in range(10)})
        try:
            run(kernel.body, frame, [0])
        except Return:
            pass
        result += frame.variables
    return result


# ---- lowered IR ----

class Lowering(program.Lowering):
    def plain(self, s, at):
        at.work.append(s)
        return at

    lower_call = lower_load = lower_store = lower_wide = plain


TYPES = {"word": "i32", "extra": "i32", "pair": "i64", "scalar": "i32", "object": "p.private"}


class Writer(program.Writer):
    def __init__(self, function):
        self.function = function
        super().__init__(Lowering(function.body))

    # -- beginnings --

    def signature(self):
        f = self.function
        params = [f"{TYPES[kind]} %{i + 1}{' uniform' if kind == 'scalar' else ''}"
                  for i, kind in enumerate(f.params + ["word"])]
        results = ["i32" + (" uniform" if i == 0 and f.uniform_result else "")
                   for i in range(f.results)]
        return f"function @{f.name} ({', '.join(params)}) -> {', '.join(results)}\n{{\n"

    def start_values(self):
        self.own = None
        if self.function.number:
            self.start_function()
        else:
            super().start_values()
            self.lane = self.new(self.prologue, "workitem_id i32, dim 0")
            self.lane = self.new(self.prologue, f"mul i32 {self.lane}, i32 16")
            self.scalars = {}
            for n in range(10):
                self.fill(self.lds_place(self.prologue, n), [None, 1, 2, 3])
        if self.function.has_object:
            self.own = self.new(self.prologue, "alloca p.private, size 16, align 4")
            self.fill(self.own, [11, 22, 33, 44], "p.private")

    def start_function(self):
        f = self.function
        self.next = len(f.params) + 2
        self.lane = f"%{len(f.params) + 1}"
        self.scalars, self.given, words = {}, None, []
        for i, kind in enumerate(f.params):
            name = f"%{i + 1}"
            if kind == "scalar":
                self.scalars[i] = name
            elif kind == "object":
                self.given = name
            elif kind == "word":
                words.append(name)
            elif kind == "extra":
                words[:1] = [self.new(self.prologue,
                                      f"add i32 {(words or ['i32 0'])[0]}, {name}")]
            else:
                words.append(self.new(self.prologue, f"unpack_lo i32 {name}"))
                words.append(self.new(self.prologue, f"unpack_hi i32 {name}"))
        words = (words + [f"i32 {n}" for n in (1, 2, 3, 4, 5)])[:VARIABLES]
        self.initial = dict(enumerate(words))
        total = "i32 0"
        for name in self.scalars.values():
            total = self.new(self.prologue, f"add i32 {total}, {name}")
        total = self.new(self.prologue, f"mul i32 {total}, i32 3")
        self.uniform_result = self.new(self.prologue, f"add i32 {total}, i32 1")

    def lds_place(self, lines, number):
        base = self.new(lines, f"symbol p.local, @lds{number}")
        return self.new(lines, f"ptradd p.local {base}, {self.lane}")

    def fill(self, place, words, space="p.local"):
        for i, word in enumerate(words):
            at = self.new(self.prologue, f"ptradd {space} {place}, i32 {4 * i}")
            value = f"i32 {word}"
            if word is None:
                value = self.new(self.prologue, f"lshr i32 {self.lane}, i32 4")
            self.prologue.append(f"store i32 {at}, {value}, align 4")

    # -- bodies --

    def name_results(self, b):
        for s in b.work:
            if s[0] in ("call", "wide", "load", "store"):
                b.plan.append((s, self.name_special(b, s)))
            else:
                only, b.work = b.work, [s]
                super().name_results(b)
                b.work = only

    def name_special(self, b, s):
        if s[0] == "store":
            return []
        if s[0] == "load":
            b.at_end[s[2]] = self.take()
            return [b.at_end[s[2]]]
        names = []
        call = s[4] if s[0] == "wide" else s
        if call[0] == "call":
            names = [self.take() for _ in range(call[1].results)]
            b.at_end.update(zip(call[3], names))
        else:
            names = [self.take()]
            b.at_end[call[1] if call[0] == "set" else call[2]] = names[0]
        if s[0] == "wide":
            names.append(self.take())
            b.at_end[s[2]] = names[-1]
        return names

    def read(self, b, now, operand):
        if isinstance(operand, tuple):
            return f"i32 {operand[1]}"
        return now[operand] if operand in now else self.at_start(b, operand)

    def uniform(self, lines, value):
        if value[0] == "const":
            return f"i32 {value[1]}"
        return self.new(lines, f"add i32 {self.scalars[value[1]]}, i32 {value[2]}")

    def place(self, b, now, name, index):
        pointer = {"own": self.own, "given": getattr(self, "given", None)}.get(name[0])
        space = "p.private"
        if name[0] == "lds":
            pointer, space = self.lds_place(b.lines, name[1]), "p.local"
        low = self.new(b.lines, f"and i32 {self.read(b, now, index)}, i32 3")
        offset = self.new(b.lines, f"shl i32 {low}, i32 2")
        return self.new(b.lines, f"ptradd {space} {pointer}, {offset}")

    def argument(self, b, now, kind, argument):
        if kind == "scalar":
            return self.uniform(b.lines, argument)
        if kind == "object":
            return self.own if argument[0] == "own" else self.given
        if kind == "pair":
            low, high = (self.read(b, now, v) for v in argument)
            return self.new(b.lines, f"pack64 i64 {low}, {high}")
        return self.read(b, now, argument)

    def write_call(self, b, now, s, names):
        if s[0] != "call":
            op, x, y = s[2]
            b.lines.append(f"{names[0]} = {op} i32 {self.read(b, now, x)}, {self.read(b, now, y)}")
            now[s[1]] = names[0]
            return
        _, callee, arguments, into = s
        passed = [self.argument(b, now, kind, a) for kind, a in zip(callee.params, arguments)]
        count = f":{callee.results}" if callee.results > 1 else ""
        b.lines.append(f"{names[0]}{count} = call i32 {', '.join(passed + [self.lane])}, "
                       f"@{callee.name}")
        now.update(zip(into, names))

    def write_wide(self, b, now, s, names):
        _, words, variable, scalar, call = s
        start = self.uniform(b.lines, scalar) if scalar else self.read(b, now, variable)
        values = []
        for i in range(words):
            product = self.new(b.lines, f"mul i32 {start}, i32 {2 * i + 3}")
            values.append(self.new(b.lines, f"add i32 {product}, i32 {i}"))
        if call[0] == "call":
            self.write_call(b, now, call, names[:-1])
        else:
            self.write_plain(b, now, call, names[:-1])
        total = self.read(b, now, variable)
        for value in values[:-1]:
            total = self.new(b.lines, f"xor i32 {total}, {value}")
        b.lines.append(f"{names[-1]} = xor i32 {total}, {values[-1]}")
        now[variable] = names[-1]

    def write_plain(self, b, now, s, names):
        def read(operand):
            return self.read(b, now, operand)

        if s[0] == "call":
            self.write_call(b, now, s, names)
        elif s[0] == "wide":
            self.write_wide(b, now, s, names)
        elif s[0] == "load":
            b.lines.append(f"{names[0]} = load i32 {self.place(b, now, s[1], s[3])}, align 4")
            now[s[2]] = names[0]
        elif s[0] == "store":
            place = self.place(b, now, s[1], s[3])
            b.lines.append(f"store i32 {place}, {read(s[2])}, align 4")
        elif s[0] == "set":
            op, x, y = s[2]
            b.lines.append(f"{names[0]} = {op} i32 {read(x)}, {read(y)}")
            now[s[1]] = names[0]
        else:
            if s[0] == "next":
                b.lines.append(f"{names[0]} = add i32 {read(s[1])}, i32 1")
            elif s[0] == "limit" and isinstance(s[2], tuple):
                b.lines.append(f"{names[1]} = and i32 {read(s[2][1])}, i32 3")
                b.lines.append(f"{names[0]} = add i32 {names[1]}, i32 1")
            now[s[1]] = names[0]

    def write_block(self, b):
        now = {}
        for s, names in b.plan:
            self.write_plain(b, now, s, names)
        self.write_end(b, lambda operand: self.read(b, now, operand))

    def write_end(self, b, read):
        f = self.function
        if b.end[0] != "ret" or not f.number:
            super().write_end(b, read)
            return
        results = []
        for i in range(f.results):
            if i == 0 and f.uniform_result:
                results.append(self.uniform_result)
            elif i < VARIABLES:
                results.append(read(i))
            else:
                results.append(self.new(b.lines, f"add i32 {read(i % VARIABLES)}, "
                                                 f"i32 {i // VARIABLES}"))
        b.lines.append("ret " + ", ".join(results))

    def text(self):
        if self.function.number:
            self.HEADER = self.signature()
        else:
            self.HEADER = self.HEADER.replace("max_flat 256", self.function.limits)
        return super().text()


def reached(kernel):
    """The functions that are called, in any order."""
    found = []

    def visit(statements):
        for s in statements:
            if s[0] == "call":
                if s[1] not in found:
                    found.append(s[1])
                    visit(s[1].body)
            elif s[0] == "wide":
                visit([s[4]])
            elif s[0] in ("if", "block", "loop"):
                for part in s[2:]:
                    visit(part if isinstance(part, list) else [])

    visit(kernel.body)
    return found


def lowered_ir(kernel):
    objects = "".join(f"global @lds{n} space local size {LANES * 16} align 16\n"
                      for n in range(10))
    functions = reached(kernel)
    random.Random(len(functions)).shuffle(functions)
    return objects + "".join(Writer(f).text() for f in functions + [kernel])


# ---- on the simulator ----

def run_on(build, folder, target, first, second, words):
    """The results, or what went wrong as text."""
    target, *modes = target.split(":")
    made = subprocess.run([f"{build}/bin/test-mir-text", "-show", "object", f"{folder}/program.oir",
                           target] + [m for m in modes if m], capture_output=True)
    if made.returncode:
        return "does not compile: " + made.stdout.decode(errors="replace")[-400:]
    with open(f"{folder}/program.co", "wb") as file:
        file.write(made.stdout)
    ran = subprocess.run(["timeout", "20", f"{build}/bin/gcnsim", "run", f"{folder}/program.co",
                          "--kernel", "program", "--global", "64", "--local", "64",
                          "--arg", f"buf:{folder}/in.bin@out={folder}/out.bin",
                          "--arg", f"u32:{first}", "--arg", f"u32:{second}"], capture_output=True)
    if ran.returncode:
        return "does not run: " + ran.stderr.decode(errors="replace")[-1000:]
    with open(f"{folder}/out.bin", "rb") as file:
        return list(struct.unpack(f"<{words}I", file.read()))


def run_one(build, folder, seed, targets):
    """What went wrong, by target."""
    kernel = Maker(seed).kernel()
    numbers = random.Random(seed)
    data = [numbers.choice([numbers.randrange(10), numbers.randrange(100), numbers.getrandbits(32)])
            for _ in range(LANES * VARIABLES)]
    first, second = numbers.randrange(6), numbers.randrange(200)
    try:
        want = expected(kernel, first, second, data)
    except TooLong:
        return None
    with open(f"{folder}/program.oir", "w") as file:
        file.write(lowered_ir(kernel))
    with open(f"{folder}/in.bin", "wb") as file:
        file.write(struct.pack(f"<{len(data)}I", *data))
    faults = []
    for target in targets:
        got = run_on(build, folder, target, first, second, len(data))
        if isinstance(got, str):
            faults.append(f"seed {seed}, {target}: {got}")
            continue
        wrong = [i for i, (is_, should) in enumerate(zip(got, want)) if is_ != should]
        if wrong:
            lane, variable = divmod(wrong[0], VARIABLES)
            faults.append(f"seed {seed}, {target}: lane {lane}, variable {variable}: "
                          f"{got[wrong[0]]:#x} instead of {want[wrong[0]]:#x}")
    return faults


def main():
    build, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    targets = sys.argv[4:] or [f"{t}:{m}" for t in TARGETS for m in MODES]
    failures = ran = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, last):
            faults = run_one(build, folder, seed, targets)
            ran += faults is not None
            failures += len(faults or [])
            print(*(faults or []), sep="\n", end="\n" if faults else "")
    print(f"{ran} programs, {failures} failures")
    sys.exit(failures != 0 or not ran)


if __name__ == "__main__":
    main()
