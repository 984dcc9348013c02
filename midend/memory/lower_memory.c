/* memcpy, memzero and atomic operations on private memory as loads and stores.
 *
 * Small ones are written out in pieces as wide as the alignments allow; large ones become a loop
 * over such a piece, and the rest is written out.  Selection decides how an access is split for the
 * hardware. */
#include "midend/memory/atomic.h"
#include "midend/pass.h"

#include "midend/ir/check_point.h"
#include "midend/ir/ir_build.h"
#include "support/limit.h"
#include "support/sanitize.h"

enum { PIECE = 16, BATCH = 8 }; /* bytes of an access, and how many of them wait at once: tuned */

struct copy {
    struct ir_builder b;
    struct ir_inst *inst;
    ir_id to, from; /* from: 0 for memzero */
    uint32_t to_align, from_align;
};

static uint32_t
low_bit(uint32_t n)
{
    return n & -n;
}

static uint32_t
align_at(uint32_t align, uint32_t offset)
{
    return offset && low_bit(offset) < align ? low_bit(offset) : align;
}

/* What one transfer moves: dwords if the alignment allows, else shorts or bytes. */
static void
shape_of(const struct copy *c, uint32_t offset, uint32_t left, enum ir_type *type,
         uint32_t *components)
{
    uint32_t align = align_at(c->to_align, offset);
    if (c->from && align_at(c->from_align, offset) < align)
        align = align_at(c->from_align, offset);
    uint32_t unit = align >= 4 && left >= 4 ? 4 : align >= 2 && left >= 2 ? 2 : 1;
    *type = unit == 4 ? IR_I32 : unit == 2 ? IR_I16 : IR_I8;
    uint32_t most = left / unit;
    *components = unit == 4 ? most >= 4 ? 4 : most >= 2 ? 2 : 1 : 1;
}

/* A transfer of one piece. */
struct piece {
    uint32_t offset, components;
    enum ir_type type;
    ir_id values[4];
};

static void
load_piece(struct copy *c, ir_id from, struct piece *piece)
{
    struct ir_function *f = c->b.function;
    if (!from) {
        for (uint32_t i = 0; i < piece->components; i++)
            piece->values[i] = ir_const(f, piece->type, 0);
        return;
    }
    ir_id pointer = ir_build_offset(&c->b, from, piece->offset);
    struct ir_inst *load = ir_build_load(&c->b, piece->type, piece->components, pointer,
                                         align_at(c->from_align, piece->offset));
    load->memory.is_volatile = c->inst->memory.is_volatile;
    load->memory.is_invariant = ir_type_of(f, from) == IR_P_CONSTANT;
    for (uint32_t i = 0; i < piece->components; i++)
        piece->values[i] = load->def + i;
}

static void
store_piece(struct copy *c, ir_id to, const struct piece *piece)
{
    ir_id pointer = ir_build_offset(&c->b, to, piece->offset);
    struct ir_inst *store = ir_build_store(&c->b, piece->type, piece->components, pointer,
                                           piece->values, align_at(c->to_align, piece->offset));
    store->memory.is_volatile = c->inst->memory.is_volatile;
}

/* The two are the same place or do not overlap: several pieces are loaded before one is stored, which
 * is waited for once. */
static void
move_bytes(struct copy *c, ir_id to, ir_id from, uint32_t start, uint32_t end)
{
    struct piece pieces[BATCH];
    for (uint32_t offset = start; offset < end;) {
        unsigned count = 0;
        for (; count < BATCH && offset < end; count++) {
            struct piece *piece = &pieces[count];
            piece->offset = offset;
            shape_of(c, offset, end - offset, &piece->type, &piece->components);
            load_piece(c, from, piece);
            offset += piece->components * ir_type_bytes(piece->type);
        }
        for (unsigned i = 0; i < count; i++)
            store_piece(c, to, &pieces[i]);
    }
}

static ir_id
advanced(struct copy *c, ir_id pointer, ir_id offset)
{
    enum ir_type type = ir_type_of(c->b.function, pointer);
    if (ir_type_bits(type) == 64)
        offset = ir_build1(&c->b, IR_OP_zext, IR_I64, offset);
    return ir_build2(&c->b, IR_OP_ptradd, type, pointer, offset);
}

/* before: ...; loop: moves PIECE bytes at a counted offset; rest */
static void
move_loop(struct copy *c, uint32_t end)
{
    struct ir_function *f = c->b.function;
    struct ir_block *before = c->inst->block;
    struct ir_block *rest = ir_split_block(c->inst);
    struct ir_block *loop = ir_block_after(before);
    ir_set_br(before, loop);
    ir_id zero = ir_const(f, IR_I32, 0);
    c->b.block = loop;
    c->b.before = NULL;
    struct ir_inst *offset = ir_build(&c->b, IR_OP_phi, IR_I32, 1, &zero, 1);
    ir_id index = offset->def;
    ir_id to = advanced(c, c->to, index), from = c->from ? advanced(c, c->from, index) : 0;
    if (c->to_align > PIECE)
        c->to_align = PIECE;
    if (c->from_align > PIECE)
        c->from_align = PIECE;
    move_bytes(c, to, from, 0, PIECE);
    ir_id next = ir_build2(&c->b, IR_OP_add, IR_I32, index, ir_const(f, IR_I32, PIECE));
    ir_id more = ir_build2(&c->b, IR_OP_ult, IR_I1, next, ir_const(f, IR_I32, end));
    ir_build_cbr(&c->b, more, loop, rest);
    ir_set_arg(ir_def(f, index), ir_pred_index(loop, 0), next);
    c->b.block = rest;
    c->b.before = c->inst;
}

static void
expand(struct ir_inst *inst)
{
    struct ir_function *f = inst->block->function;
    struct copy c = {.b = {f, inst->block, inst, inst->loc},
                     .inst = inst,
                     .to = inst->args[0].value,
                     .from = inst->op == IR_OP_memcpy ? inst->args[1].value : 0,
                     .to_align = inst->memory.align,
                     .from_align = inst->align ? inst->align : 1};
    uint32_t start = 0;
    if (LIMIT_MET(f->module->guard, COPY_BYTES, inst->size > LIMIT_COPY_BYTES)) {
        start = inst->size / PIECE * PIECE;
        move_loop(&c, start);
    }
    move_bytes(&c, c.to, c.from, start, inst->size);
    ir_remove(inst);
}

/* No other work-item sees private memory: a plain access is atomic enough. */
static void
expand_atomic(struct ir_inst *inst)
{
    struct ir_function *f = inst->block->function;
    struct ir_builder b = {f, inst->block, inst, inst->loc};
    enum ir_type type = (enum ir_type)inst->type;
    ir_id pointer = inst->args[0].value;
    ir_id old = ir_build_load(&b, type, 1, pointer, inst->memory.align)->def;
    ir_id new = atomic_result(&b, inst, old);
    ir_build_store(&b, type, 1, pointer, &new, inst->memory.align);
    ir_replace_uses(f, inst->def, old);
    ir_remove(inst);
}

static bool
is_private_atomic(const struct ir_inst *inst)
{
    return (inst->op == IR_OP_atomic || inst->op == IR_OP_cmpxchg) &&
           ir_type_of(inst->block->function, inst->args[0].value) == IR_P_PRIVATE;
}

/* -fsanitize=undefined: from here on nobody has set what lies there. */
static void
tell(struct ir_inst *begin, uint32_t bytes)
{
    struct ir_function *f = begin->block->function;
    struct ir_builder b = {f, begin->block, begin, begin->loc};
    const struct ir_inst *object = ir_def(f, begin->args[0].value);
    const char *words = arena_printf(f->module->arena, "object %%0 %u %s", bytes,
                                     object ? check_name(object) : "-");
    check_point(&b, words, (ir_id[]){begin->args[0].value}, 1);
}

/* Does it store values that nobody has set to their own variable, which has stayed in memory? */
static bool
stores_unset(const struct ir_inst *inst)
{
    const struct ir_function *f = inst->block->function;
    const struct ir_inst *object = ir_def(f, inst->args[0].value);
    if (!(f->module->sanitize & SANITIZE_UNDEFINED) || !object || object->op != IR_OP_alloca ||
        object->memory.in_registers)
        return false;
    for (uint32_t i = 1; i < inst->arg_count; i++)
        if (!check_is_unset(f, inst->args[i].value, check_name(object)))
            return false;
    return true;
}

/* Where nothing of an object is needed any more. */
static bool
lower_begin(struct ir_inst *inst)
{
    if (inst->op == IR_OP_store && stores_unset(inst)) {
        tell(inst, ir_type_bytes((enum ir_type)inst->type) * inst->memory.components);
    } else if (inst->op == IR_OP_memzero && inst->memory.is_undefined) {
        if (inst->memory.is_kept)
            tell(inst, inst->size);
    } else {
        return false;
    }
    ir_remove(inst);
    return true;
}

bool
lower_memory(struct ir_function *function)
{
    bool changed = false;
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            if (is_private_atomic(inst)) {
                expand_atomic(inst);
                changed = true;
                continue;
            }
            if (lower_begin(inst)) {
                changed = true;
                continue;
            }
            if (inst->op != IR_OP_memcpy && inst->op != IR_OP_memzero)
                continue;
            expand(inst);
            changed = true;
            if (!inst_next || inst_next->block != block)
                break; /* the rest is in a new block, which comes next */
        }
    return changed;
}
