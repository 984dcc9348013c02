#!/usr/bin/env python3
"""Each kernel of test/bench/code computes at -O3 what it does at -O0, on the strict simulator: what
`tools/bench code` measures is right, and the table can be made.

    code_test.py WORK TARGET...
"""
import os
import subprocess
import sys

from code_table import kernels, print_rows
from program_table import occ

LEVELS = {"occ": "-O3", "-O0": "-O0"}


def main(work, *targets):
    os.makedirs(work, exist_ok=True)
    wrong = count = 0
    for target in targets:
        made = {}
        for kernel in kernels():
            count += 1
            for name, level in LEVELS.items():
                output = "%s/%s-%s%s.co" % (work, os.path.basename(kernel.path), target, level)
                if output not in made:
                    call = [*occ(target, "-cl-std=CL1.2", kernel.path, output)[0], level]
                    made[output] = subprocess.run(call, check=False).returncode
                if made[output] == 0:
                    kernel.run(name, output)
            said = kernel.faults or ({} if set(LEVELS) <= set(kernel.memory) else {"occ": "is not there"})
            if not said and kernel.differs("-O0"):
                said = {"-O0": kernel.differs("-O0")}
            if said:
                wrong += 1
                print(target, kernel.name, said)
    print_rows([kernel])
    print("%d kernels, %d wrong" % (count, wrong))
    return wrong or not count


sys.exit(bool(main(*sys.argv[1:])))
