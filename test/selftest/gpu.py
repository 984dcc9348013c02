#!/usr/bin/env python3
"""`occ run --device=gpu` beside `occ run`: the same arguments, the same output and status.

gpu.py OCC CASES EVERY CHIP...

CASES is the folder of the programs of `occ selftest`, whose launches become command lines: all those of `programs`, and
one of EVERY of the others.  The GPUs are those of OCC_DEVICES, on the stand-in for the kernel driver: gpu:0 is the first
CHIP, and so on; the simulator runs what was compiled for the same one.  Arguments are printed whole.
"""
import os
import re
import subprocess
import sys

SCALARS = {"char": "i8", "uchar": "u8", "short": "i16", "ushort": "u16", "int": "i32", "uint": "u32", "long": "i64",
           "ulong": "u64", "half": "f16", "float": "f32", "double": "f64", "struct": "u8"}
# What differs rightly: they store or print addresses.
ADDRESSES = {("types", "structs.cl", "lists"), ("functions", "printf.cl", "test")}
BITS = re.compile(r"^#|:|nan|inf") # words that only the cases know


def expand(words):
    for word in words:
        value, _, count = word.partition("*")
        yield from [value] * (int(count) if count else 1)


def spec_of(text):
    """--arg's SPEC for the text after "// arg: "; None: it is nothing of the kind."""
    words, _, values = text.partition(" = ")
    words, values = words.split(), list(expand(values.split()))
    if words[0] == "local":
        return f"local:{words[1]}"
    if words[0] == "null":
        return "hex:" + 16 * "0"
    if words[0] == "sampler":
        return "sampler:" + ",".join(words[1:])
    found = re.fullmatch(r"([a-z]+)(\d*)", words[0])
    if not found or found[1] not in SCALARS or any(BITS.search(value) for value in values):
        return None
    kind = SCALARS[found[1]] + (f"x{found[2]}" if found[2] else "")
    name = re.fullmatch(r"(\w+)(?:\[(\d+)\])?", words[1])
    values = ["0" if value == "_" else value for value in values]
    if not name[2]:
        return f"{kind}:" + ",".join(values) if found[1] != "struct" else None
    plain = kind.split("x")[0]
    if not values:
        return f"buf:{name[2]}*{kind}=" + ",".join(["1"] * int(found[2] or 1)) + f"@print={plain}"
    width = int(found[2] or 1)
    short = int(name[2]) * width - len(values)
    if short and width == 1:
        values += ["0"] * short
    elif short:
        return None
    return f"buf:{name[2]}*{kind}=" + ",".join(values) + f"@print={plain}"


def launches(path):
    """(kernel, words) of each launch in the file that a command line can say."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    options = [word for line in re.findall(r"^// options: (.*)", text, re.M) for word in line.split()]
    for part in re.split(r"^// kernel: ", text, flags=re.M)[1:]:
        head, _, rest = part.partition("\n")
        kernel, *sizes = head.split()
        specs = [spec_of(line) for line in re.findall(r"^// arg: (.*)", rest, re.M)]
        if any(spec is None for spec in specs):
            continue
        sizes = dict(size.split("=") for size in sizes)
        sizes = {"global": "1", **sizes}
        sizes.setdefault("local", sizes["global"])
        if "offset" in sizes and sizes["offset"].count(",") != sizes["global"].count(","):
            continue
        yield kernel, [*options, *(f"--{name}={value}" for name, value in sizes.items()),
                       *(f"--arg={spec}" for spec in specs)]


def run(occ, path, kernel, words):
    done = subprocess.run([occ, "run", "-w", path, kernel, *words], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False, timeout=120)
    return done.returncode, done.stdout, done.stderr


def main(occ, cases, every, *chips):
    counts = dict.fromkeys(("same", "different", "refused"), 0)
    rows = [(group, name, kernel, words)
            for group in sorted(os.listdir(cases)) for name in sorted(os.listdir(os.path.join(cases, group)))
            for kernel, words in launches(os.path.join(cases, group, name))
            if (group, name, kernel) not in ADDRESSES]
    chosen = [row for i, row in enumerate(rows) if row[0] == "programs" or i % int(every) == 0]
    for group, name, kernel, words in chosen:
        path = os.path.join(cases, group, name)
        for i, chip in enumerate(chips):
            here = run(occ, path, kernel, [*words, f"-mcpu={chip}"])
            there = run(occ, path, kernel, [*words, f"--device=gpu:{i}"])
            if here[0]: # what it does not compile, or finds to be wrong: a race, say
                counts["refused"] += 1
            elif here == there:
                counts["same"] += 1
            else:
                counts["different"] += 1
                print(f"{group}/{name}:{kernel} {chip}: {' '.join(words)[:200]}\n  simulator {here}"[:600]
                      + f"\n  gpu       {there}"[:400])
    print(f"{counts['same']} launches of {len(chosen)} kernels on {len(chips)} GPUs give the same, "
          f"{counts['different']} do not, {counts['refused']} the simulator refuses")
    return counts["different"] != 0 or counts["same"] < len(chosen)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
