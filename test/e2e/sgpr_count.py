"""Holds a kernel's counts of SGPRs to its code: the ones it names and the launch sets, and on top of
them what its use of VCC, XNACK_MASK and FLAT_SCRATCH takes (AMDGPUUsage, "sgprs_used"; LLVM 16 counts
the same extras).  Needs no map of the compiler: the disassembly says what is used.

  check(path, target, kernel, count) gives the reasons why the counts are wrong, none if they are not.
"""
import re
import struct
import subprocess

LLVM = '/usr/lib/llvm-16/bin/'
# Registers on top when FLAT_SCRATCH is used, and the steps in which the chip allocates.
FACTS = {'gfx6': (2, 8), 'gfx7': (4, 8), 'gfx8': (6, 16), 'gfx9': (6, 16)}
EF_AMDGPU_FEATURE_XNACK_ON = 0x300


def disassembly(path, name):
    """The instructions of a function as text, those of what it may call included."""
    text = subprocess.run([LLVM + 'llvm-objdump', '-d', path], capture_output=True, text=True,
                          check=True).stdout
    functions = re.split(r'^[0-9a-f]+ <(.*)>:$', text, flags=re.M)
    bodies = dict(zip(functions[1::2], functions[2::2]))
    lines = [line.split('//')[0] for line in bodies[name].splitlines()]
    if any(re.match(r'\s*s_(swappc|setpc)', line) for line in lines):
        lines = [line.split('//')[0] for body in bodies.values() for line in body.splitlines()]
    return [line for line in lines if re.match(r'\s*[a-z]+_', line)]


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
    """What a loader reads: the words of the descriptor or of the header before the code."""

    def __init__(self, path, name, target):
        with open(path, 'rb') as file:
            self.image = file.read()
        table = subprocess.run([LLVM + 'llvm-readelf', '-sW', path], capture_output=True, text=True,
                               check=True).stdout
        symbols = {row[7]: int(row[1], 16) for row in map(str.split, table.splitlines())
                   if len(row) == 8 and re.match(r'[0-9a-f]{16}$', row[1])}
        self.header = name + '.kd' not in symbols
        start = self.offset(symbols[name] if self.header else symbols[name + '.kd'])
        self.rsrc1, self.rsrc2, properties = struct.unpack_from('<III', self.image, start + 48)
        self.count = struct.unpack_from('<H', self.image, start + 84)[0] if self.header else None
        flags = struct.unpack_from('<I', self.image, 48)[0]
        on = flags & EF_AMDGPU_FEATURE_XNACK_ON == EF_AMDGPU_FEATURE_XNACK_ON
        self.xnack = bool(properties >> 22 & 1) if self.header else on
        self.has_xnack = target.startswith(('gfx8', 'gfx9'))

    def offset(self, address):
        first, size, count = struct.unpack_from('<Q14xHH', self.image, 32)
        for i in range(count):
            at = first + i * size
            kind, offset, start, _, length = struct.unpack_from('<I4xQQQQ', self.image, at)
            if kind == 1 and start <= address < start + length:
                return address - start + offset
        raise ValueError('no segment')

    def initial(self):
        """User SGPRs, ids of the work-group, work-group info, scratch offset."""
        return (self.rsrc2 >> 1 & 31) + sum(self.rsrc2 >> bit & 1 for bit in (0, 7, 8, 9, 10))


def check(path, target, name, count):
    launch = Launch(path, name, target)
    named, vcc, flat = used_registers(disassembly(path, name))
    top, step = FACTS[target[:4]]
    extra = top if flat else 4 if launch.xnack and launch.has_xnack else 2 if vcc else 0
    least = max(named, launch.initial()) + extra
    field = (max(count, 1) + step - 1) // step * step // 8 - 1
    reasons = []
    if count < least:
        reasons.append(f'{count} SGPRs; {named} are named, {launch.initial()} set by the launch, '
                       f'{extra} on top of them')
    if launch.header and launch.count != count:
        reasons.append(f'the header says {launch.count} SGPRs, the metadata {count}')
    if launch.rsrc1 >> 6 & 15 != field:
        reasons.append(f'granulated_wavefront_sgpr_count is {launch.rsrc1 >> 6 & 15}, not {field}')
    return reasons
