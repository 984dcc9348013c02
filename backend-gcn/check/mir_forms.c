/* What each form of passes.def promises: the part of the specification of machine IR that holds
 * only between certain passes. */
#include "backend-gcn/mir/mir_build.h"
#include "backend-gcn/mir/mir_effects.h"

struct check {
    const struct mir_function *function;
    struct arena *arena;
    const char *fault;
};

static void
fail(struct check *check, const struct mir_inst *inst, const char *what)
{
    struct strbuf text = strbuf_new(check->arena);
    if (check->fault)
        return;
    strbuf_puts(&text, what);
    if (inst) {
        strbuf_printf(&text, ": b%u: ", inst->block->id);
        mir_print_inst(&text, check->function, inst);
    }
    check->fault = text.text;
}

/* mir_validate checks definitions and their dominance as long as no register is assigned. */
static void
check_ssa(struct check *check)
{
    if (check->function->assigned)
        fail(check, NULL, "registers are assigned where SSA is due");
}

static void
check_linear(struct check *check, const struct mir_inst *inst)
{
    if (inst->op == MIR_P_CBRANCH_MASK || inst->op == MIR_P_CBRANCH_SCC || inst->op == MIR_P_BRANCH)
        fail(check, inst, "a branch of the logical graph is left");
}

static void
check_regular(struct check *check, const struct mir_inst *inst)
{
    enum mir_class reg_class = inst->op == MIR_P_LINEAR_PHI ? MIR_SGPR : MIR_VGPR;
    bool regular = inst->operand_count > 2;
    for (unsigned i = 1; i < inst->operand_count; i++) {
        const struct mir_operand *use = &inst->operands[i];
        regular &= use->is_undef || (use->kind == MIR_TEMP && !use->is_fixed &&
                                     check->function->temps.at[use->temp].reg_class == reg_class);
    }
    if (!regular)
        fail(check, inst, "a phi joins one operand, or others than temps of its class");
}

static void
check_copied(struct check *check, const struct mir_inst *inst)
{
    if (inst->op == MIR_P_PHI || inst->op == MIR_P_LINEAR_PHI || inst->op == MIR_P_COPY ||
        inst->op == MIR_P_PARALLEL_COPY || inst->op == MIR_P_CREATE_VECTOR ||
        inst->op == MIR_P_SPLIT_VECTOR)
        fail(check, inst, "a copy, phi or vector is left");
}

static void
check_real(struct check *check, const struct mir_inst *inst)
{
    if (mir_is_pseudo(inst))
        fail(check, inst, "a pseudo operation is left");
}

static void
check_encoded(struct check *check)
{
    if (!check->function->code || check->function->code_size % 4 != 0)
        fail(check, NULL, "there are no bytes");
}

const char *
mir_check_forms(const struct mir_function *function, unsigned forms, struct arena *scratch)
{
    struct check check = {.function = function, .arena = scratch};
    if (forms & MIR_FORM_SSA)
        check_ssa(&check);
    if (forms & MIR_FORM_LINEAR && !function->linear_done)
        fail(&check, NULL, "the linear graph is not made");
    if (forms & MIR_FORM_ASSIGNED && !function->assigned)
        fail(&check, NULL, "registers are not assigned");
    if (forms & MIR_FORM_ENCODED)
        check_encoded(&check);
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            if (forms & MIR_FORM_LINEAR)
                check_linear(&check, inst);
            if (forms & MIR_FORM_REGULAR && mir_is_phi(inst))
                check_regular(&check, inst);
            if (forms & MIR_FORM_COPIED)
                check_copied(&check, inst);
            if (forms & MIR_FORM_REAL)
                check_real(&check, inst);
        }
    }
    if (!check.fault && forms & MIR_FORM_ASSIGNED)
        check.fault = ra_validate(function, scratch);
    return check.fault;
}
