// options: cl12
// Constructs of C++ and of old C: one message each, and what follows is read as if nothing had been there.
int old(a) int a; { return a; }               // error: in the style of K&R are not supported
int older(a, b, c)                            // error: in the style of K&R are not supported
    int a, b;
    float4 c;
{
    return a + b + (int)c.x;
}
int unknown(foo, bar);                        // error: unknown type name 'foo' // error: unknown type name 'bar'
int defaults(int a = 3, int b = 4 * (2, 1));  // error: C does not support default arguments // error: C does not support default arguments
void references(int &r, float *p, int &&s);   // error: references are of C++, not of OpenCL C; take a pointer // error: references are of C++
class shape { public: int area; };            // error: unknown type name 'class' // note: 'class' is a word of C++
template <typename T> T twice(T a) { return a + a; } // error: unknown type name 'template' // note: 'template' is a word of C++
using namespace std;                          // error: unknown type name 'using' // note: 'using' is a word of C++
constexpr int size = 3;                       // error: unknown type name 'constexpr' // note: 'constexpr' is a word of C++
kernel void calls(global int *out)
{
    shape s;
    int a = 1;
    int &r = a;                               // error: references are of C++, not of OpenCL C
    out[0] = older(1, 2, 3) + defaults(1) + twice(3) + s.area + r;
    out[1] = std::max(a, 2);                  // error: use of undeclared identifier 'std' // note: '::' is a word of C++
    out[2] = ::abs(a);                        // error: expected expression // note: '::' is a word of C++
    out[3] = static_cast<int>(1.5f) + a;      // error: use of undeclared identifier 'static_cast' // note: is a word of C++
    int *p = new int[4], *q = new float4(a);  // error: identifier 'new' // note: 'new' is a word // error: identifier 'new' // note: 'new' is a word
    delete[] p;                               // error: use of undeclared identifier 'delete' // note: 'delete' is a word of C++
    auto f = [=](int x) -> int { return x; }; // error: does not support the 'auto' storage class specifier // error: expected expression // note: a lambda is of C++
    out[4] = f(*p, q);
    for (int i : out)                         // error: expected ';' in 'for' statement specifier
        out[i] = i;
    for (auto i = 0; i < 3; i++)              // error: does not support the 'auto' storage class specifier
        out[i] = i;
    int x{3}, y = 2;                          // error: expected '='
    out[5] = x + y;
    try {                                     // error: use of undeclared identifier 'try' // note: 'try' is a word of C++
        throw 1;                              // error: use of undeclared identifier 'throw' // note: 'throw' is a word of C++
    } catch (int e) {                         // error: use of undeclared identifier 'catch' // note: 'catch' is a word of C++
        out[6] = 2;
    }
    bool b = True;                            // error: use of undeclared identifier 'True'; did you mean 'true'?
    global int *n = nullptr;                  // error: use of undeclared identifier 'nullptr'
    out[7] = this->area;                      // error: use of undeclared identifier 'this'
    out[8] = a ? a : x;
    out[9] = b && n;
    switch (a) {
    case 1: out[10] = 3;
    }
}
