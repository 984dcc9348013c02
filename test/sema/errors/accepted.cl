typedef float matrix[16];
struct node { global struct node *next; int value; };
typedef struct { uchar a; uint b; } __attribute__((packed)) tight;
typedef struct tag { float x; } tagged;
struct __attribute__((aligned(32))) wide { float4 a; };
enum mode { FIRST, SECOND = 1 << 4, THIRD };
constant float weights[3] = {1.0f, 2.0f, 3.0f}, other[2] = {0};
constant float *constant tables[] = {weights, other + 1, &weights[2]};
constant int sizes[] = {sizeof(tight), sizeof(struct wide), THIRD * 2, -1};
constant float negative = -1.5e3f, computed = 1.0f / 3;
constant uint mask = ~0u, shifted = 1 << 31;
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
const sampler_t linear = CLK_FILTER_LINEAR;
int prototype(const float values[4], local int *scratch);
static inline int square(int a) { return a * a; }
tagged make(float x) { tagged t = {x}; return t; }
int prototype(const float values[4], local int *scratch) { return (int)values[1] + scratch[0]; }
float sum(global const matrix *m, uint n) { return (*m)[n] + m[1][2]; }
int walk(global struct node *list)
{
    int total = 0;
    for (; list; list = list->next)
        total += list->value;
    return total;
}
kernel void inner(global int *p) { p[0] = 1; }
kernel __attribute__((vec_type_hint(float4))) __attribute__((work_group_size_hint(64, 1, 1))) void
outer(global int *p, local float4 *tile, read_only image2d_t image, write_only image2d_t out,
      sampler_t sampler, global float *f, constant uint *c, global uchar4 *bytes)
{
    local int scratch[64], *pointer;
    local struct node nodes[2];
    global float *pointers[4] = {f, f + 1};
    const float values[4] = {1, 2, 3, 4};
    int x = get_global_id(0), y = (int)get_global_id(1);
    enum mode mode = x ? FIRST : THIRD;
    bool flag = x > 3 && y;
    event_t event = async_work_group_copy(tile, (global const float4 *)f, (size_t)4, 0);
    wait_group_events(1, &event);
    float4 pixel = read_imagef(image, sampler, (int2)(x, y)) + read_imagef(image, nearest, (float2)(x, y));
    write_imagef(out, (int2)(x, y), pixel);
    pointer = scratch + x;
    p[x] = prototype(values, scratch) + square(y) + make(1.0f).x + *pointers[1] + flag;
    switch (mode) {
    case FIRST:
        inner(p);
        break;
    case SECOND:
    default: {
        int inside = mode & 3;
        p[1] = inside ^ mode;
    }
    }
    for (int i = 0, j = 3; i < j; ++i, --j)
        if (i == 2)
            goto end;
        else
            continue;
    do {
        x--;
    } while (x);
    bytes[0] = convert_uchar4(pixel * 255.0f);
    bytes[1].s0 += 1;
    bytes[2].xyz = (uchar3)(1, 2, 3);
    p[3] = as_int(f[0]) + (int)sizeof *p + hadd(x, y) + (mode == THIRD ? 'a' : '\n');
    f[1] = vload_half(0, (global half *)f) + (float)c[0] + min(f[0], 0.5f) + fmod(f[1], 2.0f);
    vstore_half(f[2], 0, (global half *)f);
    printf("%d %v4hlf %s\n", x, pixel, "text");
    { int x = 3; p[x] = x; }
    tile[0].even = tile[1].odd;
    scratch[x] = atomic_inc(p) + atomic_cmpxchg(scratch, 1, 2) + atomic_max((volatile local int *)scratch, 3);
    ulong big = 0xffffffffffffffff, also = 18446744073709551615UL;
    p[4] = (int)(big >> 3 & also), p[5] = x ? y : 0;
    struct wide w1, w2 = {(float4)(1)};
    w1 = w2;
    w1.a.x = (w1 = w2).a.y;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    nodes[1].value = nodes[0].value;
    uint3 three = {1, 2, 3};
    p[6] = three.z + vec_step(three) + isnan(f[0]) + any(isless(pixel, pixel)) + popcount(three).x;
    size_t size = get_local_size(0) * get_num_groups(0) + get_global_offset(0) + get_work_dim();
    ptrdiff_t difference = &p[3] - p;
    p += difference + size;
end:
    return;
}
typedef int of_typedef(int, float);
of_typedef by_typedef;
kernel void calls_by_typedef(global int *p) { of_typedef by_typedef; p[0] = by_typedef(p[0], 2); }
int by_typedef(int x, float y) { return x + (int)y; }
