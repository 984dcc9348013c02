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

ISA, CARD = "gcn/isa", "gcn/card"
ICD_OBJECTS = ["runtime/icd/%s.h" % name for name in ("platform", "context", "queue", "memory", "image", "program")]
# What a folder may use besides itself.  A folder with rooms: all of them.  A header instead of a
# folder: of that folder's symbols, only those which this header names.  "FOLDER by HEADER": those of
# FOLDER which this header of another one names, and no include.  A room with a row of its own has no
# part in its folder's.
ROWS = {
    "support": [],
    "frontend": ["support"],
    "sema": ["support", "frontend"],
    "sema/warn": ["support", "frontend", "sema/sema_query.h", "sema/builtin.h", "sema/constexpr.h",
                  "sema/type.h"],
    # What sema says of images and kernels goes through IR; the AST ends in gen.
    "midend": ["support", "sema/image.h", "sema/kernel_info.h"],
    "midend/gen": ["support", "frontend", "sema", "midend", "libclc-lite/libclc.h"],
    # What a chip and its objects are: nothing of the compiler.
    "gcn": ["support"],
    "backend-gcn": ["support", "midend", "gcn", "sema/image.h"],
    "libclc-lite": [],
    "libclc-lite/build": ["support", "frontend", "sema", "midend", "midend/gen", "libclc-lite"],
    "driver": ["support", "frontend", "sema", "sema/warn/warn.h", "midend", "midend/gen",
               "libclc-lite/libclc.h", "gcn", "backend-gcn"],
    # The program, for `occ run`, `occ selftest` and `occ devices`.
    "driver/command": ["support", "frontend", "midend", "gcn", "driver/options", "driver/units",
                       "driver/library", "runtime/gcnsim/gcnsim_command.h", "runtime/machine/machine.h",
                       "runtime/selftest", "runtime/sim by runtime/sim/sim.h"],
    # Another interface to the same library: it compiles by the public header, and reads objects.
    "driver/comgr": ["support", "driver/occ.h", "driver/library by driver/occ.h", "gcn"],
    # What the simulator shares with the compiler it judges: facts of the hardware, nothing else.
    "runtime/sim": ["support", ISA, CARD],
    # What kernels put kernels into; the scheduler is compiled as any program could.
    "runtime/enqueue": [ISA, "runtime/sim/sim.h", "runtime/sim by runtime/sim/sim.h"],
    "runtime/enqueue/build": ["driver/occ.h", "driver/library by driver/occ.h"],
    # The simulator or a GPU.
    "runtime/machine": ["support", ISA, "runtime/sim/sim.h", "runtime/sim by runtime/sim/sim.h",
                        "runtime/enqueue/enqueue.h", "runtime/enqueue by runtime/enqueue/enqueue.h",
                        "runtime/hsa/gpu.h", "runtime/hsa by runtime/hsa/gpu.h"],
    # Programs with what they must compute; they are compiled elsewhere.
    "runtime/selftest": ["support", "runtime/machine/machine.h", "runtime/machine by runtime/machine/machine.h",
                         "runtime/sim by runtime/sim/sim.h"],
    # The command sees the simulator as any program does; the numbers are the DWARF standard's.
    "runtime/gcnsim": ["support", ISA, "gcn/dwarf/dwarf_constant.h", "runtime/sim/sim.h", "runtime/sim by runtime/sim/sim.h",
                       "runtime/enqueue/layout.h",
                       "runtime/machine/machine.h"],
    # It compiles and executes as any program could, by public headers; of objects it sees sections.
    "runtime/icd": ["support", "driver/occ.h", "driver/library by driver/occ.h", ISA,
                    "gcn/codeobj/elf_view.h", "runtime/settings", "runtime/report", "runtime/record",
                    "runtime/cache/cache.h", "runtime/cache by runtime/cache/cache.h",
                    "runtime/sim/sim.h",
                    "runtime/sim by runtime/sim/sim.h"],
    # The two kinds of devices behind device.h.
    "runtime/icd/sim": [ISA, "runtime/enqueue/enqueue.h", "runtime/enqueue by runtime/enqueue/enqueue.h",
                        "runtime/enqueue/commands.h", "runtime/enqueue by runtime/enqueue/commands.h",
                        *ICD_OBJECTS, "runtime/icd/icd.h", "runtime/icd/order.h", "runtime/icd/touched.h", "runtime/settings", "runtime/report",
                        "runtime/sim/sim.h", "runtime/sim by runtime/sim/sim.h"],
    "runtime/icd/hsa": [ISA, *ICD_OBJECTS, "runtime/enqueue/layout.h", "runtime/icd/icd.h", "runtime/icd/device.h", "runtime/settings", "runtime/report",
                        "runtime/hsa/gpu.h", "runtime/hsa by runtime/hsa/gpu.h", "runtime/sim/sim.h",
                        "runtime/sim by runtime/sim/sim.h"],
    "runtime/settings": [ISA, "runtime/sim/sim.h", "runtime/sim by runtime/sim/sim.h"],
    "runtime/record": ["runtime/settings"],
    "runtime/cache": ["support"],
    "runtime/report": ["support", "runtime/settings", "runtime/sim/sim.h", "runtime/sim by runtime/sim/sim.h"],
    # Real GPUs: of the simulator only what images and samplers are; of objects whether they are whole.
    "runtime/hsa": ["support", ISA, "gcn/codeobj/elf_view.h", "gcn by gcn/codeobj/elf_view.h", "runtime/sim/sim.h",
                    "runtime/sim by runtime/sim/sim.h"],
    # A GPU as the kernel driver's library shows it: what its structures in shared memory are, the simulator says.
    "runtime/kfd": [ISA, CARD, "runtime/settings", "runtime/report", "runtime/record", "runtime/sim/sim.h",
                    "runtime/sim by runtime/sim/sim.h", "runtime/sim/device/amd_abi.h"],
}
# The rooms of a folder: each may use those before it, and its folder's headers, which say what all of
# them share; ".": the folder's own sources.
ROOMS = {
    "gcn": ["isa", "card", "dwarf", "metadata", "object", "codeobj", "asm"],
    "midend": ["ir", "analysis", "check", "memory", "calls", "values", "loops", "lower", "."],
    "backend-gcn": ["mir", "abi", "isel", "peephole", "exec", "regs", "check", "emit", "debug",
                    "object", "."],
    "runtime/icd": ["sim", "hsa", "."],
    "driver": ["options", "units", "library", "command", "occ-obj", "manual", "comgr"],
    "runtime/sim": ["device", "format", "exec", "image", "dispatch", "strict", "timing", "tell", "sets", "."],
}
# Pairs of files that still go against that order: no more than these.
AGAINST = {"runtime/sim": 2}


def folder_of(room):
    """The folder that this room is one of; itself if it is none."""
    above, _, name = room.rpartition("/")
    return above if name in ROOMS.get(above, []) else room


def expand(rows):
    """Folders stand for their rooms."""
    for row in rows:
        yield row
        yield from (f"{row}/{room}" for room in ROOMS.get(row, []) if room != ".")


def allowed_of(room):
    """What a room may use: by its own row, or by its folder's and the order."""
    folder = folder_of(room)
    rows = list(expand(ROWS.get(room, ROWS[folder])))
    order = [*ROOMS.get(folder, []), "."]
    place = order.index(os.path.relpath(room, folder))
    if room == folder or room not in ROWS:
        rows += [f"{folder}/{lower}" for lower in order[:place]]
    return rows


NAMES = sorted({*ROWS, *(f"{folder}/{room}" for folder, rooms in ROOMS.items() for room in rooms
                         if room != ".")})
ALLOWED = {name: allowed_of(name) for name in NAMES}
# By which it looks at sections of an object for a real GPU, and at nothing else.
SEEN = "gcn/codeobj/elf_view.h"
SIMULATOR = ["runtime/gcnsim", "runtime/machine", "runtime/hsa", *expand(["runtime/sim", "support"]), ISA, CARD]
faults = []


against = collections.defaultdict(set) # folder with rooms -> pairs of files against their order


def may_use(user, used, header=None):
    """May user use the room used, by the way of this header if one is given?"""
    is_shared = header and used == folder_of(user) and header.endswith((".h", ".def"))
    return user == used or used in ALLOWED[user] or header in ALLOWED[user] or bool(is_shared)


def headers_of(user, used):
    """The headers that stand in the row of user for the room used."""
    named = [(row.partition(" by ")[0], row.partition(" by ")[2] or row) for row in ALLOWED[user]
             if row.endswith(".h")]
    return [header for what, header in named
            if what in (used, folder_of(used)) or os.path.dirname(what) == used]


def refuse(user, used, files, message):
    """A use that no row allows; between rooms of one folder it is counted first."""
    folder = folder_of(user)
    if folder == folder_of(used) and folder in ROOMS and user not in ROWS:
        against[folder].add(files)
    faults.append((folder, files, message))


def check_order():
    """Leaves out the pairs that AGAINST knows; one more, and all of that folder are told."""
    for folder, known in AGAINST.items():
        pairs = against[folder]
        if len(pairs) <= known:
            faults[:] = [fault for fault in faults if fault[0] != folder or fault[1] not in pairs]
        else:
            faults.append((None, None, f"{folder}: {len(pairs)} pairs of files against the order of "
                           f"its rooms, {known} are known"))


def check_circles():
    """Rows and rooms: no two of them use each other, by way of others neither."""
    uses = {name: {used for row in ALLOWED[name] for used in [home(row)] if used and used != name}
            for name in NAMES}
    while True:
        ends = {name for name in uses if not uses[name] & uses.keys()}
        if not ends:
            break
        for name in ends:
            del uses[name]
    if uses:
        faults.append((None, None, "the table has a circle: " + ", ".join(sorted(uses))))


def home(row):
    """The room that a row is of; None for headers that all rooms of a folder share."""
    what = row.partition(" by ")[0]
    room = os.path.dirname(what) if what.endswith(".h") else what
    return None if what.endswith(".h") and room in ROOMS else room


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
            faults.append((None, None, f"{shown}: the table has no row for this folder"))
            continue
        with open(path, encoding="utf-8") as file:
            included = [match[1] for match in map(include.match, file) if match]
        for what in included:
            check_include(root, folder, shown, what)


def stem(path):
    return os.path.splitext(path)[0]


def check_include(root, folder, shown, what):
    """One include in a file; what: with its quotes or angle brackets."""
    named = re.match(r'(["<])([^">]+)[">]', what)
    if not named:
        faults.append((None, None, f"{shown} includes {what}: a macro hides what it is"))
        return
    beside = os.path.normpath(os.path.join(os.path.dirname(shown), named[2]))
    target = beside if os.path.exists(os.path.join(root, beside)) else os.path.normpath(named[2])
    used = os.path.dirname(target)
    if used in ALLOWED:  # the file itself may be a generated one
        if not may_use(folder, used, target):
            refuse(folder, used, (stem(shown), stem(target)), f"{shown} includes {target}")
    elif named[1] == '"' or os.path.exists(os.path.join(root, target)):
        faults.append((None, None, f"{shown} includes {target}, of no folder in the table"))


def check_links(root):
    """What each folder's CMakeLists.txt links is of rooms that it, or one of its own, may use."""
    homes, links = {}, []
    for folder in sorted({folder_of(name) for name in NAMES}):
        path = os.path.join(root, folder, "CMakeLists.txt")
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"#.*", "", file.read())
        for name, source in re.findall(r"add_library\s*\(\s*([\w-]+)\s+(?:STATIC|SHARED|OBJECT)\s+"
                                       r"([\w./-]+)?", text):
            homes[name] = os.path.normpath(os.path.join(folder, os.path.dirname(source)))
        for words in re.findall(r"(?i)\b(?:target_)?link_libraries\s*\(([^)]*)\)", text):
            links += [(folder, library) for library in words.split()]
        links += [(folder, library) for library in re.findall(r"TARGET_OBJECTS:([\w-]+)", text)]
    for folder, library in links:
        used = homes.get(library, folder)
        rooms = [folder, *(name for name in NAMES if folder_of(name) == folder)]
        if not any(may_use(room, used) or headers_of(room, used) for room in rooms):
            faults.append((None, None, f"{folder}/CMakeLists.txt links {library}"))


def folder_of_object(path):
    """CMake's .../midend/CMakeFiles/NAME.dir/pass.c.o -> midend"""
    above, below = path.rsplit("/CMakeFiles/", 1)
    source = os.path.normpath(os.path.join(above, os.path.dirname(below.split("/", 1)[1])))
    for folder in sorted(ALLOWED, key=len, reverse=True):
        if source.endswith("/" + folder):
            return folder
    faults.append((None, None, f"{path}: the table has no row for its folder"))
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
    defined, files, uses = collections.defaultdict(set), collections.defaultdict(set), []
    for path, symbol, kind in read_symbols(objects, "--extern-only"):
        if kind == "U":
            uses.append((path, symbol))
        else:
            defined[symbol].add(folders[path])
            files[symbol].add(f"{folders[path]}/{stem(os.path.basename(path)[:-2])}")
    for path, symbol in uses:
        user, users = folders[path], defined.get(symbol, set())
        if user and users and not any(is_offered(root, user, used, symbol) for used in users):
            name = os.path.basename(path).removesuffix(".o")
            homes = ", ".join(sorted(users))
            refuse(user, min(users), (stem(f"{user}/{name}"), min(files[symbol])),
                   f"{user}/{name} uses {symbol} of {homes}")
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


def check_simulator(root, gcnsim, objects, names):
    """The simulator as linked holds nothing of the compiler that it may not use."""
    own = [path for path in objects if folder_of_object(path) in SIMULATOR]
    known = {symbol for _, symbol, kind in read_symbols(own) if kind != "U"}
    linked = {symbol for _, symbol, kind in read_symbols([gcnsim]) if kind != "U"}
    with open(os.path.join(root, SEEN), encoding="utf-8") as file:
        known |= set(re.findall(r"\w+", file.read()))
    for folder in ALLOWED.keys() - set(SIMULATOR):
        for symbol in sorted((names[folder] & linked) - known):
            faults.append((None, None, f"gcnsim holds {symbol} of {folder}"))


def main(root, objects=None, gcnsim=None):
    check_includes(root)
    check_links(root)
    if objects:
        with open(objects, encoding="utf-8") as file:
            paths = [line for line in file.read().splitlines() if line]
        names = check_symbols(root, paths)
        if gcnsim:
            check_simulator(root, gcnsim, paths, names)
    check_circles()
    check_order()
    for folder in sorted(AGAINST) if objects else []:
        print(f"{folder}: {len(against[folder])} pairs of files against the order of its rooms")
    print("\n".join(sorted({text for _, _, text in faults})) if faults else "1 passed, 0 failed")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
