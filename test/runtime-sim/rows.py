#!/usr/bin/env python3
"""Every instruction that a compiler emits has a line among the simulator's tests.

  rows.py            fails for each row of rows.txt without a test line for each generation
  rows.py --make BUILD   writes rows.txt anew from what occ and clang-16 print (some minutes)

rows.txt: a vector or scalar instruction and the targets whose code has it.  Forms with SDWA and DPP
are rows of their own, e32 and e64 are not.
"""
import concurrent.futures
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../..")
ROWS = os.path.join(HERE, "rows.txt")
TARGETS = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906", "gfx90a"]
MNEMONIC = re.compile(r"^(?:[vs])_[a-z0-9_]+$")

# A marker behind the code, and what halts a wave for a debugger: no program ends after it.
IGNORED = {"s_code_end", "s_sendmsghalt"}


def row_of(text):
    """The row that an instruction belongs to, or None."""
    words = text.split()
    word = re.sub(r"_e(32|64)(_dpp)?$", r"\2", words[0]) if words else ""
    if not MNEMONIC.match(word) or word in IGNORED:
        return None
    # Before GFX9 the sums with a carry have the names of later ones without.
    if re.match(r"v_(add|sub|subrev)_[iu]32", word) and re.match(r"(vcc|s\[)", (words + [""] * 3)[2]):
        word = re.sub(r"_[iu]32", "_co_u32", word)
    if re.match(r"v_(addc|subb|subbrev)_u32", word):
        word = word.replace("_u32", "_co_u32")
    dpp = word[0] == "v" and "_dpp" not in word and re.search(r" (quad_perm|row_|wave_)", text)
    return word + "_dpp" if dpp else word


# ---- what is there ----

def generation(target):
    return target[:4]


def tested():
    """Pairs of a row and a generation."""
    rows = set()
    for name in glob.glob(os.path.join(HERE, "*.txt")):
        if name == ROWS:
            continue
        with open(name, encoding="ascii") as file:
            for line in file:
                if line.startswith("#") or ":" not in line:
                    continue
                targets, code = line.split(":", 1)
                for part in code.split(" | ")[0].split(";"):
                    rows |= {(row_of(part), generation(target)) for target in targets.split(",")}
    return rows


def check():
    have, missing = tested(), 0
    with open(ROWS, encoding="ascii") as file:
        for line in file:
            if line.startswith("#"):
                continue
            row, *targets = line.split()
            for which in sorted({generation(target) for target in targets}):
                if (row, which) not in have:
                    print(f"{row}: no line for {which} in test/runtime-sim/*.txt")
                    missing += 1
    print(f"{missing} rows without a test")
    return missing != 0


# ---- what is emitted ----

def sources():
    """(path, options, by clang for every target?)"""
    own = ["examples/*.cl", "test/e2e/*.cl", "test/runtime-sim/*.cl", "test/midend/run/*.cl",
           "test/language/*/*.cl"]
    for pattern in own:
        for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
            newer = "generic" in path or "opencl2" in path
            yield path, ["-cl-std=CL2.0"] if newer else [], "language" not in pattern
    piglit = "/usr/lib/x86_64-linux-gnu/piglit"
    for path in sorted(glob.glob(piglit + "/**/*.cl", recursive=True)):
        yield path, [], False
    sys.path.insert(0, os.path.join(ROOT, "test/conformance"))
    import units
    for _, path, options in units.darktable():
        yield path, options, False
    for _, path, options in list(units.hashcat())[::40]:
        yield path, options + ["-include", "opencl-c.h"], False


def command(compiler, build, target, path, options):
    if compiler == "occ":
        options = [o for o in options if o not in ("-include", "opencl-c.h")]
        return [os.path.join(build, "bin/occ"), "-w", "-mcpu=" + target, *options, "-S", path, "-o", "-"]
    chip = target + ":xnack-" if target.startswith("gfx9") else target
    return ["/usr/lib/llvm-16/bin/clang", "-x", "cl", "-target", "amdgcn-amd-amdhsa",
            "-mcpu=" + chip, "-O3", "-w", "--rocm-path=/usr",
            "--rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode",
            *(options if "-cl-std=CL2.0" in options else options + ["-cl-std=CL1.2"]),
            "-S", path, "-o", "-"]


def emitted(job):
    """The rows of one compilation; none where it fails, as programs of other dialects do."""
    target, words = job
    try:
        run = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=120,
                             check=False)
    except subprocess.TimeoutExpired:
        return target, set()
    # clang prints inline assembly as it stands, also what the target does not have.
    text = re.sub(r"(?s);;#ASMSTART.*?;;#ASMEND", "", run.stdout.decode(errors="replace"))
    rows = set()
    for line in text.splitlines():
        row = row_of(line.split("//")[0].split(";")[0])
        if row:
            rows.add(row)
    return target, rows


def make(build):
    jobs = []
    for index, (path, options, every) in enumerate(sources()):
        for compiler in ("occ", "clang"):
            targets = TARGETS if every or compiler == "occ" else [TARGETS[index % len(TARGETS)]]
            jobs += [(t, command(compiler, build, t, path, options)) for t in targets]
    rows = {}
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        for target, found in pool.map(emitted, jobs):
            for row in found:
                rows.setdefault(row, set()).add(target)
    with open(ROWS, "w", encoding="ascii") as file:
        file.write("# Vector and scalar instructions that occ and clang-16 emit for our kernels, piglit's,\n"
                   "# darktable's and a sample of hashcat's, and for which of six targets: rows.py --make\n")
        for row in sorted(rows):
            file.write(" ".join([row] + sorted(rows[row])) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(make(sys.argv[2]) if sys.argv[1:2] == ["--make"] else check())
