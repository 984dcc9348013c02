#!/usr/bin/env python3
"""Sessions of `gcnsim debug`: each of debug.txt is at once the script and what is said.

debug.py GCNSIM FOLDER FILE    FOLDER: of the objects; OCC_BLESS=1 writes FILE anew

A session begins with a line "== STATUS OBJECT SWITCHES"; the lines that begin with the prompt are its
commands.
"""
import os
import re
import subprocess
import sys
import tempfile

PROMPT = "(gcnsim) "


def run(gcnsim, folder, head, commands):
    """The session as it goes: its head and what was said."""
    name, *switches = head.split()[2:]
    with tempfile.TemporaryDirectory() as work:
        with open(os.path.join(work, "session"), "w", encoding="utf-8") as file:
            file.write("".join(command + "\n" for command in commands))
        done = subprocess.run([gcnsim, "debug", os.path.join(folder, name + ".co"), *switches,
                               "--script=session"], cwd=work, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False, timeout=60)
    return [f"== {done.returncode} {' '.join([name, *switches])}", *done.stdout.splitlines()]


def main(gcnsim, folder, path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    head, *sessions = re.split(r"^(?===)", text, flags=re.M)
    failures, blessed = 0, head
    for session in sessions:
        wanted = session.rstrip("\n").splitlines()
        commands = [line[len(PROMPT):] for line in wanted if line.startswith(PROMPT)]
        got = run(os.path.abspath(gcnsim), os.path.abspath(folder), wanted[0], commands)
        blessed += "\n".join(got) + "\n\n"
        if got != wanted:
            at = next((i for i, (a, b) in enumerate(zip(got, wanted)) if a != b),
                      min(len(got), len(wanted)))
            failures += 1
            print(f"{wanted[0]}\n  line {at + 1}\n  wanted {wanted[at:at + 3]}\n  got    {got[at:at + 3]}")
    if os.environ.get("OCC_BLESS"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(blessed.rstrip("\n") + "\n")
    print(f"{len(sessions) - failures} passed, {failures} failed")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
