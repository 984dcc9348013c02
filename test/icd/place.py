"""How a program that nobody here wrote is run on the ICD, and what it launched there."""
import collections
import json
import os
import re
import signal
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.abspath(os.environ.get("OCC_BUILD", os.path.join(HERE, "../../build")))
SECONDS = 900
GRACE = 20  # for a program that is told to end: it writes its report


class Wrong(Exception):
    """What a program did not do."""


class Late(Wrong):
    """It did not end."""


class Faulted(Wrong):
    """A kernel did what it must not."""


def want(condition, what):
    if not condition:
        raise Wrong(what)


def ends(process, seconds):
    """What a program prints, and whether it ended by itself: one that takes longer is told to."""
    try:
        return process.communicate(timeout=seconds)[0], True
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=GRACE)[0], False
    except subprocess.TimeoutExpired:
        process.kill()
    return process.communicate()[0], False


def gpus_of(arguments):
    """The processors that --gpu[=TARGETS] has among them; None: it is not there."""
    given = [a.partition("=")[2] or "gfx900" for a in arguments if re.match("--gpu(=|$)", a)]
    return given[-1] if given else None


def with_gpus(targets):
    """Variables for GPUs by HSA's runtime, on the stand-in for their kernel driver; without targets: none.

    Programs size their launches by the compute units: with a card's 64 pyopencl's arrays and bcrypt take an hour."""
    if not targets:
        return {}
    return {"OCC_ICD_DEVICES": "gpu", "OCC_KFD_DEVICES": targets, "OCC_ICD_COMPUTE_UNITS": "2",
            "LD_LIBRARY_PATH": os.path.join(BUILD, "lib/occ/rocm")}


class Place:
    """A folder of its own for a program, and how it is run there."""

    def __init__(self, folder, seconds=SECONDS, gpus=None, checked=False):
        self.home, self.folder, self.seconds = folder, os.path.join(folder, "work"), seconds
        self.gpus = gpus  # as with_gpus takes them
        self.checked = checked  # all that can be: and nothing is told
        os.mkdir(self.folder)
        self.settings = {}  # variables for all its runs
        self.runs, self.said, self.status = 0, "", 0
        self.launches, self.instructions, self.kernel_seconds = 0, 0, 0.0
        self.kernels = collections.Counter()  # launches by name

    def environment(self, settings):
        usual = dict(os.environ, HOME=self.home, XDG_CACHE_HOME=self.home,
                     XDG_CONFIG_HOME=self.home, XDG_DATA_HOME=self.home,
                     OCL_ICD_VENDORS=os.path.join(BUILD, "icd"), OCC_CACHE_DIR="none", PYOPENCL_CTX="0",
                     PYOPENCL_TEST="0", PYOPENCL_NO_CACHE="1")
        check = {"OCC_ICD_CHECK": "all"} if self.checked else {}
        return {**usual, **with_gpus(self.gpus), **self.settings, **settings, **check}

    def run(self, *words, status=0, reported=True, **settings):
        """What it printed.  reported: its launches are counted; status None: however it ends."""
        self.runs += 1
        report = os.path.join(self.home, "report-%d.json" % self.runs)
        environment = self.environment(settings)
        if reported:
            environment["OCC_ICD_REPORT"] = report
        with subprocess.Popen(words, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            printed, ended = ends(process, self.seconds)
        self.status = process.returncode
        self.said = re.sub(r"\x1b\[[0-9;]*m", "", printed.decode(errors="replace"))
        if os.path.exists(report):
            self.count(report)
        told = [line for line in self.said.splitlines() if line.startswith("occ: ")]
        if self.checked and told:
            raise Faulted(told[0])
        if not ended:
            raise Late("no end after %d s" % self.seconds)
        if status is not None and self.status != status:
            raise Wrong("%s: status %d" % (words[0], self.status))
        return self.said

    def count(self, report):
        """Adds what a report says."""
        with open(report, encoding="utf-8") as file:
            kernels = json.load(file)["kernels"]
        for kernel in kernels:
            self.launches += kernel["launches"]
            self.kernels[kernel["name"]] += kernel["launches"]
            self.instructions += kernel["instructions"]
            self.kernel_seconds += kernel["host_nanoseconds"] / 1e9
        for kernel in kernels:
            if kernel["failures"]:
                raise Faulted("%s faults" % kernel["name"])

    def write(self, name, content):
        with open(os.path.join(self.folder, name), "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()
