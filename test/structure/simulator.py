#!/usr/bin/env python3
"""The simulator is a core that others observe.

simulator.py ROOT CORE      CORE: a program that links the core alone
simulator.py ROOT --planted CORE

- A wave has fewer than 35 members, those of a structure within it counted.
- What a room offers to others stands in headers of at most 250 lines; sim.h, the public one, may have more.
- The core names no observer but its own ones, and links without any.
"""
import os
import re
import subprocess
import sys
import tempfile

SIM = "runtime/sim"
CORE = ["device", "format", "exec", "image", "dispatch"]
OFFERED = ["op.h", "wave.h", "observer.h", "device/device.h", "format/format.h", "format/descriptor.h",
           "exec/exec.h", "exec/block.h", "exec/unit.h", "exec/vmem.h", "dispatch/dispatch.h", "strict/strict.h",
           "timing/timing.h"]
MAX_MEMBERS, MAX_LINES = 34, 250


def bodies(root):
    """struct name -> its body, of all headers."""
    found = {}
    for at, _, names in os.walk(os.path.join(root, SIM)):
        for name in names:
            if name.endswith(".h"):
                text = re.sub(r"/\*.*?\*/", "", read(os.path.join(at, name)), flags=re.S)
                for match in re.finditer(r"^struct (\w+) \{\n(.*?)^\}", text, re.M | re.S):
                    found[match[1]] = match[2]
    return found


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def members(structures, name):
    count = 0
    for declaration in structures[name].split(";"):
        declaration = " ".join(declaration.split())
        if not declaration:
            continue
        within = re.match(r"struct (\w+) [^*]*$", declaration)
        names = declaration.count(",") + 1 if "VEC(" not in declaration else 1
        count += names
        if within and within[1] in structures:
            count += names * members(structures, within[1])
    return count


def check(root, core):
    faults = []
    count = members(bodies(root), "sim_wave")
    if count > MAX_MEMBERS:
        faults.append(f"struct sim_wave has {count} members: at most {MAX_MEMBERS}")
    for header in OFFERED:
        lines = read(os.path.join(root, SIM, header)).count("\n")
        if lines > MAX_LINES:
            faults.append(f"{SIM}/{header} has {lines} lines: at most {MAX_LINES}")
    for room in CORE:
        for name in sorted(os.listdir(os.path.join(root, SIM, room))):
            text = read(os.path.join(root, SIM, room, name))
            for observer in sorted(set(re.findall(r"OBSERVER_([a-z]\w*)", text))):
                if f"sim_observer_{observer} = {{" not in text:
                    faults.append(f"{SIM}/{room}/{name} names the observer {observer}")
    symbols = subprocess.run(["nm", core], text=True, stdout=subprocess.PIPE, check=True).stdout
    faults += [f"the core alone has {symbol}"
               for symbol in re.findall(r" [tT] ((?:strict|timing|sets)_\w+)", symbols)]
    return faults, count


PLANTED = [
    ("wave.h", "    bool done, at_barrier;", "    bool done, at_barrier, a, b, c, d, e, f, g, h;", "struct sim_wave has"),
    ("wave.h", "    struct sim_counters *counters;", "    struct sim_counters counters;", "struct sim_wave has"),
    ("strict/strict.h", "#endif\n", "\n" * 250 + "#endif\n", "strict/strict.h has"),
    ("exec/vmem.c", "SIM_IS_HEARD(", "device->observed[OBSERVER_race] && SIM_IS_HEARD(", "names the observer race"),
]


def plant(root, core):
    missed = 0
    for path, old, new, wanted in PLANTED:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["cp", "-r", "--parents", SIM, folder], cwd=root, check=True)
            file = os.path.join(folder, SIM, path)
            text = read(file)
            assert old in text, f"{path}: {old}"
            with open(file, "w", encoding="utf-8") as out:
                out.write(text.replace(old, new, 1))
            if not any(wanted in fault for fault in check(folder, core)[0]):
                print(f"not found: {path}, {new.strip()[:60]}")
                missed += 1
    print(f"{len(PLANTED)} planted, {missed} not found")
    return missed != 0


def main(root, *rest):
    if rest[0] == "--planted":
        return plant(root, rest[1])
    faults, count = check(root, rest[0])
    print("\n".join(faults) if faults else f"a wave has {count} members; 1 passed, 0 failed")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
