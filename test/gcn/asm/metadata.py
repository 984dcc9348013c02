#!/usr/bin/env python3
"""Metadata in assembly text: strings that LLVM's lexer could take for something else come back from llvm-mc and from
occ as the compiler has them; text that no loader could use is refused by both, by occ with its line.

  metadata.py BUILD
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from elf import Elf

MC = "/usr/lib/llvm-16/bin/llvm-mc"
# Comments of the assembler, ends of strings, escapes, words that YAML has a meaning for.
SOURCE = r"""
typedef int y;
kernel void k(global y *n, int on) {
    printf("a; b %d\n", on);
    printf("http://x.y/%d", on);
    printf("/* open %d", on);
    printf("closed */ # %d", on);
    printf("'; %d '", on);
    printf("\"; // %d", on);
    printf("it's \\; /* %d */\t", on);
    n[0] = on;
}
"""


# What a text of the version has, what stands in its place, and what is wrong with that; "": nothing.
CHANGES = {
    "2": [
        ("Size: 8", "Size: 8", ""),
        (r"Version: \[1, 0\]", "Version: 5", "'Version' is no list of numbers"),
        (r"Version: \[1, 0\]\n", "", "'Version' is no list of numbers"),
        (r"Version: \[1, 0\]", "Version: [1, 0]\nVersion: [1, 0]", "'Version' is there twice"),
        ("Kernels:\n(.*\n)*(?=\\.\\.\\.)", "Kernels: 5\n", "'Kernels' is no list"),
        ("Kernels:\n(.*\n)*(?=\\.\\.\\.)", "Kernels: [5]\n", "what 'Kernels' holds is no map"),
        (".*SymbolName: .*\n", "", "'SymbolName' is missing"),
        ("SymbolName: .*", "SymbolName: [k]", "'SymbolName' is no text"),
        ("ValueKind: ByValue", "ValueKind: Bogus", "'Bogus' is none of 'ValueKind'"),
        ("ValueKind: ByValue", "ValueKind: by_value", "'by_value' is none of 'ValueKind'"),
        (".*ValueKind: ByValue\n", "", "'ValueKind' is missing"),
        ("AccQual: .*", "AccQual: Global", "'Global' is none of 'AccQual'"),
        ("Align: 8", "Align: eight", "'Align' is no number"),
        (" *Align: 8\n", "", "'Align' is missing"),
        ("ReqdWorkGroupSize: .*", "ReqdWorkGroupSize: 64", "'ReqdWorkGroupSize' is no list of numbers"),
        ("IsConst: true", "IsConst: 7", "'IsConst' is neither true nor false"),
        ("KernargSegmentSize: .*", "KernargSegmentSize: many", "'KernargSegmentSize' is no number"),
        (" *WavefrontSize: .*\n", "", "'WavefrontSize' is missing"),
        (" *NumSGPRs: .*\n", "", ""),
        ("CodeProps:\n(    .*\n)*", "CodeProps: 5\n", "'CodeProps' is no map"),
        ("CodeProps:\n(    .*\n)*", "CodeProps: {}\n", "'KernargSegmentSize' is missing"),
    ],
    "5": [
        ("amdhsa.version: \n( *- .*\n)*", "", "'amdhsa.version' is no list of numbers"),
        ("amdhsa.version:", "amdhsa.version: [1, 2]\namdhsa.version:", "'amdhsa.version' is there twice"),
        ("amdhsa.kernels: \n([ -].*\n)*", "amdhsa.kernels: 5\n", "'amdhsa.kernels' is no list"),
        ("amdhsa.kernels: \n([ -].*\n)*", "amdhsa.kernels: [5]\n", "what 'amdhsa.kernels' holds is no map"),
        ("amdhsa.kernels: \n([ -].*\n)*", "", "'amdhsa.kernels' is missing"),
        (".symbol: .*", ".symbol: [k]", "'.symbol' is no text"),
        (".symbol: .*", ".symbol: 5", "'.symbol' is no text"),
        (".symbol: .*", ".symbols: k", "'.symbol' is missing"),
        (".value_kind: 'by_value'", ".value_kind: bogus", "'bogus' is none of '.value_kind'"),
        (".value_kind: 'by_value'", ".value_kind: ByValue", "'ByValue' is none of '.value_kind'"),
        (".value_kind: 'by_value'", ".value_kind: hidden_heap_v1", ""),
        (".address_space: .*", ".address_space: read_only", "'read_only' is none of '.address_space'"),
        (".offset: 8", ".offset: eight", "'.offset' is no number"),
        (".offset: 8", ".other: 8", "'.offset' is missing"),
        (".is_const: true", ".is_const: 7", "'.is_const' is neither true nor false"),
        (".kernarg_segment_size: .*", ".kernarg_segment_size: many", "'.kernarg_segment_size' is no number"),
        (".kernarg_segment_size: .*", ".kernarg_segment_size: -1", ""),
        (".sgpr_count: .*", ".others: 1", "'.sgpr_count' is missing"),
        (".sgpr_spill_count: .*", ".others: 1", ""),
        (".reqd_workgroup_size: \n( .*\n){3}", ".reqd_workgroup_size: 64\n",
         "'.reqd_workgroup_size' is no list of numbers"),
    ],
}
KERNEL = ("kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(const global int *a, int b, global int *c)"
          " { c[0] = a[0] + b; }\n")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return (done.stderr or "status %d" % done.returncode).strip().splitlines()[0]
    return ""


def metadata(build, path):
    dump = subprocess.run([os.path.join(build, "bin", "occ-obj"), "dump", "--json", path],
                          capture_output=True, text=True, check=True).stdout
    return without_types(json.loads(dump)["metadata"])


def without_types(tree):
    """llvm-mc drops ValueType."""
    if isinstance(tree, dict):
        return {key: without_types(value) for key, value in tree.items() if key != "ValueType"}
    return [without_types(value) for value in tree] if isinstance(tree, list) else tree


def strings(build, version, folder):
    """What is wrong; "": nothing."""
    occ = os.path.join(build, "bin", "occ")
    source, text, direct, ours, theirs = (os.path.join(folder, "x." + end) for end in ("cl", "s", "o", "a.o", "mc.o"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(SOURCE)
    mode = ["-w", "-mcode-object-version=" + version, source, "-o"]
    wrong = run(occ, "-S", *mode, text) or run(occ, "-c", *mode, direct) or run(occ, "-c", text, "-o", ours)
    if not wrong and Elf(direct).notes() != Elf(ours).notes():
        wrong = "occ reads other notes than it wrote"
    if wrong or version == "2d": # which LLVM does not know
        return wrong
    wrong = llvm("5" if version == "6" else version, text, theirs)
    if not wrong and metadata(build, direct) != metadata(build, theirs):
        wrong = "llvm-mc reads other metadata"
    return wrong


def llvm(version, text, output):
    return run(MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx900", "-mattr=-xnack", "-filetype=obj",
               "--amdhsa-code-object-version=" + version, text, "-o", output)


def changes(build, version, folder):
    """[what is wrong]"""
    occ = os.path.join(build, "bin", "occ")
    source, text, output = (os.path.join(folder, "y." + end) for end in ("cl", "s", "o"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(KERNEL)
    wrong = run(occ, "-S", "-mcode-object-version=" + version, source, "-o", text)
    with open(text, encoding="utf-8") as file:
        good = file.read()
    found = [wrong] if wrong else []
    for old, new, message in CHANGES[version]:
        changed, count = re.subn(old, new.replace("\\", r"\\"), good, count=1)
        with open(text, "w", encoding="utf-8") as file:
            file.write(changed)
        said = run(occ, "-c", text, "-o", output)
        if not count:
            found.append("the text has no " + old)
        if (message not in said or not re.search(r"line \d+: ", said)) if message else said:
            found.append("%r: occ says '%s'" % (new, said))
        takes_last = "twice" in message # llvm-mc, of values with one key
        if bool(llvm(version, text, output)) != bool(message and not takes_last):
            found.append("%r: llvm-mc is of another opinion" % new)
    return found


def main():
    build, passed, failed = sys.argv[1], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for version in ("2", "2d", "3", "4", "5", "6"):
            wrong = strings(build, version, folder)
            if wrong:
                print("FAIL: strings of version %s: %s" % (version, wrong))
            passed, failed = passed + (not wrong), failed + bool(wrong)
        for version in CHANGES:
            found = changes(build, version, folder)
            for wrong in found:
                print("FAIL: version %s: %s" % (version, wrong))
            passed, failed = passed + len(CHANGES[version]) - len(found), failed + len(found)
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
