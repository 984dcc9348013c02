// Null of each address space: initialisers, also implicit ones, memory, conversions, comparisons.
// options: -cl-std=CL2.0
struct links {
    local int *l;
    int n;
    global int *g;
};
local int *constant locals[3] = {0};
constant struct links table[2] = {{0, 1, 0}, {.n = 2}};
global struct links stored;         // zero in C's sense: each pointer null
local int *global kept;             // the same
int *global pointers[2];            // generic
static __attribute__((noinline)) int
nulls(local int *l, private int *p, global int *g, constant int *c, int *any)
{
    return (l == 0) + (p == 0) * 2 + (g == 0) * 4 + (c == 0) * 8 + (any == 0) * 16;
}
static __attribute__((noinline)) local int *
no_local(int n, local int *l)
{
    return n ? l : 0;
}
// kernel: initialised
// arg: int r[12]
// arg: int n = 1
kernel void
initialised(global int *r, int n)
{
    local int *rest[4] = {locals[n]};
    struct links own = {.n = 3};
    private int *several[3] = {0};
    r[0] = locals[n] == 0;       //= 1
    r[1] = table[n].l == 0;      //= 1
    r[2] = table[n].g == 0;      //= 1
    r[3] = stored.l == 0;        //= 1
    r[4] = stored.g == 0;        //= 1
    r[5] = kept == 0;            //= 1
    r[6] = pointers[n] == 0;     //= 1
    r[7] = rest[n + 1] == 0;     //= 1
    r[8] = own.l == 0;           //= 1
    r[9] = several[n] == 0;      //= 1
    r[10] = (int)(uintptr_t)kept; //= -1
    r[11] = !stored.l && !kept;  //= 1
}
// kernel: converted
// arg: int r[14]
// arg: int n = 0
kernel void
converted(global int *r, int n)
{
    local int l[2];
    int p[2];
    local int *ln = no_local(n, l), *lo = no_local(n + 1, l);
    private int *pn = n ? p : 0, *po = p + n;
    global int *gn = n ? r : 0;
    constant int *cn = 0;
    int *any[4] = {ln, pn, gn, po};
    r[0] = nulls(ln, pn, gn, cn, any[n]);                          //= 31
    r[1] = nulls(lo, po, r, 0, any[n + 3]);                        //= 8
    r[2] = any[n] == any[n + 1] && any[n + 1] == any[n + 2];       //= 1
    r[3] = any[n] == 0 && (uintptr_t)any[n] == 0;                  //= 1
    r[4] = any[n + 3] != 0;                                        //= 1
    r[5] = to_local(any[n]) == 0 && to_private(any[n]) == 0;       //= 1
    r[6] = to_global(any[n]) == 0;                                 //= 1
    r[7] = (uint)(uintptr_t)to_local(any[n]) == 0xFFFFFFFF;        //= 1
    r[8] = (uint)(uintptr_t)to_private(any[n]) == 0;               //= 1
    r[9] = to_private(any[n + 3]) == po;                           //= 1
    r[10] = to_local(any[n + 3]) == 0;                             //= 1
    r[11] = (int *)lo != 0 && (int *)lo != (int *)po;              //= 1
    r[12] = ln ? 1 : pn ? 2 : gn ? 3 : 4;                          //= 4
    r[13] = (uint)(uintptr_t)po != 0;                              //= 1
}
