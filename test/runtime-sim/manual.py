#!/usr/bin/env python3
"""docs/gcnsim.md is right: its examples give what it shows, and its tables name every switch, kind
of argument, statistic and fault that there is, and no other.

manual.py ROOT GCNSIM OCC PRINTF    PRINTF: an object of printf.cl
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

failures = []


def run(words, folder):
    """All that was said, in the order of a terminal."""
    return subprocess.run(words, cwd=folder, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False).stdout


def examples(page):
    """(command, expected text) of each '    $ ' line and the indented lines behind it."""
    for block in re.findall(r"(?:^    .*\n)+", page, re.M):
        lines = [line[4:] for line in block.splitlines()]
        for at, line in enumerate(lines):
            if line.startswith("$ "):
                end = next((k for k in range(at + 1, len(lines)) if lines[k].startswith("$ ")),
                           len(lines))
                yield line[2:], lines[at + 1:end]


def pattern(expected):
    """A line '...' stands for any lines, three dots in a line for any text."""
    text = ""
    for line in expected:
        text += r"(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + r"\n"
    return text


def check_examples(page, gcnsim, occ, printf):
    with tempfile.TemporaryDirectory() as folder:
        for source in re.findall(r"```c\n(.*?)```", page, re.S):
            name = re.search(r"(\w+)\(", source)[1] + ".cl"
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(source)
            said = run([occ, "-mcpu=gfx900", "-cl-std=CL2.0", name], folder)
            if said:
                failures.append(f"occ: {said}")
        shutil.copy(printf, os.path.join(folder, "printf.co"))
        script = re.search(r"`(\w+\.txt)` has the lines ((?:[`, \n]|and|`[^`]*`)*):", page)
        with open(os.path.join(folder, script[1]), "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in re.findall(r"`([^`]*)`", script[2])))
        count = 0
        for command, expected in examples(page):
            words = command.split()
            tool = {"gcnsim": gcnsim, "occ": occ}.get(words[0])
            if not tool:
                failures.append(f"of neither occ nor gcnsim: {command}")
                continue
            said = run([tool, *words[1:]], folder)
            count += 1
            if not re.fullmatch(pattern(expected), said):
                failures.append(f"{command} gives\n{said}")
        if count < 6:
            failures.append(f"only {count} examples were found")


def compare(what, there, shown):
    for name in sorted(there - shown):
        failures.append(f"the page lacks {what} {name}")
    for name in sorted(shown - there):
        failures.append(f"the page has {what} {name}, which does not exist")


def rows(page, heading):
    """The first cells of the tables under a heading."""
    chapter = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", page, re.S | re.M)[1]
    return re.findall(r"^\| (`.*?`) \|", chapter, re.M)


def check_tables(page, gcnsim, folder):
    text = run([gcnsim, "--help"], folder)
    switches = set(re.findall(r"^  (--[a-z-]+)", text, re.M))
    compare("the switch", switches, set(re.findall(r"--[a-z]+(?:-[a-z]+)*", page)) -
            {"--help", "--version"})
    kinds = set(re.findall(r"^  (\w+):", text, re.M)) | set(re.findall(r"^  (@\w+)=", text, re.M))
    shown = set(re.findall(r"^\| `(\w+):", page, re.M)) | set(re.findall(r"^\| `(@\w+)=", page, re.M))
    compare("the argument", kinds, shown)
    stats = run([gcnsim, "run", "printf.co", "--kernel", "results", "--global", "1", "--local", "1",
                 "--arg", "buf:4", "--arg", "buf:4", "--stats"], folder)
    names = {line.split()[0] for line in stats.splitlines() if not line.startswith("item")}
    shown = {name for cell in rows(page, "Statistics") for name in re.findall(r"`(\w+)`", cell)}
    compare("the statistic", names, shown | {"occupancy_limit"} & set(re.findall(r"\w+", page)))


def check_faults(page, root):
    """Each hint is a row, and its words are those of a message in the sources."""
    folder = os.path.join(root, "runtime/sim")
    with open(os.path.join(folder, "device/fault_hint.def"), encoding="utf-8") as file:
        text = re.sub(r'"\s+"', "", file.read())
    hints = set(re.findall(r'^HINT\("(.*?)",\s*"(.*?)"\)', text, re.M))
    shown = set(re.findall(r"^\| `(.*?)` \| .*? \| (.*?) \|$",
                           page[page.index("## Faults"):page.index("## Exit status")], re.M))
    compare("the fault", hints, shown)
    sources = ""
    for at, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".c", ".h")):
                with open(os.path.join(at, name), encoding="utf-8") as file:
                    sources += re.sub(r'"\s+"', "", file.read())
    for words, _ in sorted(hints):
        # what a message has from its arguments is not in the source
        if not any(part in sources for part in (words, words.replace("trap 2", "trap %u"))):
            failures.append(f"no message has the words '{words}'")


def main(root, gcnsim, occ, printf):
    with open(os.path.join(root, "docs/gcnsim.md"), encoding="utf-8") as file:
        page = file.read()
    gcnsim, occ, printf = map(os.path.abspath, (gcnsim, occ, printf))
    check_examples(page, gcnsim, occ, printf)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(printf, os.path.join(folder, "printf.co"))
        check_tables(page, gcnsim, folder)
    check_faults(page, root)
    print("\n".join(failures) if failures else "1 passed, 0 failed")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
