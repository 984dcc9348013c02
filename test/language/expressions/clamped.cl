// Clamps between constants: of NaN the low bound, whichever instruction does it; fmax(fmin()) gives the high one.
// kernel: clamped global=9
// arg: float x[9] = nan -inf -3 -0.25 0.5 1 2.75 inf 0x1p-126
// arg: float r[36]
kernel void
clamped(global const float *x, global float *r)
{
    int i = get_global_id(0);
    r[i] = clamp(x[i], 0.0f, 1.0f);
    r[i + 9] = fmin(fmax(-x[i], -2.0f), 0.75f);
    r[i + 18] = fmax(fmin(x[i], 1.0f), 0.0f);
    r[i + 27] = fmin(fmax(fabs(x[i]), 1.0f), 0.5f); // the bounds are the wrong way round
}
// expect: r[0] = 0 0 0 0 0.5 1 1 1 0x1p-126
// expect: r[9] = -2 0.75 0.75 0.25 -0.5 -1 -2 -2 -0x1p-126
// expect: r[18] = 1 0 0 0 0.5 1 1 1 0x1p-126
// expect: r[27] = 0.5*9
