// What OpenCL C 1.1 added: vectors of three, atomic_ names, offsets, clamp of integers, shuffles.
// options: -cl-std=CL1.1
// kernel: test global=2 offset=5
// arg: int r[12]
// arg: int n[2] = 1 0
// arg: int3 v[1] = 1 2 3
kernel void
test(global int *r, global int *n, global const int3 *v)
{
    atomic_add(n, 5);
    atomic_inc(&n[1]);
    if (get_global_id(0) != 5)
        return;
    int3 w = v[0] + 1;
    int4 four = (int4)(1, 2, 3, 4);
    event_t e = 0;
    r[0] = get_global_offset(0);             //= 5
    r[1] = w.x * 100 + w.y * 10 + w.z;       //= 234
    r[2] = clamp(12, 0, 10);                 //= 10
    r[3] = vec_step(int3);                   //= 4
    r[4] = shuffle(four, (uint4)(3, 2, 1, 0)).x; //= 4
    r[5] = shuffle2(four, four + 4, (uint2)(5, 0)).x; //= 6
    r[6] = CL_VERSION_1_1;                   //= 110
    vstore3(w * 2, 0, r + 7);
    r[10] = vload3(0, r + 7).y;              //= 6
    r[11] = (int)(hypot(3.0f, 4.0f) + 0.25f); //= 5
}
// expect: r[7] = 4 6 8
// expect: n[0] = 11 2

// kernel: more
// arg: int r[14]
// arg: int from[4] = 2 3 4 5
// arg: int4 in[1] = -7 2 9 4
// arg: float f[2] = -5 4
// arg: uchar bytes[2] = 5 6
// arg: int n[3] = 1 24 1
kernel void
more(global int *r, global const int *from, global const int4 *in, global const float *f, global uchar *bytes,
     global int *n)
{
    local int odd[2];
    int4 many = in[0];
    r[0] = max(many, 3).y;                   //= 3
    r[1] = min(many, 3).z;                   //= 3
    r[2] = clamp(many, -1, 5).x;             //= -1
    r[3] = clamp(many, (int4)0, (int4)8).z;  //= 8
    r[4] = (int)maxmag(f[0], f[1]);          //= -5
    r[5] = (int)minmag(f[0], f[1]);          //= 4
    r[6] = as_int3(many).z;                  //= 9
    r[7] = sizeof(int3);                     //= 16
    r[8] = vec_step(short);                  //= 1
    r[9] = atomic_cmpxchg(n, 1, 50);         //= 1
    event_t copied = async_work_group_strided_copy(odd, from, 2, 2, 0);
    wait_group_events(1, &copied);
    r[10] = odd[0] * 10 + odd[1];            //= 24
    r[11] = CLK_ADDRESS_MIRRORED_REPEAT != CLK_ADDRESS_REPEAT; //= 1
    bytes[1] += 71; /* the core has stores of bytes */
    r[12] = atomic_xchg(&n[2], 5);           //= 1
    r[13] = atomic_min(&n[1], 20);           //= 24
}
// expect: n[0] = 50 20 5
// expect: bytes[0] = 5 77
