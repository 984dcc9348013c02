#!/usr/bin/env python3
"""`occ selftest` fails when a stored result is changed, and names it.

changed.py OCC CASES [WORD...]     the words are for every run: -mcpu=gfx803

One result of each program is changed in a copy, all at once: each program must be told, or not have been run.  Then one
result of all, a few times: that one is told and nothing else, and the status is 1; of the unchanged copy it is 0.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

SLOW = "limits" # programs there take half of the time
ALONE = ("math/sin", "types/float", "images/read", "amd/integer")


def other(word):
    """Another value of the same type; None: the word is no plain one."""
    if re.fullmatch(r"-?(0x[0-9a-fA-F]+|\d+)", word):
        return str(int(word, 0) ^ 1)
    if re.fullmatch(r"-?(0x[0-9a-f.]+p[-+]\d+|\d+\.\d*)", word):
        return "-0x1.8p+100" # beyond every tolerance
    return None


def change(path):
    """Changes the first plain value that is expected; false: there is none."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    for number, line in enumerate(lines):
        found = re.match(r"(.*//=\s*|// expect: \S+ = )(.*)", line)
        if not found or number == 0:
            continue
        words = found[2].split(" ")
        for place, word in enumerate(words):
            new = other(word)
            if new is not None:
                words[place] = new
                lines[number] = found[1] + " ".join(words)
                with open(path, "w", encoding="utf-8") as file:
                    file.write("\n".join(lines))
                return True
    return False


def run(occ, cases, words):
    done = subprocess.run([occ, "selftest", f"--cases={cases}", *words], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    told = set(re.findall(r"^([a-z0-9_]+/\w+):\w+", done.stdout, re.M))
    left = {name for line in re.findall(r"^not run, [^:]*:(.*)", done.stdout, re.M)
            for name in re.findall(r"(\S+/\w+):", line)}
    return done.returncode, told, left, done.stdout


def main(occ, original, *words):
    failures, changed = [], set()
    with tempfile.TemporaryDirectory() as work:
        cases = os.path.join(work, "cases")
        shutil.copytree(original, cases)
        shutil.rmtree(os.path.join(cases, SLOW))
        status, told, _, text = run(occ, cases, words)
        if status or told:
            failures.append(f"unchanged: status {status}\n{text}")
        programs = sorted(f"{group}/{file[:-3]}" for group in os.listdir(cases)
                          for file in os.listdir(os.path.join(cases, group)))
        alone = [name for name in ALONE if name in programs] or programs[:1]
        for name in alone:
            path = os.path.join(cases, name + ".cl")
            shutil.copy(path, work)
            if not change(path):
                failures.append(f"{name} has no result to change")
            status, told, _, text = run(occ, cases, [*words, name])
            if status != 1 or told != {name}:
                failures.append(f"{name} changed: status {status}, told of {sorted(told)}")
            shutil.copy(os.path.join(work, os.path.basename(path)), path)
        changed = {name for name in programs if change(os.path.join(cases, name + ".cl"))}
        status, told, left, text = run(occ, cases, words)
        failures += [f"{name}: its changed result is not noticed" for name in sorted(changed - told - left)]
        failures += [f"{name}: told, and unchanged" for name in sorted(told - changed)]
    print("\n".join(failures))
    print(f"{len(changed)} programs changed, {len(told)} told, {len(changed & left)} not run; "
          f"{len(alone)} alone; {len(failures)} failures")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
