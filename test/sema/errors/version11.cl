// options: cl11
// What OpenCL C 1.2 and later add is not there.
kernel void k(global int *p)
{
    p[0] = popcount(3);                                        // error: use of undeclared identifier 'popcount'
    printf("%d", p[0]);                                        // error: use of undeclared identifier 'printf'
    p[1] = get_enqueued_local_size(0);                         // error: use of undeclared identifier 'get_enqueued_local_size'
    p[2] = (int)get_global_offset(0) + shuffle((int4)1, (uint4)0).x; /* 1.1 has these */
}
static int f(int x) { return x; }                              // error: OpenCL C version 1.1 does not support the 'static' storage class specifier
