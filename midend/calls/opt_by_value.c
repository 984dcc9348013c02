/* Private objects that a function that stays accesses only at constant offsets are passed by value:
 * the components it accesses are parameters, those that it stores are results too.  The function has
 * a copy of its own, which then leaves memory, and so may the caller's object.
 *
 * Callers come first: a parameter that points to an object of the caller's caller is a copy of the
 * caller's when those that it calls are looked at.
 *
 *   %1 = alloca; call %1, @f   ->   %2 = load %1; %3 = call %2, @f; store %1, %3 */
#include "midend/calls/by_value.h"
#include "midend/calls/inline_plan.h"
#include "midend/ir/ir_build.h"
#include "midend/pass.h"
#include "support/limit.h"

enum { OBJECT_ALIGN = 16 };

struct passer {
    struct ir_module *module;
    struct ana_calls *calls;
    struct arena scratch;
    struct shapes shapes;
    struct map captured; /* object of a caller -> 1: its address is not captured; 2: it is */
    bool changed;
};

/* A parameter that is passed by value. */
struct moved {
    uint32_t param;
    shape_pieces pieces;
    int32_t base; /* bytes after the pointer where the copy starts */
    uint32_t size;
    struct ir_inst *object; /* the copy */
};

struct change {
    struct passer *passer;
    struct ir_function *function;
    struct ana_callee *callee;
    VEC(struct moved) moved;
    uint32_t param_dwords, result_dwords;
    bool stores; /* what is stored is a result: results are dwords */
};

static uint32_t
dwords_of(enum ir_type type)
{
    return ir_type_bits(type) > 32 ? 2 : 1;
}

/* ---- objects of callers ---- */

/* The alloca that the pointer leads to, at an offset; or NULL. */
static const struct ir_inst *
object_of(const struct ir_function *f, ir_id pointer, int64_t *offset)
{
    const struct ir_inst *inst = ir_def(f, pointer);
    *offset = 0;
    for (unsigned i = 0; i < LIMIT_ADDRESS_CHAIN && inst; i++) {
        if (inst->op == IR_OP_alloca)
            return inst;
        if (inst->op == IR_OP_ptradd && ir_is_const(f, inst->args[1].value)) {
            uint64_t by = ir_value(f, inst->args[1].value)->bits;
            *offset += ir_type_of(f, inst->args[1].value) == IR_I32 ? (int32_t)by : (int64_t)by;
        } else if (inst->op != IR_OP_addrspacecast) {
            return NULL;
        }
        inst = ir_def(f, inst->args[0].value);
    }
    return NULL;
}

/* Does the pointer lead to the object, wherever in it? */
static bool
leads_to(const struct ir_function *f, ir_id pointer, const struct ir_inst *object)
{
    const struct ir_inst *inst = ir_def(f, pointer);
    for (unsigned i = 0; i < LIMIT_ADDRESS_CHAIN && inst && inst != object; i++)
        inst = inst->op == IR_OP_ptradd || inst->op == IR_OP_addrspacecast
                   ? ir_def(f, inst->args[0].value)
                   : NULL;
    return inst == object;
}

/* Do accesses through the two arguments, which lead to one object, touch the same byte, and one of
 * them stores? */
static bool
collide(const struct shape *a, int64_t a_offset, const struct shape *b, int64_t b_offset)
{
    for (int64_t i = 0; i < SHAPE_SPAN; i++) {
        int64_t k = i + a_offset - b_offset;
        if (k >= 0 && k < SHAPE_SPAN && a->bytes[i].is_used && b->bytes[k].is_used &&
            (a->bytes[i].is_stored || b->bytes[k].is_stored))
            return true;
    }
    return false;
}

static bool
is_captured(struct passer *p, const struct ir_function *caller, const struct ir_inst *object)
{
    struct shape shape;
    uintptr_t known = (uintptr_t)map_get(&p->captured, MAP_KEY(object));
    if (!known) {
        shape_collect(&p->shapes, caller, object->def, &shape);
        known = shape.is_captured ? 2 : 1;
        map_put(&p->captured, MAP_KEY(object), (void *)known);
    }
    return known == 2;
}

static bool
fits_call(const struct change *c, const struct moved *moved, const struct ir_inst *call)
{
    const struct ir_function *caller = call->block->function;
    const struct shapes *shapes = &c->passer->shapes;
    const struct shape *shape = shape_of(shapes, c->function, moved->param);
    int64_t offset, other_offset;
    const struct ir_inst *object = object_of(caller, call->args[moved->param].value, &offset);
    const struct shape_piece *last = &vec_last(&moved->pieces);
    if (!object || offset + moved->pieces.at[0].start < 0 ||
        offset + last->start + last->size > object->size)
        return false;
    if (is_captured(c->passer, caller, object))
        return false;
    for (uint32_t i = 0; i < call->arg_count; i++) {
        ir_id arg = call->args[i].value;
        if (i == moved->param || !leads_to(caller, arg, object))
            continue;
        const struct shape *other = shape_of(shapes, c->function, i);
        if (!other || !other->is_known || object_of(caller, arg, &other_offset) != object ||
            collide(shape, offset, other, other_offset))
            return false;
    }
    return true;
}

/* ---- which parameters ---- */

static void
count_dwords(struct change *c)
{
    const struct ir_function *f = c->function;
    for (uint32_t i = 0; i < f->param_count; i++)
        c->param_dwords += dwords_of((enum ir_type)f->param_types[i]);
    for (uint32_t i = 0; i < f->result_count; i++)
        c->result_dwords += dwords_of((enum ir_type)f->result_types[i]);
}

static bool
fits_registers(struct change *c, const struct moved *moved)
{
    uint32_t params = c->param_dwords, results = c->result_dwords;
    params -= dwords_of((enum ir_type)c->function->param_types[moved->param]);
    vec_foreach (struct shape_piece, piece, &moved->pieces) {
        params += dwords_of(piece->type);
        results += piece->is_stored ? dwords_of(piece->type) : 0;
    }
    if (params > inline_param_room(c->function) || results > inline_result_room(c->function))
        return false;
    c->param_dwords = params;
    c->result_dwords = results;
    return true;
}

static void
choose(struct change *c, uint32_t param)
{
    struct passer *p = c->passer;
    struct moved moved = {.param = param};
    const struct shape *shape = shape_of(&p->shapes, c->function, param);
    if (!shape || shape->is_captured || !shape_list(&p->scratch, shape, &moved.pieces))
        return;
    const struct shape_piece *last = &vec_last(&moved.pieces);
    moved.base = moved.pieces.at[0].start & -OBJECT_ALIGN;
    moved.size = (uint32_t)(last->start - moved.base) + last->size;
    vec_foreach (struct ir_inst *, site, &c->callee->sites)
        if (!fits_call(c, &moved, *site))
            return;
    if (fits_registers(c, &moved))
        vec_push(&p->scratch, &c->moved, moved);
}

/* ---- values as dwords ---- */

static uint32_t
to_dwords(struct ir_builder *b, ir_id value, ir_id *dwords)
{
    enum ir_type type = ir_type_of(b->function, value);
    if (ir_type_bits(type) == 64) {
        dwords[0] = ir_build1(b, IR_OP_unpack_lo, IR_I32, value);
        dwords[1] = ir_build1(b, IR_OP_unpack_hi, IR_I32, value);
        return 2;
    }
    if (type == IR_F16)
        value = ir_build1(b, IR_OP_bitcast, IR_I16, value);
    if (ir_type_bits(type) < 32)
        value = ir_build1(b, IR_OP_zext, IR_I32, value);
    else if (ir_is_pointer(type))
        value = ir_build1(b, IR_OP_ptrtoint, IR_I32, value);
    else if (type != IR_I32)
        value = ir_build1(b, IR_OP_bitcast, IR_I32, value);
    dwords[0] = value;
    return 1;
}

static ir_id
from_dwords(struct ir_builder *b, enum ir_type type, const ir_id *dwords)
{
    if (ir_type_bits(type) == 64)
        return ir_build2(b, IR_OP_pack64, type, dwords[0], dwords[1]);
    if (type == IR_I32)
        return dwords[0];
    if (ir_is_pointer(type))
        return ir_build1(b, IR_OP_inttoptr, type, dwords[0]);
    if (type == IR_F32)
        return ir_build1(b, IR_OP_bitcast, type, dwords[0]);
    ir_id small = ir_build1(b, IR_OP_trunc, type == IR_F16 ? IR_I16 : type, dwords[0]);
    return type == IR_F16 ? ir_build1(b, IR_OP_bitcast, type, small) : small;
}

/* ---- the callee ---- */

static bool
is_moved(const struct change *c, uint32_t param)
{
    vec_foreach (struct moved, moved, &c->moved)
        if (moved->param == param)
            return true;
    return false;
}

static uint32_t
align_of(int64_t offset)
{
    uint32_t low = (uint32_t)(offset & -offset);
    return low && low < OBJECT_ALIGN ? low : OBJECT_ALIGN;
}

/* Uses of the pointer become those of the copy. */
static void
make_object(struct change *c, struct moved *moved)
{
    struct ir_function *f = c->function;
    struct ir_inst *first = f->entry->first;
    struct ir_builder b = {f, f->entry, first, f->loc};
    moved->object = ir_build_alloca(&b, moved->size, OBJECT_ALIGN);
    b.before = first;
    ir_id pointer = ir_build_offset(&b, moved->object->def, -(int64_t)moved->base);
    if (f->param_types[moved->param] == IR_P_GENERIC)
        pointer = ir_build1(&b, IR_OP_addrspacecast, IR_P_GENERIC, pointer);
    ir_replace_uses(f, f->params[moved->param], pointer);
}

/* The parameters that stay come first. */
static void
set_params(struct change *c)
{
    struct passer *p = c->passer;
    struct ir_function *f = c->function;
    VEC(struct ir_param) params = {0};
    for (uint32_t i = 0; i < f->param_count; i++)
        if (!is_moved(c, i))
            vec_push(&p->scratch, &params, (struct ir_param){f->param_types[i], i});
    uint32_t next = params.count;
    vec_foreach (struct moved, moved, &c->moved)
        vec_foreach (struct shape_piece, piece, &moved->pieces)
            vec_push(&p->scratch, &params, (struct ir_param){(uint8_t)piece->type, UINT32_MAX});
    ir_set_params(f, params.at, params.count);
    vec_foreach (struct moved, moved, &c->moved) {
        struct ir_inst *first = moved->object->next;
        struct ir_builder b = {f, f->entry, first, f->loc};
        vec_foreach (struct shape_piece, piece, &moved->pieces) {
            int64_t at = piece->start - moved->base;
            ir_id address = ir_build_offset(&b, moved->object->def, at);
            ir_build_store(&b, piece->type, 1, address, &f->params[next++], align_of(at));
        }
    }
}

/* Results: the old ones, then what was stored, all as dwords. */
static void
add_results(struct change *c, struct ir_inst *ret)
{
    struct ir_builder b = {c->function, ret->block, ret, ret->loc};
    ir_id values[INLINE_MAX_RESULT_DWORDS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < ret->arg_count; i++)
        count += to_dwords(&b, ret->args[i].value, values + count);
    vec_foreach (struct moved, moved, &c->moved)
        vec_foreach (struct shape_piece, piece, &moved->pieces) {
            int64_t at = piece->start - moved->base;
            if (!piece->is_stored)
                continue;
            ir_id address = ir_build_offset(&b, moved->object->def, at);
            struct ir_inst *load = ir_build_load(&b, piece->type, 1, address, align_of(at));
            count += to_dwords(&b, load->def, values + count);
        }
    ir_set_ret(ret, values, count);
}

static void
set_results(struct change *c)
{
    uint8_t types[INLINE_MAX_RESULT_DWORDS];
    for (uint32_t i = 0; i < c->result_dwords; i++)
        types[i] = IR_I32;
    ir_foreach_block (block, c->function)
        if (block->last->op == IR_OP_ret)
            add_results(c, block->last);
    ir_set_results(c->function, types, c->result_dwords);
}

/* ---- the calls ---- */

/* The alignment that is known at an offset of the object that the pointer leads to. */
static uint32_t
align_at(const struct ir_function *f, ir_id pointer, int32_t start)
{
    int64_t offset;
    const struct ir_inst *object = object_of(f, pointer, &offset);
    uint32_t align = align_of(offset + start);
    return object->align < align ? object->align : align;
}

static void
load_pieces(const struct change *c, struct ir_builder *b, const struct ir_inst *call, ir_id *args)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < call->arg_count; i++)
        if (!is_moved(c, i))
            args[count++] = call->args[i].value;
    vec_foreach (struct moved, moved, &c->moved)
        vec_foreach (struct shape_piece, piece, &moved->pieces) {
            ir_id pointer = call->args[moved->param].value;
            uint32_t align = align_at(b->function, pointer, piece->start);
            ir_id address = ir_build_offset(b, pointer, piece->start);
            args[count++] = ir_build_load(b, piece->type, 1, address, align)->def;
        }
}

/* After the new call, whose results are dwords. */
static void
store_pieces(const struct change *c, struct ir_builder *b, const struct ir_inst *call,
             const struct ir_inst *new)
{
    ir_id dwords[INLINE_MAX_RESULT_DWORDS + 1];
    uint32_t next = 0;
    for (uint32_t i = 0; i < new->def_count; i++)
        dwords[i] = new->def + i;
    for (uint32_t i = 0; i < call->def_count; i++) {
        enum ir_type type = ir_type_of(b->function, call->def + i);
        ir_replace_uses(b->function, call->def + i, from_dwords(b, type, dwords + next));
        next += dwords_of(type);
    }
    vec_foreach (struct moved, moved, &c->moved)
        vec_foreach (struct shape_piece, piece, &moved->pieces) {
            ir_id pointer = call->args[moved->param].value;
            if (!piece->is_stored)
                continue;
            ir_id value = from_dwords(b, piece->type, dwords + next);
            next += dwords_of(piece->type);
            uint32_t align = align_at(b->function, pointer, piece->start);
            ir_id address = ir_build_offset(b, pointer, piece->start);
            ir_build_store(b, piece->type, 1, address, &value, align);
        }
}

static void
rebuild_call(struct change *c, uint32_t site)
{
    struct ir_inst *call = c->callee->sites.at[site];
    struct ir_function *caller = call->block->function;
    struct ir_builder b = {caller, call->block, call, call->loc};
    ir_id *args = ARENA_ARRAY(&c->passer->scratch, c->function->param_count + 1u, ir_id);
    load_pieces(c, &b, call, args);
    struct ir_inst *new = ir_set_call(call, args, c->function->param_count);
    if (c->stores)
        store_pieces(c, &b, call, new);
    else
        for (uint32_t i = 0; i < call->def_count; i++)
            ir_replace_uses(caller, call->def + i, new->def + i);
    ir_remove(call);
    c->callee->sites.at[site] = new;
}

/* ---- all of it ---- */

static void
pass_by_value(struct passer *p, struct ana_callee *callee)
{
    struct change c = {.passer = p, .function = callee->function, .callee = callee};
    count_dwords(&c);
    for (uint32_t i = 0; i < c.function->param_count; i++)
        choose(&c, i);
    if (!c.moved.count)
        return;
    vec_foreach (struct moved, moved, &c.moved)
        make_object(&c, moved);
    set_params(&c);
    vec_foreach (struct moved, moved, &c.moved)
        vec_foreach (struct shape_piece, piece, &moved->pieces)
            c.stores |= piece->is_stored;
    if (c.stores)
        set_results(&c);
    for (uint32_t k = 0; k < callee->sites.count; k++)
        rebuild_call(&c, k);
    shapes_add(&p->shapes, c.function);
    p->changed = true;
}

bool
opt_by_value(struct ir_module *module)
{
    struct passer p = {.module = module};
    arena_init_scratch(&p.scratch, module->arena->allocator, module->guard);
    p.calls = ana_calls_at_hand(&p.scratch, module);
    p.shapes = (struct shapes){&p.scratch, map_new(&p.scratch)};
    p.captured = map_new(&p.scratch);
    for (uint32_t i = 0; i < p.calls->count; i++)
        shapes_add(&p.shapes, p.calls->order[i]);
    for (uint32_t i = p.calls->count; i-- > 0;) {
        struct ana_callee *callee = ana_calls_of(p.calls, p.calls->order[i]);
        if (!callee->function->is_kernel && callee->sites.count)
            pass_by_value(&p, callee);
    }
    arena_free(&p.scratch);
    return p.changed;
}
