/* Checks what each form of passes.def promises (IR.md, "Forms"): the part of the specification that
 * does not apply to all IR.  Shares only the analyses with the passes that make the forms, none of
 * their code. */
#include "midend/ir/ir_info.h"

#include "midend/analysis/analysis.h"

struct check {
    struct ir_function *function;
    struct arena *arena;
    struct ana_dom *dom;
    const char *error;
};

static void
fail(struct check *c, const struct ir_inst *inst, const char *what)
{
    if (!c->error)
        c->error = ir_fault(c->arena, c->function, inst, what);
}

static void
fail_block(struct check *c, const struct ir_block *block, const char *what)
{
    fail(c, NULL, arena_printf(c->arena, "b%u: %s", block->id, what));
}

static bool
is_reachable(const struct check *c, const struct ir_block *block)
{
    return c->dom->number[block->id] != UINT32_MAX;
}

/* ---- INLINED ---- */

static void
check_inlined(struct check *c, const struct ir_inst *inst)
{
    if (inst->op == IR_OP_call && (!inst->callee->entry || inst->callee->is_kernel))
        fail(c, inst, "a call of what is no function that stays");
}

/* ---- SAMPLED ---- */

static void
check_sampled(struct check *c, const struct ir_inst *inst)
{
    if (inst->op == IR_OP_image_read && inst->arg_count > 1 &&
        ir_is_pointer(ir_type_of(c->function, inst->args[1].value)))
        fail(c, inst, "a sampler whose coordinates are OpenCL's");
}

/* ---- SSA ---- */

static bool
is_plain_access(const struct ir_use *use)
{
    const struct ir_inst *user = use->user;
    return (user->op == IR_OP_load || user->op == IR_OP_store) && use == user->args &&
           user->memory.components == 1 && !user->memory.is_volatile &&
           user->memory.order == IR_NOT_ATOMIC;
}

/* An object that is only read and written whole, as one scalar type, does not need memory. */
static void
check_values(struct check *c, const struct ir_inst *inst)
{
    if (inst->op != IR_OP_alloca || inst->memory.is_kept)
        return;
    const struct ir_use *first = ir_value(c->function, inst->def)->uses;
    bool is_variable = first && ir_type_bytes((enum ir_type)first->user->type) <= inst->size;
    for (const struct ir_use *use = first; use; use = use->next)
        is_variable &= is_plain_access(use) && use->user->type == first->user->type;
    if (is_variable)
        fail(c, inst, "a variable is still in memory");
}

/* ---- LOOPS ---- */

static void
check_branches(struct check *c, const struct ir_block *block)
{
    if (!is_reachable(c, block))
        fail_block(c, block, "cannot be reached");
    if (block->succ_count == 0 && block->last->op != IR_OP_ret)
        fail(c, block->last, "the function ends otherwise than by returning");
    if (block->succ_count != 2)
        return;
    if (block->succs[0] == block->succs[1])
        fail_block(c, block, "both successors are one block");
    for (unsigned i = 0; i < 2; i++)
        if (block->succs[i]->preds.count > 1)
            fail_block(c, block, "a critical edge leaves this block");
}

/* The target of a back edge dominates its source; in natural loops no other edge goes back in the
 * order. */
static void
check_header(struct check *c, const struct ir_block *header)
{
    unsigned latches = 0, outside = 0;
    const struct ir_block *preheader = NULL;
    vec_foreach (struct ir_block *, pred, &header->preds) {
        if (ana_dominates(c->dom, header, *pred)) {
            latches++;
        } else if (c->dom->number[(*pred)->id] >= c->dom->number[header->id]) {
            fail_block(c, header, "a loop can be entered at several blocks");
        } else {
            outside++;
            preheader = *pred;
        }
    }
    if (latches > 1)
        fail_block(c, header, "a loop has several latches");
    if (latches && (outside != 1 || preheader->succ_count != 1))
        fail_block(c, header, "a loop has no preheader");
}

static void
check_loops(struct check *c)
{
    unsigned exits = 0;
    ir_foreach_block (block, c->function) {
        check_branches(c, block);
        exits += block->succ_count == 0;
    }
    if (exits > 1)
        fail(c, NULL, "several blocks return");
    for (uint32_t i = 0; i < c->dom->count && !c->error; i++)
        check_header(c, c->dom->order[i]);
}

/* ---- MOVED, DIVIDED, HALVED, NARROW: operations that selection takes ---- */

/* The form that rules out the operation; HALVED rules it out in 64 bits only. */
static const uint8_t refusing[IR_OPS] = {
    [IR_OP_memcpy] = IR_MOVED,    [IR_OP_memzero] = IR_MOVED,   [IR_OP_udiv] = IR_DIVIDED,
    [IR_OP_sdiv] = IR_DIVIDED,    [IR_OP_urem] = IR_DIVIDED,    [IR_OP_srem] = IR_DIVIDED,
    [IR_OP_fdiv] = IR_DIVIDED,    [IR_OP_fsqrt] = IR_DIVIDED,   [IR_OP_mul] = IR_HALVED,
    [IR_OP_umulhi] = IR_HALVED,   [IR_OP_smulhi] = IR_HALVED,   [IR_OP_umin] = IR_HALVED,
    [IR_OP_umax] = IR_HALVED,     [IR_OP_smin] = IR_HALVED,     [IR_OP_smax] = IR_HALVED,
    [IR_OP_clz] = IR_HALVED,      [IR_OP_ctz] = IR_HALVED,      [IR_OP_popcount] = IR_HALVED,
    [IR_OP_bitrev] = IR_HALVED,   [IR_OP_fptosi] = IR_HALVED,   [IR_OP_fptoui] = IR_HALVED,
    [IR_OP_sitofp] = IR_HALVED,   [IR_OP_uitofp] = IR_HALVED,   [IR_OP_uadd_sat] = IR_HALVED,
    [IR_OP_sadd_sat] = IR_HALVED, [IR_OP_usub_sat] = IR_HALVED, [IR_OP_ssub_sat] = IR_HALVED,
};

static void
check_operation(struct check *c, const struct ir_inst *inst, unsigned forms)
{
    unsigned form = refusing[inst->op] & forms;
    bool is_wide = inst->type == IR_I64 ||
                   (inst->arg_count && ir_type_of(c->function, inst->args[0].value) == IR_I64);
    if (form & IR_MOVED)
        fail(c, inst, "memory is copied or cleared as a block");
    else if (form & IR_DIVIDED)
        fail(c, inst, "a division or square root is left");
    else if (form & IR_HALVED && is_wide)
        fail(c, inst, "an operation that selection does not take in 64 bits");
}

static bool
is_small(enum ir_type type)
{
    return type == IR_I8 || type == IR_I16;
}

static bool
is_float_conversion(const struct ir_inst *inst)
{
    return inst->op == IR_OP_fptosi || inst->op == IR_OP_fptoui || inst->op == IR_OP_sitofp ||
           inst->op == IR_OP_uitofp;
}

static bool
is_arithmetic(const struct ir_inst *inst)
{
    uint8_t rule = ir_op_info[inst->op].rule;
    return rule == IR_RULE_INT || rule == IR_RULE_SHIFT || rule == IR_RULE_FUNNEL ||
           rule == IR_RULE_COMPARE || is_float_conversion(inst);
}

static void
check_narrow(struct check *c, const struct ir_inst *inst)
{
    enum ir_type type = (enum ir_type)inst->type;
    enum ir_type from = inst->arg_count ? ir_type_of(c->function, inst->args[0].value) : IR_VOID;
    if (is_arithmetic(inst) && (is_small(type) || is_small(from)))
        fail(c, inst, "arithmetic on i8 or i16");
    if (from == IR_I1 && is_float_conversion(inst))
        fail(c, inst, "a conversion of i1");
}

/* ---- LOWERED ---- */

struct lanes {
    struct ana_divergence *divergence;
    struct ana_loops *loops;
};

/* Is the use outside of a loop around the definition, and of one that lanes leave in different
 * iterations (*apart)?  A phi counts as a use in its own block: it is the phi that outlives the
 * loop. */
static bool
outlives_loop(const struct lanes *lanes, const struct ir_block *def, const struct ir_block *use,
              bool *apart)
{
    bool outlives = false;
    *apart = false;
    for (const struct ana_loop *loop = lanes->loops->of[def->id]; loop; loop = loop->parent) {
        if (ana_loop_contains(loop, lanes->loops->of[use->id]))
            break;
        outlives = true;
        *apart |= ana_leaves_apart(lanes->divergence, lanes->loops, loop);
    }
    return outlives;
}

static void
check_value_lanes(struct check *c, const struct lanes *lanes, const struct ir_inst *inst, ir_id id)
{
    bool divergent = lanes->divergence->divergent[id];
    bool is_mask = divergent && inst->type == IR_I1;
    if (is_mask && inst->op == IR_OP_phi)
        fail(c, inst, "a phi of a lane mask");
    for (const struct ir_use *use = ir_value(c->function, id)->uses; use; use = use->next) {
        bool apart;
        if (use->user->block == inst->block ||
            !outlives_loop(lanes, inst->block, use->user->block, &apart))
            continue;
        if (is_mask)
            fail(c, use->user, "a lane mask is used after the loop that makes it");
        else if (apart && !divergent)
            fail(c, use->user, "a uniform value is used after a loop that lanes leave apart");
    }
}

/* Arguments of calls and results of functions keep what the marks of the signature say. */
static void
check_marks(struct check *c, const struct lanes *lanes, const struct ir_inst *inst)
{
    const uint8_t *marks = inst->op == IR_OP_call  ? inst->callee->param_uniform
                           : inst->op == IR_OP_ret ? c->function->result_uniform
                                                   : NULL;
    for (uint32_t i = 0; marks && i < inst->arg_count; i++)
        if (marks[i] && lanes->divergence->divergent[inst->args[i].value])
            fail(c, inst, "a value that is marked uniform differs between lanes");
}

static void
check_lowered(struct check *c)
{
    struct lanes lanes = {ana_divergence(c->arena, c->function),
                          ana_loops(c->arena, c->function, c->dom)};
    ir_foreach_block (block, c->function)
        ir_foreach_inst (inst, block) {
            check_marks(c, &lanes, inst);
            for (uint32_t i = 0; i < inst->def_count && !c->error; i++)
                check_value_lanes(c, &lanes, inst, inst->def + i);
        }
}

const char *
ir_check_forms(const struct ir_function *function, unsigned forms, struct arena *scratch)
{
    struct check c = {.function = (struct ir_function *)function, .arena = scratch};
    ir_foreach_block (block, function)
        for (struct ir_inst *inst = block->first; inst && !c.error; inst = inst->next) {
            if (forms & IR_INLINED)
                check_inlined(&c, inst);
            if (forms & IR_SSA)
                check_values(&c, inst);
            if (forms & (IR_MOVED | IR_DIVIDED | IR_HALVED))
                check_operation(&c, inst, forms);
            if (forms & IR_SAMPLED)
                check_sampled(&c, inst);
            if (forms & IR_NARROW)
                check_narrow(&c, inst);
        }
    if (c.error || !(forms & (IR_LOOPS | IR_LOWERED)))
        return c.error;
    c.dom = ana_dom(scratch, c.function);
    if (forms & IR_LOOPS)
        check_loops(&c);
    if (forms & IR_LOWERED && !c.error)
        check_lowered(&c);
    return c.error;
}
