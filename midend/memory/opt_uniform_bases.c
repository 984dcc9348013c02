/* What all lanes have in common of an address goes to its base, and what lanes add becomes 32 bits without a sign,
 * as instructions of GFX9 take it beside a scalar base:
 *
 *   %8 = add i64 %group, (zext %lane) ; %9 = shl %8, 2 ; %10 = ptradd %a, %9
 *   ->   %12 = shl %group, 2 ; %13 = zext (shl i32 %lane, 2) ; %10 = ptradd (ptradd %a, %12), %13
 *
 * a[get_global_id(0)] takes one operation of lanes then, for all arrays, instead of five and three more for each;
 * before GFX9 one, and three for each.
 * Sums of 64 bits may wrap, so does the address.  Those of 32 bits that are widened must be exact, and what the
 * lanes add must fit 32 bits. */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"
#include "support/limit.h"

struct term {
    ir_id value; /* of 32 or 64 bits */
    uint32_t shift;
    bool is_signed; /* of 32 bits: how it is widened */
};

/* An offset: the sum of all, modulo 2^64. */
struct sum {
    struct term uniform[LIMIT_INDEX_TERMS], lane[LIMIT_INDEX_TERMS];
    unsigned uniform_count, lane_count;
    uint64_t constant, most; /* most: of what the lanes add */
};

/* What an offset became; 0: it was not split. */
struct parts {
    ir_id uniform, lane;
    uint64_t constant;
};

struct bases {
    struct ir_function *function;
    struct arena arena;
    struct ana_dom *dom;
    struct ana_loops *loops;
    const struct ana_divergence *divergence;
    uint32_t known;   /* values that it knows */
    struct map split; /* offset -> struct parts */
};

/* What leaves a loop may differ between lanes that left it apart. */
static bool
is_of_loop(const struct bases *b, ir_id id, const struct ir_block *block)
{
    const struct ir_inst *def = ir_def(b->function, id);
    const struct ana_loop *inside = b->loops->of[block->id];
    const struct ana_loop *loop = def ? b->loops->of[def->block->id] : NULL;
    for (; loop && !(inside && ana_loop_contains(loop, inside)); loop = loop->parent)
        if (ana_leaves_apart(b->divergence, b->loops, loop))
            return false;
    return true;
}

static bool
is_uniform(const struct bases *b, ir_id id, const struct ir_block *block)
{
    return id < b->known && !b->divergence->divergent[id] && is_of_loop(b, id, block);
}

/* A value that is taken as it is; false: there are too many, or lanes add too much. */
static bool
add_term(const struct bases *b, const struct ir_block *block, const struct term *term,
         struct sum *sum)
{
    unsigned bits = ana_most_bits(b->function, term->value);
    bool is_narrow = ir_type_of(b->function, term->value) == IR_I32;
    if (is_uniform(b, term->value, block)) {
        if (LIMIT_MET(b->arena.guard, INDEX_TERMS, sum->uniform_count == LIMIT_INDEX_TERMS))
            return false;
        sum->uniform[sum->uniform_count++] = *term;
        return true;
    }
    bool is_positive = !term->is_signed || bits < 32;
    if (!is_narrow || !is_positive ||
        LIMIT_MET(b->arena.guard, INDEX_TERMS, sum->lane_count == LIMIT_INDEX_TERMS))
        return false;
    sum->most += ((UINT64_C(1) << bits) - 1) << term->shift;
    sum->lane[sum->lane_count++] = *term;
    return sum->most <= UINT32_MAX;
}

static bool gather(const struct bases *b, const struct ir_block *block, struct term at,
                   unsigned depth, struct sum *sum);

/* The parts of an operation, where it may be taken apart: of 64 bits, or exact as it is widened. */
static bool
gather_operation(const struct bases *b, const struct ir_block *block, const struct ir_inst *inst,
                 struct term at, unsigned depth, struct sum *sum)
{
    struct term x = at, y = at;
    uint8_t exact = at.is_signed ? IR_NO_SIGNED_WRAP : IR_NO_UNSIGNED_WRAP;
    if (inst->type == IR_I32 && !(inst->no_wrap & exact))
        return false;
    x.value = inst->args[0].value;
    y.value = inst->args[1].value;
    if (inst->op == IR_OP_add)
        return gather(b, block, x, depth + 1, sum) && gather(b, block, y, depth + 1, sum);
    uint64_t by = ir_value(b->function, y.value)->bits;
    if (!ir_is_const(b->function, y.value) || by + x.shift > 31)
        return false;
    x.shift += (uint32_t)by;
    return gather(b, block, x, depth + 1, sum);
}

static bool
gather(const struct bases *b, const struct ir_block *block, struct term at, unsigned depth,
       struct sum *sum)
{
    const struct ir_function *f = b->function;
    const struct ir_inst *inst = ir_def(f, at.value);
    if (ir_is_const(f, at.value)) {
        uint64_t bits = ir_value(f, at.value)->bits;
        bool is_widened = ir_type_of(f, at.value) == IR_I32 && at.is_signed;
        sum->constant += (is_widened ? (uint64_t)(int64_t)(int32_t)bits : bits) << at.shift;
        return true;
    }
    if (inst && !is_uniform(b, at.value, block) &&
        !LIMIT_MET(b->arena.guard, INDEX_DEPTH, depth == LIMIT_INDEX_DEPTH)) {
        struct sum before = *sum;
        bool is_widening = inst->op == IR_OP_zext || inst->op == IR_OP_sext;
        struct term in = {is_widening ? inst->args[0].value : 0, at.shift, inst->op == IR_OP_sext};
        if (is_widening && inst->type == IR_I64 && ir_type_of(f, in.value) == IR_I32)
            return gather(b, block, in, depth + 1, sum);
        if ((inst->op == IR_OP_add || inst->op == IR_OP_shl) &&
            gather_operation(b, block, inst, at, depth, sum))
            return true;
        *sum = before;
    }
    return add_term(b, block, &at, sum);
}

/* ---- the new offsets ---- */

static ir_id
build_term(struct ir_builder *b, const struct term *term, enum ir_type type)
{
    ir_id id = term->value;
    if (type == IR_I64 && ir_type_of(b->function, id) == IR_I32)
        id = ir_build1(b, term->is_signed ? IR_OP_sext : IR_OP_zext, IR_I64, id);
    return term->shift
               ? ir_build2(b, IR_OP_shl, type, id, ir_const(b->function, IR_I32, term->shift))
               : id;
}

static ir_id
build_sum(struct ir_builder *b, const struct term *terms, unsigned count, enum ir_type type)
{
    ir_id sum = 0;
    for (unsigned i = 0; i < count; i++) {
        ir_id term = build_term(b, &terms[i], type);
        sum = sum ? ir_build2(b, IR_OP_add, type, sum, term) : term;
    }
    return sum;
}

/* Behind the offset itself, so that all addresses have the same. */
static const struct parts *
split_offset(struct bases *b, ir_id offset)
{
    struct ir_function *f = b->function;
    struct parts *parts = map_get(&b->split, offset);
    if (parts)
        return parts;
    parts = ARENA_NEW(&b->arena, struct parts);
    map_put(&b->split, offset, parts);
    struct ir_inst *def = ir_def(f, offset);
    struct sum sum = {.lane_count = 0};
    if (!def || def->op == IR_OP_phi || ir_type_of(f, offset) != IR_I64 ||
        !gather(b, def->block, (struct term){.value = offset}, 0, &sum) || !sum.lane_count ||
        !sum.uniform_count)
        return parts;
    struct ir_builder at = {f, def->block, def->next, def->loc};
    parts->constant = sum.constant;
    parts->uniform = build_sum(&at, sum.uniform, sum.uniform_count, IR_I64);
    parts->lane =
        ir_build1(&at, IR_OP_zext, IR_I64, build_sum(&at, sum.lane, sum.lane_count, IR_I32));
    return parts;
}

/* An address in memory of 64 bits whose offset is a sum. */
static bool
is_wanted(const struct ir_function *f, const struct ir_inst *inst)
{
    if (inst->op != IR_OP_ptradd || (ir_space_of((enum ir_type)inst->type) != IR_SPACE_GLOBAL &&
                                     ir_space_of((enum ir_type)inst->type) != IR_SPACE_CONSTANT))
        return false;
    const struct ir_inst *offset = ir_def(f, inst->args[1].value);
    while (offset &&
           (offset->op == IR_OP_shl || offset->op == IR_OP_zext || offset->op == IR_OP_sext))
        offset = ir_def(f, offset->args[0].value);
    return offset && offset->op == IR_OP_add;
}

/* Most functions need none of it. */
static void
analyse(struct bases *b)
{
    b->dom = ana_dom(&b->arena, b->function);
    b->loops = ana_loops(&b->arena, b->function, b->dom);
    b->divergence = ana_divergence(&b->arena, b->function);
    b->known = b->function->values.count;
    b->split = map_new(&b->arena);
}

static bool
rewrite(struct bases *b, struct ir_inst *inst)
{
    struct ir_function *f = b->function;
    enum ir_type type = (enum ir_type)inst->type;
    ir_id base = inst->args[0].value, offset = inst->args[1].value;
    if (!is_uniform(b, base, inst->block) || offset >= b->known ||
        !b->divergence->divergent[offset] || !is_of_loop(b, offset, inst->block))
        return false;
    const struct parts *parts = split_offset(b, offset);
    if (!parts->lane)
        return false;
    struct ir_builder at = {f, inst->block, inst, inst->loc};
    ir_id address = ir_build2(&at, IR_OP_ptradd, type, base, parts->uniform);
    address = ir_build2(&at, IR_OP_ptradd, type, address, parts->lane);
    if (parts->constant)
        address = ir_build2(&at, IR_OP_ptradd, type, address, ir_const(f, IR_I64, parts->constant));
    ir_replace_uses(f, inst->def, address);
    ir_remove(inst);
    return true;
}

bool
opt_uniform_bases(struct ir_function *function)
{
    struct bases b = {.function = function};
    bool changed = false;
    arena_init_scratch(&b.arena, function->module->arena->allocator, function->module->guard);
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            if (!is_wanted(function, inst))
                continue;
            if (!b.divergence)
                analyse(&b);
            changed |= rewrite(&b, inst);
        }
    arena_free(&b.arena);
    return changed;
}
