#if 1 // error: unterminated conditional directive
kernel void k2(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
