// cl_amd_media_ops and media_ops2: sums of absolute differences, single and by four windows; unpacking.
// kernel: media
// arg: uint r[8]
// arg: ulong w[4]
// arg: uint in[3] = 0x12f03456 0x80112200 0x123
// arg: ulong l[4] = 0x123456789abcdef 0x1002003004000 0xfedcba9876543210 0xffff00010000fff0
#pragma OPENCL EXTENSION cl_amd_media_ops : enable
#pragma OPENCL EXTENSION cl_amd_media_ops2 : enable
kernel void
media(global uint *r, global ulong *w, global uint *in, global ulong *l)
{
    uint a = in[0], b = in[1], c = in[2];
    r[0] = amd_sadhi(a, b, c); //= 0x1b50123
    r[1] = amd_sadd(a, b, c); //= 0x6d20eecd
    r[2] = amd_msad(a, b, c); //= 0x282
    r[3] = amd_sad4((uint4)(a, b, c, a), (uint4)(b, c, a, a), 7u); //= 0x3f9
    r[4] = amd_msad((uint2)(a, b), (uint2)(b, a), (uint2)(c, 1)).y; //= 0x1b6
    r[5] = (uint)amd_unpack0((uint2)(a, b)).y; //= 0x0
    r[6] = (uint)amd_unpack3((uint4)(a, b, c, a)).w; //= 0x12
    r[7] = (uint)amd_unpack1(b); //= 0x22
    w[0] = amd_qsad(l[0], b, l[1]); //= 0x16001c304e7423d
    w[1] = amd_mqsad(l[0], b, l[1]); //= 0xd70118041a414e
    w[2] = amd_qsad((ulong2)(l[0], l[2]), (uint2)(b, a), (ulong2)(l[1], l[3])).y; //= 0x183014501440138
    w[3] = amd_mqsad((ulong2)(l[0], l[2]), (uint2)(b, a), (ulong2)(l[1], l[3])).x; //= 0xd70118041a414e
}
