/*!
[config]
name: Pointers that stay generic
clc_version_min: 20
dimensions: 1
global_size: 8 0 0
local_size: 8 0 0

[test]
name: three address spaces
kernel_name: three
arg_in: 1 buffer int[8] 0 1 2 3 4 5 6 7
arg_out: 1 buffer int[8] 1000 1 2 1003 4 5 1006 7
arg_out: 0 buffer int[8] 1000 1011 1022 1003 1014 1025 1006 1017

[test]
name: walking in local or global memory
kernel_name: walking
arg_in: 1 buffer int[8] 0 1 2 3 4 5 6 7
arg_out: 0 buffer int[8] 28 280 28 280 28 280 28 280

[test]
name: through memory
kernel_name: through_memory
arg_in: 1 buffer int[8] 0 1 2 3 4 5 6 7
arg_in: 2 int 1
arg_out: 0 buffer int[8] 50 1 52 3 54 5 56 7

[test]
name: through an integer
kernel_name: through_integer
arg_in: 1 buffer int[8] 0 1 2 3 4 5 6 7
arg_out: 0 buffer int[8] 1 2 3 4 5 6 7 70

[test]
name: null of three spaces
kernel_name: nulls
arg_in: 1 buffer int[8] 0 1 2 3 4 5 6 7
arg_out: 0 buffer int[8] 0 1 2 7 0 1 2 7

[test]
name: copies
kernel_name: copies
arg_in: 1 buffer int[8] 0 1 2 3 4 5 6 7
arg_out: 0 buffer int[8] 9 1 9 3 9 5 9 7
!*/

kernel void three(global int *out, global int *in)
{
    local int lds[8];
    int i = get_local_id(0), mine = 20 + i;
    lds[i] = 10 + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    int *p = in + i;
    if (i % 3 == 1)
        p = lds + i;
    else if (i % 3 == 2)
        p = &mine;
    *p += 1000;
    out[i] = *p;
}

kernel void walking(global int *out, global int *in)
{
    local int lds[8];
    int i = get_local_id(0), sum = 0;
    lds[i] = 10 * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    int *p = i & 1 ? (int *)lds : in;
    for (int k = 0; k < 8; k++)
        sum += *p++;
    out[i] = sum;
}

kernel void through_memory(global int *out, global int *in, int one)
{
    local int lds[8];
    int i = get_local_id(0);
    lds[i] = 50 + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    int *p[2] = {lds, in};
    out[i] = p[i & one][i];
}

kernel void through_integer(global int *out, global int *in)
{
    local int lds[8];
    int i = get_local_id(0);
    lds[i] = 10 * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    int *p = i == 7 ? (int *)(lds + 6) : in + i;
    uintptr_t u = (uintptr_t)p + sizeof(int);
    out[i] = *(int *)u;
}

kernel void nulls(global int *out, global int *in)
{
    local int lds[8];
    int i = get_local_id(0), mine = i;
    local int *l = i & 4 ? lds : 0;
    private int *v = i & 4 ? &mine : 0;
    global int *g = i & 4 ? in : 0;
    lds[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    int k = i & 3;
    int *p = k == 0 ? (int *)l : k == 1 ? (int *)v : k == 2 ? (int *)g : in + 7;
    out[i] = p && k == 3 ? *p : p ? (*p >= 0 ? k : -1) : k;
}

struct pair { int words[4]; };

kernel void copies(global int *out, global int *in)
{
    local struct pair lds[8];
    int i = get_local_id(0);
    struct pair mine;
    for (int k = 0; k < 4; k++) {
        lds[i].words[k] = in[i];
        mine.words[k] = 9;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    struct pair *p = i & 1 ? (struct pair *)(lds + i) : &mine, got = *p;
    out[i] = got.words[i & 3];
}
