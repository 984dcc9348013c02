// options: -Wall -Wextra -Wmissing-prototypes
/* Names that nobody uses. */
static int never_called(int a) // warning: unused function 'never_called'
{
    return a;
}
static int declared_only(int a); // warning: unused function 'declared_only'
static __attribute__((unused)) int may_be_unused(int a)
{
    return a;
}
static int called(int a, int ignored) // warning: unused parameter 'ignored'
{
    return a;
}
static constant int table[2] = {1, 2}; // warning: unused variable 'table'
static constant int used_table[2] = {1, 2};
static const constant int constant_table[2] = {1, 2}; // warning: unused variable 'constant_table'
static const constant int used_constant_table[2] = {1, 2};
const constant int visible_constant = 3;
typedef int file_scope;

int prototype(int a);
int prototype(int a)
{
    return a;
}
int no_prototype(int a) // warning: no previous prototype for function 'no_prototype'
{
    return a;
}
inline int is_inline(int a)
{
    return a;
}

kernel void names(global int *p, int n, int set, int unused __attribute__((unused))) // warning: parameter 'set' set but not used
{
    int idle; // warning: unused variable 'idle'
    int initialised = n; // warning: unused variable 'initialised'
    int assigned; // warning: variable 'assigned' set but not used
    int counted = 0; // warning: variable 'counted' set but not used
    int silent __attribute__((unused));
    int measured = 3;
    volatile int seen; // warning: variable 'seen' set but not used
    int2 part;
    int of_asm;
    typedef int local_type; // warning: unused typedef 'local_type'
    typedef int used_type;
    used_type x = sizeof(measured);
    assigned = n;
    assigned = n + 1;
    for (counted = 0; n > 3; counted++, n--)
        ;
    seen = n;
    part.x = n;
    set = 1;
    __asm("v_mov_b32 %0, 1" : "=v"(of_asm));
    int value = 1, read = value++;
    p[0] = called(x, 1) + used_table[0] + used_constant_table[0] + read;
unused_label: // warning: unused label 'unused_label'
    p[1] = 1;
    if (n)
        goto used_label;
    p[2] = 2;
used_label:
    p[3] = 3;
}

kernel void nothing(global int *p, global int *q) // warning: unused parameter 'p' // warning: unused parameter 'q'
{
}
