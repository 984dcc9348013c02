// double: literals, arithmetic, comparison, conversion to and from other types.
// kernel: test
// arg: double r[14]
// arg: double a[4] = 7 -2 0.1 1e300
// arg: int i = -3
// arg: long l = 0x20000000000001
kernel void
test(global double *r, global const double *a, int i, long l)
{
    r[0] = a[0] + a[1];             //= 5
    r[1] = a[0] * a[2];             //= 0.70000000000000006661
    r[2] = a[0] / a[1];             //= -3.5
    r[3] = a[3] * a[3];             //= inf
    r[4] = 0.1;                     //= 0.1
    r[5] = 0.1f;                    //= 0x1.99999ap-4
    r[6] = 1e-310;                  //= 1e-310
    r[7] = i;                       //= -3
    r[8] = l;                       //= 9007199254740992
    r[9] = (float)a[2];             //= 0x1.99999ap-4
    r[10] = (int)(a[1] - 0.9);      //= -2
    r[11] = a[0] > a[1] ? a[2] : 0; //= 0.1
    r[12] = 1 / a[0];               //= 0x1.2492492492492p-3
    r[13] = -a[0] + i * 0.5;        //= -8.5
}

// kernel: compare
// arg: int r[6]
// arg: double a[3] = nan 1 1.0000000000000002
kernel void
compare(global int *r, global const double *a)
{
    r[0] = a[0] == a[0];            //= 0
    r[1] = a[1] < a[2];             //= 1
    r[2] = (float)a[1] < (float)a[2]; //= 0
    r[3] = a[0] < a[1] || a[0] > a[1]; //= 0
    r[4] = sizeof(double4);         //= 32
    r[5] = sizeof(1.0) + sizeof(1.0f); //= 12
}
