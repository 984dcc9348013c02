/* printf keeps its format; arguments by components, floats as doubles. */
__constant char named[] = "%d\n";
__kernel void
prints(int n, float4 v, __global char *p)
{
    // CHECK: printf i32
    // CHECK: format "%d %v4f %p %s\0a"
    printf("%d %v4f %p %s\n", n, v, p, "text");
    // CHECK: fpext
    printf("%f", v.x);
    // CHECK: format "%d\0a"
    printf(named, n);
    // CHECK: printf i32, format "plain"
    printf("plain");
}
