// CHECK: asm
int
get_sgpr_count(int x)
{
    int r;
    __asm__ volatile("v_add_u32 %0, %1, %2" : "=v"(r) : "v"(x), "v"(3));
    __asm__("v_mov_b32 %0, %0" : "+v"(r));
    return r;
}
__kernel void
test(__global int *p)
{
    p[0] = get_sgpr_count(p[1]);
}
