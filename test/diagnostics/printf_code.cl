// options: -c -o /dev/null
kernel void k(int n)
{
    printf("%d\n", n); // error: code generation for 'printf' is not supported yet
}
