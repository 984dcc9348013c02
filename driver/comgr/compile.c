/* Actions that occ.h does: source, stored IR ("bc") and objects become each other. */
#include "driver/comgr/action.h"

#include "gcn/codeobj/codeobj.h"

#include <string.h>

/* One job of libocc for an action. */
struct compilation {
    struct action *action;
    struct occ_job job;
    VEC(const char *) options;
    occ_compiler *compiler;
    occ_result *result;
    struct cleanup cleanup; /* of the two */
    enum occ_status status;
};

/* ---- options ---- */

static void
add(struct compilation *compilation, const char *option)
{
    vec_push(&compilation->action->arena, &compilation->options, option);
}

/* The caller's options; those given as one text have blanks between them, which nothing quotes.  Switches that only
 * clang has are skipped (--ignore-unknown), and the files after some, as of precompiled headers, count as inputs that
 * are not used. */
static void
add_given(struct compilation *compilation)
{
    const struct action_info *info = compilation->action->info;
    struct arena *arena = &compilation->action->arena;
    for (size_t i = 0; i < info->list_count; i++)
        if (*info->list[i])
            add(compilation, info->list[i]);
    for (const char *at = info->flat; at && *at;) {
        size_t length = strcspn(at, " ");
        if (length)
            add(compilation, arena_strndup(arena, at, length));
        at += length + (at[length] == ' ');
    }
}

/* false: comgr's language is none that is compiled here. */
static bool
add_language(struct compilation *compilation)
{
    struct action *action = compilation->action;
    enum comgr_language language = action->info->language;
    if (language != COMGR_LANGUAGE_OPENCL_1_2 && language != COMGR_LANGUAGE_OPENCL_2_0) {
        action_log(action, "error: the language is not OpenCL");
        return false;
    }
    add(compilation, "-x");
    add(compilation, "cl");
    add(compilation, language == COMGR_LANGUAGE_OPENCL_2_0 ? "-cl-std=CL2.0" : "-cl-std=CL1.2");
    return true;
}

/* What comgr of this version writes by default, where the target has it. */
static const char *
usual_version(const struct gcn_target *target)
{
    const struct object_version *usual = object_version_find("4");
    return object_version_knows(usual, target) ? usual->name : object_version_default(target)->name;
}

/* The target by the info's name, else by the units; false: there is none, and one is needed. */
static bool
add_target(struct compilation *compilation)
{
    struct action *action = compilation->action;
    struct arena *arena = &action->arena;
    const char *name = action->info->isa_name;
    struct target_id isa = {0};
    struct occ_binary binary = {.size = sizeof binary};
    const struct data *unit = action->row->job == OCC_LINK ? action_input(action, 0) : NULL;
    if (name && isa_parse(name, &isa)) {
        add(compilation,
            arena_printf(arena, "-mcpu=%s", strstr(isa_print(arena, "amdhsa", &isa), "--") + 2));
    } else if (unit && unit->bytes &&
               occ_inspect(compilation->compiler, unit->bytes, unit->size, &binary) == OCC_OK &&
               binary.target) {
        isa.target = gcn_find_target(binary.target, strlen(binary.target));
        add(compilation, arena_printf(arena, "-mcpu=%s", binary.target));
    } else if (action->row->needs_target) {
        action_log(action, "error: the action has no ISA name");
        return false;
    }
    if (isa.target)
        add(compilation,
            arena_printf(arena, "-mcode-object-version=%s", usual_version(isa.target)));
    return true;
}

/* Before the caller's options, which may say otherwise, and after them; false: something is missing. */
static bool
make_options(struct compilation *compilation)
{
    const struct action *action = compilation->action;
    static const char *const first[] = {"--ignore-unknown", "-Wno-unused-command-line-argument",
                                        "-Wno-option-without-effect"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        add(compilation, first[i]);
    if (!add_target(compilation) || (action->row->reads_language && !add_language(compilation)))
        return false;
    if (action->info->path) {
        add(compilation, "-I");
        add(compilation, action->info->path);
    }
    if (action->row->takes_options)
        add_given(compilation);
    for (const char *const *at = action->row->switches; at && *at; at++)
        add(compilation, *at);
    compilation->job.options = (const char *const *)compilation->options.at;
    compilation->job.option_count = compilation->options.count;
    return true;
}

/* ---- headers ---- */

/* Headers of the set; and clang's, which runtimes name in options, are empty here: all that is in them, occ knows. */
static void
add_headers(struct compilation *compilation)
{
    static const char *const known[] = {"opencl-c.h", "opencl-c-base.h"};
    const struct data_set *input = compilation->action->input;
    VEC(struct occ_header) headers = {0};
    for (size_t i = 0; i < input->count; i++) {
        const struct data *data = input->at[i];
        if (data->kind == COMGR_DATA_INCLUDE)
            vec_push(&compilation->action->arena, &headers,
                     (struct occ_header){data->name, data->bytes, data->size});
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        vec_push(&compilation->action->arena, &headers, (struct occ_header){known[i], "", 0});
    compilation->job.headers = headers.at;
    compilation->job.header_count = headers.count;
}

/* ---- a job ---- */

static void
release(void *state)
{
    struct compilation *compilation = state;
    occ_result_free(compilation->result);
    occ_compiler_destroy(compilation->compiler);
}

static struct occ_unit
unit_of(const struct data *data)
{
    return (struct occ_unit){data->name, data->bytes ? data->bytes : "", data->size};
}

/* Until end_job, which must follow; what job names must live until then. */
static enum comgr_status
begin_job(struct compilation *compilation, struct action *action, const struct occ_job *job)
{
    *compilation = (struct compilation){.action = action, .job = *job};
    compilation->job.size = sizeof compilation->job;
    compilation->job.action = action->row->job;
    compilation->job.use_disk = 1;
    guard_push(action->arena.guard, &compilation->cleanup, release, compilation);
    compilation->compiler = occ_compiler_create(NULL);
    if (!compilation->compiler)
        return COMGR_OUT_OF_RESOURCES;
    add_headers(compilation);
    return make_options(compilation) ? COMGR_SUCCESS : COMGR_INVALID_ARGUMENT;
}

static enum comgr_status
run_job(struct compilation *compilation)
{
    compilation->status =
        occ_compile(compilation->compiler, &compilation->job, &compilation->result);
    if (compilation->status == OCC_MEMORY)
        return COMGR_OUT_OF_RESOURCES;
    return compilation->status ? COMGR_ERROR : COMGR_SUCCESS;
}

static void
end_job(struct compilation *compilation)
{
    guard_pop(compilation->action->arena.guard, &compilation->cleanup);
    release(compilation);
}

static enum comgr_status
give_result(const struct compilation *compilation, const char *name)
{
    size_t size = 0;
    const void *bytes = occ_result_bytes(compilation->result, &size);
    return data_set_make(compilation->action->result, compilation->action->row->to, name,
                         bytes ? bytes : "", size);
}

static void
log_job(struct compilation *compilation)
{
    strbuf_puts(&compilation->action->log, occ_result_log(compilation->result));
}

/* ---- each input by itself ---- */

/* Is the unit a part of a program, that only a link with others makes whole?  Its object keeps the IR then, as that
 * of occ -c does. */
static bool
is_part(const struct compilation *compilation)
{
    const occ_result *result = compilation->result;
    bool makes_object = compilation->action->row->to == COMGR_DATA_RELOCATABLE;
    if (compilation->job.action != OCC_LINK || !makes_object || !result)
        return false;
    if (compilation->status == OCC_OK)
        return !occ_result_kernel_count(result);
    unsigned count = occ_result_diagnostic_count(result), missing = 0;
    for (unsigned i = 0; i < count; i++)
        missing += strcmp(occ_result_diagnostic(result, i)->id, "link_undefined") == 0;
    return compilation->status == OCC_ERROR && count && missing == count;
}

static enum comgr_status
compile_one(struct action *action, const struct data *data)
{
    const char *name = arena_printf(&action->arena, "%s%s", data->name, action->row->name);
    struct compilation compilation;
    struct occ_unit unit = unit_of(data);
    struct occ_job job = {.name = data->name};
    if (action->row->job == OCC_LINK) {
        job.units = &unit;
        job.unit_count = 1;
    } else {
        job.source = data->bytes;
        job.length = data->size;
    }
    enum comgr_status status = begin_job(&compilation, action, &job);
    if (!status) {
        status = run_job(&compilation);
        if (is_part(&compilation)) {
            status = data_set_make(action->result, action->row->to, name, data->bytes, data->size);
        } else {
            log_job(&compilation);
            status = status ? status : give_result(&compilation, name);
        }
    }
    end_job(&compilation);
    return status;
}

enum comgr_status
compile_each(struct action *action)
{
    enum comgr_status status = COMGR_SUCCESS;
    size_t count = 0;
    while (action_input(action, count))
        count++;
    for (size_t i = 0; i < count && !status; i++)
        status = compile_one(action, action_input(action, i));
    return status;
}

/* ---- all inputs together ---- */

/* What is made of IR must be of the version of those that have code. */
static const char *
version_of_code(struct compilation *compilation)
{
    struct action *action = compilation->action;
    const struct data *data;
    for (size_t i = 0; (data = action_input(action, i)); i++) {
        struct codeobj object;
        struct occ_binary binary = {.size = sizeof binary};
        bool has_code =
            data->bytes &&
            occ_inspect(compilation->compiler, data->bytes, data->size, &binary) == OCC_OK &&
            binary.kind == OCC_BINARY_RELOCATABLE;
        if (has_code && object_read(&object, &action->arena, data) && object.version)
            return object.version->name;
    }
    return NULL;
}

enum comgr_status
link_all(struct action *action)
{
    struct compilation compilation;
    VEC(struct occ_unit) units = {0};
    const struct data *data;
    for (size_t i = 0; (data = action_input(action, i)); i++)
        vec_push(&action->arena, &units, unit_of(data));
    struct occ_job job = {.name = action->row->name, .units = units.at, .unit_count = units.count};
    enum comgr_status status = begin_job(&compilation, action, &job);
    if (!status) {
        const char *version = version_of_code(&compilation);
        if (version) {
            add(&compilation, arena_printf(&action->arena, "-mcode-object-version=%s", version));
            compilation.job.options = (const char *const *)compilation.options.at;
            compilation.job.option_count = compilation.options.count;
        }
        status = run_job(&compilation);
        log_job(&compilation);
        status = status ? status : give_result(&compilation, action->row->name);
    }
    end_job(&compilation);
    return status;
}

enum comgr_status
link_relocatable(struct action *action)
{
    const struct data *first = action_input(action, 0);
    size_t with_code = 0, count = 0;
    occ_compiler *compiler = occ_compiler_create(NULL);
    if (!compiler)
        return COMGR_OUT_OF_RESOURCES;
    for (const struct data *data; (data = action_input(action, count)); count++) {
        struct occ_binary binary = {.size = sizeof binary};
        bool is_read =
            data->bytes && occ_inspect(compiler, data->bytes, data->size, &binary) == OCC_OK;
        with_code +=
            !is_read || (binary.kind != OCC_BINARY_UNIT && binary.kind != OCC_BINARY_LIBRARY);
    }
    occ_compiler_destroy(compiler);
    if (!with_code)
        return link_all(action);
    if (count == 1 && first->bytes)
        return data_set_make(action->result, action->row->to, action->row->name, first->bytes,
                             first->size);
    action_log(action, "error: objects with code are linked to an executable only, not to another "
                       "relocatable object");
    return COMGR_ERROR;
}
