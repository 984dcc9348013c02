#!/usr/bin/env python3
"""Programs with one planted race each: gcnsim tells it with both places, under any schedule, and tells
none of the programs without one; and races of one instruction taken out of a good program.

  races.py GCNSIM OCC SOURCE TARGET [SCHEDULE...]
"""
import os
import re
import subprocess
import sys
import tempfile

failures = []


def run(gcnsim, code, kernel, sizes, more):
    command = [gcnsim, "run", code, "--kernel", kernel, *sizes, "--arg", "buf:4096", "--arg", "buf:4096",
               *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def instruction(text):
    found = re.search(r"instruction `(\w+)", text)
    return found[1] if found else ""


def check(what, expected, status, said, may_pass):
    """expected: None, or words of the reason and of both instructions, which schedules turn round."""
    if expected is None:
        if status:
            failures.append(f"{what}: {said.splitlines()[0]}")
        return
    lines = said.splitlines() + [""] * 4
    this = next((line for line in lines if line.startswith("  kernel ")), "")
    words, mine, other = expected
    other, _, meant = other.partition(" | ")
    if not status and may_pass:
        return
    if status != 3 or "data race: " not in lines[0] or words not in lines[0]:
        failures.append(f"{what}: no race, but {status} {lines[0]}")
    elif not any(a in instruction(this) and b in instruction(lines[1])
                 for a, b in ((mine, other), (other, mine))):
        failures.append(f"{what}: between {instruction(this)} and {instruction(lines[1])}")
    elif "work-group (" not in lines[1] or "lane " not in lines[1] or "would order" not in lines[2]:
        failures.append(f"{what}: {lines[1]} {lines[2]}")
    elif bool(meant) != ("volatile" in lines[3] and "--atomics=guessed" in lines[3]):
        failures.append(f"{what}: the way out of a plain access: {lines[3]}")


def cases(source):
    pattern = r"// (race|good): global=(\d+) local=(\d+)(?: : (.*?) \| (.*?) \| (.*?))?\n(?:kernel void\s+(\w+))"
    for kind, size, local, words, mine, other, kernel in re.findall(pattern, source):
        yield kernel, ["--global", size, "--local", local], (words, mine, other) if kind == "race" else None


def without(gcnsim, code, sizes, schedule):
    """Each wait and invalidation of the message's release and acquire, taken away."""
    status, said = run(gcnsim, code, "message", sizes, ["--trace"])
    places = {}
    for line in said.splitlines():
        found = re.match(r"\(\d,0,0\) wave 0 (0x[0-9a-f]+) exec \w+: (s_waitcnt vmcnt\(0\)|buffer_wbinvl1)", line)
        if found:
            places[found[1]] = found[2]
    for place in places:
        status, said = run(gcnsim, code, "message", sizes, ["--schedule", schedule, "--remove", place])
        yield place, places[place], status, said


def words_of(source, what, otherwise):
    """The words of a line such as "// standards: CL1.0 CL1.2"."""
    found = re.search(rf"^// {what}: (.*)$", source, re.M)
    return found[1].split() if found else otherwise


def check_cases(gcnsim, code, source, what, schedules):
    count = 0
    for schedule in schedules:
        for kernel, sizes, expected in cases(source):
            count += 1
            status, said = run(gcnsim, code, kernel, sizes, ["--schedule", schedule])
            # what is read tells whether it raced: in order, the message has always arrived
            may_pass = schedule != "order" and ("relaxed" in kernel or "flag" in kernel)
            check(f"{what} {schedule} {kernel}", expected, status, said, may_pass)
            if status == 3 and "--atomics=guessed" in said:
                status, said = run(gcnsim, code, kernel, sizes, ["--schedule", schedule, "--atomics=guessed"])
                check(f"{what} {schedule} {kernel} --atomics=guessed", None, status, said, may_pass)
    return count


def check_message(gcnsim, code, target):
    removed = list(without(gcnsim, code, ["--global", "128", "--local", "64"], "order"))
    for place, text, status, _ in removed:
        if status != 3:
            failures.append(f"{target} message without {text} at {place}: {status}")
    if len(removed) < 3:
        failures.append(f"only {len(removed)} waits and invalidations in message")


def main():
    gcnsim, occ, path, target = sys.argv[1:5]
    schedules = sys.argv[5:] or ["order"]
    with open(path, encoding="ascii") as file:
        source = file.read()
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        code = os.path.join(folder, "races.co")
        for standard in words_of(source, "standards", ["CL2.0"]):
            for version in words_of(source, "versions", [""]):
                if version in ("2", "2d") and target == "gfx90a":  # which these versions do not know
                    continue
                more = [f"-mcode-object-version={version}"] if version else []
                subprocess.run([occ, f"-cl-std={standard}", f"-mcpu={target}", *more, path, "-o", code],
                               check=True)
                count += check_cases(gcnsim, code, source, f"{target} {standard} {version}", schedules)
        if "message(" in source:
            check_message(gcnsim, code, target)
    for failure in failures:
        print("FAIL", failure)
    print(f"{count} runs, {len(failures)} failures")
    return bool(failures) or count < 20


sys.exit(main())
