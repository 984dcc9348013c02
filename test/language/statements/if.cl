// if and else: chains, dangling else, empty branches, conditions of every scalar type.
int
chain(int a)
{
    if (a < 0)
        return -1;
    else if (a == 0)
        return 0;
    else if (a < 10)
        return 1;
    else
        return 2;
}

int
dangling(int a, int b)
{
    int result = 0;
    if (a)
        if (b)
            result = 1;
        else
            result = 2;
    return result;
}

// kernel: divergent global=6
// arg: int r[6]
// arg: int in[6] = -7 0 5 10 1 9
kernel void
divergent(global int *r, global const int *in)
{
    int i = get_global_id(0), a = in[i];
    r[i] = chain(a) * 100;
    if (a & 1) {
        r[i] += 10;
        if (a > 4)
            r[i] += 1;
        else if (a == 1)
            r[i] += 2;
    } else {
    }
}
// expect: r[0] = -90 0 111 200 112 111

// kernel: conditions
// arg: int r[12]
// arg: long l = 0x100000000
// arg: double d = 0.5
// arg: float f = 0
// arg: uchar c = 128
kernel void
conditions(global int *r, long l, double d, float f, uchar c)
{
    r[0] = r[1] = r[2] = r[3] = r[4] = 0;
    if (l)
        r[0] = 1;               //= 1
    if (d)
        r[1] = 1;               //= 1
    if (f)
        r[2] = 1;               //= 0
    if (c)
        r[3] = 1;               //= 1
    if (r)
        r[4] = 1;               //= 1
    if (!l)
        r[5] = 1;
    else
        r[5] = 2;               //= 2
    r[6] = dangling(1, 0);      //= 2
    r[7] = dangling(0, 0);      //= 0
    r[8] = dangling(c, c);      //= 1
    if (l, c & 1)
        r[9] = 1;
    else if (f == 0, d > 0)
        r[9] = 2;               //= 2
    if (f)
        ;
    else
        r[10] = 3;              //= 3
    if (c > 100 && f == 0.0f || l < 0)
        r[11] = 4;              //= 4
}
