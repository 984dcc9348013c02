#!/usr/bin/env python3
"""Holds what vector instructions may read to llvm-mc-16: scalar values and literals before GFX10.

  sources.py PRINT-SOURCES COUNT CHIP...

The assembler takes what llvm-mc takes, and nothing else; strict mode says nothing against what llvm-mc takes,
and faults where the assembler says that there is more than one scalar value, or no room for a literal.
"""
import re
import subprocess
import sys

LIMITS = re.compile(r'scalar value|a literal is not possible')
LONG = re.compile(r'_e64|_sdwa')


def refused_by_llvm(chip, texts):
    run = subprocess.run(['llvm-mc-16', '-arch=amdgcn', '-mcpu=' + chip, '-filetype=null'], input='\n'.join(texts) + '\n',
                         capture_output=True, text=True, check=False)
    return {int(m[1]) - 1: m[2] for m in re.finditer(r'^<stdin>:(\d+):\d+: error: (.*)', run.stderr, re.M)}


def main():
    tool, count, chips = sys.argv[1], sys.argv[2], sys.argv[3:]
    wrong, total, limited = [], 0, 0
    for chip in chips:
        lines = subprocess.run([tool, chip, count], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
        lines = [line.split('\t') for line in dict.fromkeys(lines)]
        refused = refused_by_llvm(chip, [text for _, _, text in lines])
        for i, (ours, strict, text) in enumerate(lines):
            total += 1
            limited += strict != 'ok'
            if (ours == 'ok') != (i not in refused):
                wrong.append(f'{chip}: {text}: ours: {ours}; llvm-mc: {refused.get(i, "ok")}')
            if strict != 'ok' and i not in refused:
                wrong.append(f'{chip}: {text}: strict mode: {strict}; llvm-mc takes it')
            if strict == 'ok' and LIMITS.search(ours) and (LONG.search(text) or 'scalar value' in ours):
                wrong.append(f'{chip}: {text}: strict mode is quiet; the assembler: {ours}')
    for line in wrong:
        print('FAIL', line)
    print(f'{total} instructions on {len(chips)} chips, {limited} beyond the limits, {len(wrong)} wrong')
    sys.exit(bool(wrong))


main()
