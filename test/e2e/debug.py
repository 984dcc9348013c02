#!/usr/bin/env python3
"""Debug information: llvm-dwarfdump finds no fault in any object of the examples and tests, code is
the same with -g, instructions belong to the lines that debug/lines.cl says, entries hold what
debug/variables.cl says, and the folder does not matter under -ffile-prefix-map.
   debug.py BUILD TARGET"""
import glob
import json
import os
import re
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.insert(0, os.path.join(ROOT, "test/gcn/asm"))
from elf import Elf

LLVM = "/usr/lib/llvm-16/bin/"
SOURCES = ["examples", "test/e2e", "test/e2e/objects", "test/e2e/debug", "test/language/functions",
           "test/language/images"]
NUMBERS = {"variables": "#source variables", "with places": "#source variables with location",
           "scope": "sum_all_variables(#bytes in parent scope)",
           "covered": "sum_all_variables(#bytes in parent scope covered by DW_AT_location)"}
failures = []


def run(*command, cwd=None):
    done = subprocess.run(command, text=True, capture_output=True, cwd=cwd, check=False)
    return done.returncode, done.stdout + done.stderr


def check(is_right, *what):
    if not is_right:
        failures.append(" ".join(map(str, what)))


class Build:
    def __init__(self, build, target):
        build = os.path.abspath(build)
        self.occ, self.target = os.path.join(build, "bin/occ"), target
        self.work = os.path.join(build, "e2e", f"debug-{target}")
        os.makedirs(self.work, exist_ok=True)

    def compile(self, source, name, *options, cwd=None):
        with open(source if not cwd else os.path.join(cwd, source), encoding="utf-8") as file:
            own = re.findall(r"^// options: (.*)", file.read(), re.M)
        output = os.path.join(self.work, name)
        status, text = run(self.occ, f"-mcpu={self.target}", *" ".join(own).split(), *options,
                           source, "-o", output, cwd=cwd)
        check(status == 0, source, *options, text)
        return output


def text_of(path):
    return Elf(path).section(".text")


def verify(made):
    """llvm-dwarfdump finds no fault in the objects, which it reads in one run: it takes long to start."""
    status, text = run(LLVM + "llvm-dwarfdump", "--verify", *made)
    parts = re.split(r"^Verifying (.*):\tfile format .*", text, flags=re.M)
    said = dict(zip(parts[1::2], parts[2::2]))
    for path in made:
        check("No errors." in said.get(path, ""), path, said.get(path, "is not read")[-500:])
    check(status == 0, "--verify: status", status)


def compile_all(build, source, name):
    """Objects with debug information of each kind; their code is that of the plain one."""
    plain, made = text_of(build.compile(source, "plain.o", "-c")), []
    for version in "2", "4":
        for kind in "", "-c", "-gline-tables-only":
            options = [f"-gdwarf-{version}"] + kind.split()
            made.append(build.compile(source, f"{name}{kind}-{version}.co", *options))
            # linked, distances to other sections depend on the size of the notes
            check(kind != "-c" or text_of(made[-1]) == plain, source, *options, ": other code")
    for level in "-O0", "-O1", "-O2", "-O3":
        options = [level, "-c", f"-gdwarf-{'24'[level != '-O3']}"]
        made.append(build.compile(source, f"{name}{level}.o", *options))
        check(text_of(made[-1]) == text_of(build.compile(source, "plain.o", "-c", level)), source,
              *options, ": other code")
    return made


def check_coverage(build):
    """At -O0 every variable of the examples has a place, all over its scope; optimised code has them for at
    least so much of it."""
    counts = {}
    for level in "-O0", "-O3":
        for source in sorted(glob.glob(os.path.join(ROOT, "examples/*.cl"))):
            made = build.compile(source, "coverage.co", "-gdwarf-4", level)
            told = json.loads(run(LLVM + "llvm-dwarfdump", "--statistics", made)[1])
            for name, key in NUMBERS.items():
                counts[level, name] = counts.get((level, name), 0) + told[key]
        print(level, *(f"{name} {counts[level, name]}" for name in NUMBERS))
    check(counts["-O0", "variables"] == counts["-O0", "with places"] > 100, "places at -O0", counts)
    check(counts["-O0", "scope"] == counts["-O0", "covered"], "scope at -O0", counts)
    check(counts["-O3", "covered"] >= 0.4 * counts["-O3", "scope"], "scope at -O3", counts)


def places_of(build, made):
    """Instruction -> the places "file:line" of all of its kind, for LLVM's disassembler."""
    text = run(LLVM + "llvm-objdump", "-d", "-l", "--no-show-raw-insn", f"--mcpu={build.target}",
               made)[1]
    at, found = None, {}
    for line in text.splitlines():
        place = re.match(r"; .*?([\w.]+:\d+)$", line)
        words = line.split()
        at = place[1] if place else at
        if words and at:
            found.setdefault(re.sub("_e(32|64)$", "", words[0]), []).append(at)
    return found


def check_lines(build, source, *options):
    """Each instruction that a comment names is on that line."""
    folder = os.path.dirname(source)
    found = places_of(build, build.compile(source, "lines.co", "-g", "-mcode-object-version=4", *options))
    for name in "lines.cl", "lines.h":
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                wanted = re.search(r"//@ (\w+) ?(\S*)", line)
                place = wanted and (wanted[2] or f"{name}:{number}")
                if wanted and build.target < "gfx9" and wanted[1].startswith("global_"):
                    continue
                if wanted:
                    check(found.get(wanted[1]) and place in found[wanted[1]], wanted[1], "is at",
                          found.get(wanted[1]), "not at", place, *options)


def check_entries(build, source, *options):
    made = build.compile(source, "variables.co", "-g", *options)
    text = run(LLVM + "llvm-dwarfdump", made)[1]
    entries = {}
    for entry in re.split(r"\n(?=0x\w+: +DW_TAG)", text):
        name = re.search(r'DW_AT_name\s+\("([^"]*)"\)', entry)
        if name:
            entries.setdefault(name[1], entry)
    with open(source, encoding="utf-8") as file:
        for name, words in re.findall(r"//= (\w+): (.*)", file.read()):
            entry = entries.get(name, "")
            check(entry, "no entry of", name, *options)
            for word in words.replace(",", "").split():
                if "-O0" in options and re.search("DW_AT_location|bregx|plus_uconst", word):
                    continue  # optimised code's; here all variables have their places
                plain = word.lstrip("!").replace("_*", " *").replace("_int", " int")
                plain = re.sub(r"\bconst_", "const ", plain)
                plain = re.sub(r"(decl_line|const_value)_\(", r"\1\t(", plain)
                plain = re.sub(r"_(0x\w+|\()", r" \1", plain)
                check((plain in entry) != word.startswith("!"), name, ":", word, "in", entry, *options)


def check_places(build, source):
    """On the simulator: what is at the locations of an argument and of an object in LDS.  The list's end is
    the first instruction that may write to its registers."""
    gcnsim = os.path.join(os.path.dirname(build.occ), "gcnsim")
    for options in [], ["-mcode-object-version=4"]:
        made = build.compile(source, "places.co", "-g", *options)
        entry = re.search(r'DW_AT_name\s+\("kept"\).*?DW_AT_location(.*?)\n\n',
                          run(LLVM + "llvm-dwarfdump", "--debug-info", made)[1], re.S)[1]
        register = int(re.search(r"shl, DW_OP_bregx SGPR(\d+)", entry)[1])
        offset = re.search(r"plus_uconst (0x\w+)", entry)[1]
        end = re.search(r"\[0x\w+, (0x\w+)\)", entry)[1]
        script = f"break {end}\ncontinue\nmemory s[{register}:{register + 1}]+{int(offset, 16)} 1 i32\n"
        script += "break variables.cl:45\ncontinue\nlds 0 4 i32\nquit\n"
        with open(os.path.join(build.work, "script"), "w", encoding="utf-8") as file:
            file.write(script)
        text = run(gcnsim, "debug", made, "--global", "64", "--local", "64", "--no-races", "--arg",
                   "buf:1024", "--arg", "i32:7654321", "--arg", "i32:40", "--arg", "image:4x4", "--arg",
                   "f32x3:1,2,3", "--arg", "local:2048", "--arg", "buf:64", "--script",
                   os.path.join(build.work, "script"))[1]
        check("    0: 7654321\n" in text, "argument 'kept'", *options, script, text)
        check("    0: 40 41 42 43\n" in text, "LDS 'group'", *options, script, text)


def check_text(build, source):
    """Text that is printed and read back after every pass loses nothing."""
    made = []
    for options in [], ["-fstress-text", "-fverify-passes"]:
        with open(build.compile(source, "text.co", "-g", *options), "rb") as file:
            made.append(file.read())
    check(made[-1] == made[-2], source, "-fstress-text: other bytes")


def check_folders(build):
    """The same bytes from two folders, and neither is named in them."""
    made = []
    for name in "one", "another/deeper":
        folder = os.path.join(build.work, name)
        os.makedirs(folder, exist_ok=True)
        for file in "lines.cl", "lines.h":
            with open(os.path.join(ROOT, "test/e2e/debug", file), encoding="utf-8") as source:
                with open(os.path.join(folder, file), "w", encoding="utf-8") as copy:
                    copy.write(source.read())
        for source, options in (("lines.cl", ()), (os.path.join(folder, "lines.cl"), ()),
                                ("lines.cl", ("-c", "-gdwarf-4"))):
            path = build.compile(source, "folder.co", "-g", f"-ffile-prefix-map={folder}=/src",
                                 *options, cwd=folder)
            with open(path, "rb") as file:
                made.append(file.read())
            check(build.work.encode() not in made[-1], source, *options, ": names the folder")
    check(made[:3] == made[3:], "other bytes in another folder")
    check(len(set(made)) == 3, "options change nothing")


def tables():
    """The tables of docs/abi.md's section, each a list of rows."""
    with open(os.path.join(ROOT, "docs/abi.md"), encoding="utf-8") as file:
        section = re.search(r"^## Debug information\n(.*?)^## ", file.read(), re.M | re.S)[1]
    return [[[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[2:]]
            for table in re.findall(r"(?:^\|.*\n)+", section, re.M)]


def dump(path):
    return "".join(run(LLVM + "llvm-dwarfdump", kind, path)[1]
                   for kind in ("--debug-info", "--debug-abbrev"))


def check_tables(build, source):
    sections, versions, spaces = tables()
    made = build.compile(source, "tables.o", "-gdwarf-4", "-c")
    text = run(LLVM + "llvm-readelf", "-S", "-r", "-W", made)[1]
    check(sorted(set(re.findall(r" (\.debug_\w+)", text))) ==
          sorted(row[0].strip("`") for row in sections), "sections", text)
    for name, _, wanted in sections:
        part = re.search(rf"'\.rela{name.strip('`')}'.*?(?:\n\n|$)", text + "\n\n", re.S)
        got = sorted(set(re.findall(r"R_AMDGPU_(\w+)", part[0]))) if part else ["none"]
        check(", ".join(got) == wanted, "relocations of", name, got)
    texts = [dump(build.compile(source, "tables.co", f"-gdwarf-{version}")) for version in "24"]
    for row in versions:
        for column, other in ((1, 0), (2, 1)):
            for word in re.findall(r"`(DW_\w+)`", row[column]):
                has = [re.search(rf"\b{word}\b", text) is not None for text in texts]
                check(has[column - 1], word, "is not in version", column * 2)
                check(word in ("DW_FORM_block1", "DW_FORM_data4") or not has[1 - other],
                      word, "is in both versions")
    entries = re.split(r"\n(?=0x\w+: +DW_TAG)", dump(build.compile(source, "tables.co", "-gdwarf-2", "-O0")))
    for space, wanted, location in spaces:
        pointer = [entry for entry in entries if f'"to_{space}"' in entry]
        check(len(pointer) == 1, "pointers to", space, len(pointer))
        target = re.search(r"DW_AT_type\s+\((0x\w+)", pointer[0])[1]
        found = re.search(r"DW_AT_address_class\s+\(0x0*(\d+)\)",
                          next(entry for entry in entries if entry.startswith(target)))
        check((found[1] if found else "none") == wanted, "class of", space, found)
        for words in re.findall(r"`([^`]+)`", location):
            entry = next(entry for entry in entries if f'"in_{space}"' in entry)
            check(words in entry, "location in", space, words, entry)


def check_units(build):
    """Lines of units that are compiled apart, and linked twice."""
    here = os.path.join(ROOT, "test/e2e/debug/units")
    units = [build.compile(os.path.join(here, name), name + ".o", "-g", "-c")
             for name in ("unit_main.cl", "unit_other.cl")]
    library = os.path.join(build.work, "library.o")
    for words in [["-flto", *units], ["-flto", units[0], library]]:
        run(build.occ, f"-mcpu={build.target}", "-g", "-flto", "-create-library", units[1],
            "-o", library)
        linked = os.path.join(build.work, "linked.co")
        status, text = run(build.occ, f"-mcpu={build.target}", "-g", "-mcode-object-version=4",
                           *words, "-o", linked)
        check(status == 0, "link", text)
        status, text = run(LLVM + "llvm-dwarfdump", "--verify", linked)
        check(status == 0, "linked", text)
        found = places_of(build, linked)
        check(found.get("v_bcnt_u32_b32") == ["unit_other.cl:6"], "linked", words, found)
        check(found.get("v_xor_b32") == ["unit_other.cl:7"], "linked", words, found)
        stores = [place for name, places in found.items() if "store_dword" in name for place in places]
        check(stores == ["unit_main.cl:6"], "linked", words, stores)


def check_notes(build, source):
    """DebugProps of version 2."""
    for options, wanted in ((["-g"], True), (["-gline-tables-only"], False), ([], False)):
        made = build.compile(source, "notes.co", "-mcode-object-version=2", *options)
        text = run(LLVM + "llvm-readelf", "--notes", made)[1]
        props = re.search(r"DebugProps:\s+DebuggerABIVersion: \[ *1, 0 *\]\s+ReservedNumVGPRs: 0\n", text)
        check(bool(props) == wanted == ("DebugProps" in text), "DebugProps with", *options, text)
    with open(build.compile(source, "notes.co", "-mcode-object-version=2d", "-g"), "rb") as file:
        check(re.search(rb"DebugProps:\s+DebuggerABIVersion: ['\"]?1.0['\"]?\n", file.read()),
              "DebugProps of form 2d")


def check_linker(build):
    """Objects of -c that ld.lld links: its relocations are right if lines are where they were."""
    sources = ["test/e2e/debug/variables.cl", "examples/vector_add.cl"]
    for version in "24":
        objects = [build.compile(os.path.join(ROOT, source), f"{number}.o", "-c", f"-gdwarf-{version}")
                   for number, source in enumerate(sources)]
        linked = os.path.join(build.work, "lld.co")
        status, text = run(LLVM + "ld.lld", "-shared", *objects, "-o", linked)
        check(status == 0, "ld.lld", text)
        status, text = run(LLVM + "llvm-dwarfdump", "--verify", linked)
        check(status == 0 and "No errors." in text, "ld.lld", text)
        for source, kernel in zip(sources, ("test", "vector_add")):
            place = re.search(rf"(\w+) g +\w+ +\.text\s\w+ (?:\.protected )?{kernel}$",
                              run(LLVM + "llvm-objdump", "-t", linked)[1], re.M)[1]
            code = int(place, 16) + (256 if build.target in ("gfx803", "gfx900") else 0)
            text = run(LLVM + "llvm-symbolizer", "--obj=" + linked, hex(code))[1]
            check(os.path.basename(source) in text and text.startswith(kernel + "\n"), "ld.lld", source, text)


def check_assembly(build, source, version):
    """What an assembler makes of -S has the same code and the same rows as the object."""
    options = ["-g", "-gdwarf-4", f"-mcode-object-version={version}"]
    made = build.compile(source, "object.o", "-c", *options)
    text = build.compile(source, "object.s", "-S", *options)
    xnack = ["-mattr=-xnack"] if build.target >= "gfx9" else []
    status, output = run(LLVM + "llvm-mc", "-triple=amdgcn-amd-amdhsa", f"-mcpu={build.target}", *xnack,
                         f"--amdhsa-code-object-version={version}", "-filetype=obj", text, "-o", text + ".o")
    check(status == 0, source, "llvm-mc", output)
    check(text_of(made) == text_of(text + ".o"), source, "-S: other code")
    rows = [[line.split()[:3] for line in
             run(LLVM + "llvm-dwarfdump", "--debug-line", path)[1].splitlines()
             if line.startswith("0x") and "end_sequence" not in line]
            for path in (made, text + ".o")]
    check(rows[0] == rows[1] and len(rows[0]) > 3, source, "-S: other rows")
    with open(text, encoding="utf-8") as file:
        comments = re.findall(r"^; (\S+:\d+)  (.*)", file.read(), re.M)
    check(len(comments) > 1, source, "-S: no lines")


def main():
    build, made = Build(*sys.argv[1:]), []
    for folder in SOURCES:
        for source in sorted(glob.glob(os.path.join(ROOT, folder, "*.cl"))):
            with open(source, encoding="utf-8") as file:
                only = re.findall(r"^// targets: (.*)", file.read(), re.M)
            if not only or build.target in only[0].split():
                made += compile_all(build, source, folder.replace("/", "-") + "-" + os.path.basename(source))
    verify(made)
    for options in (), ("-gdwarf-4",), ("-O0",):
        if "-O0" not in options:
            check_lines(build, os.path.join(ROOT, "test/e2e/debug/lines.cl"), *options)
        check_entries(build, os.path.join(ROOT, "test/e2e/debug/variables.cl"), *options)
        check_entries(build, os.path.join(ROOT, "test/e2e/debug/typedefs.cl"), *options)
    check_tables(build, os.path.join(ROOT, "test/e2e/debug/tables.cl"))
    check_places(build, os.path.join(ROOT, "test/e2e/debug/variables.cl"))
    check_text(build, os.path.join(ROOT, "test/e2e/debug/variables.cl"))
    check_folders(build)
    check_units(build)
    check_linker(build)
    check_coverage(build)
    for name in "lines", "variables":
        for version in "2", "4":
            check_assembly(build, os.path.join(ROOT, f"test/e2e/debug/{name}.cl"), version)
    check_notes(build, os.path.join(ROOT, "test/e2e/debug/variables.cl"))
    for failure in failures:
        print("FAIL", failure)
    print(f"{len(failures)} failed")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
