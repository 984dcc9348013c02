// Names are types or not by their innermost declaration.
typedef int T;
typedef T U, *V;
T a; const T b = 1; T const c = 2;
U f(T T, V v) { T = 3; return T * v[0]; }
void g(void)
{
    T x; (T)x; T * p;
    { float T = 1; T * x; x = T; }
    T * q;
    int T; T * x;
    for (int U = 0; U < 3; U++) T = U;
    U y;
    struct T { int T; } s; s.T = 1;
    struct T *t = &s; t->T = 2;
    typedef float W; W w = (W)1; unsigned W;
    enum { E1, T2 } e;
    sizeof(U); sizeof (y); (U)-1; (y)-1;
    goto T;
T:  ;
}
typedef float __attribute__((ext_vector_type(4))) float4;
typedef struct __attribute__((packed)) U { char c; } U2;
float4 h(float4 x) { return (float4)(1, 2, 3, 4) + (float4)(x); }
typedef struct { int i; } uint2;
uint2 k(uint2 x) { return x; }
unsigned m(unsigned U2) { return U2 + (U2)(1); }
T z, *zz, zzz[3], fn(T), (*pf)(T), (*(*ppf)(void))[2];
