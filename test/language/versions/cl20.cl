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

int in_global = 3;
global int pair[2] = {4, 5};
int *where = &in_global;

// kernel: more
// arg: int r[11]
// arg: int a[1] = 5
kernel void
more(global int *r, global atomic_int *a)
{
    static int calls = 10;
    int *generic_pointer = r;
    void (^set)(int) = ^(int value) { r[10] = value; };
    r[0] = ++calls;                                     //= 11
    r[1] = in_global + pair[1];                         //= 8
    *where = 9;
    r[2] = in_global;                                   //= 9
    r[3] = to_global(generic_pointer) == r;             //= 1
    r[4] = to_local(generic_pointer) == NULL;           //= 1
    r[5] = get_fence(generic_pointer) == CLK_GLOBAL_MEM_FENCE; //= 1
    r[6] = atomic_fetch_add(a, 2) * 10 + atomic_load(a); //= 57
    r[7] = work_group_reduce_add(6);                    //= 6
    r[8] = work_group_all(1) + work_group_scan_exclusive_add(5); //= 1
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
    r[9] = __OPENCL_VERSION__ >= 200;                   //= 1
    set(7);
}
// expect: r[10] = 7
// expect: a[0] = 7
