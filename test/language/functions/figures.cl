// Registers, scratch and LDS of a kernel are those of all that it calls.
#define NOINLINE __attribute__((noinline))

NOINLINE int
registers(int a)
{
    __asm volatile("v_mov_b32 v50, 0\n s_mov_b32 s70, 0" : : : "v50", "s70");
    return a + 1;
}

NOINLINE int
middle(int a)
{
    return registers(a) * 2;
}

// At -O0 parameters have a place in memory.
// kernel: regs
// arg: int r[1]
// check: vgprs >= 51
// check: sgprs >= 71
// check: scratch <= 12
// check: lds = 0
kernel void
regs(global int *r)
{
    r[0] = middle(4);    //= 10
}

// Frames of functions that are not active together share memory; those of a chain lie one after the other.
NOINLINE int
frame_512(int a, int b)
{
    volatile int s[128];
    for (int i = 0; i < 128; i++)
        s[i] = a + i;
    return s[b & 127];
}

NOINLINE int
frame_1024(int a, int b)
{
    volatile int s[256];
    for (int i = 0; i < 256; i++)
        s[i] = a * i;
    return s[b & 255];
}

NOINLINE int
chain(int a, int b)
{
    volatile int s[64];
    for (int i = 0; i < 64; i++)
        s[i] = frame_512(a, i);
    return s[b & 63];
}

// kernel: shared
// arg: int r[2]
// arg: int a = 3
// check: scratch >= 1024
// check: scratch <= 1100
kernel void
shared(global int *r, int a)
{
    r[0] = frame_512(a, a);     //= 6
    r[1] = frame_1024(a, a);    //= 9
}

// kernel: chained
// arg: int r[1]
// arg: int a = 3
// check: scratch >= 768
// check: scratch <= 900
kernel void
chained(global int *r, int a)
{
    r[0] = chain(a, a);    //= 6
}

NOINLINE int
turn(local int *s)
{
    int i = get_local_id(0), n = get_local_size(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    return s[n - 1 - i];
}

// kernel: inner global=4 local=4
// arg: int r[4]
// check: lds = 256
NOINLINE kernel void
inner(global int *r)
{
    local int s[64];
    int i = get_local_id(0);
    s[i] = i;
    r[i] = turn(s);
}
// expect: r[0] = 3 2 1 0

// kernel: outer global=4 local=4
// arg: int r[4]
// check: lds = 384
kernel void
outer(global int *r)
{
    local int s[32];
    int i = get_local_id(0);
    inner(r);
    s[i] = r[i] * 10;
    r[i] += turn(s);
}
// expect: r[0] = 3 12 21 30
