"""Reads shapes.txt and writes its programs as OpenCL C and as LLVM IR.

A shape is a program whose memory orders are left open ($1, $2); a test is a shape with orders and a
place.  A place says who the threads are, how wide the scopes are and where the variables lie.
"""
import re

MEMORY_ORDERS = {'relaxed': 'monotonic', 'acquire': 'acquire', 'release': 'release',
                 'acq_rel': 'acq_rel', 'seq_cst': 'seq_cst'}
LLVM_SCOPES = {'sub_group': 'syncscope("wavefront") ', 'work_group': 'syncscope("workgroup") ',
               'device': 'syncscope("agent") ', 'all_svm_devices': ''}
LINE = 64  # dwords from one variable to the next: neither shares a line of a cache
NEAR = {'near': 8, 'next': 1}  # dwords from a variable to another one of its line
UNSET = 9  # a register that no instruction has set


class Place:
    """threads: groups (each a work-group), waves (of one work-group), pairs (two of each work-group)
    or lanes (of one wave).  data, flag: global, local; flat-global, flat-local by a pointer of which
    the compiler cannot tell where it points; uniform-global, where it sees that all lanes mean the
    same, and may read plain variables by the scalar unit; mixed-global, where it sees that of loads."""

    def __init__(self, scope, threads, data, flag=None):
        self.scope, self.threads, self.data, self.flag = scope, threads, data, flag or data


PLACES = {
    'agent': Place('device', 'groups', 'global'),
    'system': Place('all_svm_devices', 'groups', 'global'),
    'agent-uniform': Place('device', 'groups', 'uniform-global'),
    'agent-mixed': Place('device', 'groups', 'mixed-global'),
    'agent-flat': Place('device', 'groups', 'flat-global'),
    'group': Place('work_group', 'waves', 'global'),
    'group-flat': Place('work_group', 'waves', 'flat-global'),
    'lds': Place('work_group', 'waves', 'local'),
    'lds-flat': Place('work_group', 'waves', 'flat-local'),
    'lds-agent': Place('device', 'waves', 'local'),
    'lds-flag': Place('work_group', 'waves', 'global', 'local'),
    'lds-data': Place('work_group', 'waves', 'local', 'global'),
    'lds-flag-agent': Place('device', 'waves', 'global', 'local'),
    'lds-data-agent': Place('device', 'waves', 'local', 'global'),
    'narrow': Place('work_group', 'groups', 'global'),
    'wave': Place('sub_group', 'lanes', 'global'),
    'pairs': Place('device', 'pairs', 'global'),
}


class Inst:
    """op: load, store, add, xchg, cas, fence or barrier.  guard: (register, value) or None."""

    def __init__(self, op, loc=None, reg=None, value=None, expected=None, order='plain', scope=None,
                 guard=None):
        self.op, self.loc, self.reg, self.value, self.expected = op, loc, reg, value, expected
        self.order, self.scope, self.guard = order, scope, guard
        self.flags = set()


def parse_inst(text):
    m = re.match(r'(?:if (\w+) == (\d+): )?(?:(\w+) = )?(\w+)\s*(.*)$', text)
    guard = (m.group(1), int(m.group(2))) if m.group(1) else None
    op, words = m.group(4), m.group(5).split()
    inst = Inst(op, reg=m.group(3), guard=guard)
    if op not in ('fence', 'barrier'):
        inst.loc = words.pop(0)
    if op == 'cas':
        inst.expected = int(words.pop(0))
    if op not in ('fence', 'barrier', 'load'):
        inst.value = int(words.pop(0))
    if words:
        inst.order, _, scope = words.pop(0).partition('@')
        inst.scope = scope or None
    assert not words, text
    return inst


class Program:
    def __init__(self, name, threads, place, flags, finals):
        self.name, self.place, self.flags, self.finals = name, place, flags, finals
        self.threads = [[parse_inst(text) for text in thread] for thread in threads]
        self.locs = sorted({inst.loc for thread in self.threads for inst in thread if inst.loc})
        roots = sorted({loc.split('.')[0] for loc in self.locs})
        self.offsets = {}
        for loc in self.locs:
            root, _, near = loc.partition('.')
            self.offsets[loc] = LINE * roots.index(root) + NEAR.get(near, 0)
        regions = {self.region(loc) for loc in self.locs}
        if self.has_flat():  # the program cannot know
            regions = {'global', 'local'}
        for thread in self.threads:
            for inst in thread:
                inst.flags = regions
                if inst.order != 'plain' and not inst.scope:
                    inst.scope = place.scope

    def space(self, loc):
        return self.place.flag if loc in self.flags else self.place.data

    def region(self, loc):
        return self.space(loc).split('-')[-1]

    def has_flat(self):
        return any(self.space(loc).startswith('flat') for loc in self.locs)

    def pointer(self, loc):
        """The generic pointer by which the variable is reached: q where p leads elsewhere."""
        return 'q' if loc in self.flags and self.place.flag != self.place.data else 'p'

    def choice(self):
        """The kernel's last argument: bits for p and q, set where they lead to global memory."""
        bits = {'p': 1, 'q': 2}
        return sum({bits[self.pointer(loc)] for loc in self.locs if self.region(loc) == 'global'})

    def has_local(self):
        return any(self.region(loc) == 'local' for loc in self.locs)

    def names(self):
        return sorted({inst.reg for t in self.threads for inst in t if inst.reg}) + self.finals

    def registers(self, thread):
        return sorted({inst.reg for inst in self.threads[thread] if inst.reg})

    def where(self, thread):
        """(work-group, wave, lane)"""
        return {'groups': (thread, 0, 0), 'waves': (0, thread, 0), 'lanes': (0, 0, thread),
                'pairs': (thread // 2, thread % 2, 0)}[self.place.threads]

    def together(self, a, b, scope):
        """Does the scope of thread a include thread b?"""
        one, two = self.where(a), self.where(b)
        return {'work_item': one == two, 'sub_group': one[:2] == two[:2],
                'work_group': one[0] == two[0]}.get(scope, True)

    def phases(self, thread):
        """The instructions before and behind the barrier; without one all in a single list."""
        insts = self.threads[thread]
        if not any(inst.op == 'barrier' for t in self.threads for inst in t):
            return [insts]
        at = next((k for k, inst in enumerate(insts) if inst.op == 'barrier'), 0)
        return [insts[:at], [inst for inst in insts[at:] if inst.op != 'barrier']]

    def launch(self):
        """(global size, local size)"""
        n = len(self.threads)
        local = {'groups': 1, 'waves': 64 * n, 'lanes': n, 'pairs': 128}[self.place.threads]
        groups = {'groups': n, 'pairs': (n + 1) // 2}.get(self.place.threads, 1)
        return groups * local, local


class Shape:
    def __init__(self, name, title):
        self.name, self.title = name, title
        self.threads, self.places, self.flags, self.finals, self.weak = [], [], [], [], {}
        self.verdicts = {}  # orders -> is the weak result allowed, as the literature says
        self.why = ''

    def tests(self):
        """(name, orders, place's name, program)"""
        for orders in self.verdicts:
            threads = [[self.fill(text, orders) for text in thread] for thread in self.threads]
            threads = [[text for text in thread if 'fence none' not in text] for thread in threads]
            for place in self.places:
                name = '.'.join([self.name, *orders, place])
                yield name, orders, place, Program(name, threads, PLACES[place], self.flags,
                                                   self.finals)

    @staticmethod
    def fill(text, orders):
        return re.sub(r'\$(\d)', lambda m: orders[int(m.group(1)) - 1], text)


def read_shapes(path):
    shapes = []
    with open(path) as file:
        for line in file:
            word, _, rest = line.split('#')[0].strip().partition(' ')
            if not word:
                continue
            if word == 'shape':
                name, _, title = rest.partition(': ')
                shapes.append(Shape(name, title))
                continue
            read_line(shapes[-1], word, rest)
    return shapes


def read_line(shape, word, rest):
    if word == 'thread':
        shape.threads.append([text.strip() for text in rest.split(';') if text.strip() != '-'])
    elif word == 'weak':
        shape.weak = {name: int(value) for name, value in (w.split('=') for w in rest.split())}
    elif word in ('forbids', 'allows'):
        for orders in rest.split('|'):
            shape.verdicts[tuple(orders.replace('-', '').split())] = word == 'allows'
    elif word in ('places', 'flags', 'finals'):
        setattr(shape, word, rest.split())
    else:
        raise ValueError(f'{shape.name}: {word}')


# ---- OpenCL C ----

def kernel_name(name):
    return 't_' + re.sub(r'\W', '_', name)


def is_uniform(space, is_load):
    return space.startswith('uniform') or is_load and space.startswith('mixed')


def opencl_pointer(program, loc, atomic, is_load=False):
    space = program.space(loc)
    is_flat = space.startswith('flat')
    base = program.pointer(loc) if is_flat else 'm' if program.region(loc) == 'global' else 'l'
    qualifier = '' if is_flat else f'__{program.region(loc)} '
    at = base + ('' if is_uniform(space, is_load) else ' + z') + f' + {program.offsets[loc]}'
    return f'(volatile {qualifier}atomic_uint *)({at})' if atomic else f'({at})'


def opencl_inst(program, inst):
    order, scope = f'memory_order_{inst.order}', f'memory_scope_{inst.scope}'
    if inst.op == 'fence':
        flags = ' | '.join(f'CLK_{flag.upper()}_MEM_FENCE' for flag in sorted(inst.flags))
        return f'atomic_work_item_fence({flags}, {order}, {scope});'
    pointer = opencl_pointer(program, inst.loc, inst.order != 'plain', inst.op == 'load')
    if inst.order == 'plain':
        return f'{inst.reg} = *{pointer};' if inst.op == 'load' else f'*{pointer} = {inst.value};'
    result = f'{inst.reg} = ' if inst.reg else ''
    if inst.op == 'load':
        return f'{result}atomic_load_explicit({pointer}, {order}, {scope});'
    if inst.op == 'cas':
        failure = {'acq_rel': 'acquire', 'release': 'relaxed'}.get(inst.order, inst.order)
        return f'{{ uint e = {inst.expected}; atomic_compare_exchange_strong_explicit({pointer}, ' \
               f'&e, {inst.value}, {order}, memory_order_{failure}, {scope}); {inst.reg} = e; }}'
    function = {'store': 'store', 'add': 'fetch_add', 'xchg': 'exchange'}[inst.op]
    return f'{result}atomic_{function}_explicit({pointer}, {inst.value}, {order}, {scope});'


def opencl_thread(program, number, phase):
    lines, registers = [], program.registers(number)
    for inst in program.phases(number)[phase]:
        guard = f'if ({inst.guard[0]} == {inst.guard[1]}) ' if inst.guard else ''
        lines.append(guard + opencl_inst(program, inst))
    if registers and phase == len(program.phases(number)) - 1:
        # all at once: no wait for one of them comes before the last access
        values = ', '.join((registers + ['0'] * 4)[:4])
        lines.append(f'*(__global uint4 *)(r + {16 * number}) = (uint4)({values});')
    return lines


def opencl_barrier(program):
    flags = ' | '.join(f'CLK_{region.upper()}_MEM_FENCE'
                       for region in sorted({program.region(loc) for loc in program.locs}))
    return f'    barrier({flags});'


def opencl_begin(program):
    thread = {'groups': 'get_group_id(0)', 'lanes': 'get_local_id(0)',
              'waves': 'get_local_id(0) % 64 ? 9 : get_local_id(0) / 64',
              'pairs': 'get_local_id(0) % 64 ? 9 : get_group_id(0) * 2 + get_local_id(0) / 64',
              }[program.place.threads]
    n = len(program.threads)
    lines = ['    /* z: vector memory, though all lanes mean the same */',
             f'    uint t = {thread}, z = get_local_id(0) * zero;']
    lines += [f'    uint {reg} = {UNSET};' for k in range(n) for reg in program.registers(k)]
    if program.has_local() or program.has_flat():
        lines.append(f'    __local uint l[{LINE * n * 2}];')
    if program.has_local():
        lines.append('    if (get_local_id(0) == 0) {')
        lines += [f'        l[{program.offsets[loc]}] = 0;' for loc in program.locs
                  if program.region(loc) == 'local']
        lines += ['    }', '    barrier(CLK_LOCAL_MEM_FENCE);']
    for name in sorted({program.pointer(loc) for loc in program.locs
                        if program.space(loc).startswith('flat')}):
        chosen = {'p': 'sel & 1', 'q': 'sel & 2'}[name]
        lines.append(f'    uint *{name} = {chosen} ? (uint *)m : (uint *)l;')
    return lines


def opencl_kernel(program):
    lines = ['__kernel void', f'{kernel_name(program.name)}(__global uint *m, __global uint *r, '
             'uint zero, uint sel)', '{', *opencl_begin(program)]
    for phase in range(len(program.phases(0))):
        if phase:
            lines.append(opencl_barrier(program))
        for number in range(len(program.threads)):
            lines.append(f'    {"else " if number else ""}if (t == {number}) {{')
            lines += ['        ' + line for line in opencl_thread(program, number, phase)]
            lines.append('    }')
    return '\n'.join(lines + ['}', ''])


# ---- LLVM IR ----

class IrKernel:
    """Registers are in memory, which the optimiser lifts."""

    def __init__(self, program):
        self.program, self.lines, self.count = program, [], 0

    def put(self, text):
        self.lines.append('  ' + text)

    def new(self, text):
        self.count += 1
        self.put(f'%v{self.count} = {text}')
        return f'%v{self.count}'

    def label(self, name):
        self.lines.append(f'{name}:')

    def pointer(self, loc, is_load=False):
        space = self.program.space(loc)
        kind, base = 'ptr addrspace(1)', '%m'
        if space.startswith('flat'):
            kind, base = 'ptr', '%p'
        elif space == 'local':
            kind, base = 'ptr addrspace(3)', f'@{kernel_name(self.program.name)}.l'
        if not is_uniform(space, is_load):
            base = self.new(f'getelementptr i32, {kind} {base}, i32 %z')
        at = self.new(f'getelementptr i32, {kind} {base}, i32 {self.program.offsets[loc]}')
        return f'{kind} {at}'

    def inst(self, inst):
        order = MEMORY_ORDERS.get(inst.order)
        scope = LLVM_SCOPES[inst.scope] if inst.scope else ''
        result = None
        if inst.op == 'fence':
            self.put(f'fence {scope}{order}')
        elif inst.op == 'load' and not order:
            result = self.new(f'load i32, {self.pointer(inst.loc, True)}')
        elif inst.op == 'load':
            result = self.new(f'load atomic i32, {self.pointer(inst.loc, True)} '
                              f'{scope}{order}, align 4')
        elif inst.op == 'store' and not order:
            self.put(f'store i32 {inst.value}, {self.pointer(inst.loc)}')
        elif inst.op == 'store':
            self.put(f'store atomic i32 {inst.value}, {self.pointer(inst.loc)} {scope}{order}, '
                     'align 4')
        elif inst.op == 'cas':
            failure = {'acq_rel': 'acquire', 'release': 'monotonic'}.get(order, order)
            pair = self.new(f'cmpxchg {self.pointer(inst.loc)}, i32 {inst.expected}, i32 '
                            f'{inst.value} {scope}{order} {failure}')
            result = self.new(f'extractvalue {{ i32, i1 }} {pair}, 0')
        else:
            result = self.new(f'atomicrmw {inst.op} {self.pointer(inst.loc)}, i32 {inst.value} '
                              f'{scope}{order}')
        if inst.reg:
            self.put(f'store i32 {result}, ptr addrspace(5) %{inst.reg}')

    def guarded(self, inst):
        if not inst.guard:
            self.inst(inst)
            return
        self.count += 1
        then, after = f'then{self.count}', f'after{self.count}'
        value = self.new(f'load i32, ptr addrspace(5) %{inst.guard[0]}')
        is_equal = self.new(f'icmp eq i32 {value}, {inst.guard[1]}')
        self.put(f'br i1 {is_equal}, label %{then}, label %{after}')
        self.label(then)
        self.inst(inst)
        self.put(f'br label %{after}')
        self.label(after)

    def thread(self, number, phase):
        for inst in self.program.phases(number)[phase]:
            self.guarded(inst)
        registers, vector = self.program.registers(number), 'zeroinitializer'
        if phase < len(self.program.phases(number)) - 1:
            registers = []
        for k, reg in enumerate(registers):
            value = self.new(f'load i32, ptr addrspace(5) %{reg}')
            vector = self.new(f'insertelement <4 x i32> {vector}, i32 {value}, i32 {k}')
        if registers:
            at = self.new(f'getelementptr i32, ptr addrspace(1) %r, i32 {16 * number}')
            self.put(f'store <4 x i32> {vector}, ptr addrspace(1) {at}, align 16')

    def barrier(self):
        self.put('fence syncscope("workgroup") release')
        self.put('call void @llvm.amdgcn.s.barrier()')
        self.put('fence syncscope("workgroup") acquire')

    def begin(self):
        program = self.program
        self.put('%lid = call i32 @llvm.amdgcn.workitem.id.x()')
        self.put('%gid = call i32 @llvm.amdgcn.workgroup.id.x()')
        self.put('%z = mul i32 %lid, %zero')
        self.put('%wave = udiv i32 %lid, 64')
        self.put('%lane = urem i32 %lid, 64')
        self.put('%pair = mul i32 %gid, 2')
        self.put('%both = add i32 %pair, %wave')
        for reg in [reg for n in range(len(program.threads)) for reg in program.registers(n)]:
            self.put(f'%{reg} = alloca i32, addrspace(5)')
            self.put(f'store i32 {UNSET}, ptr addrspace(5) %{reg}')
        if program.has_local():
            self.put('%first = icmp eq i32 %lid, 0')
            self.put('br i1 %first, label %init, label %meet')
            self.label('init')
            for loc in program.locs:
                if program.region(loc) == 'local':
                    at = self.new(f'getelementptr i32, ptr addrspace(3) '
                                  f'@{kernel_name(program.name)}.l, i32 {program.offsets[loc]}')
                    self.put(f'store i32 0, ptr addrspace(3) {at}')
            self.put('br label %meet')
            self.label('meet')
            self.barrier()
        if program.has_flat():
            self.put('%mp = addrspacecast ptr addrspace(1) %m to ptr')
            self.put('%lp = addrspacecast ptr addrspace(3) '
                     f'@{kernel_name(program.name)}.l to ptr')
            self.put('%is_m = icmp ne i32 %sel, 0')
            self.put('%p = select i1 %is_m, ptr %mp, ptr %lp')

    def text(self):
        program, n = self.program, len(self.program.threads)
        name = kernel_name(program.name)
        self.begin()
        thread = {'groups': '%gid', 'waves': '%wave', 'lanes': '%lid',
                  'pairs': '%both'}[program.place.threads]
        if program.place.threads in ('waves', 'pairs'):
            self.put('%acts = icmp eq i32 %lane, 0')
            self.put(f'%t = select i1 %acts, i32 {thread}, i32 {UNSET}')
            thread = '%t'
        for phase in range(len(program.phases(0))):
            if phase:
                self.barrier()
            cases = ' '.join(f'i32 {k}, label %thread{phase}_{k}' for k in range(n))
            self.put(f'switch i32 {thread}, label %join{phase} [ {cases} ]')
            for k in range(n):
                self.label(f'thread{phase}_{k}')
                self.thread(k, phase)
                self.put(f'br label %join{phase}')
            self.label(f'join{phase}')
        self.put('ret void')
        lines = [f'@{name}.l = internal addrspace(3) global [{LINE * n * 2} x i32] undef, align 16']
        lines += [f'define amdgpu_kernel void @{name}(ptr addrspace(1) %m, ptr addrspace(1) %r, '
                  'i32 %zero, i32 %sel) {', 'entry:', *self.lines, '}', '']
        return '\n'.join(lines)


def ir_module(programs):
    head = ['target triple = "amdgcn-amd-amdhsa"',
            'declare i32 @llvm.amdgcn.workitem.id.x()', 'declare i32 @llvm.amdgcn.workgroup.id.x()',
            'declare void @llvm.amdgcn.s.barrier()', '']
    return '\n'.join(head + [IrKernel(program).text() for program in programs])


def opencl_module(programs):
    return '\n'.join(opencl_kernel(program) for program in programs)
