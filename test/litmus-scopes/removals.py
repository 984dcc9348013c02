"""Finds the instructions of the memory model in what a kernel executed, takes out one after the other
and tells whether a forbidden result appears."""
import os
import re
import tempfile

import allowed
import objects


class Removal:
    """A part of an instruction, and what it is there for."""

    def __init__(self, thread, inst, part, purpose):
        self.thread, self.inst, self.part, self.purpose = thread, inst, part, purpose
        self.verdict = None


# ---- which instruction is which access ----

def events_of(program):
    """For each thread the instructions that take place when one thread runs after the other."""
    memory, registers, threads = {loc: 0 for loc in program.locs}, {}, []
    for thread in program.threads:
        threads.append([inst for inst in thread if not inst.guard or
                        registers.get(inst.guard[0]) == inst.guard[1]])
        for inst in thread:
            memory, registers = allowed.step(inst, memory, registers)
    return threads


def kind_of(inst):
    """load, store or rmw; by the program or by the name of a machine instruction."""
    if isinstance(inst, objects.Executed):
        if re.match(r'ds_read|\w+_load_', inst.name):
            return 'load'
        return 'store' if re.match(r'ds_write\d*(st64)?_b|\w+_store_', inst.name) else 'rmw'
    return inst.op if inst.op in ('load', 'store') else 'rmw'


def match(program, base, executed, insts):
    """Machine instruction -> index of its access, or of its last one; None: something else was
    found."""
    found, left = {}, [k for k, inst in enumerate(insts) if inst.loc]
    for inst in executed:
        for touched in sorted(inst.touched if inst.is_memory else ()):
            k = next((k for k in left if kind_of(insts[k]) == kind_of(inst) and
                      address_of(program, base, insts[k].loc) == touched), None)
            if k is not None:
                left.remove(k)
                found[inst] = max(k, found.get(inst, k))
    return found if not left else None


def address_of(program, base, loc):
    at = 4 * program.offsets[loc]
    return f'LDS {at:#x}' if program.region(loc) == 'local' else f'{base + at:#x}'


# ---- what it is there for ----

def describe(program, inst):
    if inst.op == 'barrier':
        return 'barrier'
    if inst.op == 'fence':
        return f'fence {inst.order}'
    return f'{kind_of(inst)} {inst.order} {program.region(inst.loc)}'


def purpose_of(program, insts, before, after):
    """What the text asks for between the accesses before and after."""
    words = []
    one, two = insts[before], insts[after]
    if kind_of(one) != 'store' and one.order in allowed.ACQUIRES:
        words.append('after ' + describe(program, one))
    words += [describe(program, inst) for inst in insts[before + 1:after] if not inst.loc]
    if kind_of(two) != 'load' and two.order in allowed.RELEASES or two.order == 'seq_cst':
        words.append('before ' + describe(program, two))
    return ', '.join(words) or '-'


def removals_of(program, base, threads):
    found = []
    for number, insts in enumerate(events_of(program)):
        places = match(program, base, threads[number], insts)
        if places is None:
            raise objects.Fault(f'thread {number}: not the accesses of the program')
        memory = [inst for inst in threads[number] if inst in places]
        for at, inst in enumerate(threads[number]):
            earlier = [places[i] for i in threads[number][:at] if i in places]
            later = [places[i] for i in threads[number][at + 1:] if i in places]
            for part in objects.parts_of(inst):
                if part == 'glc' and inst in places:
                    purpose = describe(program, insts[places[inst]])
                elif part != 'glc' and earlier and later:
                    purpose = purpose_of(program, insts, earlier[-1], later[0])
                else:  # nothing stands on its other side
                    continue
                found.append(Removal(number, inst, part, purpose))
    return found


# ---- taking it out ----

def next_wait(thread, inst):
    return next((i for i in thread[thread.index(inst) + 1:] if i.is_wait), None)


def without(build, target, path, program, allowed_results, removed, late=None):
    """shows, fault or nothing.  late: a wait that takes over what is removed from another one."""
    one = removed[0]
    if len(removed) == 1 and one.part != 'glc' and objects.parts_of(one.inst) == [one.part] and \
            not late:
        return verdict_on(build, path, program, allowed_results,
                          f'--remove={one.inst.address:#x}')
    obj = objects.Object(path)
    for removal in removed:
        objects.take_out(target, obj, removal.inst, removal.part)
        if late:
            objects.put_in(target, obj, late, removal.part)
    handle, changed = tempfile.mkstemp(suffix='.co', dir=os.path.dirname(path))
    os.close(handle)
    try:
        obj.write(changed)
        return verdict_on(build, changed, program, allowed_results)
    finally:
        os.remove(changed)


def verdict_on(build, path, program, allowed_results, *switches):
    try:
        results, _ = objects.outcomes(build, path, program, *switches)
    except objects.Fault:
        return 'fault'
    is_bad = any(not allowed.is_allowed(program, r, allowed_results) for r in results)
    return 'shows' if is_bad else 'nothing'


def first_verdict(build, target, path, program, allowed_results, thread, removal):
    """A wait that is also one for the use of a result is put off to the next wait."""
    arguments = build, target, path, program, allowed_results, [removal]
    verdict = without(*arguments)
    late = removal.inst.is_wait and next_wait(thread, removal.inst)
    if verdict == 'fault' and late and without(*arguments, late) == 'shows':
        return 'shows'
    return verdict


def judge(build, target, path, program, allowed_results):
    """All removals of a kernel with their verdicts: shows, fault, doubled (it is noticed when another
    one that does not show by itself goes too), or nothing."""
    base, threads = objects.executed(build, path, program)
    removals = removals_of(program, base, threads)
    seen = {}
    for removal in removals:
        key = removal.inst.address, removal.part
        if key not in seen:
            seen[key] = first_verdict(build, target, path, program, allowed_results,
                                      threads[removal.thread], removal)
        removal.verdict = seen[key]
    for removal in removals:
        if removal.verdict != 'nothing':
            continue
        for other in removals:
            if other.thread == removal.thread and other is not removal and \
                    other.verdict in ('nothing', 'doubled') and without(
                        build, target, path, program, allowed_results,
                        [removal, other]) != 'nothing':
                removal.verdict = other.verdict = 'doubled'
                break
    return removals
