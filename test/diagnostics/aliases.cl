// A type that was declared by a typedef's name is told by both names.
typedef float real;
typedef float4 colour;
typedef struct { int a; } record;
struct holder { colour c; };
kernel void
k(global int *a, real r, colour c, int4 v, record s, float f)
{
    struct holder h;
    a[0] = r % 2;     // error: invalid operands to binary expression ('real' (aka 'float') and 'int')
    a[0] = f % r;     // error: invalid operands to binary expression ('float' and 'real' (aka 'float'))
    a[0] = c;         // error: from incompatible type 'colour' (aka 'float4')
    a[0] = h.c;       // error: from incompatible type 'colour' (aka 'float4')
    c = c + v;        // error: implicit conversions between vector types ('colour' (aka 'float4') and 'int4') are not permitted
    a[0] = s;         // error: from incompatible type 'record'
}
