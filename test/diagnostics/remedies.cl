// Messages with what would mend the program, and warnings of constants and components.
static kernel void
k1(float *a) // error: kernel functions cannot be declared static // error: pointer arguments to kernel functions must reside // fixit: 4 __global // fixit: 1-7
{
    static int x = 1; // error: variables in function scope cannot be declared static // fixit: 5-11
}
int
g(int *x) // note: passing argument to parameter 'x' here // note: passing argument to parameter 'x' here
{
    return *x;
}
struct pair { int a; };
kernel void
k2(global int *a, float4 v, float f, double d, global struct pair *p)
{
    int y = 1;      // note: previous definition is here
    y = g(y);       // error: incompatible integer to pointer conversion passing 'int' to parameter of type '__private int *'; take the address with & // fixit: 11 &
    y = g(3);       // error: incompatible integer to pointer conversion passing 'int' to parameter of type '__private int *'
    a[0] = a;       // error: from '__global int *'; dereference with * // fixit: 12 *
    global int *q = a[0]; // error: with an expression of type 'int'; take the address with & // fixit: 21 &
    p.a = 1;        // error: is a pointer; did you mean to use '->'? // fixit: 6-6 ->
    int z == 3;     // error: invalid '==' at end of declaration; did you mean '='? // fixit: 11-12 =
    float y;        // error: redefinition of 'y' with a different type: 'float' vs 'int'
    float4 w[2] = {1, 2, {3}}; // error: too few elements in vector initialization (expected 4 elements, have 2)
    if (y) ) {}     // error: extraneous ')' // fixit: 12-12
}
kernel int not_void(void) { return 1; }                         // error: kernel must have void // fixit: 8-10 void
__kernel const unsigned int not_void2(void) { return 1; }       // error: kernel must have void // fixit: 16-27 void
int kernel not_void3(void) { return 1; }                        // error: kernel must have void // fixit: 1-3 void
constant char *names[] = {"a", "b"};  // error: program scope variable must reside in constant address space // fixit: 16 constant
char *null = 0;                       // error: program scope variable must reside in constant address space // fixit: 7 constant
int table[2] = {1, 2};                // error: program scope variable must reside in constant address space // fixit: 1 constant
