// options: -ferror-limit=0
// Words of other languages and misspelt ones: one message each, with what was probably meant.
kernel void
k(global float4 *a)
{
    a[0] = float4(1, 2, 3, 4); // error: unexpected type name 'float4': expected expression // fixit: 12 ( // fixit: 18 )
    float x = float(3);        // error: unexpected type name 'float': expected expression // fixit: 15 ( // fixit: 20 )
    a[1] = a[0] * float4(x) + 1; // error: unexpected type name 'float4'
    uint8_t y = 1;             // error: unknown type name 'uint8_t'; did you mean 'uchar'? // fixit: 5-11 uchar
    int32_t w = 2;             // error: unknown type name 'int32_t'; did you mean 'int'?
    vec4 z = a[0];             // error: unknown type name 'vec4'; did you mean 'float4'? // fixit: 5-8 float4
    flaot4 v = z;              // error: unknown type name 'flaot4'; did you mean 'float4'?
    for (int i = 0; i < 3; i++) {
        if (i == 2)
            braek;             // error: use of undeclared identifier 'braek'; did you mean 'break'?
        else
            contineu;          // error: use of undeclared identifier 'contineu'; did you mean 'continue'?
    }
    auto q = 1;                // error: OpenCL C version 1.2 does not support the 'auto' storage class specifier
    char c = L'x';
    _Alignas(16) int aligned_int;
    _Alignas(float4) char aligned_char;
    _Static_assert(_Alignof(float4) == 16, "");
    constant char *d = L"abc"; // error: wide string literals are not supported in OpenCL C
    do {
        x++;
    } while (x < 3)            // error: expected ';' after do/while statement
    x = True;                  // error: use of undeclared identifier 'True'; did you mean 'true'?
    do {
        x--;
    }
    x = 2;                     // error: expected 'while' in do/while loop
    try {                      // error: use of undeclared identifier 'try' // note: 'try' is a word of C++, not of OpenCL C
        x = 3;
    } catch (...) {            // error: use of undeclared identifier 'catch' // note: 'catch' is a word of C++
        throw 1;               // error: use of undeclared identifier 'throw' // note: 'throw' is a word of C++
    }
    retrun;                    // error: use of undeclared identifier 'retrun'; did you mean 'return'?
}
int
g(int a)
{
    if (a)
        return 1;
    esle                       // error: use of undeclared identifier 'esle'; did you mean 'else'?
        return 2;
}
template <typename T>          // error: unknown type name 'template' // note: 'template' is a word of C++
T
f(T x)
{
    return x;
}
class C { int x; };            // error: unknown type name 'class' // note: 'class' is a word of C++
enum class E { A, B };         // error: scoped enumerations are not part of OpenCL C; remove 'class' // fixit: 6-10
using namespace std;           // error: unknown type name 'using' // note: 'using' is a word of C++
namespace n {                  // error: unknown type name 'namespace' // note: 'namespace' is a word of C++
int h(int x) { return x; }
}
struct s { int x, };           // error: expected member name or ';' after declaration specifiers
int after(void) { return sizeof(enum E); }
