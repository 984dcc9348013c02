#include "midend/gen/gen_internal.h"

struct type *
gen_unqualified(struct type *type)
{
    return type->unqualified ? type->unqualified : type;
}

enum ir_type
gen_type(struct gen *g, const struct type *type)
{
    static const uint8_t map[TYPE_KINDS] = {
        [TYPE_BOOL] = IR_I1,    [TYPE_CHAR] = IR_I8,  [TYPE_UCHAR] = IR_I8,  [TYPE_SHORT] = IR_I16,
        [TYPE_USHORT] = IR_I16, [TYPE_INT] = IR_I32,  [TYPE_UINT] = IR_I32,  [TYPE_LONG] = IR_I64,
        [TYPE_ULONG] = IR_I64,  [TYPE_HALF] = IR_F16, [TYPE_FLOAT] = IR_F32, [TYPE_DOUBLE] = IR_F64,
        [TYPE_SAMPLER] = IR_P2, [TYPE_IMAGE] = IR_P2,
    };
    switch (type->kind) {
    case TYPE_ENUM:
    case TYPE_VECTOR:
    case TYPE_ATOMIC:
        return gen_type(g, type->base);
    case TYPE_BLOCK: /* its context */
        return IR_P5;
    case TYPE_PIPE:
        return IR_P1;
    case TYPE_QUEUE:
    case TYPE_CLK_EVENT:
    case TYPE_RESERVE_ID:
        return IR_I64;
    case TYPE_POINTER:
        return (enum ir_type)(IR_P0 + type->base->space);
    case TYPE_ARRAY:
    case TYPE_FUNCTION:
        return IR_P5;
    case TYPE_STRUCT:
    case TYPE_UNION:
        return (enum ir_type)(IR_P0 + type->space);
    case TYPE_EVENT:
        return type->size == 4 ? IR_I32 : IR_I64;
    default:
        return (enum ir_type)map[type->kind];
    }
}

enum ir_type
gen_memory_type(enum ir_type type)
{
    return type == IR_I1 ? IR_I8 : type;
}

bool
gen_is_aggregate(const struct type *type)
{
    return type->kind == TYPE_STRUCT || type->kind == TYPE_UNION || type->kind == TYPE_ARRAY;
}

bool
gen_is_float(const struct type *type)
{
    return type_is_float(type->kind == TYPE_VECTOR ? type->base : type);
}

bool
gen_is_signed(const struct type *type)
{
    if (type->kind == TYPE_VECTOR || type->kind == TYPE_ENUM)
        return gen_is_signed(type->base);
    return type->kind == TYPE_CHAR || type->kind == TYPE_SHORT || type->kind == TYPE_INT ||
           type->kind == TYPE_LONG;
}
