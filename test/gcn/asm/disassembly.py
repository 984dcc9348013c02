#!/usr/bin/env python3
"""occ-obj disasm prints what llvm-objdump -d prints, and what either prints assembles to the same bytes.

  disassembly.py BUILD TARGET VERSION occ|clang [FILE.cl...]

On GFX6 and GFX7, which LLVM cannot disassemble, our own text is assembled by occ and by llvm-mc.  Where
LLVM is known to be wrong (ORACLES: it prints the section's first bytes for every header of version 2, and
complains inside the text of EXEC as a carry), its line is not held against ours.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from elf import Elf
from round_trip import MC, ROOT, run, sources, switches, xnack

LLVM = "/usr/lib/llvm-16/bin/"
LITHE = range(-16, 65)
FLOATS = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000, 0x40800000, 0xc0800000,
          0x3e22f983}


def is_short(word):
    """Would an assembler take an inline constant for this literal?"""
    return word in FLOATS or word - (word >> 31 << 32) in LITHE


def to_source(text, size):
    """Assembly of a disassembly: what no assembler would write so is put as numbers."""
    lines = [".text"]
    at, base, gap = 0, None, False
    for line in text.splitlines():
        place = re.match(r"([0-9a-f]{16}) <", line)
        comment = re.search(r"// ([0-9A-F]{12}):((?: [0-9A-F]+)+)", line)
        header = re.match(r"\t\.byte\t (0x[0-9A-F]+)$", line)
        if place or comment:
            address = int((place or comment)[1], 16)
            base = address if base is None else base
            if gap:
                lines.append(".zero %d" % (address - base - at))
                at, gap = address - base, False
        if place:
            lines.append(re.search("<(.*)>", line)[1] + ":")
        if line.strip() == "...":
            gap = True
        elif header:
            lines.append(".byte " + header[1])
            at += 1
        elif comment:
            words = [int(word, 16) for word in comment[2].split()]
            instruction = line[:comment.start()].strip()
            if len(words) > 1 and is_short(words[-1]) or instruction.startswith(".byte"):
                digits = len(comment[2].split()[0])
                instruction = (".long " if digits == 8 else ".byte ") + ", ".join(map(hex, words))
            lines.append(instruction)
            at += sum(len(word) // 2 for word in comment[2].split())
    if gap:
        lines.append(".zero %d" % (size - at))
    return "\n".join(lines) + "\n"


def comparable(text):
    """Lines without what LLVM gets wrong."""
    text = re.sub(r"/\*Invalid register.*?\*/ *", lambda m: " ", text)
    lines = [re.sub(r"^\t\.byte\t .*", "\t.byte", line) for line in text.splitlines()]
    return [re.sub(r" +//", " //", line) for line in lines]


def compile_with(compiler, build, path, target, version, output):
    """What is wrong, "" for nothing, None: not for the target."""
    options = switches(path, target)
    if options is None:
        return None
    if compiler == "occ":
        return run(os.path.join(build, "bin", "occ"), "-w", *options, "-mcpu=" + target,
                   "-mcode-object-version=" + version, "-c", path, "-o", output)
    left = clang_object(build, path, target, version, "co")
    if left:
        shutil.copy(left, output)
    return "" if left else None


def clang_object(build, path, target, version, end):
    """What the build has of clang (test/clang_objects.cmake), None: clang does not take the source."""
    name = os.path.relpath(path, ROOT).replace("examples/", "").replace("test/e2e/", "")
    left = os.path.join(build, "e2e", "clang-%s-v%s" % (target, version), name[:-2] + end)
    if os.path.exists(left):
        return left
    if name == "half.cl" and target[3] in "67":
        return None
    raise FileNotFoundError(left)


def printed(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def printed_by_llvm(paths):
    """Path -> text, of one run: starting llvm-objdump takes longer than most objects."""
    texts = re.split(r"(?=^\n\S.*:\tfile format )", printed(LLVM + "llvm-objdump", "-d", *paths), flags=re.M)
    return dict(zip(paths, texts[texts[0] == "":], strict=True))


def check(build, binary, theirs, target, attributes):
    """What is wrong with the text of an object, "" for nothing; theirs: LLVM's text, None where it has none."""
    occ = os.path.join(build, "bin", "occ")
    source, again = binary + ".s", binary + ".o"
    texts = {"ours": printed(os.path.join(build, "bin", "occ-obj"), "disasm", binary)}
    if theirs is not None:
        texts["LLVM's"] = theirs
        if comparable(texts["ours"]) != comparable(theirs):
            pairs = zip(comparable(texts["ours"]), comparable(theirs))
            return "text differs: %s" % (next((pair for pair in pairs if pair[0] != pair[1]), "its length"),)
    code = Elf(binary).section(".text")
    wrong = []
    for whose, text in texts.items():
        headers = iter(re.findall(r"^\t\.byte\t .*", texts["ours"], re.M))
        text = re.sub(r"^\t\.byte\t .*", lambda m: next(headers), text, flags=re.M)
        with open(source, "w", encoding="utf-8") as file:
            file.write(to_source(text, len(code)))
        assemblers = {"occ": [occ, "-c", "-mcpu=" + target, source, "-o", again]}
        if whose == "ours":
            assemblers["llvm-mc"] = [MC, "-triple=amdgcn-amd-amdhsa", "-mcpu=" + target, *attributes,
                                     "-filetype=obj", source, "-o", again]
        for name, command in assemblers.items():
            said = run(*command)
            if said:
                wrong.append("%s on %s text: %s" % (name, whose, said.splitlines()[0]))
            elif Elf(again).section(".text") != code:
                wrong.append("%s makes other bytes of %s text" % (name, whose))
    return ", ".join(wrong)


def main():
    build, target, version, compiler = sys.argv[1:5]
    paths = sys.argv[5:] or [path for path in sources() if compiler == "occ" or "/language/" not in path]
    attributes, counts = xnack(os.path.join(build, "bin", "occ"), target), [0, 0, 0]
    with tempfile.TemporaryDirectory() as folder:
        objects = {path: os.path.join(folder, "%d" % number) for number, path in enumerate(paths)}
        found = {path: compile_with(compiler, build, path, target, version, objects[path]) for path in paths}
        made = [objects[path] for path in paths if found[path] == ""]
        theirs = printed_by_llvm(made) if target[3] not in "67" else {}
        for path in paths:
            wrong = found[path]
            if wrong == "":
                wrong = check(build, objects[path], theirs.get(objects[path]), target, attributes)
            if wrong:
                print("FAIL %s: %s" % (os.path.relpath(path, ROOT), wrong), flush=True)
            counts[0 if wrong == "" else 2 if wrong is None else 1] += 1
    print("%d passed, %d failed, %d for other chips" % tuple(counts))
    sys.exit(1 if counts[1] or not counts[0] else 0)


if __name__ == "__main__":
    main()
