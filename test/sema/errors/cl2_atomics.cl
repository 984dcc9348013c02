// options: cl20
global atomic_int good = ATOMIC_VAR_INIT(3);
atomic_flag flag = ATOMIC_FLAG_INIT;
constant atomic_int in_constant = 3;                        // error: atomic variable can be initialized to a variable only in global address space
struct holds { atomic_int a; };
atomic_int by_value(atomic_int z) { return z; }
kernel void atomics(global atomic_int *p, global int *q, local atomic_uint *l, global atomic_float *f)
{
    atomic_int a;
    atomic_int b = 3;                                       // error: atomic variable can be initialized to a variable only in global address space
    *p = 1;                                                 // error: atomic variable can be assigned to a variable only in global address space
    *p += 2;                                                // error: invalid operands to binary expression ('__global atomic_int' and 'int')
    (*p)++;                                                 // error: invalid argument type '__global atomic_int' to unary expression
    int x = *p;
    x = *p + 1;                                             // error: invalid operands to binary expression
    x = -*p;                                                // error: invalid argument type '__global atomic_int' to unary expression
    x = !*p;                                                // error: invalid argument type
    if (*p)
        x = by_value(3) + (int)*p;
    atomic_init(&a, 4);
    atomic_fetch_add(q, 4);                                 // warning: incompatible pointer types passing '__global int *' to parameter of type 'volatile __global atomic_int *'
    atomic_fetch_or(f, 1.0f);                               // error: call to 'atomic_fetch_or' is ambiguous
    atomic_load_explicit(p);                                // error: no matching function for call to 'atomic_load_explicit'
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
    memory_order order = memory_order_relaxed;
    memory_scope scope = memory_scope_all_devices;          // error: use of undeclared identifier 'memory_scope_all_devices'
    atomic_store_explicit(p, 1, order, memory_scope_device);
    global int *same = p;                                   // warning: incompatible pointer types initializing
    atomic_load_explicit(p, memory_order_release);          // warning: memory order argument to atomic operation is invalid
    atomic_store_explicit(p, 1, memory_order_acquire, memory_scope_device); // warning: memory order argument to atomic operation is invalid
    atomic_compare_exchange_strong_explicit(p, &x, 1, memory_order_acq_rel, memory_order_acq_rel); // warning: memory order argument
    atomic_store_explicit(p, 1, memory_order_release);
}
