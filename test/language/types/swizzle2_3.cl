// Components of vectors of two and three.
// kernel: two
// arg: int r[12]
// arg: int in[2] = 5 6
kernel void
two(global int *r, global const int *in)
{
    int2 v = vload2(0, in), w = v;
    r[0] = v.x * 10 + v.y;       //= 56
    r[1] = v.s0 * 10 + v.s1;     //= 56
    r[2] = v.lo * 10 + v.hi;     //= 56
    r[3] = v.even * 10 + v.odd;  //= 56
    r[4] = v.yx.x;               //= 6
    r[5] = v.xxyy.z + v.yyyy.w;  //= 12
    r[6] = v.s10.s0;             //= 6
    r[7] = sizeof(v);            //= 8
    w.yx = v;
    r[8] = w.x * 10 + w.y;       //= 65
    w.hi = 9;
    w.even += 1;
    r[9] = w.x * 10 + w.y;       //= 79
    w.S0 = 1;
    r[10] = w.S01.x;             //= 1
    r[11] = (v + w).y;           //= 15
}

// kernel: three
// arg: int r[16]
// arg: int3 in[1] = 5 6 7
// arg: int3 out[2]
kernel void
three(global int *r, global const int3 *in, global int3 *out)
{
    int3 v = in[0], w = v;
    r[0] = v.x * 100 + v.y * 10 + v.z;     //= 567
    r[1] = v.s0 * 100 + v.s1 * 10 + v.s2;  //= 567
    r[2] = v.lo.x * 10 + v.lo.y;           //= 56
    r[3] = v.hi.x;                         //= 7
    r[4] = v.even.x * 10 + v.even.y;       //= 57
    r[5] = v.odd.x;                        //= 6
    r[6] = v.zyx.x;                        //= 7
    r[7] = v.zzxx.y;                       //= 7
    r[8] = sizeof(v);                      //= 16
    r[9] = vec_step(v);                    //= 4
    w.zx = v.xy;
    out[0] = w;                            //= 6 6 5
    w.yz *= 2;
    out[1] = w;                            //= 6 12 10
    r[10] = __alignof__(v);                //= 16
    vstore3(w, 0, r + 11);
    w.lo = 1;
    r[14] = w.x + w.y + w.z;               //= 12
    r[15] = (v * w).z;                     //= 70
}
// expect: r[11] = 6 12 10
