#!/usr/bin/env python3
"""AMD's own runtimes and libraries, from Debian's packages, on the stand-in for the kernel driver (runtime/kfd).

  rocm.py [-mcpu=TARGET]... [-v] [--sample | --all] [NAME...]

Programs are those of test/kfd: what ctest has, and what hipcc compiles (test/kfd/hip), once for each target, into
rocm/TARGET of the build folder.  Targets are gfx803, 900, 906, 908 and 90a unless given.  --sample: some on gfx900 and gfx803, for
tools/check; --all: rocSPARSE, too.  A program whose package is not here is skipped, with a line.
At the end "N passed, M failed, K skipped"; status 1 if any failed.
"""
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.join(HERE, "../kfd/hip")
BUILD = os.path.abspath(os.environ.get("OCC_BUILD", os.path.join(HERE, "../../build")))
TARGETS = ["gfx803", "gfx900", "gfx906", "gfx908", "gfx90a"]
SECONDS = 600


class Program:
    """hipcc's options None: the build has made it.  sample: arguments for it there, by target."""

    def __init__(self, name, options=None, needs=(), sample=None, only_all=False):
        self.name, self.options, self.needs = name, options, needs
        self.sample, self.only_all = sample or {}, only_all

    def lacks(self):
        needs = self.needs + (("/usr/bin/hipcc",) if self.options is not None else ())
        return [file for file in needs if not os.path.exists(file)]

    def file(self, target):
        """Its path; compiles it if it is not there."""
        if self.options is None:
            return os.path.join(BUILD, "bin", self.name)
        folder = os.path.join(BUILD, "rocm", target)
        path, source = os.path.join(folder, self.name), os.path.join(SOURCES, self.name + ".hip")
        newest = max(os.path.getmtime(f) for f in (source, os.path.join(SOURCES, "check.h")))
        if not os.path.exists(path) or os.path.getmtime(path) < newest:
            os.makedirs(folder, exist_ok=True)
            subprocess.run(["/usr/bin/hipcc", "-O2", "-g", "-std=c++14", "-w", "--offload-arch=" + target,
                            source, "-o", path] + self.options, check=True)
        return path


PROGRAMS = [
    Program("test_hsa"),
    Program("hip_module", sample={"gfx803": [], "gfx900": []}),
    Program("runtime", [], sample={"gfx900": []}),
    Program("more", [], sample={"gfx900": []}),
    Program("faults", [], sample={"gfx900": []}),
    Program("rocrand", ["-lrocrand"], ("/usr/include/rocrand/rocrand.h",),
            sample={"gfx900": ["philox4x32_10", "mtgp32"]}),
    Program("rocprim", [], ("/usr/include/rocprim/rocprim.hpp",)),
    Program("rocsparse", ["-lrocsparse"], ("/usr/include/rocsparse/rocsparse.h",), only_all=True),
]


def run(program, target, arguments, verbose):
    """What is wrong; empty: nothing."""
    environment = dict(os.environ, OCC_DEVICES=target,
                       LD_LIBRARY_PATH=os.path.join(BUILD, "lib/occ/rocm"))
    try:
        ended = subprocess.run([program.file(target)] + arguments, env=environment, check=False,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
    except subprocess.CalledProcessError:
        return "hipcc failed"
    except subprocess.TimeoutExpired:
        return "not over after %d s" % SECONDS
    said = ended.stdout.decode(errors="replace")
    if verbose:
        print(said, end="")
    if ended.returncode:
        return "status %d\n%s" % (ended.returncode, said[-4000:])
    return ""


def choose(arguments):
    """Programs, targets and arguments."""
    targets = [a[len("-mcpu="):] for a in arguments if a.startswith("-mcpu=")]
    names = [a for a in arguments if not a.startswith("-")]
    for program in PROGRAMS:
        if names and program.name not in names:
            continue
        if program.only_all and not names and "--all" not in arguments:
            continue
        if "--sample" in arguments:
            for target, some in program.sample.items():
                yield program, target, some
        else:
            for target in targets or TARGETS:
                yield program, target, []


def main(arguments):
    passed = failed = 0
    skipped = set()
    for program, target, some in choose(arguments):
        lacks = program.lacks()
        if lacks:
            if program.name not in skipped:
                print("skipped: %s, for want of %s" % (program.name, " ".join(lacks)))
            skipped.add(program.name)
            continue
        begin = time.monotonic()
        wrong = run(program, target, some, "-v" in arguments)
        print("%s %s: %s, %.1f s" % (program.name, target, "FAILED: " + wrong if wrong else "passed",
                                     time.monotonic() - begin), flush=True)
        passed, failed = passed + (not wrong), failed + bool(wrong)
    print("%d passed, %d failed, %d skipped" % (passed, failed, len(skipped)))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
