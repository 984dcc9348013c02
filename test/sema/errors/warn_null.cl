// options: -Wall
/* Pointers that are null, and some that are never. */
struct pair { int a[4]; int *q; };

kernel void nulls(global int *p, int n)
{
    *(global int *)0 = 1; // warning: indirection of non-volatile null pointer // note: consider using __builtin_trap()
    int z = *(int *)(1 - 1); // warning: indirection of non-volatile null pointer // note: consider using __builtin_trap()
    int v = *(volatile int *)0;
    ((struct pair *)0)->a[0] = 1;
    int *address = &*(int *)0;
    p[0] = n ? 1 : *(int *)0; // warning: indirection of non-volatile null pointer // note: consider using __builtin_trap()
    p[1] = 1 ? 1 : *(int *)0;
    p[2] = sizeof *(int *)0;
    int *i = 0;
    i = NULL;
    i = (1 - 1); // warning: expression which evaluates to zero treated as a null pointer constant of type '__private int *'
    i = '\0'; // warning: expression which evaluates to zero treated as a null pointer constant
    i = false; // warning: initialization of pointer of type '__private int *' to null from a constant boolean expression
    if (i == false || i == 1 - 1)
        p[3] = z + v + (address == 0);
}

kernel void never(global int *p, int n)
{
    int array[10]; // note: array 'array' declared here
    struct pair s, *t = &s;
    if (&n == 0) // warning: comparison of address of 'n' equal to a null pointer is always false
        p[0] = 1;
    if (NULL != array) // warning: comparison of array 'array' not equal to a null pointer is always true
        p[1] = 1;
    if (&s.a == NULL || t->a == 0) // warning: comparison of address of 's.a' equal to a null pointer is always false // warning: comparison of array 't->a' equal to a null pointer is always false
        p[2] = 1;
    if (s.a) // warning: address of array 's.a' will always evaluate to 'true'
        p[3] = 1;
    if (&array[0] == 0 || s.q == 0 || &*p == 0)
        p[4] = 1;
    p[5] = sizeof(array) / sizeof(long); // warning: expression does not compute the number of elements in this array; element type is 'int', not 'long' // note: place parentheses around the 'sizeof(long)' expression
    p[6] = sizeof(array) / sizeof(float) + sizeof(array) / (sizeof(long)) + sizeof array / sizeof *array;
    p[7] = sizeof s.a / sizeof(short); // warning: expression does not compute the number of elements in this array // note: place parentheses around the 'sizeof(short)' expression
}
