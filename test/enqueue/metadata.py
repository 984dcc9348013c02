#!/usr/bin/env python3
"""Holds what objects say of kernels that enqueue, and of the blocks that they enqueue, to clang-16's and clang-22's.

metadata.py OCC SOURCE.cl [--all]      all: of three chips, not one; all versions, not two; clang-22

Keys and explicit arguments: as ../e2e/metadata.py compares them, by the same table of differences.  Hidden arguments:
each that occ names is there with clang, at the same place and of the same kind (its printf is a hostcall), and all that
say of a queue are there.  Each block has its runtime handle, a symbol of 16 bytes that loaders find.
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../e2e"))
import metadata  # pylint: disable=wrong-import-position

LIBRARIES = "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"
# More rows of that table, for these programs alone.
MORE = [
    (r"/(CodeProps/GroupSegmentFixedSize|\.group_segment_fixed_size)$", "0", "*", "clang puts private arrays into LDS"),
    (r"/(CodeProps/IsDynamicCallStack)$", "-", "true", "clang calls functions of its library"),
    (r"/(\.uses_dynamic_stack)$", "false", "true", "the same in version 5"),
    (r"/(\.kernarg_segment_align)$", "4", "8", "clang reads hidden arguments there"),
    (r"/q/AddrSpaceQual$", "-", "Global", "AMDGPUUsage 2017: of global buffers and local pointers"),
]
OF_QUEUES = ("default_queue", "completion_action")


def compile_clang(number, target, version, source, out):
    command = [f"/usr/lib/llvm-{number}/bin/clang", "-x", "cl", "-cl-std=CL2.0", "-target", "amdgcn-amd-amdhsa",
               f"-mcpu={target}", f"-mcode-object-version={version}", "-cl-kernel-arg-info", "-O3", "--rocm-path=/usr",
               f"--rocm-device-lib-path={LIBRARIES}", source, "-o", out]
    if number == 22:
        command += ["-Xclang", "-mlink-builtin-bitcode", "-Xclang", f"{LIBRARIES}/oclc_daz_opt_off.bc"]
    subprocess.run(command, check=True)


def kernels(note):
    found = note.get("Kernels") or note["amdhsa.kernels"]
    return {kernel.get("Name") or kernel[".name"]: kernel for kernel in found}


def snake(kind):
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind).lower()


def split(kernel):
    """The kernel without hidden arguments; those: offset -> kind."""
    args = kernel.get("Args") or kernel.get(".args") or []
    explicit, hidden, end = [], {}, 0
    for arg in args:
        kind = snake(arg.get("ValueKind") or arg[".value_kind"])
        size = int(arg.get("Size") or arg[".size"])
        align = int(arg.get("Align", 1))
        offset = int(arg[".offset"]) if ".offset" in arg else (end + align - 1) // align * align
        end = offset + size
        if kind.startswith("hidden_"):
            hidden[offset] = kind.replace("hidden_hostcall_buffer", "hidden_printf_buffer")
        else:
            explicit.append(arg)
    rest = {key: value for key, value in kernel.items() if key not in ("Args", ".args")}
    return {**rest, "arguments": explicit}, hidden


def differences(ours, theirs, rows):
    for name in sorted(ours.keys() | theirs.keys()):
        if name not in ours or name not in theirs:
            yield f"{name}: only one has it"
            continue
        (a, hidden_a), (b, hidden_b) = split(ours[name]), split(theirs[name])
        flat_a, flat_b = {}, {}
        metadata.flatten(a, "", flat_a)
        metadata.flatten(b, "", flat_b)
        for key in sorted(flat_a.keys() | flat_b.keys()):
            x, y = flat_a.get(key, "-"), flat_b.get(key, "-").replace(".runtime.handle", ".runtime_handle")
            if x != y and not metadata.explained(rows, key, x, y, set()):
                yield f"{name}{key}: occ {x}, clang {y}"
        for offset, kind in hidden_a.items():
            # what a kernel passes on to those that it enqueues; LLVM lists it only where its own printf is
            is_passed_on = kind == "hidden_printf_buffer" and offset not in hidden_b
            if kind != "hidden_none" and hidden_b.get(offset) != kind and not is_passed_on:
                yield f"{name}: {kind} at {offset}, clang {hidden_b.get(offset)}"
        for kind in OF_QUEUES:
            if (f"hidden_{kind}" in hidden_a.values()) != (f"hidden_{kind}" in hidden_b.values()):
                yield f"{name}: hidden_{kind} is only with one"


def handles(path, ours):
    """A global object of 16 bytes, zero, for each block."""
    text = subprocess.run([metadata.LLVM + "llvm-readelf", "--dyn-syms", path], capture_output=True, text=True,
                          check=True).stdout
    rows = re.findall(r"^\s*\d+: [0-9a-f]+\s+(\d+ OBJECT\s+GLOBAL) \w+\s+\d+ (\S+)$", text, re.M)
    symbols = {name: what for what, name in rows}
    for name, kernel in ours.items():
        handle = kernel.get(".device_enqueue_symbol") or kernel.get("Attrs", {}).get("RuntimeHandle")
        is_block = "_block_invoke" in name
        if bool(handle) != is_block:
            yield f"{name}: runtime handle {handle}"
        elif is_block and not re.match(r"16 OBJECT\s+GLOBAL", symbols.get(handle, "")):
            yield f"{name}: symbol {handle} is {symbols.get(handle)}"


def main():
    occ, source = sys.argv[1:3]
    rows, failed, compared = metadata.allowed_differences() + MORE, 0, 0
    is_all = "--all" in sys.argv
    targets = ("gfx803", "gfx900:xnack-", "gfx90a") if is_all else ("gfx900:xnack-",)
    cases = [(16, target, version) for target in targets for version in ("2345" if is_all else "25")
             if (target, version) != ("gfx90a", "2")]
    if is_all and os.path.exists("/usr/lib/llvm-22/bin/clang"):
        cases.append((22, "gfx900:xnack-", "4"))
    with tempfile.TemporaryDirectory() as folder:
        for number, target, version in cases:
            our_path, their_path = os.path.join(folder, "ours.co"), os.path.join(folder, "theirs.co")
            subprocess.run([occ, f"-mcpu={target}", "-cl-std=CL2.0", f"-mcode-object-version={version}", source, "-o",
                            our_path], check=True)
            compile_clang(number, target, version, source, their_path)
            notes = metadata.read_metadata([our_path, their_path])
            ours = kernels(notes[our_path])
            wrong = list(differences(ours, kernels(notes[their_path]), rows)) + list(handles(our_path, ours))
            for what in wrong:
                print(f"FAIL clang-{number}, {target}, version {version}: {what}")
            failed += bool(wrong)
            compared += len(ours)
    print(f"{len(cases)} pairs of objects, {compared} kernels, {failed} failed")
    sys.exit(failed > 0)


main()
