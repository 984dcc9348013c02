// long long and what is wider than long: types, conversions, overloads; as clang has it.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef long long wide;
typedef unsigned long long uwide;
enum narrow { ONE = 1LL };
enum large { BIG = 1LL << 100, NEXT };
enum all { ALL = 0xffffffffffffffffULL, MORE };
enum last { LAST = 340282366920938463463374607431768211455u };
enum mixed { MINUS = -1, HUGE = 0xffffffffffffffff };
_Static_assert(sizeof(wide) == 16 && _Alignof(uwide) == 16 && sizeof(1LL + 1UL) == 16, "");
_Static_assert(sizeof(__int128) == 16 && sizeof(unsigned __int128) == 16 && sizeof(__uint128_t) == 16, "");
_Static_assert(sizeof(enum narrow) == 4 && sizeof(enum large) == 16 && sizeof(NEXT) == 16 && MORE > ALL, "");
_Static_assert(sizeof(enum mixed) == 16 && sizeof(enum last) == 16 && MORE >> 64 == 1, "");
_Static_assert(_Generic(1LL + 1ULL, uwide: 1) && _Generic(1LL + 1UL, wide: 1), "");
_Static_assert(_Generic((__int128)1 + 1ULL, unsigned __int128: 1) && _Generic((__int128)1 + 1LL, __int128: 1), "");
_Static_assert(_Generic(1LL + 1.0f, float: 1) && _Generic('a' + 1LL, wide: 1), "");
_Static_assert((1LL << 127) < 0 && (1ULL << 127) > 0 && -1 < 0LL && -1 > 0ULL, "");
_Static_assert((wide)1e30 == 1000000000000000019884624838656 && (uwide)-1.5 == 0 && (float)(1LL << 100) == 0x1p100f, "");
_Static_assert((wide)(1.0 / 0.0 - 1.0 / 0.0) == 0 && (uwide)1e40 == ~0ULL && (int)((1LL << 64) + 3) == 3, "");
constant wide table[] = {1, -2, 0x0123456789abcdef0123456789abcdef};
typedef wide vector __attribute__((ext_vector_type(2))); // error: invalid vector element type
long long long three;        // error: cannot combine with previous 'long long' declaration specifier
short __int128 four;         // error: cannot combine with previous 'short' declaration specifier
longlong2 five;              // error: unknown type name 'longlong2'
void overloaded(int4 i, long4 l, float4 f, wide x, global int *p)
{
    long r;
    p[0] = abs(x);           // error: call to 'abs' is ambiguous
    p[0] = convert_int(x);   // error: call to 'convert_int' is ambiguous
    p[0] = convert_long_sat(9223372036854775808); // error: call to 'convert_long_sat' is ambiguous
    p[0] = as_long(x);       // error: invalid reinterpretation
    p[0] = as_long2(x).y + get_global_id(x) + (int)native_sin((float)x);
    i = i + x;               // error: scalar operand type has greater rank than the type of the vector element
    l += 2LL;                // error: scalar operand type has greater rank than the type of the vector element
    i = (int4)(x, 1LL, 2, 3) << x;
    f = f * x;
    p = 1LL << 64;           // error: incompatible integer to pointer conversion
    p = 0LL;
    p[1] = (x ? i : i).x;
    __builtin_add_overflow(x, x, &x); // error: no matching function
    p[2] = __builtin_clzll(x) + __builtin_popcountll(l.x);
    p[3] = __builtin_saddll_overflow(l.x, l.y, &r); // error: incompatible pointer types passing '__private long *' to parameter of type '__private long long *'
    p[4] = __builtin_saddll_overflow(l.x, l.y, &x) + __builtin_umulll_overflow(x, 3, (unsigned long long *)&x);
    __asm("" : : "v"(x));    // error: not supported
}
struct wrong { long long x : 3; }; // error: bit-fields are not supported in OpenCL
void switches(wide x)
{
    switch (x) {
    case 1LL << 64:
    case 0:
    case 18446744073709551616: // error: duplicate case value '18446744073709551616'
    case 1LL << 100 ... (1LL << 100) + 2:
    case (1LL << 100) + 1:   // error: duplicate case value '1267650600228229401496703205377'
    case -1:
        break;
    }
}
