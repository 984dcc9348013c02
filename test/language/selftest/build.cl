// A program that is refused, as expected: no failure.
// xfail: there is no type of this name
// kernel: refused
// arg: int r[1]
// expect: r[0] = 1
kernel void
refused(global nothing *r)
{
}
