// Semicolons that users forget, put in or mistake: one message each, and what follows is read.
// missing semi stmt
kernel void k_1(global int *x)
{
    x[0] = 1 // error: expected ';' after expression
    x[1] = 2;
    x[2] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing semi decl
kernel void k_2(global int *x)
{
    int a = 1 // error: expected ';' at end of declaration
    int b = 2;
    x[2] = a + b + undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing semi return
int f_3(int a)
{
    return a // error: expected ';' after return statement
}
kernel void k_3(global int *x)
{
    x[0] = f_3(undeclared1); // error: use of undeclared identifier 'undeclared1'
}
// missing semi global
constant int a_4 = 1 // error: expected ';' after top level declarator
constant int b_4 = 2;
kernel void k_4(global int *x)
{
    x[0] = a_4 + b_4 + undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing semi struct
struct s_5 { int a; } // error: expected ';' after struct
kernel void k_5(global int *x)
{
    struct s_5 v;
    v.a = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing semi typedef
typedef int foo_6 // error: expected ';' after top level declarator
kernel void k_6(global foo_6 *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing semi proto
int f_7(int a)
kernel void k_7(global int *x) // error: expected function body after function declarator
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing semi member
struct s_8 { int a // error: expected ';' at end of declaration list
 int b; };
kernel void k_8(global int *x)
{
    struct s_8 v;
    v.a = v.b = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing semi break
kernel void k_9(global int *x)
{
    switch (x[0]) {
    case 1: x[1] = 2; break // error: expected ';' after break statement
    case 2: x[1] = undeclared1; break; // error: use of undeclared identifier 'undeclared1'
    }
}
// missing semi do
kernel void k_10(global int *x)
{
    do { x[0]++; } while (x[0] < 3) // error: expected ';'
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing semi goto
kernel void k_11(global int *x)
{
    goto out // error: expected ';' after goto statement
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
out:
    x[2] = 1;
}
// semi after if
kernel void k0_12(global int *x)
{
    if (x[0]);
    { x[0] = 1; }
    else { x[1] = 1; } // error: expected expression
    x[2] = undeclared3; // error: use of undeclared identifier 'undeclared3'
}
// semi after fn head
kernel void k0_13(global int *x);
{ // error: expected external declaration
    x[0] = 1;
}
kernel void k2_13(global int *x) { x[0] = undeclared3; } // error: use of undeclared identifier 'undeclared3'
// if semi else
kernel void k2_14(global int *x)
{
    if (x[0]) x[1] = 1; x[2] = 1; else x[3] = 1; // error: expected expression
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// sizeof bad
kernel void k0_15(global int *x)
{
    x[0] = sizeof(); // error: expected expression
    x[1] = sizeof int; // error: expected expression
    x[2] = undeclared3; // error: use of undeclared identifier 'undeclared3'
}
// break outside
kernel void k0_16(global int *x)
{
    break; // error: 'break' statement not in loop or switch statement
    continue; // error: 'continue' statement not in loop statement
    x[2] = undeclared3; // error: use of undeclared identifier 'undeclared3'
}
// double equals fn
int f_17(int a) = { return a; } // error: expected expression // error: expected ';' after expression // error: illegal initializer (only variables can be initialized)
kernel void k2_17(global int *x)
{
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
