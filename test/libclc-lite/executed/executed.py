#!/usr/bin/env python3
"""Calls of the functions of clang's opencl-c.h, executed on the simulator and held to models of the specification.

    executed.py OCC GCNSIM CLANG RESTRICTIONS FOLDER few|some|all TARGET...

96 work-items, a group of two waves, whose second is not full, call each function with values of their own.  Pointers lead
to memory of the space that the prototype names, generic ones to each in turn.  all: all prototypes; some: one of each
name; few: each name on one of the targets.
Every prototype that compiles (of the others the page RESTRICTIONS has rows) has a model or a test of another
folder (elsewhere.py).
"""
import os
import random
import re
import subprocess
import sys

from data import (Scalar, count_of, decode, encode, is_right, scalar_of, value_type, width_of)
from elsewhere import ELSEWHERE, is_elsewhere
from opencl_header import extensions, prototypes
from prototypes import read_rows
import scalars
import vectors

ITEMS, WAVE = 96, 64
CALLS_A_KERNEL = 24
AREA = 25600  # bytes of local memory
UNTOUCHED = 0xee
ORDERS = {'load': ('relaxed', 'acquire', 'seq_cst'), 'store': ('relaxed', 'release', 'seq_cst'),
          'clear': ('relaxed', 'release', 'seq_cst')}
ALL_ORDERS = ('relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst')
SCOPES = ('work_group', 'device', 'all_svm_devices')


class Memory:
    """What a kernel reads, and what it must write: arrays of components of one type, so many an item."""

    def __init__(self):
        self.inputs, self.output, self.wanted = bytearray(), 0, []

    def place(self, name, values):
        at = len(self.inputs)
        self.inputs += b''.join(encode(name, value) for value in values)
        self.inputs += bytes(-len(self.inputs) % 128)
        return at

    def expect(self, case, name, values):
        """values: tuples of wanted components; None: anything."""
        at = self.output
        self.wanted.append((case, name, at, values))
        self.output += -(-width_of(name) * len(values) // 128) * 128
        return at

    def wrong(self, data):
        """The number of calls that are wrong, and of components that were compared."""
        faults, compared = {}, 0
        for case, name, at, values in self.wanted:
            scalar, width = Scalar(scalar_of(name)), width_of(name)
            for number, want in enumerate(values):
                got = decode(name, data[at + number * width:at + (number + 1) * width])
                compared += len(want or ())
                if want and not all(is_right(scalar, *pair) for pair in zip(got, want, strict=True)):
                    faults.setdefault(case, f'element {number}: {got}, not ({", ".join(map(str, want))})'
                                            f' of {case.described(number)}')
        return faults, compared


class Types:
    """What models ask: of the result, of what the first pointer leads to."""

    def __init__(self, prototype):
        scalar = Scalar(scalar_of(value_type(prototype.result))) if prototype.result != 'void' else None
        pointers = [p for p in prototype.parameters if p.is_pointer]
        self.result = scalar
        self.memory = Scalar(scalar_of(value_type(pointers[0].base))) if pointers else None


def model_of(prototype):
    for table in scalars.MODELS, vectors.MODELS, vectors.GROUPS:
        if prototype.name in table:
            return table[prototype.name]
    return None


class Case:
    """A prototype, its arguments by work-item, and what they give."""

    def __init__(self, prototype, dice, turn):
        self.prototype, self.model, self.turn = prototype, model_of(prototype), turn
        self.types, self.elements = Types(prototype), vectors.region_of(prototype.name)
        self.before, self.after, self.arguments = [], [], []
        self.order = next((orders for word, orders in ORDERS.items() if word in prototype.name), ALL_ORDERS)
        self.used = 0  # of the local memory, in ulong
        self.parameters, self.values = [], []  # those that have values: numbers of components by work-item
        for parameter in prototype.parameters:
            if parameter.base not in ('memory_order', 'memory_scope'):
                self.draw(parameter, dice)

    def draw(self, parameter, dice):
        draws = self.model.draws
        draw = draws[min(len(self.values), len(draws) - 1)]
        name = value_type(parameter.base)
        scalar, count = Scalar(scalar_of(name)), count_of(name) * (self.elements if parameter.is_pointer else 1)
        self.parameters.append((parameter, name))
        self.values.append([tuple(draw(scalar, dice) for _ in range(count)) for _ in range(ITEMS)])

    def described(self, number):
        item = number // self.elements if number >= ITEMS else number
        return ', '.join(str(values[item]) if len(values[item]) < 20 else '...' for values in self.values)

    # ---- results ----

    def by_component(self, item):
        arguments = [values[item] for values in self.values]
        count = max(map(len, arguments))
        result, memory = [], []
        for k in range(count):
            value = self.model.function(self.types.result, *(a[k] if len(a) > 1 else a[0] for a in arguments))
            if isinstance(value, tuple):
                memory.append(value[1])
                value = value[0]
            if isinstance(value, bool):  # of vectors all bits
                value = -int(value) if count > 1 else int(value)
            result.append(value)
        return (tuple(result), tuple(memory)) if memory else (tuple(result),)

    def results(self):
        """For each item: the result, and the regions of pointers; None: unchanged."""
        name = self.prototype.name
        if name in vectors.GROUPS:
            size = ITEMS if name.startswith('work_group') else WAVE
            found = []
            for first in range(0, ITEMS, size):
                groups = [values[first:first + size] for values in self.values]
                found += [(value,) for value in self.model.function(self.types.result, *groups)]
            return found
        if name in scalars.MODELS:
            return [self.by_component(item) for item in range(ITEMS)]
        has_regions = any(parameter.is_pointer for parameter, _ in self.parameters)
        types = self.types if 'atom' in name else self.types.result or HALVES
        found = [self.model.function(types, *(values[item] for values in self.values)) for item in range(ITEMS)]
        return found if has_regions and not name.startswith('vload') else [(tuple(one),) for one in found]

    # ---- text ----

    def text(self, memory):
        results, regions = self.results(), 0
        values = iter(enumerate(zip(self.parameters, self.values)))
        for parameter in self.prototype.parameters:
            if parameter.base == 'memory_order':
                self.add_order()
            elif parameter.base == 'memory_scope':
                self.arguments.append('memory_scope_' + SCOPES[self.turn % 3])
            else:
                number, ((_, name), drawn) = next(values)
                if parameter.is_pointer:
                    regions += 1
                    self.add_region(memory, number, parameter, name, [result[regions:regions + 1] for result in results])
                elif self.prototype.name.endswith('broadcast') and number:
                    self.arguments.append(str(drawn[0][0]))
                else:
                    self.before.append(f'global const {name} *a{number} = (global const {name} *)(in + '
                                       f'{memory.place(name, drawn)});')
                    self.arguments.append(f'({parameter.text})a{number}[i]' if parameter.text != name else f'a{number}[i]')
        call = f'{self.prototype.name}({", ".join(self.arguments)})'
        if self.prototype.result != 'void':
            name = value_type(self.prototype.result)
            at = memory.expect(self, name, [result[0] for result in results])
            call = f'((global {name} *)(out + {at}))[i] = {call}'
        return f'    {{ {" ".join(self.before)} {call}; {" ".join(self.after)} }}\n'

    def add_order(self):
        """The second of two, of a failure, is never stronger."""
        has_one = any('memory_order' in argument for argument in self.arguments)
        self.arguments.append('memory_order_relaxed' if has_one else 'memory_order_' + self.order[self.turn % len(self.order)])

    def add_region(self, memory, number, parameter, name, results):
        values, elements, count = self.values[number], self.elements, count_of(name)
        parts = [value[k * count:(k + 1) * count] for value in values for k in range(elements)]
        at, pointer = memory.place(name, parts), f'p{number}'
        self.arguments.append(f'({parameter.text}){pointer}')
        space = parameter.space.strip('_')
        if space == 'constant':
            self.before.append(f'constant {name} *{pointer} = (constant {name} *)(con + {at}) + i * {elements};')
            return
        if not space:
            space = ('local', 'global', 'private')[self.turn % (2 if 'atomic' in self.prototype.name and number == 0 else 3)]
        ends = [result[0] if result and result[0] is not None else values[item] for item, result in enumerate(results)]
        end = memory.expect(self, name, [one[k * count:(k + 1) * count] for one in ends for k in range(elements)])
        out = f'((global {name} *)(out + {end}) + i * {elements})'
        if space == 'private':
            self.before.append(f'{name} v{number}[{elements}]; private {name} *{pointer} = v{number};')
        elif space == 'local':
            self.before.append(f'local {name} *{pointer} = (local {name} *)(area + {self.used}) + i * {elements};')
            self.used += -(-ITEMS * elements * width_of(name) // 8)
        else:
            self.before.append(f'global {name} *{pointer} = {out};')
        self.before.append(f'for (int k = 0; k < {elements}; k++) '
                           f'{pointer}[k] = ((global const {name} *)(in + {at}))[i * {elements} + k];')
        if space != 'global':
            self.after.append(f'for (int k = 0; k < {elements}; k++) {out}[k] = {pointer}[k];')
        if space == 'local':  # the next call's places are others
            self.after.append('barrier(CLK_LOCAL_MEM_FENCE);')


class Half:
    half = Scalar('half')
    name, bits = 'half', 16


HALVES = Half()


class AsyncCase:
    """async_work_group_copy and _strided_copy: 40 elements."""
    COUNT, STRIDE = 40, 2

    def __init__(self, prototype, dice, _):
        self.prototype, self.name = prototype, prototype.parameters[0].base
        self.to_local = prototype.parameters[0].space == '__local'
        self.stride = self.STRIDE if 'strided' in prototype.name else 1
        scalar = Scalar(scalar_of(self.name))
        draw = lambda: [tuple(vectors.bits(scalar, dice) for _ in range(count_of(self.name))) for _ in range(ITEMS)]  # noqa: E731
        self.source, self.before = draw(), draw()

    def described(self, number):
        return f'element {number}'

    def text(self, memory):
        name, wanted = self.name, list(self.before)
        for k in range(self.COUNT):
            if self.to_local:
                wanted[k] = self.source[k * self.stride]
            else:
                wanted[k * self.stride] = self.source[k]
        source, before = memory.place(name, self.source), memory.place(name, self.before)
        end = memory.expect(self, name, wanted)
        stride = f', {self.stride}' if self.stride > 1 else ''
        there, here = f'(global {name} *)(out + {end})', f'(local {name} *)area'
        clear = f'for (uint k = i; k < {ITEMS * width_of(name) // 8}; k += {ITEMS}) area[k] = 0; ' * (count_of(name) == 3)
        first = clear + f'global const {name} *s = (global const {name} *)(in + {source}), *b = (global const {name} *)(in + {before}); ' \
            f'local {name} *l = {here}; global {name} *g = {there}; barrier(CLK_LOCAL_MEM_FENCE);'
        wait = 'event_t e = {}; wait_group_events(1, &e); '
        if self.to_local:
            body = 'l[i] = b[i]; barrier(CLK_LOCAL_MEM_FENCE); ' + \
                wait.format(f'{self.prototype.name}(l, s, {self.COUNT}{stride}, 0)') + 'g[i] = l[i];'
        else:
            body = 'l[i] = s[i]; g[i] = b[i]; barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); ' + \
                wait.format(f'{self.prototype.name}(g, l, {self.COUNT}{stride}, 0)')
        return f'    {{ {first} {body} barrier(CLK_LOCAL_MEM_FENCE); }}\n'


BARRIER = 'barrier(CLK_LOCAL_MEM_FENCE);'


class BlockCase:
    """intel_sub_group_block_read and _write: component k of a lane is element 64 * k + lane of its wave's block, which is
    copied from and to local memory where that is meant."""

    def __init__(self, prototype, dice, _):
        self.prototype, self.is_read = prototype, '_read' in prototype.name
        self.element, self.is_local = prototype.parameters[0].base, prototype.parameters[0].space == '__local'
        self.name = prototype.result if self.is_read else prototype.parameters[1].base
        self.count = count_of(self.name)
        scalar = Scalar(self.element)
        self.elements = [(vectors.bits(scalar, dice),) for _ in range(2 * WAVE * self.count)]
        self.values = [tuple(self.elements[self.place(item, k)][0] for k in range(self.count)) for item in range(ITEMS)]

    def place(self, item, k):
        return item // WAVE * WAVE * self.count + WAVE * k + item % WAVE

    def described(self, number):
        return f'element {number}'

    def text(self, memory):
        block, element = f'get_sub_group_id() * {WAVE * self.count}', self.element
        local = f'(local {element} *)area'
        if self.is_read:
            at, end = memory.place(element, self.elements), memory.expect(self, self.name, self.values)
            source = f'(global const {element} *)(in + {at})'
            call = f'((global {self.name} *)(out + {end}))[i] = ' \
                f'{self.prototype.name}({local if self.is_local else source} + {block});'
            return f'    {{ {self.copies(local, source)} {call} {BARRIER} }}\n' if self.is_local else f'    {call}\n'
        untouched = decode(element, bytes([UNTOUCHED]) * width_of(element))
        written = {self.place(item, k) for item in range(ITEMS) for k in range(self.count)}
        wanted = [value if i in written else untouched for i, value in enumerate(self.elements)]
        at, end = memory.place(self.name, self.values), memory.expect(self, element, wanted)
        target = f'(global {element} *)(out + {end})'
        call = f'{self.prototype.name}({local if self.is_local else target} + {block}, ' \
            f'((global const {self.name} *)(in + {at}))[i]);'
        return f'    {{ {self.copies(local, target)} {call} {BARRIER} {self.copies(target, local)} }}\n' \
            if self.is_local else f'    {call}\n'

    def copies(self, target, source):
        return f'for (uint k = i; k < {len(self.elements)}; k += {ITEMS}) ({target})[k] = ({source})[k]; {BARRIER}'


HEAD = '''#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define KERNEL(name) kernel void name(global uchar *out, global const uchar *in, constant uchar *con)
'''


class Batch:
    """The calls of a kernel."""

    def __init__(self, number, cases):
        self.name, self.memory = f'k{number}', Memory()
        lines = [f'{case.text(self.memory)}' for case in cases]
        self.text = f'KERNEL({self.name})\n{{\n    local ulong area[{AREA // 8}];\n    uint i = get_local_id(0);\n' + \
            ''.join(lines) + '}\n'

    def run(self, gcnsim, code, folder):
        paths = {name: os.path.join(folder, name) for name in ('in', 'out')}
        with open(paths['in'], 'wb') as file:
            file.write(self.memory.inputs)
        with open(paths['out'], 'wb') as file:
            file.write(bytes([UNTOUCHED]) * self.memory.output)
        done = subprocess.run([gcnsim, 'run', code, '--kernel', self.name, '--global', str(ITEMS), '--local', str(ITEMS),
                               '--arg', f'buf:{paths["out"]}@out={paths["out"]}', '--arg', f'buf:{paths["in"]}', '--arg', 'same:1'],
                              capture_output=True, text=True)
        if done.returncode:
            return {f'{code} {self.name}': done.stdout[-300:] + done.stderr[:1000]}, 0
        with open(paths['out'], 'rb') as file:
            return self.memory.wrong(file.read())


def kind_of(prototype):
    """Its class; None: no model."""
    for start, kind in ('async_work_group_', AsyncCase), ('intel_sub_group_block_read', BlockCase), \
            ('intel_sub_group_block_write', BlockCase):
        if prototype.name.startswith(start):
            return kind
    return Case if model_of(prototype) else None


def chosen(found, extent, dice, first, step):
    if extent == 'all':
        return found
    names = {}
    for prototype in found:
        names.setdefault(prototype.name, []).append(prototype)
    some = [dice.choice(alike) for alike in names.values()]
    return some[first::step] if extent == 'few' else some


def run(occ, gcnsim, folder, target, found, dice):
    cases = [kind_of(prototype)(prototype, dice, turn) for turn, prototype in enumerate(found)]
    batches = [Batch(first // CALLS_A_KERNEL, cases[first:first + CALLS_A_KERNEL])
               for first in range(0, len(cases), CALLS_A_KERNEL)]
    source, code = (os.path.join(folder, f'{target}.{end}') for end in ('cl', 'co'))
    with open(source, 'w', encoding='ascii') as file:
        file.write(HEAD + ''.join(batch.text for batch in batches))
    subprocess.run([occ, '-w', f'-mcpu={target}', '-cl-std=CL3.0', '-cl-ext=+all', source, '-o', code], check=True)
    wrong = compared = 0
    for batch in batches:
        faults, count = batch.run(gcnsim, code, folder)
        compared += count
        wrong += len(faults)
        for case, text in faults.items():
            print(f'{target}: {case.prototype if hasattr(case, "prototype") else case}: {text}')
    print(f'{target}: {len(cases)} functions, {compared} results compared, {wrong} wrong')
    return wrong


def main():
    occ, gcnsim, clang, page, folder, extent, *targets = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    found, used, wrong, nowhere, rows = [], set(), 0, set(), read_rows(page)
    for prototype in prototypes(clang, extensions(clang)).values():
        if any(row.covers(prototype, 'gfx900') for row in rows):
            continue
        if kind_of(prototype):
            found.append(prototype)
        elif prototype.name not in nowhere and not is_elsewhere(prototype.name, used):
            nowhere.add(prototype.name)
            print(f'{prototype.name} is executed nowhere')
    for pattern in set(ELSEWHERE) - used:
        print(f'elsewhere.py: no test executes {pattern}')
    wrong = len(nowhere) + len(set(ELSEWHERE) - used)
    for number, target in enumerate(targets):
        dice = random.Random(number)
        wrong += run(occ, gcnsim, folder, target, chosen(found, extent, dice, number, len(targets)), dice)
    return wrong != 0


if __name__ == '__main__':
    sys.exit(main())
