#!/usr/bin/env python3
"""Which waits and nops of an object matter, judged by the text of llvm-objdump and llvm-readelf alone.

  matters.py OBJECT.co                         prints: address, "wait", "order" or "nop", 1 if it
                                               matters
  matters.py OBJECT.co gfx700 ASSEMBLY.s       for chips that LLVM cannot disassemble: the compiler's
                                               own text, with sizes by llvm-mc

A wait matters when, without it, some path touches a register that a load may still write ("wait"), or
else reaches a barrier while a memory operation is outstanding, with a register or without ("order";
only chips with back-off at barriers, which none of those tested has, allow that).  A nop matters when,
without it, some path brings the two instructions of a hazard closer than they may be.
This file knows nothing of the compiler's or the simulator's tables.  Hazards: AMDGPU ISA manuals,
"Manually Inserted Wait States"; LLVM's GCNHazardRecognizer.
"""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'gcn', 'asm'))
from elf import Elf  # noqa: E402

STT_AMDGPU_HSA_KERNEL = 10
LLVM = '/usr/lib/llvm-16/bin/'
REGISTER = re.compile(r'\b([sva])(\d+)\b|\b([sva])\[(\d+):(\d+)\]|\b(vcc|exec|m0|flat_scratch)(_lo|_hi)?\b')


class Inst:
    def __init__(self, address, text):
        self.address = address
        self.text = text
        self.name, _, rest = text.partition(' ')
        self.operands = split_operands(rest)
        self.succs = []
        name = self.name
        self.is_vmem = name.startswith(('buffer_', 'tbuffer_', 'image_', 'flat_', 'global_', 'scratch_'))
        self.is_flat = name.startswith('flat_')
        self.is_lds = name.startswith('ds_')
        self.is_smem = name.startswith(('s_load', 's_buffer_load', 's_memtime', 's_memrealtime',
                                        's_scratch_load'))
        self.is_valu = name.startswith('v_')
        self.is_salu = name.startswith('s_') and not self.is_smem
        self.touched = registers(rest)
        if re.search(r'_e32$', name) and name.startswith('v_cmp') or 'v_div_fmas' in name:
            self.touched |= {'vcc'}
        self.loaded = self.destination()
        self.written = self.writes()
        self.states = 1
        if name == 's_nop':
            self.states = int(self.operands[0], 0) + 1

    def destination(self):
        """Registers that a memory instruction writes later; empty for a store."""
        name = self.name
        if self.is_smem or (self.is_lds and re.match(r'ds_(read|bpermute|permute|swizzle|append|consume|ordered)|ds_.*_rtn_', name)):
            return registers(self.operands[0])
        if self.is_vmem and 'load' in name and ' lds' not in self.text:
            return registers(self.operands[0])
        if self.is_vmem and 'atomic' in name and ' glc' in self.text:
            return registers(self.operands[0])
        if name.startswith(('image_sample', 'image_gather', 'image_get')):
            return registers(self.operands[0])
        return set()

    def writes(self):
        """Registers that an ALU instruction writes."""
        if not (self.is_valu or self.is_salu) or not self.operands:
            return set()
        if self.name.startswith(('s_cmp', 's_bitcmp', 's_cbranch', 's_branch', 's_setreg', 's_waitcnt',
                                 's_nop', 's_barrier', 's_setpc')):
            return set()
        written = registers(self.operands[0])
        if re.match(r'v_(add|sub|subrev|addc|subb|subbrev)(_co)?_[ui]32|v_div_scale|v_mad_[ui]64', self.name) \
                and len(self.operands) > 3:
            written |= registers(self.operands[1])
        if self.name.startswith('v_cmpx'):
            written |= {'exec'}
        return written


def split_operands(text):
    return [part.strip() for part in re.split(r',(?![^\[]*\])', text)] if text else []


def registers(text):
    found = set()
    for m in REGISTER.finditer(text):
        if m.group(1):
            found.add(m.group(1) + m.group(2))
        elif m.group(3):
            found |= {m.group(3) + str(n) for n in range(int(m.group(4)), int(m.group(5)) + 1)}
        else:
            found.add(m.group(6))
    return found


def output_of(tool, *args, text=None):
    return subprocess.run([LLVM + tool, *args], input=text, capture_output=True, text=True,
                          check=True).stdout


def read_functions(path):
    """Names with lists of instructions, one a function, with successors as indices."""
    functions, current = [], None
    for line in output_of('llvm-objdump', '-d', '--no-show-raw-insn', path).splitlines():
        m = re.match(r'^[0-9a-f]+ <(.*)>:$', line)
        if m:
            current = []
            functions.append((m.group(1), current))
            continue
        m = re.match(r'^\s+(\S.*?)\s*// ([0-9A-F]+):', line)
        if m and current is not None:
            current.append(Inst(int(m.group(2), 16), m.group(1)))
    for _, function in functions:
        link(function, {})
    return functions


def read_assembly(path, cpu, assembly):
    """The same from assembly text; functions start where the object's symbols say."""
    symbols = {}
    for line in output_of('llvm-nm', path).splitlines():
        fields = line.split()
        if len(fields) == 3 and fields[1] in 'tT':
            symbols[fields[2]] = int(fields[0], 16)
    functions, labels, address = [], {}, None
    with open(assembly) as file:  # without descriptors: clang gives GFX6 two SGPRs more than llvm-mc
        text = re.sub(r'(?ms)^\s*\.amdhsa_kernel .*?^\s*\.end_amdhsa_kernel$', '', file.read())
    for line in output_of('llvm-mc', '-triple=amdgcn-amd-amdhsa', '-mcpu=' + cpu, '-show-encoding',
                          '--amdhsa-code-object-version=4', text=text).splitlines():
        label = re.match(r'^([\w.$]+):', line)
        inst = re.match(r'^\s+([a-z]\S*.*?)\s*; encoding: \[(.*)\]', line)
        align = re.match(r'^\s+\.p2align\s+(\d+)', line)
        if label and label.group(1) in symbols:
            address = symbols[label.group(1)]
            functions.append((label.group(1), []))
        elif label:
            labels[label.group(1)] = address
        elif align and address is not None:
            address = -(-address >> int(align.group(1))) << int(align.group(1))
        elif inst and functions:
            functions[-1][1].append(Inst(address, inst.group(1)))
            address += inst.group(2).count(',') + 1
    for _, function in functions:
        link(function, labels)
    return functions


def executed(path, functions):
    """The functions that a launch can reach: copies of what was inlined everywhere stay in an object."""
    kernels = {symbol[0].removesuffix('.kd') for symbol in Elf(path).symbols()
               if symbol[1] & 15 == STT_AMDGPU_HSA_KERNEL or symbol[0].endswith('.kd')}
    calls = any(inst.name in ('s_swappc_b64', 's_setpc_b64') for name, function in functions
                if name in kernels for inst in function)
    return {name for name, _ in functions if calls or name in kernels}


def link(function, labels):
    place = {inst.address: i for i, inst in enumerate(function)}
    for i, inst in enumerate(function):
        if inst.name == 's_endpgm' or inst.name == 's_setpc_b64':
            continue
        if inst.name in ('s_branch',) or inst.name.startswith('s_cbranch'):
            where = inst.operands[0].split()[0]
            if where in labels:
                target = place.get(labels[where])
            else:
                offset = int(where, 0)
                offset -= 0x10000 if offset >= 0x8000 else 0
                target = place.get(inst.address + 4 + 4 * offset)
            if target is not None:
                inst.succs.append(target)
            if inst.name == 's_branch':
                continue
        if i + 1 < len(function):
            inst.succs.append(i + 1)


def parse_wait(inst, vm_max):
    """(vm, lgkm) that a wait leaves, None: not waited for."""
    vm = re.search(r'vmcnt\((\d+)\)', inst.text)
    lgkm = re.search(r'lgkmcnt\((\d+)\)', inst.text)
    if not vm and not lgkm and 'expcnt' not in inst.text:
        return 0, 0
    return int(vm.group(1)) if vm else None, int(lgkm.group(1)) if lgkm else None


class Waits:
    """State: pending operation -> (fewest later events of its counter, was another kind mixed in).

    What writes no register is pending too, for barriers: one key for the last of each counter."""
    start = {}

    def __init__(self, at_barriers):
        self.at_barriers = at_barriers

    def step(self, inst, state, removed):
        """The state after inst, and whether inst touches what is pending."""
        new = dict(state)
        if inst.name == 's_waitcnt':
            if not removed:
                vm, lgkm = parse_wait(inst, 63)
                for key, (later, mixed) in state.items():
                    limit = vm if key[0] == 'vm' else lgkm
                    if limit is not None and (later >= limit and not mixed or limit == 0):
                        del new[key]
            return new, False
        bad = any(inst.touched & key[2] for key in state)
        if self.at_barriers and inst.name == 's_barrier':
            bad = bool(state)
        events = []
        if inst.is_vmem:
            events.append('vm')
        if inst.is_lds or inst.is_smem or inst.is_flat:
            events.append('lgkm')
        for counter in events:
            for key, (later, mixed) in list(new.items()):
                if key[0] == counter:
                    other = counter == 'lgkm' and (key[3] != kind(inst) or inst.is_smem)
                    new[key] = (min(later + 1, 64), mixed or other)
        if inst.loaded:
            # A FLAT load that LLVM knows to be global waits for vmcnt alone, in order.
            counter = 'vm' if inst.is_vmem else 'lgkm'
            new[(counter, inst.address, frozenset(inst.loaded), kind(inst))] = (0, inst.is_smem)
        elif events and len(inst.operands) > 1:  # neither an invalidation nor a write-back
            new[('vm' if inst.is_vmem else 'lgkm', None, frozenset(), kind(inst))] = (0, inst.is_smem)
        return new, bad

    @staticmethod
    def join(a, b):
        changed = False
        for key, (later, mixed) in b.items():
            old = a.get(key)
            best = (later, mixed) if old is None else (min(old[0], later), old[1] or mixed)
            if best != old:
                a[key] = best
                changed = True
        return changed


def kind(inst):
    return 'smem' if inst.is_smem else 'lds' if inst.is_lds else 'flat' if inst.is_flat else 'vmem'


def hazards_of(inst):
    """Producers: (row, registers, states needed)."""
    found = []
    scalars = {r for r in inst.written if r[0] == 's' or r in ('vcc', 'exec')}
    vectors = {r for r in inst.written if re.match(r'v\d', r)}
    if inst.is_valu and scalars:
        found += [('1', frozenset(scalars - {'exec'}), 5), ('4', frozenset(scalars), 4)]
    if inst.is_valu and 'vcc' in scalars:
        found.append(('5', frozenset({'vcc'}), 4))
    if inst.is_valu and vectors:
        found.append(('11', frozenset(vectors), 2))
    if inst.is_valu and 'exec' in scalars:
        found.append(('12', frozenset({'exec'}), 5))
    if inst.name.startswith('s_setreg'):
        found.append(('7', frozenset({inst.operands[0].split(',')[0]}), 2))
    if inst.is_salu and 'm0' in inst.written:
        found.append(('14', frozenset({'m0'}), 1))
    if inst.is_vmem and re.search(r'store|atomic', inst.name) and not inst.name.startswith('image'):
        data = [registers(o) for o in inst.operands]
        big = [d for d in data[(0 if inst.name.startswith(('buffer', 'tbuffer')) else 1):][:1] if len(d) > 2]
        no_soffset = not inst.name.startswith(('buffer', 'tbuffer')) or \
            not re.match(r's\d', inst.operands[-1].split()[0])
        if big and no_soffset:
            found.append(('15', frozenset(big[0]), 1))
    return found


def consumes(inst, row, regs):
    name = inst.name
    if row == '1':
        return inst.is_vmem and inst.touched & regs
    if row == '4':
        return re.match(r'v_(readlane|writelane)', name) and registers(inst.operands[-1]) & regs
    if row == '5':
        return name.startswith('v_div_fmas')
    if row == '11':
        return '_dpp' in name and len(inst.operands) > 1 and registers(inst.operands[1]) & regs
    if row == '12':
        return '_dpp' in name
    if row == '7':
        return name.startswith(('s_setreg', 's_getreg'))
    if row == '14':
        return re.match(r's_movrel|v_interp|ds_.*addtid|s_sendmsg', name) or ' lds' in inst.text or ' gds' in inst.text
    if row == '15':
        return inst.is_valu and inst.written & regs
    return False


class Hazards:
    """State: producer -> fewest wait states since."""
    start = {}

    def step(self, inst, state, removed):
        if removed:
            return dict(state), False
        bad = any(since < need and consumes(inst, row, regs)
                  for (row, regs, need), since in state.items())
        new = {key: since + inst.states for key, since in state.items() if since + inst.states < key[2]}
        for key in hazards_of(inst):
            new[key] = 0
        return new, bad

    @staticmethod
    def join(a, b):
        changed = False
        for key, since in b.items():
            if key not in a or a[key] > since:
                a[key] = since
                changed = True
        return changed


def solve(function, rules, states, work, removed):
    """Carries states forward from the places in work; True when a pending thing is touched."""
    bad = False
    while work:
        i = work.pop()
        state, touched = rules.step(function[i], states[i], i == removed)
        bad = bad or touched
        for succ in function[i].succs if state else ():
            if states.get(succ) is None:
                states[succ] = dict(state)
                work.append(succ)
            elif rules.join(states[succ], state):
                work.append(succ)
    return bad


def baseline(function, rules):
    """What is pending before each instruction while nothing is removed."""
    states = {i: {} for i in range(len(function))}
    solve(function, rules, states, list(range(len(function)))[::-1], None)
    return states


def is_bad_without(function, rules, states, removed):
    """Follows only what the removed instruction would have settled.

    A step adds new things to a state too, but those are settled by what follows as ever: only the
    old keys can be touched."""
    before = states[removed]
    after, _ = rules.step(function[removed], before, False)
    extra = {key: value for key, value in before.items()
             if key not in after or after[key] != value}
    if not extra:
        return False
    return solve(function, Only(rules, extra), {removed: dict(extra)}, [removed], removed)


class Only:
    """Rules that look at the given keys alone."""

    def __init__(self, rules, keys):
        self.rules, self.keys, self.join = rules, set(keys), rules.join

    def step(self, inst, state, removed):
        new, bad = self.rules.step(inst, state, removed)
        return {key: value for key, value in new.items() if key in state and key in self.keys}, bad


def judge(path, *text):
    """Address, kind and verdict of each wait and nop."""
    functions = read_assembly(path, *text) if text else read_functions(path)
    alive = executed(path, functions)
    for name, function in functions:
        if not function:
            continue
        kinds = {'s_waitcnt': {'wait': Waits(False), 'order': Waits(True)}, 's_nop': {'nop': Hazards()}}
        states = {op: baseline(function, next(iter(rules.values()))) for op, rules in kinds.items()}
        for i, inst in enumerate(function):
            if inst.name not in kinds:
                continue
            rules = kinds[inst.name]
            matters = [kind for kind in rules
                       if name in alive and is_bad_without(function, rules[kind], states[inst.name], i)]
            yield f'{inst.address:#x}\t{(matters or list(rules))[0]}\t{int(bool(matters))}\n', bool(matters)


def write_all(folder, objects):
    cpu = objects.pop(0) if objects[0].startswith('gfx') else None
    for path in objects:
        base = os.path.splitext(path)[0]
        with open(os.path.join(folder, os.path.basename(base) + '.matters'), 'w', encoding='ascii') as file:
            file.writelines(line for line, matters in judge(path, *([cpu, base + '.s'] if cpu else [])) if matters)


def main():
    args = sys.argv[1:]
    if args[:1] == ['--into'] and len(args) > 2:
        write_all(args[1], args[2:])
    elif len(args) in (1, 3):
        sys.stdout.writelines(line for line, _ in judge(*args))
    else:
        sys.exit(__doc__)


if __name__ == '__main__':
    main()
