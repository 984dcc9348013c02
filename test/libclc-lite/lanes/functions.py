"""The functions of cl_khr_subgroup_*, and what they give: a model written from "Extended Sub-group Functions"
and "Subgroup Rotation" of the OpenCL Extension Specification.

A function's model gets a sub-group: which lanes are active, the values of all arguments by lane, the largest
sub-group's size.  It gives each lane's result, None where the specification leaves it undefined.
"""
import math
import struct

INTEGERS = {'char': 'b', 'uchar': 'B', 'short': 'h', 'ushort': 'H', 'int': 'i', 'uint': 'I', 'long': 'q', 'ulong': 'Q'}
FLOATS = {'float': 'f', 'double': 'd', 'half': 'e'}
CODES = {**INTEGERS, **FLOATS}
COUNTS = ['2', '3', '4', '8', '16']


def size_of(scalar):
    return struct.calcsize(CODES[scalar])


def scalar_of(name):
    return name.rstrip('0123456789')


def count_of(name):
    return int(name[len(scalar_of(name)):] or 1)


class Scalar:
    """A scalar type's arithmetic."""

    def __init__(self, name):
        self.name, self.code, self.is_float = name, CODES[name], name in FLOATS
        self.bits = 8 * size_of(name)
        self.is_signed = self.code.islower()
        self.least = -math.inf if self.is_float else -(1 << self.bits - 1) if self.is_signed else 0
        self.greatest = math.inf if self.is_float else self.least + (1 << self.bits) - 1

    def wrap(self, value):
        if self.is_float:
            return struct.unpack('<' + self.code, struct.pack('<' + self.code, value))[0]
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.is_signed and value >> self.bits - 1 else value


OPERATIONS = {'add': lambda a, b: a + b, 'mul': lambda a, b: a * b, 'min': min, 'max': max,
              'and': lambda a, b: a & b, 'or': lambda a, b: a | b, 'xor': lambda a, b: a ^ b}


def identity(scalar, op):
    return scalar.wrap({'add': 0, 'mul': 1, 'min': scalar.greatest, 'max': scalar.least, 'and': -1, 'or': 0,
                        'xor': 0}[op])


class Group:
    def __init__(self, active, size, values, second, largest):
        self.active, self.size, self.largest = active, size, largest
        self.values, self.second = values, second  # by lane


def folded(scalar, op, values):
    """op over the values; logical operations are those of bits of truth values."""
    if op.startswith('logical_'):
        op, values, scalar = op[8:], [int(v != 0) for v in values], Scalar('int')
        return int(folded(scalar, op, values) != 0)
    result = identity(scalar, op)
    for value in values:
        result = scalar.wrap(OPERATIONS[op](result, value))
    return result


def reduces(op):
    def model(scalar, group):
        result = folded(scalar, op, [group.values[i] for i in group.active])
        return [result] * 64
    return model


def scans(op, is_inclusive):
    def model(scalar, group):
        result, before = [None] * 64, []
        for i in range(64):
            if i in group.active:
                before.append(group.values[i])
                result[i] = folded(scalar, op, before if is_inclusive else before[:-1])
                before = [result[i]] if is_inclusive else [result[i], group.values[i]]
        return result
    return model


def clusters(op):
    def model(scalar, group):
        size, result = group.second[0], []
        for first in range(0, 64, size):
            result += [folded(scalar, op, [group.values[k] for k in group.active if first <= k < first + size])] * size
        return result
    return model


def moves(source):
    """source: the lane's number, the second argument, what is given as a third, the largest size."""
    def model(scalar, group, third=None):
        result = []
        for i in range(64):
            at = source(i, group.second[i], third, group.largest) if group.second else source(i, 0, third, 0)
            result.append(group.values[at] if at in group.active else None)
        return result
    return model


def in_cluster(lane, delta, size, _):
    return lane // size * size + (lane % size + delta) % size


def mask_of(lanes):
    return sum(1 << i for i in lanes)


def words(mask):
    return (mask & 0xffffffff, mask >> 32 & 0xffffffff, 0, 0)


def ballot_bits(value):
    return sum(word << 32 * i for i, word in enumerate(value))


def of_ballot(function):
    """function: the bits, the lane's number, the second argument, the bits of all lanes."""
    def model(scalar, group):
        return [function(ballot_bits(group.values[i]), i, group.second and group.second[i], mask_of(range(group.largest)))
                for i in range(64)]
    return model


def highest(bits):
    return bits.bit_length() - 1 if bits else None


def lowest(bits):
    return highest(bits & -bits)


def lane_mask(name):
    choose = {'eq': lambda k, i: k == i, 'ge': lambda k, i: k >= i, 'gt': lambda k, i: k > i,
              'le': lambda k, i: k <= i, 'lt': lambda k, i: k < i}[name]
    return lambda scalar, group: [words(mask_of(k for k in range(group.largest) if choose(k, i))) for i in range(64)]


class Function:
    """second: what the second argument is: see Values in lanes.py."""

    def __init__(self, extension, result, name, params, model, second=None, kind=None):
        self.extension, self.result, self.name, self.params = extension, result, name, params
        self.model, self.second, self.kind = model, second, kind

    def __str__(self):
        return f'{self.result} {self.name}({", ".join(self.params)})'


def all_functions():
    f = []
    add = lambda *row, **more: f.append(Function(*row, **more))
    scalars = list(CODES)
    small = [name for name in INTEGERS if size_of(name) < 4]
    vectors = [name + count for name in scalars for count in COUNTS]
    broadcast = moves(lambda i, index, third, largest: index)
    for name in small + vectors:
        add('extended_types', name, 'sub_group_broadcast', [name, 'uint'], broadcast, second='active')
    for name in scalars + vectors:
        add('ballot', name, 'sub_group_non_uniform_broadcast', [name, 'uint'], broadcast, second='active')
    folds = [('reduce_', lambda op: reduces(op)), ('scan_inclusive_', lambda op: scans(op, True)),
             ('scan_exclusive_', lambda op: scans(op, False))]
    for prefix, make in folds:
        for op in 'add', 'min', 'max':
            for name in small:
                add('extended_types', name, f'sub_group_{prefix}{op}', [name], make(op), kind=op)
    ops = [(op, scalars) for op in ('add', 'mul', 'min', 'max')] + [(op, INTEGERS) for op in ('and', 'or', 'xor')] + \
        [('logical_' + op, ['int']) for op in ('and', 'or', 'xor')]
    for op, names in ops:
        for name in names:
            for prefix, make in folds:
                add('non_uniform_arithmetic', name, f'sub_group_non_uniform_{prefix}{op}', [name], make(op), kind=op)
            add('clustered_reduce', name, f'sub_group_clustered_reduce_{op}', [name, 'uint'], clusters(op),
                second='size', kind=op)
    add('non_uniform_vote', 'int', 'sub_group_elect', [], lambda s, g: [int(i == min(g.active)) for i in range(64)])
    for name, model in ('all', all), ('any', any):
        add('non_uniform_vote', 'int', f'sub_group_non_uniform_{name}', ['int'],
            lambda s, g, model=model: [int(model(g.values[i] != 0 for i in g.active))] * 64, kind='truth')
    for name in scalars:
        add('non_uniform_vote', 'int', 'sub_group_non_uniform_all_equal', [name],
            lambda s, g: [int(all(g.values[i] == g.values[g.active[0]] for i in g.active))] * 64, kind='equal')
        add('ballot', name, 'sub_group_broadcast_first', [name], lambda s, g: [g.values[g.active[0]]] * 64)
        add('shuffle', name, 'sub_group_shuffle', [name, 'uint'], broadcast, second='lanes')
        add('shuffle', name, 'sub_group_shuffle_xor', [name, 'uint'], moves(lambda i, mask, t, l: i ^ mask), second='masks')
        add('shuffle_relative', name, 'sub_group_shuffle_up', [name, 'uint'], moves(lambda i, d, t, l: i - d), second='up')
        add('shuffle_relative', name, 'sub_group_shuffle_down', [name, 'uint'], moves(lambda i, d, t, l: i + d), second='down')
        add('rotate', name, 'sub_group_rotate', [name, 'int'], moves(lambda i, d, t, l: (i + d) % l), second='delta')
        add('rotate', name, 'sub_group_clustered_rotate', [name, 'int', 'uint'], moves(in_cluster), second='delta')
    add('ballot', 'uint4', 'sub_group_ballot', ['int'],
        lambda s, g: [words(mask_of(i for i in g.active if g.values[i]))] * 64, kind='truth')
    own = lambda bits, i, second, lanes: bits >> i & 1
    below = lambda bits, i, second, lanes: bin(bits & (1 << i) - 1).count('1')
    for name, result, model, second in (
            ('inverse_ballot', 'int', own, None),
            ('ballot_bit_extract', 'int', lambda b, i, index, lanes: b >> index & 1, 'inside'),
            ('ballot_bit_count', 'uint', lambda b, i, s, lanes: bin(b & lanes).count('1'), None),
            ('ballot_inclusive_scan', 'uint', lambda b, i, s, l: below(b, i, s, l) + own(b, i, s, l), None),
            ('ballot_exclusive_scan', 'uint', below, None),
            ('ballot_find_lsb', 'uint', lambda b, i, s, lanes: lowest(b & lanes), None),
            ('ballot_find_msb', 'uint', lambda b, i, s, lanes: highest(b & lanes), None)):
        add('ballot', result, 'sub_group_' + name, ['uint4'] + ['uint'] * (second is not None), of_ballot(model),
            second=second, kind='ballot')
    for name in 'eq', 'ge', 'gt', 'le', 'lt':
        add('ballot', 'uint4', f'get_sub_group_{name}_mask', [], lane_mask(name))
    return f
