"""Launches of foreign programs (test/icd/programs.py), recorded for `tools/bench programs`.

recorded(row, target, anew) runs a row of PROGRAMS with OCC_ICD_RECORD, unless that was done and neither the
programs nor the ICD are others since, and gives its launches.  A program may launch one kernel with hundreds
of sizes: of one kernel of one source the largest few are kept, and none that is huge; how many were left
out is known.
"""
import hashlib
import json
import os
import re
import shlex
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("OCC_BUILD", os.path.join(ROOT, "build"))
sys.path.insert(0, os.path.join(ROOT, "test/icd"))
import programs  # noqa: E402

MOST_SIZES = 2       # launches of one kernel of one source
MOST_LAUNCHES = 60   # of a program
HUGE_ITEMS = 1 << 20
HUGE_BYTES = 256 << 20  # of all buffers


def digest(*parts):
    return hashlib.sha256(b"\0".join(p if isinstance(p, bytes) else str(p).encode()
                                     for p in parts)).hexdigest()[:20]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def language_options(text):
    """The standard, and the other -cl options: macros and folders have done their work."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    found = dict.fromkeys(word for word in words if word.startswith("-cl-"))
    standard = [word for word in found if word.startswith("-cl-std=")]
    return standard[-1:] or ["-cl-std=CL1.2"], [w for w in found if not w.startswith("-cl-std=")]


class Launch:
    """A folder that OCC_ICD_RECORD wrote."""

    def __init__(self, folder):
        self.folder = folder
        self.switches = read(os.path.join(folder, "launch")).decode().splitlines()
        self.kernel = self.switch("kernel")
        self.size = self.switch("global")
        self.items = 1
        for side in self.size.split(","):
            self.items *= int(side)
        self.parts = len([name for name in os.listdir(folder)
                          if re.fullmatch(r"source\d*\.i", name)])
        self.source = os.path.join(folder, "source.i")

    def switch(self, name):
        start = "--%s=" % name
        return next(line[len(start):] for line in self.switches if line.startswith(start))

    def options(self):
        return read(os.path.join(self.folder, "options")).decode()

    def unit(self):
        """What tells the source from others: it is preprocessed, so of the options only the language's
        count, and not where lines came from; else the object."""
        if not self.parts:
            return digest(read(os.path.join(self.folder, "object.co")))
        text = re.sub(rb"(?m)^# \d.*$", b"", read(self.source))
        return digest(*language_options(self.options()), text)

    def code(self):
        """What tells the kernel from others."""
        return digest(self.kernel, self.unit())

    def bytes(self):
        return sum(os.path.getsize(os.path.join(self.folder, name))
                   for name in os.listdir(self.folder) if name.endswith(".in"))

    def is_huge(self):
        return self.items > HUGE_ITEMS or self.bytes() > HUGE_BYTES

    def has_ended(self):
        """A program that ends before its launch does leaves no results."""
        return all(os.path.exists(os.path.join(self.folder, name[:-2] + "out"))
                   for name in os.listdir(self.folder) if name.endswith(".in"))


def key_of():
    """What recordings depend on; the compiler is not of it: what it makes is made anew."""
    icd = os.path.join(ROOT, "runtime/icd")
    files = [os.path.join(icd, name) for name in sorted(os.listdir(icd)) if name.endswith(".c")]
    limits = MOST_SIZES, MOST_LAUNCHES, HUGE_ITEMS, HUGE_BYTES
    return digest(limits, *(read(path) for path in [programs.__file__, __file__, *files]))


def select(launches):
    """Those that are kept, in the order of the program, and what became of the others."""
    left = {"unended": 0, "huge": 0, "other sizes": 0, "beyond %d" % MOST_LAUNCHES: 0}
    kernels = {}
    for launch in launches:
        if not launch.has_ended():
            left["unended"] += 1
        elif launch.is_huge():
            left["huge"] += 1
        else:
            kernels.setdefault(launch.code(), []).append(launch)
    kept = []
    for sizes in kernels.values():
        sizes.sort(key=lambda launch: -launch.items)
        left["other sizes"] += len(sizes[MOST_SIZES:])
        kept += sizes[:MOST_SIZES]
    kept.sort(key=lambda launch: launch.folder)
    left["beyond %d" % MOST_LAUNCHES] = len(kept[MOST_LAUNCHES:])
    return kept[:MOST_LAUNCHES], {why: count for why, count in left.items() if count}


def record(row, target, folder):
    """Runs the program; what is to be remembered of it."""
    launches = os.path.join(folder, "launches")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(launches)
    settings = {"OCC_ICD_RECORD": launches, "OCC_ICD_DEVICES": target}
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)  # Place.run hands it on
    try:
        _, wrong, *_ = programs.attempt(row)
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
    found = [Launch(os.path.join(launches, name)) for name in sorted(os.listdir(launches))]
    kept, left = select(found)
    names = {launch.folder for launch in kept}
    for launch in found:
        if launch.folder not in names:
            shutil.rmtree(launch.folder)
    return {"key": key_of(), "wrong": wrong, "found": len(found), "left": left}


def recorded(row, target, anew, home):
    """The launches that are kept, and the notes on the program."""
    folder = os.path.join(home, target, row[0])
    notes_path = os.path.join(folder, "notes.json")
    notes = {}
    if os.path.exists(notes_path) and not anew:
        notes = json.loads(read(notes_path))
    if notes.get("key") != key_of():
        notes = record(row, target, folder)
        with open(notes_path, "w", encoding="utf-8") as file:
            json.dump(notes, file)
    launches = os.path.join(folder, "launches")
    return [Launch(os.path.join(launches, name)) for name in sorted(os.listdir(launches))], notes
