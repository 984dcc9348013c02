struct incomplete;
struct pair { int a, b; };
constant int table[2] = {1, 2};
void g(global int *p);
void h(constant int *p, const global int *q, global int *r, int n)
{
    int x = 0, *p1 = &x;
    float *p2 = p1;              // warning: incompatible pointer types initializing '__private float *__private' with an expression of type '__private int *'
    unsigned *p3 = p1;           // warning: converts between pointers to integer types with different sign
    global int *p4 = p1;         // error: initializing '__global int *__private' with an expression of type '__private int *' changes address space of pointer
    global int *p5 = (global int *)p1; // error: casting '__private int *' to type '__global int *' changes address space of pointer
    void *p6 = p1;
    g(p1);                       // error: passing '__private int *' to parameter of type '__global int *' changes address space of pointer
    g(q);                        // warning: passing 'const __global int *' to parameter of type '__global int *' discards qualifiers
    g(0);
    g(NULL);
    g(n);                        // error: incompatible integer to pointer conversion passing 'int' to parameter of type '__global int *'
    p1 = 1;                      // error: incompatible integer to pointer conversion assigning to '__private int *__private' from 'int'
    x = p1;                      // error: incompatible pointer to integer conversion assigning to '__private int' from '__private int *'
    x = (int)p1;
    p1 = p1 + p1;                // error: invalid operands to binary expression
    long d = p1 - p1;
    d = r - p1;                  // error: which are pointers to non-overlapping address spaces
    d = r - (global float *)r;   // error: are not pointers to compatible types
    x = p1 == 0;
    x = p1 == r;                 // error: which are pointers to non-overlapping address spaces
    x = p1 < p1; // warning: self-comparison always evaluates to false [-Wtautological-compare]
    *p = 1;                      // error: read-only variable is not assignable
    p[1]++;                      // error: read-only variable is not assignable
    table[0] = 1;                // error: read-only variable is not assignable
    *q = 1;                      // error: read-only variable is not assignable
    *x = 1;                      // error: indirection requires pointer operand ('int' invalid)
    *p6 = 1;                     // error: dereferencing a pointer to type
    struct incomplete *i = 0;
    i++;                         // error: arithmetic on a pointer to an incomplete type 'struct incomplete'
    i->a;                        // error: incomplete definition of type 'struct incomplete'
    struct pair pair;
    pair->a;                     // error: member reference type 'struct pair' is not a pointer; did you mean to use '.'?
    p1.a;                        // error: member reference base type '__private int *__private' is not a structure or union
    pair.c;                      // error: no member named 'c' in 'struct pair'
    x.a;                         // error: member reference base type '__private int' is not a structure or union
    x[1];                        // error: subscripted value is not an array, pointer, or vector
    p1[1.0f];                    // error: array subscript is not an integer
    &x = p1;                     // error: expression is not assignable
    &1;                          // error: cannot take the address of an rvalue of type 'int'
    x = n ? p1 : r;              // error: non-overlapping address spaces
    1[p1] = 2;
    void (*fp)(int);             // error: pointers to functions are not allowed
    &g;                          // error: taking address of function is not allowed
}
