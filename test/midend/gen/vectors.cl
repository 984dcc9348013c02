/* Components, swizzles as values and as targets, vec3, conversions, selection. */
__kernel void
swizzle(__global float4 *p, __global float3 *q, __global float *s, int i)
{
    float4 v = p[0];
    v.xz = v.wy;
    v.lo = v.hi;
    v.odd += 1.0f;
    v.s3 = v[i];
    v[i] = 2.0f;
    p[1].yw = v.xy;
    p[2] = v.wzyx * 2.0f;
    p[3] = (float4)(v.xy, 1.0f, 2);
    q[0] = v.xyz;
    q[1].z = q[0].x;
    *s = dot(v, v);
    float8 w = (float8)(v, v);
    p[4] = w.s7531;
    p[5] = w.even;
    p[6].x++;
    --p[6].w;
    p[7].lo.y = 3.0f;
}

__kernel void
integers(__global int4 *a, __global uint4 *b, __global char4 *c, __global long2 *d)
{
    int4 x = a[0], y = a[1];
    a[2] = x < y;
    a[3] = x == y ? x : -y;
    a[4] = !x;
    a[5] = ~x & y | x ^ y;
    a[6] = x && y;
    a[7] = x << y;
    a[8] = x >> 3;
    b[0] = convert_uint4_sat(x);
    c[0] = convert_char4_sat(x);
    c[1] = convert_char4(x);
    d[0] = as_long2(x);
    c[2] = as_char4(x.x);
    x.x = as_int(c[2]);
    a[9] = x / y % 3;
    a[10] = select(x, y, x > y);
    a[11] = (int4)7;
    a[12] = as_int4((float4)(1.5f));
}

__kernel void
rounding(__global float4 *f, __global int4 *i, __global double2 *d)
{
    i[0] = convert_int4_rte(f[0]);
    i[1] = convert_int4_rtp(f[0]);
    i[2] = convert_int4_sat_rtn(f[0]);
    f[1] = convert_float4(i[0]);
    f[2] = convert_float4_rtz(i[0]);
    d[0] = convert_double2(f[0].xy);
    f[3].xy = convert_float2_rtp(d[0]);
}
