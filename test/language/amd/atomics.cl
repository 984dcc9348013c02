// Clang's atomic builtins for AMDGPU.
// kernel: test global=64 local=64
// arg: uint r[64]
// arg: uint c[2] = 0 5
// arg: ulong w[2] = 0 0x100000000
// arg: float f[3]
// arg: int n[4]
kernel void
test(global uint *r, global uint *c, global ulong *w, global float *f, global int *n)
{
    local uint l[2];
    local float m[3];
    local int count;
    int me = get_local_id(0);
    if (me == 0) {
        l[0] = 0;
        m[0] = 0.0f, m[1] = 1000.0f, m[2] = -1000.0f;
        count = 10;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    r[me] = 0;
    __builtin_amdgcn_atomic_inc32(&c[0], 9, __ATOMIC_SEQ_CST, "workgroup");
    __builtin_amdgcn_atomic_dec32(&c[1], 9, __ATOMIC_RELAXED, "agent");
    __builtin_amdgcn_atomic_inc64(&w[0], 99, __ATOMIC_SEQ_CST, "");
    __builtin_amdgcn_atomic_dec64(&w[1], 7, __ATOMIC_SEQ_CST, "agent");
    __builtin_amdgcn_atomic_inc32(&l[0], 99, __ATOMIC_RELAXED, "workgroup");
    __builtin_amdgcn_ds_fminf(&m[1], (float)me, 0, 0, false);
    __builtin_amdgcn_ds_fmaxf(&m[2], (float)me, 0, 0, false);
    if (me % 4 == 0) {
        int old = __builtin_amdgcn_ds_append(&count);
        if (me == 8)
            n[0] = old; //= 10
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 0)
        n[1] = count; //= 26
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < 5) {
        int old = __builtin_amdgcn_ds_consume(&count);
        if (me == 0)
            n[2] = old; //= 26
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 0) {
        n[3] = count; //= 21
        f[0] = l[0];  //= 64
        f[1] = m[1];  //= 0
        f[2] = m[2];  //= 63
    }
}
// expect: r[0] = 0*64
// 64 steps through 0 to 9; down from 5 through 0 to 9
// expect: c[0] = 4 1
// 64 steps through 0 to 99; more than the limit becomes it, then down through 0 to 7
// expect: w[0] = 64 0
