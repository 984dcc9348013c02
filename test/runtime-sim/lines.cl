/* Lines of lines.py: helpers that are inlined and called, a loop, a branch, another name of the file. */
#include "lines.h"

__attribute__((noinline)) int
apart(global int *p, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i] ^ i;
    return sum;
}

kernel void
test(global int *p, int n, int far)
{
    int i = get_global_id(0);
    int value = twice(i);
    if (n > 2)
        value += apart(p, n & 7);
    p[64 + i] = value;
#line 300 "named.cl"
    p[128 + i + far] = value * i;
}
