// options: -Wall -Wconditional-uninitialized -Wunreachable-code -Wunreachable-code-return -Wimplicit-fallthrough
/* Variables without a value, code that control does not reach, cases that fall through. */
#define DEBUG 0
void set(int *p);
void set(int *p)
{
    *p = 1;
}
int always(void)
{
    int x;
    return x; // warning: variable 'x' is uninitialized when used here
}
int in_itself(void)
{
    int x = x + 1; // warning: variable 'x' is uninitialized when used within its own initialization
    return x;
}
int idiom(void)
{
    int x = x;
    return 1;
}
int vector(int n)
{
    int4 v, w;
    w.x = n;
    return v.x + w.x;
}
int4 whole_vector(int n)
{
    int4 v;
    return v; // warning: variable 'v' is uninitialized when used here
}
int sometimes(int n)
{
    int x;
    if (n) // warning: variable 'x' is used uninitialized whenever 'if' condition is false
        x = 1;
    return x;
}
int otherwise(int n)
{
    int x;
    if (n > 3) // warning: variable 'x' is used uninitialized whenever 'if' condition is true
        n++;
    else
        x = 1;
    return x;
}
int both(int n)
{
    int x;
    if (n)
        x = 1;
    else
        x = 2;
    return x;
}
int correlated(int n)
{
    int x;
    if (n)
        x = 1;
    if (n)
        return x; // warning: variable 'x' may be uninitialized when used here
    return 0;
}
int looped(int n)
{
    int x;
    for (int i = 0; i < n; i++)
        x = i;
    return x; // warning: variable 'x' may be uninitialized when used here
}
int while_loop(int n)
{
    int x;
    while (n--)
        x = n;
    return x; // warning: variable 'x' may be uninitialized when used here
}
int do_loop(int n)
{
    int x;
    do
        x = n;
    while (n--);
    return x;
}
int of_do(int n)
{
    int x;
    do {
        if (n > 3)
            break;
        x = 1;
    } while (n++ < 3);
    return n > 3 ? 0 : x; // warning: variable 'x' may be uninitialized when used here
}
int endless(int n)
{
    int x;
    while (1) {
        if (n++ > 3) {
            x = 3;
            break;
        }
    }
    return x;
}
int switched(int n)
{
    int x, y; // warning: variable 'y' set but not used
    switch (n) {
    case 1:
        x = 1;
        y = 1;
        break;
    case 2: // warning: variable 'x' is used uninitialized whenever switch case is taken
        break;
    default:
        x = 3;
        y = 1;
    }
    return x;
}
int logical(int n)
{
    int x;
    if (n && (x = n))
        return x;
    return 0;
}
int logical_or(int n)
{
    int x;
    if (n || (x = n)) // warning: variable 'x' is used uninitialized whenever '||' condition is true
        return x;
    return 0;
}
int choice(int n)
{
    int x;
    n = n ? (x = 1) : 2; // warning: variable 'x' is used uninitialized whenever '?:' condition is false
    return x + n;
}
int addressed(int n)
{
    int x, y[2];
    set(&x);
    return x + y[0] + n;
}
int counted(void)
{
    int x; // warning: variable 'x' set but not used
    x++; // warning: variable 'x' is uninitialized when used here
    return 1;
}
int cast_away(void)
{
    int x;
    (void)x;
    return 1;
}
int jumped(int n)
{
    int x;
    if (n) // warning: variable 'x' is used uninitialized whenever 'if' condition is true
        goto out;
    x = 1;
out:
    return x;
}
int constant_condition(int n)
{
    int x;
    if (DEBUG)
        return x;
    if (sizeof(int) == 4)
        x = n;
    return x;
}
int unreachable(int n)
{
    if (DEBUG)
        n++;
    if (0)
        n++; // warning: code will never be executed
    while (n) {
        break;
        n++; // warning: code will never be executed
    }
    return n;
    n++; // warning: code will never be executed
}
int unreachable_return(int n)
{
    for (;;)
        n++;
    return n; // warning: 'return' will never be executed
}
int cases(int n)
{
    switch (n) {
    case 1:
        n++;
    case 2: // warning: unannotated fall-through between switch labels
    case 3:
        n++;
        __attribute__((fallthrough));
    case 4:
        n++;
        break;
    case 5: {
        n--;
    }
    default: // warning: unannotated fall-through between switch labels
        n++;
    }
    return n;
}
