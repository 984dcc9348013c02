// Vector literals of all forms: one scalar for all, scalars, vectors and both mixed, nested.
// kernel: test
// arg: int4 r[16]
// arg: int in[4] = 1 2 3 4
// arg: float f[2] = 1.75 -2.75
kernel void
test(global int4 *r, global const int *in, global const float *f)
{
    int a = in[0], b = in[1], c = in[2], d = in[3];
    int2 ab = (int2)(a, b), cd = (int2)(c, d);
    int3 abc = (int3)(a, b, c);
    char narrow = (char)(in[3] + 124); // -128
    r[0] = (int4)(a, b, c, d);           //= 1 2 3 4
    r[1] = (int4)(a);                    //= 1 1 1 1
    r[2] = (int4)a;                      //= 1 1 1 1
    r[3] = (int4)(ab, cd);               //= 1 2 3 4
    r[4] = (int4)(a, cd, b);             //= 1 3 4 2
    r[5] = (int4)(cd, a, b);             //= 3 4 1 2
    r[6] = (int4)(d, c, ab);             //= 4 3 1 2
    r[7] = (int4)(abc, d);               //= 1 2 3 4
    r[8] = (int4)(d, abc);               //= 4 1 2 3
    r[9] = (int4)((int4)(a, b, c, d));   //= 1 2 3 4
    r[10] = (int4)((int2)(d, c), (int2)(b)); //= 4 3 2 2
    r[11] = (int4)(f[0], f[1], 2.5f, a); //= 1 -2 2 1
    r[12] = (int4)(narrow, 'A', 3L, true); //= -128 65 3 1
    r[13] = (int4)(a + b, a, -ab.y, c * d); //= 3 1 -2 12
    r[14] = (int4)(ab.yx, abc.zy);       //= 2 1 3 2
    int4 initialised = {a, b, 7, d};
    r[15] = initialised;                 //= 1 2 7 4
}

// kernel: wide
// arg: float16 r[3]
// arg: float in[4] = 1 2 3 4
kernel void
wide(global float16 *r, global const float *in)
{
    float4 v = vload4(0, in);
    float8 w = (float8)(v, v.wzyx);
    r[0] = (float16)(w, v, 5.0f, 6, v.xy); //= 1 2 3 4 4 3 2 1 1 2 3 4 5 6 1 2
    r[1] = (float16)(in[1]);               //= 2*16
    r[2] = (float16)(v.xyz, v, w, 9.0f);   //= 1 2 3 1 2 3 4 1 2 3 4 4 3 2 1 9
}

// A literal of another element type per component.
// kernel: bytes
// arg: uchar4 r[3]
// arg: int in[2] = 0x1234 -1
kernel void
bytes(global uchar4 *r, global const int *in)
{
    r[0] = (uchar4)(in[0], in[1], 'a', 3.9f); //= 0x34 255 97 3
    r[1] = (uchar4)(in[0]);                   //= 0x34*4
    r[2] = (uchar4)((uchar2)(1, 2), 3, 4).wzyx; //= 4 3 2 1
}
