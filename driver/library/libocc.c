/* The public interface: guards every compilation, so that nothing but a status leaves it. */
#include "driver/library/assembly.h"
#include "driver/library/cache_key.h"
#include "driver/library/diagnostics.h"
#include "driver/units/extract.h"
#include "driver/library/host.h"
#include "driver/units/inspect.h"
#include "driver/library/limits.h"
#include "driver/occ.h"
#include "driver/library/job_options.h"
#include "driver/library/pipeline.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct occ_compiler {
    struct allocator allocator;
};

struct occ_result {
    struct allocator allocator; /* a copy: a result may outlive its compiler */
    struct host host;
    struct allocator counted; /* of all but the result itself */
    struct limits limits;
    struct occ_job job;
    struct arena arena;
    struct guard guard;
    struct options options;
    struct pipeline pipeline;
    const char *log;
    const struct occ_diagnostic *diagnostics;
    unsigned diagnostic_count;
    struct occ_diagnostic end; /* what ended the job otherwise than an error of the program */
    char end_text[sizeof(((struct guard *)0)->message)];
    char key[OCC_KEY_SIZE]; /* of occ_cache_key */
    bool done;
};

/* A host built against another version of occ.h has structures of another size: members that it
 * does not know are 0, what we do not know is left alone. */
static void
copy_sized(void *own, size_t own_size, const void *given, size_t given_size)
{
    memcpy(own, given, given_size < own_size ? given_size : own_size);
}

occ_compiler *
occ_compiler_create(const struct occ_config *config)
{
    struct allocator allocator = allocator_malloc;
    struct occ_config own = {0};
    if (config && config->size < sizeof config->size)
        return NULL;
    if (config)
        copy_sized(&own, sizeof own, config, config->size);
    if (!own.alloc != !own.release)
        return NULL;
    if (own.alloc)
        allocator = (struct allocator){own.alloc, own.release, own.data, NULL};
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

/* What the options of a job lack, or NULL. */
static const char *
options_error(const struct occ_job *job)
{
    if (job->size < offsetof(struct occ_job, options))
        return "size of struct occ_job is not set";
    if ((unsigned)job->action > OCC_LINK)
        return "the job's action is unknown";
    for (unsigned i = 0; i < job->option_count; i++)
        if (!job->options || !job->options[i])
            return "an option is NULL";
    return NULL;
}

/* What a job lacks, or NULL. */
static const char *
job_error(const struct occ_job *job)
{
    const char *error = options_error(job);
    if (error)
        return error;
    if (job->length && !job->source)
        return "the job has no source";
    if (job->action == OCC_LINK && (!job->unit_count || !job->units))
        return "there are no units to link";
    for (unsigned i = 0; job->action == OCC_LINK && i < job->unit_count; i++)
        if (!job->units[i].name || !job->units[i].bytes)
            return "a unit has no name or no bytes";
    for (unsigned i = 0; i < job->header_count; i++) {
        const struct occ_header *header = job->headers ? &job->headers[i] : NULL;
        if (!header || !header->name || (header->length && !header->text))
            return "a header has no name or no text";
    }
    return NULL;
}

static void
finish_log(occ_result *result)
{
    limit_print(&result->pipeline.report, &result->pipeline.limits);
    diag_finish(&result->pipeline.diag, occ_version());
    result->log = result->pipeline.diag.log.text;
    result->diagnostics =
        diagnostics_make(&result->arena, &result->pipeline.diag, &result->diagnostic_count);
}

/* The record of a message that is in the log by itself. */
static void
note_end(occ_result *result, const char *id, const char *message)
{
    result->end = (struct occ_diagnostic){.severity = OCC_FAILURE, .id = id, .message = message};
    result->diagnostics = &result->end;
    result->diagnostic_count = 1;
}

static enum occ_status
refuse(occ_result *result, const char *error)
{
    result->log = arena_printf(&result->arena, "error: %s\n", error);
    note_end(result, "wrong_job", error);
    return OCC_USAGE;
}

static enum occ_status
check_options(occ_result *result)
{
    const char *error = options_error(&result->job);
    if (!error)
        error = job_options_read(&result->options, &result->arena, &result->job);
    return error ? refuse(result, error) : OCC_OK;
}

static enum occ_status
run(occ_result *result)
{
    struct pipeline *pipeline = &result->pipeline;
    const struct occ_job *job = &result->job;
    const char *error = job_error(job);
    if (!error)
        error = job_options_read(&result->options, &result->arena, &result->job);
    if (error)
        return refuse(result, error);
    *pipeline = (struct pipeline){.arena = &result->arena,
                                  .guard = &result->guard,
                                  .options = &result->options,
                                  .job = job,
                                  .report = strbuf_new(&result->arena),
                                  .trace = strbuf_new(&result->arena),
                                  .page = strbuf_new(&result->arena),
                                  .stop_text = strbuf_new(&result->arena)};
    diag_init(&pipeline->diag, &result->arena);
    bool good = pipeline_run(pipeline);
    finish_log(result);
    return good ? OCC_OK : pipeline->diag.wrong_command ? OCC_USAGE : OCC_ERROR;
}

/* The records of the messages that were held, with the last one, which is `end` already. */
static void
add_end(occ_result *result)
{
    const struct occ_diagnostic *held;
    unsigned count;
    struct arena *arena = &result->arena;
    held = diagnostics_make(arena, &result->pipeline.diag, &count);
    struct occ_diagnostic *all = ARENA_ARRAY(arena, count + 1, struct occ_diagnostic);
    memcpy(all, held, count * sizeof *all);
    all[count] = result->end;
    result->diagnostics = all;
    result->diagnostic_count = count + 1;
}

/* Writes the messages that were held back for sorting, then `last` (NULL: nothing).  This takes
 * memory of the arena, which may have no more: false.  `last` is written as text only: JSON and
 * SARIF have no place for our own errors. */
static bool
log_held(occ_result *result, const char *last)
{
    struct diag *diag = &result->pipeline.diag;
    if (!diag->arena || (last && (!diag->messages.count || diag->format != DIAG_TEXT)) ||
        setjmp(result->guard.target) != 0)
        return false;
    if (last) {
        diag_finish(diag, occ_version());
        strbuf_puts(&diag->log, last);
        add_end(result);
        result->log = diag->log.text;
    } else {
        finish_log(result);
    }
    return true;
}

/* Who is in a hurry does not wait for very many messages to be sorted. */
static void
forget_many(struct diag *diag, enum guard_status status)
{
    enum { MANY = 1000 };
    if ((status == GUARD_CANCELLED || status == GUARD_DEADLINE) && diag->messages.count > MANY)
        diag->messages.count = 0;
}

/* What ended a job before its time: for its record. */
static const char *
end_id(enum occ_status status)
{
    static const char *const ids[] = {[OCC_MEMORY] = "out_of_memory",
                                      [OCC_INTERNAL] = "internal_error",
                                      [OCC_CANCELLED] = "cancelled",
                                      [OCC_DEADLINE] = "deadline",
                                      [OCC_MEMORY_LIMIT] = "memory_limit"};
    return ids[status];
}

/* What happened, and in which pass; the host's limit is no lack of memory. */
static const char *
end_message(const occ_result *result, enum occ_status status)
{
    return status == OCC_MEMORY_LIMIT ? "the job's memory limit is reached" : result->guard.message;
}

/* If there is no memory for more, the message stays in the guard. */
static enum occ_status
unwound(occ_result *result)
{
    static const enum occ_status statuses[] = {
        [GUARD_OK] = OCC_INTERNAL,       [GUARD_ICE] = OCC_INTERNAL,
        [GUARD_MEMORY] = OCC_MEMORY,     [GUARD_CANCELLED] = OCC_CANCELLED,
        [GUARD_DEADLINE] = OCC_DEADLINE, [GUARD_PROGRAM] = OCC_ERROR};
    struct guard *guard = &result->guard;
    enum guard_status status = guard->status;
    guard->poll = NULL; /* the log is still to be written */
    char text[sizeof guard->message];
    forget_many(&result->pipeline.diag, status);
    if (status == GUARD_PROGRAM && log_held(result, NULL))
        return OCC_ERROR;
    status = guard->status;
    enum occ_status end = limits_status(&result->limits, statuses[status]);
    const char *kind = status == GUARD_ICE ? "internal compiler error" : "error";
    int length =
        snprintf(text, sizeof text, "%s%s%s: %.*s\n", kind, guard->pass ? " in " : "",
                 guard->pass ? guard->pass : "", (int)sizeof text - 80, end_message(result, end));
    (void)length;
    snprintf(result->end_text, sizeof result->end_text, "%.*s", (int)strcspn(text, "\n"), text);
    note_end(result, end_id(end), result->end_text);
    if (!log_held(result, text)) {
        memcpy(guard->message, text, sizeof text);
        result->log = guard->message;
    }
    return end;
}

static enum occ_status
do_job(const occ_compiler *compiler, const struct occ_job *job, occ_result **result,
       enum occ_status (*work)(occ_result *result))
{
    if (result)
        *result = NULL;
    if (!compiler || !job || !result)
        return OCC_USAGE;
    const struct allocator *allocator = &compiler->allocator;
    occ_result *made = *result = allocator->alloc(allocator->data, sizeof *made);
    if (!made)
        return OCC_MEMORY;
    memset(made, 0, sizeof *made);
    made->allocator = *allocator;
    copy_sized(&made->job, sizeof made->job, job, job->size);
    if (!made->job.name)
        made->job.name = "<source>";
    host_enter(&made->host, allocator);
    made->counted = host_allocator(&made->host);
    limits_begin(&made->limits, &made->job, &made->host, &made->counted, &made->guard);
    arena_init(&made->arena, &made->counted, &made->guard);
    made->guard.heir = &made->arena;
    volatile enum occ_status status;
    if (setjmp(made->guard.target) == 0) {
        status = work(made);
        made->done = status == OCC_OK;
    } else {
        status = unwound(made);
    }
    host_leave(&made->host);
    return status;
}

enum occ_status
occ_compile(const occ_compiler *compiler, const struct occ_job *job, occ_result **result)
{
    return do_job(compiler, job, result, run);
}

enum occ_status
occ_check_options(const occ_compiler *compiler, const struct occ_job *job, occ_result **result)
{
    return do_job(compiler, job, result, check_options);
}

/* ---- the key ---- */

/* Of assembly text that is all that it says and includes: the object.  The job stays as it was. */
static enum occ_status
make_key_text(occ_result *result)
{
    struct occ_job job = result->job;
    struct options options = result->options;
    if (job.action == OCC_LINK)
        return OCC_OK;
    if (!assembly_is_input(&options, job.name)) {
        argument_vec words = {0};
        for (unsigned i = 0; i < job.option_count; i++)
            vec_push(&result->arena, &words, job.options[i]);
        vec_push(&result->arena, &words, "-E");
        if (!cache_key_has_places(&job, &options))
            vec_push(&result->arena, &words, "-P");
        result->job.options = words.at;
        result->job.option_count = words.count;
        result->job.action = OCC_BUILD;
    }
    enum occ_status status = run(result);
    result->job = job;
    result->options = options;
    return status;
}

/* The text of which it is made comes as the output. */
static enum occ_status
make_key(occ_result *result)
{
    const char *error = job_error(&result->job);
    if (!error)
        error = job_options_read(&result->options, &result->arena, &result->job);
    enum occ_status status = error ? refuse(result, error) : make_key_text(result);
    const struct pipeline *made = &result->pipeline;
    if (status == OCC_OK)
        cache_key(&result->arena, &result->job, &result->options, made->bytes ? made->bytes : "",
                  made->size, result->key);
    return status;
}

enum occ_status
occ_cache_key(const occ_compiler *compiler, const struct occ_job *job, char key[OCC_KEY_SIZE],
              occ_result **result)
{
    enum occ_status status = do_job(key ? compiler : NULL, job, result, make_key);
    if (!key)
        return OCC_USAGE;
    strcpy(key, status == OCC_OK ? (*result)->key : "");
    return status;
}

enum occ_status
occ_inspect(const occ_compiler *compiler, const void *bytes, size_t length,
            struct occ_binary *binary)
{
    if (!compiler || !bytes || !binary || binary->size < sizeof *binary)
        return OCC_USAGE;
    struct guard guard = {.message = ""};
    struct arena arena;
    struct host host;
    host_enter(&host, &compiler->allocator);
    const struct allocator allocator = host_allocator(&host);
    arena_init(&arena, &allocator, &guard);
    enum occ_status status = OCC_MEMORY;
    if (setjmp(guard.target) == 0) {
        inspect(binary, &arena, bytes, length);
        status = OCC_OK;
    }
    arena_free(&arena);
    host_leave(&host);
    return status;
}

static enum occ_status
find_in_bundle(struct arena *arena, const void *bytes, size_t length, const char *target,
               const struct bundle_entry **entry)
{
    struct extract_choice choice = {.is_made = false};
    struct bundle bundle;
    const char *why;
    if (extract_switch(arena, &choice, arena_printf(arena, "-mcpu=%s", target)))
        return OCC_USAGE;
    if (bundle_read(&bundle, arena, bytes, length))
        return OCC_ERROR;
    *entry = extract_choose(&bundle, arena, &choice, &why);
    return *entry ? OCC_OK : OCC_ERROR;
}

enum occ_status
occ_bundle_find(const occ_compiler *compiler, const void *bytes, size_t length, const char *target,
                const void **object, size_t *size)
{
    if (!compiler || !bytes || !target || !object || !size)
        return OCC_USAGE;
    struct guard guard = {.message = ""};
    struct arena arena;
    struct host host;
    host_enter(&host, &compiler->allocator);
    const struct allocator allocator = host_allocator(&host);
    arena_init(&arena, &allocator, &guard);
    const struct bundle_entry *entry = NULL;
    volatile enum occ_status status = OCC_MEMORY;
    if (setjmp(guard.target) == 0)
        status = find_in_bundle(&arena, bytes, length, target, &entry);
    if (status == OCC_OK) {
        *object = entry->bytes;
        *size = entry->size;
    }
    arena_free(&arena);
    host_leave(&host);
    return status;
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
    bool done = result && result->done;
    if (size)
        *size = done ? result->pipeline.size : 0;
    return done ? result->pipeline.bytes : NULL;
}

const char *
occ_result_log(const occ_result *result)
{
    return result && result->log ? result->log : "";
}

const char *
occ_result_report(const occ_result *result)
{
    return result && result->pipeline.report.text ? result->pipeline.report.text : "";
}

const char *
occ_result_time_trace(const occ_result *result)
{
    return result && result->done && result->pipeline.trace.text ? result->pipeline.trace.text : "";
}

const char *
occ_result_pass_html(const occ_result *result)
{
    return result && result->done && result->pipeline.page.text ? result->pipeline.page.text : "";
}

const char *
occ_result_header(const occ_result *result, unsigned index, int *is_system)
{
    if (!result || !result->done || index >= result->pipeline.header_count)
        return NULL;
    const struct frontend_file *header = &result->pipeline.headers[index];
    if (is_system)
        *is_system = header->is_system;
    return header->name;
}

const char *
occ_result_input(const occ_result *result, unsigned index, enum occ_input *kind)
{
    static_assert((int)INPUT_FILE == OCC_INPUT_FILE && (int)INPUT_MISSING == OCC_INPUT_MISSING &&
                      (int)INPUT_TIME == OCC_INPUT_TIME,
                  "frontend.h and occ.h number them alike");
    if (!result || !result->done || index >= result->pipeline.input_count)
        return NULL;
    const struct frontend_input *input = &result->pipeline.inputs[index];
    if (kind)
        *kind = (enum occ_input)input->kind;
    return input->name;
}

enum occ_output
occ_result_kind(const occ_result *result)
{
    return result ? result->options.output : OCC_NOTHING;
}

unsigned
occ_result_kernel_count(const occ_result *result)
{
    return result && result->done ? result->pipeline.kernel_count : 0;
}

const struct occ_kernel *
occ_result_kernel(const occ_result *result, unsigned index)
{
    return index < occ_result_kernel_count(result) ? &result->pipeline.kernels[index] : NULL;
}

unsigned
occ_result_diagnostic_count(const occ_result *result)
{
    return result ? result->diagnostic_count : 0;
}

const struct occ_diagnostic *
occ_result_diagnostic(const occ_result *result, unsigned index)
{
    return index < occ_result_diagnostic_count(result) ? &result->diagnostics[index] : NULL;
}

const char *
occ_result_printf(const occ_result *result, unsigned index)
{
    bool has = result && result->done && index < result->pipeline.printf_count;
    return has ? result->pipeline.printf_rows[index] : NULL;
}

const char *
occ_version(void)
{
    return OCC_VERSION;
}

const char *
occ_build(void)
{
    return occ_build_id;
}
