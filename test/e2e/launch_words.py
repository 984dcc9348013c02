#!/usr/bin/env python3
"""Every bit field of amd_kernel_code_t, the descriptor, compute_pgm_rsrc1 and 2 says what the guide says it means.

  launch_words.py BUILD

The tables of docs/object.md are the guide's (AMDGPUUsage 2017, "Kernel Descriptor", "compute_pgm_rsrc1 for GFX6-GFX9",
"compute_pgm_rsrc2 for GFX6-GFX9") and the AMDGPU Compute ABI's (amd_kernel_code_t), as docs/rulings.md corrects them.
Fields are read from the file's bytes, meanings from what each kernel was written to need and from the registers in its
disassembly.  guide_fields.tsv has the rows of the guide's tables: they must be ours.
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

from checks import check, report

BUILD = sys.argv[1]
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


class Kernel:
    """A kernel and what it needs: work-group ids, work-item dimensions beyond X, pointers, bytes."""

    def __init__(self, name, body, groups="", items=0, dispatch=False, queue=False, args="global int *p, int n", lds=0,
                 scratch=False, trap=False, switches=()):
        self.name, self.body, self.groups, self.items = name, body, groups, items
        self.dispatch, self.queue, self.args, self.lds, self.scratch = dispatch, queue, args, lds, scratch
        self.trap, self.switches = trap, switches

    def source(self):
        return f"kernel void k({self.args}) {{ {self.body} }}\n"


KERNELS = [
    Kernel("nothing", "", args=""),
    Kernel("args", "*p = n;"),
    Kernel("group x", "p[get_group_id(0)] = n;", groups="x"),
    Kernel("group y", "p[get_group_id(1)] = n;", groups="y"),
    Kernel("group z", "p[get_group_id(2)] = n;", groups="z"),
    Kernel("groups", "p[get_group_id(2) * 9 + get_group_id(1) * 3 + get_group_id(0)] = n;", groups="xyz"),
    Kernel("item x", "p[get_local_id(0)] = n;"),
    Kernel("item y", "p[get_local_id(1)] = n;", items=1),
    Kernel("item z", "p[get_local_id(2)] = n;", items=2),
    Kernel("size", "*p = get_global_size(1);", dispatch=True),
    Kernel("lds", "local int l[100]; l[get_local_id(0)] = n; barrier(1); *p = l[n];", lds=400),
    Kernel("scratch", "volatile int a[20]; a[n] = n; *p = a[3];", scratch=True),
    Kernel("generic", "local int l[5]; l[n] = 1; volatile int *q = n & 1 ? (volatile int *)l : p; *q = n;", lds=20,
           queue=True),
    Kernel("registers", "float16 v = vload16(get_local_id(0), (global float *)p); float16 w = vload16(n, (global float *)p);"
           "for (int i = 0; i < n; i++) { v = v * w + w.s123456789abcdef0; } vstore16(v, n, (global float *)p);"),
    Kernel("scalars", " ".join(f"int a{i} = p[{i}];" for i in range(40)) +
           "for (int i = 0; i < n; i++) {" + " ".join(f"a{i} = a{i} * a{(i + 7) % 40} + i;" for i in range(40)) + "}" +
           " ".join(f"p[{i}] = a{i};" for i in range(40))),
    Kernel("trap", "if (n == 77) __builtin_trap(); *p = n;", trap=True),
    Kernel("flushed", "*p = n;", switches=("-cl-denorms-are-zero",)),
]
FLUSHED = "-cl-denorms-are-zero"


class Facts:
    """What a field may be held to: the kernel as written, the target, the version, the registers in the code."""

    def __init__(self, kernel, target, version, vgprs, sgprs, metadata, text):
        self.kernel, self.target, self.version = kernel, target, version
        self.vgprs, self.sgprs, self.metadata, self.text = vgprs, sgprs, metadata, text
        self.gfx = int(target[3]), int(target[4]), int(target[5], 16)

    def denormals32(self):
        return 0 if FLUSHED in self.kernel.switches or self.gfx[0] < 9 else 3

    def wanted_sgprs(self):
        """In steps of 8, from GFX8 on of 16, as many as the metadata have."""
        step = 8 if self.gfx[0] < 8 else 16
        return -(-max(self.metadata["sgprs"], 1) // step) * step // 8 - 1

    def counted_sgprs(self):
        """s0 up to the last one, VCC, FLAT_SCRATCH from GFX7 on, XNACK_MASK from GFX8 on: the special ones lie behind the
        others, so that each brings those in front of it."""
        least = 2 * ("vcc" in self.text)
        if self.gfx[0] >= 7 and "flat_scratch" in self.text:
            least = 4 if self.gfx[0] == 7 else 6
        most = {6: 2, 7: 4}.get(self.gfx[0], 6)
        return range(self.sgprs + least, self.sgprs + most + 1)

    def wanted_vgprs(self):
        step = 8 if self.target == "gfx90a" else 4
        return -(-max(self.vgprs, 1) // step) - 1


def trap_queue(facts):
    """s_trap 2 has the queue in s[0:1]; from version 4 on GFX9 the handler finds it."""
    return facts.kernel.trap and (facts.gfx[0] < 9 or facts.version in ("2", "2d", "3"))


def user_registers(facts):
    return sum(registers for name, registers in USER.items() if MEANING[name](facts))


def private_bytes(facts):
    size = facts.metadata["scratch"]
    return size if facts.kernel.scratch and size >= 80 and size % 4 == 0 else (-1 if facts.kernel.scratch else 0)


def kernarg_bytes(facts):
    return facts.metadata["kernarg"] if facts.kernel.args else 0


def accum_offset(facts):
    return -(-max(facts.vgprs, 1) // 4) - 1 if facts.target == "gfx90a" else 0


# Pointers and sizes in user registers, in their order, and how many registers.
USER = {"enable_sgpr_private_segment_buffer": 4, "enable_sgpr_dispatch_ptr": 2, "enable_sgpr_queue_ptr": 2,
        "enable_sgpr_kernarg_segment_ptr": 2, "enable_sgpr_dispatch_id": 2, "enable_sgpr_flat_scratch_init": 2,
        "enable_sgpr_private_segment_size": 1}
# What each field must be; those that are not here are 0, as are reserved bits.
MEANING = {name: lambda facts: 0 for name in USER}
MEANING.update({
    "granulated_workitem_vgpr_count": Facts.wanted_vgprs,
    "granulated_wavefront_sgpr_count": Facts.wanted_sgprs,
    "float_mode_denorm_32": Facts.denormals32,
    "float_mode_denorm_16_64": lambda facts: 3,
    "enable_dx10_clamp": lambda facts: 1,
    "enable_ieee_mode": lambda facts: 1,
    "enable_sgpr_private_segment_wave_offset": lambda facts: facts.kernel.scratch,
    "user_sgpr_count": user_registers,
    "enable_trap_handler": lambda facts: facts.kernel.trap and facts.version == "2d",
    "enable_sgpr_workgroup_id_x": lambda facts: "x" in facts.kernel.groups,
    "enable_sgpr_workgroup_id_y": lambda facts: "y" in facts.kernel.groups,
    "enable_sgpr_workgroup_id_z": lambda facts: "z" in facts.kernel.groups,
    "enable_vgpr_workitem_id": lambda facts: facts.kernel.items,
    "enable_sgpr_private_segment_buffer": lambda facts: facts.kernel.scratch and facts.gfx[0] < 9,
    "enable_sgpr_dispatch_ptr": lambda facts: facts.kernel.dispatch,
    "enable_sgpr_queue_ptr": lambda facts: (facts.kernel.queue and facts.gfx[0] < 9) or trap_queue(facts),
    "enable_sgpr_kernarg_segment_ptr": lambda facts: facts.kernel.args != "",
    "enable_sgpr_flat_scratch_init": lambda facts: facts.kernel.scratch and facts.gfx[0] >= 9,
    "group_segment_fixed_size": lambda facts: facts.kernel.lds,
    "private_segment_fixed_size": private_bytes,
    "max_flat_workgroup_size": lambda facts: 256,
    "kernarg_size": kernarg_bytes,
    "accum_offset": accum_offset,
    "amd_code_version_major": lambda facts: 1,
    "amd_code_version_minor": lambda facts: 2,
    "amd_machine_kind": lambda facts: 1,
    "amd_machine_version_major": lambda facts: facts.gfx[0],
    "amd_machine_version_minor": lambda facts: facts.gfx[1],
    "amd_machine_version_stepping": lambda facts: facts.gfx[2],
    "private_element_size": lambda facts: 1,
    "is_ptr64": lambda facts: 1,
    "workitem_private_segment_byte_size": private_bytes,
    "workgroup_group_segment_byte_size": lambda facts: facts.kernel.lds,
    "kernarg_segment_byte_size": kernarg_bytes,
    "wavefront_sgpr_count": lambda facts: facts.metadata["sgprs"],
    "workitem_vgpr_count": lambda facts: facts.metadata["vgprs"],
    "kernarg_segment_alignment": lambda facts: 4,  # 16 bytes
    "group_segment_alignment": lambda facts: 4,
    "private_segment_alignment": lambda facts: 4,
    "wavefront_size": lambda facts: 6,
    "call_convention": lambda facts: 0xffffffff,
})
WORDS = ("compute_pgm_rsrc1", "compute_pgm_rsrc2")
FORMS = {"2": ("amd_kernel_code_t", 2048), "2d": ("Kernel descriptor of form 2d", 512)}
DESCRIPTOR = ("Kernel descriptor", 512)


def read_page():
    """Rows (first bit, bits, name) of the tables of docs/object.md, by heading; reserved bits have no name."""
    tables, heading = {}, None
    with open(os.path.join(ROOT, "docs", "object.md"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("## "):
                heading = line[3:].strip()
            elif match := re.match(r"\| (?:(\d+):)?(\d+) \| (\w+) \|$", line):
                low, high = int(match[2]), int(match[1] or match[2])
                tables.setdefault(heading, []).append((low, high - low + 1, match[3] if match[3] != "0" else ""))
    return tables


def covers(rows, bits, name):
    """The rows name every bit once."""
    at = 0
    for first, size, field in rows:
        check(first == at, f"{name}: {field or 'reserved bits'} begin at {first}, not at {at}")
        at = first + size
    check(at == bits, f"{name}: {at} bits of {bits}")


def guide_rows():
    """Rows (first bit, bits, name) of the guide's tables, by the heading that they have in docs/object.md."""
    tables = {}
    with open(os.path.join(HERE, "guide_fields.tsv"), encoding="ascii") as file:
        for line in file:
            if not line.startswith("#"):
                table, first, bits, *name = line.rstrip("\n").split("\t")
                tables.setdefault(table, []).append((int(first), int(bits), "".join(name)))
    return tables


def check_guide():
    theirs = guide_rows()
    for title in (*WORDS, FORMS["2d"][0]):
        check(theirs[title] == PAGE[title], f"{title}: the guide has {theirs[title]}")


def compile_kernel(kernel, target, version):
    source, out = os.path.join(work, "k.cl"), os.path.join(work, "k.co")
    with open(source, "w", encoding="ascii") as file:
        file.write(kernel.source())
    subprocess.run([os.path.join(BUILD, "bin", "occ"), "-w", "-cl-std=CL2.0", "-mcpu=" + target,
                    "-mcode-object-version=" + version, *kernel.switches, source, "-o", out], check=True)
    with open(out, "rb") as file:
        data = file.read()
    text = subprocess.run([os.path.join(BUILD, "bin", "occ-obj"), "disasm", out], check=True, capture_output=True,
                          text=True).stdout
    tree = json.loads(subprocess.run([os.path.join(BUILD, "bin", "occ-obj"), "dump", "--json", out], check=True,
                                     capture_output=True).stdout)
    return data, text, tree


def registers(text, letter):
    """One more than the highest register that the code names."""
    highest = -1
    for line in text.split("\n"):
        code = line.split("//")[0]
        for low, high in re.findall(rf"(?<![\w.]){letter}(?:(\d+)\b|\[\d+:(\d+)\])", code):
            highest = max(highest, int(low or high))
    return highest + 1


def place(tree):
    """Where the descriptor or header is in the file, by the symbol's section."""
    kernel = tree["kernels"][0]
    address = int(kernel.get("header") or kernel["descriptor"], 16)
    for section in tree["sections"]:
        start = int(section["address"], 16)
        if "A" in section["flags"] and start <= address < start + section["size"]:
            return int(section["offset"], 16) + address - start
    raise ValueError(address)


def metadata(tree):
    """Sizes and register counts as the metadata have them, whatever the version calls them."""
    data = tree["metadata"]
    kernel = (data.get("Kernels") or data.get("amdhsa.kernels"))[0]
    props = kernel.get("CodeProps", kernel)

    def number(*keys):
        return next((int(props[key]) for key in keys if key in props), -1)
    return {"sgprs": number("NumSGPRs", ".sgpr_count"), "vgprs": number("NumVGPRs", ".vgpr_count"),
            "kernarg": number("KernargSegmentSize", ".kernarg_segment_size"),
            "scratch": number("PrivateSegmentFixedSize", ".private_segment_fixed_size")}


def check_kernel(kernel, target, version):
    data, text, tree = compile_kernel(kernel, target, version)
    title, size = FORMS.get(version, DESCRIPTOR)
    at = place(tree)
    whole = int.from_bytes(data[at:at + size // 8], "little")
    vgprs = registers(text, "v")
    if target == "gfx90a":
        vgprs = max(vgprs, 1)
    else:
        vgprs = max(vgprs, kernel.items + 1)  # the launch writes v0 to the last of the ids
    facts = Facts(kernel, target, version, vgprs, registers(text, "s"), metadata(tree), text)
    check(facts.metadata["sgprs"] in facts.counted_sgprs(), f"{kernel.name}, {target}, version {version}: "
          f"{facts.metadata['sgprs']} SGPRs, the code has {facts.sgprs}")
    for first, bits, name in PAGE[title]:
        word = whole >> first & (1 << bits) - 1
        for low, width, field in PAGE[name] if name in WORDS else [(0, bits, name)]:
            value = word >> low & (1 << width) - 1
            wanted = int(MEANING.get(field, lambda facts: 0)(facts))
            check(value == wanted or field == "kernel_code_entry_byte_offset", f"{kernel.name}, {target}, version "
                  f"{version}: {field or 'reserved'} at bit {first + low} is {value}, not {wanted}")
    # The entry is code, at a multiple of 256.
    offset, = struct.unpack_from("<q", data, at + 16)
    check((int(tree["kernels"][0].get("header") or tree["kernels"][0]["descriptor"], 16) + offset) % 256 == 0,
          f"{kernel.name}, {target}, version {version}: entry at {offset}")


PAGE = read_page()
for form, length in (*FORMS.values(), DESCRIPTOR, *((word, 32) for word in WORDS)):
    covers(PAGE[form], length, form)
check_guide()
with tempfile.TemporaryDirectory() as work:
    for one in KERNELS:
        for chip, versions in (("gfx600", ("2", "2d", "4")), ("gfx701", ("2", "4")), ("gfx803", ("2", "2d", "5")),
                               ("gfx900", ("2", "2d", "3", "6")), ("gfx90a", ("4",))):
            for form in versions:
                check_kernel(one, chip, form)
report()
