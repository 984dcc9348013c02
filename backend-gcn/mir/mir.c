/* Making and editing machine IR. */
#include "backend-gcn/mir/mir_build.h"

#include <stddef.h>
#include <string.h>

static const char *const pseudo_names[MIR_OPS - GCN_OPS] = {
#define PSEUDO(enumerator, name) name,
#include "backend-gcn/mir/mir_pseudo.def"
};

const struct mir_reg_name mir_reg_names[] = {
    {"vcc", GCN_VCC_LO},
    {"vcc_hi", GCN_VCC_HI},
    {"exec", GCN_EXEC_LO},
    {"exec_hi", GCN_EXEC_HI},
    {"m0", GCN_M0},
    {"scc", GCN_SCC},
    {"flat_scratch", GCN_FLAT_SCRATCH_LO},
    {"flat_scratch_hi", GCN_FLAT_SCRATCH_HI},
    {"xnack_mask", GCN_XNACK_MASK_LO},
    {"xnack_mask_hi", GCN_XNACK_MASK_HI},
    {"src_shared_base", GCN_SRC_SHARED_BASE},
    {"src_private_base", GCN_SRC_PRIVATE_BASE},
    {"src_vccz", GCN_SRC_VCCZ},
    {"src_execz", GCN_SRC_EXECZ},
    {"src_scc", GCN_SRC_SCC},
    {NULL, 0},
};

const char *
mir_op_name(unsigned op)
{
    return op < GCN_OPS ? gcn_op_info[op].name : op < MIR_OPS ? pseudo_names[op - GCN_OPS] : "?";
}

void
mir_function_defaults(struct mir_function *function, const struct gcn_target *target)
{
    function->target = target;
    function->spill_vgpr = GCN_NO_REG;
    function->array_vgpr = GCN_NO_REG;
    function->vgpr_budget = target->max_vgprs;
    function->sgpr_budget = target->max_sgprs;
}

struct mir_function *
mir_function_new(struct arena *arena, struct guard *guard, const struct gcn_target *target,
                 const struct ir_function *source)
{
    struct mir_function *function = ARENA_NEW(arena, struct mir_function);
    function->arena = arena;
    function->guard = guard;
    function->source = source;
    mir_function_defaults(function, target);
    vec_push(arena, &function->temps, (struct mir_temp){0}); /* 0 is no temp */
    return function;
}

static struct mir_block *
block_make(struct mir_function *function)
{
    struct mir_block *block = ARENA_NEW(function->arena, struct mir_block);
    block->function = function;
    block->id = function->block_count++;
    return block;
}

struct mir_block *
mir_block_new(struct mir_function *function)
{
    struct mir_block *block = block_make(function);
    block->prev = function->last_block;
    if (function->last_block)
        function->last_block->next = block;
    else
        function->entry = block;
    function->last_block = block;
    return block;
}

struct mir_block *
mir_block_after(struct mir_block *at)
{
    struct mir_function *function = at->function;
    if (!at->next)
        return mir_block_new(function);
    struct mir_block *block = block_make(function);
    block->prev = at;
    block->next = at->next;
    at->next->prev = block;
    at->next = block;
    return block;
}

uint32_t
mir_temp_new(struct mir_function *function, enum mir_class reg_class, unsigned dwords)
{
    vec_push(function->arena, &function->temps,
             (struct mir_temp){.reg_class = (uint8_t)reg_class,
                               .dwords = (uint8_t)dwords,
                               .reg = GCN_NO_REG,
                               .hint = GCN_NO_REG});
    return function->temps.count - 1;
}

struct mir_inst *
mir_inst_new(struct mir_function *function, unsigned op, const struct mir_operand *operands,
             unsigned count, unsigned defs)
{
    struct mir_inst *inst =
        arena_alloc(function->arena, sizeof *inst + count * sizeof(struct mir_operand));
    inst->op = (uint16_t)op;
    inst->operand_count = (uint16_t)count;
    inst->def_count = (uint16_t)defs;
    if (count > UINT16_MAX)
        ice(function->guard, "%s has %u operands", mir_op_name(op), count);
    if (count)
        memcpy(inst->operands, operands, count * sizeof *operands);
    return inst;
}

struct mir_inst *
mir_inst_clone(struct mir_function *function, const struct mir_inst *inst)
{
    struct mir_inst *clone =
        mir_inst_new(function, inst->op, inst->operands, inst->operand_count, inst->def_count);
    memcpy(clone, inst, offsetof(struct mir_inst, operands)); /* every member, new ones too */
    clone->prev = clone->next = NULL;
    clone->block = NULL;
    clone->id = 0;
    clone->places = 0; /* those of the original are of another time */
    return clone;
}

loc_t
mir_near_loc(const struct mir_inst *inst)
{
    const struct mir_inst *at = inst;
    while (at && !at->loc)
        at = at->prev;
    for (at = at ? at : inst; at && !at->loc;)
        at = at->next;
    return at ? at->loc : 0;
}

/* Sets the temps' definitions from the moment the instruction is placed.  Of some, modifiers that come
 * after that say that they return something (mir_is_def). */
static void
note_definitions(struct mir_block *block, struct mir_inst *inst)
{
    inst->block = block;
    for (unsigned i = 0; i < inst->operand_count; i++) {
        if (inst->operands[i].kind == MIR_TEMP && (i < inst->def_count || mir_is_def(inst, i)))
            block->function->temps.at[inst->operands[i].temp].def = inst;
    }
}

void
mir_append(struct mir_block *block, struct mir_inst *inst)
{
    inst->prev = block->last;
    inst->next = NULL;
    if (block->last)
        block->last->next = inst;
    else
        block->first = inst;
    block->last = inst;
    note_definitions(block, inst);
}

void
mir_insert_before(struct mir_inst *at, struct mir_inst *inst)
{
    inst->prev = at->prev;
    inst->next = at;
    if (at->prev)
        at->prev->next = inst;
    else
        at->block->first = inst;
    at->prev = inst;
    note_definitions(at->block, inst);
}

void
mir_remove(struct mir_inst *inst)
{
    struct mir_block *block = inst->block;
    if (inst->prev)
        inst->prev->next = inst->next;
    else
        block->first = inst->next;
    if (inst->next)
        inst->next->prev = inst->prev;
    else
        block->last = inst->prev;
    inst->prev = inst->next = NULL;
    inst->block = NULL;
}

void
mir_add_logical_edge(struct mir_block *from, struct mir_block *to)
{
    from->logical_succs[from->logical_succ_count++] = to;
    vec_push(from->function->arena, &to->logical_preds, from);
}

void
mir_add_linear_edge(struct mir_block *from, struct mir_block *to)
{
    from->linear_succs[from->linear_succ_count++] = to;
    vec_push(from->function->arena, &to->linear_preds, from);
}

bool
mir_is_implicit(const struct mir_inst *inst, unsigned i, bool write)
{
    static const struct {
        uint16_t reg;
        uint32_t reads, writes;
    } registers[] = {
        {GCN_SCC, GCN_FLAG_READS_SCC, GCN_FLAG_WRITES_SCC},
        {GCN_VCC_LO, GCN_FLAG_READS_VCC, GCN_FLAG_WRITES_VCC},
        {GCN_EXEC_LO, GCN_FLAG_READS_EXEC, GCN_FLAG_WRITES_EXEC},
        {GCN_M0, GCN_FLAG_READS_M0, GCN_FLAG_WRITES_M0},
    };
    const struct mir_operand *operand = &inst->operands[i];
    if (operand->kind == MIR_TEMP && !operand->is_fixed)
        return !write;
    uint32_t flags = gcn_op_info[inst->op].flags;
    for (unsigned k = 0; k < sizeof registers / sizeof *registers; k++) {
        if (registers[k].reg == operand->reg)
            return (flags & (write ? registers[k].writes : registers[k].reads)) != 0;
    }
    return !write;
}

uint32_t
mir_allocate_offset(uint32_t *end, uint32_t size, uint32_t align)
{
    uint64_t mask = align ? align - 1 : 3;
    uint64_t at = (*end + mask) & ~mask, next = at + size;
    *end = next < MIR_MAX_OFFSET ? (uint32_t)next : MIR_MAX_OFFSET;
    return (uint32_t)at;
}

uint32_t
mir_note_address(struct mir_function *function, const struct memory_address *at,
                 ir_space_set spaces)
{
    struct memory_address noted = *at;
    noted.space = IR_SPACE_GENERIC;
    for (enum ir_space space = 0; space < IR_SPACE_COUNT; space++)
        if (spaces == ir_space_bit(space))
            noted.space = (uint8_t)space;
    vec_push(function->arena, &function->addresses, noted);
    return function->addresses.count;
}

bool
mir_is_branch(const struct mir_inst *inst)
{
    switch (inst->op) {
    case MIR_P_BRANCH:
    case MIR_P_CBRANCH_SCC:
    case MIR_P_CBRANCH_MASK:
    case MIR_P_END:
    case MIR_P_RETURN:
        return true;
    case GCN_s_swappc_b64: /* comes back */
        return false;
    default:
        return !mir_is_pseudo(inst) &&
               gcn_op_info[inst->op].flags & (GCN_FLAG_BRANCH | GCN_FLAG_END);
    }
}

struct mir_operand
mir_temp(const struct mir_function *function, uint32_t temp)
{
    const struct mir_temp *info = &function->temps.at[temp];
    return (struct mir_operand){.kind = MIR_TEMP,
                                .temp = temp,
                                .reg = info->reg,
                                .dwords = info->dwords,
                                .reg_class = info->reg_class};
}

struct mir_operand
mir_fixed(unsigned reg, unsigned dwords)
{
    return (struct mir_operand){
        .kind = MIR_FIXED,
        .reg = (uint16_t)reg,
        .dwords = (uint8_t)dwords,
        .reg_class = reg >= GCN_VGPR0 && reg < GCN_FLAT_SCRATCH_LO ? MIR_VGPR : MIR_SGPR};
}

struct mir_operand
mir_temp_at(const struct mir_function *function, uint32_t temp, unsigned reg)
{
    struct mir_operand operand = mir_temp(function, temp);
    operand.is_fixed = true;
    operand.reg = (uint16_t)reg;
    return operand;
}

struct mir_operand
mir_const(uint32_t value)
{
    return (struct mir_operand){.kind = MIR_CONST, .reg = GCN_NO_REG, .dwords = 1, .value = value};
}

struct mir_operand
mir_const64(uint64_t value)
{
    return (struct mir_operand){.kind = MIR_CONST, .reg = GCN_NO_REG, .dwords = 2, .value = value};
}

struct mir_operand
mir_none(void)
{
    return (struct mir_operand){.kind = MIR_NONE, .reg = GCN_NO_REG};
}

struct mir_inst *
mir_emit(struct mir_builder *builder, unsigned op, const struct mir_operand *operands,
         unsigned count, unsigned defs)
{
    struct mir_inst *inst = mir_inst_new(builder->function, op, operands, count, defs);
    inst->loc = builder->loc;
    if (builder->before)
        mir_insert_before(builder->before, inst);
    else
        mir_append(builder->block, inst);
    return inst;
}

struct mir_operand
mir_new_mask(struct mir_builder *builder)
{
    uint32_t temp = mir_temp_new(builder->function, MIR_SGPR, 2);
    builder->function->temps.at[temp].is_mask = true;
    return mir_temp(builder->function, temp);
}

bool
mir_is_literal(const struct gcn_target *target, const struct mir_operand *operand,
               unsigned value_type)
{
    if (mir_is_filled(operand))
        return true;
    if (operand->kind != MIR_CONST)
        return false;
    if (operand->dwords == 2)
        return gcn_inline_constant64(target, operand->value, value_type == GCN_F64) == GCN_NO_REG;
    if (value_type == GCN_F16 && !target->has_16bit)
        return true;
    return gcn_inline_constant(target, (uint32_t)operand->value) == GCN_NO_REG;
}
