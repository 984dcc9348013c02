// to_global, to_local, to_private, get_fence: of pointers whose space is known, and of others.
// options: -cl-std=CL2.0
int
spaces(int *p)
{
    return (to_global(p) != NULL) | (to_local(p) != NULL) << 1 | (to_private(p) != NULL) << 2;
}

// kernel: generic_pointers
// arg: int n[3] = 0 1 2
// arg: int r[20]
kernel void
generic_pointers(global int *n, global int *r)
{
    local int l;
    int p = 5;
    l = 6;
    r[0] = spaces(n);  //= 1
    r[1] = spaces(&l); //= 2
    r[2] = spaces(&p); //= 4
    for (int i = 0; i < 3; i++) {
        int *any = n[i] == 0 ? n : n[i] == 1 ? (int *)&l : &p;
        r[3 + i] = spaces(any);
        r[6 + i] = get_fence(any) & CLK_LOCAL_MEM_FENCE;
        global int *g = to_global(any);
        local int *k = to_local(any);
        private int *q = to_private(any);
        r[9 + i] = g ? *g : k ? *k : *q;
    }
    r[12] = spaces((int *)NULL);      //= 0
    r[13] = *to_global(n + 2);        //= 2
    r[14] = to_local(&l) == &l;       //= 1
    r[15] = *(global int *)(int *)(n + 1); //= 1
}
// expect: r[3] = 1 2 4 0 1 0 0 6 5
