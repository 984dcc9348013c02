#include "test/midend/ir_text.h"

#include <stdio.h>
#include <string.h>

static const char *
validate_all(struct ir_module *module)
{
    for (struct ir_function *f = module->functions; f; f = f->next) {
        const char *wrong = ir_validate(f, 0, module->arena);
        if (wrong)
            return wrong;
    }
    return NULL;
}

struct ir_module *
ir_text_module(struct arena *arena, struct guard *guard, const char *text, size_t length,
               const char **error)
{
    struct ir_module *module = ir_module_new(arena, guard);
    module->lacks = IR_LACKS_ALL & ~IR_LACKS_PACKED;
    *error = ir_parse(module, text, length);
    if (!*error)
        *error = validate_all(module);
    return *error ? NULL : module;
}

bool
ir_text_run(struct ir_module *module, const char *pass, const char **error)
{
    module->zeroes_private = module->zeroes_local = true; /* for those two passes */
    for (struct ir_function *f = module->functions; f; f = f->next) {
        bool changed;
        if (f->entry && !pass_run_named(f, pass, &changed)) {
            *error = arena_printf(module->arena, "there is no pass '%s'", pass);
            return false;
        }
    }
    *error = validate_all(module);
    return !*error;
}
