// odd: small matrices and arrays that belong to a work-item

// run 64 64 buf:1024*f32=random,1 buf:1024*f32
kernel void inverse4(global const float *a, global float *b)
{
    float m[4][4], r[4][4];
    int g = get_global_id(0) * 16;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            m[i][j] = a[g + i * 4 + j] + (i == j ? 4 : 0);
            r[i][j] = i == j;
        }
    for (int c = 0; c < 4; c++) {
        float s = 1 / m[c][c];
        for (int j = 0; j < 4; j++) {
            m[c][j] *= s;
            r[c][j] *= s;
        }
        for (int i = 0; i < 4; i++)
            if (i != c) {
                float f = m[i][c];
                for (int j = 0; j < 4; j++) {
                    m[i][j] -= f * m[c][j];
                    r[i][j] -= f * r[c][j];
                }
            }
    }
    for (int i = 0; i < 16; i++)
        b[g + i] = r[i / 4][i % 4];
}

// run 64 64 buf:1600*f64=random,2 buf:64*f64
kernel void determinant_pivot(global const double *a, global double *out)
{
    double m[5][5], det = 1;
    int g = get_global_id(0);
    for (int i = 0; i < 25; i++)
        m[i / 5][i % 5] = a[g * 25 + i] - 0.5;
    for (int c = 0; c < 5; c++) {
        int p = c;
        for (int r = c + 1; r < 5; r++)
            if (fabs(m[r][c]) > fabs(m[p][c]))
                p = r;
        if (p != c) {
            det = -det;
            for (int j = 0; j < 5; j++) {
                double t = m[p][j];
                m[p][j] = m[c][j];
                m[c][j] = t;
            }
        }
        det *= m[c][c];
        for (int r = c + 1; r < 5; r++) {
            double f = m[r][c] / m[c][c];
            for (int j = c; j < 5; j++)
                m[r][j] -= f * m[c][j];
        }
    }
    out[g] = det;
}

// run 64 64 buf:576*f32=random,3 buf:192*f32
kernel void jacobi_eigen3(global const float *a, global float *out)
{
    float m[3][3];
    int g = get_global_id(0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m[i][j] = a[g * 9 + i * 3 + j] + a[g * 9 + j * 3 + i];
    for (int sweep = 0; sweep < 4; sweep++)
        for (int p = 0; p < 2; p++)
            for (int q = p + 1; q < 3; q++) {
                if (fabs(m[p][q]) < 1e-6f)
                    continue;
                float t = 0.5f * (m[q][q] - m[p][p]) / m[p][q], u = 1 / (fabs(t) + sqrt(t * t + 1));
                u = t < 0 ? -u : u;
                float c = rsqrt(u * u + 1), s = u * c;
                for (int k = 0; k < 3; k++) {
                    float x = m[k][p], y = m[k][q];
                    m[k][p] = c * x - s * y;
                    m[k][q] = s * x + c * y;
                }
                for (int k = 0; k < 3; k++) {
                    float x = m[p][k], y = m[q][k];
                    m[p][k] = c * x - s * y;
                    m[q][k] = s * x + c * y;
                }
            }
    for (int i = 0; i < 3; i++)
        out[g * 3 + i] = m[i][i];
}

// run 64 64 buf:512*u32=random,4 buf:512*u32
kernel void insertion_sort(global const uint *a, global uint *b)
{
    uint v[8];
    int g = get_global_id(0) * 8;
    for (int i = 0; i < 8; i++) {
        uint x = a[g + i];
        int j = i;
        while (j > 0 && v[j - 1] > x) {
            v[j] = v[j - 1];
            j--;
        }
        v[j] = x;
    }
    for (int i = 0; i < 8; i++)
        b[g + i] = v[i];
}

// run 64 64 buf:1024*u32=random,5 buf:1024*u32
kernel void heap_sort(global const uint *a, global uint *b)
{
    uint v[16];
    int g = get_global_id(0) * 16;
    for (int i = 0; i < 16; i++)
        v[i] = a[g + i];
    for (int start = 7, end = 15; end > 0;) {
        if (start >= 0) {
            start--;
        } else {
            uint t = v[end];
            v[end] = v[0];
            v[0] = t;
            end--;
        }
        for (int root = start >= 0 ? start : 0, child; (child = root * 2 + 1) <= end; root = child) {
            if (child < end && v[child] < v[child + 1])
                child++;
            if (v[root] >= v[child])
                break;
            uint t = v[root];
            v[root] = v[child];
            v[child] = t;
        }
    }
    for (int i = 0; i < 16; i++)
        b[g + i] = v[i];
}

// run 64 64 buf:64*u32=random,6 buf:64*u32
kernel void stack_machine(global const uint *seed, global uint *out)
{
    uint stack[16], s = seed[get_global_id(0)];
    int top = 1;
    stack[0] = s;
    for (int i = 0; i < 60; i++) {
        s = s * 1664525u + 1013904223u;
        uint op = s >> 29;
        if (op < 4 && top < 15)
            stack[top++] = s;
        else if (top > 1) {
            uint x = stack[--top];
            stack[top - 1] = op == 4 ? stack[top - 1] + x : op == 5 ? stack[top - 1] ^ x : op == 6 ? stack[top - 1] * x : x;
        }
    }
    out[get_global_id(0)] = stack[top - 1];
}

// run 64 64 buf:64*u32=random,7 buf:64*u32
kernel void queens(global const uint *unused, global uint *out)
{
    int first = get_global_id(0) & 7, second = get_global_id(0) >> 3, n = 0, row = 2;
    uint column[8];
    for (int i = 0; i < 8; i++)
        column[i] = 0;
    column[0] = first;
    column[1] = second;
    if (first == second || abs(first - second) == 1) {
        out[get_global_id(0)] = 0;
        return;
    }
    while (row >= 2) {
        if (column[row] >= 8) {
            row--;
            if (row >= 2)
                column[row]++;
            continue;
        }
        int good = 1;
        for (int k = 0; k < row; k++) {
            int d = (int)column[row] - (int)column[k];
            if (d == 0 || abs(d) == row - k)
                good = 0;
        }
        if (good && row == 7) {
            n++;
            column[row]++;
        } else if (good) {
            column[++row] = 0;
        } else {
            column[row]++;
        }
    }
    out[get_global_id(0)] = n + (unused[0] & 0);
}

// run 64 64 buf:640*f32=random,8 buf:64*f32
kernel void polynomial_roots(global const float *a, global float *out)
{
    float c[6];
    for (int i = 0; i < 6; i++)
        c[i] = a[get_global_id(0) * 10 + i];
    float x = 0.5f;
    for (int it = 0; it < 8; it++) {
        float p = c[5], d = 0;
        for (int i = 4; i >= 0; i--) {
            d = d * x + p;
            p = p * x + c[i];
        }
        x -= fabs(d) > 1e-3f ? p / d : 0;
    }
    out[get_global_id(0)] = x;
}

// run 64 64 buf:512*u8=random,9 buf:512*u8=random,10 buf:64*u32
kernel void edit_distance(global const uchar *a, global const uchar *b, global uint *out)
{
    int g = get_global_id(0) * 8;
    uint row[9];
    for (int j = 0; j <= 8; j++)
        row[j] = j;
    for (int i = 1; i <= 8; i++) {
        uint before = row[0];
        row[0] = i;
        for (int j = 1; j <= 8; j++) {
            uint t = row[j];
            row[j] = min(min(row[j], row[j - 1]) + 1, before + ((a[g + i - 1] & 3) != (b[g + j - 1] & 3)));
            before = t;
        }
    }
    out[get_global_id(0)] = row[8];
}

// run 64 64 buf:1024*f32=random,11 buf:1024*f32
kernel void dct8(global const float *a, global float *b)
{
    int g = get_global_id(0) * 16;
    float v[8];
    for (int i = 0; i < 8; i++)
        v[i] = a[g + i];
    for (int k = 0; k < 8; k++) {
        float sum = 0;
        for (int i = 0; i < 8; i++)
            sum += v[i] * cos(3.14159265f / 16 * (2 * i + 1) * k);
        b[g + k] = sum;
    }
}

// run 64 64 buf:1024*f32=random,12 buf:1024*f32
kernel void fft8(global const float2 *a, global float2 *b)
{
    float2 v[8];
    int g = get_global_id(0) * 8;
    for (int i = 0; i < 8; i++)
        v[(i & 1) << 2 | (i & 2) | i >> 2] = a[g + i];
    for (int s = 1; s < 8; s *= 2)
        for (int k = 0; k < 8; k += 2 * s)
            for (int j = 0; j < s; j++) {
                float w = -3.14159265f * j / s;
                float2 t = v[k + j + s], r = (float2)(t.x * cos(w) - t.y * sin(w), t.x * sin(w) + t.y * cos(w));
                v[k + j + s] = v[k + j] - r;
                v[k + j] += r;
            }
    for (int i = 0; i < 8; i++)
        b[g + i] = v[i];
}
