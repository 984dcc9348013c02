// ordinary: particles, fields and equations

// run 64 64 buf:256*f32=random,1 buf:256*f32 i32:64
kernel void gravity(global const float4 *p, global float4 *acc, int n)
{
    float4 me = p[get_global_id(0)];
    float3 a = 0;
    for (int j = 0; j < n; j++) {
        float3 d = p[j].xyz - me.xyz;
        float inv = rsqrt(dot(d, d) + 0.01f);
        a += d * (p[j].w * inv * inv * inv);
    }
    acc[get_global_id(0)] = (float4)(a, 0);
}

// run 64 64 buf:256*f32=random,2 buf:256*f32 i32:64
kernel void gravity_local(global const float4 *p, global float4 *acc, int n)
{
    local float4 tile[64];
    int l = get_local_id(0);
    float4 me = p[get_global_id(0)], a = 0;
    for (int base = 0; base < n; base += 64) {
        tile[l] = p[base + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 64; j++) {
            float4 d = tile[j] - me;
            float inv = native_rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + 0.01f);
            a += d * (tile[j].w * inv * inv * inv);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    acc[get_global_id(0)] = a;
}

// run 64 64 buf:256*f32=random,3 buf:256*f32 i32:64 f32:0.3
kernel void lennard_jones(global const float4 *p, global float4 *force, int n, float cutoff)
{
    int i = get_global_id(0);
    float3 f = 0;
    for (int j = 0; j < n; j++) {
        if (j == i)
            continue;
        float3 d = p[i].xyz - p[j].xyz;
        float r2 = dot(d, d) + 0.05f;
        if (r2 < cutoff) {
            float s = 1 / r2, s3 = s * s * s;
            f += d * (24 * s * (2 * s3 * s3 - s3));
        }
    }
    force[i] = (float4)(f, 0);
}

// run 256 64 buf:1024*f32=random,4 buf:1024*f32=random,5 f32:0.01
kernel void integrate(global float4 *position, global float4 *velocity, float dt)
{
    int i = get_global_id(0);
    float4 p = position[i], v = velocity[i];
    v.y -= 9.81f * dt;
    p.xyz += v.xyz * dt;
    if (p.y < 0) {
        p.y = -p.y;
        v.y *= -0.8f;
    }
    position[i] = p;
    velocity[i] = v;
}

// run 256 64 buf:768*f32=random,6 buf:768*f32 i32:50
kernel void lorenz(global const float *a, global float *b, int steps)
{
    int i = get_global_id(0) * 3;
    float x = a[i], y = a[i + 1], z = a[i + 2];
    for (int s = 0; s < steps; s++) {
        float dx = 10 * (y - x), dy = x * (28 - z) - y, dz = x * y - 8.0f / 3 * z;
        x += 0.005f * dx;
        y += 0.005f * dy;
        z += 0.005f * dz;
    }
    b[i] = x;
    b[i + 1] = y;
    b[i + 2] = z;
}

// run 64,16 16,4 buf:9216*f32=random,7 buf:9216*f32
kernel void lattice_boltzmann(global const float *f, global float *g)
{
    int x = get_global_id(0), y = get_global_id(1), i = y * 64 + x, n = 1024;
    const int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
    float q[9], rho = 0, ux = 0, uy = 0;
    for (int k = 0; k < 9; k++) {
        q[k] = f[k * n + ((y - dy[k]) & 15) * 64 + ((x - dx[k]) & 63)];
        rho += q[k];
        ux += q[k] * dx[k];
        uy += q[k] * dy[k];
    }
    ux /= rho;
    uy /= rho;
    for (int k = 0; k < 9; k++) {
        float w = k == 0 ? 4.0f / 9 : k < 5 ? 1.0f / 9 : 1.0f / 36, e = dx[k] * ux + dy[k] * uy;
        float eq = w * rho * (1 + 3 * e + 4.5f * e * e - 1.5f * (ux * ux + uy * uy));
        g[k * n + i] = q[k] - 0.6f * (q[k] - eq);
    }
}

// run 64,16 16,4 buf:1224*f32=random,8 buf:1224*f32=random,9 buf:1024*f32
kernel void wave_step(global const float *now, global const float *before, global float *after)
{
    int x = get_global_id(0), y = get_global_id(1), w = 66, i = (y + 1) * w + x + 1;
    float l = now[i - 1] + now[i + 1] + now[i - w] + now[i + w] - 4 * now[i];
    after[y * 64 + x] = 2 * now[i] - before[i] + 0.25f * l;
}

// run 64,16 16,4 buf:1024*f32=random,10 buf:2048*f32=random,11 buf:1024*f32
kernel void advect(global const float *q, global const float2 *u, global float *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    float2 v = u[y * 64 + x], p = (float2)(x, y) - 3 * v;
    float fx = clamp(p.x, 0.0f, 62.0f), fy = clamp(p.y, 0.0f, 14.0f);
    int ix = (int)fx, iy = (int)fy;
    float tx = fx - ix, ty = fy - iy;
    float top = mix(q[iy * 64 + ix], q[iy * 64 + ix + 1], tx);
    float low = mix(q[iy * 64 + 64 + ix], q[iy * 64 + ix + 65], tx);
    out[y * 64 + x] = mix(top, low, ty);
}

// run 256 64 buf:256*f32=random,12 buf:256*f32=random,13 buf:256*f32
kernel void black_scholes(global const float *price, global const float *strike, global float *call)
{
    int i = get_global_id(0);
    float s = 10 + 90 * price[i], k = 10 + 90 * strike[i], t = 1.5f, r = 0.03f, v = 0.3f;
    float root = v * sqrt(t), d1 = (log(s / k) + (r + 0.5f * v * v) * t) / root, d2 = d1 - root;
    float n1 = 0.5f * erfc(-d1 * 0.70710678f), n2 = 0.5f * erfc(-d2 * 0.70710678f);
    call[i] = s * n1 - k * exp(-r * t) * n2;
}

// run 64 64 buf:64*f32=random,14 buf:64*f32 i32:24
kernel void binomial_option(global const float *price, global float *out, int steps)
{
    local float v[64];
    int l = get_local_id(0);
    float s = 20 + 10 * price[get_group_id(0)];
    v[l] = fmax(s * exp2(0.05f * (2 * l - steps)) - 22, 0.0f);
    for (int t = steps; t > 0; t--) {
        barrier(CLK_LOCAL_MEM_FENCE);
        float next = 0.49f * v[l] + 0.505f * v[min(l + 1, 63)];
        barrier(CLK_LOCAL_MEM_FENCE);
        v[l] = next;
    }
    out[get_global_id(0)] = v[l];
}

// run 256 64 buf:1024*f32=random,15 buf:1024*f32
kernel void quaternion(global const float4 *a, global float4 *b)
{
    int i = get_global_id(0);
    float4 p = a[i], q = a[(i + 1) & 255];
    float4 r = (float4)(p.w * q.xyz + q.w * p.xyz + cross(p.xyz, q.xyz), p.w * q.w - dot(p.xyz, q.xyz));
    b[i] = r / length(r);
}

// run 64 64 buf:128*f32=random,16 buf:128*f32
kernel void dft64(global const float2 *a, global float2 *b)
{
    int k = get_global_id(0);
    float2 sum = 0;
    for (int n = 0; n < 64; n++) {
        float w = -6.2831853f / 64 * (k * n & 63), c = native_cos(w), s = native_sin(w);
        sum += (float2)(a[n].x * c - a[n].y * s, a[n].x * s + a[n].y * c);
    }
    b[k] = sum;
}
