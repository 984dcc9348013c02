// What stays out of private memory, and how much objects take that do not: scratch.py.
// scratch 0
kernel void pun_scalar(global float *o, global const float *a)
{
    uint g = get_global_id(0), n;
    *(float *)&n = a[g];
    o[g] = (float)(n >> 3);
}

void
atomic_sum(volatile global float *p, float v)
{
    union {
        uint u;
        float f;
    } a, b;
    do {
        a.f = *p;
        b.f = a.f + v;
    } while (atomic_cmpxchg((volatile global uint *)p, a.u, b.u) != a.u);
}

// scratch 0
kernel void float_atomic(global float *o, global const float *a)
{
    atomic_sum(o, a[get_global_id(0)]);
}

// scratch 0
kernel void swap_bytes(global uint *o, global const uint *a)
{
    union {
        uint u;
        uchar b[4];
    } x;
    x.u = a[get_global_id(0)];
    uchar t = x.b[0];
    x.b[0] = x.b[3];
    x.b[3] = t;
    o[get_global_id(0)] = x.u;
}

// scratch 0
kernel void key_bytes(global uint *o, global const uint *a)
{
    uchar k[4];
    *(uint *)k = a[get_global_id(0)];
    k[1] += 3;
    o[get_global_id(0)] = *(uint *)k;
}

double
table(uint i)
{
    const double T[] = {1, 2.5, 3, 4, 5.5, 6, 7, 9};
    return T[i % 8];
}

// scratch 0
kernel void constant_table(global double *o)
{
    uint g = get_global_id(0);
    for (int k = 0; k < 3; k++)
        o[g * 3 + k] = table(g + k);
}

// scratch 0
kernel void bins(global float *o, global const int *i, global const float *a, int n)
{
    float s[4] = {0, 0, 0, 0};
    int g = get_global_id(0);
    for (int k = 0; k < n; k++)
        s[i[k]] += a[g * n + k];
    for (int k = 0; k < 4; k++)
        o[g * 4 + k] = s[k];
}

// scratch 0
kernel void large_constant_places(global int *o, global const int *a)
{
    int t[600], g = get_global_id(0);
    t[3] = a[g];
    t[599] = a[g + 1];
    t[77] = 5;
    o[g] = t[3] * t[599] + t[77];
}

// scratch 420
kernel void scopes(global int *o, global const int *a, int n)
{
    int g = get_global_id(0), r = 0;
    for (int it = 0; it < n; it++) {
        {
            int x[100];
            for (int i = 0; i < 100; i++)
                x[i] = a[(g + i * it) & 1023];
            for (int i = 0; i < n; i++)
                r += x[(i * 7) % 100];
        }
        {
            int x[100];
            for (int i = 0; i < 100; i++)
                x[i] = a[(g ^ i * it) & 1023];
            for (int i = 0; i < n; i++)
                r += x[(i * 9) % 100];
        }
    }
    o[g] = r;
}

typedef struct {
    float v[12];
    int n;
} S;

float
element(S s, int k)
{
    return s.v[k] + s.n;
}

S
make(global const float *a, int n)
{
    S s;
    for (int i = 0; i < n; i++)
        s.v[i] = a[i];
    s.n = n;
    return s;
}

// scratch 64
kernel void by_value(global float *o, global const float *a, int n)
{
    int g = get_global_id(0);
    S s = make(a + g, n);
    S t = s;
    o[g] = element(t, g & 7) + element(s, n);
}

/* Rows that are chosen, of columns that are known: the row is one of a few. */
// scratch 0
kernel void pivot(global const double *a, global double *o)
{
    double m[4][5], r = 1;
    int g = get_global_id(0);
    for (int i = 0; i < 20; i++)
        m[i / 5][i % 5] = a[g * 20 + i];
    for (int c = 0; c < 4; c++) {
        int p = c;
        for (int i = c + 1; i < 4; i++)
            if (fabs(m[i][c]) > fabs(m[p][c]))
                p = i;
        for (int j = c; j < 5; j++) {
            double t = m[p][j];
            m[p][j] = m[c][j];
            m[c][j] = t;
        }
        r *= m[c][c];
        for (int i = c + 1; i < 4; i++)
            for (int j = 4; j >= c; j--)
                m[i][j] -= m[i][c] / m[c][c] * m[c][j];
    }
    o[g] = r * m[3][4];
}

// scratch 0
kernel void stack_of_three(global const uint *a, global uint *o)
{
    struct {
        uint x, y, z;
    } stack[8];
    int top = 0, g = get_global_id(0);
    uint r = 0;
    for (int i = 0; i < 8; i++)
        stack[i].x = stack[i].y = stack[i].z = i;
    for (int i = 0; i < 16; i++) {
        uint v = a[g * 16 + i];
        if (v & 1 && top < 7) {
            stack[top].x = v;
            stack[top].y = v >> 3;
            stack[top++].z = r;
        } else if (top) {
            top--;
            r += stack[top].x * 3 + stack[top].y - stack[top].z;
        }
    }
    o[g] = r + stack[top].z;
}
