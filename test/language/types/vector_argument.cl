// A vector that is passed by value is loaded from its place among the arguments, without arithmetic.
// kernel: k global=1
// arg: uint r[2]
// arg: uint4 v = 1 2 3 4
// arg: struct s = int:5 int:6 int:7
// asm-not: s_addc_u32
struct three {
    int x, y, z;
};
kernel void
k(global uint *r, uint4 v, struct three s)
{
    r[0] = v.x + v.w; //= 5
    r[1] = s.x * s.z; //= 35
}
