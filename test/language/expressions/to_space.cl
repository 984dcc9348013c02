// to_global, to_local, to_private, get_fence: what a generic pointer points to, null otherwise.
// options: -cl-std=CL2.0
__attribute__((noinline)) int
where(void *p)
{
    return (to_global((int *)p) != 0) * 1 + (to_local((int *)p) != 0) * 2 +
           (to_private((int *)p) != 0) * 4;
}

// kernel: uniform
// arg: int r[10]
// arg: int g[2] = 5 6
kernel void
uniform(global int *r, global int *g)
{
    local int tile[2];
    int mine[2] = {7, 8}, *p = g, *null = 0;
    tile[1] = 11;
    r[0] = where(g);                      //= 1
    r[1] = where(tile);                   //= 2
    r[2] = where(mine);                   //= 4
    r[3] = where(null);                   //= 0
    r[4] = *to_global(p) + (to_local(p) == 0); //= 6
    p = tile;
    local int *back = to_local(p);
    r[5] = back[1] + (p == tile);         //= 12
    r[6] = sizeof(to_local(p)) + sizeof(to_global(p)); //= 12
    r[7] = get_fence(p) == CLK_LOCAL_MEM_FENCE;   //= 1
    p = g;
    r[8] = get_fence(p) == CLK_GLOBAL_MEM_FENCE;  //= 1
    r[9] = *to_private(&mine[1]);         //= 8
}

// kernel: divergent global=6
// arg: int r[6]
// arg: int g[6] = 0*6
kernel void
divergent(global int *r, global int *g)
{
    local int tile[6];
    int me = get_global_id(0), mine = 0, *p = &mine;
    if (me % 3 == 0)
        p = g + me;
    if (me % 3 == 1)
        p = tile + me;
    r[me] = where(p) * 10 + where(to_local(p)) + where(to_private(p));
}
// expect: r[0] = 10 22 44 10 22 44
