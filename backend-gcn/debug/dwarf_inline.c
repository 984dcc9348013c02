/* Inlined calls: what they are instances of. */
#include "backend-gcn/debug/dwarf_internal.h"

enum { INLINED = 1 /* DW_INL_inlined */ };

/* Variables of all blocks, for their names and types: the instances have the blocks. */
static void
add_variables(struct dwarf_unit *unit, struct die *die, const struct debug_scope *outermost)
{
    VEC(const struct debug_scope *) todo = {0};
    vec_push(unit->arena, &todo, outermost);
    for (uint32_t i = 0; i < todo.count; i++) {
        const struct debug_scope *scope = todo.at[i];
        guard_poll(unit->object->guard);
        vec_foreach (const struct debug_variable, variable, &scope->variables) {
            struct die *made = die_new(
                unit, die, variable->is_parameter ? DW_TAG_formal_parameter : DW_TAG_variable);
            die_text(unit, made, DW_AT_name, variable->name);
            die_ref(unit, made, DW_AT_type, dwarf_type(unit, variable->type));
            die_place(unit, made, variable->loc);
            map_put(&unit->abstract, MAP_KEY(variable), made);
        }
        for (uint32_t k = 0; k < scope->scopes.count; k++)
            vec_push(unit->arena, &todo, scope->scopes.at[k]);
    }
}

struct die *
dwarf_abstract(struct dwarf_unit *unit, const struct debug_function *function)
{
    struct die *die = map_get(&unit->abstract, MAP_KEY(function));
    if (die)
        return die;
    die = die_new(unit, unit->root, DW_TAG_subprogram);
    map_put(&unit->abstract, MAP_KEY(function), die);
    die_text(unit, die, DW_AT_name, function->name);
    die_place(unit, die, function->loc);
    die_number(unit, die, DW_AT_inline, INLINED);
    if (function->is_external)
        die_flag(unit, die, DW_AT_external);
    die_flag(unit, die, DW_AT_prototyped);
    die_ref(unit, die, DW_AT_type, dwarf_type(unit, function->result));
    add_variables(unit, die, function->scope);
    return die;
}

uint32_t
dwarf_site_below(const struct dwarf_unit *unit, uint32_t row_site, uint32_t site)
{
    const struct debug_info *info = unit->object->module->debug;
    uint32_t below = 0;
    for (uint32_t at = row_site; at != site; at = info->sites.at[at].parent) {
        if (!at)
            return UINT32_MAX;
        if (map_get(&unit->described, MAP_KEY(info->sites.at[at].callee)))
            below = at;
    }
    return below;
}
