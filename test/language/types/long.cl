// long and ulong: arithmetic, shifts, comparison, mixed with narrower types.
// kernel: arithmetic
// arg: long r[16]
// arg: long a[3] = 0x123456789abcdef0 -5 3
kernel void
arithmetic(global long *r, global const long *a)
{
    r[0] = a[0] + 0x11111111111L; //= 0x12345789abcdf001
    r[1] = a[0] - a[1];           //= 0x123456789abcdef5
    r[2] = a[0] * a[2];           //= 0x369d0369d0369cd0
    r[3] = a[1] * a[1];           //= 25
    r[4] = a[0] / a[2];           //= 0x611722833944a50
    r[5] = a[0] % 1000;           //= 320
    r[6] = a[1] / a[2];           //= -1
    r[7] = a[1] % a[2];           //= -2
    r[8] = a[0] << 8;             //= 0x3456789abcdef000
    r[9] = a[1] >> 1;             //= -3
    r[10] = (ulong)a[1] >> 60;    //= 15
    r[11] = a[0] & 0xffff0000;    //= 0x9abc0000
    r[12] = a[0] ^ -1;            //= -0x123456789abcdef1
    r[13] = ~a[2];                //= -4
    r[14] = -a[0];                //= -0x123456789abcdef0
    r[15] = a[1] | 4;             //= -1
}

// kernel: compare
// arg: int r[10]
// arg: long a[3] = 0x100000000 -1 1
// arg: ulong u[2] = 0xffffffffffffffff 1
// arg: int i = -1
kernel void
compare(global int *r, global const long *a, global const ulong *u, int i)
{
    r[0] = a[0] > a[2];         //= 1
    r[1] = a[1] < a[2];         //= 1
    r[2] = u[0] > u[1];         //= 1
    r[3] = a[1] == i;           //= 1
    r[4] = u[0] == i;           //= 1
    r[5] = i < u[1];            //= 0
    r[6] = i < a[2];            //= 1
    r[7] = (int)a[0];           //= 0
    r[8] = (bool)a[0];          //= 1
    r[9] = a[0] && a[1] ? 3 : 4; //= 3
}
