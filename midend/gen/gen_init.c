/* Initialisers: stores for variables, bytes and relocations for program-scope objects. */
#include "midend/gen/gen_internal.h"
#include "sema/constexpr.h"
#include "support/ieee.h"

#include <string.h>

enum { TABLE_ITEMS = 8 }; /* longer lists of literals are copied from constant memory: tuned */

static bool
is_literal(const struct expr *expr)
{
    while ((expr->kind == EXPR_CONVERT && expr->cast == CAST_SCALAR && !expr->saturate &&
            expr->rounding == ROUND_DEFAULT) ||
           (expr->kind == EXPR_UNARY && expr->op == OP_NEG))
        expr = expr->left;
    return expr->kind == EXPR_INT || expr->kind == EXPR_FLOAT;
}

static bool
is_table(const struct expr *init)
{
    if (init->kind != EXPR_INIT_LIST || init->init.count <= TABLE_ITEMS)
        return false;
    for (uint32_t i = 0; i < init->init.count; i++)
        if (!is_literal(init->init.at[i].value))
            return false;
    return true;
}

static const struct expr *
string_of(const struct expr *expr)
{
    while (expr->kind == EXPR_CONVERT && (expr->cast == CAST_LVALUE || expr->cast == CAST_NONE))
        expr = expr->left;
    return expr->kind == EXPR_STRING ? expr : NULL;
}

struct ir_global *
gen_string(struct gen *g, const char *bytes, uint32_t length, uint32_t size)
{
    char *copy = ARENA_ARRAY(g->module->arena, size ? size : 1, char);
    memcpy(copy, bytes, length < size ? length : size);
    const char *key = arena_printf(g->arena, "%u:", size);
    struct strbuf text = strbuf_new(g->arena);
    strbuf_puts(&text, key);
    strbuf_add(&text, copy, size);
    uint64_t name_key = MAP_KEY(intern_text(&g->module->intern, text.text, text.length));
    struct ir_global *global = map_get(&g->strings, name_key);
    if (!global) {
        const char *name = arena_printf(g->module->arena, ".str%u", g->string_count++);
        global = ir_global_new(g->module, name, IR_SPACE_CONSTANT, size, 1, copy);
        map_put(&g->strings, name_key, global);
    }
    return global;
}

static struct gen_lvalue
part_of(struct gen *g, const struct gen_lvalue *whole, struct type *type, uint32_t offset)
{
    uint32_t low = offset & -offset;
    uint32_t align = low && low < whole->align ? low : whole->align;
    return gen_place_at(type, ir_build_offset(&g->b, whole->pointer, offset), align);
}

/* A pointer whose null is not all zero bits: its offset in the zeroed object. */
struct odd_null {
    struct type *type;
    uint32_t offset;
};
typedef VEC(struct odd_null) odd_null_list;

static void
find_odd_nulls(struct gen *g, struct type *type, uint32_t offset, odd_null_list *found)
{
    if (type->kind == TYPE_POINTER && ir_null(gen_type(g, type))) {
        struct odd_null pointer = {type, offset};
        vec_push(g->arena, found, pointer);
    } else if (type->kind == TYPE_ARRAY) {
        uint32_t before = found->count;
        for (uint32_t i = 0; i < type->count && (i == 0 || found->count > before); i++)
            find_odd_nulls(g, type->base, offset + i * type->base->size, found);
    } else if (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION) {
        uint32_t count = type->kind == TYPE_UNION ? 1 : type->record->field_count;
        for (uint32_t i = 0; i < count && i < type->record->field_count; i++) {
            const struct field *field = &type->record->fields[i];
            find_odd_nulls(g, field->type, offset + field->offset, found);
        }
    }
}

/* Every member becomes zero or null (C11 6.7.9p10). */
static void
zero(struct gen *g, const struct gen_lvalue *lvalue)
{
    odd_null_list nulls = {0};
    if (lvalue->type->size == 0)
        return;
    struct ir_inst *inst = ir_build(&g->b, IR_OP_memzero, IR_VOID, 0, &lvalue->pointer, 1);
    inst->size = lvalue->type->size;
    inst->memory.align = lvalue->align;
    find_odd_nulls(g, lvalue->type, 0, &nulls);
    vec_foreach (struct odd_null, at, &nulls) {
        gen_store(g, part_of(g, lvalue, at->type, at->offset), gen_zero(g, at->type));
    }
}

static bool
covers(const struct expr *list, const struct type *type)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < list->init.count; i++)
        bytes += list->init.at[i].type->bits ? 0 : list->init.at[i].type->size;
    return bytes >= type->size;
}

static void
copy_table(struct gen *g, const struct gen_lvalue *lvalue, struct expr *init)
{
    const char *name = arena_printf(g->module->arena, ".table%u", g->string_count++);
    struct ir_global *global = ir_global_new(g->module, name, IR_SPACE_CONSTANT, lvalue->type->size,
                                             lvalue->type->align, NULL);
    gen_init_global(g, global, lvalue->type, init);
    struct ir_inst *symbol = ir_build(&g->b, IR_OP_symbol, IR_P_CONSTANT, 1, NULL, 0);
    symbol->global = global;
    ir_id args[2] = {lvalue->pointer, symbol->def};
    struct ir_inst *inst = ir_build(&g->b, IR_OP_memcpy, IR_VOID, 0, args, 2);
    inst->size = lvalue->type->size;
    inst->memory.align = lvalue->align;
    inst->align = global->align;
}

static void
store_string(struct gen *g, const struct gen_lvalue *lvalue, const struct expr *string)
{
    struct ir_global *global =
        gen_string(g, string->string.bytes, string->string.length, lvalue->type->size);
    struct ir_inst *symbol = ir_build(&g->b, IR_OP_symbol, IR_P_CONSTANT, 1, NULL, 0);
    symbol->global = global;
    struct gen_value value = {.type = lvalue->type, .count = 1, .align = 1, .at = {symbol->def}};
    gen_store(g, *lvalue, value);
}

void
gen_init_lvalue(struct gen *g, struct gen_lvalue lvalue, struct expr *init)
{
    if (is_table(init) && lvalue.type->kind == TYPE_ARRAY && !lvalue.is_volatile) {
        copy_table(g, &lvalue, init);
    } else if (init->kind == EXPR_INIT_LIST) {
        if (!covers(init, lvalue.type))
            zero(g, &lvalue);
        for (uint32_t i = 0; i < init->init.count; i++) {
            const struct init_item *item = &init->init.at[i];
            gen_init_lvalue(g, part_of(g, &lvalue, item->type, item->offset), item->value);
        }
    } else if (lvalue.type->kind == TYPE_ARRAY && string_of(init)) {
        store_string(g, &lvalue, string_of(init));
    } else {
        struct gen_value value = gen_expr(g, init);
        if (!gen_is_aggregate(lvalue.type))
            value = gen_convert(g, value, lvalue.type);
        gen_store(g, lvalue, value);
    }
}

struct image { /* the bytes of a program-scope object while they are filled in */
    uint8_t *bytes;
    VEC(struct ir_reloc) relocs;
};

static void
put_bits(struct image *image, uint32_t offset, uint64_t bits, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        image->bytes[offset + i] = (uint8_t)(bits >> (8 * i));
}

static void
put_address(struct gen *g, struct image *image, uint32_t offset, const struct constant *constant)
{
    struct ir_reloc reloc = {.offset = offset, .addend = (uint32_t)constant->offset};
    if (constant->decl && constant->decl->kind == DECL_FUNCTION) {
        reloc.function = gen_function_of(g, (struct decl *)(uintptr_t)constant->decl);
    } else if (constant->decl) {
        reloc.target = gen_global_of(g, (struct decl *)(uintptr_t)constant->decl);
    } else if (constant->string) {
        const struct expr *string = constant->string;
        reloc.target =
            gen_string(g, string->string.bytes, string->string.length, string->string.length + 1);
    } else {
        enum ir_type pointer = gen_type(g, constant->type);
        uint64_t bits = constant->is_null ? ir_null(pointer) : (uint64_t)constant->offset;
        put_bits(image, offset, bits, ir_type_bytes(pointer));
        return;
    }
    vec_push(g->module->arena, &image->relocs, reloc);
}

static void
put_constant(struct gen *g, struct image *image, uint32_t offset, const struct constant *constant)
{
    enum ir_type type = gen_memory_type(gen_type(g, type_element(constant->type)));
    unsigned size = ir_type_bytes(type);
    if (gen_is_wide(constant->type))
        put_bits(image, offset + size, constant->integers[1], size);
    for (uint32_t i = 0; i < constant->count; i++) {
        uint64_t bits = constant->kind == CONSTANT_FLOAT
                            ? ieee_bits(ir_type_bits(type), constant->floats[i])
                            : constant->integers[i];
        put_bits(image, offset + i * size, bits, size);
    }
}

static void
put_field(struct image *image, uint32_t offset, const struct type *field, uint64_t bits)
{
    for (uint32_t i = 0; i < field->bits; i++) {
        uint32_t at = field->bit + i;
        uint8_t mask = (uint8_t)(1u << at % 8), *byte = &image->bytes[offset + at / 8];
        *byte = (uint8_t)(bits >> i & 1 ? *byte | mask : *byte & ~mask);
    }
}

static void
put_value(struct gen *g, struct image *image, uint32_t offset, struct type *type, struct expr *expr)
{
    const struct expr *string = string_of(expr);
    struct constant constant;
    if (type->kind == TYPE_ARRAY && string) {
        uint32_t length = string->string.length < type->size ? string->string.length : type->size;
        memcpy(image->bytes + offset, string->string.bytes, length);
    } else if (!constexpr_eval(expr, &constant)) {
        diag_error(g->diag, expr->loc, initializer_element_not_compile_time_constant);
    } else if (type->bits && constant.kind != CONSTANT_ADDRESS) {
        put_field(image, offset, type, constant.integers[0]);
    } else if (constant.kind == CONSTANT_ADDRESS) {
        put_address(g, image, offset, &constant);
    } else {
        put_constant(g, image, offset, &constant);
    }
}

static void
put_init(struct gen *g, struct image *image, uint32_t offset, struct type *type, struct expr *init)
{
    if (init->kind != EXPR_INIT_LIST) {
        put_value(g, image, offset, type, init);
        return;
    }
    for (uint32_t i = 0; i < init->init.count; i++) {
        guard_poll(g->module->guard);
        const struct init_item *item = &init->init.at[i];
        put_init(g, image, offset + item->offset, item->type, item->value);
    }
}

void
gen_init_global(struct gen *g, struct ir_global *global, struct type *type, struct expr *init)
{
    odd_null_list nulls = {0};
    find_odd_nulls(g, type, 0, &nulls);
    if (!init && !nulls.count) /* zeros need no bytes */
        return;
    struct image image = {ARENA_ARRAY(g->module->arena, global->size ? global->size : 1, uint8_t),
                          {0}};
    vec_foreach (struct odd_null, at, &nulls) {
        enum ir_type pointer = gen_type(g, at->type);
        put_bits(&image, at->offset, ir_null(pointer), ir_type_bytes(pointer));
    }
    if (init)
        put_init(g, &image, 0, type, init);
    global->bytes = image.bytes;
    global->relocs = image.relocs.at;
    global->reloc_count = image.relocs.count;
}
