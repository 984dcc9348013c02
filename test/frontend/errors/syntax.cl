int a = ; // error: expected expression
int b // error: expected ';' after top level declarator
int c;
kernel void k1(global int *p)
{
    p[0] = 1 // error: expected ';' after expression
    p[1] = 2;
    p[2] = (3 + ; // error: expected expression
    p[3] = 4;
    foo x; // error: unknown type name 'foo'
    if (p[0] { p[1] = 1; } // error: expected ')' // note: to match this '('
    for (int i = 0; i < 3; i++ { p[i] = i; } // error: expected ')' // note: to match this '('
    p[4] = 5)); // error: extraneous ')'
    int 3d = 1; // error: invalid suffix 'd' on integer constant // error: expected identifier or '('
    else p[1] = 1; // error: expected expression
    p[0]++;
#pragma unroll // error: expected a for, while, or do-while loop to follow '#pragma unroll'
    p[0]--;
#pragma unroll 0 // error: invalid value '0'; must be positive
    for (;;) ;
#pragma unroll 4
    for (;;) ;
}
kernel void k2(bar x) { } // error: unknown type name 'bar'
kernel void k2a(global bar *x, int a, int b) { if (a) { b = 1; } } // error: unknown type name 'bar'
kernel void k2b(int a, global bar x, int b) { if (a) { b = 1; } } // error: unknown type name 'bar'
static bar k2c(int a) { return a; } // error: unknown type name 'bar'
void k2d(int a)
{
    global bar *x = 0; // error: unknown type name 'bar'
    const bar y = 0; // error: unknown type name 'bar'
    int z a; // error: expected ';' at end of declaration
    void inner(void) { } // error: function definition is not allowed here
    if (a { a = 1; { a = 2; } } // error: expected ')' // note: to match this '('
}
kernel void k2e(global int *o { if (o[0]) { o[1] = 2; } } // error: expected ')' // note: to match this '('
struct unclosed { struct { int a } b; int c; }; // warning: expected ';' at end of declaration list
kernel void k2f(void) { int z } // error: expected ';' at end of declaration
kernel void k3(int x y) { int z; { z = 1; } } // error: expected ')' // note: to match this '('
int d;
struct s { int a int b; }; // error: expected ';' at end of declaration list
int long short e; // error: cannot combine with previous 'int' declaration specifier
float int f; // error: cannot combine with previous 'float' declaration specifier
} // error: extraneous closing brace ('}')
unknown g; // error: unknown type name 'unknown'
kernel void k4(int x) {
    return x // error: expected ';' after return statement
}
kernel void k5(void)
{ // note: to match this '{'
    int x = 1; // error: expected '}'