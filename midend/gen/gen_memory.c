/* Transfers between components and memory. */
#include "midend/gen/gen_internal.h"

static uint32_t
low_bit(uint64_t n)
{
    return n ? (uint32_t)(n & -n) : UINT32_MAX;
}

struct gen_lvalue
gen_place_at(struct type *type, ir_id pointer, uint32_t align)
{
    return (struct gen_lvalue){.type = type,
                               .pointer = pointer,
                               .align = align ? align : 1,
                               .is_volatile = type->qualifiers & QUAL_VOLATILE};
}

void
gen_mark(struct gen *g, struct ir_inst *inst, const struct gen_lvalue *lvalue)
{
    enum ir_type pointer = ir_type_of(g->function, lvalue->pointer);
    inst->memory.is_volatile = lvalue->is_volatile;
    if (lvalue->type->kind == TYPE_ATOMIC &&
        pointer != IR_P_PRIVATE) { /* reading without a function */
        inst->memory.order = inst->memory.order_failure = IR_SEQ_CST;
        inst->memory.scope = pointer == IR_P_LOCAL ? IR_SCOPE_WORKGROUP : IR_SCOPE_AGENT;
    }
    if (inst->op == IR_OP_load)
        inst->memory.is_invariant =
            !lvalue->is_volatile && (lvalue->is_invariant || pointer == IR_P_CONSTANT);
}

/* The type of the object's components, which no access of another type meets. */
static uint8_t
scalar_of(const struct gen *g, const struct gen_lvalue *lvalue, enum ir_type type)
{
    return g->options->strict_aliasing && !lvalue->is_of_union ? (uint8_t)type : (uint8_t)IR_VOID;
}

/* One load of count neighbouring components, the first being number first. */
static void
load_run(struct gen *g, const struct gen_lvalue *lvalue, enum ir_type type, uint32_t first,
         uint32_t count, ir_id *out)
{
    enum ir_type memory = gen_memory_type(type);
    uint64_t offset = (uint64_t)first * ir_type_bytes(memory);
    uint32_t align = low_bit(offset) < lvalue->align ? low_bit(offset) : lvalue->align;
    ir_id pointer = ir_build_offset(&g->b, lvalue->pointer, (int64_t)offset);
    struct ir_inst *load = ir_build_load(&g->b, memory, count, pointer, align);
    gen_mark(g, load, lvalue);
    gen_check_part(g, load, lvalue, offset);
    load->memory.scalar = scalar_of(g, lvalue, memory);
    for (uint32_t i = 0; i < count; i++) {
        out[i] = load->def + i;
        if (type == IR_I1)
            out[i] = ir_build2(&g->b, IR_OP_ne, IR_I1, out[i], ir_build_int(&g->b, IR_I8, 0));
    }
}

static void
store_run(struct gen *g, const struct gen_lvalue *lvalue, enum ir_type type, uint32_t first,
          uint32_t count, const ir_id *values)
{
    enum ir_type memory = gen_memory_type(type);
    uint64_t offset = (uint64_t)first * ir_type_bytes(memory);
    uint32_t align = low_bit(offset) < lvalue->align ? low_bit(offset) : lvalue->align;
    ir_id pointer = ir_build_offset(&g->b, lvalue->pointer, (int64_t)offset);
    ir_id stored[GEN_COMPONENTS];
    for (uint32_t i = 0; i < count; i++)
        stored[i] = type == IR_I1 ? ir_build1(&g->b, IR_OP_zext, IR_I8, values[i]) : values[i];
    struct ir_inst *store = ir_build_store(&g->b, memory, count, pointer, stored, align);
    gen_mark(g, store, lvalue);
    gen_check_part(g, store, lvalue, offset);
    store->memory.scalar = scalar_of(g, lvalue, memory);
}

/* How many of the components that a swizzle names, from number i on, are adjacent in memory. */
static uint32_t
run_from(const struct gen_lvalue *lvalue, uint32_t i)
{
    uint32_t run = 1;
    while (i + run < lvalue->component_count &&
           lvalue->components[i + run] == lvalue->components[i] + run)
        run++;
    return run;
}

struct gen_value
gen_load(struct gen *g, struct gen_lvalue lvalue)
{
    struct gen_value value = {.type = lvalue.type, .count = 1, .align = lvalue.align};
    if (gen_is_aggregate(lvalue.type)) {
        value.at[0] = lvalue.pointer;
        return value;
    }
    enum ir_type type = gen_type(g, lvalue.type);
    value.count = gen_components(lvalue.type);
    if (lvalue.type->bits) {
        value.at[0] = gen_load_bits(g, &lvalue, type);
        value.type = gen_unqualified(lvalue.type);
        return value;
    }
    if (!lvalue.component_count)
        load_run(g, &lvalue, type, 0, value.count, value.at);
    for (uint32_t i = 0, run; i < lvalue.component_count; i += run) {
        run = run_from(&lvalue, i);
        load_run(g, &lvalue, type, lvalue.components[i], run, value.at + i);
    }
    return value;
}

enum { MAX_LEAVES = 16 }; /* of a record that is copied by its members, others at once: tuned */

/* Scalars and vectors that a record consists of, up to MAX_LEAVES + 1; unions have none. */
static uint32_t
count_leaves(const struct type *type)
{
    uint32_t count = 0;
    if (type->kind == TYPE_UNION)
        return MAX_LEAVES + 1;
    if (type->kind == TYPE_ARRAY) {
        uint32_t each = count_leaves(type->base);
        return each * (uint64_t)type->count > MAX_LEAVES ? MAX_LEAVES + 1 : each * type->count;
    }
    if (type->kind != TYPE_STRUCT)
        return 1;
    for (uint32_t i = 0; i < type->record->field_count && count <= MAX_LEAVES; i++) {
        const struct type *field = type->record->fields[i].type;
        count += field->bits ? MAX_LEAVES + 1 : count_leaves(field);
    }
    return count;
}

static struct gen_lvalue
part(struct gen *g, const struct gen_lvalue *whole, struct type *type, uint32_t offset)
{
    uint32_t align = low_bit(offset) < whole->align ? low_bit(offset) : whole->align;
    struct gen_lvalue lvalue =
        gen_place_at(type, ir_build_offset(&g->b, whole->pointer, offset), align);
    lvalue.is_volatile |= whole->is_volatile;
    lvalue.is_invariant = whole->is_invariant;
    return lvalue;
}

/* May the object become values? */
static bool
may_be_private(const struct gen *g, ir_id pointer)
{
    enum ir_space space = ir_space_of(ir_type_of(g->function, pointer));
    return space == IR_SPACE_PRIVATE || space == IR_SPACE_GENERIC;
}

/* Small records are copied leaf by leaf, so that ssa_build can take them apart. */
static void
copy_leaves(struct gen *g, const struct gen_lvalue *to, const struct gen_lvalue *from)
{
    struct type *type = to->type;
    if (type->kind == TYPE_STRUCT) {
        for (uint32_t i = 0; i < type->record->field_count; i++) {
            const struct field *field = &type->record->fields[i];
            struct gen_lvalue a = part(g, to, field->type, field->offset);
            struct gen_lvalue b = part(g, from, field->type, field->offset);
            copy_leaves(g, &a, &b);
        }
    } else if (type->kind == TYPE_ARRAY) {
        for (uint32_t i = 0; i < type->count; i++) {
            struct gen_lvalue a = part(g, to, type->base, i * type->base->size);
            struct gen_lvalue b = part(g, from, type->base, i * type->base->size);
            copy_leaves(g, &a, &b);
        }
    } else {
        gen_store(g, *to, gen_load(g, *from));
    }
}

static void
copy(struct gen *g, const struct gen_lvalue *lvalue, const struct gen_value *value)
{
    if (lvalue->type->size == 0 || lvalue->pointer == value->at[0])
        return;
    if ((may_be_private(g, lvalue->pointer) || may_be_private(g, value->at[0])) &&
        count_leaves(lvalue->type) <= MAX_LEAVES) {
        struct gen_lvalue from = gen_place_at(lvalue->type, value->at[0], value->align);
        from.is_volatile |= value->type->qualifiers & QUAL_VOLATILE;
        copy_leaves(g, lvalue, &from);
        return;
    }
    ir_id args[2] = {lvalue->pointer, value->at[0]};
    struct ir_inst *inst = ir_build(&g->b, IR_OP_memcpy, IR_VOID, 0, args, 2);
    inst->size = lvalue->type->size;
    inst->memory.align = lvalue->align;
    inst->align = value->align;
    inst->memory.is_volatile = lvalue->is_volatile;
}

void
gen_store(struct gen *g, struct gen_lvalue lvalue, struct gen_value value)
{
    if (gen_is_aggregate(lvalue.type)) {
        copy(g, &lvalue, &value);
        return;
    }
    enum ir_type type = gen_type(g, lvalue.type);
    if (lvalue.type->bits) {
        gen_store_bits(g, &lvalue, value.at[0]);
        return;
    }
    if (!lvalue.component_count)
        store_run(g, &lvalue, type, 0, value.count, value.at);
    for (uint32_t i = 0, run; i < lvalue.component_count; i += run) {
        run = run_from(&lvalue, i);
        store_run(g, &lvalue, type, lvalue.components[i], run, value.at + i);
    }
}

struct gen_value
gen_assigned(struct gen *g, struct gen_lvalue lvalue, struct gen_value value)
{
    gen_check_stored(g, &lvalue, &value);
    gen_store(g, lvalue, value);
    if (lvalue.type->bits)
        value = gen_value1(gen_unqualified(lvalue.type), gen_of_bits(g, lvalue.type, value.at[0]));
    return value;
}

uint32_t
gen_object_align(const struct type *type)
{
    enum { ARRAY_ALIGN = 16 }; /* lets one transfer move neighbouring elements of an array */
    uint32_t align = type->align ? type->align : 1;
    while (type->kind == TYPE_ARRAY && align < ARRAY_ALIGN && align * 2 <= type->size)
        align *= 2;
    return align;
}

/* Where a larger object's scope begins, opt_slots learns that its old value is not needed. */
enum { SMALL_OBJECT = 16 }; /* bytes: tuned */

struct ir_inst *
gen_begin_object(struct gen *g, ir_id pointer, const struct type *type)
{
    struct ir_inst *begin = ir_build(&g->b, IR_OP_memzero, IR_VOID, 0, &pointer, 1);
    begin->size = type->size;
    begin->memory.align = gen_object_align(type);
    begin->memory.is_undefined = true;
    return begin;
}

struct gen_lvalue
gen_temporary(struct gen *g, struct type *type)
{
    uint32_t align = gen_object_align(type);
    struct ir_inst *inst = ir_build_alloca(&g->b, type->size ? type->size : 1, align);
    if (type->size > SMALL_OBJECT || (g->options->marks_scopes && type->size))
        gen_begin_object(g, inst->def, type);
    return gen_place_at(gen_unqualified(type), inst->def, align);
}

struct gen_lvalue
gen_spill(struct gen *g, struct gen_value value)
{
    if (gen_is_aggregate(value.type))
        return gen_place_at(value.type, value.at[0], value.align);
    struct gen_lvalue lvalue = gen_temporary(g, value.type);
    gen_store(g, lvalue, value);
    return lvalue;
}

static ir_id
scaled_index(struct gen *g, ir_id index, uint64_t scale)
{
    enum ir_type type = ir_type_of(g->function, index);
    if (scale == 1)
        return index;
    if (scale && (scale & (scale - 1)) == 0)
        return ir_build2(&g->b, IR_OP_shl, type, index,
                         ir_build_int(&g->b, IR_I32, (uint64_t)__builtin_ctzll(scale)));
    return ir_build2(&g->b, IR_OP_mul, type, index, ir_build_int(&g->b, type, scale));
}

/* What leads from one place of a private object to another: both are within it, or behavior is undefined (C99
 * 6.5.6p8). */
static void
promise_distance(struct gen *g, ir_id value)
{
    struct ir_inst *inst = ir_def(g->function, value);
    bool scales = inst && (inst->op == IR_OP_shl || inst->op == IR_OP_mul);
    if (inst && (scales || inst->op == IR_OP_ptradd) && !g->options->wraps)
        inst->no_wrap |= IR_NO_SIGNED_WRAP;
}

ir_id
gen_ptradd(struct gen *g, ir_id pointer, ir_id index, bool is_signed, uint64_t scale)
{
    enum ir_type wide = ir_type_bits(ir_type_of(g->function, pointer)) == 64 ? IR_I64 : IR_I32;
    ir_id offset = gen_int_resize(g, index, is_signed, wide);
    if (ir_is_const(g->function, offset)) {
        uint64_t bits = ir_value(g->function, offset)->bits;
        int64_t count = wide == IR_I64 ? (int64_t)bits : (int32_t)bits;
        return ir_build_offset(&g->b, pointer, (int64_t)((uint64_t)count * scale));
    }
    enum ir_type type = ir_type_of(g->function, pointer);
    ir_id scaled = scaled_index(g, offset, scale);
    ir_id sum = ir_build2(&g->b, IR_OP_ptradd, type, pointer, scaled);
    if (type == IR_P_PRIVATE && scaled != offset) {
        promise_distance(g, scaled);
        promise_distance(g, sum);
    }
    return sum;
}
