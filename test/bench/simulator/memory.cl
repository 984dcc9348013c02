/* Global memory: neighbours, a transposition, indices that are data. */
kernel void
memory(global const uint *in, global uint *out, uint n)
{
    uint id = get_global_id(0), at = id, sum = 0;
    for (uint i = 0; i < 16; i++) {
        sum += in[(id + i) & (n - 1)];
        sum ^= in[id * 64 + i & n - 1];
        at = in[at & (n - 1)];
        out[id + i * get_global_size(0) & n - 1] = sum + at;
    }
}
