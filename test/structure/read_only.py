#!/usr/bin/env python3
"""The tests of test/quick.txt pass where nobody can write into the source tree: they leave nothing there.

  read_only.py BUILD [REGEX]      tests of such names instead, but for those labelled long

Mounts go with the process; status 77, with the reason, where mounts are not allowed.
"""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
# The build may stand in the tree: it is mounted over it again, as it was.
SCRIPT = """set -e
mount --bind "$2" "$3"; mount --rbind "$1" "$1"; mount -o remount,bind,ro "$1"; mount --bind "$3" "$2"
cd "$1"; shift 3; exec "$@" """


def enter(build, *arguments):
    """This program again, over a tree that is read only."""
    again = os.path.join(build, "test/structure/read-only")
    os.makedirs(again, exist_ok=True)
    os.environ["OCC_READ_ONLY"] = "1"
    alone = ["unshare", "--mount", "--propagation", "private", "sh", "-c", SCRIPT, "read-only", ROOT, build, again]
    tried = subprocess.run([*alone, "true"], capture_output=True, text=True, check=False)
    if tried.returncode:
        print("skipped, mounts are not allowed: " + tried.stderr.strip())
        sys.exit(77)
    os.execvp("unshare", [*alone, sys.executable, os.path.abspath(__file__), build, *arguments])


def tests(build, wanted):
    text = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, check=True).stdout
    for test in json.loads(text)["tests"]:
        properties = {row["name"]: row["value"] for row in test["properties"]}
        if "command" in test and wanted(test["name"]) and "long" not in properties.get("LABELS", []):
            yield test["name"], test["command"], properties


def passes(command, properties):
    """As ctest judges, and what it said."""
    done = subprocess.run(command, cwd=properties["WORKING_DIRECTORY"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
                          env={**os.environ, **dict(row.split("=", 1) for row in properties.get("ENVIRONMENT", []))})
    expected = properties.get("PASS_REGULAR_EXPRESSION")
    good = any(re.search(text, done.stdout) for text in expected) if expected else done.returncode == 0
    return good != properties.get("WILL_FAIL", False), done.stdout


def main():
    build = os.path.realpath(sys.argv[1])
    if "OCC_READ_ONLY" not in os.environ:
        enter(build, *sys.argv[2:])
    try:
        with open(os.path.join(ROOT, "left.i"), "w", encoding="ascii"):
            sys.exit("the tree is not read only")
    except OSError:
        pass
    with open(os.path.join(ROOT, "test/quick.txt"), encoding="ascii") as file:
        quick = {line.strip() for line in file if not line.startswith("#")}
    wanted = re.compile(sys.argv[2]).search if len(sys.argv) > 2 else quick.__contains__
    passed = failed = 0
    for name, command, properties in tests(build, wanted):
        good, said = passes(command, properties)
        passed, failed = passed + good, failed + (not good)
        if not good:
            print("FAIL %s\n%s" % (name, said[-1000:]))
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(bool(failed or not passed))


main()
