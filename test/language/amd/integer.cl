// AMD's builtins that are one integer instruction: bytes, bit fields, 24 bits, sums of differences.
// kernel: test
// arg: uint r[31]
// arg: uint in[6] = 0x12345678 0x9abcdef0 5 0xff00ff80 0x80ff00fe 0xfffff123
// arg: ulong w[2] = 0x0807060504030201 0x0010002000300040
// arg: ulong q[1]
kernel void
test(global uint *r, global const uint *in, global const ulong *w, global ulong *q)
{
    uint a = in[0], b = in[1], k = in[2], c = in[3], d = in[4];
    r[0] = __builtin_amdgcn_alignbit(a, b, 8);        //= 0x789abcde
    r[1] = __builtin_amdgcn_alignbit(a, b, k + 32);   //= 0xc4d5e6f7
    r[2] = __builtin_amdgcn_alignbyte(a, b, 3);       //= 0x3456789a
    r[3] = __builtin_amdgcn_alignbyte(a, b, 0);       //= 0x9abcdef0
    r[4] = __builtin_amdgcn_alignbyte(a, b, 1);       //= 0x789abcde
    r[5] = __builtin_amdgcn_ubfe(a, 8, 12);           //= 0x456
    r[6] = __builtin_amdgcn_sbfe(b, 4, 8);            //= 0xffffffef
    r[7] = __builtin_amdgcn_ubfe(a, k, k);            //= 0x13
    r[8] = __builtin_amdgcn_sad_u8(c, d, 10);         //= 773
    r[9] = __builtin_amdgcn_sad_hi_u8(c, d, 10);      //= 50003978
    r[10] = __builtin_amdgcn_sad_u16(c, d, 1);        //= 97412
    r[11] = __builtin_amdgcn_msad_u8(c, d, 0);        //= 508
    r[12] = __builtin_amdgcn_lerp(c, d, 0x01010101);  //= 0xc08080bf
    r[13] = __builtin_amdgcn_mul_u24(in[5], 3);       //= 0x2ffd369
    r[14] = __builtin_amdgcn_mul_i24(in[5], 3);       //= 0xffffd369
    r[15] = __builtin_amdgcn_sffbh(a);                //= 3
    r[16] = __builtin_amdgcn_sffbh(in[5]);            //= 20
    r[17] = __builtin_amdgcn_sffbh(k - 5);            //= 0xffffffff
    r[18] = amd_bitalign(a, b, 8);                    //= 0x789abcde
    r[19] = amd_bytealign(a, b, 3);                   //= 0x3456789a
    r[20] = amd_bfe(a, 8, 12);                        //= 0x456
    r[21] = amd_bfm(4, 8);                            //= 0xf00
    r[22] = amd_max3(a, b, k);                        //= 0x9abcdef0
    r[23] = amd_median3(a, b, k);                     //= 0x12345678
    r[24] = amd_min3(-1, (int)k, 3);                  //= 0xffffffff
    r[25] = amd_sad(c, d, 10);                        //= 773
    r[26] = amd_lerp(c, d, 0);                        //= 0xbf7f7fbf
    r[27] = amd_unpack2(a);                           //= 52
    r[28] = amd_pack((float4)(1, 2, 255, 300));       //= 0xffff0201
    r[29] = amd_sadw(c, d, 1);                        //= 97412
    r[30] = __builtin_amdgcn_sbfe(b, 4, 8) > 0;        //= 1
    q[0] = __builtin_amdgcn_mqsad_pk_u16_u8(w[0], (uint)w[0] & 0xff, w[1]); //= 0x0013002200310040
}
