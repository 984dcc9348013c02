// options: -c -o /dev/null
kernel void prints(global int *r)
{
    printf("%*d\n", 5, r[0]);
    printf("%*d\n", r[1], r[0]); // error: a field width or precision given by '*' must be constant here
}
