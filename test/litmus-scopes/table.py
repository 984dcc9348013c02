"""removals.txt: which instructions of the memory model can be missed, and why not the others.

The file has lines `because LETTER PLACE PURPOSE PART: text` (patterns; the first that fits), and a row
for each place, purpose and part with two groups of a letter for each target, of the OpenCL compilers
and of the HSA ones.  S: a forbidden result appears with each compiler's code in some test, s: with that
of one; D: another instruction of the same thread does the same, and without both it is noticed; F: the
wait is also that for the use of a result, and no later one could take its place; a dot: no such
instruction; other letters: a reason.  Instructions that belong to two sequences at once stand in no row.
"""
import fnmatch
import os
import re

import objects

TARGETS = ['gfx701', 'gfx803', 'gfx900', 'gfx90a']
FLAVOURS = ['opencl', 'hsa']
RANK = ['absent', 'nothing', 'doubled', 'fault', 'shows']
HEAD = f'# {"place":15} {"where":28} {"part":14} {"opencl":7} {"hsa":7} {"shows in"}\n'


def is_single(purpose):
    return ',' not in purpose


class Table:
    def __init__(self, path):
        self.path, self.reasons, self.rows, self.head = path, [], {}, []
        with open(path) as file:
            for line in file:
                m = re.match(r"because (\w) (\S+) '(.*?)' (\S+): ", line)
                row = re.match(r'(\S+) +(\S.*?) {2,}(\S+) +(\S{4}) +(\S{4})(?: +(\S+))?$', line)
                if m:
                    self.reasons.append(m.groups())
                if not m and row:
                    self.rows[row.group(1), row.group(2), row.group(3)] = row.groups()[3:]
                elif not line.startswith(HEAD[:8]):
                    self.head.append(line)

    def letter_of(self, key, verdicts):
        """The letter of a cell, from the best verdicts of the flavour's compilers."""
        present = [v for v in verdicts if v != 'absent']
        if not present:
            return '.'
        if 'shows' in present:
            return 'S' if all(v == 'shows' for v in present) else 's'
        for verdict, letter in (('doubled', 'D'), ('fault', 'F')):
            if verdict in present:
                return letter
        return self.reason_of(key)

    def reason_of(self, key):
        for letter, *patterns in self.reasons:
            if all(fnmatch.fnmatchcase(k, p) for k, p in zip(key, patterns)):
                return letter
        return '?'

    # ---- a run against the table ----

    def compare(self, compiler, target, found, is_whole):
        """(test, text) of what the table does not have."""
        column, best = TARGETS.index(target), best_of(found)
        flavour = FLAVOURS.index(objects.COMPILERS[compiler][0])
        for key, (verdict, test) in best.items():
            name = f'{test}: {" ".join(key)}'
            if key not in self.rows:
                yield name, 'not in removals.txt'
                continue
            letter = self.rows[key][flavour][column]
            if verdict == 'shows' and letter not in 'Ss':
                yield name, f'shows, but the table has {letter}'
            if verdict != 'shows' and is_whole and letter == 'S':
                yield name, 'does not show'
            if letter == '?' or letter == '.':
                yield name, 'the table has no reason' if letter == '?' else 'the table lacks it'
        for key, row in self.rows.items() if is_whole else ():
            if row[flavour][column] == 'S' and key not in best and not self.has_peer(row, compiler):
                yield ' '.join(key), 'no such instruction any more'

    @staticmethod
    def has_peer(row, compiler):
        """Only one of the flavour's compilers may have it."""
        return any(c != compiler and objects.COMPILERS[c][0] == objects.COMPILERS[compiler][0]
                   for c in objects.COMPILERS)

    # ---- writing it ----

    def write(self, folder):
        best = {}
        for compiler in objects.COMPILERS:
            for target in TARGETS:
                with open(f'{folder}/{compiler}-{target}.tsv') as file:
                    found = [line.rstrip('\n').split('\t') for line in file]
                for key, value in best_of(found).items():
                    best.setdefault(key, {})[compiler, target] = value
        lines = [row_of(self, key, best[key]) for key in sorted(best)]
        with open(self.path + '.new', 'w') as file:
            file.writelines([*self.head, HEAD, *lines])
        os.rename(self.path + '.new', self.path)


def best_of(found):
    """(place, purpose, part) -> (the strongest verdict, a test that gave it)."""
    best = {}
    for place, purpose, part, verdict, test in found:
        key = place, purpose, part.replace('_vol', '').replace('(0)', '')
        if is_single(purpose) and (key not in best or
                                   RANK.index(verdict) > RANK.index(best[key][0])):
            best[key] = verdict, test
    return best


def row_of(table, key, verdicts):
    groups = []
    for flavour in FLAVOURS:
        compilers = [c for c in objects.COMPILERS if objects.COMPILERS[c][0] == flavour]
        groups.append(''.join(
            table.letter_of(key, [verdicts.get((c, t), ('absent', ''))[0] for c in compilers])
            for t in TARGETS))
    shows = sorted(test for verdict, test in verdicts.values() if verdict == 'shows')
    return f'{key[0]:17} {key[1]:28} {key[2]:14} {groups[0]:7} {groups[1]:7} ' \
           f'{shows[0] if shows else ""}'.rstrip() + '\n'
