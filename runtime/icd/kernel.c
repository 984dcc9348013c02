/* Kernels and their arguments. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/image.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/program.h"
#include "runtime/icd/queue.h"

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

unsigned
icd_kernel_count(const struct sim_object *object)
{
    unsigned count = 0;
    for (unsigned i = 0; i < sim_kernel_count(object); i++)
        count += icd_kernel_is_listed(sim_kernel_at(object, i));
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

static bool
are_alike(const struct sim_kernel *one, const struct sim_kernel *other)
{
    unsigned k = 0;
    if (count_arguments(one) != count_arguments(other))
        return false;
    for (unsigned i = 0; i < one->arg_count; i++) {
        if (one->args[i].kind >= SIM_ARG_HIDDEN_NONE)
            continue;
        while (other->args[k].kind >= SIM_ARG_HIDDEN_NONE)
            k++;
        const struct sim_arg_info *a = &one->args[i], *b = &other->args[k++];
        if (a->kind != b->kind || a->size != b->size || strcmp(a->type_name, b->type_name) != 0)
            return false;
    }
    return true;
}

/* Finds the kernel in each build; CL_INVALID_KERNEL_DEFINITION: devices have different ones. */
static cl_int
find_kernels(struct _cl_kernel *kernel, const struct _cl_program *program, const char *name)
{
    for (unsigned i = 0; i < ICD_DEVICES; i++) {
        const struct icd_build *build = &program->builds[i];
        if (!icd_is_built(build))
            continue;
        kernel->made[i] = sim_find_kernel(build->code->object, name);
        if (kernel->made[i] && !icd_kernel_is_listed(kernel->made[i]))
            kernel->made[i] = NULL;
        if (kernel->made[i])
            kernel->codes[i] = icd_code_retain(build->code);
        kernel->any = kernel->any ? kernel->any : kernel->made[i];
        if (kernel->made[i] && !are_alike(kernel->any, kernel->made[i]))
            return CL_INVALID_KERNEL_DEFINITION;
    }
    return kernel->any ? CL_SUCCESS : CL_INVALID_KERNEL_NAME;
}

/* Under the program's lock. */
static struct _cl_kernel *
new_kernel(struct _cl_program *program, const char *name, cl_int *error)
{
    struct _cl_kernel *kernel = icd_new(ICD_KERNEL, sizeof *kernel);
    *error = kernel ? find_kernels(kernel, program, name) : CL_OUT_OF_HOST_MEMORY;
    if (*error == CL_SUCCESS) {
        kernel->argument_count = count_arguments(kernel->any);
        kernel->arguments = calloc(kernel->argument_count + 1u, sizeof *kernel->arguments);
        *error = kernel->arguments ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    }
    if (*error != CL_SUCCESS) {
        if (kernel)
            release_codes(kernel);
        icd_free(kernel);
        return NULL;
    }
    kernel->program = program;
    icd_retain(program);
    program->kernels++;
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
    if (!kernel_name)
        return icd_result(NULL, CL_INVALID_VALUE, errcode_ret);
    cl_int error = CL_INVALID_PROGRAM_EXECUTABLE;
    struct _cl_kernel *kernel = NULL;
    pthread_mutex_lock(&program->lock);
    if (icd_program_built(program) && !program->is_building)
        kernel = new_kernel(program, kernel_name, &error);
    pthread_mutex_unlock(&program->lock);
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
    struct _cl_program *program = source_kernel->program;
    pthread_mutex_lock(&program->lock);
    struct _cl_kernel *kernel = new_kernel(program, source_kernel->any->name, &error);
    pthread_mutex_unlock(&program->lock);
    if (kernel && !copy_arguments(kernel, source_kernel)) {
        icd_clReleaseKernel(kernel);
        error = CL_OUT_OF_HOST_MEMORY;
    }
    return icd_result(kernel, error, errcode_ret);
}

/* Under the program's lock. */
static cl_int
create_all(struct _cl_program *program, cl_uint room, cl_kernel *kernels, cl_uint *made)
{
    const struct icd_build *build = program->is_building ? NULL : icd_program_built(program);
    if (!build)
        return CL_INVALID_PROGRAM_EXECUTABLE;
    const struct sim_object *object = build->code->object;
    unsigned count = icd_kernel_count(object);
    if (kernels && room < count)
        return CL_INVALID_VALUE;
    cl_int error = CL_SUCCESS;
    *made = 0;
    for (unsigned i = 0; kernels && *made < count && error == CL_SUCCESS; i++) {
        const struct sim_kernel *kernel = sim_kernel_at(object, i);
        if (icd_kernel_is_listed(kernel))
            kernels[(*made)++] = new_kernel(program, kernel->name, &error);
    }
    *made = kernels ? *made - (error != CL_SUCCESS) : count;
    return error;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel *kernels,
                             cl_uint *num_kernels_ret)
{
    cl_uint count = 0;
    if (!icd_is(program, ICD_PROGRAM))
        return CL_INVALID_PROGRAM;
    pthread_mutex_lock(&program->lock);
    cl_int error = create_all(program, num_kernels, kernels, &count);
    pthread_mutex_unlock(&program->lock);
    for (cl_uint i = 0; error != CL_SUCCESS && kernels && i < count; i++)
        icd_clReleaseKernel(kernels[i]);
    if (error == CL_SUCCESS && num_kernels_ret)
        *num_kernels_ret = count;
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
    if (icd_drop_handle(kernel)) {
        pthread_mutex_lock(&kernel->program->lock);
        kernel->program->kernels--;
        pthread_mutex_unlock(&kernel->program->lock);
    }
    icd_kernel_release(kernel);
    return CL_SUCCESS;
}

/* ---- arguments ---- */

static cl_int
check_local(const void *value, size_t size)
{
    return value ? CL_INVALID_ARG_VALUE : size ? CL_SUCCESS : CL_INVALID_ARG_SIZE;
}

/* The type that images are declared with; an argument's has nothing after it. */
static bool
is_declared(const struct _cl_mem *image, const char *type_name)
{
    static const struct {
        cl_mem_object_type type;
        const char *name;
        bool is_depth;
    } rows[] = {{CL_MEM_OBJECT_IMAGE1D, "image1d_t", false},
                {CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array_t", false},
                {CL_MEM_OBJECT_IMAGE1D_BUFFER, "image1d_buffer_t", false},
                {CL_MEM_OBJECT_IMAGE2D, "image2d_t", false},
                {CL_MEM_OBJECT_IMAGE2D, "image2d_depth_t", true},
                {CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_t", false},
                {CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_depth_t", true},
                {CL_MEM_OBJECT_IMAGE3D, "image3d_t", false}};
    bool is_known = false, is_depth = image->image->format.image_channel_order == CL_DEPTH;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is_name = strcmp(rows[i].name, type_name) == 0;
        if (is_name && rows[i].type == image->type && rows[i].is_depth == is_depth)
            return true;
        is_known |= is_name;
    }
    return !is_known; /* an object need not say */
}

static cl_int
check_image(const struct sim_arg_info *wanted, const struct _cl_mem *image,
            const struct _cl_context *context)
{
    if (!icd_is(image, ICD_MEMORY) || !image->image || !is_declared(image, wanted->type_name))
        return CL_INVALID_MEM_OBJECT;
    if (image->context != context)
        return CL_INVALID_CONTEXT;
    bool clashes = (image->flags & CL_MEM_WRITE_ONLY && strcmp(wanted->access, "read only") == 0) ||
                   (image->flags & CL_MEM_READ_ONLY && strcmp(wanted->access, "write only") == 0);
    return clashes ? CL_INVALID_ARG_VALUE : CL_SUCCESS;
}

static cl_int
check_pipe(const struct _cl_mem *pipe, const struct _cl_context *context)
{
    if (!icd_is(pipe, ICD_MEMORY) || pipe->type != CL_MEM_OBJECT_PIPE)
        return CL_INVALID_MEM_OBJECT;
    return pipe->context == context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

static cl_int
check_sampler(const struct _cl_sampler *sampler, const struct _cl_context *context)
{
    if (!icd_is(sampler, ICD_SAMPLER))
        return CL_INVALID_SAMPLER;
    return sampler->context == context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

static cl_int
check_queue(const struct _cl_command_queue *queue, const struct _cl_context *context)
{
    if (!icd_is(queue, ICD_QUEUE) || !(queue->flags & CL_QUEUE_ON_DEVICE))
        return CL_INVALID_DEVICE_QUEUE;
    return queue->context == context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

/* An argument that is the handle of an object. */
static cl_int
take_object(struct icd_argument *argument, const struct sim_arg_info *wanted, const void *value,
            const struct _cl_context *context)
{
    void *object = value ? *(void *const *)value : NULL;
    if (argument->size != sizeof object)
        return CL_INVALID_ARG_SIZE;
    if (!value && wanted->kind != SIM_ARG_GLOBAL_BUFFER)
        return CL_INVALID_ARG_VALUE;
    if (wanted->kind == SIM_ARG_SAMPLER) {
        argument->sampler = object;
        return check_sampler(object, context);
    }
    if (wanted->kind == SIM_ARG_QUEUE) {
        argument->queue = object;
        return check_queue(object, context);
    }
    argument->memory = object;
    return wanted->kind == SIM_ARG_IMAGE  ? check_image(wanted, object, context)
           : wanted->kind == SIM_ARG_PIPE ? check_pipe(object, context)
           : object                       ? icd_buffer_check(object, context)
                                          : CL_SUCCESS;
}

static cl_int
take_bytes(struct icd_argument *argument, const struct sim_arg_info *wanted, const void *value)
{
    if (!value)
        return CL_INVALID_ARG_VALUE;
    if (argument->size != wanted->size)
        return CL_INVALID_ARG_SIZE;
    argument->bytes = malloc(argument->size);
    if (!argument->bytes)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(argument->bytes, value, argument->size);
    return CL_SUCCESS;
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
    cl_int error;
    switch (wanted->kind) {
    case SIM_ARG_LOCAL_POINTER:
        error = check_local(arg_value, arg_size);
        break;
    case SIM_ARG_BY_VALUE:
        error = take_bytes(&argument, wanted, arg_value);
        break;
    case SIM_ARG_GLOBAL_BUFFER:
    case SIM_ARG_IMAGE:
    case SIM_ARG_SAMPLER:
    case SIM_ARG_PIPE:
    case SIM_ARG_QUEUE:
        error = take_object(&argument, wanted, arg_value, context);
        break;
    default:
        error = CL_INVALID_ARG_VALUE;
    }
    if (error != CL_SUCCESS)
        return error;
    icd_kernel_set_argument(kernel, arg_index, &argument);
    return CL_SUCCESS;
}

/* ---- queries ---- */

/* Of the source, in its order, without blanks inside (OpenCL 1.2, 5.7.3). */
static cl_int
attributes(const struct icd_info *info, struct _cl_kernel *kernel)
{
    const char *name = kernel->any->name;
    size_t length = strlen(name);
    pthread_mutex_lock(&kernel->program->lock);
    const struct icd_build *build = icd_program_built(kernel->program);
    const char *line = build ? build->attributes : NULL;
    while (line && (strncmp(line, name, length) != 0 || line[length] != ' ')) {
        line = strchr(line, '\n');
        line = line && line[1] ? line + 1 : NULL;
    }
    char *text = line ? strndup(line + length + 1, strcspn(line + length + 1, "\n")) : strdup("");
    pthread_mutex_unlock(&kernel->program->lock);
    cl_int error = text ? icd_info_text(info, text) : CL_OUT_OF_HOST_MEMORY;
    free(text);
    return error;
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
        /* of the source: a binary has none */
        return kernel->program->source || kernel->program->is_linked ? attributes(&info, kernel)
                                                                     : icd_info_text(&info, "");
    default:
        return CL_INVALID_VALUE;
    }
}

uint64_t
icd_kernel_local_bytes(const struct _cl_kernel *kernel, const struct sim_kernel *made)
{
    uint64_t bytes = made->group_size;
    for (unsigned i = 0; i < kernel->argument_count; i++)
        if (icd_kernel_argument(kernel, i)->kind == SIM_ARG_LOCAL_POINTER)
            bytes = kernel->arguments[i].size > UINT64_MAX - bytes
                        ? UINT64_MAX
                        : bytes + kernel->arguments[i].size;
    return bytes;
}

const struct sim_kernel *
icd_kernel_on(const struct _cl_kernel *kernel, cl_device_id device)
{
    struct _cl_context *context = kernel->program->context;
    const struct icd_engine *engine = device ? icd_context_engine(context, device) : NULL;
    unsigned count = 0;
    for (unsigned i = 0; i < ICD_DEVICES; i++)
        count += kernel->made[i] != NULL;
    if (!device)
        return count == 1 ? kernel->any : NULL;
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
        return ICD_INFO_VALUE(&info, cl_ulong, icd_kernel_local_bytes(kernel, made));
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
    pthread_mutex_lock(&kernel->program->lock);
    const struct icd_build *build = icd_program_built(kernel->program);
    bool has_info = *argument->name && build && build->has_argument_info;
    pthread_mutex_unlock(&kernel->program->lock);
    if (!has_info)
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
