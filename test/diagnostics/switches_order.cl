// options: -Werror=unused-variable -Wall -Wno-error=unused-value -Wunused-value -Werror
// -W<name> and -Wall leave what -Werror=<name> and -Wno-error=<name> said.
kernel void k(global int *p)
{
    int unused; // error: unused variable
    p[0] + 1; // warning: expression result unused
}
