#!/usr/bin/env python3
"""Dependencies between the folders point one way: by includes, by symbols and by what CMake links.

dependencies.py ROOT [OBJECTS [GCNSIM]]
    ROOT     the source tree
    OBJECTS  a file that lists the object files of the product, one a line
    GCNSIM   the simulator as linked
"""
import collections
import os
import re
import subprocess
import sys

ISA = "backend-gcn/isa"
# What a folder may use besides itself.  A header instead of a folder: of that folder's symbols,
# only those which this header names.  "FOLDER by HEADER": those of FOLDER which this header of
# another one names, and no include.
ALLOWED = {
    "support": [],
    "frontend": ["support"],
    "sema": ["support", "frontend"],
    "sema/warn": ["support", "frontend", "sema/sema_query.h", "sema/builtin.h", "sema/constexpr.h",
                  "sema/type.h"],
    # What sema says of images and kernels goes through IR; the AST ends in gen.
    "midend": ["support", "sema/image.h", "sema/kernel_info.h"],
    "midend/gen": ["support", "frontend", "sema", "midend", "libclc-lite/libclc.h"],
    # What the simulator shares with the compiler it judges: facts of the hardware, nothing else.
    "backend-gcn/isa": ["support"],
    # Selection stands at its beginning; what comes after does not reach back into it.
    "backend-gcn": ["support", "midend", ISA, "backend-gcn/isel by backend-gcn/backend.h",
                    "backend-gcn/object"],
    "backend-gcn/isel": ["support", "midend", ISA, "backend-gcn", "sema/image.h",
                         "backend-gcn/object/object_version.h"], # where hidden arguments lie
    # Trees that any program could use.
    "backend-gcn/metadata": ["support"],
    "backend-gcn/codeobj": ["support", ISA, "backend-gcn/object", "backend-gcn/metadata"],
    "backend-gcn/object": ["support", "midend", ISA, "backend-gcn", "backend-gcn/dwarf",
                           "backend-gcn/metadata"],
    "backend-gcn/dwarf": ["support", "midend", ISA, "backend-gcn", "backend-gcn/object"],
    # A library beside the compiler: of that it uses facts on versions and the writer of ELF.
    "backend-gcn/asm": ["support", ISA, "backend-gcn/object", "backend-gcn/metadata",
                        "backend-gcn/backend.h", "backend-gcn/dwarf/line_table.h"],
    "libclc-lite": ["support", "frontend", "sema", "midend", "midend/gen"],
    "driver": ["support", "frontend", "sema", "sema/warn/warn.h", "midend", "midend/gen", "libclc-lite/libclc.h", ISA,
               "backend-gcn", "backend-gcn/object", "backend-gcn/asm", "backend-gcn/codeobj",
               "backend-gcn/dwarf",
               "runtime/gcnsim/gcnsim_command.h"], # of the program, for `occ run`
    # Another interface to the same library: it compiles by the public header, and reads objects.
    "driver/comgr": ["support", "driver/occ.h", ISA, "backend-gcn/codeobj", "backend-gcn/object",
                     "backend-gcn/metadata",
                     "backend-gcn/asm/disassemble.h"],
    "runtime/sim": ["support", ISA, "runtime/sim/image"],
    "runtime/sim/image": ["support", ISA, "runtime/sim"],
    # The command sees the simulator as any program does.
    "runtime/gcnsim": ["support", ISA, "runtime/sim/sim.h", "runtime/sim/image by runtime/sim/sim.h"],
    # It compiles and executes as any program could, by the two public headers.
    "runtime/icd": ["support", "driver/occ.h", ISA, "runtime/sim/sim.h",
                    "runtime/sim/image by runtime/sim/sim.h"],
}
SIMULATOR = ["runtime/gcnsim", "runtime/sim", *ALLOWED["runtime/sim"]]
faults = []


def may_use(user, used, header=None):
    """May user use the folder used, by the way of this header if one is given?"""
    return user == used or used in ALLOWED[user] or header in ALLOWED[user]


def headers_of(user, used):
    """The headers that stand in the row of user for the folder used."""
    named = [(row.partition(" by ")[0], row.partition(" by ")[2] or row) for row in ALLOWED[user]
             if row.endswith(".h")]
    return [header for what, header in named if used in (what, os.path.dirname(what))]


def product_files(root):
    """(folder, path from root) of each file that may include others."""
    for top in sorted({folder.split("/")[0] for folder in ALLOWED}):
        for at, _, names in os.walk(os.path.join(root, top)):
            folder = os.path.relpath(at, root)
            for name in sorted(names):
                if name.endswith(".cl"):  # the folders of libclc-lite are chapters of one room
                    yield top, os.path.join(at, name)
                elif not name.endswith((".md", ".txt", ".in")):
                    yield folder, os.path.join(at, name)


def check_includes(root):
    include = re.compile(r"(?:\s|/\*.*?\*/)*#\s*(?:include|include_next|import)\b\s*(.*)")
    for folder, path in product_files(root):
        shown = os.path.relpath(path, root)
        if folder not in ALLOWED:
            faults.append(f"{shown}: the table has no row for this folder")
            continue
        with open(path, encoding="utf-8") as file:
            included = [match[1] for match in map(include.match, file) if match]
        for what in included:
            check_include(root, folder, shown, what)


def check_include(root, folder, shown, what):
    """One include in a file; what: with its quotes or angle brackets."""
    named = re.match(r'(["<])([^">]+)[">]', what)
    if not named:
        faults.append(f"{shown} includes {what}: a macro hides what it is")
        return
    beside = os.path.normpath(os.path.join(os.path.dirname(shown), named[2]))
    target = beside if os.path.exists(os.path.join(root, beside)) else os.path.normpath(named[2])
    used = os.path.dirname(target)
    if used in ALLOWED:  # the file itself may be a generated one
        if not may_use(folder, used, target):
            faults.append(f"{shown} includes {target}")
    elif named[1] == '"' or os.path.exists(os.path.join(root, target)):
        faults.append(f"{shown} includes {target}, of no folder in the table")


def check_links(root):
    """What each folder's CMakeLists.txt links is of folders that it may use."""
    home, links = {}, []
    for folder in ALLOWED:
        path = os.path.join(root, folder, "CMakeLists.txt")
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"#.*", "", file.read())
        home.update((name, folder) for name in re.findall(r"add_library\s*\(\s*([\w-]+)", text))
        for words in re.findall(r"(?i)\b(?:target_)?link_libraries\s*\(([^)]*)\)", text):
            links += [(folder, library) for library in words.split()]
        links += [(folder, library) for library in re.findall(r"TARGET_OBJECTS:([\w-]+)", text)]
    for folder, library in links:
        used = home.get(library, folder)
        if not may_use(folder, used) and not headers_of(folder, used):
            faults.append(f"{folder}/CMakeLists.txt links {library}")


def folder_of_object(path):
    """CMake's .../midend/CMakeFiles/NAME.dir/pass.c.o -> midend"""
    above, below = path.rsplit("/CMakeFiles/", 1)
    source = os.path.normpath(os.path.join(above, os.path.dirname(below.split("/", 1)[1])))
    for folder in sorted(ALLOWED, key=len, reverse=True):
        if source.endswith("/" + folder):
            return folder
    faults.append(f"{path}: the table has no row for its folder")
    return None


def read_symbols(paths, *options):
    """(file, symbol, kind as nm has it)"""
    output = subprocess.run(["nm", "-A", "--format=posix", *options, *paths], text=True,
                            stdout=subprocess.PIPE, check=True).stdout
    for line in output.splitlines():
        path, symbol, kind = line.split()[:3]
        yield path.removesuffix(":"), symbol, kind


def check_symbols(root, objects):
    """A symbol of another folder needs a row.  Returns folder -> names of its external symbols."""
    folders = {path: folder_of_object(path) for path in objects}
    defined, uses = collections.defaultdict(set), []
    for path, symbol, kind in read_symbols(objects, "--extern-only"):
        if kind == "U":
            uses.append((path, symbol))
        else:
            defined[symbol].add(folders[path])
    for path, symbol in uses:
        user, users = folders[path], defined.get(symbol, set())
        if user and users and not any(is_offered(root, user, used, symbol) for used in users):
            name = os.path.basename(path).removesuffix(".o")
            faults.append(f"{user}/{name} uses {symbol} of {', '.join(sorted(users))}")
    names = collections.defaultdict(set)
    for symbol, homes in defined.items():
        for home in homes:
            names[home].add(symbol)
    return names


def is_offered(root, user, used, symbol):
    if may_use(user, used):
        return True
    for header in headers_of(user, used):
        with open(os.path.join(root, header), encoding="utf-8") as file:
            if re.search(rf"\b{re.escape(symbol)}\b", file.read()):
                return True
    return False


def check_simulator(gcnsim, objects, names):
    """The simulator as linked holds nothing of the compiler that it may not use."""
    own = [path for path in objects if folder_of_object(path) in SIMULATOR]
    known = {symbol for _, symbol, kind in read_symbols(own) if kind != "U"}
    linked = {symbol for _, symbol, kind in read_symbols([gcnsim]) if kind != "U"}
    for folder in ALLOWED.keys() - SIMULATOR:
        for symbol in sorted((names[folder] & linked) - known):
            faults.append(f"gcnsim holds {symbol} of {folder}")


def main(root, objects=None, gcnsim=None):
    check_includes(root)
    check_links(root)
    if objects:
        with open(objects, encoding="utf-8") as file:
            paths = [line for line in file.read().splitlines() if line]
        names = check_symbols(root, paths)
        if gcnsim:
            check_simulator(gcnsim, paths, names)
    print("\n".join(sorted(set(faults))) if faults else "1 passed, 0 failed")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
