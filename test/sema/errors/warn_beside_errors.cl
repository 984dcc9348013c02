/* A function with an error has the warnings of its statements, but for those that know all of it: where control
 * goes, and names of a scope whose error may hide a use. */
kernel void beside(global int *x)
{
    int i = get_global_id(0), unused;
    if (i < 10); // warning: if statement has empty body
    x[i] = 1;
    if (x[0] = 3) // warning: using the result of an assignment as a condition without parentheses
        x[1] = 2;
    x[2] == 3; // warning: equality comparison result unused
    int y = x[0] & 1 == 0; // warning: & has lower precedence than ==; == will be evaluated first
    float f = 0.1;
    if (f == 0.1) // warning: floating-point comparison is always false
        x[0] = 5;
    return x; // error: void function 'beside' should not return a value
}

struct missing;
int lost(struct missing *m, int n, global int *p)
{
    struct missing s = {n == n, n / 0}; // error: incomplete type
    int a = nothing, b = n / 0; // error: use of undeclared identifier 'nothing' // warning: division by zero is undefined
    if (nothing); // error: use of undeclared identifier 'nothing' // warning: if statement has empty body
    if (s.x) // no more of it
        n == 1; // warning: equality comparison result unused
    while (nothing && n == n) // error: use of undeclared identifier 'nothing'
        nothing == 2; // error: use of undeclared identifier 'nothing'
    switch (nothing) { // error: use of undeclared identifier 'nothing'
    case 1:
        n + 1; // warning: expression result unused
    }
    switch (n) {
    case nothing: // error: use of undeclared identifier 'nothing'
        n == 2; // warning: equality comparison result unused
    }
    for (int i = nothing; i; i == 1) // error: use of undeclared identifier 'nothing' // warning: equality comparison result unused
        p[i, 0] = 1; // warning: left operand of comma operator has no effect
    return nothing + a; // error: use of undeclared identifier 'nothing'
}

void after(int n)
{
    n == 1; // warning: equality comparison result unused
}

void wrong_body(int n, global int *p)
{
    if (n) missing(2); // error: use of undeclared identifier 'missing'
    for (int i = 0; i < n; i++) missing(i); // error: use of undeclared identifier 'missing'
        p[0] = 1;
    while (n) missing(i), 1; // error: use of undeclared identifier 'missing' // error: use of undeclared identifier 'i'
        p[0] = 1;
}
