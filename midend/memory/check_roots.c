/* Roots rise: from nothing over one object and a choice to none.
 *
 *   %3 = select p.private %c, %a, %b       a choice of two objects: it is a root itself, and if it is asked for,
 *   %4 = ptradd %3, %i                     its begin and size are chosen beside it:
 *                                          %5 = select p.private %c, %a, %b; %6 = select i32 %c, 16, 32 */
#include "midend/memory/check_roots.h"
#include "midend/ir/check_point.h"
#include "support/limit.h"

#include <string.h>

enum { NO_ROOT = UINT32_MAX };

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

/* Or another address that is a number: an object without an end. */
static bool
is_null(const struct ir_function *f, ir_id id)
{
    return ir_value(f, id)->kind == IR_VALUE_CONST && ir_is_pointer(ir_type_of(f, id));
}

bool
check_is_member(const struct ir_inst *root)
{
    return root && root->op == IR_OP_ptradd;
}

bool
check_is_choice(const struct ir_inst *root)
{
    return root && (root->op == IR_OP_phi || root->op == IR_OP_select);
}

/* ---- which object ---- */

/* Symbols of one variable are one object. */
static bool
are_same(const struct ir_function *f, ir_id a, ir_id b)
{
    const struct ir_inst *one = ir_def(f, a), *other = ir_def(f, b);
    return a == b || (one && other && one->op == IR_OP_symbol && other->op == IR_OP_symbol &&
                      one->global == other->global);
}

/* What it is a member of. */
static ir_id
whole_of(const struct check_roots *r, ir_id root)
{
    const struct ir_inst *inst = ir_def(r->function, root);
    return check_is_member(inst) ? r->root[inst->args[0].value] : NO_ROOT;
}

static ir_id
merged_root(const struct check_roots *r, const struct ir_inst *inst, uint32_t first)
{
    const struct ir_function *f = r->function;
    bool is_set = true, may_choose = true;
    ir_id root = 0;
    for (uint32_t i = first; i < inst->arg_count; i++) {
        ir_id one = r->root[inst->args[i].value];
        if (one == NO_ROOT && ir_value(f, inst->args[i].value)->kind != IR_VALUE_UNDEF)
            return NO_ROOT;
        is_set &= one != NO_ROOT;
        may_choose &= one == NO_ROOT || !is_argument(f, one);
        if (one && one != NO_ROOT && root != NO_ROOT)
            root = !root || are_same(f, root, one) ? one : NO_ROOT;
    }
    while (!is_set && root && root != NO_ROOT &&
           (check_is_member(ir_def(f, root)) || check_is_choice(ir_def(f, root))))
        root = whole_of(r, root); /* it may not be known here */
    return root == NO_ROOT && may_choose && is_set ? inst->def : root;
}

static ir_id
root_of(const struct check_roots *r, const struct ir_inst *inst)
{
    if (is_object(inst))
        return inst->def;
    switch ((enum ir_op)inst->op) {
    case IR_OP_ptradd:
        return inst->size ? inst->def : r->root[inst->args[0].value];
    case IR_OP_phi:
        return merged_root(r, inst, 0);
    case IR_OP_select:
        return merged_root(r, inst, 1);
    default:
        return NO_ROOT;
    }
}

static bool
raise_root(struct check_roots *r, const struct ir_inst *inst)
{
    ir_id *root = &r->root[inst->def], next = root_of(r, inst);
    if (*root == NO_ROOT || *root == next || (*root == inst->def && next != NO_ROOT))
        return false;
    *root = next;
    return true;
}

void
check_roots_find(struct check_roots *roots, struct ir_function *f, struct arena *arena)
{
    bool changed = true;
    *roots = (struct check_roots){.function = f, .arena = arena, .count = f->values.count};
    roots->begins = map_new(arena);
    roots->sizes = map_new(arena);
    roots->root = ARENA_ARRAY(arena, roots->count, ir_id);
    for (ir_id id = 1; id < roots->count; id++)
        if (!ir_def(f, id) || ir_def(f, id)->def_count != 1)
            roots->root[id] = is_argument(f, id) || is_null(f, id) ? id : NO_ROOT;
    while (changed) {
        changed = false;
        guard_poll(arena->guard);
        ir_foreach_block (block, f)
            ir_foreach_inst (inst, block)
                changed |= inst->def_count == 1 && raise_root(roots, inst);
    }
}

ir_id
check_root(const struct check_roots *roots, ir_id pointer)
{
    ir_id root = pointer < roots->count ? roots->root[pointer] : NO_ROOT;
    return root == NO_ROOT ? 0 : root;
}

/* ---- where it begins, and for how long it goes on ---- */

/* Beside the choice one between the same parts of its objects, whose values check_roots_finish fills in. */
static ir_id
chosen(struct check_roots *r, struct map *made, const struct ir_inst *choice, enum ir_type type)
{
    uintptr_t found = (uintptr_t)map_get(made, MAP_KEY(choice));
    if (found)
        return (ir_id)found;
    ir_id *args = ARENA_ARRAY(r->arena, choice->arg_count, ir_id);
    for (uint32_t i = 0; i < choice->arg_count; i++)
        args[i] =
            choice->op == IR_OP_phi || i ? ir_undef(r->function, type) : choice->args[0].value;
    struct ir_inst *inst = ir_inst_new(r->function, choice->op, type, 1, args, choice->arg_count);
    inst->loc = choice->loc;
    ir_insert_before(choice->next, inst); /* among phis one behind it */
    map_put(made, MAP_KEY(choice), (void *)(uintptr_t)inst->def);
    vec_push(r->arena, &r->to_fill, ((struct check_part){choice, inst}));
    return inst->def;
}

uint64_t
check_object_size(const struct ir_inst *object)
{
    if (!object)
        return INT32_MAX;
    return object->op == IR_OP_symbol ? object->global->size : object->size;
}

ir_id
check_begin(struct check_roots *roots, struct ir_builder *b, ir_id root)
{
    const struct ir_inst *object = ir_def(roots->function, root);
    if (check_is_choice(object))
        return chosen(roots, &roots->begins, object, (enum ir_type)object->type);
    if (!object || object->op != IR_OP_symbol)
        return root;
    struct ir_inst *symbol = ir_build(b, IR_OP_symbol, (enum ir_type)object->type, 1, NULL, 0);
    symbol->global = object->global;
    return symbol->def;
}

ir_id
check_size(struct check_roots *roots, struct ir_builder *b, ir_id root)
{
    const struct ir_inst *object = ir_def(roots->function, root);
    if (check_is_choice(object))
        return chosen(roots, &roots->sizes, object, IR_I32);
    return ir_build_int(b, IR_I32, check_object_size(object));
}

void
check_roots_finish(struct check_roots *r)
{
    while (r->to_fill.count) {
        struct check_part part = r->to_fill.at[--r->to_fill.count];
        struct ir_inst *inst = part.made;
        bool is_phi = inst->op == IR_OP_phi, is_size = inst->type == IR_I32;
        for (uint32_t i = !is_phi; i < inst->arg_count; i++) {
            struct ir_block *block = is_phi ? inst->block->preds.at[i] : inst->block;
            struct ir_builder b = {r->function, block, is_phi ? block->last : inst, inst->loc};
            ir_id root = r->root[part.choice->args[i].value];
            if (root) /* else it is never come from */
                ir_set_arg(inst, i, is_size ? check_size(r, &b, root) : check_begin(r, &b, root));
        }
    }
}

/* ---- names ---- */

static const char *
object_name(const struct ir_inst *object)
{
    if (object->op != IR_OP_symbol)
        return check_name(object);
    const char *dot = strrchr(object->global->name, '.'); /* function.variable */
    return dot && dot[1] > '9' ? dot + 1 : object->global->name;
}

/* Of the objects that it chooses between, or what one of those chooses between, and so on. */
static const char *
choice_name(const struct check_roots *r, const struct ir_inst *choice)
{
    const char *first = NULL;
    for (unsigned steps = 0;
         choice && !LIMIT_MET(r->arena->guard, CHOICE_NAMES, steps == LIMIT_CHOICE_NAMES);
         steps++) {
        const struct ir_inst *next = NULL;
        for (uint32_t i = choice->op == IR_OP_select; i < choice->arg_count; i++) {
            const struct ir_inst *one = ir_def(r->function, r->root[choice->args[i].value]);
            const char *name = !one || check_is_choice(one) ? first : object_name(one);
            if (first && strcmp(first, name) != 0)
                return arena_printf(r->function->module->arena, "%s|%s", first, name);
            first = name;
            next = one && one != choice && check_is_choice(one) ? one : next;
        }
        choice = next;
    }
    return first ? first : "-";
}

const char *
check_root_name(const struct check_roots *roots, ir_id root)
{
    const struct ir_inst *object = ir_def(roots->function, root);
    return check_is_choice(object) ? choice_name(roots, object) : object_name(object);
}
