/* Bit-fields: their bytes are read and written in pieces that no other member shares. */
#include "midend/gen/gen_internal.h"

/* A piece of memory, and where its first bit lies among the field's: negative in the first piece, if the field does not
 * begin there. */
struct piece {
    uint32_t offset, size; /* bytes */
    int32_t shift;
};

static uint32_t
byte_count(const struct type *field)
{
    return (field->bit + field->bits + 7u) / 8;
}

/* The largest aligned piece from a byte of the field on. */
static struct piece
piece_at(const struct gen_lvalue *lvalue, uint32_t offset)
{
    uint32_t size = 8;
    while (size > 1 &&
           (offset % size || lvalue->align % size || offset + size > byte_count(lvalue->type)))
        size /= 2;
    return (struct piece){offset, size, (int32_t)(8 * offset) - lvalue->type->bit};
}

static enum ir_type
integer_of(uint32_t size)
{
    return size == 1 ? IR_I8 : size == 2 ? IR_I16 : size == 4 ? IR_I32 : IR_I64;
}

/* What is computed in: nine bytes hold no more than 64 bits of a field. */
static enum ir_type
computed_in(const struct type *field)
{
    return byte_count(field) <= 4 ? IR_I32 : IR_I64;
}

/* To the left, or by a negative number to the right. */
static ir_id
shifted(struct gen *g, enum ir_type type, ir_id value, int32_t by)
{
    ir_id amount = ir_build_int(&g->b, IR_I32, (uint64_t)(by < 0 ? -by : by));
    return by ? ir_build2(&g->b, by < 0 ? IR_OP_lshr : IR_OP_shl, type, value, amount) : value;
}

static struct ir_inst *
load_piece(struct gen *g, const struct gen_lvalue *lvalue, const struct piece *piece)
{
    ir_id pointer = ir_build_offset(&g->b, lvalue->pointer, piece->offset);
    struct ir_inst *load = ir_build_load(&g->b, integer_of(piece->size), 1, pointer, piece->size);
    gen_mark(g, load, lvalue);
    return load;
}

/* The lower bits of a value, with the sign of the field. */
static ir_id
lower_bits(struct gen *g, const struct type *field, enum ir_type type, ir_id value)
{
    uint32_t above = ir_type_bits(type) - field->bits;
    ir_id amount = ir_build_int(&g->b, IR_I32, above);
    if (!above)
        return value;
    value = ir_build2(&g->b, IR_OP_shl, type, value, amount);
    return ir_build2(&g->b, gen_is_signed(field) ? IR_OP_ashr : IR_OP_lshr, type, value, amount);
}

ir_id
gen_of_bits(struct gen *g, const struct type *field, ir_id value)
{
    enum ir_type type = ir_type_of(g->function, value), wide = computed_in(field);
    if (type == IR_I1)
        return value;
    value = gen_int_resize(g, value, gen_is_signed(field), wide);
    return gen_int_resize(g, lower_bits(g, field, wide, value), gen_is_signed(field), type);
}

ir_id
gen_load_bits(struct gen *g, const struct gen_lvalue *lvalue, enum ir_type type)
{
    const struct type *field = lvalue->type;
    enum ir_type wide = computed_in(field);
    ir_id value = 0;
    for (uint32_t at = 0; at < byte_count(field);) {
        struct piece piece = piece_at(lvalue, at);
        ir_id part = gen_int_resize(g, load_piece(g, lvalue, &piece)->def, false, wide);
        part = shifted(g, wide, part, piece.shift);
        value = at ? ir_build2(&g->b, IR_OP_or, wide, value, part) : part;
        at += piece.size;
    }
    value = lower_bits(g, field, wide, value);
    if (type == IR_I1)
        return ir_build2(&g->b, IR_OP_ne, IR_I1, value, ir_build_int(&g->b, wide, 0));
    return gen_int_resize(g, value, gen_is_signed(field), type);
}

void
gen_store_bits(struct gen *g, const struct gen_lvalue *lvalue, ir_id value)
{
    const struct type *field = lvalue->type;
    enum ir_type wide = computed_in(field);
    value = gen_int_resize(g, value, false, wide);
    for (uint32_t at = 0; at < byte_count(field);) {
        struct piece piece = piece_at(lvalue, at);
        enum ir_type memory = integer_of(piece.size);
        uint32_t first = piece.shift < 0 ? field->bit : 0, end = field->bits - piece.shift;
        uint64_t all = UINT64_MAX >> (64 - 8 * piece.size);
        uint64_t mask =
            (end < 64 ? (UINT64_C(1) << end) - 1 : UINT64_MAX) & all & UINT64_MAX << first;
        ir_id part = gen_int_resize(g, shifted(g, wide, value, -piece.shift), false, memory);
        if (mask != all) {
            ir_id old = load_piece(g, lvalue, &piece)->def;
            old =
                ir_build2(&g->b, IR_OP_and, memory, old, ir_build_int(&g->b, memory, ~mask & all));
            part = ir_build2(&g->b, IR_OP_and, memory, part, ir_build_int(&g->b, memory, mask));
            part = ir_build2(&g->b, IR_OP_or, memory, old, part);
        }
        ir_id pointer = ir_build_offset(&g->b, lvalue->pointer, piece.offset);
        gen_mark(g, ir_build_store(&g->b, memory, 1, pointer, &part, piece.size), lvalue);
        at += piece.size;
    }
}
