// Storage classes, address spaces of variables and events in OpenCL C 1.2 (6.5, 6.8).
int plain;                               // error: program scope variable must reside in constant address space
const int constants = 1;                 // error: program scope variable must reside in constant address space
static int is_static = 1;                // error: program scope variable must reside in constant address space
extern int is_extern;                    // error: extern variable must reside in constant address space
global int in_global;                    // error: program scope variable must reside in constant address space
local int in_local;                      // error: program scope variable must reside in constant address space
private int in_private;                  // error: program scope variable must reside in constant address space
static constant int good = 1;
extern constant int elsewhere;
auto int automatic(void);                // error: OpenCL C version 1.2 does not support the 'auto' storage class specifier
register int in_register(void);          // error: OpenCL C version 1.2 does not support the 'register' storage class specifier
void params(static int a,                // error: invalid storage class specifier in function declarator
            extern int b,                // error: invalid storage class specifier in function declarator
            typedef int c,               // error: invalid storage class specifier in function declarator
            inline int d,                // error: 'inline' can only appear on functions
            register int e,              // error: OpenCL C version 1.2 does not support the 'register' storage class specifier
            kernel int f);               // error: 'kernel' attribute only applies to functions
struct fields {
    static int a, b;                     // error: type name does not allow storage class to be specified
    typedef int c;                       // error: type name does not allow storage class to be specified
    inline int d;                        // error: type name does not allow function specifier to be specified
    auto int e;                          // error: does not support the 'auto' storage class specifier
    kernel int f;                        // error: 'kernel' attribute only applies to functions
};
inline constant int variable = 1;        // error: 'inline' can only appear on functions
typedef static int two_classes;          // error: cannot combine with previous 'typedef' declaration specifier
static extern constant int both;         // error: cannot combine with previous 'static' declaration specifier
kernel typedef int kernel_type;          // error: 'kernel' attribute only applies to functions
constant event_t program_event = 0;      // error: the '__constant event_t' type cannot be used to declare a program scope variable
void function(int n)
{
    static int a;                        // error: variables in function scope cannot be declared static
    static constant int b = 1;           // error: variables in function scope cannot be declared static
    extern int c;                        // error: extern variable must reside in constant address space
    extern constant int d;
    constant int e = 1;                  // error: non-kernel function variable cannot be declared in constant address space
    local int f;                         // error: non-kernel function variable cannot be declared in local address space
    global int g;                        // error: function scope variable cannot be declared in global address space
    private int h;
    inline int i;                        // error: 'inline' can only appear on functions
    event_t good_event, events[2];
}
kernel void kernel_scope(int n)
{
    constant int a[2] = {1, 2};
    local int b, c = 2;                  // error: '__local' variable cannot have an initializer
    {
        constant int d = 1;              // error: variables in the constant address space can only be declared in the outermost scope of a kernel function
        local int e;                     // error: variables in the local address space can only be declared in the outermost scope of a kernel function
    }
    for (local int f; n;) {}             // error: variables in the local address space can only be declared in the outermost scope of a kernel function
    constant int g;                      // error: variable in constant address space must be initialized
    local event_t h;                     // error: the event_t type can only be used with __private address space qualifier
    local int *local i, *j;
}
typedef local int local_word;
void repeated(global global int *a,  // warning: multiple identical address spaces specified for type
              local local_word *b,   // warning: multiple identical address spaces specified for type
              global int __attribute__((opencl_global)) *c) // warning: multiple identical address spaces specified for type
{
    int private private d;           // warning: multiple identical address spaces specified for type
}
