/* Vector ALU: what an operation's kernel sees.  valu.c fetches operands with their modifiers, calls
 * the kernel for all 64 lanes at once and writes back under the execution mask; valu_<family>.c
 * hold the kernels. */
#ifndef OCC_RUNTIME_SIM_EXEC_VALU_H
#define OCC_RUNTIME_SIM_EXEC_VALU_H

#include "runtime/sim/exec/exec.h"
#include "runtime/sim/exec/shadow.h"

#ifdef __SSE2__
#include <emmintrin.h>

/* What becomes of bits 31:16 where the result has 16 bits. */
enum sim_half { SIM_HALF_NONE, SIM_HALF_CLEARS, SIM_HALF_KEEPS, SIM_HALF_UNTOLD };

/* The register MODE as vector instructions see it (valu.c). */
struct valu_mode {
    uint32_t bits;                              /* MODE */
    uint8_t generation;                         /* of the chip */
    uint8_t round16, round32, round64;          /* 0 nearest even, 1 +inf, 2 -inf, 3 zero */
    bool in16, out16, in32, out32, in64, out64; /* denormals pass */
    bool ieee, dx10;
};

#endif

enum {
    VALU_FLUSH = 1 << 0,     /* flushes f32 (f16) denormals whatever MODE says: v_mad, v_mac */
    VALU_MASK = 1 << 2,      /* writes x->mask to the scalar destination */
    VALU_COMPARE = 1 << 3,   /* a mask and nothing else */
    VALU_RAW = 1 << 4,       /* kernel applies the modifiers itself */
    VALU_HIGH_HALF = 1 << 5, /* the 16-bit result goes to the high half */
    VALU_NO_FLUSH = 1 << 6,  /* looks at the bits of a float: v_cmp_class */
    VALU_MASK_BUG = 1 << 7,  /* the mask is undefined on chips with div_scale_f64_bug */
};

struct valu {
    const uint32_t *s[SIM_MAX_SOURCES]; /* up to 32 bits a lane */
    const uint64_t *q[SIM_MAX_SOURCES]; /* 64 bits a lane */
    const uint32_t (*upper)[SIM_LANES]; /* third and fourth register of a source of 128 bits */
    uint32_t *d;
    uint64_t *dq;
    uint32_t (*wide)[SIM_LANES]; /* destination of more than two registers */
    uint64_t carry;              /* the carry-in or select mask; VCC of v_div_fmas */
    uint64_t mask;               /* the carry-out or compare result */
    uint64_t exec;
    const struct valu_mode *mode;
    bool clamp;
    const struct sim_op *op;
    struct sim_wave *wave;
};

struct valu_row {
    valu_fn *fn;
    uint8_t rule;
    uint8_t flags;
};

/* Kernels by operation; fn NULL: not of this family. */
extern const struct valu_row valu_int_rows[GCN_OPS];
extern const struct valu_row valu_f32_rows[GCN_OPS];
extern const struct valu_row valu_f64_rows[GCN_OPS];
extern const struct valu_row valu_f16_rows[GCN_OPS];
extern const struct valu_row valu_cvt_rows[GCN_OPS];
extern const struct valu_row valu_cmp_rows[GCN_OPS];
extern const struct valu_row valu_packed_rows[GCN_OPS];

void valu_choose(struct sim_op *op, unsigned generation, struct arena *arena);
/* Brings wave->valu_mode up to date. */
void valu_read_mode(struct sim_wave *wave);

/* What MODE says to vector instructions. */
static inline const struct valu_mode *
valu_mode(struct sim_wave *wave)
{
    if (wave->valu_mode->bits != wave->mode)
        valu_read_mode(wave);
    return wave->valu_mode;
}

/* The next loop's lanes know nothing of each other. */
#ifdef __clang__
#define VALU_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define VALU_INDEPENDENT _Pragma("GCC ivdep")
#endif

/* The same code for the host's wider vectors and its fused multiplication, chosen when the program is
 * loaded; which is before ThreadSanitizer can be called. */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) &&                            \
    !defined(__SANITIZE_THREAD__)
#define VALU_CLONES __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define VALU_CLONES
#endif

/* In each clone of what calls it. */
#define VALU_INLINE static inline __attribute__((always_inline))

/* Which of the lanes, each all ones or 0, are set. */
VALU_INLINE uint64_t
valu_mask(const uint32_t lanes[SIM_LANES])
{
    uint64_t mask = 0;
#ifdef __SSE2__
    for (unsigned i = 0; i < SIM_LANES; i += 16) {
        const __m128i *in = (const __m128i *)(const void *)(lanes + i);
        __m128i low = _mm_packs_epi32(_mm_loadu_si128(in), _mm_loadu_si128(in + 1));
        __m128i high = _mm_packs_epi32(_mm_loadu_si128(in + 2), _mm_loadu_si128(in + 3));
        mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high)) << i;
    }
#else
    for (unsigned i = 0; i < SIM_LANES; i++)
        mask |= (uint64_t)(lanes[i] & 1) << i;
#endif
    return mask;
}

/* The other way. */
VALU_INLINE void
valu_spread(uint64_t mask, uint32_t lanes[SIM_LANES])
{
    enum { HALF = SIM_LANES / 2 };
    static const uint32_t bit[HALF] = {
        1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
        1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
        1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
        1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};
    uint32_t low = (uint32_t)mask, high = (uint32_t)(mask >> HALF);
    for (unsigned i = 0; i < HALF; i++)
        lanes[i] = low & bit[i] ? UINT32_MAX : 0;
    for (unsigned i = 0; i < HALF; i++)
        lanes[i + HALF] = high & bit[i] ? UINT32_MAX : 0;
}

/* Copies those lanes. */
VALU_INLINE void
valu_blend(uint32_t *to, const uint32_t *from, uint64_t lanes)
{
    uint32_t chosen[SIM_LANES];
    valu_spread(lanes, chosen);
    VALU_INDEPENDENT
    for (unsigned i = 0; i < SIM_LANES; i++)
        to[i] = (from[i] & chosen[i]) | (to[i] & ~chosen[i]);
}

/* Writes a register's active lanes, all defined. */
VALU_INLINE void
valu_write_lanes(struct sim_wave *wave, unsigned reg, const uint32_t *from, uint64_t exec)
{
    uint32_t *to = wave->v[reg];
    wave->v_undefined[reg] &= ~exec;
    if (from == to)
        return;
    if (exec != ~UINT64_C(0)) {
        valu_blend(to, from, exec);
        return;
    }
    VALU_INDEPENDENT
    for (unsigned i = 0; i < SIM_LANES; i++)
        to[i] = from[i];
}

/* ---- valu_fma.c ---- */

/* a * b + c of each lane, rounded once; is any of them a NaN? */
bool valu_fma32(uint32_t *to, const uint32_t *a, const uint32_t *b, const uint32_t *c);
bool valu_fma64(uint64_t *to, const uint64_t *a, const uint64_t *b, const uint64_t *c);

/* A source of 64 bits by its halves, the upper one with its modifiers: (bits & keep) ^ turn. */
struct valu_wide {
    const uint32_t *low, *high;
    uint32_t keep, turn;
};

/* All lanes of a double operation; are any results NaNs?  Those are not what the chip gives. */
typedef bool valu_wide_fn(uint32_t *low, uint32_t *high, const struct valu_wide source[3]);
/* NULL: there is none for the operation. */
valu_wide_fn *valu_choose_wide(unsigned op);

/* ---- valu_quick.c ---- */

/* May valu_exec_quick execute it?  Is it plain, even: from 32 bits to 32 bits, or to a mask, as a block
 * executes it (block.c)?  Its constants are laid out in the arena. */
bool valu_is_quick(struct sim_op *op);
bool valu_is_plain(struct sim_op *op, struct arena *arena);
/* The same of doubles that go through valu_wide_fn. */
bool valu_is_wide(struct sim_op *op, struct arena *arena);

/* A packed source, rearranged so that each half holds the operand of that half by op_sel and
 * op_sel_hi; negate: neg_lo and neg_hi turn its halves' signs (valu_source.c). */
uint32_t valu_select_packed(uint32_t value, const struct gcn_inst *inst, unsigned index,
                            bool negate);

/* The shadow of the result from shadow and values of the sources (shadow.c). */
void shadow_combine(const struct sim_op *op, const struct valu *x,
                    const uint32_t *const shadow[SIM_MAX_SOURCES], uint64_t carry_shadow,
                    uint32_t result[SIM_LANES]);

/* The same for results of 64 bits, with the 64-bit shadow of the sources. */
void shadow_combine64(const struct sim_op *op, const struct valu *x, uint64_t (*shadow)[SIM_LANES],
                      uint64_t carry_shadow, uint64_t result[SIM_LANES]);

/* Kernels lane by lane: the value of expr, from the sources a, b and c, is the result, which lies in
 * none of them. */
#define VALU_LOOP(type, result, sources, expr)                                                     \
    {                                                                                              \
        type *to = x->result;                                                                      \
        VALU_INDEPENDENT                                                                           \
        EACH_LANE(i)                                                                               \
        {                                                                                          \
            sources;                                                                               \
            to[i] = (type)(expr);                                                                  \
        }                                                                                          \
    }
#define VALU_KERNEL(name, type, result, sources, expr)                                             \
    VALU_CLONES static void k_##name(struct valu *x) VALU_LOOP(type, result, sources, expr)
/* The same where what lanes usually have is much quicker: if the condition `odd` is true of any lane,
 * r being what `expr` gave, all are done again by `exact`. */
#define VALU_USUAL(name, type, result, sources, expr, odd, exact)                                  \
    VALU_CLONES static void k_##name(struct valu *x)                                               \
    {                                                                                              \
        type *to = x->result, all = 0;                                                             \
        VALU_INDEPENDENT                                                                           \
        EACH_LANE(i)                                                                               \
        {                                                                                          \
            sources;                                                                               \
            type r = (type)(expr);                                                                 \
            all |= (odd) ? ~(type)0 : (type)0;                                                     \
            to[i] = r;                                                                             \
        }                                                                                          \
        if (all)                                                                                   \
            VALU_LOOP(type, result, sources, exact)                                                \
    }
/* Clamping is rare, too. */
#define VALU_CLAMPED(name, sources, expr, clamped)                                                 \
    VALU_CLONES static void k_##name(struct valu *x)                                               \
    {                                                                                              \
        if (x->clamp)                                                                              \
            VALU_LOOP(uint32_t, d, sources, clamped)                                               \
        else                                                                                       \
            VALU_LOOP(uint32_t, d, sources, expr)                                                  \
    }
/* A bit for each lane. */
#define VALU_CONDITION(name, sources, expr)                                                        \
    VALU_CLONES static void name(struct valu *x)                                                   \
    {                                                                                              \
        uint32_t hits[SIM_LANES];                                                                  \
        VALU_INDEPENDENT                                                                           \
        EACH_LANE(i)                                                                               \
        {                                                                                          \
            sources;                                                                               \
            hits[i] = (expr) ? UINT32_MAX : 0;                                                     \
        }                                                                                          \
        x->mask = valu_mask(hits);                                                                 \
    }
#define VALU_SOURCE(type, field, a, index) type a = x->field[index][i]
#define VALU_SOURCES2(type, field)                                                                 \
    VALU_SOURCE(type, field, a, 0);                                                                \
    VALU_SOURCE(type, field, b, 1)
#define VALU_SOURCES3(type, field)                                                                 \
    VALU_SOURCES2(type, field);                                                                    \
    VALU_SOURCE(type, field, c, 2)
#define UNARY(name, expr)     VALU_KERNEL(name, uint32_t, d, VALU_SOURCE(uint32_t, s, a, 0), expr)
#define BINARY(name, expr)    VALU_KERNEL(name, uint32_t, d, VALU_SOURCES2(uint32_t, s), expr)
#define TERNARY(name, expr)   VALU_KERNEL(name, uint32_t, d, VALU_SOURCES3(uint32_t, s), expr)
#define UNARY64(name, expr)   VALU_KERNEL(name, uint64_t, dq, VALU_SOURCE(uint64_t, q, a, 0), expr)
#define BINARY64(name, expr)  VALU_KERNEL(name, uint64_t, dq, VALU_SOURCES2(uint64_t, q), expr)
#define TERNARY64(name, expr) VALU_KERNEL(name, uint64_t, dq, VALU_SOURCES3(uint64_t, q), expr)
/* From 32 bits to 64 and back. */
#define WIDEN(name, expr)  VALU_KERNEL(name, uint64_t, dq, VALU_SOURCE(uint32_t, s, a, 0), expr)
#define NARROW(name, expr) VALU_KERNEL(name, uint32_t, d, VALU_SOURCE(uint64_t, q, a, 0), expr)

#define VALU_ROW(name, rule, flags)          [GCN_##name] = {k_##name, SHADOW_##rule, flags}
#define VALU_ALIAS(name, other, rule, flags) [GCN_##name] = {k_##other, SHADOW_##rule, flags}

#define EACH_LANE(i) for (unsigned i = 0; i < SIM_LANES; i++)

static inline float
as_f32(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

static inline uint32_t
f32_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}

static inline double
as_f64(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, 8);
    return value;
}

static inline uint64_t
f64_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, 8);
    return bits;
}

#define F32_NAN   UINT32_C(0x7FC00000)
#define F32_QUIET UINT32_C(0x00400000)
#define F32_SIGN  UINT32_C(0x80000000)
#define F32_INF   UINT32_C(0x7F800000)
#define F64_NAN   UINT64_C(0x7FF8000000000000)
#define F64_QUIET UINT64_C(0x0008000000000000)
#define F64_SIGN  UINT64_C(0x8000000000000000)
#define F64_INF   UINT64_C(0x7FF0000000000000)
#define F16_NAN   0x7E00u
#define F16_QUIET 0x0200u
#define F16_INF   0x7C00u

static inline bool
is_nan32(uint32_t bits)
{
    return (bits & 0x7FFFFFFF) > F32_INF;
}

static inline bool
is_nan64(uint64_t bits)
{
    return (bits & ~F64_SIGN) > F64_INF;
}

static inline bool
is_nan16(uint32_t bits)
{
    return (bits & 0x7FFF) > F16_INF;
}

static inline uint32_t
flush32(uint32_t bits)
{
    return bits & 0x7F800000 ? bits : bits & F32_SIGN;
}

static inline uint64_t
flush64(uint64_t bits)
{
    return bits & F64_INF ? bits : bits & F64_SIGN;
}

static inline uint32_t
flush16(uint32_t bits)
{
    return bits & F16_INF ? bits : bits & 0x8000;
}

/* Half precision, software: exact widening; narrowing of a double in any rounding mode
 * (valu_f16.c). The double must be exact or rounded to odd. */
double half_to_double(uint32_t half);
uint32_t half_from_double(double value, unsigned round);
float half_to_float(uint32_t half);
/* a + b of halves, exact. */
double half_add(const struct valu *x, uint32_t a, uint32_t b);
/* a * b + c of halves, rounded to odd in double. */
double half_fma(const struct valu *x, uint32_t a, uint32_t b, uint32_t c);
/* Rounds the result of an operation on up to three halves a, b, c; 0 for those that it lacks. */
uint32_t half_result(const struct valu *x, double value, uint32_t a, uint32_t b, uint32_t c);

#endif
