#!/usr/bin/env python3
"""Programs that nobody here wrote, from Debian's packages, on the ICD.

  programs.py [-v] [-jN] [--all] [--gpu[=TARGETS]] [--check] [NAME...]

Each is a row of PROGRAMS: its name, whether only --all, or its whole name, has it run, and a function that runs
it and raises Wrong when it did not do what it should.  NAME is a row's, or what stands before its first dot.
N programs run at once, as many as there are processors unless given.  --gpu: on GPUs of those processors, with commas
between them, or gfx900, by HSA's runtime on the stand-in for their kernel driver.  OCC_ICD_REPORT counts what was launched: a program that
launches nothing has failed, whatever it says.  What each insists on is told where it is run.
--check: with OCC_ICD_CHECK=all, and nothing may be told.
At the end "N passed, M failed"; status 1 if any failed.
"""
import concurrent.futures
import glob
import os
import re
import shutil
import sys
import tempfile
import time

import darktable
import ffmpeg
import hashcat
from place import Place, Wrong, gpus_of, want

EXAMPLES = "/usr/share/doc/python-pyopencl-doc/examples"
PYTHON = "/usr/bin/python3"  # which has Debian's modules


# ---- the programs ----

def clinfo(place):
    text = place.run("clinfo")
    devices = re.findall(r"^  Device Name +(gfx\w+)", text, re.M)
    want("Platform Name" in text and devices == (place.gpus or "gfx900").split(","), "no platform, or others' devices")
    failing = [line for line in text.splitlines() if re.search(r"error|invalid|fail", line, re.I)
               and not re.search(r"Error Correction", line)]
    want(not failing, "queries fail: %s" % failing[:3])
    place.launches = 1  # it launches nothing


def wlangenpmkocl(place):
    """A WPA master key, as IEEE 802.11i publishes it."""
    place.write("list", "password\n")
    place.run("wlangenpmkocl", "-e", "IEEE", "-i", "list", "-A", "out")
    want(b"f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e" in place.read("out"),
         "another key")


LAUNCHES_NOTHING = "dump-properties", "test_enqueue_copy"
DEMOS = ("demo", "demo_array", "demo_elementwise", "demo_elementwise_complex", "demo-struct-reduce",
         "demo_meta_template", "n-body", "narray", "dump-properties")


def demo(name):
    def run(place):
        for file in glob.glob(EXAMPLES + "/*.h"):
            shutil.copy(file, place.folder)
        place.run(PYTHON, os.path.join(EXAMPLES, name + ".py"))
        place.launches += name in LAUNCHES_NOTHING
    return run


def pytest(name, least):
    def run(place):
        for file in glob.glob(EXAMPLES + "/test_*.py") + glob.glob(EXAMPLES + "/*.[hs]*"):
            shutil.copy(file, place.folder)
        # thousands of launches: without the cycles of a report
        check = "fast" if least >= 100 else "memory"
        text = place.run(PYTHON, "-m", "pytest", "-p", "no:cacheprovider", "-q", name + ".py",
                         OCC_ICD_CHECK=check)
        passed = re.search(r"(\d+) passed", text)
        want(passed and int(passed[1]) >= least and "failed" not in text.splitlines()[-1],
             text.splitlines()[-1])
        place.launches += name in LAUNCHES_NOTHING
    return run


def cracks(mode):
    """The mode's own example, as the only candidate; the self-test comes first."""
    def run(place):
        about = hashcat.about(place, "-m", str(mode))[str(mode)]
        hashcat.crack(place, mode, about, "fast" if mode == 3200 else "memory")
    return run


def clblast(name):
    def run(place):
        text = place.run("clblast_test_" + name)
        want(not re.search(r"[1-9]\d* test\(s\) failed", text) and "test(s) passed" in text,
             "tests fail")
    return run


def clfft(*options):
    def run(place):
        want("PASS" in place.run("clFFT-client", "-g", *options), "no PASS")
    return run


def under(run, **settings):
    """The same program with variables of the ICD."""
    def run_so(place):
        place.settings = settings
        run(place)
    return run_so


def clinfo_says(line, **settings):
    def run(place):
        under(clinfo, **settings)(place)
        want(re.search(line, place.said), "nothing like " + line)
    return run


OLD = {"OCC_ICD_VERSION": "1.2"}
AMD = {"OCC_ICD_VENDOR": "amd"}

PROGRAMS = [
    ("clinfo", False, clinfo),
    ("clinfo.1.2", False, clinfo_says(r"Device Version +OpenCL 1\.2", **OLD)),
    ("clinfo.amd", False, clinfo_says(r"Wavefront width \(AMD\) +64", **AMD)),
    ("wlangenpmkocl", False, wlangenpmkocl),
    *(("pyopencl." + name, False, demo(name)) for name in (*DEMOS, "svm", "demo_array_svm")),
    *(("pyopencl.%s.1.2" % name, True, under(demo(name), **OLD)) for name in DEMOS),
    ("pyopencl.test_wrapper", False, pytest("test_wrapper", 40)),
    ("pyopencl.test_wrapper.1.2", False, under(pytest("test_wrapper", 40), **OLD)),
    ("pyopencl.test_arrays_in_structs", False, pytest("test_arrays_in_structs", 1)),
    ("pyopencl.test_clrandom", False, pytest("test_clrandom", 21)),
    ("pyopencl.test_enqueue_copy", False, pytest("test_enqueue_copy", 2)),
    ("pyopencl.test_array", True, pytest("test_array", 160)),
    ("pyopencl.test_algorithm", True, pytest("test_algorithm", 55)),
    ("pyopencl.test_clmath", True, pytest("test_clmath", 25)),
    *(("hashcat.%d" % mode, mode == 3200, cracks(mode))
      for mode in (0, 100, 1000, 1400, 1700, 12000, 3200)),
    ("hashcat.0.amd", True, under(cracks(0), **AMD)),
    ("clblast.xaxpy", False, clblast("xaxpy")),
    ("clblast.xaxpy.amd", True, under(clblast("xaxpy"), **AMD)),
    ("clblast.xgemv", False, clblast("xgemv")),
    ("clblast.xgemm", True, clblast("xgemm")),
    ("clfft.256", False, clfft("-x", "256")),
    ("clfft.double", False, clfft("-x", "256", "--double")),
    ("clfft.inv", False, clfft("-x", "256", "--inv")),
    ("clfft.16x16", False, clfft("-x", "16", "-y", "16")),
    ("clfft.real", False, clfft("-x", "256", "--inLayout", "5", "--outLayout", "3", "-o")),
    *ffmpeg.ROWS,
    *darktable.ROWS,
]


def attempt(row, gpus=None, checked=False):
    """The name, what was wrong (None: nothing), seconds, launches, and what was said last."""
    name, _, function = row
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, gpus=gpus, checked=checked)
        try:
            function(place)
            want(place.launches, "nothing was launched")
            wrong = None
        except Wrong as reason:
            wrong = str(reason)
        except (KeyError, FileNotFoundError) as reason:
            wrong = repr(reason)
    return name, wrong, time.monotonic() - start, place.launches, place.said


def main(arguments):
    names = [a for a in arguments if not a.startswith("-")]
    rows = [row for row in PROGRAMS
            if row[0] in names or ("--all" in arguments or not row[1]) and
            (not names or any(row[0].startswith(n + ".") for n in names))]
    gpus = gpus_of(arguments)
    jobs = [int(a[2:]) for a in arguments if a.startswith("-j")] or [os.cpu_count()]
    if not rows:
        print(__doc__)
        return 2
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(jobs[-1]) as pool:
        for name, wrong, seconds, launches, said in pool.map(lambda row: attempt(row, gpus, "--check" in arguments), rows):
            failed += wrong is not None
            if wrong or "-v" in arguments:
                print("%-34s %6.1f s %6d launches  %s" % (name, seconds, launches, wrong or "ok"))
            if wrong and "-v" in arguments:
                print(said[-2000:])
            sys.stdout.flush()
    print("%d passed, %d failed" % (len(rows) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
