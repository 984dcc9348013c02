kernel void k2(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
/* this goes on // error: unterminated /* comment
kernel void k3(global int *x) { }
