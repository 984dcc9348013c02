// CHECK: i32 12, nsw
// CHECK: i32 2, nsw
// CHECK: i64 12
/* Distances of elements in private objects do not wrap; in global memory nothing is said of them. */
struct three { int x, y, z; };

__kernel void
distances(__global int *p, int i, __global struct three *q)
{
    struct three row[4];
    int a[8];
    row[i].y = 1;
    a[i] = 2;
    p[0] = row[1].y + a[3] + q[i].z;
}
