/* -fsanitize=bounds: accesses of an object that is known, through a pointer that was made here, lie inside it.
 *
 *   %1 = alloca 16                     %1 = alloca 16
 *   %3 = ptradd %1, %2            ->   %3 = ptradd %1, %2
 *   %4 = load i32 %3                   asm "s_nop 0 ; occ.check access %0 4 16 a" (%3 - %1)
 *                                      %4 = load i32 %3
 *
 * The pointer is followed through sums, phis and selects, as long as they lead to private objects, variables of local
 * memory or program scope, or one argument of a kernel that is local memory, whose size the launch gives; what calls
 * pass is lost, unless they are inlined.  Where an array that is a member becomes a pointer (gen_check_member), that array is
 * the object.  No point stands where the offset is constant and inside, nor where it is with the most that the
 * indices' own points let pass (gen/gen_check.c). */
#include "midend/analysis/analysis.h"
#include "midend/ir/check_point.h"
#include "midend/memory/check_roots.h"
#include "midend/pass.h"
#include "support/sanitize.h"

#include <stdlib.h>
#include <string.h>

struct checked {
    struct ir_function *function;
    struct arena *arena;
    struct check_roots roots;
    struct ana_dom *dom; /* NULL: not needed yet */
    struct map met;      /* assembly that comes before the access, of its block */
};

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

/* How far the pointer is behind the object's begin: where sums alone lead to it, without that address, so that the object may
 * still become values. */
static ir_id
offset_of(struct checked *c, struct ir_builder *b, ir_id pointer, ir_id root)
{
    const struct ir_function *f = c->function;
    enum ir_type wide = ir_type_bytes(ir_type_of(f, pointer)) == 8 ? IR_I64 : IR_I32;
    ir_id sum = 0, at = pointer;
    while (at != root && ir_def(f, at)->op == IR_OP_ptradd)
        at = ir_def(f, at)->args[0].value;
    if (at != root || check_is_choice(ir_def(f, root))) {
        ir_id begin = check_begin(&c->roots, b, root);
        return ir_build2(b, IR_OP_sub, wide, ir_build1(b, IR_OP_ptrtoint, wide, pointer),
                         ir_build1(b, IR_OP_ptrtoint, wide, begin));
    }
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
    if (!object && ir_value(f, root)->kind != IR_VALUE_PARAM)
        return NULL;
    if (!object) {
        uint32_t number = ir_value(f, root)->param;
        const char *name = f->kernel->args[number].name;
        return arena_printf(arena, "argument %%0 %llu %u %s", (unsigned long long)bytes, number,
                            name && *name ? name : "-");
    }
    const char *name = check_root_name(&c->roots, root);
    if (check_is_choice(object))
        return arena_printf(arena, "either %%0 %%1 %llu %s", (unsigned long long)bytes, name);
    uint64_t size = check_object_size(object);
    if (is_inside(c, block, pointer, root, bytes, size))
        return NULL;
    return arena_printf(arena, "access %%0 %llu %llu %s", (unsigned long long)bytes,
                        (unsigned long long)size, name);
}

/* The array that is a member begins inside what it is a member of, and the access lies inside the array. */
static void
check(struct checked *c, struct ir_inst *access, ir_id pointer, uint64_t bytes)
{
    struct ir_function *f = c->function;
    ir_id root = check_root(&c->roots, pointer);
    const struct ir_inst *object = root ? ir_def(f, root) : NULL;
    if (check_is_member(object))
        check(c, access, object->args[0].value, bytes);
    const char *words = root ? words_of(c, access->block, pointer, root, bytes) : NULL;
    if (!words)
        return;
    struct ir_builder b = {f, access->block, access, access->loc};
    ir_id values[2] = {offset_of(c, &b, pointer, root)};
    uint32_t count = 1;
    if (check_is_choice(object))
        values[count++] = check_size(&c->roots, &b, root);
    check_point(&b, words, values, count);
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
            if (check_is_member(inst))
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
    check_roots_find(&c.roots, function, &arena);
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            check_inst(&c, inst);
            if (inst->op == IR_OP_asm)
                map_put(&c.met, MAP_KEY(inst), inst);
        }
    check_roots_finish(&c.roots);
    forget_members(function);
    arena_free(&arena);
    return true;
}
