#define M(a, b) ((a) + (b))
kernel void k2(global int *x)
{
    x[0] = M(1, 2; // error: unterminated function-like macro invocation
    x[0] = undeclared1;
}
