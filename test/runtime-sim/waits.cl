/* Right programs whose waits are delicate: FLAT accesses that go to LDS while vector memory and
 * LDS operations are out, atomics in LDS next to barriers.  OpenCL C 2.0. */

__attribute__((noinline)) int
take(const int *p, const int *q, int i)
{
    return p[i] + q[i + 1];
}

__attribute__((noinline)) void
put(volatile atomic_int *p, int v)
{
    atomic_fetch_add_explicit(p, v, memory_order_relaxed, memory_scope_work_group);
}

kernel void
flat(global const int *a, global int *o)
{
    local int t[256];
    local atomic_int sum[4];
    int l = get_local_id(0);
    if (l < 4)
        atomic_init(&sum[l], 0);
    t[l] = a[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int *p = l & 1 ? (const int *)t : (const int *)a;
    int x = p[(l + 3) & 255] + a[l ^ 1], y = p[(l + 7) & 255] + a[l ^ 2];
    put(&sum[l & 3], x);
    x += take(t, a, l & 127);
    barrier(CLK_LOCAL_MEM_FENCE);
    o[l] = x * 3 + y +
           atomic_load_explicit(&sum[(l + 1) & 3], memory_order_relaxed, memory_scope_work_group);
}

kernel void
barriers(global const int *a, global int *o, int n)
{
    local int t[256];
    local uint h[64];
    int l = get_local_id(0);
    if (l < 64)
        h[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < n; i++) {
        t[l] = a[l] + i;
        atomic_inc(&h[(a[l] + i) & 63]);
        barrier(CLK_LOCAL_MEM_FENCE);
        o[l] += t[l ^ 64];
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
    o[l] += h[l & 63];
}
