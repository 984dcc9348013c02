/* Operators that are written the wrong way round, and comparisons in a chain, as clang-22. */
#define MINUS -
#define CHANGE n =- 3

kernel void reversed(global int *o, int n, float f)
{
    n =- 3; // warning: use of unary operator that may be intended as compound assignment (-=)
    n=+ 2; // warning: use of unary operator that may be intended as compound assignment (+=)
    f =- f; // warning: use of unary operator that may be intended as compound assignment (-=)
    o[0] =- (n); // warning: use of unary operator that may be intended as compound assignment (-=)
    n =-3;
    n = - 3;
    n = -3;
    n=-(3);
    n =~ 3;
    n =MINUS 3;
    CHANGE;
    n +=- 3;
    int m =- 3;
    o[0] = m;
}

kernel void chains(global int *o, int n, uint u, float f, int4 v)
{
    o[0] = 0 < n < u; // warning: chained comparison 'X < Y < Z' does not behave the same as a mathematical expression
    o[0] = n >= u > n; // warning: chained comparison 'X >= Y > Z' does not behave the same as a mathematical expression
    o[0] = 0.0f < f < 1.0f; // warning: chained comparison 'X < Y < Z' does not behave the same as a mathematical expression
    v = 0 <= v <= 9; // warning: chained comparison 'X <= Y <= Z' does not behave the same as a mathematical expression
    o[0] = (0 < n) < u;
    o[0] = n < (0 < u);
    o[0] = 0 == n < 9;
    o[0] = 0 < n == 1;
    o[0] = v.x;
}
