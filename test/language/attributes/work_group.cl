// reqd_work_group_size, work_group_size_hint, vec_type_hint, amdgpu_flat_work_group_size: metadata.
// targets: gfx600 gfx701 gfx803 gfx810 gfx900 gfx902 gfx906
// kernel: required global=16,4 local=8,4
// arg: int r[1]
// check: required_x = 8
// check: required_y = 4
// check: required_z = 1
// check: max_size = 32
kernel __attribute__((reqd_work_group_size(8, 4, 1))) void
required(global int *r)
{
    if (get_global_id(0) == 0 && get_global_id(1) == 0)
        r[0] = get_local_size(0) * 100 + get_local_size(1) * 10 + get_local_size(2); //= 841
}

// kernel: hints global=4
// arg: int r[1]
// check: required_x = 0
// check: max_size = 256
// asm: WorkGroupSizeHint:
// asm: VecTypeHint:
// asm: float4
__attribute__((work_group_size_hint(64, 2, 1), vec_type_hint(float4))) kernel void
hints(global int *r)
{
    r[0] = 1; //= 1
}

// kernel: flat global=64
// arg: int r[1]
// check: max_size = 64
__attribute__((amdgpu_flat_work_group_size(32, 64))) kernel void
flat(global int *r)
{
    r[0] = 2; //= 2
}

// kernel: large global=512
// arg: int r[1]
// check: max_size = 1024
__kernel __attribute__((amdgpu_flat_work_group_size(1, 1024))) __attribute__((nosvm)) void
large(global int *r)
{
    r[0] = 3; //= 3
}
