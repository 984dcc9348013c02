// Dot products of clang's builtins: bytes, half bytes, shorts and halves, with and without saturation.
// targets: gfx906 gfx908 gfx90a
// options: -cl-ext=+cl_khr_fp16
// kernel: dot
// arg: int a[4] = 0x01ff7f80 0x02030405 0x7fff8000 0x00020003
// arg: int r[10]
// arg: half2 h[2] = 1.5 -2 4 0.25
// arg: float f[2]
kernel void
dot(global int *a, global int *r, global half2 *h, global float *f)
{
    // 1 * 2 - 1 * 3 + 127 * 4 - 128 * 5
    r[0] = __builtin_amdgcn_sdot4(a[0], a[1], 10, false);             //= -123
    r[1] = __builtin_amdgcn_udot4(a[0], a[1], 10, false);             //= 1925
    r[2] = __builtin_amdgcn_sdot4(0x7f7f7f7f, 0x7f7f7f7f, 0x7fffffff, true); //= 2147483647
    r[3] = __builtin_amdgcn_udot4(-1, -1, -10, true);                 //= -1
    // digits of a[0] from the lowest: 0 8 f 7 f f 1 0, of a[1]: 5 0 4 0 3 0 2 0
    r[4] = __builtin_amdgcn_sdot8(a[0], a[1], 0, false);              //= -5
    r[5] = __builtin_amdgcn_udot8(a[0], a[1], 0, false);              //= 107
    // 32767 * 2 - 32768 * 3, as unsigned 32768 * 3
    r[6] = __builtin_amdgcn_sdot2(as_short2(a[2]), as_short2(a[3]), 1, false);   //= -32769
    r[7] = __builtin_amdgcn_udot2(as_ushort2(a[2]), as_ushort2(a[3]), 1, false); //= 163839
    r[8] = __builtin_amdgcn_sdot2((short2)(32767, 32767), (short2)(32767, 32767), 0x7fffffff, true); //= 2147483647
    r[9] = __builtin_amdgcn_udot8(-1, -1, a[3], false);               //= 132875
    f[0] = __builtin_amdgcn_fdot2(h[0], h[1], 0.25f, false);          //= 5.75
    f[1] = __builtin_amdgcn_fdot2(h[1], h[1], 8.0f, true);            //= 1
}
// asm: v_dot4_i32_i8
// asm: v_dot2_f32_f16
