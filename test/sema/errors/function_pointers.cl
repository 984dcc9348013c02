// options: cl20
int f(int x) { return x; }
int other(float x) { return 1; }
void before(void) { f; }               // error: taking address of function is not allowed
int (*early)(int);                     // error: pointers to functions are not allowed
int early_parameter(int g(int));       // error: pointers to functions are not allowed
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
typedef int (*fn)(int);
typedef int F(int);
int (*variadic)(int, ...);             // error: invalid prototype, variadic arguments are not allowed in OpenCL
fn table[] = {f, &f, 0, (fn)0};
constant fn constants[2] = {f};
struct s { fn p; F *q; };
kernel void kernels(global int *o) {}
kernel void k1(fn p) {}                // error: pointer arguments to kernel functions must reside in '__global', '__constant'
kernel void k2(struct s p) {}          // error: struct kernel parameters may not contain pointers
int __attribute__((overloadable)) two(int x) { return x; }
int __attribute__((overloadable)) two(float x) { return 2; }
static int undefined(int x);
int apply(F g, int x) { return g(x) + (*g)(x) + (**g)(x); }
fn choose(int c) { return c ? f : &f; }
kernel void k(global int *o, global struct s *p, global int2 *v)
{
    fn q = f;
    q = other;                         // error: incompatible function pointer types assigning to '__private fn' (aka 'int (*__private)(int)') from 'int (*)(float)'
    q = 5;                             // error: incompatible integer to pointer conversion assigning
    int i = q;                         // error: incompatible pointer to integer conversion initializing
    q = sin;                           // error: taking address of function is not allowed
    q = kernels;                       // error: taking address of a kernel is not allowed
    q(1, 2);                           // error: too many arguments to function call, expected 1, have 2
    q();                               // error: too few arguments to function call, expected 1, have 0
    q("a");                            // error: incompatible pointer to integer conversion passing '__constant char *' to parameter of type 'int'
    q++;                               // error: arithmetic on a pointer to the function type 'int (int)'
    q + 1;                             // error: arithmetic on a pointer to the function type 'int (int)'
    q - q;                             // error: arithmetic on a pointer to the function type 'int (int)'
    i = sizeof(*q);                    // error: invalid application of 'sizeof' to a function type
    f = q;                             // error: expression is not assignable
    *q = f;                            // error: expression is not assignable
    constant int *c = (constant int *)q; // error: casting 'fn' (aka 'int (*)(int)') to type '__constant int *' changes address space of pointer
    float x = (float)q;                // error: pointer cannot be cast to type 'float'
    fn b = ^(int y) { return y; };     // error: initializing '__private fn' (aka 'int (*__private)(int)') with an expression of incompatible type 'int (^)(int)'
}
kernel void good(global int *o, global struct s *p, global long *l)
{
    fn q = f, *r = &q;
    int (*g)(float) = two;
    void *v = q;
    global int *w = (global int *)q;
    local fn kept;
    kept = q;
    q = v;
    l[0] = (long)q + sizeof(q) + sizeof(fn);
    q = (fn)l[0];
    p->p = f;
    o[0] = q(1) + (*r)(2) + p->q(3) + table[1](4) + constants[0](5) + g(1.0f) + (o[1] ? q : f)(2) + choose(1)(2) + kept(3);
    o[1] = apply(f, 1) + apply(*q, 2) + (q == f) + (q != NULL) + !q + (q && r);
    if (q)
        o[2] = (int)(size_t)two(2);
}
