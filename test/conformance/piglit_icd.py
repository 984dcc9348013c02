#!/usr/bin/env python3
"""piglit's own OpenCL profile, run by piglit's own programs on the ICD.

  piglit_icd.py [-v] [-jN] [--gpu[=TARGETS]] [--sample | NAME...]

Each test is a process.  What does not pass stands in piglit_icd.known with its reason and with how it
ends; such a test must end so: one that begins to pass is a failure, too.  A test that crashes, or that
takes longer than two minutes, has the status `crash` or `timeout`.

N tests run at once, as many as there are processors unless given.  --gpu: on GPUs of those processors, or gfx900, by
HSA's runtime on the stand-in for their kernel driver (../icd/place.py).  --sample takes every eighth test and all of those of the API.  NAME is a part of a test's name.
At the end "N passed, M failed, K skipped"; status 1 if any failed, or if nothing was launched.
"""
import ast
import concurrent.futures
import gzip
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../icd"))
from place import BUILD, gpus_of, with_gpus  # noqa: E402

PIGLIT = "/usr/lib/x86_64-linux-gnu/piglit"
PROFILE = os.path.join(PIGLIT, "tests", "cl.xml.gz")
HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 120


def profile():
    """Commands by name, in the profile's order."""
    with gzip.open(PROFILE) as file:
        tests = xml.etree.ElementTree.parse(file).getroot()
    commands = {}
    for test in tests:
        option = {o.get("name"): ast.literal_eval(o.get("value")) for o in test}
        commands[test.get("name")] = (
            option["command"] if "command" in option else ["cl-program-tester", option["filename"]])
    return commands


def known_endings(gpus):
    """Statuses by name."""
    endings = {}
    with open(os.path.join(HERE, "piglit_icd.known"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                status, name, reason = (part.strip() for part in line.split("|"))
                assert reason, line
                endings[name] = status if status != "outside" else "pass" if gpus else "fail"
    return endings


def run(command, gpus):
    """The status and what was printed."""
    environment = dict(os.environ, PIGLIT_PLATFORM="mixed_glx_egl",
                       OCL_ICD_VENDORS=os.path.join(BUILD, "icd"), OCC_CACHE_DIR="none", **with_gpus(gpus))
    program = os.path.join(PIGLIT, "bin", command[0])
    try:
        ended = subprocess.run([program] + command[1:], cwd=PIGLIT, env=environment, check=False,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "timeout", ""
    said = ended.stdout.decode(errors="replace")
    status = "crash"
    for line in said.splitlines():
        if line.startswith("PIGLIT: "):
            status = json.loads(line[8:]).get("result", status)
    return ("crash" if ended.returncode < 0 else status), said


def choose(commands, arguments):
    names = [a for a in arguments if not a.startswith("-")]
    if "--sample" in arguments:
        rows = list(commands)
        return [n for i, n in enumerate(rows) if i % 8 == 0 or not n.startswith("program@")]
    return [n for n in commands if not names or any(part in n for part in names)]


def main(arguments):
    gpus = gpus_of(arguments)
    commands, known = profile(), known_endings(gpus)
    jobs = [int(a[2:]) for a in arguments if a.startswith("-j")] or [os.cpu_count()]
    chosen = choose(commands, arguments)
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for name in sorted(set(known) - set(commands)):
        print("%s: piglit_icd.known names it, piglit does not have it" % name)
        counts["failed"] += 1
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(jobs[-1]) as pool:
        os.environ["XDG_CACHE_HOME"] = folder
        for name, (status, said) in zip(chosen, pool.map(lambda n: run(commands[n], gpus), chosen)):
            wanted = known.get(name, "pass")
            good = status == wanted
            if not good:
                print("%s: %s, not %s" % (name, status, wanted))
            if not good and "-v" in arguments:
                print(said)
            counts["passed" if good and status != "skip" else
                   "skipped" if good else "failed"] += 1
    print("%(passed)d passed, %(failed)d failed, %(skipped)d skipped" % counts)
    return 1 if counts["failed"] or not counts["passed"] else 0


sys.exit(main(sys.argv[1:]))
