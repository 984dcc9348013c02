// options: -c -o /dev/null
kernel void k(global int *o)
{
    int x;
    __asm__ volatile("" : "={v[2:3]}"(x)); // error: '{v[2:3]}' is no register for a value of this size
    o[0] = x;
}
