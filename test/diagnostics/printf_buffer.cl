// options: --target=amdgcn-amd-amdhsa-hcc -c -o /dev/null
kernel void prints(global int *r)
{
    printf("%d\n", r[0]); // error: the environment of the target triple has no hidden arguments: 'printf' has no buffer
}
