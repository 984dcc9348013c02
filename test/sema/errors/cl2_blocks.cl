// options: cl20
typedef int (^bl_t)(int);
int (^const gb)(int) = ^(int i) { return i + 1; };
extern bl_t external;                                       // error: invalid block variable declaration - using 'extern' storage class is disallowed
bl_t uninitialised;                                         // error: invalid block variable declaration - must be initialized
bl_t result(int x);                                         // error: declaring function return value of type 'int (^)(int)' is not allowed
int parameter(int (^b)(int), int x);                        // error: declaring function parameter of type 'int (^)(int)' is not allowed
struct holds { bl_t b; };                                   // error: the 'int (^)(int)' type cannot be used to declare a structure or union field
int (^variadic)(int, ...);                                  // error: invalid prototype, variadic arguments are not allowed in OpenCL
bl_t several[2];                                            // error: array of 'int (^)(int)' type is invalid in OpenCL
bl_t *pointer;                                              // error: pointer to type 'int (^)(int)' is invalid in OpenCL
int ^nothing;                                               // error: block pointer to non-function type is invalid
kernel void blocks(global int *q, int a1)
{
    int a2 = 3;
    int array[3];
    local int li;
    struct { int z; } st;
    __block int bb = 1;                                     // error: the __block storage type is not permitted
    bl_t b1 = ^(int i) { return i + a1 + a2; };
    b1 = b1;                                                // error: invalid operands to binary expression
    bl_t itself = itself;                                   // error: invalid block variable declaration - must be initialized
    bl_t number = 1;                                        // error: initializing '__private bl_t' (aka 'int (^__private)(int)') with an expression of incompatible type 'int'
    bl_t other = b1;
    int (^b3)(void) = ^{ a2 = 3; return 1; };               // error: variable is not assignable (missing __block type specifier)
    int (^b3b)(void) = ^{ a2++; return 1; };                // error: variable is not assignable (missing __block type specifier)
    int (^b4)(void) = ^{ return array[1]; };                // error: cannot refer to declaration with an array type inside block
    int (^b5)(void) = ^{ return li; };
    int (^b6)(void) = ^{ int *p = &a2; return 1; };         // error: taking address of a capture is not allowed
    void (^b7)(void) = ^{ b1(1); };                         // error: cannot refer to a block inside block
    void (^b7b)(void) = ^{ gb(1); };                        // error: cannot refer to a block inside block
    void (^b8)(void) = ^int { return 1; };                  // error: incompatible block pointer types initializing 'void (^__private)(void)' with an expression of type 'int (^)(void)'
    float (^b10)(int) = ^(int z) {
        if (z)
            return 1.0f;
        return 2;                                           // error: return type 'int' must match previous return type 'float' when block literal has unspecified explicit return type
    };
    int chosen = a1 ? b1(1) : other(2);                     // error: block type cannot be used as expression in ternary expression in OpenCL
    bl_t c = a1 ? b1 : other;                               // error: block type cannot be used as expression in ternary expression
    &b1;                                                    // error: invalid argument type
    *b1;                                                    // error: invalid argument type
    b1 + 1;                                                 // error: invalid operands to binary expression
    !b1;                                                    // error: invalid argument type
    b1 == other;                                            // error: invalid operands to binary expression
    if (b1)                                                 // error: statement requires expression of scalar type
        *q = b1(1) + gb(1);
    *q = b1(1, 2);                                          // error: too many arguments to block call, expected 1, have 2
    *q = b1();                                              // error: too few arguments to block call, expected 1, have 0
    static bl_t fixed = ^(int i) { return i; };
    static bl_t catches = ^(int i) { return i + a1; };      // error: initializer element is not a compile-time constant
lab2:;
    int (^b12)(int) = ^(int z) { goto lab2; return z; };    // error: use of undeclared label 'lab2'
    for (;;) {
        int (^b13)(void) = ^{ break; return 1; };           // error: 'break' statement not in loop or switch statement
    }
    bl_t b14 = ^(float f) { return 1; };                    // error: incompatible block pointer types initializing
    void (^b17)(int) = ^(int i, ...) {};                    // error: invalid prototype, variadic arguments are not allowed in OpenCL
}
