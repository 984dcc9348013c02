// What a quote without its partner holds has no value: nothing follows from it.
kernel void k(global int *p)
{
    *p = "abc; // error: missing terminating
    p[1] = 3 + "abc; // error: missing terminating
    p[2] = 'a; // error: missing terminating
    p[3] = abs('a); // error: missing terminating
}
constant char s[] = "abc; // error: missing terminating
