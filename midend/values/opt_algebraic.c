/* Rewrites instructions by the rules of algebraic.def, folds constants, drops what becomes unused.
 *
 * Rules become arrays in prefix order; a small matcher binds their letters.  When a value changes,
 * its users go on the worklist, so the pass is linear in the number of rewrites.
 *
 *   %2 = mul i32 %1, 8   ->   %3 = shl i32 %1, 3 */
#include "midend/pass.h"

#include "midend/values/algebraic.h"
#include "midend/ir/ir_build.h"
#include "midend/ir/ir_info.h"
#include "midend/analysis/memory_order.h"
#include "midend/values/narrow_double.h"

/* What an argument is at first sight: the operation that makes it, or one of these. */
enum { SEEN_ANY = IR_OPS, SEEN_CONSTANT, SEEN_OTHER };

/* A rule with what shows at once that it does not match. */
struct candidate {
    const struct rule *rule;
    uint16_t types;   /* set of 1 << enum ir_type */
    uint16_t sees[2]; /* of the first arguments; SEEN_ANY: anything */
    bool wants_same;  /* its two arguments are one value */
};

struct algebraic_rules {
    uint16_t start[IR_OPS + 1]; /* root operation -> its first candidate */
    struct candidate candidates[RULE_COUNT];
};

struct rewriter {
    struct ir_function *function;
    const struct algebraic_rules *rules;
    struct arena arena;
    VEC(struct ir_inst *) work;
    bool changed;
};

static bool
has_type(enum types types, enum ir_type type)
{
    switch (types) {
    case INT:
        return ir_is_int(type);
    case I1:
        return type == IR_I1;
    case I32:
        return type == IR_I32;
    case I64:
        return type == IR_I64;
    case WIDE:
        return type == IR_I32 || type == IR_I64;
    case FLOAT:
        return ir_is_float(type);
    case F32:
        return type == IR_F32;
    case F64:
        return type == IR_F64;
    case POINTER:
        return ir_is_pointer(type);
    case POINTER32:
        return type == IR_P_LOCAL || type == IR_P_REGION || type == IR_P_PRIVATE;
    default:
        return true;
    }
}

static uint64_t
float_bits(enum ir_type type, enum token token)
{
    uint64_t sign = UINT64_C(1) << (ir_type_bits(type) - 1);
    uint64_t one = type == IR_F16   ? 0x3c00
                   : type == IR_F32 ? 0x3f800000
                                    : UINT64_C(0x3ff0000000000000);
    return token == FONE ? one : token == FMINUS1 ? one | sign : sign;
}

/* ---- matching ---- */

static bool
match_constant(struct match *m, enum token token, ir_id id)
{
    const struct ir_value *value = ir_value(m->function, id);
    enum ir_type type = (enum ir_type)value->type;
    if (value->kind != IR_VALUE_CONST)
        return false;
    switch (token) {
    case ZERO:
        return value->bits == 0;
    case ZERO32:
        return value->bits == 0 && type == IR_I32;
    case ONE:
        return value->bits == 1;
    case ONES:
        return value->bits == ir_mask(type);
    case TRUE:
        return value->bits == 1 && type == IR_I1;
    case FALSE:
        return value->bits == 0 && type == IR_I1;
    case FONE:
    case FMINUS1:
    case FNZERO:
        return ir_is_float(type) && value->bits == float_bits(type, token);
    case POWER:
        m->at[K - A] = id;
        return value->bits && (value->bits & (value->bits - 1)) == 0;
    default:
        return false;
    }
}

static bool
capture(struct match *m, enum token token, ir_id id)
{
    ir_id *at = &m->at[token - A];
    if ((token == K || token == L) && !ir_is_const(m->function, id))
        return false;
    if (*at)
        return *at == id;
    *at = id;
    return true;
}

static bool match_rest(struct match *m, const uint16_t *pattern);

static void
push_args(struct match *m, const struct ir_inst *inst, bool is_swapped)
{
    for (uint32_t i = inst->arg_count; i-- > 0;)
        m->todo[m->todo_count++] = inst->args[is_swapped ? 1 - i : i].value;
}

/* The other order is tried for whatever does not fit behind the first. */
static bool
match_args(struct match *m, const uint16_t *pattern, const struct ir_inst *inst)
{
    struct match before = *m;
    push_args(m, inst, false);
    if (match_rest(m, pattern))
        return true;
    if (inst->arg_count != 2 || !(ir_op_info[inst->op].flags & IR_COMMUTES))
        return false;
    *m = before;
    push_args(m, inst, true);
    return match_rest(m, pattern);
}

/* Does the rest of the pattern fit the values to do, and then hold the rule? */
static bool
match_rest(struct match *m, const uint16_t *pattern)
{
    if (!m->todo_count)
        return !m->holds || m->holds(m);
    ir_id id = m->todo[--m->todo_count];
    bool once = *pattern == ONCE;
    pattern += once;
    if (*pattern >= IR_OPS) {
        bool fits = *pattern <= L ? capture(m, (enum token) * pattern, id)
                                  : match_constant(m, (enum token) * pattern, id);
        return fits && match_rest(m, pattern + 1);
    }
    const struct ir_inst *inst = ir_def(m->function, id);
    if (!inst || inst->op != *pattern || inst->size)
        return false;
    const struct ir_use *uses = ir_value(m->function, id)->uses;
    if (once && uses && uses->next)
        return false;
    return match_args(m, pattern + 1, inst);
}

/* ---- replacing ---- */

static ir_id
constant_of(const struct match *m, enum token token, enum ir_type type)
{
    struct ir_function *f = m->function;
    switch (token) {
    case ZERO:
        return ir_const(f, type, 0);
    case ONE:
        return ir_const(f, type, 1);
    case ONES:
        return ir_const(f, type, UINT64_MAX);
    case LOG2_K:
        return ir_const(f, IR_I32, (uint64_t)__builtin_ctzll(bits_of(m, K)));
    case LOW_K:
        return ir_const(f, IR_I32, bits_of(m, K));
    case AMOUNT_K:
        return ir_const(f, IR_I32, bits_of(m, K) & (width_of(m) - 1));
    case RCP_K:
        return ir_const(f, type, algebraic_reciprocal(m));
    case AS_A_ZERO:
        return ir_const(f, type_of(m, A), 0);
    case FONE:
        return ir_const(f, type, float_bits(type, token));
    default:
        ice(f->module->guard, "algebraic.def: token %d in a replacement", (int)token);
    }
}

static ir_id
build(const struct match *m, struct ir_builder *b, const uint16_t **at)
{
    enum ir_type type = (enum ir_type)m->inst->type;
    uint16_t token = *(*at)++;
    if (token == AS_C || token == AS_K || token == AS_L || token == AS_I32) {
        type = token == AS_I32 ? IR_I32 : type_of(m, token == AS_C ? C : token == AS_K ? K : L);
        token = *(*at)++;
    }
    if (token >= A && token <= L)
        return m->at[token - A];
    if (token >= IR_OPS)
        return constant_of(m, (enum token)token, type);
    ir_id args[3];
    uint8_t count = ir_op_info[token].args;
    for (uint8_t i = 0; i < count; i++)
        args[i] = build(m, b, at);
    uint64_t bits;
    if (token == IR_OP_trunc && ir_type_of(m->function, args[0]) == type)
        return args[0];
    if (ir_fold_values(m->function, (enum ir_op)token, type, args, count, &bits))
        return ir_const(m->function, type, bits);
    return ir_build(b, (enum ir_op)token, type, 1, args, count)->def;
}

static void
push_users(struct rewriter *r, ir_id id)
{
    for (struct ir_use *use = ir_value(r->function, id)->uses; use; use = use->next)
        vec_push(&r->arena, &r->work, use->user);
}

static void
remove_dead(struct rewriter *r, struct ir_inst *inst)
{
    const unsigned keep = IR_EFFECT | IR_END;
    struct ir_function *f = r->function;
    if (!inst->block || (ir_op_info[inst->op].flags & keep) || !inst->def_count ||
        (inst->op == IR_OP_load && !ir_is_plain(&inst->memory)))
        return;
    for (uint32_t i = 0; i < inst->def_count; i++)
        if (ir_value(f, inst->def + i)->uses)
            return;
    ir_id args[4];
    uint32_t count = inst->arg_count < 4 ? inst->arg_count : 0;
    for (uint32_t i = 0; i < count; i++)
        args[i] = inst->args[i].value;
    ir_remove(inst);
    inst->block = NULL;
    r->changed = true;
    for (uint32_t i = 0; i < count; i++) {
        struct ir_inst *def = ir_def(f, args[i]);
        if (def)
            remove_dead(r, def);
    }
}

static void
replace(struct rewriter *r, struct ir_inst *inst, ir_id with)
{
    push_users(r, inst->def);
    ir_replace_uses(r->function, inst->def, with);
    struct ir_inst *def = ir_def(r->function, with);
    if (def) /* its single use may matter to others now */
        vec_push(&r->arena, &r->work, def);
    remove_dead(r, inst);
    r->changed = true;
}

/* ---- what rules cannot say ---- */

/* The same relation with its sides swapped; its negation. */
static const struct {
    uint8_t mirrored, negated;
} relations[IR_OPS] = {
#define BOTH(op, mirror, negation) [IR_OP_##op] = {IR_OP_##mirror, IR_OP_##negation}
    BOTH(eq, eq, ne),       BOTH(ne, ne, eq),       BOTH(ult, ugt, uge),    BOTH(ule, uge, ugt),
    BOTH(ugt, ult, ule),    BOTH(uge, ule, ult),    BOTH(slt, sgt, sge),    BOTH(sle, sge, sgt),
    BOTH(sgt, slt, sle),    BOTH(sge, sle, slt),    BOTH(foeq, foeq, fune), BOTH(fone, fone, fueq),
    BOTH(folt, fogt, fuge), BOTH(fole, foge, fugt), BOTH(fogt, folt, fule), BOTH(foge, fole, fult),
    BOTH(ford, ford, funo), BOTH(funo, funo, ford), BOTH(fueq, fueq, fone), BOTH(fune, fune, foeq),
    BOTH(fult, fugt, foge), BOTH(fule, fuge, fogt), BOTH(fugt, fult, fole), BOTH(fuge, fule, folt),
};

static bool
is_true(const struct ir_function *f, ir_id id)
{
    return ir_is_const(f, id) && ir_type_of(f, id) == IR_I1 && ir_value(f, id)->bits == 1;
}

/* Moves constants to the right. */
static void
put_constant_right(struct rewriter *r, struct ir_inst *inst)
{
    bool commutes = ir_op_info[inst->op].flags & IR_COMMUTES;
    if (inst->arg_count != 2 || !(commutes || relations[inst->op].mirrored))
        return;
    ir_id a = inst->args[0].value, b = inst->args[1].value;
    if (!ir_is_const(r->function, a) || ir_is_const(r->function, b))
        return;
    ir_set_arg(inst, 0, b);
    ir_set_arg(inst, 1, a);
    if (!commutes)
        inst->op = relations[inst->op].mirrored;
    r->changed = true;
}

/* What holds of an operation on floats holds of those that take its place: values from `before` on. */
static void
keep_promises(struct rewriter *r, uint32_t before, const struct ir_inst *inst)
{
    unsigned promises = inst->no_wrap & (IR_FINITE | IR_NO_SIGNED_ZEROS);
    for (uint32_t id = before; promises && id < r->function->values.count; id++) {
        struct ir_inst *made = ir_def(r->function, id);
        if (made && ir_is_float_op((enum ir_op)made->op))
            made->no_wrap |= promises;
    }
}

/* xor of a compare with true: the opposite compare. */
static bool
negate_compare(struct rewriter *r, struct ir_inst *inst)
{
    if (inst->op != IR_OP_xor || !is_true(r->function, inst->args[1].value))
        return false;
    struct ir_inst *compare = ir_def(r->function, inst->args[0].value);
    if (!compare || !relations[compare->op].negated)
        return false;
    struct ir_builder b = {r->function, inst->block, inst, inst->loc};
    uint32_t before = r->function->values.count;
    ir_id negated = ir_build2(&b, (enum ir_op)relations[compare->op].negated, IR_I1,
                              compare->args[0].value, compare->args[1].value);
    keep_promises(r, before, compare);
    replace(r, inst, negated);
    return true;
}

/* cbr on a negated condition swaps its targets. */
static bool
turn_branch(struct rewriter *r, struct ir_inst *inst)
{
    struct ir_block *block = inst->block;
    struct ir_inst *not = ir_def(r->function, inst->args[0].value);
    if (!not || not ->op != IR_OP_xor || !is_true(r->function, not ->args[1].value) ||
        block->succs[0] == block->succs[1])
        return false;
    ir_set_cbr(block, not ->args[0].value, block->succs[1], block->succs[0]);
    remove_dead(r, not );
    vec_push(&r->arena, &r->work, block->last);
    r->changed = true;
    return true;
}

/* A phi of one value (and itself) is that value. */
static bool
simplify_phi(struct rewriter *r, struct ir_inst *phi)
{
    ir_id only = 0;
    for (uint32_t i = 0; i < phi->arg_count; i++) {
        ir_id arg = phi->args[i].value;
        if (arg == phi->def || arg == only)
            continue;
        if (only)
            return false;
        only = arg;
    }
    if (!only)
        return false;
    replace(r, phi, only);
    return true;
}

/* The no-wrap flags that a rewritten sum or product with a constant keeps: x - K as x + -K; x + K + L
 * as x + (K + L), if neither step wraps (signed: nor K + L); x * 2^K as x << K. */
static uint8_t
kept_wrap(const struct match *m)
{
    const struct ir_inst *inst = m->inst, *inner = ir_def(m->function, inst->args[0].value);
    if (!inst->no_wrap || !m->at[K - A])
        return 0;
    unsigned top = width_of(m) - 1;
    uint64_t k = bits_of(m, K);
    if (inst->op == IR_OP_mul && m->at[A - A] == inst->args[0].value && !(k & (k - 1)))
        return k == UINT64_C(1) << top ? 0 : inst->no_wrap & 3;
    if (inst->op == IR_OP_sub && m->at[K - A] == inst->args[1].value)
        return k == UINT64_C(1) << top ? 0 : inst->no_wrap & IR_NO_SIGNED_WRAP;
    if (inst->op != IR_OP_add || !inner || inner->op != IR_OP_add || !m->at[L - A])
        return 0;
    uint64_t l = bits_of(m, L);
    bool overflows = (~(k ^ l) & (k ^ (k + l))) >> top & 1;
    return inst->no_wrap & inner->no_wrap & (overflows ? IR_NO_UNSIGNED_WRAP : 3);
}

/* What was made since there were so many values is looked at, too. */
static void
push_new(struct rewriter *r, uint32_t before)
{
    for (uint32_t id = before; id < r->function->values.count; id++) {
        struct ir_inst *made = ir_def(r->function, id);
        if (made)
            vec_push(&r->arena, &r->work, made);
    }
}

/* The distance between two places of a private object is small (ir.h).  So is then what an index makes of it
 * without the constant that was added to the index, if what that makes is small: it does not wrap either. */
static void
keep_distance(struct rewriter *r, uint32_t before, const struct ir_inst *sum, const struct match *m)
{
    struct ir_function *f = r->function;
    const struct ir_inst *scaled = NULL;
    if (sum->op == IR_OP_ptradd && sum->no_wrap & IR_NO_SIGNED_WRAP && m->at[K - A] && m->at[L - A])
        scaled = ir_def(f, sum->args[1].value);
    if (!scaled || !(scaled->no_wrap & IR_NO_SIGNED_WRAP))
        return;
    int64_t scale = (int32_t)bits_of(m, L), known = (int32_t)bits_of(m, K);
    known *= scaled->op == IR_OP_mul ? scale : INT64_C(1) << (scale & 31);
    for (uint32_t id = before; - IR_DISTANCE < known && known < IR_DISTANCE && id < f->values.count;
         id++) {
        struct ir_inst *made = ir_def(f, id);
        if (made && made->op == scaled->op)
            made->no_wrap |= IR_NO_SIGNED_WRAP;
    }
}

static bool
apply_rule(struct rewriter *r, struct ir_inst *inst, const struct rule *rule)
{
    struct match m = {.function = r->function, .inst = inst, .holds = rule->holds};
    if (!match_args(&m, rule->pattern + 1, inst))
        return false;
    struct ir_builder b = {r->function, inst->block, inst, inst->loc};
    uint32_t before = r->function->values.count;
    uint8_t no_wrap = kept_wrap(&m);
    const uint16_t *at = rule->replacement;
    ir_id value = build(&m, &b, &at);
    push_new(r, before);
    keep_promises(r, before, inst);
    keep_distance(r, before, inst, &m);
    struct ir_inst *root = ir_def(r->function, value);
    if (no_wrap && root && value >= before &&
        root->op == (inst->op == IR_OP_mul ? IR_OP_shl : IR_OP_add) &&
        ir_is_const(r->function, root->args[1].value))
        root->no_wrap = no_wrap;
    replace(r, inst, value);
    return true;
}

static uint16_t
seen(const struct ir_function *f, ir_id id)
{
    const struct ir_value *value = ir_value(f, id);
    if (value->kind == IR_VALUE_CONST)
        return SEEN_CONSTANT;
    return value->kind == IR_VALUE_INST ? value->inst->op : SEEN_OTHER;
}

static bool
may_match(const struct candidate *candidate, uint16_t first, uint16_t second)
{
    const uint16_t *sees = candidate->sees;
    return (sees[0] == SEEN_ANY || sees[0] == first) && (sees[1] == SEEN_ANY || sees[1] == second);
}

/* Applies the first rule that matches, if any does. */
static void
apply_rules(struct rewriter *r, struct ir_inst *inst)
{
    const struct algebraic_rules *rules = r->rules;
    uint16_t at = rules->start[inst->op], end = rules->start[inst->op + 1];
    if (at == end || inst->size)
        return;
    bool is_binary = inst->arg_count == 2;
    bool commutes = is_binary && ir_op_info[inst->op].flags & IR_COMMUTES;
    bool same = is_binary && inst->args[0].value == inst->args[1].value;
    uint16_t first = seen(r->function, inst->args[0].value);
    uint16_t second = inst->arg_count > 1 ? seen(r->function, inst->args[1].value) : SEEN_OTHER;
    for (; at < end; at++) {
        const struct candidate *candidate = &rules->candidates[at];
        bool may = candidate->types >> inst->type & 1 && (same || !candidate->wants_same) &&
                   (may_match(candidate, first, second) ||
                    (commutes && may_match(candidate, second, first)));
        if (may && apply_rule(r, inst, candidate->rule))
            return;
    }
}

/* The numbers of that type that are compared: the sides, or what both of them extend in the same way.
 * Extended ones may be compared as signed ones though they are not. */
static void
find_sides(const struct ir_function *f, const struct ir_inst *compare, enum ir_type type,
           ir_id sides[2], bool *is_signed)
{
    const struct ir_inst *x = ir_def(f, sides[0] = compare->args[0].value);
    const struct ir_inst *y = ir_def(f, sides[1] = compare->args[1].value);
    if (ir_type_of(f, sides[0]) == type || !x || !y || x->op != y->op ||
        (x->op != IR_OP_zext && (x->op != IR_OP_sext || !*is_signed)))
        return;
    sides[0] = x->args[0].value;
    sides[1] = y->args[0].value;
    *is_signed = x->op == IR_OP_sext;
}

/* Of comparisons of integers, and of floats where neither NaN nor the sign of a zero matters. */
static const struct {
    bool is_known, is_float, is_signed, is_less;
} orders[IR_OPS] = {
    [IR_OP_slt] = {true, false, true, true},   [IR_OP_sle] = {true, false, true, true},
    [IR_OP_sgt] = {true, false, true, false},  [IR_OP_sge] = {true, false, true, false},
    [IR_OP_ult] = {true, false, false, true},  [IR_OP_ule] = {true, false, false, true},
    [IR_OP_ugt] = {true, false, false, false}, [IR_OP_uge] = {true, false, false, false},
    [IR_OP_folt] = {true, true, true, true},   [IR_OP_fole] = {true, true, true, true},
    [IR_OP_fogt] = {true, true, true, false},  [IR_OP_foge] = {true, true, true, false},
};

static bool
is_not_zero(const struct ir_function *f, ir_id id)
{
    uint64_t sign = UINT64_C(1) << (ir_type_bits(ir_type_of(f, id)) - 1);
    return ir_is_const(f, id) && ir_value(f, id)->bits & (sign - 1);
}

/* In 64 bits one comparison serves both the lesser and the greater integer, which would each need their own.
 * Of two zeros, a choice of floats takes the one of its side. */
static bool
has_extremes(const struct ir_function *f, const struct ir_inst *compare, enum ir_type type)
{
    if (!compare || !orders[compare->op].is_known)
        return false;
    if (orders[compare->op].is_float)
        return ir_is_float(type) && compare->no_wrap & IR_FINITE &&
               (compare->no_wrap & IR_NO_SIGNED_ZEROS || is_not_zero(f, compare->args[0].value) ||
                is_not_zero(f, compare->args[1].value));
    return ir_is_int(type) && type != IR_I1 && ir_type_bits(type) <= 32;
}

/* What a choice of integers by that order is: the lesser or the greater. */
static enum ir_op
extreme_op(const struct ir_inst *compare, bool is_signed, bool is_least)
{
    return orders[compare->op].is_float ? is_least ? IR_OP_fmin : IR_OP_fmax
           : is_signed                  ? is_least ? IR_OP_smin : IR_OP_smax
           : is_least                   ? IR_OP_umin
                                        : IR_OP_umax;
}

/* Is `value` the extreme `op` of x and a constant that `bound` does not pass: in x < 3 ? 3 : min(x, 9), 9 is not below 3? */
static bool
is_bounded(const struct ir_function *f, ir_id value, enum ir_op op, ir_id x, ir_id bound)
{
    const struct ir_inst *def = ir_def(f, value);
    if (!def || def->op != op || def->args[0].value != x || !ir_is_const(f, def->args[1].value) ||
        !ir_is_const(f, bound))
        return false;
    unsigned up = 64 - ir_type_bits((enum ir_type)def->type);
    bool is_signed = op == IR_OP_smin || op == IR_OP_smax;
    uint64_t flip = is_signed ? UINT64_C(1) << 63 : 0;
    uint64_t inner = (ir_value(f, def->args[1].value)->bits << up) ^ flip;
    uint64_t outer = (ir_value(f, bound)->bits << up) ^ flip;
    return op == IR_OP_smin || op == IR_OP_umin ? outer <= inner : outer >= inner;
}

/* Does the choice take a side of the comparison, or that side bounded by another constant, for each outcome?
 * x < 3 ? 3 : min(x, 9) is max(min(x, 9), 3).  *first: it takes the comparison's first side if that is true. */
static bool
takes_sides(const struct ir_function *f, const struct ir_inst *inst, const struct ir_inst *compare,
            const ir_id sides[2], bool is_signed, bool *first)
{
    ir_id chosen = inst->args[1].value, other = inst->args[2].value;
    *first = chosen == sides[0] || (chosen != sides[1] && other == sides[1]);
    ir_id x = sides[!*first], y = sides[*first];
    if (chosen == x && other == y)
        return true;
    if (orders[compare->op].is_float)
        return false;
    enum ir_op inner = extreme_op(compare, is_signed, orders[compare->op].is_less != *first);
    return chosen == x ? is_bounded(f, other, inner, y, x)
                       : other == y && is_bounded(f, chosen, inner, x, y);
}

/* a < b ? a : b, and so on: the lesser or the greater of the two. */
static bool
choose_extreme(struct rewriter *r, struct ir_inst *inst)
{
    const struct ir_inst *compare = ir_def(r->function, inst->args[0].value);
    ir_id chosen = inst->args[1].value, other = inst->args[2].value, sides[2];
    if (!has_extremes(r->function, compare, (enum ir_type)inst->type))
        return false;
    bool is_float = orders[compare->op].is_float, is_signed = orders[compare->op].is_signed, first;
    find_sides(r->function, compare, (enum ir_type)inst->type, sides, &is_signed);
    if (!takes_sides(r->function, inst, compare, sides, is_signed, &first))
        return false;
    bool is_least = orders[compare->op].is_less == first;
    enum ir_op op = extreme_op(compare, is_signed, is_least);
    struct ir_builder b = {r->function, inst->block, inst, inst->loc};
    uint32_t before = r->function->values.count;
    ir_id made = ir_build2(&b, op, (enum ir_type)inst->type, chosen, other); /* constants fold */
    keep_promises(r, before, compare);
    if (is_float && made >= before && ir_def(r->function, made))
        ir_def(r->function, made)->no_wrap |= IR_NO_SIGNALLING;
    push_new(r, before);
    replace(r, inst, made);
    return true;
}

static bool
has_double(const struct ir_function *f, const struct ir_inst *inst)
{
    return inst->arg_count > 0 &&
           (inst->type == IR_F64 || ir_type_of(f, inst->args[0].value) == IR_F64);
}

static bool
narrow(struct rewriter *r, struct ir_inst *inst)
{
    struct ir_builder b = {r->function, inst->block, inst, inst->loc};
    uint32_t before = r->function->values.count;
    ir_id value = narrow_double(&b, inst);
    if (!value)
        return false;
    push_new(r, before);
    replace(r, inst, value);
    return true;
}

static void
simplify(struct rewriter *r, struct ir_inst *inst)
{
    uint64_t bits;
    if (!inst->block)
        return;
    if (inst->op == IR_OP_cbr) {
        turn_branch(r, inst);
        return;
    }
    if (inst->def_count != 1 || !(ir_op_info[inst->op].flags & IR_PURE))
        return;
    if (inst->op == IR_OP_phi) {
        simplify_phi(r, inst);
        return;
    }
    if (ir_fold(r->function, inst, &bits)) {
        replace(r, inst, ir_const(r->function, (enum ir_type)inst->type, bits));
        return;
    }
    put_constant_right(r, inst);
    if (negate_compare(r, inst) || (inst->op == IR_OP_select && choose_extreme(r, inst)) ||
        (has_double(r->function, inst) && narrow(r, inst)))
        return;
    apply_rules(r, inst);
}

/* ---- the rules by root operation ---- */

/* What the term must be at first sight; moves after it. */
static uint16_t
sight_of(const uint16_t **at)
{
    *at += **at == ONCE;
    uint16_t token = *(*at)++;
    if (token >= IR_OPS)
        return token <= D ? SEEN_ANY : SEEN_CONSTANT;
    for (unsigned i = 0; i < ir_op_info[token].args; i++)
        (void)sight_of(at);
    return token;
}

/* types: by enum types, the types that they are, as bits. */
static struct candidate
candidate_of(const struct rule *rule, const uint16_t *types)
{
    const uint16_t *pattern = rule->pattern, *at = pattern + 1;
    unsigned count = ir_op_info[*pattern].args;
    struct candidate made = {
        .rule = rule, .sees = {SEEN_ANY, SEEN_ANY}, .types = types[rule->types]};
    for (unsigned i = 0; i < count && i < 2; i++)
        made.sees[i] = sight_of(&at);
    made.wants_same = count == 2 && pattern[1] >= A && pattern[1] <= D && pattern[2] == pattern[1];
    return made;
}

struct algebraic_rules *
algebraic_index(struct arena *arena, const struct rule *table, uint32_t count)
{
    struct algebraic_rules *made = ARENA_NEW(arena, struct algebraic_rules);
    for (uint32_t i = 0; i < count; i++)
        made->start[table[i].pattern[0] + 1]++;
    for (int op = 0; op < IR_OPS; op++)
        made->start[op + 1] += made->start[op];
    uint16_t placed[IR_OPS] = {0}, types[POINTER32 + 1] = {0};
    for (int i = 0; i < (POINTER32 + 1) * IR_TYPES; i++)
        if (has_type((enum types)(i / IR_TYPES), (enum ir_type)(i % IR_TYPES)))
            types[i / IR_TYPES] |= (uint16_t)(1u << i % IR_TYPES);
    for (uint32_t i = 0; i < count; i++) {
        unsigned op = table[i].pattern[0];
        made->candidates[made->start[op] + placed[op]++] = candidate_of(&table[i], types);
    }
    return made;
}

/* Made once for a module: it has many functions, and some are small. */
static const struct algebraic_rules *
rules_of(struct ir_module *module)
{
    if (!module->algebraic_rules)
        module->algebraic_rules = algebraic_index(module->arena, algebraic_table, RULE_COUNT);
    return module->algebraic_rules;
}

static void
drain(struct rewriter *r)
{
    while (r->work.count)
        simplify(r, vec_pop(&r->work));
}

bool
opt_algebraic(struct ir_function *function)
{
    struct rewriter r = {.function = function, .rules = rules_of(function->module)};
    arena_init_scratch(&r.arena, function->module->arena->allocator, function->module->guard);
    VEC(struct ir_inst *) all = {0};
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            vec_push(&r.arena, &all, inst);
    vec_foreach (struct ir_inst *, inst, &all) {
        simplify(&r, *inst);
        drain(&r);
    }
    arena_free(&r.arena);
    return r.changed;
}
