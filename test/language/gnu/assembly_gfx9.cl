// Inline assembly of GFX9: additions with carries called co, three operands, packed halves.
// targets: gfx900
// kernel: adds
// arg: uint r[8]
// arg: uint in[4] = 0xffffffff 2 0x01020304 0x0a0b0c0d
kernel void
adds(global uint *r, global uint *in)
{
    uint lo, hi;
    ulong carry;
    __asm__ __volatile__("V_ADD_CO_U32 %0, vcc, %2, %3;\nV_ADDC_CO_U32 %1, vcc, 0, %3, vcc;"
                         : "=&v"(lo), "=v"(hi)
                         : "v"(in[0]), "v"(in[1]));
    r[0] = lo; //= 1
    r[1] = hi; //= 3
    __asm__("v_add_co_u32 %0, %1, %2, %3" : "=v"(lo), "=s"(carry) : "v"(in[0]), "v"(in[1]));
    r[2] = lo + (uint)carry * 10; //= 11
    __asm__("V_ADD3_U32 %0, %1, %2, %3" : "=v"(lo) : "v"(in[1]), "v"(5), "v"(in[1]));
    r[3] = lo; //= 9
    __asm__("v_perm_b32 %0, %1, %2, %3" : "=v"(lo) : "v"(in[2]), "v"(in[3]), "s"(0x07000501));
    r[4] = lo; //= 0x010d030c
    __asm__("v_pk_add_u16 %0, %1, %2" : "=v"(lo) : "v"(0x00010002), "v"(0x00030004));
    r[5] = lo; //= 0x00040006
    __asm__("v_sub_u32 %0, %1, %2" : "=v"(lo) : "v"(in[1]), "v"(3));
    r[6] = lo; //= 0xffffffff
    __asm__("v_xad_u32 %0, %1, %2, 1" : "=v"(lo) : "v"(6), "v"(in[1]));
    r[7] = lo; //= 5
}
