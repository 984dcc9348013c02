// options: -c -o /dev/null
kernel void k(global int *o)
{
    __asm__ volatile("" : : : "x17"); // error: unknown register name 'x17' in asm
}
