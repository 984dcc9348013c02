"""Compiles modules, runs kernels under every schedule, and takes instructions out of objects."""
import os
import re
import struct
import subprocess

from shapes import LINE, UNSET, ir_module, kernel_name, opencl_module

LLVM = '/usr/lib/llvm-16/bin/'
CLANG = [LLVM + 'clang', '-target', 'amdgcn-amd-amdhsa', '-mcode-object-version=4', '-O3']
# name: flavour of the memory model, what writes the module
COMPILERS = {'occ': ('opencl', opencl_module), 'clang': ('opencl', opencl_module),
             'occ-hsa': ('hsa', opencl_module), 'llvm': ('hsa', ir_module)}
TRACE = re.compile(r'^\((\d+),0,0\) wave (\d+) 0x([0-9a-f]+) exec ([0-9a-f]{16}): (.*)$')


class Fault(Exception):
    pass


# ---- compiling ----

def command_of(compiler, build, target):
    if compiler == 'occ':
        return [build + '/bin/occ', '-cl-std=CL2.0', '-mcpu=' + target]
    if compiler == 'occ-hsa':
        return [build + '/bin/occ', '-cl-std=CL2.0', '-mcpu=' + target,
                '--target=amdgcn-amd-amdhsa-amdgiz']
    chip = target + ':xnack-' if target.startswith('gfx9') else target
    if compiler == 'clang':
        return [*CLANG, '-mcpu=' + chip, '-x', 'cl', '-cl-std=CL2.0', '--rocm-path=/usr',
                '--rocm-device-lib-path=/usr/lib/x86_64-linux-gnu/amdgcn/bitcode']
    return [*CLANG, '-mcpu=' + chip, '-x', 'ir', '-nogpulib', '-Wno-override-module']


def compile_module(build, work, compiler, target, name, programs, *switches):
    """The object with a kernel for each program."""
    source = f'{work}/{name}.{"ll" if compiler == "llvm" else "cl"}'
    os.makedirs(work, exist_ok=True)
    with open(source, 'w') as file:
        file.write(COMPILERS[compiler][1](programs))
    path = f'{work}/{name}.co'
    subprocess.run([*command_of(compiler, build, target), *switches, source, '-o', path],
                   check=True)
    return path


# ---- running ----

def run(build, path, program, *switches):
    size, local = program.launch()
    bytes_m, bytes_r = 4 * LINE * len(program.locs), 64 * len(program.threads)
    return subprocess.run(
        [build + '/bin/gcnsim', 'run', path, '--kernel', kernel_name(program.name), '--global',
         str(size), '--local', str(local), '--no-races', '--arg', f'buf:{bytes_m}@print=u32',
         '--arg', f'buf:{bytes_r}@print=u32', '--arg', 'u32:0', '--arg',
         f'u32:{program.choice()}', *switches], capture_output=True, text=True)


def values_of(lines):
    """The two buffers that a run printed."""
    buffers = []
    for line in lines:
        if line.startswith('argument '):
            buffers.append([])
        else:
            buffers[-1] += [int(word) for word in line.split(':')[1].split()]
    return buffers


def result_of(program, memory, values):
    result = {}
    for number in range(len(program.threads)):
        for k, reg in enumerate(program.registers(number)):
            if values[16 * number + k] != UNSET:
                result[reg] = values[16 * number + k]
    for loc in program.finals:
        result[loc] = memory[program.offsets[loc]]
    return result


def outcomes(build, path, program, *switches):
    """All results that the simulator finds, and how many schedules it went through."""
    done = run(build, path, program, '--schedule=all', *switches)
    if done.returncode:
        raise Fault(done.stderr.strip().split('\n')[0])
    blocks = re.split(r'^outcome \d+:\n', done.stdout, flags=re.M)[1:]
    schedules = int(re.search(r'(\d+) schedules', blocks[-1]).group(1))
    results = []
    for block in blocks:
        lines = [line for line in block.splitlines() if line.startswith(('argument ', ' '))]
        result = result_of(program, *values_of(lines))
        if result not in results:  # others differ in variables that nobody looks at
            results.append(result)
    return results, schedules


# ---- what a thread executed ----

class Executed:
    """touched: the places that its lane accessed, as the trace has them."""

    def __init__(self, address, text, touched):
        self.address, self.text, self.touched = address, text, touched
        self.name = text.split()[0]
        self.is_wait = self.name == 's_waitcnt'
        self.is_cache = self.name.startswith(('buffer_wbinvl1', 'buffer_wbl2', 'buffer_invl2'))
        self.is_memory = not self.is_cache and \
            self.name.startswith(('flat_', 'global_', 'buffer_', 'ds_'))


def executed(build, path, program):
    """Where the buffer of variables lies, and for each thread the instructions that it executed
    with its lane, when one thread runs after the other; those that set up LDS are left out."""
    done = run(build, path, program, '--trace')
    if done.returncode:
        raise Fault(done.stderr.strip().split('\n')[-1])
    threads, base = [[] for _ in program.threads], None
    is_set_up = [False] * len(threads)
    for line in done.stderr.splitlines():
        m = TRACE.match(line)
        if not m:
            continue
        where, mask = (int(m.group(1)), int(m.group(2))), int(m.group(4), 16)
        arguments = re.match(r's_load_dwordx\d s\[\d+:\d+\], s\[\d+:\d+\], 0x0 .*: (\w+) (\w+)',
                             m.group(5))
        if arguments and base is None:  # the first of the kernarg segment
            base = int.from_bytes(bytes.fromhex(arguments.group(1) + arguments.group(2)), 'little')
        touched = re.findall(r'lane \d+ (?:reads|writes) ((?:LDS )?0x\w+)', m.group(5))
        inst = Executed(int(m.group(3), 16), re.split(r'\s{2,}|\s\|', m.group(5))[0],
                        set(touched))
        for number, thread in enumerate(threads):
            group, wave, lane = program.where(number)
            if where == (group, wave):
                if inst.name == 's_barrier' and program.has_local() and not is_set_up[number]:
                    thread.clear()
                    is_set_up[number] = True
                elif mask >> lane & 1:
                    thread.append(inst)
    return base, threads


# ---- removals ----

class Object:
    """An ELF file whose instructions can be changed."""

    def __init__(self, path):
        with open(path, 'rb') as file:
            self.bytes = bytearray(file.read())
        start, = struct.unpack_from('<Q', self.bytes, 32)
        size, count = struct.unpack_from('<HH', self.bytes, 54)
        self.segments = []
        for k in range(count):
            kind, _, offset, address, _, length = struct.unpack_from('<IIQQQQ', self.bytes,
                                                                     start + k * size)
            if kind == 1:  # PT_LOAD
                self.segments.append((address, offset, length))

    def place(self, address):
        return next(offset + address - first for first, offset, length in self.segments
                    if first <= address < first + length)

    def change(self, address, keep, add, word=0):
        at = self.place(address) + 4 * word
        old, = struct.unpack_from('<I', self.bytes, at)
        struct.pack_into('<I', self.bytes, at, old & keep | add)

    def write(self, path):
        with open(path, 'wb') as file:
            file.write(self.bytes)


S_NOP = 0xBF800000
GLC = {'buffer': 1 << 14, 'flat': 1 << 16, 'global': 1 << 16}


def parts_of(inst):
    """What can be taken out of an instruction by itself."""
    if inst.is_wait:
        return re.findall(r'(?:vm|lgkm)cnt\(0\)', inst.text)
    if inst.is_cache:
        return [inst.name]
    if inst.is_memory and inst.text.endswith(' glc') and 'atomic' not in inst.name:
        return ['glc']
    return []


def counter_bits(target, part):
    if part.startswith('vmcnt'):
        return 0xC00F if target.startswith('gfx9') else 0xF
    return 0xF00


def put_in(target, obj, wait, part):
    obj.change(wait.address, ~counter_bits(target, part), 0)


def take_out(target, obj, inst, part):
    """A counter of a wait is no longer waited for; a bit is cleared; the rest becomes s_nop."""
    if inst.is_wait:
        obj.change(inst.address, ~0, counter_bits(target, part))
    elif part == 'glc':
        obj.change(inst.address, ~GLC[inst.name.split('_')[0]], 0)
    else:
        obj.change(inst.address, 0, S_NOP)
        obj.change(inst.address, 0, S_NOP, 1)
