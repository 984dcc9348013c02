// Components of a vector by index, constant and computed, read and written (as clang has it).
// kernel: test global=4
// arg: int r[24]
// arg: int in[4] = 10 20 30 40
kernel void
test(global int *r, global const int *in)
{
    int me = get_global_id(0);
    int4 v = vload4(0, in), w = v;
    w[me] = -1;
    w[3 - me] += 5;
    r[me] = v[me];
    r[4 + me] = w[me];
    r[8 + me] = w[(me + 1) & 3];
    r[12 + me] = v[2];
    uchar8 bytes = as_uchar8((ulong)0x0807060504030201);
    r[16 + me] = bytes[me * 2];
    global int4 *p = (global int4 *)(r + 20);
    (*p)[me] = me * me;
}
// expect: r[0] = 10 20 30 40
// expect: r[4] = -1 -1 -1 -1
// expect: r[8] = 20 35 40 15
// expect: r[12] = 30*4
// expect: r[16] = 1 3 5 7
// expect: r[20] = 0 1 4 9
