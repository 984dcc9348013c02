"""`tools/bench check`: what -fsanitize=opencl costs in the simulator, and what oclgrind takes for the same.

  tools/bench check [-mcpu=TARGET] [-n RUNS] [NAME...]

Six kernels (test/bench/simulator), then programs that nobody here wrote: their launches, recorded as for
`tools/bench programs`.  NAME is a kernel's or a program's.  Times are the processor's in milliseconds, the median
of RUNS, less what a kernel takes that does nothing: many launches of programs are as short as the start of a process.  "without" is the simulator with its own checks on code as OCC_ICD_CHECK=all had it before there was
-fsanitize=opencl, "opencl" the same with it.

oclgrind (Debian's package) gets the same kernel and looks for races and uninitialised values.  Of the six it runs
one work-group and five: the difference tells what all would take.  Of a program it gets the launch that took longest,
whole, from a simulation file, and PATIENCE times as long as the simulator took (">": it was not done);
launches with images and of linked programs have no such file.
"""
import math
import os
import re
import shutil
import subprocess

import recordings
from recordings import BUILD, ROOT, language_options, programs, read
from simulator_kernels import SIMULATOR

GCNSIM = os.path.join(BUILD, "bin/gcnsim")
WORK = os.path.join(BUILD, "bench")
# What OCC_ICD_CHECK=all compiled with before there was -fsanitize=.
CODES = ([f"-fdisable-pass=opt_{name}_arrays" for name in ("small", "register", "constant")],
         ["-fsanitize=opencl"])
OCLGRIND = ["oclgrind-kernel", "--data-races", "--uninitialized"]
UNOPTIMISED = "-cl-opt-disable"  # else Debian's 21.10 stops at LLVM's freeze
TYPES = {"f32": ("float", 4), "u32": ("uint", 4), "f64": ("double", 8)}
PATIENCE = 60
PROGRAMS = ["wlangenpmkocl", "pyopencl.n-body", "pyopencl.demo_array", "pyopencl.demo-struct-reduce",
            "clblast.xaxpy", "clblast.xgemv", "clfft.256", "hashcat.0", "hashcat.1400", "hashcat.12000",
            "ffmpeg.overlay", "ffmpeg.dilation"]

def milliseconds(command, patience=None, folder=None):
    """Processor time, in the folder; None: it failed; infinite: patience (seconds of the processor) was not enough."""
    limit = ["prlimit", f"--cpu={math.ceil(patience)}"] if patience else []
    run = subprocess.run([os.path.join(BUILD, "bin/measure"), *limit, *command], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, cwd=folder, check=False)
    words = run.stdout.split()[-3:]
    taken = int(words[1]) / 1e6 if len(words) == 3 and words[1].isdigit() else None
    if limit and taken and taken >= 999 * patience:
        return math.inf
    return None if run.returncode else taken


class Empty:
    """What a kernel that does nothing takes in the simulator and in oclgrind; LEAST is taken for what is below."""
    LEAST = 1.0
    TIMES = 5

    def __init__(self, target, has_other):
        source = os.path.join(WORK, "empty.cl")
        with open(source, "w", encoding="ascii") as file:
            file.write("kernel void empty(void) { }\n")
        code = compiled(target, source, "empty")[1]
        self.own = in_turn([[GCNSIM, "run", code, "--global", "1", "--local", "1"]], self.TIMES)[0]
        self.other = 0
        if has_other:
            path = os.path.join(WORK, "oclgrind.sim")
            simulation_file(path, [source, "empty", "1 1 1", "1 1 1", ""])
            command = [*OCLGRIND, "--build-options", UNOPTIMISED, path]
            self.other = (in_turn([command], self.TIMES) or [0])[0]

    def without(self, taken, start):
        return max(taken - start, self.LEAST)


def in_turn(commands, runs, folder=None):
    """The median of each command's times; None if one fails."""
    times = [[milliseconds(command, folder=folder) for command in commands] for _ in range(runs)]
    if any(taken is None for row in times for taken in row):
        return None
    return [sorted(column)[runs // 2] for column in zip(*times)]


def compiled(target, source, name, switches=()):
    """The two objects, or None."""
    codes = []
    for i, mode in enumerate(CODES):
        codes.append(os.path.join(WORK, f"check-{name}{i}.co"))
        run = subprocess.run([os.path.join(BUILD, "bin/occ"), "-mcpu=" + target, "-w", "-gline-tables-only", *switches,
                              *mode, "-x", "cl", source, "-o", codes[i]], stderr=subprocess.DEVNULL, check=False)
        if run.returncode:
            return None
    return codes


# ---- oclgrind ----

def simulation_file(path, lines):
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join([*lines, ""]))


def three(sizes):
    return " ".join(map(str, [*sizes, 1, 1][:3]))


def oclgrind_groups(source, kernel, local, arguments, groups):
    rows = []
    for argument in arguments:
        kind, _, value = argument.partition(":")
        if kind == "buf":
            count, name = value.partition("=")[0].split("*")
            rows.append("<size=%d fill=1 %s>" % (int(count) * TYPES[name][1], TYPES[name][0]))
        else:
            rows.append("<size=4 uint>\n" + value)
    sides = [int(n) for n in local.split(",")]
    path = os.path.join(WORK, "oclgrind.sim")
    simulation_file(path, [source, kernel, three([sides[0] * groups, *sides[1:]]), three(sides), "", *rows])
    return milliseconds([*OCLGRIND, "--build-options", UNOPTIMISED, path])


def oclgrind_kernel(source, kernel, size, local, arguments):
    """For all work-items; None: it fails, or noise turned the difference over."""
    one, five = (oclgrind_groups(source, kernel, local, arguments, groups) for groups in (1, 5))
    if one is None or five is None or five <= one:
        return None
    return (five - one) / 4 * math.prod(int(a) // int(b) for a, b in zip(size.split(","), local.split(",")))


def hexadecimal(data):
    return "<size=%d uchar hex>\n%s" % (len(data), data.hex(" "))


def argument_row(launch, number, text):
    """A row of the simulation file for an argument of a recorded launch; None: there is none for it."""
    kind, _, value = text.partition(":")
    if text == "x64:0":
        return "<null>"
    if kind == "buf":
        found = re.search(r"arg%d\.in" % number, value)
        return hexadecimal(read(os.path.join(launch.folder, found[0]))) if found else None
    if kind == "local":
        return "<size=%d local>" % int(value)
    if kind == "hex":
        return hexadecimal(bytes.fromhex(value))
    return None


def oclgrind_launch(launch, patience):
    """patience: milliseconds."""
    arguments = [line[len("--arg="):] for line in launch.switches if line.startswith("--arg=")]
    rows = [argument_row(launch, number, text) for number, text in enumerate(arguments)]
    if None in rows or launch.parts != 1:
        return None
    standard, others = language_options(launch.options())
    local = next((line[8:] for line in launch.switches if line.startswith("--local=")), "1")
    path = os.path.join(WORK, "oclgrind.sim")
    simulation_file(path, [launch.source, launch.kernel, three(launch.size.split(",")), three(local.split(",")), "",
                           *rows])
    options = " ".join([*standard, *others, UNOPTIMISED])
    return milliseconds([*OCLGRIND, "--build-options", options, path], patience / 1000)


# ---- the table ----

class Table:
    """Prints rows, and what they are in the mean."""

    def __init__(self):
        self.ratios, self.others = [], []

    def row(self, name, without, opencl, other=None, own=None):
        """own: what the simulator took for what oclgrind took `other` for."""
        self.ratios.append(opencl / without)
        text = f"{name:28}{without:10.0f}{opencl:10.0f}{self.ratios[-1]:8.2f}"
        if other:
            known = other != math.inf
            factor = other / own if known else PATIENCE
            self.others.append(factor)
            text += f"{other:12.0f}{factor:9.1f}" if known else f'{"":12}{">" + str(PATIENCE):>9}'
        print(text, flush=True)

    def end(self):
        for values, what in (self.ratios, "price"), (self.others, "oclgrind's time by ours"):
            if values:
                mean = math.exp(sum(map(math.log, values)) / len(values))
                print(f"{what}: mean {mean:.2f}, least {min(values):.2f}, most {max(values):.2f}")


def kernel_row(table, row, target, runs, empty):
    name, kernel, size, local, arguments = row
    source = os.path.join(ROOT, "test/bench/simulator", name + ".cl")
    codes = compiled(target, source, name)
    rest = ["--kernel", kernel, "--global", size, "--local", local]
    rest += [word for argument in arguments for word in ("--arg", argument)]
    times = [empty.without(taken, empty.own)
             for taken in in_turn([[GCNSIM, "run", code, *rest] for code in codes], runs)]
    other = oclgrind_kernel(source, kernel, size, local, arguments) if empty.other else None
    table.row(name, *times, other, times[1])


def replay(launch, code):
    """With the simulator's checks, whatever the launch was recorded under."""
    switches = [re.sub("@expect=.*", "", line) for line in launch.switches if line != "--no-strict"]
    return [GCNSIM, "run", code, *switches]


def program_row(table, name, target, runs, empty):
    program = next(row for row in programs.PROGRAMS if row[0] == name)
    launches, notes = recordings.recorded(program, target, False, os.path.join(WORK, "programs"))
    sums, longest, slowest, left = [0, 0], None, 0, 0
    for launch in launches:
        standard, others = language_options(launch.options())
        codes = compiled(target, launch.source, "program", [*standard, *others]) if launch.parts == 1 else None
        times = codes and in_turn([replay(launch, code) for code in codes], runs, launch.folder)
        if not times:
            left += 1
            continue
        times = [empty.without(taken, empty.own) for taken in times]
        sums = [a + b for a, b in zip(sums, times)]
        if times[1] > slowest:
            longest, slowest = launch, times[1]
    if notes["wrong"] or not longest:
        print(f'{name:28} {notes["wrong"] or "no launch"}')
        return
    other = oclgrind_launch(longest, PATIENCE * slowest + empty.other) if empty.other else None
    table.row(name, *sums, other and empty.without(other, empty.other), slowest)
    if left:
        print(f"{'':28} left out: {left} of {len(launches)} launches")


def main(names, target, runs):
    os.makedirs(WORK, exist_ok=True)
    has_other = shutil.which(OCLGRIND[0]) is not None
    table = Table()
    print(f'{"":28}{"without":>10}{"opencl":>10}{"ratio":>8}' + (f'{"oclgrind":>12}{"ratio":>9}' if has_other else ""))
    empty = Empty(target, has_other)
    for row in SIMULATOR:
        if not names or row[0] in names:
            kernel_row(table, row, target, runs, empty)
    for name in PROGRAMS:
        if not names or name in names:
            program_row(table, name, target, runs, empty)
    table.end()
