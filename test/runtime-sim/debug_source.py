#!/usr/bin/env python3
"""What `gcnsim debug` knows of the source: sessions of debug_source.txt on objects of debug_source.cl, which are at once the
script and what is said (debug.py), and a terminal.

debug_source.py GCNSIM OCC FILE EDITS    EDITS: 1 if lines that are typed have a history; OCC_BLESS=1 writes FILE anew

A head is "== STATUS LEVEL [KIND]".  KIND: -without-g; -gdwarf-5, by clang-22 (left out if that is not there); -later, of a
version of DWARF that is not known; -recorded, as launches are, -parts, of a program of several sources; -more KERNEL,
a kernel of debug_more.cl.  Addresses and instructions are left out of what is said.
"""
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import termios
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../gcn/asm"))
from debug import PROMPT
from elf import Elf

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE, MORE = "debug_source.cl", "debug_more.cl"
LAUNCH = ["--global", "128", "--local", "64", "--arg", "buf:512", "--arg", "buf:64*i32=iota,0,10", "--arg", "i32:3"]
LIBRARIES = "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"
CLANG = ["/usr/lib/llvm-22/bin/clang", "-x", "cl", "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx900:xnack-",
         "-mcode-object-version=4", "--rocm-path=/usr", "--rocm-device-lib-path=" + LIBRARIES, "-Xclang",
         "-mlink-builtin-bitcode", "-Xclang", LIBRARIES + "/oclc_daz_opt_off.bc", "-gdwarf-5"]
RECORDED = {"-recorded": ["source.cl"], "-parts": ["source.cl", "source2.cl"]}
UP, LEFT, ERASE = "\x1b[A", "\x1b[D", "\x7f"


def make_later(path):
    """The first unit gets a version that there is not."""
    with open(path, "rb") as file:
        bytes_ = bytearray(file.read())
    at = bytes_.find(Elf(path).section(".debug_info"))
    bytes_[at + 4:at + 6] = b"\x09\0"
    with open(path, "wb") as file:
        file.write(bytes_)


def make_recorded(source, work, parts):
    """As the OpenCL platform does: text that is in no file, whose source is kept beside the object."""
    with open(source, encoding="utf-8") as file:
        text = file.read()
    with open(source, "w", encoding="utf-8") as file:
        file.write('#line 1 "<source>"\n' + text)
    for name in parts:
        with open(os.path.join(work, name), "w", encoding="utf-8") as file:
            file.write(text)


def make_object(occ, kind, work):
    """The object's path; None: the compiler is not there.  The source is in a folder that the compiler calls by its name in
    its own: the debugger, which is elsewhere, finds it all the same."""
    made = os.path.join(work, "test.co")
    os.makedirs(os.path.join(work, "folder"))
    level, *rest = kind
    is_more = rest[:1] == ["-more"]
    source = shutil.copy(os.path.join(HERE, MORE if is_more else SOURCE), os.path.join(work, "folder"))
    name = os.path.relpath(source, work)
    if rest and rest[0] in RECORDED:
        make_recorded(source, work, RECORDED[rest[0]])
    call = [occ, "-mcpu=gfx900", level, *(["-g"] if rest != ["-without-g"] else [])]
    if is_more:
        call.append("-cl-std=CL2.0")
    if rest == ["-gdwarf-5"]:
        call, name = [*CLANG, level], source  # which makes it a folder and a name in that
        if not os.path.exists(call[0]):
            return None
    subprocess.run([*call, "-w", name, "-o", made], check=True, cwd=work)
    if rest == ["-later"]:
        make_later(made)
    return made


def plain(text, work):
    """Without what other code would change."""
    text = re.sub(r"(\(\d+,\d+,\d+\) wave \d+) 0x.*\n", r"\1\n", text)
    text = re.sub(r"(breakpoint \d+): 0x.*\n(\1: 0x.*\n)*", r"\1\n", text)
    text = re.sub(r"and \d+ more places", "and ... more places", text)
    text = re.sub(r"\b0x[0-9a-f]+", "0x...", text)
    return text.replace(work + "/folder/", "").replace("folder/", "")


def run(gcnsim, path, head, commands, work):
    """The session as it goes."""
    elsewhere = os.path.join(work, "elsewhere")
    os.makedirs(elsewhere)
    with open(os.path.join(elsewhere, "session"), "w", encoding="utf-8") as file:
        file.write("".join(command + "\n" for command in commands))
    *_, last = head.split()
    more = ["--kernel", last] if "-more" in head else []
    done = subprocess.run([gcnsim, "debug", path, *LAUNCH, *more, "--script=session"], cwd=elsewhere, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=60)
    return [re.sub(r"^== \S+", f"== {done.returncode}", head), *plain(done.stdout, work).splitlines()]


# ---- sessions ----

def check_sessions(gcnsim, occ, path):
    with open(path, encoding="utf-8") as file:
        head, *sessions = re.split(r"^(?===)", file.read(), flags=re.M)
    failures, left_out, blessed = 0, 0, head
    for session in sessions:
        wanted = session.rstrip("\n").splitlines()
        commands = [line[len(PROMPT):] for line in wanted if line.startswith(PROMPT)]
        with tempfile.TemporaryDirectory() as work:
            made = make_object(occ, wanted[0].split()[2:], work)
            got = run(gcnsim, made, wanted[0], commands, work) if made else wanted
        left_out += not made
        blessed += "\n".join(got) + "\n\n"
        if got != wanted:
            at = next((i for i, (a, b) in enumerate(zip(got, wanted)) if a != b), min(len(got), len(wanted)))
            failures += 1
            print(f"{wanted[0]}\n  line {at + 1}\n  wanted {wanted[at:at + 3]}\n  got    {got[at:at + 3]}")
    if os.environ.get("OCC_BLESS"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(blessed.rstrip("\n") + "\n")
    print(f"{len(sessions)} sessions, {left_out} left out, {failures} failed")
    return failures + (not sessions)


# ---- a terminal ----

class Terminal:
    """A session at a terminal of its own."""

    def __init__(self, command, edits):
        self.said, self.edits = "", edits
        self.pid, self.file = pty.fork()
        if not self.pid:
            os.environ["TERM"] = "xterm"
            os.execv(command[0], command)
        self.wait()

    def wait(self):
        """What is said up to the next prompt, or the end."""
        text, end = "", time.monotonic() + 30
        while not text.endswith(PROMPT) and time.monotonic() < end:
            if not select.select([self.file], [], [], 1)[0]:
                continue
            try:
                more = os.read(self.file, 4096)
            except OSError:  # it has ended
                break
            if not more:
                break
            text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]", "", text + more.decode())
        self.said = text
        while self.edits and text.endswith(PROMPT) and time.monotonic() < end:
            if not termios.tcgetattr(self.file)[3] & termios.ICANON:
                break  # what is typed before the editor is there would be another's
            time.sleep(0.01)
        return text

    def type(self, text):
        os.write(self.file, text.encode())
        return self.wait()

    def end(self, text):
        """The status; one that does not end is ended by the terminal's."""
        os.write(self.file, text)
        self.wait()
        os.close(self.file)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def check_terminal(gcnsim, occ, edits):
    failures = []

    def check(is_right, *what):
        if not is_right:
            failures.append(" ".join(map(str, what)))
    with tempfile.TemporaryDirectory() as work:
        made = make_object(occ, ["-O0"], work)
        terminal = Terminal([gcnsim, "debug", made, *LAUNCH], edits)
        terminal.type("break 28\r")
        terminal.type("continue\r")
        check("debug_source.cl:29" in terminal.type("next\r"), "next:", terminal.said)
        check("debug_source.cl:30" in terminal.type("\r"), "Enter repeats next:", terminal.said)
        check("no variable is called" in terminal.type("print nothing\r"), "a mistake:", terminal.said)
        check("n = 3" in terminal.type("print n\r"), "goes on after it:", terminal.said)
        if edits:
            check("n + 1 = 4" in terminal.type(UP + " + 1\r"), "the last line, longer:", terminal.said)
            check("n = 3" in terminal.type(UP + UP + "\r"), "the one before:", terminal.said)
            check("n = 3" in terminal.type("print q" + ERASE + "n\r"), "erased:", terminal.said)
            check("n + 2 = 5" in terminal.type("print  + 2" + LEFT * 4 + "n\r"), "inserted:", terminal.said)
            check("v.y = 2" in terminal.type("x v.y\x01" + "\x0b" + "print v.y\r"), "begun anew:", terminal.said)
        check(terminal.end(b"quit\r") == 0, "its status")
        terminal = Terminal([gcnsim, "debug", made, *LAUNCH], edits)
        check(terminal.end(b"\x04") == 0, "the end of what is typed")
    for failure in failures:
        print("FAIL", failure)
    print(f"terminal{'' if edits else ', without editing'}: {len(failures)} failed")
    return len(failures)


def main(gcnsim, occ, path, edits):
    gcnsim, occ = os.path.abspath(gcnsim), os.path.abspath(occ)
    failures = check_sessions(gcnsim, occ, path)
    failures += check_terminal(gcnsim, occ, edits == "1")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
