// Where generic pointers lead, by clang's builtins for AMDGPU.
// options: -cl-std=CL2.0
// targets: gfx700 gfx803 gfx900 gfx90a
// kernel: test
// arg: int r[9]
kernel void
test(global int *r)
{
    local int l;
    int p = 1;
    int *volatile where = &l;
    l = 3;
    r[0] = __builtin_amdgcn_is_shared(where);  //= 1
    r[1] = __builtin_amdgcn_is_private(where); //= 0
    where = &p;
    r[2] = __builtin_amdgcn_is_shared(where);  //= 0
    r[3] = __builtin_amdgcn_is_private(where); //= 1
    where = r;
    r[4] = __builtin_amdgcn_is_shared(where);  //= 0
    r[5] = __builtin_amdgcn_is_private(where); //= 0
    where = 0;
    r[6] = __builtin_amdgcn_is_shared(where);  //= 0
    r[7] = __builtin_amdgcn_is_private(where); //= 0
    r[8] = l + p;                                //= 4
}
