#!/usr/bin/env python3
"""The debugger against programs whose variables are known: seeded random programs, a model of which runs here.
   debug_programs.py BUILD LEVEL FIRST COUNT [TARGET]

At -O0 one work-item is stepped through: it must come by every statement, in the model's order, and all of its
variables must have the model's values there; so must it at breakpoints.  At other levels it stops at every statement that has code: what is
shown must be what all of these variables have together at some time when the model is there; "optimised out" is
right, another value is not.  -g changes no code.  In functions the same holds of the one that called them.
"""
import os
import random
import re
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../gcn/asm"))
from elf import Elf

CALLERS = 40  # stops in functions
ITEMS, STOPS = 64, 1500  # stops of optimised code: not many lines have that many
failures = []


def wrap(value, bits=32):
    half = 1 << bits - 1
    return (value + half) % (2 * half) - half


# Assignments to variables of other kinds: text, and the new value by the old one and that of the expression.
NARROW = {"char": ("{0} ^= (char){1};", lambda old, value: old ^ wrap(value, 8)),
          "ushort": ("{0} += (ushort){1};", lambda old, value: (old + value) & 0xFFFF),
          "long": ("{0} = {0} ^ ((long){1} << 9);", lambda old, value: old ^ (value << 9)),
          "double": ("{0} = (double){1} * 0.5;", lambda old, value: value * 0.5)}


class Program:
    """Text with one statement a line, and the model: closures over an environment."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.names, self.statements = [], 0, set()
        self.functions, self.inlined, self.optional = [], set(), set()
        self.is_kernel, self.stored = False, 0  # places of out beside its first
        self.callers, self.outer = [], {}  # what callers have; by line what they had there
        self.line("typedef struct { int a; int b[3]; } item;")
        self.line("typedef struct { char c; short s; long l; } mixed;")
        for _ in range(self.random.randint(0, 2)):
            self.function()
        self.kernel()

    def line(self, text, depth=0):
        self.lines.append("    " * depth + text)
        return len(self.lines)

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    # ---- expressions: text and closure ----
    def scalar(self, scope, depth=0):
        r = self.random
        ints = [n for n, kind in scope if kind == "int"]
        choice = r.random()
        if depth > 2 or choice < 0.25:
            if ints and r.random() < 0.75:
                n = r.choice(ints)
                return n, lambda e: e[n]
            k = r.randint(-9, 99)
            return (f"({k})" if k < 0 else str(k)), lambda e: k
        others = [(n, kind) for n, kind in scope if kind != "int"]
        if choice < 0.4 and others:
            n, kind = r.choice(others)
            if kind == "int4":
                c = r.randrange(4)
                return f"{n}.{'xyzw'[c]}", lambda e: e[n][c]
            if kind == "char4":
                c = r.randrange(4)
                return f"{n}.{'xyzw'[c]}", lambda e: e[n][c]
            if kind == "long2":
                c = r.randrange(2)
                return f"(int){n}.{'xy'[c]}", lambda e: wrap(e[n][c])
            if kind == "mixed":
                c = r.choice("csl")
                return f"(int){n}.{c}", lambda e: wrap(e[n][c])
            if kind == "long":
                return f"(int)({n} >> 3)", lambda e: wrap(e[n] >> 3)
            if kind in ("char", "ushort"):
                return n, lambda e: e[n]
            if kind == "item":
                if r.random() < 0.5:
                    return f"{n}.a", lambda e: e[n]["a"]
                c = r.randrange(3)
                return f"{n}.b[{c}]", lambda e: e[n]["b"][c]
            if kind == "large":
                a, f = self.scalar([(m, k) for m, k in scope if k == "int"], 2)
                return f"{n}[{a} & 15]", lambda e: e[n][f(e) & 15]
            if kind == "array" and r.random() < 0.3:
                a, f = self.scalar([(m, k) for m, k in scope if k == "int"], 2)
                return f"{n}[{a} & 3]", lambda e: e[n][f(e) & 3]
            if kind == "array":
                c = r.randrange(4)
                return f"{n}[{c}]", lambda e: e[n][c]
            return f"(int){n}", lambda e: int(e[n])
        a, f = self.scalar(scope, depth + 1)
        b, g = self.scalar(scope, depth + 1)
        op = r.choice("+-*^&|?<")
        if op == "?":
            return f"({a} > {b} ? {a} : {b})", lambda e: max(f(e), g(e))
        if op == "<":
            return f"({a} < {b})", lambda e: int(f(e) < g(e))
        return f"({a} {op} {b})", {"+": lambda e: wrap(f(e) + g(e)), "-": lambda e: wrap(f(e) - g(e)),
                                   "*": lambda e: wrap(f(e) * g(e)), "^": lambda e: f(e) ^ g(e),
                                   "&": lambda e: f(e) & g(e), "|": lambda e: f(e) | g(e)}[op]

    # ---- statements: closures that run (env, trace) ----
    def put(self, text, depth, work):
        number = self.line(text, depth)
        self.statements.add(number)

        def run(env, trace):
            self.note(number, env, trace)
            work(env, trace)
        return run

    def note(self, number, env, trace):
        trace.append((number, snapshot(env)))
        if self.callers:
            self.outer.setdefault(number, []).append(self.callers[-1])

    def inside(self, env, call, *arguments):
        """What the function gives, and what it does is seen with the caller's variables."""
        self.callers.append(snapshot(env))
        result = call(*arguments)
        self.callers.pop()
        return result

    def declare(self, scope, depth):
        r = self.random
        kind = r.choice(["int", "int", "int", "int", "int4", "item", "array", "float", "large", "long", "char", "ushort",
                         "double", "char4", "long2", "mixed"])
        n = self.name("v")
        a, f = self.scalar(scope)
        b, g = self.scalar(scope)
        forms = {
            "int": (f"int {n} = {a};", f),
            "float": (f"float {n} = (float)({a} & 255) * 0.5f;", lambda e: (f(e) & 255) * 0.5),
            "long": (f"long {n} = (long){a} * 5 + {b};", lambda e: f(e) * 5 + g(e)),
            "char": (f"char {n} = (char){a};", lambda e: wrap(f(e), 8)),
            "ushort": (f"ushort {n} = (ushort){a};", lambda e: f(e) & 0xFFFF),
            "double": (f"double {n} = (double){a} * 0.25;", lambda e: f(e) * 0.25),
            "char4": (f"char4 {n} = (char4)((char){a}, 7, (char){b}, 9);", lambda e: [wrap(f(e), 8), 7, wrap(g(e), 8), 9]),
            "long2": (f"long2 {n} = (long2)((long){a}, {b});", lambda e: [f(e), g(e)]),
            "mixed": (f"mixed {n} = {{(char){a}, 3, (long){b} << 4}};",
                      lambda e: {"c": wrap(f(e), 8), "s": 3, "l": g(e) << 4}),
            "int4": (f"int4 {n} = (int4)({a}, {b}, 3, {a});", lambda e: [f(e), g(e), 3, f(e)]),
            "item": (f"item {n} = {{{a}, {{{b}, 1, 2}}}};", lambda e: {"a": f(e), "b": [g(e), 1, 2]}),
            "large": (f"int {n}[20] = {{{a}, {b}}};", lambda e: [f(e), g(e)] + [0] * 18),
            "array": (f"int {n}[4] = {{{a}, {b}, 5, 6}};", lambda e: [f(e), g(e), 5, 6])}
        text, value = forms[kind]
        run = self.put(text, depth, lambda env, trace: env.__setitem__(n, value(env)))
        scope.append((n, kind))
        return run

    def assign(self, scope, depth):
        r = self.random
        n, kind = r.choice(scope)
        a, f = self.scalar(scope)
        c = r.randrange(3)
        if n in self.fixed:
            return self.declare(scope, depth)
        if kind == "int":
            op = r.choice(["=", "+=", "^="])
            return self.put(f"{n} {op} {a};", depth, lambda env, trace: env.__setitem__(
                n, f(env) if op == "=" else wrap(env[n] + f(env)) if op == "+=" else env[n] ^ f(env)))
        if kind == "float":
            return self.put(f"{n} = {n} * 0.5f + (float)({a} & 15);", depth, lambda env, trace:
                            env.__setitem__(n, env[n] * 0.5 + (f(env) & 15)))
        if kind in NARROW:
            text, value = NARROW[kind]
            return self.put(text.format(n, a), depth, lambda env, trace: env.__setitem__(n, value(env[n], f(env))))
        if kind in ("char4", "long2"):
            c %= 2
            return self.put(f"{n}.{'xy'[c]} = ({kind[:4]}){a};", depth, lambda env, trace: env[n].__setitem__(
                c, wrap(f(env), 8) if kind == "char4" else f(env)))
        if kind == "mixed":
            part, bits = r.choice([("c", 8), ("s", 16), ("l", 64)])
            return self.put(f"{n}.{part} = {a};", depth,
                            lambda env, trace: env[n].__setitem__(part, wrap(f(env), bits)))
        if kind == "int4":
            return self.put(f"{n}.{'xyz'[c]} = {a};", depth,
                            lambda env, trace: env[n].__setitem__(c, f(env)))
        if kind == "item" and r.random() < 0.5:
            return self.put(f"{n}.a = {a};", depth, lambda env, trace: env[n].__setitem__("a", f(env)))
        if kind == "item":
            return self.put(f"{n}.b[{c}] = {a};", depth,
                            lambda env, trace: env[n]["b"].__setitem__(c, f(env)))
        if kind == "large":
            b, g = self.scalar(scope)
            return self.put(f"{n}[{b} & 15] = {a};", depth,
                            lambda env, trace: env[n].__setitem__(g(env) & 15, f(env)))
        if r.random() < 0.5:
            b, g = self.scalar(scope)
            return self.put(f"{n}[{b} & 3] = {a};", depth,
                            lambda env, trace: env[n].__setitem__(g(env) & 3, f(env)))
        return self.put(f"{n}[{c}] = {a};", depth, lambda env, trace: env[n].__setitem__(c, f(env)))

    def call(self, scope, depth):
        name, body = self.random.choice(self.functions)
        n = self.name("v")
        a, f = self.scalar(scope)
        b, g = self.scalar(scope)
        run = self.put(f"int {n} = {name}({a}, {b});", depth,
                       lambda env, trace: env.__setitem__(
                           n, self.inside(env, body, f(env), g(env), trace)))
        scope.append((n, "int"))
        if name in self.inlined:  # the line of the call may have no code before that of the function
            self.optional.add(len(self.lines))
        return run

    def block(self, scope, depth, count):
        inner, runs = list(scope), []
        for _ in range(count):
            choice = self.random.random()
            if choice < 0.12 and depth < 3:
                runs.append(self.loop(inner, depth))
            elif choice < 0.24 and depth < 3:
                runs.append(self.branch(inner, depth))
            elif choice < 0.32 and self.functions and depth < 3:
                runs.append(self.call(inner, depth))
            elif choice < 0.65 or not inner:
                runs.append(self.declare(inner, depth))
            else:
                runs.append(self.assign(inner, depth))
        new = [n for n, _ in inner[len(scope):]]

        def run(env, trace):
            for one in runs:
                one(env, trace)
            for n in new:
                env.pop(n, None)
        return run, inner

    def loop(self, scope, depth):
        i, count = self.name("i"), self.random.randint(1, 4)
        stores = self.random.randrange(3) if self.is_kernel else 0
        bound = "id" if stores else "n"  # lanes part
        self.line(f"for (int {i} = 0; {i} < {count} + ({bound} & 1); {i}++) {{", depth)
        self.fixed.add(i)
        inner = scope + [(i, "int")]
        a, f = self.scalar(inner)
        has_break, body = self.random.random() < 0.3, None
        if has_break:
            self.line(f"if (({a} & 7) == 5)", depth + 1)
            leave = self.put("break;", depth + 2, lambda env, trace: None)
            self.optional.add(len(self.lines))
        body, _ = self.block(inner, depth + 1, self.random.randint(1, 4))
        stores = [self.store(inner, depth + 1) for _ in range(stores)]
        self.line("}", depth)

        def run(env, trace):
            env[i] = 0
            while env[i] < count + (env[bound] & 1):
                if has_break and f(env) & 7 == 5:
                    leave(env, trace)
                    break
                body(env, trace)
                for store in stores:
                    store(env, trace)
                env[i] += 1
            if stores and env[i] == count and self.speculated is not None:  # other items' last, if it is unrolled
                ahead = snapshot(env)
                for one in [body, *stores]:
                    one(ahead, self.speculated)
            del env[i]
        return run

    def store(self, scope, depth):
        """Optimised, it may be done once, after the loop: what variables hold then is not what they did."""
        a, _ = self.scalar(scope)
        self.stored += 1
        return self.put(f"out[id + {ITEMS * self.stored}] += {a};", depth, lambda env, trace: None)

    def branch(self, scope, depth):
        a, f = self.scalar(scope)
        self.line(f"if ({a} & 1) {{", depth)
        then, _ = self.block(scope, depth + 1, self.random.randint(1, 3))
        other = None
        if self.random.random() < 0.5:
            self.line("} else {", depth)
            other, _ = self.block(scope, depth + 1, self.random.randint(1, 3))
        self.line("}", depth)

        def run(env, trace):
            taken, left = (then, other) if f(env) & 1 else (other, then)
            if left and self.speculated is not None:  # compilers may do that
                left(snapshot(env), self.speculated)
            if taken:
                taken(env, trace)
        return run

    def function(self):
        name = self.name("f")
        self.fixed = {"n"}
        mark = self.random.choice(["", "", "__attribute__((noinline)) ", "__attribute__((always_inline)) "])
        self.line(f"{mark}int {name}(int x, int n)")
        if "always_inline" in mark:
            self.inlined.add(name)
        self.line("{")
        body, scope = self.block([("x", "int"), ("n", "int")], 1, self.random.randint(2, 5))
        ints = [n for n, kind in scope if kind == "int"]
        result = self.random.choice(ints)
        number = self.line(f"return {result} + x;", 1)
        self.statements.add(number)
        self.line("}")

        def run(x, n, trace):
            env = {"x": x, "n": n}
            kept = dict.pop
            seen = {}

            class Env(dict):
                def pop(self, key, default=None):
                    seen[key] = self.get(key, default)
                    return kept(self, key, default)
            env = Env(env)
            body(env, trace)
            last = dict(env)
            for n, _ in scope:
                if n not in last and n in seen:
                    last[n] = seen[n]
            self.note(number, last, trace)
            return wrap(last[result] + last["x"])
        self.functions.append((name, run))

    def kernel(self):
        self.fixed, self.is_kernel = {"n", "id"}, True
        self.line("kernel void test(global int *out, global const int *in, int n)")
        self.line("{")
        start = self.put("int id = get_global_id(0);", 1, lambda env, trace: env.__setitem__("id", self.item))
        load = self.put("int base = in[id];", 1,
                        lambda env, trace: env.__setitem__("base", 3 * self.item + 1))
        body, scope = self.block([("id", "int"), ("base", "int"), ("n", "int")], 1,
                                 self.random.randint(4, 12))
        total, f = self.scalar(scope)
        self.line(f"out[id] = {total} + base;", 1)
        self.line("}")
        self.run = lambda env, trace: (start(env, trace), load(env, trace), body(env, trace))


def snapshot(env):
    def copy(value):
        return {k: copy(v) for k, v in value.items()} if isinstance(value, dict) else \
            list(value) if isinstance(value, list) else value
    return {n: copy(value) for n, value in env.items()}


def parse(text):
    """A value as the debugger writes it; None stands for what is optimised out."""
    text = text.strip()
    if text == "<optimised out>":
        return None
    if text[0] in "({":
        parts, depth, start = [], 0, 1
        for i, c in enumerate(text):
            depth += (c in "({") - (c in ")}")
            if (c == "," and depth == 1) or i == len(text) - 1:
                parts.append(text[start:i])
                start = i + 1
        if "=" in parts[0]:
            return {n.strip(): parse(v) for n, v in (part.split("=", 1) for part in parts)}
        return [parse(part) for part in parts]
    return float(text) if re.fullmatch(r"-?[\d.e+-]+", text) else text


def agrees(shown, wanted):
    """Is what is shown right, as far as it is shown?"""
    if shown is None:
        return True
    if isinstance(wanted, dict):
        return isinstance(shown, dict) and all(agrees(shown.get(n), v) for n, v in wanted.items())
    if isinstance(wanted, list):
        return isinstance(shown, list) and len(shown) == len(wanted) and all(map(agrees, shown, wanted))
    if isinstance(shown, str):
        return False
    return struct.pack("f", shown) == struct.pack("f", wanted) if isinstance(wanted, float) else shown == wanted


def is_whole(shown):
    if isinstance(shown, dict):
        return all(map(is_whole, shown.values()))
    return all(map(is_whole, shown)) if isinstance(shown, list) else shown is not None


def session(build, program, path, commands):
    script = path + ".script"
    with open(script, "w", encoding="utf-8") as file:
        file.write("\n".join(commands) + "\n")
    done = subprocess.run([os.path.join(build, "bin/gcnsim"), "debug", path + ".co", "--global", str(ITEMS),
                           "--local", "64", "--no-races", "--arg", f"buf:{4 * ITEMS * (program.stored + 1)}", "--arg",
                           f"buf:{ITEMS}*i32=" + ",".join(str(3 * i + 1) for i in range(ITEMS)),
                           "--arg", "i32:3", "--script", script],
                          text=True, capture_output=True, check=False)
    return done.stdout, done.stderr


def stops_of(text):
    """(line, {name: value}) of each stop, after the command `info args`."""
    line, values, stops, tells = None, {}, [], False
    for row in text.splitlines():
        place = re.match(r"\S+\.cl:(\d+)(  |$)", row)
        if row.startswith("(gcnsim) "):
            tells = row.startswith(("(gcnsim) info", "(gcnsim) frame"))
            if not tells and line is not None:
                stops.append((line, values))
                line, values = None, {}
        elif place and not tells:
            line = int(place[1])
        elif tells and " = " in row:
            name, value = row.split(" = ", 1)
            if not value.startswith("0x"):
                values[name] = parse(value)
    return stops


def trace_of(program, item, speculates):
    """What the model comes by, and what it would if it took the branches that it does not take."""
    program.item, program.speculated, trace = item, [] if speculates else None, []
    program.run({"n": 3}, trace)
    return trace, program.speculated or []


def check_steps(program, stops, trace, what, counts):
    """At -O0: every statement, in order, with all values.  Where lanes part and meet there may be a stop more at a line
    that others have just been at."""
    stops = [stop for stop in stops if stop[0] in program.statements]
    at = 0
    for number, wanted in trace:
        if number in program.optional and (at == len(stops) or stops[at][0] != number):
            continue
        extra = 0
        while at + extra < len(stops) and extra < 3 and stops[at + extra][0] != number:
            extra += 1
        if at + extra == len(stops) or stops[at + extra][0] != number:
            failures.append(f"{what}: line {number} is not stopped at, but {stops[at][0] if at < len(stops) else 'the end'}")
            return
        counts[1] += extra
        at += extra
        shown = stops[at][1]
        at += 1
        for name, value in wanted.items():
            if name not in shown or not is_whole(shown[name]) or not agrees(shown[name], value):
                failures.append(f"{what}: line {number}: {name} is {value}, shown {shown.get(name, 'nothing')}")
                return


def check_stops(stops, trace, speculated, what, counts):
    by_line = {}
    for number, values in trace + speculated:
        by_line.setdefault(number, []).append(values)
    for number, shown in stops:
        if number not in by_line:
            continue
        counts[0] += len(by_line[number][0])
        counts[1] += sum(is_whole(shown[n]) for n in by_line[number][0] if n in shown)
        if not any(all(agrees(shown[n], v) for n, v in values.items() if n in shown)
                   for values in by_line[number]):
            failures.append(f"{what}: line {number} shows {shown}, known {by_line[number][:3]}")
            return


def check_breaks(program, build, path, item, trace):
    """At -O0, by breakpoints: the item stops at every statement that it comes by, in order."""
    text, errors = session(build, program, path,
                           [f"break {os.path.basename(path)}.cl:{n}" for n in sorted(program.statements)] +
                           [f"item {item},0,0"] + ["continue"] * (4 * len(trace) + 100))
    stops = iter([stop[0] for stop in stops_of(text) if stop[0] in program.statements])
    for number, _ in trace:
        if number not in program.optional and number not in stops:
            failures.append(f"{path}: line {number} has a breakpoint, and is not stopped at: {errors[-300:]}")
            return


def check_callers(program, build, path, item, is_optimised, counts):
    """Where functions stop: variables of those that called them, at -O0 all."""
    points = [f"break {os.path.basename(path)}.cl:{n}" for n in sorted(program.outer)]
    text, errors = session(build, program, path, points + [f"item {item},0,0"] +
                           ["continue", "frame 1", "info locals", "info args"] * CALLERS + ["quit"])
    stops = [stop for stop in stops_of(text) if stop[0] in program.outer]
    if points and not stops and not is_optimised:
        failures.append(f"{path}: no stops in functions: {errors[-300:]}")
    for number, shown in stops:
        counts[2] += len(program.outer[number][0])
        counts[3] += sum(is_whole(shown[n]) for n in program.outer[number][0] if n in shown)
        if not any(all(agrees(shown[n], v) and (is_optimised or is_whole(shown[n])) if n in shown else is_optimised
                       for n, v in values.items()) for values in program.outer[number]):
            failures.append(f"{path}: line {number}: the caller is shown {shown}, known {program.outer[number][:3]}")
            return


def compile_with(occ, path):
    """None, or what is wrong: it does not compile, or has other code without -g (unlinked: distances to other sections
    depend on the size of the notes)."""
    code = []
    for options in ["-g", "-o", path + ".co"], ["-g", "-c", "-o", path + ".o"], ["-c", "-o", path + ".o"]:
        done = subprocess.run([*occ, path + ".cl", *options], text=True, capture_output=True, check=False)
        if done.returncode:
            return done.stderr
        code.append(Elf(options[-1]).section(".text"))
    return None if code[1] == code[2] else "-g changes the code"


def main(build, level, first, count, target="gfx900"):
    build = os.path.abspath(build)
    work = os.path.join(build, "e2e", f"debug-programs{level}-{target}")
    os.makedirs(work, exist_ok=True)
    counts = [0, 0, 0, 0]
    for seed in range(int(first), int(first) + int(count)):
        program = Program(seed)
        path = os.path.join(work, f"p{seed}")
        item = random.Random(seed).randrange(ITEMS)
        with open(path + ".cl", "w", encoding="utf-8") as file:
            file.write("\n".join(program.lines) + "\n")
        said = compile_with([os.path.join(build, "bin/occ"), "-w", f"-mcpu={target}", level], path)
        if said:
            failures.append(f"{path}: {said}")
            continue
        trace, speculated = trace_of(program, item, level != "-O0")
        go, most = ("step", 4 * len(trace) + 100) if level == "-O0" else ("continue", STOPS)
        points = [] if level == "-O0" else [f"break p{seed}.cl:{n}" for n in sorted(program.statements)]
        text, errors = session(build, program, path, points + [f"item {item},0,0"] +
                               ["info locals", "info args", go] * most)
        stops = stops_of(text)
        if not stops:
            failures.append(f"{path}: no stops: {errors[-300:]}")
        elif level == "-O0":
            check_steps(program, stops, trace, path, counts)
            counts[0] += sum(len(values) for _, values in trace)
            check_breaks(program, build, path, item, trace)
        else:
            check_stops(stops, trace, speculated, path, counts)
        check_callers(program, build, path, item, level != "-O0", counts)
    for failure in failures:
        print("FAIL", failure)
    shown = f", {counts[0]} values, {counts[1]} stops too many" if level == "-O0" else \
        f", {counts[1]} of {counts[0]} values shown whole"
    shown += f", {counts[3]} of {counts[2]} of callers"
    print(f"{count} programs at {level}{shown}, {len(failures)} failed")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
