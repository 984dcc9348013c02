#!/usr/bin/env python3
"""The product: memory of flag and datum x forms x orders x scopes x -O x both flavours of occ.

  product.py BUILD TARGET            all of product.txt, for gfx600, gfx701, gfx803, gfx900 or gfx90a
  product.py BUILD TARGET --sample   a part of each, which is another one for each target
  product.py BUILD TARGET NAME...    the cells whose names begin so

A cell is a race-free program whose weak result the model forbids (allowed.py), at one -O, in one
flavour.  It fails if the weak result, or another one that the model forbids, is found.  Kernels that are
the same to the byte and are launched alike run once.
"""
import os
import re
import struct
import sys
import zlib

import allowed
import objects
from shapes import Place, Program, kernel_name

HERE = os.path.dirname(os.path.abspath(__file__))
MEMORIES = ['local', 'global', 'flat-local', 'flat-global']
FLAVOURS = {'occ': 'opencl', 'occ-hsa': 'hsa'}
TURNS = [(compiler, level) for compiler in FLAVOURS for level in '0123']
# One of so many programs, at one level and in one flavour: some 4 CPU seconds for each target.
SAMPLE = 61
# Where the threads are: the scope of what orders, the one of the accesses beside fences.
SCOPES = {'waves': [('work_group', 'work_group'), ('device', 'device'), ('device', 'work_group'),
                    ('all_svm_devices', 'all_svm_devices'), ('all_svm_devices', 'work_group')],
          'groups': [('device', 'device'), ('all_svm_devices', 'all_svm_devices')],
          'lanes': [('sub_group', 'sub_group')]}
BATCH = 32  # kernels of an object: gcnsim reads the metadata of all of them


# ---- the description ----

class Shape:
    def __init__(self, name):
        self.name, self.threads, self.weak, self.flags = name, [], {}, []


def read(path):
    """(sides: name -> [(text, orders)], shapes, names for the sample)"""
    sides, every, sample = {}, [], set()
    with open(path) as file:
        for line in file:
            word, _, rest = line.split('#')[0].strip().partition(' ')
            if word == 'side':
                name, _, form = rest.partition(' ')
                text, _, orders = form.rpartition(':')
                sides.setdefault(name, []).append((text, orders.split()))
            elif word == 'shape':
                every.append(Shape(rest.partition(':')[0]))
            elif word == 'thread':
                every[-1].threads.append(rest)
            elif word == 'weak':
                every[-1].weak = {n: int(v) for n, v in (w.split('=') for w in rest.split())}
            elif word == 'flags':
                every[-1].flags = rest.split()
            elif word == 'sample':
                sample.update(rest.split())
            elif word:
                raise ValueError(word)
    return sides, every, sample


def choices(shape, sides):
    """(name, threads): the sides of the shape in all forms, of one strength at a time."""
    used = sorted({name for text in shape.threads for name in re.findall(r'<(\w+)', text)})
    seen = set()

    def go(left, chosen, label):
        if left:
            for k, form in enumerate(sides[left[0]]):
                yield from go(left[1:], {**chosen, left[0]: form}, label + [f'{left[0]}{k}'])
            return
        for level in range(max(len(orders) for _, orders in chosen.values())):
            threads = [fill(text, chosen, level) for text in shape.threads]
            if tuple(threads) not in seen:
                seen.add(tuple(threads))
                yield f'{"-".join(label)}-{level}', threads

    yield from go(used, {}, [])


def fill(text, chosen, level):
    def put(match):
        name, *names = match.group(1).split()
        form, orders = chosen[name]
        form = re.sub(r'\bO\b', orders[min(level, len(orders) - 1)], form)
        for pair in names:
            form = re.sub(rf'\b{pair.split("=")[0]}\b', pair.split('=')[1], form)
        return form
    return re.sub(r'<([^>]*)>', put, text)


def programs(sides, every, is_wanted):
    """(shape, program) of all whose name is wanted."""
    for shape in every:
        for form, threads in choices(shape, sides):
            for flag in MEMORIES:
                for data in MEMORIES:
                    for program in placed(shape, form, threads, flag, data, is_wanted):
                        yield shape, program


def placed(shape, form, threads, flag, data, is_wanted):
    has_fence = any('fence' in text for text in threads)
    for where, scopes in SCOPES.items():
        if 'local' in flag + data and where == 'groups' or \
                'flat' in flag + data and where == 'lanes':
            continue
        for scope, access in scopes:
            if access != scope and not has_fence:
                continue
            made = [[part.strip().replace('@A', '@' + access) for part in text.split(';')]
                    for text in threads]
            name = '.'.join([shape.name, form, flag, data, where, scope, access])
            place = Place(scope, where, data, flag)
            is_one = 'flat' not in flag + data and flag == data
            for ending in ['', '.both'] if has_fence and is_one else ['']:
                if is_wanted(name + ending):
                    yield fenced(Program(name + ending, made, place, shape.flags, []), ending)


def fenced(program, ending):
    """.both: the fences are of both memories, though the program has one."""
    for inst in (inst for thread in program.threads for inst in thread):
        inst.flags = {'global', 'local'} if ending else inst.flags
    return program


# ---- what is forbidden ----

class Judge:
    """The model's answers, which do not depend on how a variable is reached."""

    def __init__(self):
        self.known = {}

    def permitted(self, program, flavour):
        """The results that may be; None: the program has a race."""
        numbers = range(len(program.threads))
        key = (flavour, tuple(program.region(loc) for loc in program.locs),
               tuple((k, i.op, i.loc, i.reg, i.value, i.expected, i.order, i.guard,
                      tuple(program.together(k, other, i.scope) for other in numbers),
                      i.op == 'fence' and tuple(sorted(i.flags)))
                     for k in numbers for i in program.threads[k]))
        if key not in self.known:
            self.known[key] = self.enumerate(program, flavour)
        return self.known[key]

    @staticmethod
    def enumerate(program, flavour):
        found = {}
        for execution, registers in allowed.executions(program, flavour):
            wild = execution.check()
            if wild:
                return None
            if wild is not None:
                result = allowed.result_of(execution, registers, wild)
                found[tuple(sorted(result.items()))] = result
        return list(found.values())

    def forbids(self, shape, program, flavour):
        permitted = self.permitted(program, flavour)
        return permitted is not None and \
            not any(shape.weak.items() <= result.items() for result in permitted)


# ---- code and runs ----

def code_of(path):
    """name -> the bytes of the kernel, by the symbol table of the file."""
    with open(path, 'rb') as file:
        data = file.read()
    start, = struct.unpack_from('<Q', data, 40)
    size, count = struct.unpack_from('<HH', data, 58)
    sections = [struct.unpack_from('<IIQQQQIIQQ', data, start + k * size) for k in range(count)]
    codes = {}
    for kind, _, _, offset, length, link in (s[1:7] for s in sections):
        if kind != 11:  # SHT_DYNSYM
            continue
        names = sections[link][4]
        for at in range(offset, offset + length, 24):
            name, info, _, index, value, bytes_ = struct.unpack_from('<IBBHQQ', data, at)
            if info & 15 == 2:  # STT_FUNC
                text = data[names + name:data.index(b'\0', names + name)].decode()
                place = sections[index][4] + value - sections[index][3]
                codes[text] = data[place:place + bytes_]
    return codes


class Run:
    def __init__(self, build, target):
        self.build, self.target = build, target
        self.work = f'{build}/litmus-scopes/product-{target}'
        self.results, self.failures, self.cells = {}, [], 0

    def outcomes(self, path, code, program):
        registers = tuple(tuple(program.registers(k)) for k in range(len(program.threads)))
        key = (code, program.launch(), program.choice(), registers)
        if key not in self.results:
            try:
                self.results[key] = objects.outcomes(self.build, path, program)[0]
            except objects.Fault as fault:
                self.results[key] = str(fault)
        return self.results[key]

    def judge(self, path, code, program, permitted, label):
        self.cells += 1
        found = self.outcomes(path, code, program)
        if isinstance(found, str):
            self.failures.append(f'{label}: {found}')
            return
        bad = [r for r in found if not allowed.is_allowed(program, r, permitted)]
        if bad or not found:
            self.failures.append(f'{label}: forbidden: {bad}')

    def batch(self, compiler, level, chosen):
        """chosen: [(program, what the model permits)]"""
        for at in range(0, len(chosen), BATCH):
            part = chosen[at:at + BATCH]
            path = objects.compile_module(self.build, self.work, compiler, self.target, 'product',
                                          [program for program, _ in part], '-w', '-O' + level,
                                          '-mcode-object-version=4')
            codes = code_of(path)
            for program, permitted in part:
                self.judge(path, codes[kernel_name(program.name)], program, permitted,
                           f'{self.target} {compiler} -O{level} {program.name}')


class Sample:
    """The same programs and turns every time, others for each target."""

    def __init__(self, target, always):
        self.target, self.always = target, always

    def draw(self, name):
        return zlib.crc32(f'{self.target} {name}'.encode())

    def has(self, name):
        return name in self.always or self.draw(name) % SAMPLE == 0

    def is_now(self, name, turn):
        return name in self.always or self.draw(name) // SAMPLE % len(TURNS) == turn


def main():
    build, target, *names = sys.argv[1:]
    is_sample = '--sample' in names
    names = tuple(name for name in names if name != '--sample')
    sides, shapes, always = read(f'{HERE}/product.txt')
    sample, judge, run = Sample(target, always), Judge(), Run(build, target)
    every = list(programs(sides, shapes, sample.has if is_sample else
                          lambda name: not names or name.startswith(names)))
    for turn, (compiler, level) in enumerate(TURNS):
        flavour = FLAVOURS[compiler]
        chosen = [(shape, program) for shape, program in every
                  if not is_sample or sample.is_now(program.name, turn)]
        run.batch(compiler, level, [(program, judge.permitted(program, flavour))
                                    for shape, program in chosen
                                    if judge.forbids(shape, program, flavour)])
    for line in run.failures[:None if names or os.environ.get('ALL') else 20]:
        print('FAIL ' + line)
    print(f'{target}: {run.cells} cells of {len(every)} programs, {len(run.results)} different '
          f'kernels, {len(run.failures)} failures')
    sys.exit(bool(run.failures) or not run.cells)


main()
