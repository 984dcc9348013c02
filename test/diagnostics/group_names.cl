// options: -Werror -Wpedantic -Wmost -Weverything -Wno-everything
// Names of groups that people write are known, and -Wno-everything leaves nothing to make an error of.
kernel void k(global int *o)
{
    int unused;
}
