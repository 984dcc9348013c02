"""`tools/bench code`: kernels that are only for this (test/bench/code), compiled by three compilers and run.

  tools/bench code [-mcpu=TARGET] [--aside | --all] [--tsv FILE] [NAME...]

A row is a kernel: modelled cycles, those in which the busiest unit works (what is left when all latency is
hidden), instructions, registers, waves on a SIMD, code and scratch.  Ratios are occ's figure by clang's:
below 1, occ is better.  Each kernel's buffers must hold the same afterwards, whichever compiler made it;
floats may be rounded otherwise.

A third of the kernels, by a hash of their names, is set aside: code is not tuned on them.  --aside shows those
alone, --all both.  Files of the name *.odd.cl have kinds of code that programs are seldom full of.
"""
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

from program_table import CALLS, COMPILERS, ROUNDING, apart, code_bytes, first_error, geometric_mean
from recordings import BUILD, ROOT, read

FOLDER = os.path.join(ROOT, "test/bench/code")
GCNSIM = os.path.join(BUILD, "bin/gcnsim")
FIGURES = ("cycles", "busy", "instructions", "vgprs", "sgprs", "waves_per_simd", "code", "scratch_bytes")
KINDS = "ordinary", "odd"
WORST = 1.10
JOBS = 2
LAUNCH = re.compile(r"^// run (\S+) (\S+) (.*)\n(?:.*\n)*?kernel void (\w+)", re.MULTILINE)
FORMATS = {"f16": "e", "f32": "f", "f64": "d"}


class Kernel:
    def __init__(self, path, sizes, arguments, name):
        self.path, self.name, self.sizes, self.arguments = path, name, sizes, arguments.split()
        self.kind = "odd" if path.endswith(".odd.cl") else "ordinary"
        self.is_aside = hashlib.md5(name.encode()).digest()[0] % 3 == 0
        self.figures, self.faults, self.memory = {}, {}, {}

    def run(self, compiler, path):
        """Runs it; keeps what it costs and what its buffers hold."""
        with tempfile.TemporaryDirectory() as folder:
            words = [GCNSIM, "run", path, "--kernel", self.name, "--global", self.sizes[0],
                     "--local", self.sizes[1], "--stats=json"]
            if compiler.startswith("clang"):
                words.append("--foreign")
            for number, argument in enumerate(self.arguments):
                words += ["--arg", argument]
                if argument.startswith("buf:"):
                    words[-1] += "@out=%s/%d" % (folder, number)
            run = subprocess.run(words, capture_output=True, check=False, text=True)
            if run.returncode:
                self.faults[compiler] = first_error(run.stderr)
                return
            stats = json.loads(run.stdout.splitlines()[-1])
            units = [stats["busy_" + unit] for unit in ("valu", "salu", "lds", "vmem")]
            self.figures[compiler] = dict(stats, busy=max(units), code=code_bytes(path, self.name))
            self.memory[compiler] = {number: read(os.path.join(folder, str(number)))
                                     for number, argument in enumerate(self.arguments)
                                     if argument.startswith("buf:")}

    def differs(self, compiler):
        """What is wrong with the results of occ's code, held to those of that compiler; or None."""
        for number, theirs in self.memory[compiler].items():
            ours = self.memory["occ"][number]
            kind = re.search(r"\*(\w+)", self.arguments[number])
            form = FORMATS.get(kind[1]) if kind else None
            if ours != theirs and (not form or apart(ours, theirs, form) > ROUNDING):
                return "argument %d has other results than with %s" % (number, compiler)
        return None

    def ratio(self, what, peer):
        ours, theirs = self.figures.get("occ", {}).get(what), self.figures.get(peer, {}).get(what)
        return ours / theirs if ours and theirs else None


def kernels():
    for name in sorted(os.listdir(FOLDER)):
        if name.endswith(".cl"):
            path = os.path.join(FOLDER, name)
            for launch in LAUNCH.finditer(read(path).decode()):
                yield Kernel(path, launch.groups()[:2], launch[3], launch[4])


def compile_all(target, wanted):
    """Compiles each file once; the objects by compiler and file."""
    work = os.path.join(BUILD, "bench/code")
    os.makedirs(work, exist_ok=True)
    objects = {}
    for path in sorted({kernel.path for kernel in wanted}):
        for compiler in COMPILERS:
            output = os.path.join(work, "%s-%s-%s.co" % (os.path.basename(path)[:-3], target, compiler))
            for call in CALLS[compiler](target, "-cl-std=CL1.2", path, output):
                if not os.path.exists(call[0]):
                    break
                run = subprocess.run(call, capture_output=True, check=False, text=True)
                if run.returncode == 0:
                    objects[compiler, path] = output
                    break
            else:
                print("%s, %s: %s" % (os.path.basename(path), compiler, first_error(run.stderr)))
    return objects


def run_all(wanted, objects):
    jobs = [(kernel, compiler, objects[compiler, kernel.path]) for kernel in wanted
            for compiler in COMPILERS if (compiler, kernel.path) in objects]
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for done in [pool.submit(kernel.run, compiler, path) for kernel, compiler, path in jobs]:
            done.result()


def means(rows, what, peer):
    values = [value for value in (row.ratio(what, peer) for row in rows) if value]
    return geometric_mean(values) if values else None


def show(value):
    return "%7.2f" % value if value else "      -"


def print_rows(rows):
    print("%-22s%-6s%s%s%s%s%s%s%s" % ("kernel", "", "".join("%10s" % c for c in COMPILERS), "  by 16  by 22",
                                       "   busy", "  instr", "          VGPRs", "        waves", "   code of 22"))
    for row in rows:
        def each(what):
            return "/".join(str(row.figures.get(c, {}).get(what, "-")) for c in COMPILERS)
        print("%-22s%-6s%s%s%s%s%s%15s%13s%s%s"
              % (row.name, "aside" if row.is_aside else "",
                 "".join("%10s" % row.figures.get(c, {}).get("cycles", "-") for c in COMPILERS),
                 show(row.ratio("cycles", "clang-16")), show(row.ratio("cycles", "clang-22")),
                 show(row.ratio("busy", "clang-22")), show(row.ratio("instructions", "clang-22")),
                 each("vgprs"), each("waves_per_simd"), show(row.ratio("code", "clang-22")),
                 "   scratch " + each("scratch_bytes")
                 if any(row.figures.get(c, {}).get("scratch_bytes") for c in COMPILERS) else ""))
        for compiler in COMPILERS:
            if compiler in row.faults:
                print("    %s: %s" % (compiler, row.faults[compiler]))
            elif compiler != "occ" and "occ" in row.memory and compiler in row.memory and row.differs(compiler):
                print("    " + row.differs(compiler))


def print_means(rows):
    for kind in KINDS:
        group = [row for row in rows if row.kind == kind]
        for peer in COMPILERS[1:]:
            values = [(what, means(group, what, peer)) for what in FIGURES[:4] + ("code",)]
            above = [row for row in group if (row.ratio("cycles", peer) or 0) > WORST]
            print("%-9s %3d by %s: " % (kind, len(group), peer) +
                  ", ".join("%s %s" % (what, show(value).strip()) for what, value in values) +
                  ("; %d above %.2f" % (len(above), WORST)))
        for row in group:
            ours = row.figures.get("occ", {}).get("scratch_bytes", 0)
            if ours > min(row.figures.get(peer, {}).get("scratch_bytes", ours) for peer in COMPILERS[1:]):
                print("    %s has more scratch than clang" % row.name)


def write_rows(rows, path):
    with open(path, "w", encoding="ascii") as file:
        print("kernel", "kind", "aside", *("%s %s" % (c, f) for c in COMPILERS for f in FIGURES), sep="\t", file=file)
        for row in rows:
            print(row.name, row.kind, int(row.is_aside),
                  *(row.figures.get(c, {}).get(f, "") for c in COMPILERS for f in FIGURES), sep="\t", file=file)


def main(words):
    target, which, tsv, names = "gfx900", "tuned", None, []
    words = list(words)
    while words:
        word = words.pop(0)
        if word.startswith("-mcpu="):
            target = word[6:]
        elif word in ("--aside", "--all"):
            which = word[2:]
        elif word == "--tsv" and words:
            tsv = words.pop(0)
        elif word.startswith("-"):
            return 2
        else:
            names.append(word)
    wanted = [kernel for kernel in kernels() if not names or kernel.name in names]
    if not names and which != "all":
        wanted = [kernel for kernel in wanted if kernel.is_aside == (which == "aside")]
    if not wanted:
        print("no such kernel", file=sys.stderr)
        return 2
    objects = compile_all(target, wanted)
    run_all(wanted, objects)
    print_rows(wanted)
    print_means(wanted)
    if tsv:
        write_rows(wanted, tsv)
    return 0
