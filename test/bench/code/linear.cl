// ordinary: vectors, matrices and sparse ones

// run 32,32 16,4 buf:1024*f32=random,1 buf:1024*f32=random,2 buf:1024*f32 i32:32
kernel void gemm_naive(global const float *a, global const float *b, global float *c, int n)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

// run 32,32 8,8 buf:1024*f32=random,3 buf:1024*f32=random,4 buf:1024*f32
kernel void gemm_tile(global const float *a, global const float *b, global float *c)
{
    local float ta[8][8], tb[8][8];
    int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
    float sum = 0;
    for (int t = 0; t < 32; t += 8) {
        ta[ly][lx] = a[y * 32 + t + lx];
        tb[ly][lx] = b[(t + ly) * 32 + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 8; k++)
            sum += ta[ly][k] * tb[k][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * 32 + x] = sum;
}

// run 8,8 8,8 buf:1024*f32=random,5 buf:1024*f32=random,6 buf:1024*f32
kernel void gemm_block4(global const float4 *a, global const float4 *b, global float4 *c)
{
    int x = get_global_id(0), y = get_global_id(1);
    float4 acc[4] = {0, 0, 0, 0};
    for (int k = 0; k < 8; k++) {
        float4 r[4];
        for (int i = 0; i < 4; i++)
            r[i] = b[(k * 4 + i) * 8 + x];
        for (int j = 0; j < 4; j++) {
            float4 v = a[(y * 4 + j) * 8 + k];
            acc[j] += v.x * r[0] + v.y * r[1] + v.z * r[2] + v.w * r[3];
        }
    }
    for (int j = 0; j < 4; j++)
        c[(y * 4 + j) * 8 + x] = acc[j];
}

// run 64 64 buf:4096*f32=random,7 buf:64*f32=random,8 buf:64*f32 i32:64
kernel void gemv(global const float *a, global const float *x, global float *y, int n)
{
    int i = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[i * n + k] * x[k];
    y[i] = sum;
}

// run 64 64 buf:4096*f32=random,9 buf:64*f32=random,10 buf:64*f32 i32:64
kernel void gemv_columns(global const float *a, global const float *x, global float *y, int n)
{
    int i = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k * n + i] * x[k];
    y[i] = sum;
}

// run 64,16 16,16 buf:1024*f32=random,11 buf:1024*f32
kernel void transpose(global const float *a, global float *b)
{
    local float tile[16][17];
    int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    tile[ly][lx] = a[y * 64 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    b[((int)get_group_id(0) * 16 + ly) * 16 + (int)get_group_id(1) * 16 + lx] = tile[lx][ly];
}

// run 256 64 buf:1024*f32=random,12 buf:1024*u32=random,13 buf:256*f32=random,14 buf:256*f32
kernel void ellpack(global const float *values, global const uint *columns, global const float *x, global float *y)
{
    int row = get_global_id(0);
    float sum = 0;
    for (int k = 0; k < 4; k++)
        sum += values[k * 256 + row] * x[columns[k * 256 + row] & 255];
    y[row] = sum;
}

// run 256 64 buf:257*u32=iota,0,3 buf:1024*u32=random,15 buf:1024*f32=random,16 buf:256*f32=random,17 buf:256*f32
kernel void csr(global const uint *rows, global const uint *columns, global const float *values, global const float *x,
                global float *y)
{
    int row = get_global_id(0);
    float sum = 0;
    for (uint k = rows[row]; k < rows[row + 1]; k++)
        sum += values[k] * x[columns[k] & 255];
    y[row] = sum;
}

// run 256 256 buf:1024*f32=random,18 buf:1024*f32=random,19 buf:4*f32
kernel void dot_product(global const float *a, global const float *b, global float *c)
{
    local float part[256];
    int l = get_local_id(0);
    float sum = 0;
    for (int i = l; i < 1024; i += 256)
        sum += a[i] * b[i];
    part[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 128; s > 0; s >>= 1) {
        if (l < s)
            part[l] += part[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        c[0] = part[0];
}

// run 16 16 buf:256*f32=random,20 buf:256*f32
kernel void cholesky(global const float *a, global float *l)
{
    local float m[16][16];
    int r = get_local_id(0);
    for (int c = 0; c < 16; c++)
        m[r][c] = a[r * 16 + c] + a[c * 16 + r] + (r == c ? 32.0f : 0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int c = 0; c < 16; c++) {
        if (r == c)
            m[c][c] = sqrt(m[c][c]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (r > c)
            m[r][c] /= m[c][c];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (r > c)
            for (int k = c + 1; k <= r; k++)
                m[r][k] -= m[r][c] * m[k][c];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int c = 0; c < 16; c++)
        l[r * 16 + c] = c <= r ? m[r][c] : 0;
}

// run 256 64 buf:1024*f32=random,21 buf:256*f32=random,22 buf:256*f32 buf:256*f32
kernel void tridiagonal(global const float *d, global const float *r, global float *c, global float *x)
{
    int s = get_global_id(0) & 31, b = (int)get_global_id(0) - s; // the system of 8 unknowns of each item of 32
    float cp[8], dp[8];
    for (int i = 0; i < 8; i++) {
        float under = i ? 0.25f : 0, m = 3 + d[b + i] - under * (i ? cp[i - 1] : 0);
        cp[i] = 0.5f / m;
        dp[i] = (r[(b + i + s) & 255] - under * (i ? dp[i - 1] : 0)) / m;
    }
    float last = dp[7];
    for (int i = 6; i >= 0; i--)
        last = dp[i] - cp[i] * last;
    x[get_global_id(0)] = last;
    c[get_global_id(0)] = cp[6];
}
