/* Kernels whose metadata say what a launch may be: test_launch.c. */
typedef float real;
struct pair {
    int a;
    float b;
};

kernel void
types(global int *o, int i, float f, uint u, float4 v, short3 s, real r, struct pair p)
{
    o[0] = i + (int)f + (int)u + (int)v.w + s.z + (int)r + p.a;
}

kernel void
groups(global uint *o)
{
    atomic_add(&o[get_group_id(0)], 1);
}

kernel __attribute__((reqd_work_group_size(8, 4, 1))) void
required(global uint *o)
{
    atomic_inc(o);
}
