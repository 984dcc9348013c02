#!/usr/bin/env python3
"""Holds the effects of every row of gcn_inst.def besides its operands (SCC, VCC, EXEC, M0) to llc-16.

  effects.py PRINT-EFFECTS [--each]

llc's reader of machine IR refuses an instruction that lacks an implicit register operand, names the
first one, and asks for no other operands.  So one run over all instructions with the effects that
effects.txt gives them shows that LLVM knows no further ones, and --each, which leaves out one effect at
a time, that it knows all of these (but for EXEC as the mask of vector instructions, a matter of formats:
that would take minutes).  The table must say the same but for the differences of
effects.txt, which have reasons; a line there that nothing needs any more fails too.
"""
import fnmatch
import os
import re
import subprocess
import sys
import tempfile

LLC = '/usr/lib/llvm-16/bin/llc'


class Facts:
    def __init__(self, path):
        self.names, self.effects, self.ours = [], [], []
        self.used = set()
        with open(path, encoding='utf-8') as file:
            for number, line in enumerate(file, 1):
                words = line.split(' : ')[0].split()
                if not words or words[0] == '#':
                    continue
                if words[0] == 'OURS':
                    form = words.pop() if words[-1] in ('before', 'gfx9', 'long') else '*'
                    self.ours.append((number, words[1], words[2], form, words[3:]))
                    assert ' : ' in line, f'effects.txt:{number}: no reason'
                else:
                    into = {'NAME': self.names, 'EFFECT': self.effects}[words[0]]
                    into.append((number, words[1], words[2], words[3:]))

    def fits(self, number, pattern, name):
        if not fnmatch.fnmatchcase(name, pattern):
            return False
        self.used.add((number, pattern))
        return True

    def llvm_name(self, row, form):
        for number, of_form, template, patterns in self.names:
            if of_form in ('*', form) and any(self.fits(number, p, row) for p in patterns):
                return template.replace('*', row.upper())
        return None

    def llvm_effects(self, name):
        for number, reads, writes, patterns in self.effects:
            if any(self.fits(number, p, name) for p in patterns):
                return reads, writes
        return None

    def our_effects(self, row, form):
        for number, reads, writes, of_form, patterns in self.ours:
            if of_form in ('*', form) and any(self.fits(number, p, row) for p in patterns):
                return reads, writes
        return None

    def unused(self):
        for number, *_, patterns in self.names + self.effects + self.ours:
            for pattern in patterns:
                if (number, pattern) not in self.used:
                    yield f'effects.txt:{number}: {pattern} fits nothing'


def operands(effects):
    """As machine IR writes them; the mode counts for no one here, FLAT_SCRATCH follows from formats."""
    reads, writes = (part.split(',') if part != '-' else [] for part in effects)
    return ([f'implicit-def ${name}' for name in writes] + [f'implicit ${name}' for name in reads],
            ['implicit-def $mode', 'implicit $mode', 'implicit $flat_scr'])


def llc(instructions):
    """What llc says against instructions, each of them a name and its operands."""
    with tempfile.NamedTemporaryFile('w', suffix='.mir') as file:
        for i, (name, implicit) in enumerate(instructions):
            file.write(f'---\nname: f{i}\nbody: |\n  bb.0:\n    {name} {", ".join(implicit)}\n...\n')
        file.flush()
        run = subprocess.run([LLC, '-march=amdgcn', '-mcpu=gfx900', '-run-pass=none', file.name,
                              '-o', os.devnull], capture_output=True, text=True, check=False)
    match = re.search(r'error: [^:]*:\d+:\d+: (.*)\n(.*)', run.stderr)
    return f'{match.group(1)}: {match.group(2).strip()}' if match else ''


def left_out(names):
    """Effects that llc does not miss."""
    for name, effects in sorted(names.items()):
        needed, others = operands(effects)
        for operand in needed:
            if operand == 'implicit $exec' and not name.startswith('S_'):
                continue
            rest = [x for x in needed if x != operand] + others
            if operand not in llc([(name, rest)]):
                yield f'{name}: llc does not ask for {operand}'


def main():
    facts = Facts(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'effects.txt'))
    rows = subprocess.run([sys.argv[1]], capture_output=True, text=True, check=True).stdout
    wrong, names = [], {}
    for row, _, form, reads, writes in map(str.split, rows.splitlines()):
        name = facts.llvm_name(row, form)
        expected = names[name] = facts.llvm_effects(name)
        if (reads, writes) != expected:
            expected = facts.our_effects(row, form) or expected
        if (reads, writes) != expected:
            wrong.append(f'{row} ({form}): reads {reads}, writes {writes}; llc\'s {name}: '
                         f'{expected[0]}, {expected[1]}')
    wrong += facts.unused()
    complaint = llc([(name, sum(operands(effects), [])) for name, effects in names.items()])
    if complaint:
        wrong.append('llc: ' + complaint)
    if sys.argv[2:] == ['--each']:
        wrong += left_out(names)
    for line in wrong:
        print('FAIL', line)
    print(f'{len(rows.splitlines())} forms of rows, {len(names)} names of LLVM, {len(wrong)} wrong')
    sys.exit(bool(wrong))


main()
