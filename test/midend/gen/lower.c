#include "test/midend/gen/lower.h"

#include "frontend/frontend.h"
#include "midend/gen/gen.h"
#include "midend/ir/ir.h"
#include "sema/sema.h"
#include "sema/warn/warn.h"
#include "support/file.h"

#include <stdio.h>
#include <string.h>

static enum lower_status
check_module(struct arena *arena, struct guard *guard, struct ir_module *module,
             const struct strbuf *out, struct strbuf *log)
{
    for (struct ir_function *function = module->functions; function; function = function->next) {
        const char *wrong = function->is_external ? NULL : ir_validate(function, 0, arena);
        if (wrong) {
            strbuf_printf(log, "%s: %s\n", function->name, wrong);
            return LOWER_BROKEN;
        }
    }
    struct ir_module *again = ir_module_new(arena, guard);
    const char *wrong = ir_parse(again, out->text ? out->text : "", out->length);
    struct strbuf text = strbuf_new(arena);
    if (!wrong)
        ir_print_module(&text, again);
    if (!wrong && out->length && (!text.text || strcmp(text.text, out->text) != 0))
        wrong = "the text does not read back to itself";
    if (wrong)
        strbuf_printf(log, "%s\n", wrong);
    return wrong ? LOWER_BROKEN : LOWER_GOOD;
}

struct ir_module *
lower_text(struct arena *arena, struct guard *guard, struct diag *diag, const char *name,
           const char *text, size_t length, unsigned cl_version)
{
    struct frontend frontend;
    struct frontend_options options = {.use_disk = true,
                                       .cl_version = (uint16_t)cl_version,
                                       .has_fp16 = true,
                                       .has_fp64 = true,
                                       .target_name = "gfx900"};
    struct sema sema;
    struct sema_options sema_options = {.cl_version = (uint16_t)cl_version,
                                        .has_fp16 = true,
                                        .has_fp64 = true,
                                        .features = frontend_features(&options),
                                        .target_features = UINT32_MAX,
                                        .warnings = &warn_checks};
    struct gen_options gen_options = {.fp_contract = true};
    sema_image_options(&sema_options, &options);
    frontend_init(&frontend, arena, diag, &options);
    struct translation_unit *unit = frontend_parse(&frontend, name, text, length);
    sema_init(&sema, arena, diag, &frontend.intern, &sema_options);
    if (diag->errors || !sema_check(&sema, unit))
        return NULL;
    struct ir_module *module = ir_module_new(arena, guard);
    gen_module(module, diag, unit, &gen_options);
    return diag->errors ? NULL : module;
}

static enum lower_status
lower(struct arena *arena, struct guard *guard, const char *path, struct strbuf *out,
      struct strbuf *log, struct diag *diag)
{
    size_t length = 0;
    const char *text = file_read(arena, path, &length);
    if (!text)
        return LOWER_NO_FILE;
    struct ir_module *module = lower_text(arena, guard, diag, path, text, length, 120);
    if (!module)
        return LOWER_ERRORS;
    ir_print_module(out, module);
    return check_module(arena, guard, module, out, log);
}

enum lower_status
lower_file(struct arena *arena, struct guard *guard, const char *path, struct strbuf *out,
           struct strbuf *log)
{
    struct diag *diag = ARENA_NEW(arena, struct diag);
    volatile enum lower_status status = LOWER_BROKEN;
    diag_init(diag, arena);
    if (setjmp(guard->target) == 0)
        status = lower(arena, guard, path, out, log, diag);
    else
        strbuf_printf(log, "internal error: %s\n", guard->message);
    diag_finish(diag, "");
    if (diag->log.length)
        strbuf_add(log, diag->log.text, diag->log.length);
    return status;
}
