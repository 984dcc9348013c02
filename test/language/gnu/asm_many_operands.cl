// Inline assembly with a dozen operands that are read and written, and comments of both kinds.
// kernel: k global=4 local=4
// arg: int r[4]
// expect: r[0] = 23 24 25 26
kernel void
k(global int *r)
{
    int i = get_global_id(0);
    int a = i, b = i + 1, c = 2, d = 3, e = 4, f = 5, g = 6, h = 7, j = 8, l = 9, m = 10, n = 11;
    __asm__("v_xor_b32 %0, %0, %11 // once\n"
            "v_xor_b32 %0, %0, %11 ; and back; v_nop // no instruction\n"
            "v_mad_u32_u24 %0, %11, 1, %0\n v_mad_u32_u24 %11, %11, 1, 1"
            : "+v"(a), "+v"(b), "+v"(c), "+v"(d), "+v"(e), "+v"(f), "+v"(g), "+v"(h), "+v"(j), "+v"(l),
              "+v"(m), "+v"(n));
    r[i] = a + n;
}
