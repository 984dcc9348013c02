#!/usr/bin/env python3
"""-fprint-limits names the limits that a kernel ran into, and only these.

  print_limits.py BIN FOLDER

Each kernel of print_limits.cl runs into the limit of its name, and NAME_below does not.  Each row of
support/limit.def is noted somewhere.  What is refused is told as well.
"""
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CASES = os.path.join(HERE, "print_limits.cl")
COUNTS = {"copy_bytes": 2} # how often, where that is said
LINE = re.compile(r"(\w+): (\w+) = \d+, met (\d+) times? \((?:tuned|safety|fixed): [^()]+\)$", re.M)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def told(programs, kernel):
    """What was met: (function, limit) -> how often."""
    run = subprocess.run([f"{programs}/occ", "-w", "-fprint-limits", "-fonly-kernel=" + kernel,
                          "-D", "WITH_" + kernel, "-o", os.devnull, CASES],
                         capture_output=True, text=True, check=False)
    lines = LINE.findall(run.stderr)
    if len(lines) != run.stderr.count(" = ") or run.returncode != (kernel == "scratch_bytes"):
        sys.exit(f"{kernel}: status {run.returncode}\n{run.stderr}")
    return {(subject, limit): int(count) for subject, limit, count in lines}


def unused(rows):
    """Rows that no source of the compiler notes."""
    sources = [read(path) for folder in ("midend", "backend-gcn")
               for path in glob.glob(f"{ROOT}/{folder}/**/*.[ch]", recursive=True)]
    noted = set(re.findall(r"LIMIT_MET\(\s*[^,]+,\s*(\w+),|LIMIT_ROW_(\w+)", "".join(sources)))
    return [row for row in rows if (row, "") not in noted and ("", row) not in noted]


def main():
    programs, failures = sys.argv[1], 0
    rows = re.findall(r"^LIMIT\((\w+),", read(f"{ROOT}/support/limit.def"), re.M)
    kernels = re.findall(r"^(?:[A-Z]+\()?([a-z]\w+)[(,]", read(CASES), re.M)
    for kernel in kernels:
        limit, wanted = kernel.removesuffix("_below").upper(), not kernel.endswith("_below")
        limits = told(programs, kernel)
        count = limits.get((kernel, limit), limits.get(("program", limit), 0))
        if limit not in rows or wanted != bool(count) or count != COUNTS.get(kernel, count):
            print(f"{kernel}: {limit} should {'' if wanted else 'not '}be among {limits}")
            failures += 1
    for row in unused(rows):
        print(f"support/limit.def: nobody notes {row}")
        failures += 1
    print(f"{len(kernels)} kernels, {len(rows)} rows, {failures} failures")
    sys.exit(failures > 0 or len(kernels) < 17)


main()
