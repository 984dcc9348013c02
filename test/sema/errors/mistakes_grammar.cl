// All else that users forget, put in or mistake: one message each, and what follows is read.
// init bad item
constant int a_88[] = { 1, , 3 }; // error: expected expression
kernel void k_88(global int *x)
{
    x[0] = a_88[0] + undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// init missing comma
constant int a_89[] = { 1, 2 3 }; // error: expected '}'
kernel void k_89(global int *x)
{
    x[0] = a_89[0] + undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// attr bad
__attribute__(reqd_work_group_size(1,1,1)) // error: expected '('
kernel void k_90(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// attr bad x
kernel void k_91(global int *x) __attribute__(x(1)) // error: expected '(' // warning: unknown attribute 'x' ignored
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
kernel void k2_91(global int *x)
{
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// attr unclosed
__attribute__((reqd_work_group_size(1,1,1))
kernel void k_92(global int *x) // error: expected ')'
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// attr empty paren
__attribute__((aligned()) constant int a_93 = 1; // error: expected ')'
kernel void k_93(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// attr badarg
__attribute__((aligned(16+))) constant int a_94 = 1; // error: expected expression
kernel void k_94(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// nested comment end
kernel void k2_95(global int *x)
{
    /* a /* b */ c */ // error: expected expression // error: use of undeclared identifier 'c'
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing operand
kernel void k2_96(global int *x)
{
    x[0] = x[1] + ; // error: expected expression
    x[1] = * 3; // error: indirection requires pointer operand ('int' invalid)
    x[2] = x[1] * / 2; // error: expected expression
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing operator
kernel void k2_97(global int *x)
{
    x[0] = x[1] x[2]; // error: expected ';' after expression
    x[0] = 3 4; // error: expected ';' after expression
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing comma args
kernel void k2_98(global int *x)
{
    x[0] = max(x[1] x[2]); // error: expected ')'
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// missing comma params
int f_99(int a int b) { return a + b; } // error: expected ')'
kernel void k2_99(global int *x)
{
    x[0] = f_99(1, 2);
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// extra comma params
int f_100(int a, ) { return a; } // error: expected parameter declarator
kernel void k2_100(global int *x)
{
    x[0] = f_100(1);
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// extra comma args
int f_101(int a) { return a; }
kernel void k2_101(global int *x)
{
    x[0] = f_101(1, ); // error: expected expression
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// semicolon params
int f_102(int a; int b) { return a; } // error: expected ')'
kernel void k2_102(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// comma for
kernel void k2_103(global int *x)
{
    for (int i = 0, i < 4, i++) // error: expected ';' at end of declaration
        x[i] = 1;
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// for two
kernel void k2_104(global int *x)
{
    for (int i = 0; i < 4) // error: expected ';' after expression
        x[i] = 1;
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// for four
kernel void k2_105(global int *x)
{
    for (int i = 0; i < 4; i++; i--) // error: expected ')'
        x[i] = 1;
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// else without if
kernel void k2_106(global int *x)
{
    else // error: expected expression
        x[0] = 1;
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// else then
kernel void k2_107(global int *x)
{
    if (x[0]) then x[1] = 1; // error: use of undeclared identifier 'then'
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// case outside
kernel void k2_108(global int *x)
{
    case 1: x[0] = 1; // error: 'case' statement not in switch statement
    default: x[0] = 2; // error: 'default' statement not in switch statement
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// case no colon
kernel void k2_109(global int *x)
{
    switch (x[0]) {
    case 1 x[0] = 1; break; // error: expected ':'
    default x[0] = undeclared1; // error: expected ':' // error: use of undeclared identifier 'undeclared1'
    }
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// case no value
kernel void k2_110(global int *x)
{
    switch (x[0]) {
    case : x[0] = 1; break; // error: expected expression
    }
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// label end
kernel void k2_111(global int *x)
{
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
end:
}
// nested function
kernel void k2_112(global int *x)
{
    int f_112(int a) { return a; } // error: function definition is not allowed here
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// statement outside
int a_113; // error: program scope variable must reside in constant address space
a_113 = 3; // error: type specifier missing, defaults to 'int'; ISO C99 and later do not support implicit int
for (;;) { } // error: expected external declaration
kernel void k2_113(global int *x)
{
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// call outside
barrier(1); // error: type specifier missing, defaults to 'int'; ISO C99 and later do not support implicit int
kernel void k2_114(global int *x)
{
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// enum bad
enum e_115 { A_115, B_115 = , C_115 }; // error: expected expression
kernel void k2_115(global int *x)
{
    x[0] = C_115;
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// enum missing comma
enum e_116 { A_116, B_116 C_116, D_116 }; // error: missing ',' between enumerators
kernel void k2_116(global int *x)
{
    x[0] = A_116;
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// struct bad member
struct s_117 { int a; int ; 3 b; int c; }; // error: expected ';' at end of declaration list
kernel void k2_117(global int *x)
{
    struct s_117 v; v.a = 1; v.c = 2;
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// struct init member
struct s_118 { int a = 1; int b; }; // error: expected ';' at end of declaration list
kernel void k2_118(global int *x)
{
    struct s_118 v; v.a = 1; v.b = 2;
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// ternary missing
kernel void k2_119(global int *x)
{
    x[0] = x[1] ? 2; // error: expected ':'
    x[1] = x[2] ? : 3;
    x[2] = x[1] ? 2 : ; // error: expected expression
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// assign decl
kernel void k2_120(global int *x)
{
    int a := 1; // error: extraneous ':'
    int b == 2; // error: invalid '==' at end of declaration; did you mean '='?
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// decl no type
kernel void k2_121(global int *x)
{
    const a = 1; // error: type specifier missing, defaults to 'int'; ISO C99 and later do not support implicit int
    static b; // error: type specifier missing, defaults to 'int'; ISO C99 and later do not support implicit int // error: static
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// fn no type
f_122(int a) { return a; } // error: type specifier missing, defaults to 'int'; ISO C99 and later do not support implicit int
kernel void k2_122(global int *x)
{
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// fn no params types
int f_123(a, b) { return a + b; } // error: unknown type name 'a' // error: unknown type name 'b'
kernel void k2_123(global int *x)
{
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// array decl java
kernel void k2_124(global int *x)
{
    int[4] a; // error: expected identifier or '('
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// vector lit
kernel void k2_125(global float4 *x)
{
    x[0] = (float4)(1.0f, 2.0f, 3.0f, ); // error: expected expression
    x[1] = (float4)(1.0f 2.0f); // error: expected ')'
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// asm bad
kernel void k2_126(global int *x)
{
    asm(v_nop); // error: expected string literal
    asm("v_nop" : );
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// two types
kernel void k2_127(global int *x)
{
    int float a; // error: cannot combine with previous 'int' declaration specifier
    unsigned float b; // error: cannot combine with previous 'unsigned' declaration specifier
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// dot number
kernel void k2_128(global float4 *x)
{
    x[0].1 = 1.0f; // error: expected ';' after expression // error: expression is not assignable
    x[0].x.y = 1; // error: member reference base type '__global float' is not a structure or union
    x[0]. = 2; // error: expected identifier
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// before and after
kernel void k0_129(global int *x) { x[0] = undeclared1; } // error: use of undeclared identifier 'undeclared1'
kernel void k1_129(global int *x) { x[0] = ; x[1] = undeclared2; } // error: expected expression // error: use of undeclared identifier 'undeclared2'
kernel void k2_129(global int *x) { x[0] = undeclared3; } // error: use of undeclared identifier 'undeclared3'
// dup qual
kernel void k0_130(global local int *x, int int y) // error: cannot combine with previous 'int' declaration specifier // error: multiple address spaces specified for type
{
    x[2] = undeclared3; // error: use of undeclared identifier 'undeclared3'
}
// kernel nonvoid missing
kernel k0_131(global int *x) // error: type specifier missing, defaults to 'int'; ISO C99 and later do not support implicit int
{
    x[2] = undeclared3; // error: use of undeclared identifier 'undeclared3'
}
// gt typos
kernel void k0_132(global int *x)
{
    if (x[0] => 1) x[1] = 1; // error: expected expression
    if (x[0] =< 1) x[1] = 1; // error: expected expression
    if (x[0] =! 1) x[1] = 1;
    x[2] = undeclared3; // error: use of undeclared identifier 'undeclared3'
}
// string concat
kernel void k0_133(global int *x)
{
    printf("a" + "b"); // error: invalid operands to binary expression ('__constant char *' and '__constant char *')
    printf("a" x); // error: expected ')'
    x[2] = undeclared3; // error: use of undeclared identifier 'undeclared3'
}
// arrow space
kernel void k0_134(global int2 *x)
{
    x->x = 1;
    x- >x = 1; // error: expected expression
    (*x).y = undeclared3; // error: use of undeclared identifier 'undeclared3'
}
// goto star
kernel void k0_135(global int *x)
{
    goto *x; // error: addresses of labels and computed goto are not supported
    goto 3; // error: expected identifier
    x[2] = undeclared3; // error: use of undeclared identifier 'undeclared3'
}
// init designator
struct s_136 { int a, b; };
kernel void k0_136(global int *x)
{
    struct s_136 v = { .a 1, .b = 2 }; // error: unexpected constant
    struct s_136 w = { .a = , .b = 2 }; // error: expected expression
    x[2] = v.a + w.b + undeclared3; // error: use of undeclared identifier 'undeclared3'
}
