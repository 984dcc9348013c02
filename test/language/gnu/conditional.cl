// a ?: b: the condition is the value, evaluated once.
// kernel: scalars
// arg: int r[9]
// arg: int in[4] = 5 0 -1 0
// arg: float f[2] = 2.5 0
static int
count(int *calls, int value)
{
    (*calls)++;
    return value;
}

kernel void
scalars(global int *r, global int *in, global float *f)
{
    int calls = 0;
    r[0] = in[0] ?: 7;                    //= 5
    r[1] = in[1] ?: 7;                    //= 7
    r[2] = count(&calls, in[2]) ?: 9;     //= -1
    r[3] = count(&calls, in[3]) ?: count(&calls, 4); //= 4
    r[4] = calls;                         //= 3
    r[5] = in[1] ?: in[3] ?: 11;          //= 11
    r[6] = (in[0] > 3 ?: 8) + 1;          //= 2
    global int *p = 0;
    p = p ?: in;
    r[7] = *p;                            //= 5
    char c = in[0];
    r[8] = sizeof(c ?: 1L);               //= 8
}

// kernel: vectors
// arg: int4 r[2]
// arg: int4 in[2] = -1 0 -7 3  10 20 30 40
kernel void
vectors(global int4 *r, global int4 *in)
{
    r[0] = in[0] ?: in[1]; // the top bit of each component chooses
}
// expect: r[0] = -1 20 -7 40
