// options: -fsyntax-only -Wall
// Warnings beside a syntax error: of other functions all, of its own none, for what it lacks is not known.
int
before(int x)
{
    int w; // note: initialize the variable 'w' to silence this warning
    return w + x; // warning: variable 'w' is uninitialized when used here
}

kernel void
own(global int *o, int n)
{
    int d[3];
    o[2] = d[3];
    if (o[0] = n)
        o[1] = 1;
    o[0] = n + ; // error: expected expression
    int unused;
}

int
behind(int x)
{
    int unused; // warning: unused variable 'unused'
    return 'ab' + x; // warning: multi-character character constant
}
