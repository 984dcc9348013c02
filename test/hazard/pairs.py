#!/usr/bin/env python3
"""Holds both tables of wait states to LLVM's hazard recogniser, pair by pair.

  pairs.py HAZARD-DISTANCES [--triples] [--each N] CHIP...

Of every two instructions of instructions.txt that a chip has, and of every two of their operands that
may be the same register, a pair is made in which they are; of every two also one without.  For each
pair four numbers must agree: the wait states that the compiler leaves, that strict mode wants, and that
llc-16 and llc-22 leave.  differences.txt has those that do not, with reasons; a line there that fits
nothing fails too.  --each N (triples: a prime is best): one of N pairs, and one of each two classes that any row concerns.

--triples: of every pair that shares a vector register and every third instruction between them a triple is made;
the numbers are the wait states before the last one.  A triple of which a pair is in differences.txt may differ.
Of BETWEEN's instructions more triples are taken.

llc's operands are those of llvm-mc -show-inst, so that no list of operands is kept here.
"""
import collections
import fnmatch
import itertools
import os
import re
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
LLVM = '/usr/lib/llvm-%d/bin/'
VERSIONS = (16, 22)
TRIPLE = '-mtriple=amdgcn-amd-amdhsa'
HOT = 8  # the number of the register that both instructions have
# From where on the others of the producer and of the consumer are.
COLD = ({'v': 64, 's': 40, 'a': 64}, {'v': 128, 's': 72, 'a': 160}, {'v': 192, 's': 20, 'a': 224})
# What rows of three instructions ask for between two others, and how many times more of it is taken.
BETWEEN, OFTEN = re.compile(r'mfma_f64|v_accvgpr'), 30
SUFFIX = re.compile(r'_(vi|si|ci|gfx6|gfx7|gfx8|gfx9|gfx90a|gfx908|gfx6_gfx7|gfx9_vi|vi_gfx9|gfx90a_[av]cd)$')
BLOCKS = 2000  # of one function

Inst = collections.namedtuple('Inst', 'name kind text mir')


def read_templates():
    with open(os.path.join(HERE, 'instructions.txt'), encoding='ascii') as file:
        for line in file:
            if line.strip() and line[0] != '#':
                yield [field.strip() for field in re.split(r' :(?: |$)', line.rstrip('\n'))]


def registers(kind, first, count):
    return f'{kind}{first}' if count == 1 else f'{kind}[{first}:{first + count - 1}]'


def variants(name, text, place):
    """(name, kind of the shared register, text, definitions): which operand is the shared one."""
    operands = list(re.finditer(r'%([vsaw])(\d+)([dx]?)', text))
    choices = [(None, None)]
    for i, operand in enumerate(operands):
        file, count = operand.group(1), int(operand.group(2))
        choices += [(i, kind) for kind in ('v', 'a') if file in (kind, 'w')]
        if file in 'va' and count >= 4:
            choices.append((i, file + '+'))
        if file == 's':
            choices.append((i, 's'))
            choices += [(i, 's+')] if operand.group(3) and count <= 2 else []
            choices += [(i, 'vcc')] if count == 2 else [(i, 'm0')] if count == 1 else []
    for hot, kind in choices:
        parts, cold, end = [], dict(COLD[place]), 0
        for i, operand in enumerate(operands):
            file, count = operand.group(1).replace('w', 'v'), int(operand.group(2))
            if i == hot and kind in ('vcc', 'm0'):
                used = kind
            elif i == hot:
                file = kind[0]
                used = registers(file, HOT + (2 if kind[-1] == '+' else 0), count)
            else:
                cold[file] = -(-cold[file] // 4) * 4
                used = registers(file, cold[file], count)
                cold[file] += count
            parts += [text[end:operand.start()], used]
            end = operand.end()
        suffix = '' if hot is None else f'.{hot}{kind if kind not in "vsa" else ""}'
        yield (name + suffix, kind and kind[0] if kind not in ('vcc', 'm0') else kind,
               ''.join(parts) + text[end:], sum(1 for o in operands if o.group(3)))


class Names:
    """llvm-mc's operands as machine IR has them.  16 prints numbers of registers, 22 their names; the
    order is the same, so the names of one are learned from the other."""
    def __init__(self):
        self.by_number = {}

    def learn(self, old, new):
        olds = [o for o in old if o.startswith('Reg:')]
        news = [o for o in new if o.startswith('Reg:')]
        if len(olds) == len(news):
            self.by_number.update(zip(olds, news))

    def operand(self, text):
        text = self.by_number.get(text, text)
        kind, value = text.split(':', 1)
        return '$' + re.sub(r'_gfxpre\d+$', '', value.lower()) if kind == 'Reg' else value


def show_inst(version, chip, texts):
    """Opcode and operands of each text; None: the chip lacks it."""
    run = subprocess.run([LLVM % version + 'llvm-mc', TRIPLE.replace('m', '', 1), '-mcpu=' + chip, '-show-inst'],
                         input=''.join(f'{t}\n' for t in texts), capture_output=True, text=True, check=False)
    refused = {int(n) - 1 for n in re.findall(r'^<stdin>:(\d+):\d+: error', run.stderr, re.M)}
    found = re.findall(r'<MCInst #\d+ (\S+?)((?:\s*;?\s*<MCOperand [^>]*>)*)>', run.stdout)
    found = iter([(name, re.findall(r'<MCOperand ([^>]*)>', operands)) for name, operands in found])
    return [None if i in refused else next(found) for i in range(len(texts))]


# Names in machine IR where they are not those of encoded instructions without the chip.
RENAMED = ((re.compile(r'V_ADD_[IU]32_(?=e)'), 'V_ADD_CO_U32_'), (re.compile(r'V_ADDC_CO_'), 'V_ADDC_'))
ONLY_LONG = re.compile(r'V_(ADD_F64|DIV_\w+|FMA_F\d+|MUL_LO_U32|ACCVGPR_(READ|WRITE)_B32)$')


def pseudo(name, template):
    """The name in machine IR of an encoded instruction."""
    matrix = '_vgprcd_e64' if '_vcd' in name else '_e64'
    for _ in range(2):
        name = SUFFIX.sub('', name)
    if name.startswith('V_MFMA'):
        return name + matrix
    for old, new in RENAMED if template.startswith('v_add') else ():
        name = old.sub(new, name)
    return name + '_e64' if ONLY_LONG.match(name) else name


def operands_of(version, chip, name, operands, names):
    """Those that machine IR has: M0 is implicit there; atomics do not swizzle, ds_permute has no gds."""
    operands = [names.operand(o) for o in operands]
    if name.startswith('DS_') and operands and re.match(r'\$(m0|\d)', operands[-1]):
        operands.pop()
    if name.startswith('BUFFER_ATOMIC') or (name == 'DS_PERMUTE_B32' and version == 16):
        operands.pop()
    if name.startswith('IMAGE_'):
        operands += ['0'] * (chip == 'gfx90a')  # tfe, which is not in the assembly
    return operands


def machine_text(version, chip, template, name, operands, names):
    """The instruction in machine IR."""
    operands = operands_of(version, chip, name, operands, names)
    defs = template.defs
    if re.match(r'\S+ (exec|vcc_lo)', template.text):
        defs = 1
    if re.match(r'V_(DIV_SCALE|ADD_CO)\w*_e64', name):
        defs = 2
    if 'MOVRELD' in name:
        defs = 0
    if name.startswith('S_SETREG'):
        operands = [str(int(o) - 0x10000) if o.isdigit() and int(o) > 0x7fff else o for o in operands]
    implicit = list(template.implicit)
    if name.startswith('IMAGE_'):
        implicit[-1] += ' :: (%s (s128))' % ('store' if 'STORE' in name else 'load')
    text = ', '.join(operands[defs:] + implicit)
    return (', '.join(operands[:defs]) + ' = ' if defs else '') + name + (' ' + text if text else '')


Variant = collections.namedtuple('Variant', 'name kind text defs implicit')


def all_variants(chip, place):
    for name, text, *implicit in read_templates():
        if implicit[1:] and not any(fnmatch.fnmatchcase(chip, p) for p in implicit[1].split(',')):
            continue
        extra = [x.strip() for x in (implicit[0] if implicit else '').split(',') if x.strip()]
        if name.startswith(('v_', 'mfma')):
            extra += [x for x in ('implicit $exec', 'implicit $mode') if x not in extra]
        elif not name.startswith('s_'):
            extra += ['implicit $exec'] if 'implicit $exec' not in extra else []
        for variant, kind, assembly, defs in variants(name, text, place):
            yield Variant(variant, kind, assembly, defs, extra)


def of_chip(chip, place, names):
    """Those variants that both assemblers take, or 16 alone, with machine IR for each version."""
    found = list(all_variants(chip, place))
    shown = {v: show_inst(v, chip, [f.text for f in found]) for v in VERSIONS}
    for old, new in zip(*shown.values()):
        if old and new:
            names.learn(old[1], new[1])
    chosen = []
    for i, variant in enumerate(found):
        machine = {}
        for version in VERSIONS:
            if shown[version][i] and not (chip == 'gfx90a' and version == 22 and 'gws' in variant.name):
                name, operands = shown[version][i]
                machine[version] = machine_text(version, chip, variant, pseudo(name, variant.name), operands, names)
        if machine:
            chosen.append(Inst(variant.name, variant.kind, variant.text, machine))
    return chosen


def pairs_of(chip, names):
    consumers = of_chip(chip, 1, names)
    for producer in of_chip(chip, 0, names):
        for consumer in consumers:
            if producer.kind == consumer.kind:
                yield producer, consumer


def triples_of(chip, each, names):
    """Triples of two instructions that share a vector register and one that shares none."""
    middles = [inst for inst in of_chip(chip, 2, names) if inst.kind is None]
    lists = [([m for m in middles if BETWEEN.match(m.name)], max(each // OFTEN, 1)),
             ([m for m in middles if not BETWEEN.match(m.name)], each)]
    for number, (producer, consumer) in enumerate(p for p in pairs_of(chip, names) if p[0].kind in ('v', 'a')):
        for chosen, step in lists:
            for k in range(-number * len(chosen) % step, len(chosen), step):
                yield producer, chosen[k], consumer


def our_distances(tool, chip, pairs):
    text = ''.join('\t'.join(inst.text for inst in insts) + '\n' for insts in pairs)
    run = subprocess.run([tool, chip], input=text, stdout=subprocess.PIPE, text=True, check=True)
    lines = [line.split() for line in run.stdout.splitlines()]
    assert len(lines) == len(pairs)
    return [(line[0], line[1], line[2:]) for line in lines]


def llc_distances(version, chip, pairs):
    """By number of the pair; those that the version lacks are left out."""
    wanted = [i for i, pair in enumerate(pairs) if all(version in inst.mir for inst in pair)]
    with tempfile.NamedTemporaryFile('w', suffix='.mir') as file:
        for first in range(0, len(wanted), BLOCKS):
            file.write(f'---\nname: f{first}\nbody: |\n')
            for n, i in enumerate(wanted[first:first + BLOCKS]):
                lines = [inst.mir[version] for inst in pairs[i]] + ['S_ENDPGM 0']
                file.write(f'  bb.{n}:\n' + ''.join(f'    {line}\n' for line in lines))
            file.write(f'  bb.{BLOCKS}:\n    $agpr0 = IMPLICIT_DEF\n    S_ENDPGM 0\n...\n')
        file.flush()
        run = subprocess.run([LLVM % version + 'llc', TRIPLE, '-mcpu=' + chip, '-mattr=-xnack', '-run-pass=post-RA-hazard-rec',
                              '-disable-verify',
                              file.name, '-o', '-'], capture_output=True, text=True, check=False)
    if run.returncode:
        complaints = re.findall(r'\*\*\* Bad.*|- instruction.*|.*error.*', run.stderr)[:20]
        sys.exit(f'llc-{version} {chip}: ' + ('\n'.join(complaints) or run.stderr[:3000]))
    states, at, nops = {}, -1, 0
    for line in run.stdout.splitlines():
        if line.startswith('name:'):
            base = int(line.split('f')[1])
        block = re.match(r'  bb\.(\d+)', line)
        if block:
            n = int(block.group(1))
            at = wanted[base + n] if n < BLOCKS and base + n < len(wanted) else -1
            nops = 0
        nop = re.match(r'\s+S_NOP (\d+)', line)
        if nop:
            nops += int(nop.group(1)) + 1
        elif re.match(r'    \S', line) and not re.search(r'successors:|liveins:|S_ENDPGM', line):
            states[at], nops = nops, 0
    return states


class Differences:
    """Lines of differences.txt: CHIPS PRODUCER CONSUMER COMPILER SIMULATOR 16 22 : reason.  Those of triples have
    PRODUCER+BETWEEN."""
    def __init__(self, is_triples):
        self.lines, self.pairs, self.used = [], [], set()
        path = os.path.join(HERE, 'differences.txt')
        with open(path, encoding='ascii') as file:
            for number, line in enumerate(file, 1):
                if not line.strip() or line[0] == '#':
                    continue
                fields, _, reason = line.partition(' : ')
                fields = fields.split()
                assert len(fields) == 7 and reason.strip(), f'differences.txt:{number}'
                of_triples = '+' in fields[1]
                if of_triples == is_triples:
                    self.lines.append((number, [f.split(',') for f in fields[:3]], tuple(fields[3:])))
                if not of_triples:
                    self.pairs.append([f.split(',') for f in fields[:3]])

    def explain(self, chip, producer, consumer, numbers):
        for number, patterns, wanted in self.lines:
            if wanted == numbers and all(any(fnmatch.fnmatchcase(text, p) for p in of) for text, of in
                                         zip((chip, producer, consumer), patterns)):
                self.used.add(number)
                return True
        return False

    def concerns(self, chip, insts):
        """Does a line of pairs have any two of the instructions?"""
        return any(fnmatch.fnmatchcase(chip, of_chip) and fnmatch.fnmatchcase(producer.name, of_producer) and
                   fnmatch.fnmatchcase(consumer.name, of_consumer)
                   for producer, consumer in itertools.combinations(insts, 2)
                   for patterns in self.pairs for of_chip, of_producer, of_consumer in itertools.product(*patterns))

    def unused(self):
        return [f'differences.txt:{number} fits nothing' for number, *_ in self.lines if number not in self.used]


def sample(pairs, ours, each, chip):
    """One for each number and set of rows, and every so many of the others."""
    seen, chosen = set(), []
    for i, (pair, (compiler, simulator, rows)) in enumerate(zip(pairs, ours)):
        key = (compiler, *rows)
        is_near = compiler not in '-0' or simulator != '0'
        if (is_near and key not in seen) or zlib.crc32(f'{chip} {pair[0].name} {pair[1].name}'.encode()) % each == 0:
            chosen.append(i)
        seen.add(key)
    return chosen


def main():
    tool, chips, each = sys.argv[1], sys.argv[2:], 1
    is_triples = chips[0] == '--triples'
    chips = chips[is_triples:]
    if chips[0] == '--each':
        each, chips = int(chips[1]), chips[2:]
    names, differences, wrong, total, near = Names(), Differences(is_triples), [], 0, 0
    for chip in sorted(chips, reverse=True):  # the newest first: it teaches most names of registers
        pairs = list(triples_of(chip, each, names) if is_triples else pairs_of(chip, names))
        ours = our_distances(tool, chip, pairs)
        if each > 1 and not is_triples:
            chosen = sample(pairs, ours, each, chip)
            pairs, ours = [pairs[i] for i in chosen], [ours[i] for i in chosen]
        theirs = [llc_distances(version, chip, pairs) for version in VERSIONS]
        for i, insts in enumerate(pairs):
            numbers = (*ours[i][:2], *(str(t.get(i, '-')) for t in theirs))
            total += 1
            near += any(n not in '-0' for n in numbers)
            if len({n for n in numbers if n != '-'}) > 1 and \
               not differences.explain(chip, '+'.join(inst.name for inst in insts[:-1]), insts[-1].name, numbers) and \
               not (is_triples and differences.concerns(chip, insts)):
                wrong.append(' '.join([chip, *(inst.name for inst in insts), *numbers]))
    wrong += differences.unused() if each == 1 else []
    for line in wrong:
        print('FAIL', line)
    print(f'{total} {"triples" if is_triples else "pairs"} on {len(chips)} chips, {near} of them with wait states, {len(wrong)} wrong')
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
