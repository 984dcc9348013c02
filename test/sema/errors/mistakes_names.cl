// Unknown types, misspelt keywords and words of other languages that users forget, put in or mistake: one message each, and what follows is read.
// unknown type local
kernel void k_39(global int *x)
{
    foo_39 a; // error: unknown type name 'foo_39'
    foo_39 *p; // error: unknown type name 'foo_39'
    foo_39 b = 3; // error: unknown type name 'foo_39'
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unknown type used
kernel void k_40(global int *x)
{
    foo_40 a = 1; // error: unknown type name 'foo_40'
    a = 2;
    x[0] = a;
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unknown type global
constant foo_41 a_41 = 1; // error: unknown type name 'foo_41'
kernel void k_41(global int *x)
{
    x[0] = a_41;
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unknown type param
kernel void k_42(global foo_42 *x, int n) // error: unknown type name 'foo_42'
{
    x[0] = n;
    n = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unknown type param2
int f_43(foo_43 a, int b) { return b; } // error: unknown type name 'foo_43'
kernel void k_43(global int *x)
{
    x[0] = f_43(1, 2);
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unknown type ret
foo_44 f_44(int b) { return b; } // error: unknown type name 'foo_44'
kernel void k_44(global int *x)
{
    x[0] = f_44(2);
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unknown type member
struct s_45 { foo_45 a; int b; }; // error: unknown type name 'foo_45'
kernel void k_45(global int *x)
{
    struct s_45 v; v.b = 1; v.a = 2;
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unknown type cast
kernel void k_46(global int *x)
{
    x[0] = (foo_46)x[1]; // error: unknown type name 'foo_46'
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unknown type cast ptr
kernel void k_47(global int *x)
{
    x[0] = *(global foo_47 *)x; // error: unknown type name 'foo_47'
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unknown type sizeof
kernel void k_48(global int *x)
{
    x[0] = sizeof(foo_48); // error: use of undeclared identifier 'foo_48'
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unknown type for
kernel void k_49(global int *x)
{
    for (foo_49 i = 0; i < 4; i++) // error: unknown type name 'foo_49'
        x[i] = 1;
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// unknown type typedef
typedef foo_50 bar_50; // error: unknown type name 'foo_50'
kernel void k_50(global bar_50 *x)
{
    x[0] = 1;
    x[1] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// misspelt kernel
kernal void k_51(global int *x) // error: unknown type name 'kernal'; did you mean 'kernel'?
{
    x[0] = 1;
}
kernel void k2_51(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// misspelt global
kernel void k_52(globl int *x) // error: unknown type name 'globl'; did you mean 'global'?
{
    x[0] = 1;
}
kernel void k2_52(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// misspelt return
int f_53(int a)
{
    retrun a; // error: unknown type name 'retrun'; did you mean 'return'?
}
kernel void k2_53(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// misspelt while
kernel void k2_54(global int *x)
{
    whlie (x[0]) { // error: use of undeclared identifier 'whlie'; did you mean 'while'?
        x[0]++;
    }
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// misspelt else
kernel void k2_55(global int *x)
{
    if (x[0])
        x[0]++;
    esle // error: unknown type name 'esle'; did you mean 'else'?
        x[0]--;
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// misspelt for
kernel void k2_56(global int *x)
{
    fro (int i = 0; i < 3; i++) // error: use of undeclared identifier 'fro'; did you mean 'for'?
        x[i]++;
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// misspelt float
kernel void k2_57(global int *x)
{
    flaot f_57 = 1.0f; // error: unknown type name 'flaot'; did you mean 'float'?
    x[0] = f_57;
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// misspelt float4
kernel void k2_58(global float4 *x)
{
    x[0] = (flaot4)(1.0f, 2.0f, 3.0f, 4.0f); // error: use of undeclared identifier 'flaot4'
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// misspelt struct
strct s_59 { int a; }; // error: unknown type name 'strct'; did you mean 'struct'?
kernel void k2_59(global int *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// misspelt typedef
typdef int foo_60; // error: unknown type name 'typdef'; did you mean 'typedef'?
kernel void k2_60(global foo_60 *x)
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// misspelt const
kernel void k2_61(cosnt global int *x) // error: unknown type name 'cosnt'; did you mean 'const'?
{
    int y = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// misspelt void
kernel viod k2_62(global int *x) // error: unknown type name 'viod'; did you mean 'void'?
{
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// misspelt define
#defin A_63 1 // error: invalid preprocessing directive; did you mean '#define'?
kernel void k2_63(global int *x)
{
    x[0] = A_63;
    x[0] = undeclared1; // error: use of undeclared identifier 'undeclared1'
}
// decl keyword name
kernel void k2_64(global int *x)
{
    int for = 1; // error: expected identifier or '('
    int kernel = 2; // error: expected identifier or '('
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// decl number name
kernel void k2_65(global int *x)
{
    int 2d = 1; // error: invalid suffix 'd' on integer constant // error: expected identifier or '('
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// param keyword name
kernel void k2_66(global int *x, int local) // error: parameter may not be qualified with an address space
{
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// cpp class
class foo_67 { public: int a; }; // error: unknown type name 'class'
kernel void k2_67(global int *x)
{
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// cpp template
template <typename T> T f_68(T a) { return a; } // error: unknown type name 'template'
kernel void k2_68(global int *x)
{
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// cpp ref
int f_69(int &a) { return a; } // error: references are of C++, not of OpenCL C
kernel void k2_69(global int *x)
{
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// cpp using
using namespace std; // error: unknown type name 'using'
kernel void k2_70(global int *x)
{
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// cpp scope
kernel void k2_71(global int *x)
{
    x[0] = std::max(1, 2); // error: use of undeclared identifier 'std'
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// cpp cast
kernel void k2_72(global int *x)
{
    x[0] = int(1.0f); // error: expected expression
    x[1] = static_cast<int>(1.0f); // error: use of undeclared identifier 'static_cast'
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// cpp bool
kernel void k2_73(global int *x)
{
    x[0] = nullptr; // error: use of undeclared identifier 'nullptr'
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// cuda
__global__ void k1_74(int *x) { x[0] = threadIdx.x; } // error: unknown type name '__global__' // error: use of undeclared identifier 'threadIdx'
kernel void k2_74(global int *x)
{
    x[0] = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// struct no keyword
struct s_75 { int a; };
kernel void k2_75(global s_75 *x) // error: must use 'struct' tag to refer to type 's_75'
{
    s v; // error: unknown type name 's'
    x[0].a = undeclared2; // error: use of undeclared identifier 'undeclared2'
}
// and words
kernel void k0_76(global int *x)
{
    if (x[0] and x[1]) x[1] = 1; // error: expected ')'
    x[2] = undeclared3; // error: use of undeclared identifier 'undeclared3'
}
// lambda
kernel void k0_77(global int *x)
{
    auto f_77 = [](int a) { return a; }; // error: expected expression // error: does not support the 'auto' storage class specifier
    x[2] = undeclared3; // error: use of undeclared identifier 'undeclared3'
}
