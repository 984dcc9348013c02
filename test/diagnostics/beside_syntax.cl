// options: -fsyntax-only -Wall
// Warnings beside a syntax error: of other functions all, of its own those that what it lacks cannot change.
int
before(int x)
{
    int w; // note: initialize the variable 'w' to silence this warning
    return w + x; // warning: variable 'w' is uninitialized when used here
}

kernel void
own(global int *o, int n)
{
    int d[3]; // note: array 'd' declared here
    o[2] = d[3]; // warning: array index 3 is past the end of the array (that has type 'int[3]') // range: 14-14
    if (o[0] = n) // warning: using the result of an assignment as a condition without parentheses // range: 9-16 // note: place parentheses around the assignment to silence this warning // fixit: 9 ( // fixit: 17 ) // note: use '==' to turn this assignment into an equality comparison // fixit: 14-14 ==
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
