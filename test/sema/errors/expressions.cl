// Rules of expressions, initialisers and statements beside C's (6.1.6, 6.2, 6.3, 6.5).
struct incomplete;
int never_defined(void);
struct pair { int a; float b; };
struct in_vector { float4 v; int n; };
void pointers(global int *g, global int **gg, local int **ll, int *p, int n)
{
    local int **nested = gg;        // error: initializing '__local int *__private *__private' with an expression of type '__global int *__private *' changes address space of nested pointer
    ll = gg;                        // error: changes address space of nested pointer
    nested = (local int **)gg;
    g -= g;                         // error: assigning to '__global int *__private' from incompatible type 'long'
    n += p;                         // error: assigning to '__private int' from incompatible type '__private int *'
    g += n;
    (struct incomplete){1};         // error: variable has incomplete type 'struct incomplete'
}
void vectors(float x, float2 xy, event_t event)
{
    float4 a = {0};                 // error: too few elements in vector initialization (expected 4 elements, have 1)
    float4 b = {xy, 1};             // error: too few elements in vector initialization (expected 4 elements, have 3)
    float4 c[2] = {{1, 2}, {1, 2, 3, 4}}; // error: too few elements in vector initialization (expected 4 elements, have 2)
    float4 d = (float4){1, 2};      // error: too few elements in vector initialization (expected 4 elements, have 2)
    float4 e = {}, f = {xy, xy}, g[2] = {0}, h[2] = {1, 2, 3, 4, 5};
    struct in_vector i = {0}, j = {1, 2}, k = {{1, 2, 3, 4}, 5};
    event = 0;                      // error: assigning to '__private event_t' from incompatible type 'int'
    event_t other = 0;
    other = event;
    __builtin_amdgcn_s_sleep((int)x); // error: argument to '__builtin_amdgcn_s_sleep' must be a constant integer
    __builtin_amdgcn_s_sleep(2 + 2);
}
void statements(int n)
{
    switch (n) {
    case 1 ... 3:
        break;
    case 2:                         // error: duplicate case value '2'
    case 3 ... 5:                   // error: duplicate case value '3'
    case 6 ... 4:
    case 7:
    case 8 ... 9:
        break;
    case 9:                         // error: duplicate case value '9'
        break;
    }
    for (extern constant int i; n;) {}  // error: declaration of non-local variable in 'for' loop
    for (typedef int number; n;) {} // error: non-variable declaration in 'for' loop
    for (struct { int a; } s = {1}; s.a;) s.a--;
}
struct constants { const int a; int b; };
struct holder { struct constants c; };
void members(struct constants s, struct constants t, struct holder h, struct incomplete *p)
{
    s.a = 1;                        // error: cannot assign to non-static data member 'a' with const-qualified type 'const int'
    s.b = t.b;
    s = t;                          // error: cannot assign to a variable with const-qualified data member 'a'
    h = h;                          // error: cannot assign to a variable with const-qualified data member 'a'
    int a[] = {[-1] = 1};           // error: array designator value '-1' is negative
    int b[2] = {.x = 1};            // error: field designator cannot initialize a non-struct, non-union type 'int[2]'
    s.b = __builtin_offsetof(int, b);               // error: offsetof requires struct, union, or class type, 'int' invalid
    s.b = __builtin_offsetof(struct incomplete, b); // error: offsetof of incomplete type 'struct incomplete'
    s.b = sizeof(never_defined());
}
