#include "driver/units/link.h"

#include "driver/units/stored_ir.h"
#include "driver/units/unit_check.h"
#include "libclc-lite/libclc.h"
#include "midend/analysis/analysis.h"
#include "midend/calls/inline_plan.h"
#include "sema/sema.h"

#include <limits.h>
#include <string.h>

/* ---- reading them ---- */

/* Whose a function or global is. */
struct owner {
    const char *unit;
    bool has_lines; /* -g: its instructions have all their locations */
};

struct linker {
    struct ir_module *module;
    struct diag *diag;
    const struct options *options;
    const char *xnack_of, *sramecc_of, *version_of; /* who has said the facts' */
    struct map functions, globals;                  /* definitions, by interned name */
    struct map declared; /* the declaration that stands for all, by interned name */
    struct map owners;   /* struct owner of functions and globals */
    struct map told;     /* names that are missing; names and users of what has other types */
    bool is_library;
    bool keeps_denormals;
    struct link_facts facts;
};

bool
link_resolve(void *module, loc_t loc, struct diag_location *location)
{
    const struct ir_module *linked = module;
    if (!loc || loc > linked->places.count)
        return false;
    const struct ir_place *place = &linked->places.at[loc - 1];
    *location =
        (struct diag_location){.file = place->file, .line = place->line, .column = place->column};
    return true;
}

static const char *
unit_of(const struct linker *linker, const void *what)
{
    const struct owner *owner = map_get(&linker->owners, MAP_KEY(what));
    return owner->unit;
}

/* Takes over what the unit says of a feature of the target; else why it does not fit what others, *from, said. */
static const char *
take_feature(struct linker *linker, const char *name, enum gcn_feature own, enum gcn_feature *fact,
             const char **from, const struct occ_unit *unit)
{
    static const char *const states[] = {[GCN_FEATURE_OFF] = "off", [GCN_FEATURE_ON] = "on"};
    if (own == GCN_FEATURE_ANY || own == *fact)
        return NULL;
    if (*fact != GCN_FEATURE_ANY)
        return arena_printf(linker->module->arena, "it is compiled with %s %s, %s with it %s", name,
                            states[own], *from, states[*fact]);
    *fact = own;
    *from = arena_printf(linker->module->arena, "'%s'", unit->name);
    return NULL;
}

/* The same of the version of code objects: what the link says holds for all. */
static const char *
take_version(struct linker *linker, const struct occ_unit *unit, const struct object_version *own)
{
    struct link_facts *facts = &linker->facts;
    bool is_said = linker->options->object_version || !*linker->options->triple->os;
    if (is_said || !own || own == facts->object_version)
        return NULL;
    if (facts->object_version)
        return arena_printf(linker->module->arena, "it is of code object version %s, %s of %s",
                            own->name, linker->version_of, facts->object_version->name);
    facts->object_version = own;
    linker->version_of = arena_printf(linker->module->arena, "'%s'", unit->name);
    return NULL;
}

/* NULL, or why the unit is not for what the others are for. */
static const char *
take_target(struct linker *linker, const struct occ_unit *unit, const struct stored_ir *stored)
{
    struct link_facts *facts = &linker->facts;
    const char *wanted = linker->options->target->name;
    if (strcmp(stored->target, wanted) != 0)
        return arena_printf(linker->module->arena, "it is compiled for %s, not for %s",
                            stored->target, wanted);
    const char *error =
        take_feature(linker, "XNACK", stored->xnack, &facts->xnack, &linker->xnack_of, unit);
    if (!error)
        error = take_feature(linker, "SRAMECC", stored->sramecc, &facts->sramecc,
                             &linker->sramecc_of, unit);
    return error ? error : take_version(linker, unit, stored->object_version);
}

/* Of two ways to inline the one that does less. */
static enum pass_inlining
less_inlining(enum pass_inlining one, enum pass_inlining other)
{
    static const uint8_t ranks[] = {
        [PASS_INLINE_MARKED] = 0, [PASS_INLINE_PLAN] = 1, [PASS_INLINE_ALL] = 2};
    return ranks[one] < ranks[other] ? one : other;
}

/* The text of the unit's IR; NULL: *error says why not. */
static const char *
open_unit(struct linker *linker, const struct occ_unit *unit, size_t *length, struct owner *owner,
          const char **error)
{
    struct arena *arena = linker->module->arena;
    struct link_facts *facts = &linker->facts;
    struct stored_ir stored;
    *error = stored_ir_read(&stored, arena, unit->bytes, unit->size);
    if (!*error)
        *error = take_target(linker, unit, &stored);
    if (*error)
        return NULL;
    linker->keeps_denormals |= stored.keeps_denormals;
    linker->module->ragged_groups |= stored.has_ragged_groups;
    facts->optimise = stored.optimise < facts->optimise ? stored.optimise : facts->optimise;
    facts->inlining = less_inlining(stored.inlining, facts->inlining);
    facts->debug = stored.debug > facts->debug ? stored.debug : facts->debug;
    *owner = (struct owner){unit->name, stored.debug != DEBUG_NONE};
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

static bool
is_static(const char *name)
{
    return strncmp(name, "static.", 7) == 0;
}

/* A kernel and an overload go by what their source has; static names are without the unit's number. */
static const char *
source_name(const struct linker *linker, const char *name)
{
    if (is_static(name)) {
        name += 7;
        name += strspn(name, "0123456789") + 1;
    }
    const char *overload = sema_demangle(linker->module->arena, name);
    const char *end = strrchr(name, '.');
    bool is_body = end && strcmp(end, ".body") == 0;
    return overload  ? overload
           : is_body ? arena_strndup(linker->module->arena, name, (size_t)(end - name))
                     : name;
}

/* Of several definitions the first counts, which is `other`; this one is an error. */
static void
refuse_second(struct linker *linker, const char *name, const void *other, loc_t other_loc,
              const char *unit, loc_t loc)
{
    diag_error(linker->diag, loc, link_duplicate, source_name(linker, name), unit_of(linker, other),
               unit);
    if (other_loc)
        diag_note(linker->diag, other_loc, previous_definition_here);
}

/* Of several definitions one may not be weak, and counts; else the first does. */
static void
define_function(struct linker *linker, struct ir_function *function, const char *unit)
{
    const struct ir_function *other = map_get(&linker->functions, MAP_KEY(function->name));
    const struct ir_global *variable = map_get(&linker->globals, MAP_KEY(function->name));
    if (variable)
        refuse_second(linker, function->name, variable, variable->loc, unit, function->loc);
    else if (other && !other->is_weak && !function->is_weak)
        refuse_second(linker, function->name, other, other->loc, unit, function->loc);
    else if (!other || (other->is_weak && !function->is_weak))
        map_put(&linker->functions, MAP_KEY(function->name), function);
}

static void
define_global(struct linker *linker, struct ir_global *global, const char *unit)
{
    const struct ir_global *other = map_get(&linker->globals, MAP_KEY(global->name));
    const struct ir_function *function = map_get(&linker->functions, MAP_KEY(global->name));
    if (function)
        refuse_second(linker, global->name, function, function->loc, unit, global->loc);
    else if (other && !other->is_weak && !global->is_weak)
        refuse_second(linker, global->name, other, other->loc, unit, global->loc);
    else if (!other || (other->is_weak && !global->is_weak))
        map_put(&linker->globals, MAP_KEY(global->name), global);
}

/* The first stands for all.  As of ELF symbols, one that is not weak makes all not weak, and a hidden one all
 * hidden, so that the loader does not find them. */
static void
declare_global(struct linker *linker, struct ir_global *global)
{
    struct ir_global *first = map_get(&linker->declared, MAP_KEY(global->name));
    if (!first) {
        map_put(&linker->declared, MAP_KEY(global->name), global);
        return;
    }
    first->is_weak &= global->is_weak;
    first->is_import &= global->is_import;
}

/* Without -g files are kept by the last part of their names: where the unit has that, it is meant. */
static void
name_places(struct ir_module *module, uint32_t first, const struct owner *owner)
{
    const char *slash = strrchr(owner->unit, '/');
    for (uint32_t i = first; slash && !owner->has_lines && i < module->places.count; i++)
        if (strcmp(module->places.at[i].file, slash + 1) == 0)
            module->places.at[i].file = owner->unit;
}

/* The functions and globals after the given ones are the unit's. */
static void
note_unit(struct linker *linker, unsigned index, struct owner *owner, struct ir_function *last,
          struct ir_global *last_global)
{
    struct ir_module *module = linker->module;
    for (struct ir_function *f = last ? last->next : module->functions; f; f = f->next) {
        map_put(&linker->owners, MAP_KEY(f), owner);
        f->is_weak &= !is_static(f->name);
        if (is_static(f->name))
            f->name = own_name(linker, index, f->name + 7);
        else if (f->entry)
            define_function(linker, f, owner->unit);
    }
    for (struct ir_global *g = last_global ? last_global->next : module->globals; g; g = g->next) {
        map_put(&linker->owners, MAP_KEY(g), owner);
        if (g->is_external) {
            declare_global(linker, g);
            continue;
        }
        g->is_weak &= g->is_visible;
        if (g->is_visible)
            define_global(linker, g, owner->unit);
        else
            g->name = own_name(linker, index, is_static(g->name) ? g->name + 7 : g->name);
    }
}

/* Is each name of the unit, which begins after the given ones, that of one thing?  Libraries keep
 * declarations of functions that they have. */
static bool
has_own_names(struct ir_module *module, const struct ir_function *last,
              const struct ir_global *last_global, struct arena *scratch)
{
    struct map functions = map_new(scratch), globals = map_new(scratch);
    for (struct ir_function *f = last ? last->next : module->functions; f; f = f->next) {
        if (f->entry && map_get(&functions, MAP_KEY(f->name)))
            return false;
        if (f->entry)
            map_put(&functions, MAP_KEY(f->name), f);
    }
    for (struct ir_global *g = last_global ? last_global->next : module->globals; g; g = g->next) {
        if (map_get(&globals, MAP_KEY(g->name)))
            return false;
        map_put(&globals, MAP_KEY(g->name), g);
    }
    return true;
}

/* What is wrong with the unit after the given ones; NULL: nothing.  Who computes the sum anew may store
 * anything, and passes rely on what they get. */
static const char *
check_unit(struct ir_module *module, const struct ir_function *last,
           const struct ir_global *last_global)
{
    struct arena scratch;
    arena_init_scratch(&scratch, module->arena->allocator, module->guard);
    const char *wrong = has_own_names(module, last, last_global, &scratch)
                            ? NULL
                            : "two functions or variables have one name";
    for (struct ir_function *f = last ? last->next : module->functions; f && !wrong; f = f->next)
        wrong = unit_check(f, &scratch);
    for (struct ir_global *g = last_global ? last_global->next : module->globals; g && !wrong;
         g = g->next)
        wrong = unit_check_global(g);
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
    struct owner *owner = ARENA_NEW(module->arena, struct owner);
    uint32_t first_place = module->places.count;
    const char *error, *text;
    size_t length = 0;
    while (last && last->next)
        last = last->next;
    text = open_unit(linker, unit, &length, owner, &error);
    if (text && ((error = ir_parse(module, text, length)) ||
                 (error = check_unit(module, last, last_global))))
        text = NULL;
    if (text) {
        name_places(module, first_place, owner);
        note_unit(linker, index, owner, last, last_global);
    } else {
        diag_error(linker->diag, 0, link_input, unit->name, error);
    }
}

/* ---- who needs what ---- */

/* user: a function, or a global that holds the address. */
static void
tell_missing(struct linker *linker, const char *name, const void *user, loc_t loc)
{
    if (linker->is_library || map_get(&linker->told, MAP_KEY(name)))
        return;
    map_put(&linker->told, MAP_KEY(name), linker);
    diag_error(linker->diag, loc, link_undefined, source_name(linker, name), unit_of(linker, user));
}

/* The user takes the definition for something of other types, as its unit declares it; told once. */
static void
refuse_types(struct linker *linker, const char *name, const void *user, loc_t loc,
             const void *definition, loc_t definition_loc)
{
    const char *key = arena_printf(linker->module->arena, "%s %s", name, unit_of(linker, user));
    key = intern_string(&linker->module->intern, key);
    if (map_get(&linker->told, MAP_KEY(key)))
        return;
    map_put(&linker->told, MAP_KEY(key), linker);
    diag_error(linker->diag, loc, link_types, source_name(linker, name), unit_of(linker, user),
               unit_of(linker, definition));
    if (definition_loc)
        diag_note(linker->diag, definition_loc, previous_definition_here);
}

/* The function that calls of a kernel mean, NAME.body, made of the kernel if its unit has none; NULL: there is no
 * such kernel. */
static struct ir_function *
body_of_kernel(struct linker *linker, const char *name)
{
    struct ir_module *module = linker->module;
    const char *end = strrchr(name, '.');
    if (!end || strcmp(end, ".body") != 0)
        return NULL;
    const char *kernel_name = intern_text(&module->intern, name, (size_t)(end - name));
    struct ir_function *kernel = map_get(&linker->functions, MAP_KEY(kernel_name));
    if (!kernel || !kernel->is_kernel)
        return NULL;
    struct ir_function *body = inline_copy(kernel);
    body->name = name;
    map_put(&linker->functions, MAP_KEY(name), body);
    map_put(&linker->owners, MAP_KEY(body), map_get(&linker->owners, MAP_KEY(kernel)));
    return body;
}

/* user: a function, or a global that holds the address. */
static struct ir_function *
link_callee(struct linker *linker, struct ir_function *wanted, const void *user, loc_t loc)
{
    if (wanted->entry && !wanted->is_weak)
        return wanted;
    struct ir_function *body = map_get(&linker->functions, MAP_KEY(wanted->name));
    body = body ? body : body_of_kernel(linker, wanted->name);
    size_t length;
    if (body && !ir_takes(body, wanted, false)) {
        refuse_types(linker, wanted->name, user, loc, body, body->loc);
    } else if (body) {
        return body;
    } else if (!libclc_find(wanted->name, &length)) {
        tell_missing(linker, wanted->name, user, loc);
    }
    return wanted;
}

/* 0: who declares it has not said what is in it. */
static bool
is_other_layout(uint32_t one, uint32_t other)
{
    return one && other && one != other;
}

static struct ir_global *
link_global(struct linker *linker, struct ir_global *wanted, const void *user, loc_t loc)
{
    struct ir_global *found = map_get(&linker->globals, MAP_KEY(wanted->name));
    if (!wanted->is_external && !wanted->is_weak)
        return wanted;
    if (!found) {
        struct ir_global *declared = map_get(&linker->declared, MAP_KEY(wanted->name));
        if (!declared->is_import && !declared->is_weak)
            tell_missing(linker, wanted->name, user, loc);
        return declared;
    }
    if (found->space != wanted->space || is_other_layout(found->layout, wanted->layout) ||
        (wanted->size && wanted->size != found->size))
        refuse_types(linker, wanted->name, user, loc, found, found->loc);
    return found;
}

static void
link_function(struct linker *linker, const struct ir_function *function)
{
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block) {
            if (ir_has_callee(inst))
                inst->callee = link_callee(linker, inst->callee, function, inst->loc);
            else if (inst->op == IR_OP_symbol)
                inst->global = link_global(linker, inst->global, function, inst->loc);
        }
}

static void
link_relocs(struct linker *linker, struct ir_global *global)
{
    for (uint32_t i = 0; i < global->reloc_count; i++) {
        struct ir_reloc *reloc = &global->relocs[i];
        if (reloc->function)
            reloc->function = link_callee(linker, reloc->function, global, global->loc);
        else
            reloc->target = link_global(linker, reloc->target, global, global->loc);
    }
}

/* Has the function its name in the program?  A weak one may have given way to another. */
static bool
is_chosen(const struct ir_function *function, const void *context)
{
    const struct linker *linker = context;
    return !function->is_weak || !function->entry ||
           map_get(&linker->functions, MAP_KEY(function->name)) == function;
}

static bool
is_any(const struct ir_function *function, const void *context)
{
    (void)context;
    return function->entry;
}

/* A cycle of calls may lead through several units.  Callees come first in the order, so what is called
 * later, or then, is called by itself. */
static void
check_recursion(struct linker *linker)
{
    struct ir_module *module = linker->module;
    struct map places = map_new(module->arena); /* in the order, from 1 */
    const struct ana_calls *calls = ana_calls(module->arena, module, is_any, NULL, false);
    for (uint32_t i = 0; i < calls->count; i++)
        map_put(&places, MAP_KEY(calls->order[i]), (void *)(uintptr_t)(i + 1));
    for (uint32_t i = 0; i < calls->count; i++)
        ir_foreach_block (block, calls->order[i])
            ir_foreach_inst (inst, block)
                if (inst->op == IR_OP_call &&
                    (uintptr_t)map_get(&places, MAP_KEY(inst->callee)) > i)
                    diag_error(linker->diag, inst->loc, recursive_call_not_allowed_opencl_c,
                               source_name(linker, inst->callee->name));
}

/* Who debugs is not led to lines of which only the calls are known. */
static void
drop_lines(struct linker *linker)
{
    for (struct ir_function *f = linker->module->functions; f; f = f->next) {
        const struct owner *owner = map_get(&linker->owners, MAP_KEY(f));
        ir_foreach_block (block, f)
            ir_foreach_inst (inst, block)
                inst->loc = owner->has_lines ? inst->loc : 0;
    }
}

/* Declarations have done their work where there is a definition, and weak definitions where there is another; a
 * library keeps one of the other declarations. */
static void
drop_declarations(struct linker *linker)
{
    struct ir_module *module = linker->module;
    struct ir_global **link = &module->globals;
    module->last_global = NULL;
    while (*link) {
        struct ir_global *global = *link;
        const struct ir_global *chosen = map_get(&linker->globals, MAP_KEY(global->name));
        if (!chosen && global->is_external)
            chosen = map_get(&linker->declared, MAP_KEY(global->name));
        if ((global->is_external || global->is_weak) && chosen && chosen != global) {
            *link = global->next;
            continue;
        }
        module->last_global = global;
        link = &global->next;
    }
}

/* Locations are the module's, which lives as long as the log is written; they have no order. */
static void
take_over(struct diag *diag, struct ir_module *module)
{
    diag->sources = module;
    diag->resolve = link_resolve;
    diag->is_after = NULL;
    diag->backtrace = NULL;
}

/* Objects with code define these variables for the linker of objects. */
static void
leave_to_objects(struct linker *linker, const struct link_others *others)
{
    for (unsigned i = 0; i < others->defined_count; i++) {
        const char *name = intern_string(&linker->module->intern, others->defined[i]);
        struct ir_global *declared = map_get(&linker->declared, MAP_KEY(name));
        if (declared)
            declared->is_import = true;
    }
}

struct link_facts
link_units(struct ir_module *module, const struct occ_unit *units, unsigned count,
           const struct link_others *others, const struct options *options)
{
    enum gcn_feature xnack = !options->xnack_is_given ? GCN_FEATURE_ANY
                             : options->xnack         ? GCN_FEATURE_ON
                                                      : GCN_FEATURE_OFF;
    struct linker linker = {
        .module = module,
        .diag = module->diag,
        .options = options,
        .xnack_of = "the link",
        .sramecc_of = "the link",
        .version_of = others->name ? arena_printf(module->arena, "'%s'", others->name) : NULL,
        .functions = map_new(module->arena),
        .globals = map_new(module->arena),
        .declared = map_new(module->arena),
        .owners = map_new(module->arena),
        .told = map_new(module->arena),
        .facts = {.optimise = UINT_MAX,
                  .inlining = PASS_INLINE_ALL,
                  .xnack = xnack,
                  .sramecc = options->sramecc,
                  .object_version = others->object_version},
        .is_library = options->creates_library};
    take_over(module->diag, module);
    for (unsigned i = 0; i < count; i++)
        read_unit(&linker, &units[i], i);
    leave_to_objects(&linker, others);
    if (linker.diag->errors)
        return linker.facts;
    for (struct ir_function *f = module->functions; f; f = f->next)
        if (is_chosen(f, &linker))
            link_function(&linker, f);
    ir_keep_functions(module, is_chosen, &linker);
    for (struct ir_global *g = module->globals; g; g = g->next)
        link_relocs(&linker, g);
    check_recursion(&linker);
    drop_declarations(&linker);
    if (linker.facts.debug != DEBUG_NONE)
        drop_lines(&linker);
    module->f32_flush |= !linker.keeps_denormals;
    return linker.facts;
}
