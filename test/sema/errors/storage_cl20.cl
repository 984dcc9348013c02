// options: cl20
// OpenCL C 2.0 has variables in global memory at program scope and static ones in functions.
int plain = 1;
global int in_global;
static global int is_static = 1;
extern int is_extern;
constant int in_constant;                // error: variable in constant address space must be initialized
local int in_local;                      // error: program scope variable must reside in global or constant address space
private int in_private;                  // error: program scope variable must reside in global or constant address space
generic int in_generic;                  // error: program scope variable must reside in global or constant address space
event_t event;                           // error: the '__global event_t' type cannot be used to declare a program scope variable
auto int automatic;                      // error: OpenCL C version 2.0 does not support the 'auto' storage class specifier
void function(int n)
{
    static int a;
    static global int b = 1;
    static constant int c = 1;
    static private int d;                // error: static local variable must reside in global or constant address space
    static int e = n;                    // error: initializer element is not a compile-time constant
    extern int f;
    extern global int g;
    constant int h = 1;                  // error: non-kernel function variable cannot be declared in constant address space
    global int i;                        // error: function scope variable cannot be declared in global address space
    generic int j;                       // error: automatic variable qualified with an invalid address space
    static event_t k;                    // error: the event_t type can only be used with __private address space qualifier
}
kernel void kernel_scope(void)
{
    static local int a;                  // error: static local variable must reside in global or constant address space
    extern local int b;                  // error: extern variable must reside in global or constant address space
}
