/* Programs: from source or binaries, and what is asked of them and of their builds. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/program.h"

#include <stdlib.h>
#include <string.h>

/* ---- making them ---- */

struct _cl_program *
icd_program_new(cl_context context)
{
    struct _cl_program *program = icd_new(ICD_PROGRAM, sizeof *program);
    if (!program)
        return NULL;
    icd_retain(context);
    program->context = context;
    pthread_mutex_init(&program->lock, NULL);
    for (unsigned i = 0; i < ICD_DEVICES; i++)
        program->builds[i].status = CL_BUILD_NONE;
    return program;
}

void
icd_build_forget(struct icd_build *build)
{
    free(build->options);
    free(build->log);
    free(build->attributes);
    free(build->binary);
    icd_code_release(build->code);
    *build = (struct icd_build){.status = CL_BUILD_NONE};
}

void
icd_program_release(struct _cl_program *program)
{
    if (!icd_release(program))
        return;
    struct _cl_context *context = program->context;
    icd_program_withdraw(program);
    for (unsigned i = 0; i < ICD_DEVICES; i++)
        icd_build_forget(&program->builds[i]);
    free(program->source);
    pthread_mutex_destroy(&program->lock);
    icd_free(program);
    icd_context_release(context);
}

CL_API_ENTRY cl_program CL_API_CALL
icd_clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                              const size_t *lengths, cl_int *errcode_ret)
{
    size_t length = 0, at = 0;
    if (!icd_is(context, ICD_CONTEXT))
        return icd_result(NULL, CL_INVALID_CONTEXT, errcode_ret);
    for (cl_uint i = 0; i < count; i++) {
        if (!strings || !strings[i])
            return icd_result(NULL, CL_INVALID_VALUE, errcode_ret);
        length += lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
    }
    if (!count)
        return icd_result(NULL, CL_INVALID_VALUE, errcode_ret);
    struct _cl_program *program = icd_program_new(context);
    if (program)
        program->source = malloc(length + 1);
    if (!program || !program->source) {
        if (program)
            icd_program_release(program);
        return icd_result(NULL, CL_OUT_OF_HOST_MEMORY, errcode_ret);
    }
    for (cl_uint i = 0; i < count; i++) {
        size_t part = lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
        memcpy(program->source + at, strings[i], part);
        at += part;
    }
    program->source[length] = '\0';
    for (unsigned i = 0; i < context->engine_count; i++)
        program->has_device[i] = true;
    icd_program_publish(program);
    return icd_result(program, CL_SUCCESS, errcode_ret);
}

/* A binary's externals are looked for when it is built.  There is no log to ask for: why it is refused is told. */
static bool
load_binary(struct icd_build *build, struct icd_engine *engine)
{
    const struct _cl_device_id *device = engine->device;
    char *why = NULL;
    if (device->driver->takes(device, build->binary, build->binary_size, &why))
        build->code = icd_code_load(engine, build->binary, build->binary_size, &why);
    if (!build->code && why)
        icd_context_tell(engine->context, why);
    free(why);
    return build->code;
}

/* The bytes of one device. */
static cl_int
take_binary(struct _cl_program *program, cl_device_id device, const unsigned char *binary,
            size_t length)
{
    struct icd_engine *engine = icd_context_engine(program->context, device);
    if (!engine)
        return CL_INVALID_DEVICE;
    if (!binary || !length)
        return CL_INVALID_VALUE;
    struct icd_build *build = &program->builds[engine->index];
    icd_unbundle(device, &binary, &length);
    icd_build_forget(build);
    build->binary = malloc(length);
    if (!build->binary)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(build->binary, binary, length);
    build->binary_size = length;
    build->has_argument_info = true;
    program->has_device[engine->index] = true;
    build->type = icd_binary_type(device, binary, length);
    if (build->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE && !load_binary(build, engine))
        build->type = CL_PROGRAM_BINARY_TYPE_NONE;
    return build->type == CL_PROGRAM_BINARY_TYPE_NONE ? CL_INVALID_BINARY : CL_SUCCESS;
}

CL_API_ENTRY cl_program CL_API_CALL
icd_clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                              const cl_device_id *device_list, const size_t *lengths,
                              const unsigned char **binaries, cl_int *binary_status,
                              cl_int *errcode_ret)
{
    if (!icd_is(context, ICD_CONTEXT))
        return icd_result(NULL, CL_INVALID_CONTEXT, errcode_ret);
    if (!num_devices || !device_list || !lengths || !binaries)
        return icd_result(NULL, CL_INVALID_VALUE, errcode_ret);
    struct _cl_program *program = icd_program_new(context);
    if (!program)
        return icd_result(NULL, CL_OUT_OF_HOST_MEMORY, errcode_ret);
    cl_int error = CL_SUCCESS;
    for (cl_uint i = 0; i < num_devices; i++) {
        cl_int status = take_binary(program, device_list[i], binaries[i], lengths[i]);
        if (binary_status)
            binary_status[i] = status;
        error = error == CL_SUCCESS ? status : error;
    }
    if (error == CL_SUCCESS)
        icd_program_publish(program);
    else
        icd_program_release(program);
    return icd_result(program, error, errcode_ret);
}

CL_API_ENTRY cl_program CL_API_CALL
icd_clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                      const cl_device_id *device_list, const char *kernel_names,
                                      cl_int *errcode_ret)
{
    (void)kernel_names;
    if (!icd_is(context, ICD_CONTEXT))
        return icd_result(NULL, CL_INVALID_CONTEXT, errcode_ret);
    for (cl_uint i = 0; device_list && i < num_devices; i++)
        if (!icd_context_engine(context, device_list[i]))
            return icd_result(NULL, CL_INVALID_DEVICE, errcode_ret);
    return icd_result(NULL, CL_INVALID_VALUE, errcode_ret);
}

/* ---- references, queries ---- */

CL_API_ENTRY cl_int CL_API_CALL
icd_clRetainProgram(cl_program program)
{
    if (!icd_is(program, ICD_PROGRAM))
        return CL_INVALID_PROGRAM;
    icd_retain_handle(program);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clReleaseProgram(cl_program program)
{
    if (!icd_is(program, ICD_PROGRAM))
        return CL_INVALID_PROGRAM;
    icd_drop_handle(program);
    icd_program_release(program);
    return CL_SUCCESS;
}

bool
icd_is_built(const struct icd_build *build)
{
    return build->code && build->code->is_complete && build->status == CL_BUILD_SUCCESS;
}

const struct icd_build *
icd_program_built(const struct _cl_program *program)
{
    for (unsigned i = 0; i < ICD_DEVICES; i++)
        if (icd_is_built(&program->builds[i]))
            return &program->builds[i];
    return NULL;
}

static cl_int
kernel_names(const struct icd_info *info, const struct sim_object *object)
{
    size_t length = 1;
    for (unsigned i = 0; i < sim_kernel_count(object); i++)
        length += strlen(sim_kernel_at(object, i)->name) + 1;
    char *names = calloc(1, length);
    if (!names)
        return CL_OUT_OF_HOST_MEMORY;
    for (unsigned i = 0; i < sim_kernel_count(object); i++) {
        if (!icd_kernel_is_listed(sim_kernel_at(object, i)))
            continue;
        strcat(names, *names ? ";" : "");
        strcat(names, sim_kernel_at(object, i)->name);
    }
    cl_int error = icd_info_text(info, names);
    free(names);
    return error;
}

/* Whose binaries are asked for, in the order of the devices. */
static unsigned
list_builds(const struct _cl_program *program, unsigned engines[ICD_DEVICES])
{
    unsigned count = 0;
    for (unsigned i = 0; i < program->context->engine_count; i++)
        if (program->has_device[i])
            engines[count++] = i;
    return count;
}

static cl_int
copy_binaries(const struct icd_info *info, const struct _cl_program *program,
              const unsigned *engines, unsigned count)
{
    if (info->needed)
        *info->needed = count * sizeof(unsigned char *);
    if (info->value && info->capacity < count * sizeof(unsigned char *))
        return CL_INVALID_VALUE;
    unsigned char **to = info->value;
    for (unsigned i = 0; to && i < count; i++) {
        const struct icd_build *build = &program->builds[engines[i]];
        if (to[i] && build->binary)
            memcpy(to[i], build->binary, build->binary_size);
    }
    return CL_SUCCESS;
}

/* Under the program's lock. */
static cl_int
program_info(const struct icd_info *info, struct _cl_program *program, cl_program_info name)
{
    unsigned engines[ICD_DEVICES], count = list_builds(program, engines);
    cl_device_id devices[ICD_DEVICES];
    size_t sizes[ICD_DEVICES];
    for (unsigned i = 0; i < count; i++) {
        devices[i] = program->context->engines[engines[i]].device;
        sizes[i] = program->builds[engines[i]].binary_size;
    }
    const struct icd_build *built = icd_program_built(program);
    switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT:
        return ICD_INFO_VALUE(info, cl_uint, program->object.handles);
    case CL_PROGRAM_CONTEXT:
        return ICD_INFO_VALUE(info, cl_context, program->context);
    case CL_PROGRAM_NUM_DEVICES:
        return ICD_INFO_VALUE(info, cl_uint, count);
    case CL_PROGRAM_DEVICES:
        return icd_info(info, devices, count * sizeof *devices);
    case CL_PROGRAM_SOURCE:
        return icd_info_text(info, program->source);
    case CL_PROGRAM_BINARY_SIZES:
        return icd_info(info, sizes, count * sizeof *sizes);
    case CL_PROGRAM_BINARIES:
        return copy_binaries(info, program, engines, count);
    case CL_PROGRAM_NUM_KERNELS:
        return built ? ICD_INFO_VALUE(info, size_t, icd_kernel_count(built->code->object))
                     : CL_INVALID_PROGRAM_EXECUTABLE;
    case CL_PROGRAM_KERNEL_NAMES:
        return built ? kernel_names(info, built->code->object) : CL_INVALID_PROGRAM_EXECUTABLE;
    case CL_PROGRAM_IL:
        return icd_info(info, NULL, 0);
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT: /* OpenCL C has none */
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
        return !icd_is_version_3(program->context) ? CL_INVALID_VALUE
               : built                             ? ICD_INFO_VALUE(info, cl_bool, CL_FALSE)
                                                   : CL_INVALID_PROGRAM_EXECUTABLE;
    default:
        return CL_INVALID_VALUE;
    }
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size,
                     void *param_value, size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    if (!icd_is(program, ICD_PROGRAM))
        return CL_INVALID_PROGRAM;
    pthread_mutex_lock(&program->lock);
    cl_int error = program_info(&info, program, param_name);
    pthread_mutex_unlock(&program->lock);
    return error;
}

/* Under the program's lock. */
static cl_int
build_info(const struct icd_info *info, const struct icd_build *build, bool is_building,
           cl_program_build_info name)
{
    switch (name) {
    case CL_PROGRAM_BUILD_STATUS:
        return ICD_INFO_VALUE(info, cl_build_status,
                              is_building ? CL_BUILD_IN_PROGRESS : build->status);
    case CL_PROGRAM_BUILD_OPTIONS:
        return icd_info_text(info, build->options);
    case CL_PROGRAM_BUILD_LOG:
        return icd_info_text(info, build->log);
    case CL_PROGRAM_BINARY_TYPE:
        return ICD_INFO_VALUE(info, cl_program_binary_type, build->type);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
        return ICD_INFO_VALUE(info, size_t, build->code ? build->code->variable_bytes : 0);
    default:
        return CL_INVALID_VALUE;
    }
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info param_name,
                          size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    if (!icd_is(program, ICD_PROGRAM))
        return CL_INVALID_PROGRAM;
    const struct icd_engine *engine = icd_context_engine(program->context, device);
    if (!engine || !program->has_device[engine->index])
        return CL_INVALID_DEVICE;
    pthread_mutex_lock(&program->lock);
    cl_int error =
        build_info(&info, &program->builds[engine->index], program->is_building, param_name);
    pthread_mutex_unlock(&program->lock);
    return error;
}
