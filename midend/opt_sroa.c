/* Scalar replacement of aggregates: an alloca that is only accessed at constant offsets becomes one
 * alloca for each piece that is accessed separately; ssa_build then turns that into a value.
 *
 * Two bytes belong to one slice (same_slice) when some load or store takes both in one component.
 * A copy between objects gives each the pieces of the other, until nothing changes; the copy then
 * becomes loads and stores of pieces.  Bytes that no load reads are not copied between objects;
 * copies to any other memory move them in words.
 *
 *   %1 = alloca 8 ; store 2 x i32 %1, %2, %3 ; %4 = load i32 %1 + 4   ->   two allocas of 4 */
#include "midend/pass.h"

#include "midend/ir_build.h"

enum { MAX_OBJECT_BYTES = 2048 }; /* bytes; larger objects stay memory */

struct piece {
    uint32_t start, size;
    enum ir_type type;
    bool typed;
    ir_id alloca;
};

struct object {
    struct ir_inst *alloca;
    bool ok;
    bool *used, *same_slice; /* per byte: accessed; in one piece with the byte before */
    uint32_t *piece_at;      /* per byte: index + 1 */
    VEC(struct piece) pieces;
};

struct access { /* one use of an object, at a constant offset */
    struct object *object;
    struct ir_inst *inst;
    uint32_t arg; /* which argument the pointer is: memcpy has two */
    uint32_t offset;
    bool rewritten;
};

struct sroa {
    struct ir_function *function;
    struct arena scratch;
    VEC(struct object) objects;
    VEC(struct access) accesses;
    struct map sides; /* instruction + argument -> index of its access, + 1 */
};

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
        count += inst->op == IR_OP_alloca && inst->size <= MAX_OBJECT_BYTES;
    vec_extend(&s->scratch, &s->objects, count);
    s->objects.count = 0; /* room for all: pointers to objects stay valid */
    ir_foreach_inst (inst, s->function->entry) {
        if (inst->op != IR_OP_alloca || inst->size > MAX_OBJECT_BYTES)
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

/* The object on the other side of a copy, if it is one that is taken apart. */
static struct access *
other_side(struct sroa *s, const struct access *access)
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
     * edge of the copy is refused later (cuts_piece). */
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
    if (inst->op == IR_OP_memcpy) {
        const struct access *other = other_side(s, access);
        if (other)
            return share_pieces(access, other, inst->size);
        return access->arg == 1 && fill_gaps(access); /* from the object to memory */
    }
    return false;
}

/* A block access may not cut through a piece. */
static bool
cuts_piece(const struct access *access)
{
    uint32_t end = access->offset + access_size(access->inst);
    const struct object *object = access->object;
    return object->same_slice[access->offset] ||
           (end < object->alloca->size && object->same_slice[end]);
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
    while (changed) {
        changed = false;
        /* Spreading pieces may let copies cut them, and an object given up makes others fill their
         * gaps: both steps repeat.  Pieces only grow, so this ends. */
        vec_foreach (struct access, access, &s->accesses)
            changed |= access->object->ok && spread(s, access);
        vec_foreach (struct access, access, &s->accesses) {
            bool is_block = access->inst->op == IR_OP_memcpy || access->inst->op == IR_OP_memzero;
            if (access->object->ok && is_block && cuts_piece(access)) {
                access->object->ok = false; /* stays memory: copies to it must fill their gaps */
                changed = true;
            }
        }
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

static enum ir_type
word_type(uint32_t size)
{
    return size == 1 ? IR_I8 : size == 2 ? IR_I16 : size == 4 ? IR_I32 : IR_I64;
}

/* A piece has the type of its accesses if they agree, else a word's. */
static void
choose_type(const struct access *access, uint32_t offset, enum ir_type type)
{
    struct object *object = access->object;
    struct piece *piece = &object->pieces.at[object->piece_at[offset] - 1];
    uint32_t size = ir_type_bytes(type);
    if (size != piece->size || (piece->typed && piece->type != type))
        type = word_type(piece->size);
    piece->type = type;
    piece->typed = true;
}

static void
choose_types(struct sroa *s)
{
    vec_foreach (struct access, access, &s->accesses) {
        const struct ir_inst *inst = access->inst;
        uint32_t size = ir_type_bytes((enum ir_type)inst->type);
        if (access->object->ok && (inst->op == IR_OP_load || inst->op == IR_OP_store))
            for (uint32_t i = 0; i < inst->memory.components; i++)
                choose_type(access, access->offset + i * size, (enum ir_type)inst->type);
    }
}

static void
make_allocas(struct sroa *s, struct object *object)
{
    struct ir_builder b = {s->function, s->function->entry, NULL, object->alloca->loc};
    vec_foreach (struct piece, piece, &object->pieces) {
        if (!piece->typed)
            piece->type = word_type(piece->size);
        uint32_t align = piece->size & -piece->size;
        piece->alloca = ir_build_alloca(&b, piece->size, align < 16 ? align : 16)->def;
    }
}

static ir_id
convert(struct ir_builder *b, ir_id value, enum ir_type to)
{
    enum ir_type from = ir_type_of(b->function, value);
    if (from == to)
        return value;
    if (ir_is_pointer(from)) {
        enum ir_type word = word_type(ir_type_bytes(from));
        return convert(b, ir_build1(b, IR_OP_ptrtoint, word, value), to);
    }
    if (ir_is_pointer(to)) {
        enum ir_type word = word_type(ir_type_bytes(to));
        return ir_build1(b, IR_OP_inttoptr, to, convert(b, value, word));
    }
    return ir_build1(b, IR_OP_bitcast, to, value);
}

static uint32_t
align_at(uint32_t align, uint32_t offset)
{
    uint32_t low = offset & -offset;
    return low && low < align ? low : align;
}

/* The address of a component of size bytes in its piece, and its alignment there. */
static ir_id
component_address(struct ir_builder *b, const struct piece *piece, uint32_t offset, uint32_t size,
                  uint32_t *align)
{
    uint32_t inside = offset - piece->start;
    *align = align_at(size & -size, inside);
    return ir_build_offset(b, piece->alloca, inside);
}

static ir_id
load_component(struct ir_builder *b, const struct object *object, uint32_t offset,
               enum ir_type type)
{
    const struct piece *piece = &object->pieces.at[object->piece_at[offset] - 1];
    bool whole = piece->size == ir_type_bytes(type);
    uint32_t align;
    ir_id address = component_address(b, piece, offset, ir_type_bytes(type), &align);
    struct ir_inst *load = ir_build_load(b, whole ? piece->type : type, 1, address, align);
    return whole ? convert(b, load->def, type) : load->def;
}

static void
store_component(struct ir_builder *b, const struct object *object, uint32_t offset, ir_id value)
{
    const struct piece *piece = &object->pieces.at[object->piece_at[offset] - 1];
    uint32_t align, size = ir_type_bytes(ir_type_of(b->function, value));
    if (piece->size == size)
        value = convert(b, value, piece->type);
    ir_id address = component_address(b, piece, offset, size, &align);
    ir_build_store(b, ir_type_of(b->function, value), 1, address, &value, align);
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

/* Both sides have the same pieces, so those of one object say how to split the copy. */
static void
rewrite_copy(struct sroa *s, struct ir_builder *b, const struct access *access)
{
    const struct ir_inst *inst = access->inst;
    const struct access *other = other_side(s, access);
    const struct access *to = access->arg == 0 ? access : other;
    const struct access *from = access->arg == 1 ? access : other;
    vec_foreach (struct piece, piece, &access->object->pieces) {
        uint32_t at = piece->start - access->offset;
        if (piece->start < access->offset || at >= inst->size)
            continue;
        bool odd = piece->size != 1 && piece->size != 2 && piece->size != 4 && piece->size != 8;
        enum ir_type type = odd ? IR_I8 : piece->type;
        for (uint32_t i = 0; i < piece->size; i += ir_type_bytes(type)) {
            ir_id value = read_side(b, from, inst->args[1].value, inst->align, at + i, type);
            write_side(b, to, inst->args[0].value, inst->memory.align, at + i, value);
        }
    }
}

static void
rewrite_zero(struct ir_builder *b, const struct access *access)
{
    vec_foreach (struct piece, piece, &access->object->pieces) {
        bool inside =
            piece->start >= access->offset && piece->start < access->offset + access->inst->size;
        bool odd = piece->size != 1 && piece->size != 2 && piece->size != 4 && piece->size != 8;
        enum ir_type type = odd ? IR_I8 : word_type(piece->size);
        for (uint32_t i = 0; inside && i < piece->size; i += ir_type_bytes(type))
            store_component(b, access->object, piece->start + i, ir_const(b->function, type, 0));
    }
}

static bool
rewrite(struct sroa *s, const struct access *access)
{
    struct ir_inst *inst = access->inst;
    if (!access->object->ok || (access->arg == 1 && other_side(s, access)))
        return false; /* a copy between objects is rewritten from the side that it writes */
    struct ir_builder b = {s->function, inst->block, inst, inst->loc};
    if (inst->op == IR_OP_load)
        rewrite_load(s, &b, access);
    else if (inst->op == IR_OP_store)
        rewrite_store(&b, access);
    else if (inst->op == IR_OP_memcpy)
        rewrite_copy(s, &b, access);
    else
        rewrite_zero(&b, access);
    return true;
}

/* An object that is one scalar already would only be renamed. */
static bool
is_scalar(const struct object *object)
{
    return object->pieces.count == 1 && object->pieces.at[0].start == 0;
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
        if (object->ok && is_scalar(object) && !has_blocks)
            object->ok = false;
    vec_foreach (struct object, object, &s.objects)
        if (object->ok)
            make_allocas(&s, object);
    vec_foreach (struct access, access, &s.accesses)
        access->rewritten = rewrite(&s, access);
    vec_foreach (struct access, access, &s.accesses)
        if (access->rewritten) {
            ir_remove(access->inst);
            changed = true;
        }
    arena_free(&s.scratch);
    return changed;
}
