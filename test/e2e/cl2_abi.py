#!/usr/bin/env python3
"""What occ writes is AMD OpenCL 2.0's form, in HSA's order: user registers, setup buffer and setup arguments.

  cl2_abi.py BUILD

cl2_abi.tsv has what CLRX's document says; the tables of docs/abi.md are held to it and to the objects.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from checks import check, report

BUILD = sys.argv[1]
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# A kernel for each feature: all have scratch, as Catalyst's always have the buffer.
FEATURES = {
    "none": ("kernel void k() { volatile int a[4]; a[1] = 3; }", ["gfx600", "gfx701", "gfx803"]),
    "useargs": ("kernel void k(global int *p, int n) { volatile int a[8]; a[n] = n; *p = a[2]; }",
                ["gfx600", "gfx701", "gfx803"]),
    "usesetup": ("kernel void k(global int *p, int n) { volatile int a[8]; a[n] = get_local_size(0); *p = a[2]; }",
                 ["gfx600", "gfx701", "gfx803"]),
    "usegeneric": ("kernel void k(global int *p, int n) { volatile int a[8]; volatile int *q = n & 1 ? a : "
                   "(volatile int *)p; q[n] = get_local_size(0); *p = a[2]; }", ["gfx701", "gfx803"]),
    "useenqueue": ("kernel void k(global int *p, int n) { volatile int a[8]; volatile int *q = n & 1 ? a : "
                   "(volatile int *)p; q[n] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(4), ^{ p[n] = 1; }); "
                   "*p = a[2]; }", ["gfx900", "gfx906"]),
    "VEGA": ("kernel void k(global int *p, int n) { volatile int a[8]; volatile int *q = n & 1 ? a : "
             "(volatile int *)p; q[n] = get_local_size(0); *p = a[2]; }", ["gfx900", "gfx906"]),
}
# A value of the setup buffer: its expression, the dword, what the code takes of it.
SETUP = [
    ("get_work_dim()", 0, r"s_bfe_u32 s\d+, s\d+, 0x100010|s_lshr_b32 s\d+, s\d+, 16"),
    ("get_enqueued_local_size(0)", 1, r"s_and_b32 s\d+, s\d+, 0xffff"),
    ("get_enqueued_local_size(1)", 1, r"s_lshr_b32 s\d+, s\d+, 16"),
    ("get_enqueued_local_size(2)", 2, r"s_and_b32 s\d+, s\d+, 0xffff"),
    ("get_global_size(0)", 3, ""),
    ("get_global_size(1)", 4, ""),
    ("get_global_size(2)", 5, ""),
]


def table(text, heading):
    """Rows of the table of docs/abi.md whose first column has this heading."""
    lines = text.split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {heading} |")) + 2
    rows = []
    while lines[start].startswith("|"):
        rows.append([cell.strip() for cell in lines[start].strip("|").split("|")])
        start += 1
    return rows


def occ(source, target, *switches):
    name = os.path.join(work, "k.cl")
    with open(name, "w", encoding="ascii") as file:
        file.write(source + "\n")
    return subprocess.run([os.path.join(BUILD, "bin", "occ"), "-w", "-cl-std=CL2.0", "-mcpu=" + target, *switches, name,
                           "-o", os.path.join(work, "k.co")], check=True, capture_output=True, text=True)


def dump():
    text = subprocess.run([os.path.join(BUILD, "bin", "occ-obj"), "dump", "--json", os.path.join(work, "k.co")],
                          check=True, capture_output=True).stdout
    return json.loads(text)


def assembly(source, target, *switches):
    occ(source, target, "-S", *switches)
    with open(os.path.join(work, "k.co"), encoding="utf-8") as file:
        return file.read()


def document_rules():
    """The document's rules: feature -> (user registers, first of the setup pointer, first of the arguments'); the
    setup arguments."""
    found, order = {}, []
    with open(os.path.join(HERE, "cl2_abi.tsv"), encoding="ascii") as file:
        for line in file:
            kind, name, *numbers = line.rstrip("\n").split("\t") if not line.startswith("#") else ("", "")
            if kind == "feature":
                found[name] = tuple(None if number == "-" else int(number) for number in numbers)
            elif kind == "argument":
                order.append(name)
    return found, order


with open(os.path.join(ROOT, "docs", "abi.md"), encoding="utf-8") as file:
    abi = file.read()
features = {row[0]: (int(row[1]), re.findall(r"`(\w+)`", row[2])) for row in table(abi, "feature")}
arguments = [(row[0].strip("`"), row[1]) for row in table(abi, "setup argument")]
SIZES = {"private_segment_buffer": 4, "dispatch_ptr": 2, "queue_ptr": 2, "kernarg_segment_ptr": 2, "dispatch_id": 2,
         "flat_scratch_init": 2, "private_segment_size": 1}


def first_register(bits, wanted):
    at = 0
    for bit in bits:
        if bit == wanted:
            return at
        at += SIZES[bit]
    return None


rules, names = document_rules()
check(names == [name for name, _ in arguments], f"setup arguments: the document has {names}")
check(set(rules) == set(features), f"features: the document has {sorted(rules)}")
for feature, (count, setup, args) in rules.items():
    ours, bits = features[feature]
    check(ours == count, f"{feature}: the document has {count} user registers")
    check(first_register(bits, "dispatch_ptr") == setup, f"{feature}: setup pointer in s{setup}")
    check(first_register(bits, "kernarg_segment_ptr") == args, f"{feature}: arguments' pointer in s{args}")

with tempfile.TemporaryDirectory() as work:
    for feature, (source, targets) in FEATURES.items():
        for target in targets:
            for version in ("2", "4"):
                occ(source, target, "-mno-flat-scratch", "-mcode-object-version=" + version)
                kernel = dump()["kernels"][0]
                words = kernel.get("amd_kernel_code_t") or kernel["kernel_descriptor"]
                bits = [bit for bit in SIZES if words["enable_sgpr_" + bit]]
                count, wanted = features[feature]
                check(bits == wanted, f"{feature}, {target}, version {version}: {bits}")
                check(words["user_sgpr_count"] == count == sum(SIZES[bit] for bit in bits),
                      f"{feature}, {target}, version {version}: {words['user_sgpr_count']} user registers")
    # The setup buffer is the dispatch packet, in s[4:5].
    for expression, dword, part in SETUP:
        text = assembly(f"kernel void k(global int *p) {{ volatile int a[8]; a[p[0]] = {expression}; *p = a[2]; }}",
                        "gfx803")
        check(re.search(rf"s_load_dword s\d+, s\[4:5\], {hex(4 * dword)}\b", text) and re.search(part, text),
              f"{expression}: not dword {dword} of the setup buffer")
    # Apertures: dwords 16 and 17 behind s[6:7].
    text = assembly(FEATURES["usegeneric"][0], "gfx803")
    check(re.search(r"s_load_dword s\d+, s\[6:7\], 0x44\b", text), "scratch aperture: dword 17 of the queue")
    text = assembly("kernel void k(global int *p, int n) { local int l[8]; volatile int a[8]; a[n] = get_local_size(0); "
                    "volatile int *q = n & 1 ? a : n & 2 ? (volatile int *)l : (volatile int *)p; q[n] = 1; *p = a[2]; }",
                    "gfx803")
    check(re.search(r"s_load_dword(x2)? s\S+ s\[6:7\], 0x40\b", text), "LDS aperture: dword 16 of the queue")
    # Setup arguments are hidden ones, in the same order, behind the user's.
    order = [hidden for _, hidden in arguments]
    for body in ("p[0] = get_global_offset(0);", "p[0] = get_global_offset(2);", 'printf("%d", p[0]);',
                 'p[0] = get_global_offset(1); printf("%d", p[0]);'):
        occ(f"kernel void k(global int *p) {{ {body} }}", "gfx803")
        kinds = [arg["ValueKind"] for arg in dump()["metadata"]["Kernels"][0]["Args"]]
        check(kinds[0] == "GlobalBuffer" and len(kinds) > 1 and
              all(kind in ("HiddenNone", order[i]) for i, kind in enumerate(kinds[1:])), f"{body} {kinds}")
        check(kinds[-1] != "HiddenNone", f"{body} ends with a hole")
report()
