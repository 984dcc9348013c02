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
