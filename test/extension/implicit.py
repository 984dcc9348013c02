#!/usr/bin/env python3
"""__builtin_amdgcn_implicitarg_ptr: the block of hidden arguments, in every layout.

  implicit.py BUILD (some | all) [TARGET...]

Kernels read it at offsets of the host's choice, at constant ones and in functions; what they read is what the launch
passes, by AMDGPUUsage's tables.  all: clang 22's objects read the same, and list the same arguments."""
import os
import re
import subprocess
import sys

from launch import TARGETS, Count, Program, pack, unpack

CLANG = "/usr/lib/llvm-22/bin/"
GLOBAL, LOCAL, OFFSET = (20, 6, 3), (8, 4, 2), (5, 7, 1 << 33)
SOURCE = """
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned short ushort;
#define BLOCK(type) ((constant type *)__builtin_amdgcn_implicitarg_ptr())
#define FIRST if (__builtin_amdgcn_workgroup_id_x() + __builtin_amdgcn_workgroup_id_y() + \\
    __builtin_amdgcn_workgroup_id_z() + __builtin_amdgcn_workitem_id_x() + __builtin_amdgcn_workitem_id_y() + \\
    __builtin_amdgcn_workitem_id_z() == 0)
__attribute__((noinline)) uint at(uint i) { return BLOCK(ushort)[i]; }
__attribute__((noinline)) uint deeper(uint i) { return at(i) + 1; }
__attribute__((noinline)) ulong second(void) { return BLOCK(ulong)[PLACE + 1]; }
kernel void chosen(global uint *o, global const uint *at, char odd, uint n)
{
    FIRST for (uint i = 0; i < n; i++) o[i] = BLOCK(ushort)[at[i]];
}
kernel void lanes(global uint *o, global const uint *at, char odd, uint n)
{
    if (__builtin_amdgcn_workgroup_id_x() + __builtin_amdgcn_workgroup_id_y() + __builtin_amdgcn_workgroup_id_z())
        return;
    uint i = __builtin_amdgcn_workitem_id_x() + 8 * (__builtin_amdgcn_workitem_id_y() + 4 * __builtin_amdgcn_workitem_id_z());
    for (; i < n; i += 64) o[i] = BLOCK(ushort)[at[i]];
}
kernel void called(global uint *o, global const uint *at_, char odd, uint n)
{
    FIRST for (uint i = 0; i < n; i++) o[i] = at(at_[i]) + deeper(at_[i]);
}
kernel void fixed(global ulong *o) { FIRST { o[0] = BLOCK(ulong)[PLACE]; o[1] = second(); o[2] = BLOCK(ulong)[PLACE + 2]; } }
kernel void queue(global ulong *o) { FIRST o[0] = BLOCK(ulong)[QUEUE] != 0; }
kernel void buffer(global ulong *o) { FIRST o[0] = BLOCK(ulong)[3]; }
kernel void nothing(global ulong *o, char odd) { FIRST o[0] = odd; }
"""
# Of the first global offset and of the queue, in units of eight bytes.
PLACES = {"positional": (0, 4), "implicit": (5, 13)}


def layout_of(version):
    return "implicit" if version in "56" else "positional"


def given(layout):
    """Offset in the block -> (bytes, value), of what the simulator passes; queue and completion action are addresses."""
    offsets = {PLACES[layout][0] * 8 + 8 * d: (8, OFFSET[d]) for d in range(3)}
    if layout == "positional":
        return offsets | {at: (8, 0) for at in (24, 48)}
    counts = {4 * d: (4, GLOBAL[d] // LOCAL[d]) for d in range(3)}
    sizes = {12 + 2 * d: (2, LOCAL[d]) for d in range(3)}
    rests = {18 + 2 * d: (2, GLOBAL[d] % LOCAL[d]) for d in range(3)}
    return offsets | counts | sizes | rests | {64: (2, 3)} | {at: (8, 0) for at in (80, 88, 96)}


def halves(layout):
    """Every half word of it."""
    return {at // 2 + i: value >> 16 * i & 0xffff
            for at, (size, value) in given(layout).items() for i in range(size // 2)}


def launch(program, kernel, buffers, values=()):
    more = ["--offset", ",".join(map(str, OFFSET)), "--partial"]
    return program.run(kernel, buffers, ",".join(map(str, GLOBAL)), ",".join(map(str, LOCAL)), values, more)


def check(name, program, layout, count):
    words = halves(layout)
    n = len(words)
    for kernel in ("chosen", "lanes", "called"):
        got = launch(program, kernel, [pack("uint", [0] * n), pack("uint", list(words))], ["i8:3", f"u32:{n}"])[0]
        want = [2 * word + 1 for word in words.values()] if kernel == "called" else list(words.values())
        count.compare(f"{name} {kernel}", unpack("uint", got), want)
    got = launch(program, "fixed", [pack("ulong", [0] * 3)])[0]
    count.compare(f"{name} fixed", unpack("ulong", got), OFFSET)
    count.compare(f"{name} queue", launch(program, "queue", [pack("ulong", [0])]), [pack("ulong", [1])])


def arguments(code):
    """Kernel -> offset, size and kind of each hidden argument, and the segment's size."""
    text = subprocess.run([CLANG + "llvm-readelf", "--notes", code], capture_output=True, text=True, check=True).stdout
    kernels = {}
    for part in re.split(r"^  - ", text, flags=re.M)[1:]:
        hidden = re.findall(r"\.offset: +(\d+)\s+\.size: +(\d+)\s+\.value_kind: +(hidden_\w+)", part)
        if name := re.search(r"^    \.name: +(\w+)", part, re.M):
            kernels[name[1]] = [*hidden, *re.findall(r"\.kernarg_segment_size: +(\d+)", part)]
    return kernels


class Clang(Program):
    """The same, compiled by clang."""

    def __init__(self, build, target, source, *switches):
        super().__init__(build, target, source)
        subprocess.run([CLANG + "clang", "-x", "cl", "-cl-std=CL1.2", "-target", "amdgcn-amd-amdhsa", "-mcpu=" + target,
                        "-nogpulib", "-w", *switches, self.path("k.cl"), "-o", self.code], check=True)


def main():
    build, amount = sys.argv[1:3]
    targets, count = sys.argv[3:] or TARGETS, Count()
    for target in targets:
        versions = {"gfx90a": "456"}.get(target, "23456")
        for version in versions if amount == "all" else versions[0] + "5":
            layout = layout_of(version)
            source = "#define PLACE {}\n#define QUEUE {}\n".format(*PLACES[layout]) + SOURCE
            for level in ("-O0", "-O3"):
                switches = (level, "-mcode-object-version=" + version)
                program = Program(build, target, source, *switches)
                check(f"{target} version {version} {level}", program, layout, count)
                if amount == "some" or version not in "45" or not os.path.exists(CLANG + "clang"):
                    continue
                peer = Clang(build, target, source, *switches)
                if target not in ("gfx600", "gfx701"):  # clang's kernels want bits of their addresses elsewhere
                    check(f"clang {target} version {version} {level}", peer, layout, count)
                ours, theirs = arguments(program.code), arguments(peer.code)
                if level == "-O0":  # clang's lists are those of its optimiser: without it all of them
                    theirs = {name: theirs[name] for name in ("chosen", "lanes", "called")}
                count.compare(f"{target} version {version} {level} metadata", [ours[name] for name in theirs],
                              theirs.values())
    return count.status(targets)


if __name__ == "__main__":
    sys.exit(main())
