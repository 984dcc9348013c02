// The usual arithmetic conversions between all scalar types, and those of assignment and arguments.
int
takes_char(char a)
{
    return a;
}

float
takes_float(float a)
{
    return a;
}

// kernel: types
// arg: int r[16]
// arg: uchar uc = 200
// arg: short s = -2
// arg: uint u = 1
// arg: long l = -1
// arg: ulong ul = 1
// arg: float f = 0.5
kernel void
types(global int *r, uchar uc, short s, uint u, long l, ulong ul, float f)
{
    double d = 0.25;
    r[0] = sizeof(uc + uc);         //= 4
    r[1] = sizeof(s * u);           //= 4
    r[2] = sizeof(u + l);           //= 8
    r[3] = sizeof(l + f);           //= 4
    r[4] = sizeof(f * d);           //= 8
    r[5] = uc + uc;                 //= 400
    r[6] = s < u;                   //= 0
    r[7] = l < u;                   //= 1
    r[8] = l < ul;                  //= 0
    r[9] = s + u == 0xffffffff;     //= 1
    r[10] = -u > 0;                 //= 1
    r[11] = s < f;                  //= 1
    r[12] = (uc & ~0x0f) + f * 2;   //= 193
    r[13] = (l + f) * 4;            //= -2
    r[14] = (ul + d) * 4;           //= 5
    r[15] = (s / u) >> 28;          //= 15
}

// kernel: assignment
// arg: int r[14]
// arg: float f[2] = 2.9 -2.9
// arg: int big = 0x12345678
// arg: long huge = 0x1000000ff
kernel void
assignment(global int *r, global const float *f, int big, long huge)
{
    char c = big;
    ushort us = huge;
    int i = f[1];
    uint u = f[0];
    float g = 16777217;
    double d = f[0] - 2;
    c += 200;
    us *= 2.5f;
    r[0] = c;                       //= 64
    r[1] = us;                      //= 637
    r[2] = i;                       //= -2
    r[3] = u;                       //= 2
    r[4] = g == 16777216;           //= 1
    r[5] = takes_char(huge);        //= -1
    r[6] = takes_float(big) == 305419904; //= 1
    r[7] = (char)f[1] + (uchar)255; //= 253
    i = -7;
    i += f[0];
    r[8] = i;                       //= -4
    i -= 0.5;
    r[9] = i;                       //= -4
    i = u = c = 300;
    r[10] = i;                      //= 44
    r[11] = (int)(uchar)-1 + (int)(char)255; //= 254
    r[12] = (int)(d * 10);          //= 9
    r[13] = (short)(int)huge;       //= 255
}
