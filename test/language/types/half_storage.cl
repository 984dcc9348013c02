// half without cl_khr_fp16: memory only, through vload_half and vstore_half.
// kernel: test
// arg: float r[8]
// arg: half h[4] = 1.5 -0.25 65504 0x1p-24
// arg: half out[4]
kernel void
test(global float *r, global const half *h, global half *out)
{
    local ushort tile[2]; // half itself may not be declared (6.1.1.1)
    ushort mine[2];
    r[0] = vload_half(0, h);     //= 1.5
    r[1] = vload_half(1, h);     //= -0.25
    r[2] = vload_half(2, h);     //= 65504
    r[3] = vload_half(3, h);     //= 0x1p-24
    vstore_half(0.1f, 0, out);   // to nearest: expected below
    vstore_half_rtz(0.1f, 1, out);
    vstore_half_rtp(0.1f, 2, out);
    vstore_half_rtn(-0.1f, 3, out);
    vstore_half(3.0f, 1, (local half *)tile);
    vstore_half(4.0f, 0, (half *)mine);
    r[4] = vload_half(1, (local half *)tile) + vload_half(0, (half *)mine); //= 7
    float2 pair = vload_half2(0, h);
    r[5] = pair.x + pair.y;      //= 1.25
    r[6] = sizeof(half);         //= 2
    r[7] = vload_half(0, h + 1); //= -0.25
}
// expect: out[0] = #2e66 #2e66 #2e67 #ae67

// Vectors of it are values.
// kernel: vectors
// arg: half out[16]
// arg: half2 in[4] = 1.5 -0.25 3 4 5 6 7 8
// arg: int one = 1
kernel void
vectors(global half2 *out, global const half2 *in, int one)
{
    half2 two = in[one], more[2] = {two.yx, (half2)(1.0f, 2.0f)};
    half4 four = (half4)(two, in[0]);
    out[0] = *in;
    out[1] = two.yx;
    out[2] = more[one];
    out[3] = four.hi;
    out[4].yx = in[2];
    out[5] = vload2(3, (global const half *)in);
    vstore4(four, 3, (global half *)out);
}
// expect: out[0] = 1.5 -0.25 4 3 1 2 1.5 -0.25 6 5 7 8 3 4 1.5 -0.25
