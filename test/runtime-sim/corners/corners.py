#!/usr/bin/env python3
"""Each vector, scalar and LDS instruction that the simulator executes and the documents define exactly,
with corner operands in all source positions, against models that are not the simulator (integers.py,
floats.py, float_ops.py).

  corners.py GCNSIM OCC SCRATCH [--all] [TARGET...]

--all: all combinations of two corners, all modes, modifiers and chips."""
import itertools
import os
import re
import struct
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import integers  # noqa: E402
import table  # noqa: E402
from kernel import Kernel  # noqa: E402
from operands import CATEGORY, Group  # noqa: E402
from steps import FLOAT, AtomicStep, Context, ScalarStep, Step, model_of  # noqa: E402

FAMILY = {"gfx600": "GFX6", "gfx701": "GFX7", "gfx803": "GFX8", "gfx900": "GFX9", "gfx906": "GFX906",
          "gfx908": "GFX908", "gfx90a": "GFX90A"}
QUICK = ["gfx600", "gfx803", "gfx900", "gfx90a"]

# Why an instruction has no model here.
LEFT_OUT = [
    (r"v_(rcp|rsq|sqrt|exp|log|sin|cos)_|v_trig_preop", "not exact: vector_rounding.txt"),
    (r"v_div_(scale|fmas)_", "the manuals' text is wrong in places: vector_f32.txt, vector_f64.txt"),
    (r"v_cube|v_mullit|v_screen_partition", "graphics: vector_f32.txt, gfx6.txt"),
    (r"v_cvt_(norm|pknorm|pkaccum|pk_u8)", "their rounding is told nowhere: vector_convert.txt"),
    (r"v_dot2c?_f32_f16|v_(mad|fma)_mix(lo|hi)", "their roundings are told nowhere: vector_packed.txt"),
    (r"v_mov_?rel|v_movrel|s_movrel|v_(read|write)(first)?lane|v_swap|v_accvgpr|v_nop|v_clrexcp|v_pk_mov",
     "they move registers: vector_select.txt, control.txt"),
    (r"v_interp|v_mfma", "refused.txt"),
    (r"s_(cbranch|call|getpc|setpc|swappc|rfe|getreg|setreg|set_gpr|setvskip)", "control: control.txt"),
    (r"ds_(?!(add|sub|rsub|inc|dec|min|max|and|or|xor|mskor|wrxchg|cmpst)(_rtn)?_[uib])",
     "no integer atomics of one place: memory_lds.txt, test_atomics.c"),
]


def left_out(name):
    return any(re.match(pattern, name) for pattern, _ in LEFT_OUT)


# ---- the forms of an instruction ----

DEFAULT = 0x3F0  # IEEE, DX10_CLAMP, all denormals, to nearest


def forms(op, generation, index, whole):
    """(mode, clamp, omod, negate, absolute) in which it runs."""
    is_float = any(kind in FLOAT for _, kind in op.operands) and op.name not in integers.VALU
    modifiers = is_float and "NO_VOP3" not in op.flags and op.form != "VOP3P"
    scales = modifiers and "CLAMP_OMOD" in op.flags and op.result() in FLOAT
    yield DEFAULT, False, 0, 0, 0
    if not is_float:
        if "CLAMP" in op.flags and generation >= 8 and op.result() in (
                "U32", "I32", "U16", "I16", "PACKED") and op.name != "v_pack_b32_f16":
            yield DEFAULT, True, 0, 0, 0
        return
    if not whole:
        some = (0x05, 0x1FA, 0x20F, 0xF0, 0x3A1, 0x155)[index % 6]
        yield some, scales and index % 2 == 1, 0, 0, 0
        if modifiers:
            yield 0x000, False, (1, 2, -1)[index % 3] if scales else 0, 1 + index % 7, index % 5
        return
    for rounding, denormals, rest in itertools.product((0, 5, 10, 15), (0, 0x50, 0xA0, 0xF0), (0, 0x300)):
        yield rounding | denormals | rest, False, 0, 0, 0
    for mode in (0, 0x100, 0x200, DEFAULT) if scales else ():
        yield mode, True, 0, 0, 0
        for omod in (1, 2, -1):
            yield mode, False, omod, 0, 0
            yield mode, True, omod, 0, 0
    for negate, absolute in itertools.product(range(8), (0, 5, 7)) if modifiers else ():
        yield DEFAULT, False, 0, negate, absolute


def steps_of(ops, target, groups, lanes, whole):
    family = FAMILY[target]
    generation = int(family[3])
    by_group, unknown = {}, []

    def group(categories):
        key = tuple(categories)
        if key not in groups:
            groups[key] = Group(key, lanes, whole)
        return by_group.setdefault(key, [])

    for index, op in enumerate(ops.values()):
        if family not in op.families or left_out(op.name):
            continue
        if "_mix_" in op.name and ("fma" in op.name) == (target == "gfx900"):
            continue  # one opcode, two operations: LLVM's "mad-mix-insts", "fma-mix-insts"
        if op.form == "DS":
            place = group(("i64", "i64"))
            place.append(AtomicStep(op, groups["i64", "i64"], generation))
        elif op.form.startswith("SOP"):
            if op.name not in integers.SALU:
                unknown.append(op.name)
                continue
            kinds = [CATEGORY[kind] for role, kind in op.operands if role.startswith("SSRC")]
            key = tuple((kinds + ["i64", "i64"])[:2]) + ("i64",)
            for immediate in ((None,) if op.form != "SOPK" else (0, 1, -1, 0x7FFF, -0x8000)):
                place = group(key)
                step = ScalarStep(op, groups[key], generation)
                step.immediate = immediate
                place.append(step)
        else:
            if not model_of(op.name):
                unknown.append(op.name)
                continue
            key = tuple(CATEGORY[kind] for _, kind in op.sources())
            place = group(key)
            known = set()
            for mode, clamp, omod, negate, absolute in forms(op, generation, index, whole):
                cut = sum(1 << k for k, (_, kind) in enumerate(op.sources()) if kind in FLOAT)
                form = (mode, clamp, omod, negate & cut, absolute & cut)
                if form not in known:
                    known.add(form)
                    place.append(Step(op, groups[key], Context(generation, mode, clamp, omod), *form[3:]))
    return by_group, unknown


# ---- running ----

def emit(kernel, steps):
    mode = None
    scalar = [step for step in steps if isinstance(step, ScalarStep)]
    others = sorted((step for step in steps if not isinstance(step, ScalarStep)), key=lambda s: s.x.mode)
    for step in others:
        if step.x.mode != mode and isinstance(step, Step):
            mode = step.x.mode
            kernel.mode(mode)
        step.emit(kernel)
    if scalar:
        kernel.lanes_begin()
        for step in scalar:
            step.emit(kernel)
        kernel.lanes_end()
    return others + scalar


def execute(tools, target, steps, inputs, lanes):
    gcnsim, occ, scratch = tools
    kernel = Kernel(target, FAMILY[target], lanes)
    order = []
    for number, some in enumerate(steps.values()):
        kernel.load(number)
        order += emit(kernel, some)
    name = os.path.join(scratch, "corners-" + target)
    with open(name + ".s", "w", encoding="ascii") as file:
        file.write(kernel.text())
    with open(name + ".in", "wb") as file:
        for group in inputs:
            values = group.dwords()
            file.write(struct.pack(f"<{len(values)}I", *values))
    subprocess.run([occ, "-mcode-object-version=4", name + ".s", "-o", name + ".co"], check=True)
    subprocess.run([gcnsim, "run", name + ".co", "--global", str(lanes), "--local", "64", "--arg",
                    f"buf:{name}.in", "--arg", f"buf:{kernel.outputs * lanes * 4}@out={name}.out"],
                   check=True)
    with open(name + ".out", "rb") as file:
        data = struct.unpack(f"<{kernel.outputs * lanes}I", file.read())
    for end in (".s", ".in", ".co", ".out"):
        os.remove(name + end)
    return order, data


def main(arguments):
    tools, rest = arguments[:3], arguments[3:]
    whole = "--all" in rest
    targets = [t for t in rest if t in FAMILY] or (list(FAMILY) if whole else QUICK)
    lanes = 1024 if whole else 384
    ops, groups, known = table.read(), {}, {}
    cases = failures = 0
    shown = {}

    def report(step, lane, value, mask, got, bit):
        nonlocal failures
        failures += 1
        count = shown[step.op.name] = shown.get(step.op.name, 0) + 1
        if count <= 2 and len(shown) <= 60:
            show = lambda v: "-" if v is None else hex(v) if isinstance(v, int) else v
            print(f"{target}: {step.text(FAMILY[target])} (MODE {step.x.mode:#x}): sources "
                  f"{' '.join(map(hex, step.group.rows[lane]))} old {step.group.old[lane]:#x} carry "
                  f"{step.group.carry[lane]}: {show(value)} {show(mask)} wanted, {show(got)} {show(bit)}")

    names = set()
    for target in targets:
        steps, unknown = steps_of(ops, target, groups, lanes, whole)
        for name in unknown:
            print(f"{target}: {name} has neither a model nor a reason why it has none")
            failures += 1
        inputs = [groups[key] for key in steps]
        order, data = execute(tools, target, steps, inputs, lanes)
        at = 0
        for step in order:
            columns = [data[(at + k) * lanes:(at + k + 1) * lanes] for k in range(step.outputs())]
            at += step.outputs()
            key = step.key()
            if key not in known:
                known[key] = step.expected()
            step.compare(known[key], columns, report)
            cases += lanes
            names.add(step.op.name)
        print(f"{target}: {len(order)} forms of {len({s.op.name for s in order})} instructions")
    print(f"{len(names)} instructions, {cases} cases, {failures} failures in {len(shown)} instructions")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
