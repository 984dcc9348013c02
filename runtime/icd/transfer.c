/* Commands that move the bytes of buffers: read, write, copy, whole or in rectangles, fill, map. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/image.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/order.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/queue.h"

#include <stdlib.h>
#include <string.h>

struct transfer {
    struct icd_work work;
    struct icd_side to, from;
    size_t size[3]; /* bytes, rows, slices */
};

static void
free_transfer(struct icd_work *work)
{
    struct transfer *transfer = (struct transfer *)work;
    if (transfer->to.memory)
        icd_memory_release(transfer->to.memory);
    if (transfer->from.memory)
        icd_memory_release(transfer->from.memory);
    free(transfer);
}

/* Where that side's bytes are for commands of the engine. */
static cl_int
find_place(const struct icd_side *side, struct icd_engine *engine, bool changes,
           struct icd_place *place)
{
    *place = (struct icd_place){.bytes = side->bytes, .row = side->row, .slice = side->slice};
    return side->memory ? icd_memory_place(side->memory, side->bytes, engine, changes, place)
                        : CL_COMPLETE;
}

static void
move_on_host(const struct icd_place *to, const struct icd_place *from, const size_t size[3])
{
    for (size_t z = 0; z < size[2]; z++)
        for (size_t y = 0; y < size[1]; y++)
            memmove(to->bytes + z * to->slice + y * to->row,
                    from->bytes + z * from->slice + y * from->row, size[0]);
}

/* The status that the outcome of a command on the engine's GPU, which is locked, gives. */
static cl_int
status_of(struct icd_engine *engine, enum icd_outcome outcome)
{
    if (outcome == ICD_BAD)
        icd_context_tell(engine->context, engine->device->driver->message(engine));
    return icd_status_of(outcome);
}

static cl_int
move_on_gpu(struct icd_engine *engine, const struct icd_place *to, const struct icd_place *from,
            const size_t size[3])
{
    if (!icd_engine_lock(engine))
        return CL_OUT_OF_RESOURCES;
    cl_int status =
        status_of(engine, engine->device->driver->move(engine, engine->current, to, from, size));
    icd_engine_unlock(engine);
    return status;
}

static cl_int
run_transfer(struct icd_work *work, struct icd_engine *engine)
{
    const struct transfer *transfer = (struct transfer *)work;
    struct icd_place to, from;
    if (transfer->to.memory && !icd_memory_is_writable(transfer->to.memory))
        return CL_OUT_OF_RESOURCES;
    cl_int status = find_place(&transfer->from, engine, false, &from);
    if (status == CL_COMPLETE)
        status = find_place(&transfer->to, engine, true, &to);
    if (status != CL_COMPLETE)
        return status;
    bool is_on_host = to.bytes && from.bytes;
    if (is_on_host && !icd_engine_settle(engine))
        return CL_QUEUED;
    if (is_on_host)
        move_on_host(&to, &from, transfer->size);
    else
        status = move_on_gpu(engine, &to, &from, transfer->size);
    icd_undefined_move(&transfer->to, &transfer->from, transfer->size);
    icd_order_move(engine, &transfer->to, &transfer->from, transfer->size);
    return status;
}

cl_int
icd_enqueue_transfer(const struct icd_enqueue *call, const struct icd_side *to,
                     const struct icd_side *from, const size_t size[3])
{
    struct transfer *transfer = malloc(sizeof *transfer);
    if (!transfer)
        return CL_OUT_OF_HOST_MEMORY;
    *transfer = (struct transfer){.work = {run_transfer, free_transfer, ICD_COPIES_AHEAD},
                                  .to = *to,
                                  .from = *from,
                                  .size = {size[0], size[1], size[2]}};
    if (to->memory)
        icd_retain(to->memory);
    if (from->memory)
        icd_retain(from->memory);
    return icd_enqueue(call, &transfer->work);
}

/* ---- whole ranges ---- */

static bool
is_inside(const struct _cl_mem *memory, size_t offset, size_t size)
{
    return offset <= memory->size && size <= memory->size - offset;
}

/* Is it a range that may be moved?  1.1 and 1.2 want a byte at least. */
static bool
is_movable(const struct _cl_mem *memory, size_t offset, size_t size)
{
    return (size || icd_is_version_3(memory->context)) && is_inside(memory, offset, size);
}

/* Both sides of a host's access to a buffer. */
static cl_int
check_host_access(const struct icd_enqueue *call, cl_mem buffer, const void *host,
                  cl_mem_flags forbidden)
{
    cl_int error = icd_enqueue_check(call);
    if (error == CL_SUCCESS)
        error = icd_buffer_check(buffer, call->queue->context);
    if (error == CL_SUCCESS && !host)
        error = CL_INVALID_VALUE;
    if (error == CL_SUCCESS && buffer->flags & forbidden)
        error = CL_INVALID_OPERATION;
    return error;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                        size_t offset, size_t size, void *ptr, cl_uint num_events_in_wait_list,
                        const cl_event *event_wait_list, cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_READ_BUFFER,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event,
                               .is_blocking = blocking_read};
    cl_int error =
        check_host_access(&call, buffer, ptr, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);
    if (error == CL_SUCCESS && !is_movable(buffer, offset, size))
        error = CL_INVALID_VALUE;
    if (error != CL_SUCCESS)
        return error;
    return icd_enqueue_transfer(&call, &(struct icd_side){.bytes = ptr},
                                &(struct icd_side){buffer, buffer->bytes + offset, 0, 0},
                                (size_t[3]){size, 1, 1});
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                         size_t offset, size_t size, const void *ptr,
                         cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                         cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_WRITE_BUFFER,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event,
                               .is_blocking = blocking_write};
    cl_int error =
        check_host_access(&call, buffer, ptr, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
    if (error == CL_SUCCESS && !is_movable(buffer, offset, size))
        error = CL_INVALID_VALUE;
    if (error != CL_SUCCESS)
        return error;
    return icd_enqueue_transfer(&call, &(struct icd_side){buffer, buffer->bytes + offset, 0, 0},
                                &(struct icd_side){.bytes = (uint8_t *)(uintptr_t)ptr},
                                (size_t[3]){size, 1, 1});
}

static cl_int
check_copy(const struct icd_enqueue *call, cl_mem from, cl_mem to)
{
    cl_int error = icd_enqueue_check(call);
    if (error == CL_SUCCESS)
        error = icd_buffer_check(from, call->queue->context);
    if (error == CL_SUCCESS)
        error = icd_buffer_check(to, call->queue->context);
    return error;
}

static bool
ranges_meet(const uint8_t *one, const uint8_t *other, size_t size)
{
    return size && one < other + size && other < one + size;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                        size_t src_offset, size_t dst_offset, size_t size,
                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                        cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_COPY_BUFFER,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    cl_int error = check_copy(&call, src_buffer, dst_buffer);
    if (error == CL_SUCCESS &&
        (!is_movable(src_buffer, src_offset, size) || !is_movable(dst_buffer, dst_offset, size)))
        error = CL_INVALID_VALUE;
    if (error != CL_SUCCESS)
        return error;
    uint8_t *from = src_buffer->bytes + src_offset, *to = dst_buffer->bytes + dst_offset;
    if (ranges_meet(from, to, size))
        return CL_MEM_COPY_OVERLAP;
    return icd_enqueue_transfer(&call, &(struct icd_side){dst_buffer, to, 0, 0},
                                &(struct icd_side){src_buffer, from, 0, 0},
                                (size_t[3]){size, 1, 1});
}

/* ---- rectangles (OpenCL 1.2, 5.2.3) ---- */

/* Pitches of 0 mean no gaps.  false: they are too small. */
static bool
complete_pitches(struct icd_side *side, const size_t region[3], size_t row, size_t slice)
{
    side->row = row ? row : region[0];
    side->slice = slice ? slice : region[1] * side->row;
    return side->row >= region[0] && side->slice >= region[1] * side->row &&
           side->slice % side->row == 0;
}

/* Finds the first byte; false: the rectangle is not inside of the buffer. */
static bool
place(struct icd_side *side, const size_t origin[3], const size_t region[3], size_t size)
{
    unsigned __int128 first = (unsigned __int128)origin[2] * side->slice +
                              (unsigned __int128)origin[1] * side->row + origin[0];
    unsigned __int128 end = first + (unsigned __int128)(region[2] - 1) * side->slice +
                            (unsigned __int128)(region[1] - 1) * side->row + region[0];
    if (end > size)
        return false;
    side->bytes += (size_t)first;
    return true;
}

static bool
is_region(const size_t *origin, const size_t *other, const size_t *region)
{
    return origin && other && region && region[0] && region[1] && region[2];
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                            const size_t *buffer_origin, const size_t *host_origin,
                            const size_t *region, size_t buffer_row_pitch,
                            size_t buffer_slice_pitch, size_t host_row_pitch,
                            size_t host_slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                            const cl_event *event_wait_list, cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_READ_BUFFER_RECT,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event,
                               .is_blocking = blocking_read};
    cl_int error =
        check_host_access(&call, buffer, ptr, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);
    if (error != CL_SUCCESS)
        return error;
    struct icd_side from = {.memory = buffer, .bytes = buffer->bytes}, to = {.bytes = ptr};
    if (!is_region(buffer_origin, host_origin, region) ||
        !complete_pitches(&from, region, buffer_row_pitch, buffer_slice_pitch) ||
        !complete_pitches(&to, region, host_row_pitch, host_slice_pitch) ||
        !place(&from, buffer_origin, region, buffer->size) ||
        !place(&to, host_origin, region, SIZE_MAX))
        return CL_INVALID_VALUE;
    return icd_enqueue_transfer(&call, &to, &from, region);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                             const size_t *buffer_origin, const size_t *host_origin,
                             const size_t *region, size_t buffer_row_pitch,
                             size_t buffer_slice_pitch, size_t host_row_pitch,
                             size_t host_slice_pitch, const void *ptr,
                             cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                             cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_WRITE_BUFFER_RECT,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event,
                               .is_blocking = blocking_write};
    cl_int error =
        check_host_access(&call, buffer, ptr, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
    if (error != CL_SUCCESS)
        return error;
    struct icd_side to = {.memory = buffer, .bytes = buffer->bytes};
    struct icd_side from = {.bytes = (uint8_t *)(uintptr_t)ptr};
    if (!is_region(buffer_origin, host_origin, region) ||
        !complete_pitches(&to, region, buffer_row_pitch, buffer_slice_pitch) ||
        !complete_pitches(&from, region, host_row_pitch, host_slice_pitch) ||
        !place(&to, buffer_origin, region, buffer->size) ||
        !place(&from, host_origin, region, SIZE_MAX))
        return CL_INVALID_VALUE;
    return icd_enqueue_transfer(&call, &to, &from, region);
}

/* Is a row of the rectangle within `size` bytes of the address, its own size?  Slices do not lie in each
 * other, so it can only be in the one that begins last before the end of the range, or the one before
 * that; the same holds for rows. */
static bool
meets_row(const uint8_t *row, size_t size, const struct icd_side *other, const size_t region[3])
{
    const uint8_t *first = other->bytes;
    if (row + size <= first)
        return false;
    size_t z = (size_t)(row + size - 1 - first) / other->slice;
    z = z < region[2] ? z : region[2] - 1;
    for (size_t w = z ? z - 1 : 0; w <= z; w++) {
        const uint8_t *slice = first + w * other->slice;
        if (row + size <= slice)
            continue;
        size_t y = (size_t)(row + size - 1 - slice) / other->row;
        y = y < region[1] ? y : region[1] - 1;
        for (size_t v = y ? y - 1 : 0; v <= y; v++)
            if (ranges_meet(row, slice + v * other->row, size))
                return true;
    }
    return false;
}

static bool
rectangles_meet(const struct icd_side *one, const struct icd_side *other, const size_t region[3])
{
    const uint8_t *end =
        other->bytes + (region[2] - 1) * other->slice + (region[1] - 1) * other->row + region[0];
    const uint8_t *last = one->bytes + (region[2] - 1) * one->slice + (region[1] - 1) * one->row;
    if (one->bytes >= end || last + region[0] <= other->bytes)
        return false;
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            if (meets_row(one->bytes + z * one->slice + y * one->row, region[0], other, region))
                return true;
    return false;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                            const size_t *src_origin, const size_t *dst_origin,
                            const size_t *region, size_t src_row_pitch, size_t src_slice_pitch,
                            size_t dst_row_pitch, size_t dst_slice_pitch,
                            cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                            cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_COPY_BUFFER_RECT,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    cl_int error = check_copy(&call, src_buffer, dst_buffer);
    if (error != CL_SUCCESS)
        return error;
    struct icd_side from = {.memory = src_buffer, .bytes = src_buffer->bytes};
    struct icd_side to = {.memory = dst_buffer, .bytes = dst_buffer->bytes};
    if (!is_region(src_origin, dst_origin, region) ||
        !complete_pitches(&from, region, src_row_pitch, src_slice_pitch) ||
        !complete_pitches(&to, region, dst_row_pitch, dst_slice_pitch) ||
        (src_buffer == dst_buffer && (from.row != to.row || from.slice != to.slice)) ||
        !place(&from, src_origin, region, src_buffer->size) ||
        !place(&to, dst_origin, region, dst_buffer->size))
        return CL_INVALID_VALUE;
    if (rectangles_meet(&from, &to, region))
        return CL_MEM_COPY_OVERLAP;
    return icd_enqueue_transfer(&call, &to, &from, region);
}

/* ---- fills ---- */

struct fill {
    struct icd_work work;
    struct _cl_mem *memory;
    size_t offset, size, pattern_size;
    uint8_t pattern[128];
};

static void
free_fill(struct icd_work *work)
{
    struct fill *fill = (struct fill *)work;
    icd_memory_release(fill->memory);
    free(fill);
}

static cl_int
fill_on_gpu(const struct fill *fill, struct icd_engine *engine, uint64_t address)
{
    if (!icd_engine_lock(engine))
        return CL_OUT_OF_RESOURCES;
    cl_int status =
        status_of(engine, engine->device->driver->fill(engine, engine->current, address, fill->size,
                                                       fill->pattern, fill->pattern_size));
    icd_engine_unlock(engine);
    return status;
}

static cl_int
run_fill(struct icd_work *work, struct icd_engine *engine)
{
    const struct fill *fill = (struct fill *)work;
    uint8_t *at = fill->memory->bytes + fill->offset;
    struct icd_place to = {.bytes = NULL};
    cl_int status = CL_OUT_OF_RESOURCES;
    if (icd_memory_is_writable(fill->memory))
        status = icd_memory_place(fill->memory, at, engine, true, &to);
    if (status != CL_COMPLETE)
        return status;
    if (to.bytes && !icd_engine_settle(engine))
        return CL_QUEUED;
    for (size_t i = 0; to.bytes && i < fill->size; i += fill->pattern_size)
        memcpy(at + i, fill->pattern, fill->pattern_size);
    icd_undefined_clear(fill->memory, at, fill->size);
    icd_order_touch(engine, fill->memory, at, fill->size, SIM_TOUCH_WRITE);
    return to.bytes ? CL_COMPLETE : fill_on_gpu(fill, engine, to.address);
}

cl_int
icd_enqueue_fill(const struct icd_enqueue *call, struct _cl_mem *memory, size_t offset, size_t size,
                 const void *pattern, size_t pattern_size)
{
    bool is_power = pattern_size && !(pattern_size & (pattern_size - 1)) && pattern_size <= 128;
    if (!pattern || !is_power || offset % pattern_size || size % pattern_size ||
        !is_inside(memory, offset, size))
        return CL_INVALID_VALUE;
    struct fill *fill = malloc(sizeof *fill);
    if (!fill)
        return CL_OUT_OF_HOST_MEMORY;
    *fill = (struct fill){.work = {run_fill, free_fill, ICD_LAUNCHES_AHEAD},
                          .memory = memory,
                          .offset = offset,
                          .size = size,
                          .pattern_size = pattern_size};
    memcpy(fill->pattern, pattern, pattern_size);
    icd_retain(memory);
    return icd_enqueue(call, &fill->work);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern,
                        size_t pattern_size, size_t offset, size_t size,
                        cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                        cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_FILL_BUFFER,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    cl_int error = icd_enqueue_check(&call);
    if (error == CL_SUCCESS)
        error = icd_buffer_check(buffer, command_queue->context);
    return error == CL_SUCCESS
               ? icd_enqueue_fill(&call, buffer, offset, size, pattern, pattern_size)
               : error;
}

/* ---- maps: the host sees its own bytes ---- */

struct map {
    struct icd_work work;
    struct _cl_mem *memory;
    uint8_t *at;
    size_t size;
    cl_map_flags flags;
};

static void
free_map(struct icd_work *work)
{
    icd_memory_release(((struct map *)work)->memory);
    free(work);
}

static cl_int
run_map(struct icd_work *work, struct icd_engine *engine)
{
    const struct map *map = (struct map *)work;
    const cl_map_flags writes = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    bool is_read = !(map->flags & CL_MAP_WRITE_INVALIDATE_REGION);
    if (is_read && !icd_memory_to_host(map->memory, map->at, map->size))
        return CL_MAP_FAILURE;
    icd_undefined_map(map->memory, map->at, map->size, map->flags);
    icd_order_map(engine, map->memory, map->at, map->size, map->flags & writes);
    return CL_COMPLETE;
}

struct icd_work *
icd_map_work(struct _cl_mem *memory, uint8_t *at, size_t size, cl_map_flags flags)
{
    struct map *map = malloc(sizeof *map);
    if (!map)
        return NULL;
    *map = (struct map){{run_map, free_map, ICD_NEVER_AHEAD}, memory, at, size, flags};
    icd_retain(memory);
    return &map->work;
}

struct unmap {
    struct icd_work work;
    struct _cl_mem *memory;
    struct icd_mapped mapped;
};

static void
free_unmap(struct icd_work *work)
{
    struct unmap *unmap = (struct unmap *)work;
    icd_memory_release(unmap->memory);
    free(unmap);
}

bool
icd_map_flags_are_good(cl_map_flags flags)
{
    bool clash = flags & CL_MAP_WRITE_INVALIDATE_REGION && flags & (CL_MAP_READ | CL_MAP_WRITE);
    return !clash && !(flags & ~(CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION));
}

/* What the host has written while it was mapped goes to the GPUs that have the rest.  Texels of an image's own
 * they get when they use it next. */
static cl_int
run_unmap(struct icd_work *work, struct icd_engine *engine)
{
    const struct unmap *unmap = (struct unmap *)work;
    const struct icd_mapped *mapped = &unmap->mapped;
    icd_order_unmap(engine, unmap->memory, mapped->at);
    const struct _cl_mem *image = unmap->memory->image ? unmap->memory : NULL;
    uint8_t *at = image ? image->bytes : mapped->at;
    size_t size = image ? image->size : mapped->size;
    bool good = !mapped->changes || (image && !icd_image_buffer(unmap->memory)) ||
                icd_memory_written(unmap->memory, at, size);
    return good ? CL_COMPLETE : CL_OUT_OF_RESOURCES;
}

/* Takes the pointer and its reference away, which becomes the caller's; false: no such one is mapped. */
static bool
forget_map(struct _cl_mem *memory, const void *at, struct icd_mapped *was)
{
    pthread_mutex_lock(&memory->context->lock);
    struct icd_mapped **link = &memory->mapped;
    while (*link && (*link)->at != at)
        link = &(*link)->next;
    struct icd_mapped *mapped = *link;
    if (mapped) {
        *link = mapped->next;
        *was = *mapped;
    }
    pthread_mutex_unlock(&memory->context->lock);
    free(mapped);
    return mapped;
}

void *
icd_enqueue_map(const struct icd_enqueue *call, struct _cl_mem *memory,
                const struct icd_mapped *what, struct icd_work *work, cl_int *error)
{
    struct icd_mapped *mapped = malloc(sizeof *mapped), was;
    void *at = what->at;
    if (!mapped) {
        if (work)
            work->free(work);
        *error = CL_OUT_OF_HOST_MEMORY;
        return NULL;
    }
    pthread_mutex_lock(&memory->context->lock);
    *mapped = *what;
    mapped->next = memory->mapped;
    memory->mapped = mapped;
    icd_retain(memory);
    pthread_mutex_unlock(&memory->context->lock);
    *error = icd_enqueue(call, work);
    if (*error == CL_SUCCESS)
        return at;
    if (forget_map(memory, at, &was))
        icd_memory_release(memory);
    return NULL;
}

CL_API_ENTRY void *CL_API_CALL
icd_clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                       cl_map_flags map_flags, size_t offset, size_t size,
                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                       cl_event *event, cl_int *errcode_ret)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_MAP_BUFFER,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event,
                               .is_blocking = blocking_map};
    const cl_map_flags writes = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    cl_mem_flags forbidden = CL_MEM_HOST_NO_ACCESS;
    forbidden |= map_flags & CL_MAP_READ ? CL_MEM_HOST_WRITE_ONLY : 0;
    forbidden |= map_flags & writes ? CL_MEM_HOST_READ_ONLY : 0;
    cl_int error = check_host_access(&call, buffer, &call, forbidden);
    if (error == CL_SUCCESS &&
        (!size || !is_inside(buffer, offset, size) || !icd_map_flags_are_good(map_flags)))
        error = CL_INVALID_VALUE;
    if (error != CL_SUCCESS)
        return icd_result(NULL, error, errcode_ret);
    struct icd_mapped mapped = {
        .at = buffer->bytes + offset, .size = size, .changes = map_flags & writes};
    struct icd_work *work = icd_map_work(buffer, mapped.at, size, map_flags);
    void *at = work ? icd_enqueue_map(&call, buffer, &mapped, work, &error) : NULL;
    return icd_result(at, work ? error : CL_OUT_OF_HOST_MEMORY, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr,
                            cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                            cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_UNMAP_MEM_OBJECT,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    cl_int error = icd_enqueue_check(&call);
    bool is_known = icd_is(memobj, ICD_MEMORY) && memobj->type != CL_MEM_OBJECT_PIPE;
    if (error == CL_SUCCESS)
        error = !is_known                                   ? CL_INVALID_MEM_OBJECT
                : memobj->context != command_queue->context ? CL_INVALID_CONTEXT
                                                            : CL_SUCCESS;
    struct unmap *unmap = error == CL_SUCCESS ? malloc(sizeof *unmap) : NULL;
    if (!unmap)
        return error == CL_SUCCESS ? CL_OUT_OF_HOST_MEMORY : error;
    struct icd_mapped mapped;
    if (!forget_map(memobj, mapped_ptr, &mapped)) {
        free(unmap);
        return CL_INVALID_VALUE;
    }
    *unmap = (struct unmap){
        {run_unmap, free_unmap, ICD_NEVER_AHEAD}, memobj, mapped}; /* the map's reference */
    return icd_enqueue(&call, &unmap->work);
}

/* ---- migration ---- */

struct migration {
    struct icd_work work;
    bool to_host;
    cl_uint count;
    cl_mem buffers[];
};

/* What they hold stays the same wherever it is, so that only its being there early is asked for. */
static cl_int
migrate(struct icd_work *work, struct icd_engine *engine)
{
    const struct migration *migration = (const struct migration *)work;
    cl_int status = CL_COMPLETE;
    for (cl_uint i = 0; status == CL_COMPLETE && i < migration->count; i++) {
        struct _cl_mem *buffer = migration->buffers[i];
        if (!migration->to_host)
            status = icd_memory_to_gpu(buffer, engine, false);
        else if (!icd_memory_all_to_host(buffer))
            status = CL_OUT_OF_RESOURCES;
    }
    return status;
}

static void
free_migration(struct icd_work *work)
{
    struct migration *migration = (struct migration *)work;
    for (cl_uint i = 0; i < migration->count; i++)
        icd_memory_release(migration->buffers[i]);
    free(migration);
}

/* Images, whose texels GPUs have in their own order, go when a kernel wants them. */
static struct icd_work *
new_migration(const cl_mem *objects, cl_uint count, cl_mem_migration_flags flags)
{
    struct migration *migration = calloc(1, sizeof *migration + count * sizeof(cl_mem));
    if (!migration)
        return NULL;
    migration->work = (struct icd_work){.run = migrate, .free = free_migration};
    migration->to_host = flags & CL_MIGRATE_MEM_OBJECT_HOST;
    bool is_idle = flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    for (cl_uint i = 0; i < count; i++)
        if (objects[i]->type == CL_MEM_OBJECT_BUFFER && !is_idle) {
            icd_retain(objects[i]);
            migration->buffers[migration->count++] = objects[i];
        }
    return &migration->work;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                               const cl_mem *mem_objects, cl_mem_migration_flags flags,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                               cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_MIGRATE_MEM_OBJECTS,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    const cl_mem_migration_flags known =
        CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    cl_int error = icd_enqueue_check(&call);
    if (error == CL_SUCCESS && (!num_mem_objects || !mem_objects || flags & ~known))
        error = CL_INVALID_VALUE;
    for (cl_uint i = 0; error == CL_SUCCESS && i < num_mem_objects; i++)
        error = !icd_is(mem_objects[i], ICD_MEMORY)                 ? CL_INVALID_MEM_OBJECT
                : mem_objects[i]->context != command_queue->context ? CL_INVALID_CONTEXT
                                                                    : CL_SUCCESS;
    if (error != CL_SUCCESS)
        return error;
    struct icd_work *work = new_migration(mem_objects, num_mem_objects, flags);
    return work ? icd_enqueue(&call, work) : CL_OUT_OF_HOST_MEMORY;
}
