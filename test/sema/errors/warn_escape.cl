/* Addresses that outlive what they point to. */
struct pair {
    int a, b[2];
};
int *of_local(void)
{
    int x = 1;
    return &x; // warning: address of stack memory associated with local variable 'x' returned
}
int *of_parameter(int x)
{
    return &x; // warning: address of stack memory associated with parameter 'x' returned
}
int *of_array(void)
{
    int x[2] = {0};
    return x; // warning: address of stack memory associated with local variable 'x' returned
}
int *of_element(int n)
{
    int x[2] = {0};
    return n ? x + 1 : &x[0]; // warning: address of stack memory associated with local variable 'x' returned
}
int *of_member(struct pair p)
{
    return &p.b[1]; // warning: address of stack memory associated with parameter 'p' returned
}
int *of_pointee(int *p, struct pair *q, int n)
{
    return n ? &p[3] : n > 3 ? q->b : &q->a;
}
