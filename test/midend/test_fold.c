/* Constant folding against the host, on edge values and random ones. */
#include "midend/ir/ir_build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct bench {
    struct arena arena;
    struct ir_function *function;
    struct ir_builder b;
};

static void
set_up(struct bench *bench)
{
    arena_init(&bench->arena, NULL, NULL);
    struct ir_module *module = ir_module_new(&bench->arena, NULL);
    bench->function = ir_function_new(module, "f", NULL, 0, NULL, 0);
    bench->b = (struct ir_builder){.function = bench->function};
    bench->b.block = ir_block_new(bench->function);
}

/* The constant that the builder makes; fails when it does not fold. */
static uint64_t
folded(struct bench *bench, enum ir_op op, enum ir_type type, enum ir_type of, uint64_t a,
       uint64_t b)
{
    struct ir_function *f = bench->function;
    bool is_shift = op == IR_OP_shl || op == IR_OP_lshr || op == IR_OP_ashr;
    ir_id x = ir_const(f, of, a), y = ir_const(f, is_shift ? IR_I32 : of, b);
    ir_id r = ir_build2(&bench->b, op, type, x, y);
    assert_true(ir_is_const(f, r));
    return ir_value(f, r)->bits;
}

static const uint64_t edges[] = {0,          1,
                                 2,          3,
                                 7,          31,
                                 32,         63,
                                 64,         127,
                                 128,        255,
                                 256,        0x7fff,
                                 0x8000,     0xffff,
                                 0x10000,    0x7fffffff,
                                 0x80000000, 0xfffffffe,
                                 0xffffffff, UINT64_C(0x100000000),
                                 INT64_MAX,  UINT64_C(1) << 63,
                                 UINT64_MAX};
enum { EDGES = sizeof edges / sizeof edges[0] };

#define CHECK32(op, expression)                                                                    \
    do {                                                                                           \
        uint32_t a = (uint32_t)edges[i], b = (uint32_t)edges[k];                                   \
        assert_int_equal(folded(&bench, IR_OP_##op, IR_I32, IR_I32, a, b),                         \
                         (uint32_t)(expression));                                                  \
    } while (0)
#define CHECK64(op, expression)                                                                    \
    do {                                                                                           \
        uint64_t a = edges[i], b = edges[k];                                                       \
        assert_int_equal(folded(&bench, IR_OP_##op, IR_I64, IR_I64, a, b),                         \
                         (uint64_t)(expression));                                                  \
    } while (0)
#define COMPARE32(op, expression)                                                                  \
    do {                                                                                           \
        uint32_t a = (uint32_t)edges[i], b = (uint32_t)edges[k];                                   \
        assert_int_equal(folded(&bench, IR_OP_##op, IR_I1, IR_I32, a, b), (expression));           \
    } while (0)

static void
test_integers(void **unused)
{
    (void)unused;
    struct bench bench;
    set_up(&bench);
    for (int i = 0; i < EDGES; i++)
        for (int k = 0; k < EDGES; k++) {
            CHECK32(add, a + b);
            CHECK32(sub, a - b);
            CHECK32(mul, a * b);
            CHECK32(xor, a ^ b);
            CHECK32(shl, a << (b & 31));
            CHECK32(lshr, a >> (b & 31));
            CHECK32(ashr, (uint32_t)((int32_t)a >> (b & 31)));
            CHECK32(umulhi, (uint64_t)a * b >> 32);
            CHECK32(smulhi, (uint64_t)((int64_t)(int32_t)a * (int32_t)b) >> 32);
            CHECK32(smin, (int32_t)a < (int32_t)b ? a : b);
            CHECK32(umax, a > b ? a : b);
            CHECK64(add, a + b);
            CHECK64(mul, a * b);
            CHECK64(shl, a << (b & 63));
            CHECK64(ashr, (uint64_t)((int64_t)a >> (b & 63)));
            CHECK64(umulhi, (uint64_t)((unsigned __int128)a * b >> 64));
            COMPARE32(ult, a < b);
            COMPARE32(sle, (int32_t)a <= (int32_t)b);
            if ((uint32_t)edges[k]) {
                CHECK32(udiv, a / b);
                CHECK32(urem, a % b);
                if ((uint32_t)edges[k] != UINT32_MAX) {
                    CHECK32(sdiv, (int32_t)a / (int32_t)b);
                    CHECK32(srem, (int32_t)a % (int32_t)b);
                }
            }
        }
    arena_free(&bench.arena);
}

static void
test_small(void **unused)
{
    (void)unused;
    struct bench bench;
    set_up(&bench);
    for (unsigned a = 0; a < 256; a += 5)
        for (unsigned b = 0; b < 256; b += 7) {
            assert_int_equal(folded(&bench, IR_OP_add, IR_I8, IR_I8, a, b), (a + b) & 255);
            assert_int_equal(folded(&bench, IR_OP_ashr, IR_I8, IR_I8, a, b),
                             (uint8_t)((int8_t)a >> (b & 7)));
            assert_int_equal(folded(&bench, IR_OP_slt, IR_I1, IR_I8, a, b), (int8_t)a < (int8_t)b);
        }
    arena_free(&bench.arena);
}

static uint32_t
bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static bool
folds(struct bench *bench, enum ir_op op, enum ir_type type, uint32_t a, uint32_t b, uint32_t *r)
{
    struct ir_function *f = bench->function;
    ir_id id = ir_build2(&bench->b, op, type, ir_const(f, IR_F32, a), ir_const(f, IR_F32, b));
    *r = ir_is_const(f, id) ? (uint32_t)ir_value(f, id)->bits : 0;
    return ir_is_const(f, id);
}

static void
test_floats(void **unused)
{
    (void)unused;
    struct bench bench;
    uint32_t r;
    set_up(&bench);
    srand(1);
    for (int i = 0; i < 20000; i++) {
        uint32_t x = (uint32_t)rand() << 1 ^ (uint32_t)rand() << 16, y = (uint32_t)rand() << 1;
        float a, b;
        memcpy(&a, &x, sizeof a);
        memcpy(&b, &y, sizeof b);
        if (folds(&bench, IR_OP_fadd, IR_F32, x, y, &r))
            assert_int_equal(r, bits_of(a + b));
        if (folds(&bench, IR_OP_fmul, IR_F32, x, y, &r))
            assert_int_equal(r, bits_of(a * b));
        if (folds(&bench, IR_OP_fdiv, IR_F32, x, y, &r))
            assert_int_equal(r, bits_of(a / b));
        if (folds(&bench, IR_OP_folt, IR_I1, x, y, &r))
            assert_int_equal(r, a < b);
        if (folds(&bench, IR_OP_fuge, IR_I1, x, y, &r))
            assert_int_equal(r, !(a < b));
    }
    arena_free(&bench.arena);
}

/* What depends on the mode or on payloads stays for the hardware. */
static void
test_refused(void **unused)
{
    (void)unused;
    struct bench bench;
    uint32_t r;
    set_up(&bench);
    assert_false(folds(&bench, IR_OP_fadd, IR_F32, 1, 0, &r));                   /* denormal */
    assert_false(folds(&bench, IR_OP_fmul, IR_F32, 0x00800000, 0x3f000000, &r)); /* to denormal */
    assert_false(folds(&bench, IR_OP_fadd, IR_F32, 0x7fc00000, 0, &r));          /* NaN */
    assert_false(folds(&bench, IR_OP_fsub, IR_F32, 0x7f800000, 0x7f800000, &r)); /* inf - inf */
    ir_id id = ir_build2(&bench.b, IR_OP_udiv, IR_I32, ir_const(bench.function, IR_I32, 5),
                         ir_const(bench.function, IR_I32, 0));
    assert_false(ir_is_const(bench.function, id));
    arena_free(&bench.arena);
}

static uint64_t
convert(struct bench *bench, enum ir_op op, enum ir_type type, enum ir_type from, uint64_t bits)
{
    ir_id id = ir_build1(&bench->b, op, type, ir_const(bench->function, from, bits));
    assert_true(ir_is_const(bench->function, id));
    return ir_value(bench->function, id)->bits;
}

static void
test_conversions(void **unused)
{
    (void)unused;
    struct bench bench;
    set_up(&bench);
    assert_int_equal(convert(&bench, IR_OP_fptosi, IR_I32, IR_F32, bits_of(-1.75f)), 0xffffffff);
    assert_int_equal(convert(&bench, IR_OP_fptosi, IR_I8, IR_F32, bits_of(1000.0f)), 127);
    assert_int_equal(convert(&bench, IR_OP_fptosi, IR_I32, IR_F32, 0x7fc00000), 0);
    assert_int_equal(convert(&bench, IR_OP_fptoui, IR_I32, IR_F32, bits_of(-3.0f)), 0);
    assert_int_equal(convert(&bench, IR_OP_fptoui, IR_I64, IR_F32, bits_of(1e30f)), UINT64_MAX);
    assert_int_equal(convert(&bench, IR_OP_uitofp, IR_F32, IR_I64, UINT64_C(0x8000008000000001)),
                     0x5f000001); /* one rounding */
    assert_int_equal(convert(&bench, IR_OP_fptrunc, IR_F16, IR_F32, bits_of(65519.0f)), 0x7bff);
    assert_int_equal(convert(&bench, IR_OP_fptrunc, IR_F16, IR_F32, bits_of(65520.0f)), 0x7c00);
    assert_int_equal(convert(&bench, IR_OP_fptrunc, IR_F16, IR_F32, bits_of(0x1p-24f)), 1);
    assert_int_equal(convert(&bench, IR_OP_fptrunc, IR_F16, IR_F32, bits_of(0x1p-25f)), 0);
    assert_int_equal(convert(&bench, IR_OP_fptrunc, IR_F16, IR_F32, bits_of(1.0f)), 0x3c00);
    assert_int_equal(convert(&bench, IR_OP_fpext, IR_F32, IR_F16, 0x0001), bits_of(0x1p-24f));
    assert_int_equal(convert(&bench, IR_OP_addrspacecast, IR_P_GENERIC, IR_P_LOCAL, 0xffffffff), 0);
    assert_int_equal(convert(&bench, IR_OP_sext, IR_I32, IR_I1, 1), 0xffffffff);
    for (unsigned half = 0; half < 0x7c00; half++) /* every finite half there and back */
        assert_int_equal(convert(&bench, IR_OP_fptrunc, IR_F16, IR_F32,
                                 convert(&bench, IR_OP_fpext, IR_F32, IR_F16, half)),
                         half);
    arena_free(&bench.arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),    cmocka_unit_test(test_small),
        cmocka_unit_test(test_floats),      cmocka_unit_test(test_refused),
        cmocka_unit_test(test_conversions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
