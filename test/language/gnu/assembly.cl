// Inline assembly that every generation has: constraints, ties, numbered and named operands, case.
// kernel: operands
// arg: int r[15]
// arg: int in[4] = 3 4 5 6
// arg: int scalar = 40
kernel void
operands(global int *r, global int *in, int scalar)
{
    int a, b, c;
    long wide = ((long)in[0] << 32) + in[1];
    uint low, high;
    __asm__ volatile("v_mov_b32 %0, %1" : "=v"(a) : "v"(in[0]));
    r[0] = a; //= 3
    asm("v_mul_u32_u24 %[to], %[x], %[y]" : [to] "=v"(a) : [x] "v"(in[1]), [y] "v"(in[2]));
    r[1] = a; //= 20
    asm("s_add_i32 %0, %1, %2" : "=s"(a) : "s"(scalar), "i"(2));
    r[2] = a; //= 42
    asm("V_MOV_B32 %0, %1;" : "=v"(a) : "s"(scalar)); // upper case, a semicolon at the end
    r[3] = a; //= 40
    a = in[2];
    asm("v_lshlrev_b32 %0, 3, %0" : "+v"(a));
    r[4] = a; //= 40
    asm("v_xor_b32 %0, %1, %0" : "=v"(a) : "v"(in[3]), "0"(in[0]));
    r[5] = a; //= 5
    asm("v_mov_b32 %0, %2\n"
        "v_mov_b32 %1, %3 ; the comment of a line\n"
        "; a line of comment\n"
        "\n"
        "v_xor_b32 %0, %0, %1"
        : "=&v"(a), "=&v"(b)
        : "v"(in[0]), "v"(in[1]));
    r[6] = a * 10 + b; //= 74
    asm("v_mov_b32 %0, 7 // a comment of C" : "=v"(c));
    r[7] = c; //= 7
    asm("s_mov_b64 %0, %1" : "=s"(wide) : "s"(wide + 1));
    r[8] = (int)wide + (int)(wide >> 32); //= 8
    asm("s_mov_b32 %0, 0x12345\ns_mov_b32 %1, 9" : "=&s"(low), "=s"(high));
    r[9] = low + high; //= 0x1234e
    float f;
    asm("v_add_f32 %0, %1, -|%2|" : "=v"(f) : "v"(8.5f), "v"(-2.25f));
    r[10] = (int)(f * 4); //= 25
    asm("v_mov_b32 %0, 1\nv_cmp_eq_u32 vcc, %1, %2\nv_cndmask_b32 %0, %0, %3, vcc"
        : "=&v"(a) : "v"(in[0]), "v"(3), "v"(99) : "vcc");
    r[11] = a; //= 99
    asm("s_cmp_eq_u32 %1, 40\ns_cselect_b32 %0, 5, 6" : "=s"(a) : "s"(scalar) : "scc");
    r[12] = a; //= 5
    asm volatile("" : : : "memory");
    asm("v_mov_b32 %0, %1" : "=v"(a) : "I"(-16));
    r[13] = a; //= -16
    asm("v_mul_u32_u24 %0 %1   %2\n\tv_xor_b32 %0 1 %0" : "=v"(a) : "v"(in[1]), "v"(in[2]));
    r[14] = a; //= 21
}

// kernel: named global=64
// arg: int r[64]
// arg: int in[64] = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
kernel void
named(global int *r, global int *in)
{
    int i = get_local_id(0), x, y, z;
    int keep = in[i];
    long pair = keep + 5;
    __asm volatile("v_mov_b32 %0, 0x1234" : "={v32}"(x));
    __asm volatile("v_mov_b32 v0, 0\nv_mov_b32 v1, 0\nv_mov_b32 v2, 0\nv_mov_b32 v3, 0\n"
                   "s_mov_b64 s[0:1], 0\ns_mov_b64 s[2:3], 0\ns_mov_b64 s[4:5], 0\n"
                   "s_mov_b64 s[6:7], 0\ns_mov_b64 s[8:9], 0"
                   :
                   :
                   : "v0", "v1", "v[2:3]", "v4", "s[0:9]", "memory");
    __asm volatile("v_mov_b32 %0, v33" : "=v"(y) : "{v33}"(keep + 1));
    __asm volatile("v_mov_b32 %0, v10" : "=v"(z) : "{v[10:11]}"(pair));
    r[i] = keep * 1000 + y * 10 + z - keep + x - 0x1234;
}
// expect: r[0] = 15 1025 2035 3045 4055 5065 6075 7085 8095 9105 10115 11125 12135 13145 14155 15165 16175 17185 18195 19205 20215 21225 22235 23245 24255 25265 26275 27285 28295 29305 30315 31325 32335 33345 34355 35365 36375 37385 38395 39405 40415 41425 42435 43445 44455 45465 46475 47485 48495 49505 50515 51525 52535 53545 54555 55565 56575 57585 58595 59605 60615 61625 62635 63645

// Vectors of up to eight bytes are registers, the first component lowest.
// kernel: vectors
// arg: int r[10]
// arg: int in[4] = 3 4 5 6
kernel void
vectors(global int *r, global int *in)
{
    uint2 pair = (uint2)(in[0], in[1]), sum;
    ulong wide = 0x100000002;
    asm("v_add_f32 %0, %1, %2" : "=v"(r[8]) : "v"(1.5f), "v"(2.0f));
    asm("s_lshl_b64 %0, %1, 4" : "=s"(sum) : "s"(wide));
    r[0] = sum.x; //= 32
    r[1] = sum.y; //= 16
    asm("s_or_b64 %0, %0, %1" : "+s"(sum) : "s"(pair) : "scc");
    r[2] = sum.x; //= 35
    r[3] = sum.y; //= 20
    uchar4 bytes = (uchar4)(1, 2, 3, in[0]);
    asm("v_lshrrev_b32 %0, 8, %1" : "=v"(bytes) : "v"(bytes));
    r[4] = bytes.x * 10 + bytes.z; //= 23
    r[5] = bytes.w; //= 0
    short3 triple = (short3)(1, 2, in[1]);
    asm("s_lshl_b64 %0, %0, 16" : "+s"(triple));
    r[6] = triple.x * 100 + triple.y * 10 + triple.z; //= 12
    float2 f = (float2)(1.5f, in[0]);
    asm("s_mov_b64 %0, %1" : "=s"(wide) : "s"(f));
    r[7] = wide >> 32; //= 0x40400000
    r[9] = wide;       //= 0x3fc00000
}
// expect: r[8] = 0x40600000
