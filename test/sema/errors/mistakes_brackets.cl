// Parentheses, brackets and braces that users forget, put in or mistake: one message each, and what follows is read.
// missing rparen if
kernel void k_18(global int *x)
{
    if (x[0] == 1 { // error: expected ')'
        x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
    }
    x[2] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// missing rparen call
kernel void k_19(global int *x)
{
    x[0] = max(x[1], 2; // error: expected ')'
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing rparen expr
kernel void k_20(global int *x)
{
    x[0] = (x[1] + 2; // error: expected ')'
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing rparen for
kernel void k_21(global int *x)
{
    for (int i = 0; i < 4; i++ { // error: expected ')'
        x[i] = undeclared1; // error: use of undeclared identifier 'undeclared1'
    }
    x[2] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// missing rparen while
kernel void k_22(global int *x)
{
    while (x[0] < 4 { // error: expected ')'
        x[0]++;
    }
    x[2] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// missing lparen if
kernel void k_23(global int *x)
{
    if x[0] == 1) // error: expected '(' after 'if'
        x[1] = 2;
    x[2] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// missing lparen while
kernel void k_24(global int *x)
{
    while x[0] == 1 // error: expected '(' after 'while'
        x[1] = 2;
    x[2] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// missing params rparen
kernel void k_25(global int *x
{ // error: expected ')'
    x[0] = 1;
}
kernel void k2_25(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing rbracket
kernel void k_26(global int *x)
{
    x[0 = 1; // error: expected ']' // error: expression is not assignable
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing rbracket decl
kernel void k_27(global int *x)
{
    int a[4; // error: expected ']'
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// extra rparen
kernel void k_28(global int *x)
{
    x[0] = max(x[1], 2)); // error: extraneous ')'
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// extra rbrace
kernel void k_29(global int *x)
{
    x[0] = 1;
}
} // error: extraneous closing brace ('}')
kernel void k2_29(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// early rbrace
kernel void k_30(global int *x)
{
    if (x[0]) {
        x[0] = 1; }
    }
    x[1] = 2; // error: type specifier missing, defaults to 'int'; ISO C99 and later do not support implicit int
}
kernel void k2_30(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing rbrace then fn
kernel void k_31(global int *x)
{
    if (x[0]) {
        x[0] = 1;
}
kernel void k2_31(global int *x) // error: expected '}'
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// extra rbracket
kernel void k_32(global int *x)
{
    x[0]] = 1; // error: extraneous ']'
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unclosed init
constant int a_33[] = { 1, 2, 3; // error: expected '}'
kernel void k_33(global int *x)
{
    x[0] = a_33[0] + undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unclosed init local
kernel void k_34(global int *x)
{
    int a[] = { 1, 2, 3; // error: expected '}'
    x[0] = a[0] + undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// struct unclosed
struct s_35 { int a;
kernel void k2_35(global int *x) // error: expected '}'
{
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// empty index
kernel void k2_36(global int *x)
{
    x[] = 1; // error: expected expression
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// missing brace open
kernel void k0_37(global int *x)
    x[0] = 1; // error: expected function body after function declarator
}
kernel void k2_37(global int *x) { x[0] = undeclared3; } // error: use of undeclared identifier 'undeclared3'
// missing brace open if
kernel void k0_38(global int *x)
{
    if (x[0])
        x[0] = 1;
    }
    x[1] = 2; // error: type specifier missing, defaults to 'int'; ISO C99 and later do not support implicit int
}
kernel void k2_38(global int *x) { x[0] = undeclared3; } // error: use of undeclared identifier 'undeclared3'
