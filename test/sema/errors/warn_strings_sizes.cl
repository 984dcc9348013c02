// -Wstring-plus-int, -Wsizeof-array-argument, -Wvisibility: on, as in clang.
void visible(struct unknown *p);          // warning: declaration of 'struct unknown' will not be visible outside of this function
void body(struct inside { int a; } *p);   // warning: declaration of 'struct inside' will not be visible outside of this function
struct known { int a; };
void no_warning(struct known *p, struct known q);
int sizes(int a[4], int *b, int c[])      // note: 'a' declared here // note: 'c' declared here
{
    int d[4] = {0};
    return sizeof(a)                      // warning: sizeof on array function parameter will return size of '__private int *__private' instead of 'int[4]'
           + sizeof c                     // warning: instead of 'int[]'
           + sizeof(b) + sizeof(d) + sizeof(a[0]) + d[0];
}
kernel void strings(global int *out, int i)
{
    constant char *s = "abc" + 1;         // warning: adding 'int' to a string does not append to the string // note: use array indexing to silence this warning
    s = i + "abc";                        // warning: adding 'int' to a string // note: use array indexing
    s = &"abc"[i];
    s = s + i;
    out[0] = *s;
}
