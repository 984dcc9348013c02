#!/usr/bin/env python3
"""Litmus tests: every schedule of tiny concurrent kernels, judged by the C11 model.

  litmus.py BUILD TARGET occ|clang [NAME...]            each result must be one that the model allows
  litmus.py BUILD TARGET occ|clang --removals [NAME...]  and without any one instruction that orders
                                                         memory another one, or a fault, must come

NAME is SPACE.SHAPE.ORDERS, or the beginning of one.  A space says where the places of the program are
and what its threads: global (work-groups on compute units of their own), group (waves of a work-group,
global memory), local (waves of a work-group, local memory).  What the removals give is compared with
removals.txt, which says why some cannot be seen; OCC_BLESS=1 rewrites its rows.
"""
import os
import re
import struct
import subprocess
import sys
import tempfile

import model
import shapes

HERE = os.path.dirname(os.path.abspath(__file__))
CLANG = "/usr/lib/llvm-16/bin/clang"
STRIDE = 64  # of places, in ints: lines of the cache, and channels of the L2, of their own
REGISTERS = 8  # results, in the order of their names
SCOPES = {"global": "device", "group": "work_group", "local": "work_group"}


# ---- programs ----

def order_of(order):
    return "memory_order_" + order


def statement(space, event, registers):
    """One event as OpenCL C.  An index by the work-item's number, which is 0, keeps plain accesses
    vector ones."""
    scope = "memory_scope_" + SCOPES[space]
    if event[0] == "F":
        memory = "CLK_LOCAL_MEM_FENCE" if space == "local" else "CLK_GLOBAL_MEM_FENCE"
        return f"atomic_work_item_fence({memory}, {order_of(event[1])}, {scope});"
    place = f"{event[1]}[lane]"
    order = event[-1]
    target = f"r{registers.index(event[-2])} = " if event[0] in "RA" else ""
    if order == "plain":
        return f"{place} = {event[2]};" if event[0] == "W" else f"{target}{place};"
    kind = "local" if space == "local" else "global"
    pointer = f"({kind} atomic_int *)&{place}"
    if event[0] == "W":
        return f"atomic_store_explicit({pointer}, {event[2]}, {order_of(order)}, {scope});"
    if event[0] == "R":
        return f"{target}atomic_load_explicit({pointer}, {order_of(order)}, {scope});"
    return f"{target}atomic_fetch_add_explicit({pointer}, {event[2]}, {order_of(order)}, {scope});"


def registers_of(threads):
    return sorted({e[-2] for t in threads for e in t if e[0] in "RA"})


def reads_of(thread):
    return [e[1] for e in thread if e[0] in "RA"]


def kernel(name, space, threads):
    places = sorted({e[1] for t in threads for e in t if e[0] != "F"})
    registers = registers_of(threads)
    lines = [f"kernel void {name}(global int *memory, global int *result)", "{",
             "    int lane = get_local_id(1);"]
    thread = "get_group_id(0)" if space == "global" else "get_local_id(0) / 64"
    if space == "local":
        lines.append(f"    local int places[{len(places) * STRIDE}];")
        lines += [f"    local int *{p} = places + {i * STRIDE};" for i, p in enumerate(places)]
        lines.append(f"    if (get_local_id(0) == 0) {{ {' '.join(p + '[0] = 0;' for p in places)} }}")
        lines.append("    barrier(CLK_LOCAL_MEM_FENCE);")
    else:
        lines += [f"    global int *{p} = memory + {i * STRIDE};" for i, p in enumerate(places)]
    lines.append("    if (get_local_id(0) & 63) return;")
    for k, events in enumerate(threads):
        lines.append(f"    if ({thread} == {k}) {{")
        if space == "global": # lines that are stale later; the sum of zeros must be used
            warm = sorted({p for p in reads_of(events)})
            lines.append(f"        result[{REGISTERS + k}] = "
                         f"{' + '.join(f'{p}[lane + 1]' for p in warm) or '0'};")
        own = [registers.index(e[-2]) for e in events if e[0] in "RA"]
        lines += [f"        int r{i};" for i in own]
        lines += [f"        {statement(space, e, registers)}" for e in events]
        lines += [f"        result[{i}] = r{i};" for i in own]
        lines.append("    }")
    return "\n".join(lines + ["}", ""])


class Program:
    def __init__(self, space, name, threads, weak):
        self.full_name = f"{space}.{name}"
        self.kernel = re.sub(r"\W", "_", self.full_name)
        self.space, self.threads, self.weak = space, threads, weak
        self.registers = registers_of(threads)
        self.text = kernel(self.kernel, space, threads)

    def allowed(self):
        return {tuple(value for _, value in result) for result in model.results(self.threads)}

    def weak_result(self):
        return tuple(self.weak[r] for r in self.registers)


def programs(names):
    for name, threads, weak in shapes.tests():
        for space in SCOPES:
            # a work-group's waves share a compute unit, whose order of global accesses is its own
            expected = weak if space == "global" else None
            program = Program(space, name, threads, expected)
            if not names or any(program.full_name.startswith(n) for n in names):
                yield program


# ---- compiling and running ----

class Judge:
    def __init__(self, build, target, compiler, folder):
        self.gcnsim = os.path.join(build, "bin/gcnsim")
        self.occ = os.path.join(build, "bin/occ")
        self.target, self.compiler, self.folder = target, compiler, folder

    def compile(self, selected):
        source, self.object = os.path.join(self.folder, "k.cl"), os.path.join(self.folder, "k.co")
        with open(source, "w", encoding="ascii") as file:
            file.write("\n".join(p.text for p in selected))
        if self.compiler == "occ":
            command = [self.occ, "-w", "-cl-std=CL2.0", f"-mcpu={self.target}", source, "-o", self.object]
        else:
            chip = self.target + (":xnack-" if self.target.startswith("gfx9") else "")
            command = [CLANG, "-x", "cl", "-cl-std=CL2.0", "-target", "amdgcn-amd-amdhsa", f"-mcpu={chip}",
                       "-mcode-object-version=4", "-O2", "-w", "--rocm-path=/usr",
                       "--rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode", source, "-o",
                       self.object]
        subprocess.run(command, check=True)
        with open(self.object, "rb") as file:
            self.bytes = file.read()

    def run(self, program, more, code=None):
        count = len(program.threads)
        sizes = [count, 1] if program.space == "global" else [64 * count, 64 * count]
        command = [self.gcnsim, "run", code or self.object, "--kernel", program.kernel, "--global",
                   str(sizes[0]), "--local", str(sizes[1]), "--arg", f"buf:{4 * STRIDE * 4 + 1024}",
                   "--arg", f"buf:{8 * REGISTERS}@print=i32,{2 * REGISTERS}", *more]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def outcomes(self, program, more=(), code=None):
        """The set of results, or the reason of a fault."""
        done = self.run(program, ["--schedule=all", *more], code)
        if done.returncode:
            return done.stderr.splitlines()[0].replace("gcnsim: ", "")
        lines = re.findall(r"^ +0: (.*)$", done.stdout, re.M)
        return {tuple(int(v) for v in line.split()[:len(program.registers)]) for line in lines}

    def instructions(self, program):
        """For each thread the (offset, text) that it executes, in order; of stores of results and of
        what warms the cache, which order nothing, without their names."""
        done = self.run(program, ["--trace", "--no-races"])
        threads = [[] for _ in program.threads]
        lines = []
        for line in done.stderr.splitlines():
            found = re.match(r"\((\d+),0,0\) wave (\d+) 0x([0-9a-f]+) exec \w+: (.*?)(  .*| \| .*)?$", line)
            if found:
                written = re.search(r"lane \d+ writes 0x([0-9a-f]+)", line)
                lines.append((int(found[1]) + int(found[2]), int(found[3], 16), found[4].strip(),
                              int(written[1], 16) if written else 0))
        results = max(written for _, _, _, written in lines) - 8 * REGISTERS
        for thread, offset, text, written in lines:
            threads[thread].append((offset, "result" if written > results else text))
        return threads

    def without_glc(self, offset, text):
        """A copy of the object in which a load's bit is clear."""
        bit = 14 if text.startswith("buffer") else 16
        data = bytearray(self.bytes)
        start, = struct.unpack_from("<Q", data, 32)
        size, count = struct.unpack_from("<HH", data, 54)
        for i in range(count):
            kind, _, at, address, _, length = struct.unpack_from("<IIQQQQ", data, start + i * size)
            if kind == 1 and address <= offset < address + length:
                word, = struct.unpack_from("<I", data, at + offset - address)
                struct.pack_into("<I", data, at + offset - address, word & ~(1 << bit))
        path = os.path.join(self.folder, "glc.co")
        with open(path, "wb") as file:
            file.write(data)
        return path


def is_order(text):
    return text.startswith(("s_waitcnt", "buffer_wbinvl1")) or (" glc" in text and "_load_" in text)


def waits(text):
    """Counter: how many may be left."""
    return {name: int(n) for name, n in re.findall(r"(vmcnt|lgkmcnt)\((\d+)\)", text)}


def counted(text):
    """The counters that an instruction is counted by; FLAT goes to global memory here."""
    name = text.split()[0]
    if name.startswith(("buffer_", "global_", "flat_")) and "wbinvl1" not in name:
        return {"vmcnt"}
    return {"lgkmcnt"} if name.startswith(("ds_", "s_load", "s_buffer_load")) else set()


def covers(text, counter, allowed):
    return waits(text).get(counter, allowed + 1) <= allowed


def is_redundant(thread, index):
    """Is nothing out that the wait counts, or does the next one wait for as much before any access?"""
    for counter, allowed in waits(thread[index]).items():
        at, is_idle = index - 1, True
        while at >= 0 and not covers(thread[at], counter, 0):
            is_idle &= counter not in counted(thread[at])
            at -= 1
        at = index + 1
        while at < len(thread) and not counted(thread[at]) and "wbinvl1" not in thread[at] and \
                not covers(thread[at], counter, allowed):
            at += 1
        is_next = at == len(thread) or covers(thread[at], counter, allowed)
        if not is_idle and not is_next:
            return False
    return True


def removals(judge, program, allowed):
    """(label, verdict) of each instruction that orders memory: shows, fault, redundant, or same."""
    counts, threads = {}, judge.instructions(program)
    places = {}
    for thread, executed in enumerate(threads):
        for offset, text in executed:
            places.setdefault(offset, (thread, text))
    for offset, (thread, text) in sorted(places.items(), key=lambda item: (item[1][0], item[0])):
        if not is_order(text):
            continue
        kind = text.split()[0] if " glc" not in text else "glc"
        label = f"{thread}.{kind}"
        counts[label] = counts.get(label, 0) + 1
        if kind == "glc":
            found = judge.outcomes(program, code=judge.without_glc(offset, text))
        else:
            found = judge.outcomes(program, ["--remove", str(offset)])
        verdict = "fault" if isinstance(found, str) else "same" if found <= allowed else "shows"
        if verdict == "same" and kind == "s_waitcnt" and \
                all(is_redundant([line for _, line in executed], index) for executed in threads
                    for index, (at, _) in enumerate(executed) if at == offset):
            verdict = "redundant"
        yield f"{label}.{counts[label]}", verdict


# ---- the table ----

class Table:
    """Rows of removals.txt: TARGET COMPILER NAME: LABEL VERDICT, ...; reasons by pattern."""

    def __init__(self, target, compiler):
        self.path = os.path.join(HERE, "removals.txt")
        self.key = f"{target} {compiler} "
        self.rows, self.reasons = {}, []
        if os.path.exists(self.path):
            with open(self.path, encoding="ascii") as file:
                self.lines = file.read().splitlines()
        else:
            self.lines = []
        for line in self.lines:
            if line.startswith(self.key):
                name, _, rest = line[len(self.key):].partition(": ")
                self.rows[name] = rest
            elif line.startswith("same "):
                pattern, _, reason = line[5:].partition(": ")
                self.reasons.append((pattern, reason))

    def reason(self, name, label):
        for pattern, reason in self.reasons:
            if re.fullmatch(pattern, f"{name} {label}"):
                return reason
        return None

    def write(self):
        kept = [line for line in self.lines if not line.startswith(self.key)]
        rows = [f"{self.key}{name}: {text}" for name, text in self.rows.items()]
        with open(self.path, "w", encoding="ascii") as file:
            file.write("\n".join(kept + rows) + "\n")


def main():
    words = sys.argv[1:]
    build, target, compiler = words[:3]
    remove = "--removals" in words
    names = [w for w in words[3:] if not w.startswith("--")]
    failures = total = noticed = unseen = 0
    with tempfile.TemporaryDirectory() as folder:
        judge, table = Judge(build, target, compiler, folder), Table(target, compiler)
        selected = list(programs(names))
        judge.compile(selected)
        for program in selected:
            allowed = program.allowed()
            found = judge.outcomes(program)
            total += 1
            if isinstance(found, str) or not found <= allowed or not found:
                failures += 1
                print(f"FAIL {program.full_name}: {found if isinstance(found, str) else found - allowed}")
                continue
            if program.weak and program.weak_result() not in found:
                failures += 1
                print(f"FAIL {program.full_name}: {program.weak_result()} is not seen")
            if not remove:
                continue
            row = list(removals(judge, program, allowed))
            for label, verdict in row:
                noticed += verdict in ("fault", "shows")
                if verdict == "same":
                    unseen += 1
                    if not table.reason(program.full_name, label):
                        failures += 1
                        print(f"FAIL {program.full_name}: nothing shows that {label} is missing")
            text = ", ".join(f"{label} {verdict}" for label, verdict in row)
            if os.environ.get("OCC_BLESS"):
                table.rows[program.full_name] = text
            elif table.rows.get(program.full_name, "") != text:
                failures += 1
                print(f"FAIL {program.full_name}: {text}\n  the table has {table.rows.get(program.full_name)}")
        if remove and os.environ.get("OCC_BLESS"):
            table.write()
    if remove:
        print(f"{noticed} of {noticed + unseen} removals are noticed")
    print(f"{total} programs, {failures} failures")
    return failures > 0


sys.exit(main())
