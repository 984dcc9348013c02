/* Adds the library functions that the function calls, and those that they call in turn.
 *
 * A function that was only declared is looked up by its name in the library and read from its text;
 * calls then go to the function read.  Constants that several functions share are kept once.
 *
 *   call f32 @sin.f32(%1), declared only   ->   call of the function read from the library */
#include "midend/pass.h"

#include <string.h>

static struct ir_function *
find_body(struct ir_module *module, const char *name)
{
    for (struct ir_function *f = module->functions; f; f = f->next)
        if (f->entry && strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

static struct ir_global *
first_of_name(struct ir_module *module, const char *name)
{
    struct ir_global *global = module->globals;
    while (strcmp(global->name, name) != 0)
        global = global->next;
    return global;
}

/* A function read may name constants that the module has already: the older one stays. */
static void
share_globals(struct ir_function *read)
{
    ir_foreach_block (block, read)
        ir_foreach_inst (inst, block)
            if (inst->op == IR_OP_symbol)
                inst->global = first_of_name(read->module, inst->global->name);
}

static void
drop_doubles(struct ir_module *module)
{
    struct ir_global **link = &module->globals;
    module->last_global = NULL;
    while (*link) {
        if (first_of_name(module, (*link)->name) != *link) {
            *link = (*link)->next;
        } else {
            module->last_global = *link;
            link = &(*link)->next;
        }
    }
}

/* Answers what the library asks about the compilation. */
static void
answer_questions(struct ir_function *body)
{
    ir_foreach_block (block, body)
        ir_foreach_inst_safe (inst, block)
            if (inst->op == IR_OP_f32_denormals) {
                ir_replace_uses(body, inst->def, ir_const(body, IR_I1, !body->module->f32_flush));
                ir_remove(inst);
            }
}

static struct ir_function *
read_body(struct ir_module *module, const char *name)
{
    size_t length = 0;
    const char *text = module->library ? module->library(name, &length) : NULL;
    if (!text)
        ice(module->guard, "the library has no function '%s'", name);
    const char *error = ir_parse(module, text, length);
    if (error)
        ice(module->guard, "library function '%s': %s", name, error);
    struct ir_function *body = find_body(module, name);
    if (!body)
        ice(module->guard, "the text of library function '%s' does not define it", name);
    share_globals(body);
    drop_doubles(module);
    answer_questions(body);
    return body;
}

static bool
link_calls(struct ir_function *function)
{
    bool changed = false;
    if (function->is_linked)
        return false;
    function->is_linked = true;
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block) {
            if (inst->op != IR_OP_call || inst->callee->entry)
                continue;
            struct ir_function *body = find_body(function->module, inst->callee->name);
            inst->callee = body ? body : read_body(function->module, inst->callee->name);
            changed = true;
        }
    return changed;
}

/* Every call goes to a body now: a declaration would only duplicate a name. */
static void
drop_declarations(struct ir_module *module)
{
    struct ir_function **link = &module->functions;
    module->last_function = NULL;
    while (*link) {
        if ((*link)->entry) {
            module->last_function = *link;
            link = &(*link)->next;
        } else {
            *link = (*link)->next;
        }
    }
}

static bool
has_declarations(const struct ir_module *module)
{
    for (const struct ir_function *f = module->functions; f; f = f->next)
        if (!f->entry)
            return true;
    return false;
}

/* New functions are appended to the module, so one walk reaches those that they call.  Linking the
 * first kernel links all of them. */
bool
link_builtins(struct ir_function *function)
{
    if (!has_declarations(function->module))
        return false;
    bool changed = link_calls(function);
    for (struct ir_function *f = function->module->functions; f; f = f->next)
        if (f != function && f->entry)
            changed |= link_calls(f);
    drop_declarations(function->module);
    return changed;
}
