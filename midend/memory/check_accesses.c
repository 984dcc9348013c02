/* -fsanitize=bounds: accesses of an object that is known, through a pointer that was made here, lie inside it.
 *
 *   %1 = alloca 16                     %1 = alloca 16
 *   %3 = ptradd %1, %2            ->   %3 = ptradd %1, %2
 *   %4 = load i32 %3                   asm "s_nop 0 ; occ.check access %0 4 16 a" (%3 - %1)
 *                                      %4 = load i32 %3
 *
 * The pointer is followed through sums, phis and selects, as long as they lead to one private object, one variable of
 * local memory or program scope, or one argument of a kernel that is local memory, whose size the launch gives; what
 * calls pass is lost, unless they are inlined.  No point stands where the offset is constant and inside, nor where all
 * indices of the array have points of their own (gen/gen_check.c). */
#include "midend/memory/check_point.h"
#include "midend/pass.h"
#include "support/sanitize.h"

#include <stdlib.h>
#include <string.h>

struct checked {
    struct ir_function *function;
    struct arena *arena;
    ir_id *root; /* per value: the object that it leads into; 0: nothing is known yet */
    uint32_t count;
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

static ir_id
merged_root(const struct checked *c, const struct ir_inst *inst, uint32_t first)
{
    ir_id root = 0;
    for (uint32_t i = first; i < inst->arg_count; i++) {
        ir_id one = c->root[inst->args[i].value];
        if (ir_value(c->function, inst->args[i].value)->kind == IR_VALUE_UNDEF || !one)
            continue;
        if (one == NO_ROOT || (root && !are_same(c->function, root, one)))
            return NO_ROOT;
        root = root ? root : one;
    }
    return root;
}

static ir_id
root_of(const struct checked *c, const struct ir_inst *inst)
{
    if (is_object(inst))
        return inst->def;
    switch ((enum ir_op)inst->op) {
    case IR_OP_ptradd:
        return c->root[inst->args[0].value];
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

/* Does a point look at this index, and may it be at most the last one? */
static bool
has_point(const struct ir_function *f, ir_id index)
{
    static const char words[] = IR_CHECK_TEXT "index %0 ";
    for (const struct ir_use *use = ir_value(f, index)->uses; use; use = use->next) {
        if (use->user->op != IR_OP_asm ||
            strncmp(use->user->assembly->text, words, sizeof words - 1) != 0)
            continue;
        char *end;
        const char *text = use->user->assembly->text + sizeof words - 1;
        unsigned long long limit = strtoull(text, &end, 10);
        if (limit == strtoull(end, NULL, 10))
            return true;
    }
    return false;
}

/* The bytes are some index times a size. */
static bool
is_checked_index(const struct ir_function *f, ir_id bytes)
{
    enum { STEPS = 4 };
    for (unsigned i = 0; i < STEPS; i++) {
        const struct ir_inst *inst = ir_def(f, bytes);
        if (has_point(f, bytes))
            return true;
        if (!inst || (inst->op != IR_OP_mul && inst->op != IR_OP_shl && inst->op != IR_OP_sext &&
                      inst->op != IR_OP_zext))
            return false;
        bytes = inst->args[0].value;
    }
    return false;
}

/* All that is added is constant or an index with a point, and what is constant lies inside without it, or there is
 * nothing constant. */
static bool
is_inside(const struct ir_function *f, ir_id pointer, ir_id root, uint64_t bytes, uint64_t size)
{
    int64_t offset = 0;
    bool has_index = false;
    while (pointer != root) {
        const struct ir_inst *inst = ir_def(f, pointer);
        if (inst->op != IR_OP_ptradd)
            return inst->op == IR_OP_symbol && !offset && has_index;
        ir_id by = inst->args[1].value;
        uint64_t bits = ir_is_const(f, by) ? ir_value(f, by)->bits : 0;
        offset += ir_type_of(f, by) == IR_I32 ? (int32_t)bits : (int64_t)bits;
        if (!ir_is_const(f, by) && !is_checked_index(f, by))
            return false;
        has_index |= !ir_is_const(f, by);
        pointer = inst->args[0].value;
    }
    return has_index ? !offset : offset >= 0 && (uint64_t)offset + bytes <= size;
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
name_of(const struct checked *c, const struct ir_inst *object)
{
    const struct ir_module *module = c->function->module;
    if (object->op == IR_OP_alloca)
        return object->name ? module->object_names.at[object->name - 1] : "-";
    const char *dot = strrchr(object->global->name, '.'); /* function.variable */
    return dot && dot[1] > '9' ? dot + 1 : object->global->name;
}

/* What the point says of the access; NULL: it needs none. */
static const char *
words_of(const struct checked *c, ir_id pointer, ir_id root, uint64_t bytes)
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
    uint64_t size = object->op == IR_OP_alloca ? object->size : object->global->size;
    if (is_inside(f, pointer, root, bytes, size))
        return NULL;
    return arena_printf(arena, "access %%0 %llu %llu %s", (unsigned long long)bytes,
                        (unsigned long long)size, name_of(c, object));
}

static void
check(struct checked *c, struct ir_inst *access, ir_id pointer, uint64_t bytes)
{
    struct ir_function *f = c->function;
    ir_id root = pointer < c->count ? c->root[pointer] : NO_ROOT;
    const char *words = root && root != NO_ROOT ? words_of(c, pointer, root, bytes) : NULL;
    if (!words)
        return;
    struct ir_builder b = {f, access->block, access, access->loc};
    enum ir_type wide = ir_type_bytes(ir_type_of(f, pointer)) == 8 ? IR_I64 : IR_I32;
    ir_id offset = ir_build2(&b, IR_OP_sub, wide, ir_build1(&b, IR_OP_ptrtoint, wide, pointer),
                             address_of(&b, root, wide));
    check_point(&b, words, offset);
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

bool
check_accesses(struct ir_function *function)
{
    struct arena arena;
    if (!(function->module->sanitize & SANITIZE_BOUNDS) || function->is_library)
        return false;
    arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
    struct checked c = {.function = function, .arena = &arena};
    find_roots(&c);
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block)
            check_inst(&c, inst);
    arena_free(&arena);
    return true;
}
