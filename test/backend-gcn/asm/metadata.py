#!/usr/bin/env python3
"""Metadata in assembly text: strings that LLVM's lexer could take for something else come back from llvm-mc and from
occ as the compiler has them.

  metadata.py BUILD
"""
import json
import os
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
    wrong = run(MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx900", "-mattr=-xnack", "-filetype=obj",
                "--amdhsa-code-object-version=" + ("5" if version == "6" else version), text, "-o", theirs)
    if not wrong and metadata(build, direct) != metadata(build, theirs):
        wrong = "llvm-mc reads other metadata"
    return wrong


def main():
    build, passed, failed = sys.argv[1], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for version in ("2", "2d", "3", "4", "5", "6"):
            wrong = strings(build, version, folder)
            if wrong:
                print("FAIL: strings of version %s: %s" % (version, wrong))
            passed, failed = passed + (not wrong), failed + bool(wrong)
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
