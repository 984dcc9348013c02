// More uniform values at once than lanes of the VGPRs that 16 of them leave: the rest is in scratch.
// kernel: many global=4
// arg: uint r[5]
// arg: uint q[4] = 7 11 13 17
// arg: uint a = 3
// check: vgprs <= 16
// check: scratch >= 4
// asm: s_bfm_b64 exec, 1,
#define N4(m, n) m(n##0) m(n##1) m(n##2) m(n##3)
#define N16(m, n) N4(m, n##0) N4(m, n##1) N4(m, n##2) N4(m, n##3)
#define N64(m, n) N16(m, n##0) N16(m, n##1) N16(m, n##2) N16(m, n##3)
#define N256(m, n) N64(m, n##0) N64(m, n##1) N64(m, n##2) N64(m, n##3)
#define MAKE(n) uint s##n = q[(a + 0x##n) & 3] * (a * 0x##n + 1);
#define TAKE(n) sum = sum * 3 + s##n;
kernel __attribute__((amdgpu_num_vgpr(16))) void
many(global uint *r, constant uint *q, uint a)
{
    uint sum = get_global_id(0);
    N256(MAKE, 1)
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_global_id(0) != 2) { // lane 2 is off in EXEC
        N256(TAKE, 1)
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    N256(TAKE, 1)
    r[get_global_id(0)] = sum;
}
// expect: r[0] = 3298572288 999170049 123208706 695332867
