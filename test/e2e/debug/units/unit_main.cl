int other(int x);
kernel void
test(global int *p)
{
    int i = get_global_id(0);
    p[i] = other(i);
}
