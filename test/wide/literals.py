#!/usr/bin/env python3
"""Types and values of integer literals in every form, and what is said of those that do not fit.

usage: literals.py COMPILER SWITCHES...

A model of C99 6.4.4.1, with int of 32 bits, long of 64 and long long of 128, says the type and value of each literal:
a static assertion in each standard.  COMPILER is occ, or a clang, which must agree."""
import itertools
import re
import subprocess
import sys
import tempfile

STANDARDS = ('CL1.0', 'CL1.1', 'CL1.2', 'CL2.0', 'CL3.0')
TYPES = ('int', 'unsigned int', 'long', 'unsigned long', 'long long', 'unsigned long long')
WARNING = 'interpreting as unsigned'
ERROR = 'too large to be represented in any integer type'


def suffixes():
    longs = ('', 'l', 'L', 'll', 'LL')
    for u, size in itertools.product(('', 'u', 'U'), longs):
        yield u + size, bool(u), len(size)
        if u and size:
            yield size + u, True, len(size)


def texts():
    """(text, value, is it decimal?)"""
    values = sorted({(1 << bits) + step for bits in (0, 7, 8, 31, 32, 33, 63, 64, 65, 100, 126, 127, 128, 129)
                     for step in (-1, 0, 1)})
    for value in values:
        yield str(value), value, value != 0  # 0 is octal, which makes no difference
        for text in (f'0x{value:x}', f'0X{value:X}', f'0{value:o}', f'0b{value:b}', f'0B{value:b}', f'0x00{value:x}'):
            yield text, value, False


def type_of(value, is_decimal, is_unsigned, longs):
    """An index of TYPES; the largest one of a decimal literal without u that is too large; None: there is none."""
    for index in range(2 * longs, 6):
        has_sign = index % 2 == 0
        if (is_unsigned and has_sign) or (is_decimal and not is_unsigned and not has_sign):
            continue
        if value < 1 << (32 << index // 2) - has_sign:
            return index
    return 5 if value < 1 << 128 else None


def lines():
    """(line of the program, what is said of it)"""
    types = ', '.join(f'{name}: {index}' for index, name in enumerate(TYPES))
    for (text, value, is_decimal), (suffix, is_unsigned, longs) in itertools.product(texts(), suffixes()):
        literal, index = text + suffix, type_of(value, is_decimal, is_unsigned, longs)
        if index is None:
            yield f'_Static_assert(sizeof({literal}), "");', ERROR
            continue
        pieces = ' | '.join(f'(unsigned long long){value >> at & 0xffffffff:#x}u << {at}' for at in (0, 32, 64, 96))
        said = WARNING if index == 5 and is_decimal and not is_unsigned else None
        bytes_ = 4 << index // 2
        yield (f'_Static_assert(_Generic(({literal}), {types}) == {index} && sizeof({literal}) == {bytes_} && '
               f'{literal} == ({TYPES[index]})({pieces}), "{literal}");'), said


def main():
    program = list(lines())
    wrong = cases = 0
    with tempfile.NamedTemporaryFile('w', suffix='.cl') as file:
        file.write('\n'.join(line for line, _ in program) + '\n')
        file.flush()
        for standard in STANDARDS:
            result = subprocess.run(sys.argv[1:] + [f'-cl-std={standard}', file.name], stderr=subprocess.PIPE, text=True)
            said = {}
            for number, text in re.findall(r'^[^\n:]*\.cl:(\d+):\d+: (?:warning|error): (.*)', result.stderr, re.M):
                if '[-W' not in text or WARNING in text:
                    said.setdefault(int(number), set()).add(text)
            for number, (line, wanted) in enumerate(program, 1):
                cases += 1
                found = said.get(number, set())
                if wanted is None and found or wanted and not (found and all(wanted in text for text in found)):
                    wrong += 1
                    if wrong < 20:
                        print(f'{standard}: {line}\n  {found or "nothing said"}, expected {wanted}')
    print(f'{len(program)} literals, {cases} cases, {wrong} wrong')
    return wrong != 0


if __name__ == '__main__':
    sys.exit(main())
