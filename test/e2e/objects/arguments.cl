// Kinds of arguments and attributes that no example has, for metadata.py and asm/round_trip.py; nothing here is run.
typedef struct {
    char tag;
    long value;
    float3 place;
} entry;
typedef unsigned int word;
typedef enum { RED, GREEN } colour;
struct triple {
    int a[3];
};
union either {
    int i;
    float f;
};

__kernel void
qualifiers(__global const int *restrict in, __global volatile int *seen, __global int *restrict out,
           __constant float *table, __local double *scratch, const volatile __global char *bytes)
{
    size_t i = get_global_id(0);
    scratch[i & 3] = in[i] + table[i];
    out[i] = seen[i] + bytes[i] + (int)scratch[(i + 1) & 3];
}

__kernel void
scalars(char c, uchar uc, short s, ushort us, int i, unsigned u, long l, ulong ul, float f, double d,
        word w, colour k, __global double *out)
{
    *out = c + uc + s + us + i + u + l + ul + f + d + w + k;
}

__kernel void
vectors(char3 c, uchar16 uc, short4 s, int2 i, uint8 u, long3 l, float4 f, double2 d, __global float4 *out,
        __global long3 *more)
{
    *out = convert_float4(s) + f + (float4)(c.x, uc.y, i.x, u.s7);
    *more = l + (long3)((long)d.x);
}

__kernel void
aggregates(entry one, union either two, __global entry *out, __global union either *other,
           __local entry *near,
           __constant struct triple *fixed)
{
    near[0] = one;
    out[0] = near[0];
    other[0].i = two.i + fixed->a[1];
}

__kernel void
pointees(__global float3 *a, __global void *b, __global int4 *const c, __global size_t *d,
         __global half *e, __global uint (*f)[4], __local uchar3 *g)
{
    g[0] = (uchar3)(1);
    a[0] = vload_half3(0, e) + (float3)(((__global int *)b)[0] + c->y + (int)*d + f[0][1] + g[0].x);
}

__kernel __attribute__((reqd_work_group_size(8, 4, 2))) void
required(__global int *out)
{
    out[get_global_id(0)] = 1;
}

__kernel __attribute__((work_group_size_hint(64, 2, 1))) __attribute__((vec_type_hint(float4))) void
hinted(__global int *out)
{
    out[get_global_id(0)] = 1;
}

__kernel __attribute__((vec_type_hint(uint))) void
hinted_scalar(__global int *out)
{
    out[get_global_id(1)] = 1;
}

__kernel void
offset_y(__global int *out, int n)
{
    out[get_global_id(1)] = n; // the slot of x is a hole
}

__kernel void
offset_z(__global int *out, char n)
{
    out[get_global_offset(2)] = n;
}

__kernel void
nothing(void)
{
}

// Names that LLVM's reader of YAML takes for floats.
__kernel void
looks_otherwise(float nan, float NaN, float inf, float infinity, __global float *out)
{
    *out = nan + NaN + inf + infinity;
}

// Objects with names of registers.
__constant int vcc[] = {1, 2, 3}, ttmp0[] = {4, 5, 6}, s999[] = {7, 8, 9};

__kernel void
named_as_registers(__global int *out, int i)
{
    *out = vcc[i] + ttmp0[i] + s999[i];
}
