#!/usr/bin/env python3
"""Objects of every version, read byte by byte, are what the tables of docs/object.md say.

  object_tables.py BUILD

Headers, sections, segments, notes, symbols, relocations and metadata; the structures of a launch: launch_words.py.
"""
import glob
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

from checks import check, report

BUILD = sys.argv[1]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OCC, OBJ = (os.path.join(BUILD, "bin", name) for name in ("occ", "occ-obj"))
VERSIONS = ("2", "2d", "3", "4", "5", "6")
SOURCE = """
global int counter = 5;
global int zeros[16];
constant int table[3] = {7, 8, 9};
global int *global pointer = &counter;
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void use(global int *p, int i)
{
    p[0] = counter++ + table[i];
    p[1] = zeros[i]++;
    p[2] = *pointer;
    if (i == 77)
        printf("%d\\n", i);
    p[3] = atomic_load((volatile global atomic_int *)p + 4);
}
"""
METADATA = """
__attribute__((work_group_size_hint(64, 1, 1))) __attribute__((vec_type_hint(float4)))
kernel void all(const global int *restrict a, volatile global int *b, local float4 *c, constant int *d, float3 e,
                read_only image2d_t f, write_only image2d_t g, sampler_t h, read_only pipe int i, struct { int x; } j)
{
    b[get_global_offset(0)] = a[0] + d[1] + (int)e.x + j.x;
    c[1] = read_imagef(f, h, (int2)(1, 2));
    write_imagef(g, (int2)(3, 4), c[0]);
    int packet;
    read_pipe(i, &packet);
    printf("%d\\n", packet);
}
"""
with open(os.path.join(ROOT, "test", "e2e", "spill.cl"), encoding="utf-8") as spill:
    SPILLS = spill.read()


def page_tables():
    """Tables of the page by the heading of their first column and the section they are in: rows of cells."""
    tables, section, rows = {}, None, None
    with open(os.path.join(ROOT, "docs", "object.md"), encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("## "):
                section = line[3:]
            if not line.startswith("|"):
                rows = None
            elif rows is None:
                cells = [cell.strip() for cell in line[1:-1].split("|")]
                rows = tables.setdefault((section, cells[0]), [])
                if rows:  # several tables with one heading: of a kernel, of an argument
                    rows = tables.setdefault((section, cells[0], len(tables)), [])
            elif not re.match(r"\|[-|]+$", line):
                rows.append([cell.strip().strip("`") for cell in line[1:-1].split("|")])
    return tables


PAGE = page_tables()


class Elf:
    """The bytes of an object, read without what occ has for it."""

    def __init__(self, data):
        self.data = data
        head = struct.unpack_from("<16sHHIQQQIHHHHHH", data)
        (self.ident, self.type, self.machine, self.version, self.entry, self.phoff, self.shoff, self.flags, self.ehsize,
         self.phentsize, self.phnum, self.shentsize, self.shnum, self.shstrndx) = head
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", data, self.shoff + 64 * i) for i in range(self.shnum)]
        self.names = [self.string(self.shstrndx, section[0]) for section in self.sections]
        self.segments = [struct.unpack_from("<IIQQQQQQ", data, self.phoff + 56 * i) for i in range(self.phnum)]

    def string(self, section, offset):
        start = self.sections[section][4] + offset
        return self.data[start:self.data.index(b"\0", start)].decode()

    def content(self, name):
        section = self.sections[self.names.index(name)]
        return self.data[section[4]:section[4] + section[5]]

    def notes(self):
        data, at = self.content(".note"), 0
        while at < len(data):
            owner, size, kind = struct.unpack_from("<III", data, at)
            name = data[at + 12:at + 12 + owner]
            at += 12 + (owner + 3 & ~3)
            yield name.rstrip(b"\0").decode(), kind, data[at:at + size]
            check(name.endswith(b"\0") and not any(data[at + size:at + (size + 3 & ~3)]), "a note's padding")
            at += size + 3 & ~3

    def symbols(self, table):
        index = self.names.index(table)
        data = self.content(table)
        for at in range(24, len(data), 24):
            name, info, other, section, value, size = struct.unpack_from("<IBBHQQ", data, at)
            yield self.string(self.sections[index][6], name), info & 15, info >> 4, other, section, value, size


def occ(source, *switches):
    path = os.path.join(work, "k.cl")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    out = os.path.join(work, "k.co")
    run = subprocess.run([OCC, "-w", "-cl-std=CL2.0", *switches, path, "-o", out], capture_output=True, text=True,
                         check=False)
    if run.returncode:
        return None
    with open(out, "rb") as file:
        return Elf(file.read())


EXTERNAL = """extern __attribute__((visibility("default"))) global int far;
kernel void k(global int *p) { *p = far; }"""


def check_header(elf, relocatable, version, what):
    for offset, size, field, *values in PAGE["ELF header", "offset"]:
        value = values[relocatable]
        found = int.from_bytes(elf.data[int(offset):int(offset) + int(size)], "little")
        if re.match(r"(0x)?[0-9a-f]+$", value):
            check(found == int(value, 0), f"{what}: {field} is {found}")
    check(elf.ident[8] == int(dict((row[0], row[1]) for row in PAGE["ELF header", "version"])[version]),
          f"{what}: EI_ABIVERSION is {elf.ident[8]}")
    check(elf.shoff + 64 * elf.shnum <= len(elf.data) and elf.shstrndx == elf.shnum - 1, f"{what}: section headers")


def check_flags():
    versions = {row[0]: [int(cell or "0", 0) for cell in row[1:]] for row in PAGE["ELF header", "version"]}
    targets = subprocess.run([OCC, "--list-targets"], capture_output=True, text=True, check=True).stdout
    known = re.findall(r"^(gfx\S+) ", targets.split("Other names")[0], re.M)
    rows = PAGE["ELF header", "chip"]
    check(sorted(known) == sorted(row[0] for row in rows), "the page has other chips than --list-targets")
    for chip, byte, first, xnack, sramecc in rows:
        for version in VERSIONS:
            if chip in ("gfx906", "gfx900") or version in ("2", "6"):
                check_chip_flags(chip, int(byte, 0), first, bool(xnack), bool(sramecc), version, versions[version])


def check_chip_flags(chip, byte, first, has_xnack, has_sramecc, version, row):
    _, off, on, no_ecc, ecc, open_ecc, generic = row
    for name, bits in (("", None), ("xnack+", on), ("xnack-", off)):
        if name and not has_xnack:
            continue
        elf = occ("kernel void k() {}", "-mcpu=" + chip + (":" + name if name else ""),
                  "-mcode-object-version=" + version)
        check((elf is not None) == (int(version[0]) >= int(first)), f"{chip} in version {version}")
        if elf and version == "2d":
            check(elf.flags == 0, f"{chip}: e_flags of form 2d")
        elif elf:
            expected = byte | (generic if "generic" in chip else 0) | (open_ecc if has_sramecc else 0)
            check(elf.flags in ([expected | bits] if bits is not None else [expected | on, expected | off] if has_xnack
                                else [expected]), f"{chip}:{name}, version {version}: e_flags {elf.flags:#x}")
    for name, bits in (("sramecc+", ecc), ("sramecc-", no_ecc)):
        if has_sramecc and int(version[0]) >= int(first):
            elf = occ("kernel void k() {}", f"-mcpu={chip}:{name}:xnack-", "-mcode-object-version=" + version)
            check(elf.flags == (0 if version == "2d" else byte | off | bits), f"{chip}:{name}, version {version}")


TYPES = {"PROGBITS": 1, "SYMTAB": 2, "STRTAB": 3, "RELA": 4, "HASH": 5, "DYNAMIC": 6, "NOTE": 7, "NOBITS": 8, "DYNSYM": 11}
SECTION_FLAGS = {"W": 1, "A": 2, "X": 4, "M": 16, "S": 32, "I": 64}
SEEN = set()


def check_sections(elf, relocatable, what):
    rows = {row[0]: row for row in PAGE["Sections", "section"]}
    order = [row[0] for row in PAGE["Sections", "section"] if row[5 + relocatable]]
    check([name for name in order if name in elf.names] == elf.names[1:], f"{what}: sections {elf.names}")
    for name in order:
        check(name in elf.names or rows[name][5 + relocatable] == "(yes)", f"{what}: no {name}")
    for name, section in zip(elf.names[1:], elf.sections[1:]):
        _, kind, flags, entry, align, *_ = rows[name]
        SEEN.add((name, relocatable))
        check(section[1] == TYPES[kind], f"{what}: type of {name}")
        check(section[2] == sum(SECTION_FLAGS[flag] for flag in flags), f"{what}: flags of {name}")
        check(section[9] == int(entry) and (not align or section[8] == int(align)), f"{what}: entry, alignment of {name}")


SEGMENTS = {"PHDR": 6, "LOAD": 1, "NOTE": 4, "DYNAMIC": 2, "GNU_STACK": 0x6474e551}


def check_segments(elf, what):
    rows = PAGE["Segments", "segment"]
    check(len(rows) == len(elf.segments), f"{what}: {len(elf.segments)} segments")
    at = {name: section for name, section in zip(elf.names, elf.sections)}
    for (kind, flags, align, first, last), segment in zip(rows, elf.segments):
        check(segment[0] == SEGMENTS[kind] and segment[7] == int(align), f"{what}: a segment is no {kind}")
        check(segment[1] == sum({"R": 4, "W": 2, "X": 1}[flag] for flag in flags), f"{what}: flags of {kind}")
        if first:
            check(segment[2] == (0 if first == "the file" else at[first][4]), f"{what}: {kind} begins elsewhere")
            names = [name for name in re.findall(r"\.\w+", last) if name in at]
            check(segment[3] + segment[6] in [at[name][3] + at[name][5] for name in names[:1]],
                  f"{what}: {kind} does not end with {names[:1]}")
    tags = [row[0].split()[0] for row in PAGE["Segments", "tag of `.dynamic`"]]
    data = elf.content(".dynamic")
    found = [struct.unpack_from("<QQ", data, i) for i in range(0, len(data), 16)]
    check([tag for tag in tags if tag not in "789" or ".rela.dyn" in at] == [str(tag) for tag, _ in found],
          f"{what}: tags of .dynamic {found}")
    values = {4: at[".hash"][3], 5: at[".dynstr"][3], 6: at[".dynsym"][3], 10: at[".dynstr"][5], 11: 24, 0: 0,
              **({7: at[".rela.dyn"][3], 8: at[".rela.dyn"][5], 9: 24} if ".rela.dyn" in at else {})}
    check(all(values[tag] == value for tag, value in found), f"{what}: values of .dynamic {found}")


def check_notes(elf, version, what):
    rows = [row for row in PAGE["Notes", "version"] if row[0] == version]
    notes = list(elf.notes())
    check([(row[1], int(row[2])) for row in rows] == [note[:2] for note in notes], f"{what}: notes")
    for row, (_, kind, data) in zip(rows, notes):
        if kind == 1:
            check(data == struct.pack("<II", 2, 1), f"{what}: version of the object")
        elif kind == 3:
            check(data == struct.pack("<HHIII", 4, 7, 9, 0, 1) + b"AMD\0AMDGPU\0", f"{what}: ISA version {data}")
        elif kind == 11:
            check(data == b"amdgcn-amd-amdhsa--gfx901" + (b"\0" if "with NUL" in row[3] else b""), f"{what}: ISA {data}")
        else:
            check(data[:4] == b"---\n" if row[3].endswith("YAML") else data[0] & 0xf0 == 0x80, f"{what}: metadata")


def check_symbols(elf, version, what):
    rows = [row for row in PAGE["Symbols", "version"] if row[0] in (version, "all") or
            (row[0] == "3 to 6" and version in "3456")]
    kinds = {"OBJECT": 1, "FUNC": 2, "10": 10}
    found = {symbol[0]: symbol for symbol in elf.symbols(".dynsym")}
    used = set()
    for _, name, kind, size, places, _, _ in rows:
        names = ["counter", "zeros", "table"] if name == "VARIABLE" else [name.replace("KERNEL", "use")]
        for one in names:
            used.add(one)
            check(one in found, f"{what}: no symbol {one}")
            _, type_, binding, other, section, _, bytes_ = found.get(one, [""] + [-1] * 6)
            check(type_ == kinds[kind] and binding == 1 and other == 3, f"{what}: {one} is {found.get(one)}")
            check(elf.names[section] in re.findall(r"\.\w+", places), f"{what}: {one} is in {elf.names[section]}")
            if size == "64":
                check(bytes_ == 64, f"{what}: {one} has {bytes_} bytes")
    check(set(found) - {"pointer"} == used, f"{what}: symbols {sorted(found)}")
    check({symbol for symbol in elf.symbols(".dynsym")} <= set(elf.symbols(".symtab")), f"{what}: .symtab lacks some")


def keys_of(tree, path=""):
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from keys_of(value, path + key + ".")
        else:
            yield path + key


def check_keys(rows, tree, version, what):
    column = 0 if version == "2" else 1 if version == "2d" else 2
    known = {row[column]: row[3] for row in rows if row[column]}
    for key in keys_of(tree):
        SEEN.add((key, column))
        check(key in known, f"{what}: the page has no {key}")
    for key, when in known.items():
        check(not when.startswith("always") or key in keys_of(tree) or ("form 2d" in when and version != "2"),
              f"{what}: no {key}")


def check_uniform(version):
    """.uniform_work_group_size where clang 16 and 22 have it: from version 5 on, of 1.x and with the switch."""
    for switches in (["-cl-std=CL1.0"], ["-cl-std=CL1.2"], ["-cl-std=CL2.0"], ["-cl-std=CL3.0"],
                     ["-cl-std=CL2.0", "-cl-uniform-work-group-size"]):
        wanted = version in ("5", "6") and (switches[0].startswith("-cl-std=CL1") or len(switches) > 1)
        obj = occ("kernel void k() {}", "-mcode-object-version=" + version, *switches)
        check(obj and (b".uniform_work_group_size\x01" in obj.data) == wanted,
              f".uniform_work_group_size of version {version}, {switches}")


def check_metadata(version, source, *switches):
    what = f"metadata of version {version} {' '.join(switches)}"
    elf = occ(source, "-mcode-object-version=" + version, *switches)
    check(elf, what + ": does not compile")
    if not elf:
        return
    out = os.path.join(work, "k.co")
    tree = json.loads(subprocess.run([OBJ, "dump", "--json", out], check=True, capture_output=True).stdout)["metadata"]
    tables = [PAGE[key] for key in sorted((key for key in PAGE if key[:2] == ("Metadata", "key of version 2")), key=len)]
    tables = sorted(tables, key=lambda rows: ["Version", "Name", "Name"].index(rows[0][0]))
    kernel_rows = next(rows for rows in tables[1:] if any("SymbolName" == row[0] for row in rows))
    arg_rows = next(rows for rows in tables[1:] if rows is not kernel_rows)
    check_keys(tables[0], {key: 0 for key in tree}, version, what)
    kernels = tree.get("Kernels") or tree["amdhsa.kernels"]
    for kernel in kernels:
        args = kernel.get("Args") or kernel.get("Arguments") or kernel.get(".args") or []
        check_keys(kernel_rows, kernel, version, what)
        for arg in args:
            hidden = arg.get("ValueKind", arg.get(".value_kind", "")).lower().startswith("hidden")
            check_keys(arg_rows if not hidden else [[*row[:3], row[3] if row[0] != "AccQual" else ""] for row in arg_rows],
                       arg, version, what)
        check_hidden(args, version, what)


def check_hidden(args, version, what):
    rows = PAGE["Metadata", "version 2"]
    late = version in "56"
    end = 0
    for arg in args:
        size, align = int(arg.get("Size", arg.get(".size"))), int(arg.get("Align", 1))
        kind = arg.get("ValueKind", arg.get(".value_kind"))
        offset = int(arg.get(".offset", -(-end // align) * align))
        if not kind.lower().startswith("hidden"):
            end = offset + size
            continue
        start = base = -(-end // 8) * 8 if "base" not in locals() else base
        end = offset + size
        for row in rows:
            if kind in row[:2]:
                SEEN.add(kind)
                check(size == int(row[2]) and offset - start == int(row[3 + late]), f"{what}: {kind} at {offset - start}")


def check_relocations():
    """The page has the types of the compiler's table; how the linker applies each is tested by driver.link_code."""
    with open(os.path.join(ROOT, "gcn", "object", "reloc.def"), encoding="utf-8") as file:
        rows = re.findall(r"^RELOC\((\d+), (\w+), (\d+)", file.read(), re.M)
    ours = [(number, name, size) for number, name, size in rows if size != "0"]
    check([tuple(row[:3]) for row in PAGE["Relocations", "number"]] == ours, "relocations: the linker has others")


with tempfile.TemporaryDirectory() as work:
    for form in VERSIONS:
        for target in ("gfx900:xnack+", "gfx803"):
            for relocatable in (0, 1):
                text = f"version {form}, {target}{', -c' if relocatable else ''}"
                obj = occ(SOURCE, "-mcpu=" + target, "-mcode-object-version=" + form, *(["-c"] * relocatable))
                check_header(obj, relocatable, form, text)
                check_sections(obj, relocatable, text)
                if not relocatable:
                    check_segments(obj, text)
                    check_symbols(obj, form, text)
                if target != "gfx803":
                    check_notes(obj, form, text)
                obj = occ("kernel void k() {}", "-mcpu=" + target, "-mcode-object-version=" + form, *(["-c"] * relocatable))
                check_sections(obj, relocatable, text + ", small")
            obj = occ(EXTERNAL, "-mcpu=" + target, "-mcode-object-version=" + form)
            check_sections(obj, 0, text + ", external")
            check_segments(obj, text + ", external")
            far = [symbol[1:] for symbol in obj.symbols(".dynsym") if symbol[0] == "far"]
            check(far == [(0, 1, 0, 0, 0, 0)], f"{text}: the external variable is {far}")
        check_metadata(form, METADATA, "-mcpu=gfx900:xnack+", "-g")
        check_uniform(form)
        check_metadata(form, SPILLS, "-mcpu=gfx900", "-fspill-everything")
        check_metadata(form, SOURCE, "-mcpu=gfx803", "-cl-uniform-work-group-size")
        check_metadata(form, 'kernel void k(global int *p) { p[get_global_offset(1)] = get_global_offset(2);'
                       ' printf("%d", p[3]); p[0] = get_global_offset(0); }', "-mcpu=gfx803")
        if form not in ("2", "2d"):
            check_metadata(form, "kernel void k() { __asm volatile(\"v_accvgpr_write_b32 a1, 0\" ::: \"a1\"); }", "-mcpu=gfx908")
    check_flags()
    check_relocations()
# Every row of the page has been seen in some object.
for row in PAGE["Sections", "section"]:
    for column in (0, 1):
        check(not row[5 + column] or (row[0], column) in SEEN, f"no object had {row[0]}{' with -c' if column else ''}")
for key in [key for key in PAGE if key[:2] == ("Metadata", "key of version 2")]:
    for row in PAGE[key]:
        for column in range(3):
            check(not row[column] or (row[column], column) in SEEN, f"no object had {row[column]}")
report()
