// What it says of an xfail that passes.
// xfail: nothing is wrong here
// kernel: good
// arg: int r[1]
kernel void
good(global int *r)
{
    r[0] = 1; //= 1
}
