float scalars(float f, double d, int n, uint u, global float *g, local int *l)
{
    f = sin(f) + fma(f, f, f) + pow(f, 2) + native_sin(f) + max(f, 1.0f);
    d = sin(d);
    n = max(n, 1) + clz(n) + mul24(n, n) + abs(n) + atomic_add(l, 1) + isnan(f);
    f = fract(f, g) + atomic_xchg(g, f);
    size_t s = get_global_id(0) + get_work_dim();
    return f;
}
float4 vectors(float4 f, int4 n, global float *g, constant half *h)
{
    float4 p;
    f = sin(f) + clamp(f, 0.0f, 1.0f) + mix(f, f, 0.5f) + max(f, 2);
    f = fract(f, &p) + vload4(1, g) + vload_half4(0, h);
    n = isless(f, f) + select(n, n, n) + rotate(n, 3);
    f.x = dot(f, f) + length(f.xyz) + any(n);
    vstore4(f, 0, g);
    f.xyz = cross(f.xyz, normalize(f.xyz));
    int4 e;
    f = frexp(f, &e);
    barrier(CLK_LOCAL_MEM_FENCE);
    printf("%f", f.x);
    return shuffle(f, (uint4)(3, 2, 1, 0));
}
