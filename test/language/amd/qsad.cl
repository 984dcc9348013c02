// __builtin_amdgcn_qsad_pk_u16_u8, which GFX6 does not have.
// targets: gfx700 gfx701 gfx702 gfx703 gfx704 gfx705 gfx801 gfx802 gfx803 gfx805 gfx810 gfx900 gfx902 gfx904 gfx906 gfx908 gfx909 gfx90a gfx90c
// kernel: test
// arg: ulong w[2] = 0x0807060504030201 0x0010002000300040
// arg: ulong q[1]
kernel void
test(global const ulong *w, global ulong *q)
{
    q[0] = __builtin_amdgcn_qsad_pk_u16_u8(w[0], (uint)w[0], w[1]);  //= 0x001c002800340040
}
