#!/usr/bin/env python3
"""dependencies.py finds each fault that is planted in a copy of the tree, and says what it is.

planted.py ROOT OBJECTS GCNSIM CC
"""
import os
import shutil
import subprocess
import sys
import tempfile

FOLDERS = ["support", "frontend", "sema", "midend", "gcn", "backend-gcn", "libclc-lite", "driver",
           "runtime"]
WAVE = "runtime/sim/dispatch/wave.c"
# (file, line added to it, message)
LINES = [
    ("runtime/sim/strict/strict_hazard.c", '#include "backend-gcn/emit/hazard.def"',
     "runtime/sim/strict/strict_hazard.c includes backend-gcn/emit/hazard.def"),
    ("runtime/sim/strict/strict_hazard.def", '#  include <backend-gcn/emit/hazard.def>',
     "runtime/sim/strict/strict_hazard.def includes backend-gcn/emit/hazard.def"),
    (WAVE, '#include "../../../backend-gcn/mir/mir.h"', f"{WAVE} includes backend-gcn/mir/mir.h"),
    (WAVE, '#include "midend/ir/ir.h"', f"{WAVE} includes midend/ir/ir.h"),
    (WAVE, '#include "gcn/object/object_version.h"',
     f"{WAVE} includes gcn/object/object_version.h"),
    (WAVE, '#include "frontend/parse.tab.h"', f"{WAVE} includes frontend/parse.tab.h"),
    (WAVE, '/* wait states */ #include "backend-gcn/emit/hazard.def"',
     f"{WAVE} includes backend-gcn/emit/hazard.def"),
    (WAVE, "#include HAZARDS", f"{WAVE} includes HAZARDS: a macro hides what it is"),
    ("runtime/sim/CMakeLists.txt", "target_link_libraries(sim\n    PUBLIC gcn)",
     "runtime/sim/CMakeLists.txt links gcn"),
    ("runtime/sim/CMakeLists.txt", "LINK_LIBRARIES(midend)",
     "runtime/sim/CMakeLists.txt links midend"),
    ("runtime/sim/CMakeLists.txt", "target_sources(sim PRIVATE $<TARGET_OBJECTS:sema>)",
     "runtime/sim/CMakeLists.txt links sema"),
    ("gcn/CMakeLists.txt", "target_link_libraries(gcn PUBLIC backend-gcn)",
     "gcn/CMakeLists.txt links backend-gcn"),
    (WAVE, '#include "test/backend-gcn/mir_random.h"',
     f"{WAVE} includes test/backend-gcn/mir_random.h, of no folder in the table"),
    ("runtime/gcnsim/run.c", '#include "runtime/sim/wave.h"',
     "runtime/gcnsim/run.c includes runtime/sim/wave.h"),
    ("frontend/ast.def", '#include "sema/type.h"', "frontend/ast.def includes sema/type.h"),
    ("sema/type.h", '#include "sema/warn/warn.h"', "sema/type.h includes sema/warn/warn.h"),
    ("midend/ir/ir.c", '#include "sema/type.h"', "midend/ir/ir.c includes sema/type.h"),
    ("midend/values/opt_dce.c", '#include "midend/gen/gen.h"',
     "midend/values/opt_dce.c includes midend/gen/gen.h"),
    ("midend/ir/ir.c", '#include "midend/analysis/analysis.h"',
     "midend/ir/ir.c includes midend/analysis/analysis.h"),
    ("backend-gcn/regs/ra.c", '#include "midend/gen/gen.h"',
     "backend-gcn/regs/ra.c includes midend/gen/gen.h"),
    ("gcn/isa/gcn_info.c", '#include "backend-gcn/mir/mir.h"',
     "gcn/isa/gcn_info.c includes backend-gcn/mir/mir.h"),
    ("gcn/isa/gcn_info.c", '#include "gcn/object/elf.h"',
     "gcn/isa/gcn_info.c includes gcn/object/elf.h"),
    ("gcn/object/elf.c", '#include "backend-gcn/backend.h"',
     "gcn/object/elf.c includes backend-gcn/backend.h"),
    ("gcn/asm/write.c", '#include "midend/ir/ir.h"', "gcn/asm/write.c includes midend/ir/ir.h"),
    ("runtime/icd/code.c", '#include "gcn/codeobj/codeobj.h"',
     "runtime/icd/code.c includes gcn/codeobj/codeobj.h"),
    ("gcn/codeobj/elf_view.c", '#include "gcn/asm/assemble.h"',
     "gcn/codeobj/elf_view.c includes gcn/asm/assemble.h"),
    ("driver/options/options.c", '#include "driver/library/pipeline.h"',
     "driver/options/options.c includes driver/library/pipeline.h"),
    ("driver/comgr/isa.c", '#include "driver/library/pipeline.h"',
     "driver/comgr/isa.c includes driver/library/pipeline.h"),
    ("midend/new/opt_new.c", "int opt_new;",
     "midend/new/opt_new.c: the table has no row for this folder"),
    ("libclc-lite/math/exp.cl", '#include "driver/occ.h"',
     "libclc-lite/math/exp.cl includes driver/occ.h"),
    ("libclc-lite/libclc.h", '#include "midend/ir/ir.h"',
     "libclc-lite/libclc.h includes midend/ir/ir.h"),
]
# (folder, library, source in it, function that this calls, message)
CALLS = [
    ("runtime/sim", "sim", "exec/x.c", "ir_validate",
     "runtime/sim/exec/x.c uses ir_validate of midend/check"),
    ("runtime/sim", "sim", "exec/x.c", "elf_write",
     "runtime/sim/exec/x.c uses elf_write of gcn/object"),
    ("runtime/gcnsim", "gcnsim", "x.c", "sim_fault",
     "runtime/gcnsim/x.c uses sim_fault of runtime/sim/device"),
    ("runtime/sim", "sim", "exec/x.c", "ra", "runtime/sim/exec/x.c uses ra of backend-gcn/regs"),
    ("backend-gcn", "backend-gcn", "x.c", "gen_module",
     "backend-gcn/x.c uses gen_module of midend/gen"),
    ("backend-gcn", "backend-gcn", "mir/x.c", "isel",
     "backend-gcn/mir/x.c uses isel of backend-gcn/isel"),
    ("gcn", "gcn", "object/x.c", "mir_block_new",
     "gcn/object/x.c uses mir_block_new of backend-gcn/mir"),
    ("gcn", "gcn-isa", "isa/x.c", "elf_write", "gcn/isa/x.c uses elf_write of gcn/object"),
    ("gcn", "gcn", "codeobj/x.c", "code_object_write",
     "gcn/codeobj/x.c uses code_object_write of backend-gcn/object"),
    ("runtime/icd", "occ_icd", "x.c", "codeobj_read",
     "runtime/icd/x.c uses codeobj_read of gcn/codeobj"),
    ("midend", "midend", "x.c", "gen_module", "midend/x.c uses gen_module of midend/gen"),
    ("midend", "midend", "values/x.c", "constexpr_eval",
     "midend/values/x.c uses constexpr_eval of sema"),
    ("midend", "midend", "analysis/x.c", "pass_midend",
     "midend/analysis/x.c uses pass_midend of midend"),
    ("midend", "midend", "values/x.c", "lower_div",
     "midend/values/x.c uses lower_div of midend/lower"),
    ("driver", "libocc", "units/x.c", "occ_compile",
     "driver/units/x.c uses occ_compile of driver/library"),
    ("driver", "libocc", "library/x.c", "input_read",
     "driver/library/x.c uses input_read of driver/command"),
    ("sema", "sema", "x.c", "flow_build", "sema/x.c uses flow_build of sema/warn"),
    ("midend", "midend", "new/x.c", "ice", "PATH: the table has no row for its folder"),
]
# One more pair against an order than is known is told with all of that folder.
WALLS = {
    "runtime/sim": ("exec/x.c", "strict_top_check",
                    "runtime/sim/exec/x.c uses strict_top_check of runtime/sim/strict"),
}


def plant_line(tree, file, line):
    path = os.path.join(tree, file)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "a", encoding="utf-8") as text:
        text.write(f"\n{line}\n")


def compile_text(compiler, text, path, *options):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    subprocess.run([compiler, "-x", "c", "-", "-o", path, *options], input=text, text=True,
                   check=True)


def run_check(*arguments):
    """Runs dependencies.py: its lines but those that only count, and its exit status."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "dependencies.py")
    run = subprocess.run([script, *arguments], text=True, stdout=subprocess.PIPE)
    return {line for line in run.stdout.splitlines()
            if not line.endswith("against the order of its rooms")}, run.returncode


def check(arguments, expected):
    """dependencies.py must print the lines expected and no others."""
    printed, status = run_check(*arguments)
    for line in sorted(set(expected) - printed):
        print(f"not found: {line}")
    for line in sorted(printed - set(expected)):
        print(f"not planted: {line}")
    fails = "1 passed, 0 failed" not in printed
    if status != fails:
        print(f"exit status {status}")
    return printed == set(expected) and status == fails


def compile_call(tree, compiler, number, folder, library, source, function):
    """The object of a source that calls the function, as CMake names it."""
    path = f"{tree}/build{number}/{folder}/CMakeFiles/{library}.dir/{source}.o"
    call = f"void {function}(void); void planted(void) {{ {function}(); }}"
    compile_text(compiler, call, path, "-c")
    return path


def list_objects(tree, paths):
    path = os.path.join(tree, "objects")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(paths))
    return path


def check_walls(tree, compiler, paths):
    """A new pair of files against the order of a folder in which some are known."""
    passed = True
    for folder, (source, function, message) in WALLS.items():
        extra = compile_call(tree, compiler, "-wall", folder, "wall", source, function)
        printed, status = run_check(tree, list_objects(tree, [*paths, extra]))
        if not status or message not in printed:
            print(f"not found: {message}")
            passed = False
    return passed


def main(root, objects, gcnsim, compiler):
    with tempfile.TemporaryDirectory() as tree:
        for folder in FOLDERS:
            shutil.copytree(os.path.join(root, folder), os.path.join(tree, folder))
        passed = check([tree, objects, gcnsim], ["1 passed, 0 failed"])
        with open(objects, encoding="utf-8") as real:
            paths = real.read().splitlines()
        passed &= check_walls(tree, compiler, paths)
        for file, line, _ in LINES:
            plant_line(tree, file, line)
        expected = [message for _, _, message in LINES]
        for number, (folder, library, source, function, message) in enumerate(CALLS):
            paths.append(compile_call(tree, compiler, number, folder, library, source, function))
            expected.append(message.replace("PATH", paths[-1]))
        simulator = os.path.join(tree, "gcnsim")
        compile_text(compiler, "void gen_module(void) {} int main(void) {}", simulator)
        expected.append("gcnsim holds gen_module of midend/gen")
        passed &= check([tree, list_objects(tree, paths), simulator], expected)
    print("1 passed, 0 failed" if passed else "0 passed, 1 failed")
    return not passed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
