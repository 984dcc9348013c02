#!/usr/bin/env python3
"""Makes a failing program smaller: reduce.py BUILD FILE.cl KERNEL [WAY...] >small.cl

A way is switches of occ or the word clang; two or more, default "-mcpu=gfx900" and clang.  What is
kept: the first two ways still disagree (or the first does not compile or faults while the second
runs).  Removes runs of lines with balanced braces, then brackets with what they hold.  It may bring
in undefined behaviour: read the result.
"""
import re
import subprocess
import sys
import tempfile

build, path, kernel = sys.argv[1:4]
ways = sys.argv[4:] or ["-mcpu=gfx900", "clang"]
original = None
work = tempfile.mkdtemp()
CLANG = ("/usr/lib/llvm-16/bin/clang -x cl -cl-std=CL1.2 -target amdgcn-amd-amdhsa "
         "-mcpu=gfx900:xnack- -mcode-object-version=4 -O1 -DPEER -w -Werror=uninitialized "
         "-Werror=sometimes-uninitialized -Werror=return-type -fno-strict-aliasing "
         "-cl-fp32-correctly-rounded-divide-sqrt --rocm-path=/usr "
         "--rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode").split()


def open_divisions(text):
    """Divisions whose divisor does not show that it is not zero."""
    return len(re.findall(r"[/%] |div\d|mod\d", text)) - len(re.findall(
        r"\| \(?\w*\)?1\)|[/%] \((?:u?\w+)\)\(?-?[1-9]|% 96u|[/%] NF", text))


def fails(text):
    if f"kernel void {kernel}(" not in text or open_divisions(text) > allowed:
        return False
    source, binary = f"{work}/r.cl", f"{work}/r.co"
    text = prelude + text
    with open(source, "w") as file:
        file.write(text)
    args = []
    if subprocess.run(CLANG + (["-fsyntax-only"] if "clang" not in ways else []) +
                      [source, "-o", binary], stderr=subprocess.DEVNULL, check=False).returncode:
        return False
    for way in ways:
        args += ["-object", binary] if way == "clang" else ["-mode", way]
    try:
        out = subprocess.run([f"{build}/bin/random-run", *args, source], capture_output=True,
                             text=True, check=False, timeout=60).stdout
    except subprocess.TimeoutExpired:
        return False
    if "does not compile: internal" in out:
        return was_broken(["}: "])
    groups = [line for line in out.split("\n") if line.startswith("  {")]
    second = binary if ways[1] == "clang" else ways[1]
    mine = [g for g in groups if second in g.split("}")[0][3:].split(" | ")]
    broken = "}: " in groups[0] if groups else False
    kept = len(groups) > 1 and bool(mine) and mine[0].endswith("}") and \
        broken == was_broken(groups)
    if kept:
        with open(f"{path}.small", "w") as file:
            file.write(text)
    return kept


def was_broken(groups):
    """Whether the first way failed in the original program: it keeps doing that."""
    global original
    if original is None:
        original = "}: " in groups[0]
    return original


def balanced(lines):
    depth = 0
    for line in lines:
        for c in line:
            depth += (c == "{") - (c == "}")
            if depth < 0:
                return False
    return depth == 0


def drop_lines(lines):
    size = max(1, len(lines) // 2)
    while size:
        at = 0
        while at < len(lines):
            tried = [size] if size > 1 else range(1, min(60, len(lines) - at) + 1)
            for n in tried:
                if balanced(lines[at:at + n]):
                    candidate = lines[:at] + lines[at + n:]
                    if fails("\n".join(candidate) + "\n"):
                        lines = candidate
                        at -= size
                        break
                    if n > 1 and size == 1:
                        inner = lines[:at] + lines[at + 1:at + n - 1] + lines[at + n:]
                        if fails("\n".join(inner) + "\n"):
                            lines = inner
                            break
                    if size == 1 and n > 1:
                        break
            at += size
        size //= 2
    return lines


def closing(text, at):
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i
    return -1


def arguments(text):
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if c in ",?:&|^+-*/<>=" and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    return parts + [text[start:]]


def drop_brackets(text):
    at = 0
    while (at := text.find("(", at)) >= 0:
        end = closing(text, at)
        start = at
        while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
            start -= 1
        if end > 0 and text[start:at] not in ("if", "while", "for", "switch") and \
                "{" not in text[at:end]:
            inside = text[at + 1:end]
            parts = arguments(inside)
            options = [p.strip() for p in parts if p.strip()] if len(parts) > 1 else [inside]
            options = ["1", *(f"({p})" for p in options)] if start == at else ["1", *options]
            for option in options:
                if len(option) < end + 1 - start:
                    candidate = text[:start] + option + text[end + 1:]
                    if fails(candidate):
                        text, at = candidate, start - 1
                        break
        at += 1
    return text


text = open(path).read()
end = text.find("\n", text.find("ulong bitsd(")) + 1 # the prelude says one thing to both: keep it
prelude, text = text[:end], text[end:]
allowed = open_divisions(text)
if not fails(text):
    sys.exit("it does not fail")
old = ""
while old != text:
    old = text
    text = "\n".join(drop_lines([l for l in text.split("\n") if l.strip()])) + "\n"
    text = drop_brackets(text)
    print(len(text), file=sys.stderr)
print(prelude + text, end="")
