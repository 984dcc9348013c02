// What messages underline, and what they propose.
struct s {
    int a;
};
void named(int *where); // note: passing argument to parameter 'where' here
void unnamed(local int *); // note: passing argument to parameter here
kernel void k(global float4 *o, global int *i, local int *l)
{
    struct s v;
    o[0] = i[0] * v; // error: invalid operands to binary expression ('int' and 'struct s') // range: 12-15 // range: 19-19
    i[0] = v; // error: assigning to '__global int' from incompatible type // range: 12-12
    o[1] = o[2] ? o[3] : o[4]; // error: used type 'float4' where integer vector type is required // range: 12-15
    *i[0] = 3; // error: indirection requires pointer operand // range: 6-9
    i[1] = dot(o[0], o[1], 3); // error: too many arguments to function call // range: 28-28
    i = l; // error: changes address space of pointer // range: 9-9
    o[2].q = 1; // error: illegal vector component name // range: 5-8
    i.x = 2; // error: member reference base type '__global int *__private' is not a structure or union // range: 5-5
    v->a = 1; // error: did you mean to use '.'? // range: 5-5 // fixit: 6-7 .
    v.zz = 1; // error: no member named 'zz' in 'struct s' // range: 5-5
    named(i); // error: changes address space of pointer // range: 11-11
    unnamed(i); // error: changes address space of pointer // range: 13-13
}
// A message about a name underlines it, though nobody asked.
constant int twice = 1; // note: previous definition is here
constant int twice = 2; // error: redefinition of 'twice' // range: 14-18
void labels(void)
{
    continue; // error: 'continue' statement not in loop statement // range: 5-12
}
// nowhere: note: candidate function 'float dot(float4, float4)' not viable
// nowhere: note: candidate function 'uint dot(uchar4, uchar4)' not viable: requires 2 arguments, but 3 were provided
// nowhere: note: candidate function 'int dot(char4, char4)' not viable: requires 2 arguments, but 3 were provided
