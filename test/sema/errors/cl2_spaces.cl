// options: cl20
int g0;
global int g1 = 4;
global int *global g2 = &g1;
int *g4 = &g0;
constant int c1 = 3;
constant int *cp = &c1;
global float g5[3] = {1, 2};
struct s { int a; global int *p; } s = {1, &g1};
local int lg;                                               // error: program scope variable must reside in global or constant address space
generic int gg;                                             // error: program scope variable must reside in global or constant address space
private int pg;                                             // error: program scope variable must reside in global or constant address space
int gv = g1;                                                // error: initializer element is not a compile-time constant
void f(void)
{
    static int si = 3;
    static global int sg;
    extern int gei;
    global int x;                                           // error: function scope variable cannot be declared in global address space
    static local int sl;                                    // error: static local variable must reside in global or constant address space
    static private int sp;                                  // error: static local variable must reside in global or constant address space
    generic int gi;                                         // error: automatic variable qualified with an invalid address space
    si++;
}
kernel void k(global int *p, local int *l, constant int *c, int v, private int *pr) // error: pointer arguments to kernel functions must reside
{
    int *gen = p;
    gen = l;
    gen = &v;
    gen = c;                                                // error: changes address space of pointer
    global int *a = gen;                                    // error: changes address space of pointer
    a = (global int *)gen;
    a = to_global(gen);
    local int *b = to_local(gen);
    private int *d = to_private(gen);
    to_global(c);                                           // error: invalid argument to function: 'to_global', expecting a generic pointer argument
    to_global(v);                                           // error: invalid argument to function: 'to_global', expecting a generic pointer argument
    to_global(gen, 1);                                      // error: too many arguments to function call, expected 1, have 2
    const int *cg = gen;
    a = to_global(cg);                                      // warning: discards qualifiers
    a = (global int *)l;                                    // error: casting '__local int *' to type '__global int *' changes address space of pointer
    constant int *cc = (constant int *)gen;                 // error: casting '__generic int *' to type '__constant int *' changes address space of pointer
    gen = (generic int *)c;                                 // error: casting '__constant int *' to type '__generic int *' changes address space of pointer
    cl_mem_fence_flags fl = get_fence(gen);
    if (gen == p)
        v = gen - p;
    if (p == l)                                             // error: comparison between ('__global int *' and '__local int *') which are pointers to non-overlapping address spaces
        v = 1;
    gen = v ? p : l;                                        // error: which are pointers to non-overlapping address spaces
}
