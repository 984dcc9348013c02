// Keywords of C11 that OpenCL C reserves or lacks, and words of C++ that are plain names here.
_Thread_local int a;          // error: OpenCL C version 1.2 does not support the '_Thread_local' storage class specifier
float _Complex b(void);       // error: cannot combine with previous 'float' declaration specifier
void c(_Complex double x);    // error: cannot combine with previous '_Complex' declaration specifier
_Imaginary d(void);           // error: unknown type name '_Imaginary'
_Atomic int e;                // error: unknown type name '_Atomic'
class F { int g; };           // error: unknown type name 'class'
constexpr int g(void);        // error: unknown type name 'constexpr'
virtual void h(void);         // error: unknown type name 'virtual'
__int256 i(void);             // error: unknown type name '__int256'
constant int class = 1, template = 2, this = 3, operator = 4, new = 5, namespace = 6, alignas = 7;
_Noreturn void j(void);
_Static_assert(sizeof(int) == 3, "no"); // error: static assertion failed: no
int k(int class)
{
    __thread int x = 1;       // error: OpenCL C version 1.2 does not support the '_Thread_local' storage class specifier
    int y = nullptr;          // error: use of undeclared identifier 'nullptr'
    int virtual = this + new + template;
    return _Generic(class, int: virtual, default: 2) + y;
}
