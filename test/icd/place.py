"""A folder for a program of programs.py, how the program is run there, and what it did wrong."""
import json
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.abspath(os.environ.get("OCC_BUILD", os.path.join(HERE, "../../build")))
SECONDS = 900


class Wrong(Exception):
    """What a program did not do."""


class Place:
    """A folder of its own for a program, and how it is run there."""

    def __init__(self, folder):
        self.home, self.folder = folder, os.path.join(folder, "work")
        os.mkdir(self.folder)
        self.launches, self.runs, self.said = 0, 0, ""
        self.settings = {}  # variables for all its runs

    def run(self, *words, status=0, reported=True, **settings):
        """What it printed.  reported: its launches are counted."""
        self.runs += 1
        report = os.path.join(self.home, "report-%d.json" % self.runs)
        environment = dict(os.environ, HOME=self.home, XDG_CACHE_HOME=self.home,
                           XDG_CONFIG_HOME=self.home, XDG_DATA_HOME=self.home,
                           OCL_ICD_VENDORS=os.path.join(BUILD, "icd"), PYOPENCL_CTX="0",
                           PYOPENCL_TEST="0", PYOPENCL_NO_CACHE="1")
        environment.update(self.settings, **settings)
        if reported:
            environment["OCC_ICD_REPORT"] = report
        try:
            ended = subprocess.run(words, cwd=self.folder, env=environment, timeout=SECONDS,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                                   stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired as expired:
            raise Wrong("no end after %d s" % SECONDS) from expired
        self.said = re.sub(r"\x1b\[[0-9;]*m", "", ended.stdout.decode(errors="replace"))
        if ended.returncode != status:
            raise Wrong("%s: status %d" % (words[0], ended.returncode))
        if os.path.exists(report):
            with open(report, encoding="utf-8") as file:
                for kernel in json.load(file)["kernels"]:
                    self.launches += kernel["launches"]
                    if kernel["failures"]:
                        raise Wrong("%s faults" % kernel["name"])
        return self.said

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read()


def want(condition, what):
    if not condition:
        raise Wrong(what)
