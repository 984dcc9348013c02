/* Calls of functions without a body. */
int missing(int x);
__kernel void
calls(__global int *p)
{
    // ERROR: function 'missing' is called but not defined
    p[0] = missing(p[1]);
}
