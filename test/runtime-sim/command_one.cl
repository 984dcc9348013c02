/* The only kernel of its object. */
__kernel void
one(__global int *x, int add)
{
    x[get_global_id(0)] += add;
}
