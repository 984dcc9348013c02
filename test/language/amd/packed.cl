// Clang's builtins that convert to pairs, compare lanes, divide and clamp.
// kernel: test
// arg: short2 i[4]
// arg: ushort2 u[3]
// arg: uint h[2]
// arg: float f[8] = 1.5 -0.25 70000 0.5 -2 3 0 0
// arg: int n[4] = 40000 -40000 7 -7
kernel void
test(global short2 *i, global ushort2 *u, global uint *h, global float *f, global int *n)
{
    i[0] = __builtin_amdgcn_cvt_pk_i16(n[0], n[1]);      //= 32767 -32768
    i[1] = __builtin_amdgcn_cvt_pk_i16(n[2], n[3]);      //= 7 -7
    i[2] = __builtin_amdgcn_cvt_pknorm_i16(f[0], f[4]);  //= 32767 -32767
    i[3] = __builtin_amdgcn_cvt_pknorm_i16(f[6], f[6]);  //= 0 0
    u[0] = __builtin_amdgcn_cvt_pk_u16((uint)n[0] * 2, (uint)n[2]); //= 65535 7
    u[1] = __builtin_amdgcn_cvt_pknorm_u16(f[0], f[1]);  //= 65535 0
    u[2] = __builtin_amdgcn_cvt_pknorm_u16(f[6], f[5]);  //= 0 65535
    // 1.5 is 0x3e00, -0.25 is 0xb400; 70000 rounds toward zero to the largest half
    h[0] = as_uint(__builtin_amdgcn_cvt_pkrtz(f[0], f[1])); //= 0xb4003e00
    h[1] = as_uint(__builtin_amdgcn_cvt_pkrtz(f[2], f[3])); //= 0x38007bff
}

// kernel: compares global=64 local=64
// arg: ulong m[8]
// arg: float x[2] = 10 nan
kernel void
compares(global ulong *m, global float *x)
{
    int me = get_local_id(0);
    float a = (float)me, b = x[0], c = x[1];
    ulong less = __builtin_amdgcn_fcmpf(a, b, 4), more = __builtin_amdgcn_fcmpf(a, b, 2);
    ulong same = __builtin_amdgcn_fcmpf(a, b, 1), other = __builtin_amdgcn_fcmpf(a, b, 14);
    ulong unordered = __builtin_amdgcn_fcmpf(a, c, 8), never = __builtin_amdgcn_fcmpf(a, c, 0);
    ulong always = __builtin_amdgcn_fcmpf(a, c, 15);
    ulong doubles = __builtin_amdgcn_fcmp((double)a, (double)b, 5);
    if (me == 0) {
        m[0] = less;      //= 0x3ff
        m[1] = more;      //= 0xfffffffffffff800
        m[2] = same;      //= 0x400
        m[3] = other;     //= 0xfffffffffffffbff
        m[4] = unordered; //= 0xffffffffffffffff
        m[5] = never;     //= 0
        m[6] = always;    //= 0xffffffffffffffff
        m[7] = doubles;   //= 0x7ff
    }
}

// kernel: divides
// arg: float q[4] = 1 3 0x1p-30 0x1p100
// arg: double d[3] = 1 3 0
// arg: int s[4]
kernel void
divides(global float *q, global double *d, global int *s)
{
    bool flag, no;
    // nothing to scale
    float one = __builtin_amdgcn_div_scalef(q[0], q[1], true, &flag);
    s[0] = flag; //= 0
    s[1] = one == q[0]; //= 1
    // numerator and denominator are far apart: the quotient is denormal
    __builtin_amdgcn_div_scalef(q[2], q[3], true, &flag);
    s[2] = flag; //= 1
    double two = __builtin_amdgcn_div_scale(d[0], d[1], false, &no);
    s[3] = !no && two == d[1]; //= 1
    q[0] = __builtin_amdgcn_rsq_clampf(q[1] - 3.0f); //= 0x1.fffffep127
    d[2] = __builtin_amdgcn_rsq_clamp(d[0] * 0.0);   //= 0x1.fffffffffffffp1023
}
