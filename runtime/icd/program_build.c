/* Programs for a device: built, compiled, linked. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- building ---- */

/* Comes at the end of the log. */
static void
add_to_log(struct icd_build *build, const char *why)
{
    size_t old = build->log ? strlen(build->log) : 0;
    char *log = realloc(build->log, old + strlen(why) + 2);
    if (log) {
        strcpy(log + old, why);
        strcat(log, "\n");
        build->log = log;
    }
}

/* The code of an executable for the engine's GPU, with what it needs of other programs; NULL: what is wrong stands in
 * *message, as of icd_code_load. */
static struct icd_code *
new_code(struct _cl_program *program, struct icd_engine *engine, const struct icd_build *build,
         char **message)
{
    struct icd_code *code = icd_code_load(engine, build->binary, build->binary_size, message);
    if (code)
        code->is_uniform = build->is_uniform;
    if (code && !icd_externals_find(program, code, message)) {
        icd_code_release(code);
        code = NULL;
    }
    return code;
}

/* Of what the program's build has made. */
static bool
load(struct _cl_program *program, struct icd_engine *engine, struct icd_build *build)
{
    char *why = NULL;
    build->code = new_code(program, engine, build, &why);
    if (why)
        add_to_log(build, why);
    free(why);
    build->type = build->code ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE : CL_PROGRAM_BINARY_TYPE_NONE;
    if (!build->code)
        build->status = CL_BUILD_ERROR;
    return build->code;
}

/* A build begins: nobody else begins one until it ends. */
static cl_int
begin_builds(struct _cl_program *program)
{
    pthread_mutex_lock(&program->lock);
    bool may_begin = !program->is_building && !program->kernels;
    program->is_building |= may_begin;
    pthread_mutex_unlock(&program->lock);
    return may_begin ? CL_SUCCESS : CL_INVALID_OPERATION;
}

static void
end_builds(struct _cl_program *program)
{
    pthread_mutex_lock(&program->lock);
    program->is_building = false;
    pthread_mutex_unlock(&program->lock);
}

/* Puts what was built, whose parts become the program's, in the place of what there was. */
static void
replace_build(struct _cl_program *program, const struct icd_engine *engine,
              const struct icd_build *build)
{
    pthread_mutex_lock(&program->lock);
    struct icd_build old = program->builds[engine->index];
    program->builds[engine->index] = *build;
    pthread_mutex_unlock(&program->lock);
    icd_build_forget(&old);
}

/* Asks libocc; false: *error is what the API gives. */
static bool
make(struct icd_engine *engine, struct icd_build *build, const struct icd_question *question,
     cl_int wrong_options, cl_int failure, cl_int *error)
{
    struct icd_compiled made;
    struct icd_question whole = *question;
    whole.zeroes = engine->context->zeroes;
    build->options = question->options ? strdup(question->options) : NULL;
    bool has_memory = icd_compile(engine->device, &whole, &made);
    build->log = made.log;
    build->attributes = made.attributes;
    build->binary = made.binary;
    build->binary_size = made.size;
    build->status = made.status == OCC_OK ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    struct icd_record *record = engine->device->platform->record;
    if (record && made.status == OCC_OK)
        icd_record_made(record, engine->device, question, made.binary, made.size);
    build->has_argument_info =
        question->options && strstr(question->options, "-cl-kernel-arg-info");
    build->is_uniform |=
        question->options && strstr(question->options, "-cl-uniform-work-group-size");
    *error = !has_memory                ? CL_OUT_OF_HOST_MEMORY
             : made.status == OCC_OK    ? CL_SUCCESS
             : made.status == OCC_USAGE ? wrong_options
                                        : failure;
    return *error == CL_SUCCESS;
}

/* Asks for an executable, and loads it. */
static cl_int
make_executable(struct _cl_program *program, struct icd_engine *engine,
                const struct icd_question *question)
{
    struct icd_build build = {.status = CL_BUILD_NONE};
    cl_int error;
    if (make(engine, &build, question, CL_INVALID_BUILD_OPTIONS, CL_BUILD_PROGRAM_FAILURE,
             &error) &&
        !load(program, engine, &build))
        error = CL_BUILD_PROGRAM_FAILURE;
    replace_build(program, engine, &build);
    return error;
}

static bool
is_unit(const struct icd_build *build)
{
    return build->binary && (build->type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
                             build->type == CL_PROGRAM_BINARY_TYPE_LIBRARY);
}

/* Options do nothing to a binary, but they must be some. */
static bool
note_options(struct _cl_program *program, struct icd_engine *engine, const char *options)
{
    struct icd_build *build = &program->builds[engine->index];
    char *log = NULL;
    bool good = icd_options_are_good(engine->device, options, &log);
    pthread_mutex_lock(&program->lock);
    free(build->options);
    free(build->log);
    build->options = options ? strdup(options) : NULL;
    build->log = log;
    build->status = good ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    pthread_mutex_unlock(&program->lock);
    return good;
}

/* A binary that is an executable has its code, which may be running, with the externals that it has found: another
 * build has code of its own. */
static cl_int
build_binary(struct _cl_program *program, struct icd_engine *engine)
{
    struct icd_build *build = &program->builds[engine->index];
    char *why = NULL;
    if (!build->code)
        return CL_INVALID_BINARY;
    if (!sim_external_count(build->code->object))
        return CL_SUCCESS;
    struct icd_code *code = new_code(program, engine, build, &why), *old = code;
    pthread_mutex_lock(&program->lock);
    if (code) {
        old = build->code;
        build->code = code;
    } else {
        build->status = CL_BUILD_ERROR;
        add_to_log(build, why ? why : "");
    }
    pthread_mutex_unlock(&program->lock);
    icd_code_release(old);
    free(why);
    return code ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

/* Nobody but who builds changes a build, so it may be read here without the lock. */
static cl_int
build_for(struct _cl_program *program, struct icd_engine *engine, const char *options)
{
    struct icd_build *build = &program->builds[engine->index];
    struct icd_question question = {
        .action = OCC_BUILD, .source = program->source, .options = options};
    if (program->source)
        return make_executable(program, engine, &question);
    if (!note_options(program, engine, options))
        return CL_INVALID_BUILD_OPTIONS;
    if (is_unit(
            build)) { /* it becomes an executable: linked alone, and compiled with its own options */
        struct occ_unit unit = {"the binary", build->binary, build->binary_size};
        question = (struct icd_question){.action = OCC_LINK, .units = &unit, .unit_count = 1};
        return make_executable(program, engine, &question);
    }
    return build_binary(program, engine);
}

/* The engines that a call names, all that the program has if it names none. */
struct chosen {
    struct icd_engine *engines[ICD_DEVICES];
    unsigned count;
};

static cl_int
choose(struct chosen *chosen, struct _cl_context *context, const struct _cl_program *program,
       cl_uint num_devices, const cl_device_id *device_list)
{
    chosen->count = 0;
    if (!num_devices != !device_list)
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < num_devices; i++) {
        struct icd_engine *engine = icd_context_engine(context, device_list[i]);
        if (!engine || (program && !program->has_device[engine->index]) ||
            chosen->count == ICD_DEVICES)
            return CL_INVALID_DEVICE;
        chosen->engines[chosen->count++] = engine;
    }
    for (unsigned i = 0; !num_devices && i < context->engine_count; i++)
        if (!program || program->has_device[i])
            chosen->engines[chosen->count++] = &context->engines[i];
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                   const char *options, void(CL_CALLBACK *pfn_notify)(cl_program, void *),
                   void *user_data)
{
    struct chosen chosen;
    if (!icd_is(program, ICD_PROGRAM))
        return CL_INVALID_PROGRAM;
    cl_int error = choose(&chosen, program->context, program, num_devices, device_list);
    if (error == CL_SUCCESS && !pfn_notify && user_data)
        error = CL_INVALID_VALUE;
    if (error == CL_SUCCESS)
        error = program->is_linked ? CL_INVALID_OPERATION : begin_builds(program);
    if (error != CL_SUCCESS)
        return error;
    for (unsigned i = 0; i < chosen.count; i++) {
        cl_int status = build_for(program, chosen.engines[i], options);
        error = error == CL_SUCCESS ? status : error;
    }
    end_builds(program);
    if (pfn_notify && error != CL_INVALID_BUILD_OPTIONS) /* with which no build has begun */
        ICD_CALL_BACK(pfn_notify(program, user_data));
    return error;
}

/* Programs that are headers of others. */
static cl_int
list_headers(struct occ_header **list, const struct _cl_context *context, cl_uint count,
             const cl_program *programs, const char **names)
{
    struct occ_header *headers = calloc(count + 1u, sizeof *headers);
    cl_int error = headers ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    for (cl_uint i = 0; error == CL_SUCCESS && i < count; i++) {
        error = !icd_is(programs[i], ICD_PROGRAM)   ? CL_INVALID_PROGRAM
                : programs[i]->context != context   ? CL_INVALID_CONTEXT
                : !programs[i]->source || !names[i] ? CL_INVALID_VALUE
                                                    : CL_SUCCESS;
        if (error == CL_SUCCESS)
            headers[i] =
                (struct occ_header){names[i], programs[i]->source, strlen(programs[i]->source)};
    }
    *list = headers;
    return error;
}

static cl_int
compile_for(struct _cl_program *program, struct icd_engine *engine,
            const struct icd_question *question)
{
    struct icd_build build = {.status = CL_BUILD_NONE};
    cl_int error;
    if (make(engine, &build, question, CL_INVALID_COMPILER_OPTIONS, CL_COMPILE_PROGRAM_FAILURE,
             &error))
        build.type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    replace_build(program, engine, &build);
    return error;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                     const char *options, cl_uint num_input_headers,
                     const cl_program *input_headers, const char **header_include_names,
                     void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data)
{
    struct chosen chosen;
    if (!icd_is(program, ICD_PROGRAM))
        return CL_INVALID_PROGRAM;
    cl_int error = choose(&chosen, program->context, program, num_devices, device_list);
    if (error == CL_SUCCESS &&
        ((!pfn_notify && user_data) || !num_input_headers != !input_headers ||
         !num_input_headers != !header_include_names))
        error = CL_INVALID_VALUE;
    struct occ_header *headers = NULL;
    if (error == CL_SUCCESS && !program->source)
        error = CL_INVALID_OPERATION;
    if (error == CL_SUCCESS)
        error = list_headers(&headers, program->context, num_input_headers, input_headers,
                             header_include_names);
    if (error == CL_SUCCESS)
        error = begin_builds(program);
    if (error != CL_SUCCESS) {
        free(headers);
        return error;
    }
    struct icd_question question = {.action = OCC_COMPILE,
                                    .source = program->source,
                                    .options = options,
                                    .headers = headers,
                                    .header_count = num_input_headers};
    for (unsigned i = 0; i < chosen.count; i++) {
        cl_int status = compile_for(program, chosen.engines[i], &question);
        error = error == CL_SUCCESS ? status : error;
    }
    free(headers);
    end_builds(program);
    if (pfn_notify && error != CL_INVALID_COMPILER_OPTIONS)
        ICD_CALL_BACK(pfn_notify(program, user_data));
    return error;
}

/* ---- linking ---- */

/* The unit's name, which its messages have, and after it its bytes, all one block; NULL: no memory. */
static char *
copy_named(struct occ_unit *unit, const struct icd_build *build, unsigned number)
{
    enum { NAME_ROOM = 32 };
    char *block = malloc(NAME_ROOM + build->binary_size);
    if (!block)
        return NULL;
    snprintf(block, NAME_ROOM, "input program %u", number);
    memcpy(block + NAME_ROOM, build->binary, build->binary_size);
    *unit = (struct occ_unit){block, block + NAME_ROOM, build->binary_size};
    return block;
}

/* Copies the unit of the program, the number-th input from 1, if it has one for the engine; its name is the
 * caller's to free. */
static cl_int
copy_unit(struct occ_unit *units, unsigned *count, struct _cl_program *program, unsigned number,
          const struct icd_engine *engine, struct icd_build *linked)
{
    const struct icd_build *build = &program->builds[engine->index];
    cl_int error = CL_SUCCESS;
    pthread_mutex_lock(&program->lock);
    char *block = is_unit(build) ? copy_named(&units[*count], build, number) : NULL;
    if (program->is_building)
        error = CL_INVALID_OPERATION;
    else if (is_unit(build) && !block)
        error = CL_OUT_OF_HOST_MEMORY;
    if (block) {
        ++*count;
        linked->has_argument_info &= build->has_argument_info;
        linked->is_uniform |= build->is_uniform;
    }
    pthread_mutex_unlock(&program->lock);
    return error;
}

/* What is linked for one device.  CL_INVALID_OPERATION: some programs have units for it, others not;
 * *count 0: none has. */
static cl_int
list_units(struct occ_unit *units, const cl_program *programs, cl_uint program_count,
           const struct icd_engine *engine, struct icd_build *build, unsigned *count)
{
    cl_int error = CL_SUCCESS;
    build->has_argument_info = true;
    *count = 0;
    for (cl_uint i = 0; i < program_count && error == CL_SUCCESS; i++)
        error = copy_unit(units, count, programs[i], i + 1, engine, build);
    return error == CL_SUCCESS && *count && *count != program_count ? CL_INVALID_OPERATION : error;
}

static cl_int
link_for(struct _cl_program *program, struct icd_engine *engine, const cl_program *programs,
         cl_uint program_count, const char *options)
{
    struct icd_build *build = &program->builds[engine->index];
    struct occ_unit *units = calloc(program_count, sizeof *units);
    struct icd_question question = {.action = OCC_LINK, .options = options, .units = units};
    bool is_library = options && strstr(options, "-create-library");
    cl_int error = CL_OUT_OF_HOST_MEMORY;
    if (units)
        error = list_units(units, programs, program_count, engine, build, &question.unit_count);
    bool has_argument_info = build->has_argument_info;
    if (error == CL_SUCCESS && question.unit_count) {
        program->has_device[engine->index] = true;
        if (make(engine, build, &question, CL_INVALID_LINKER_OPTIONS, CL_LINK_PROGRAM_FAILURE,
                 &error)) {
            build->type = CL_PROGRAM_BINARY_TYPE_LIBRARY;
            build->has_argument_info = has_argument_info;
            if (!is_library && !load(program, engine, build))
                error = CL_LINK_PROGRAM_FAILURE;
        }
    }
    for (unsigned i = 0; i < question.unit_count; i++)
        free((void *)(uintptr_t)units[i].name);
    free(units);
    return error;
}

/* What is wrong with options of a link, which gives no program that could be asked for its log. */
static void
tell_log(const struct _cl_program *program, const struct icd_engine *engine)
{
    char *log = program->builds[engine->index].log;
    size_t length = log ? strlen(log) : 0;
    if (length && log[length - 1] == '\n')
        log[length - 1] = '\0';
    if (length)
        icd_context_tell(program->context, log);
}

CL_API_ENTRY cl_program CL_API_CALL
icd_clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id *device_list,
                  const char *options, cl_uint num_input_programs, const cl_program *input_programs,
                  void(CL_CALLBACK *pfn_notify)(cl_program, void *), void *user_data,
                  cl_int *errcode_ret)
{
    struct chosen chosen;
    if (!icd_is(context, ICD_CONTEXT))
        return icd_result(NULL, CL_INVALID_CONTEXT, errcode_ret);
    cl_int error = choose(&chosen, context, NULL, num_devices, device_list);
    if (error == CL_SUCCESS &&
        (!num_input_programs || !input_programs || (!pfn_notify && user_data)))
        error = CL_INVALID_VALUE;
    for (cl_uint i = 0; error == CL_SUCCESS && i < num_input_programs; i++)
        error = !icd_is(input_programs[i], ICD_PROGRAM) ? CL_INVALID_PROGRAM
                : input_programs[i]->context != context ? CL_INVALID_CONTEXT
                                                        : CL_SUCCESS;
    if (error != CL_SUCCESS)
        return icd_result(NULL, error, errcode_ret);
    struct _cl_program *program = icd_program_new(context);
    if (!program)
        return icd_result(NULL, CL_OUT_OF_HOST_MEMORY, errcode_ret);
    program->is_linked = true;
    bool has_units = false;
    for (unsigned i = 0; i < chosen.count; i++) {
        unsigned index = chosen.engines[i]->index;
        cl_int status =
            link_for(program, chosen.engines[i], input_programs, num_input_programs, options);
        error = error == CL_SUCCESS ? status : error;
        has_units |= program->has_device[index];
    }
    if (error == CL_SUCCESS && !has_units)
        error = CL_INVALID_OPERATION;
    if (errcode_ret)
        *errcode_ret = error;
    if (error == CL_INVALID_LINKER_OPTIONS)
        tell_log(program, chosen.engines[0]);
    /* a program that could not be linked has a log to be asked for */
    if (error == CL_INVALID_LINKER_OPTIONS || (error != CL_SUCCESS && !has_units)) {
        icd_program_release(program);
        program = NULL;
    }
    if (program)
        icd_program_publish(program);
    if (program && pfn_notify)
        ICD_CALL_BACK(pfn_notify(program, user_data));
    return program;
}
