int global_variable;                 // error: program scope variable must reside in constant address space
constant int not_initialised;        // error: variable in constant address space must be initialized
constant int good = 1;
int good;                            // error: redefinition of 'good'
int function_name(int a);
int function_name;                   // error: redefinition of 'function_name' as different kind of symbol
int calls_it(void) { return function_name(1) + good; }
int function_name(int a) { return a; }
static int function_name(int a);     // error: static declaration of 'function_name' follows non-static declaration
extern constant int elsewhere;
constant float from_call = good + 1;
typedef int number;
typedef int number;
typedef float number;                // error: typedef redefinition with different types ('float' vs 'int')
struct one { int a; };
struct one { int b; };               // error: redefinition of 'one'
union one *wrong_tag;                // error: use of 'one' with tag type that does not match previous declaration
struct two { int a; float a; };      // error: duplicate member 'a'
struct three { struct three self; }; // error: field has incomplete type 'struct three'
struct four { int bits : 3; };       // error: bit-fields are not supported in OpenCL
struct five { global int in_space; };// error: field may not be qualified with an address space
enum colour { RED, GREEN = 5, BLUE };
enum other { RED };                  // error: redefinition of enumerator 'RED'
int function(int a);
float function(int a);               // error: conflicting types for 'function'
int function(int a) { return a; }
int function(int a) { return a; }    // error: redefinition of 'function'
void no_value(void) { return 1; }    // error: void function 'no_value' should not return a value
int no_return_value(void) { return; }// error: non-void function 'no_return_value' should return a value
float *wrong_result(int *p) { return p; } // warning: incompatible pointer types returning '__private int *' from a function with result type '__private float *'
int params(int a, int a); // error: redefinition of parameter 'a'
int params2(int a, int a) { return a; } // error: redefinition of parameter 'a'
int array_result(void)[3];           // error: function cannot return array type 'int[3]'
void variadic(int a, ...) {}         // error: invalid prototype, variadic arguments are not allowed in OpenCL
void local_param(local int a) {}     // error: parameter may not be qualified with an address space
restrict int not_pointer(void);      // error: restrict requires a pointer or reference ('int' is invalid)
enum broken { D E };                 // error: missing ',' between enumerators
enum { 1 };                          // error: expected identifier
enum {};                             // error: expected identifier
enum broken of_broken(enum broken e) { return e; }
void body(int n)
{
    int x, x;                        // error: redefinition of 'x'
    int n;                           // error: redefinition of 'n'
    float y;
    { float x; }
    local int l;                     // error: non-kernel function variable cannot be declared in local address space
    global int g;                    // error: function scope variable cannot be declared in global address space
    static int s = 1;                // error: variables in function scope cannot be declared static
    static int s2;                   // error: variables in function scope cannot be declared static
    register int r = 1;              // error: does not support the 'register' storage class specifier
    auto int a1 = 1;                 // error: does not support the 'auto' storage class specifier
    kernel int kernel_variable;      // error: 'kernel' attribute only applies to functions
    int zero[0];                     // error: arrays of size zero are not supported
    int a[n];                        // error: variable length arrays are not supported in OpenCL
    const int c = 4;
    int b[c];
    int neg[-1];                     // error: 'neg' declared as an array with a negative size
    int open[];                      // error: definition of variable with array type needs an explicit size or an initializer
    struct unknown u;                // error: variable has incomplete type 'struct unknown'
    void v;                          // error: variable has incomplete type 'void'
    half h;                          // error: declaring variable of type '__private half' is not allowed
    unsigned float uf;               // error: cannot combine with previous
    local constant int two;          // error: multiple address spaces specified for type // error: non-kernel function variable cannot be declared in constant address space // error: variable in constant
    int undeclared = missing;        // error: use of undeclared identifier 'missing'
    int again = undeclared;
}
void syntax(void)
{
    number = 3;                      // error: expected identifier or '('
    follows = 1;                     // error: use of undeclared identifier 'follows'
    follows = ;                      // error: expected expression // error: use of undeclared identifier 'follows'
    behind = 1;                      // error: use of undeclared identifier 'behind'
}
struct cut { int a int b; };         // error: expected ';' at end of declaration list
int member(struct cut c) { return c.a + c.b; }
struct lost { int a[2.0f]; };        // error: size of array has non-integer type 'float'
int lost_member(struct lost l) { return l.a[1]; }
struct nest { int a; struct nest { int b; } c; int d, e; }; // error: nested redefinition of 'nest'
kernel void k(void)
{
    local int fine[4];
    local int init = 1;              // error: '__local' variable cannot have an initializer
    { local int deep; }              // error: variables in the local address space can only be declared in the outermost scope of a kernel function
}
