constant int outside = ({ 3; });               // error: statement expression not allowed at file scope
_Static_assert(1 == 1, "fine");
_Static_assert(1 == 2);                        // error: static assertion failed
_Static_assert(1 == 2, "no");                  // error: static assertion failed: no
struct old { int a, b; };
kernel void k(global int *p, int n, float2 v, struct old s)
{
    int x;
    _Static_assert(n, "no");                   // error: static assertion expression is not an integral constant expression
    x = _Generic(n, float: 1, char: 2);        // error: controlling expression type 'int' not compatible with any generic association type
    x = __builtin_choose_expr(n, 1, 2);        // error: '__builtin_choose_expr' requires a constant expression
    void *label = &&there;                     // error: addresses of labels and computed goto are not supported
    goto *label;                               // error: addresses of labels and computed goto are not supported
there:;
    x = ! && there + 1;                        // error: addresses of labels and computed goto are not supported
    if (x) goto *p; else x = 2;                // error: addresses of labels and computed goto are not supported
    __auto_type without;                       // error: '__auto_type' is for variables with an initializer, without declarators of their own
    __auto_type list = {1};                    // error: '__auto_type' is for variables with an initializer, without declarators of their own
    __auto_type *pointer = p;                  // error: '__auto_type' is for variables with an initializer, without declarators of their own
    x = sizeof(__auto_type);                   // error: '__auto_type' is for variables with an initializer, without declarators of their own
    int4 w = __builtin_convertvector(v, int4); // error: __builtin_convertvector between 'float2' and 'int4', which are no vectors of the same number of elements
    v = __builtin_shufflevector(v, v, 0, 4);   // error: indices for __builtin_shufflevector must be less than the total number of vector elements
    struct old o = {a: 1};                     // warning: use of GNU old-style field designator extension
    int a[4] = {[3 ... 2] = 1};                // error: array designator range [3, 2] is empty
    int b[4] = {[3 ... 4] = 1};                // error: array designator index (4) exceeds array bounds (4)
    int c[4] = {[0 ... n] = 1};                // error: expression is not an integer constant expression
    printf("%d\n", s);                         // error: an argument of type 'struct old' cannot be printed
    int y = ({ x = 1; });
    int z = ({ if (n) x = 1; });               // error: initializing '__private int' with an expression of incompatible type 'void'
    __typeof__(p[0]) g;                        // error: function scope variable cannot be declared in global address space
    p[0] = v ?: n;                             // error: used type 'float2'
}
kernel void mismatch(global uint *u, global float *f)
{
    atomic_add(u, 1);                          /* int to uint, though int * would fit 1 better */
    atomic_add(f, 1);                          // warning: incompatible pointer types passing '__global float *' to parameter of type 'volatile __global int *'
    frexp(1.0f, (uint *)&u);                   // warning: passing '__private uint *' to parameter of type '__private int *' converts between pointers to integer types with different sign
}
