// AMD's builtins that are one floating-point instruction.
// kernel: test
// arg: float r[18]
// arg: int n[8]
// arg: double d[4]
// arg: float f[6] = 4 -2.75 0.25 0 inf nan
// arg: double e[2] = 6.5 -0.0
kernel void
test(global float *r, global int *n, global double *d, global const float *f, global const double *e)
{
    r[0] = __builtin_amdgcn_rcpf(f[0]);                  //= 0.25
    r[1] = __builtin_amdgcn_rsqf(f[0]);                  //= 0.5
    r[2] = __builtin_amdgcn_sqrtf(f[0]);                 //= 2
    r[3] = __builtin_amdgcn_fractf(f[1]);                //= 0.25
    r[4] = __builtin_amdgcn_frexp_mantf(f[1]);           //= -0.6875
    n[0] = __builtin_amdgcn_frexp_expf(f[1]);            //= 2
    r[5] = __builtin_amdgcn_ldexpf(f[1], 3);             //= -22
    r[6] = __builtin_amdgcn_fmed3f(f[0], f[1], f[2]);    //= 0.25
    r[7] = __builtin_amdgcn_fmul_legacy(f[3], f[4]);     //= 0
    r[8] = __builtin_amdgcn_sinf(f[2]);                  //= 1 ~1e-6
    r[9] = __builtin_amdgcn_cosf(f[2] * 2);              //= -1 ~1e-6
    r[10] = __builtin_amdgcn_cubeid(1, f[0], 2);         //= 2
    r[11] = __builtin_amdgcn_cubema(1, f[0], 2);         //= 8
    r[12] = __builtin_amdgcn_cubesc(1, f[0], 2);         //= 1
    r[13] = __builtin_amdgcn_cubetc(1, f[0], 2);         //= 2
    n[1] = __builtin_amdgcn_classf(f[4], 0x200);         //= 1
    n[2] = __builtin_amdgcn_classf(f[5], 0x002);         //= 1
    n[3] = __builtin_amdgcn_classf(f[1], 0x3f4);         //= 0
    n[4] = __builtin_amdgcn_class(e[1], 0x020);          //= 1
    n[5] = __builtin_amdgcn_cvt_pk_u8_f32(f[0], 2, 0x11223344); //= 0x11043344
    d[0] = __builtin_amdgcn_fract(e[0]);                 //= 0.5
    d[1] = __builtin_amdgcn_frexp_mant(e[0]);            //= 0.8125
    n[6] = __builtin_amdgcn_frexp_exp(e[0]);             //= 3
    d[2] = __builtin_amdgcn_ldexp(e[0], -1);             //= 3.25
    d[3] = rint(__builtin_amdgcn_rcp(e[0] + 1.5) * 1024); //= 128
    r[14] = amd_max3(f[0], f[1], f[2]);                  //= 4
    r[15] = amd_min3(f[0], f[1], f[2]);                  //= -2.75
    n[7] = __builtin_amdgcn_classf(f[3], 0x040);         //= 1
    r[16] = rint(__builtin_amdgcn_exp2f(f[0] - 1) * 64); //= 512
    r[17] = rint(__builtin_amdgcn_logf(f[0]) * 64);      //= 128
}
