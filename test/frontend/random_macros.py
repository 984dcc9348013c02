#!/usr/bin/env python3
"""Random macros, expanded by occ and by clang-16: the same tokens, or both refuse.

random_macros.py BUILD [FIRST [COUNT]]: one program for each seed; prints the seeds that differ.
"""
import random
import subprocess
import sys
import tempfile

CLANG = ["/usr/lib/llvm-16/bin/clang", "-x", "cl", "-cl-no-stdinc", "-target", "amdgcn", "-E", "-P"]
NAMES = "ABCDEFGH"
WORDS = ["x", "y", "1", "2", "+", "-", "(", ")", ";", "[", "]", '"s"', ".5", "foo"]


def body(rand, params, is_function):
    out, depth = [], 0
    for _ in range(rand.randrange(8)):
        word = rand.choice(list(NAMES) + params * 3 + WORDS)
        if word == ")" and depth == 0:
            continue
        depth += (word == "(") - (word == ")")
        if is_function and word in params and rand.random() < 0.25:
            word = "#" + word
        out.append(word)
    out += [")"] * depth
    if params and rand.random() < 0.5:
        out.append(rand.choice(params))
    if params and rand.random() < 0.3:
        out += [rand.choice(["x", "A", "B"]), "##", rand.choice(params)]
    # with no other parameter, clang keeps the comma in strict modes only; occ is as gcc is
    if len(params) > 1 and params[-1] == "__VA_ARGS__" and rand.random() < 0.3:
        out += [",", "##", "__VA_ARGS__"]
    if params and params[-1] == "__VA_ARGS__" and rand.random() < 0.5:
        group = [rand.choice(list(NAMES) + params * 2 + ["x", "1", "+"])
                 for _ in range(rand.randrange(4))]
        if group and rand.random() < 0.3:
            group[1:1] = ["##"] if len(group) > 1 else []
        at = rand.randrange(len(out) + 1)
        while at > 0 and out[at - 1] == "##":
            at -= 1
        before = rand.choice(["", "", "#", rand.choice(params) + " ##"])
        after = rand.choice(["", "", "## x"])
        out.insert(at, f"{before} __VA_OPT__({' '.join(group)}) {after}")
    return " ".join(out)


def argument(rand, arity, depth):
    few = range(rand.randrange(3))
    if depth == 0:
        return " ".join(rand.choice(["x", "1", "y z", ""]) for _ in few)
    return " ".join(use(rand, arity, depth - 1) for _ in few)


def use(rand, arity, depth):
    name = rand.choice(NAMES)
    if rand.random() < 0.15 or name not in arity:
        return rand.choice(["x", "1", name])
    count = arity[name][0] + (rand.randrange(3) if arity[name][1] else 0)
    args = ",".join(argument(rand, arity, depth) for _ in range(count))
    return name + rand.choice(["", " ", "\n"]) + "(" + args + ")"


def program(seed):
    rand, lines, arity = random.Random(seed), [], {}
    for name in NAMES:
        if rand.random() < 0.35:
            lines.append(f"#define {name} {body(rand, [], False)}")
            continue
        params, variadic = list("pqs"[: rand.randrange(4)]), rand.random() < 0.3
        arity[name] = (len(params), variadic)
        written = ", ".join(params + (["..."] if variadic else []))
        text = body(rand, params + (["__VA_ARGS__"] if variadic else []), True)
        lines.append(f"#define {name}({written}) {text}")
    lines += [f"@{i} {use(rand, arity, 3)} ;" for i in range(12)]
    return "\n".join(lines) + "\n"


def tokens(command, path):
    done = subprocess.run(command + [path], capture_output=True, text=True, timeout=60)
    if "error:" in done.stderr:
        return None
    return "".join(done.stdout[done.stdout.index("@0") :].split())


def main():
    build, first, count = sys.argv[1], *(int(n) for n in (sys.argv[2:] + ["1", "25"])[:2])
    bad, compared = 0, 0
    with tempfile.NamedTemporaryFile("w", suffix=".cl") as file:
        for seed in range(first, first + count):
            file.seek(0)
            file.truncate()
            file.write(program(seed))
            file.flush()
            theirs = tokens(CLANG, file.name)
            ours = tokens([build + "/bin/occ", "-E", "-P"], file.name)
            compared += theirs is not None
            if ours != theirs:
                print(f"seed {seed} differs")
                bad += 1
    print(f"{count} programs, {compared} accepted by clang-16, {bad} differ")
    return 1 if bad or not compared else 0


sys.exit(main())
