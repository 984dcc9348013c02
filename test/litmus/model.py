"""Which results a tiny concurrent program may have: executions of the C11 model, as OpenCL 2.0 has it
(OpenCL C 2.0, 3.3.4; the axioms are those of Lahav and others, "Repairing Sequential Consistency in
C/C++11", PLDI 2017, without their ban of load buffering, which OpenCL allows).

A program is a list of threads, a thread a list of events, all scopes include all threads:
  ("W", place, value, order), ("R", place, register, order), ("A", place, value, register, order) adds,
  ("F", order).  Order: plain, relaxed, acquire, release, acq_rel, seq_cst.
"""
import itertools

ACQUIRES = {"acquire", "acq_rel", "seq_cst"}
RELEASES = {"release", "acq_rel", "seq_cst"}


class Event:
    def __init__(self, number, thread, kind, place=None, value=0, register=None, order="plain"):
        self.number, self.thread, self.kind = number, thread, kind
        self.place, self.value, self.register, self.order = place, value, register, order
        self.reads = kind in "RA"
        self.writes = kind in "WAI"


def events_of(threads):
    places = sorted({e[1] for t in threads for e in t if e[0] != "F"})
    events = [Event(i, -1, "I", place) for i, place in enumerate(places)]
    for k, thread in enumerate(threads):
        for e in thread:
            n = len(events)
            if e[0] == "W":
                events.append(Event(n, k, "W", e[1], e[2], None, e[3]))
            elif e[0] == "R":
                events.append(Event(n, k, "R", e[1], 0, e[2], e[3]))
            elif e[0] == "A":
                events.append(Event(n, k, "A", e[1], e[2], e[3], e[4]))
            else:
                events.append(Event(n, k, "F", order=e[1]))
    return events


def compose(a, b):
    after = {}
    for x, y in b:
        after.setdefault(x, set()).add(y)
    return {(x, z) for x, y in a for z in after.get(y, ())}


def closure(relation):
    result = set(relation)
    while True:
        more = compose(result, result) - result
        if not more:
            return result
        result |= more


def is_acyclic(relation):
    return all(x != y for x, y in closure(relation))


def orders_of(events):
    """All modification orders: of each place, its writes behind the initial one."""
    choices = []
    for place in sorted({e.place for e in events if e.place}):
        writes = [e.number for e in events if e.writes and e.place == place]
        choices.append([[writes[0], *rest] for rest in itertools.permutations(writes[1:])])
    for choice in itertools.product(*choices):
        yield {(a, b) for line in choice for i, a in enumerate(line) for b in line[i + 1:]}


def synchronizes(events, po, rf):
    """From a release, through read-modify-writes, to an acquire; fences stand for what is next to them."""
    edges = set()
    source = dict((r, w) for w, r in rf)
    for e in events:
        if not e.reads or e.order == "plain":
            continue
        heads, at = [], source[e.number]
        while True:
            heads.append(at)
            if events[at].kind != "A":
                break
            at = source[at]
        after = {e.number} if e.order in ACQUIRES else set()
        after |= {f.number for f in events if f.kind == "F" and f.order in ACQUIRES and
                  (e.number, f.number) in po}
        for head in heads:
            if events[head].order == "plain":
                continue
            before = {head} if events[head].order in RELEASES else set()
            before |= {f.number for f in events if f.kind == "F" and f.order in RELEASES and
                       (f.number, head) in po}
            edges |= {(b, a) for b in before for a in after if events[b].thread != events[a].thread}
    return edges


def is_consistent(events, po, rf, mo):
    fr = {(r, w2) for w, r in rf for w1, w2 in mo if w1 == w and w2 != r}
    hb = closure(po | synchronizes(events, po, rf))
    eco = closure(rf | mo | fr)
    if any(x == y for x, y in hb) or any((y, x) in eco for x, y in hb):
        return False
    for e in events: # nothing comes between the halves of a read-modify-write
        if e.kind == "A":
            w = next(w for w, r in rf if r == e.number)
            if (w, e.number) not in mo or any((w, x) in mo and (x, e.number) in mo for _, x in mo):
                return False
    sc = {e.number for e in events if e.order == "seq_cst"}
    fences = {n for n in sc if events[n].kind == "F"}
    same = {(x, y) for x, y in hb if events[x].place and events[x].place == events[y].place}
    other = {(x, y) for x, y in po if events[x].place != events[y].place}
    scb = po | compose(compose(other, hb), other) | same | mo | fr
    first = {(n, n) for n in sc} | {(f, y) for f, y in hb if f in fences}
    last = {(n, n) for n in sc} | {(x, f) for x, f in hb if f in fences}
    psc = compose(compose(first, scb), last)
    between = hb | compose(compose(hb, eco), hb)
    psc |= {(x, y) for x, y in between if x in fences and y in fences}
    return is_acyclic(psc)


def values_of(events, rf):
    """What each read reads, or None: it would depend on itself."""
    source, values = dict((r, w) for w, r in rf), {}

    def written(number, depth):
        e = events[number]
        if depth > len(events):
            return None
        if e.kind != "A":
            return e.value
        old = written(source[number], depth + 1)
        return None if old is None else old + e.value

    for e in events:
        if e.reads:
            values[e.register] = written(source[e.number], 0)
    return None if None in values.values() else values


def results(threads):
    """The set of allowed results, each a tuple of (register, value) by name."""
    events = events_of(threads)
    po = {(a.number, b.number) for a in events for b in events
          if a.number < b.number and (a.thread == -1 or a.thread == b.thread)
          and not (a.thread == -1 and b.thread == -1)}
    reads = [e for e in events if e.reads]
    writers = [[w.number for w in events if w.writes and w.place == r.place and w is not r]
               for r in reads]
    allowed = set()
    for choice in itertools.product(*writers):
        rf = {(w, r.number) for w, r in zip(choice, reads)}
        values = values_of(events, rf)
        if values is None:
            continue
        result = tuple(sorted(values.items()))
        if result not in allowed and any(is_consistent(events, po, rf, mo) for mo in orders_of(events)):
            allowed.add(result)
    return allowed
