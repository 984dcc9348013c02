/* Points: locations of instructions with the inlined call and the values of variables. */
#include "midend/ir/debug_point.h"

enum {
    LOST = UINT32_MAX,
    MAX_POINTS = 1 << 30,
    MAX_SITES = 4096 /* calls, one inside the other */,
    MAX_COPIED = 1 << 14 /* entries of a list */
};

const struct debug_point *
debug_point_of(const struct ir_module *module, loc_t loc)
{
    const struct debug_info *info = module ? module->debug : NULL;
    bool is_there = info && debug_is_point(loc) && loc - DEBUG_POINT < info->points.count;
    return is_there ? &info->points.at[loc - DEBUG_POINT] : NULL;
}

loc_t
debug_plain(const struct ir_module *module, loc_t loc, uint32_t *site)
{
    const struct debug_point *point = debug_point_of(module, loc);
    if (site)
        *site = point ? point->site : 0;
    return point ? point->loc : loc;
}

static loc_t
point_new(struct ir_module *module, struct debug_point point)
{
    struct debug_info *info = module->debug;
    if (info->points.count == MAX_POINTS)
        return point.loc;
    if (info->points.count) { /* neighbours often have the same */
        const struct debug_point *last = &vec_last(&info->points);
        if (last->loc == point.loc && last->site == point.site && last->lists == point.lists)
            return DEBUG_POINT + info->points.count - 1;
    }
    vec_push(module->arena, &info->points, point);
    return DEBUG_POINT + info->points.count - 1;
}

loc_t
debug_forget(struct ir_module *module, loc_t loc)
{
    const struct debug_point *point = debug_point_of(module, loc);
    if (!point || !point->lists)
        return loc;
    if (!point->site)
        return point->loc;
    return point_new(module, (struct debug_point){point->loc, point->site, NULL});
}

/* ---- values ---- */

static struct debug_values *
values_of(const struct ir_module *module, const struct ir_function *function, bool make)
{
    struct debug_info *info = module->debug;
    if (!info->values.arena)
        info->values = map_new(module->arena);
    struct debug_values *values = map_get(&info->values, MAP_KEY(function));
    if (!values && make) {
        values = ARENA_NEW(module->arena, struct debug_values);
        values->function = function;
        map_put(&info->values, MAP_KEY(function), values);
    }
    return values;
}

static void
set_now(struct ir_function *function, ir_id old, ir_id with)
{
    struct debug_values *values = values_of(function->module, function, true);
    if (values->now.count <= old)
        vec_extend(function->module->arena, &values->now, old + 1 - values->now.count);
    if (values->now.at[old] != LOST)
        values->now.at[old] = with;
}

void
debug_replaced(struct ir_function *function, ir_id old, ir_id with)
{
    set_now(function, old, with);
}

void
debug_lose(struct ir_function *function, ir_id value)
{
    set_now(function, value, LOST);
}

void
debug_distrust(struct ir_function *function)
{
    ir_foreach_inst (inst, function->entry)
        if (inst->op == IR_OP_alloca)
            inst->variable = 0;
}

void
debug_renumbered(struct ir_function *function)
{
    struct debug_values *values = values_of(function->module, function, true);
    values->generation++;
    values->now.count = 0;
}

static uint32_t
generation_of(const struct ir_module *module, const struct ir_function *function)
{
    const struct debug_values *values = values_of(module, function, false);
    return values ? values->generation : 0;
}

ir_id
debug_now(const struct ir_module *module, const struct debug_lists *list, ir_id value)
{
    const struct debug_values *values = values_of(module, list->function, false);
    if (list->generation != (values ? values->generation : 0))
        return 0;
    for (uint32_t steps = 0; values && value < values->now.count && values->now.at[value];
         steps++) {
        if (values->now.at[value] == LOST || steps > values->now.count)
            return 0;
        value = values->now.at[value];
    }
    return value;
}

/* ---- objects ---- */

struct part {
    uint32_t number, offset;
};

uint32_t
debug_part(struct ir_module *module, uint32_t number, uint32_t offset)
{
    struct debug_info *info = module->debug;
    struct part *part = ARENA_NEW(module->arena, struct part), *whole;
    if (!info->parts.arena)
        info->parts = map_new(module->arena);
    whole = map_get(&info->parts, number);
    *part = whole ? (struct part){whole->number, whole->offset + offset}
                  : (struct part){number, offset};
    uint32_t made = ++info->variable_count;
    map_put(&info->parts, made, part);
    return made;
}

uint32_t
debug_object_of(struct ir_module *module, const struct ir_inst *alloca)
{
    struct debug_info *info = module->debug;
    struct debug_object object = {.number = alloca->variable, .size = alloca->size};
    if (!alloca->variable)
        return 0;
    debug_plain(module, alloca->loc, &object.site);
    const struct part *part = info->parts.arena ? map_get(&info->parts, object.number) : NULL;
    if (part) {
        object.number = part->number;
        object.offset = part->offset;
    }
    vec_push(module->arena, &info->objects, object);
    return info->objects.count;
}

/* ---- what is known ---- */

const struct debug_known *
debug_know(struct ir_function *function, const struct debug_known *older, uint32_t object,
           ir_id value)
{
    struct debug_known *known = ARENA_NEW(function->module->arena, struct debug_known);
    *known = (struct debug_known){.older = older, .object = object, .value = value};
    if (value && ir_is_const(function, value)) {
        known->is_constant = true;
        known->bits = ir_value(function, value)->bits;
        known->value = 0;
    } else if (value && ir_value(function, value)->kind == IR_VALUE_UNDEF) {
        known->value = 0;
    }
    return known;
}

loc_t
debug_note(struct ir_function *function, loc_t loc, const struct debug_known *known)
{
    struct ir_module *module = function->module;
    const struct debug_point *point = debug_point_of(module, loc);
    if (!loc || !known)
        return loc;
    const struct debug_lists *before = point ? point->lists : NULL;
    struct debug_point made = {.site = point ? point->site : 0, .loc = point ? point->loc : loc};
    struct debug_info *info = module->debug;
    if (info->points.count) { /* the same list of the point before */
        const struct debug_lists *last = vec_last(&info->points).lists;
        if (last && last->known == known && last->next == before)
            made.lists = last;
    }
    if (!made.lists) {
        struct debug_lists *lists = ARENA_NEW(module->arena, struct debug_lists);
        *lists = (struct debug_lists){before, known, function, generation_of(module, function)};
        made.lists = lists;
    }
    return point_new(module, made);
}

/* ---- inlining ---- */

void
debug_inline_begin(struct debug_inlining *in, struct arena *arena)
{
    in->locs = map_new(arena);
    in->known = map_new(arena);
    in->sites = map_new(arena);
    in->objects = map_new(arena);
}

/* The site in the caller of one in the callee, which may be none. */
static uint32_t
translate_site(struct debug_inlining *in, uint32_t site, unsigned depth)
{
    struct ir_module *module = in->caller->module;
    struct debug_info *info = module->debug;
    uintptr_t known = (uintptr_t)map_get(&in->sites, site + 1u);
    if (known || depth > MAX_SITES)
        return (uint32_t)known;
    struct debug_site made = {.callee = in->callee};
    if (site) {
        made = info->sites.at[site];
        made.parent = translate_site(in, made.parent, depth + 1);
    } else {
        made.call = debug_plain(module, in->call, &made.parent);
    }
    if (!info->sites.count)
        vec_push(module->arena, &info->sites, (struct debug_site){0});
    vec_push(module->arena, &info->sites, made);
    map_put(&in->sites, site + 1u, (void *)(uintptr_t)(info->sites.count - 1));
    return info->sites.count - 1;
}

static uint32_t
translate_object(struct debug_inlining *in, uint32_t object)
{
    struct ir_module *module = in->caller->module;
    struct debug_info *info = module->debug;
    uintptr_t known = (uintptr_t)map_get(&in->objects, object);
    if (known)
        return (uint32_t)known;
    struct debug_object made = info->objects.at[object - 1];
    made.site = translate_site(in, made.site, 0);
    vec_push(module->arena, &info->objects, made);
    map_put(&in->objects, object, (void *)(uintptr_t)info->objects.count);
    return info->objects.count;
}

/* A list of the callee's values as one of the caller's, oldest first. */
static const struct debug_known *
translate_known(struct debug_inlining *in, const struct debug_lists *list)
{
    struct ir_module *module = in->caller->module;
    VEC(const struct debug_known *) todo = {0};
    const struct debug_known *at = list->known, *made = NULL;
    for (; at && !(made = map_get(&in->known, MAP_KEY(at))); at = at->older)
        vec_push(module->arena, &todo, at);
    while (todo.count) {
        const struct debug_known *old = vec_pop(&todo);
        ir_id value = old->value ? debug_now(module, list, old->value) : 0;
        const struct ir_value *is = value ? ir_value(in->callee, value) : NULL;
        struct debug_known *known = ARENA_NEW(module->arena, struct debug_known);
        *known = *old;
        known->older = made;
        known->object = translate_object(in, old->object);
        known->value = 0;
        if (is && is->kind == IR_VALUE_CONST) {
            known->is_constant = true;
            known->bits = is->bits;
        } else if (value && in->values[value]) {
            const struct debug_known *one =
                debug_know(in->caller, made, known->object, in->values[value]);
            known->value = one->value;
            known->is_constant = one->is_constant;
            known->bits = one->bits;
        }
        map_put(&in->known, MAP_KEY(old), known);
        made = known;
    }
    return made;
}

loc_t
debug_inline_site(struct debug_inlining *in, loc_t loc)
{
    struct debug_point made = {0};
    made.loc = debug_plain(in->caller->module, loc, &made.site);
    made.site = translate_site(in, made.site, 0);
    return point_new(in->caller->module, made);
}

loc_t
debug_inline(struct debug_inlining *in, loc_t loc)
{
    uintptr_t known = (uintptr_t)map_get(&in->locs, loc);
    if (known || !loc)
        return (loc_t)known;
    const struct debug_point *point = debug_point_of(in->caller->module, loc);
    const struct debug_lists *list = point ? point->lists : NULL;
    loc_t made = debug_inline_site(in, loc);
    for (; list; list = list->next)
        if (list->function == in->callee)
            made = debug_note(in->caller, made, translate_known(in, list));
    map_put(&in->locs, loc, (void *)(uintptr_t)made);
    return made;
}

/* ---- copies ---- */

void
debug_copy_begin(struct debug_copying *copying, struct arena *arena)
{
    copying->locs = map_new(arena);
    copying->known = map_new(arena);
}

static ir_id
copied_value(const struct debug_copying *copying, const struct debug_lists *list, ir_id value)
{
    value = value ? debug_now(copying->function->module, list, value) : 0;
    return value && value < copying->count && copying->values[value] ? copying->values[value]
                                                                     : value;
}

/* Entries from the oldest one whose value was copied on are new; those before it are shared. */
static const struct debug_known *
copy_known(struct debug_copying *copying, const struct debug_lists *list)
{
    struct arena *arena = copying->function->module->arena;
    const struct debug_known *first = list->known, *made = map_get(&copying->known, MAP_KEY(first));
    VEC(const struct debug_known *) all = {0};
    uint32_t changed = 0;
    if (made)
        return made;
    for (const struct debug_known *at = first; at; at = at->older) {
        vec_push(arena, &all, at);
        if (at->value && copied_value(copying, list, at->value) != at->value)
            changed = all.count;
        if (all.count == MAX_COPIED)
            return NULL;
    }
    made = changed < all.count ? all.at[changed] : NULL;
    for (uint32_t i = changed; i-- > 0;) {
        const struct debug_known *old = all.at[i];
        ir_id value = copied_value(copying, list, old->value);
        made = debug_know(copying->function, made, old->object, value);
        if (!old->value && old->is_constant) {
            struct debug_known *constant = ARENA_NEW(arena, struct debug_known);
            *constant = *old;
            constant->older = made->older;
            made = constant;
        }
    }
    map_put(&copying->known, MAP_KEY(first), (void *)(uintptr_t)made);
    return made;
}

loc_t
debug_copy(struct debug_copying *copying, loc_t loc)
{
    struct ir_module *module = copying->function->module;
    const struct debug_point *point = debug_point_of(module, loc);
    uintptr_t known = (uintptr_t)map_get(&copying->locs, loc);
    if (!point || !point->lists || known)
        return known ? (loc_t)known : loc;
    const struct debug_lists *list = point->lists;
    loc_t made = debug_forget(module, loc);
    for (; list; list = list->next)
        if (list->function == copying->function &&
            list->generation == generation_of(module, copying->function))
            made = debug_note(copying->function, made, copy_known(copying, list));
    map_put(&copying->locs, loc, (void *)(uintptr_t)made);
    return made;
}
