#!/usr/bin/env python3
"""Does a call of each function of clang's opencl-c.h compile?

    prototypes.py OCC CLANG RESTRICTIONS FOLDER some|all TARGET...

A kernel for each prototype calls it with arguments of the parameters' types, from memory.  What does not compile has
a row in the page RESTRICTIONS, of which every prototype that it covers must be refused, so many as it says.
some: all of them by the front end alone, one in twelve whole; all: all whole.
"""
import collections
import fnmatch
import os
import re
import subprocess
import sys

from opencl_header import extensions, prototypes

SHARE = 12
SECTION = "## Prototypes of clang 22's `opencl-c.h`"
# Values of types that have none in memory, or that say what the call is
VALUES = {'memory_order': 'memory_order_relaxed', 'memory_scope': 'memory_scope_device',
          'cl_mem_fence_flags': 'CLK_GLOBAL_MEM_FENCE', 'event_t': '0', 'queue_t': 'get_default_queue()',
          'clk_event_t': 'CLK_NULL_EVENT', 'ndrange_t': 'ndrange_1D(1)', 'reserve_id_t': 'CLK_NULL_RESERVE_ID'}
EVENT = 'event_t'


class Text:
    """The parts of a kernel that calls a prototype."""

    def __init__(self, prototype):
        self.arguments, self.before, self.after, self.values = [], [], [], []
        for number, parameter in enumerate(prototype.parameters):
            self.add(number, parameter)
        call, result = f'{prototype.name}({", ".join(self.values)})', prototype.result
        if result in VALUES:
            self.before.append(f'{result} r = {call};')
            if result == EVENT:
                self.before.append('wait_group_events(1, &r);')
        elif result == 'void':
            self.before.append(f'{call};')
        else:
            self.arguments.append(f'global {"int" if result == "bool" else result} *r')
            self.before.append(f'*r = {call};')

    def add(self, number, parameter):
        name, memory = f'v{number}', f'a{number}'
        if str(parameter) == '...':
            self.values.append('1')
        elif parameter.text == '__constant const char *':
            self.values.append('"%d"' if number == 0 else memory)
            self.arguments += [f'{parameter.text} {memory}'] if number else []
        elif parameter.is_image or parameter.base == 'sampler_t' or \
                parameter.is_pointer and parameter.space not in ('', '__private'):
            self.arguments.append(f'{parameter.text} {memory}')
            self.values.append(memory)
        elif parameter.base in VALUES:
            self.before.append(f'{parameter.base} {name} = {VALUES[parameter.base]};')
            self.values.append('&' * parameter.is_pointer + name)
        elif parameter.space == '__private' or parameter.count:
            count = parameter.count or 16
            self.arguments.append(f'global {parameter.base} *{memory}')
            self.before.append(f'{parameter.base} {name}[{count}] = {{{memory}[0], {memory}[1]}};')
            self.after.append(f'{memory}[0] = {name}[0];')
            self.values.append(name)
        elif parameter.is_pointer:
            self.arguments.append(f'global {parameter.text} {memory}')
            self.before.append(f'{parameter.text} {name} = {memory};')
            self.values.append(name)
        elif parameter.base in ('memory_order', 'memory_scope'):
            self.values.append(VALUES[parameter.base])
        else:
            self.arguments.append(f'global {parameter.base} *{memory}')
            self.values.append(f'*{memory}')

    def kernel(self, name):
        return f'kernel void {name}({", ".join(self.arguments)}) {{ {" ".join(self.before + self.after)} }}'


class Compiler:
    """The built product for one target."""

    def __init__(self, occ, folder, target, switches):
        self.path = os.path.join(folder, f'prototypes-{target}.cl')
        self.command = [occ, '-w', '-ferror-limit=0', '-cl-std=CL3.0', f'-mcpu={target}', *switches, self.path, '-o',
                        os.devnull]

    def refused(self, found, *more):
        """The numbers of those that the first errors name, and a word about each."""
        with open(self.path, 'w', encoding='ascii') as file:
            file.write('#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n')
            file.writelines(Text(prototype).kernel(f'k{i}') + '\n' for i, prototype in enumerate(found))
        done = subprocess.run([*self.command, *more], capture_output=True, text=True)
        errors = re.findall(re.escape(self.path) + r':(\d+):\d+: error: (.*)', done.stderr)
        if done.returncode and not errors:
            raise RuntimeError(f'{" ".join(self.command)}: {done.returncode}, {done.stderr[:1000]}')
        return {int(line) - 2: text for line, text in errors}

    def all_refused(self, found, *more):
        """The same of all: code generation ends with its first error."""
        refused, left = {}, list(enumerate(found))
        while left:
            wrong = self.refused([prototype for _, prototype in left], *more)
            refused.update({left[i][0]: text for i, text in wrong.items()})
            left = [one for i, one in enumerate(left) if i not in wrong]
            if not wrong or len(refused) > 20:
                break
        return refused


class Row:
    """Of the page: which prototypes, on which targets, how many, in fnmatch's patterns."""

    def __init__(self, cells):
        self.pattern, targets, count = cells[0].strip('`'), cells[1].replace('`', ''), cells[2]
        self.targets, self.count = targets.split(), int(count)

    def covers(self, prototype, target):
        return any(fnmatch.fnmatchcase(target, one) for one in self.targets) and \
            fnmatch.fnmatchcase(str(prototype), self.pattern)


def read_rows(path):
    with open(path, encoding='utf-8') as file:
        section = file.read().partition(SECTION)[2].partition('\n## ')[0]
    cells = [[cell.strip() for cell in line.strip('|').split('|')] for line in section.splitlines() if line.startswith('|')]
    return [Row(row) for row in cells[2:]]


def check(compiler, target, found, rows, is_sample, first):
    """The numbers of prototypes that compile and that do not, and of faults."""
    of_row = {row: [one for one in found if row.covers(one, target)] for row in rows}
    listed = {str(one) for ones in of_row.values() for one in ones}
    rest = [one for one in found if str(one) not in listed]
    wrong = 0
    syntax = ['-fsyntax-only'] if is_sample else []
    refused = {str(rest[i]): text for i, text in compiler.all_refused(rest, *syntax).items()}
    if is_sample and not refused:
        part = rest[first::SHARE]
        refused = {str(part[i]): text for i, text in compiler.all_refused(part).items()}
    for prototype, text in refused.items():
        print(f'{target}: {prototype}: {text}, and no row says so')
        wrong += 1
    for row, ones in of_row.items():
        by_front_end = compiler.refused(ones, '-fsyntax-only') if ones else {}
        later = [one for i, one in enumerate(ones) if i not in by_front_end]
        for one in later[:2] if is_sample else later:
            if not compiler.refused([one]):
                print(f'{target}: {one} compiles, but {row.pattern} says that it does not')
                wrong += 1
    return len(rest), len(listed), wrong, collections.Counter({row: len(ones) for row, ones in of_row.items()})


def main():
    occ, clang, page, folder, extent, *targets = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    plain = prototypes(clang)
    more = {text: one for text, one in prototypes(clang, extensions(clang)).items() if text not in plain}
    rows, wrong = read_rows(page), 0
    print(f'{len(plain)} prototypes of {clang}, {len(more)} more of extensions')
    for number, target in enumerate(targets):
        counts, refused, compiled = collections.Counter(), 0, 0
        for found, switches in (plain, []), (more, ['-cl-ext=+all']):
            good, bad, faults, of_row = check(Compiler(occ, folder, target, switches), target, list(found.values()), rows,
                                              extent == 'some', number)
            compiled, refused, wrong = compiled + good, refused + bad, wrong + faults
            counts += of_row
        for row in rows:
            if counts[row] not in (0, row.count) or \
                    not counts[row] and any(fnmatch.fnmatchcase(target, one) for one in row.targets):
                print(f'{target}: {counts[row]} prototypes are {row.pattern}, not {row.count}')
                wrong += 1
        print(f'{target}: {compiled} compile, {refused} do not and have a row')
    print(f'{wrong} wrong')
    return wrong != 0 or not rows or not more


if __name__ == '__main__':
    sys.exit(main())
