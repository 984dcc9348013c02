// options: -c -o /dev/null -mcpu=gfx900
// Operands of one piece of inline assembly that are more than the kernel may use.
kernel __attribute__((amdgpu_num_vgpr(16))) void narrow(global ulong *p)
{
    ulong a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5], g = p[6], h = p[7], i = p[8];
    __asm volatile("; %0" ::"v"(a), "v"(b), "v"(c), "v"(d), "v"(e), "v"(f), "v"(g), "v"(h), "v"(i)); // error: inline assembly needs 18 VGPRs at once, kernel 'narrow' may use 16
}
