/* -fsanitize=bounds: accesses of an object that is known, through a pointer that was made here, lie inside it.
 *
 *   %1 = alloca 16                     %1 = alloca 16
 *   %3 = ptradd %1, %2            ->   %3 = ptradd %1, %2
 *   %4 = load i32 %3                   asm "s_nop 0 ; occ.check access %0 4 16 a" (%3 - %1)
 *                                      %4 = load i32 %3
 *
 * The pointer is followed through sums, phis and selects, as long as they lead to one private object, one variable of
 * local memory or program scope, or one argument of a kernel that is local memory, whose size the launch gives; what
 * calls pass is lost, unless they are inlined.  Where an array that is a member becomes a pointer (gen_check_member), that
 * array is the object.  No point stands where the offset is constant and inside, nor where it is with the most that the
 * indices' own points let pass (gen/gen_check.c). */
#include "midend/analysis/analysis.h"
#include "midend/ir/check_point.h"
#include "midend/pass.h"
#include "support/sanitize.h"

#include <stdlib.h>
#include <string.h>

struct checked {
    struct ir_function *function;
    struct arena *arena;
    ir_id *root; /* per value: the object that it leads into; 0: nothing is known yet */
    uint32_t count;
    struct ana_dom *dom; /* NULL: not needed yet */
    struct map met;      /* assembly that comes before the access, of its block */
};

enum { NO_ROOT = UINT32_MAX /* several objects, or one that is not known */ };

/* ---- which object ---- */

static bool
is_object(const struct ir_inst *inst)
{
    const struct ir_global *global = inst->op == IR_OP_symbol ? inst->global : NULL;
    return inst->op == IR_OP_alloca || (global && global->size && !global->is_external &&
                                        !global->is_import && !global->is_got && !global->is_weak);
}

/* Local memory that the host gives a size. */
static bool
is_argument(const struct ir_function *f, ir_id id)
{
    return f->is_kernel && ir_value(f, id)->kind == IR_VALUE_PARAM &&
           ir_type_of(f, id) == IR_P_LOCAL;
}

/* Symbols of one variable are one object. */
static bool
are_same(const struct ir_function *f, ir_id a, ir_id b)
{
    const struct ir_inst *one = ir_def(f, a), *other = ir_def(f, b);
    return a == b || (one && other && one->op == IR_OP_symbol && other->op == IR_OP_symbol &&
                      one->global == other->global);
}

static bool
is_member(const struct ir_inst *root)
{
    return root && root->op == IR_OP_ptradd;
}

/* Of members of one object that object. */
static ir_id
common_root(const struct checked *c, ir_id one, ir_id other)
{
    const struct ir_function *f = c->function;
    for (;;) {
        for (ir_id at = other; at && at != NO_ROOT;) {
            if (are_same(f, one, at))
                return one;
            at = is_member(ir_def(f, at)) ? c->root[ir_def(f, at)->args[0].value] : NO_ROOT;
        }
        if (!is_member(ir_def(f, one)))
            return NO_ROOT;
        one = c->root[ir_def(f, one)->args[0].value];
        if (!one || one == NO_ROOT)
            return one;
    }
}

static ir_id
merged_root(const struct checked *c, const struct ir_inst *inst, uint32_t first)
{
    const struct ir_function *f = c->function;
    bool is_set = true;
    ir_id root = 0;
    for (uint32_t i = first; i < inst->arg_count && root != NO_ROOT; i++) {
        ir_id one = c->root[inst->args[i].value];
        if (ir_value(f, inst->args[i].value)->kind == IR_VALUE_UNDEF)
            is_set = false;
        else if (one)
            root = one == NO_ROOT || !root ? one : common_root(c, root, one);
    }
    while (!is_set && root && root != NO_ROOT && is_member(ir_def(f, root)))
        root = c->root[ir_def(f, root)->args[0].value]; /* its begin may not be known here */
    return root;
}

static ir_id
root_of(const struct checked *c, const struct ir_inst *inst)
{
    if (is_object(inst))
        return inst->def;
    switch ((enum ir_op)inst->op) {
    case IR_OP_ptradd:
        return inst->size ? inst->def : c->root[inst->args[0].value];
    case IR_OP_phi:
        return merged_root(c, inst, 0);
    case IR_OP_select:
        return merged_root(c, inst, 1);
    default:
        return NO_ROOT;
    }
}

/* From nothing up to one object, to any: no value goes down again. */
static void
find_roots(struct checked *c)
{
    struct ir_function *f = c->function;
    bool changed = true;
    c->count = f->values.count;
    c->root = ARENA_ARRAY(c->arena, c->count, ir_id);
    for (ir_id id = 1; id < c->count; id++)
        if (ir_value(f, id)->kind != IR_VALUE_INST)
            c->root[id] = is_argument(f, id) ? id : NO_ROOT;
    while (changed) {
        changed = false;
        guard_poll(c->arena->guard);
        ir_foreach_block (block, f)
            ir_foreach_inst (inst, block) {
                ir_id root = inst->def_count ? root_of(c, inst) : 0;
                for (uint32_t i = 0; i < inst->def_count; i++) {
                    changed |= c->root[inst->def + i] != root;
                    c->root[inst->def + i] = root;
                }
            }
    }
}

/* ---- what needs no point ---- */

/* The largest value that passes the index points before the access; false: there is none. */
static bool
most_by_points(struct checked *c, const struct ir_block *block, ir_id index, uint64_t *most)
{
    bool found = false;
    for (const struct ir_use *use = ir_value(c->function, index)->uses; use; use = use->next) {
        const struct ir_inst *user = use->user;
        const char *limit = check_behind(user, "index %0 ");
        if (!limit)
            continue;
        if (!c->dom)
            c->dom = ana_dom(c->arena, c->function);
        if (user->block == block ? !map_get(&c->met, MAP_KEY(user))
                                 : !ana_dominates(c->dom, user->block, block))
            continue;
        uint64_t last = strtoull(limit, NULL, 10) - 1;
        *most = found && *most < last ? *most : last;
        found = true;
    }
    return found;
}

/* The most that bytes may be: an index that passed a point, times constants. */
static bool
most_bytes(struct checked *c, const struct ir_block *block, ir_id bytes, uint64_t *most)
{
    enum { STEPS = 4 };
    const struct ir_function *f = c->function;
    uint64_t factor = 1;
    for (unsigned i = 0; i < STEPS; i++) {
        const struct ir_inst *inst = ir_def(f, bytes);
        if (most_by_points(c, block, bytes, most)) {
            *most *= factor;
            return *most <= UINT32_MAX;
        }
        bool scales = inst && (inst->op == IR_OP_mul || inst->op == IR_OP_shl) &&
                      ir_is_const(f, inst->args[1].value);
        if (!inst || !(scales || inst->op == IR_OP_sext || inst->op == IR_OP_zext))
            return false;
        uint64_t by = scales ? ir_value(f, inst->args[1].value)->bits : 1;
        if (by > UINT16_MAX || (inst->op == IR_OP_shl && by > 16))
            return false;
        factor *= inst->op == IR_OP_shl ? UINT64_C(1) << by : by;
        if (factor > UINT32_MAX)
            return false;
        bytes = inst->args[0].value;
    }
    return false;
}

/* All that is added is constant, or an index that passed a point, and its most lies inside. */
static bool
is_inside(struct checked *c, const struct ir_block *block, ir_id pointer, ir_id root,
          uint64_t bytes, uint64_t size)
{
    const struct ir_function *f = c->function;
    int64_t offset = 0;
    uint64_t most = 0;
    for (const struct ir_inst *inst; pointer != root; pointer = inst->args[0].value) {
        inst = ir_def(f, pointer);
        if (inst->op == IR_OP_symbol)
            break;
        if (inst->op != IR_OP_ptradd)
            return false;
        ir_id by = inst->args[1].value;
        uint64_t more = 0, bits = ir_is_const(f, by) ? ir_value(f, by)->bits : 0;
        offset += ir_type_of(f, by) == IR_I32 ? (int32_t)bits : (int64_t)bits;
        if (!ir_is_const(f, by) && !most_bytes(c, block, by, &more))
            return false;
        most += more;
    }
    return offset >= 0 && (uint64_t)offset + most + bytes <= size;
}

/* ---- points ---- */

/* The object's address, where the access is. */
static ir_id
address_of(struct ir_builder *b, ir_id root, enum ir_type wide)
{
    const struct ir_inst *object = ir_def(b->function, root);
    ir_id address = root;
    if (object && object->op == IR_OP_symbol) {
        enum ir_type type = (enum ir_type)object->type;
        struct ir_inst *symbol = ir_build(b, IR_OP_symbol, type, 1, NULL, 0);
        symbol->global = object->global;
        address = symbol->def;
    }
    return ir_build1(b, IR_OP_ptrtoint, wide, address);
}

static const char *
name_of(const struct ir_inst *object)
{
    if (object->op != IR_OP_symbol)
        return check_name(object);
    const char *dot = strrchr(object->global->name, '.'); /* function.variable */
    return dot && dot[1] > '9' ? dot + 1 : object->global->name;
}

/* How far the pointer is behind the object's begin: where sums alone lead to it, without that address, so that the object may
 * still become values. */
static ir_id
offset_of(struct ir_builder *b, ir_id pointer, ir_id root, enum ir_type wide)
{
    const struct ir_function *f = b->function;
    ir_id sum = 0, at = pointer;
    while (at != root && ir_def(f, at)->op == IR_OP_ptradd)
        at = ir_def(f, at)->args[0].value;
    if (at != root)
        return ir_build2(b, IR_OP_sub, wide, ir_build1(b, IR_OP_ptrtoint, wide, pointer),
                         address_of(b, root, wide));
    for (at = pointer; at != root; at = ir_def(f, at)->args[0].value) {
        ir_id by = ir_def(f, at)->args[1].value;
        sum = sum ? ir_build2(b, IR_OP_add, wide, by, sum) : by;
    }
    return sum ? sum : ir_build_int(b, wide, 0);
}

/* What the point says of the access; NULL: it needs none. */
static const char *
words_of(struct checked *c, const struct ir_block *block, ir_id pointer, ir_id root, uint64_t bytes)
{
    const struct ir_function *f = c->function;
    struct arena *arena = f->module->arena;
    const struct ir_inst *object = ir_def(f, root);
    if (!object) {
        uint32_t number = ir_value(f, root)->param;
        const char *name = f->kernel->args[number].name;
        return arena_printf(arena, "argument %%0 %llu %u %s", (unsigned long long)bytes, number,
                            name && *name ? name : "-");
    }
    uint64_t size = object->op == IR_OP_symbol ? object->global->size : object->size;
    if (is_inside(c, block, pointer, root, bytes, size))
        return NULL;
    return arena_printf(arena, "access %%0 %llu %llu %s", (unsigned long long)bytes,
                        (unsigned long long)size, name_of(object));
}

/* The array that is a member begins inside what it is a member of, and the access lies inside the array. */
static void
check(struct checked *c, struct ir_inst *access, ir_id pointer, uint64_t bytes)
{
    struct ir_function *f = c->function;
    ir_id root = pointer < c->count ? c->root[pointer] : NO_ROOT;
    if (root && root != NO_ROOT && is_member(ir_def(f, root)))
        check(c, access, ir_def(f, root)->args[0].value, bytes);
    const char *words =
        root && root != NO_ROOT ? words_of(c, access->block, pointer, root, bytes) : NULL;
    if (!words)
        return;
    struct ir_builder b = {f, access->block, access, access->loc};
    enum ir_type wide = ir_type_bytes(ir_type_of(f, pointer)) == 8 ? IR_I64 : IR_I32;
    check_point(&b, words, offset_of(&b, pointer, root, wide));
}

static void
check_inst(struct checked *c, struct ir_inst *inst)
{
    switch ((enum ir_op)inst->op) {
    case IR_OP_load:
    case IR_OP_store:
    case IR_OP_atomic:
    case IR_OP_cmpxchg:
        check(c, inst, inst->args[0].value,
              (uint64_t)ir_type_bytes((enum ir_type)inst->type) *
                  (inst->memory.components ? inst->memory.components : 1));
        break;
    case IR_OP_memcpy:
        check(c, inst, inst->args[1].value, inst->size);
        check(c, inst, inst->args[0].value, inst->size);
        break;
    case IR_OP_memzero:
        if (!inst->memory.is_undefined)
            check(c, inst, inst->args[0].value, inst->size);
        break;
    default:
        break;
    }
}

/* They are sums like others now. */
static void
forget_members(struct ir_function *function)
{
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            if (is_member(inst))
                inst->size = inst->name = 0;
}

bool
check_accesses(struct ir_function *function)
{
    struct arena arena;
    if (!(function->module->sanitize & SANITIZE_BOUNDS) || function->is_library)
        return false;
    arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
    struct checked c = {.function = function, .arena = &arena};
    c.met = map_new(&arena);
    find_roots(&c);
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            check_inst(&c, inst);
            if (inst->op == IR_OP_asm)
                map_put(&c.met, MAP_KEY(inst), inst);
        }
    forget_members(function);
    arena_free(&arena);
    return true;
}
