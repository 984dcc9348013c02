/* Both halves of a product of words come from one v_mad_u64_u32 or v_mad_i64_i32, which costs as much as one
 * of them, and adds 64 bits at no cost.
 *
 *   %4 = mul i32 %1, %2        ->   v4:v5 = v_mad_u64_u32 v1, v2, 0
 *   %5 = umulhi i32 %1, %2
 *
 *   %6 = pack64 %4, %5         ->   v7:v8 = v_mad_u64_u32 v1, v2, v3
 *   %7 = add i64 %6, %3
 *
 * What else goes to the high half, as of factors of 64 bits, is added to that of the sum.
 * The sum takes the product anew; if nothing else uses it, the first instruction goes as dead code. */
#include "backend-gcn/isel/isel.h"

#include "midend/analysis/analysis.h"

enum { FAST_BITS = 24 };

bool
isel_is_24_bits(const struct isel *isel, const struct ir_inst *inst)
{
    if (inst->no_wrap & IR_UNSIGNED24)
        return true;
    return ana_most_bits(isel->kernel, inst->args[0].value) <= FAST_BITS &&
           ana_most_bits(isel->kernel, inst->args[1].value) <= FAST_BITS;
}

/* ---- which there are ---- */

static bool
is_half(const struct isel *isel, const struct ir_inst *inst)
{
    bool is_product = inst->op == IR_OP_mul || inst->op == IR_OP_umulhi || inst->op == IR_OP_smulhi;
    return is_product && inst->type == IR_I32 && !isel_in_sgpr(isel, inst->def) &&
           !(inst->no_wrap & IR_SIGNED24) && !isel_is_24_bits(isel, inst);
}

/* The factors as a key, the same in both orders. */
static uint64_t
key_of(const struct ir_inst *inst)
{
    ir_id a = inst->args[0].value, b = inst->args[1].value;
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

/* One half of a block's product, and the other once it is there. */
static void
add_half(struct isel *isel, struct map *halves, struct ir_inst *inst)
{
    struct ir_inst *other = map_get(halves, key_of(inst));
    if (!other) {
        map_put(halves, key_of(inst), inst);
        return;
    }
    if ((other->op == IR_OP_mul) == (inst->op == IR_OP_mul) || isel->products[other->def])
        return;
    isel->products[inst->def] = other;
    isel->products[other->def] = inst;
}

void
isel_find_products(struct isel *isel)
{
    isel->products = ARENA_ARRAY(isel->arena, isel->kernel->values.count, struct ir_inst *);
    isel->use_counts = ARENA_ARRAY(isel->arena, isel->kernel->values.count, uint32_t);
    if (!gcn_has_op(isel->target, GCN_v_mad_u64_u32))
        return;
    ir_foreach_block (block, isel->kernel) {
        struct map halves = map_new(isel->arena);
        ir_foreach_inst (inst, block) {
            for (uint32_t i = 0; i < inst->arg_count; i++)
                if (inst->args[i].value)
                    isel->use_counts[inst->args[i].value]++;
            if (is_half(isel, inst))
                add_half(isel, &halves, inst);
        }
    }
}

/* ---- the instruction ---- */

/* The product of what `half` multiplies, plus addend. */
static struct mir_operand
multiply_add(struct isel *isel, const struct ir_inst *half, struct mir_operand addend)
{
    const struct ir_inst *other = isel->products[half->def];
    bool is_signed = half->op == IR_OP_smulhi || other->op == IR_OP_smulhi;
    struct mir_operand operands[] = {mir_new_vgpr(&isel->b, 2), mir_new_sgpr(&isel->b, 2),
                                     isel_use(isel, half->args[0].value),
                                     isel_use(isel, half->args[1].value), addend};
    isel_valu_full(isel, is_signed ? GCN_v_mad_i64_i32 : GCN_v_mad_u64_u32, operands, 5);
    return operands[0];
}

bool
isel_define_product(struct isel *isel, struct ir_inst *inst)
{
    struct ir_inst *other = isel->products[inst->def];
    if (!other)
        return false;
    if (isel->values[inst->def].is_set) /* with the other half */
        return true;
    struct mir_operand halves[2];
    isel_split(isel, multiply_add(isel, inst, mir_const64(0)), halves, 2, 1);
    isel_define(isel, inst->def, halves[inst->op != IR_OP_mul]);
    isel_define(isel, other->def, halves[other->op != IR_OP_mul]);
    return true;
}

/* Is it the high half of the product with that low half, or a sum of it and *more? */
static bool
is_high_of(const struct isel *isel, ir_id low, ir_id high, ir_id *more)
{
    const struct ir_inst *add = ir_def(isel->kernel, high);
    ir_id wanted = isel->products[low]->def;
    *more = 0;
    if (high != wanted && add && add->op == IR_OP_add && isel->use_counts[high] == 1) {
        bool is_first = add->args[0].value == wanted;
        high = add->args[!is_first].value;
        *more = add->args[is_first].value;
    }
    return high == wanted && isel->use_counts[high] == 1;
}

/* The low half of a whole product that only `sum` uses; NULL: the value is none.  *more: what the high half has
 * besides, or 0. */
static const struct ir_inst *
product_of(const struct isel *isel, const struct ir_inst *sum, ir_id value, ir_id *more)
{
    const struct ir_inst *pack = ir_def(isel->kernel, value);
    if (!pack || pack->op != IR_OP_pack64 || isel->use_counts[value] != 1)
        return NULL;
    ir_id low = pack->args[0].value, high = pack->args[1].value;
    const struct ir_inst *half = ir_def(isel->kernel, low);
    if (!half || half->op != IR_OP_mul || !isel->products[low] || isel->use_counts[low] != 1 ||
        half->block != sum->block || !is_high_of(isel, low, high, more))
        return NULL;
    return half;
}

bool
isel_define_product_sum(struct isel *isel, const struct ir_inst *inst)
{
    for (unsigned i = 0; i < 2; i++) {
        ir_id more;
        const struct ir_inst *half = product_of(isel, inst, inst->args[i].value, &more);
        if (!half)
            continue;
        struct mir_operand sum = multiply_add(isel, half, isel_use(isel, inst->args[!i].value)),
                           parts[2];
        if (more) {
            isel_split(isel, sum, parts, 2, 1);
            sum = isel_join2(isel, parts[0], isel_vadd(isel, parts[1], isel_use(isel, more)));
        }
        isel_define(isel, inst->def, sum);
        return true;
    }
    return false;
}
