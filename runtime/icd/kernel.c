/* Kernels and their arguments. */
#include "runtime/icd/entries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- making them ---- */

static unsigned
count_arguments(const struct sim_kernel *kernel)
{
    unsigned count = 0;
    for (unsigned i = 0; i < kernel->arg_count; i++)
        count += kernel->args[i].kind < SIM_ARG_HIDDEN_NONE;
    return count;
}

const struct sim_arg_info *
icd_kernel_argument(const struct _cl_kernel *kernel, unsigned index)
{
    for (unsigned i = 0; i < kernel->any->arg_count; i++)
        if (kernel->any->args[i].kind < SIM_ARG_HIDDEN_NONE && index-- == 0)
            return &kernel->any->args[i];
    return NULL;
}

static void
release_codes(struct _cl_kernel *kernel)
{
    for (unsigned i = 0; i < ICD_DEVICES; i++)
        icd_code_release(kernel->codes[i]);
}

static struct _cl_kernel *
new_kernel(struct _cl_program *program, const char *name, cl_int *error)
{
    struct _cl_kernel *kernel = icd_new(ICD_KERNEL, sizeof *kernel);
    *error = CL_OUT_OF_HOST_MEMORY;
    if (!kernel)
        return NULL;
    for (unsigned i = 0; i < ICD_DEVICES; i++) {
        const struct icd_build *build = &program->builds[i];
        if (!build->code)
            continue;
        kernel->made[i] = sim_find_kernel(build->code->object, name);
        if (kernel->made[i])
            kernel->codes[i] = icd_code_retain(build->code);
        kernel->any = kernel->any ? kernel->any : kernel->made[i];
    }
    if (!kernel->any) {
        *error = CL_INVALID_KERNEL_NAME;
        icd_free(kernel);
        return NULL;
    }
    kernel->argument_count = count_arguments(kernel->any);
    kernel->arguments = calloc(kernel->argument_count + 1u, sizeof *kernel->arguments);
    if (!kernel->arguments) {
        release_codes(kernel);
        icd_free(kernel);
        return NULL;
    }
    *error = CL_SUCCESS;
    kernel->program = program;
    icd_retain(program);
    atomic_fetch_add(&program->kernels, 1);
    return kernel;
}

void
icd_kernel_release(struct _cl_kernel *kernel)
{
    if (!icd_release(kernel))
        return;
    struct _cl_program *program = kernel->program;
    for (unsigned i = 0; i < kernel->argument_count; i++)
        free(kernel->arguments[i].bytes);
    free(kernel->arguments);
    release_codes(kernel);
    icd_free(kernel);
    icd_program_release(program);
}

CL_API_ENTRY cl_kernel CL_API_CALL
icd_clCreateKernel(cl_program program, const char *kernel_name, cl_int *errcode_ret)
{
    if (!icd_is(program, ICD_PROGRAM))
        return icd_result(NULL, CL_INVALID_PROGRAM, errcode_ret);
    if (!icd_program_built(program))
        return icd_result(NULL, CL_INVALID_PROGRAM_EXECUTABLE, errcode_ret);
    if (!kernel_name)
        return icd_result(NULL, CL_INVALID_VALUE, errcode_ret);
    cl_int error;
    struct _cl_kernel *kernel = new_kernel(program, kernel_name, &error);
    return icd_result(kernel, error, errcode_ret);
}

/* The arguments of the other, with bytes of its own; false: no memory. */
static bool
copy_arguments(struct _cl_kernel *kernel, const struct _cl_kernel *from)
{
    struct _cl_context *context = kernel->program->context;
    bool good = true;
    pthread_mutex_lock(&context->lock);
    for (unsigned i = 0; i < kernel->argument_count; i++) {
        struct icd_argument *to = &kernel->arguments[i];
        *to = from->arguments[i];
        if (to->bytes && (to->bytes = malloc(to->size)))
            memcpy(to->bytes, from->arguments[i].bytes, to->size);
        good &= to->bytes || !from->arguments[i].bytes;
    }
    pthread_mutex_unlock(&context->lock);
    return good;
}

CL_API_ENTRY cl_kernel CL_API_CALL
icd_clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret)
{
    if (!icd_is(source_kernel, ICD_KERNEL))
        return icd_result(NULL, CL_INVALID_KERNEL, errcode_ret);
    cl_int error;
    struct _cl_kernel *kernel =
        new_kernel(source_kernel->program, source_kernel->any->name, &error);
    if (kernel && !copy_arguments(kernel, source_kernel)) {
        icd_clReleaseKernel(kernel);
        error = CL_OUT_OF_HOST_MEMORY;
    }
    return icd_result(kernel, error, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel *kernels,
                             cl_uint *num_kernels_ret)
{
    if (!icd_is(program, ICD_PROGRAM))
        return CL_INVALID_PROGRAM;
    const struct icd_build *build = icd_program_built(program);
    if (!build)
        return CL_INVALID_PROGRAM_EXECUTABLE;
    unsigned count = sim_kernel_count(build->code->object);
    if (kernels && num_kernels < count)
        return CL_INVALID_VALUE;
    if (num_kernels_ret)
        *num_kernels_ret = count;
    cl_int error = CL_SUCCESS;
    for (unsigned i = 0; kernels && i < count && error == CL_SUCCESS; i++)
        kernels[i] = new_kernel(program, sim_kernel_at(build->code->object, i)->name, &error);
    return error;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clRetainKernel(cl_kernel kernel)
{
    if (!icd_is(kernel, ICD_KERNEL))
        return CL_INVALID_KERNEL;
    icd_retain_handle(kernel);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clReleaseKernel(cl_kernel kernel)
{
    if (!icd_is(kernel, ICD_KERNEL))
        return CL_INVALID_KERNEL;
    if (icd_drop_handle(kernel))
        atomic_fetch_sub(&kernel->program->kernels, 1);
    icd_kernel_release(kernel);
    return CL_SUCCESS;
}

/* ---- arguments ---- */

static cl_int
check_local(const void *value, size_t size)
{
    return value ? CL_INVALID_ARG_VALUE : size ? CL_SUCCESS : CL_INVALID_ARG_SIZE;
}

static cl_int
check_buffer(const void *value, size_t size, const struct _cl_context *context, cl_mem *memory)
{
    if (size != sizeof(cl_mem))
        return CL_INVALID_ARG_SIZE;
    *memory = value ? *(const cl_mem *)value : NULL;
    return !*memory ? CL_SUCCESS : icd_buffer_check(*memory, context);
}

static cl_int
check_image(const void *value, size_t size, const struct _cl_context *context, cl_mem *memory)
{
    if (size != sizeof(cl_mem))
        return CL_INVALID_ARG_SIZE;
    *memory = value ? *(const cl_mem *)value : NULL;
    if (!value)
        return CL_INVALID_ARG_VALUE;
    bool is_image = icd_is(*memory, ICD_MEMORY) && (*memory)->image;
    return is_image && (*memory)->context == context ? CL_SUCCESS : CL_INVALID_MEM_OBJECT;
}

static cl_int
check_sampler(const void *value, size_t size, const struct _cl_context *context,
              cl_sampler *sampler)
{
    if (size != sizeof(cl_sampler))
        return CL_INVALID_ARG_SIZE;
    if (!value)
        return CL_INVALID_ARG_VALUE;
    *sampler = *(const cl_sampler *)value;
    bool is_known = icd_is(*sampler, ICD_SAMPLER) && (*sampler)->context == context;
    return is_known ? CL_SUCCESS : CL_INVALID_SAMPLER;
}

static cl_int
check_pipe(const void *value, size_t size, const struct _cl_context *context, cl_mem *memory)
{
    if (size != sizeof(cl_mem))
        return CL_INVALID_ARG_SIZE;
    if (!value)
        return CL_INVALID_ARG_VALUE;
    *memory = *(const cl_mem *)value;
    bool is_pipe = icd_is(*memory, ICD_MEMORY) && (*memory)->type == CL_MEM_OBJECT_PIPE;
    return is_pipe && (*memory)->context == context ? CL_SUCCESS : CL_INVALID_MEM_OBJECT;
}

void
icd_kernel_set_argument(struct _cl_kernel *kernel, unsigned index,
                        const struct icd_argument *argument)
{
    struct _cl_context *context = kernel->program->context;
    pthread_mutex_lock(&context->lock);
    uint8_t *old = kernel->arguments[index].bytes;
    kernel->arguments[index] = *argument;
    pthread_mutex_unlock(&context->lock);
    free(old);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void *arg_value)
{
    if (!icd_is(kernel, ICD_KERNEL))
        return CL_INVALID_KERNEL;
    const struct sim_arg_info *wanted = icd_kernel_argument(kernel, arg_index);
    if (!wanted)
        return CL_INVALID_ARG_INDEX;
    struct _cl_context *context = kernel->program->context;
    struct icd_argument argument = {.is_set = true, .size = arg_size};
    cl_int error = CL_SUCCESS;
    switch (wanted->kind) {
    case SIM_ARG_LOCAL_POINTER:
        error = check_local(arg_value, arg_size);
        break;
    case SIM_ARG_GLOBAL_BUFFER:
        error = check_buffer(arg_value, arg_size, context, &argument.memory);
        break;
    case SIM_ARG_BY_VALUE:
        error = !arg_value                 ? CL_INVALID_ARG_VALUE
                : arg_size != wanted->size ? CL_INVALID_ARG_SIZE
                                           : CL_SUCCESS;
        if (error == CL_SUCCESS && !(argument.bytes = malloc(arg_size)))
            error = CL_OUT_OF_HOST_MEMORY;
        if (error == CL_SUCCESS)
            memcpy(argument.bytes, arg_value, arg_size);
        break;
    case SIM_ARG_IMAGE:
        error = check_image(arg_value, arg_size, context, &argument.memory);
        break;
    case SIM_ARG_SAMPLER:
        error = check_sampler(arg_value, arg_size, context, &argument.sampler);
        break;
    case SIM_ARG_PIPE:
        error = check_pipe(arg_value, arg_size, context, &argument.memory);
        break;
    default:
        return CL_INVALID_ARG_VALUE;
    }
    if (error != CL_SUCCESS)
        return error == CL_INVALID_CONTEXT ? CL_INVALID_MEM_OBJECT : error;
    icd_kernel_set_argument(kernel, arg_index, &argument);
    return CL_SUCCESS;
}

/* ---- queries ---- */

/* The attributes as the source has them, without blanks inside. */
static cl_int
attributes(const struct icd_info *info, const struct sim_kernel *kernel)
{
    char text[512] = "";
    size_t at = 0;
    const uint32_t *hint = kernel->notes.hint_size, *size = kernel->required_size;
    if (kernel->notes.vec_type_hint && *kernel->notes.vec_type_hint)
        at += (size_t)snprintf(text + at, sizeof text - at, "vec_type_hint(%.64s) ",
                               kernel->notes.vec_type_hint);
    if (size[0])
        at += (size_t)snprintf(text + at, sizeof text - at, "reqd_work_group_size(%u,%u,%u) ",
                               size[0], size[1], size[2]);
    if (hint[0])
        at += (size_t)snprintf(text + at, sizeof text - at, "work_group_size_hint(%u,%u,%u) ",
                               hint[0], hint[1], hint[2]);
    if (at)
        text[at - 1] = '\0';
    return icd_info_text(info, text);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size,
                    void *param_value, size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    if (!icd_is(kernel, ICD_KERNEL))
        return CL_INVALID_KERNEL;
    switch (param_name) {
    case CL_KERNEL_FUNCTION_NAME:
        return icd_info_text(&info, kernel->any->name);
    case CL_KERNEL_NUM_ARGS:
        return ICD_INFO_VALUE(&info, cl_uint, kernel->argument_count);
    case CL_KERNEL_REFERENCE_COUNT:
        return ICD_INFO_VALUE(&info, cl_uint, kernel->object.handles);
    case CL_KERNEL_CONTEXT:
        return ICD_INFO_VALUE(&info, cl_context, kernel->program->context);
    case CL_KERNEL_PROGRAM:
        return ICD_INFO_VALUE(&info, cl_program, kernel->program);
    case CL_KERNEL_ATTRIBUTES:
        return attributes(&info, kernel->any);
    default:
        return CL_INVALID_VALUE;
    }
}

/* LDS that the arguments set so far ask for. */
static cl_ulong
local_bytes(struct _cl_kernel *kernel)
{
    cl_ulong bytes = kernel->any->group_size;
    for (unsigned i = 0; i < kernel->argument_count; i++)
        if (icd_kernel_argument(kernel, i)->kind == SIM_ARG_LOCAL_POINTER)
            bytes += kernel->arguments[i].size;
    return bytes;
}

const struct sim_kernel *
icd_kernel_on(const struct _cl_kernel *kernel, cl_device_id device)
{
    struct _cl_context *context = kernel->program->context;
    const struct icd_engine *engine = device ? icd_context_engine(context, device) : NULL;
    if (!device)
        return context->engine_count == 1 ? kernel->any : NULL;
    return engine ? kernel->made[engine->index] : NULL;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                             cl_kernel_work_group_info param_name, size_t param_value_size,
                             void *param_value, size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    if (!icd_is(kernel, ICD_KERNEL))
        return CL_INVALID_KERNEL;
    const struct sim_kernel *made = icd_kernel_on(kernel, device);
    if (!made)
        return CL_INVALID_DEVICE;
    const size_t size[3] = {made->required_size[0], made->required_size[1], made->required_size[2]};
    switch (param_name) {
    case CL_KERNEL_WORK_GROUP_SIZE:
        return ICD_INFO_VALUE(&info, size_t, made->max_size ? made->max_size : ICD_WORK_GROUP);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return icd_info(&info, size, sizeof size);
    case CL_KERNEL_LOCAL_MEM_SIZE:
        return ICD_INFO_VALUE(&info, cl_ulong, local_bytes(kernel));
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return ICD_INFO_VALUE(&info, size_t, ICD_SUB_GROUP);
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        return ICD_INFO_VALUE(&info, cl_ulong, made->private_size);
    default:
        return CL_INVALID_VALUE;
    }
}

static cl_kernel_arg_address_qualifier
address_qualifier(const struct sim_arg_info *argument)
{
    if (argument->kind == SIM_ARG_LOCAL_POINTER)
        return CL_KERNEL_ARG_ADDRESS_LOCAL;
    if (argument->kind == SIM_ARG_IMAGE || argument->kind == SIM_ARG_PIPE)
        return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    if (argument->kind == SIM_ARG_GLOBAL_BUFFER)
        return strcmp(argument->address_space, "constant") == 0 ? CL_KERNEL_ARG_ADDRESS_CONSTANT
                                                                : CL_KERNEL_ARG_ADDRESS_GLOBAL;
    return CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

static cl_kernel_arg_access_qualifier
access_qualifier(const struct sim_arg_info *argument)
{
    if (argument->kind != SIM_ARG_IMAGE && argument->kind != SIM_ARG_PIPE)
        return CL_KERNEL_ARG_ACCESS_NONE;
    return strcmp(argument->access, "write only") == 0   ? CL_KERNEL_ARG_ACCESS_WRITE_ONLY
           : strcmp(argument->access, "read write") == 0 ? CL_KERNEL_ARG_ACCESS_READ_WRITE
                                                         : CL_KERNEL_ARG_ACCESS_READ_ONLY;
}

static cl_kernel_arg_type_qualifier
type_qualifier(const struct sim_arg_info *argument)
{
    bool is_constant = address_qualifier(argument) == CL_KERNEL_ARG_ADDRESS_CONSTANT;
    return (argument->is_const || is_constant ? CL_KERNEL_ARG_TYPE_CONST : 0u) |
           (argument->is_restrict ? CL_KERNEL_ARG_TYPE_RESTRICT : 0u) |
           (argument->is_volatile ? CL_KERNEL_ARG_TYPE_VOLATILE : 0u) |
           (argument->is_pipe ? CL_KERNEL_ARG_TYPE_PIPE : 0u);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_indx, cl_kernel_arg_info param_name,
                       size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    if (!icd_is(kernel, ICD_KERNEL))
        return CL_INVALID_KERNEL;
    const struct sim_arg_info *argument = icd_kernel_argument(kernel, arg_indx);
    if (!argument)
        return CL_INVALID_ARG_INDEX;
    const struct icd_build *build = icd_program_built(kernel->program);
    if (!*argument->name || !build || !build->has_argument_info)
        return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
    switch (param_name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return ICD_INFO_VALUE(&info, cl_kernel_arg_address_qualifier, address_qualifier(argument));
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
        return ICD_INFO_VALUE(&info, cl_kernel_arg_access_qualifier, access_qualifier(argument));
    case CL_KERNEL_ARG_TYPE_NAME:
        return icd_info_text(&info, argument->type_name);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
        return ICD_INFO_VALUE(&info, cl_kernel_arg_type_qualifier, type_qualifier(argument));
    case CL_KERNEL_ARG_NAME:
        return icd_info_text(&info, argument->name);
    default:
        return CL_INVALID_VALUE;
    }
}
