// Messages that no other file here expects.
struct incomplete;
struct incomplete returned(void);
long double no_such_type(void);           // error: type 'long double' is not supported in OpenCL C
typedef struct incomplete vector1 __attribute__((ext_vector_type(4))); // error: invalid vector element type 'struct incomplete'
typedef int vector2 __attribute__((ext_vector_type(5)));               // error: vectors have 2, 3, 4, 8 or 16 components
const implicit(void);                     // error: type specifier missing, defaults to 'int'
struct { int a; } array_of_incomplete(struct incomplete a[2]); // error: array has incomplete element type 'struct incomplete'
typedef void function(void);
function functions[2];                    // error: 'functions' declared as array of functions of type
struct member { function f; };            // error: field 'f' declared as a function
enum undeclared *enumeration(void);       // error: use of undeclared enum 'undeclared'
struct huge { char a[2147483647], b[2]; };// error: structure 'struct huge' is too large
int too_large(char a[2][2147483647]);     // error: array is too large (2 elements)
typedef int type = 1;                     // error: illegal initializer (only variables can be initialized)
constant char large[16777217] = {1};      // error: constant data is too large (16777217 bytes, limit 16777216)
int;                                      // warning: declaration does not declare anything
__attribute__((aligned(4)));
asm("s_nop 0");                           // error: assembly outside of functions is not supported
void rows(int n, float x, int *p, float *q, void *v, struct incomplete *i, bool b)
{
    ulong big = 170141183460469231731687303715884105728; // warning: integer literal is too large to be represented in a signed integer type // warning: implicit conversion from 'unsigned long long' to 'ulong' changes value from 170141183460469231731687303715884105728 to 0 [-Wconstant-conversion]
    n = (int2)(1, 2).x + (float)(1);
    n = (int[2])(1, 2);                   // error: used type 'int[2]' where arithmetic or pointer type is required
    i[0];                                 // error: subscript of pointer to incomplete type 'struct incomplete'
    v[0];                                 // error: subscript of pointer to incomplete type
    returned();                           // error: calling function with incomplete return type 'struct incomplete'
    *i;                                   // error: incomplete type 'struct incomplete' where a complete type is required
    n = __builtin_offsetof(struct { int a[2]; }, a[n]); // error: offsetof requires a constant index into an array
    b = p == 1;                           // warning: comparison between pointer and integer ('__private int *' and 'int')
    v = b ? p : q;                        // warning: pointer type mismatch ('__private int *' and '__private float *')
    x = (float)p;                         // error: pointer cannot be cast to type 'float'
    p = (int *)x;                         // error: operand of type 'float' cannot be cast to a pointer type
    struct { int a; } s = {[0] = 1};      // error: array designator cannot initialize non-array type
    n = sizeof(int[-1]);                  // error: array size is negative
}
