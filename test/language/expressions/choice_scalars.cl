// A vector chooses between two scalars of its element's size (6.3.i): they are not promoted.
// options: -cl-ext=+cl_khr_fp16
// kernel: test
// arg: int r[16]
// arg: char2 c[1] = 0 -1
// arg: short4 s[1] = 0 -1 1 -32768
// arg: int v[4] = 100 200 -3 40000
kernel void
test(global int *r, global const char2 *c, global const short4 *s, global const int *v)
{
    char a = (char)v[0];
    uchar b = (uchar)v[1];
    char2 x = c[0] ? (char)v[2] : a;
    uchar2 y = c[0] ? (char)v[2] : b;
    short4 z = s[0] ? (short)v[3] : a;
    ushort4 w = s[0] ? b : (ushort)v[3];
    uchar2 t = c[0] ? b : (bool)v[0];
    r[0] = x.x; //= 100
    r[1] = x.y; //= -3
    r[2] = y.x; //= 200
    r[3] = y.y; //= 253
    r[4] = z.x; //= 100
    r[5] = z.y; //= -25536
    r[6] = z.z; //= 100
    r[7] = z.w; //= -25536
    r[8] = w.x; //= 40000
    r[9] = w.w; //= 200
    r[10] = t.x; //= 1
    r[11] = t.y; //= 200
}
