// options: fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
float usual(char c, uchar uc, short s, uint u, long l, float f, double d, half h)
{
    int a = c + uc;
    uint b = s * u;
    long e = u - l;
    float g = f + l;
    double i = d / f;
    half j = h * s;
    int k = c << l;
    int m = f < d;
    c += f;
    u -= l;
    s++;
    int n = c ? s : u;
    bool o = f;
    return d && !l || n;
}
float4 vectors(float4 v, int4 i, float f, uchar16 w)
{
    float4 a = v * 2.0f + f;
    int4 b = v < f;
    int4 c = -i >> 1;
    v.xy = v.zw;
    v.hi.x += 1;
    float2 d = v.s31;
    float3 e = (float3)(d, f);
    uchar8 g = w.odd;
    float h = (v * v).y;
    float k = v[1];
    v = b ? v : f;
    int4 m = !v && i;
    uchar4 n = convert_uchar4_sat_rtz(v);
    uint4 o = as_uint4(v);
    return (float4)(1);
}
int pointers(global int *p, constant float *c, local uchar4 *l, size_t n)
{
    private int x, *q = &x, **r = &q;
    global char *b = (global char *)p;
    ulong address = (ulong)p;
    global int *back = (global int *)address, *null = 0;
    long difference = (p + 3) - p;
    l->x = l[n].y;
    **r = *q + p[n];
    *p++ = 2[p];
    return p == null || !q || (int)c[1];
}
