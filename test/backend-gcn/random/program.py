"""Random structured programs: an interpreter in Python, and the same program as lowered IR.

A program is a list of statements over the variables 0 .. VARIABLES-1 (the first two start uniform,
the others differ between lanes):

    ("set", variable, expression)                    ("return_if", condition)
    ("if", condition, then, otherwise)               ("block", label, body)
    ("loop", label, rounds, body)                    ("jump_if", condition, "break" or "continue", label)

rounds is a number, or ("var", v) for (v & 3) + 1 rounds.  A loop runs at least once.
"""
import random

MASK = 0xFFFFFFFF
VARIABLES = 5
LANES = 64


def signed(x):
    return (x & MASK) - (1 << 32) if x & 0x80000000 else x & MASK


# ---- making programs ----

class Maker:
    def __init__(self, seed, depth=4, budget=90):
        self.random = random.Random(seed)
        self.labels = 0
        self.depth = depth
        self.budget = budget

    def operand(self, constants, share):
        if self.random.random() < share:
            return self.random.randrange(VARIABLES)
        return ("const", self.random.choice(constants))

    def expression(self):
        op = self.random.choice(["add", "xor", "mul", "sub", "and", "umin", "smax"])
        a = self.random.randrange(VARIABLES)
        return (op, a, self.operand([1, 2, 3, 5, 7, 64, 100, -1, -17, 12345], 0.6))

    def condition(self):
        op = self.random.choice(["slt", "ult", "eq", "ne", "sgt", "uge"])
        a = self.random.randrange(VARIABLES)
        b = self.operand([0, 1, 2, 3, 8, -5, 50, 1000], 0.4)
        return (op, a, b, self.random.choice([None, 1, 3, 7]))

    def assignment(self):
        return ("set", self.random.randrange(VARIABLES), self.expression())

    def jump(self, context):
        kind, label = self.random.choice(context)
        to = "break" if kind == "block" or self.random.random() < 0.6 else "continue"
        return ("jump_if", self.condition(), to, label)

    def statement(self, depth, context):
        self.budget -= 1
        pick = self.random.random()
        if depth >= self.depth or self.budget < 0:
            pick *= 0.5
        if pick < 0.40 or (pick < 0.5 and not context):
            return self.assignment()
        if pick < 0.5:
            return self.jump(context)
        if pick < 0.53:
            return ("return_if", self.condition())
        if pick < 0.75:
            otherwise = self.body(depth, context) if self.random.random() < 0.5 else []
            return ("if", self.condition(), self.body(depth, context), otherwise)
        self.labels += 1
        label = self.labels
        if pick >= 0.88:
            return ("block", label, self.body(depth, context + [("block", label)]))
        rounds = (self.random.randint(1, 4) if self.random.random() < 0.5
                  else ("var", self.random.randrange(VARIABLES)))
        return ("loop", label, rounds, self.body(depth, context + [("loop", label)]))

    def body(self, depth, context):
        return [self.statement(depth + 1, context) for _ in range(self.random.randint(1, 4))]

    def program(self):
        return [s for _ in range(3) for s in self.body(-1, [])]


# ---- running them ----

class Return(Exception):
    pass


class TooLong(Exception):
    pass


class Jump(Exception):
    def __init__(self, kind, label):
        super().__init__()
        self.kind, self.label = kind, label


def value(operand, variables):
    return operand[1] & MASK if isinstance(operand, tuple) else variables[operand]


def evaluate(expression, variables):
    op, a, b = expression
    x, y = value(a, variables), value(b, variables)
    return {"add": x + y, "xor": x ^ y, "mul": x * y, "sub": x - y, "and": x & y,
            "umin": min(x, y), "smax": max(signed(x), signed(y))}[op] & MASK


def holds(condition, variables):
    op, a, b, mask = condition
    x, y = value(a, variables), value(b, variables)
    if mask is not None:
        x &= mask
    return {"slt": signed(x) < signed(y), "ult": x < y, "eq": x == y, "ne": x != y,
            "sgt": signed(x) > signed(y), "uge": x >= y}[op]


def run_loop(statement, variables, steps):
    _, label, rounds, body = statement
    limit = (variables[rounds[1]] & 3) + 1 if isinstance(rounds, tuple) else rounds
    for _ in range(limit):
        try:
            run(body, variables, steps)
        except Jump as jump:
            if jump.label != label:
                raise
            if jump.kind == "break":
                return


def run(statements, variables, steps):
    for s in statements:
        steps[0] += 1
        if steps[0] > 20000:
            raise TooLong()
        if s[0] == "set":
            variables[s[1]] = evaluate(s[2], variables)
        elif s[0] == "jump_if":
            if holds(s[1], variables):
                raise Jump(s[2], s[3])
        elif s[0] == "return_if":
            if holds(s[1], variables):
                raise Return()
        elif s[0] == "if":
            run(s[2] if holds(s[1], variables) else s[3], variables, steps)
        elif s[0] == "block":
            try:
                run(s[2], variables, steps)
            except Jump as jump:
                if jump.label != s[1]:
                    raise
        else:
            run_loop(s, variables, steps)


def expected(program, first, second, data):
    """What the kernel leaves in its buffer of LANES * VARIABLES words."""
    result = []
    for lane in range(LANES):
        variables = [first & MASK, second & MASK] + data[lane * VARIABLES + 2:(lane + 1) * VARIABLES]
        try:
            run(program, variables, [0])
        except Return:
            pass
        result += variables
    return result


# ---- lowered IR: a graph, then SSA by walking predecessors ----

class Block:
    def __init__(self, number):
        self.number = number
        self.work = []      # ("set", variable, expression) and loop counters
        self.end = None     # ("br", block), ("cbr", condition, yes, no), ("count", label, yes, no), ("ret",)
        self.preds = []
        self.phis = {}
        self.at_start = {}
        self.at_end = {}
        self.plan = []
        self.lines = []

    def successors(self):
        return [b for b in self.end[1:] if isinstance(b, Block)]


class Lowering:
    def __init__(self, program):
        self.blocks = []
        self.targets = {}
        self.entry = self.block()
        self.exit = self.block()
        self.exit.end = ("ret",)
        self.statements(program, self.entry).end = ("br", self.exit)
        self.tidy()

    def block(self):
        self.blocks.append(Block(len(self.blocks)))
        return self.blocks[-1]

    def statements(self, statements, at):
        for s in statements:
            at = getattr(self, "lower_" + s[0])(s, at)
        return at

    def lower_set(self, s, at):
        at.work.append(s)
        return at

    def branch(self, at, condition, to):
        rest = self.block()
        at.end = ("cbr", condition, to, rest)
        return rest

    def lower_jump_if(self, s, at):
        return self.branch(at, s[1], self.targets[s[3]][s[2]])

    def lower_return_if(self, s, at):
        return self.branch(at, s[1], self.exit)

    def lower_if(self, s, at):
        yes, no, join = self.block(), self.block(), self.block()
        at.end = ("cbr", s[1], yes, no)
        self.statements(s[2], yes).end = ("br", join)
        self.statements(s[3], no).end = ("br", join)
        return join

    def lower_block(self, s, at):
        join = self.block()
        self.targets[s[1]] = {"break": join}
        self.statements(s[2], at).end = ("br", join)
        return join

    def lower_loop(self, s, at):
        _, label, rounds, body = s
        header, latch, leave = self.block(), self.block(), self.block()
        at.work.append(("limit", f"limit{label}", rounds))
        at.work.append(("zero", f"round{label}"))
        at.end = ("br", header)
        self.targets[label] = {"break": leave, "continue": latch}
        self.statements(body, header).end = ("br", latch)
        latch.work.append(("next", f"round{label}"))
        latch.end = ("count", label, header, leave)
        return leave

    def find_preds(self):
        for b in self.blocks:
            b.preds = []
        for b in self.blocks:
            for to in b.successors():
                to.preds.append(b)

    def tidy(self):
        """Drops what is unreachable, splits critical edges."""
        seen, work = {self.entry}, [self.entry]
        while work:
            for to in work.pop().successors():
                if to not in seen:
                    seen.add(to)
                    work.append(to)
        self.blocks = [b for b in self.blocks if b in seen]
        self.find_preds()
        for b in list(self.blocks):
            ends = list(b.end)
            for i, to in enumerate(ends):
                if len(b.successors()) == 2 and isinstance(to, Block) and len(to.preds) > 1:
                    ends[i] = Block(max(x.number for x in self.blocks) + 1)
                    ends[i].end = ("br", to)
                    self.blocks.append(ends[i])
            b.end = tuple(ends)
        self.find_preds()


class Writer:
    HEADER = """function @program (p.global %1, i32 %2, i32 %3) kernel
info "program" kernarg 16 max_flat 256 version 120
    arg "data" "uint*" global_buffer i32 offset 0 size 8 align 8 space global
    arg "first" "uint" by_value u32 offset 8 size 4 align 4
    arg "second" "uint" by_value u32 offset 12 size 4 align 4
{
"""

    def __init__(self, graph):
        self.graph = graph
        self.next = 4
        self.prologue = []
        self.unfilled = []
        self.start_values()
        for b in graph.blocks:
            self.name_results(b)
        for b in graph.blocks:
            self.write_block(b)
        while self.unfilled:
            b, name = self.unfilled.pop()
            b.phis[name][1] = [self.at_end(p, name) for p in b.preds]

    def new(self, lines, text):
        lines.append(f"%{self.next} = {text}")
        self.next += 1
        return f"%{self.next - 1}"

    def start_values(self):
        lane = self.new(self.prologue, "workitem_id i32, dim 0")
        offset = self.new(self.prologue, f"mul i32 {lane}, i32 {4 * VARIABLES}")
        wide = self.new(self.prologue, f"zext i64 {offset}")
        self.base = self.new(self.prologue, f"ptradd p.global %1, {wide}")
        self.initial = {0: "%2", 1: "%3"}
        for v in range(2, VARIABLES):
            place = self.new(self.prologue, f"ptradd p.global {self.base}, i64 {4 * v}")
            self.initial[v] = self.new(self.prologue, f"load i32 {place}, align 4")

    def take(self):
        self.next += 1
        return f"%{self.next - 1}"

    def name_results(self, b):
        for s in b.work:
            names = [self.take()] if s[0] != "zero" else ["i32 0"]
            if s[0] == "limit":
                names = ([self.take()] + names) if isinstance(s[2], tuple) else [f"i32 {s[2]}"]
            b.plan.append((s, names))
            b.at_end[s[1]] = names[0]

    def at_start(self, b, name):
        if name not in b.at_start:
            if not b.preds:
                b.at_start[name] = self.initial.get(name, "i32 0")
            elif len(b.preds) == 1:
                b.at_start[name] = self.at_end(b.preds[0], name)
            else:
                b.at_start[name] = self.take()
                b.phis[name] = [b.at_start[name], []]
                self.unfilled.append((b, name))
        return b.at_start[name]

    def at_end(self, b, name):
        return b.at_end[name] if name in b.at_end else self.at_start(b, name)

    def write_block(self, b):
        now = {}

        def read(operand):
            if isinstance(operand, tuple):
                return f"i32 {operand[1]}"
            return now[operand] if operand in now else self.at_start(b, operand)

        for s, names in b.plan:
            if s[0] == "set":
                op, x, y = s[2]
                b.lines.append(f"{names[0]} = {op} i32 {read(x)}, {read(y)}")
            elif s[0] == "next":
                b.lines.append(f"{names[0]} = add i32 {read(s[1])}, i32 1")
            elif s[0] == "limit" and isinstance(s[2], tuple):
                b.lines.append(f"{names[1]} = and i32 {read(s[2][1])}, i32 3")
                b.lines.append(f"{names[0]} = add i32 {names[1]}, i32 1")
            now[s[1]] = names[0]
        self.write_end(b, read)

    def write_end(self, b, read):
        if b.end[0] == "br":
            b.lines.append(f"br b{b.end[1].number}")
        elif b.end[0] == "ret":
            for v in range(VARIABLES):
                place = self.new(b.lines, f"ptradd p.global {self.base}, i64 {4 * v}")
                b.lines.append(f"store i32 {place}, {read(v)}, align 4")
            b.lines.append("ret")
        else:
            if b.end[0] == "count":
                x, y, op = read(f"round{b.end[1]}"), read(f"limit{b.end[1]}"), "slt"
            else:
                op, x, y, mask = b.end[1]
                x, y = read(x), read(y)
                if mask is not None:
                    x = self.new(b.lines, f"and i32 {x}, i32 {mask}")
            test = self.new(b.lines, f"{op} i1 {x}, {y}")
            b.lines.append(f"cbr {test}, b{b.end[2].number}, b{b.end[3].number}")

    def text(self):
        graph = self.graph
        middle = [b for b in graph.blocks if b not in (graph.entry, graph.exit)]
        out = [self.HEADER]
        for b in [graph.entry] + middle + [graph.exit]:
            out.append(f"b{b.number} ({', '.join(f'b{p.number}' for p in b.preds)}):\n")
            for name, arguments in b.phis.values():
                pairs = ", ".join(f"[{a}, b{p.number}]" for a, p in zip(arguments, b.preds))
                out.append(f"    {name} = phi i32 {pairs}\n")
            for line in (self.prologue if b is graph.entry else []) + b.lines:
                out.append(f"    {line}\n")
        out.append("}\n")
        return "".join(out)


def lowered_ir(program):
    return Writer(Lowering(program)).text()
