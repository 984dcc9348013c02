// vstore_half in each rounding mode, where no two of them agree: ties, overflow, subnormal halves.
// kernel: floats global=20
// arg: half out[80]
// arg: float in[20] = 0.1 -0.1 65519 -65519 65520 1e6 -1e6 0x1p-25 -0x1p-25 0x1.8p-25 1e-30 -1e-30 0x1.003p0 -0x1.001p0 0x1.002p0 3 inf -inf nan -0
kernel void
floats(global half *out, global const float *in)
{
    int i = get_global_id(0);
    vstore_half_rte(in[i], i + 0, out);
    vstore_half_rtz(in[i], i + 20, out);
    vstore_half_rtp(in[i], i + 40, out);
    vstore_half_rtn(in[i], i + 60, out);
}
// expect: out[0] = #2e66 #ae66 #7bff #fbff #7c00 #7c00 #fc00 #0000 #8000 #0001 #0000 #8000 #3c01 #bc00 #3c00 #4200 #7c00 #fc00 nan -0
// expect: out[20] = #2e66 #ae66 #7bff #fbff #7bff #7bff #fbff #0000 #8000 #0000 #0000 #8000 #3c00 #bc00 #3c00 #4200 #7c00 #fc00 nan -0
// expect: out[40] = #2e67 #ae66 #7c00 #fbff #7c00 #7c00 #fbff #0001 #8000 #0001 #0001 #8000 #3c01 #bc00 #3c01 #4200 #7c00 #fc00 nan -0
// expect: out[60] = #2e66 #ae67 #7bff #fc00 #7bff #7bff #fc00 #0000 #8001 #0000 #0000 #8001 #3c00 #bc01 #3c00 #4200 #7c00 #fc00 nan -0

// kernel: doubles global=23
// arg: half out[92]
// arg: double in[23] = 0.1 -0.1 65519 -65519 65520 1e6 -1e6 0x1p-25 -0x1p-25 0x1.8p-25 1e-30 -1e-30 0x1.003p0 -0x1.001p0 0x1.002p0 3 0x1.00200000001p0 -0x1.00200000001p0 0x1.ffdfffffffffp15 inf -inf nan -0
kernel void
doubles(global half *out, global const double *in)
{
    int i = get_global_id(0);
    vstore_half_rte(in[i], i + 0, out);
    vstore_half_rtz(in[i], i + 23, out);
    vstore_half_rtp(in[i], i + 46, out);
    vstore_half_rtn(in[i], i + 69, out);
}
// expect: out[0] = #2e66 #ae66 #7bff #fbff #7c00 #7c00 #fc00 #0000 #8000 #0001 #0000 #8000 #3c01 #bc00 #3c00 #4200 #3c01 #bc01 #7bff #7c00 #fc00 nan -0
// expect: out[23] = #2e66 #ae66 #7bff #fbff #7bff #7bff #fbff #0000 #8000 #0000 #0000 #8000 #3c00 #bc00 #3c00 #4200 #3c00 #bc00 #7bff #7c00 #fc00 nan -0
// expect: out[46] = #2e67 #ae66 #7c00 #fbff #7c00 #7c00 #fbff #0001 #8000 #0001 #0001 #8000 #3c01 #bc00 #3c01 #4200 #3c01 #bc00 #7c00 #7c00 #fc00 nan -0
// expect: out[69] = #2e66 #ae67 #7bff #fc00 #7bff #7bff #fc00 #0000 #8001 #0000 #0000 #8001 #3c00 #bc01 #3c00 #4200 #3c00 #bc01 #7bff #7c00 #fc00 nan -0

// kernel: vectors
// arg: half out[16]
// arg: float4 in[1] = 0.1 -0.1 65519 -1e6
kernel void
vectors(global half *out, global const float4 *in)
{
    vstore_half4_rte(*in, 0, out);
    vstore_half4_rtz(*in, 1, out);
    vstore_half4_rtp(*in, 2, out);
    vstore_half4_rtn(*in, 3, out);
}
// expect: out[0] = #2e66 #ae66 #7bff #fc00
// expect: out[4] = #2e66 #ae66 #7bff #fbff
// expect: out[8] = #2e67 #ae66 #7c00 #fbff
// expect: out[12] = #2e66 #ae67 #7bff #fc00
