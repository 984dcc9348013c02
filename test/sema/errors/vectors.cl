void f(char4 c, float4 f, int4 i, uint4 u, int x, float y, double d, uint uu, long4 l4, bool b)
{
    char4 a = c + 1;         // error: scalar operand type has greater rank than the type of the vector element. ('char4' and 'int')
    float4 b2 = f * 2.0;     // error: scalar operand type has greater rank
    float4 b3 = f * d;       // error: scalar operand type has greater rank
    float4 b4 = f * x;
    int4 e = i + uu;         // error: scalar operand type has greater rank
    int4 e3 = i + y;         // error: scalar operand type has greater rank
    int4 e4 = i + u;         // error: implicit conversions between vector types ('int4' and 'uint4') are not permitted
    int4 e5 = u;             // error: initializing '__private int4' with an expression of incompatible type 'uint4'
    int4 e6 = i << 1l;
    int4 e7 = i << u;
    int4 e8 = i & 1;
    char4 e9 = c << 2;
    int4 f2 = f < f;
    float4 g1 = i ? f : y;
    float4 g2 = i ? 1.0f : 0.0f;
    float4 g3 = b ? f : 1.0f;
    float4 g4 = 1.0;
    float4 g5 = x;
    c += 1;                  // error: scalar operand type has greater rank
    c <<= 1;
    c++;
    f++;                     // error: cannot increment value of type 'float4'
    --f;                     // error: cannot decrement value of type 'float4'
    x = y ? 1 : 2;           // error: used type 'float' where integer or pointer type is required
    x = vec_step(f) + vec_step(char3);
    f += x;
    i = f;                   // error: assigning to '__private int4' from incompatible type 'float4'
    i = (int4)f;             // error: invalid conversion between ext-vector type 'int4' and 'float4'
    i = (int4)x;
    x = (int)i;              // error: invalid conversion between vector type 'int4' and scalar type 'int'
    f = (float4)(1, 2, 3, 4);
    f = (float4)(1.0, 2, 3, 4);
    f = (float4)(f.xy, 3);   // error: too few elements in vector initialization (expected 4 elements, have 3)
    f = (float4)(f.xy, f.xyz); // error: excess elements in vector initializer
    f = (float4)(i.xy, f.xy);  // error: initializing 'float' with an expression of incompatible type 'int2'
    y = f.s4;                // error: vector component access exceeds type 'float4'
    y = f.q;                 // error: illegal vector component name 'q'
    y = f.xyzwx;             // error: vector component access has invalid length 5
    f.xx = f.xy;             // error: vector is not assignable (contains duplicate components)
    float *p = &f.x;         // error: address of vector element requested
    y = f.xyzw.x;
    f.lo = f.hi;
    f.odd = f.even;
    f.s01 = f.S23;
    y = i;                   // error: assigning to '__private float' from incompatible type 'int4'
    i = i && f;              // error: implicit conversions between vector types
    i = !f;
    i = f && f;
    (void)(l4 ? f : f);      // error: vector condition type 'long4' and result type 'float4' do not have elements of the same size
    (void)(i.xy ? f : f);    // error: do not have the same number of elements
    if (i)                   // error: statement requires expression of scalar type ('int4' invalid)
        x = 1;
}
typedef uint refused __attribute__((ext_vector_type())); // error: 'ext_vector_type' attribute takes one argument
void
of_refused(void)
{
    refused v = (refused)(1, 2);
}
