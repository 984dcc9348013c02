// options: -target amdgcn-amd- -c -o /dev/null
kernel void stops(global int *r)
{
    __builtin_debugtrap(); // warning: without an operating system in the target triple there is no trap handler: __builtin_debugtrap does nothing
    r[0] = 1;
}
