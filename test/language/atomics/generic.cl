// Atomic functions through generic pointers: global, local and private objects.
// options: -cl-std=CL2.0
// kernel: generic_pointers
// arg: int g[2] = 5 6
// arg: int n = 1
// arg: int r[6]
int
bump(volatile atomic_int *object)
{
    return atomic_fetch_add(object, 1);
}

kernel void
generic_pointers(global atomic_int *g, int n, global int *r)
{
    local atomic_int l;
    atomic_int p;
    atomic_init(&l, 100);
    atomic_init(&p, 200);
    r[0] = bump(g); //= 5
    r[1] = bump(&l); //= 100
    r[2] = bump(&p); //= 200
    atomic_int *any = n == 0 ? g : n == 1 ? (atomic_int *)&l : &p;
    r[3] = bump(any);       //= 101
    r[4] = atomic_load(&l); //= 102
    r[5] = p;               //= 201
}
// expect: g[0] = 6 6
