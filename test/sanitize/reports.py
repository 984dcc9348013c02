#!/usr/bin/env python3
"""What is told of a wrong program: counted by place, as JSON, suppressed, warned of by kind; and gcnsim's exit status.

usage: reports.py BUILD
"""
import json
import os
import subprocess
import sys
import tempfile

SOURCE = """kernel void
wrong(global int *x)
{
    int v;
    struct { int a[4], b[32]; } s = {{1}}; // memory goes on behind a

    for (int i = 0; i < 3; i++)
        x[get_global_id(0)] = s.a[x[64] + i + 3]; // line 8
    if (x[65])
        v = 1;
    x[get_global_id(0)] = v; // line 11
}
"""
# Both the parent and its child are told of.
PARENT = """kernel void
parent(global int *x)
{
    struct { int a[4], b[4]; } s = {{1}};
    x[0] = s.a[x[4] & 7]; // line 5
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64, 64), ^{
        struct { int a[4], b[4]; } s = {{1}};
        s.a[x[6] & 7] = 1; // line 8
    });
}
"""
# At -O0 sin is a function of its own, which has no lines; printf tells of its record, too.
LIBRARY = """kernel void
library(global float *x)
{
    float v;
    if (x[0] > 1)
        v = x[0];
    x[1] = sin(v); // line 7
    printf("%f\\n", v); // line 8
}
"""
# One instruction is told of two kinds.
KINDS = """kernel void
kinds(global int *x)
{
    local int s[64];
    int l = get_local_id(0);
    event_t e = async_work_group_copy(s, x, 64, 0);
    x[64 + l] = s[l]; // line 7
    wait_group_events(1, &e);
}
"""
# A null pointer of local memory is all ones, and not told as misaligned; the access ends the kernel.
NULL = """kernel void
null(global int *x)
{
    local int s[64];
    local int *p = x[0] ? s : 0;
    s[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    x[64 + get_local_id(0)] = *p; // line 8
}
"""
LAUNCHES = {"null": ["--global", "64", "--local", "64", "--arg", "buf:128*i32=0"],
            "kinds": ["--global", "64", "--local", "64", "--arg", "buf:128*i32=0"],
            "library": ["--global", "1", "--local", "1", "--arg", "buf:4*f32=0"],
            "wrong": ["--global", "64", "--local", "64", "--arg", "buf:66*i32=0"],
            "parent": ["--global", "1", "--local", "1", "--arg", "buf:64*i32=iota", "--arg", "queue"]}
BOUNDS = ("bounds", 8)
UNDEFINED = ("undefined", 11)


class Run:
    def __init__(self, build, folder):
        self.build, self.folder, self.count, self.bad = build, folder, 0, 0
        for name, text in (("wrong", SOURCE), ("parent", PARENT), ("library", LIBRARY), ("kinds", KINDS), ("null", NULL)):
            with open(os.path.join(folder, name + ".cl"), "w", encoding="utf-8") as file:
                file.write(text)

    def expect(self, switches, suppressions, status, told, said="", source="wrong"):
        """told: kind, line -> how often; said: a part of standard error."""
        made, rows, out = (os.path.join(self.folder, name) for name in ("wrong.co", "rows", "reports.json"))
        subprocess.run([self.build + "/bin/occ", "-w", "-fsanitize=opencl", *switches, source + ".cl", "-o", made],
                       cwd=self.folder, check=True)
        with open(rows, "w", encoding="utf-8") as file:
            file.write(suppressions)
        if os.path.exists(out):
            os.remove(out)
        result = subprocess.run([self.build + "/bin/gcnsim", "run", made, "--kernel", source, *LAUNCHES[source],
                                 "--reports", out, "--suppressions", rows],
                                capture_output=True, text=True, check=False)
        found = {}
        if os.path.exists(out):
            with open(out, encoding="utf-8") as file:
                found = {(r["kind"], int(r["place"].rsplit(":", 1)[1])): r["count"] for r in json.load(file)["reports"]}
        self.count += 1
        if result.returncode != status or found != told or said not in result.stderr:
            self.bad += 1
            print(f"{switches} {suppressions!r}: status {result.returncode}, told {found}\n{result.stderr[:600]}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        run = Run(sys.argv[1], folder)
        run.expect([], "", 3, {BOUNDS: 1})
        every = ["-fsanitize-recover"]
        run.expect(every, "", 0, {BOUNDS: 2, UNDEFINED: 1}, "wrong.cl:8: bounds: told once, met 2 times")
        run.expect(["-fsanitize-recover=bounds"], "", 3, {BOUNDS: 2, UNDEFINED: 1})
        run.expect(["-fsanitize-recover", "-fno-sanitize-recover=undefined,race"], "", 3, {BOUNDS: 2, UNDEFINED: 1})
        run.expect(["-fsanitize-recover=all"], "", 0, {BOUNDS: 2, UNDEFINED: 1})
        run.expect([], "# of others\nbounds:wrong # a kernel\n", 3, {UNDEFINED: 1})
        run.expect([], "bounds:*wrong.cl:8\nundefined:*.cl:11\n", 0, {})
        run.expect([], "*:w*g\n", 0, {})
        run.expect(every, "bounds:*.cl:9\nrace:*\nundefined:*.cl\n", 0, {BOUNDS: 2})
        run.expect([], "bounds:right\n", 3, {BOUNDS: 1})
        run.expect([], "bounds wrong\n", 2, {}, "line 1: KIND:PATTERN is wanted")
        run.expect([], "\nnothing:*\n", 2, {}, "line 2: KIND:PATTERN is wanted, of bounds, race, undefined, async-copy, alignment, null, divergence, pipe, *")
        two = ["-cl-std=CL2.0"]
        run.expect(two + every, "", 0, {("bounds", 5): 1, BOUNDS: 1}, source="parent")
        run.expect(two, "bounds:parent\n", 3, {BOUNDS: 1}, source="parent")
        run.expect(two, "bounds:__parent_block_invoke_kernel\n", 3, {("bounds", 5): 1}, source="parent")
        run.expect(two, "bounds:*parent*\n", 0, {}, source="parent")
        run.expect(["-O0"], "", 3, {("undefined", 7): 1}, "library.cl:7", source="library")
        run.expect(["-O0", *every], "", 0, {("undefined", 7): 1, ("undefined", 8): 1}, 'argument 0 of "%f"\n', source="library")
        run.expect(every, "", 0, {("async-copy", 7): 64, ("race", 7): 64}, "warning: race of work-items", source="kinds")
        run.expect(every, "", 3, {("null", 8): 1}, "LDS byte 4294967295", source="null")
        print(f"{run.count} runs, {run.bad} failed")
        sys.exit(1 if run.bad else 0)


main()
