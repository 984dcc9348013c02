#!/usr/bin/env python3
"""docs/pipeline.md, one kernel at each stage: its listings are what the tools print.

  pipeline.py BUILD            OCC_BLESS=1 writes the listings anew; prose is edited in the page itself
  pipeline.py BUILD --planted  the same finds what it is for

The page is at once the script and what is said.  Its first block is the kernel, tame.cl.  Another block
begins with commands ("$ occ ..."), and what they print follows, without locations (!12, loc:12).  A block
marked diff has what the pass of -stop-after= changed: the code after the row of --list-passes before it,
against that after it.  A line before a block, <!-- lines: A .. B ; C -->, says what stays of it: the lines
from one in which the regular expression A is found to one with B, and those with C.  "..." stands for what
is cut.

Each form of the two passes.def must be named in the page, and files that it names must be there.
"""
import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = "docs/pipeline.md"
BLOCK = re.compile(r"^(?:<!-- lines: (?P<lines>[^\n]*) -->\n)?```(?P<kind>\w*)\n(?P<text>.*?)^```$",
                   re.M | re.S)
LOCATION = re.compile(r" (!\d+|loc:\d+)(?= to:|$)")
FILE = r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:md|def))`"


class Wrong(Exception):
    pass


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def run(tools, folder, command):
    """What the command prints, as lines."""
    program, *words = shlex.split(command)
    done = subprocess.run([os.path.join(tools, program), *words], cwd=folder, text=True, check=False,
                          timeout=60, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode or done.stderr:
        raise Wrong(f"$ {command}\n{done.stderr}status {done.returncode}")
    return [LOCATION.sub("", line) for line in done.stdout.strip("\n").splitlines()]


def keep(lines, ranges):
    """The lines in the ranges, with a mark for what lies between them."""
    kept, end, cut = [], None, False
    pairs = [(text.split(" .. ") * 2)[:2] for text in ranges.split(" ; ")]
    for line in lines:
        starts = [last for first, last in pairs if re.search(first, line)] if end is None else []
        if end is None and not starts:
            cut = True
            continue
        kept += ["..."] * cut + [line]
        cut = False
        end = end or starts[0]
        if re.search(end, line):
            end = None
    return kept + ["..."] * cut


def changes(before, after):
    """The lines that differ, with one around them."""
    lines = list(difflib.unified_diff(before, after, n=1, lineterm=""))[2:]
    if not lines:
        return ["(nothing)"]
    return ["..." if line.startswith("@@") else line for line in lines] + ["..."]


def listing(tools, folder, rows, block):
    """The block's commands and what they print now."""
    new = []
    for command in re.findall(r"^\$ (.*)", block["text"], re.M):
        printed = run(tools, folder, command)
        if block["kind"] == "diff":
            row = re.search(r"-stop-after=(\S+)", command)[1]
            if row not in rows:
                raise Wrong(f"{row} is no row of --list-passes")
            before = run(tools, folder, command.replace(row, rows[rows.index(row) - 1]))
            printed = changes(before, printed)
        if block["lines"]:
            printed = keep(printed, block["lines"])
        new += [f"$ {command}", *printed]
    return "\n".join(new) + "\n"


def fill(page, tools):
    """The page with what the tools print now."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "tame.cl"), "w", encoding="utf-8") as file:
            file.write(BLOCK.search(page)["text"])
        rows = [line.split()[0] for line in run(tools, folder, "occ --list-passes")]

        def renew(block):
            if not block["text"].startswith("$ "):
                return block[0]
            return block[0].replace(block["text"], listing(tools, folder, rows, block))
        return BLOCK.sub(renew, page)


def complaints(page, tools):
    """What is wrong with the page."""
    prose, wrong = BLOCK.sub("", page), []
    for path in ("midend/passes.def", "backend-gcn/passes.def"):
        for makes in re.findall(r"^(?:\w+_)?PASS\((?:\w+, )?\w+, [A-Z| ]+, ([A-Z| ]+),", read(path), re.M):
            wrong += [f"{path} has a form {form}" for form in makes.split(" | ")
                      if form != "NONE" and not re.search(rf"\b{form}\b", prose)]
    wrong += [f"{path} is not there" for path in re.findall(FILE, prose)
              if not os.path.exists(os.path.join(ROOT, path))]
    wrong += [f"{len(line)} columns: {line}" for line in prose.splitlines() if len(line) > 110]
    try:
        now = fill(page, tools)
    except Wrong as error:
        return [*wrong, str(error)]
    return [*dict.fromkeys(wrong), *difflib.unified_diff(
        page.splitlines(), now.splitlines(), PAGE, "now", n=1, lineterm="")]


PLANTED = [ # what is replaced in the page, by what, the complaint
    ("s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(1)", "+    s_waitcnt vmcnt(0)"),
    ("value > limit; count++", "value < limit; count++", "v_cmp_gt_u32"),
    ("NARROW", "SLIM", "midend/passes.def has a form NARROW"),
    ("COPIED", "MOVED", "backend-gcn/passes.def has a form COPIED"),
    ("`frontend/ast.h`", "`frontend/tree.h`", "frontend/tree.h is not there"),
    ("-stop-after=ra ", "-stop-after=rat ", "unknown pass 'rat'"),
]


def main(build, *mode):
    page, tools = read(PAGE), os.path.join(os.path.abspath(build), "bin")
    if mode == ("--planted",):
        missed = [old for old, new, want in PLANTED
                  if old not in page or want not in "\n".join(complaints(page.replace(old, new), tools))]
        print("".join(f"not found: {old}\n" for old in missed) + f"{len(PLANTED) - len(missed)} passed")
        return len(missed)
    if os.environ.get("OCC_BLESS"):
        page = fill(page, tools)
        with open(os.path.join(ROOT, PAGE), "w", encoding="utf-8") as file:
            file.write(page)
    wrong = complaints(page, tools)
    print("\n".join(wrong) + "\nOCC_BLESS=1 writes the listings anew" if wrong else "1 passed, 0 failed")
    return len(wrong) != 0


sys.exit(main(*sys.argv[1:]))
