// options: -Wall
/* Operations that go wrong whenever they are done. */
#define COPY(a, b) a = b
struct tail {
    int count;
    int rest[1];
};

void operations(global int *p, int n, float f, bool flag, global struct tail *tail)
{
    int a[4], m[2][3] = {{0}};
    struct tail own = {0, {0}};
    float g = f / 0;
    p[0] = n / 0; // warning: division by zero is undefined
    p[0] = n % 0; // warning: remainder by zero is undefined
    n /= 0; // warning: division by zero is undefined
    n %= 3 - 3; // warning: remainder by zero is undefined
    p[0] = f / 0.0f;
    a[0] = 1;
    a[4] = 1; // warning: array index 4 is past the end of the array (that has type 'int[4]')
    a[-1] = a[3]; // warning: array index -1 is before the beginning of the array
    p[0] = m[1][3] + m[2][0]; // warning: array index 3 is past the end of the array (that has type 'int[3]') // warning: array index 2 is past the end of the array (that has type 'int[2][3]')
    p[0] = &a[4] - a;
    p[0] = &a[5] - a; // warning: array index 5 is past the end of the array (that has type 'int[4]')
    p[-1] = own.rest[2] + tail->rest[5];
    n = n; // warning: explicitly assigning value of variable of type 'int' to itself
    a[0] = a[0];
    own.count = own.count; // warning: assigning field to itself
    COPY(n, n);
    p[0] = ~flag; // warning: bitwise negation of a boolean expression; did you mean logical negation?
    p[0] = ~n;
    p[0] = n << 40;
    p[0] = n >> -1;
    if (0)
        a[7] = n / 0;
    p[0] = sizeof(int) == 8 ? a[9] : 1;
    p[0] = 0 && a[9];
    p[0] = a[0] + g;
}

#define MOST 0x7fffffff
enum { LARGE = MOST };
constant int at_file_scope = MOST + 1; // warning: overflow in expression; result is -2147483648 with type 'int'
constant int in_list[2] = {1, 65536 * 65536}; // warning: overflow in expression; result is 0 with type 'int'
int overflows(global int *o, global long *l, int x)
{
    *l = 1024 * 1024 * 1024 * 4; // warning: overflow in expression; result is 0 with type 'int'
    *l = MOST * 2 * 2L; // warning: overflow in expression; result is -2 with type 'int'
    *l = 0x7fffffffffffffffL + 1; // warning: overflow in expression; result is -9223372036854775808 with type 'long'
    *l = MOST * 2L;
    o[0] = -MOST - 2; // warning: overflow in expression; result is 2147483647 with type 'int'
    o[0] = -MOST - 1;
    o[0] = LARGE + 1; // warning: overflow in expression
    o[0] = x + (MOST + 1); // warning: overflow in expression
    o[0] = x ? MOST + 1 : MOST; // warning: overflow in expression
    o[0] = 0 ? MOST + 1 : 3;
    o[0] = sizeof(MOST + 1) + (0xffffffffu + 1) + (uint)MOST * 4 + (1 << 31);
    o[MOST + 1] = abs(MOST * 3); // warning: result is -2147483648 // warning: result is 2147483645
    return MOST + 1 - 1; // warning: result is -2147483648 with type 'int' // warning: result is 2147483647 with type 'int'
}
