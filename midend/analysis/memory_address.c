/* Objects, bases and offsets of accesses: memory_address.h. */
#include "midend/analysis/memory_address.h"
#include "midend/analysis/analysis.h"
#include "support/limit.h"
#include "support/number.h"

/* Is the address used for anything but loads and stores there, perhaps at an offset? */
static bool
escapes(struct ir_function *function, ir_id pointer, unsigned depth)
{
    for (struct ir_use *use = ir_value(function, pointer)->uses; use; use = use->next) {
        const struct ir_inst *user = use->user;
        bool is_address = use == &user->args[0];
        if ((user->op == IR_OP_load || user->op == IR_OP_store) && is_address)
            continue;
        if (user->op != IR_OP_ptradd || !is_address ||
            LIMIT_MET(function->module->guard, ADDRESS_CHAIN, depth == LIMIT_ADDRESS_CHAIN) ||
            escapes(function, user->def, depth + 1))
            return true;
    }
    return false;
}

struct memory_objects
memory_objects(struct arena *arena, struct ir_function *function)
{
    uint32_t count = function->values.count;
    struct memory_objects objects = {function, ARENA_ARRAY(arena, count, bool), count};
    ir_foreach_inst (inst, function->entry)
        if (inst->op == IR_OP_alloca)
            objects.escapes[inst->def] = escapes(function, inst->def, 0);
    return objects;
}

/* Of a phi that only moves a pointer in a loop, as those of opt_addresses.c do, where the pointer comes
 * from; 0 if it is another one. */
static ir_id
start_of_moved(const struct ir_function *f, const struct ir_inst *phi)
{
    ir_id start = 0;
    for (uint32_t i = 0; i < phi->arg_count; i++) {
        ir_id id = phi->args[i].value;
        const struct ir_inst *inst = ir_def(f, id);
        for (unsigned k = 0; k < LIMIT_ADDRESS_CHAIN && inst && inst->op == IR_OP_ptradd; k++)
            inst = ir_def(f, inst->args[0].value);
        if (inst == phi)
            continue;
        if (start)
            return 0;
        start = id;
    }
    return start;
}

/* What divides the i32, though it may have wrapped: 1 then.  Rows of a matrix have indices that are products
 * with a row's bytes. */
static uint32_t
divisor_of(const struct ir_function *f, ir_id id, unsigned depth)
{
    enum { PROVEN = 31 }; /* bits of a number that has not wrapped */
    const struct ir_value *value = ir_value(f, id);
    const struct ir_inst *inst = ir_def(f, id);
    if (value->kind == IR_VALUE_CONST)
        return value->bits <= INT32_MAX ? (uint32_t)value->bits : 1;
    if (!inst || inst->type != IR_I32 || inst->arg_count < 2 || depth == 0)
        return 1;
    const struct ir_value *by = ir_value(f, inst->args[1].value);
    bool is_scaled = by->kind == IR_VALUE_CONST && by->bits && by->bits < 1 << 16;
    if (inst->op != IR_OP_add && (!is_scaled || (inst->op != IR_OP_mul && inst->op != IR_OP_shl)))
        return 1;
    if (!(inst->no_wrap & IR_NO_SIGNED_WRAP) && ana_most_bits(f, id) > PROVEN)
        return 1;
    if (inst->op == IR_OP_add)
        return common_divisor(divisor_of(f, inst->args[0].value, depth - 1),
                              divisor_of(f, inst->args[1].value, depth - 1));
    return inst->op == IR_OP_mul ? (uint32_t)by->bits : by->bits < 16 ? 1u << by->bits : 1;
}

/* Where in its object the access may begin, from the constant offsets of its pointer and what divides the others.
 */
static void
find_stride(const struct ir_function *f, ir_id pointer, struct memory_address *at)
{
    const struct ir_inst *inst = ir_def(f, pointer);
    for (; inst->op == IR_OP_ptradd; inst = ir_def(f, inst->args[0].value)) {
        ir_id by = inst->args[1].value;
        if (ir_is_const(f, by))
            at->start += (int32_t)ir_value(f, by)->bits;
        else
            at->stride = common_divisor(at->stride, divisor_of(f, by, LIMIT_OFFSET_DEPTH));
    }
    if (inst->op != IR_OP_alloca) /* a pointer that moves */
        at->stride = 1;
}

/* Constant offsets next to the access add up to its offset; the pointer before them is the base,
 * whose own chain is followed only to find the object. */
struct memory_address
memory_address_of(const struct memory_objects *objects, ir_id pointer, uint32_t size)
{
    struct ir_function *f = objects->function;
    struct memory_address at = {.base = pointer, .size = size};
    const ir_id first = pointer;
    bool constant = true;
    at.space = (uint8_t)ir_space_of(ir_type_of(f, pointer));
    struct ir_inst *inst = ir_def(f, pointer);
    unsigned steps = 0;
    for (; inst && !LIMIT_MET(f->module->guard, ADDRESS_CHAIN, steps == LIMIT_ADDRESS_CHAIN);
         steps++) {
        ir_id start = inst->op == IR_OP_phi ? start_of_moved(f, inst) : 0;
        if (start) {
            constant = false;
            pointer = start;
            inst = ir_def(f, pointer);
            continue;
        }
        if (inst->op != IR_OP_ptradd)
            break;
        ir_id by = inst->args[1].value;
        constant &= ir_is_const(f, by);
        pointer = inst->args[0].value;
        if (constant) {
            uint64_t bits = ir_value(f, by)->bits;
            at.offset += ir_type_of(f, by) == IR_I32 ? (int32_t)bits : (int64_t)bits;
            at.base = pointer;
        }
        inst = ir_def(f, pointer);
    }
    if (inst && inst->op == IR_OP_alloca)
        at.object = pointer;
    if (inst && inst->op == IR_OP_symbol && inst->global)
        at.object = MEMORY_NAMED_OBJECT + inst->global->number;
    const struct ir_value *root = ir_value(f, pointer);
    if (root->kind == IR_VALUE_PARAM && f->kernel) {
        at.object = pointer;
        at.is_param = true;
        at.is_restrict = f->kernel->args[root->param].is_restrict;
    }
    at.is_private = inst && inst->op == IR_OP_alloca && inst->def < objects->count &&
                    !objects->escapes[inst->def];
    if (at.is_private)
        find_stride(f, first, &at);
    at.start -= at.offset; /* who looks at a part of the access moves its offset */
    return at;
}

/* They are apart if their spaces, types, places in a loop's version or objects differ, or if one is private and the other has an unknown
 * object.  A kernel argument may point into any other object unless one of the two is restrict; a local one
 * does not, because it has LDS of its own. */
bool
memory_objects_may_meet(const struct memory_address *a, const struct memory_address *b)
{
    if (a->space != b->space && a->space != IR_SPACE_GENERIC && b->space != IR_SPACE_GENERIC)
        return false;
    if (a->scalar && b->scalar && a->scalar != b->scalar)
        return false;
    if (a->version && a->version == b->version && a->stream != b->stream)
        return false;
    if (a->object && b->object && a->object != b->object)
        return (a->is_param || b->is_param) && !a->is_restrict && !b->is_restrict &&
               a->space != IR_SPACE_LOCAL;
    if (a->object && a->object == b->object)
        return true;
    return !a->is_private && !b->is_private;
}

/* Columns of rows of which the numbers are not known are apart. */
static bool
strides_may_meet(const struct memory_address *a, const struct memory_address *b)
{
    uint32_t stride = common_divisor(a->stride, b->stride);
    if (stride <= 1)
        return true;
    int64_t apart = (a->start + a->offset - b->start - b->offset) % stride;
    apart += apart < 0 ? stride : 0;
    return apart < b->size || stride - apart < a->size;
}

/* With one base the offsets decide. */
bool
memory_may_alias(const struct memory_address *a, const struct memory_address *b)
{
    if (a->base == b->base)
        return a->offset < b->offset + b->size && b->offset < a->offset + a->size;
    if (a->is_private && a->object == b->object && !strides_may_meet(a, b))
        return false;
    return memory_objects_may_meet(a, b);
}

/* ---- indices that always differ ---- */

enum { NO_DIFFERENCE = UINT8_MAX };

static const struct ir_inst *
same_operation(const struct ir_function *f, ir_id x, ir_id y, const struct ir_inst **other)
{
    const struct ir_inst *a = ir_def(f, x), *b = ir_def(f, y);
    *other = b;
    bool are_same = a && b && a->op == b->op && ir_type_of(f, x) == ir_type_of(f, y);
    return are_same ? a : NULL;
}

/* v of a value that is v + c or v ^ c; 0: it is another one. */
static ir_id
without_constant(const struct ir_function *f, ir_id id, enum ir_op *op, uint64_t *constant)
{
    const struct ir_inst *inst = ir_def(f, id);
    if (!inst || (inst->op != IR_OP_add && inst->op != IR_OP_xor) ||
        !ir_is_const(f, inst->args[1].value))
        return 0;
    *op = (enum ir_op)inst->op;
    *constant = ir_value(f, inst->args[1].value)->bits;
    return inst->args[0].value;
}

/* The lowest set bit of the number, which is one of that type. */
static unsigned
lowest_bit(uint64_t bits, enum ir_type type)
{
    unsigned bit = bits ? (unsigned)__builtin_ctzll(bits) : NO_DIFFERENCE;
    return bit < ir_type_bits(type) ? bit : NO_DIFFERENCE;
}

/* x and y are one value, to which something else is added in each (^ is such an addition, too). */
static unsigned
difference_of_constants(const struct ir_function *f, ir_id x, ir_id y)
{
    enum ir_op op_x = IR_OP_add, op_y = IR_OP_add;
    uint64_t by_x = 0, by_y = 0;
    ir_id of_x = without_constant(f, x, &op_x, &by_x), of_y = without_constant(f, y, &op_y, &by_y);
    enum ir_type type = ir_type_of(f, x);
    if (of_x == y)
        return lowest_bit(by_x, type);
    if (of_y == x)
        return lowest_bit(by_y, type);
    if (of_x && of_x == of_y && op_x == op_y)
        return lowest_bit(by_x ^ by_y, type);
    return NO_DIFFERENCE;
}

/* The lowest bit in which the two numbers differ, whatever values they have; NO_DIFFERENCE: none is known.
 * That bit of x - y and of x ^ y is the lowest that is set, and additions of one number to both, shifts and
 * extensions keep what lies below it. */
static unsigned
lowest_difference(const struct ir_function *f, ir_id x, ir_id y, unsigned depth)
{
    const struct ir_inst *b, *a = same_operation(f, x, y, &b);
    unsigned bit = difference_of_constants(f, x, y), bits = ir_type_bits(ir_type_of(f, x));
    if (bit != NO_DIFFERENCE || !a ||
        LIMIT_MET(f->module->guard, INDEX_STEPS, depth == LIMIT_INDEX_STEPS))
        return bit;
    ir_id ax = a->args[0].value, bx = b->args[0].value;
    if (a->op == IR_OP_sext || a->op == IR_OP_zext)
        return ir_type_of(f, ax) == ir_type_of(f, bx) ? lowest_difference(f, ax, bx, depth + 1)
                                                      : NO_DIFFERENCE;
    if (a->op != IR_OP_add && a->op != IR_OP_xor && a->op != IR_OP_shl && a->op != IR_OP_mul)
        return NO_DIFFERENCE;
    ir_id ay = a->args[1].value, by = b->args[1].value;
    if (a->op == IR_OP_add || a->op == IR_OP_xor) {
        if (ay == by)
            return lowest_difference(f, ax, bx, depth + 1);
        return ax == bx ? lowest_difference(f, ay, by, depth + 1) : NO_DIFFERENCE;
    }
    if (ay != by || !ir_is_const(f, ay))
        return NO_DIFFERENCE;
    uint64_t factor = ir_value(f, ay)->bits;
    unsigned more = a->op == IR_OP_shl ? (unsigned)(factor & (bits - 1))
                                       : lowest_bit(factor, ir_type_of(f, ay));
    bit = more == NO_DIFFERENCE ? NO_DIFFERENCE : lowest_difference(f, ax, bx, depth + 1);
    return bit != NO_DIFFERENCE && bit + more < bits ? bit + more : NO_DIFFERENCE;
}

/* Two places of one pointer whose indices are further apart than the accesses are long. */
static bool
indices_differ(const struct ir_function *f, const struct memory_address *a,
               const struct memory_address *b)
{
    const struct ir_inst *y, *x = same_operation(f, a->base, b->base, &y);
    if (!x || x->op != IR_OP_ptradd || x->args[0].value != y->args[0].value ||
        ir_type_of(f, x->args[1].value) != ir_type_of(f, y->args[1].value))
        return false;
    unsigned bit = lowest_difference(f, x->args[1].value, y->args[1].value, 0);
    if (bit == NO_DIFFERENCE)
        return false;
    int64_t apart = bit < 32 ? INT64_C(1) << bit : INT64_C(1) << 32, by = a->offset - b->offset;
    return -apart <= by - (int64_t)b->size && by + (int64_t)a->size <= apart;
}

bool
memory_may_overlap(const struct ir_function *function, const struct memory_address *a,
                   const struct memory_address *b)
{
    if (!memory_may_alias(a, b))
        return false;
    bool is_local = a->space == IR_SPACE_LOCAL || a->space == IR_SPACE_GENERIC;
    if (a->base == b->base || (is_local && !a->is_atomic && !b->is_atomic))
        return true;
    return !indices_differ(function, a, b);
}

bool
memory_initial_value(const struct ir_function *function, const struct memory_address *at,
                     uint32_t index, enum ir_type type, uint64_t *bits)
{
    const struct ir_inst *inst = ir_def(function, at->base);
    int64_t size = ir_type_bytes(type), begin = at->offset + index * size;
    if (!inst || inst->op != IR_OP_symbol || inst->global->space != IR_SPACE_CONSTANT ||
        !inst->global->bytes || inst->global->is_weak || begin < 0 ||
        begin + size > inst->global->size || ir_is_pointer(type))
        return false;
    for (uint32_t i = 0; i < inst->global->reloc_count; i++) {
        int64_t place = inst->global->relocs[i].offset;
        if (place < begin + size && begin < place + 8)
            return false;
    }
    *bits = 0;
    for (int64_t k = 0; k < size; k++)
        *bits |= (uint64_t)inst->global->bytes[begin + k] << k * 8;
    return true;
}

bool
memory_is_of_launch(const struct ir_function *function, ir_id pointer)
{
    const struct ir_inst *inst = ir_def(function, pointer);
    while (inst && inst->op == IR_OP_ptradd && ir_is_const(function, inst->args[1].value)) {
        pointer = inst->args[0].value;
        inst = ir_def(function, pointer);
    }
    const struct ir_value *root = ir_value(function, pointer);
    if (root->kind == IR_VALUE_PARAM)
        return function->kernel && function->kernel->args[root->param].kind == KERNEL_ARG_BY_VALUE;
    return inst && (inst->op == IR_OP_dispatch_ptr || inst->op == IR_OP_kernarg_ptr ||
                    inst->op == IR_OP_hidden_block);
}
