typedef float real;
typedef struct { int a; float4 b; } pair;
struct small { char c; };
kernel __attribute__((reqd_work_group_size(8, 4, 2))) void
all(global const float4 *restrict a, local int *l, constant pair *c, pair by_value, float3 v, char b,
    struct small s, double d, volatile global uchar *u, global void *anything, real r, unsigned int n,
    unsigned char uc, read_only image2d_t image, sampler_t sampler)
{
    local float tile[16];
    const sampler_t fixed = CLK_NORMALIZED_COORDS_FALSE;
    tile[n] = r;
    switch (n) {
    case 1:
        goto done;
    case 2 ... 4:
    default:
        n = 1;
    }
done:
    return;
}
float helper(float);
float helper(float x) { return x; }
