#!/usr/bin/env python3
"""Random graphs of kernels that kernels enqueue: what each leaves, and in which order they may run, says a model.

graphs.py OCC GCNSIM [--targets=A,B] [--count=N] [--seed=N] [--schedules=order,round,7] [--turns] [--cross]
          [--clang=22] [--keep=FOLDER]

A program has a kernel and blocks inside of blocks, with captures of many types, local arguments, ranges of one to
three dimensions, all flags, events of siblings, markers and user events.  Each task writes a word for each work-item,
and ticks of a clock when its first work-item begins and its last one ends.  --turns: each graph on one
target, the next on the next.  --cross: clang's program under our
scheduler, and ours under that of rocm-device-libs, as clang compiles it; --clang=22 for another one than clang-16.
"""
import argparse
import os
import random
import struct
import subprocess
import sys
import tempfile

CLANG = "/usr/lib/llvm-%s/bin/clang"
LIBRARIES = "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"
TICKS = 8  # words of a task in `ticks`: first, last, result of enqueueing
TYPES = [("char", 1), ("uchar", 1), ("short", 2), ("int", 4), ("uint", 4), ("long", 8), ("ulong", 8), ("float", 4),
         ("double", 8), ("float4", 16), ("int3", 16), ("long2", 16), ("struct pair", 16), ("global uint *", 8)]
FLAGS = ["CLK_ENQUEUE_FLAGS_NO_WAIT", "CLK_ENQUEUE_FLAGS_WAIT_KERNEL", "CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP"]
HEAD = """struct pair { char a; long b; };
static void begin(global int *ticks, global int *clock, int task)
{
    atomic_min(&ticks[task * 8], atomic_inc(clock));
}
static void end(global int *ticks, global int *clock, int task)
{
    atomic_max(&ticks[task * 8 + 1], atomic_inc(clock));
}
"""


class Task:
    """One that is enqueued; the kernel itself is the root."""

    def __init__(self, number, parent):
        self.number, self.parent, self.children = number, parent, []
        self.captures, self.locals, self.waits = [], [], []
        self.flags, self.event, self.marker, self.sets = FLAGS[0], None, False, None
        self.range, self.local, self.offset, self.base = [1], None, None, 0

    def items(self):
        count = 1
        for size in self.range:
            count *= size
        return count

    def below(self):
        yield self
        for child in self.children:
            yield from child.below()


class Graph:
    def __init__(self, seed, cross, number=None):
        """number: of the clang that it is for."""
        self.random, self.cross, self.tasks, self.words = random.Random(seed), cross, [], 0
        self.markers = 0 if number == "22" else 0.15  # it calls enqueue_marker by a name that ROCm 5.2.3 has not
        self.root = self.new(None)
        self.root.range, self.root.local = [1], [1]
        self.grow(self.root, 0)

    def new(self, parent):
        task = Task(len(self.tasks), parent)
        self.tasks.append(task)
        if parent:
            parent.children.append(task)
        return task

    def grow(self, parent, depth):
        r = self.random
        user = None
        for i in range(r.randint(1, 4) if depth < 2 else r.randint(0, 2)):
            if len(self.tasks) >= 14 or depth > 4:
                return
            task = self.new(parent)
            task.flags = r.choice(FLAGS)
            before = [sibling for sibling in parent.children[:-1] if sibling.event]
            if before and r.random() < 0.5:
                task.waits = r.sample(before, r.randint(1, min(3, len(before))))
            if user and r.random() < 0.5:
                task.waits.append(user)
            if r.random() < 0.6:
                task.event = f"e{task.number}"
            # with AMD's scheduler a marker without events, in a kernel that was enqueued itself, never completes
            may_mark = i and (depth == 0 or not self.cross)
            if may_mark and r.random() < self.markers or task.waits and r.random() < self.markers:
                task.marker, task.event = True, f"e{task.number}"
                continue
            self.shape(task)
            # who sets a user event must not wait for it
            if not user and not task.waits and r.random() < 0.3:
                task.sets = user = task
            self.grow(task, depth + 1)

    def shape(self, task):
        r = self.random
        dims = r.choice([1, 1, 1, 2, 3])
        whole = r.random() < 0.7
        task.range, task.local = [], []
        for _ in range(dims):
            local = r.choice([1, 2, 3, 4, 5, 8] if dims > 1 else [1, 3, 16, 60, 64, 100])
            size = local * r.randint(1, 3)
            if not whole:
                size += r.randint(0, local - 1)
            task.range.append(size)
            task.local.append(local)
        while task.items() > 300:
            task.range = [local for local in task.local]
            task.local = [min(local, 4) for local in task.local] if task.items() > 300 else task.local
            task.range = [local for local in task.local]
        whole = all(size % local == 0 for size, local in zip(task.range, task.local))
        if r.random() < 0.2:
            task.local = None
        elif r.random() < 0.3:
            task.offset = [r.randint(0, 9) for _ in range(dims)]
        if task.local and whole and r.random() < 0.4:
            task.locals = [r.randint(1, 40) for _ in range(r.randint(1, 3))]
        task.captures = [(r.choice(TYPES)[0], r.randint(1, 100)) for _ in range(r.randint(0, 5))]
        task.base = self.words
        self.words += task.items()

    # ---- the program ----

    def source(self):
        lines = [HEAD, "kernel void root(global uint *out, global int *ticks, global int *clock)\n{\n"]
        lines += self.body(self.root, 1)
        lines.append("}\n")
        return "".join(lines)

    def body(self, task, depth):
        pad = "    " * depth
        number = task.number
        yield f"{pad}uint i{number} = get_global_linear_id();\n"
        yield f"{pad}begin(ticks, clock, {number});\n"
        if task.parent:
            terms = [f"i{number} * 7u", f"{number * 1000}u", f"(uint)get_local_id(0) * 3u",
                     "(uint)get_global_id(0) * 5u"]
            for k, (kind, _) in enumerate(task.captures):
                terms.append(self.use(kind, f"c{number}_{k}"))
            yield f"{pad}uint v{number} = {' + '.join(terms)};\n"
            yield from self.share(task, pad)
            yield f"{pad}out[{task.base} + i{number}] = v{number};\n"
        if task.children:
            yield f"{pad}if (i{number} == 0) {{\n"
            yield from self.enqueue_all(task, depth + 1)
            yield f"{pad}}}\n"
        if task.sets:
            yield f"{pad}if (i{number} == 0) {{ set_user_event_status(u{number}, CL_COMPLETE); release_event(u{number}); }}\n"
        yield f"{pad}end(ticks, clock, {number});\n"

    @staticmethod
    def use(kind, name):
        if kind in ("float4", "int3"):
            return f"(uint){name}.x + (uint){name}.z"
        if kind == "long2":
            return f"(uint){name}.y"
        if kind == "struct pair":
            return f"(uint){name}.a + (uint){name}.b"
        if kind == "global uint *":
            return f"(uint)({name} - out)"
        return f"(uint){name}"

    @staticmethod
    def share(task, pad):
        number = task.number
        for k, size in enumerate(task.locals):
            yield f"{pad}local uint *s{number}_{k} = l{number}_{k};\n"
            yield f"{pad}uint at{number}_{k} = get_local_linear_id();\n"
            yield f"{pad}if (at{number}_{k} < {size}) s{number}_{k}[at{number}_{k}] = {k + 11} + at{number}_{k};\n"
        if task.locals:
            yield f"{pad}barrier(CLK_LOCAL_MEM_FENCE);\n"
        for k, size in enumerate(task.locals):
            items = 1
            for local in task.local:
                items *= local
            yield f"{pad}v{number} += s{number}_{k}[(at{number}_{k} + 1) % {min(size, items)}];\n"

    @staticmethod
    def declare(kind, name, value):
        values = {"float4": f"(float4)({value}, 0, 2, 3)", "int3": f"(int3)({value}, 5, 1)",
                  "long2": f"(long2)(9, {value})", "struct pair": f"{{{value % 50}, {value}}}",
                  "global uint *": f"out + {value}"}
        return f"{kind} {name} = {values.get(kind, value)};\n"

    @staticmethod
    def worth(kind, value):
        return {"float4": value + 2, "int3": value + 1, "struct pair": value % 50 + value}.get(kind, value)

    def enqueue_all(self, parent, depth):
        pad = "    " * depth
        yield f"{pad}queue_t q = get_default_queue();\n"
        for task in parent.children:
            if task.event:
                yield f"{pad}clk_event_t {task.event};\n"
            if task.sets:
                yield f"{pad}clk_event_t u{task.number} = create_user_event();\n"
                yield f"{pad}retain_event(u{task.number});\n"  # its setter's
        for task in parent.children:
            yield from self.enqueue(task, depth)
        for task in parent.children:
            if task.event:
                yield f"{pad}release_event({task.event});\n"
            if task.sets:
                yield f"{pad}release_event(u{task.number});\n"

    def wait_list(self, task, pad):
        """The events, and how many: a user event counts where its setter is in the list."""
        names = []
        for waited in task.waits:
            names.append(f"u{waited.number}" if waited.sets and not waited.event else waited.event)
        if names:
            yield f"{pad}clk_event_t w{task.number}[] = {{{', '.join(names)}}};\n"

    def enqueue(self, task, depth):
        pad, number = "    " * depth, task.number
        yield from self.wait_list(task, pad)
        count = len(task.waits)
        waits = f"{count}, {f'w{number}' if count else '0'}"
        if task.marker:
            yield f"{pad}ticks[{number * TICKS + 2}] = enqueue_marker(q, {waits}, &{task.event});\n"
            return
        for k, (kind, value) in enumerate(task.captures):
            yield pad + self.declare(kind, f"c{number}_{k}", value)
        dims = len(task.range)
        parts = [task.offset] if task.offset else []
        parts += [task.range] + ([task.local] if task.local else [])
        if dims == 1:
            sizes = ", ".join(str(part[0]) for part in parts)
        else:
            for k, part in enumerate(parts):
                yield f"{pad}size_t g{number}_{k}[] = {{{', '.join(map(str, part))}}};\n"
            sizes = ", ".join(f"g{number}_{k}" for k in range(len(parts)))
        events = f"{waits}, {f'&{task.event}' if task.event else '0'}, " if count or task.event else ""
        params = ", ".join(f"local void *l{number}_{k}" for k in range(len(task.locals)))
        yield f"{pad}ticks[{number * TICKS + 2}] = enqueue_kernel(q, {task.flags}, ndrange_{dims}D({sizes}), {events}^({params}) {{\n"
        yield from self.body(task, depth + 1)
        yield f"{pad}}}{''.join(f', {4 * size}' for size in task.locals)});\n"

    # ---- the model ----

    def expected(self):
        words = [0] * (self.words + 1)
        for task in self.tasks:
            if task.parent and not task.marker:
                for linear in range(task.items()):
                    words[task.base + linear] = self.value(task, linear) & 0xFFFFFFFF
        return words

    def value(self, task, linear):
        most = {1: 64, 2: 8, 3: 4}[len(task.range)]
        local = task.local or [min(size, most) for size in task.range]
        ids, left = [], linear
        for size in task.range:
            ids.append(left % size)
            left //= size
        value = linear * 7 + task.number * 1000 + ids[0] % local[0] * 3
        value += (ids[0] + (task.offset or [0])[0]) * 5
        value += sum(self.worth(kind, amount) for kind, amount in task.captures)
        items, at, step = 1, 0, 1
        for index, size in zip(ids, local):
            at += index % size * step
            step *= size
            items *= size
        for k, size in enumerate(task.locals):
            value += k + 11 + (at + 1) % min(size, items)
        return value

    def wrong_order(self, ticks):
        """What ran before something that it had to wait for."""
        first = {task: ticks[task.number * TICKS] for task in self.tasks}
        last = {task: ticks[task.number * TICKS + 1] for task in self.tasks}

        def event(task):
            """The tick before which who waits for it cannot run: of its event, or of the user event that it sets."""
            return first[task] if task.sets and not task.event else complete(task)

        def complete(task):
            """The last tick of what its event tells of."""
            if task.marker and task.waits:
                return max(event(other) for other in task.waits)
            if task.marker:
                before = task.parent.children[:task.parent.children.index(task)]
                return max([complete(other) for other in before], default=-1)
            return max([last[other] for other in task.below() if not other.marker])

        for task in self.tasks:
            if ticks[task.number * TICKS + 2] != 0:
                yield f"task {task.number} was not enqueued: {ticks[task.number * TICKS + 2]}"
            if task.marker or not task.parent:
                continue
            if last[task] < 0:
                yield f"task {task.number} did not run"
            if task.flags != FLAGS[0] and first[task] < last[task.parent]:
                yield f"task {task.number} before the end of its parent {task.parent.number}"
            for waited in task.waits:
                if first[task] < event(waited):
                    yield f"task {task.number} before {waited.number}, for which it waits"


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)


def clang(number, target, source, name):
    """The command: version 4, which ROCm 5.2.3's functions enqueue right from (version 5: ../../docs/abi.md)."""
    command = [CLANG % number, "-x", "cl", "-cl-std=CL2.0", "-target", "amdgcn-amd-amdhsa", f"-mcpu={target}", "-O3",
               "-mcode-object-version=4", "--rocm-path=/usr", f"--rocm-device-lib-path={LIBRARIES}", source, "-o", name]
    if number == "22":  # newer than the libraries
        command += ["-Xclang", "-mlink-builtin-bitcode", "-Xclang", f"{LIBRARIES}/oclc_daz_opt_off.bc"]
    return command


class Test:
    def __init__(self, options, folder):
        self.options, self.folder, self.failures, self.runs = options, folder, 0, 0
        self.schedulers = {}

    def path(self, name):
        return os.path.join(self.folder, name)

    def fail(self, what, text=""):
        self.failures += 1
        print(f"FAIL {what}\n{text}")

    def compile(self, compiler, target, source, name):
        command = [self.options.occ, "-cl-std=CL2.0", f"-mcpu={target}", source, "-o", self.path(name)]
        if compiler == "clang":
            command = clang(self.options.clang, target, source, self.path(name))
        done = run(command)
        if done.returncode:
            self.fail(" ".join(command), done.stdout)
        return done.returncode == 0

    def scheduler(self, target):
        """Of rocm-device-libs."""
        if target not in self.schedulers:
            source, name = self.path("scheduler.cl"), f"scheduler.{target}.co"
            with open(source, "w", encoding="ascii") as file:
                file.write("extern void __amd_scheduler_rocm(__global void *);\n"
                           "kernel void scheduler(__global void *p) { __amd_scheduler_rocm(p); }\n")
            self.schedulers[target] = self.path(name) if self.compile("clang", target, source, name) else None
        return self.schedulers[target]

    def execute(self, graph, what, program, schedule, scheduler):
        tasks = len(graph.tasks)
        ticks = self.path("ticks.in")
        with open(ticks, "wb") as file:
            for _ in range(tasks):
                file.write(struct.pack(f"<{TICKS}i", 0x7FFFFFFF, -1, *[0] * (TICKS - 2)))
        command = [self.options.gcnsim, "run", self.path(program), "--kernel=root", "--global=1", "--local=1",
                   f"--schedule={schedule}", f"--arg=buf:{4 * (graph.words + 1)}@out={self.path('out')}",
                   f"--arg=buf:{ticks}@out={self.path('ticks')}", "--arg=buf:4", "--arg=queue:16384",
                   "--max-seconds=50"]
        if scheduler:
            command.append(f"--scheduler={scheduler}")
        done = run(command)
        self.runs += 1
        if done.returncode:
            self.fail(what, " ".join(command) + "\n" + done.stdout)
            return
        with open(self.path("out"), "rb") as file:
            out = struct.unpack(f"<{graph.words + 1}I", file.read())
        with open(self.path("ticks"), "rb") as file:
            left = struct.unpack(f"<{tasks * TICKS}i", file.read())
        wrong = [f"word {i} is {is_}, not {should}"
                 for i, (is_, should) in enumerate(zip(out, graph.expected())) if is_ != should][:3]
        wrong += graph.wrong_order(left)
        if wrong:
            self.fail(what, "\n".join(wrong))

    def check(self, seed):
        graph = Graph(seed, self.options.cross, self.options.clang)
        source = self.path("graph.cl")
        with open(source, "w", encoding="ascii") as file:
            file.write(graph.source())
        targets = self.options.targets
        for target in [targets[seed % len(targets)]] if self.options.turns else targets:
            pairs = [("occ", None)]
            if self.options.cross:
                pairs = [("clang", None), ("occ", self.scheduler(target))]
            for compiler, scheduler in pairs:
                if not self.compile(compiler, target, source, "graph.co"):
                    continue
                for schedule in self.options.schedules:
                    self.execute(graph, f"seed {seed}, {compiler}, {target}, schedule {schedule}", "graph.co",
                                 schedule, scheduler)
        return len(graph.tasks)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("occ")
    parser.add_argument("gcnsim")
    parser.add_argument("--targets", default="gfx600,gfx701,gfx803,gfx900,gfx90a", type=lambda text: text.split(","))
    parser.add_argument("--schedules", default="order,round,7", type=lambda text: text.split(","))
    parser.add_argument("--count", default=10, type=int)
    parser.add_argument("--seed", default=1, type=int)
    parser.add_argument("--turns", action="store_true")
    parser.add_argument("--cross", action="store_true")
    parser.add_argument("--clang", default="16", choices=("16", "22"))
    parser.add_argument("--keep")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.keep:
            os.makedirs(options.keep, exist_ok=True)
        test = Test(options, options.keep or folder)
        tasks = sum(test.check(seed) for seed in range(options.seed, options.seed + options.count))
    print(f"{options.count} graphs, {tasks} tasks, {test.runs} runs, {test.failures} failed")
    return 1 if test.failures or not test.runs else 0


if __name__ == "__main__":
    sys.exit(main())
