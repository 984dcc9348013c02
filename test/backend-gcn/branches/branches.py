#!/usr/bin/env python3
"""Uniform branches stay scalar, divergent ones use EXEC masks: read off the assembly.

    branches.py BUILD TARGET
"""
import os
import re
import subprocess
import sys

WRITES_EXEC = re.compile(r"saveexec|^\w+ exec\b|^\w+ exec_(lo|hi)\b")
failures = 0


def check(kernel, good, what):
    global failures
    if not good:
        failures += 1
        print(f"FAIL {kernel}: {what}")


def kernels(build, target):
    """Kernel name -> its instructions and labels."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "branches.cl")
    text = subprocess.run([os.path.join(build, "bin", "occ"), f"-mcpu={target}", "-S", source, "-o", "-"],
                          check=True, capture_output=True, text=True).stdout
    found, current = {}, None
    for line in text.splitlines():
        label = re.match(r"^([A-Za-z_][\w$.]*):", line)
        if label and not label.group(1).startswith((".", "L")):
            current = found.setdefault(label.group(1), [])
        elif current is not None and (line.startswith(" ") or re.match(r"^[.L]\w+:", line)):
            current.append(line.split("//")[0].split(";")[0].strip())
    return found


def count(lines, pattern):
    return sum(bool(re.search(pattern, line)) for line in lines)


def loops(lines):
    """Bodies from a label to the last branch back to it."""
    at = {line[:-1]: i for i, line in enumerate(lines) if line.endswith(":")}
    bodies = {}
    for i, line in enumerate(lines):
        jump = re.match(r"s_c?branch\w* (\S+)$", line)
        if jump and at.get(jump.group(1), i) < i:
            bodies[jump.group(1)] = lines[at[jump.group(1)]:i + 1]
    return list(bodies.values())


def check_scalar(name, lines, least):
    check(name, count(lines, r"^s_cbranch_scc") >= least, f"fewer than {least} branches on SCC")
    check(name, not any(WRITES_EXEC.search(line) for line in lines), "EXEC arithmetic")
    check(name, not count(lines, r"^s_cbranch_(exec|vcc)|^v_cmp"), "vector comparisons or branches")


def main():
    build, target = sys.argv[1:3]
    found = kernels(build, target)
    for name, least in (("uniform_if", 2), ("uniform_loops", 4), ("uniform_value", 2)):
        check_scalar(name, found[name], least)
    check("uniform_value", not count(found["uniform_value"], r"^v_cndmask"), "a vector select")
    for name in ("divergent_if", "divergent_loop"):
        lines = found[name]
        check(name, any(WRITES_EXEC.search(line) for line in lines), "EXEC stays the same")
        check(name, count(lines, r"^v_cmp") >= 1, "no vector comparison")
        check(name, not count(lines, r"^s_cbranch_scc"), "a divergent condition in SCC")
    lines = found["uniform_in_divergent"]
    check("uniform_in_divergent", any(WRITES_EXEC.search(line) for line in lines), "EXEC stays the same")
    check("uniform_in_divergent", len(loops(lines)) == 1, f"{len(loops(lines))} loops instead of 1")
    for body in loops(lines):
        check_scalar("uniform_in_divergent", body, 1)
    lines = found["uniform_in_divergent_loop"]
    check("uniform_in_divergent_loop", count(lines, r"^s_cbranch_scc") >= 1, "no branch on SCC")
    check("uniform_in_divergent_loop", not count(lines, r"^v_cmp\w* \S+, s\d+, s\d+"),
          "a vector comparison of scalars")
    print(f"{failures} failures")
    return 1 if failures else 0


sys.exit(main())
