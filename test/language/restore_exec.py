#!/usr/bin/env python3
"""restore_exec.py FILE.s: mends, in place, what clang 16 does wrong without optimisation.

Its register allocator puts the reload of a spilled register at the start of a block, before the
instructions that give the lanes of the other way their turn again (v_readlane of the saved mask,
s_or_b64 exec): those lanes never see the value.  Here the mask comes first."""
import re
import sys

VECTOR = re.compile(r"\s*(v_|buffer_|global_|flat_|ds_|scratch_)")
RESTORE = re.compile(r"\s*s_or_b64 exec, exec, s\[(\d+):(\d+)\]")
LEAVES = re.compile(r"\s*s_(cbranch|branch|endpgm|setpc|swappc)")


def spilled_mask(block):
    """How many lines at the end of the block fetch the mask from memory: in lanes 0 and 1 of a
    register, with EXEC saved meanwhile."""
    back = re.match(r"\s*s_mov_b64 exec, (s\[\d+:\d+\])", block[-1]) if block else None
    saves = re.compile(rf"\s*s_mov_b64 {re.escape(back.group(1))}, exec") if back else None
    return next((n for n in range(1, len(block) + 1) if back and saves.match(block[-n])), 0)


def split(block, low, high):
    """The lines that fetch the mask, and the others."""
    spilled = spilled_mask(block)
    if spilled:
        return block[-spilled:], block[:-spilled]
    masks = [line for line in block if re.match(rf"\s*v_readlane_b32 s({low}|{high}),", line)]
    holders = {re.search(r"_b32 s\d+, (v\d+)", line).group(1) for line in masks}
    loads = [line for line in block
             if any(re.match(rf"\s*buffer_load_dword {v},", line) for v in holders)]
    wait = ["\ts_waitcnt vmcnt(0)"] if loads else []
    rest = [line for line in block if line not in masks + loads]
    return (loads + wait + masks, rest) if len(masks) == 2 else ([], block)


def mended(block):
    at = next((i for i, line in enumerate(block) if RESTORE.match(line)), None)
    if at is None:
        return block
    fetch, rest = split(block[:at], *RESTORE.match(block[at]).groups())
    if not fetch or not any(VECTOR.match(line) for line in rest):
        return block
    # the nop: memory may read, five states later at the earliest, a scalar that v_readlane wrote
    return fetch + [block[at], "\ts_nop 4"] + rest + block[at + 1:]


def main():
    path = sys.argv[1]
    out, block = [], []
    for line in open(path).read().split("\n"):
        label = re.match(r"[.\w$]+:|; %bb", line)
        if not label:
            block.append(line)
        if label or LEAVES.match(line):
            out += mended(block)
            block = []
        if label:
            out.append(line)
    open(path, "w").write("\n".join(out + mended(block)))


main()
