#!/usr/bin/env python3
"""What several cores say of a program is what one says: values, statistics, faults.  So do blocks, as
they run without any trace of single instructions, and --fast, but for its statistics.

  jobs.py GCNSIM OCC SOURCE TARGET
"""
import os
import subprocess
import sys
import tempfile

SIZES = ["--global", "4096", "--local", "64", "--arg", "buf:4096*u32=random,3",
         "--arg", "buf:4096*u32=0@print=u32"]
FAULTS = {"outside": "out of bounds", "undefined": "uninitialised data"}
failures = []


def run(gcnsim, code, kernel, *switches):
    done = subprocess.run([gcnsim, "run", code, "--kernel", kernel, *SIZES, *switches],
                          capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def expect(what, got, wanted):
    if got != wanted:
        failures.append(f"{what}: {got!r:.300} instead of {wanted!r:.300}")


def main():
    gcnsim, occ, source, target = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        code = os.path.join(folder, "jobs.co")
        subprocess.run([occ, "-mcpu=" + target, source, "-o", code], check=True)
        for kernel in ["histogram", "doubles", "talks", "outside", "undefined"]:
            one = run(gcnsim, code, kernel, "--no-races", "--stats")
            fault = FAULTS.get(kernel)
            if (one[0] == 3 and fault in one[2]) if fault else one[0] == 0:
                pass
            else:
                failures.append(f"{kernel}: {one[0]} {one[2]:.200}")
            for jobs in ["2", "3", "16"]:
                many = run(gcnsim, code, kernel, "--no-races", "--stats", "-j", jobs)
                expect(f"{kernel} -j {jobs}", many, one)
            # what is traced goes instruction by instruction
            traced = run(gcnsim, code, kernel, "--no-races", "--stats", "--trace=group:9999,0,0")
            expect(f"{kernel} traced", traced[:2], one[:2])
            plain = run(gcnsim, code, kernel, "--no-races")
            for switches in [["--fast"], ["--fast", "-j", "3"]]:
                fast = run(gcnsim, code, kernel, *switches)
                if kernel == "undefined":
                    expect(f"{kernel} {switches}", fast[0], 0)
                elif fault:
                    expect(f"{kernel} {switches}", (fast[0], fast[2].splitlines()[0]),
                           (plain[0], plain[2].splitlines()[0]))
                else:
                    expect(f"{kernel} {switches}", fast, plain)
        # races need an order: one core looks for them
        expect("races", run(gcnsim, code, "histogram", "-j", "4"), run(gcnsim, code, "histogram"))
        for switches in [["--fast", "--stats"], ["--fast", "--schedule=round"], ["--fast", "--trace"],
                         ["-j", "x"], ["-j", "257"]]:
            expect(" ".join(switches), run(gcnsim, code, "histogram", *switches)[0], 2)
    for failure in failures:
        print("FAILED:", failure)
    print(f"{'0 passed, 1' if failures else '1 passed, 0'} failed")
    sys.exit(bool(failures))


main()
