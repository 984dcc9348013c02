/* Follows pointers to private objects through a function and those that it calls. */
#include "midend/calls/by_value.h"
#include "support/limit.h"

static bool
is_followed(enum ir_type type)
{
    return type == IR_P_PRIVATE || type == IR_P_GENERIC;
}

const struct shape *
shape_of(const struct shapes *shapes, const struct ir_function *function, uint32_t param)
{
    struct shape **list = map_get(&shapes->of, MAP_KEY(function));
    return list ? list[param] : NULL;
}

struct walk {
    const struct shapes *shapes;
    const struct ir_function *function;
    struct shape *shape;
};

static void
take(struct walk *w, int64_t offset, uint32_t size, enum ir_type type, bool is_store)
{
    struct shape *shape = w->shape;
    if (LIMIT_MET(w->function->module->guard, BY_VALUE_BYTES,
                  offset < -SHAPE_BEFORE || offset + size > SHAPE_SPAN - SHAPE_BEFORE)) {
        shape->is_known = false;
        return;
    }
    struct shape_byte *bytes = shape->bytes + SHAPE_BEFORE + offset;
    bytes->type = !bytes->is_used || bytes->type == type ? (uint8_t)type : (uint8_t)IR_VOID;
    for (uint32_t i = 0; i < size; i++) {
        bytes[i].is_used = true;
        bytes[i].is_joined |= i > 0;
        bytes[i].is_stored |= is_store;
    }
}

static void
access(struct walk *w, const struct ir_inst *inst, int64_t offset, bool is_constant)
{
    bool is_store = inst->op == IR_OP_store;
    uint32_t size = ir_type_bytes((enum ir_type)inst->type);
    if (!is_constant || inst->memory.is_volatile || inst->memory.order != IR_NOT_ATOMIC)
        w->shape->is_known = false;
    for (uint32_t i = 0; i < inst->memory.components && w->shape->is_known; i++)
        take(w, offset + i * size, size, (enum ir_type)inst->type, is_store);
}

/* A copy, or zeros: dwords where alignment and size allow it, or bytes. */
static void
access_block(struct walk *w, const struct ir_inst *inst, uint32_t index, int64_t offset,
             bool is_constant)
{
    bool dwords = inst->memory.align % 4 == 0 && inst->size % 4 == 0 &&
                  (inst->op != IR_OP_memcpy || inst->align % 4 == 0);
    uint32_t step = dwords ? 4 : 1;
    if (!is_constant || inst->memory.is_volatile || inst->size > SHAPE_SPAN)
        w->shape->is_known = false;
    for (uint32_t at = 0; at < inst->size && w->shape->is_known; at += step)
        take(w, offset + at, step, dwords ? IR_I32 : IR_I8, index == 0);
}

/* The callee's shape, at an offset. */
static void
pass(struct walk *w, const struct ir_inst *call, uint32_t index, int64_t offset, bool is_constant)
{
    const struct shape *other = shape_of(w->shapes, call->callee, index);
    w->shape->is_captured |= !other || other->is_captured;
    w->shape->is_known &= other && other->is_known && is_constant;
    for (int32_t i = 0; i < SHAPE_SPAN && w->shape->is_known; i++) {
        const struct shape_byte *from = &other->bytes[i];
        int64_t at = i + offset;
        if (!from->is_used)
            continue;
        if (at < 0 || at >= SHAPE_SPAN) {
            w->shape->is_known = false;
            return;
        }
        struct shape_byte *to = &w->shape->bytes[at];
        to->type = !to->is_used || to->type == from->type ? from->type : (uint8_t)IR_VOID;
        to->is_used = true;
        to->is_joined |= from->is_joined;
        to->is_stored |= from->is_stored;
    }
}

static void
follow(struct walk *w, ir_id pointer, int64_t offset, bool is_constant, unsigned depth)
{
    const struct ir_function *f = w->function;
    if (LIMIT_MET(f->module->guard, ADDRESS_CHAIN, depth == LIMIT_ADDRESS_CHAIN)) {
        w->shape->is_known = false;
        w->shape->is_captured = true;
        return;
    }
    for (const struct ir_use *use = ir_value(f, pointer)->uses; use; use = use->next) {
        const struct ir_inst *user = use->user;
        uint32_t index = (uint32_t)(use - user->args);
        bool is_address = index == 0;
        if ((user->op == IR_OP_load || user->op == IR_OP_store) && is_address) {
            access(w, user, offset, is_constant);
        } else if (user->op == IR_OP_ptradd && is_address) {
            bool adds = ir_is_const(f, user->args[1].value);
            uint64_t by = adds ? ir_value(f, user->args[1].value)->bits : 0;
            if (ir_type_of(f, user->args[1].value) == IR_I32)
                by = (uint64_t)(int32_t)by;
            follow(w, user->def, offset + (int64_t)by, is_constant && adds, depth + 1);
        } else if (user->op == IR_OP_addrspacecast && is_followed((enum ir_type)user->type)) {
            follow(w, user->def, offset, is_constant, depth + 1);
        } else if (user->op == IR_OP_call) {
            pass(w, user, index, offset, is_constant);
        } else if (user->op == IR_OP_memzero && user->memory.is_undefined) {
            continue; /* where the scope of the object begins */
        } else if (user->op == IR_OP_memcpy || user->op == IR_OP_memzero) {
            access_block(w, user, index, offset, is_constant);
        } else {
            w->shape->is_known = false;
            w->shape->is_captured = true;
        }
    }
}

void
shape_collect(const struct shapes *shapes, const struct ir_function *function, ir_id pointer,
              struct shape *shape)
{
    struct walk walk = {shapes, function, shape};
    *shape = (struct shape){.is_known = true};
    follow(&walk, pointer, 0, true, 0);
}

void
shapes_add(struct shapes *shapes, const struct ir_function *function)
{
    struct shape **list = ARENA_ARRAY(shapes->arena, function->param_count + 1u, struct shape *);
    for (uint32_t i = 0; i < function->param_count; i++) {
        if (!is_followed((enum ir_type)function->param_types[i]))
            continue;
        list[i] = ARENA_NEW(shapes->arena, struct shape);
        shape_collect(shapes, function, function->params[i], list[i]);
    }
    map_put(&shapes->of, MAP_KEY(function), list);
}

static enum ir_type
word_of(uint32_t size)
{
    return size == 1 ? IR_I8 : size == 2 ? IR_I16 : size == 4 ? IR_I32 : IR_I64;
}

bool
shape_list(struct arena *arena, const struct shape *shape, shape_pieces *pieces)
{
    for (int32_t i = 0; i < SHAPE_SPAN; i++) {
        const struct shape_byte *byte = &shape->bytes[i];
        if (!byte->is_used)
            continue;
        if (!byte->is_joined)
            vec_push(arena, pieces,
                     (struct shape_piece){.start = i - SHAPE_BEFORE, .type = byte->type});
        vec_last(pieces).size++;
        vec_last(pieces).is_stored |= byte->is_stored;
    }
    vec_foreach (struct shape_piece, piece, pieces) {
        if (piece->size != 1 && piece->size != 2 && piece->size != 4 && piece->size != 8)
            return false;
        if (!piece->type || ir_type_bytes(piece->type) != piece->size)
            piece->type = word_of(piece->size);
    }
    return shape->is_known && pieces->count;
}
