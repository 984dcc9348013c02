#!/usr/bin/env python3
"""The section .occ.atomics names exactly the atomic loads and stores.

    places.py BUILD

What an instruction touches the simulator's trace tells: places.cl keeps atomic and plain accesses in
memory apart.  So the test asks neither the compiler nor its dumps which access was meant.
"""
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "gcn", "asm"))
from elf import Elf

LLVM = "/usr/lib/llvm-16/bin/"
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "places.cl")
TARGETS = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx90a"]
# All targets, then what is special on some.
MODES = [(target, [f"-O{level}"]) for target in TARGETS for level in range(4)]
MODES += [(target, ["-O2", switch]) for target in ("gfx600", "gfx803", "gfx900")
          for switch in ("-fspill-everything", "-fno-sched", "-fno-inline", "-fverify-passes", "-fstress-text")]
MODES += [("gfx900", ["-O2", f"-mcode-object-version={version}"]) for version in (2, 4)]
BYTES, HALF = 1024, 128 * 4
PLAIN = re.compile(r"(ds_(read|write)|(flat|global|buffer|scratch)_(load|store))")
SCALAR = re.compile(r"s_(buffer_)?(load|store)_")
TRACED = re.compile(r"^\(\d+,\d+,\d+\) wave \d+ 0x(\w+) exec \w+: (\w+)(.*)$")
ACCESS = re.compile(r"\| lane \d+ (?:reads|writes) (LDS )?0x(\w+):((?: \w{8}| \w{4}| \w{2})+)")
SHT_PROGBITS, SHF_INFO_LINK = 1, 0x40
failures = 0


def fail(what):
    global failures
    failures += 1
    print("FAIL", what)


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"FAIL {' '.join(command)}:\n{done.stderr[-2000:]}")
    return done


class Object:
    """Sections of a code object, and what the one in question lists."""

    def __init__(self, path):
        self.path, elf = path, Elf(path)
        self.sections, self.offsets = {}, None
        for number, (name, header) in enumerate(zip(elf.names, elf.headers)):
            self.sections[name] = dict(number=number, type=header[1], flags=header[2], address=header[3],
                                       size=header[5], link=header[6], info=header[7], align=header[8],
                                       entry=header[9])
        self.text = self.sections[".text"]
        if ".occ.atomics" in self.sections:
            self.offsets = [offset for offset, in struct.iter_unpack("<I", elf.section(".occ.atomics"))]

    def check_form(self, name):
        section = self.sections[".occ.atomics"]
        wanted = dict(type=SHT_PROGBITS, address=0, entry=4, info=self.text["number"], flags=SHF_INFO_LINK, align=4)
        for key, value in wanted.items():
            if section[key] != value:
                fail(f"{name}: {key} of the section is {section[key]}, not {value}")
        if self.offsets != sorted(set(self.offsets)):
            fail(f"{name}: the offsets do not ascend")
        if any(offset % 4 or offset >= self.text["size"] for offset in self.offsets):
            fail(f"{name}: an offset is no place in .text")

    def functions(self):
        """Name -> mnemonics of its listed instructions."""
        found, text = {}, run([LLVM + "llvm-readelf", "-sW", self.path]).stdout
        code = {}
        for line in run([LLVM + "llvm-objdump", "-d", self.path]).stdout.splitlines():
            row = re.match(r"^\s+(\S+).*// (\w{12}):", line)
            if row:
                code[int(row[2], 16) - self.text["address"]] = row[1]
        for line in text.splitlines():
            row = re.match(rf"^ *\d+: (\w+) +(\d+|0x\w+) \S+ +\S+ +\S+ +{self.text['number']} (\S+)$", line)
            if row:
                start, size = int(row[1], 16) - self.text["address"], int(row[2], 0)
                found[row[3]] = sorted(code.get(o, "nothing") for o in self.offsets
                                       if start <= o < start + size)
        return found


def compile_to(build, path, target, switches, source=SOURCE, standard="CL2.0"):
    run([os.path.join(build, "bin", "occ"), f"-cl-std={standard}", f"-mcpu={target}", *switches, source,
         "-o", path])
    return Object(path)


def kernels():
    with open(SOURCE) as file:
        return re.findall(r"^KERNEL\((\w+)\)$", file.read(), re.M)


def is_atomic(lds, address, size, bases):
    """Is the memory, by places.cl, for atomic accesses?  None: for none alone."""
    a, p = (bases[2], bases[3]) if lds else (bases[0], bases[1])
    if a <= address < a + BYTES:
        return True
    if p + HALF <= address < p + BYTES:
        dwords = {(address - p) // 4 % 2 == 1, (address + size - 1 - p) // 4 % 2 == 1}
        return dwords.pop() if len(dwords) == 1 else None
    return False


def check_run(build, name, code, kernel, executed):
    bases_file = code.path + ".where"
    done = run([os.path.join(build, "bin", "gcnsim"), "run", code.path, "--kernel", kernel, "--global", "1",
                "--local", "1", "--arg", f"buf:{BYTES}", "--arg", f"buf:{BYTES}", "--arg", f"local:{BYTES}",
                "--arg", f"local:{BYTES}", "--arg", f"buf:32@out={bases_file}", "--schedule=order", "--trace"])
    with open(bases_file, "rb") as file:
        bases = struct.unpack("<4Q", file.read(32))
    listed = {code.text["address"] + offset for offset in code.offsets}
    for line in done.stderr.splitlines():
        traced = TRACED.match(line)
        if not traced:
            continue
        place, mnemonic = int(traced[1], 16), traced[2]
        if not PLAIN.match(mnemonic) and not SCALAR.match(mnemonic):
            if place in listed:
                fail(f"{name}, {kernel}: {mnemonic} at {place:#x} is listed")
            continue
        kinds = {is_atomic(bool(access[1]), int(access[2], 16), len(access[3].replace(" ", "")) // 2, bases)
                 for access in ACCESS.finditer(traced[3])}
        if len(kinds) > 1 or None in kinds:
            fail(f"{name}, {kernel}: {mnemonic} at {place:#x} is for atomic and plain memory")
        elif kinds and (place in listed) != kinds.pop():
            fail(f"{name}, {kernel}: {mnemonic} at {place:#x} is {'' if place in listed else 'not '}listed")
        executed.add(place)


def check_mode(build, folder, target, switches):
    name = " ".join([target, *switches])
    code = compile_to(build, os.path.join(folder, "places.co"), target, switches)
    if code.offsets is None:
        fail(f"{name}: no section")
        return
    code.check_form(name)
    executed = set()
    for kernel in kernels():
        check_run(build, name, code, kernel, executed)
    # On GFX6 nothing reaches the private arms of generic accesses, but those are not listed.
    for offset in code.offsets:
        if code.text["address"] + offset not in executed:
            fail(f"{name}: {offset:#x} is listed, but no kernel gets there")
    if ".occ.atomics" in compile_to(build, os.path.join(folder, "c.o"), target, [*switches, "-c"]).sections:
        linked = Object(os.path.join(folder, "c.o"))
        linked.check_form(name + " -c")
        if linked.offsets != code.offsets:
            fail(f"{name} -c: other places")
    else:
        fail(f"{name} -c: no section")


def check_lines(build, folder):
    """The lines of places.cl that name instructions."""
    with open(SOURCE) as file:
        lines = re.findall(r"^// (\w+) (gfx\w+) (O\d):(.*)$", file.read(), re.M)
    found = {}
    for name, target, level, wanted in lines:
        if (target, level) not in found:
            found[target, level] = compile_to(build, os.path.join(folder, "lines.co"), target,
                                              ["-" + level]).functions()
        words = []
        for word in wanted.split():
            mnemonic, _, count = word.partition("*")
            words += [mnemonic] * int(count or 1)
        have = found[target, level].get(name)
        if have is None or [re.sub(r"_e\d+$", "", x) for x in have] != sorted(words):
            fail(f"{name} {target} {level}: listed are {have}, not {sorted(words)}")
    return len(lines)


WITHOUT = {
    "read-modify-write of 1.2": ("CL1.2", "kernel void k(global int *x) { x[1] = atomic_add(x, 1) + atomic_cmpxchg(x + 2, 1, 2); }"),
    "volatile": ("CL2.0", "kernel void k(volatile global int *x, volatile local int *y) { x[1] = x[0]; y[0] = x[2]; x[3] = y[0]; }"),
    "volatile private memory of 1.2": ("CL1.2", "kernel void k(global int *x) { volatile int y[9]; y[x[0] & 7] = 1; x[1] = y[x[2] & 7]; }"),
    "volatile vectors of 1.2": ("CL1.2", "kernel void k(volatile global int4 *x) { x[1] = x[0]; }"),
    "initialisation": ("CL2.0", "kernel void k(global atomic_int *x) { atomic_init(x, 1); }"),
    "fences": ("CL2.0", "kernel void k(global int *x) { x[0] = x[1]; atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device); x[2] = x[3]; }"),
    "private memory": ("CL2.0", "kernel void k(global int *x) { atomic_int y[9]; for (int i = 0; i < 9; i++) atomic_store(y + i, x[i]); x[0] = atomic_load(y + (x[1] & 7)); }"),
}
# 1.x has no atomic loads and stores: volatile ones stand for them.
VOLATILE = {
    "volatile of 1.2": (6, "kernel void k(volatile global int *x, volatile local int *y) { x[1] = x[0]; y[0] = x[2]; x[3] = y[0]; }"),
}
# Of the library: what it reads that others change with a compare-and-swap.
LIBRARY = {
    "printf": (1, 'kernel void k(global int *x) { printf("%d", x[0]); }'),
    "pipe": (2, "kernel void k(global int *x, read_only pipe int p) { read_pipe(p, x); }"),
    "packets": (2, "kernel void k(global int *x, read_only pipe int p) { x[0] = get_pipe_num_packets(p); }"),
}


def check_source(build, folder, target, name, standard, text, count):
    path = os.path.join(folder, "one.cl")
    with open(path, "w") as file:
        file.write(text)
    for version in ("2", "4"):
        if target == "gfx90a" and version == "2":
            continue
        code = compile_to(build, os.path.join(folder, "one.co"), target, [f"-mcode-object-version={version}"],
                          path, standard)
        if (code.offsets is not None) != (count > 0) or (count and len(code.offsets) != count):
            fail(f"{name}, {target}, version {version}: listed are {code.offsets}")


def main():
    build = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        for target, switches in MODES:
            check_mode(build, folder, target, switches)
        lines = check_lines(build, folder)
        for target in TARGETS:
            for name, (standard, text) in WITHOUT.items():
                check_source(build, folder, target, name, standard, text, 0)
            for name, (count, text) in VOLATILE.items():
                check_source(build, folder, target, name, "CL1.2", text, count)
            for name, (count, text) in LIBRARY.items():
                check_source(build, folder, target, name, "CL2.0", text, count)
    print(f"{len(MODES)} modes of {len(kernels())} kernels, {lines} lines: {failures} failures")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
