// What language-run says of wrong results.
// kernel: wrong global=2
// arg: int r[4]
// arg: float3 f[1]
kernel void
wrong(global int *r, global float3 *f)
{
    r[get_global_id(0)] = 7; // expected below
    r[2] = 5;                //= 6
    f[0] = (float3)(1, 2, 3); //= 1 2.5 #40400000 ~1e-3
}
// expect: r[0] = 7 -8
