// ordinary: fractals, rays and distances

// run 64,16 16,4 buf:1024*u32 i32:64
kernel void mandelbrot(global uint *out, int limit)
{
    int x = get_global_id(0), y = get_global_id(1), n = 0;
    float cx = -2.0f + 3.0f * x / 64, cy = -1.0f + 2.0f * y / 16, a = 0, b = 0;
    while (n < limit && a * a + b * b < 4) {
        float t = a * a - b * b + cx;
        b = 2 * a * b + cy;
        a = t;
        n++;
    }
    out[y * 64 + x] = n;
}

// run 64,16 16,4 buf:1024*f32
kernel void julia_smooth(global float *out)
{
    int x = get_global_id(0), y = get_global_id(1), n = 0;
    float2 z = (float2)(-1.5f + 3.0f * x / 64, -1 + 2.0f * y / 16);
    for (; n < 48 && dot(z, z) < 16; n++)
        z = (float2)(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + (float2)(-0.7f, 0.27f);
    out[y * 64 + x] = n + 1 - log2(fmax(log2(fmax(length(z), 1.5f)), 0.01f));
}

// run 64,16 16,4 buf:32*f32=random,1 buf:1024*f32 i32:8
kernel void ray_spheres(global const float4 *spheres, global float *out, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    float3 d = normalize((float3)(x / 32.0f - 1, y / 8.0f - 1, 1.5f)), o = (float3)(0.5f, 0.5f, -2);
    float nearest = 1e9f;
    for (int i = 0; i < n; i++) {
        float3 c = o - spheres[i].xyz;
        float b = dot(c, d), q = b * b - dot(c, c) + 0.1f * spheres[i].w;
        if (q > 0) {
            float t = -b - sqrt(q);
            if (t > 0 && t < nearest)
                nearest = t;
        }
    }
    out[y * 64 + x] = nearest;
}

// run 256 64 buf:2304*f32=random,2 buf:256*f32
kernel void ray_triangle(global const float *v, global float *out)
{
    int g = get_global_id(0);
    float3 a = vload3(g * 3, v), b = vload3(g * 3 + 1, v), c = vload3(g * 3 + 2, v);
    float3 o = (float3)(0.5f, 0.5f, -1), d = (float3)(0, 0, 1), e1 = b - a, e2 = c - a, p = cross(d, e2);
    float det = dot(e1, p), t = -1;
    if (fabs(det) > 1e-6f) {
        float3 s = o - a, q = cross(s, e1);
        float u = dot(s, p) / det, w = dot(d, q) / det;
        if (u >= 0 && w >= 0 && u + w <= 1)
            t = dot(e2, q) / det;
    }
    out[g] = t;
}

float scene(float3 p)
{
    float3 q = fabs(p) - (float3)(0.6f, 0.4f, 0.5f);
    float box = length(fmax(q, 0)) + fmin(fmax(q.x, fmax(q.y, q.z)), 0.0f), ball = length(p - (float3)(0.5f)) - 0.5f;
    return fmin(box, ball);
}

// run 64,16 16,4 buf:1024*f32
kernel void march(global float *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    float3 d = normalize((float3)(x / 32.0f - 1, y / 8.0f - 1, 2));
    float t = 0;
    for (int i = 0; i < 40; i++) {
        float s = scene((float3)(0, 0, -3) + d * t);
        if (s < 0.001f || t > 8)
            break;
        t += s;
    }
    out[y * 64 + x] = t;
}

float lattice(int x, int y)
{
    uint h = (uint)x * 374761393u + (uint)y * 668265263u;
    h = (h ^ h >> 13) * 1274126177u;
    return (h ^ h >> 16) * 0x1p-32f;
}

// run 64,16 16,4 buf:1024*f32
kernel void value_noise(global float *out)
{
    float2 p = (float2)(get_global_id(0), get_global_id(1)) * 0.13f;
    float sum = 0, amplitude = 0.5f;
    for (int o = 0; o < 4; o++) {
        float2 f = floor(p), t = p - f;
        int x = (int)f.x, y = (int)f.y;
        t = t * t * (3 - 2 * t);
        sum += amplitude * mix(mix(lattice(x, y), lattice(x + 1, y), t.x), mix(lattice(x, y + 1), lattice(x + 1, y + 1), t.x), t.y);
        p *= 2;
        amplitude *= 0.5f;
    }
    out[get_global_id(1) * 64 + get_global_id(0)] = sum;
}

// run 64,16 16,4 buf:64*f32=random,3 buf:1024*u32 i32:32
kernel void voronoi(global const float2 *sites, global uint *out, int n)
{
    float2 p = (float2)(get_global_id(0) / 64.0f, get_global_id(1) / 16.0f);
    float best = 9;
    uint which = 0;
    for (int i = 0; i < n; i++) {
        float2 d = sites[i] - p;
        float q = dot(d, d);
        if (q < best) {
            best = q;
            which = i;
        }
    }
    out[get_global_id(1) * 64 + get_global_id(0)] = which;
}

// run 256 64 buf:512*f32=random,4 buf:32*f32=random,5 buf:256*u32
kernel void kmeans(global const float2 *points, constant float2 *centres, global uint *out)
{
    float2 p = points[get_global_id(0)];
    float best = FLT_MAX;
    int which = 0;
    for (int k = 0; k < 16; k++) {
        float d = distance(p, centres[k]);
        which = d < best ? k : which;
        best = fmin(d, best);
    }
    out[get_global_id(0)] = which;
}

// run 256 64 buf:512*f32=random,6 buf:16*f32=random,7 buf:256*u32
kernel void point_in_polygon(global const float2 *points, constant float2 *corner, global uint *out)
{
    float2 p = points[get_global_id(0)];
    int inside = 0;
    for (int i = 0, j = 7; i < 8; j = i++)
        if ((corner[i].y > p.y) != (corner[j].y > p.y) &&
            p.x < (corner[j].x - corner[i].x) * (p.y - corner[i].y) / (corner[j].y - corner[i].y) + corner[i].x)
            inside = !inside;
    out[get_global_id(0)] = inside;
}

// run 256 64 buf:256*f32=random,8 buf:256*f32
kernel void bezier(global const float *t, global float *out)
{
    float u = t[get_global_id(0)], p[4] = {0.1f, 0.9f, 0.3f, 0.7f};
    for (int k = 3; k > 0; k--)
        for (int i = 0; i < k; i++)
            p[i] = mix(p[i], p[i + 1], u);
    out[get_global_id(0)] = p[0];
}

// run 256 64 buf:512*f32=random,9 buf:512*f32
kernel void polar(global const float2 *a, global float2 *b)
{
    float2 v = a[get_global_id(0)] - 0.5f;
    b[get_global_id(0)] = (float2)(hypot(v.x, v.y), atan2(v.y, v.x));
}
