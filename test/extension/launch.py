"""Compiles a program with occ and launches its kernels on the simulator; what the tests of this folder share."""
import os
import random
import struct
import subprocess
import tempfile

TARGETS = ("gfx600", "gfx701", "gfx803", "gfx900", "gfx90a")
CODES = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I", "long": "q", "ulong": "Q",
         "half": "e", "float": "f", "double": "d"}
BITS = {"char": 8, "uchar": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "long": 64, "ulong": 64,
        "half": 16, "float": 32, "double": 64}
INTEGERS = ("char", "uchar", "short", "ushort", "int", "uint", "long", "ulong")


def pack(kind, values):
    return struct.pack(f"<{len(values)}{CODES[kind]}", *values)


def unpack(kind, data):
    return struct.unpack(f"<{len(data) // struct.calcsize(CODES[kind])}{CODES[kind]}", data)


def fit(kind, value):
    """An integer modulo the type's range."""
    bits = BITS[kind]
    value &= (1 << bits) - 1
    return value - (1 << bits) if kind[0] != "u" and value >> (bits - 1) else value


class Program:
    """A program for one target; a folder of its own while it lives."""

    def __init__(self, build, target, source, *switches):
        self.bin = os.path.join(build, "bin")
        self.folder = tempfile.TemporaryDirectory()
        self.code = self.path("k.co")
        with open(self.path("k.cl"), "w", encoding="ascii") as file:
            file.write(source)
        subprocess.run([os.path.join(self.bin, "occ"), "-w", f"-mcpu={target}", *switches, self.path("k.cl"), "-o",
                        self.code], check=True)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run(self, kernel, buffers, items, group=64, values=(), more=()):
        """Buffers are bytes, which the kernel may change, then come values: SPEC of gcnsim.  What the buffers hold
        afterwards."""
        command = [os.path.join(self.bin, "gcnsim"), "run", self.code, "--kernel", kernel, "--global", str(items),
                   "--local", str(group), *more]
        for i, data in enumerate(buffers):
            with open(self.path(f"in{i}"), "wb") as file:
                file.write(data)
            command += ["--arg", f"buf:{self.path(f'in{i}')}@out={self.path(f'out{i}')}"]
        for value in values:
            command += ["--arg", value]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{kernel}: gcnsim says {done.returncode}: {done.stdout}{done.stderr}")
        results = []
        for i in range(len(buffers)):
            with open(self.path(f"out{i}"), "rb") as file:
                results.append(file.read())
        return results


class Count:
    """Cases, and those of them that are wrong, of which the first are printed."""

    def __init__(self):
        self.cases = self.wrong = 0

    def compare(self, what, got, want, same=lambda a, b: a == b):
        for i, (a, b) in enumerate(zip(got, want, strict=True)):
            self.cases += 1
            if not same(a, b):
                self.wrong += 1
                if self.wrong <= 20:
                    print(f"FAIL {what}[{i}]: {a!r} instead of {b!r}")

    def status(self, targets):
        print(f"{self.cases} cases on {len(targets)} targets, {self.wrong} wrong")
        return 1 if self.wrong or not self.cases else 0


def numbers(seed):
    return random.Random(seed)
