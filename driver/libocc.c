/* The public interface: guards every compilation, so that nothing but a status leaves it. */
#include "driver/occ.h"
#include "driver/pipeline.h"

#include <stdio.h>
#include <string.h>

struct occ_compiler {
    struct allocator allocator;
};

struct occ_result {
    struct allocator allocator; /* a copy: a result may outlive its compiler */
    struct arena arena;
    struct guard guard;
    struct options options;
    struct pipeline pipeline;
    const char *log;
    bool done;
};

occ_compiler *
occ_compiler_create(const struct occ_config *config)
{
    struct allocator allocator = allocator_malloc;
    if (config && config->alloc && config->release)
        allocator = (struct allocator){config->alloc, config->release, config->data};
    occ_compiler *compiler = allocator.alloc(allocator.data, sizeof *compiler);
    if (compiler)
        compiler->allocator = allocator;
    return compiler;
}

void
occ_compiler_destroy(occ_compiler *compiler)
{
    if (compiler) {
        struct allocator allocator = compiler->allocator;
        allocator.release(allocator.data, compiler);
    }
}

static enum occ_status
run(occ_result *result, const struct occ_job *job)
{
    struct pipeline *pipeline = &result->pipeline;
    options_parse(&result->options, &result->arena, job->options, job->option_count);
    if (result->options.error) {
        result->log = arena_printf(&result->arena, "error: %s\n", result->options.error);
        return OCC_USAGE;
    }
    *pipeline = (struct pipeline){.arena = &result->arena,
                                  .guard = &result->guard,
                                  .options = &result->options,
                                  .job = job,
                                  .report = strbuf_new(&result->arena),
                                  .stop_text = strbuf_new(&result->arena)};
    diag_init(&pipeline->diag, &result->arena);
    bool good = pipeline_run(pipeline);
    result->log = pipeline->diag.log.text;
    return good ? OCC_OK : OCC_ERROR;
}

/* After an unwind the arena may not give more: the message stays in the guard. */
static enum occ_status
unwound(occ_result *result)
{
    static const enum occ_status statuses[] = {[GUARD_OK] = OCC_INTERNAL,
                                               [GUARD_ICE] = OCC_INTERNAL,
                                               [GUARD_MEMORY] = OCC_MEMORY,
                                               [GUARD_CANCELLED] = OCC_CANCELLED,
                                               [GUARD_PROGRAM] = OCC_ERROR};
    char text[sizeof result->guard.message];
    struct guard *guard = &result->guard;
    if (guard->status == GUARD_PROGRAM) {
        result->log = result->pipeline.diag.log.text;
        return OCC_ERROR;
    }
    const char *kind = guard->status == GUARD_ICE ? "internal compiler error" : "error";
    memcpy(text, guard->message, sizeof text);
    int length = snprintf(guard->message, sizeof guard->message, "%s%s%s: %.*s\n", kind,
                          guard->pass ? " in " : "", guard->pass ? guard->pass : "",
                          (int)sizeof text - 80, text);
    (void)length;
    result->log = guard->message;
    return statuses[guard->status];
}

enum occ_status
occ_compile(const occ_compiler *compiler, const struct occ_job *job, occ_result **result)
{
    const struct allocator *allocator = &compiler->allocator;
    occ_result *made = *result = allocator->alloc(allocator->data, sizeof *made);
    if (!made)
        return OCC_MEMORY;
    memset(made, 0, sizeof *made);
    made->allocator = *allocator;
    arena_init(&made->arena, &made->allocator, &made->guard);
    if (setjmp(made->guard.target) == 0) {
        enum occ_status status = run(made, job);
        made->done = status == OCC_OK;
        return status;
    }
    return unwound(made);
}

void
occ_result_free(occ_result *result)
{
    if (result) {
        struct allocator allocator = result->allocator;
        arena_free(&result->arena);
        allocator.release(allocator.data, result);
    }
}

const void *
occ_result_bytes(const occ_result *result, size_t *size)
{
    *size = result->done ? result->pipeline.size : 0;
    return result->done ? result->pipeline.bytes : NULL;
}

const char *
occ_result_log(const occ_result *result)
{
    return result->log ? result->log : "";
}

const char *
occ_result_report(const occ_result *result)
{
    return result->pipeline.report.text ? result->pipeline.report.text : "";
}

enum occ_output
occ_result_kind(const occ_result *result)
{
    return result->options.output;
}

unsigned
occ_result_kernel_count(const occ_result *result)
{
    return result->done ? result->pipeline.kernel_count : 0;
}

const struct occ_kernel *
occ_result_kernel(const occ_result *result, unsigned index)
{
    return index < occ_result_kernel_count(result) ? &result->pipeline.kernels[index] : NULL;
}

const char *
occ_version(void)
{
    return "0.1.0";
}
