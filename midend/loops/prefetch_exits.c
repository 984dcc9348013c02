/* Exits from the middle of a loop.  An iteration that ends there has no next one, and what that would load need not be
 * memory: unless the iteration has loaded it already.
 *
 *   for (i = 0; i < n; i++)
 *       if (a[i] == x && a[i + 1] == y) break;
 *
 * To where it leaves, it has loaded a[i + 1].  So a[i + 1] may be loaded together with a[i], if i + 1 < n: either this
 * iteration needs it or the next one does. */
#include "midend/loops/prefetch.h"

#include "midend/ir/ir_info.h"
#include "support/bitset.h"

bool
prefetch_growth(const struct prefetch *p, const struct ir_inst *load, uint64_t *bytes)
{
    struct ana_growth growth = ana_growth(&p->at, load->args[0].value);
    *bytes = growth.times;
    return growth.is_known && !growth.by[0] && !growth.by[1];
}

/* What every way to an exit must pass: a load of those bytes. */
struct cover {
    const struct prefetch *p;
    const struct ir_inst *load; /* whose next place it is */
    struct memory_address next;
};

/* Bases are equal only between values of one iteration; whatever the load's address is computed from is the same
 * throughout, in inner loops, too. */
static bool
covers(const struct cover *c, const struct ir_inst *inst)
{
    if (inst->op != IR_OP_load)
        return false;
    struct memory_address at = prefetch_place(c->p, inst);
    return at.base == c->next.base && at.size >= c->next.size &&
           (uint64_t)c->next.offset - (uint64_t)at.offset <= at.size - c->next.size;
}

static bool
has_cover(const struct cover *c, const struct ir_block *block)
{
    ir_foreach_inst (inst, block)
        if (covers(c, inst))
            return true;
    return false;
}

/* What the value is where the block is entered by that edge, if it is a constant then; else 0. */
static ir_id
value_from(const struct ir_function *f, const struct ir_block *block, uint32_t edge, ir_id id)
{
    const struct ir_inst *inst = ir_def(f, id);
    if (inst && inst->op == IR_OP_phi && inst->block == block)
        id = inst->args[edge].value;
    return ir_is_const(f, id) ? id : 0;
}

/* May who enters the block by that edge leave it by that one?  Where two ways meet, what they bring often decides:
 *
 *   found = phi [0, b1], [1, b2]; cbr found, ... */
static bool
may_go(const struct ir_function *f, const struct ir_block *block, uint32_t edge, uint32_t succ)
{
    enum { ARGS = 4 };
    ir_id test = block->last->args[0].value, args[ARGS];
    const struct ir_inst *inst = ir_def(f, test);
    uint64_t bits;
    if (!inst || inst->block != block)
        return true;
    if (inst->op == IR_OP_phi) {
        ir_id known = value_from(f, block, edge, test);
        return !known || ir_value(f, known)->bits == (succ == 0);
    }
    if (inst->def_count != 1 || inst->arg_count > ARGS)
        return true;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!(args[i] = value_from(f, block, edge, inst->args[i].value)))
            return true;
    return !ir_fold_values(f, (enum ir_op)inst->op, (enum ir_type)inst->type, args, inst->arg_count,
                           &bits) ||
           bits == (succ == 0);
}

/* Backwards from the exit to the load, which dominates it. */
static bool
is_covered(struct prefetch *p, const struct cover *c, struct ir_block *exit, uint32_t succ)
{
    VEC(struct ir_block *) left = {0};
    struct bitset seen = bitset_new(&p->arena, p->function->block_count);
    vec_push(&p->arena, &left, exit);
    for (bool is_first = true; left.count; is_first = false) {
        struct ir_block *block = left.at[--left.count];
        if (has_cover(c, block))
            continue;
        if (block == c->load->block)
            return false;
        for (uint32_t i = 0; i < block->preds.count; i++) {
            struct ir_block *before = block->preds.at[i];
            if (bitset_has(&seen, before->id) || (is_first && !may_go(p->function, block, i, succ)))
                continue;
            bitset_add(&seen, before->id);
            vec_push(&p->arena, &left, before);
        }
    }
    return true;
}

bool
prefetch_is_harmless(struct prefetch *p, const struct ir_inst *load)
{
    uint64_t bytes;
    struct cover cover = {p, load, prefetch_place(p, load)};
    if (!prefetch_growth(p, load, &bytes))
        return false;
    cover.next.offset = (int64_t)((uint64_t)cover.next.offset + bytes);
    vec_foreach (struct ir_block *const, block, &p->blocks)
        for (uint32_t i = 0; *block != p->at.loop->header && i < (*block)->succ_count; i++)
            if (!ana_loop_contains(p->at.loop, p->loops->of[(*block)->succs[i]->id]) &&
                (!ana_dominates(p->dom, load->block, *block) || !is_covered(p, &cover, *block, i)))
                return false;
    return true;
}
