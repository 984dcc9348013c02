/* Values that nobody uses. */
__attribute__((const)) int pure_enough(int a);
__attribute__((pure)) int pure(int a);
__attribute__((warn_unused_result)) int must_use(int a);
int plain(int a);
int pure_enough(int a)
{
    return a;
}
int pure(int a)
{
    return a;
}
int must_use(int a)
{
    return a;
}
int plain(int a)
{
    return a;
}
#define CHECK(x) ((x) == 3)
#define SAME(x)  x

kernel void values(global int *p, int n, float f, float4 v)
{
    volatile int reads = 1;
    n == 3; // warning: equality comparison result unused
    n != 3; // warning: inequality comparison result unused
    n < 3; // warning: relational comparison result unused
    n + 1; // warning: expression result unused
    -n; // warning: expression result unused
    !n; // warning: expression result unused
    n; // warning: expression result unused
    p[0]; // warning: expression result unused
    *p; // warning: expression result unused
    v.xy; // warning: expression result unused
    (float)n; // warning: expression result unused
    n, f; // warning: expression result unused // warning: left operand of comma operator has no effect
    n + 1, n++; // warning: left operand of comma operator has no effect
    n ? n + 1 : 2; // warning: expression result unused
    n &&f; // warning: expression result unused
    sin(f); // warning: ignoring return value of function declared with const attribute
    min(n, 3); // warning: ignoring return value of function declared with const attribute
    pure_enough(n); // warning: ignoring return value of function declared with const attribute
    pure(n); // warning: ignoring return value of function declared with pure attribute
    must_use(n); // warning: ignoring return value of function declared with 'warn_unused_result' attribute
    for (n; n < 3; n + 1) // warning: expression result unused // warning: expression result unused
        n++;
    /* these do something */
    plain(n);
    (void)n;
    (void)must_use(n);
    n++;
    n = 3;
    n && (p[0] = 1);
    n ? (void)plain(n) : (void)0;
    n ? plain(n) : 0;
    reads;
    atomic_inc(p);
    barrier(CLK_LOCAL_MEM_FENCE);
    CHECK(n);
    SAME(n); // warning: expression result unused
    n++, n--;
    ({ plain(n); n; }); // warning: expression result unused
    p[0] = ({ n++; n + 1; });
}
