// options: -Wall -Wextra
/* A function with a syntax error has the warnings of its statements, as with clang-22, but for those that know all of
 * it: uses of names, cases of a switch, changes in a loop, columns, where control goes. */
enum color { RED, GREEN, BLUE };

kernel void first(global int *o, int n, int unused)
{
    int x = ; // error: expected expression
    uint y;
    if (y = 3); // warning: using the result of an assignment as a condition without parentheses // warning: if statement has empty body
        o[0] = y;
}

kernel void parts(global int *o)
{
    if (o[0] > 0); // warning: if statement has empty body
    {
        o[0] = 1;
    }
    else // error: expected expression
        o[1] = 2;
    int unused;
    if (o[2] = 3) // warning: using the result of an assignment as a condition without parentheses
        o[3] = 300 == 3;
    uchar c = 300; // warning: changes value from 300 to 44
}

int whole(global int *o, enum color color, int n)
{
    int set;
    set = 1;
    switch (color) {
    case RED:
        o[0] = 1;
    case : // error: expected expression
        o[1] = 1;
    }
    for (int i = 0; n < 10;)
        o[0] += ; // error: expected expression
    if (n)
        + ; // error: expected expression
        o[1] = 2;
    if (n == 1 && n == 2)
        o[1] = 1;
    o[0] = 1 3; // error: expected ';' after expression
    n + 1; // warning: expression result unused
    n + 2; n + 3; // warning: expression result unused // warning: expression result unused
    volatile generic uint *p = (volatile generic uint *)o; // error: does not support the 'generic' // error: redefinition of 'uint' // error: expected ';' at end of declaration // error: use of undeclared identifier 'p'
label:
    o[0] & 1 == 2; // warning: & has lower precedence than ==; == will be evaluated first // warning: expression result unused
}

kernel void after(global int *o, int n)
{
    if (n); // warning: if statement has empty body
    o[0] == n; // warning: equality comparison result unused
}
