// options: -mcpu=gfx900 -c -o /dev/null
kernel void k(long long x)
{
    printf("%lld\n", x); // warning: 'printf' shows only the lower 64 bits of a value of 128 bits
}
