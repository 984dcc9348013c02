// options: -fsyntax-only -Wall
// A function without errors has its warnings, whatever is wrong within others.
kernel void broken(global int *out, int n)
{
    int unused;
    out[1] = undeclared_thing; // error: use of undeclared identifier 'undeclared_thing'
}

kernel void whole(global int *out, int n)
{
    int unused; // warning: unused variable 'unused'
    n + 1; // warning: expression result unused
    out[0] = n;
}
