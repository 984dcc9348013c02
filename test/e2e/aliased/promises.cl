/* An index whose mask clears what its scale loses: the mask goes, and the scale must not promise that nothing is lost. */

// run: masked --global 16 --local 16 --arg buf:256*i32=iota --arg buf:64@print=x32,16
kernel void
masked(global const uint *in, global uint *out)
{
    uint l = get_local_id(0), v = l << 30, t = 0;
    uint a[32];
    for (int i = 0; i < 32; i++)
        a[i] = i + in[i + l];
    a[in[6] & 7] = 78;
    a[(v & 0x3fffffff) + (l & 7)] = 77;
    for (int i = 0; i < 32; i++)
        t = t * 31 + a[i];
    t += a[in[9] & 31] + a[in[10] & 31] * a[in[11] & 31] * a[in[12] & 31];
    out[l] = t;
}

// run: uniform --global 16 --local 16 --arg buf:256*i32=iota --arg buf:64@print=x32,16
kernel void
uniform(global const uint *in, global uint *out)
{
    uint l = get_local_id(0), y = (in[1] & 2 | 1) * 0x40000000u + (in[3] & 7);
    uint a[32];
    for (int i = 0; i < 32; i++)
        a[i] = i + in[i + l];
    a[(y & 0x3fffffffu) + (in[5] & 7)] = 77;
    a[(y & 0x3fffffffu) + (in[6] & 7)] = 78;
    a[(y & 0x3fffffffu) + (in[7] & 7)] += 79;
    uint t = a[(y & 0x3fffffffu) + (in[4] & 15)];
    for (int i = 0; i < 32; i++)
        t = t * 31 + a[i];
    out[l] = t;
}
