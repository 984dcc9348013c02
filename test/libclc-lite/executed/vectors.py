"""What the other functions give: of whole vectors, of memory, of all work-items of a group (OpenCL C 3.0, 6.15.5 to 6.15.8,
6.15.11, 6.15.12, 6.15.14, 6.15.16, 6.15.19).

A model of vectors gets the result's type, then the components of each argument; of a pointer, what is in its region,
and gives (result, region...), None for a region that stays.  A model of groups gets the values of all work-items of
one, for each argument, and gives their results.
"""
import math
import re
import struct
from fractions import Fraction

from data import Near, between, bits, floats, integers, nearest, number_of_bits, one_of, ulp
from scalars import Model

MODELS, GROUPS = {}, {}


def vectors_are(draws, **functions):
    for name, function in functions.items():
        MODELS[name] = Model(function, *draws)


def sign_bit(value, is_vector):
    """What asks for true: of scalars any bit, of vectors the highest."""
    if isinstance(value, float):
        return struct.pack('<d', value)[7] >> 7
    return value < 0 if is_vector else value != 0


vectors_are([integers], any=lambda t, x: (int(any(c < 0 for c in x)),), all=lambda t, x: (int(all(c < 0 for c in x)),))
SIGNS = lambda t, dice: t.wrap(dice.choice((0, -1, 1, t.greatest, t.greatest // 2 + 1)))  # noqa: E731


def select(t, a, b, c, highest):
    return [y if (z >> highest & 1 if len(a) > 1 else z) else x for x, y, z in zip(a, b, c)]


MODELS['select'] = Model(lambda t, a, b, c: select(t, a, b, c, t.bits - 1), bits, bits, SIGNS)


# ---- geometric ----

def near(t, value, size):
    return (Near(value, 16 * ulp(t, size)),)


def dot(t, a, b):
    products = [x * y for x, y in zip(a, b)]
    return near(t, sum(products), sum(map(abs, products))) if t.is_float else (t.wrap(sum(products)),)


def cross(t, a, b):
    pairs = [(1, 2), (2, 0), (0, 1)]
    result = [near(t, a[i] * b[j] - a[j] * b[i], abs(a[i] * b[j]) + abs(a[j] * b[i]))[0] for i, j in pairs]
    return result + [0.0] * (len(a) - 3)


def length(t, a):
    value = math.sqrt(sum(x * x for x in a))
    return near(t, value, value)


def distance(t, a, b):
    gaps = [x - y for x, y in zip(a, b)]
    return near(t, math.sqrt(sum(x * x for x in gaps)), max(map(abs, [*a, *b])))


def normalize(t, a):
    size = math.sqrt(sum(x * x for x in a))
    return [near(t, x / size, 1)[0] for x in a]


def loosely(function):
    return lambda *args: [Near(part.value, 2.0 ** -10 * max(1, abs(part.value))) for part in function(*args)]


COORDINATES = [lambda t, dice: between(-3, 3)(t, dice) if t.is_float else integers(t, dice)]
vectors_are(COORDINATES, dot=dot, cross=cross, length=length, distance=distance, normalize=normalize,
            fast_length=loosely(length), fast_distance=loosely(distance), fast_normalize=loosely(normalize))


# ---- products of bytes (cl_khr_integer_dot_product, cl_arm_integer_dot_product_*) ----

def dot_acc_sat(t, a, b, rest):
    return (min(max(sum(x * y for x, y in zip(a, b)) + rest[0], t.least), t.greatest),)


def of_packed(function, kinds):
    """Words of four bytes, s: signed."""
    def split(word, kind):
        return struct.unpack('<4' + {'s': 'b', 'u': 'B'}[kind], struct.pack('<I', word[0]))
    return lambda t, a, b, *rest: function(t, split(a, kinds[0]), split(b, kinds[1]), *rest)


vectors_are([integers], dot_acc_sat=dot_acc_sat)
for kinds in 'uu', 'ss', 'us', 'su':
    end = f'_4x8packed_{kinds}_{"uint" if kinds == "uu" else "int"}'
    vectors_are([integers], **{'dot' + end: of_packed(dot, kinds), 'dot_acc_sat' + end: of_packed(dot_acc_sat, kinds)})


def arm_dot_acc(t, a, b, rest):
    return (t.wrap(sum(x * y for x, y in zip(a, b)) + rest[0]),)


vectors_are([integers], arm_dot=dot, arm_dot_acc=arm_dot_acc, arm_dot_acc_sat=dot_acc_sat)


# ---- moves ----

vectors_are([bits, integers], shuffle=lambda t, x, mask: [x[i % len(x)] for i in mask])
vectors_are([bits, bits, integers], shuffle2=lambda t, x, y, mask: [(x + y)[i % (2 * len(x))] for i in mask])
vectors_are([one_of(*map(float, range(256)))], amd_pack=lambda t, x: (sum(int(c) << 8 * i for i, c in enumerate(x)),))
vectors_are([bits, one_of(1)], prefetch=lambda t, region, count: (None, None))
vectors_are([bits], **{f'intel_sub_group_block_prefetch_u{kind}{count}': lambda t, region: (None, None)
                       for kind in 'csil' for count in ('', 2, 4, 8, 16)})
vectors_are([integers], amd_sad4=lambda t, a, b, c: (t.wrap(c[0] + sum(
    abs((x >> 8 * i & 255) - (y >> 8 * i & 255)) for x, y in zip(a, b) for i in range(4))),))


def vload(name, count, is_aligned):
    stride = 4 if count == 3 and is_aligned else count

    def model(t, offset, region):
        return region[offset[0] * stride:offset[0] * stride + count]
    MODELS[name] = Model(model, one_of(0, 1), bits if 'half' not in name else floats)


def vstore(name, count, is_aligned, mode):
    stride = 4 if count == 3 and is_aligned else count

    def model(t, data, offset, region):
        region, first = list(region), offset[0] * stride
        half = t.half if 'half' in name else None
        region[first:first + count] = [nearest(half, Fraction(x), mode) for x in data] if half else data
        return None, region
    MODELS[name] = Model(model, floats if 'half' in name else bits, one_of(0, 1), floats if 'half' in name else bits)


for aligned in False, True:
    for count in (1, 2, 3, 4, 8, 16):
        text = str(count) if count > 1 else ''
        if count > 1 and not aligned:
            vload(f'vload{text}', count, False)
            vstore(f'vstore{text}', count, False, '')
        for kind in ('a_half' if aligned else '_half',):
            vload(f'vload{kind}{text}', count, aligned)
            for mode in '', '_rte', '_rtz', '_rtp', '_rtn':
                vstore(f'vstore{kind}{text}{mode}', count, aligned, mode)


def region_of(name):
    """How many elements a pointer of the function leads to: places 0 and 1, and one that no vector's alignment divides."""
    return 32 if re.match(r'v(load|store)a', name) else 33 if re.match(r'v(load|store)', name) else 1


# ---- atomics: what was there; what is there afterwards ----

OPERATIONS = {'add': lambda a, b: a + b, 'sub': lambda a, b: a - b, 'min': min, 'max': max, 'and': lambda a, b: a & b,
              'or': lambda a, b: a | b, 'xor': lambda a, b: a ^ b, 'xchg': lambda a, b: b, 'exchange': lambda a, b: b,
              'inc': lambda a: a + 1, 'dec': lambda a: a - 1}


def fetches(function):
    """Operands are of the memory's type: atomic_intptr_t is given an uintptr_t, and the other way round."""
    def model(t, memory, *args):
        operands = (t.memory.wrap(arg[0]) for arg in args)
        return (memory[0],), (t.memory.wrap(function(memory[0], *operands)),)
    return model


def compares(t, memory, expected, desired):
    same = number_of_bits(t.memory, memory[0]) == number_of_bits(t.memory, expected[0])
    return (int(same),), desired if same else memory, expected if same else memory


def compares_of_old(t, memory, expected, desired):
    return memory, desired if memory == expected else memory


FEW = lambda t, dice: dice.choice((0.0, 1.5, -2.0) if t.is_float else (0, 1, t.greatest))  # noqa: E731
for op, function in OPERATIONS.items():
    for prefix in 'atomic_', 'atom_', 'atomic_fetch_':
        MODELS[prefix + op] = Model(fetches(function), floats)
MODELS['atomic_init'] = MODELS['atomic_store'] = Model(lambda t, memory, x: (None, x), floats)
MODELS['atomic_load'] = Model(lambda t, memory: (memory, None), floats)
MODELS['atomic_compare_exchange_strong'] = MODELS['atomic_compare_exchange_weak'] = Model(compares, FEW)
MODELS['atomic_cmpxchg'] = MODELS['atom_cmpxchg'] = Model(compares_of_old, FEW)
MODELS['atomic_flag_test_and_set'] = Model(lambda t, memory: (memory, (1,)), one_of(0, 1))
MODELS['atomic_flag_clear'] = Model(lambda t, memory: (None, (0,)), one_of(0, 1))
for name in [name for name in MODELS if name.startswith('atomic_')]:
    MODELS[name + '_explicit'] = MODELS[name]


# ---- groups ----

def folds(op):
    function = OPERATIONS[op]

    def reduce(t, values):
        result = values[0]
        for value in values[1:]:
            result = t.wrap(function(result, value))
        return result
    return reduce


def scans(op, is_inclusive):
    def model(t, values):
        start = {'add': t.wrap(0), 'min': t.greatest, 'max': t.least}[op]
        return [folds(op)(t, [start, *values[:i + is_inclusive]]) for i in range(len(values))]
    return model


def few_numbers(t, dice):
    return t.wrap(dice.randint(0, 8))


def of_numbers(function):
    return lambda t, values: [(result,) for result in function(t, [value[0] for value in values])]


def shuffle_of(place):
    """place: of which argument, at which lane; a lane that is not there gives anything."""
    def model(t, *values):
        result = []
        for lane in range(len(values[0])):
            argument, at = place(lane, values[-1][lane][0])
            result.append(values[argument][at] if at < len(values[0]) else None)
        return result
    return model


for group in 'work_group_', 'sub_group_', 'intel_sub_group_':
    for op in 'add', 'min', 'max':
        GROUPS[f'{group}reduce_{op}'] = Model(of_numbers(lambda t, values, op=op: [folds(op)(t, values)] * len(values)), few_numbers)
        for scan in 'exclusive', 'inclusive':
            GROUPS[f'{group}scan_{scan}_{op}'] = Model(of_numbers(scans(op, scan == 'inclusive')), few_numbers)
    GROUPS[group + 'all'] = Model(of_numbers(lambda t, values: [int(all(values))] * len(values)), one_of(1, 1, 1, 7, -1))
    GROUPS[group + 'any'] = Model(of_numbers(lambda t, values: [int(any(values))] * len(values)), one_of(0, 0, 0, 0, 256))
    GROUPS[group + 'broadcast'] = Model(lambda t, values, place, *_: [values[place[0][0]]] * len(values), bits, one_of(5), one_of(0))
LANES = [bits, one_of(*range(64))]
GROUPS['intel_sub_group_shuffle'] = Model(shuffle_of(lambda lane, index: (0, index)), *LANES)
GROUPS['intel_sub_group_shuffle_xor'] = Model(shuffle_of(lambda lane, mask: (0, lane ^ mask)), *LANES)
GROUPS['intel_sub_group_shuffle_down'] = Model(shuffle_of(lambda lane, n: ((lane + n) // 64, (lane + n) % 64)), bits, *LANES)
GROUPS['intel_sub_group_shuffle_up'] = Model(shuffle_of(lambda lane, n: (int(lane >= n), (lane - n) % 64)), bits, *LANES)
