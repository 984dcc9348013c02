// options: -Wextra -Wfloat-equal -Wtype-limits
/* Comparisons whose result is known, or not what it seems. */
enum first { FIRST };
enum second { SECOND };
#define LIMIT 2147483647
#define SAME(a, b) ((a) == (b))

void compare(global int *p, int n, uint u, uchar c, long l, ulong ul, bool b, float f, int4 v, enum first e, enum second g)
{
    struct { int x; } s = {n};
    const int three = 3;
    p[0] = n < u; // warning: comparison of integers of different signs: 'int' and 'uint'
    p[0] = u == n; // warning: comparison of integers of different signs: 'uint' and 'int'
    p[0] = l < ul; // warning: comparison of integers of different signs: 'long' and 'ulong'
    p[0] = n < sizeof(int); // warning: comparison of integers of different signs: 'int' and 'ulong'
    p[0] = n ? u < n : 0; // warning: comparison of integers of different signs: 'uint' and 'int'
    /* the signed side is never negative, or stays apart */
    p[0] = c < u;
    p[0] = (n & 0xff) < u;
    p[0] = (c << 1) < u; // warning: comparison of integers of different signs: 'int' and 'uint'
    p[0] = u < 5;
    p[0] = three < u;
    p[0] = c == n;
    p[0] = u == (uint)n;
    p[0] = l < u;
    p[0] = v.x < n;
    /* known */
    p[0] = c > 300; // warning: result of comparison of constant 300 with expression of type 'uchar' is always false
    p[0] = c == -1; // warning: result of comparison of constant -1 with expression of type 'uchar' is always false
    p[0] = 256 != c; // warning: result of comparison of constant 256 with expression of type 'uchar' is always true
    p[0] = n < 2147483648; // warning: result of comparison of constant 2147483648 with expression of type 'int' is always true
    p[0] = b > 1; // warning: result of comparison of constant 1 with expression of type 'bool' is always false
    p[0] = !n < 3; // warning: logical not is only applied to the left hand side of this comparison // warning: result of comparison of constant 3 with boolean expression is always true
    p[0] = (n < 3) == 2; // warning: result of comparison of constant 2 with boolean expression is always false
    p[0] = 1 < n < 3; // warning: chained comparison 'X < Y < Z' does not behave the same as a mathematical expression // warning: result of comparison of constant 3 with boolean expression is always true
    p[0] = u < 0; // warning: result of comparison of unsigned expression < 0 is always false
    p[0] = u >= 0; // warning: result of comparison of unsigned expression >= 0 is always true
    p[0] = 0 > u; // warning: result of comparison of 0 > unsigned expression is always false
    p[0] = c <= 255; // warning: result of comparison 'uchar' <= 255 is always true
    p[0] = 2147483647 < n; // warning: result of comparison 2147483647 < 'int' is always false
    p[0] = n <= LIMIT;
    p[0] = e < 0;
    for (u = 10; u >= 0; u--) // warning: result of comparison of unsigned expression >= 0 is always true
        p[u] = 1;
    p[0] = c == 255 || n > 300 || l < 2147483648 || b == 1;
    p[0] = n == n; // warning: self-comparison always evaluates to true
    p[0] = n < n; // warning: self-comparison always evaluates to false
    p[0] = s.x != s.x; // warning: self-comparison always evaluates to false
    p[0] = p[1] >= p[1]; // warning: self-comparison always evaluates to true
    v = v == v; // warning: self-comparison always evaluates to true
    p[0] = f != f;
    p[0] = SAME(n, n);
    p[0] = e == g; // warning: comparison of different enumeration types ('enum first' and 'enum second')
    p[0] = "a" == "b"; // warning: result of comparison against a string literal is unspecified
    p[0] = f == 0.1f; // warning: comparing floating point with == or != is unsafe
    p[0] = f == 0.0f;
    if (1 == 2 && n < u)
        p[0] = 1;
    if (sizeof(int) == 8)
        p[0] = n < u;
}
