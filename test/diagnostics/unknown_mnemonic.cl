// options: -c -o /dev/null
kernel void k(global int *o)
{
    __asm__ volatile("v_nosuch_b32 v0, v1"); // error: gfx900 has no instruction 'v_nosuch_b32'
    o[0] = 1;
}
