// Inline assembly of GFX8: additions that write a carry, AMD's older spelling.
// targets: gfx803
// kernel: adds
// arg: uint r[5]
// arg: uint in[4] = 0xffffffff 2 0x01020304 0x0a0b0c0d
kernel void
adds(global uint *r, global uint *in)
{
    uint lo, hi;
    ulong carry;
    __asm__ __volatile__("V_ADD_U32 %0, vcc, %2, %3;\nV_ADDC_U32 %1, vcc, 0, %3, vcc;"
                         : "=&v"(lo), "=v"(hi)
                         : "v"(in[0]), "v"(in[1]));
    r[0] = lo; //= 1
    r[1] = hi; //= 3
    __asm__("v_sub_u32 %0, %1, %2, %3" : "=v"(lo), "=s"(carry) : "v"(in[1]), "v"(3));
    r[2] = lo; //= 0xffffffff
    r[3] = (uint)carry; //= 1
    __asm__("v_perm_b32 %0, %1, %2, %3" : "=v"(lo) : "v"(in[2]), "v"(in[3]), "s"(0x07000501));
    r[4] = lo; //= 0x010d030c
}
