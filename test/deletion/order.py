#!/usr/bin/env python3
"""Deletes what orders memory in the programs of messages.cl, one part of an instruction at a time, and
counts how many of the deletions that matter the simulator notices.

  order.py BUILD TARGET occ|clang [KERNEL...]
  order.py BUILD gfx900 hand [KERNEL...]        hand-written programs, messages.s: what compilers avoid
  order.py BUILD TARGET occ|clang --no-races    the simulator does not look for races: must fail

Deleted are each counter of each s_waitcnt by itself, each invalidation, the glc bit of each load.  A wait
for an acquiring access is mostly the one for its result, too: then, as another deletion ("late"), it
changes places with the invalidation behind it, if that matters.
What matters is judged by the text alone, with the conventions of messages.cl:

  use         the wait's counter settles a load whose register some path touches then
  barrier     some path reaches a barrier with an operation under way (chips without back-off)
  release     some path reaches a releasing access with a plain access under way
  acquire     some path reaches an invalidation or a plain access with an acquiring access under way
  sequence    (kernels with the word seq) a store of a flag is under way at a load of another one
  invalidate  some path leads from an acquiring access to a plain load and through no other invalidation
  glc         the load can be reached from itself and no invalidation is on the way
  own         (hand-written programs) a scalar load follows a vector store of the same wave that has not
              been waited for, or no s_dcache_inv is between the two

At least 98 % of all, and of those other than "use" and "barrier", must be noticed: by a fault, by a
wrong sum, or because the program does not end.  misses-order.txt has the reasons of the others.

Objects of clang get a list of what is atomic, by the same conventions: without one the simulator takes
the waits of a release for granted, because it cannot tell a store that is atomic from another one.
"""
import copy
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '../litmus-scopes'))

import objects  # noqa: E402
from list_atomics import add_list  # noqa: E402
from matters import (Waits, baseline, is_bad_without, read_assembly,  # noqa: E402
                     read_functions)

SCHEDULES = ['round'] + [str(seed) for seed in range(1, 31)]
MORE = [str(seed) for seed in range(31, 121)]  # where none of these notices a deletion
ORDERS = ['release', 'acquire', 'sequence', 'invalidate', 'glc']
MOST = ['200000', '20000000']  # instructions of a schedule, and of all
BUFFERS = ['buf:16384', 'buf:4096', 'buf:8192@print=u64']  # data, flags, result


# ---- what an instruction is, by the conventions of messages.cl ----

def is_global(inst):
    return inst.is_vmem and len(inst.operands) > 1


def is_flag(inst):
    return is_global(inst) and ('atomic' in inst.name or
                                re.search(r'_(load|store)_dword$', inst.name) is not None)


def is_plain(inst):
    return is_global(inst) and not is_flag(inst)


def is_load(inst):
    return '_load_' in inst.name


def is_glc(inst):
    return ' glc' in inst.text


def is_release(inst):
    return is_flag(inst) and re.search(r'_store_|_add|_swap', inst.name) is not None


def is_acquire(inst):
    """At a scope wider than the work-group, where the order of issue is not enough."""
    return is_flag(inst) and is_glc(inst) and '_or' not in inst.name


def is_store(inst):
    return is_global(inst) and '_store_' in inst.name


def is_invalidation(inst):
    return inst.name.startswith(('buffer_wbinvl1', 's_dcache_inv'))


# ---- rules, as matters.py has them ----

def stripped(inst, counter):
    """The wait without one of its counters; None: nothing is left."""
    text = re.sub(counter + r'cnt\(\d+\)', '', inst.text)
    if not re.search(r'(vm|lgkm)cnt', text):
        return None
    other = copy.copy(inst)
    other.text = text
    return other


class Counter:
    """Rules of a wait when one of its counters is deleted."""

    def __init__(self, rules, counter):
        self.rules, self.counter, self.join = rules, counter, rules.join

    def step(self, inst, state, removed):
        if removed:
            inst = stripped(inst, self.counter)
            if inst is None:
                return dict(state), False
        return self.rules.step(inst, state, False)


class Pending(Waits):
    """What is under way of one class of accesses, and where it must not be."""

    def __init__(self, is_counted, is_end):
        super().__init__(False)
        self.is_counted, self.is_end = is_counted, is_end

    def step(self, inst, state, removed):
        if inst.name == 's_waitcnt':
            return super().step(inst, state, removed)
        bad = bool(state) and self.is_end(inst)
        new = {key: (min(later + is_global(inst), 64), False) for key, (later, _) in state.items()}
        if self.is_counted(inst):
            new['vm', inst.address, frozenset(), 'vmem'] = (0, False)
        return new, bad


class Invalidations:
    """Acquiring accesses since the last invalidation; or other sources, and ends that must not see them."""

    def __init__(self, is_source=is_acquire, is_end=lambda inst: is_plain(inst) and is_load(inst)):
        self.is_source, self.is_end = is_source, is_end

    def step(self, inst, state, removed):
        new = dict(state)
        if is_invalidation(inst) and not removed:
            new.clear()
        if self.is_source(inst):
            new[inst.address] = True
        return new, bool(state) and self.is_end(inst)

    @staticmethod
    def join(a, b):
        changed = not b.keys() <= a.keys()
        a.update(b)
        return changed


def rules_of_wait(target, is_seq):
    rules = {'use': Waits(False)}
    if target != 'gfx90a':
        rules['barrier'] = Waits(True)
    rules['release'] = Pending(is_plain, is_release)
    rules['acquire'] = Pending(is_acquire, lambda inst: is_invalidation(inst) or is_plain(inst))
    if is_seq:
        rules['sequence'] = Pending(lambda inst: is_flag(inst) and not is_load(inst),
                                    lambda inst: is_flag(inst) and is_load(inst))
    return rules


def own_deletions(function):
    """The same of hand-written programs."""
    waits, lines = Pending(is_store, lambda inst: inst.is_smem), \
        Invalidations(is_store, lambda inst: inst.is_smem)
    pending, stale = baseline(function, waits), baseline(function, lines)
    for i, inst in enumerate(function):
        for counter in counters_of(inst) if inst.name == 's_waitcnt' else ():
            matters = is_bad_without(function, Counter(waits, counter), pending, i)
            yield inst, counter, 'own' if matters else None
        if is_invalidation(inst):
            matters = is_bad_without(function, lines, stale, i)
            yield inst, inst.name, 'own' if matters else None


def spins(function, start):
    """Can the instruction be reached from itself without an invalidation?"""
    work, seen = list(function[start].succs), set()
    while work:
        i = work.pop()
        if i == start:
            return True
        if i not in seen and not is_invalidation(function[i]):
            seen.add(i)
            work += function[i].succs
    return False


def counters_of(inst):
    return [m.group(1) for m in re.finditer(r'(vm|lgkm)cnt\(\d+\)', inst.text)]


def deletions(function, target, is_seq):
    """(instruction, part, why it matters or None)"""
    rules = rules_of_wait(target, is_seq)
    states = {kind: baseline(function, rule) for kind, rule in rules.items()}
    stale = baseline(function, Invalidations())
    for i, inst in enumerate(function):
        if inst.name == 's_waitcnt':
            for counter in counters_of(inst):
                why = [kind for kind, rule in rules.items()
                       if is_bad_without(function, Counter(rule, counter), states[kind], i)]
                yield inst, counter, why[0] if why else None
                if 'use' in why and 'acquire' in why and is_invalidation(function[i + 1]) and \
                        is_bad_without(function, Invalidations(), stale, i + 1):
                    yield inst, 'late', 'acquire'
        elif is_invalidation(inst):
            matters = is_bad_without(function, Invalidations(), stale, i)
            yield inst, inst.name, 'invalidate' if matters else None
        elif is_flag(inst) and is_load(inst) and is_glc(inst):
            yield inst, 'glc', 'glc' if spins(function, i) else None


# ---- deleting, running ----

def delete(target, path, changed, inst, part):
    obj = objects.Object(path)
    if part in ('vm', 'lgkm'):
        obj.change(inst.address, ~0, objects.counter_bits(target, part + 'cnt'))
    elif part == 'late':
        at = obj.place(inst.address)
        obj.bytes[at:at + 12] = obj.bytes[at + 4:at + 12] + obj.bytes[at:at + 4]
    elif part == 'glc':
        obj.change(inst.address, ~objects.GLC[inst.name.split('_')[0]], 0)
    else:
        obj.change(inst.address, 0, objects.S_NOP)
        if inst.name.startswith('buffer'):
            obj.change(inst.address, 0, objects.S_NOP, 1)
    obj.write(changed)


class Program:
    def __init__(self, size, local, words, total, name):
        self.size, self.local, self.words, self.total, self.name = size, local, words, total, name

    def is_right(self, build, path, schedule, switches):
        arguments = [word for buffer in BUFFERS for word in ('--arg', buffer)]
        done = subprocess.run(
            [build + '/bin/gcnsim', 'run', path, '--kernel', self.name, '--global', self.size,
             '--local', self.local, '--schedule', schedule, '--max-instructions',
             MOST[schedule == 'all'], *switches, *arguments], capture_output=True, text=True)
        values = [int(word) for line in done.stdout.splitlines() if line.startswith(' ')
                  for word in line.split(':')[1].split()]
        self.said = done.stderr.split('\n')[0] or f'sum {sum(values)}'
        return done.returncode == 0 and sum(values) == self.total

    def schedules(self, more=()):
        return ['all'] if 'seq' in self.words else [*SCHEDULES, *more]


def source_of(compiler):
    return HERE + ('/messages.s' if compiler == 'hand' else '/messages.cl')


def read_programs(compiler):
    with open(source_of(compiler)) as file:
        return [Program(m[1], m[2], m[3].split(), int(m[4]), m[5]) for m in re.finditer(
            r'// run: global=(\d+) local=(\d+) ?(.*?): (\d+)\nkernel(?: void\n| )(\w+)', file.read())]


def compile_programs(build, target, compiler, work):
    os.makedirs(work, exist_ok=True)
    path = f'{work}/messages.co'
    if compiler == 'hand':
        occ = [build + '/bin/occ', '-mcpu=' + target]
        subprocess.run([*occ, '-c', source_of(compiler), '-o', work + '/messages.o'], check=True)
        subprocess.run([*occ, work + '/messages.o', '-o', path], check=True)
        return path, dict(read_functions(path))
    command = objects.command_of(compiler, build, target)
    if compiler == 'occ':
        command.append('-mcode-object-version=4')
    subprocess.run([*command, HERE + '/messages.cl', '-o', path], check=True)
    if not target.startswith(('gfx6', 'gfx7')):  # LLVM assembles those, but does not disassemble
        return path, dict(read_functions(path))
    subprocess.run([*command, '-S', HERE + '/messages.cl', '-o', work + '/messages.s'], check=True)
    return path, dict(read_assembly(path, target, work + '/messages.s'))


def known_misses(target, compiler):
    misses = []
    with open(HERE + '/misses-order.txt') as file:
        for line in file:
            words = line.split('#')[0].split(None, 5)
            if len(words) == 6 and compiler in words[0].split(',') and \
                    target in words[1].replace('*', target).split(','):
                misses.append(words)
    return misses


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    build, target, compiler, names = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    switches = ['--foreign'] if compiler == 'clang' else []
    if '--no-races' in names:
        names.remove('--no-races')
        switches.append('--no-races')
    work = f'{build}/deletion-order/{compiler}-{target}{"-no-races" * ("--no-races" in switches)}'
    path, functions = compile_programs(build, target, compiler, work)
    if compiler == 'clang':
        add_list(path, [inst.address for function in functions.values() for inst in function
                        if is_flag(inst) and 'atomic' not in inst.name])
    changed = f'{work}/changed-{os.getpid()}.co'
    more = () if '--no-races' in switches else MORE
    misses, failures = known_misses(target, compiler), []
    total, found = {}, {}
    for program in read_programs(compiler):
        if names and program.name not in names or compiler == 'clang' and (
                'occ' in program.words or 'barrier' in program.words and target == 'gfx90a'):
            continue
        for schedule in program.schedules():
            if not program.is_right(build, path, schedule, switches):
                failures.append(f'{program.name} {schedule}: {program.said}')
        function = functions[program.name]
        for inst, part, kind in own_deletions(function) if compiler == 'hand' else \
                deletions(function, target, 'seq' in program.words):
            if not kind:
                continue
            total[kind] = total.get(kind, 0) + 1
            delete(target, path, changed, inst, part)
            if not all(program.is_right(build, changed, schedule, switches)
                       for schedule in program.schedules(more)):
                found[kind] = found.get(kind, 0) + 1
                continue
            row = next((m for m in misses if m[2:5] == [program.name, kind, part]), None)
            if row:
                misses.remove(row)
            text = f'{program.name} {kind} {part} {inst.address:#x} {inst.text}'
            print(f'not noticed: {text}: {row[5].strip() if row else "UNKNOWN"}')
            if not row:
                failures.append('unknown miss: ' + text)
    os.remove(changed)
    if not names:
        failures += ['noticed now: ' + ' '.join(row[2:5]) for row in misses]
    for text, kinds in (('all', total), ('order', [k for k in total if k in ORDERS])):
        whole, hit = sum(total[k] for k in kinds), sum(found.get(k, 0) for k in kinds)
        share = 100 * hit / whole if whole else 0
        print(f'{text}: {hit} of {whole} deletions that matter are noticed, {share:.1f} %')
        if share < 98 and not names and compiler != 'hand':
            failures.append(f'{text}: less than 98 %')
    print(', '.join(f'{kind} {found.get(kind, 0)}/{total[kind]}' for kind in total))
    for line in failures:
        print('FAIL ' + line)
    print(f'{"0 passed, 1" if failures else "1 passed, 0"} failed')
    sys.exit(bool(failures))


main()
