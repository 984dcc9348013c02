// options: -c -o /dev/null -mcpu=gfx803
kernel void big_local(global int *o) // error: local memory of kernel 'big_local' (400000 bytes) exceeds the limit of 65536
{
    local int big[100000];
    big[o[0]] = 1;
    o[1] = big[o[2]];
}
