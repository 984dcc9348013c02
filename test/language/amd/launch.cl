// AMD's builtins about the launch: ids and sizes, the dispatch packet and the arguments.
// kernel: test global=8,4 local=4,2
// arg: int r[9]
// arg: int k = 77
kernel void
test(global int *r, int k)
{
    if (get_global_id(0) != 6 || get_global_id(1) != 3)
        return;
    constant ushort *packet = (constant ushort *)__builtin_amdgcn_dispatch_ptr();
    constant int *arguments = (constant int *)__builtin_amdgcn_kernarg_segment_ptr();
    r[0] = __builtin_amdgcn_workitem_id_x();     //= 2
    r[1] = __builtin_amdgcn_workitem_id_y();     //= 1
    r[2] = __builtin_amdgcn_workgroup_id_x();    //= 1
    r[3] = __builtin_amdgcn_workgroup_id_y();    //= 1
    r[4] = __builtin_amdgcn_workgroup_size_x();  //= 4
    r[5] = __builtin_amdgcn_grid_size_x();       //= 8
    r[6] = packet[2] * 10 + packet[3];           //= 42
    r[7] = arguments[2];                         //= 77
    r[8] = __builtin_amdgcn_workitem_id_z();     //= 0
}
