// ordinary: what is done to each pixel or element by itself

// run 1024 64 buf:1024*u32=random,1 buf:1024*f32
kernel void luminance(global const uchar4 *a, global float *b)
{
    int i = get_global_id(0);
    float4 p = convert_float4(a[i]) / 255.0f;
    b[i] = dot(p.xyz, (float3)(0.2126f, 0.7152f, 0.0722f));
}

// run 1024 64 buf:1024*u32=random,2 buf:1024*u32
kernel void swizzle(global const uchar4 *a, global uchar4 *b)
{
    int i = get_global_id(0);
    b[i] = a[i].zyxw;
}

// run 1024 64 buf:1024*u32=random,3 buf:1024*u32=random,4 buf:1024*u32
kernel void over(global const uchar4 *a, global const uchar4 *b, global uchar4 *c)
{
    int i = get_global_id(0);
    uint4 s = convert_uint4(a[i]), d = convert_uint4(b[i]);
    c[i] = convert_uchar4(s + d * (255 - s.w) / 255);
}

// run 1024 64 buf:4096*f32=random,5 buf:4096*f32 f32:2.2
kernel void gamma_correct(global const float4 *a, global float4 *b, float g)
{
    int i = get_global_id(0);
    b[i] = pow(a[i], g);
}

// run 1024 64 buf:4096*f32=random,6 buf:4096*f32
kernel void rgb_to_hsv(global const float4 *a, global float4 *b)
{
    int i = get_global_id(0);
    float4 p = a[i];
    float hi = fmax(p.x, fmax(p.y, p.z)), lo = fmin(p.x, fmin(p.y, p.z)), d = hi - lo, h = 0;
    if (d > 0) {
        if (hi == p.x)
            h = (p.y - p.z) / d;
        else if (hi == p.y)
            h = 2 + (p.z - p.x) / d;
        else
            h = 4 + (p.x - p.y) / d;
        h = h < 0 ? h + 6 : h;
    }
    b[i] = (float4)(h / 6, hi > 0 ? d / hi : 0, hi, p.w);
}

// run 1024 64 buf:1024*u8=random,7 buf:512*u8=random,8 buf:1024*u32
kernel void nv12(global const uchar *y, global const uchar *uv, global uchar4 *rgb)
{
    int i = get_global_id(0), px = i & 63, py = i >> 6, c = (py >> 1) * 64 + (px & ~1);
    int l = 298 * (y[i] - 16), u = uv[c] - 128, v = uv[c + 1] - 128;
    int r = (l + 409 * v + 128) >> 8, g = (l - 100 * u - 208 * v + 128) >> 8, b = (l + 516 * u + 128) >> 8;
    rgb[i] = (uchar4)(clamp(r, 0, 255), clamp(g, 0, 255), clamp(b, 0, 255), 255);
}

// run 1024 64 buf:1024*u32=random,9 buf:1024*u16
kernel void pack565(global const uchar4 *a, global ushort *b)
{
    int i = get_global_id(0);
    uchar4 p = a[i];
    b[i] = (p.x >> 3) << 11 | (p.y >> 2) << 5 | p.z >> 3;
}

// run 1024 64 buf:1024*u16=random,10 buf:1024*u32
kernel void unpack565(global const ushort *a, global uchar4 *b)
{
    int i = get_global_id(0);
    uint v = a[i], r = v >> 11, g = v >> 5 & 63, l = v & 31;
    b[i] = (uchar4)(r << 3 | r >> 2, g << 2 | g >> 4, l << 3 | l >> 2, 255);
}

// run 1024 64 buf:1024*f32=random,11 buf:1024*f32=random,12 f32:1.5
kernel void saxpy(global const float *x, global float *y, float a)
{
    int i = get_global_id(0);
    y[i] += a * x[i];
}

// run 1024 64 buf:1024*f32=random,13 buf:1024*f32=random,14 buf:1024*f32=random,15 i32:1000
kernel void triad_guarded(global const float *a, global const float *b, global float *c, int n)
{
    int i = get_global_id(0);
    if (i < n)
        c[i] = a[i] * b[i] + c[i];
}

// run 1024 64 buf:1024*f32=random,16 buf:1024*f32
kernel void sigmoid(global const float *a, global float *b)
{
    int i = get_global_id(0);
    b[i] = 1.0f / (1.0f + exp(-a[i]));
}

// run 1024 64 buf:4096*f32=random,17 buf:4096*f32 buf:16*f32=random,18
kernel void transform(global const float4 *a, global float4 *b, constant float4 *m)
{
    int i = get_global_id(0);
    float4 v = a[i];
    b[i] = (float4)(dot(v, m[0]), dot(v, m[1]), dot(v, m[2]), dot(v, m[3]));
}

// run 1024 64 buf:4096*f32=random,19 buf:4096*f32
kernel void normalise(global const float4 *a, global float4 *b)
{
    int i = get_global_id(0);
    float3 v = a[i].xyz;
    b[i] = (float4)(normalize(v), length(v));
}

// run 1024 64 buf:1024*u8=random,20 buf:256*u8=random,21 buf:1024*u8
kernel void lookup(global const uchar *a, constant uchar *table, global uchar *b)
{
    int i = get_global_id(0);
    b[i] = table[a[i]];
}
