#!/usr/bin/env python3
"""Attributes that limit registers, in combination: honoured, or an error.

usage: register_limits.py OCC FOLDER EACH CHIP...

Kernels of each kind in KERNELS get every combination of VGPRS, SGPRS, WAVES and GROUPS (one of EACH).  Each is either
refused by an error that names the limit and a number beyond it, or compiled.  Then the text of its code names no
register beyond the limits, the report has at most so many SGPRs, and at least and at most so many waves fit (at least:
only where no assembly names registers; clang, too, keeps to the first number of amdgpu_waves_per_eu as far as it
can).  Its second number, which does not count where the largest work-group needs more, refuses none that the first
alone allows, and allows none that it refuses."""
import itertools
import os
import re
import subprocess
import sys
import zlib

OCC, FOLDER, EACH, CHIPS = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
VGPRS = (None, 1, 3, 4, 8, 16, 17, 24, 40, 129)
SGPRS = (None, 1, 8, 24, 33, 34, 48)
WAVES = (None, (1,), (1, 1), (1, 2), (1, 4), (1, 7), (1, 8), (1, 10), (1, 20), (2, 2), (3, 5), (8,), (8, 8), (10,),
         (10, 10))
GROUPS = (None, (64, 64), (1, 1024))
MATRIX = {"gfx908", "gfx90a"}
KERNELS = {
    "one": "p[get_local_id(0)] = 1;",
    "division": "float x = p[get_local_id(0)]; p[get_global_id(0)] = sqrt(x + n) / (x * n) + x / n;",
    "array": "float v[40], s = 0; for (int i = 0; i < 40; i++) v[i] = p[i * 64 + get_local_id(0)];"
             " barrier(CLK_GLOBAL_MEM_FENCE); for (int i = 0; i < 40; i++) s += v[i] * v[39 - i];"
             " p[get_global_id(0)] = s;",
    "scalars": "float s = 0; for (int i = 0; i < 30; i++) s += c[i] * c[n + i]; p[0] = s;",
    "call": "p[get_global_id(0)] = called(p[get_local_id(0)], n);",
    "clobber": '__asm volatile("v_mov_b32 v29, 1\\n s_mov_b32 s44, 1" ::: "v29", "s44"); p[get_local_id(0)] = n;',
    "matrix": '__asm volatile("v_accvgpr_write_b32 a9, %0" :: "v"(n) : "a9"); p[get_local_id(0)] = n;',
}
HEAD = "__attribute__((noinline)) float called(float a, int n) { return sin(a) * n + cos(a + n); }\n"


def attributes(case):
    _, vgprs, sgprs, waves, group = case
    rows = [("amdgpu_num_vgpr", (vgprs,) if vgprs else None), ("amdgpu_num_sgpr", (sgprs,) if sgprs else None),
            ("amdgpu_waves_per_eu", waves), ("amdgpu_flat_work_group_size", group)]
    return ", ".join(f"{name}({', '.join(map(str, values))})" for name, values in rows if values)


def compile_cases(chip, cases):
    """The errors by case, and the text and report of the others."""
    source, text = os.path.join(FOLDER, chip + ".cl"), os.path.join(FOLDER, chip + ".s")

    def run(chosen):
        with open(source, "w", encoding="ascii") as file:
            file.write(HEAD)
            for i, case in chosen:
                file.write(f"kernel __attribute__(({attributes(case)})) void k{i}"
                           f"(global float *p, constant float *c, int n) {{ {KERNELS[case[0]]} }}\n")
        return subprocess.run([OCC, "-mcpu=" + chip, "-ferror-limit=0", "--resource-usage", "-S", source, "-o", text],
                              capture_output=True, text=True, check=False)
    errors, left = {}, cases
    while left:  # what is inlined, and so what is refused, depends on what else calls it
        last = run(left)
        refused = re.findall(r"error: kernel 'k(\d+)' (needs .*)", last.stderr)
        for number, why in refused:
            errors.setdefault(int(number), []).append(why)
        if not refused:
            break
        left = [(i, case) for i, case in left if i not in errors]
    if not left:
        return errors, {}, {}
    if last.returncode:
        sys.exit(f"{chip}: exit {last.returncode}\n{last.stderr[:2000]}")
    with open(text, encoding="utf-8") as file:
        codes = dict(re.findall(r"^k(\d+):\n(.*?)^\s*\.size", file.read(), re.M | re.S))
    reports = dict(re.findall(r"^k(\d+): (.*)", last.stdout + last.stderr, re.M))
    return errors, codes, reports


def highest(code, file):
    """The number of registers up to the last that the text names."""
    named = re.findall(rf"\b{file}(?:\[\d+:)?(\d+)\b", code)
    return max((int(number) + 1 for number in named), default=0)


def code_vgprs(chip, code):
    vgprs, agprs = highest(code, "v"), highest(code, "a")
    if chip == "gfx90a" and agprs:  # they lie behind the VGPRs
        return -(-max(vgprs, 1) // 4) * 4 + agprs
    return max(vgprs, agprs)


def faults(chip, case, code, report):
    _, vgprs, sgprs, waves, group = case
    said = {what: int(number) for number, what in re.findall(r"(\d+) (SGPRs|VGPRs|waves)", report)}
    if vgprs and code_vgprs(chip, code) > vgprs:
        yield f"{code_vgprs(chip, code)} VGPRs are used"
    if sgprs and said["SGPRs"] > sgprs:
        yield f"{said['SGPRs']} SGPRs are reported"
    if highest(code, "s") > said["SGPRs"] or code_vgprs(chip, code) > said["VGPRs"]:
        yield f"the code uses more than the report's {report}"
    slots = 8 if chip == "gfx90a" else 10
    if waves and case[0] != "clobber" and said["waves"] < min(waves[0], slots):
        yield f"{said['waves']} waves fit"
    needed = -(-(group or (1, 256))[1] // (4 * 64))  # by the largest work-group on a SIMD: no maximum is less
    if waves and waves[1:] and needed <= waves[1] < said["waves"]:
        yield f"{said['waves']} waves fit"


def false_errors(case, errors):
    limits = {"amdgpu_num_vgpr": case[1], "amdgpu_num_sgpr": case[2]}
    for error in errors:
        found = re.fullmatch(r"needs (\d+) [SV]GPRs, (\w+) allows (\d+)", error)
        if not found or int(found.group(3)) != limits.get(found.group(2)) or int(found.group(1)) <= int(found.group(3)):
            yield error


def main():
    total, refused, wrong = 0, 0, []
    for chip in CHIPS:
        kinds = [kind for kind in KERNELS if kind != "matrix" or chip in MATRIX]
        cases = [case for case in itertools.product(kinds, VGPRS, SGPRS, WAVES, GROUPS)
                 if any(case[1:]) and zlib.crc32(f"{chip} {case[:3]} {case[4]}".encode()) % EACH == 0]
        errors, codes, reports = {}, {}, {}
        for _, unit in itertools.groupby(enumerate(cases), key=lambda numbered: numbered[1][:3]):
            for all_of, some in zip((errors, codes, reports), compile_cases(chip, list(unit))):
                all_of.update(some)
        for i, case in enumerate(cases):
            found = false_errors(case, errors[i]) if i in errors else faults(chip, case, codes[str(i)], reports[str(i)])
            wrong += [f"{chip} {case[0]} {attributes(case)}: {fault}" for fault in found]
        # the same but for the second number
        by_first = {}
        for i, case in enumerate(cases):
            if case[3]:
                by_first.setdefault((*case[:3], case[3][0], case[4]), {}).setdefault(i in errors, case)
        wrong += [f"{chip} {key}: refused with {[attributes(c) for c in answers.values()]} differently"
                  for key, answers in by_first.items() if len(answers) > 1]
        total, refused = total + len(cases), refused + len(errors)
    for line in wrong:
        print("FAIL", line)
    print(f"{total} kernels on {len(CHIPS)} chips, {refused} of them refused, {len(wrong)} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
