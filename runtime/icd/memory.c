/* Buffers and sub-buffers.  What they hold lies in the host's memory, taken when it is touched; GPUs use that, or
 * have bytes of their own (memory_data.c). */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/image.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/platform.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* ---- bytes ---- */

uint8_t *
icd_take_pages(size_t size, size_t gap)
{
    void *pages = mmap(NULL, size + gap, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

/* The first so many engines of its context. */
static void
give_back(const struct _cl_mem *memory, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        atomic_fetch_sub(&memory->context->engines[i].device->used, memory->size);
}

bool
icd_memory_reserve(struct _cl_mem *memory)
{
    struct _cl_context *context = memory->context;
    for (unsigned i = 0; i < context->engine_count; i++) {
        struct _cl_device_id *device = context->engines[i].device;
        uint64_t used = atomic_fetch_add(&device->used, memory->size);
        if (used + memory->size > device->global_bytes) {
            give_back(memory, i + 1);
            return false;
        }
    }
    memory->is_reserved = true;
    return true;
}

/* Linux says what the process may do with its memory in /proc/self/maps (proc(5)): where that cannot be
 * read, all may be written. */
bool
icd_is_constant(const void *at, size_t size)
{
    uintptr_t first = (uintptr_t)at, end = first + size;
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[512], access[5];
    bool begins = true, found = false;
    while (maps && !found && fgets(line, sizeof line, maps)) {
        uintptr_t from, to;
        if (begins && sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &from, &to, access) == 3)
            found = from < end && first < to && access[1] != 'w';
        begins = strchr(line, '\n'); /* a path may be long */
    }
    if (maps)
        fclose(maps);
    return found;
}

bool
icd_memory_is_writable(const struct _cl_mem *memory)
{
    if (memory->is_constant)
        icd_context_tell(
            memory->context,
            "a command writes a buffer of memory that the program itself may only read");
    return !memory->is_constant;
}

uint64_t
icd_memory_address(struct _cl_mem *memory, struct icd_engine *engine)
{
    uint64_t *address = &memory->address[engine->index];
    struct _cl_mem *shared = memory->shared;
    if (shared) { /* it is that memory, whose addresses kernels may have stored */
        uint64_t base = icd_memory_address(shared, engine);
        return base ? base + (uint64_t)(memory->bytes - shared->bytes) : 0;
    }
    if (*address)
        return *address;
    struct _cl_mem *root = icd_memory_root(memory);
    if (root != memory && !engine->device->driver->maps_parts) {
        uint64_t base = icd_memory_address(root, engine);
        return base ? base + (uint64_t)(memory->bytes - root->bytes) : 0;
    }
    *address =
        engine->device->driver->map(engine, memory, &memory->copies.is_separate[engine->index]);
    return *address;
}

uint64_t
icd_memory_address_in_parent(struct _cl_mem *memory, struct icd_engine *engine)
{
    uint64_t parent = icd_memory_address(memory->parent, engine);
    return parent ? parent + memory->origin : 0;
}

/* Takes it away from the GPUs, and its bytes from the process.  Bytes that are the program's may be gone at
 * once, so that waits for the GPU; a sub-buffer's are those of its parent, which it holds until then. */
static void
unmap(struct _cl_mem *memory)
{
    struct _cl_context *context = memory->context;
    struct icd_pages own = {.size = memory->size + memory->gap,
                            .undefined_size = memory->size,
                            .sharer = memory->sharer};
    own.bytes = memory->owns_bytes ? memory->bytes : NULL;
    own.undefined = memory->parent || memory->shared ? NULL : memory->undefined;
    struct icd_pages *pages = own.bytes || own.undefined ? malloc(sizeof *pages) : NULL;
    atomic_init(&own.references, 1);
    if (pages)
        *pages = own;
    for (unsigned i = 0; i < context->engine_count; i++) {
        struct icd_rest rest = {.address = memory->address[i], .pages = pages};
        bool may_wait = memory->parent || (pages && own.bytes) || memory->copies.is_separate[i];
        if (rest.address)
            icd_engine_free(&context->engines[i], &rest, may_wait);
    }
    icd_pages_release(pages);
}

void
icd_memory_release(struct _cl_mem *memory)
{
    if (!icd_release(memory))
        return;
    struct _cl_context *context = memory->context;
    while (memory->destructors) {
        struct icd_callback *callback = memory->destructors;
        memory->destructors = callback->next;
        callback->call(callback, memory);
        free(callback);
    }
    unmap(memory);
    if (memory->is_reserved)
        give_back(memory, context->engine_count);
    if (memory->image)
        icd_image_free(memory);
    if (memory->parent)
        icd_memory_release(memory->parent);
    if (memory->shared)
        icd_memory_release(memory->shared);
    bool holds_context = !memory->is_svm;
    pthread_mutex_destroy(&memory->copies.lock);
    free(memory->properties.list);
    free(memory->stored);
    icd_free(memory);
    if (holds_context)
        icd_context_release(context);
}

/* ---- making them ---- */

struct _cl_mem *
icd_memory_new(struct _cl_context *context, cl_mem_object_type type, bool is_svm)
{
    struct _cl_mem *memory = icd_new(ICD_MEMORY, sizeof *memory);
    if (!memory)
        return NULL;
    if (!is_svm)
        icd_retain(context);
    memory->context = context;
    memory->type = type;
    memory->is_svm = is_svm;
    memory->copies.on_host = true;
    pthread_mutex_init(&memory->copies.lock, NULL);
    return memory;
}

static bool
has_one_of(cl_mem_flags flags, cl_mem_flags group)
{
    cl_mem_flags chosen = flags & group;
    return (chosen & (chosen - 1)) == 0;
}

static const cl_mem_flags device_access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
static const cl_mem_flags host_access =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
static const cl_mem_flags host_memory =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

bool
icd_mem_flags_are_good(cl_mem_flags flags)
{
    bool clash =
        flags & CL_MEM_USE_HOST_PTR && flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR);
    return !(flags & ~(device_access | host_access | host_memory)) && !clash &&
           has_one_of(flags, device_access) && has_one_of(flags, host_access);
}

cl_int
icd_host_pointer_check(cl_mem_flags flags, const void *host)
{
    bool wants_host = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
    return wants_host == (host != NULL) ? CL_SUCCESS : CL_INVALID_HOST_PTR;
}

/* What it holds: bytes of the program, which may be shared memory, or of its own, with what they begin with. */
static cl_int
set_bytes(struct _cl_mem *memory, void *host)
{
    bool is_given = memory->flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
    struct _cl_mem *shared = NULL;
    if (memory->flags & CL_MEM_USE_HOST_PTR) {
        memory->bytes = memory->host_pointer = host;
        memory->shared = shared = icd_svm_retain(memory->context, host);
        memory->is_constant = icd_is_constant(host, memory->size);
    } else {
        memory->owns_bytes = true;
        memory->bytes = icd_memory_reserve(memory) ? icd_take_pages(memory->size, 0) : NULL;
    }
    /* OpenCL 3.0, 5.2.1 */
    if (shared && memory->size > shared->size - (size_t)(memory->bytes - shared->bytes))
        return CL_INVALID_BUFFER_SIZE;
    if (shared)
        memory->undefined =
            shared->undefined ? shared->undefined + (memory->bytes - shared->bytes) : NULL;
    else if (!memory->bytes || !icd_undefined_begin(memory, is_given))
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    if (memory->flags & CL_MEM_COPY_HOST_PTR)
        memcpy(memory->bytes, host, memory->size);
    /* a recording has what nobody has written as zeros */
    memory->copies.has_bytes = is_given || memory->context->engines[0].device->platform->record;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
                   cl_int *errcode_ret)
{
    cl_int error = !icd_is(context, ICD_CONTEXT)    ? CL_INVALID_CONTEXT
                   : !icd_mem_flags_are_good(flags) ? CL_INVALID_VALUE
                                                    : icd_host_pointer_check(flags, host_ptr);
    if (error == CL_SUCCESS && (!size || size > icd_allocation_bytes(context)))
        error = CL_INVALID_BUFFER_SIZE;
    if (error != CL_SUCCESS)
        return icd_result(NULL, error, errcode_ret);
    struct _cl_mem *memory = icd_memory_new(context, CL_MEM_OBJECT_BUFFER, false);
    if (!memory)
        return icd_result(NULL, CL_OUT_OF_HOST_MEMORY, errcode_ret);
    memory->flags = flags & device_access ? flags : flags | CL_MEM_READ_WRITE;
    memory->size = size;
    error = set_bytes(memory, host_ptr);
    if (error != CL_SUCCESS)
        icd_memory_release(memory);
    return icd_result(memory, error, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                 cl_mem_flags flags, size_t size, void *host_ptr,
                                 cl_int *errcode_ret)
{
    if (properties && *properties)
        return icd_result(NULL, CL_INVALID_PROPERTY, errcode_ret);
    cl_mem memory = icd_clCreateBuffer(context, flags, size, host_ptr, errcode_ret);
    if (memory)
        icd_properties_copy(&memory->properties, properties);
    return memory;
}

cl_mem_flags
icd_flags_inherit(cl_mem_flags flags, cl_mem_flags of)
{
    bool more =
        (of & CL_MEM_WRITE_ONLY && flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)) ||
        (of & CL_MEM_READ_ONLY && flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)) ||
        (of & CL_MEM_HOST_WRITE_ONLY && flags & CL_MEM_HOST_READ_ONLY) ||
        (of & CL_MEM_HOST_READ_ONLY && flags & CL_MEM_HOST_WRITE_ONLY) ||
        (of & CL_MEM_HOST_NO_ACCESS && flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY));
    if (more || flags & ~(device_access | host_access) || !has_one_of(flags, device_access) ||
        !has_one_of(flags, host_access))
        return 0;
    return (flags & device_access ? flags & device_access : of & device_access) |
           (flags & host_access ? flags & host_access : of & host_access) | (of & host_memory);
}

/* For a device of the context, which is enough (OpenCL 1.2, 5.2.1). */
static bool
is_aligned(const struct _cl_context *context, size_t origin)
{
    bool found = false;
    for (unsigned i = 0; i < context->engine_count; i++)
        found |= origin % context->engines[i].device->alignment == 0;
    return found;
}

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type buffer_create_type,
                      const void *buffer_create_info, cl_int *errcode_ret)
{
    const cl_buffer_region *region = buffer_create_info;
    if (!icd_is(buffer, ICD_MEMORY) || buffer->type != CL_MEM_OBJECT_BUFFER || buffer->parent)
        return icd_result(NULL, CL_INVALID_MEM_OBJECT, errcode_ret);
    cl_mem_flags own = icd_flags_inherit(flags, buffer->flags);
    if (!own || buffer_create_type != CL_BUFFER_CREATE_TYPE_REGION || !region ||
        region->origin > buffer->size || region->size > buffer->size - region->origin)
        return icd_result(NULL, CL_INVALID_VALUE, errcode_ret);
    if (!region->size)
        return icd_result(NULL, CL_INVALID_BUFFER_SIZE, errcode_ret);
    if (!is_aligned(buffer->context, region->origin))
        return icd_result(NULL, CL_MISALIGNED_SUB_BUFFER_OFFSET, errcode_ret);
    struct _cl_mem *memory = icd_memory_new(buffer->context, CL_MEM_OBJECT_BUFFER, false);
    if (!memory)
        return icd_result(NULL, CL_OUT_OF_HOST_MEMORY, errcode_ret);
    icd_retain(buffer);
    memory->parent = buffer;
    memory->shared = buffer->shared;
    if (memory->shared)
        icd_retain(memory->shared);
    memory->origin = region->origin;
    memory->flags = own;
    memory->size = region->size;
    memory->bytes = buffer->bytes + region->origin;
    memory->is_constant = buffer->is_constant && icd_is_constant(memory->bytes, region->size);
    memory->undefined = buffer->undefined ? buffer->undefined + region->origin : NULL;
    memory->host_pointer =
        buffer->host_pointer ? (char *)buffer->host_pointer + region->origin : NULL;
    return icd_result(memory, CL_SUCCESS, errcode_ret);
}

cl_int
icd_buffer_check(const struct _cl_mem *memory, const struct _cl_context *context)
{
    if (!icd_is(memory, ICD_MEMORY) || memory->type != CL_MEM_OBJECT_BUFFER)
        return CL_INVALID_MEM_OBJECT;
    return memory->context == context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

/* ---- references, queries ---- */

CL_API_ENTRY cl_int CL_API_CALL
icd_clRetainMemObject(cl_mem memobj)
{
    if (!icd_is(memobj, ICD_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    icd_retain_handle(memobj);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clReleaseMemObject(cl_mem memobj)
{
    if (!icd_is(memobj, ICD_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    icd_drop_handle(memobj);
    icd_memory_release(memobj);
    return CL_SUCCESS;
}

static void
call_destructor(struct icd_callback *callback, void *object)
{
    ICD_CALL_BACK(
        ((void(CL_CALLBACK *)(cl_mem, void *))callback->function)(object, callback->data));
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetMemObjectDestructorCallback(cl_mem memobj, void(CL_CALLBACK *pfn_notify)(cl_mem, void *),
                                     void *user_data)
{
    if (!icd_is(memobj, ICD_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    return icd_add_destructor(memobj->context, &memobj->destructors, call_destructor,
                              (void (*)(void))pfn_notify, user_data);
}

static cl_uint
count_maps(struct _cl_mem *memory)
{
    cl_uint count = 0;
    pthread_mutex_lock(&memory->context->lock);
    for (const struct icd_mapped *mapped = memory->mapped; mapped; mapped = mapped->next)
        count++;
    pthread_mutex_unlock(&memory->context->lock);
    return count;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size,
                       void *param_value, size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    if (!icd_is(memobj, ICD_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    switch (param_name) {
    case CL_MEM_TYPE:
        return ICD_INFO_VALUE(&info, cl_mem_object_type, memobj->type);
    case CL_MEM_FLAGS:
        return ICD_INFO_VALUE(&info, cl_mem_flags, memobj->flags);
    case CL_MEM_SIZE:
        return ICD_INFO_VALUE(&info, size_t, memobj->size);
    case CL_MEM_HOST_PTR:
        return ICD_INFO_VALUE(&info, void *, memobj->host_pointer);
    case CL_MEM_MAP_COUNT:
        return ICD_INFO_VALUE(&info, cl_uint, count_maps(memobj));
    case CL_MEM_REFERENCE_COUNT:
        return ICD_INFO_VALUE(&info, cl_uint, memobj->object.handles);
    case CL_MEM_CONTEXT:
        return ICD_INFO_VALUE(&info, cl_context, memobj->context);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        return ICD_INFO_VALUE(&info, cl_mem, memobj->parent);
    case CL_MEM_OFFSET:
        return ICD_INFO_VALUE(&info, size_t, memobj->origin);
    case CL_MEM_USES_SVM_POINTER:
        return ICD_INFO_VALUE(&info, cl_bool,
                              icd_svm_find(memobj->context, memobj->host_pointer) != NULL);
    case CL_MEM_PROPERTIES:
        return icd_info_properties(&info, &memobj->properties);
    default:
        return CL_INVALID_VALUE;
    }
}
