"""Holds a kernel's counts of SGPRs to its code: the ones it names and the launch sets, and on top of
them what its use of VCC, XNACK_MASK and FLAT_SCRATCH takes (AMDGPUUsage, "sgprs_used"; LLVM 16 counts
the same extras).  Needs no map of the compiler: the disassembly says what is used.

  check(Launch(path, target), disassemble([path])[path], kernel, count) gives the reasons why the counts are wrong,
  none if they are not.
"""
import os
import re
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'gcn', 'asm'))
from elf import Elf

LLVM = '/usr/lib/llvm-16/bin/'
# Registers on top when FLAT_SCRATCH is used, and the steps in which the chip allocates.
FACTS = {'gfx6': (2, 8), 'gfx7': (4, 8), 'gfx8': (6, 16), 'gfx9': (6, 16)}
EF_AMDGPU_FEATURE_XNACK_ON = 0x300


def disassemble(paths):
    """Path -> function -> its instructions as text."""
    text = subprocess.run([LLVM + 'llvm-objdump', '-d', *paths], capture_output=True, text=True,
                          check=True).stdout
    files = re.split(r'^(\S.*):\tfile format .*$', text, flags=re.M)
    found = {}
    for path, code in zip(files[1::2], files[2::2]):
        functions = re.split(r'^[0-9a-f]+ <(.*)>:$', code, flags=re.M)
        found[path] = {name: [line.split('//')[0] for line in body.splitlines() if re.match(r'\s*[a-z]+_', line)]
                       for name, body in zip(functions[1::2], functions[2::2])}
    return found


def instructions(code, name):
    """Those of a function and of what it may call."""
    calls = any(re.match(r'\s*s_(swappc|setpc)', line) for line in code[name])
    return sum(code.values(), []) if calls else code[name]


def used_registers(lines):
    """The number of SGPRs named, whether VCC is used, whether FLAT_SCRATCH is."""
    end, vcc, flat = 0, False, False
    for line in lines:
        for first, last in re.findall(r'\bs\[(\d+):(\d+)\]', line):
            end = max(end, int(last) + 1)
        for number in re.findall(r'\bs(\d+)\b', line):
            end = max(end, int(number) + 1)
        vcc = vcc or bool(re.search(r'\bvcc|s_cbranch_vcc|v_div_fmas', line))
        flat = flat or bool(re.search(r'\bflat_scratch|\bscratch_', line))
    return end, vcc, flat


class Launch:
    """What a loader reads of an object: the words of the descriptors or of the headers before the code."""

    def __init__(self, path, target):
        elf = Elf(path)
        self.image, self.target = elf.bytes, target
        self.symbols = {symbol[0]: symbol[4] for symbol in elf.symbols()}
        self.is_xnack_on = elf.flags & EF_AMDGPU_FEATURE_XNACK_ON == EF_AMDGPU_FEATURE_XNACK_ON

    def has_header(self, name):
        return name + '.kd' not in self.symbols

    def start(self, name):
        return self.offset(self.symbols[name] if self.has_header(name) else self.symbols[name + '.kd'])

    def words(self, name):
        """rsrc1, rsrc2, properties"""
        return struct.unpack_from('<III', self.image, self.start(name) + 48)

    def count(self, name):
        return struct.unpack_from('<H', self.image, self.start(name) + 84)[0]

    def has_xnack(self, name):
        if not self.target.startswith(('gfx8', 'gfx9')):
            return False
        return bool(self.words(name)[2] >> 22 & 1) if self.has_header(name) else self.is_xnack_on

    def offset(self, address):
        first, size, count = struct.unpack_from('<Q14xHH', self.image, 32)
        for i in range(count):
            at = first + i * size
            kind, offset, start, _, length = struct.unpack_from('<I4xQQQQ', self.image, at)
            if kind == 1 and start <= address < start + length:
                return address - start + offset
        raise ValueError('no segment')

    def initial(self, name):
        """User SGPRs, ids of the work-group, work-group info, scratch offset."""
        rsrc2 = self.words(name)[1]
        return (rsrc2 >> 1 & 31) + sum(rsrc2 >> bit & 1 for bit in (0, 7, 8, 9, 10))


def check(launch, code, name, count):
    named, vcc, flat = used_registers(instructions(code, name))
    top, step = FACTS[launch.target[:4]]
    extra = top if flat else 4 if launch.has_xnack(name) else 2 if vcc else 0
    initial, granulated = launch.initial(name), launch.words(name)[0] >> 6 & 15
    field = (max(count, 1) + step - 1) // step * step // 8 - 1
    reasons = []
    if count < max(named, initial) + extra:
        reasons.append(f'{count} SGPRs; {named} are named, {initial} set by the launch, {extra} on top of them')
    if launch.has_header(name) and launch.count(name) != count:
        reasons.append(f'the header says {launch.count(name)} SGPRs, the metadata {count}')
    if granulated != field:
        reasons.append(f'granulated_wavefront_sgpr_count is {granulated}, not {field}')
    return reasons
