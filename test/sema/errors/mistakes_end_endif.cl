#ifdef A // error: unterminated conditional directive
kernel void k1(global int *x) { x[0] = undeclared0; }
kernel void k2(global int *x)
{
    x[0] = undeclared1;
}
