#!/usr/bin/env python3
"""Messages between two work-items, by every form and scope of release and acquire: told is a race where one scope has not
both, or where one side orders nothing.

usage: scopes.py BUILD [--all]

One work-item writes, releases and sets a flag, or its neighbour in the wave has written; another one of its wave, its
work-group or another one waits for the flag, acquires, and reads or writes the same, or its neighbour does.  `passed`:
over a work-item of another wave of the group to another group.
Each 23rd message on one chip; with --all each seventh on three, at two levels.
"""
import itertools
import os
import subprocess
import sys
import tempfile

SCOPES = ("sub_group", "work_group", "device", "all_svm_devices")
FORMS = [(form, scope) for form in ("operation", "fence", "fences", "exchange") for scope in range(4)]
FORMS += [("barrier", 1), ("barrier", 2), ("relaxed", 0)]
WAVE, GROUP, DEVICE = range(3)  # what two work-items share
TAKER = {WAVE: 9, GROUP: 64, DEVICE: 200}


def give(form, scope):
    order = f"memory_order_release, memory_scope_{SCOPES[scope]}"
    relaxed = "atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);"
    return {"operation": f"if (is_giver) atomic_store_explicit(flag, 1, {order});",
            "fence": f"if (is_giver) {{ atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, {order}); {relaxed} }}",
            "fences": f"atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, {order}); if (is_giver) {relaxed}",
            "exchange": f"if (is_giver) atomic_fetch_add_explicit(flag, 1, {order});",
            "barrier": f"work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_{SCOPES[scope]}); if (is_giver) {relaxed}",
            "relaxed": f"if (is_giver) {relaxed}"}[form]


def take(form, scope):
    order = f"memory_order_acquire, memory_scope_{SCOPES[scope]}"
    wait = "while (!atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device)) ;"
    return {"operation": f"if (is_taker) while (!atomic_load_explicit(flag, {order})) ;",
            "fence": f"if (is_taker) {{ {wait} atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, {order}); }}",
            "fences": f"if (is_taker) {wait} atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, {order});",
            "exchange": f"if (is_taker) {{ {wait} atomic_fetch_add_explicit(flag, 1, {order}); }}",
            "barrier": f"if (is_taker) {wait} work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_{SCOPES[scope]});",
            "relaxed": f"if (is_taker) {wait}"}[form]


def source():
    gives = "\n".join(f"    case {i}: {give(*form)} break;" for i, form in enumerate(FORMS))
    takes = "\n".join(f"    case {i}: {take(*form)} break;" for i, form in enumerate(FORMS))
    steps = "\n".join(f"""    case {i}: if (is_it) {{
        while (atomic_load_explicit(flag, memory_order_acquire, memory_scope_{a}) != from) ;
        if (is_last) *data = *data + 1;
        atomic_store_explicit(flag, from + 1, memory_order_release, memory_scope_{b}); }} break;"""
                      for i, (a, b) in enumerate(itertools.product(SCOPES, SCOPES)))
    return f"""kernel void
message(global int *data, global atomic_int *flag, int how, int answer, int taker, int writes, int writer, int reader)
{{
    int i = get_global_id(0);
    bool is_giver = i == 0, is_taker = i == taker;
    if (i == writer)
        *data = 7;
    if (get_group_id(0) == 0)
    switch (how) {{
{gives}
    }}
    if (get_group_id(0) == taker / 128)
    switch (answer) {{
{takes}
    }}
    if (i == reader && writes)
        *data = 8;
    else if (i == reader)
        data[1] = *data;
}}

void
step(global int *data, global atomic_int *flag, int how, bool is_it, int from, bool is_last)
{{
    switch (how) {{
{steps}
    }}
}}

kernel void
passed(global int *data, global atomic_int *flag, int first, int second, int third)
{{
    int i = get_global_id(0);
    if (i == 0)
        *data = 7;
    step(data, flag, first, i == 0, 0, false);
    step(data, flag, second, i == 64, 1, false);
    step(data, flag, third, i == 128, 2, true);
}}
"""


def reaches(scope, shared):
    return min(scope, 2) >= shared


def orders(form, shared):
    kind, scope = form
    return kind != "relaxed" and reaches(scope, shared)


def is_race(giver, taker, shared, writer, reader):
    if shared < DEVICE and "barrier" in (giver[0], taker[0]):
        return False  # which both come to
    if (writer and giver[0] != "barrier") or (reader and taker[0] != "barrier"):
        return True  # each releases what it has done itself, and acquires for itself
    return not (orders(giver, shared) and orders(taker, shared))


def launches():
    """Arguments, and whether a race is told."""
    numbers = range(len(FORMS))
    for how, answer, shared, writes, writer, reader in itertools.product(numbers, numbers, TAKER, *3 * [range(2)]):
        yield (("message", [how, answer, TAKER[shared], writes, writer, TAKER[shared] + reader]),
               is_race(FORMS[how], FORMS[answer], shared, writer, reader))
    for first, before, behind, last in itertools.product(range(4), repeat=4):
        right = reaches(first, GROUP) and reaches(before, GROUP) and reaches(behind, DEVICE) and reaches(last, DEVICE)
        yield ("passed", [first, 4 * before + behind, 4 * last]), not right


def main():
    bin_folder, is_all = os.path.join(sys.argv[1], "bin"), "--all" in sys.argv[2:]
    count = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        path, made = os.path.join(folder, "scopes.cl"), os.path.join(folder, "made.co")
        with open(path, "w", encoding="ascii") as file:
            file.write(source())
        for cpu, level in itertools.product(("gfx900", "gfx803", "gfx90a"), ("-O3", "-O0")) if is_all else [("gfx900", "-O3")]:
            subprocess.run([f"{bin_folder}/occ", f"-mcpu={cpu}", level, "-w", "-g", "-cl-std=CL2.0", "-fsanitize=opencl", path,
                            "-o", made], check=True)
            for number, ((kernel, values), wanted) in enumerate(launches()):
                if number % (7 if is_all else 23):
                    continue
                # a flag need not come where scopes do not reach
                schedule = "order" if wanted else ("order", "round", str(number))[number % 3]
                words = [word for value in values for word in ("--arg", f"i32:{value}")]
                result = subprocess.run(
                    [f"{bin_folder}/gcnsim", "run", made, "--kernel", kernel, f"--schedule={schedule}", "--global", "256", "--local", "128",
                     "--arg", "buf:2*i32=0", "--arg", "buf:1*i32=0", *words], capture_output=True, text=True, check=False)
                count += 1
                if (result.returncode == 3 and "race" in result.stderr) != wanted or result.returncode not in (0, 3):
                    bad += 1
                    print(f"{cpu} {level} {kernel} {values}: {'no race is told' if wanted else result.stderr[:300]}")
    print(f"{count} launches, {bad} failed")
    sys.exit(1 if bad or not count else 0)


main()
