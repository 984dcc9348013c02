#include "driver/link.h"

#include "driver/stored_ir.h"
#include "libclc-lite/libclc.h"

#include <string.h>

/* ---- reading them ---- */

struct linker {
    struct ir_module *module;
    struct diag *diag;
    const struct gcn_target *target;
    struct map functions, globals; /* definitions, by interned name */
    struct map owners;             /* names of the units of functions and globals */
    struct map missing;            /* names that were told */
    bool is_library;
    bool keeps_denormals;
};

/* The text of the unit's IR; NULL: *error says why not. */
static const char *
open_unit(struct linker *linker, const struct occ_unit *unit, size_t *length, const char **error)
{
    struct arena *arena = linker->module->arena;
    struct stored_ir stored;
    *error = stored_ir_read(&stored, arena, unit->bytes, unit->size);
    if (*error)
        return NULL;
    *error = arena_printf(arena, "it is compiled for %s, not for %s", stored.target,
                          linker->target->name);
    if (strcmp(stored.target, linker->target->name) != 0)
        return NULL;
    linker->keeps_denormals |= stored.keeps_denormals;
    linker->module->ragged_groups |= stored.has_ragged_groups;
    *length = stored.length;
    return stored.text;
}

/* ---- names ---- */

static const char *
own_name(struct linker *linker, unsigned unit, const char *name)
{
    const char *made = arena_printf(linker->module->arena, "static.%u.%s", unit, name);
    return intern_string(&linker->module->intern, made);
}

/* Of several definitions the first counts; the others are errors. */
static void
define(struct linker *linker, struct map *map, const char *name, void *what, const char *unit)
{
    const void *other = map_get(map, MAP_KEY(name));
    if (other)
        diag_error(linker->diag, 0, link_duplicate, name,
                   (const char *)map_get(&linker->owners, MAP_KEY(other)), unit);
    else
        map_put(map, MAP_KEY(name), what);
}

static bool
is_static(const char *name)
{
    return strncmp(name, "static.", 7) == 0;
}

/* The functions and globals behind the given ones are the unit's. */
static void
note_unit(struct linker *linker, unsigned index, const char *unit, struct ir_function *last,
          struct ir_global *last_global)
{
    struct ir_module *module = linker->module;
    for (struct ir_function *f = last ? last->next : module->functions; f; f = f->next) {
        map_put(&linker->owners, MAP_KEY(f), (void *)(uintptr_t)unit);
        if (is_static(f->name))
            f->name = own_name(linker, index, f->name + 7);
        else if (f->entry)
            define(linker, &linker->functions, f->name, f, unit);
    }
    for (struct ir_global *g = last_global ? last_global->next : module->globals; g; g = g->next) {
        map_put(&linker->owners, MAP_KEY(g), (void *)(uintptr_t)unit);
        if (g->is_external)
            continue;
        if (g->is_visible)
            define(linker, &linker->globals, g->name, g, unit);
        else
            g->name = own_name(linker, index, is_static(g->name) ? g->name + 7 : g->name);
    }
}

/* Names and types of a program, which metadata repeat: libyaml takes UTF-8 alone. */
static bool
is_plain(const char *text)
{
    for (; text && *text; text++)
        if (*text < ' ' || *text == '\x7F')
            return false;
    return true;
}

static bool
has_plain_names(const struct kernel_info *info)
{
    bool are = is_plain(info->name) && is_plain(info->vec_type_hint);
    for (uint32_t i = 0; i < info->arg_count; i++)
        are &= is_plain(info->args[i].name) && is_plain(info->args[i].type_name);
    return are;
}

/* Does each argument lie in the segment? */
static bool
has_room(const struct ir_function *kernel)
{
    const struct kernel_info *info = kernel->kernel;
    for (uint32_t i = 0; i < info->arg_count; i++)
        if (info->args[i].offset > info->kernarg_size ||
            info->args[i].size > info->kernarg_size - info->args[i].offset)
            return false;
    return info->arg_count == kernel->param_count;
}

/* What is wrong with the functions behind the given one; NULL: nothing.  Who computes the sum anew may
 * store anything, and passes rely on what they get. */
static const char *
check_functions(struct ir_module *module, const struct ir_function *last)
{
    const char *wrong = NULL;
    struct arena scratch;
    arena_init_scratch(&scratch, module->arena->allocator, module->guard);
    for (struct ir_function *f = last ? last->next : module->functions; f && !wrong; f = f->next) {
        if (f->entry)
            wrong = ir_validate(f, 0, &scratch);
        if (f->kernel && !has_plain_names(f->kernel))
            wrong = "a name is no text";
        else if (f->kernel && !has_room(f))
            wrong = "an argument has no place";
    }
    wrong = wrong ? arena_printf(module->arena, "its IR is damaged: %s", wrong) : NULL;
    arena_free(&scratch);
    return wrong;
}

static void
read_unit(struct linker *linker, const struct occ_unit *unit, unsigned index)
{
    struct ir_module *module = linker->module;
    struct ir_function *last = module->functions;
    struct ir_global *last_global = module->last_global;
    const char *error, *text;
    size_t length = 0;
    while (last && last->next)
        last = last->next;
    text = open_unit(linker, unit, &length, &error);
    if (text &&
        ((error = ir_parse(module, text, length)) || (error = check_functions(module, last))))
        text = NULL;
    if (text)
        note_unit(linker, index, unit->name, last, last_global);
    else
        diag_error(linker->diag, 0, link_input, unit->name, error);
}

/* ---- who needs what ---- */

static void
tell_missing(struct linker *linker, const char *name, const struct ir_function *user)
{
    if (linker->is_library || map_get(&linker->missing, MAP_KEY(name)))
        return;
    map_put(&linker->missing, MAP_KEY(name), linker);
    diag_error(linker->diag, 0, link_undefined, name,
               (const char *)map_get(&linker->owners, MAP_KEY(user)));
}

static bool
has_types_of(const struct ir_function *one, const struct ir_function *other)
{
    return one->param_count == other->param_count && one->result_count == other->result_count &&
           (!one->param_count || !memcmp(one->param_types, other->param_types, one->param_count)) &&
           (!one->result_count ||
            !memcmp(one->result_types, other->result_types, one->result_count));
}

static void
link_call(struct linker *linker, struct ir_inst *call, const struct ir_function *user)
{
    struct ir_function *wanted = call->callee;
    if (wanted->entry)
        return;
    struct ir_function *body = map_get(&linker->functions, MAP_KEY(wanted->name));
    size_t length;
    if (body && !has_types_of(body, wanted))
        diag_error(linker->diag, 0, link_types, wanted->name,
                   (const char *)map_get(&linker->owners, MAP_KEY(user)),
                   (const char *)map_get(&linker->owners, MAP_KEY(body)));
    else if (body)
        call->callee = body;
    else if (!libclc_find(wanted->name, &length))
        tell_missing(linker, wanted->name, user);
}

static struct ir_global *
link_global(struct linker *linker, struct ir_global *wanted, const struct ir_function *user)
{
    struct ir_global *found = map_get(&linker->globals, MAP_KEY(wanted->name));
    if (!wanted->is_external)
        return wanted;
    if (!found)
        tell_missing(linker, wanted->name, user);
    return found ? found : wanted;
}

static void
link_function(struct linker *linker, const struct ir_function *function)
{
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block) {
            if (inst->op == IR_OP_call)
                link_call(linker, inst, function);
            else if (inst->op == IR_OP_symbol)
                inst->global = link_global(linker, inst->global, function);
        }
}

/* Declarations have done their work where there is a definition; a library keeps one of the others. */
static void
drop_declarations(struct linker *linker)
{
    struct ir_module *module = linker->module;
    struct map kept = map_new(module->arena);
    struct ir_global **link = &module->globals;
    module->last_global = NULL;
    while (*link) {
        struct ir_global *global = *link;
        bool is_spare = global->is_external && (map_get(&linker->globals, MAP_KEY(global->name)) ||
                                                map_get(&kept, MAP_KEY(global->name)));
        if (is_spare) {
            *link = global->next;
            continue;
        }
        if (global->is_external)
            map_put(&kept, MAP_KEY(global->name), global);
        module->last_global = global;
        link = &global->next;
    }
}

void
link_units(struct ir_module *module, const struct occ_unit *units, unsigned count,
           const struct gcn_target *target, bool is_library)
{
    struct linker linker = {.module = module,
                            .diag = module->diag,
                            .target = target,
                            .functions = map_new(module->arena),
                            .globals = map_new(module->arena),
                            .owners = map_new(module->arena),
                            .missing = map_new(module->arena),
                            .is_library = is_library};
    for (unsigned i = 0; i < count; i++)
        read_unit(&linker, &units[i], i);
    if (linker.diag->errors)
        return;
    for (struct ir_function *f = module->functions; f; f = f->next)
        link_function(&linker, f);
    for (struct ir_global *g = module->globals; g; g = g->next)
        for (uint32_t i = 0; i < g->reloc_count; i++)
            g->relocs[i].target = link_global(&linker, g->relocs[i].target, (void *)g);
    drop_declarations(&linker);
    module->f32_flush |= !linker.keeps_denormals;
}
