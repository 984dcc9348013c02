#!/usr/bin/env python3
"""hashcat itself on the ICD: the password of each mode's own example is found.

  hashcat_modes.py [-v] [--anew] [--results=FILE] [--seconds=N] [--long]
      [--sample | MODE | FIRST-LAST]...

A mode is a process of hashcat with one candidate (test/icd/hashcat.py), after hashcat's self-test,
with OCC_ICD_CHECK=fast; the mode's own kernels must have been launched.  As many run at a time as
there are cores.  Without modes: all of them.

Results stand in a file, hashcat-modes.tsv in the build folder: a mode that it has of the same
libocc_icd.so is not run again, so that a walk goes on where it was interrupted.  --anew runs it
again.  --seconds: when a mode is given up (without: 300).  --sample takes a few quick modes, --long
also those that hashcat_modes.known calls `long`, which cannot end by then.

What does not pass stands in hashcat_modes.known with its reason and with how it ends: so it must
end; one that begins to pass is a failure, too.  At the end which modes took longer than 30 s of the
processor's time, which failed, and "N passed, M failed, K skipped" (the known ones); status 1 if any
failed.
"""
import collections
import concurrent.futures
import hashlib
import os
import re
import resource
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../icd"))
import hashcat  # noqa: E402
from place import BUILD, Faulted, Late, Place, Wrong  # noqa: E402

SECONDS = 300
SLOW = 30
# Among them: a binary file, a password in hexadecimal, kernels that the hash chooses.
SAMPLE = 400, 1100, 6211, 9710, 16500, 22000
# What hashcat says, and the verdict.
SAYS = [(r"self-test fail", "self-test"),
        (r"clBuildProgram|clLinkProgram|clCompileProgram", "refused"),
        (r"Not enough allocatable device memory|CL_MEM_OBJECT_ALLOCATION", "memory")]

Result = collections.namedtuple(
    "Result", "verdict seconds processor_seconds kernel_seconds launches instructions reason")


# ---- one mode ----

def last_words(said):
    """A line of what hashcat said, for a table."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    told = [line for line in lines if line.startswith("occ: ")]
    return (told or lines or [""])[0 if told else -1][:200]


def judge(place, wrong):
    """The verdict, and the reason if it is not `found`."""
    if isinstance(wrong, Late):
        return "timeout", str(wrong)
    if isinstance(wrong, Faulted):
        but = "a password is found, but " if "found" in os.listdir(place.folder) else ""
        return "fault", "%s%s: %s" % (but, wrong, last_words(place.said))
    for words, verdict in SAYS:
        if wrong and re.search(words, place.said):
            return verdict, last_words(place.said)
    if place.status < 0:
        return "crash", "signal %d: %s" % (-place.status, last_words(place.said))
    if isinstance(wrong, hashcat.Other):
        return "wrong", str(wrong)
    if wrong:
        return "not found", last_words(place.said)
    if not any(re.match(r"m\d+_", name) for name in place.kernels):
        return "no launch", "of its own kernels none was launched"
    return "found", ""


def processor_seconds():
    """Of the programs that this process has run."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def attempt(mode, info, seconds):
    """A mode's result, and what hashcat said."""
    if "example_pass" not in info or info["example_hash"] == "N/A":
        return Result("no example", 0, 0, 0, 0, 0, "the mode has none"), ""
    start, before = time.monotonic(), processor_seconds()
    with tempfile.TemporaryDirectory() as folder:
        place, wrong = Place(folder, seconds), None
        try:
            hashcat.crack(place, mode, info, "fast")
        except Wrong as reason:
            wrong = reason
        verdict, why = judge(place, wrong)
    return Result(verdict, time.monotonic() - start, processor_seconds() - before,
                  place.kernel_seconds, place.launches, place.instructions, why), place.said


# ---- the file of results ----

class Results:
    """Rows with tabs between their columns: the build, the mode, and those of Result."""

    def __init__(self, path, anew):
        with open(os.path.join(BUILD, "lib/libocc_icd.so"), "rb") as library:
            self.build = hashlib.sha256(library.read()).hexdigest()[:12]
        self.path = path
        self.rows = {} if anew else self.read()

    def read(self):
        """Those of this build, by mode; the last row of a mode counts."""
        rows = {}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                for line in file:
                    build, mode, *columns = line.rstrip("\n").split("\t")
                    if build == self.build and len(columns) == len(Result._fields):
                        rows[int(mode)] = Result(columns[0], *map(float, columns[1:4]),
                                                 *map(int, columns[4:6]), columns[6])
        return rows

    def add(self, mode, result):
        self.rows[mode] = result
        columns = ["%.1f" % value if isinstance(value, float) else str(value) for value in result]
        with open(self.path, "a", encoding="utf-8") as file:
            file.write("\t".join([self.build, str(mode)] + columns) + "\n")


def known_endings():
    """Verdicts by mode."""
    endings = {}
    with open(os.path.join(HERE, "hashcat_modes.known"), encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                mode, verdict, reason = (part.strip() for part in line.split("|"))
                assert reason, line
                endings[int(mode)] = verdict
    return endings


# ---- all modes ----

def describe(mode, result):
    return ("%5d %-10s %6.1f s, processor %6.1f s, kernels %6.1f s, %6d launches, "
            "%11d instructions %s" % (mode, *result))


def chosen(modes, arguments):
    """The modes that the arguments name."""
    names = [a for a in arguments if not a.startswith("-")] + (
        [str(mode) for mode in SAMPLE] if "--sample" in arguments else [])
    ranges = [[int(end) for end in name.split("-")] for name in names] or [[min(modes), max(modes)]]
    return [mode for mode in modes if any(r[0] <= mode <= r[-1] for r in ranges)]


def leave_out(modes, known):
    """Without those that take too long; how many these are."""
    left = [mode for mode in modes if known.get(mode) != "long"]
    return left, len(modes) - len(left)


def walk(modes, infos, results, seconds, verbose):
    """Runs what has no result."""
    # processes, because each knows the processor's time of what it has run itself
    pool = concurrent.futures.ProcessPoolExecutor(os.cpu_count())
    running = {pool.submit(attempt, mode, infos[mode], seconds): mode
               for mode in modes if mode not in results.rows}
    try:
        for done in concurrent.futures.as_completed(running):
            result, said = done.result()
            results.add(running[done], result)
            print(describe(running[done], result), flush=True)
            if verbose and result.verdict != "found":
                print(said[-2000:], flush=True)
    finally:
        pool.shutdown(cancel_futures=True)


def summarise(modes, results, known, left_out):
    """Prints it; how many failed."""
    counts = collections.Counter(skipped=left_out)
    rows = {mode: results.rows[mode] for mode in modes}
    slow = [mode for mode in modes if rows[mode].processor_seconds > SLOW]
    print("%d of %d found" % (sum(row.verdict == "found" for row in rows.values()), len(rows)))
    if slow:
        print("%d took longer than %d s of the processor's time:" % (len(slow), SLOW))
    for mode in slow:
        print(describe(mode, rows[mode]))
    for mode in modes:
        wanted = known.get(mode, "found").replace("long", "found")
        if rows[mode].verdict != wanted:
            counts["failed"] += 1
            print("failed, not %s: %s" % (wanted, describe(mode, rows[mode])))
        else:
            counts["passed" if wanted == "found" else "skipped"] += 1
    print("%d passed, %d failed, %d skipped" % (counts["passed"], counts["failed"],
                                                counts["skipped"]))
    return counts["failed"]


def option(arguments, name, without):
    """The value of --name=VALUE."""
    values = [a.split("=", 1)[1] for a in arguments if a.startswith("--" + name + "=")]
    return values[-1] if values else without


def main(arguments):
    known = known_endings()
    with tempfile.TemporaryDirectory() as folder:
        infos = {int(mode): info for mode, info in hashcat.about(Place(folder)).items()}
    left_out = 0
    strange = sorted(set(known) - set(infos))
    modes = chosen(sorted(infos), arguments)
    if strange or not modes:
        print("hashcat has no mode %s" % (strange or "of those"))
        return 2
    if "--long" not in arguments:
        modes, left_out = leave_out(modes, known)
    results = Results(option(arguments, "results", os.path.join(BUILD, "hashcat-modes.tsv")),
                      "--anew" in arguments)
    walk(modes, infos, results, float(option(arguments, "seconds", SECONDS)), "-v" in arguments)
    return 1 if summarise(modes, results, known, left_out) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
