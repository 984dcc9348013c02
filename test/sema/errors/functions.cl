// Functions, kernels and records (6.7, 6.9).
struct incomplete;
struct incomplete result(void);
void declared(struct incomplete s);
struct incomplete defined(void) {}        // error: incomplete result type 'struct incomplete' in function definition
void with_body(struct incomplete s) {}    // error: variable has incomplete type 'struct incomplete'
void nothing(int a, void b);              // error: argument may not have 'void' type
void void_first(void, int a);              // error: 'void' must be the first and only parameter if specified
private int in_private(void);             // error: return type cannot be qualified with address space
constant int in_constant(void);           // error: return type cannot be qualified with address space
int main(void) { return 0; }              // error: function cannot be called 'main'
struct { int a; } anonymous(void);
typedef size_t my_size;
typedef my_size sizes[2];
struct sized { int n; sizes s; };
struct nested { struct sized s[2]; };
struct flags { union { int a; bool b; } u; };
struct pointers { int n; global int *p; };
struct deeper { struct pointers p[2]; };
kernel void k1(my_size n) {}              // error: '__private my_size' cannot be used as the type of a kernel parameter
kernel void k2(struct sized s) {}         // error: '__private struct sized' cannot be used as the type of a kernel parameter
kernel void k3(struct nested s) {}        // error: '__private struct nested' cannot be used as the type of a kernel parameter
kernel void k4(struct flags s) {}         // error: '__private struct flags' cannot be used as the type of a kernel parameter
kernel void k5(struct deeper s) {}        // error: struct kernel parameters may not contain pointers
kernel void k6(global my_size *n, global struct sized *s, global struct flags *f) {}
kernel void k7(struct incomplete s) {}    // error: variable has incomplete type 'struct incomplete'
struct anonymous_members {
    int a;
    struct { int b; union { int a, c; }; }; // error: member of anonymous union redeclares 'a'
    int c;                                // error: duplicate member 'c'
};
struct unfinished { int a; int b };       // warning: expected ';' at end of declaration list
struct flexible { int n; int a[]; };      // error: flexible array members are not supported in OpenCL
struct zero { int n; int a[0]; };         // error: arrays of size zero are not supported
extern constant int variable;
constant float variable = 1;              // error: redefinition of 'variable' with a different type: '__constant float' vs '__constant int'
extern constant int array[];
constant int array[2] = {1, 2};
typedef int odd_size __attribute__((vector_size(15))); // error: vector size not an integral multiple of component size
void scopes(void)
{
    struct sized;
    struct sized s;                       // error: variable has incomplete type 'struct sized'
}
typedef int of_two(int, float);
of_two by_typedef; // note: 'by_typedef' declared here // note: passing argument to parameter here
int by_typedef(int x, float y) { return x + (int)y; }
int calls_by_typedef(global int *p)
{
    of_two in_function; // note: 'in_function' declared here
    return by_typedef(1, 2)
        + by_typedef(1)        // error: too few arguments to function call, expected 2, have 1
        + by_typedef(p, 2)     // error: incompatible pointer to integer conversion passing
        + in_function(1, 2, 3); // error: too many arguments to function call, expected 2, have 3
}
