#!/usr/bin/env python3
"""Line tables of texts with .file and .loc: what llvm-mc makes of them, and for -S -g the table of -g -c.

  lines.py BUILD

Compared are header, files and rows as llvm-dwarfdump prints them, and all debug information of clang's
texts, whose entries refer to the table.  llvm-dwarfdump --verify finds nothing.
"""
import os
import re
import subprocess
import sys
import tempfile

from elf import Elf
from round_trip import MC, run, xnack

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
LLVM = "/usr/lib/llvm-16/bin/"
TEXT = r"""
    .text
    .file "k.cl"
    .file 1 "/src/dir" "a.cl"
    .file 2 "inc/b.h"
    .file 3 "/src/dir" "c\"d.h"
    .globl k
    .p2align 8
    .type k,@function
k:  .loc 1 3 5 prologue_end
    .p2align 3
    s_nop 0
    s_nop 1
    .loc 2 70000 1 is_stmt 0 discriminator 300
    .loc 1 4
    v_mov_b32 v0, v1
    .loc 1 5 9 is_stmt 1 isa 2
    .long 1, 2
    .loc 1 6 9 epilogue_begin
    .zero 1200
    .loc 3 3 1 basic_block
    s_endpgm
    .loc 1 99
    .section .text.b,"ax",@progbits
    s_endpgm
    .data
    .loc 2 8
    .quad 7
    .loc 2 9
"""
FIVE = r"""
    .file 0 "/src" "a.cl" md5 0x00112233445566778899aabbccddeeff
    .file 1 "/src" "b.h" md5 0xff
    .file 2 "/other" "b.h" md5 0x1
    .loc 0 1 1
    s_nop 0
    .loc 2 2 2
    s_nop 0
    .loc 1 3 3
    s_endpgm
    .section .debug_line,"",@progbits
start:
    .data
    .long start
"""
# Refused, by both.
WRONG = [('.file 1 "a"\n.loc 2 1\ns_endpgm', "file 2"), ('.file 1 "a"\n.file 1 "b"', "file 1"),
         (".loc 1 1\ns_endpgm", "file 1"), ('.file 2 "a"\n.loc 2 1\ns_endpgm', "file 1"), ('.file 1 "a"\n.loc 1 1 1 nonsense', "is_stmt"),
         ('.file 1 "a"\n.loc 1 1 1 is_stmt 2', "is_stmt 0 or is_stmt 1"),
         ('.file 1 a', "name of a file"), ('.file 1 "a" md5 x', "sum"), ('.file -1 "a"', "number of a file")]
failed = passed = 0

OWN = ("examples/sha256", "examples/histogram", "examples/vector_add", "test/e2e/objects/arguments",
       "test/language/functions/kernel_args")


def check(good, what):
    global failed, passed
    passed += bool(good)
    failed += not good
    if not good:
        print("FAIL", what)


def dump(path, *switches):
    return subprocess.run([LLVM + "llvm-dwarfdump", *switches, path], capture_output=True, text=True,
                          check=True).stdout.split("\n", 1)[1]


def lines(path):
    """Without what differs by the encoding alone: lengths, and where names are."""
    text = re.sub(r".*_length: .*\n", "", dump(path, "--debug-line"))
    return re.sub(r"\.debug_line_str\[.*?\] = ", "", text)


def rows(text):
    """Addresses with names and places, whatever the version; a table that starts anew at each function counts as one."""
    folders = dict(re.findall(r'include_directories\[ *(\d+)\] = "(.*)"', text))
    files = {number: (folders[folder] + "/" if folder in folders else "") + name for number, name, folder in
             re.findall(r'file_names\[ *(\d+)\]:\n +name: "(.*)"\n +dir_index: (\d+)', text)}
    found = re.findall(r"^(0x\S+) +(\d+) +(\d+) +(\d+) .*?(end_sequence)?$", text, re.MULTILINE)
    return [(address, line, column, files[file]) for address, line, column, file, end in found if not end]


def assemble(occ, name, text, folder, target="gfx900"):
    """Both objects of a text; None: one of them was not made."""
    source, mine, theirs = (os.path.join(folder, name + ending) for ending in (".s", ".o", ".llvm.o"))
    if text:
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
    wrong = run(occ, "-c", "-mcpu=" + target, source, "-o", mine)
    wrong = wrong or run(MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=" + target, *xnack(occ, target), "-filetype=obj",
                         source, "-o", theirs)
    check(not wrong, "%s: %s" % (name, wrong))
    if wrong:
        return None
    clean = subprocess.run([LLVM + "llvm-dwarfdump", "--verify", mine], capture_output=True, check=False)
    check(clean.returncode == 0, "%s: --verify: %s" % (name, clean.stdout[-300:]))
    return mine, theirs


def dumps(paths, *switches):
    """Path -> what llvm-dwarfdump prints of it, in one run: it takes longer to start than to read an object."""
    text = subprocess.run([LLVM + "llvm-dwarfdump", *switches, *paths], capture_output=True, text=True, check=False).stdout
    parts = re.split(r"^(?:Verifying )?(/.*):\tfile format .*\n", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def make(occ, switch, path, version, base):
    """Objects of the text of -S, by occ and by llvm-mc, and of the source."""
    text, mine, theirs, direct = (base + ending for ending in (".s", ".o", ".mc.o", ".direct.o"))
    mode = ["-mcpu=gfx803", "-mcode-object-version=" + version]
    for words in (switch, "-S", path, "-o", text), ("-c", text, "-o", mine), (switch, "-c", path, "-o", direct):
        subprocess.run([occ, *mode, *words], check=True)
    subprocess.run([MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx803", "-filetype=obj",
                    "--amdhsa-code-object-version=" + version, text, "-o", theirs], check=True, timeout=60)
    return mine, theirs, direct


def own(objects, tables, verified):
    """What is otherwise when the text of -S is assembled: rows of the table, the other sections."""
    mine, theirs, direct = objects
    found = [] if len(rows(tables[mine])) > 5 and rows(tables[mine]) == rows(tables[direct]) else ["rows"]
    wanted, sections = Elf(direct), 0
    for got in Elf(mine), Elf(theirs):
        for name in wanted.names:
            if name.startswith(".debug_") and name != ".debug_line":
                sections += 1
                if content(got, name) != content(wanted, name):
                    found.append(name)
    if "No errors." not in verified.get(mine, ""):
        found.append("llvm-dwarfdump --verify")
    return found or ([] if sections >= 4 else ["no sections"])


def content(elf, name):
    """Bytes but for what is relocated, which relocations say."""
    found, relocations = bytearray(elf.section(name)), elf.relocations(name)
    for offset, kind, _ in relocations:
        size = 8 if kind == 3 else 4
        found[offset:offset + size] = bytes(size)
    return found, relocations


def main():
    occ = os.path.join(sys.argv[1], "bin", "occ")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in ("text", TEXT), ("five", FIVE):
            objects = assemble(occ, name, text, folder)
            check(objects and lines(objects[0]) == lines(objects[1]), name + ": the table")
        for source in "sha256", "histogram":
            path = os.path.join(ROOT, "examples", source + ".cl")
            for switch in "-gdwarf-4", "-gdwarf-5", "-gline-tables-only":
                name = source + switch
                text = os.path.join(folder, name + ".s")
                subprocess.run([LLVM + "clang", "-x", "cl", "-cl-std=CL1.2", "-target", "amdgcn-amd-amdhsa",
                                "-mcpu=gfx803", "-nogpulib", "-w", "-O2", "-S", switch, path, "-o", text], check=True)
                objects = assemble(occ, name, None, folder, "gfx803")
                check(objects and lines(objects[0]) == lines(objects[1]), name + ": the table")
                check(objects and dump(objects[0]) == dump(objects[1]), name + ": entries")
        made = {}  # what -S prints becomes what -c writes
        for switch in "-g", "-gdwarf-4", "-gline-tables-only":
            for source in OWN:
                for version in "2", "4":
                    name = "-S %s of %s, version %s" % (switch, source, version)
                    made[name] = make(occ, switch, os.path.join(ROOT, source + ".cl"), version,
                                      os.path.join(folder, "own%d" % len(made)))
        tables = dumps([path for mine, _, direct in made.values() for path in (mine, direct)], "--debug-line")
        verified = dumps([mine for mine, _, _ in made.values()], "--verify")
        for name, paths in made.items():
            found = own(paths, tables, verified)
            check(not found, "%s: %s" % (name, found))
        for text, why in WRONG:
            source = os.path.join(folder, "wrong.s")
            with open(source, "w", encoding="utf-8") as file:
                file.write(text + "\n")
            said = run(occ, "-c", "-mcpu=gfx900", source, "-o", os.path.join(folder, "wrong.o"))
            check(said and why in said and "error" in said, "%s: no '%s' in: %s" % (text, why, said))
            check(run(MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx900", "-filetype=obj", source, "-o", os.devnull),
                  "llvm-mc takes " + text)
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(failed != 0)


main()
