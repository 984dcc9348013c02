/* What -fsanitize= leaves in the code for the simulator: points at which it may look at registers.
 *
 *     int s;  ->  %5 = asm "s_nop 0 ; occ.check undefined %0 4 s"
 *     a[i]    ->  asm "s_nop 0 ; occ.check index %0 20 a" (%i)
 *
 * Each is an s_nop, or a v_mov_b32 of 0 to its result, so that it has an address of its own; lower_asm.c puts the
 * registers into the words behind it, and the code object lists them with that address (docs/abi.md, "Checks").  The code
 * computes what it would without them, and whoever knows nothing of the list sees s_nop. */
#include "midend/gen/gen_builtin.h"
#include "support/sanitize.h"

#include <string.h>

enum { MOST_VALUES = 4 }; /* of one point */

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
    static const char *const constraints[MOST_VALUES] = {"v", "v", "v", "v"};
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

/* ---- undefined values ---- */

/* A value that nobody has set: an instruction that defines its register (lower_asm.c). */
static ir_id
nobody_set(struct gen *g, enum ir_type type, const char *words)
{
    static const char *const constraints[] = {"=v"};
    enum ir_type own = type == IR_I1 || ir_type_bits(type) < 32 ? IR_I32 : type;
    const char *builtin = g->builtin;
    g->builtin = NULL;
    ir_id id = gen_assembly(g, words, constraints, own, 1, NULL, 0)->def;
    g->builtin = builtin;
    if (own == type)
        return id;
    if (type == IR_F16)
        return ir_build1(&g->b, IR_OP_bitcast, type, ir_build1(&g->b, IR_OP_trunc, IR_I16, id));
    return ir_build1(&g->b, IR_OP_trunc, type, id);
}

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
        gen_check_point(g,
                        arena_printf(g->module->arena, "object %%0 %llu %s",
                                     (unsigned long long)type->size, word_of(g, name)),
                        &lvalue->pointer, 1);
        return;
    }
    if (!holds_data(type))
        return;
    struct gen_value value = {.type = type, .count = gen_components(type)};
    const char *words =
        arena_printf(g->module->arena, "%sundefined %%0 %s", IR_CHECK_TEXT, word_of(g, name));
    for (uint32_t i = 0; i < value.count; i++)
        value.at[i] = nobody_set(g, gen_type(g, type), words);
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
    for (uint32_t i = 0; i < value->count; i++) {
        unsigned bits = ir_type_bits(ir_type_of(g->function, value->at[i]));
        if (!ir_is_const(g->function, value->at[i]))
            gen_check_point(g, arena_printf(g->module->arena, "stored %%0 %u", bits), &value->at[i],
                            1);
    }
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

/* ---- what orders work-items ---- */

void
gen_check_order(struct gen *g, const char *what, ir_space_set spaces)
{
    if (!gen_checks(g, SANITIZE_RACE))
        return;
    gen_check_point(g,
                    arena_printf(g->module->arena, "%s%s%s", what,
                                 spaces & IR_SPACE_MASK(LOCAL) ? " local" : "",
                                 spaces & IR_SPACE_MASK(GLOBAL) ? " global" : ""),
                    NULL, 0);
}
