// options: -Wextra
/* Null pointers that are counted from. */
void null_sums(int n, global char *g, local int *l, global long *p)
{
    char *c = (char *)0 + n; // warning: arithmetic on a null pointer treated as a cast from integer to pointer is a GNU extension
    c = n + (char *)0; // warning: arithmetic on a null pointer treated as a cast
    c = (char *)0 - n; // warning: performing pointer arithmetic on a null pointer has undefined behavior
    int *q = (int *)NULL + 3; // warning: performing pointer arithmetic on a null pointer has undefined behavior
    void *v = (void *)0 + 3; // warning: performing pointer arithmetic on a null pointer
    q = (int *)(1 - 1) + n; // warning: performing pointer arithmetic on a null pointer
    p[0] = g - (global char *)0; // warning: performing pointer subtraction with a null pointer has undefined behavior
    p[1] = (local int *)0 - l; // warning: performing pointer subtraction with a null pointer
    p[2] = (int *)0 - (int *)0; // warning: performing pointer subtraction with a null pointer // warning: performing pointer subtraction with a null pointer
    q = &((int *)0)[n];
    q = q + 0 + n * 0;
    c = (char *)16 + n;
    c = (char *)(ulong)n + 1;
    p[3] = (long)v + (long)(int *)0 + *c + *q;
    p[4] = (ulong)&((struct { int a, b; } *)0)->b;
}
