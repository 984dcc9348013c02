// A shift by a multiple of 32 promised that the index of a small array was one of a multiple of 64.
long store_at(uint *q)
{
    int p = (int)(q[1] << 32768u);
    q[(uint)p & 1u] = 13u;
    return p;
}

kernel void shifted_index(global ulong *out, global const ulong *in, volatile global int *acc, uint n)
{
    uint gid = get_global_id(0);
    uint a[2] = {gid, gid + 1u};
    out[gid * 32u] = (ulong)store_at(a);
    out[gid * 32u + 1u] = a[0];
    out[gid * 32u + 2u] = a[1];
}
// expect shifted_index cc9b0858764bf425
