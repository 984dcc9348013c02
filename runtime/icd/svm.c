/* Shared virtual memory, coarse-grained (OpenCL 3.0, 5.6).  An allocation is a buffer that no handle
 * names: its bytes lie at the same address on every GPU of the context, where all of them are mapped
 * before each launch, so that kernels may follow pointers in them. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/program.h"
#include "runtime/icd/queue.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MAX_ALIGNMENT = 128 /* of an OpenCL C type: long16 */ };

/* ---- allocations ---- */

/* Under the lock. */
static struct _cl_mem *
find(struct _cl_context *context, const uint8_t *at)
{
    struct _cl_mem *memory = context->svm;
    while (memory && (at < memory->bytes || at >= memory->bytes + memory->size))
        memory = memory->next_svm;
    return memory;
}

struct _cl_mem *
icd_svm_find(struct _cl_context *context, const void *pointer)
{
    pthread_mutex_lock(&context->svm_lock);
    struct _cl_mem *memory = find(context, pointer);
    pthread_mutex_unlock(&context->svm_lock);
    return memory;
}

struct _cl_mem *
icd_svm_retain(struct _cl_context *context, const void *pointer)
{
    pthread_mutex_lock(&context->svm_lock);
    struct _cl_mem *memory = find(context, pointer);
    if (memory)
        icd_retain(memory);
    pthread_mutex_unlock(&context->svm_lock);
    return memory;
}

bool
icd_svm_map(struct icd_engine *engine)
{
    struct _cl_context *context = engine->context;
    bool good = true;
    pthread_mutex_lock(&context->svm_lock);
    for (struct _cl_mem *memory = context->svm; memory && good; memory = memory->next_svm)
        good = icd_memory_address(memory, engine);
    pthread_mutex_unlock(&context->svm_lock);
    return good;
}

/* Pages at an address that GPUs can have, too.  Linux gives such ones unless something stands between, as
 * valgrind does: then it is asked for them.  NULL: there are none. */
static uint8_t *
take_shared(struct _cl_context *context, size_t size, struct _cl_device_id **sharer)
{
    for (unsigned i = 0; i < context->engine_count; i++) {
        struct _cl_device_id *device = context->engines[i].device;
        if (!device->driver->share)
            continue;
        *sharer = device;
        return device->driver->share(device, size);
    }
    uint8_t *pages = icd_take_pages(size, ICD_SVM_GAP);
    if (!pages || (uintptr_t)pages >= SIM_SHARED_FIRST)
        return pages;
    munmap(pages, size + ICD_SVM_GAP);
    atomic_ullong *next = &context->engines[0].device->platform->svm_hint;
    uintptr_t hint = atomic_fetch_add(next, 2 * ICD_ALLOCATION_BYTES);
    pages = mmap((void *)hint, size + ICD_SVM_GAP, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED)
        return NULL;
    if ((uintptr_t)pages >= SIM_SHARED_FIRST)
        return pages;
    munmap(pages, size + ICD_SVM_GAP);
    return NULL;
}

CL_API_ENTRY void *CL_API_CALL
icd_clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment)
{
    const cl_svm_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    cl_svm_mem_flags chosen = flags & access;
    if (!icd_is(context, ICD_CONTEXT) || !icd_is_version_3(context) || flags & ~access ||
        chosen & (chosen - 1) || !size || size > icd_allocation_bytes(context) ||
        alignment & (alignment - 1) || alignment > MAX_ALIGNMENT)
        return NULL;
    struct _cl_mem *memory = icd_memory_new(context, CL_MEM_OBJECT_BUFFER, true);
    if (!memory)
        return NULL;
    memory->flags = chosen ? chosen : CL_MEM_READ_WRITE;
    memory->size = size;
    memory->gap = ICD_SVM_GAP;
    memory->owns_bytes = true;
    memory->bytes = icd_memory_reserve(memory) ? take_shared(context, size, &memory->sharer) : NULL;
    if (!memory->bytes || !icd_undefined_begin(memory, false)) {
        icd_memory_release(memory);
        return NULL;
    }
    pthread_mutex_lock(&context->svm_lock);
    memory->next_svm = context->svm;
    context->svm = memory;
    pthread_mutex_unlock(&context->svm_lock);
    return memory->bytes;
}

/* Takes the allocation that begins there out of the context's; NULL: there is none. */
static struct _cl_mem *
take_out(struct _cl_context *context, const void *pointer)
{
    pthread_mutex_lock(&context->svm_lock);
    struct _cl_mem **link = &context->svm;
    while (*link && (*link)->bytes != pointer)
        link = &(*link)->next_svm;
    struct _cl_mem *memory = *link;
    if (memory)
        *link = memory->next_svm;
    pthread_mutex_unlock(&context->svm_lock);
    return memory;
}

CL_API_ENTRY void CL_API_CALL
icd_clSVMFree(cl_context context, void *svm_pointer)
{
    struct _cl_mem *memory =
        icd_is(context, ICD_CONTEXT) && svm_pointer ? take_out(context, svm_pointer) : NULL;
    if (memory)
        icd_memory_release(memory);
}

/* ---- commands ---- */

/* A command that needs nothing but its queue, which is then one of version 3. */
static cl_int
check(const struct icd_enqueue *call)
{
    cl_int error = icd_enqueue_check(call);
    bool is_known = error != CL_SUCCESS || icd_is_version_3(call->queue->context);
    return is_known ? error : CL_INVALID_OPERATION;
}

struct freeing {
    struct icd_work work;
    cl_command_queue queue;
    cl_uint count;
    void(CL_CALLBACK *function)(cl_command_queue, cl_uint, void **, void *);
    void *data;
    void *pointers[];
};

static cl_int
run_freeing(struct icd_work *work, struct icd_engine *engine)
{
    struct freeing *freeing = (struct freeing *)work;
    if (freeing->function)
        ICD_CALL_BACK(
            freeing->function(freeing->queue, freeing->count, freeing->pointers, freeing->data));
    for (cl_uint i = 0; !freeing->function && i < freeing->count; i++)
        icd_clSVMFree(engine->context, freeing->pointers[i]);
    return CL_COMPLETE;
}

static void
free_freeing(struct icd_work *work)
{
    free(work);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers, void **svm_pointers,
                     void(CL_CALLBACK *pfn_free_func)(cl_command_queue queue,
                                                      cl_uint num_svm_pointers, void **svm_pointers,
                                                      void *user_data),
                     void *user_data, cl_uint num_events_in_wait_list,
                     const cl_event *event_wait_list, cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_SVM_FREE,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    cl_int error = check(&call);
    if (error == CL_SUCCESS && !num_svm_pointers != !svm_pointers)
        error = CL_INVALID_VALUE;
    if (error != CL_SUCCESS)
        return error;
    struct freeing *freeing =
        malloc(sizeof *freeing + num_svm_pointers * sizeof *freeing->pointers);
    if (!freeing)
        return CL_OUT_OF_HOST_MEMORY;
    freeing->work = (struct icd_work){run_freeing, free_freeing, ICD_NEVER_AHEAD};
    freeing->queue = command_queue;
    freeing->count = num_svm_pointers;
    freeing->function = pfn_free_func;
    freeing->data = user_data;
    if (num_svm_pointers)
        memcpy(freeing->pointers, svm_pointers, num_svm_pointers * sizeof *freeing->pointers);
    return icd_enqueue(&call, &freeing->work);
}

/* The side of a transfer that a pointer names: of an allocation, which lives until the command ends, or
 * the host's own memory. */
static struct icd_side
side_of(struct _cl_context *context, const void *pointer)
{
    return (struct icd_side){.memory = icd_svm_find(context, pointer),
                             .bytes = (uint8_t *)(uintptr_t)pointer};
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr,
                       const void *src_ptr, size_t size, cl_uint num_events_in_wait_list,
                       const cl_event *event_wait_list, cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_SVM_MEMCPY,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event,
                               .is_blocking = blocking_copy};
    cl_int error = check(&call);
    if (error == CL_SUCCESS && (!dst_ptr || !src_ptr))
        error = CL_INVALID_VALUE;
    const uint8_t *to_bytes = dst_ptr, *from_bytes = src_ptr;
    if (error == CL_SUCCESS && size && to_bytes < from_bytes + size && from_bytes < to_bytes + size)
        error = CL_MEM_COPY_OVERLAP;
    if (error != CL_SUCCESS || !size)
        return error != CL_SUCCESS ? error : icd_enqueue(&call, NULL);
    struct icd_side to = side_of(command_queue->context, dst_ptr);
    struct icd_side from = side_of(command_queue->context, src_ptr);
    return icd_enqueue_transfer(&call, &to, &from, (size_t[3]){size, 1, 1});
}

/* The allocation that holds the range; NULL: it is not inside of one. */
static struct _cl_mem *
find_range(struct _cl_context *context, const void *pointer, size_t size)
{
    struct _cl_mem *memory = pointer ? icd_svm_find(context, pointer) : NULL;
    const uint8_t *at = pointer;
    return memory && size <= (size_t)(memory->bytes + memory->size - at) ? memory : NULL;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern,
                        size_t pattern_size, size_t size, cl_uint num_events_in_wait_list,
                        const cl_event *event_wait_list, cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_SVM_MEMFILL,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    cl_int error = check(&call);
    if (error != CL_SUCCESS)
        return error;
    struct _cl_mem *memory = find_range(command_queue->context, svm_ptr, size);
    if (!memory)
        return CL_INVALID_VALUE;
    return icd_enqueue_fill(&call, memory, (size_t)((uint8_t *)svm_ptr - memory->bytes), size,
                            pattern, pattern_size);
}

/* Maps and unmaps: the bytes lie in the host's memory all the time. */
static cl_int
mark(const struct icd_enqueue *call, const void *svm_pointer, size_t size, cl_map_flags flags)
{
    cl_int error = check(call);
    struct icd_work *work = NULL;
    struct _cl_mem *memory =
        error == CL_SUCCESS ? find_range(call->queue->context, svm_pointer, size) : NULL;
    if (error == CL_SUCCESS && !memory)
        error = CL_INVALID_VALUE;
    if (error == CL_SUCCESS && flags &&
        !(work = icd_map_work(memory, (uint8_t *)(uintptr_t)svm_pointer, size, flags)))
        error = CL_OUT_OF_HOST_MEMORY;
    return error == CL_SUCCESS ? icd_enqueue(call, work) : error;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags,
                    void *svm_ptr, size_t size, cl_uint num_events_in_wait_list,
                    const cl_event *event_wait_list, cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_SVM_MAP,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event,
                               .is_blocking = blocking_map};
    cl_int error = check(&call);
    if (error == CL_SUCCESS && (!size || !icd_map_flags_are_good(flags)))
        error = CL_INVALID_VALUE;
    return error == CL_SUCCESS ? mark(&call, svm_ptr, size, flags) : error;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr,
                      cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                      cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_SVM_UNMAP,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    return mark(&call, svm_ptr, 0, 0);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers,
                           const void **svm_pointers, const size_t *sizes,
                           cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_SVM_MIGRATE_MEM,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    const cl_mem_migration_flags known =
        CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    cl_int error = check(&call);
    if (error == CL_SUCCESS && (!num_svm_pointers || !svm_pointers || flags & ~known))
        error = CL_INVALID_VALUE;
    for (cl_uint i = 0; error == CL_SUCCESS && i < num_svm_pointers; i++)
        if (!find_range(command_queue->context, svm_pointers[i], sizes ? sizes[i] : 0))
            error = CL_INVALID_VALUE;
    return error == CL_SUCCESS ? icd_enqueue(&call, NULL) : error;
}

/* ---- kernels ---- */

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void *arg_value)
{
    if (!icd_is(kernel, ICD_KERNEL))
        return CL_INVALID_KERNEL;
    struct _cl_context *context = kernel->program->context;
    if (!icd_is_version_3(context))
        return CL_INVALID_OPERATION;
    const struct sim_arg_info *wanted = icd_kernel_argument(kernel, arg_index);
    if (!wanted)
        return CL_INVALID_ARG_INDEX;
    if (wanted->kind != SIM_ARG_GLOBAL_BUFFER || (arg_value && !icd_svm_find(context, arg_value)))
        return CL_INVALID_ARG_VALUE;
    struct icd_argument argument = {
        .is_set = true, .size = sizeof arg_value, .bytes = malloc(sizeof arg_value)};
    if (!argument.bytes)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(argument.bytes, &arg_value, sizeof arg_value);
    icd_kernel_set_argument(kernel, arg_index, &argument);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size,
                        const void *param_value)
{
    if (!icd_is(kernel, ICD_KERNEL))
        return CL_INVALID_KERNEL;
    struct _cl_context *context = kernel->program->context;
    if (!icd_is_version_3(context))
        return CL_INVALID_OPERATION;
    /* no pointers at all is a list, too */
    if (!param_value)
        return param_name == CL_KERNEL_EXEC_INFO_SVM_PTRS && !param_value_size ? CL_SUCCESS
                                                                               : CL_INVALID_VALUE;
    if (param_name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM)
        return param_value_size != sizeof(cl_bool) ? CL_INVALID_VALUE
               : *(const cl_bool *)param_value     ? CL_INVALID_OPERATION
                                                   : CL_SUCCESS;
    if (param_name != CL_KERNEL_EXEC_INFO_SVM_PTRS || !param_value_size ||
        param_value_size % sizeof(void *))
        return CL_INVALID_VALUE;
    for (size_t i = 0; i < param_value_size / sizeof(void *); i++)
        if (!icd_svm_find(context, ((void *const *)param_value)[i]))
            return CL_INVALID_VALUE;
    return CL_SUCCESS;
}
