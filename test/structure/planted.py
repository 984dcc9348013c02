#!/usr/bin/env python3
"""dependencies.py finds each fault that is planted in a copy of the tree, and says what it is.

planted.py ROOT OBJECTS GCNSIM CC
"""
import os
import shutil
import subprocess
import sys
import tempfile

FOLDERS = ["support", "frontend", "sema", "midend", "backend-gcn", "libclc-lite", "driver",
           "runtime"]
# (file, line added to it, message)
LINES = [
    ("runtime/sim/strict_hazard.c", '#include "backend-gcn/hazard.def"',
     "runtime/sim/strict_hazard.c includes backend-gcn/hazard.def"),
    ("runtime/sim/strict_hazard.def", '#  include <backend-gcn/hazard.def>',
     "runtime/sim/strict_hazard.def includes backend-gcn/hazard.def"),
    ("runtime/sim/wave.c", '#include "../../backend-gcn/mir.h"',
     "runtime/sim/wave.c includes backend-gcn/mir.h"),
    ("runtime/sim/wave.c", '#include "midend/ir.h"', "runtime/sim/wave.c includes midend/ir.h"),
    ("runtime/sim/wave.c", '#include "frontend/parse.tab.h"',
     "runtime/sim/wave.c includes frontend/parse.tab.h"),
    ("runtime/sim/wave.c", '/* wait states */ #include "backend-gcn/hazard.def"',
     "runtime/sim/wave.c includes backend-gcn/hazard.def"),
    ("runtime/sim/wave.c", "#include HAZARDS",
     "runtime/sim/wave.c includes HAZARDS: a macro hides what it is"),
    ("runtime/sim/CMakeLists.txt", "target_link_libraries(sim\n    PUBLIC gcn)",
     "runtime/sim/CMakeLists.txt links gcn"),
    ("runtime/sim/CMakeLists.txt", "LINK_LIBRARIES(midend)",
     "runtime/sim/CMakeLists.txt links midend"),
    ("runtime/sim/CMakeLists.txt", "target_sources(sim PRIVATE $<TARGET_OBJECTS:sema>)",
     "runtime/sim/CMakeLists.txt links sema"),
    ("runtime/sim/wave.c", '#include "test/backend-gcn/mir_random.h"',
     "runtime/sim/wave.c includes test/backend-gcn/mir_random.h, of no folder in the table"),
    ("runtime/gcnsim/run.c", '#include "runtime/sim/sim_internal.h"',
     "runtime/gcnsim/run.c includes runtime/sim/sim_internal.h"),
    ("frontend/ast.def", '#include "sema/type.h"', "frontend/ast.def includes sema/type.h"),
    ("sema/type.h", '#include "sema/warn/warn_flow.h"',
     "sema/type.h includes sema/warn/warn_flow.h"),
    ("midend/ir.c", '#include "sema/type.h"', "midend/ir.c includes sema/type.h"),
    ("midend/opt_dce.c", '#include "midend/gen/gen.h"',
     "midend/opt_dce.c includes midend/gen/gen.h"),
    ("backend-gcn/ra.c", '#include "midend/gen/gen.h"',
     "backend-gcn/ra.c includes midend/gen/gen.h"),
    ("backend-gcn/spill.c", '#include "backend-gcn/isel/isel.h"',
     "backend-gcn/spill.c includes backend-gcn/isel/isel.h"),
    ("backend-gcn/isa/gcn_info.c", '#include "backend-gcn/mir.h"',
     "backend-gcn/isa/gcn_info.c includes backend-gcn/mir.h"),
    ("backend-gcn/isel/isel.c", '#include "backend-gcn/object/elf.h"',
     "backend-gcn/isel/isel.c includes backend-gcn/object/elf.h"),
    ("midend/new/opt_new.c", "int opt_new;",
     "midend/new/opt_new.c: the table has no row for this folder"),
    ("libclc-lite/math/exp.cl", '#include "driver/occ.h"',
     "libclc-lite/math/exp.cl includes driver/occ.h"),
]
# (folder, library, source in it, function that this calls, message)
CALLS = [
    ("runtime/sim", "sim", "x.c", "ir_validate", "runtime/sim/x.c uses ir_validate of midend"),
    ("runtime/gcnsim", "gcnsim", "x.c", "sim_global",
     "runtime/gcnsim/x.c uses sim_global of runtime/sim"),
    ("runtime/sim", "sim", "x.c", "ra", "runtime/sim/x.c uses ra of backend-gcn"),
    ("backend-gcn", "gcn", "x.c", "gen_module", "backend-gcn/x.c uses gen_module of midend/gen"),
    ("backend-gcn", "gcn", "x.c", "isel_address",
     "backend-gcn/x.c uses isel_address of backend-gcn/isel"),
    ("backend-gcn", "gcn", "isel/x.c", "code_object_write",
     "backend-gcn/isel/x.c uses code_object_write of backend-gcn/object"),
    ("backend-gcn", "gcn", "object/x.c", "isel",
     "backend-gcn/object/x.c uses isel of backend-gcn/isel"),
    ("backend-gcn/isa", "gcn-isa", "x.c", "mir_block_new",
     "backend-gcn/isa/x.c uses mir_block_new of backend-gcn"),
    ("midend", "midend", "x.c", "gen_module", "midend/x.c uses gen_module of midend/gen"),
    ("midend", "midend", "x.c", "constexpr_eval", "midend/x.c uses constexpr_eval of sema"),
    ("sema", "sema", "x.c", "flow_build", "sema/x.c uses flow_build of sema/warn"),
    ("midend", "midend", "new/x.c", "ice", "PATH: the table has no row for its folder"),
]


def plant_line(tree, file, line):
    path = os.path.join(tree, file)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "a", encoding="utf-8") as text:
        text.write(f"\n{line}\n")


def compile_text(compiler, text, path, *options):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    subprocess.run([compiler, "-x", "c", "-", "-o", path, *options], input=text, text=True,
                   check=True)


def check(arguments, expected):
    """Runs dependencies.py, which must print the lines expected and no others."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "dependencies.py")
    run = subprocess.run([script, *arguments], text=True, stdout=subprocess.PIPE)
    printed = set(run.stdout.splitlines())
    for line in sorted(set(expected) - printed):
        print(f"not found: {line}")
    for line in sorted(printed - set(expected)):
        print(f"not planted: {line}")
    fails = "passed" not in run.stdout
    if run.returncode != fails:
        print(f"exit status {run.returncode}")
    return printed == set(expected) and run.returncode == fails


def main(root, objects, gcnsim, compiler):
    with tempfile.TemporaryDirectory() as tree:
        for folder in FOLDERS:
            shutil.copytree(os.path.join(root, folder), os.path.join(tree, folder))
        passed = check([tree, objects, gcnsim], ["1 passed, 0 failed"])
        for file, line, _ in LINES:
            plant_line(tree, file, line)
        expected = [message for _, _, message in LINES]
        with open(objects, encoding="utf-8") as real:
            paths = real.read().splitlines()
        for number, (folder, library, source, function, message) in enumerate(CALLS):
            path = f"{tree}/build{number}/{folder}/CMakeFiles/{library}.dir/{source}.o"
            call = f"void {function}(void); void f{number}(void) {{ {function}(); }}"
            compile_text(compiler, call, path, "-c")
            paths.append(path)
            expected.append(message.replace("PATH", path))
        list_of_all, simulator = os.path.join(tree, "objects"), os.path.join(tree, "gcnsim")
        with open(list_of_all, "w", encoding="utf-8") as file:
            file.write("\n".join(paths))
        compile_text(compiler, "void gen_module(void) {} int main(void) {}", simulator)
        expected.append("gcnsim holds gen_module of midend/gen")
        passed &= check([tree, list_of_all, simulator], expected)
    print("1 passed, 0 failed" if passed else "0 passed, 1 failed")
    return not passed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
