// An array of sixteen dwords that every lane indexes in its own way stays out of memory.
// kernel: k global=4 local=4
// arg: float r[4]
// arg: float a[8] = 1 2 3 4 5 6 7 8
// arg: uint ix[8] = 3 15 0 7 3 14 9 15
// expect: r[0] = 76 118 124 166
// asm-not: scratch_load
kernel void
k(global float *r, global const float *a, global const uint *ix)
{
    uint id = get_global_id(0);
    float s[16] = {0}, sum = 0;
    for (uint i = 0; i < 5; i++)
        s[ix[i + id] & 15] += a[i];
    for (int i = 0; i < 16; i++)
        sum += s[i] * i;
    r[id] = sum;
}
