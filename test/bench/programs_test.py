#!/usr/bin/env python3
"""The machinery of `tools/bench programs`, on a host program of test/icd: what is recorded is compiled,
replayed and tabled; the second time nothing is recorded; another result is noticed and told.

  programs_test.py FOLDER      clang-22 is compared with only where it is installed
"""
import contextlib
import io
import os
import shutil
import sys

import program_table
import recordings


def commands(place):
    place.run(os.path.join(recordings.BUILD, "bin/test_icd_commands"))


ROW = "commands", False, commands


def check(condition, what):
    if not condition:
        sys.exit("FAIL " + what)


def table():
    """The rows by kernel, and the text."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        rows = program_table.table([ROW], "gfx900", 1)
    return {row.launch.kernel: row for row in rows}, out.getvalue()


def check_figures(rows, text):
    for name in "twice", "left":
        check(name in rows, "kernel %s is not recorded" % name)
        for compiler, result in rows[name].results.items():
            for what in "cycles", "vgprs", "sgprs", "code", "ms":
                check(result.get(what), "%s, %s: no %s: %s" % (name, compiler, what, result))
            check("mark" not in result, "%s, %s: %s" % (name, compiler, result))
    compilers = set(rows["twice"].results)
    check({"occ", "clang-16"} <= compilers, "compilers: %s" % compilers)
    check("clang-22" in compilers or "clang-22 is not installed" in text, "no word of clang-22")
    check("geometric means" in text and "the worst, by cycles" in text, "no ends of the table")


def check_options():
    hashcat = '-D M2S(x)=#x -I "a b" -w -cl-std=CL1.1 -cl-mad-enable -cl-std=CL2.0'
    check(program_table.language_options(hashcat) == (["-cl-std=CL2.0"], ["-cl-mad-enable"]),
          "options")
    call = program_table.CALLS["clang-16"]("gfx900", "-cl-nv-verbose -cl-mad-enable", "i", "o")[0]
    check("-cl-mad-enable" in call and "-cl-nv-verbose" not in call, "options for clang")


def main():
    folder = sys.argv[1]
    shutil.rmtree(folder, ignore_errors=True)
    program_table.HOME = folder
    check_options()
    rows, text = table()
    check_figures(rows, text)
    folders = {name: os.stat(row.launch.folder).st_ino for name, row in rows.items()}
    path = os.path.join(rows["twice"].launch.folder, "arg0.out")
    size = os.path.getsize(path)
    with open(path, "r+b") as file:
        file.write(b"\xff" * size)
    shutil.rmtree(os.path.join(folder, "replays"))
    rows, text = table()
    check(folders == {name: os.stat(row.launch.folder).st_ino for name, row in rows.items()},
          "it was recorded again")
    for compiler, result in rows["twice"].results.items():
        check(result.get("mark") == "!" and result.get("cycles"),
              "%s: another result: %s" % (compiler, result))
        check("! %s: argument 0 (a) differs from" % compiler in text, "no word of it: " + text)


main()
