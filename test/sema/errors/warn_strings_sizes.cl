// -Wstring-plus-int, -Wsizeof-array-argument, -Wsizeof-pointer-div, -Wvisibility: on, as in clang.
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
struct pointers { int *p; int q[4]; };
int quotients(global int *p, const global float4 *v, global int **pp, struct pointers *s) // note: pointer 'p' declared here // note: pointer 'v' declared here
{
    int array[4] = {0};
    int n = sizeof(p) / sizeof(p[0]);     // warning: 'sizeof(p)' will return the size of the pointer, not the array itself
    n += sizeof v / sizeof(float4);       // warning: 'sizeof v' will return the size of the pointer, not the array itself
    n += sizeof(s->p) / sizeof(*s->p);    // warning: 'sizeof(s->p)' will return the size of the pointer
    n += sizeof(s->q) / sizeof(s->q[0]) + sizeof(array) / sizeof(*array) + sizeof(p) / sizeof(char) +
         sizeof(pp) / sizeof(pp[0]) + sizeof(p) / 4 + sizeof(global int *) / sizeof(int) +
         (sizeof(p)) / sizeof(p[0]) + sizeof(p) % sizeof(p[0]);
#define COUNT(x) (sizeof(x) / sizeof((x)[0]))
    return n + COUNT(array) + COUNT(p);   // warning: 'sizeof(p)' will return the size of the pointer // note: pointer 'p' declared here
}

int decayed(int parameter[4]) // note: declared here
{
    int array[4];
    int n = sizeof(array + 1); // warning: sizeof on pointer operation will return size of '__private int *' instead of '__private int[4]'
    n += sizeof((array - 0));  // warning: sizeof on pointer operation
    n += sizeof(array, array); // warning: sizeof on pointer operation // warning: sizeof on pointer operation
    n += sizeof(&array[0] + 1) + sizeof(array - array) + sizeof(1 ? array : array);
    return n + sizeof(parameter + 1) + sizeof(parameter); // warning: sizeof on array function parameter
}
