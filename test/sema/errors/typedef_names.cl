// options: cl12
// Types in messages by the typedef that the program has for them, as clang's "aka".
typedef float4 colour;
typedef int4 cell;
typedef int number;
typedef global float *row;
typedef struct { number n; colour c; const number fixed; } pixel;
colour blend(colour a, global colour *b);
number count(colour c)
{
    return c;        // error: returning 'colour' (aka 'float4') from a function with incompatible result type 'number' (aka 'int')
}
void assignments(global colour *out, global number *n, size_t size, pixel p)
{
    colour a = (colour)(1.0f);
    cell b = (cell)(1);
    a = b;           // error: assigning to '__private colour' (aka '__private float4') from incompatible type 'cell' (aka 'int4')
    int first = a;   // error: initializing '__private int' with an expression of incompatible type 'colour' (aka 'float4')
    number second = out[1]; // error: initializing '__private number' (aka '__private int') with an expression of incompatible type 'colour' (aka 'float4')
    local colour *l = out;  // error: initializing '__local colour *__private' (aka '__local float4 *__private') with an expression of type '__global colour *' (aka '__global float4 *') changes address space of pointer
    size_t bytes = out;     // error: initializing '__private size_t' (aka '__private ulong') with an expression of type '__global colour *' (aka '__global float4 *')
    a = p.c + blend(n, out); // error: passing '__global number *' (aka '__global int *') to parameter of incompatible type 'colour' (aka 'float4') // note: passing argument
    row r = n;       // warning: initializing '__private row' (aka '__global float *__private') with an expression of type '__global number *' (aka '__global int *')
    number list[2] = {1, a}; // error: initializing '__private number' (aka '__private int') with an expression of incompatible type 'colour' (aka 'float4')
    p.fixed = 1;     // error: cannot assign to non-static data member 'fixed' with const-qualified type 'const number' (aka 'const int') // note: declared const here
}
void operands(global colour *out, global number *n, size_t size, pixel p)
{
    colour a = out[0];
    number i = n[0];
    a = a % a;       // error: invalid operands to binary expression ('colour' (aka 'float4') and 'colour' (aka 'float4'))
    a = ~a;          // error: invalid argument type 'colour' (aka 'float4') to unary expression
    a++;             // error: cannot increment value of type 'colour' (aka 'float4')
    *i = 1;          // error: indirection requires pointer operand ('number' (aka 'int') invalid)
    i();             // error: called object type '__private number' (aka '__private int') is not a function
    i.x = 1;         // error: member reference base type '__private number' (aka '__private int') is not a structure or union
    out.x = 1;       // error: member reference type '__global colour *__private' (aka '__global float4 *__private') is a pointer
    i = (number)a;   // error: invalid conversion between vector type 'colour' (aka 'float4') and scalar type 'number' (aka 'int')
    a = (colour)p;   // error: invalid conversion between vector type 'colour' (aka 'float4') and scalar type 'pixel'
    n = (global number *)p.c; // error: vector type 'colour' (aka 'float4') and scalar type '__global number *' (aka '__global int *')
    if (a)           // error: statement requires expression of scalar type ('colour' (aka 'float4') invalid)
        return;
    switch (a) { }   // error: statement requires expression of integer type ('colour' (aka 'float4') invalid)
    i = i ? out : n; // warning: pointer type mismatch ('__global colour *' (aka '__global float4 *') and '__global number *' (aka '__global int *')) // error: assigning to '__private number' (aka '__private int')
}
