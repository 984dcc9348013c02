#!/usr/bin/env python3
"""AMD's comgr reads every version of every example and e2e kernel without complaint, and tells the same of them, and
of clang 16's objects, as our library does: metadata, symbols, ISA names, disassembly.

compare.py BUILD DUMP
    BUILD  the build tree
    DUMP   the program of dump.c
"""
import difflib
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.normpath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
# Target, version: what AMD's library knows of it: i ISA name, d disassembly, n single instructions.
OCC = [("gfx900", "2", "idn"), ("gfx900", "3", "idn"), ("gfx900", "4", "idn"), ("gfx900", "5", "dn"),
       ("gfx900", "6", "dn"), ("gfx900", "2d", ""), ("gfx803", "2", "idn"), ("gfx803", "4", "idn"),
       ("gfx801", "2", "idn"), ("gfx90a:sramecc+", "4", "idn"), ("gfx906:xnack+", "3", "idn"),
       ("gfx906", "2", "idn"), ("gfx908:sramecc-:xnack+", "4", "idn"), ("gfx902", "4", "idn"),
       ("gfx600", "4", "i"), ("gfx701", "2", "i"), ("gfx800", "2", "idn")]
CLANG = [("gfx900:xnack-", "2", "idn"), ("gfx900:xnack-", "3", "idn"), ("gfx803", "4", "idn"),
         ("gfx900:xnack+", "5", "dn"), ("gfx90a", "4", "idn")]
CLANG_KERNELS = ["vector_add", "prefix_sum", "struct_calls"]
CLANG_COMMAND = ["/usr/lib/llvm-16/bin/clang", "-x", "cl", "-cl-std=CL1.2", "-target", "amdgcn-amd-amdhsa",
                 "-cl-kernel-arg-info", "-O3", "--rocm-path=/usr",
                 "--rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"]
# AMD's library takes these for booleans in YAML, wherever they stand; ours for the names that they are.
WORDS = {word: "true" for word in ("y", "Y", "on", "yes")} | {word: "false" for word in ("n", "N", "no", "off")}
# Facts in which AMD's table is not the hardware's (docs/comgr.md).
FACTS = {("gfx600", "LocalMemorySize"), ("gfx601", "LocalMemorySize"), ("gfx602", "LocalMemorySize"),
         ("gfx704", "LDSBankCount"), ("gfx90a", "AddressableNumVGPRs"), ("gfx90a", "MaxWavesPerCU"),
         ("gfx90a", "TotalNumVGPRs"), ("gfx90a", "VGPRAllocGranule")}
OWN_TARGETS = {"gfx800", "gfx804", "gfx9-generic"}
passed, failed = 0, 0


def check(holds, what):
    global passed, failed
    passed += bool(holds)
    failed += not holds
    if not holds:
        print("FAIL", what)


def run(dump, library, *words):
    environment = dict(os.environ)
    environment.pop("LD_LIBRARY_PATH", None)
    if library:
        environment["LD_LIBRARY_PATH"] = library
    done = subprocess.run([dump, *words], env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    check(done.returncode == 0, f"dump {' '.join(words[:2])} with {library or 'AMD'} ends with {done.returncode}")
    return done.stdout


def plain(text, is_ours):
    """Lines without what the libraries lay out in different ways: of the disassembly only the instructions."""
    lines, in_text = [], False
    for line in text.splitlines():
        if line.startswith(("disassembly:", "instructions:", "symbolizer:", "== ")):
            in_text = line.startswith("disassembly:")
        elif in_text:
            if "// 0" not in line:
                continue
            line = " ".join(line.split())
            if "+0x" in line:
                line = re.sub(r"\+0x\w+>", lambda match: match[0].lower(), line)
        if line.startswith("/") and re.fullmatch(r"/\S+:\d+", line):  # of data: AMD's library reads where it is declared
            line = "??:?"
        if "xnack_mask" in line:  # AMD's prints it for chips without it; only headers, read as code, have it here
            line = "ERROR, 4 bytes"
        name = is_ours and "Name: '" in line and re.fullmatch(r"(\s+Name: )'(\w+)'", line)
        if name and name[2] in WORDS:
            line = f"{name[1]}'{WORDS[name[2]]}'"
        lines.append(line.rstrip())
    return lines


def compare_files(dump, library, parts, files):
    """Both libraries' texts are the same; returns AMD's."""
    theirs = plain(run(dump, None, parts, *files), False)
    ours = plain(run(dump, library, parts, *files), True)
    difference = theirs != ours and list(difflib.unified_diff(theirs, ours, "AMD's", "ours", lineterm="", n=1))
    check(not difference, difference and f"{parts}: {len(difference)} lines:\n" + "\n".join(difference[:20]))
    return theirs


def kernels_of(source):
    with open(source, encoding="utf-8") as file:
        text = re.sub(r"//.*|/\*.*?\*/", "", file.read())
    return re.findall(r"\bkernel\s+(?:__attribute__\(\(.*?\)\)\)?\s*)*void\s+(\w+)\s*\(", text)


def check_reading(theirs, objects):
    """AMD's library complains of nothing, and names each kernel."""
    texts = "\n".join(theirs).split("== ")[1:]
    check(len(texts) == len(objects), f"{len(texts)} texts of {len(objects)} objects")
    for text in texts:
        name = text.split("\n", 1)[0]
        source, has_isa_name = objects[name]
        check("metadata: SUCCESS" in text and "symbols: SUCCESS" in text, f"AMD's library does not read {name}")
        check(not has_isa_name or "isa name: SUCCESS" in text, f"no ISA name of {name}")
        for kernel in kernels_of(source):
            check(re.search(rf"^\s+\.?[Nn]ame: '{kernel}'$", text, re.M), f"{name}: no kernel {kernel}")


def make_occ(build, folder):
    """parts -> {object: (source, has it an ISA name for AMD?)}"""
    made = {}
    sources = sorted(glob.glob(f"{ROOT}/examples/*.cl") + glob.glob(f"{ROOT}/test/e2e/*.cl"))
    for target, version, parts in OCC:
        for source in sources:
            base = f"{folder}/{os.path.basename(source)[:-3]}.{target}.v{version}"
            ways = [(base + ".co", []), (base + ".o", ["-c"])]
            if (target, version) == ("gfx900", "4"):
                ways.append((base + ".g.co", ["-g"]))  # places have lines
            for path, more in ways:
                done = subprocess.run([f"{build}/bin/occ", f"-mcpu={target}", f"-mcode-object-version={version}",
                                       *more, source, "-o", path], check=False)
                check(done.returncode == 0, f"occ {path}")
                made.setdefault(parts, {})[path] = (source, "i" in parts)
    return made


def make_clang(folder, made):
    for target, version, parts in CLANG:
        for name in CLANG_KERNELS:
            source = next(path for path in (f"{ROOT}/examples/{name}.cl", f"{ROOT}/test/e2e/{name}.cl")
                          if os.path.exists(path))
            path = f"{folder}/{name}.{target}.v{version}.clang.co"
            done = subprocess.run([*CLANG_COMMAND, f"-mcpu={target}", f"-mcode-object-version={version}", source,
                                   "-o", path], check=False)
            check(done.returncode == 0, f"clang {path}")
            made[parts][path] = (source, "i" in parts)


def read_targets(text):
    facts, target = {}, None
    for line in text.splitlines():
        if line.startswith("amdgcn"):
            target = line.split(":")[0].rsplit("-", 1)[1] if "generic" not in line else "gfx9-generic"
        else:
            facts[target, line.strip().split(":")[0]] = line.strip()
    return facts


def compare_targets(dump, library):
    theirs, ours = (read_targets(run(dump, place, "isa")) for place in (None, library))
    check({target for target, _ in ours} - {target for target, _ in theirs} == OWN_TARGETS, "targets")
    for key, fact in ours.items():
        if key[0] not in OWN_TARGETS:
            check((fact == theirs.get(key)) == (key not in FACTS), f"{key}: {fact}, AMD's {theirs.get(key)}")


def main(build, dump):
    library = f"{build}/lib/occ"
    with tempfile.TemporaryDirectory() as folder:
        made = make_occ(build, folder)
        make_clang(folder, made)
        lines = 0
        for parts, objects in made.items():
            theirs = compare_files(dump, library, parts + "msy", sorted(objects))
            check_reading(theirs, objects)
            lines += len(theirs)
        compare_targets(dump, library)
        # What AMD's library has no answer to is right here.
        for parts in ("dn", ""):
            for text in run(dump, library, "i", *sorted(made[parts])).split("== ")[1:]:
                check(re.search(r"isa name: SUCCESS amdgcn-amd-amdhsa--gfx90[0a]", text), text)
        count = sum(len(objects) for objects in made.values())
    print(f"{count} objects, {lines} lines")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
