#!/usr/bin/env python3
"""A static function's name stands in three files of a room at most: what more need has a home and one definition.

    names.py ROOT
    names.py ROOT --planted      what it must find is planted, each by itself
"""
import collections
import glob
import os
import re
import sys

FOLDERS = ["support", "frontend", "sema", "midend", "gcn", "backend-gcn", "libclc-lite", "driver", "runtime"]
MAX_FILES = 3
ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)\s*")
# "static", what it returns, its name; a definition or a declaration.
STATIC = re.compile(r"^static\s[^;={}()]*\b(\w+)\([^;]*?\)\s*[{;]", re.M)


def read_sources(root):
    sources = {}
    for folder in FOLDERS:
        for suffix in "chly":
            for path in glob.glob(os.path.join(root, folder, "**", f"*.{suffix}"), recursive=True):
                with open(path, encoding="utf-8") as file:
                    sources[os.path.relpath(path, root)] = file.read()
    return sources


def check(sources):
    files = collections.defaultdict(set)
    for path, text in sources.items():
        for name in STATIC.findall(ATTRIBUTE.sub("", text)):
            files[os.path.dirname(path), name].add(os.path.basename(path))
    return [f"{room}: '{name}' is a static function of {len(homes)} files: {', '.join(sorted(homes))}"
            for (room, name), homes in sorted(files.items()) if len(homes) > MAX_FILES], len(files)


def planted():
    """(sources, how many of their names are in too many files)"""
    texts = ["static void\nput(int x)\n{\n}\n", "static inline const struct value *\nput(void)\n{\n}\n",
             "__attribute__((format(printf, 1, 2))) static int put(const char *format, ...);\n",
             "int x;\n\nstatic bool\nput(bool (*next)(int), int x)\n{\n}\n"]
    files = [f"midend/loops/{name}" for name in ("a.c", "b.h", "c.c", "d.c")]
    yield dict(zip(files, texts)), 1
    for text in texts:
        yield dict.fromkeys(files, text), 1
        yield dict.fromkeys(files[1:], text), 0
        yield dict.fromkeys(files[1:] + ["midend/loop/d.c"], text), 0
    for text in ("void\nput(int x)\n{\n}\n", "static const int put = get(1);\n",
                 "static int x;\n\nvoid\nput(int x)\n{\n}\n", "static int all[] = {put(1), 2};\n"):
        yield dict.fromkeys(files, text), 0


def main(root, *options):
    wrong, names = check(read_sources(root))
    print("\n".join([*wrong, f"{names} names of static functions in their rooms, {len(wrong)} in too many files"]))
    cases, failed = 1, int(bool(wrong))
    for sources, number in planted() if options else ():
        cases += 1
        found = check(sources)[0]
        if len(found) != number:
            print(f"planted: {sources}\nfound: {found}")
            failed += 1
    print(f"{cases} cases, {failed} failed")
    return failed != 0


sys.exit(main(*sys.argv[1:]))
