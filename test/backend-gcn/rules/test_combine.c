/* Executes each row of combine.def, and what goes with a move between lanes: functions of one block with the pattern
 * and random operands (VGPRs, an SGPR, constants, literals), before and after opt_combine, on every target that
 * has the instruction.  A new row takes part by itself; its instructions need a value in operations[], which is
 * written from AMD's manuals of the instruction sets.  Each spelling of a row, with the operands of what commutes in either
 * order, must be taken where all letters are registers of their own.
 *
 *   test-combine [EFFORT] */
#include "backend-gcn/backend.h"
#include "backend-gcn/peephole/combine_terms.h"
#include "support/ieee.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum token { A = GCN_OPS, B, C, ZERO, ONES, MASK, WIDTH, END };
enum { TRIES = 120, LEAST = 20, LINE = 200, TEMPS = 64 };

static const struct row {
    uint16_t made[5], pattern[8];
    bool since_gfx9;
} rows[] = {
#define FUSE(made, pattern)      {{made, END}, {pattern, END}, false},
#define FUSE_GFX9(made, pattern) {{made, END}, {pattern, END}, true},
#include "backend-gcn/peephole/combine.def"
#undef FUSE
#undef FUSE_GFX9
};

enum { ROWS = sizeof rows / sizeof *rows };

static const char *const targets[] = {"gfx600", "gfx701", "gfx803", "gfx900", "gfx90a"};

/* A lane, one whose moves between lanes have no source, and the one that is the source of the first. */
enum { LANE, LONE, SOURCE, LANES };

static unsigned failures, effort = 1;

/* ---- numbers ---- */

static uint64_t state;

static uint32_t
below(uint32_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state * 0x2545F4914F6CDD1Du) >> 33) % limit;
}

static uint32_t
any_word(void)
{
    uint32_t word = below(1u << 31) << 1 ^ below(1u << 31);
    switch (below(6)) {
    case 0:
        return below(70);
    case 1:
        return UINT32_MAX - below(3);
    case 2:
        return (1u << below(32)) - below(2);
    case 3:
        return (1u << 31) + below(3) - 1;
    default:
        return word >> below(32);
    }
}

/* ---- what the instructions compute ---- */

static uint32_t
field(uint32_t a, uint32_t b, uint32_t c)
{
    return a >> (b & 31) & ((1u << (c & 31)) - 1);
}

static int32_t
low24(uint32_t a)
{
    return (int32_t)(a << 8) >> 8;
}

static double
real(unsigned width, uint32_t bits)
{
    return ieee_value(width, width == 16 ? bits & 0xffff : bits);
}

static uint32_t
real_bits(unsigned width, double value)
{
    return isnan(value) ? width == 16 ? 0x7e00u : 0x7fc00000u : (uint32_t)ieee_bits(width, value);
}

/* -0 is less than 0; beside a NaN, the number. */
static double
lesser(double x, double y)
{
    return x == y ? signbit(x) ? x : y : fmin(x, y);
}

#define LEAST_OF(a, b)       ((a) < (b) ? (a) : (b))
#define MOST_OF(a, b)        ((a) > (b) ? (a) : (b))
#define S(a)                 ((int32_t)(a))
#define F(width, expression) real_bits(width, (x = real(width, a), y = real(width, b), expression))

/* clang-format off */
#define OPERATIONS(OP) \
    OP(v_and_b32, a & b) OP(v_or_b32, a | b) OP(v_xor_b32, a ^ b) \
    OP(s_and_b32, a & b) OP(s_or_b32, a | b) OP(s_xor_b32, a ^ b) OP(s_andn2_b32, a & ~b) OP(s_orn2_b32, a | ~b) \
    OP(s_nand_b32, ~(a & b)) OP(s_nor_b32, ~(a | b)) OP(s_xnor_b32, ~(a ^ b)) \
    OP(v_add_u32, a + b) OP(v_add_co_u32, a + b) OP(v_sub_u32, a - b) OP(v_subrev_u32, b - a) \
    OP(v_lshlrev_b32, b << (a & 31)) OP(v_lshrrev_b32, b >> (a & 31)) OP(v_ashrrev_i32, (uint32_t)(S(b) >> (a & 31))) \
    OP(v_mul_u32_u24, (a & 0xffffff) * (b & 0xffffff)) OP(v_mul_i32_i24, (uint32_t)((int64_t)low24(a) * low24(b))) \
    OP(v_min_u32, LEAST_OF(a, b)) OP(v_max_u32, MOST_OF(a, b)) \
    OP(v_min_i32, (uint32_t)LEAST_OF(S(a), S(b))) OP(v_max_i32, (uint32_t)MOST_OF(S(a), S(b))) \
    OP(v_bfe_u32, field(a, b, c)) OP(v_bfi_b32, (a & b) | (~a & c)) \
    OP(v_add3_u32, a + b + c) OP(v_lshl_add_u32, (a << (b & 31)) + c) OP(v_xad_u32, (a ^ b) + c) \
    OP(v_add_lshl_u32, (a + b) << (c & 31)) OP(v_lshl_or_b32, a << (b & 31) | c) \
    OP(v_and_or_b32, (a & b) | c) OP(v_or3_b32, a | b | c) \
    OP(v_mad_u32_u24, (a & 0xffffff) * (b & 0xffffff) + c) \
    OP(v_mad_i32_i24, (uint32_t)((int64_t)low24(a) * low24(b) + c)) \
    OP(v_min3_u32, LEAST_OF(LEAST_OF(a, b), c)) OP(v_max3_u32, MOST_OF(MOST_OF(a, b), c)) \
    OP(v_min3_i32, (uint32_t)LEAST_OF(LEAST_OF(S(a), S(b)), S(c))) \
    OP(v_max3_i32, (uint32_t)MOST_OF(MOST_OF(S(a), S(b)), S(c))) \
    OP(v_min3_f32, F(32, lesser(lesser(x, y), real(32, c)))) \
    OP(v_max3_f32, F(32, -lesser(lesser(-x, -y), -real(32, c)))) \
    OP(v_add_f32, F(32, x + y)) OP(v_min_f32, F(32, lesser(x, y))) OP(v_max_f32, F(32, -lesser(-x, -y))) OP(v_mul_f32, F(32, x * y)) \
    OP(v_add_f16, F(16, x + y)) OP(v_min_f16, F(16, lesser(x, y))) OP(v_max_f16, F(16, -lesser(-x, -y)))
/* clang-format on */

static bool
compute(unsigned op, uint32_t a, uint32_t b, uint32_t c, uint32_t *result)
{
    double x, y;
    (void)x, (void)y;
    switch (op) {
#define OP(name, value)                                                                            \
    case GCN_##name:                                                                               \
        *result = value;                                                                           \
        return true;
        OPERATIONS(OP)
#undef OP
    default:
        return false;
    }
}

/* ---- a function ---- */

struct values {
    uint32_t of[TEMPS][LANES]; /* by temp; those of the start are given */
};

static uint32_t
value_of(const struct values *values, const struct mir_operand *operand, unsigned lane)
{
    return operand->kind == MIR_CONST ? (uint32_t)operand->value : values->of[operand->temp][lane];
}

static bool
run_inst(struct values *values, const struct mir_inst *inst, unsigned lane)
{
    const struct mir_operand *operands = inst->operands;
    unsigned first = inst->op < GCN_OPS && gcn_op_info[inst->op].operands[1].is_def ? 2 : 1;
    uint32_t in[3] = {0}, *to = &values->of[operands[0].temp][lane];
    for (unsigned i = 0; i < 3 && first + i < inst->operand_count; i++)
        in[i] = value_of(values, &operands[first + i], lane);
    if (inst->mods.has_dpp && lane == LANE)
        in[0] = value_of(values, &operands[first], SOURCE);
    else if (inst->mods.has_dpp && lane == LONE)
        in[0] = 0;
    if (inst->mods.has_dpp && lane == LONE && inst->tied) {
        *to = value_of(values, &operands[inst->tied - 1], lane);
        return true;
    }
    if (inst->op == MIR_P_COPY || inst->op == GCN_v_mov_b32) {
        *to = in[0];
        return true;
    }
    return compute(inst->op, in[0], in[1], in[2], to);
}

/* The results of the last temp, the inputs of which stand in *values; the last instruction that computes. */
static const struct mir_inst *
run(const struct mir_function *function, struct values *values, uint32_t results[LANES])
{
    const struct mir_inst *root = NULL;
    for (const struct mir_inst *inst = function->entry->first; inst; inst = inst->next) {
        if (inst->op == MIR_P_START || inst->op == MIR_P_END)
            continue;
        for (unsigned lane = LANES; lane-- > 0;)
            if (!run_inst(values, inst, lane)) {
                printf("no value known for %s\n", gcn_op_info[inst->op].name);
                failures++;
                return NULL;
            }
        root = inst->op == MIR_P_COPY ? root : inst;
        memcpy(results, values->of[inst->operands[0].temp], sizeof(uint32_t[LANES]));
    }
    return root;
}

/* Of floats any NaN is as good, and of halves the upper bits are nobody's. */
static bool
agree(unsigned op, uint32_t a, uint32_t b)
{
    size_t length = strlen(gcn_op_info[op].name);
    const char *type = gcn_op_info[op].name + length - 4;
    unsigned width = !strcmp(type, "_f16") ? 16 : !strcmp(type, "_f32") ? 32 : 0;
    if (width == 16)
        a &= 0xffff, b &= 0xffff;
    return a == b || (width && isnan(real(width, a)) && isnan(real(width, b)));
}

static bool
all_agree(unsigned op, const uint32_t a[LANES], const uint32_t b[LANES])
{
    return agree(op, a[LANE], b[LANE]) && agree(op, a[LONE], b[LONE]) &&
           agree(op, a[SOURCE], b[SOURCE]);
}

/* Temps of the start: %s1, %v2, %v3, %v4, %s5, %s6. */
static bool
is_scalar(unsigned temp)
{
    return temp == 1 || temp == 5 || temp == 6;
}

/* Runs the text before and after opt_combine; returns the operation of the last instruction then, with its move
 * between lanes in *has_dpp; GCN_OPS: the text does not fit, or a fault. */
static unsigned
check(const char *text, bool *has_dpp)
{
    static struct guard guard;
    struct arena arena;
    struct mir_function *function = NULL;
    unsigned op = GCN_OPS;
    struct values inputs;
    uint32_t before[LANES], after[LANES];
    for (unsigned i = 0; i < TEMPS; i++)
        for (unsigned lane = 0; lane < LANES; lane++)
            inputs.of[i][lane] = lane && is_scalar(i) ? inputs.of[i][0] : any_word();
    arena_init(&arena, NULL, &guard);
    if (setjmp(guard.target) != 0) {
        printf("%s\n%s", guard.message, text);
        failures++;
        return GCN_OPS;
    }
    const char *fault = mir_parse(&arena, &guard, text, strlen(text), &function);
    if (!fault && mir_validate(function, 0, &arena)) { /* a literal in the wrong place */
        arena_free(&arena);
        return GCN_OPS;
    }
    struct values values = inputs;
    if (!fault && run(function, &values, before)) {
        struct backend_options options = {.object.target = function->target};
        opt_combine(function, &options);
        fault = mir_validate(function, 0, &arena);
    }
    values = inputs;
    const struct mir_inst *root = fault ? NULL : run(function, &values, after);
    if (root && !all_agree(root->op, before, after))
        fault = "another value";
    if (fault) {
        printf("%s: %s\n", fault, text);
        failures++;
    } else if (root) {
        op = root->op;
        *has_dpp = root->mods.has_dpp;
    }
    arena_free(&arena);
    return op;
}

/* ---- rows ---- */

struct writer {
    char text[20 * LINE], letters[3][LINE];
    const uint16_t *at;
    unsigned next; /* temp */
    bool is_salu;
    bool is_plain; /* letters are registers of their own, constants what the row asks for */
    unsigned spelling,
        commuting; /* plain: a bit for each operation that commutes, and how many there are */
};

static void
append(struct writer *w, const char *line)
{
    strcat(w->text, line);
}

static const char *
letter(struct writer *w, unsigned i)
{
    char *text = w->letters[i];
    static const char *const scalars[] = {"%s1", "%s5", "%s6"};
    uint32_t kind = below(8);
    if (*text)
        return text;
    if (w->is_plain)
        kind = 7;
    if (w->is_salu && kind > 2)
        strcpy(text, scalars[kind == 3 ? below(3) : i]);
    else if (kind == 0)
        strcpy(text, "%s1");
    else if (kind == 1)
        snprintf(text, LINE, "%#x", below(65));
    else if (kind == 2)
        snprintf(text, LINE, "%#x", any_word());
    else
        snprintf(text, LINE, "%%v%u", 2 + (kind == 3 ? below(3) : i));
    return text;
}

/* Writes the instructions of the term; its operand goes to out. */
static void
term(struct writer *w, char out[LINE])
{
    unsigned op = *w->at++;
    char operands[3][LINE], line[8 * LINE];
    if (op >= GCN_OPS) {
        if (op <= C)
            strcpy(out, letter(w, op - A));
        else
            snprintf(out, LINE, "%#x",
                     !w->is_plain && below(8) == 0 ? any_word() /* not what the row asks for */
                     : op == ZERO                  ? 0
                     : op == ONES                  ? UINT32_MAX
                                                   : (2u << below(w->is_plain ? 6 : 31)) - 1);
        return;
    }
    bool carries = gcn_op_info[op].operands[1].is_def;
    bool commutes = gcn_op_info[op].flags & GCN_FLAG_COMMUTES;
    unsigned swap = commutes && w->is_plain ? w->spelling >> w->commuting++ & 1
                    : commutes              ? below(2)
                                            : 0;
    for (unsigned i = 0; i < 2; i++)
        term(w, operands[i ^ swap]);
    snprintf(out, LINE, "%%%c%u", w->is_salu ? 's' : 'v', w->next++);
    if (carries)
        snprintf(line, sizeof line, "    %s, %%m%u:2 = ", out, w->next++);
    else
        snprintf(line, sizeof line, "    %s = ", out);
    append(w, line);
    snprintf(line, sizeof line, "%s %s, %s\n", gcn_op_info[op].name, operands[0], operands[1]);
    append(w, line);
}

static void
start(struct writer *w, const char *target)
{
    memset(w, 0, sizeof *w);
    snprintf(w->text, sizeof w->text,
             "machine \"row\" %s {\nb0:\n    %%s1@s0!, %%v2@v0!, %%v3@v1!, %%v4@v2!, %%s5@s1!, "
             "%%s6@s2! = "
             "p_start\n",
             target);
    w->next = 7;
}

static unsigned
finish(struct writer *w, bool *has_dpp)
{
    append(w, "    p_end\n}\n");
    return check(w->text, has_dpp);
}

static bool
is_salu(const struct row *row)
{
    return gcn_op_info[row->made[0]].format == GCN_SOP2;
}

static unsigned
check_spellings(const struct row *row, const char *target)
{
    unsigned spelling = 0, commuting;
    do {
        static struct writer w;
        char out[LINE];
        bool has_dpp;
        start(&w, target);
        w.is_plain = true;
        w.is_salu = is_salu(row);
        w.spelling = spelling;
        w.at = row->pattern;
        term(&w, out);
        commuting = w.commuting;
        if (finish(&w, &has_dpp) != row->made[0]) {
            printf("%s: %s is not taken in this spelling\n%s", target,
                   gcn_op_info[row->made[0]].name, w.text);
            failures++;
        }
    } while (++spelling < 1u << commuting);
    return spelling;
}

static unsigned
check_row(const struct row *row, const char *target)
{
    unsigned fused = 0;
    for (unsigned i = 0; i < TRIES * effort; i++) {
        static struct writer w;
        char out[LINE];
        bool has_dpp;
        state = ((uint64_t)(row - rows) << 32 | (i + 1)) * 0x9E3779B97F4A7C15u;
        start(&w, target);
        w.is_salu = is_salu(row);
        w.at = row->pattern;
        term(&w, out);
        fused += finish(&w, &has_dpp) == row->made[0];
    }
    if (fused < LEAST) {
        printf("%s: row %u, %s, is taken %u times only\n", target, (unsigned)(row - rows) + 1,
               gcn_op_info[row->made[0]].name, fused);
        failures++;
    }
    return fused;
}

/* ---- moves between lanes ---- */

static const uint16_t readers[] = {
    GCN_v_add_u32,    GCN_v_sub_u32, GCN_v_or_b32,      GCN_v_and_b32,     GCN_v_xor_b32,
    GCN_v_max_u32,    GCN_v_min_u32, GCN_v_max_i32,     GCN_v_min_i32,     GCN_v_add_f32,
    GCN_v_max_f32,    GCN_v_min_f32, GCN_v_mul_f32,     GCN_v_add_f16,     GCN_v_max_f16,
    GCN_v_add_co_u32, GCN_v_min_f16, GCN_v_lshlrev_b32, GCN_v_lshrrev_b32, GCN_v_mul_u32_u24};
static const uint32_t kept[] = {0,      UINT32_MAX, 1u << 31,   INT32_MAX, 0x7fc00000, 0x8000,
                                0x7e00, 1,          0x3f800000, 0x3c00,    0x7f800000, 0x7fff,
                                0xffff, 0xfe00,     0xffc00000, 77};

/* Lanes without a source keep what `old` says, or read 0. */
static bool
check_move(const char *target, unsigned op, uint32_t old, bool keeps, bool is_second)
{
    static struct writer w;
    char line[LINE];
    bool has_dpp = false;
    start(&w, target);
    snprintf(line, sizeof line, "    %%v7 = p_copy %#x\n    %%v8 = v_mov_b32 %%v2%s\n", old,
             keeps ? ", %v7 dpp_ctrl:322 row_mask:10 bank_mask:15 has_dpp:1 tied:3"
                   : " bound_ctrl:1 dpp_ctrl:273 row_mask:15 bank_mask:15 has_dpp:1");
    append(&w, line);
    snprintf(line, sizeof line, "    %%v9%s = %s %s, %s\n",
             gcn_op_info[op].operands[1].is_def ? ", %m10:2" : "", gcn_op_info[op].name,
             is_second ? "%v3" : "%v8", is_second ? "%v8" : "%v3");
    append(&w, line);
    finish(&w, &has_dpp);
    return has_dpp;
}

static unsigned
check_moves(const char *target, unsigned op, unsigned *fused)
{
    unsigned cases = 0;
    for (unsigned i = 0; i < 4 * effort; i++)
        for (unsigned k = 0; k < sizeof kept / sizeof *kept; k++, cases += 2) {
            state = ((uint64_t)op << 32 | (i + 1) << 8 | k) * 0x9E3779B97F4A7C15u;
            *fused += check_move(target, op, kept[k], true, i % 2);
            *fused += check_move(target, op, 0, false, i % 2);
        }
    return cases;
}

int
main(int argc, char **argv)
{
    unsigned cases = 0, taken = 0, moves = 0, moved = 0, spellings = 0;
    if (argc > 1)
        effort = (unsigned)atoi(argv[1]);
    for (unsigned t = 0; t < sizeof targets / sizeof *targets; t++) {
        const struct gcn_target *target = gcn_find_target(targets[t], strlen(targets[t]));
        for (unsigned i = 0; i < ROWS; i++)
            if (gcn_has_op(target, rows[i].made[0]) && gcn_has_op(target, rows[i].pattern[0]) &&
                (!rows[i].since_gfx9 || target->has_add3_lshl_add)) {
                taken += check_row(&rows[i], targets[t]);
                spellings += check_spellings(&rows[i], targets[t]);
                cases += TRIES * effort;
            }
        for (unsigned i = 0; i < sizeof readers / sizeof *readers && target->has_dpp_sdwa; i++)
            if (gcn_has_op(target, readers[i]))
                moves += check_moves(targets[t], readers[i], &moved);
    }
    printf(
        "%u rows: %u spellings, %u cases, %u fused; %u moves, %u with their readers; %u failures\n",
        (unsigned)ROWS, spellings, cases, taken, moves, moved, failures);
    return failures > 0;
}
