typedef struct { float x, y; int id[4]; } __attribute__((packed)) point;
typedef unsigned int uint;
typedef float4 color;
constant float table[] = { 1.0f, 2.f, .5f, 1e-3f, 0x1p-2f };
__constant int2 pairs[2] = { (int2)(1, 2), {3, 4} };
enum mode { OFF, ON = 1 << 2, AUTO = ON | OFF, };
union bits { float f; uint u; struct { ushort lo, hi : 8; ushort : 0; } h; };
float helper(float, const point *restrict p);
static inline int2 twice(int2 v) { return v * 2; }
kernel __attribute__((reqd_work_group_size(64, 1, 1), vec_type_hint(float4)))
void k(global const float4 *restrict in, __global uchar *out, local int *tmp, read_only image2d_t img,
       sampler_t s, constant point *p, const unsigned n, __private long long q, int (*fn)(int, ...))
{
    const size_t gid = get_global_id(0), lid = get_local_id(0);
    __local float shared[64][2];
    float4 a = in[gid], b = (float4)(0.0f), c = (float4)(a.xy, 1, -2.0f), d = {1, 2, 3, 4};
    color e = (color)(a.s0123);
    float f = (float)(1, 2);
    float8 w = (float8)((float4)(1, 2, (3, 4), 5), c);
    uint u = as_uint(f) ^ __builtin_astype(f, uint), color = 3;
    shared[lid][0] = a.x + b.y * c.z / d.w % 7 - -f + +f - ~u - !u;
    a.xyz = b.zyx; a.s01 += c.lo; a.even -= p->id[1];
    u <<= 2, u >>= 1u, u &= 0xffUL, u |= 1, u ^= 2, u *= 3, u /= 4, u %= 5, u -= 6, u += 7;
    int t = n > 3 ? n < 5 ? 1 : 2 : 3 && 4 || 5 & 6 | 7 ^ 8 == 9 != 10 << 11 >> 12 >= 13 <= 14;
    point pt = { .x = 1, .id[2] = 3, .id = { [1] = 5, 6 } }, *pp = &pt;
    pt = (point){ 1, 2, { 3 } };
    int sz = sizeof pt + sizeof(point) + sizeof(int[3]) + sizeof (pt).x + vec_step(a) + vec_step(int3) + _Alignof(float4)
        + __builtin_offsetof(point, id[2]);
    *out++ = (uchar)u; --out; (*pp).x = pp->y++;
    int *const volatile *cp[3], (*arr)[4], *fnp(int);
    barrier(CLK_LOCAL_MEM_FENCE);
    printf("x=%d " "y\x41\n", 1, 'a', '\n', '\\');
}
