#!/usr/bin/env python3
"""occ -E, judged twice: clang-16 makes the same tokens at the same lines of the same files, and what
occ compiles from the text is what it compiles from the source.

  preprocess.py BUILD [--all] [NAME...]    hashcat, darktable, piglit and the tests of this tree

Both see the same predefined macros: clang gets those of `occ -E -dM` and none of its own.  Prints a
line for each file that differs; status 1 if there was one.  Without --all a sample.
"""
import collections
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import units  # noqa: E402

ROOT = os.path.join(units.HERE, "../..")
PIGLIT = "/usr/lib/x86_64-linux-gnu/piglit"
CLANG = ["/usr/lib/llvm-16/bin/clang", "-x", "cl", "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx900",
         "-nogpulib", "-cl-no-stdinc", "-undef", "-U__clang__", "-w", "-E"]
# Where the two part on purpose.
APART = {
    "macro_corners.cl": "clang replaces trigraphs in OpenCL C",
    "conditions.cl": "clang computes #if in 128 bits in OpenCL C",
    "pragmas.cl": "clang drops the pragmas of its own that it finds wrong",
    "unreadable.cl": "clang reads /proc/self/mem as an empty file",
    "pragma_places.cl": "clang leaves macros in #pragma unroll to those who compile its output",
    "binary.cl": "clang reads an archive as text",
    "foreign_characters.cl": "clang takes letters beyond ASCII for a part of a number",
}
TOKEN = re.compile(r'''"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\.?\d(?:[eEpP][+-]|[\w.])*
    |[^\W\d][\w$]*|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[<>=!+*/%&^|-]=|&&|\|\||\#\#|\S''', re.X)
MARKER = re.compile(r'# (\d+) "((?:[^"\\]|\\.)*)"')


def own():
    """The tests of this tree, with the switches that concern the preprocessor."""
    paths = glob.glob(ROOT + "/test/*/**/*.cl", recursive=True) + glob.glob(ROOT + "/examples/*.cl")
    for path in sorted(map(os.path.normpath, paths)):
        with open(path, errors="replace") as file:
            words = " ".join(re.findall(r"^// options: (.*)", file.read(), re.M)).split()
        yield (os.path.relpath(path, ROOT), path,
               [word for word in words if word.startswith(("-D", "-cl-std=")) and len(word) > 2])


def piglit():
    for path in sorted(glob.glob(PIGLIT + "/**/*.cl", recursive=True)):
        yield os.path.relpath(path, PIGLIT), path, []


def run(command, text=None):
    return subprocess.run(command, input=text, capture_output=True, timeout=units.SECONDS)


def tokens(text, without):
    """(spelling, file, line) of each token outside one file."""
    name, line = "", 0
    for row in text.decode(errors="replace").split("\n"):
        marker = MARKER.match(row)
        if marker:
            name, line = marker[2], int(marker[1]) - 1
            continue
        line += 1
        if name == without or row.startswith("#ident"):  # which occ drops
            continue
        if row.startswith("#pragma"):
            yield " ".join(row.split()), name, line
            continue
        for token in TOKEN.finditer(row):
            yield token[0], name, line


def judge(unit, version, macros, text):
    """clang's opinion of the text."""
    name, path, options = unit
    if os.path.basename(name) in APART:
        return None
    clang = run(CLANG + ["-cl-std=" + version, "-include", macros, *options, path])
    if clang.returncode or text is None:
        return None if text is None and clang.returncode else "only one of the two refuses it"
    theirs, ours = list(tokens(clang.stdout, macros)), list(tokens(text, macros))
    for a, b in zip(theirs, ours):
        if a != b:
            return "%s at %s:%d, clang has %s at %s:%d" % (b + a)
    return None if len(theirs) == len(ours) else "the number of tokens differs"


def recompile(unit, occ, version, text):
    """Does the text mean what the source does?  Places in the text form of IR are not compared, columns and
    sums of stored IR neither: macros move what is behind them."""
    _, path, options = unit
    big = path.startswith((units.HASHCAT, units.DARKTABLE))
    kind = ["-emit-ir", "-stop-after=link_builtins"] if big else ["-c"]
    command = [occ, "-cl-std=" + version, "-w", *kind, "-o", "-"]
    later = [option for option in options if option.startswith("-cl-")]  # of what is behind the preprocessor
    direct, via = run(command + options + [path]), run(command + later + ["-x", "cpp-output", "-"], text)
    if direct.returncode != via.returncode:
        return "status %d, of the preprocessed text %d" % (direct.returncode, via.returncode)
    places = re.compile(rb"(?m) !\d+|^(place .*) \d+$|, sum \w+")
    if places.sub(rb"\1", direct.stdout) != places.sub(rb"\1", via.stdout):
        return "the preprocessed text is compiled to something else"
    return None


def main():
    occ, all_of_them, names = sys.argv[1] + "/bin/occ", "--all" in sys.argv, sys.argv[2:]
    names = [name for name in names if name != "--all"]
    suites = ((units.hashcat, 300), (units.darktable, 12), (piglit, 40), (own, 16))
    work = [unit for suite, step in suites
            for unit in list(suite())[:: 1 if all_of_them or names else step]
            if not names or unit[0] in names]
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        macros = {}
        for version in ("CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"):
            macros[version] = "%s/%s.h" % (folder, version)
            run([occ, "-E", "-dM", "-cl-std=" + version, "/dev/null", "-o", macros[version]])

        def check(unit):
            version, options = "CL1.2", list(unit[2])
            for word in unit[2]:
                if word.startswith("-cl-std="):
                    version = word[8:]
                    options.remove(word)
            unit = (*unit[:2], options)
            made = run([occ, "-cl-std=" + version, "-w", "-E", *options, unit[1]])
            text = None if made.returncode else made.stdout
            fault = judge(unit, version, macros[version], text)
            if not fault and text is not None:
                fault = recompile(unit, occ, version, text)
            return unit[0], fault, text is None

        for name, fault, refused in pool.map(check, work):
            counts["bad" if fault else "refused" if refused else "good"] += 1
            if fault:
                print("FAIL %s: %s" % (name, fault), flush=True)
    print("%d files agree, %d are refused by both, %d differ"
          % (counts["good"], counts["refused"], counts["bad"]))
    return 1 if counts["bad"] or not counts["good"] else 0


sys.exit(main())
