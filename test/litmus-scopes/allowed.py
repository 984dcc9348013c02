"""What a small concurrent program may give, by the text of the memory models alone.

results() enumerates the executions of OpenCL 2.0 ("The OpenCL Specification", 3.3.4 to 3.3.6) or of
HSA (one happens-before for all memory; HSA Platform System Architecture, 3).  Reads-from and
modification orders are tried out; an execution counts if it keeps coherence, the atomicity of
read-modify-writes and the order of the sequentially consistent operations, the last as repaired by
Lahav, Vafeiadis, Kang, Hur and Dreyer (PLDI 2017).  Two flavours:

  opencl  happens-before of global and of local memory apart; fences with both flags join them
  hsa     one happens-before

A plain load that races reads anything, as in LLVM; so does an atomic one whose scope leaves out the
other thread.  interleavings() gives what is there without any reordering.

This file knows nothing of instructions.  A program is what shapes.py reads.
"""
import itertools

ANY = '*'
ACQUIRES = ('acquire', 'acq_rel', 'seq_cst')
RELEASES = ('release', 'acq_rel', 'seq_cst')
SCOPES = ('work_item', 'sub_group', 'work_group', 'device', 'all_svm_devices')
MOST_VALUES = 8


class Event:
    """What an instruction of a thread did, in one execution."""

    def __init__(self, thread, inst, read=None, written=None):
        self.thread, self.inst, self.read, self.written = thread, inst, read, written
        self.loc = inst.loc if inst else None
        self.order = inst.order if inst else 'plain'
        self.is_fence = bool(inst) and inst.op == 'fence'

    def is_rmw(self):
        return self.read is not None and self.written is not None


# ---- one thread ----

def write_of(inst, old):
    """What the instruction writes when it reads old; None: nothing."""
    if inst.op == 'store' or inst.op == 'xchg':
        return inst.value
    if inst.op == 'add':
        return old + inst.value
    if inst.op == 'cas':
        return inst.value if old == inst.expected else None
    return None


def runs_of(thread, number, domain):
    """All runs of a thread when its reads may give any value of the domain: (events, registers)."""
    done = []

    def go(at, events, registers):
        while at < len(thread):
            inst = thread[at]
            at += 1
            if inst.guard and registers.get(inst.guard[0]) != inst.guard[1]:
                continue
            if inst.op == 'barrier':  # it arrives, and it goes on
                events = events + [Event(number, inst), Event(number, inst)]
            elif inst.op == 'fence':
                events = events + [Event(number, inst)]
            elif inst.op == 'store':
                events = events + [Event(number, inst, None, inst.value)]
            else:
                for old in sorted(domain[inst.loc]):
                    event = Event(number, inst, old, write_of(inst, old))
                    after = {**registers, inst.reg: old} if inst.reg else registers
                    go(at, events + [event], after)
                return
        done.append((events, registers))

    go(0, [], {})
    return done


def domain_of(program):
    """The values that a location may have, too many rather than too few."""
    domain = {loc: {0} for loc in program.locs}
    changed = True
    while changed:
        changed = False
        for number, thread in enumerate(program.threads):
            for events, _ in runs_of(thread, number, domain):
                for event in events:
                    value = event.written
                    if value is not None and value < MOST_VALUES and value not in domain[event.loc]:
                        domain[event.loc].add(value)
                        changed = True
    return domain


# ---- relations: a list of bit sets, one for each event ----

def closure(rows):
    rows = list(rows)
    for k, row in enumerate(rows):
        bit = 1 << k
        for i in range(len(rows)):
            if rows[i] & bit:
                rows[i] |= rows[k]
    return rows


def compose(a, b):
    result = []
    for row in a:
        after = 0
        for k, to in enumerate(b):
            if row >> k & 1:
                after |= to
        result.append(after)
    return result


def union(*relations):
    result = list(relations[0])
    for relation in relations[1:]:
        result = [x | y for x, y in zip(result, relation)]
    return result


def has_cycle(rows):
    return any(row >> i & 1 for i, row in enumerate(closure(rows)))


# ---- an execution ----

def includes(program, a, b):
    """Do the scopes of both include the thread of the other?"""
    return all(program.together(a.thread, b.thread, e.inst.scope) for e in (a, b))


class Execution:
    def __init__(self, program, flavour, events, source, orders):
        self.program, self.flavour, self.events = program, flavour, events
        n = self.n = len(events)
        self.source = source  # read -> index of the write
        self.po = [0] * n
        self.rf, self.mo, self.fr = [0] * n, [0] * n, [0] * n
        for i, a in enumerate(events):
            for j, b in enumerate(events):
                if a.thread == b.thread and i < j or a.thread < 0 <= b.thread:
                    self.po[i] |= 1 << j
        for read, write in source.items():
            self.rf[write] |= 1 << read
        self.place = {}
        for order in orders:
            for at, write in enumerate(order):
                self.place[write] = (order, at)
                for later in order[at + 1:]:
                    self.mo[write] |= 1 << later
        for read, write in source.items():
            self.fr[read] = self.mo[write] & ~(1 << read)
        self.eco = closure(union(self.rf, self.mo, self.fr))

    def release_sequence(self, head):
        """What may be read to read from a release of head: later writes of its thread and
        read-modify-writes, without a gap in the modification order."""
        order, at = self.place[head]
        yield head
        for write in order[at + 1:]:
            event = self.events[write]
            if event.thread != self.events[head].thread and not event.is_rmw():
                return
            yield write

    def ends(self, index, orders, step):
        """The event, if it has one of the orders, and the fences of them on its other side (po)."""
        event = self.events[index]
        if event.order in orders:
            yield index
        for k, fence in enumerate(self.events):
            before = self.po[k] >> index & 1 if step < 0 else self.po[index] >> k & 1
            if fence.is_fence and fence.order in orders and before:
                yield k

    def joins(self, region, a, b, loc):
        """Does the pair synchronise the region?"""
        if self.flavour == 'hsa':
            return True
        flags = [e.inst.flags if e.is_fence else {self.program.region(loc)} for e in (a, b)]
        if any(region not in f for f in flags):
            return False
        both = all(e.is_fence and len(e.inst.flags) == 2 for e in (a, b))
        return both or self.program.region(loc) == region

    def barriers(self, region):
        """Who goes on has what came before the arrival of the others."""
        rows = [0] * self.n
        ends = [k for k, e in enumerate(self.events) if e.inst and e.inst.op == 'barrier']
        for arrival in ends[::2]:
            for k in ends[1::2]:
                a, b = self.events[arrival], self.events[k]
                is_known = self.flavour == 'hsa' or region in a.inst.flags
                if is_known and self.program.together(a.thread, b.thread, 'work_group'):
                    rows[arrival] |= 1 << k
        return rows

    def synchronizes(self, region):
        rows = self.barriers(region)
        for head, event in enumerate(self.events):
            if event.thread < 0 or event.written is None or event.order == 'plain':
                continue
            chain = list(self.release_sequence(head))
            for read, write in self.source.items():
                reader = self.events[read]
                if write not in chain or reader.order == 'plain' or reader.thread == event.thread:
                    continue
                for a in self.ends(head, RELEASES, -1):
                    for b in self.ends(read, ACQUIRES, 1):
                        pair = self.events[a], self.events[b]
                        if includes(self.program, *pair) and self.joins(region, *pair, event.loc):
                            rows[a] |= 1 << b
        return rows

    def is_atomic(self):
        """Nothing comes between the read and the write of a read-modify-write."""
        for index, event in enumerate(self.events):
            if event.is_rmw():
                order, at = self.place[index]
                if order[at - 1] != self.source[index]:
                    return False
        return True

    def is_coherent(self, before, region):
        for i, row in enumerate(before):
            if row >> i & 1:
                return False
            for j in range(self.n):
                if row >> j & 1 and self.eco[j] >> i & 1 and \
                        self.region_of(i) == self.region_of(j) == region:
                    return False
        return True

    def region_of(self, index):
        loc = self.events[index].loc
        return self.program.region(loc) if loc else None

    def keeps_order(self, before):
        """The partial order psc of Lahav and others has no cycle.  Of the two happens-before of
        OpenCL, a location's own orders its accesses, both together what is not of one region."""
        hb = [x & y for x, y in zip(*before.values())]
        sc = [i for i, e in enumerate(self.events) if e.order == 'seq_cst']
        if any(not includes(self.program, self.events[i], self.events[j])
               for i in sc for j in sc if self.events[i].thread != self.events[j].thread):
            return True
        n, events = self.n, self.events
        same = [sum(1 << j for j in range(n) if events[i].loc and events[i].loc == events[j].loc)
                for i in range(n)]
        hb_same = [before[self.region_of(i)][i] & same[i] if events[i].loc else 0 for i in range(n)]
        po_other = [row & ~s for row, s in zip(self.po, same)]
        scb = union(self.po, compose(compose(po_other, hb), po_other), hb_same, self.mo, self.fr)
        is_sc = sum(1 << i for i in sc)
        fences = sum(1 << i for i in sc if events[i].is_fence)
        first = [1 << i if is_sc >> i & 1 else 0 for i in range(n)]
        last = list(first)
        for i in range(n):
            if fences >> i & 1:
                first[i] |= hb[i]
            last[i] |= hb[i] & fences
        psc = compose(compose(first, scb), last)
        between = union(hb, compose(compose(hb, self.eco), hb))
        psc = union(psc, [row & fences if fences >> i & 1 else 0 for i, row in enumerate(between)])
        return not has_cycle([row & is_sc if is_sc >> i & 1 else 0 for i, row in enumerate(psc)])

    def races(self, before):
        """Pairs that nothing orders, one of them a write and not both atomic for each other."""
        for i, a in enumerate(self.events):
            for j, b in enumerate(self.events[:i]):
                if a.loc is None or a.loc != b.loc or a.thread == b.thread or b.thread < 0:
                    continue
                if a.written is None and b.written is None:
                    continue
                atomic = 'plain' not in (a.order, b.order) and includes(self.program, a, b)
                hb = before[self.program.region(a.loc)]
                if not atomic and not hb[i] >> j & 1 and not hb[j] >> i & 1:
                    yield i, j

    def check(self):
        """None: not allowed; else the events whose values are anybody's guess."""
        if not self.is_atomic():
            return None
        before = {}
        for region in ('global', 'local'):
            before[region] = closure(union(self.po, self.synchronizes(region)))
            if not self.is_coherent(before[region], region):
                return None
        if not self.keeps_order(before):
            return None
        return {k for pair in self.races(before) for k in pair}


# ---- all executions ----

def result_of(execution, registers, wild):
    """Registers and final contents; what a race touches is ANY."""
    program, events = execution.program, execution.events
    result = dict(registers)
    guards = {inst.guard[0] for thread in program.threads for inst in thread if inst.guard}
    for k in wild:
        if events[k].read is not None and events[k].inst.reg:
            if events[k].inst.reg in guards:
                return {name: ANY for name in program.names()}
            result[events[k].inst.reg] = ANY
    for loc in program.finals:
        writes = [k for k in execution.place if events[k].loc == loc]
        last = max(writes, key=lambda k: execution.place[k][1])
        result[loc] = ANY if wild.intersection(writes) else events[last].written
    return result


def executions(program, flavour):
    domain = domain_of(program)
    runs = [runs_of(thread, k, domain) for k, thread in enumerate(program.threads)]
    for choice in itertools.product(*runs):
        events = []
        for loc in program.locs:
            first = Event(-1, None, None, 0)
            first.loc = loc
            events.append(first)
        registers = {}
        for thread_events, thread_registers in choice:
            events += thread_events
            registers.update(thread_registers)
        reads = [k for k, e in enumerate(events) if e.read is not None]
        writers = [[k for k, w in enumerate(events) if w.loc == events[r].loc and k != r and
                    w.written == events[r].read] for r in reads]
        lines = []
        for loc in program.locs:
            writes = [k for k, e in enumerate(events) if e.loc == loc and e.written is not None]
            lines.append([[writes[0], *rest] for rest in itertools.permutations(writes[1:])])
        for sources in itertools.product(*writers):
            for orders in itertools.product(*lines):
                yield Execution(program, flavour, events, dict(zip(reads, sources)), orders), \
                    registers


def results(program, flavour):
    """The allowed results, as a list of {register or location: value or ANY}."""
    found = {}
    for execution, registers in executions(program, flavour):
        wild = execution.check()
        if wild is not None:
            result = result_of(execution, registers, wild)
            found[tuple(sorted(result.items()))] = result
    return list(found.values())


def is_allowed(program, result, allowed):
    """Is the result among them?  What no instruction set is missing in both."""
    return any(all(a.get(name) in (ANY, result.get(name)) for name in program.names())
               for a in allowed)


def interleavings(program):
    """The results when each instruction takes effect at once, in any order of threads."""
    found, seen = {}, set()

    def go(at, memory, registers):
        key = (tuple(at), tuple(sorted(memory.items())), tuple(sorted(registers.items())))
        if key in seen:
            return
        seen.add(key)
        is_last = True
        for k, thread in enumerate(program.threads):
            if at[k] == len(thread):
                continue
            is_last = False
            inst = thread[at[k]]
            if inst.op == 'barrier' and not all_arrived(program, at, k):
                continue
            after = [x + (j == k) for j, x in enumerate(at)]
            go(after, *step(inst, memory, registers))
        if is_last:
            result = {**registers, **{loc: memory[loc] for loc in program.finals}}
            found[tuple(sorted(result.items()))] = result

    go([0] * len(program.threads), {loc: 0 for loc in program.locs}, {})
    return list(found.values())


def all_arrived(program, at, number):
    """Have all threads of the work-group that meet at the barrier come to it?"""
    for k, thread in enumerate(program.threads):
        place = next((i for i, inst in enumerate(thread) if inst.op == 'barrier'), 0)
        if program.together(number, k, 'work_group') and at[k] < place:
            return False
    return True


def step(inst, memory, registers):
    is_left_out = inst.guard and registers.get(inst.guard[0]) != inst.guard[1]
    if inst.op in ('fence', 'barrier') or is_left_out:
        return memory, registers
    old = memory[inst.loc]
    written = write_of(inst, old)
    if written is not None:
        memory = {**memory, inst.loc: written}
    if inst.reg:
        registers = {**registers, inst.reg: old}
    return memory, registers
