/* Cheaper operations on numbers whose bounds are known: the rows of range.def, where ana_range says what they ask
 * for; comparisons that the bounds decide, and numbers of which they leave one.
 *
 *   %3 = sdiv i32 %1, 10      ->   udiv, where %1 is not negative
 *   %4 = mul i32 %3, 10       ->   marked `u24`, for the vector unit's product of 24-bit numbers
 *   %5 = slt i32 %3, 100      ->   true, where %1 is below 1000 */
#include "midend/pass.h"

#include "midend/analysis/ana_range.h"
#include "midend/ir/ir_build.h"
#include "midend/ir/ir_info.h"

struct context {
    struct ir_function *function;
    uint8_t first[IR_OPS]; /* row of the operation, + 1; 0: none */
    bool changed;
};

struct place {
    struct context *context;
    struct ana_ranges *here;
    struct ir_function *function;
    struct ir_inst *inst;
    struct ana_range a, b;
};

typedef bool condition(const struct place *p);

/* ---- conditions ---- */

static bool
lies(struct ana_range r, int64_t lo, int64_t hi)
{
    return r.lo >= lo && r.hi <= hi;
}

static bool
both_lie(const struct place *p, int64_t lo, int64_t hi)
{
    return lies(p->a, lo, hi) && (p->inst->arg_count < 2 || lies(p->b, lo, hi));
}

static bool
POSITIVE(const struct place *p)
{
    return both_lie(p, 0, INT64_MAX);
}

static bool
FIRST_POSITIVE(const struct place *p)
{
    return p->a.lo >= 0;
}

static enum ir_type
type_of_first(const struct place *p)
{
    return ir_type_of(p->function, p->inst->args[0].value);
}

/* Of a quotient: the least number by -1 does not fit. */
static bool
are_words(const struct place *p, int64_t lo, int64_t hi)
{
    if (type_of_first(p) != IR_I64 || !both_lie(p, lo, hi))
        return false;
    return p->inst->type != IR_I64 || lies(ana_range_of(p->here, p->inst->def), lo, hi);
}

static bool
WORDS(const struct place *p)
{
    return are_words(p, INT32_MIN, INT32_MAX);
}

static bool
UNSIGNED_WORDS(const struct place *p)
{
    return are_words(p, 0, UINT32_MAX);
}

static bool
UNSIGNED_24(const struct place *p)
{
    return p->inst->type == IR_I32 && both_lie(p, 0, (1 << 24) - 1);
}

static bool
SIGNED_24(const struct place *p)
{
    return p->inst->type == IR_I32 && both_lie(p, -(1 << 23), (1 << 23) - 1);
}

static bool
FIRST_IS_LEAST(const struct place *p)
{
    return p->a.hi <= p->b.lo;
}

static bool
SECOND_IS_LEAST(const struct place *p)
{
    return p->b.hi <= p->a.lo;
}

static bool
FIRST_IS_LEAST_UNSIGNED(const struct place *p)
{
    return p->a.lo >= 0 && FIRST_IS_LEAST(p);
}

static bool
SECOND_IS_LEAST_UNSIGNED(const struct place *p)
{
    return p->b.lo >= 0 && SECOND_IS_LEAST(p);
}

static bool
MASK_KEEPS(const struct place *p)
{
    if (!ir_is_const(p->function, p->inst->args[1].value) || p->a.lo < 0)
        return false;
    uint64_t bits = p->a.hi ? UINT64_MAX >> __builtin_clzll((uint64_t)p->a.hi) : 0;
    return (bits & ~(uint64_t)p->b.lo) == 0;
}

/* The number that a truncation cut off, if it has the type that it is extended to. */
static ir_id
cut_off(const struct place *p)
{
    const struct ir_inst *trunc = ir_def(p->function, p->inst->args[0].value);
    return trunc && trunc->op == IR_OP_trunc && trunc->type != IR_I1 &&
                   ir_type_of(p->function, trunc->args[0].value) == (enum ir_type)p->inst->type
               ? trunc->args[0].value
               : 0;
}

/* Logic of two numbers: extended again, they need no extension themselves (opt_demanded), which is one less. */
static bool
is_logic_of_two(const struct ir_function *f, const struct ir_inst *inst)
{
    return inst && (inst->op == IR_OP_and || inst->op == IR_OP_or || inst->op == IR_OP_xor) &&
           !ir_is_const(f, inst->args[1].value);
}

static bool
FITS_AGAIN(const struct place *p)
{
    ir_id whole = cut_off(p);
    struct ana_range narrow = ana_range_all(type_of_first(p));
    if (!whole || is_logic_of_two(p->function, ir_def(p->function, whole)))
        return false;
    return p->inst->op == IR_OP_sext ? lies(ana_range_of(p->here, whole), narrow.lo, narrow.hi)
                                     : lies(ana_range_of(p->here, whole), 0, 2 * narrow.hi + 1);
}

static bool
EXACT(const struct place *p)
{
    return ana_range_is_exact(p->here, p->inst);
}

static bool
EXACT_POSITIVE(const struct place *p)
{
    return EXACT(p) && p->a.lo >= 0 && (p->inst->op == IR_OP_shl || p->b.lo >= 0);
}

/* ---- changes ---- */

enum change { IS_OPERATION, IS_WORDS, IS_FIRST, IS_SECOND, IS_MARK, IS_CUT_OFF };

static const struct row {
    condition *holds;
    uint8_t op, change, with;
} rows[] = {
#define BECOMES(op)                  IS_OPERATION, IR_OP_##op
#define AS_WORDS(extension)          IS_WORDS, IR_OP_##extension
#define FIRST                        IS_FIRST, 0
#define SECOND                       IS_SECOND, 0
#define MARK(flags)                  IS_MARK, (flags)
#define BEFORE_TRUNC                 IS_CUT_OFF, 0
#define RANGE(op, condition, change) {condition, IR_OP_##op, change},
#include "midend/values/range.def"
#undef RANGE
};

static void
turn_into(const struct place *p, ir_id with)
{
    ir_replace_uses(p->function, p->inst->def, with);
    ir_remove(p->inst);
    p->inst->block = NULL;
    p->context->changed = true;
}

static ir_id
word_of(const struct place *p, struct ir_builder *b, ir_id id, struct ana_range range)
{
    const struct ir_inst *def = ir_def(b->function, id);
    if (def && (def->op == IR_OP_zext || def->op == IR_OP_sext) &&
        ir_type_of(b->function, def->args[0].value) == IR_I32)
        return def->args[0].value;
    ir_id word = ir_build1(b, IR_OP_trunc, IR_I32, id);
    ana_range_tell(p->here, word, range);
    return word;
}

static void visit(void *context, struct ana_ranges *here, struct ir_inst *inst);

/* Of the operation on words the rows are asked again. */
static void
in_words(const struct place *p, enum ir_op extension)
{
    struct ir_inst *inst = p->inst;
    struct ir_builder b = {p->function, inst->block, inst, inst->loc};
    struct ana_range range = ana_range_of(p->here, inst->def);
    ir_id x = word_of(p, &b, inst->args[0].value, p->a);
    ir_id y = word_of(p, &b, inst->args[1].value, p->b);
    enum ir_type type = inst->type == IR_I64 ? IR_I32 : (enum ir_type)inst->type;
    ir_id narrow = ir_build2(&b, (enum ir_op)inst->op, type, x, y), whole = narrow;
    ana_range_tell(p->here, narrow, range);
    if (inst->type == IR_I64) {
        whole = ir_build1(&b, range.lo >= 0 ? IR_OP_zext : extension, IR_I64, narrow);
        ana_range_tell(p->here, whole, range);
    }
    turn_into(p, whole);
    if (ir_def(p->function, narrow))
        visit(p->context, p->here, ir_def(p->function, narrow));
}

/* Returns whether the instruction is done with. */
static bool
apply(const struct place *p, const struct row *row)
{
    struct ir_inst *inst = p->inst;
    switch ((enum change)row->change) {
    case IS_OPERATION:
        inst->op = row->with;
        p->context->changed = true;
        return true;
    case IS_WORDS:
        in_words(p, (enum ir_op)row->with);
        return true;
    case IS_FIRST:
        turn_into(p, inst->args[0].value);
        return true;
    case IS_SECOND:
        turn_into(p, inst->args[1].value);
        return true;
    case IS_CUT_OFF:
        turn_into(p, cut_off(p));
        return true;
    default:
        p->context->changed |= (inst->no_wrap & row->with) != row->with;
        inst->no_wrap |= row->with;
        return false;
    }
}

/* ---- comparisons ---- */

/* 0, 1, or -1: not known.  Unsigned ones of numbers with a clear sign are the signed ones. */
static int
decided(const struct place *p)
{
    struct ana_range a = p->a, b = p->b;
    bool is_positive = a.lo >= 0 && b.lo >= 0;
    switch ((enum ir_op)p->inst->op) {
    case IR_OP_eq:
    case IR_OP_ne:
        if (a.hi < b.lo || b.hi < a.lo)
            return p->inst->op == IR_OP_ne;
        return -1;
    case IR_OP_ult:
    case IR_OP_slt:
        return !is_positive && p->inst->op == IR_OP_ult ? -1
               : a.hi < b.lo                            ? 1
               : a.lo >= b.hi                           ? 0
                                                        : -1;
    case IR_OP_ule:
    case IR_OP_sle:
        return !is_positive && p->inst->op == IR_OP_ule ? -1
               : a.hi <= b.lo                           ? 1
               : a.lo > b.hi                            ? 0
                                                        : -1;
    case IR_OP_ugt:
    case IR_OP_sgt:
        return !is_positive && p->inst->op == IR_OP_ugt ? -1
               : a.lo > b.hi                            ? 1
               : a.hi <= b.lo                           ? 0
                                                        : -1;
    case IR_OP_uge:
    case IR_OP_sge:
        return !is_positive && p->inst->op == IR_OP_uge ? -1
               : a.lo >= b.hi                           ? 1
               : a.hi < b.lo                            ? 0
                                                        : -1;
    default:
        return -1;
    }
}

/* A number of which one is left, or a comparison with one answer: that constant. */
static bool
becomes_constant(const struct place *p)
{
    enum ir_type type = (enum ir_type)p->inst->type;
    struct ana_range r = ana_range_of(p->here, p->inst->def);
    int answer = type != IR_I1 ? -1 : ir_is_int(type_of_first(p)) ? decided(p) : -1;
    if (type != IR_I1 && ir_is_int(type) && r.lo == r.hi)
        turn_into(p, ir_const(p->function, type, (uint64_t)r.lo));
    else if (answer >= 0)
        turn_into(p, ir_const(p->function, IR_I1, (uint64_t)answer));
    return !p->inst->block;
}

/* Is there anything to ask?  Most operations have no row and any result. */
static bool
is_worth_it(const struct context *c, const struct ana_ranges *here, const struct ir_inst *inst)
{
    if (inst->def_count != 1 || !inst->arg_count || inst->op == IR_OP_phi)
        return false;
    if (c->first[inst->op])
        return true;
    struct ana_range r = ana_range_of(here, inst->def);
    return inst->type != IR_I1 && r.lo == r.hi && ir_op_flags((enum ir_op)inst->op) & IR_PURE;
}

static void
visit(void *context, struct ana_ranges *here, struct ir_inst *inst)
{
    struct context *c = context;
    if (!is_worth_it(c, here, inst))
        return;
    struct place p = {.context = c, .here = here, .function = c->function, .inst = inst};
    p.a = ana_range_of(here, inst->args[0].value);
    if (inst->arg_count > 1)
        p.b = ana_range_of(here, inst->args[1].value);
    if (becomes_constant(&p) || !c->first[inst->op])
        return;
    for (uint32_t i = c->first[inst->op] - 1u; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].op == inst->op && rows[i].holds(&p) && apply(&p, &rows[i]))
            return;
}

bool
opt_ranges(struct ir_function *function)
{
    struct context c = {.function = function};
    struct arena scratch;
    arena_init_scratch(&scratch, function->module->arena->allocator, function->module->guard);
    for (uint32_t i = sizeof rows / sizeof rows[0]; i-- > 0;)
        c.first[rows[i].op] = (uint8_t)(i + 1);
    ana_ranges_walk(&scratch, function, visit, &c);
    arena_free(&scratch);
    return c.changed;
}
