// -cl-fast-relaxed-math: small constant powers are products.
// options: -cl-fast-relaxed-math
// kernel: powers global=2 local=2
// arg: float r[6]
// arg: float a[2] = -1.5 0.75
kernel void
powers(global float *r, global const float *a)
{
    int i = get_global_id(0);
    r[3 * i] = pown(a[i], 3);
    r[3 * i + 1] = pow(a[i], 2.0f);
    r[3 * i + 2] = pown(a[i], 0);
}
// expect: r[0] = -3.375 2.25 1 0.421875 0.5625 1
// asm-not: v_exp_f32
