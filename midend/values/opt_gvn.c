/* Global value numbering: an expression that a dominating block has computed already is not
 * computed again (hash tables scoped by the dominator tree, after Briggs, Cooper and Simpson,
 * 1997).
 *
 * Loads of memory that nothing writes while the kernel runs count as expressions, too; and what decides a
 * branch is known after it.
 *
 *   %3 = add i32 %1, %2 ; ... %7 = add i32 %2, %1   ->   %3 in place of %7 */
#include "midend/values/gvn.h"
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_info.h"
#include "midend/analysis/memory_order.h"
#include "support/limit.h"

#include <string.h>

struct entry {
    struct ir_inst *inst;
    uint32_t hash;
    struct entry *next;
};

struct numbering {
    struct ir_function *function;
    struct arena scratch;
    struct ana_dom *dom;
    struct entry **buckets;
    uint32_t mask;
    bool changed;
};

static bool
is_expression(const struct ir_inst *inst)
{
    unsigned flags = ir_inst_flags(inst);
    if (inst->op == IR_OP_phi || inst->def_count == 0 || (flags & IR_CONVERGENT))
        return false;
    if (inst->op == IR_OP_load)
        return inst->memory.is_invariant && ir_is_plain(&inst->memory);
    if (inst->op == IR_OP_image_read ||
        inst->op == IR_OP_image_sample) /* nothing writes an image that the kernel may only read */
        return inst->image.access == KERNEL_ACCESS_READ;
    return flags & IR_PURE;
}

/* What the union of an instruction adds to its meaning. */
static uint64_t
detail(const struct ir_inst *inst)
{
    switch (inst->op) {
    case IR_OP_symbol:
        return MAP_KEY(inst->global);
    case IR_OP_workitem_id:
    case IR_OP_workgroup_id:
        return inst->dimension;
    case IR_OP_hidden_arg:
    case IR_OP_hidden_place:
        return inst->hidden;
    case IR_OP_printf_id:
        return inst->row;
    case IR_OP_load:
        return inst->memory.components;
    case IR_OP_image_read:
    case IR_OP_image_sample:
    case IR_OP_image_query:
        return (uint64_t)inst->image.shape << 16 | inst->image.form << 8 | inst->image.query;
    case IR_OP_sampler:
        return inst->sampler;
    case IR_OP_call:
        return MAP_KEY(inst->callee);
    default:
        return 0;
    }
}

/* Commuting arguments in the order of their ids. */
static void
ordered(const struct ir_inst *inst, ir_id *a, ir_id *b)
{
    *a = inst->arg_count > 0 ? inst->args[0].value : 0;
    *b = inst->arg_count > 1 ? inst->args[1].value : 0;
    if ((ir_op_flags((enum ir_op)inst->op) & IR_COMMUTES) && *a > *b) {
        ir_id swap = *a;
        *a = *b;
        *b = swap;
    }
}

/* Does not depend on host addresses, so the output does not either. */
static uint32_t
hash_of(const struct ir_inst *inst)
{
    ir_id a, b;
    ordered(inst, &a, &b);
    uint32_t hash = (uint32_t)inst->op * 31 + inst->type;
    if (inst->op == IR_OP_symbol)
        hash ^= hash_text(inst->global->name, strlen(inst->global->name));
    hash = (hash ^ a) * 0x9e3779b1u;
    hash = (hash ^ b) * 0x85ebca6bu;
    for (uint32_t i = 2; i < inst->arg_count; i++)
        hash = (hash ^ inst->args[i].value) * 0xc2b2ae35u;
    return hash ^ hash >> 15;
}

bool
gvn_same(const struct ir_inst *x, const struct ir_inst *y)
{
    ir_id xa, xb, ya, yb;
    if (x->op != y->op || x->type != y->type || x->arg_count != y->arg_count ||
        x->def_count != y->def_count || x->size != y->size || detail(x) != detail(y))
        return false;
    ordered(x, &xa, &xb);
    ordered(y, &ya, &yb);
    if (xa != ya || xb != yb)
        return false;
    for (uint32_t i = 2; i < x->arg_count; i++)
        if (x->args[i].value != y->args[i].value)
            return false;
    for (uint32_t i = 0; i < x->arg_count; i++) /* the source's type matters to conversions */
        if (ir_type_of(x->block->function, x->args[i].value) !=
            ir_type_of(y->block->function, y->args[i].value))
            return false;
    return true;
}

static void
replace(struct numbering *n, struct ir_inst *inst, ir_id with)
{
    for (uint32_t i = 0; i < inst->def_count; i++)
        ir_replace_uses(n->function, inst->def + i, with + i);
    ir_remove(inst);
    n->changed = true;
}

static void
number_inst(struct numbering *n, struct ir_inst *inst)
{
    uint64_t bits;
    if (!is_expression(inst))
        return;
    if (inst->def_count == 1 && inst->arg_count && ir_fold(n->function, inst, &bits)) {
        replace(n, inst, ir_const(n->function, (enum ir_type)inst->type, bits));
        return;
    }
    uint32_t hash = hash_of(inst);
    struct entry **bucket = &n->buckets[hash & n->mask], **link = bucket;
    while (*link) {
        struct entry *entry = *link;
        if (entry->hash == hash && gvn_same(entry->inst, inst)) {
            if (ana_dominates(n->dom, entry->inst->block, inst->block)) {
                entry->inst->no_wrap &= inst->no_wrap; /* what both promise */
                replace(n, inst, entry->inst->def);
                return;
            }
            *link = entry->next; /* the walk has left its subtree */
            continue;
        }
        link = &entry->next;
    }
    struct entry *entry = ARENA_NEW(&n->scratch, struct entry);
    *entry = (struct entry){inst, hash, *bucket};
    *bucket = entry;
}

/* In the block and those that it dominates, among the first uses.  A phi of a number that stays what it
 * was needs no move. */
static void
replace_below(struct numbering *n, const struct ir_block *block, ir_id old, ir_id with)
{
    struct ir_use *use = ir_value(n->function, old)->uses, *next;
    unsigned looked_at = 0;
    for (; use && !LIMIT_MET(n->scratch.guard, GVN_USES, looked_at == LIMIT_GVN_USES);
         use = next, looked_at++) {
        next = use->next;
        uint32_t index = (uint32_t)(use - use->user->args);
        const struct ir_block *at =
            use->user->op == IR_OP_phi ? use->user->block->preds.at[index] : use->user->block;
        if (use->user->op == IR_OP_phi && ir_type_of(n->function, with) != IR_I1)
            continue;
        if (n->dom->number[at->id] == UINT32_MAX || !ana_dominates(n->dom, block, at))
            continue;
        ir_set_arg(use->user, index, with);
        n->changed = true;
    }
}

/* What decides a branch is known in the blocks to which only one of its ways leads; and so is a number
 * that it compares with a constant, where they are equal. */
static void
use_condition(struct numbering *n, const struct ir_block *block, unsigned way)
{
    struct ir_function *f = n->function;
    const struct ir_block *target = block->succs[way];
    ir_id condition = block->last->args[0].value;
    if (target->preds.count != 1 || target == block->succs[1 - way])
        return;
    replace_below(n, target, condition, ir_const(f, IR_I1, way == 0));
    const struct ir_inst *test = ir_def(f, condition);
    if (test && test->op == (way == 0 ? IR_OP_eq : IR_OP_ne) && ir_is_const(f, test->args[1].value))
        replace_below(n, target, test->args[0].value, test->args[1].value);
}

bool
opt_gvn(struct ir_function *function)
{
    struct numbering n = {.function = function, .mask = 63};
    arena_init_scratch(&n.scratch, function->module->arena->allocator, function->module->guard);
    n.dom = ana_dom(&n.scratch, function);
    while (n.mask < function->values.count)
        n.mask = n.mask * 2 + 1;
    n.buckets = ARENA_ARRAY(&n.scratch, n.mask + 1u, struct entry *);
    struct ir_block **order = ana_tree_order(&n.scratch, n.dom);
    for (uint32_t i = 0; i < n.dom->count; i++) {
        ir_foreach_inst_safe (inst, order[i])
            number_inst(&n, inst);
        for (unsigned way = 0; order[i]->succ_count == 2 && way < 2; way++)
            use_condition(&n, order[i], way);
    }
    arena_free(&n.scratch);
    return n.changed;
}
