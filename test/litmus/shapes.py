"""The litmus tests: shapes of programs, and the orders that each is tried with.

A thread is a list of ("W", place, value, order), ("R", place, register, order), ("A", place, value,
register, order) or ("F", order), as model.py has them; an order in capitals is a variant's.  Where the
names come from: Alglave, Maranget, Tautschnig, "Herding Cats", TOPLAS 2014.
"""

RELAXED, PLAIN = "relaxed", "plain"


def W(place, value, order=RELAXED):
    return ("W", place, value, order)


def R(place, register, order=RELAXED):
    return ("R", place, register, order)


def A(place, value, register, order=RELAXED):
    return ("A", place, value, register, order)


def F(order):
    return ("F", order)


REL_ACQ = {"REL": "release", "ACQ": "acquire", "BOTH": "acq_rel"}
SEQ_CST = {"REL": "seq_cst", "ACQ": "seq_cst", "BOTH": "seq_cst"}
LOOSE = {"REL": RELAXED, "ACQ": RELAXED, "BOTH": RELAXED}

# name: threads, variants, a result that the strong variants forbid and the loose one must show
SHAPES = {
    # message passing
    "mp": ([[W("x", 1, PLAIN), W("f", 1, "REL")],
            [R("f", "a", "ACQ"), R("x", "b", PLAIN)]],
           {"acq_rel": REL_ACQ, "seq_cst": SEQ_CST}, None),
    "mp_relaxed": ([[W("x", 1), W("f", 1, "REL")], [R("f", "a", "ACQ"), R("x", "b")]],
                   {"acq_rel": REL_ACQ, "relaxed": LOOSE}, {"a": 1, "b": 0}),
    # two pieces of data, one flag
    "mp_two": ([[W("x", 1, PLAIN), W("y", 1, PLAIN), W("f", 1, "REL")],
                [R("f", "a", "ACQ"), R("x", "b", PLAIN), R("y", "c", PLAIN)]],
               {"acq_rel": REL_ACQ}, None),
    # the flag is a read-modify-write on both sides
    "mp_rmw": ([[W("x", 1, PLAIN), A("f", 1, "z", "BOTH")],
                [A("f", 0, "a", "BOTH"), R("x", "b", PLAIN)]],
               {"acq_rel": REL_ACQ, "seq_cst": SEQ_CST}, None),
    "mp_rmw_release": ([[W("x", 1, PLAIN), A("f", 1, "z", "REL")],
                        [A("f", 0, "a", "ACQ"), R("x", "b", PLAIN)]],
                       {"acq_rel": REL_ACQ}, None),
    # fences instead of ordered accesses
    "mp_fence": ([[W("x", 1), F("REL"), W("f", 1)], [R("f", "a"), F("ACQ"), R("x", "b")]],
                 {"acq_rel": REL_ACQ, "seq_cst": SEQ_CST,
                  "acq_rel_both": {"REL": "acq_rel", "ACQ": "acq_rel"}}, None),
    # a release sequence: the acquirer reads what a relaxed read-modify-write made of the release
    "release_sequence": ([[W("x", 1, PLAIN), W("f", 1, "REL")], [A("f", 1, "z")],
                          [R("f", "a", "ACQ"), R("x", "b", PLAIN)]],
                         {"acq_rel": REL_ACQ}, None),
    # a chain of read-modify-writes counts arrivals: the last one sees all data
    "last_arrival": ([[W("x", 1, PLAIN), A("f", 1, "a", "BOTH"), R("y", "b", PLAIN)],
                      [W("y", 1, PLAIN), A("f", 1, "c", "BOTH"), R("x", "d", PLAIN)]],
                     {"acq_rel": REL_ACQ, "seq_cst": SEQ_CST}, None),
    # from one to the next to the third
    "chain": ([[W("x", 1, PLAIN), W("f", 1, "REL")],
               [R("f", "a", "ACQ"), W("g", 1, "REL")],
               [R("g", "b", "ACQ"), R("x", "c", PLAIN)]],
              {"acq_rel": REL_ACQ}, None),
    # store buffering
    "sb": ([[W("x", 1, "REL"), R("y", "a", "ACQ")], [W("y", 1, "REL"), R("x", "b", "ACQ")]],
           {"seq_cst": SEQ_CST, "acq_rel": REL_ACQ}, {"a": 0, "b": 0}),
    "sb_fence": ([[W("x", 1), F("BOTH"), R("y", "a")], [W("y", 1), F("BOTH"), R("x", "b")]],
                 {"seq_cst": SEQ_CST}, None),
    # load buffering
    "lb": ([[R("x", "a", "ACQ"), W("y", 1, "REL")], [R("y", "b", "ACQ"), W("x", 1, "REL")]],
           {"acq_rel": REL_ACQ, "relaxed": LOOSE}, {"a": 1, "b": 1}),
    # coherence of one place
    "corr": ([[W("x", 1)], [R("x", "a"), R("x", "b")]], {"relaxed": {}}, None),
    "cowr": ([[W("x", 1), R("x", "a")], [W("x", 2), R("x", "b")]], {"relaxed": {}}, None),
    "corw": ([[R("x", "a"), W("x", 1)], [R("x", "b"), W("x", 2)]], {"relaxed": {}}, None),
    "increments": ([[A("x", 1, "a"), A("x", 1, "b")], [A("x", 1, "c"), A("x", 1, "d")]],
                   {"relaxed": {}}, None),
    # do two readers agree on the order of two independent writes?
    "iriw": ([[W("x", 1, "REL")], [W("y", 1, "REL")],
              [R("x", "a", "ACQ"), R("y", "b", "ACQ")], [R("y", "c", "ACQ"), R("x", "d", "ACQ")]],
             {"seq_cst": SEQ_CST, "acq_rel": REL_ACQ}, None),
    "wrc": ([[W("x", 1)], [R("x", "a", "ACQ"), W("f", 1, "REL")],
             [R("f", "b", "ACQ"), R("x", "c")]],
            {"acq_rel": REL_ACQ, "seq_cst": SEQ_CST}, None),
}


def ordered(threads, variant):
    """The threads with the variant's orders."""
    def of(event):
        order = variant.get(event[-1], event[-1])
        kind = event[0]
        if kind == "W" and order in ("acquire", "acq_rel"):
            order = "release"
        if kind == "R" and order in ("release", "acq_rel"):
            order = "acquire"
        return (*event[:-1], order)
    return [[of(e) for e in thread] for thread in threads]


def tests():
    """(name, threads, result that must be seen or None) of each shape and variant."""
    for shape, (threads, variants, weak) in SHAPES.items():
        for index, (name, variant) in enumerate(variants.items()):
            is_loose = weak is not None and index == len(variants) - 1
            yield f"{shape}.{name}", ordered(threads, variant), weak if is_loose else None
