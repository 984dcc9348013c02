// Pointers in each named address space, to each other's contents, with arithmetic and comparison.
constant int table[4] = {100, 200, 300, 400};

int
sum_private(const int *p, int n)
{
    int sum = 0;
    while (n--)
        sum += *p++;
    return sum;
}

int
sum_local(local const int *p, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i];
    return sum;
}

int
sum_constant(constant int *p, int n)
{
    int sum = 0;
    for (constant int *end = p + n; p != end; ++p)
        sum += *p;
    return sum;
}

int
sum_global(global const int *p, int n)
{
    return n ? *p + sum_constant(table, 0) : 0;
}

// kernel: spaces
// arg: int r[8]
// arg: int in[4] = 1 2 3 4
// arg: int c[4] = 10 20 30 40
// arg: local 16
kernel void
spaces(global int *r, global const int *in, constant int *c, local int *scratch)
{
    int mine[4];
    local int own[2];
    for (int i = 0; i < 4; i++) {
        mine[i] = in[i] * 2;
        scratch[i] = in[i] * 3;
    }
    own[1] = in[3];
    own[0] = 5;
    r[0] = sum_private(mine, 4);      //= 20
    r[1] = sum_local(scratch, 4);     //= 30
    r[2] = sum_constant(c, 4);        //= 100
    r[3] = sum_constant(table + 1, 2);//= 500
    r[4] = sum_global(in + 2, 1);     //= 3
    r[5] = sum_local(own, 2);         //= 9
    r[6] = *(table + in[2]);          //= 400
    r[7] = 3[scratch] + *mine + (&mine[3])[-1]; //= 20
}

// kernel: arithmetic
// arg: int r[18]
// arg: int in[8] = 1 2 3 4 5 6 7 8
// arg: int k = 3
kernel void
arithmetic(global int *r, global int *in, int k)
{
    global int *p = in, *q = in + 5;
    r[0] = *p++;          //= 1
    r[1] = *++p;          //= 3
    r[2] = (*p)--;        //= 3
    r[3] = *p;            //= 2
    r[4] = --*p;          //= 1
    r[5] = q - p;         //= 3
    r[6] = p < q;         //= 1
    r[7] = p == q - k;    //= 1
    r[8] = p + k == q;    //= 1
    r[9] = *(k + p);      //= 6
    q -= k;
    r[10] = q == p;       //= 1
    r[11] = p != 0;       //= 1
    r[12] = !q;           //= 0
    r[13] = &p[2] - &in[0]; //= 4
    r[14] = q[-1];        //= 2
    p += 2;
    r[15] = p && *p == 5 ? 7 : 8; //= 7
    global int *null = 0;
    r[16] = null == 0;    //= 1
    r[17] = p > q && q >= in && in <= p; //= 1
}
// expect: in[2] = 1
