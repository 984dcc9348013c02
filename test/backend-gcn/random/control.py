#!/usr/bin/env python3
"""Random control flow through selection, EXEC masks and everything after, run on the simulator.

    control.py BUILD FIRST_SEED LAST_SEED [TARGET...]
"""
import random
import subprocess
import struct
import sys
import tempfile

import program


def run_one(build, folder, seed, target):
    """None, or what went wrong."""
    source = program.Maker(seed).program()
    numbers = random.Random(seed)
    data = [numbers.choice([numbers.randrange(10), numbers.randrange(100), numbers.getrandbits(32)])
            for _ in range(program.LANES * program.VARIABLES)]
    first, second = numbers.randrange(6), numbers.randrange(200)
    try:
        want = program.expected(source, first, second, data)
    except program.TooLong:
        return None
    with open(f"{folder}/program.oir", "w") as file:
        file.write(program.lowered_ir(source))
    with open(f"{folder}/in.bin", "wb") as file:
        file.write(struct.pack(f"<{len(data)}I", *data))
    made = subprocess.run([f"{build}/bin/test-mir-text", "-show", "object", f"{folder}/program.oir",
                           target], capture_output=True)
    if made.returncode:
        return "does not compile: " + made.stdout.decode(errors="replace")[-400:]
    with open(f"{folder}/program.co", "wb") as file:
        file.write(made.stdout)
    ran = subprocess.run(["timeout", "20", f"{build}/bin/gcnsim", "run", f"{folder}/program.co",
                          "--kernel", "program", "--global", "64", "--local", "64",
                          "--arg", f"buf:{folder}/in.bin@out={folder}/out.bin",
                          "--arg", f"u32:{first}", "--arg", f"u32:{second}"], capture_output=True)
    if ran.returncode:
        return "does not run: " + ran.stderr.decode(errors="replace")[-400:]
    with open(f"{folder}/out.bin", "rb") as file:
        got = list(struct.unpack(f"<{len(data)}I", file.read()))
    for i, (is_, should) in enumerate(zip(got, want)):
        if is_ != should:
            lane, variable = divmod(i, program.VARIABLES)
            return f"lane {lane}, variable {variable}: {is_:#x} instead of {should:#x}"
    return None


def main():
    build, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, last):
            for target in sys.argv[4:] or ["gfx900", "gfx803"]:
                fault = run_one(build, folder, seed, target)
                if fault:
                    failures += 1
                    print(f"seed {seed}, {target}: {fault}")
    print(f"{failures} failures")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
