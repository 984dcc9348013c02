kernel void k(global int *x)
{
    if (x[0]) {
        x[0] = 1;
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
} // error: expected '}'
