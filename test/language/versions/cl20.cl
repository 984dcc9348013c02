// What OpenCL C 2.0 added: generic pointers, linear ids, enqueued sizes, ctz, nosvm, barrier's name.
// options: -cl-std=CL2.0
int
sum(int *p, int n)
{
    int total = 0;
    while (n--)
        total += *p++;
    return total;
}

// kernel: test global=4,2 local=2,2
// arg: int r[8]
// arg: int in[3] = 1 2 3
kernel void
test(global int *r, global int *in __attribute__((nosvm)))
{
    local int tile[3];
    if (get_local_linear_id() < 3)
        tile[get_local_linear_id()] = in[get_local_linear_id()] * 10;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (get_global_linear_id() != 7)
        return;
    r[0] = get_global_linear_id();           //= 7
    r[1] = get_local_linear_id();            //= 3
    r[2] = get_enqueued_local_size(0);       //= 2
    r[3] = sum(in, 3);                       //= 6
    r[4] = sum(tile, 3);                     //= 60
    r[5] = ctz(40);                          //= 3
    r[6] = __OPENCL_C_VERSION__;             //= 200
    __attribute__((opencl_unroll_hint(2))) for (int i = 0; i < 3; i++)
        r[7] = i;                            //= 2
}
