// Atomic loads and stores beside plain ones: places.py runs each kernel and looks which instructions
// touch which memory.  Of `a` and `la` every access is atomic.  Of `p` and `lp` the second half (from
// HALF on) has atomic numbers at odd places, everything else is plain.
//
// A line "NAME gfx900 O2: ..." tells which instructions of a kernel or function are listed there; of
// chips that llvm-objdump knows.
//
// orders_local gfx900 O2: ds_read_b32*8 ds_write_b32*7
// orders_local gfx803 O2: ds_read_b32*8 ds_write_b32*7
// types gfx900 O2: global_load_dword*3 global_load_dwordx2*2 global_store_dword*3 global_store_dwordx2*2
// types gfx803 O2: flat_load_dword*3 flat_load_dwordx2*2 flat_store_dword*3 flat_store_dwordx2*2
// types_local gfx900 O2: ds_read_b32 ds_read_b64*2 ds_write_b32 ds_write_b64*2
// joined_local gfx900 O2: ds_read_b32*2 ds_write_b32*2
// joined_global gfx900 O2: global_load_dword*2 global_store_dword*2
// joined_global gfx803 O2: flat_load_dword*2 flat_store_dword*2
// unrolled gfx900 O2: global_load_dword*4
// called gfx900 O2:
// callee gfx900 O2: global_load_dword global_store_dword
// callee gfx803 O2: flat_load_dword flat_store_dword
// generic_callee gfx900 O2: flat_load_dword flat_store_dword
// read_modify_write gfx900 O2:
// initialised gfx900 O2:
// volatile_only gfx900 O2:

enum { HALF = 128 };

#define KERNEL(name)                                                                               \
    kernel void name(global atomic_int *a, global int *p, local atomic_int *la, local int *lp,     \
                     global ulong *where)
#define BEGIN                                                                                      \
    where[0] = (ulong)a;                                                                           \
    where[1] = (ulong)p;                                                                           \
    where[2] = (ulong)(uintptr_t)la;                                                               \
    where[3] = (ulong)(uintptr_t)lp;                                                               \
    p[0] = 0

#define LOAD(x, order, scope)     atomic_load_explicit(x, memory_order_##order, memory_scope_##scope)
#define STORE(x, v, order, scope) atomic_store_explicit(x, v, memory_order_##order, memory_scope_##scope)

#define LOADS(p, x, scope)                                                                         \
    *p += LOAD(x, relaxed, scope);                                                                 \
    *p += LOAD(x + 1, acquire, scope);                                                             \
    *p += LOAD(x + 2, seq_cst, scope)
#define STORES(x, scope)                                                                           \
    STORE(x, 1, relaxed, scope);                                                                   \
    STORE(x + 1, 2, release, scope);                                                               \
    STORE(x + 2, 3, seq_cst, scope)
#define SCOPES(p, x)                                                                               \
    STORES(x, work_item);                                                                          \
    STORES(x, work_group);                                                                         \
    STORES(x, device);                                                                             \
    STORES(x, all_svm_devices);                                                                    \
    STORES(x, sub_group);                                                                          \
    LOADS(p, x, work_item);                                                                        \
    LOADS(p, x, work_group);                                                                       \
    LOADS(p, x, device);                                                                           \
    LOADS(p, x, all_svm_devices);                                                                  \
    LOADS(p, x, sub_group)

KERNEL(orders_global)
{
    BEGIN;
    SCOPES(p, a);
    atomic_store(a, p[1]);
    p[2] = atomic_load(a + 1);
}

KERNEL(orders_local)
{
    BEGIN;
    STORES(la, work_group);
    STORES(la, work_item);
    atomic_store(la + 3, 5);
    LOADS(p, la, work_group);
    LOADS(p, la, device);
    lp[0] = atomic_load(la + 3);
    lp[1] = *(la + 4); // without a function
}

// The same function for both spaces.
__attribute__((noinline)) int
generic_orders(atomic_int *x, int *p)
{
    SCOPES(p, x);
    return atomic_load(x);
}

__attribute__((noinline)) int
generic_callee(atomic_int *x)
{
    STORE(x + 1, 5, relaxed, device);
    return LOAD(x, relaxed, device);
}

KERNEL(both_spaces)
{
    BEGIN;
    lp[0] = 0;
    p[1] = generic_callee(a) + generic_callee(la) + generic_orders(a, p) + generic_orders(la, lp);
}

KERNEL(types)
{
    BEGIN;
    global atomic_long *l = (global atomic_long *)(a + 16);
    global atomic_float *f = (global atomic_float *)(a + 32);
    global atomic_double *d = (global atomic_double *)(a + 48);
    global atomic_flag *flag = (global atomic_flag *)(a + 64);
    STORE(l, p[4], relaxed, device);
    STORE(f, p[5], relaxed, device);
    STORE(d, p[6], relaxed, device);
    atomic_flag_clear_explicit(flag, memory_order_relaxed, memory_scope_device);
    atomic_flag_clear(flag + 1);
    p[1] = LOAD(l + 1, relaxed, work_group) + (int)LOAD(f + 1, relaxed, work_group) +
           (int)LOAD(d + 1, acquire, device);
    p[2] = a[80]; // without a function
    p[3] = *(a + 81);
}

KERNEL(types_local)
{
    BEGIN;
    local atomic_long *l = (local atomic_long *)(la + 16);
    local atomic_double *d = (local atomic_double *)(la + 32);
    STORE(l, p[4], relaxed, work_group);
    STORE(d, p[5], release, work_group);
    atomic_flag_clear_explicit((local atomic_flag *)(la + 48), memory_order_relaxed, memory_scope_work_group);
    p[1] = LOAD(l, relaxed, work_group) + (int)LOAD(d, acquire, work_group) +
           LOAD(la + 48, relaxed, work_group);
}

// Neighbours of one base, which passes would like to join.
KERNEL(joined_local)
{
    BEGIN;
    local int *x = lp + HALF;
    local atomic_int *y = (local atomic_int *)x;
    x[0] = 1;
    STORE(y + 1, 2, relaxed, work_group);
    x[2] = 3;
    STORE(y + 3, 4, relaxed, work_group);
    x[4] = 5;
    x[6] = 6;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = x[0];
    sum += LOAD(y + 1, relaxed, work_group);
    sum += x[2] * 3;
    sum += LOAD(y + 3, relaxed, work_group) * 5;
    sum += x[4] * 7 + x[6];
    p[1] = sum;
}

KERNEL(joined_global)
{
    BEGIN;
    global int *x = p + HALF;
    global atomic_int *y = (global atomic_int *)x;
    int sum = x[8];
    sum += LOAD(y + 9, relaxed, work_group);
    sum += x[10] * 3;
    sum += LOAD(y + 11, relaxed, work_group) * 5;
    x[0] = sum;
    STORE(y + 1, sum, relaxed, device);
    x[2] = sum;
    STORE(y + 3, sum, relaxed, device);
}

static int
inlined_load(global atomic_int *a, int i)
{
    return LOAD(a + i, acquire, device);
}

KERNEL(inlined)
{
    BEGIN;
    p[1] = inlined_load(a, p[2]) + inlined_load(a, 3) + p[3];
}

__attribute__((noinline)) int
callee(global atomic_int *a, global int *p)
{
    STORE(a, p[7], release, device);
    return LOAD(a + 1, acquire, device) + p[8];
}

KERNEL(called)
{
    BEGIN;
    p[1] = callee(a, p) + callee(a + 4, p + 4);
}

KERNEL(called_again)
{
    BEGIN;
    p[1] = callee(a + 8, p) + LOAD(a, relaxed, work_group);
}

KERNEL(unrolled)
{
    BEGIN;
    int sum = 0;
    __attribute__((opencl_unroll_hint(4)))
    for (int i = 0; i < 4; i++)
        sum += LOAD(a + i * 3, relaxed, device) + p[i + 1];
    p[9] = sum;
}

// The test of the loop moves to its end, and is copied before it.
KERNEL(rotated)
{
    BEGIN;
    while (LOAD(a, relaxed, device) < 5) {
        atomic_fetch_add(a, 1);
        p[1]++;
    }
    p[2] = 3;
    while (LOAD(a + 1, acquire, device) < p[2])
        STORE(a + 1, p[3]++, relaxed, device);
}

// Only some lanes take each of the branches.
KERNEL(branches)
{
    BEGIN;
    int i = get_local_id(0);
    if (p[1] == i)
        STORE(a + i, i, relaxed, device);
    else
        p[2 + i] = i;
    p[3] = p[4] <= i ? LOAD(a + i, relaxed, device) : p[5 + i];
    switch (p[6] + i) {
    case 0:
        STORE(a + 7, i, relaxed, device);
        break;
    case 1:
        p[7] = i;
        break;
    }
}

// With more values alive than registers when everything is spilled.
KERNEL(spilled)
{
    BEGIN;
    int v[24];
    for (int i = 0; i < 24; i++)
        v[i] = LOAD(a + i, relaxed, work_group) + p[i + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 24; i++)
        STORE(a + 24 + i, v[i] * v[23 - i], relaxed, work_group);
}

KERNEL(read_modify_write)
{
    BEGIN;
    atomic_fetch_add(a, 1);
    int expected = 1;
    atomic_compare_exchange_strong(a, &expected, 2);
    atomic_flag_test_and_set((global atomic_flag *)(a + 1));
    p[1] = atomic_exchange(la, 4) + expected;
}

// Not atomic themselves (6.13.11.1); as objects they are plain memory.
KERNEL(initialised)
{
    BEGIN;
    atomic_init((global atomic_int *)(p + 2), 7);
    atomic_init((local atomic_int *)(lp + 2), 7);
}

KERNEL(volatile_only)
{
    BEGIN;
    volatile global int *v = p;
    volatile local int *w = lp;
    v[1] = v[2];
    w[1] = v[3];
    v[4] = w[1];
}
