/* The specification of machine IR, executable: shape of the graphs, operands against the
 * instruction table, constant bus and literals, SSA on the graph of each register class. */
#include "backend-gcn/mir/mir_build.h"

#include <string.h>

struct check {
    const struct mir_function *function;
    struct arena *arena;
    const char *fault;
    const struct mir_inst *inst; /* being looked at */
    struct dominators *dom[2];   /* logical, linear */
    uint32_t *position;          /* temp -> position of its definition in its block */
    struct mir_inst **def;       /* temp -> its definition found in the walk */
};

static void fault(struct check *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void
fault(struct check *check, const char *format, ...)
{
    if (check->fault)
        return;
    va_list args;
    va_start(args, format);
    const char *what = arena_vprintf(check->arena, format, args);
    va_end(args);
    struct strbuf text = strbuf_new(check->arena);
    if (check->inst)
        mir_print_inst(&text, check->function, check->inst);
    check->fault =
        arena_printf(check->arena, "%s: b%u: %s", what, check->inst ? check->inst->block->id : 0,
                     text.text ? text.text : "");
}

static bool
kind_accepts(unsigned kind, const struct mir_operand *operand)
{
    bool scalar_const = operand->kind == MIR_CONST || mir_is_filled(operand);
    switch (kind) {
    case GCN_OPERAND_AVDST:
        if (operand->kind == MIR_FIXED && operand->reg >= GCN_AGPR0)
            return true;
        /* fall through */
    case GCN_OPERAND_VGPR:
        return mir_is_vgpr(operand) || operand->kind == MIR_NONE;
    case GCN_OPERAND_SGPR:
    case GCN_OPERAND_VCC:
        return mir_is_sgpr(operand) || operand->kind == MIR_NONE;
    case GCN_OPERAND_SSRC:
        return mir_is_sgpr(operand) || scalar_const;
    case GCN_OPERAND_VSRC:
        return mir_is_sgpr(operand) || mir_is_vgpr(operand) || scalar_const;
    case GCN_OPERAND_IMM:
        return operand->kind == MIR_NONE;
    default:
        return true;
    }
}

/* Does the instruction fit the short encoding?  Literals exist only there. */
static bool
fits_short_form(const struct gcn_target *target, const struct mir_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    enum gcn_format format = gcn_shortest_format(target, inst->op);
    if (format == GCN_VOP1)
        return true;
    if (format != GCN_VOP2 && format != GCN_VOPC)
        return false;
    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (info->operands[i].kind == GCN_OPERAND_VCC && operand->reg != GCN_VCC_LO)
            return false;
        if (info->operands[i].role == GCN_ROLE_SRC1 && !mir_is_vgpr(operand))
            return false;
    }
    return true;
}

static bool
is_vector_alu(const struct gcn_op_info *info)
{
    return info->format >= GCN_VOP1 && info->format <= GCN_VOP3P;
}

static bool
same_scalar(const struct mir_operand *a, const struct mir_operand *b)
{
    return a->kind == b->kind && (a->kind == MIR_TEMP ? a->temp == b->temp : a->reg == b->reg);
}

/* Inline assembly names inline constants by their operand codes. */
static bool
is_constant_code(const struct mir_operand *operand)
{
    return operand->kind == MIR_FIXED &&
           ((operand->reg >= GCN_CONST_0 && operand->reg < GCN_SRC_SHARED_BASE) ||
            (operand->reg >= GCN_CONST_0_5 && operand->reg <= GCN_CONST_INV_2PI));
}

static void
check_constants(struct check *check, const struct mir_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    const struct mir_operand *literal = NULL, *bus[4];
    unsigned bus_count = 0;
    bool reads_vcc = (info->flags & GCN_FLAG_READS_VCC) != 0;
    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (mir_is_literal(check->function->target, operand, info->operands[i].type)) {
            if (literal && (literal->kind != operand->kind || literal->value != operand->value))
                fault(check, "two literals");
            literal = operand;
        }
        if (!info->operands[i].is_use || !mir_is_sgpr(operand) || operand->reg == GCN_SCC ||
            is_constant_code(operand))
            continue;
        if (reads_vcc && operand->reg == GCN_VCC_LO)
            continue;
        bool seen = false;
        for (unsigned k = 0; k < bus_count; k++)
            seen = seen || same_scalar(bus[k], operand);
        if (!seen && bus_count < 4)
            bus[bus_count++] = operand;
    }
    if (!is_vector_alu(info) || info->flags & GCN_FLAG_NO_EXEC_MASK)
        return;
    if (literal && !fits_short_form(check->function->target, inst))
        fault(check, "literal in a long encoding");
    if (bus_count + reads_vcc + (literal != NULL) > 1)
        fault(check, "more than one scalar value on the constant bus");
}

static void
check_operand(struct check *check, const struct mir_inst *inst, unsigned i)
{
    const struct mir_operand *operand = &inst->operands[i];
    const struct mir_function *function = check->function;
    if (operand->kind == MIR_TEMP) {
        if (operand->temp == 0 || operand->temp >= function->temps.count) {
            fault(check, "operand %u: no such temp", i);
            return;
        }
        const struct mir_temp *temp = &function->temps.at[operand->temp];
        if (temp->dwords != operand->dwords || temp->reg_class != operand->reg_class)
            fault(check, "operand %u: size or class differs from its temp's", i);
        if (function->assigned && operand->reg == GCN_NO_REG)
            fault(check, "operand %u: no register", i);
    }
    if (mir_is_pseudo(inst) || i >= gcn_op_info[inst->op].operand_count)
        return;
    const struct gcn_operand_info *info = &gcn_op_info[inst->op].operands[i];
    if (!kind_accepts(info->kind, operand))
        fault(check, "operand %u: wrong kind", i);
    /* An SGPR in a scratch access is an offset, not an address. */
    bool is_offset = gcn_op_info[inst->op].format == GCN_SCRATCH && info->role == GCN_ROLE_SADDR;
    unsigned dwords = is_offset ? 1 : info->dwords;
    /* How many coordinates an image has the instruction does not say. */
    bool is_image_address =
        gcn_op_info[inst->op].format == GCN_MIMG && info->role == GCN_ROLE_VADDR;
    if (is_image_address && operand->dwords > dwords)
        return;
    if (dwords && operand->kind != MIR_NONE && operand->dwords != dwords)
        fault(check, "operand %u: %u dwords where the operation has %u", i, operand->dwords,
              dwords);
}

static void
check_tied(struct check *check, const struct mir_inst *inst)
{
    if (inst->tied && inst->tied > inst->operand_count)
        fault(check, "tied operand does not exist");
    if (check->function->assigned || mir_is_pseudo(inst))
        return;
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (operand->kind == MIR_TEMP && mir_is_def(inst, i) && mir_is_use(inst, i))
            fault(check, "operand %u is read and written, but its use is not tied", i);
    }
}

static void
check_phi(struct check *check, const struct mir_inst *inst)
{
    bool linear = inst->op == MIR_P_LINEAR_PHI;
    uint32_t preds = linear ? inst->block->linear_preds.count : inst->block->logical_preds.count;
    if (inst->def_count != 1 || inst->operand_count != preds + 1)
        fault(check, "phi with %u values for %u predecessors", inst->operand_count - 1u, preds);
    if (inst->prev && inst->prev->op != MIR_P_PHI && inst->prev->op != MIR_P_LINEAR_PHI)
        fault(check, "phi after other instructions");
}

static unsigned
total_dwords(const struct mir_operand *operands, unsigned count)
{
    unsigned total = 0;
    for (unsigned i = 0; i < count; i++)
        total += operands[i].dwords;
    return total;
}

static bool
is_scalar_pair(const struct mir_operand *operand)
{
    return mir_is_sgpr(operand) && operand->dwords == 2;
}

/* All registers of calls are fixed: they are what caller and callee agree on. */
static void
check_call(struct check *check, const struct mir_inst *inst)
{
    bool is_call = inst->op == MIR_P_CALL;
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (operand->kind != MIR_FIXED && !(operand->kind == MIR_TEMP && operand->is_fixed))
            fault(check, "operand %u of a call is not fixed", i);
    }
    if (is_call && (!inst->callee || inst->def_count < 2 || !is_scalar_pair(inst->operands) ||
                    !is_scalar_pair(inst->operands + 1)))
        fault(check, "a call defines the pairs of its target and of the return address");
    if (!is_call && (inst->def_count || !inst->operand_count || !is_scalar_pair(inst->operands) ||
                     !check->function->is_function))
        fault(check, "only functions return, to a pair that they use");
}

static void
check_pseudo(struct check *check, const struct mir_inst *inst)
{
    unsigned uses = inst->operand_count - inst->def_count;
    const struct mir_operand *use = inst->operands + inst->def_count;
    switch (inst->op) {
    case MIR_P_PHI:
    case MIR_P_LINEAR_PHI:
        check_phi(check, inst);
        break;
    case MIR_P_COPY:
    case MIR_P_PARALLEL_COPY:
        if (uses != inst->def_count)
            fault(check, "as many definitions as uses are due");
        for (unsigned i = 0; i < uses && i < inst->def_count; i++) {
            if (inst->operands[i].dwords != use[i].dwords)
                fault(check, "copy between sizes");
            if (mir_is_sgpr(&inst->operands[i]) && mir_is_vgpr(&use[i]))
                fault(check, "copy from VGPR to SGPR");
        }
        break;
    case MIR_P_CREATE_VECTOR:
    case MIR_P_SPLIT_VECTOR:
        if (total_dwords(inst->operands, inst->def_count) != total_dwords(use, uses))
            fault(check, "sizes do not add up");
        break;
    case MIR_P_DPP_PAIR:
        if (inst->def_count != 1 || uses != (inst->tied ? 2 : 1) || !inst->mods.has_dpp ||
            total_dwords(inst->operands, 1 + uses) != 2 * (1 + uses))
            fault(check, "p_dpp_pair moves a pair");
        break;
    case MIR_P_CALL:
    case MIR_P_RETURN:
        check_call(check, inst);
        break;
    default:
        break;
    }
}

static void
check_inst(struct check *check, const struct mir_inst *inst)
{
    check->inst = inst;
    for (unsigned i = 0; i < inst->operand_count; i++)
        check_operand(check, inst, i);
    if (mir_is_pseudo(inst)) {
        check_pseudo(check, inst);
        return;
    }
    if (!gcn_has_op(check->function->target, inst->op))
        fault(check, "the target lacks the operation");
    if (inst->operand_count < gcn_op_info[inst->op].operand_count) {
        fault(check, "too few operands");
        return;
    }
    check_constants(check, inst);
    check_tied(check, inst);
}

static unsigned
count_of(struct mir_block *const *blocks, uint32_t count, const struct mir_block *block)
{
    unsigned times = 0;
    for (uint32_t i = 0; i < count; i++)
        times += blocks[i] == block;
    return times;
}

static void
check_edges(struct check *check, const struct mir_block *block)
{
    for (unsigned i = 0; i < block->logical_succ_count; i++) {
        const struct mir_block *succ = block->logical_succs[i];
        if (count_of(succ->logical_preds.at, succ->logical_preds.count, block) !=
            count_of(block->logical_succs, block->logical_succ_count, succ))
            fault(check, "b%u: logical edge to b%u is one-sided", block->id, succ->id);
    }
    for (unsigned i = 0; i < block->linear_succ_count; i++) {
        const struct mir_block *succ = block->linear_succs[i];
        if (count_of(succ->linear_preds.at, succ->linear_preds.count, block) !=
            count_of(block->linear_succs, block->linear_succ_count, succ))
            fault(check, "b%u: linear edge to b%u is one-sided", block->id, succ->id);
    }
    if (!check->function->assigned && (!block->last || !mir_is_branch(block->last)))
        fault(check, "b%u: no terminator", block->id);
    bool seen_branch = false;
    mir_foreach_inst (inst, block) {
        check->inst = inst;
        if (seen_branch && !mir_is_branch(inst))
            fault(check, "instruction after a branch");
        seen_branch = seen_branch || mir_is_branch(inst);
    }
    check->inst = NULL;
}

/* Definitions: one each before assignment. */
static void
collect_definitions(struct check *check)
{
    uint32_t position = 0;
    mir_foreach_block (block, check->function) {
        mir_foreach_inst (inst, block) {
            check->inst = inst;
            position++;
            for (unsigned i = 0; i < inst->operand_count; i++) {
                const struct mir_operand *operand = &inst->operands[i];
                if (operand->kind != MIR_TEMP || !mir_is_def(inst, i) || check->fault)
                    continue;
                if (check->def[operand->temp])
                    fault(check, "temp %u defined twice", operand->temp);
                if (check->function->temps.at[operand->temp].def != inst)
                    fault(check, "temp %u: noted as defined elsewhere", operand->temp);
                check->def[operand->temp] = inst;
                check->position[operand->temp] = position;
            }
        }
    }
}

static void
check_use(struct check *check, const struct mir_operand *operand, uint32_t position,
          const struct mir_block *at_end_of)
{
    const struct mir_inst *def = check->def[operand->temp];
    bool linear = operand->reg_class == MIR_SGPR && check->function->linear_done;
    const struct dominators *dom = check->dom[linear];
    if (operand->is_undef)
        return;
    const struct mir_block *here = at_end_of ? at_end_of : check->inst->block;
    if (dom->number[here->id] == UINT32_MAX)
        return; /* unreachable */
    if (!def) {
        fault(check, "temp %u is never defined", operand->temp);
        return;
    }
    bool fine = def->block == here ? at_end_of || check->position[operand->temp] < position
                                   : mir_dominates(dom, def->block, here);
    if (!fine)
        fault(check, "temp %u does not dominate its use", operand->temp);
}

static void
check_ssa(struct check *check)
{
    uint32_t position = 0;
    mir_foreach_block (block, check->function) {
        mir_foreach_inst (inst, block) {
            check->inst = inst;
            position++;
            struct mir_block **preds = inst->op == MIR_P_PHI          ? block->logical_preds.at
                                       : inst->op == MIR_P_LINEAR_PHI ? block->linear_preds.at
                                                                      : NULL;
            for (unsigned i = 0; i < inst->operand_count && !check->fault; i++) {
                if (inst->operands[i].kind == MIR_TEMP && mir_is_use(inst, i))
                    check_use(check, &inst->operands[i], position,
                              preds ? preds[i - inst->def_count] : NULL);
            }
        }
    }
}

const char *
mir_validate(const struct mir_function *function, unsigned forms, struct arena *scratch)
{
    struct check check = {.function = function, .arena = scratch};
    if (!function->entry)
        return "no blocks";
    mir_foreach_block (block, function)
        check_edges(&check, block);
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block)
            check_inst(&check, inst);
    }
    if (!check.fault && forms)
        check.fault = mir_check_forms(function, forms, scratch);
    if (check.fault || function->assigned)
        return check.fault;
    check.position = ARENA_ARRAY(scratch, function->temps.count, uint32_t);
    check.def = ARENA_ARRAY(scratch, function->temps.count, struct mir_inst *);
    check.dom[0] = mir_dominators(scratch, function, false);
    if (function->linear_done)
        check.dom[1] = mir_dominators(scratch, function, true);
    collect_definitions(&check);
    if (!check.fault)
        check_ssa(&check);
    return check.fault;
}
