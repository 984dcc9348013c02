#!/usr/bin/env python3
"""Litmus tests: what small concurrent programs give under every schedule of the simulator.

  litmus.py BUILD COMPILER TARGET [SHAPE...]   occ, clang, occ-hsa or llvm; gfx701, gfx803, gfx900 or
                                               gfx90a; these shapes, or all
  litmus.py BUILD --sample                     a few of everything
  litmus.py BUILD --table                      writes removals.txt anew from what all compilers and
                                               targets gave before (each run with all shapes)

A test fails when a result appears that the memory model forbids, when one is missing that plain turns
of the threads give, or when the weak result of its shape is allowed and does not appear, unless
expected.txt says so.  Then each instruction of the memory model is taken out, and what happens is
compared with removals.txt.  Read README.md beside this file.
"""
import fnmatch
import os
import sys

import allowed
import objects
import removals
import shapes
from table import Table

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = [('occ', 'gfx900', ['mp', 'own', 'sb-warm', 'rel-seq', 'mp-barrier']),
          ('occ', 'gfx701', ['mp-warm', 'lb']),
          ('occ-hsa', 'gfx90a', ['mp-fence', 'up-barrier']),
          ('clang', 'gfx900', ['mp-if', 'mp-next', 'lb-if']),
          ('clang', 'gfx803', ['sb-fence']),
          ('llvm', 'gfx900', ['mp-rmw', 'up'])]


class Expected:
    """Rules of expected.txt: VERB TEST COMPILERS TARGETS reason."""

    def __init__(self, path, compiler, target):
        self.rules, self.used = [], set()
        with open(path) as file:
            for line in file:
                words = line.split('#')[0].split(None, 4)
                if words and compiler in words[2].replace('*', compiler).split(',') and \
                        target in words[3].replace('*', target).split(','):
                    self.rules.append((words[0], words[1]))

    def has(self, verb, name):
        for rule in self.rules:
            if rule[0] == verb and fnmatch.fnmatch(name, rule[1]):
                self.used.add(rule)
                return True
        return False

    def unused(self):
        return [f'{verb} {pattern}' for verb, pattern in self.rules
                if (verb, pattern) not in self.used]


class Run:
    def __init__(self, build, compiler, target, folder):
        self.build, self.compiler, self.target = build, compiler, target
        self.flavour = objects.COMPILERS[compiler][0]
        self.work = f'{folder}/{compiler}-{target}'
        self.expected = Expected(f'{HERE}/expected.txt', compiler, target)
        self.failures, self.tests, self.weak, self.found = [], 0, 0, []

    def fail(self, name, text):
        self.failures.append(f'{self.compiler} {self.target} {name}: {text}')

    def is_as_expected(self, verb, name, is_so, text):
        """Reports what is not as expected.txt has it."""
        rule = self.expected.has(verb, name) if is_so or verb != 'strong' else False
        if is_so and not rule:
            self.fail(name, text)
        elif rule and not is_so:
            self.fail(name, f'no longer {verb}: expected.txt is out of date')

    def check_results(self, shape, name, place, program, permitted):
        results, _ = objects.outcomes(self.build, self.path, program)
        bad = [r for r in results if not allowed.is_allowed(program, r, permitted)]
        self.is_as_expected('forbidden', name, bool(bad), f'forbidden: {bad}')
        if place != 'wave':  # lanes of a wave do not take turns
            lost = [r for r in allowed.interleavings(program) if r not in results]
            self.is_as_expected('missing', name, bool(lost), f'never seen: {lost}')
        if allowed.is_allowed(program, shape.weak, permitted):
            is_seen = any(shape.weak.items() <= r.items() for r in results)
            self.weak += is_seen
            self.is_as_expected('strong', name, not is_seen, f'{shape.weak} never seen')
            return False
        return not bad

    def check_shape(self, shape):
        tests = list(shape.tests())
        self.path = objects.compile_module(self.build, self.work, self.compiler, self.target,
                                           shape.name, [test[-1] for test in tests])
        for name, orders, place, program in tests:
            self.tests += 1
            permitted = allowed.results(program, self.flavour)
            says = allowed.is_allowed(program, shape.weak, allowed.results(program, 'hsa'))
            if place != 'narrow' and says != shape.verdicts[orders]:
                self.fail(name, f'the model {"allows" if says else "forbids"} the weak result')
            try:
                if self.check_results(shape, name, place, program, permitted):
                    self.take_out(name, place, program, permitted)
            except objects.Fault as fault:
                self.fail(name, str(fault))

    def take_out(self, name, place, program, permitted):
        if place in ('agent-uniform', 'agent-mixed'):  # scalar loads are not told apart
            return
        for removal in removals.judge(self.build, self.target, self.path, program, permitted):
            self.found.append((place, removal.purpose, removal.part, removal.verdict, name))


def run(build, compiler, target, names, folder):
    """Lines of what went wrong."""
    every = shapes.read_shapes(f'{HERE}/shapes.txt')
    this = Run(build, compiler, target, folder)
    for shape in every:
        if not names or shape.name in names:
            this.check_shape(shape)
    if not names:
        for rule in this.expected.unused():
            this.fail('expected.txt', 'never applies: ' + rule)
        with open(f'{folder}/{compiler}-{target}.tsv', 'w') as file:
            file.writelines('\t'.join(row) + '\n' for row in this.found)
    table = Table(f'{HERE}/removals.txt')
    for name, text in table.compare(compiler, target, this.found, not names):
        this.fail(name, text)
    shows = sum(row[3] == 'shows' for row in this.found)
    print(f'{compiler} {target}: {this.tests} tests, {this.weak} weak results seen, {shows} of '
          f'{len(this.found)} removals show', flush=True)
    return this.failures


def main():
    args = sys.argv[1:]
    if len(args) < 2:
        sys.exit(__doc__)
    if args[1] == '--table':
        Table(f'{HERE}/removals.txt').write(f'{args[0]}/litmus-scopes')
        return
    folder, failures = f'{args[0]}/litmus-scopes', []
    if args[1] == '--sample':  # may run beside the others
        for compiler, target, names in SAMPLE:
            failures += run(args[0], compiler, target, names, folder + '/sample')
    else:
        failures = run(args[0], args[1], args[2], args[3:], folder)
    for line in failures:
        print('FAIL ' + line)
    print(f'{"0 passed, 1" if failures else "1 passed, 0"} failed')
    sys.exit(bool(failures))


main()
