// options: -c -o /dev/null -mcpu=gfx700
kernel void k(global uint *p)
{
    p[0] = __builtin_amdgcn_perm(p[0], p[1], 0x01050302); // byte by byte
    p[1] = __builtin_amdgcn_perm(p[0], p[1], p[2]);       // error: gfx700 has no instruction 'v_perm_b32'
}
