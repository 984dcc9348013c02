// ordinary: neighbourhoods of images and grids.   run GLOBAL LOCAL ARGUMENT...

// run 64,16 16,4 buf:1224*f32=random,1 buf:1024*f32
kernel void jacobi(global const float *a, global float *b)
{
    int x = get_global_id(0), y = get_global_id(1), w = 66, i = (y + 1) * w + x + 1;
    b[y * 64 + x] = 0.25f * (a[i - 1] + a[i + 1] + a[i - w] + a[i + w]);
}

// run 64,16 16,4 buf:1224*f32=random,2 buf:1024*f32 f32:0.1
kernel void heat(global const float *a, global float *b, float k)
{
    int x = get_global_id(0), y = get_global_id(1), w = 66, i = (y + 1) * w + x + 1;
    b[y * 64 + x] = a[i] + k * (a[i - 1] + a[i + 1] + a[i - w] + a[i + w] - 4.0f * a[i]);
}

// run 64,16 16,4 buf:1024*f32=random,3 buf:1024*f32 i32:64 i32:16
kernel void box_clamped(global const float *a, global float *b, int w, int h)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += a[clamp(y + dy, 0, h - 1) * w + clamp(x + dx, 0, w - 1)];
    b[y * w + x] = sum / 9.0f;
}

// run 64,16 16,4 buf:1224*u8=random,4 buf:1024*u8
kernel void sobel(global const uchar *a, global uchar *b)
{
    int x = get_global_id(0), y = get_global_id(1), w = 66, i = (y + 1) * w + x + 1;
    int gx = a[i - w + 1] + 2 * a[i + 1] + a[i + w + 1] - a[i - w - 1] - 2 * a[i - 1] - a[i + w - 1];
    int gy = a[i + w - 1] + 2 * a[i + w] + a[i + w + 1] - a[i - w - 1] - 2 * a[i - w] - a[i - w + 1];
    b[y * 64 + x] = min(abs(gx) + abs(gy), 255u);
}

// run 64,16 16,4 buf:1360*f32=random,5 buf:1024*f32 buf:25*f32=random,6
kernel void convolve5(global const float *a, global float *b, constant float *k)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (int j = 0; j < 5; j++)
        for (int i = 0; i < 5; i++)
            sum = mad(a[(y + j) * 68 + x + i], k[j * 5 + i], sum);
    b[y * 64 + x] = sum;
}

// run 256 64 buf:272*f32=random,7 buf:256*f32 buf:17*f32=random,8 i32:17
kernel void fir(global const float *a, global float *b, global const float *taps, int n)
{
    int i = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[i + k] * taps[k];
    b[i] = sum;
}

// run 64,16 16,4 buf:1224*u8=random,9 buf:1024*u8
kernel void median3(global const uchar *a, global uchar *b)
{
    int x = get_global_id(0), y = get_global_id(1);
    uchar v[9];
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            v[j * 3 + i] = a[(y + j) * 66 + x + i];
    for (int j = 0; j < 5; j++)
        for (int i = j + 1; i < 9; i++)
            if (v[i] < v[j]) {
                uchar t = v[i];
                v[i] = v[j];
                v[j] = t;
            }
    b[y * 64 + x] = v[4];
}

// run 64,16 16,4 buf:1224*u8=random,10 buf:1024*u8
kernel void life(global const uchar *a, global uchar *b)
{
    int x = get_global_id(0), y = get_global_id(1), n = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            n += a[(y + j) * 66 + x + i] & 1;
    int self = a[(y + 1) * 66 + x + 1] & 1;
    b[y * 64 + x] = n == 3 || (n == 4 && self);
}

// run 64,16 16,4 buf:1024*f32=random,11 buf:1024*f32
kernel void tile_blur(global const float *a, global float *b)
{
    local float tile[6][18];
    int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
    for (int j = ly; j < 6; j += 4)
        for (int i = lx; i < 18; i += 16) {
            int sx = clamp((int)get_group_id(0) * 16 + i - 1, 0, 63), sy = clamp((int)get_group_id(1) * 4 + j - 1, 0, 15);
            tile[j][i] = a[sy * 64 + sx];
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            sum += tile[ly + j][lx + i];
    b[y * 64 + x] = sum * (1.0f / 9.0f);
}

// run 16,8,8 16,2,2 buf:1800*f32=random,12 buf:1024*f32
kernel void laplace3d(global const float *a, global float *b)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), w = 18, p = 180;
    int i = (z + 1) * p + (y + 1) * w + x + 1;
    b[(z * 8 + y) * 16 + x] = a[i - 1] + a[i + 1] + a[i - w] + a[i + w] + a[i - p] + a[i + p] - 6 * a[i];
}

// run 64,16 16,4 buf:1224*f32=random,13 buf:1024*f32 f32:2.0 f32:0.3
kernel void bilateral(global const float *a, global float *b, float s, float r)
{
    int x = get_global_id(0), y = get_global_id(1);
    float c = a[(y + 1) * 66 + x + 1], sum = 0, weight = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
            float v = a[(y + 1 + j) * 66 + x + 1 + i], d = (v - c) / r;
            float w = native_exp(-(i * i + j * j) / s - d * d);
            sum += w * v;
            weight += w;
        }
    b[y * 64 + x] = sum / weight;
}

// run 64,16 16,4 buf:1224*u8=random,14 buf:1024*u8
kernel void erode(global const uchar *a, global uchar *b)
{
    int x = get_global_id(0), y = get_global_id(1);
    uchar v = 255;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            v = min(v, a[(y + j) * 66 + x + i]);
    b[y * 64 + x] = v;
}
