/*!
[config]
name: Generic pointers whose address spaces the compiler finds out
clc_version_min: 20
dimensions: 1
global_size: 8 0 0
local_size: 8 0 0

[test]
name: branches and selection
kernel_name: branches
arg_in: 1 buffer int[16] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
arg_out: 0 buffer int[8] 18 6 22 10 26 14 30 18

[test]
name: walking in a loop
kernel_name: walking
arg_in: 1 buffer int[16] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
arg_out: 0 buffer int[8] 28 91 28 91 28 91 28 91

[test]
name: functions
kernel_name: functions
arg_in: 1 buffer int[16] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
arg_out: 0 buffer int[8] 14 15 16 23 30 37 44 51

[test]
name: structures
kernel_name: structures
arg_in: 1 buffer int[16] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
arg_out: 0 buffer int[8] 5 17 29 41 53 65 77 89

[test]
name: arrays
kernel_name: arrays
arg_in: 1 buffer int[16] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
arg_out: 0 buffer int[8] 108 109 110 111 112 113 114 115

[test]
name: null
kernel_name: nulls
arg_in: 1 buffer int[16] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
arg_out: 0 buffer int[8] -1 8 -1 10 -1 12 -1 14

[test]
name: copies
kernel_name: copies
arg_in: 1 buffer int[32] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
arg_out: 0 buffer int[32] 28 29 30 31 24 25 26 27 20 21 22 23 16 17 18 19 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3

[test]
name: offsets of 64 bits
kernel_name: offsets
arg_in: 1 long -2
arg_out: 0 buffer int[8] 20 30 40 50 60 70 80 90

[test]
name: reloaded from private memory
kernel_name: reloaded
arg_in: 1 buffer int[16] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
arg_out: 0 buffer int[8] 9 11 13 15 17 19 21 23
!*/

kernel void branches(global int *out, global int *in)
{
    int i = get_global_id(0);
    int *p;
    if (i & 1)
        p = in + i;
    else
        p = in + 8 + i;
    int *q = i & 1 ? in : in + 8;
    *p = *p + 1;
    out[i] = *p + q[i] + (i & 1 ? 2 : 0);
}

kernel void walking(global int *out, global int *in)
{
    int i = get_global_id(0);
    int *p = i & 1 ? in + 1 : in, *end = i & 1 ? in + 14 : in + 8, sum = 0;
    for (; p != end; p++)
        sum += *p;
    out[i] = sum;
}

static int *next(int *p, int by) { return p + by; }
static int sum2(const int *p) { return p[0] + p[1]; }
static int *larger(int *a, int *b) { return *a > *b ? a : b; }

kernel void functions(global int *out, global int *in)
{
    local int lds[16];
    int i = get_local_id(0);
    lds[i] = in[i] * 3;
    lds[i + 8] = 14 + in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    int mine[2] = {i, i + 1};
    int from_local = *larger(next(lds, i), next(lds, 8 * (i < 2) + i));
    out[i] = i < 2 ? from_local : sum2(next(in, i)) + sum2(mine) + from_local;
}

struct view { int *from; const int *to; int scale; };

static int apply(struct view v) { return v.from[0] * v.scale + *v.to; }

kernel void structures(global int *out, global int *in)
{
    local int lds[8];
    int i = get_local_id(0);
    lds[i] = 5 + 2 * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    struct view v = {in + i, lds + i, 10}, w;
    w = v;
    out[i] = apply(w);
}

kernel void arrays(global int *out, global int *in)
{
    local int lds[8];
    int i = get_local_id(0), sum = 0;
    lds[i] = 100;
    barrier(CLK_LOCAL_MEM_FENCE);
    int *p[2] = {lds, in + 8};
    for (int k = 0; k < 2; k++)
        sum += p[k][i];
    out[i] = sum;
}

kernel void nulls(global int *out, global int *in)
{
    local int lds[8];
    int i = get_local_id(0);
    lds[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    int *p = i & 1 ? lds + i : 0, *q = i & 1 ? in + 7 : 0;
    out[i] = p && q ? *p + *q : -1;
}

struct block { int words[4]; };

static void copy(struct block *to, const struct block *from) { *to = *from; }

kernel void copies(global struct block *out, global struct block *in)
{
    local struct block lds[8];
    int i = get_local_id(0);
    copy(lds + i, in + i);
    barrier(CLK_LOCAL_MEM_FENCE);
    copy(out + i, lds + 7 - i);
}

kernel void offsets(global int *out, long back)
{
    local int lds[16];
    int i = get_local_id(0);
    lds[i] = 10 * i;
    lds[i + 8] = 10 * (i + 8);
    barrier(CLK_LOCAL_MEM_FENCE);
    int *p = lds + 4;
    out[i] = p[i + back];
}

kernel void reloaded(global int *out, global int *in)
{
    int i = get_global_id(0), local_to_item = 1;
    int *p = in, **pp = &p, *q = &local_to_item;
    if (i & 1)
        *pp = in + 1;
    *q = i & 1 ? 8 : 9;
    out[i] = (*pp)[i] + *q + i;
}
