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


def mended(block):
    at = next((i for i, line in enumerate(block) if RESTORE.match(line)), None)
    if at is None:
        return block
    low, high = RESTORE.match(block[at]).groups()
    masks = [line for line in block[:at] if re.match(rf"\s*v_readlane_b32 s({low}|{high}),", line)]
    holders = {re.search(r"_b32 s\d+, (v\d+)", line).group(1) for line in masks}
    rest = [line for line in block[:at] if line not in masks]
    first = [line for line in rest
             if any(re.match(rf"\s*buffer_load_dword {v},", line) for v in holders)]
    rest = [line for line in rest if line not in first]
    if len(masks) != 2 or not any(VECTOR.match(line) for line in rest):
        return block
    wait = ["\ts_waitcnt vmcnt(0)"] if first else []
    return first + wait + masks + [block[at]] + rest + block[at + 1:]


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
