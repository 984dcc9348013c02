/* Scalar replacement of aggregates: an alloca that is only accessed at constant offsets becomes one
 * alloca for each piece that is accessed separately; ssa_build then turns that into a value.
 *
 * Two bytes belong to one slice (same_slice) when some load or store takes both in one component.
 * A copy between objects gives each the pieces of the other, until nothing changes; the copy then
 * becomes loads and stores of pieces.  Bytes that no load reads are not copied between objects;
 * copies to any other memory move them in words.  A slice whose accesses differ in size or place is
 * made of dwords.  Rewriting: sroa_rewrite.c.
 *
 *   %1 = alloca 8 ; store 2 x i32 %1, %2, %3 ; %4 = load i32 %1 + 4   ->   two allocas of 4 */
#include "midend/pass.h"
#include "midend/memory/sroa.h"
#include "support/limit.h"

/* ---- what is accessed ---- */

static uint32_t
access_size(const struct ir_inst *inst)
{
    if (inst->op == IR_OP_memcpy || inst->op == IR_OP_memzero)
        return inst->size;
    return ir_type_bytes((enum ir_type)inst->type) * inst->memory.components;
}

/* Follows a pointer into the object through constant offsets; false if it is used in any other
 * way. */
static bool
collect(struct sroa *s, struct object *object, ir_id pointer, uint64_t offset)
{
    struct ir_function *f = s->function;
    for (struct ir_use *use = ir_value(f, pointer)->uses; use; use = use->next) {
        struct ir_inst *user = use->user;
        uint32_t arg = (uint32_t)(use - user->args);
        if (user->op == IR_OP_ptradd && arg == 0 && ir_is_const(f, user->args[1].value)) {
            uint64_t by = ir_value(f, user->args[1].value)->bits;
            if (!collect(s, object, user->def, (offset + by) & UINT32_MAX))
                return false;
            continue;
        }
        bool is_plain = (user->op == IR_OP_load || user->op == IR_OP_store) && arg == 0 &&
                        user->memory.order == IR_NOT_ATOMIC;
        bool is_block = user->op == IR_OP_memcpy || user->op == IR_OP_memzero;
        if ((!is_plain && !is_block) || user->memory.is_volatile ||
            offset + access_size(user) > object->alloca->size)
            return false;
        struct access access = {object, user, arg, (uint32_t)offset, false};
        vec_push(&s->scratch, &s->accesses, access);
    }
    return true;
}

static void
find_objects(struct sroa *s)
{
    uint32_t count = 0;
    ir_foreach_inst (inst, s->function->entry)
        count += inst->op == IR_OP_alloca && inst->size <= LIMIT_OBJECT_BYTES;
    vec_extend(&s->scratch, &s->objects, count);
    s->objects.count = 0; /* room for all: pointers to objects stay valid */
    ir_foreach_inst (inst, s->function->entry) {
        if (inst->op != IR_OP_alloca ||
            LIMIT_MET(s->scratch.guard, OBJECT_BYTES, inst->size > LIMIT_OBJECT_BYTES))
            continue;
        struct object *object = &s->objects.at[s->objects.count++];
        uint32_t first = s->accesses.count;
        *object = (struct object){.alloca = inst,
                                  .ok = true,
                                  .used = ARENA_ARRAY(&s->scratch, inst->size + 1u, bool),
                                  .same_slice = ARENA_ARRAY(&s->scratch, inst->size + 1u, bool),
                                  .piece_at = ARENA_ARRAY(&s->scratch, inst->size + 1u, uint32_t)};
        object->ok = collect(s, object, inst->def, 0);
        if (!object->ok)
            s->accesses.count = first;
    }
}

/* ---- pieces ---- */

static bool
take(struct object *object, uint32_t offset, uint32_t size)
{
    bool changed = false;
    for (uint32_t i = offset; i < offset + size; i++) {
        changed |= !object->used[i] || (i > offset && !object->same_slice[i]);
        object->used[i] = true;
        object->same_slice[i] |= i > offset;
    }
    return changed;
}

struct access *
sroa_other_side(struct sroa *s, const struct access *access)
{
    uintptr_t at = (uintptr_t)map_get(&s->sides, MAP_KEY(access->inst) + (1 - access->arg));
    struct access *other = at ? &s->accesses.at[at - 1] : NULL;
    return other && other->object->ok ? other : NULL;
}

/* The other side of a copy gets the pieces of the first. */
static bool
share_pieces(const struct access *a, const struct access *b, uint32_t size)
{
    bool changed = false;
    /* The first byte is not tied to the byte before it: that one is not copied.  A piece across the
     * edge of the copy is divided later. */
    for (uint32_t i = 0; i < size; i++) {
        bool *used = &b->object->used[b->offset + i],
             *same_slice = &b->object->same_slice[b->offset + i];
        bool from_used = a->object->used[a->offset + i];
        bool from_same_slice = a->object->same_slice[a->offset + i];
        changed |= (from_used && !*used) || (i > 0 && from_same_slice && !*same_slice);
        *used |= from_used;
        *same_slice |= i > 0 && from_same_slice;
    }
    return changed;
}

/* Bytes that are copied to memory without being accessed become pieces, too: words where they
 * fit. */
static bool
fill_gaps(const struct access *access)
{
    struct object *object = access->object;
    uint32_t at = access->offset, end = at + access->inst->size;
    bool changed = false;
    while (at < end) {
        uint32_t size = 4;
        while (size > 1 && (at % size || at + size > end))
            size /= 2;
        for (uint32_t i = at; i < at + size && size > 1; i++)
            if (object->used[i]) {
                size /= 2;
                i = at - 1;
            }
        if (!object->used[at])
            changed |= take(object, at, size);
        else
            size = 1;
        at += size;
    }
    return changed;
}

static bool
spread(struct sroa *s, const struct access *access)
{
    const struct ir_inst *inst = access->inst;
    const struct access *other = inst->op == IR_OP_memcpy ? sroa_other_side(s, access) : NULL;
    if (other)
        return share_pieces(access, other, inst->size);
    if (inst->op != IR_OP_memcpy || access->arg == 0)
        return false;
    if (!LIMIT_MET(s->scratch.guard, OBJECT_COPIED,
                   inst->size > LIMIT_OBJECT_COPIED)) /* from the object to memory */
        return fill_gaps(access);
    access->object->ok = false;
    return true;
}

static void
find_pieces(struct sroa *s)
{
    bool changed = true;
    s->sides = map_new(&s->scratch);
    for (uintptr_t i = 0; i < s->accesses.count; i++)
        map_put(&s->sides, MAP_KEY(s->accesses.at[i].inst) + s->accesses.at[i].arg,
                (void *)(i + 1));
    vec_foreach (struct access, access, &s->accesses) {
        uint32_t size = ir_type_bytes((enum ir_type)access->inst->type);
        if (access->inst->op == IR_OP_load || access->inst->op == IR_OP_store)
            for (uint32_t i = 0; i < access->inst->memory.components; i++)
                take(access->object, access->offset + i * size, size);
    }
    /* An object given up makes others fill their gaps.  Pieces only grow, so this ends. */
    while (changed) {
        changed = false;
        vec_foreach (struct access, access, &s->accesses)
            changed |= access->object->ok && spread(s, access);
    }
}

static void
list_pieces(struct sroa *s, struct object *object)
{
    for (uint32_t i = 0; i < object->alloca->size; i++) {
        if (!object->used[i])
            continue;
        if (!object->same_slice[i] || i == 0)
            vec_push(&s->scratch, &object->pieces, (struct piece){.start = i});
        vec_last(&object->pieces).size++;
        object->piece_at[i] = object->pieces.count;
    }
}

/* ---- rewriting ---- */

enum ir_type
sroa_word_type(uint32_t size)
{
    return size == 1 ? IR_I8 : size == 2 ? IR_I16 : size == 4 ? IR_I32 : IR_I64;
}

/* A piece has the type of its accesses if they agree, else a word's. */
static void
choose_type(const struct access *access, uint32_t offset, enum ir_type type)
{
    struct object *object = access->object;
    struct piece *piece = &object->pieces.at[object->piece_at[offset] - 1];
    piece->divided |= ir_type_bytes(type) != piece->size;
    piece->mixed |= piece->typed && piece->type != type;
    piece->type = piece->mixed ? sroa_word_type(piece->size) : type;
    piece->typed = true;
}

/* A block access divides the pieces that it takes a part of. */
static void
divide_at_edges(const struct access *access)
{
    struct object *object = access->object;
    uint32_t end = access->offset + access->inst->size;
    if (object->same_slice[access->offset])
        object->pieces.at[object->piece_at[access->offset] - 1].divided = true;
    if (end < object->alloca->size && object->same_slice[end])
        object->pieces.at[object->piece_at[end] - 1].divided = true;
}

static void
choose_types(struct sroa *s)
{
    vec_foreach (struct object, object, &s->objects)
        vec_foreach (struct piece, piece, &object->pieces)
            piece->divided = piece->size > 8 || (piece->size & (piece->size - 1));
    vec_foreach (struct access, access, &s->accesses) {
        const struct ir_inst *inst = access->inst;
        uint32_t size = ir_type_bytes((enum ir_type)inst->type);
        if (!access->object->ok)
            continue;
        if (inst->op == IR_OP_memcpy || inst->op == IR_OP_memzero)
            divide_at_edges(access);
        else
            for (uint32_t i = 0; i < inst->memory.components; i++)
                choose_type(access, access->offset + i * size, (enum ir_type)inst->type);
    }
}

/* An object that is one variable already would only be renamed. */
static bool
is_variable(const struct object *object)
{
    const struct piece *piece = object->pieces.at;
    return object->pieces.count == 1 && piece->start == 0 && !piece->mixed && !piece->divided;
}

bool
opt_sroa(struct ir_function *function)
{
    struct sroa s = {.function = function};
    bool changed = false;
    arena_init_scratch(&s.scratch, function->module->arena->allocator, function->module->guard);
    find_objects(&s);
    find_pieces(&s);
    vec_foreach (struct object, object, &s.objects)
        if (object->ok)
            list_pieces(&s, object);
    choose_types(&s);
    bool has_blocks = false;
    vec_foreach (struct access, access, &s.accesses)
        has_blocks |= access->object->ok && access->inst->op >= IR_OP_memcpy &&
                      access->inst->op <= IR_OP_memzero;
    vec_foreach (struct object, object, &s.objects)
        if (object->ok && is_variable(object) && !has_blocks)
            object->ok = false;
    vec_foreach (struct object, object, &s.objects)
        if (object->ok)
            sroa_make_allocas(&s, object);
    vec_foreach (struct access, access, &s.accesses)
        access->rewritten = sroa_rewrite(&s, access);
    vec_foreach (struct access, access, &s.accesses)
        if (access->rewritten) {
            ir_remove(access->inst);
            changed = true;
        }
    arena_free(&s.scratch);
    return changed;
}
