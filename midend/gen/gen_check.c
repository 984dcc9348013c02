/* What -fsanitize= leaves in the code for the simulator: points at which it may look at registers.
 *
 *     int s;  ->  %5 = asm "s_nop 0 ; occ.check undefined %0 4 s"
 *     a[i]    ->  asm "s_nop 0 ; occ.check index %0 20 a" (%i)
 *
 * Each is an s_nop, or a v_mov_b32 of 0 to its result, so that it has an address of its own; lower_asm.c puts the
 * registers into the words behind it, and the code object lists them with that address (docs/abi.md, "Checks").  The code
 * computes what it would without them, and whoever knows nothing of the list sees s_nop. */
#include "frontend/frontend.h"
#include "midend/gen/gen_builtin.h"
#include "midend/ir/check_point.h"
#include "support/sanitize.h"

#include <string.h>

enum { MOST_VALUES = 9 }; /* of one point */

bool
gen_checks(const struct gen *g, unsigned kinds)
{
    return (g->options->sanitize & kinds) != 0;
}

/* A name as a word of the text, in which $ and % stand for operands. */
static const char *
word_of(struct gen *g, const char *name)
{
    struct strbuf text = strbuf_new(g->module->arena);
    for (; name && *name; name++)
        strbuf_printf(&text, *name == '$' || *name == '%' ? "%c%c" : "%c", *name, *name);
    return text.length ? text.text : "-";
}

/* The low 32 bits, or 64, whose own bits are where the value's are. */
static ir_id
as_register(struct gen *g, ir_id value)
{
    enum ir_type type = ir_type_of(g->function, value);
    if (type == IR_F16)
        value = ir_build1(&g->b, IR_OP_bitcast, IR_I16, value);
    return ir_type_bits(type) < 32 ? ir_build1(&g->b, IR_OP_zext, IR_I32, value) : value;
}

void
gen_check_point(struct gen *g, const char *words, const ir_id *values, uint32_t count)
{
    static const char *const constraints[MOST_VALUES] = {"v", "v", "v", "v", "v",
                                                         "v", "v", "v", "v"};
    ir_id registers[MOST_VALUES];
    for (uint32_t i = 0; i < count; i++)
        registers[i] = as_register(g, values[i]);
    const char *builtin = g->builtin;
    g->builtin = NULL;
    gen_assembly(g, arena_printf(g->module->arena, "%s%s", IR_CHECK_TEXT, words), constraints,
                 IR_VOID, 0, registers, count);
    g->builtin = builtin;
}

/* ---- bounds ---- */

/* The array's name, or its member's; an element's is that of the whole. */
static const char *
array_name(const struct expr *array)
{
    while (array->kind == EXPR_INDEX || array->kind == EXPR_CONVERT)
        array = array->left;
    if (array->kind == EXPR_MEMBER)
        return array->member.field->name;
    return array->kind == EXPR_NAME ? array->name.decl->name : NULL;
}

/* An array that ends its structure may stand for one of any length (C11 6.7.2.1, 18, and the older habit
 * of one element). */
static bool
has_any_length(const struct expr *array, uint32_t count)
{
    if (!count || array->kind != EXPR_MEMBER || count > 1)
        return !count;
    const struct type *record = array->member.base->type;
    if (array->is_arrow)
        record = record->base;
    const struct record *fields = record->record;
    return fields && fields->field_count &&
           fields->fields[fields->field_count - 1].offset == array->member.field->offset;
}

void
gen_check_index(struct gen *g, const struct expr *array, ir_id index, bool is_signed,
                bool only_address)
{
    const struct type *type = array->type;
    uint32_t count = type->kind == TYPE_VECTOR ? gen_components(type) : type->count;
    if (!gen_checks(g, SANITIZE_BOUNDS) || has_any_length(array, count))
        return;
    uint64_t limit = (uint64_t)count + only_address;
    if (ir_is_const(g->function, index) &&
        ir_value(g->function, index)->bits < limit) /* a negative one has all upper bits */
        return;
    enum ir_type wide = ir_type_bits(ir_type_of(g->function, index)) == 64 ? IR_I64 : IR_I32;
    ir_id value = gen_int_resize(g, index, is_signed, wide);
    gen_check_point(g,
                    arena_printf(g->module->arena, "index %%0 %llu %llu %c %s",
                                 (unsigned long long)limit, (unsigned long long)count,
                                 is_signed ? 's' : 'u', word_of(g, array_name(array))),
                    &value, 1);
}

/* A sum of its own, which no pass folds as long as it has a size. */
ir_id
gen_check_member(struct gen *g, const struct expr *array, ir_id pointer)
{
    if (!gen_checks(g, SANITIZE_BOUNDS) || array->kind != EXPR_MEMBER ||
        array->type->kind != TYPE_ARRAY || has_any_length(array, array->type->count))
        return pointer;
    enum ir_type type = ir_type_of(g->function, pointer);
    ir_id args[2] = {pointer, ir_build_int(&g->b, ir_type_bits(type) == 64 ? IR_I64 : IR_I32, 0)};
    struct ir_inst *inst = ir_build(&g->b, IR_OP_ptradd, type, 1, args, 2);
    inst->size = (uint32_t)array->type->size;
    gen_check_name(g, inst->def, array_name(array));
    return inst->def;
}

void
gen_check_name(struct gen *g, ir_id object, const char *name)
{
    if (!gen_checks(g, SANITIZE_BOUNDS | SANITIZE_UNDEFINED) || !name ||
        g->module->object_names.count >= UINT16_MAX)
        return;
    vec_push(g->module->arena, &g->module->object_names, word_of(g, name));
    ir_def(g->function, object)->name = (uint16_t)g->module->object_names.count;
}

/* ---- undefined values ---- */

static bool
holds_data(const struct type *type)
{
    return type->kind == TYPE_POINTER || type->kind == TYPE_VECTOR || type_is_arithmetic(type);
}

void
gen_check_begin(struct gen *g, const struct gen_lvalue *lvalue, const char *name)
{
    struct type *type = gen_unqualified(lvalue->type);
    if (!gen_checks(g, SANITIZE_UNDEFINED) || type->bits || gen_is_wide(type))
        return;
    if (gen_is_aggregate(type)) {
        gen_begin_object(g, lvalue->pointer, type)->memory.is_kept = true;
        return;
    }
    if (!holds_data(type))
        return;
    struct gen_value value = {.type = type, .count = gen_components(type)};
    for (uint32_t i = 0; i < value.count; i++)
        value.at[i] = check_unset(&g->b, gen_type(g, type), word_of(g, name));
    gen_store(g, *lvalue, value);
}

/* Does the store go where others may see it? */
static bool
is_seen(const struct gen *g, ir_id pointer)
{
    enum ir_space space = ir_space_of(ir_type_of(g->function, pointer));
    return space == IR_SPACE_GLOBAL || space == IR_SPACE_LOCAL || space == IR_SPACE_GENERIC;
}

void
gen_check_stored(struct gen *g, const struct gen_lvalue *lvalue, const struct gen_value *value)
{
    if (!gen_checks(g, SANITIZE_UNDEFINED) || gen_is_aggregate(lvalue->type) ||
        lvalue->type->bits || !holds_data(lvalue->type) || !is_seen(g, lvalue->pointer))
        return;
    if (ir_type_of(g->function, lvalue->pointer) != IR_P_GENERIC) {
        gen_check_given(g, value);
        return;
    }
    for (uint32_t i = 0; i < value->count; i++) { /* infer_addrspace.c may know where to */
        ir_id values[] = {value->at[i], lvalue->pointer};
        unsigned bits = ir_type_bits(ir_type_of(g->function, *values));
        if (!ir_is_const(g->function, *values))
            gen_check_point(g, arena_printf(g->module->arena, "%s%u", IR_CHECK_LEAVES, bits),
                            values, 2);
    }
}

void
gen_check_operand(struct gen *g, ir_id value)
{
    unsigned bits = ir_type_bits(ir_type_of(g->function, value));
    if (gen_checks(g, SANITIZE_UNDEFINED) && !ir_is_const(g->function, value))
        gen_check_point(g, arena_printf(g->module->arena, "stored %%0 %u", bits), &value, 1);
}

void
gen_check_given(struct gen *g, const struct gen_value *value)
{
    for (uint32_t i = 0; i < value->count && holds_data(value->type); i++)
        gen_check_operand(g, value->at[i]);
}

/* The value, undefined in work-items for which the condition holds. */
static ir_id
undefined_if(struct gen *g, ir_id value, ir_id condition, const char *what)
{
    static const char *const constraints[] = {"=v", "0", "v"};
    enum ir_type type = ir_type_of(g->function, value);
    if (ir_is_const(g->function, condition) && !ir_value(g->function, condition)->bits)
        return value;
    ir_id inputs[2] = {as_register(g, value), ir_build1(&g->b, IR_OP_zext, IR_I32, condition)};
    enum ir_type own = ir_type_of(g->function, inputs[0]);
    const char *builtin = g->builtin;
    g->builtin = NULL;
    const char *words = arena_printf(g->module->arena, "%sunless %%0 %%2 %s", IR_CHECK_TEXT, what);
    ir_id id = gen_assembly(g, words, constraints, own, 1, inputs, 2)->def;
    g->builtin = builtin;
    return own == type ? id : ir_build1(&g->b, IR_OP_trunc, type, id);
}

ir_id
gen_check_quotient(struct gen *g, ir_id quotient, ir_id dividend, ir_id divisor, bool is_signed)
{
    enum ir_type type = ir_type_of(g->function, divisor);
    if (!gen_checks(g, SANITIZE_UNDEFINED))
        return quotient;
    ir_id is_zero = ir_build2(&g->b, IR_OP_eq, IR_I1, divisor, ir_build_int(&g->b, type, 0));
    if (!ir_is_const(g->function, divisor))
        quotient = undefined_if(g, quotient, is_zero, "division");
    if (!is_signed)
        return quotient;
    ir_id lowest = ir_build_int(&g->b, type, UINT64_C(1) << (ir_type_bits(type) - 1));
    ir_id is_lowest = ir_build2(&g->b, IR_OP_eq, IR_I1, dividend, lowest);
    ir_id is_one =
        ir_build2(&g->b, IR_OP_eq, IR_I1, divisor, ir_build_int(&g->b, type, ~UINT64_C(0)));
    return undefined_if(g, quotient, ir_build2(&g->b, IR_OP_and, IR_I1, is_lowest, is_one),
                        "quotient");
}

/* Is the number, without its fraction, none of so many bits?  Its lowest one less 1 where that is a number of
 * the floating type, else that one itself. */
static ir_id
is_out_of_range(struct gen *g, ir_id number, unsigned bits, bool is_signed)
{
    enum ir_type type = ir_type_of(g->function, number);
    unsigned precision = type == IR_F64 ? 53 : type == IR_F32 ? 24 : 11;
    unsigned value_bits = bits - is_signed;
    double end = (double)(UINT64_C(1) << (value_bits - 1)) * 2, lowest = is_signed ? -end : 0;
    bool has_less = !is_signed || value_bits < precision;
    ir_id from = ir_build_float(&g->b, type, has_less ? lowest - 1 : lowest);
    ir_id high = ir_build2(&g->b, IR_OP_folt, IR_I1, number, ir_build_float(&g->b, type, end));
    ir_id low = ir_build2(&g->b, has_less ? IR_OP_fogt : IR_OP_foge, IR_I1, number, from);
    ir_id both = ir_build2(&g->b, IR_OP_and, IR_I1, high, low);
    return ir_build2(&g->b, IR_OP_xor, IR_I1, both, ir_build_int(&g->b, IR_I1, 1));
}

struct gen_value
gen_check_converted(struct gen *g, const struct gen_value *from, struct gen_value made)
{
    if (!gen_checks(g, SANITIZE_UNDEFINED) || gen_is_wide(from->type) || gen_is_wide(made.type) ||
        !gen_is_float(from->type) || gen_is_float(made.type))
        return made;
    for (uint32_t i = 0; i < made.count; i++) {
        ir_id number = from->at[from->count == 1 ? 0 : i];
        unsigned bits = ir_type_bits(ir_type_of(g->function, made.at[i]));
        if (bits > 1 && !ir_is_const(g->function, number))
            made.at[i] = undefined_if(g, made.at[i],
                                      is_out_of_range(g, number, bits, gen_is_signed(made.type)),
                                      "conversion");
    }
    return made;
}

/* ---- alignment ---- */

/* Passes may move it about: where it is, check_pointers.c asks. */
void
gen_check_part(struct gen *g, struct ir_inst *inst, const struct gen_lvalue *lvalue,
               uint64_t offset)
{
    uint32_t align = lvalue->whole_align ? lvalue->whole_align : lvalue->align;
    offset += lvalue->part_offset;
    if (!gen_checks(g, SANITIZE_ALIGNMENT) || align <= inst->memory.align || offset > UINT16_MAX)
        return;
    inst->memory.whole_zeros = (uint8_t)__builtin_ctz(align);
    inst->memory.part_offset = (uint16_t)offset;
}

/* ---- asynchronous copies ---- */

/* Events are numbers from 1 on; what other units have may be the same ones. */
uint32_t
gen_check_copy(struct gen *g, const ir_id *args, uint32_t size, bool to_local)
{
    if (!gen_checks(g, SANITIZE_COPY))
        return 0;
    uint32_t event = ++g->copies;
    gen_check_point(g, arena_printf(g->module->arena, "copy %%0 %%1 %%2 %%3 %u %u", size, to_local),
                    args, 4);
    return event;
}

/* Elements and how many of them become bytes from one to the next. */
uint32_t
gen_check_rect(struct gen *g, const ir_id *args, bool to_local)
{
    enum {
        TO,
        TO_OFFSET,
        FROM,
        FROM_OFFSET,
        SIZE,
        LINE,
        LINES,
        PLANES,
        FROM_LINE,
        FROM_PLANE,
        TO_LINE,
        TO_PLANE
    };
    static const uint8_t in_bytes[] = {LINE, FROM_LINE, FROM_PLANE, TO_LINE, TO_PLANE};
    static const uint8_t order[] = {TO,      FROM,     LINE,      LINES,     PLANES,
                                    TO_LINE, TO_PLANE, FROM_LINE, FROM_PLANE};
    ir_id all[TO_PLANE + 1], values[MOST_VALUES];
    if (!gen_checks(g, SANITIZE_COPY))
        return 0;
    memcpy(all, args, sizeof all);
    for (uint32_t i = 0; i < sizeof in_bytes; i++)
        all[in_bytes[i]] = ir_build2(&g->b, IR_OP_mul, IR_I64, args[in_bytes[i]], args[SIZE]);
    for (uint32_t i = TO; i <= FROM; i += 2) {
        ir_id offset = ir_build2(&g->b, IR_OP_mul, IR_I64, args[i + 1], args[SIZE]);
        enum ir_type type = ir_type_of(g->function, args[i]);
        if (ir_type_bytes(type) == 4)
            offset = gen_int_resize(g, offset, false, IR_I32);
        all[i] = ir_build2(&g->b, IR_OP_ptradd, type, args[i], offset);
    }
    for (uint32_t i = 0; i < MOST_VALUES; i++)
        values[i] = all[order[i]];
    gen_check_point(
        g, arena_printf(g->module->arena, "rect %%0 %%1 %%2 %%3 %%4 %%5 %%6 %%7 %%8 %u", to_local),
        values, MOST_VALUES);
    return ++g->copies;
}

struct gen_value
gen_check_copied(struct gen *g, uint32_t event, struct gen_value given)
{
    if (!event)
        return given;
    enum ir_type type = ir_type_of(g->function, given.at[0]);
    ir_id is_none = ir_build2(&g->b, IR_OP_eq, IR_I1, given.at[0], ir_build_int(&g->b, type, 0));
    given.at[0] = ir_build3(&g->b, IR_OP_select, type, is_none, ir_build_int(&g->b, type, event),
                            given.at[0]);
    gen_check_point(g, "copied %0", given.at, 1);
    return given;
}

void
gen_check_events(struct gen *g, struct expr *number, struct expr *events)
{
    enum { MOST_EVENTS = 16 }; /* more are not looked at */
    if (!gen_checks(g, SANITIZE_COPY))
        return;
    ir_id count = gen_scalar(g, number), first = gen_scalar(g, events);
    bool is_known = ir_is_const(g->function, count);
    uint64_t known = is_known ? ir_value(g->function, count)->bits : 0;
    struct type *type = events->type->base;
    for (uint32_t i = 0; i < known && known <= MOST_EVENTS; i++) {
        ir_id place = ir_build_offset(&g->b, first, (int64_t)i * type->size);
        ir_id event = gen_load(g, gen_place_at(type, place, type->align)).at[0];
        gen_check_point(g, "event %0", &event, 1);
    }
    gen_check_point(g, is_known && known <= MOST_EVENTS ? "wait 0" : "wait 1", NULL, 0);
}

/* ---- who comes along ---- */

/* Barriers of work-groups the simulator sees. */
static bool
is_of_group(const struct builtin *row)
{
    return strncmp(row->name, "work_group_", strlen("work_group_")) == 0 &&
           strcmp(row->name, "work_group_barrier") != 0;
}

/* Of the functions of sub-groups, those that need not meet all are of other extensions. */
static bool
is_for_all(const struct builtin *row)
{
    int needs = builtin_needs(row);
    if (is_of_group(row))
        return true;
    return strncmp(row->name, "sub_group_", strlen("sub_group_")) == 0 &&
           (needs == FEATURE_SUBGROUPS || needs == FEATURE_SUBGROUP_TYPES ||
            needs == FEATURE_PIPES);
}

void
gen_check_meet(struct gen *g, const struct builtin *row)
{
    if (gen_checks(g, SANITIZE_DIVERGENCE) && is_for_all(row))
        gen_check_point(g, arena_printf(g->module->arena, "meet %s", row->name), NULL, 0);
}

void
gen_check_leave(struct gen *g)
{
    if (gen_checks(g, SANITIZE_DIVERGENCE))
        gen_check_point(g, "leave", NULL, 0);
}

/* ---- pipes ---- */

void
gen_check_pipe(struct gen *g, const struct builtin *row, const ir_id *values)
{
    static const char *const words[] = {[PIPE_TRANSFER] = "packet %0 %1 %2",
                                        [PIPE_RESERVE] = "reserve %0 %1 %2",
                                        [PIPE_COMMIT] = "commit %0 %1"};
    bool writes = row->detail & PIPE_WRITES;
    enum builtin_pipe what = (enum builtin_pipe)(row->detail & ~PIPE_WRITES);
    char whose[] = {' ', row->name[0] == 's' ? '1' : row->name[0] == 'w' ? '2' : '0', 0};
    if (gen_checks(g, SANITIZE_PIPE))
        gen_check_point(g,
                        arena_printf(g->module->arena, "%s %d%s %s", words[what], writes,
                                     what == PIPE_RESERVE ? whose : "", row->name),
                        values, what == PIPE_COMMIT ? 2 : 3);
}

/* ---- what orders work-items ---- */

static bool
acquires(enum ir_order order)
{
    return order == IR_ACQUIRE || order == IR_ACQ_REL || order == IR_SEQ_CST;
}

static bool
releases(enum ir_order order)
{
    return order == IR_RELEASE || order == IR_ACQ_REL || order == IR_SEQ_CST;
}

static void
order_point(struct gen *g, const char *what, ir_space_set spaces, enum ir_order order,
            const char *scope)
{
    gen_check_point(g,
                    arena_printf(g->module->arena, "%s%s%s%s%s%s", what,
                                 spaces & IR_SPACE_MASK(LOCAL) ? " local" : "",
                                 spaces & IR_SPACE_MASK(GLOBAL) ? " global" : "",
                                 acquires(order) ? " acquire" : "",
                                 releases(order) ? " release" : "", scope),
                    NULL, 0);
}

void
gen_check_order(struct gen *g, const char *what, ir_space_set spaces)
{
    if (gen_checks(g, SANITIZE_RACE))
        order_point(g, what, spaces, IR_NOT_ATOMIC, "");
}

static const char *
scope_word(enum ir_scope scope)
{
    return scope <= IR_SCOPE_WAVEFRONT   ? " subgroup"
           : scope == IR_SCOPE_WORKGROUP ? " workgroup"
                                         : " device";
}

/* The barriers of collective functions are for what the library has in local memory. */
void
gen_check_collect(struct gen *g, const struct builtin *row, bool ends)
{
    if (gen_checks(g, SANITIZE_RACE) && is_of_group(row))
        gen_check_point(g, ends ? "collected" : "collect", NULL, 0);
}

/* A fence for one work-item alone orders nothing between two. */
void
gen_check_fence(struct gen *g, enum ir_order order, enum ir_scope scope, ir_space_set spaces)
{
    if (gen_checks(g, SANITIZE_RACE) && scope != IR_SCOPE_SINGLETHREAD)
        order_point(g, "fence", spaces, order, scope_word(scope));
}

void
gen_check_old_fence(struct gen *g, enum ir_order order, ir_space_set spaces)
{
    if (gen_checks(g, SANITIZE_RACE))
        order_point(g, "fence", spaces, order, "");
}

void
gen_check_atomic(struct gen *g, enum ir_order order, enum ir_scope scope, bool ends)
{
    bool is_ordered = acquires(order) || releases(order);
    if (gen_checks(g, SANITIZE_RACE) && scope != IR_SCOPE_SINGLETHREAD &&
        (is_ordered || (order == IR_RELAXED && !ends)))
        order_point(g, "atomic", 0, ends ? IR_RELAXED : order, ends ? "" : scope_word(scope));
}
