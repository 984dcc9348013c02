#!/usr/bin/env python3
"""docs/extending.md says what is so.

  extending.py                 files and identifiers that the page names exist, and so does, once,
                               each line at which it says to paste something
  extending.py BUILD [N ...]   follows recipes (all) word for word in a copy of the tree below BUILD:
                               pastes each block where the text says, runs each block of commands
  extending.py --planted       the first finds what it is for

A block is pasted where the end of the text before it says: "New file `F`:", "At the end of `F`:", "In `F`,
after `TEXT`:" (or before, or instead of: the only line that holds the text).  Blocks marked sh are
commands.
"""
import functools
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(ROOT, "docs", "extending.md")
FILE = r"[\w.-]+(?:/[\w.-]+)*/[\w-]+\.\w+"
NAME = r"`(\w+[_-][\w-]+)`" # an identifier or the name of a test
WHERE = re.compile(r"(?:New file|At the end of|In) `(?P<file>[^`]+)`"
                   r"(?:, (?P<side>after|before|instead of) `(?P<text>[^`]+)`)?:$")


class Wrong(Exception):
    pass


def read_steps(page):
    """Of each block: number of its recipe, line, the text before it, language, text."""
    recipe, place, steps, block = 0, "", [], None
    for number, line in enumerate(page.splitlines(), 1):
        if match := re.match(r"## (\d+)\.", line):
            recipe, place = int(match[1]), ""
            continue
        fence = re.match(r"( *)```(\w*)$", line)
        if fence and block is None:
            block = [recipe, number, place, fence[2], ""]
            indent = len(fence[1])
        elif fence:
            steps.append(block)
            block, place = None, ""
        elif block is not None:
            block[4] += line[indent:] + "\n"
        else:
            place = f"{place} {line.strip()}" if line.strip() else ""
    return steps


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def paste(root, step):
    """The file with the block in its place: path, text."""
    _, number, place, _, block = step
    match = WHERE.search(place)
    if not match:
        raise Wrong(f"line {number}: where does this block go?")
    path, text = match["file"], match["text"]
    if "New file" in match[0]:
        if os.path.exists(os.path.join(root, path)):
            raise Wrong(f"line {number}: {path} is there already")
        return path, block
    if not os.path.exists(os.path.join(root, path)):
        raise Wrong(f"line {number}: {path} does not exist")
    lines = read(root, path).splitlines(keepends=True)
    if not text:
        return path, "".join(lines) + block
    found = [i for i, line in enumerate(lines) if text in line]
    if len(found) != 1:
        raise Wrong(f"line {number}: {path} has {len(found)} lines with '{text}'")
    first = found[0] + (match["side"] == "after")
    last = found[0] + (match["side"] != "before")
    return path, "".join(lines[:first] + [block] + lines[last:])


def folders_with_builds(folder, names):
    return [name for name in names
            if name == ".git" or os.path.exists(os.path.join(folder, name, "CMakeCache.txt"))]


@functools.cache
def all_text(root):
    """What is in the tree, this file and the page left out."""
    text = []
    for folder, below, names in os.walk(root):
        for name in folders_with_builds(folder, below):
            below.remove(name)
        for path in (os.path.join(folder, name) for name in names):
            if re.search(r"\.(def|[chy]|txt|cl|sh|py)$", path) and path != os.path.abspath(__file__):
                with open(path, encoding="utf-8", errors="replace") as file:
                    text.append(file.read())
    return "\n".join(text)


def check(page, root):
    """Complaints about the page."""
    wrong, new, known = [], set(), all_text(root)
    for step in read_steps(page):
        if step[3] == "sh":
            new |= set(re.findall(FILE, step[4])) # what commands make
            continue
        try:
            path, _ = paste(root, step)
            new.add(path)
        except Wrong as error:
            wrong.append(str(error))
    for number, line in enumerate(page.splitlines(), 1):
        for path in re.findall(f"`({FILE})`", re.sub("(after|before|instead of) `.*`:$", "", line)):
            if path not in new and not os.path.exists(os.path.join(root, path)):
                wrong.append(f"line {number}: {path} does not exist")
        wrong += [f"line {number}: nothing is called {name}" for name in re.findall(NAME, line)
                  if name not in known]
    return wrong


def follow(page, build, recipes):
    tree = os.path.join(build, "extending")
    if not recipes and os.path.isdir(tree):
        shutil.rmtree(tree)
    if not os.path.isdir(tree):
        shutil.copytree(ROOT, tree, symlinks=True, ignore=folders_with_builds)
    for step in read_steps(page):
        if recipes and step[0] not in recipes:
            continue
        print(f"recipe {step[0]}, line {step[1]}:{step[2]}", flush=True)
        if step[3] == "sh":
            subprocess.run(["bash", "-exc", step[4]], cwd=tree, check=True)
            continue
        path, text = paste(tree, step)
        os.makedirs(os.path.dirname(os.path.join(tree, path)), exist_ok=True)
        with open(os.path.join(tree, path), "w", encoding="utf-8") as file:
            file.write(text)


PLANTED = {
    "a file that is not there: `support/nothing.c`": "does not exist",
    "In `support/vec.h`, after `no such line`:\n```c\nx\n```": "has 0 lines",
    "In `support/vec.h`, after `VEC`:\n```c\nx\n```": "lines with 'VEC'",
    "New file `support/vec.h`:\n```c\nx\n```": "is there already",
    "a name that nobody has: `isel_nothing_at_all`": "nothing is called",
    "Somewhere:\n```c\nx\n```": "where does this block go?",
}


def main():
    if sys.argv[1:] == ["--planted"]:
        missed = [text for text, want in PLANTED.items() if want not in "".join(check(text, ROOT))]
        print("".join(f"not found: {text}\n" for text in missed), end="")
        return len(missed)
    page = read(ROOT, PAGE)
    if sys.argv[1:]:
        follow(page, sys.argv[1], [int(n) for n in sys.argv[2:]])
        return 0
    wrong = check(page, ROOT)
    print("".join(f"docs/extending.md: {line}\n" for line in wrong), end="")
    return len(wrong) != 0


sys.exit(main())
