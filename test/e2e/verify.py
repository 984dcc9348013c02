#!/usr/bin/env python3
"""occ-obj verify takes every object of occ and of clang, and refuses each in which something is wrong.

verify.py BUILD: objects of versions 2 and 4 with a field changed: each rule of gcn/codeobj/verify.c is
broken once, and told.
"""
import glob
import os
import struct
import subprocess
import sys
import tempfile

from checks import check, report

BUILD = sys.argv[1]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OCC, OBJ = (os.path.join(BUILD, "bin", name) for name in ("occ", "occ-obj"))


def verify(path):
    result = subprocess.run([OBJ, "verify", path], capture_output=True, text=True, check=False)
    return result.returncode, result.stderr


def dump(path):
    """Kernel's header or descriptor: offset in the file; of notes; of segments."""
    import json
    return json.loads(subprocess.run([OBJ, "dump", "--json", path], capture_output=True, check=True).stdout)


def offset_of(tree, address):
    for section in tree["sections"]:
        start, size = int(section["address"], 16), section["size"]
        if "A" in section["flags"] and section["type"] != "NOBITS" and start <= address < start + size:
            return int(section["offset"], 16) + address - start
    raise ValueError(address)


# (versions, where, offset, struct format, value or function of the old one, text).  where: file, launch, load 1 (the
# program header of the code), text: the first place of the old bytes.
CHANGES = [
    ("24", "file", 7, "B", 0, "EI_OSABI is 0"),
    ("24", "file", 8, "B", 9, "EI_ABIVERSION 9 is of no version"),
    ("24", "file", 16, "H", 2, "it is not linked"),
    ("4", "file", 48, "I", 0, "name no processor"),
    ("2", "file", 48, "I", 0x3f, "version 2 does not know gfx90a"),
    ("24", "load 2", 4, "I", 7, "writable and executable"),
    ("24", "load 2", 16, "Q", 0, "overlaps or precedes"),
    ("2", "bytes", b"AMD\0\x02\0\0\0\x01", None, b"AMD\0\x02\0\0\0\x00", "another version than 2.1"),
    ("2", "bytes", b"\x04\0\x07\0\x09", None, b"\x04\0\x07\0\x08", "another processor than e_flags"),
    ("2", "bytes", b"Version: [1, 0]", None, b"Version: [1, 5]", "the metadata's version is not 1.0"),
    ("4", "bytes", b"amdhsa.version\x92\x01\x01", None, b"amdhsa.version\x92\x01\x07", "version is not 1.1"),
    ("4", "bytes", b"--gfx900:xnack-", None, b"--gfx906:xnack-", "amdhsa.target is"),
    ("2", "bytes", b"  SymbolName: ", None, b"  SymbulName: ", "lacks SymbolName"),
    ("4", "bytes", b".wavefront_size", None, b".wavefrunt_size", "lacks .wavefront_size"),
    ("2", "bytes", b"MaxFlatWorkGroupSize: 256", None, b"MaxFlatWorkGroupSize: 000", "largest work-group is 0"),
    ("2", "bytes", b"    ValueType: ", None, b"    ValueTypo: ", "lacks ValueType"),
    ("4", "bytes", b".value_kind", None, b".value_kand", "lacks .value_kind"),
    ("2", "bytes", b"KernargSegmentSize: 24", None, b"KernargSegmentSize: 08", "arguments end at 24"),
    ("2", "bytes", b"PrivateSegmentFixedSize: 0", None, b"PrivateSegmentFixedSize: 4", "scratch memory is of another"),
    ("2", "bytes", b"NumVGPRs: ", None, b"NumVGPRs: 9", "more than it allocates"),
    ("24", "launch", 48, "I", lambda old: old | 1 << 10, "priority is not 0"),
    ("24", "launch", 48, "I", lambda old: old | 1 << 20, "priv is not 0"),
    ("24", "launch", 48, "I", lambda old: old | 1 << 22, "debug_mode is not 0"),
    ("24", "launch", 48, "I", lambda old: old | 1 << 24, "bulky is not 0"),
    ("24", "launch", 48, "I", lambda old: old | 1 << 25, "cdbg_user is not 0"),
    ("24", "launch", 48, "I", lambda old: old | 1 << 31, "reserved bits of rsrc1 is not 0"),
    ("24", "launch", 52, "I", lambda old: old | 1 << 13, "enable_exception_address_watch is not 0"),
    ("24", "launch", 52, "I", lambda old: old | 1 << 14, "enable_exception_memory is not 0"),
    ("24", "launch", 52, "I", lambda old: old | 1 << 15, "granulated_lds_size is not 0"),
    ("24", "launch", 52, "I", lambda old: old | 1 << 31, "a reserved bit of rsrc2 is not 0"),
    ("24", "launch", 56, "I", lambda old: old | 1 << 7, "enable_sgpr_grid_workgroup_count is not 0"),
    ("24", "launch", 52, "I", lambda old: old | 0x3e, "user SGPRs: there are 16"),
    ("24", "launch", 52, "I", lambda old: old & ~0x3e, "user SGPRs are enabled"),
    ("24", "launch", 48, "I", lambda old: old & ~0x3ff, "more than it allocates"),
    ("2", "launch", 64, "I", 4, "LDS is of another size"),
    ("4", "launch", 0, "I", 4, "LDS is of another size"),
    ("2", "launch", 72, "Q", 64, "kernarg segment is of another size"),
    ("4", "launch", 8, "I", 64, "kernarg segment is of another size"),
    ("2", "launch", 0, "I", 2, "amd_code_version_major is not 1"),
    ("2", "launch", 8, "H", 0, "amd_machine_kind is not 1"),
    ("2", "launch", 10, "H", 7, "amd_machine_version is of another processor"),
    ("2", "launch", 103, "B", 5, "wavefront_size is not 6"),
    ("2", "launch", 100, "B", 3, "kernarg_segment_alignment is below 4"),
    ("24", "launch", 16, "Q", lambda old: old + 4, "its entry is not aligned"),
    ("24", "launch", 16, "Q", 1 << 40, "is no code"),
    ("4", "launch", 12, "I", 1, "byte 12 of its descriptor is reserved"),
    ("4", "launch", 60, "I", 1, "bytes 60 to 63"),
]

LOADERS = {1, 2, 3, 13}  # relocation types that loaders know (AMDGPUUsage, "Relocation Records": kind Dynamic)


def place(tree, where, data, what):
    if where == "file":
        return 0
    if where == "bytes":
        return data.index(what)
    if where == "launch":
        kernel = tree["kernels"][0]
        return offset_of(tree, int(kernel.get("header") or kernel["descriptor"], 16))
    index = [i for i, segment in enumerate(tree["segments"]) if segment["type"] == "LOAD"][int(where[-1]) - 1]
    return struct.unpack_from("<Q", data, 32)[0] + 56 * index


with tempfile.TemporaryDirectory() as work:
    path, changed = os.path.join(work, "a.co"), os.path.join(work, "b.co")
    for version in "2", "3", "4", "5", "6":
        for source in sorted(glob.glob(os.path.join(ROOT, "examples", "*.cl")) +
                             glob.glob(os.path.join(ROOT, "test", "e2e", "*.cl"))):
            subprocess.run([OCC, "-w", "-mcode-object-version=" + version, source, "-o", path], check=False,
                           capture_output=True)
            code, why = verify(path)
            check(code == 0, f"{os.path.basename(source)} in version {version}: {why}")
    of_clang = os.path.join(BUILD, "e2e", "clang-gfx900-v%s", "histogram.co")
    for version in "345":
        code, why = verify(of_clang % version)
        check(code == 0, f"clang's version {version}: {why}")
    # Its version 2 lacks ValueType, which LLVM 4 to 10 want.
    code, why = verify(of_clang % 2)
    check(code == 1 and why.count("error") == 1 and "lacks ValueType, without which" in why, "clang's version 2: " + why)
    for version in "24":
        source = os.path.join(work, "k.cl")
        with open(source, "w", encoding="ascii") as file:
            file.write("kernel void k(global int *a, int n) { a[get_global_id(0)] = n; }")
        subprocess.run([OCC, "-mcode-object-version=" + version, source, "-o", path], check=True)
        tree = dump(path)
        with open(path, "rb") as file:
            data = file.read()
        for versions, where, offset, form, value, text in CHANGES:
            if version not in versions:
                continue
            new = bytearray(data)
            if form:
                at = place(tree, where, data, None) + offset
                old = struct.unpack_from("<" + form, data, at)[0]
                struct.pack_into("<" + form, new, at, value(old) if callable(value) else value)
            else:
                at = place(tree, where, data, offset)
                new[at:at + len(value)] = value
            with open(changed, "wb") as file:
                file.write(new)
            code, why = verify(changed)
            check(code == 1 and text in why, f"version {version}, {where} {offset}: no '{text}' in: {why.strip()}")
        # Of address and type what a linker leaves to the loader.
        with open(source, "w", encoding="ascii") as file:
            file.write("global int x; global int *global p = &x; kernel void k(global int *a) { *a = *p; }")
        subprocess.run([OCC, "-cl-std=CL2.0", "-mcode-object-version=" + version, source, "-o", path], check=True)
        check(verify(path)[0] == 0, f"version {version}: an address in memory")
        rela = next(section for section in dump(path)["sections"] if section["name"] == ".rela.dyn")
        for kind in range(14):
            with open(path, "rb") as file:
                new = bytearray(file.read())
            struct.pack_into("<I", new, int(rela["offset"], 16) + 8, kind)
            with open(changed, "wb") as file:
                file.write(new)
            code, why = verify(changed)
            check((code == 0) == (kind in LOADERS), f"version {version}, relocation type {kind} in .rela.dyn: {why}")
    subprocess.run([OCC, "-cl-std=CL2.0", "-mcode-object-version=2d", source, "-o", path], check=True)
    code, why = verify(path)
    check(code == 1 and "no loader reads it" in why and why.count("error") == 1, "form 2d: " + why)
report()
