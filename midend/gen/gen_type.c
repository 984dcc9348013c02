#include "midend/gen/gen_internal.h"

struct type *
gen_unqualified(struct type *type)
{
    return type->unqualified ? type->unqualified : type;
}

/* struct kernel_arg keeps sema's number; metadata and the text of the IR print it as the IR's. */
_Static_assert((int)SPACE_GENERIC == IR_SPACE_GENERIC && (int)SPACE_GLOBAL == IR_SPACE_GLOBAL &&
                   (int)SPACE_CONSTANT == IR_SPACE_CONSTANT && (int)SPACE_LOCAL == IR_SPACE_LOCAL &&
                   (int)SPACE_REGION == IR_SPACE_REGION && (int)SPACE_PRIVATE == IR_SPACE_PRIVATE,
               "sema and the IR number address spaces alike");

enum ir_space
gen_space(enum address_space space)
{
    return (enum ir_space)space;
}

enum ir_type
gen_type(struct gen *g, const struct type *type)
{
    static const uint8_t map[TYPE_KINDS] = {
        [TYPE_BOOL] = IR_I1,
        [TYPE_CHAR] = IR_I8,
        [TYPE_UCHAR] = IR_I8,
        [TYPE_SHORT] = IR_I16,
        [TYPE_USHORT] = IR_I16,
        [TYPE_INT] = IR_I32,
        [TYPE_UINT] = IR_I32,
        [TYPE_LONG] = IR_I64,
        [TYPE_ULONG] = IR_I64,
        [TYPE_LONGLONG] = IR_I64,
        [TYPE_ULONGLONG] = IR_I64,
        [TYPE_INT128] = IR_I64,
        [TYPE_UINT128] = IR_I64,
        [TYPE_HALF] = IR_F16,
        [TYPE_FLOAT] = IR_F32,
        [TYPE_DOUBLE] = IR_F64,
        [TYPE_BUFFER_RESOURCE] = IR_I32,
    };
    switch (type->kind) {
    case TYPE_ENUM:
    case TYPE_VECTOR:
    case TYPE_ATOMIC:
        return gen_type(g, type->base);
    case TYPE_BLOCK: /* its context */
        return IR_P_PRIVATE;
    case TYPE_SAMPLER:
    case TYPE_IMAGE:
        return IR_P_CONSTANT;
    case TYPE_PIPE:
    case TYPE_QUEUE:
        return IR_P_GLOBAL;
    case TYPE_CLK_EVENT:
    case TYPE_RESERVE_ID:
        return IR_I64;
    case TYPE_POINTER:
        if (type->base->kind == TYPE_FUNCTION)
            return IR_I64; /* function_address */
        return ir_pointer_type(gen_space(type->base->space));
    case TYPE_ARRAY:
    case TYPE_FUNCTION:
        return IR_P_PRIVATE;
    case TYPE_STRUCT:
    case TYPE_UNION:
        return ir_pointer_type(gen_space(type->space));
    case TYPE_EVENT:
        return type->size == 4 ? IR_I32 : IR_I64;
    default:
        return (enum ir_type)map[type->kind];
    }
}

uint32_t
gen_components(const struct type *type)
{
    if (type->kind == TYPE_BUFFER_RESOURCE)
        return 4;
    return gen_is_wide(type) ? 2 : type_components(type);
}

bool
gen_is_wide(const struct type *type)
{
    return type_is_wide(type);
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
    return type_is_signed(type);
}
