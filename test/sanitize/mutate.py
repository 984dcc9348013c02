#!/usr/bin/env python3
"""Mutants of right programs: are those that are wrong told, where they are wrong?

usage: mutate.py BUILD [--suite=own|hashcat|darktable] [--unit=NAME,...] [--every=N] OPERATOR[=told]...

A mutant (mutants.py) of each place of examples/ and test/e2e, or of units of Debian's hashcat-data or darktable, is compiled
with -fsanitize=opencl and run as its tests have it run, whose results decide whether it is wrong: it is told, with
the kind and the place that the operator leads to; told elsewhere; wrong and untold; or nothing is to be seen.
--every=N: only every Nth mutant.  With `told` behind an operator every mutant with wrong results must be told.  An index that stays within its
buffer is wrong and breaks no rule: so of `index` nobody asks that, and those are not listed.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)

from mutants import OPERATORS, mutants, verdict  # noqa: E402

CHECKED = ["-w", "-mcpu=gfx900", "-fsanitize=opencl"]
SECONDS = 300


def call(words, **settings):
    """Its status, and what is said; None: it takes too long."""
    try:
        run = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False, timeout=SECONDS, **settings)
    except subprocess.TimeoutExpired:
        return None, "no end"
    return run.returncode, run.stdout + run.stderr


# ---- examples/ and test/e2e ----

class Own:
    """A program that run-e2e knows."""

    def __init__(self, build, path):
        self.build, self.path, self.name = build, path, os.path.basename(path)

    def judge(self, text, folder):
        """Is it right (None: it is no program), and what is said?"""
        stem = self.name[:-3]
        changed = os.path.join(folder, self.name)
        with open(changed, "w", encoding="utf-8") as file:
            file.write(text)
        status, said = call([f"{self.build}/bin/occ", *CHECKED, f"-I{os.path.dirname(self.path)}", changed, "-o",
                             os.path.join(folder, stem + ".co")])
        if status:
            return None, said
        status, said = call([f"{self.build}/bin/run-e2e", "--objects", folder, stem])
        return status == 0, said


def own_programs(build, _):
    _, said = call([f"{build}/bin/run-e2e", "--list"])
    names = [line.split("\t")[0] for line in said.split("\n")]
    paths = sorted(glob.glob(f"{ROOT}/examples/*.cl") + glob.glob(f"{ROOT}/test/e2e/*.cl"))
    return [Own(build, path) for path in paths if os.path.basename(path)[:-3] in names]


# ---- programs of others, as kernel_runs.py has them run ----

class Unit:
    """A unit, whose kernels leave what the unchanged ones leave."""

    def __init__(self, build, runs, suite, unit):
        self.build, self.runs, self.suite, self.unit = build, runs, suite, unit
        self.name = os.path.basename(unit[1])
        self.path = unit[1]
        self.right = None

    def judge(self, text, folder):
        runs, code = self.runs, os.path.join(folder, "unit.co")
        changed, whole = os.path.join(folder, self.name), os.path.join(folder, "whole.cl")
        around = runs.RUNS[self.suite].source(self.unit)
        with open(changed, "w", encoding="utf-8") as file:
            file.write(text)
        with open(whole, "w", encoding="utf-8") as file:
            file.write(around.replace(self.path, changed) if around else text)
        name, _, options = runs.for_target(self.unit, "gfx900")
        status, said = call([f"{self.build}/bin/occ", *CHECKED, *options, f"-I{os.path.dirname(self.path)}",
                             whole if around else changed, "-o", code])
        if status:
            return None, said
        left = {}
        try:
            for program in runs.RUNS[self.suite].programs(
                    (name, changed, options), runs.kernels_of(code),
                    lambda kernel, *words: runs.call([runs.GCNSIM, "run", code, "--kernel", kernel, "--benign", *words]),
                    runs.Program, runs.Launch):
                buffers = program.run(code, ["order"])
                left[program.name] = program.settle(buffers), program.judge(buffers), program.close
        except runs.Fault as fault:
            return False, str(fault)
        if self.right is None: # the unchanged one comes first
            self.right = left
        is_right = all(not judged and name in self.right and not runs.alike(settled, self.right[name][0], close)
                       for name, (settled, judged, close) in left.items())
        return is_right, ""


def unit_programs(suite):
    def programs(build, names):
        os.environ["OCC_BUILD"] = build
        sys.path.insert(0, os.path.join(ROOT, "test/conformance"))
        import kernel_runs as runs  # pylint: disable=import-outside-toplevel
        runs.CHECKED.update(run=["--benign"])
        units = {unit[0]: unit for unit in runs.SUITES[suite]()}
        wanted = names or runs.RUNS[suite].SAMPLE
        return [Unit(build, runs, suite, runs.RUNS[suite].lighter(units[name])) for name in wanted]
    return programs


SUITES = {"own": own_programs, "hashcat": unit_programs("hashcat"), "darktable": unit_programs("darktable")}


# ---- all of them ----

def judge_operator(programs, operator, every):
    """What became of its mutants -> how many; lines about those that are wrong and untold."""
    counts, lines, number = {}, [], 0
    for program in programs:
        with open(program.path, encoding="utf-8") as file:
            text = file.read()
        with tempfile.TemporaryDirectory() as folder:
            all_mutants = list(mutants(text, operator))
            is_right, said = program.judge(text, folder) if all_mutants else (True, "")
            if not is_right:
                lines.append(f"{operator}: {program.name} itself: {said[:300]}")
                counts["of programs that are not right"] = counts.get("of programs that are not right", 0) + len(all_mutants)
                continue
            for mutant in all_mutants:
                number += 1
                if number % every:
                    continue
                is_right, said = program.judge(mutant.text, folder)
                what = ("no program" if is_right is None else
                        verdict(operator, mutant, program.name, said) or ("nothing to see" if is_right else "wrong and untold"))
                counts[what] = counts.get(what, 0) + 1
                if what in ("wrong and untold", "told elsewhere") and operator != "index":
                    lines.append(f"{operator}: {program.name}:{mutant.line}: {what}: " + re.sub(r"\s+", " ", said[:240]))
    return counts, lines


def main():
    build, options, bad = os.path.abspath(sys.argv[1]), {}, 0
    operators = []
    for word in sys.argv[2:]:
        name, _, value = word.partition("=")
        if word.startswith("--"):
            options[name[2:]] = value
        else:
            operators.append((name, value))
    names = [name for name in options.get("unit", "").split(",") if name]
    programs = SUITES[options.get("suite", "own")](build, names)
    for operator, must in operators or [(name, "") for name in OPERATORS]:
        counts, lines = judge_operator(programs, operator, int(options.get("every", "1")))
        for line in lines:
            print(line)
        wrong = sum(count for what, count in counts.items() if what in ("told", "told elsewhere", "wrong and untold"))
        share = f"; {counts.get('told', 0)} of {wrong} that are wrong told where they are" if wrong else ""
        print(f"{operator}: {sum(counts.values())} mutants: " +
              ", ".join(f"{n} {what}" for what, n in sorted(counts.items())) + share, flush=True)
        bad += must == "told" and (counts.get("wrong and untold", 0) > 0 or not counts.get("told"))
    sys.exit(1 if bad else 0)


main()
