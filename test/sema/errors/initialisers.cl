struct point { int x, y; float4 v; };
int helper(void) { return 1; }
constant int bad = helper();           // error: initializer element is not a compile-time constant
constant int list[] = {1, 2, 3};
constant int *constant address = &list[1];
void f(int n)
{
    int a[2] = {1, 2, 3};              // warning: excess elements in array initializer
    int b[] = {[4] = 1, 2};
    int c[2] = {[2] = 1};              // error: array designator index (2) exceeds array bounds (2)
    int d = {1, 2};                    // warning: excess elements in scalar initializer
    int e = {};                        // error: scalar initializer cannot be empty
    int g[3] = 1;                      // error: array initializer must be an initializer list
    struct point p = {1, 2, {1, 2, 3, 4}};
    struct point q = {.y = 1, .x = 2};
    struct point r = {.z = 1};         // error: field designator 'z' does not refer to any field in type 'struct point'
    struct point s = {1, 2, (float4)(0), 3}; // warning: excess elements in struct initializer
    struct point t = p;
    struct point u = {n, n + 1};
    struct point v = n;                // error: initializing '__private struct point' with an expression of incompatible type 'int'
    float4 w = {1, 2, 3, 4};
    float4 x = {1, 2, 3, 4, 5};        // error: excess elements in vector initializer
    float4 y = {1, (float2)(2)};       // error: too few elements in vector initialization (expected 4 elements, have 3)
    float4 z = {}, parts[2] = {1, 2, 3, 4};
    char text[] = "abc";
    char small[2] = "abc";             // warning: initializer-string for char array is too long
    char *pointer = "abc";             // error: changes address space of pointer
    constant char *good = "abc";
    int two[2][2] = {1, 2, 3, 4};
    int three[2][2] = {{1}, {2, 3}};
    int four[2][2] = {{1, 2, 3}};      // warning: excess elements in array initializer
    int five = {missing};              // error: use of undeclared identifier 'missing'
}
kernel void k(int n)
{
    constant int six = n;              // error: initializer element is not a compile-time constant
}

constant int own = !own;             // error: initializer element is not a compile-time constant
constant int owns[2] = {1, owns[1]}; // error: initializer element is not a compile-time constant
constant int others = owns[1];       // error: initializer element is not a compile-time constant

constant int numbers[4] = {1, 2, 3, 4};
constant int *constant inside = (constant int *)((constant char *)numbers + 4);
struct place { local int *at; int n; };
kernel void local_places(void)
{
    local int a, list[4];
    local int *here = &a, *plain[2] = {&a, list + 1};
    local int *constant p[2] = {&a, &a}; // error: initializer element is not a compile-time constant
    local int *constant q[3] = {list, list + 1, 0}; // error: initializer element is not a compile-time constant
    constant struct place r = {&a, 0}; // error: initializer element is not a compile-time constant
    local int *constant s = (local int *)((local char *)list + 4); // error: initializer element is not a compile-time constant
    constant bool u = list;            // error: initializer element is not a compile-time constant
    constant int size = sizeof list;
}
