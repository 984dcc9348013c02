// options: -c -o /dev/null -mcpu=gfx700
kernel void k(void)
{
    __builtin_amdgcn_s_setprio(99999999); // error: '__builtin_amdgcn_s_setprio' needs 's_setprio 99999999': the number does not fit 16 bits
}
