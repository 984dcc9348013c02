/* Contexts. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/order.h"
#include "runtime/icd/platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Properties that a context may have, each once. */
static const cl_context_properties known[] = {CL_CONTEXT_PLATFORM, CL_CONTEXT_INTEROP_USER_SYNC,
                                              CL_CONTEXT_MEMORY_INITIALIZE_KHR};
enum { KNOWN = sizeof known / sizeof *known };

static cl_int
check_property(cl_context_properties name, cl_context_properties value)
{
    const cl_context_properties kinds =
        CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR | CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR;
    if (name == CL_CONTEXT_PLATFORM && !icd_is((void *)value, ICD_PLATFORM))
        return CL_INVALID_PLATFORM;
    if (name == CL_CONTEXT_MEMORY_INITIALIZE_KHR && (value & ~kinds))
        return CL_INVALID_PROPERTY;
    return CL_SUCCESS;
}

static cl_int
check_properties(const cl_context_properties *properties, size_t *bytes)
{
    bool has[KNOWN] = {false};
    unsigned count = 0;
    for (; properties && properties[count]; count += 2) {
        unsigned which = 0;
        while (which < KNOWN && known[which] != properties[count])
            which++;
        if (which == KNOWN || has[which])
            return CL_INVALID_PROPERTY;
        cl_int error = check_property(properties[count], properties[count + 1]);
        if (error != CL_SUCCESS)
            return error;
        has[which] = true;
    }
    *bytes = properties ? (count + 1) * sizeof *properties : 0;
    return CL_SUCCESS;
}

static cl_bitfield
zeroes_of(const cl_context_properties *properties)
{
    for (; properties && *properties; properties += 2)
        if (*properties == CL_CONTEXT_MEMORY_INITIALIZE_KHR)
            return (cl_bitfield)properties[1];
    return 0;
}

static cl_int
add_devices(struct _cl_context *context, cl_uint count, const cl_device_id *devices)
{
    for (cl_uint i = 0; i < count; i++) {
        if (!icd_is(devices[i], ICD_DEVICE))
            return CL_INVALID_DEVICE;
        if (icd_context_engine(context, devices[i]))
            continue;
        if (context->engine_count == ICD_DEVICES)
            return CL_OUT_OF_HOST_MEMORY;
        icd_retain_device(devices[i]);
        struct icd_engine *engine = &context->engines[context->engine_count];
        *engine = (struct icd_engine){
            .context = context, .device = devices[i], .index = context->engine_count++};
        context->has_copies |= devices[i]->driver != &icd_sim_driver;
        pthread_mutex_init(&engine->gpu_lock, NULL);
        pthread_cond_init(&engine->has_more, NULL);
        pthread_mutex_init(&engine->reader_lock, NULL);
        pthread_mutex_init(&engine->unused_lock, NULL);
    }
    return CL_SUCCESS;
}

CL_API_ENTRY cl_context CL_API_CALL
icd_clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                    const cl_device_id *devices,
                    void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t, void *),
                    void *user_data, cl_int *errcode_ret)
{
    size_t bytes = 0;
    cl_int error = check_properties(properties, &bytes);
    if (error == CL_SUCCESS && (!devices || !num_devices || (!pfn_notify && user_data)))
        error = CL_INVALID_VALUE;
    if (error != CL_SUCCESS)
        return icd_result(NULL, error, errcode_ret);
    struct _cl_context *context = icd_new(ICD_CONTEXT, sizeof *context);
    if (!context)
        return icd_result(NULL, CL_OUT_OF_HOST_MEMORY, errcode_ret);
    process_mark_begin(&context->process);
    pthread_mutex_init(&context->lock, NULL);
    pthread_mutex_init(&context->svm_lock, NULL);
    pthread_mutex_init(&context->programs_lock, NULL);
    pthread_cond_init(&context->changed, NULL);
    context->notify = pfn_notify;
    context->notify_data = user_data;
    context->zeroes = zeroes_of(properties);
    error = icd_order_begin(context) ? add_devices(context, num_devices, devices)
                                     : CL_OUT_OF_HOST_MEMORY;
    if (error == CL_SUCCESS && bytes) {
        context->properties = malloc(bytes);
        context->property_bytes = bytes;
        if (context->properties)
            memcpy(context->properties, properties, bytes);
        else
            error = CL_OUT_OF_HOST_MEMORY;
    }
    if (error != CL_SUCCESS)
        icd_context_release(context);
    return icd_result(context, error, errcode_ret);
}

CL_API_ENTRY cl_context CL_API_CALL
icd_clCreateContextFromType(const cl_context_properties *properties, cl_device_type device_type,
                            void(CL_CALLBACK *pfn_notify)(const char *, const void *, size_t,
                                                          void *),
                            void *user_data, cl_int *errcode_ret)
{
    cl_device_id devices[ICD_DEVICES];
    cl_uint count = 0;
    cl_int error = icd_clGetDeviceIDs(NULL, device_type, ICD_DEVICES, devices, &count);
    if (error != CL_SUCCESS)
        return icd_result(NULL, error, errcode_ret);
    return icd_clCreateContext(properties, count, devices, pfn_notify, user_data, errcode_ret);
}

struct icd_engine *
icd_context_engine(struct _cl_context *context, cl_device_id device)
{
    for (unsigned i = 0; i < context->engine_count; i++)
        if (context->engines[i].device == device)
            return &context->engines[i];
    return NULL;
}

uint64_t
icd_allocation_bytes(const struct _cl_context *context)
{
    uint64_t least = UINT64_MAX;
    for (unsigned i = 0; i < context->engine_count; i++) {
        uint64_t bytes = context->engines[i].device->allocation_bytes;
        least = bytes < least ? bytes : least;
    }
    return least;
}

void
icd_context_tell(struct _cl_context *context, const char *text)
{
    if (atomic_load(&icd_platform()->has_no_gpus))
        return; /* what is left undone at the end nobody asks for */
    fprintf(stderr, "occ: %s\n", text);
    if (context->notify)
        ICD_CALL_BACK(context->notify(text, NULL, 0, context->notify_data));
}

bool
icd_context_is_ours(const struct _cl_context *context)
{
    return process_mark_is_ours(&context->process);
}

void
icd_context_destroy(struct _cl_context *context)
{
    if (!icd_context_is_ours(context))
        return;
    while (context->svm)
        icd_clSVMFree(context, context->svm->bytes);
    icd_engines_end(context);
    icd_order_free(context->order);
    context->order = NULL; /* destructors end nothing */
    while (context->destructors) {
        struct icd_callback *callback = context->destructors;
        context->destructors = callback->next;
        callback->call(callback, context);
        free(callback);
    }
    for (unsigned i = 0; i < context->engine_count; i++) {
        icd_release_device(context->engines[i].device);
        pthread_mutex_destroy(&context->engines[i].gpu_lock);
        pthread_cond_destroy(&context->engines[i].has_more);
        pthread_mutex_destroy(&context->engines[i].reader_lock);
        pthread_mutex_destroy(&context->engines[i].unused_lock);
    }
    pthread_mutex_destroy(&context->lock);
    pthread_mutex_destroy(&context->svm_lock);
    pthread_mutex_destroy(&context->programs_lock);
    pthread_cond_destroy(&context->changed);
    process_mark_end(&context->process);
    free(context->properties);
    icd_free(context);
}

cl_int
icd_add_destructor(struct _cl_context *context, struct icd_callback **list,
                   void (*call)(struct icd_callback *, void *), void (*function)(void), void *data)
{
    if (!function)
        return CL_INVALID_VALUE;
    struct icd_callback *callback = malloc(sizeof *callback);
    if (!callback)
        return CL_OUT_OF_HOST_MEMORY;
    pthread_mutex_lock(&context->lock);
    *callback =
        (struct icd_callback){.next = *list, .call = call, .function = function, .data = data};
    *list = callback;
    pthread_mutex_unlock(&context->lock);
    return CL_SUCCESS;
}

void
icd_context_release(struct _cl_context *context)
{
    if (!icd_release(context))
        return;
    for (unsigned i = 0; i < context->engine_count; i++) {
        struct icd_engine *engine = &context->engines[i];
        if (engine->has_thread && pthread_equal(engine->thread, pthread_self())) {
            engine->destroys_context = true;
            return;
        }
    }
    icd_context_destroy(context);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clRetainContext(cl_context context)
{
    if (!icd_is(context, ICD_CONTEXT))
        return CL_INVALID_CONTEXT;
    icd_retain_handle(context);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clReleaseContext(cl_context context)
{
    if (!icd_is(context, ICD_CONTEXT))
        return CL_INVALID_CONTEXT;
    icd_drop_handle(context);
    icd_context_release(context);
    return CL_SUCCESS;
}

static void
call_destructor(struct icd_callback *callback, void *object)
{
    ICD_CALL_BACK(
        ((void(CL_CALLBACK *)(cl_context, void *))callback->function)(object, callback->data));
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetContextDestructorCallback(cl_context context,
                                   void(CL_CALLBACK *pfn_notify)(cl_context context,
                                                                 void *user_data),
                                   void *user_data)
{
    if (!icd_is(context, ICD_CONTEXT))
        return CL_INVALID_CONTEXT;
    return icd_add_destructor(context, &context->destructors, call_destructor,
                              (void (*)(void))pfn_notify, user_data);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size,
                     void *param_value, size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    cl_device_id devices[ICD_DEVICES];
    if (!icd_is(context, ICD_CONTEXT))
        return CL_INVALID_CONTEXT;
    switch (param_name) {
    case CL_CONTEXT_REFERENCE_COUNT:
        return ICD_INFO_VALUE(&info, cl_uint, context->object.handles);
    case CL_CONTEXT_NUM_DEVICES:
        return ICD_INFO_VALUE(&info, cl_uint, context->engine_count);
    case CL_CONTEXT_DEVICES:
        for (unsigned i = 0; i < context->engine_count; i++)
            devices[i] = context->engines[i].device;
        return icd_info(&info, devices, context->engine_count * sizeof *devices);
    case CL_CONTEXT_PROPERTIES:
        return icd_info(&info, context->properties, context->property_bytes);
    default:
        return CL_INVALID_VALUE;
    }
}
