/* Read before every file of the library (by libclc-build).
 *
 * A function is found by the name sema_mangle gives its overload: sin(float) is "sin.f32".  Where
 * sema expands vectors itself (COMPONENTWISE in sema/builtin.def), only scalars are here. */
#define OVERLOAD __attribute__((overloadable))

/* max and min here are fmax and fmin of arguments that are no signalling NaN, or whose NaN the function
 * deals with elsewhere: one instruction. */

#define NAN_F32 as_float(0x7fc00000)
#define INF_F32 as_float(0x7f800000)
#define NAN_F64 as_double(0x7ff8000000000000UL)
#define INF_F64 as_double(0x7ff0000000000000UL)

enum classes { INFINITE = 4 | 512, ZERO = 32 | 64 }; /* of __occ_fclass */

/* A relaxed load at device scope: what other work-items change with a compare-and-swap. */
#define ATOMIC_LOAD(pointer) __occ_atomic_load(pointer, 0, 2)

/* a + b exactly, |a| >= |b| or a == 0 (Dekker's Fast2Sum): the sum, and what rounding lost */
#define SUM_HIGH(a, b)      ((a) + (b))
#define SUM_LOW(high, a, b) ((b) - ((high) - (a)))

/* Writes NAME for the integer types: X(type, unsigned type, bits, is signed) */
/* clang-format off */
#define FOR_INTEGERS(X)                                                                            \
    X(char, uchar, 8, 1) X(uchar, uchar, 8, 0)                                                     \
    X(short, ushort, 16, 1) X(ushort, ushort, 16, 0)                                               \
    X(int, uint, 32, 1) X(uint, uint, 32, 0)                                                       \
    X(long, ulong, 64, 1) X(ulong, ulong, 64, 0)
/* clang-format on */

struct two_floats {
    float high, low; /* a number is their sum */
};
struct two_floats __occ_log2_two(float a);      /* of a > 0, finite; math/pow.cl */
float __occ_exp_scaled(float x, int extra);     /* 2^extra e^x; math/exp.cl */
double __occ_exp_scaled64(double x, int extra); /* math/exp64.cl */

/* Sums of values of lanes: of the lanes up to this one, before it, of all that are active, and what
 * makes them; subgroup/subgroup.cl */
#define SUMS(T)                                                                                    \
    struct sums_##T {                                                                              \
        T up_to, before, all;                                                                      \
    };                                                                                             \
    OVERLOAD struct sums_##T __occ_scan_add(T x);                                                  \
    OVERLOAD struct sums_##T __occ_scan_mul(T x);                                                  \
    OVERLOAD struct sums_##T __occ_scan_min(T x);                                                  \
    OVERLOAD struct sums_##T __occ_scan_max(T x);
#define SUMS_OF_BITS(T)                                                                            \
    OVERLOAD struct sums_##T __occ_scan_and(T x);                                                  \
    OVERLOAD struct sums_##T __occ_scan_or(T x);                                                   \
    OVERLOAD struct sums_##T __occ_scan_xor(T x);

/* The upper half of a double: comparisons of it cost an eighth of those of doubles. */
#define HIGH_WORD(x) ((int)(as_ulong(x) >> 32))

struct two_doubles {
    double high, low;
};
double __occ_reciprocal64(double d); /* 1/d, d and 1/d normal, within 1 ULP; math/root64.cl */
double __occ_normalized64(double a, int *exponent); /* math/log64.cl */
double __occ_exp_poly64(double r);                  /* (e^r - 1 - r) / r^2; math/exp64.cl */
struct two_doubles __occ_log2_two64(double a);      /* math/pow64.cl, as the next */
double __occ_exp2_two64(double e, double e_low, int *exponent);
