"""`tools/bench debug`: where variables are by the debug information of three compilers.

  tools/bench debug [-mcpu=TARGET] [--alone] [--files] [NAME...]

A row is a level, a set of kernels and a compiler, as `llvm-dwarfdump --statistics` counts them: variables with a
place, parameters and local variables; how much of the code in which they are to be seen their places cover; all
together, parameters, and local variables.  Each inlined call has variables of its own.  Under them stands which
objects `llvm-dwarfdump --verify` finds fault with.  --files has a row for each file, of those with NAME in it; --alone
has only occ's.  What the others have is kept in BUILD/bench/programs.
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys

from program_table import CALLS, COMPILERS, JOBS, first_error, identity, kept
from recordings import BUILD, ROOT, digest, read

SETS = "examples", "test/e2e", "test/bench/code"
LEVELS = "-O0", "-O2", "-O3"
KINDS = "variables", "params", "local_vars"
SCOPE = "sum_all_%s(#bytes in parent scope)"
COVERED = "sum_all_%s(#bytes in parent scope covered by DW_AT_location)"
COUNTS = {"variables": ("#source variables", "#source variables with location"),
          "params": ("#params", "#params with binary location"),
          "local_vars": ("#local vars", "#local vars with binary location")}
WANTED = {"-O0": (1, 1), "-O2": (0.6, 0.4), "-O3": (0.6, 0.4)}  # of variables, of scope


def tool():
    """The newest there is: what clang-22 writes is for its own."""
    paths = ["/usr/lib/llvm-%d/bin/llvm-dwarfdump" % version for version in (22, 16)]
    return next((path for path in paths if os.path.exists(path)), None)


class Figures:
    """What a tool of LLVM counts in an object, or in several."""

    def __init__(self):
        self.counts, self.files = {}, 0

    def add(self, told):
        for kind in KINDS:
            for name in (*COUNTS[kind], SCOPE % kind, COVERED % kind):
                self.counts[name] = self.counts.get(name, 0) + told[name]
        self.files += 1

    def share(self, part, whole):
        return self.counts.get(part, 0) / self.counts[whole] if self.counts.get(whole) else None

    def placed(self, kind="variables"):
        return self.share(COUNTS[kind][1], COUNTS[kind][0])

    def covered(self, kind="variables"):
        return self.share(COVERED % kind, SCOPE % kind)

    def reaches(self, level):
        return not self.files or all(share is None or share >= wanted for share, wanted in
                                     zip((self.placed(), self.covered()), WANTED[level]))


def options_of(path):
    with open(path, encoding="utf-8") as file:
        return " ".join(re.findall(r"^// options: (.*)", file.read(), re.M))


def compile_one(compiler, target, level, path, output):
    """None, or why there is no object."""
    said = "is not there"
    standard = options_of(path) or "-cl-std=CL1.2"
    for call in CALLS[compiler](target, standard, path, output):
        if not os.path.exists(call[0]):
            break
        run = subprocess.run([*call, level, "-gdwarf-4"], capture_output=True, check=False, text=True)
        if run.returncode == 0:
            return None
        said = first_error(run.stderr)
    return said


def measure(compiler, target, level, path, output):
    """Statistics of an object, or None; what is wrong with it, or None."""
    said = compile_one(compiler, target, level, path, output)
    if said:
        return None, said
    told = subprocess.run([tool(), "--statistics", output], capture_output=True, check=True, text=True)
    verified = subprocess.run([tool(), "--verify", output], capture_output=True, check=False, text=True)
    wrong = re.search(r"^error: .*", verified.stdout + verified.stderr, re.M)
    return json.loads(told.stdout), wrong[0] if wrong else None if verified.returncode == 0 else "--verify fails"


def measured(compiler, target, level, path, output):
    """The same, kept."""
    if compiler == "occ":
        return measure(compiler, target, level, path, output)
    key = digest(identity(compiler) or "", target, level, read(path), tool())
    return kept("debug", key, lambda: measure(compiler, target, level, path, output))


def files(names):
    for folder in SETS:
        for name in sorted(os.listdir(os.path.join(ROOT, folder))):
            if name.endswith(".cl") and (not names or any(wanted in name for wanted in names)):
                yield folder, name


def show(share):
    return "%8.1f" % (100 * share) if share is not None else "       -"


def print_row(level, name, compiler, figures):
    parts = ["%9d%s" % (figures.counts.get(COUNTS[kind][0], 0), show(figures.placed(kind))) for kind in KINDS]
    print("%-4s %-26s%-10s%s  %s%s" % (level, name, compiler, "".join(parts),
                                       "".join(show(figures.covered(kind)) for kind in KINDS),
                                       "" if compiler != "occ" or figures.reaches(level) else "  below"))


def measure_level(level, target, wanted, compilers):
    """Figures by set, or file, and compiler; what is wrong."""
    work = os.path.join(BUILD, "bench/debug")
    os.makedirs(work, exist_ok=True)
    jobs = {}
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for folder, name in wanted:
            for compiler in compilers:
                output = os.path.join(work, "%s%s-%s.co" % (name[:-3], level, compiler))
                jobs[folder, name, compiler] = pool.submit(measured, compiler, target, level,
                                                           os.path.join(ROOT, folder, name), output)
    return {key: job.result() for key, job in jobs.items()}


def summed(results, by_file):
    """(row, compiler) -> Figures, "all" last; lines that say what is wrong."""
    sums, wrong = {}, []
    for (folder, name, compiler), (told, said) in results.items():
        if said:
            wrong.append("     %s, %s: %s" % (name, compiler, said))
        for row in (name,) if by_file else (folder, "all"):
            figures = sums.setdefault((row, compiler), Figures())
            if told:
                figures.add(told)
    return dict(sorted(sums.items(), key=lambda item: item[0][0] == "all")), wrong


def print_level(level, results, by_file):
    sums, wrong = summed(results, by_file)
    for (row, compiler), figures in sums.items():
        print_row(level, row, compiler, figures)
    for line in wrong:
        print(line)


def main(words):
    target, by_file, compilers, names = "gfx900", False, COMPILERS, []
    for word in words:
        if word.startswith("-mcpu="):
            target = word[6:]
        elif word == "--files":
            by_file = True
        elif word == "--alone":
            compilers = COMPILERS[:1]
        elif word.startswith("-"):
            return 2
        else:
            names.append(word)
    wanted = list(files(names))
    if not wanted or not tool():
        print("no such file" if tool() else "llvm-dwarfdump is not there", file=sys.stderr)
        return 2
    print("%-4s %-26s%-10s%s  %s" % ("", "", "", "".join("%17s" % (kind + " placed %") for kind in
                                     ("variables", "params", "locals")),
                                     "covered %: all, params, locals"))
    for level in LEVELS:
        print_level(level, measure_level(level, target, wanted, compilers), by_file or bool(names))
    return 0
