#include "midend/ir/ir_build.h"

#include "midend/ir/ir_info.h"
#include "support/ieee.h"

#include <string.h>

static struct ir_inst *
place(struct ir_builder *builder, struct ir_inst *inst)
{
    inst->loc = builder->loc;
    if (builder->before)
        ir_insert_before(builder->before, inst);
    else
        ir_append(builder->block, inst);
    return inst;
}

struct ir_inst *
ir_build(struct ir_builder *builder, enum ir_op op, enum ir_type type, uint32_t def_count,
         const ir_id *args, uint32_t arg_count)
{
    return place(builder, ir_inst_new(builder->function, op, type, def_count, args, arg_count));
}

static ir_id
build_folded(struct ir_builder *builder, enum ir_op op, enum ir_type type, const ir_id *args,
             uint32_t count)
{
    uint64_t bits;
    if (ir_fold_values(builder->function, op, type, args, count, &bits))
        return ir_const(builder->function, type, bits);
    return ir_build(builder, op, type, 1, args, count)->def;
}

ir_id
ir_build1(struct ir_builder *builder, enum ir_op op, enum ir_type type, ir_id a)
{
    return build_folded(builder, op, type, &a, 1);
}

ir_id
ir_build2(struct ir_builder *builder, enum ir_op op, enum ir_type type, ir_id a, ir_id b)
{
    return build_folded(builder, op, type, (ir_id[]){a, b}, 2);
}

ir_id
ir_build3(struct ir_builder *builder, enum ir_op op, enum ir_type type, ir_id a, ir_id b, ir_id c)
{
    return build_folded(builder, op, type, (ir_id[]){a, b, c}, 3);
}

ir_id
ir_build_int(struct ir_builder *builder, enum ir_type type, uint64_t value)
{
    return ir_const(builder->function, type, value);
}

ir_id
ir_build_float(struct ir_builder *builder, enum ir_type type, double value)
{
    return ir_const(builder->function, type, ieee_bits(ir_type_bits(type), value));
}

ir_id
ir_build_offset(struct ir_builder *builder, ir_id pointer, int64_t bytes)
{
    if (!bytes)
        return pointer;
    enum ir_type type = ir_type_of(builder->function, pointer);
    enum ir_type wide = ir_type_bits(type) == 64 ? IR_I64 : IR_I32;
    return ir_build2(builder, IR_OP_ptradd, type, pointer,
                     ir_const(builder->function, wide, (uint64_t)bytes));
}

struct ir_inst *
ir_build_load(struct ir_builder *builder, enum ir_type type, uint32_t components, ir_id pointer,
              uint32_t align)
{
    struct ir_inst *inst = ir_build(builder, IR_OP_load, type, components, &pointer, 1);
    inst->memory.components = (uint8_t)components;
    inst->memory.align = align;
    return inst;
}

struct ir_inst *
ir_build_store(struct ir_builder *builder, enum ir_type type, uint32_t components, ir_id pointer,
               const ir_id *values, uint32_t align)
{
    ir_id args[17] = {pointer};
    memcpy(args + 1, values, components * sizeof *values);
    struct ir_inst *inst = ir_build(builder, IR_OP_store, type, 0, args, components + 1);
    inst->memory.components = (uint8_t)components;
    inst->memory.align = align;
    return inst;
}

struct ir_inst *
ir_build_alloca(struct ir_builder *builder, uint32_t size, uint32_t align)
{
    struct ir_function *function = builder->function;
    struct ir_inst *inst = ir_inst_new(function, IR_OP_alloca, IR_P_PRIVATE, 1, NULL, 0);
    inst->size = size;
    inst->align = align;
    inst->loc = builder->loc;
    if (function->entry->first)
        ir_insert_before(function->entry->first, inst);
    else
        ir_append(function->entry, inst);
    return inst;
}

void
ir_build_br(struct ir_builder *builder, struct ir_block *target)
{
    ir_set_br(builder->block, target);
    builder->block->last->loc = builder->loc;
}

void
ir_build_cbr(struct ir_builder *builder, ir_id condition, struct ir_block *if_true,
             struct ir_block *if_false)
{
    ir_set_cbr(builder->block, condition, if_true, if_false);
    builder->block->last->loc = builder->loc;
}

void
ir_build_ret(struct ir_builder *builder, const ir_id *values, uint32_t count)
{
    struct ir_inst *inst = ir_inst_new(builder->function, IR_OP_ret, IR_VOID, 0, values, count);
    inst->loc = builder->loc;
    ir_set_end(builder->block, inst);
}
