/* Scalar replacement: loads, stores and copies of an object become those of its pieces.
 *
 * A piece that is always accessed whole is one variable.  A divided one is dwords: what takes a
 * part of a dword shifts and masks, what takes several joins them.
 *
 *   union { uint u; uchar b[4]; }:  %3 = load i8 %1 + 2   ->   %4 = load i32 %2 ; trunc (%4 >> 16) */
#include "midend/memory/sroa.h"

#include "midend/ir/check_point.h"
#include "midend/ir/debug_point.h"

static uint32_t
dword_count(const struct piece *piece)
{
    return (piece->start + piece->size - 1) / 4 - piece->start / 4 + 1;
}

void
sroa_make_allocas(struct sroa *s, struct object *object)
{
    struct ir_builder b = {s->function, s->function->entry, NULL, object->alloca->loc};
    vec_foreach (struct piece, piece, &object->pieces) {
        uint32_t count = piece->divided ? dword_count(piece) : 1;
        uint32_t size = piece->divided ? 4 : piece->size;
        if (!piece->typed)
            piece->type = sroa_word_type(piece->size);
        piece->allocas = ARENA_ARRAY(&s->scratch, count, ir_id);
        for (uint32_t i = 0; i < count; i++) {
            struct ir_inst *made = ir_build_alloca(&b, size, size);
            uint32_t start = piece->divided ? (piece->start / 4 + i) * 4 : piece->start;
            piece->allocas[i] = made->def;
            if (object->alloca->variable)
                made->variable = debug_part(s->function->module, object->alloca->variable, start);
        }
    }
}

static ir_id
convert(struct ir_builder *b, ir_id value, enum ir_type to)
{
    enum ir_type from = ir_type_of(b->function, value);
    if (from == to)
        return value;
    if (ir_is_pointer(from)) {
        enum ir_type word = sroa_word_type(ir_type_bytes(from));
        return convert(b, ir_build1(b, IR_OP_ptrtoint, word, value), to);
    }
    if (ir_is_pointer(to)) {
        enum ir_type word = sroa_word_type(ir_type_bytes(to));
        return ir_build1(b, IR_OP_inttoptr, to, convert(b, value, word));
    }
    return ir_build1(b, IR_OP_bitcast, to, value);
}

/* ---- divided pieces ---- */

static ir_id
dword_constant(struct ir_builder *b, uint32_t bits)
{
    return ir_const(b->function, IR_I32, bits);
}

static ir_id
dword_at(struct ir_builder *b, const struct piece *piece, uint32_t offset)
{
    return ir_build_load(b, IR_I32, 1, piece->allocas[offset / 4 - piece->start / 4], 4)->def;
}

/* 1 to 4 bytes as the low bits of an i32; the others are anything. */
static ir_id
read_bytes(struct ir_builder *b, const struct piece *piece, uint32_t offset, uint32_t size)
{
    ir_id low = dword_at(b, piece, offset), shift = dword_constant(b, offset % 4 * 8);
    if (offset % 4 == 0)
        return low;
    if (offset % 4 + size <= 4)
        return ir_build2(b, IR_OP_lshr, IR_I32, low, shift);
    return ir_build3(b, IR_OP_fshr, IR_I32, dword_at(b, piece, offset + 3), low, shift);
}

static ir_id
read_divided(struct ir_builder *b, const struct piece *piece, uint32_t offset, enum ir_type type)
{
    uint32_t size = ir_type_bytes(type);
    if (size == 8) {
        ir_id low = read_bytes(b, piece, offset, 4);
        return ir_build2(b, IR_OP_pack64, type, low, read_bytes(b, piece, offset + 4, 4));
    }
    ir_id word = read_bytes(b, piece, offset, size);
    if (size < 4)
        word = ir_build1(b, IR_OP_trunc, sroa_word_type(size), word);
    return convert(b, word, type);
}

/* Replaces the bits of mask in the dword at the offset by those of bits, which has no others. */
static void
merge_dword(struct ir_builder *b, const struct piece *piece, uint32_t offset, uint32_t mask,
            ir_id bits)
{
    if (mask != UINT32_MAX) {
        ir_id old = dword_at(b, piece, offset);
        ir_id kept = ir_build2(b, IR_OP_and, IR_I32, old, dword_constant(b, ~mask));
        bits = ir_build2(b, IR_OP_or, IR_I32, kept, bits);
    }
    ir_build_store(b, IR_I32, 1, piece->allocas[offset / 4 - piece->start / 4], &bits, 4);
}

/* The low 1 to 4 bytes of an i32 whose other bits are 0. */
static void
write_bytes(struct ir_builder *b, const struct piece *piece, uint32_t offset, uint32_t size,
            ir_id value)
{
    uint32_t mask = UINT32_MAX >> (32 - size * 8), shift = offset % 4 * 8;
    ir_id low = shift ? ir_build2(b, IR_OP_shl, IR_I32, value, dword_constant(b, shift)) : value;
    merge_dword(b, piece, offset, mask << shift, low);
    if (offset % 4 + size <= 4)
        return;
    ir_id high = ir_build2(b, IR_OP_lshr, IR_I32, value, dword_constant(b, 32 - shift));
    merge_dword(b, piece, offset + 3, mask >> (32 - shift), high);
}

static void
write_divided(struct ir_builder *b, const struct piece *piece, uint32_t offset, ir_id value)
{
    uint32_t size = ir_type_bytes(ir_type_of(b->function, value));
    if (size == 8) {
        write_bytes(b, piece, offset, 4, ir_build1(b, IR_OP_unpack_lo, IR_I32, value));
        write_bytes(b, piece, offset + 4, 4, ir_build1(b, IR_OP_unpack_hi, IR_I32, value));
        return;
    }
    value = convert(b, value, sroa_word_type(size));
    if (size < 4)
        value = ir_build1(b, IR_OP_zext, IR_I32, value);
    write_bytes(b, piece, offset, size, value);
}

/* ---- any piece ---- */

static const struct piece *
piece_at(const struct object *object, uint32_t offset)
{
    return &object->pieces.at[object->piece_at[offset] - 1];
}

static ir_id
load_component(struct ir_builder *b, const struct object *object, uint32_t offset,
               enum ir_type type)
{
    const struct piece *piece = piece_at(object, offset);
    if (piece->divided)
        return read_divided(b, piece, offset, type);
    return convert(b, ir_build_load(b, piece->type, 1, piece->allocas[0], piece->size)->def, type);
}

static void
store_component(struct ir_builder *b, const struct object *object, uint32_t offset, ir_id value)
{
    const struct piece *piece = piece_at(object, offset);
    if (piece->divided) {
        write_divided(b, piece, offset, value);
        return;
    }
    value = convert(b, value, piece->type);
    ir_build_store(b, piece->type, 1, piece->allocas[0], &value, piece->size);
}

static void
rewrite_load(struct sroa *s, struct ir_builder *b, const struct access *access)
{
    struct ir_inst *inst = access->inst;
    uint32_t size = ir_type_bytes((enum ir_type)inst->type);
    for (uint32_t i = 0; i < inst->memory.components; i++)
        ir_replace_uses(
            s->function, inst->def + i,
            load_component(b, access->object, access->offset + i * size, (enum ir_type)inst->type));
}

static void
rewrite_store(struct ir_builder *b, const struct access *access)
{
    struct ir_inst *inst = access->inst;
    uint32_t size = ir_type_bytes((enum ir_type)inst->type);
    for (uint32_t i = 0; i < inst->memory.components; i++)
        store_component(b, access->object, access->offset + i * size, inst->args[1 + i].value);
}

/* ---- blocks ---- */

static uint32_t
align_at(uint32_t align, uint32_t offset)
{
    uint32_t low = offset & -offset;
    return low && low < align ? low : align;
}

/* One side of a copy, at a distance from its start: an object's piece or plain memory. */
static ir_id
read_side(struct ir_builder *b, const struct access *object, ir_id pointer, uint32_t align,
          uint32_t at, enum ir_type type)
{
    if (object)
        return load_component(b, object->object, object->offset + at, type);
    return ir_build_load(b, type, 1, ir_build_offset(b, pointer, at), align_at(align, at))->def;
}

static void
write_side(struct ir_builder *b, const struct access *object, ir_id pointer, uint32_t align,
           uint32_t at, ir_id value)
{
    if (object)
        store_component(b, object->object, object->offset + at, value);
    else
        ir_build_store(b, ir_type_of(b->function, value), 1, ir_build_offset(b, pointer, at),
                       &value, align_at(align, at));
}

/* The first component of a run of bytes that a block access moves.  Runs of other sizes than
 * words' are parts of divided pieces or whole ones: these take any component. */
static enum ir_type
component_type(uint32_t left)
{
    return left >= 8 && left % 8 == 0 ? IR_I64 : left >= 4 ? IR_I32 : left >= 2 ? IR_I16 : IR_I8;
}

/* What of a piece, from the object's byte *start on, the block access covers: bytes, or 0. */
static uint32_t
covered(const struct access *access, const struct piece *piece, uint32_t *start)
{
    uint32_t end = access->offset + access->inst->size, piece_end = piece->start + piece->size;
    *start = piece->start > access->offset ? piece->start : access->offset;
    end = piece_end < end ? piece_end : end;
    return end > *start ? end - *start : 0;
}

/* Both sides have the same pieces, so those of one object say how to split the copy. */
static void
rewrite_copy(struct sroa *s, struct ir_builder *b, const struct access *access)
{
    const struct ir_inst *inst = access->inst;
    const struct access *other = sroa_other_side(s, access);
    const struct access *to = access->arg == 0 ? access : other;
    const struct access *from = access->arg == 1 ? access : other;
    vec_foreach (struct piece, piece, &access->object->pieces) {
        uint32_t at, left = covered(access, piece, &at);
        for (at -= access->offset; left;) {
            enum ir_type type = piece->divided ? component_type(left) : piece->type;
            ir_id value = read_side(b, from, inst->args[1].value, inst->align, at, type);
            write_side(b, to, inst->args[0].value, inst->memory.align, at, value);
            at += ir_type_bytes(type);
            left -= ir_type_bytes(type);
        }
    }
}

static void
rewrite_zero(struct ir_builder *b, const struct access *access)
{
    vec_foreach (struct piece, piece, &access->object->pieces) {
        uint32_t at, left = covered(access, piece, &at);
        while (left) {
            enum ir_type type = component_type(left);
            store_component(b, access->object, at, ir_const(b->function, type, 0));
            at += ir_type_bytes(type);
            left -= ir_type_bytes(type);
        }
    }
}

/* Whole variables become undefined: what of a piece the access leaves out is padding. */
static void
rewrite_undefined(struct ir_builder *b, const struct access *access)
{
    const char *name = access->inst->memory.is_kept ? check_name(access->object->alloca) : NULL;
    vec_foreach (struct piece, piece, &access->object->pieces) {
        enum ir_type type = piece->divided ? IR_I32 : piece->type;
        for (uint32_t i = 0; i < (piece->divided ? dword_count(piece) : 1); i++) {
            ir_id undefined = name ? check_unset(b, type, name) : ir_undef(b->function, type);
            ir_build_store(b, type, 1, piece->allocas[i], &undefined, ir_type_bytes(type));
        }
    }
}

bool
sroa_rewrite(struct sroa *s, const struct access *access)
{
    struct ir_inst *inst = access->inst;
    if (!access->object->ok || (access->arg == 1 && sroa_other_side(s, access)))
        return false; /* a copy between objects is rewritten from the side that it writes */
    struct ir_builder b = {s->function, inst->block, inst, inst->loc};
    if (inst->op == IR_OP_load)
        rewrite_load(s, &b, access);
    else if (inst->op == IR_OP_store)
        rewrite_store(&b, access);
    else if (inst->op == IR_OP_memcpy)
        rewrite_copy(s, &b, access);
    else if (inst->memory.is_undefined && inst->size == access->object->alloca->size)
        rewrite_undefined(&b, access);
    else if (!inst->memory.is_undefined)
        rewrite_zero(&b, access);
    return true;
}
