#include "midend/ir_build.h"

#include <string.h>

struct ir_inst *
ir_build(struct ir_builder *builder, enum ir_op op, enum ir_type type, uint32_t def_count,
         const ir_id *args, uint32_t arg_count)
{
    struct ir_inst *inst = ir_inst_new(builder->function, op, type, def_count, args, arg_count);
    inst->loc = builder->loc;
    if (builder->before)
        ir_insert_before(builder->before, inst);
    else
        ir_append(builder->block, inst);
    return inst;
}

/* Builds, or gives the constant that the operation comes to. */
static ir_id
build_or_fold(struct ir_builder *builder, enum ir_op op, enum ir_type type, const ir_id *args,
              uint32_t count)
{
    struct ir_function *function = builder->function;
    bool constant = true;
    uint64_t bits;
    for (uint32_t i = 0; i < count; i++)
        constant &= ir_is_const(function, args[i]);
    struct ir_inst *inst = ir_build(builder, op, type, 1, args, count);
    if (constant && ir_fold(function, inst, &bits)) {
        ir_remove(inst);
        return ir_const(function, type, bits);
    }
    return inst->def;
}

ir_id
ir_build1(struct ir_builder *builder, enum ir_op op, enum ir_type type, ir_id a)
{
    return build_or_fold(builder, op, type, &a, 1);
}

ir_id
ir_build2(struct ir_builder *builder, enum ir_op op, enum ir_type type, ir_id a, ir_id b)
{
    const ir_id args[] = {a, b};
    return build_or_fold(builder, op, type, args, 2);
}

ir_id
ir_build3(struct ir_builder *builder, enum ir_op op, enum ir_type type, ir_id a, ir_id b, ir_id c)
{
    const ir_id args[] = {a, b, c};
    return build_or_fold(builder, op, type, args, 3);
}

ir_id
ir_build_int(struct ir_builder *builder, enum ir_type type, uint64_t value)
{
    return ir_const(builder->function, type, value);
}

/* IEEE 754 binary16 of a double, to nearest even. */
static uint64_t
half_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t sign = bits >> 48 & 0x8000;
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    uint64_t mantissa = (bits & 0xfffffffffffff) | 0x10000000000000;
    if (exponent == 1024)
        return sign | ((bits & 0xfffffffffffff) ? 0x7e00 : 0x7c00);
    if (exponent > 15)
        return sign | 0x7c00;
    int shift = exponent >= -14 ? 42 : 42 + (-14 - exponent);
    if (shift > 54)
        return sign;
    uint64_t kept = mantissa >> shift, rest = mantissa & ((UINT64_C(1) << shift) - 1);
    uint64_t half = UINT64_C(1) << (shift - 1);
    kept += rest > half || (rest == half && (kept & 1));
    uint64_t base = exponent >= -14 ? (uint64_t)(exponent + 14) << 10 : 0;
    return sign | (base + kept); /* the leading one of kept carries into the exponent */
}

ir_id
ir_build_float(struct ir_builder *builder, enum ir_type type, double value)
{
    uint64_t bits = 0;
    float single = (float)value;
    uint32_t single_bits;
    memcpy(&single_bits, &single, sizeof single_bits);
    if (type == IR_F64)
        memcpy(&bits, &value, sizeof bits);
    else
        bits = type == IR_F32 ? single_bits : half_bits(value);
    return ir_const(builder->function, type, bits);
}

ir_id
ir_build_offset(struct ir_builder *builder, ir_id pointer, int64_t bytes)
{
    enum ir_type type = ir_type_of(builder->function, pointer);
    enum ir_type offset = ir_type_bits(type) == 64 ? IR_I64 : IR_I32;
    if (bytes == 0)
        return pointer;
    return ir_build2(builder, IR_OP_ptradd, type, pointer,
                     ir_const(builder->function, offset, (uint64_t)bytes));
}

struct ir_inst *
ir_build_load(struct ir_builder *builder, enum ir_type type, uint32_t lanes, ir_id pointer,
              uint32_t align)
{
    struct ir_inst *inst = ir_build(builder, IR_OP_load, type, lanes, &pointer, 1);
    inst->memory = (struct ir_memory){.lanes = (uint8_t)lanes, .align = align};
    return inst;
}

struct ir_inst *
ir_build_store(struct ir_builder *builder, enum ir_type type, uint32_t lanes, ir_id pointer,
               const ir_id *values, uint32_t align)
{
    ir_id args[17] = {pointer};
    memcpy(args + 1, values, lanes * sizeof *values);
    struct ir_inst *inst = ir_build(builder, IR_OP_store, type, 0, args, lanes + 1);
    inst->memory = (struct ir_memory){.lanes = (uint8_t)lanes, .align = align};
    return inst;
}

struct ir_inst *
ir_build_alloca(struct ir_builder *builder, uint32_t size, uint32_t align)
{
    struct ir_block *entry = builder->function->entry;
    struct ir_inst *inst = ir_inst_new(builder->function, IR_OP_alloca, IR_P5, 1, NULL, 0);
    inst->size = size;
    inst->align = align;
    inst->loc = builder->loc;
    if (entry->first)
        ir_insert_before(entry->first, inst);
    else
        ir_append(entry, inst);
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
    ir_build(builder, IR_OP_ret, IR_VOID, 0, values, count);
}
