#!/usr/bin/env python3
"""Lines of the source in what gcnsim says, for objects of occ and of clang with DWARF 2 to 5: each
instruction of a profile is at the line that llvm-dwarfdump's rows give it; a fault names its line; the
debugger stops at lines and shows them; damaged sections mean no lines, and no failure.

lines.py GCNSIM OCC
"""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

LLVM = "/usr/lib/llvm-16/bin/"
BITCODE = "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"
CLANG = [LLVM + "clang", "-x", "cl", "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx900:xnack-", "-w",
         "--rocm-path=/usr", f"--rocm-device-lib-path={BITCODE}"]
LAUNCH = ["--global", "64", "--local", "64", "--arg", "buf:1024*i32=iota", "--arg", "i32:5", "--arg"]
failures = []


def run(*words, cwd=None, text=None):
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=cwd, input=text)
    return done.returncode, done.stdout + done.stderr


def check(is_right, *what):
    if not is_right:
        failures.append(" ".join(map(str, what)))


def rows_of(path):
    """(first address, address behind, file, line) of all rows, as LLVM reads them."""
    text, rows = run(LLVM + "llvm-dwarfdump", "--debug-line", path)[1], []
    for table in text.split("debug_line[")[1:]:
        names = dict(re.findall(r'file_names\[\s*(\d+)\]:\s+name: "([^"]*)"', table))
        last = None
        for row in re.findall(r"^0x(\w+)\s+(\d+)\s+\d+\s+(\d+)\s.*?(end_sequence)?$", table, re.M):
            address = int(row[0], 16)
            if last and address > last[0]:
                rows.append((last[0], address, *last[1:]))
            last = None if row[3] else (address, names[row[2]], int(row[1]))
    return rows


def check_profile(gcnsim, path, *what):
    status, text = run(gcnsim, "profile", path, *LAUNCH, "i32:0", "--format=json")
    check(status == 0, *what, text)
    if status:
        return
    profile, rows = json.loads(text), rows_of(path)
    check(len(rows) > 10, *what, "has few rows")
    for function in profile["functions"]:
        for row in function["instructions"]:
            wanted = [f"{os.path.basename(file)}:{line}" for first, end, file, line in rows
                      if first <= row["offset"] < end and line]
            got = [os.path.basename(row["source"])] if row["source"] else []
            check(got == wanted[-1:], *what, hex(row["offset"]), got, "not", wanted)
    lines = {line["line"]: line for line in profile["lines"]}
    executed = sum(row["cycles"] for function in profile["functions"]
                   for row in function["instructions"] if row["source"])
    check(sum(line["cycles"] for line in profile["lines"]) == executed, *what, "cycles of lines")
    check("sum += p[i] ^ i;" in str(lines.get(9, {}).get("text")), *what, "text of line 9")
    check(300 in lines and not lines[300]["text"], *what, "line 300")
    status, text = run(gcnsim, "profile", path, *LAUNCH, "i32:0")
    check(re.search(r"lines.cl:9  sum \+= p\[i\] \^ i;", text), *what, "text of the profile")


def check_fault(gcnsim, path, *what):
    status, text = run(gcnsim, "run", path, *LAUNCH, "i32:100000")
    check(status == 3 and re.search(r"instruction `[^`]*store[^`]*`, \S*named.cl:300\n", text),
          *what, text)


def check_debug(gcnsim, path, *what):
    script = ("break lines.cl:9\ninfo breakpoints\ncontinue\nwhere\nlist\ndelete\n"
              "break named.cl:300\ncontinue\nlist lines.h:4\nquit\n")
    status, text = run(gcnsim, "debug", path, *LAUNCH, "i32:0", text=script)
    check(status == 0, *what, text)
    check("breakpoint 1, lines.cl:9" in text and "=>    9          sum += p[i] ^ i;" in text, *what, text)
    check("named.cl:300\n" in text.split("breakpoint 2, named.cl:300")[-1], *what, text)
    check("      4      return x * 2 + 1;" in text, *what, text)
    status, text = run(gcnsim, "debug", path, *LAUNCH, "i32:0", text="break other.cl:3\n")
    check("no code is known of other.cl:3" in text, *what, text)


def check_damage(gcnsim, path, seed):
    """Bytes of the section changed: whatever that means, the kernel runs."""
    text = run(LLVM + "llvm-readelf", "-S", path)[1]
    place = re.search(r"\.debug_line\s+\w+\s+\w+\s+(\w+)\s+(\w+)", text)
    start, size = (int(number, 16) for number in place.groups())
    with open(path, "rb") as file:
        good = bytearray(file.read())
    chance = random.Random(seed)
    for turn in range(30):
        bad = bytearray(good)
        for _ in range(1 + turn % 4):
            at = start + chance.randrange(min(size, 60) if turn % 2 else size)
            bad[at] = chance.choice([0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)])
        with open(path + ".bad", "wb") as file:
            file.write(bad)
        status, text = run(gcnsim, "profile", path + ".bad", *LAUNCH, "i32:0", "--format=json")
        check(status == 0, "damaged, seed", seed, turn, text[-300:])


def main(gcnsim, occ):
    here, gcnsim, occ = os.path.dirname(os.path.abspath(__file__)), *map(os.path.abspath, (gcnsim, occ))
    with tempfile.TemporaryDirectory() as work:
        for name in "lines.cl", "lines.h":
            shutil.copy(os.path.join(here, name), work)
        os.chdir(work)
        for compiler in [[occ, "-mcpu=gfx900"], [occ, "-mcpu=gfx803"], CLANG]:
            for version in "2345" if compiler is CLANG else "24":
                for level in "-O0", "-O2":
                    what = [os.path.basename(compiler[0]), version, level]
                    status, text = run(*compiler, f"-gdwarf-{version}", level, "lines.cl", "-o", "l.co")
                    check(status == 0, *what, text)
                    check_profile(gcnsim, "l.co", *what)
                    check_fault(gcnsim, "l.co", *what)
                    if level == "-O2":
                        check_debug(gcnsim, "l.co", *what)
                        check_damage(gcnsim, "l.co", version)
        run(occ, "lines.cl", "-o", "l.co")
        status, text = run(gcnsim, "profile", "l.co", *LAUNCH, "i32:0", "--format=json")
        check(json.loads(text)["lines"] == [] and '"source": "' not in text, "lines without -g")
        status, text = run(occ, "run", "lines.cl", "-mcpu=gfx900", *LAUNCH, "i32:100000")
        check(status == 3 and "`, named.cl:300\n" in text, "occ run", text)
        run(occ, "-g", "lines.cl", "-o", "l.co")
        status, text = run(gcnsim, "profile", os.path.join(work, "l.co"), *LAUNCH, "i32:0", cwd="/")
        check("lines.cl:9  sum += p[i] ^ i;" in text, "a source beside the object", text)
    for failure in failures[:40]:
        print("FAIL", failure)
    print(f"{len(failures)} failed")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
