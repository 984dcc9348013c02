// options: -c -o /dev/null
kernel void big_private(global int *o) // error: private memory of kernel 'big_private'
{
    int big[10000000];
    big[o[0]] = 1;
    o[1] = big[o[2]];
}
