// A power whose reciprocal overflows, but it does not: a denormal number where the target has them.
// targets: gfx900
// kernel: tiny
// arg: float r[2]
// arg: float in[1] = -0x1p64
kernel void
tiny(global float *r, global const float *in)
{
    r[0] = pow(in[0], -2.0f); //= 0x1p-128
    r[1] = pown(in[0], -2);   //= 0x1p-128
}
