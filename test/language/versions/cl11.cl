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
    r[11] = (int)hypot(3.0f, 4.0f);          //= 5
}
// expect: r[7] = 4 6 8
// expect: n[0] = 11 2
