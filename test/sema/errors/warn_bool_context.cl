// options: -Wall
/* Integers of which only zero or not is asked for, as clang-22. */
#define SHIFT(n) ((n) << 3)

kernel void shifts(global int *o, int n, uint u, uchar c, long l)
{
    if (n << 3) // warning: converting the result of '<<' to a boolean; did you mean to compare with '0'?
        o[0] = 1;
    while (n << 1) // warning: converting the result of '<<' to a boolean; did you mean to compare with '0'?
        n--;
    bool b = n << 2; // warning: converting the result of '<<' to a boolean; did you mean to compare with '0'?
    b = n << 2 && u; // warning: converting the result of '<<' to a boolean; did you mean to compare with '0'?
    b = !(c << 2); // warning: converting the result of '<<' to a boolean; did you mean to compare with '0'?
    o[0] = l << 2 ? 1 : 2; // warning: converting the result of '<<' to a boolean; did you mean to compare with '0'?
    b = SHIFT(n); // warning: converting the result of '<<' to a boolean; did you mean to compare with '0'?
    b = 1 << 3; // warning: converting the result of '<<' to a boolean always evaluates to true
    b = 0 << n; // warning: converting the result of '<<' to a boolean always evaluates to false
    b = 1u << 3; // warning: converting the result of '<<' to a boolean always evaluates to true
    b = u << 1;
    b = (bool)(n << 1);
    b = (n << 2) != 0;
    b |= n << 2;
    b = (n << 2) + 1;
    b = n >> 2;
    o[1] = b;
}

kernel void choices(global int *o, int n, uint u)
{
    bool b = n ? 3 : 4; // warning: converting the result of '?:' with integer constants to a boolean always evaluates to 'true'
    if (n ? -3 : 4) // warning: converting the result of '?:' with integer constants to a boolean always evaluates to 'true'
        o[0] = 1;
    b = n && (u ? 3 : 4); // warning: converting the result of '?:' with integer constants to a boolean always evaluates to 'true'
    b = n ? 3 : 0;
    b = n ? 1 : 0;
    b = n ? 1 : 1;
    b = n ? true : 4;
    b = n ? 'a' : 4;
    b = n ? 3 : u;
    o[0] = n ? 3 : 4;
    o[1] = b;
}
