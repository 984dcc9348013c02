"""`tools/bench programs`: recorded launches of real programs, compiled by three compilers and replayed.

  tools/bench programs [-mcpu=TARGET] [-n RUNS] [--all] [--anew] [--tsv FILE] [NAME...]

A row is a launch: a kernel of a program of test/icd/programs.py with its real data.  All compilers get
the text that occ's preprocessor left, code of version 4, and the -cl options of the program.  Cycles,
registers and scratch are what gcnsim tells of the replay; code is the kernel's and, if it calls, that of
the functions beside it; time is processor time, user and system, of the whole process, the median of
RUNS (3; of one that takes over 2 s only one).  Below the row stands what was not as recorded, and what
did not compile.  Ratios are occ's figure by clang's: below 1, occ is better.

What was recorded, compiled and replayed is kept in BUILD/bench/programs, by what it depends on; --anew
records again.  --all takes the programs that take longer, too.
"""
import concurrent.futures
import json
import math
import os
import re
import statistics
import struct
import subprocess
import sys
import tempfile

import recordings
from recordings import BUILD, digest, language_options, programs, read

sys.path.insert(0, os.path.join(recordings.ROOT, "test/conformance"))
from object_figures import SHT_SYMTAB, sections  # noqa: E402

HOME = os.path.join(BUILD, "bench/programs")
GCNSIM = os.path.join(BUILD, "bin/gcnsim")
BITCODE = "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"
JOBS = 2
LONG = 2000       # ms: measured once
PATIENCE = 120    # seconds of processor time that a compiler gets
SECONDS = 120     # that a replay gets
ROUNDING = 1e-3   # of the largest value: so far apart, floats are only rounded otherwise
WORST = 15
COMPILERS = "occ", "clang-16", "clang-22"


# ---- compilers ----

# Options of clBuildProgram that clang has too; others are for other compilers.
CLANG_KNOWS = {"-cl-opt-disable", "-cl-strict-aliasing", "-cl-single-precision-constant",
               "-cl-finite-math-only", "-cl-kernel-arg-info", "-cl-unsafe-math-optimizations",
               "-cl-fast-relaxed-math", "-cl-mad-enable", "-cl-no-signed-zeros",
               "-cl-denorms-are-zero", "-cl-fp32-correctly-rounded-divide-sqrt",
               "-cl-uniform-work-group-size"}


def occ(target, options, source, output):
    standard, others = language_options(options)
    return [[os.path.join(BUILD, "bin/occ"), "-mcpu=" + target, "-mcode-object-version=4", "-w",
             *standard, *others, "-x", "cl", source, "-o", output]]


def clang(version):
    """A function that gives the calls to try, one after the other."""
    def calls(target, options, source, output):
        standard, others = language_options(options)
        chip = target + ":xnack-" if target.startswith("gfx9") else target
        call = ["/usr/lib/llvm-%d/bin/clang" % version, "-x", "cl", "-target", "amdgcn-amd-amdhsa",
                "-mcpu=" + chip, "-mcode-object-version=4", "-cl-kernel-arg-info", "-O3",
                "--rocm-path=/usr", "--rocm-device-lib-path=" + BITCODE, "-w", *standard,
                *(word for word in others if word in CLANG_KNOWS)]
        if version >= 22:  # its own libraries have no such switch any more, Debian's ask for it
            daz = "on" if "-cl-denorms-are-zero" in others else "off"
            call += ["-Xclang", "-mlink-builtin-bitcode", "-Xclang",
                     "%s/oclc_daz_opt_%s.bc" % (BITCODE, daz)]
        # AMD's own functions are declared only in the large header, which takes long to read.
        return [[*call, source, "-o", output],
                [*call, "-include", "opencl-c.h", source, "-o", output]]
    return calls


CALLS = {"occ": occ, "clang-16": clang(16), "clang-22": clang(22)}


def identity(compiler):
    """What changes when the compiler does; None: it is not installed."""
    path = CALLS[compiler]("gfx900", "", "", "")[0][0]
    if not os.path.exists(path):
        return None
    if compiler == "occ":
        return digest(read(path))
    said = subprocess.run([path, "--version"], capture_output=True, check=False).stdout
    return digest(said)


# ---- what is kept ----

def kept(kind, key, make):
    """The dictionary that make() gave once for that key."""
    path = os.path.join(HOME, kind, key + ".json")
    if os.path.exists(path):
        return json.loads(read(path))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    made = make()
    with tempfile.NamedTemporaryFile("w", dir=os.path.dirname(path), delete=False) as file:
        json.dump(made, file)
    os.rename(file.name, path)
    return made


# ---- compiling ----

def first_error(text):
    lines = text.strip().splitlines()
    return next((line for line in lines if "error:" in line),
                lines[0] if lines else "no message")[-200:]


def timed(call):
    """Milliseconds, or what is wrong."""
    run = subprocess.run([os.path.join(BUILD, "bin/measure"), "prlimit", "--cpu=%d" % PATIENCE, *call],
                         capture_output=True, check=False)
    if run.returncode:
        said = run.stderr.decode(errors="replace")
        if run.returncode in (137, 152, -9, -24):
            said = "not done after %d s" % PATIENCE
        return None, first_error(said)
    return int(run.stdout.split()[-2]) / 1e6, None


def compile_unit(compiler, target, launch, runs, output):
    if launch.parts != 1:
        return {"fault": "linked of %d sources" % launch.parts if launch.parts
                else "made from a binary of unknown source"}
    fault = None
    for call in CALLS[compiler](target, launch.options(), launch.source, output):
        time, wrong = timed(call)
        fault = fault or wrong  # of the plain call
        if time is not None:
            times = [time]
            while len(times) < runs and time < LONG:
                times.append(timed(call)[0] or time)
            return {"ms": statistics.median(times)}
    return {"fault": fault}


class Unit:
    """A source with its options: what becomes of it under each compiler."""

    def __init__(self, launch):
        self.launch, self.objects = launch, {}

    def make(self, compiler, target, runs):
        launch = self.launch
        whose = identity(compiler)
        if not whose:
            return
        call = CALLS[compiler](target, launch.options(), "", "")[-1]
        key = digest(whose, runs, " ".join(call), launch.unit())
        output = os.path.join(HOME, "objects", key + ".co")
        made = kept("objects", key,
                    lambda: compile_unit(compiler, target, launch, runs, output))
        self.objects[compiler] = dict(made, path=output)


# ---- code ----

def is_call(word):
    """s_swappc_b64, in the encodings of GFX6 and 7, and from GFX8 on."""
    return word & 0xFF80FF00 in (0xBE802100, 0xBE801E00)


def code_bytes(path, kernel):
    """The kernel's, and if it calls, that of the functions that are no kernels."""
    image = read(path)
    table = sections(image)
    sizes, kernels, home = {}, set(), {}
    for _, kind, _, offset, length, link in table:
        if kind != SHT_SYMTAB:
            continue
        for at in range(offset, offset + length, 24):
            name, info, _, section, value, size = struct.unpack_from("<IBBHQQ", image, at)
            start = table[link][3] + name
            text = image[start:image.index(b"\0", start)].decode()
            if text.endswith(".kd"):
                kernels.add(text[:-3])
            elif info & 15 == 2:  # STT_FUNC
                sizes[text] = size
                home[text] = value - table[section][2] + table[section][3]
    if kernel not in sizes:
        return None
    words = struct.unpack_from("<%dI" % (sizes[kernel] // 4), image, home[kernel])
    if not any(map(is_call, words)):
        return sizes[kernel]
    return sizes[kernel] + sum(size for name, size in sizes.items() if name not in kernels)


# ---- replaying ----

FORMATS = {"float": "f", "double": "d", "half": "e"}


def members_format(text, name):
    """Of a structure or union, as complex numbers are: if all its members are of one floating type."""
    body = re.search(r"\btypedef\s+(?:struct|union)\s*\w*\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*%s\s*;"
                     % re.escape(name), text)
    members = re.findall(r"(?:^|[;{])\s*(?!struct\b|union\b)(\w+)\s+[^;{}]*(?=;)",
                         body[1] if body else "")
    kinds = {re.sub(r"\d+$", "", member) for member in members}
    return FORMATS.get(kinds.pop()) if len(kinds) == 1 else None


def element_format(launch, kernel_argument):
    """How values of the argument are read, if the source says that they are floating."""
    text = read(launch.source).decode(errors="replace")
    head = re.search(r"\b%s\s*\(([^{;]*)\)\s*\{" % re.escape(launch.kernel), text)
    parameters = re.split(r",(?![^()]*\))", head[1]) if head else []
    if kernel_argument >= len(parameters):
        return None
    aliases = {name: kind for kind, name in
               re.findall(r"\btypedef\s+(\w+)\s+(\w+)\s*;", text)}
    words = re.findall(r"[A-Za-z_]\w*", parameters[kernel_argument])
    for _ in range(4):  # a typedef of a typedef
        for word in words:
            known = re.fullmatch(r"(float|double|half)(2|3|4|8|16)?", word)
            if known:
                return FORMATS[known[1]]
            if members_format(text, word):
                return members_format(text, word)
        words = [aliases[word] for word in words if word in aliases]
    return None


def apart(ours, theirs, form):
    """The largest difference by the largest value; infinite if one is no number where the other is."""
    size = struct.calcsize(form)
    count = min(len(ours), len(theirs)) // size
    most = largest = 0.0
    for a, b in zip(struct.unpack_from("<%d%s" % (count, form), ours),
                    struct.unpack_from("<%d%s" % (count, form), theirs)):
        if a == b or (a != a and b != b):
            continue
        if not math.isfinite(a) or not math.isfinite(b):
            return math.inf
        most = max(most, abs(a - b))
        largest = max(largest, abs(b))
    return most / largest if largest else most and math.inf


def explain(launch, path, said):
    """Of results that differ: whether they are only rounded otherwise."""
    numbers = [int(n) for n in re.findall(r"argument (\d+)[^\n]* differs from", said)]
    short = re.sub(r"^gcnsim: ", "", said.strip().splitlines()[0])
    with tempfile.TemporaryDirectory() as folder:
        switches = [re.sub(r"@expect=arg(\d+)\.out", "@out=%s/\\1" % folder, line)
                    for line in launch.switches]
        subprocess.run([GCNSIM, "run", path, *switches], cwd=launch.folder, check=False,
                       capture_output=True)
        worst = 0.0
        for number in numbers:
            form = element_format(launch, number)
            written = os.path.join(folder, str(number))
            if not form or not os.path.exists(written):
                return {"mark": "!", "why": short}
            worst = max(worst, apart(read(written),
                                     read(os.path.join(launch.folder, "arg%d.out" % number)), form))
    if worst > ROUNDING:
        return {"mark": "!", "why": "%s; up to %.1e of the largest value" % (short, worst)}
    return {"mark": "~", "why": "rounded otherwise, up to %.1e of the largest value" % worst}


def replay_now(launch, path):
    try:
        run = subprocess.run([GCNSIM, "replay", launch.folder, "--object", path, "--stats=json",
                              "--max-seconds=%d" % SECONDS], capture_output=True, check=False,
                             timeout=3 * SECONDS)
    except subprocess.TimeoutExpired:
        return {"mark": "!", "why": "no end after %d s" % (3 * SECONDS)}
    said = run.stderr.decode(errors="replace").strip()
    lines = [line for line in run.stdout.decode(errors="replace").splitlines()
             if line.startswith('{"instructions"')]
    result = json.loads(lines[-1]) if lines else {}
    result = {name: result[name] for name in ("cycles", "vgprs", "sgprs", "scratch_bytes")
              if name in result}
    if run.returncode == 0:
        return result
    if result and " differs from " in said:
        return dict(result, **explain(launch, path, said))
    return dict(result, mark="!", why=first_error(re.sub(r"(?m)^gcnsim: ", "", said)))


def replay(launch, made):
    """What the launch took with that object; {} if there is none."""
    if "fault" in made:
        return {"mark": "!", "why": made["fault"]}
    key = digest(read(GCNSIM), read(made["path"]), read(os.path.join(launch.folder, "launch")),
                 read(os.path.join(launch.folder, "object.co")), os.path.abspath(launch.folder),
                 os.stat(launch.folder).st_mtime_ns, read(__file__))
    result = kept("replays", key, lambda: replay_now(launch, made["path"]))
    return dict(result, code=code_bytes(made["path"], launch.kernel), ms=made["ms"])


# ---- the table ----

class Row:
    def __init__(self, program, launch, unit):
        self.program, self.launch, self.unit = program, launch, unit
        self.results = {}

    def run(self):
        for compiler, made in self.unit.objects.items():
            self.results[compiler] = replay(self.launch, made)

    def ratio(self, what, peer):
        """None: there is no such figure of both, or one has other results."""
        ours, theirs = self.results.get("occ", {}), self.results.get(peer, {})
        if "!" in (ours.get("mark"), theirs.get("mark")) or not ours.get(what) or not theirs.get(what):
            return None
        return ours[what] / theirs[what]


def figure(row, compiler, what):
    value = row.results.get(compiler, {}).get(what)
    return "-" if value is None else "%.0f" % value


def three(row, what):
    return "/".join(figure(row, compiler, what) for compiler in row.unit.objects)


def print_head(compilers):
    print("%-26s %-30s %12s %s %s %21s %13s %11s %17s %18s"
          % ("program", "kernel", "work-items", "".join("%12s" % c for c in compilers),
             "".join("%7s" % ("/" + c[6:]) for c in compilers[1:]), "code bytes", "VGPRs", "SGPRs",
             "scratch", "compile ms"))
    print("%-70s %s" % ("", "cycles: " + ", ".join(compilers) + ", ratios; then " +
                        " / ".join(compilers)))


def print_row(row):
    compilers = list(row.unit.objects)
    cycles = "".join("%11s%1s" % (figure(row, c, "cycles"), row.results[c].get("mark", ""))
                     for c in compilers)
    ratios = [row.ratio("cycles", peer) for peer in compilers[1:]]
    print("%-26s %-30s %12s %s %s %21s %13s %11s %17s %18s"
          % (row.program, row.launch.kernel[:30], row.launch.size, cycles,
             "".join("%7s" % ("%.2f" % r if r else "-") for r in ratios), three(row, "code"),
             three(row, "vgprs"), three(row, "sgprs"), three(row, "scratch_bytes"), three(row, "ms")))
    for compiler, result in row.results.items():
        if result.get("mark"):
            print("    %s %s: %s" % (result["mark"], compiler, result["why"]))
    sys.stdout.flush()


def geometric_mean(values):
    values = [value for value in values if value]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def print_means(rows, compilers):
    """Of each program and of all: every row counts once, in compile time every source."""
    print("\ngeometric means of occ's figure by that of" + "".join("%32s" % c for c in compilers[1:]))
    print("%-36s%6s" % ("", "rows") + "%9s%8s%8s%7s" % ("cycles", "code", "VGPRs", "ms") * len(compilers[1:]))
    names = list(dict.fromkeys(row.program for row in rows))
    for name in [*names, "all"]:
        own = [row for row in rows if name in (row.program, "all")]
        units = {id(row.unit): row for row in own}.values()
        text = ""
        for peer in compilers[1:]:
            for what, width in (("cycles", 9), ("code", 8), ("vgprs", 8), ("ms", 7)):
                mean = geometric_mean([row.ratio(what, peer)
                                       for row in (units if what == "ms" else own)])
                text += "%*s" % (width, "%.3f" % mean if mean and mean < 1 else
                                 "%.2f" % mean if mean else "-")
        print("%-36s%6d%s" % (name, len(own), text))


def print_worst(rows, compilers):
    def worst(row):
        return max((row.ratio("cycles", peer) or 0 for peer in compilers[1:]), default=0)
    print("\nthe worst, by cycles")
    kernels = {}
    for row in sorted(rows, key=worst):
        kernels[row.launch.code()] = row  # of several sizes, the worst
    for row in sorted(kernels.values(), key=worst, reverse=True)[:WORST]:
        if worst(row):
            print("%7.2f  %-26s %-30s %s" % (worst(row), row.program, row.launch.kernel,
                                             os.path.relpath(row.launch.folder, recordings.ROOT)))


def print_marks(rows):
    counts = {}
    for row in rows:
        for compiler, result in row.results.items():
            if result.get("mark"):
                what = ("rounded otherwise" if result["mark"] == "~" else
                        "other results, or none")
                counts[compiler, what] = counts.get((compiler, what), 0) + 1
    for (compiler, what), count in sorted(counts.items()):
        print("%s: %d rows with %s" % (compiler, count, what))


def write_tsv(path, rows):
    names = "cycles", "code", "vgprs", "sgprs", "scratch_bytes", "ms", "mark", "why"
    with open(path, "w", encoding="utf-8") as file:
        print("program", "kernel", "size", "folder",
              *("%s %s" % (c, n) for c in COMPILERS for n in names), sep="\t", file=file)
        for row in rows:
            cells = [str(row.results.get(c, {}).get(n, "")).replace("\t", " ")
                     for c in COMPILERS for n in names]
            print(row.program, row.launch.kernel, row.launch.size,
                  os.path.relpath(row.launch.folder, HOME), *cells, sep="\t", file=file)


# ---- all of it ----

def collect(wanted, target, anew):
    """The rows, without what an earlier program has launched, too."""
    rows, units, seen = [], {}, set()
    for program in wanted:
        launches, notes = recordings.recorded(program, target, anew, HOME)
        left = dict(notes["left"])
        for launch in launches:
            what = launch.code(), launch.size
            if what in seen:
                left["of an earlier program"] = left.get("of an earlier program", 0) + 1
                continue
            seen.add(what)
            unit = units.setdefault(launch.unit(), Unit(launch))
            rows.append(Row(program[0], launch, unit))
        told = ", ".join("%d %s" % (count, why) for why, count in left.items())
        print("%-30s %5d different launches%s%s"
              % (program[0], notes["found"], "; left out: " + told if told else "",
                 "; FAILED: " + notes["wrong"] if notes["wrong"] else ""), file=sys.stderr,
              flush=True)
    return rows, list(units.values())


def table(wanted, target, runs, anew=False, tsv=None):
    """Prints it; the rows."""
    compilers = []
    for compiler in COMPILERS:
        if identity(compiler):
            compilers.append(compiler)
        else:
            print("%s is not installed: without it" % compiler)
    rows, units = collect(wanted, target, anew)
    if not rows:
        sys.exit("nothing was launched")
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for compiler in compilers:
            list(pool.map(lambda unit, c=compiler: unit.make(c, target, runs), units))
        print_head(compilers)
        for row, _ in zip(rows, pool.map(Row.run, rows)):
            print_row(row)
    print_means(rows, compilers)
    print_worst(rows, compilers)
    print_marks(rows)
    if tsv:
        write_tsv(tsv, rows)
    return rows


def main(arguments, target, runs):
    tsv = None
    if "--tsv" in arguments:
        at = arguments.index("--tsv")
        tsv = arguments[at + 1]
        del arguments[at:at + 2]
    names = [word for word in arguments if not word.startswith("-")]
    wanted = [row for row in programs.PROGRAMS if row[0] != "clinfo" and
              (any(row[0] == n or row[0].startswith(n + ".") for n in names) if names
               else "--all" in arguments or not row[1])]
    if not wanted or set(arguments) - set(names) - {"--all", "--anew"}:
        sys.exit(__doc__)
    table(wanted, target, runs, "--anew" in arguments, tsv)
