/* Conditions that addresses are, in whatever asks for truth. */
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
#define CHOOSE(x) ((x) ? 1 : 2)
#define WHEN(x) if (x)
#define ADDRESS &i
struct pair { int m[3], o; };
int f(int a) { return a; }

void truths(global int *p, int i)
{
    int array[3];
    struct pair s, *t = &s;
    if (array) // warning: address of array 'array' will always evaluate to 'true'
        p[0] = 1;
    while (!&i) // warning: address of 'i' will always evaluate to 'true'
        p[0] = 1;
    do
        p[0] = 1;
    while (array && i); // warning: address of array 'array' will always evaluate to 'true'
    for (; i || &t->o;) // warning: address of 't->o' will always evaluate to 'true'
        p[0] = 1;
    p[1] = s.m ? 1 : 2; // warning: address of array 's.m' will always evaluate to 'true'
    p[2] = (array) ? 1 : 2; // warning: address of array 'array' will always evaluate to 'true'
    bool b = &s.o; // warning: address of 's.o' will always evaluate to 'true'
    if (f) // warning: address of function 'f' will always evaluate to 'true' // note: prefix with the address-of operator to silence this warning
        p[3] = b + f(1);
    if (&f || p || &array[1] || &*p || array + i || &(i) || !"abc")
        p[4] = CHOOSE(array) + CHOOSE(&i);
    WHEN(array)
        p[5] = ADDRESS ? 1 : 2;
    p[6] = (bool)array;
}
