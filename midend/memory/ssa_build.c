/* Local variables become SSA values: allocas that are only loaded and stored whole.
 *
 * Phis at iterated dominance frontiers, then renaming along the dominator tree (Cytron et al.,
 * 1991; frontiers after Cooper, Harvey and Kennedy).  A phi is made only where its variable is read
 * later ("pruned", Choi et al., 1991): each variable in turn is followed from the blocks that read
 * it before they write it back to those that write it.
 *
 *   %1 = alloca 4 ; store i32 %1, %5 ; %2 = load i32 %1   ->   %5 in place of %2
 *
 * At -O0 the stores to variables of the source stay, so that debuggers find them in memory: only what
 * reads them is gone. */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/debug_point.h"
#include "midend/ir/ir_build.h"
#include "support/pass_run.h"

/* Of those that are kept so much may be in registers: more takes waves and makes spills.  Tuned. */
enum { DWORD = 4, KEPT_DWORDS = 24 };

struct variable {
    struct ir_inst *alloca;
    bool is_kept; /* its stores stay */
    enum ir_type type;
    uint32_t reads;  /* blocks that read it before any write there: index + 1 of the first */
    ir_id value;     /* while renaming: what it holds here; 0: undefined */
    uint32_t object; /* of debug information; 0: none */
};

struct read {
    struct ir_block *block;
    uint32_t next; /* index + 1 */
};

struct undo {
    uint32_t variable;
    ir_id old;
};

struct unknown {
    uint32_t variable;
    uint32_t next; /* index + 1 */
};

struct builder {
    struct ir_function *function;
    struct arena scratch;
    struct ana_dom *dom;
    VEC(struct variable) variables;
    uint32_t *of;         /* value id of an alloca -> variable + 1 */
    uint32_t value_count; /* size of `of` */
    VEC(uint32_t) phi_variables;
    VEC(struct read) reads;
    VEC(struct ir_block *) work;
    /* By block id, stamps: variable + 1 when it is stored there, lives into the block, has a phi
     * there. */
    uint32_t *stored, *live, *joined;
    VEC(struct undo) undo;
    /* With debug information: what is known here; by block id the variables of which nothing is, since no phi was
     * made where nobody reads them (index + 1 of the first); stamps as above. */
    const struct debug_known *known;
    uint32_t *unknown, *met;
    VEC(struct unknown) unknowns;
    struct ir_block ***frontier; /* block id -> list, NULL-terminated */
};

static bool
is_kept(const struct ir_function *function, const struct ir_inst *alloca)
{
    const struct pass_run *run = function->module->run;
    return alloca->memory.is_kept && !(run && run->options->optimise);
}

/* All uses load or store the whole alloca as one scalar type.  One that is kept and not read has been here. */
static bool
is_variable(const struct ir_function *function, const struct ir_inst *alloca, enum ir_type *type)
{
    bool first = true, is_read = !is_kept(function, alloca);
    for (const struct ir_use *use = ir_value(function, alloca->def)->uses; use; use = use->next) {
        const struct ir_inst *user = use->user;
        bool is_access = (user->op == IR_OP_load || user->op == IR_OP_store) &&
                         use == &user->args[0] && user->memory.components == 1 &&
                         !user->memory.is_volatile && user->memory.order == IR_NOT_ATOMIC;
        if (!is_access || (!first && user->type != *type))
            return false;
        *type = (enum ir_type)user->type;
        is_read |= user->op == IR_OP_load;
        first = false;
    }
    return !first && is_read && ir_type_bytes(*type) <= alloca->size;
}

static void
find_variables(struct builder *b)
{
    b->value_count = b->function->values.count;
    b->of = ARENA_ARRAY(&b->scratch, b->value_count, uint32_t);
    ir_foreach_inst (inst, b->function->entry) {
        struct variable variable = {.alloca = inst, .is_kept = is_kept(b->function, inst)};
        if (inst->op == IR_OP_alloca && is_variable(b->function, inst, &variable.type)) {
            vec_push(&b->scratch, &b->variables, variable);
            b->of[inst->def] = b->variables.count;
        }
    }
}

/* The variable that a load or store accesses, or UINT32_MAX. */
static uint32_t
accessed(const struct builder *b, const struct ir_inst *inst)
{
    if ((inst->op != IR_OP_load && inst->op != IR_OP_store) ||
        inst->args[0].value >= b->value_count)
        return UINT32_MAX;
    return b->of[inst->args[0].value] - 1; /* 0 wraps to UINT32_MAX */
}

static void
find_reads(struct builder *b)
{
    uint32_t *touched = ARENA_ARRAY(&b->scratch, b->variables.count + 1u, uint32_t);
    ir_foreach_block (block, b->function)
        ir_foreach_inst (inst, block) {
            uint32_t v = accessed(b, inst);
            if (v == UINT32_MAX || touched[v] == block->id + 1)
                continue;
            touched[v] = block->id + 1;
            if (inst->op == IR_OP_store)
                continue;
            vec_push(&b->scratch, &b->reads, (struct read){block, b->variables.at[v].reads});
            b->variables.at[v].reads = b->reads.count;
        }
}

/* Returns false if it is there already. */
static bool
add_frontier(struct builder *b, struct ir_block *block, struct ir_block *join)
{
    struct ir_block **list = b->frontier[block->id];
    uint32_t count = 0;
    while (list && list[count])
        if (list[count++] == join)
            return false;
    struct ir_block **longer = ARENA_ARRAY(&b->scratch, count + 2u, struct ir_block *);
    for (uint32_t i = 0; i < count; i++)
        longer[i] = list[i];
    longer[count] = join;
    b->frontier[block->id] = longer;
    return true;
}

static void
find_frontiers(struct builder *b)
{
    b->frontier = ARENA_ARRAY(&b->scratch, b->function->block_count, struct ir_block **);
    for (uint32_t i = 0; i < b->dom->count; i++) {
        struct ir_block *join = b->dom->order[i];
        if (join->preds.count < 2)
            continue;
        for (uint32_t p = 0; p < join->preds.count; p++) {
            guard_poll(b->function->module->guard);
            struct ir_block *runner = join->preds.at[p];
            if (b->dom->number[runner->id] == UINT32_MAX)
                continue;
            while (runner && runner != b->dom->idom[join->id] && add_frontier(b, runner, join))
                runner = b->dom->idom[runner->id]; /* another predecessor has been above it */
        }
    }
}

static void
insert_phi(struct builder *b, uint32_t v, struct ir_block *block)
{
    ir_id *args = ARENA_ARRAY(&b->scratch, block->preds.count, ir_id);
    enum ir_type type = b->variables.at[v].type;
    ir_id undef = ir_undef(b->function, type);
    for (uint32_t i = 0; i < block->preds.count; i++)
        args[i] = undef;
    struct ir_inst *phi = ir_inst_new(b->function, IR_OP_phi, type, 1, args, block->preds.count);
    phi->loc = b->variables.at[v].alloca->loc;
    ir_insert_before(block->first, phi);
    while (b->phi_variables.count <= phi->def - b->value_count)
        vec_push(&b->scratch, &b->phi_variables, 0);
    b->phi_variables.at[phi->def - b->value_count] = v + 1;
}

static void
enter_live(struct builder *b, uint32_t v, struct ir_block *block)
{
    if (b->live[block->id] == v + 1)
        return;
    b->live[block->id] = v + 1;
    vec_push(&b->scratch, &b->work, block);
}

static void
find_live(struct builder *b, uint32_t v)
{
    for (uint32_t i = b->variables.at[v].reads; i; i = b->reads.at[i - 1].next)
        enter_live(b, v, b->reads.at[i - 1].block);
    while (b->work.count) {
        const struct ir_block *block = vec_pop(&b->work);
        for (uint32_t i = 0; i < block->preds.count; i++)
            if (b->stored[block->preds.at[i]->id] != v + 1)
                enter_live(b, v, block->preds.at[i]);
    }
}

static void
insert_phis(struct builder *b, uint32_t v)
{
    VEC(struct ir_block *) work = {0};
    for (struct ir_use *use = ir_value(b->function, b->variables.at[v].alloca->def)->uses; use;
         use = use->next) {
        struct ir_block *block = use->user->block;
        if (use->user->op == IR_OP_store && b->stored[block->id] != v + 1) {
            b->stored[block->id] = v + 1;
            vec_push(&b->scratch, &work, block);
        }
    }
    find_live(b, v);
    while (work.count) {
        struct ir_block *block = vec_pop(&work);
        for (struct ir_block **join = b->frontier[block->id]; join && *join; join++) {
            uint32_t id = (*join)->id;
            if (b->joined[id] == v + 1 || b->live[id] != v + 1)
                continue;
            b->joined[id] = v + 1;
            insert_phi(b, v, *join);
            /* a phi defines the variable, too; blocks with a store are in the list already */
            if (b->stored[id] != v + 1)
                vec_push(&b->scratch, &work, *join);
        }
    }
}

/* The joins at which the variable has no phi though several values meet. */
static void
note_unknown(struct builder *b, uint32_t v)
{
    VEC(struct ir_block *) work = {0};
    for (struct ir_use *use = ir_value(b->function, b->variables.at[v].alloca->def)->uses; use;
         use = use->next)
        if (use->user->op == IR_OP_store)
            vec_push(&b->scratch, &work, use->user->block);
    while (work.count) {
        struct ir_block *block = vec_pop(&work);
        for (struct ir_block **join = b->frontier[block->id]; join && *join; join++) {
            uint32_t id = (*join)->id;
            if (b->met[id] == v + 1)
                continue;
            b->met[id] = v + 1;
            vec_push(&b->scratch, &work, *join);
            if (b->joined[id] == v + 1)
                continue;
            vec_push(&b->scratch, &b->unknowns, (struct unknown){v, b->unknown[id]});
            b->unknown[id] = b->unknowns.count;
        }
    }
}

static uint32_t
phi_variable(const struct builder *b, const struct ir_inst *phi)
{
    uint32_t at = phi->def - b->value_count;
    if (phi->op != IR_OP_phi || phi->def < b->value_count || at >= b->phi_variables.count)
        return UINT32_MAX;
    return b->phi_variables.at[at] - 1;
}

static void
set_value(struct builder *b, uint32_t v, ir_id value)
{
    struct undo undo = {v, b->variables.at[v].value};
    vec_push(&b->scratch, &b->undo, undo);
    b->variables.at[v].value = value;
    if (b->variables.at[v].object)
        b->known = debug_know(b->function, b->known, b->variables.at[v].object, value);
}

static void
enter_block(struct builder *b, const struct ir_block *block)
{
    for (uint32_t i = b->unknown ? b->unknown[block->id] : 0; i; i = b->unknowns.at[i - 1].next)
        b->known = debug_know(b->function, b->known,
                              b->variables.at[b->unknowns.at[i - 1].variable].object, 0);
}

static ir_id
value_of(struct builder *b, uint32_t v)
{
    struct variable *variable = &b->variables.at[v];
    return variable->value ? variable->value : ir_undef(b->function, variable->type);
}

static void
rename_block(struct builder *b, struct ir_block *block)
{
    enter_block(b, block);
    ir_foreach_inst_safe (inst, block) {
        uint32_t v = phi_variable(b, inst);
        if (b->known && inst->op != IR_OP_phi) /* of which the location is the declaration's */
            inst->loc = debug_note(b->function, inst->loc, b->known);
        if (v != UINT32_MAX) {
            set_value(b, v, inst->def);
            continue;
        }
        v = accessed(b, inst);
        if (v == UINT32_MAX)
            continue;
        if (inst->op == IR_OP_store)
            set_value(b, v, inst->args[1].value);
        else
            ir_replace_uses(b->function, inst->def, value_of(b, v));
        if (inst->op == IR_OP_load || !b->variables.at[v].is_kept)
            ir_remove(inst);
    }
    for (unsigned s = 0; s < block->succ_count; s++) {
        struct ir_inst *phi = block->succs[s]->first;
        uint32_t at = phi->op == IR_OP_phi ? ir_pred_index(block, s) : 0;
        for (; phi && phi->op == IR_OP_phi; phi = phi->next) {
            uint32_t v = phi_variable(b, phi);
            if (v != UINT32_MAX)
                ir_set_arg(phi, at, value_of(b, v));
        }
    }
}

/* Back to the values at the end of the dominator: its other children start from these. */
static void
undo_to(struct builder *b, uint32_t mark)
{
    while (b->undo.count > mark) {
        struct undo undo = vec_pop(&b->undo);
        b->variables.at[undo.variable].value = undo.old;
    }
}

/* Down the dominator tree with an explicit stack: trees of generated code are deep. */
static void
rename_all(struct builder *b)
{
    struct frame {
        struct ir_block *block;
        uint32_t mark;
        const struct debug_known *known; /* before it */
    };
    uint32_t blocks = b->function->block_count;
    struct ir_block **child = ARENA_ARRAY(&b->scratch, blocks, struct ir_block *);
    struct ir_block **sibling = ARENA_ARRAY(&b->scratch, blocks, struct ir_block *);
    VEC(struct frame) stack = {0};
    for (uint32_t i = b->dom->count; i-- > 1;) {
        struct ir_block *block = b->dom->order[i], *parent = b->dom->idom[block->id];
        sibling[block->id] = child[parent->id];
        child[parent->id] = block;
    }
    vec_push(&b->scratch, &stack, (struct frame){b->function->entry, 0, NULL});
    rename_block(b, b->function->entry);
    while (stack.count) {
        struct frame *top = &vec_last(&stack);
        struct ir_block *next = child[top->block->id];
        if (!next) {
            undo_to(b, top->mark);
            b->known = top->known;
            stack.count--;
            continue;
        }
        child[top->block->id] = sibling[next->id];
        struct frame frame = {next, b->undo.count, b->known};
        rename_block(b, next);
        vec_push(&b->scratch, &stack, frame);
    }
}

/* Accesses that are left are in unreachable blocks. */
static void
remove_allocas(struct builder *b)
{
    uint32_t kept = 0;
    for (uint32_t v = 0; v < b->variables.count; v++) {
        struct variable *variable = &b->variables.at[v];
        struct ir_use *use = ir_value(b->function, variable->alloca->def)->uses, *next;
        for (; use; use = next) {
            struct ir_inst *user = use->user;
            next = use->next;
            if (user->op == IR_OP_load)
                ir_replace_uses(b->function, user->def, ir_undef(b->function, variable->type));
            if (user->op == IR_OP_load || !variable->is_kept)
                ir_remove(user);
        }
        if (!variable->is_kept)
            ir_remove(variable->alloca);
        else if (variable->alloca->size % DWORD == 0) /* a store to registers is a move */
            variable->alloca->memory.in_registers =
                (kept += variable->alloca->size / DWORD) <= KEPT_DWORDS;
    }
}

static void
describe(struct builder *b, uint32_t v)
{
    struct variable *variable = &b->variables.at[v];
    variable->object = debug_object_of(b->function->module, variable->alloca);
    if (!b->unknown) {
        b->unknown = ARENA_ARRAY(&b->scratch, b->function->block_count, uint32_t);
        b->met = ARENA_ARRAY(&b->scratch, b->function->block_count, uint32_t);
    }
    if (variable->object)
        note_unknown(b, v);
}

/* Promotes the current variables.  Returns whether it may have made others: those whose addresses
 * the promoted ones held. */
static bool
promote(struct ir_function *function, bool *changed)
{
    struct builder b = {.function = function};
    bool held_addresses = false;
    arena_init_scratch(&b.scratch, function->module->arena->allocator, function->module->guard);
    find_variables(&b);
    if (b.variables.count) {
        *changed = true;
        b.dom = ana_dom(&b.scratch, function);
        find_reads(&b);
        find_frontiers(&b);
        b.stored = ARENA_ARRAY(&b.scratch, function->block_count, uint32_t);
        b.live = ARENA_ARRAY(&b.scratch, function->block_count, uint32_t);
        b.joined = ARENA_ARRAY(&b.scratch, function->block_count, uint32_t);
        for (uint32_t v = 0; v < b.variables.count; v++) {
            guard_poll(function->module->guard);
            held_addresses |= b.variables.at[v].type == IR_P_PRIVATE;
            if (b.variables.at[v].reads)
                insert_phis(&b, v);
            if (function->module->debug)
                describe(&b, v);
        }
        rename_all(&b);
        remove_allocas(&b);
    }
    arena_free(&b.scratch);
    return held_addresses;
}

bool
ssa_build(struct ir_function *function)
{
    bool changed = false;
    while (promote(function, &changed))
        continue;
    return changed;
}
