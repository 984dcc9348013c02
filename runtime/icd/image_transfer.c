/* Commands that move the texels of images. */
#include "runtime/icd/entries.h"
#include "runtime/icd/image.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/queue.h"

#include <stdlib.h>
#include <string.h>

/* One side of a move: a part of an image, or bytes. */
struct end {
    struct _cl_mem *memory; /* NULL: the host's memory */
    struct icd_part part;   /* of an image */
    uint8_t *bytes;         /* else */
    size_t row, slice;
};

struct move {
    struct icd_work work;
    struct end to, from;
    size_t region[3];
    size_t texel;
    uint8_t color[16]; /* of fills: a texel */
    bool is_fill;
};

static void
free_move(struct icd_work *work)
{
    struct move *move = (struct move *)work;
    if (move->to.memory)
        icd_memory_release(move->to.memory);
    if (move->from.memory)
        icd_memory_release(move->from.memory);
    free(move);
}

static bool
is_image(const struct end *end)
{
    return end->memory && end->memory->image;
}

/* Where the part begins in the host's memory, and its pitches. */
static uint8_t *
open_end(const struct end *end, size_t *row, size_t *slice)
{
    const struct icd_level *level =
        is_image(end) ? &end->memory->image->level[end->part.level] : NULL;
    *row = level ? level->row : end->row;
    *slice = level ? level->slice : end->slice;
    return level ? icd_image_at(end->memory, end->part.level, end->part.origin) : end->bytes;
}

static void
fill_row(uint8_t *to, const struct move *move)
{
    for (size_t x = 0; x < move->region[0]; x++)
        memcpy(to + x * move->texel, move->color, move->texel);
}

/* From the first to the last of a region with these pitches. */
static size_t
bytes_of(const struct move *move, size_t row, size_t slice)
{
    return (move->region[2] - 1) * slice + (move->region[1] - 1) * row +
           move->region[0] * move->texel;
}

static cl_int
run_move(struct icd_work *work, struct icd_engine *engine)
{
    const struct move *move = (struct move *)work;
    size_t to_row, to_slice, from_row = 0, from_slice = 0;
    (void)engine;
    if (move->to.memory && !icd_memory_is_writable(move->to.memory))
        return CL_OUT_OF_RESOURCES;
    if (is_image(&move->from) && !icd_image_part_to_host(move->from.memory, &move->from.part))
        return CL_OUT_OF_HOST_MEMORY;
    const uint8_t *from =
        move->is_fill ? move->color : open_end(&move->from, &from_row, &from_slice);
    uint8_t *to = open_end(&move->to, &to_row, &to_slice);
    if (move->from.memory && !is_image(&move->from) &&
        !icd_memory_to_host(move->from.memory, from, bytes_of(move, from_row, from_slice)))
        return CL_OUT_OF_RESOURCES;
    for (size_t z = 0; z < move->region[2]; z++)
        for (size_t y = 0; y < move->region[1]; y++) {
            uint8_t *row = to + z * to_slice + y * to_row;
            if (move->is_fill)
                fill_row(row, move);
            else
                memmove(row, from + z * from_slice + y * from_row, move->region[0] * move->texel);
            if (move->to.memory)
                icd_undefined_clear(move->to.memory, row, move->region[0] * move->texel);
        }
    bool good = is_image(&move->to)
                    ? icd_image_part_written(move->to.memory, &move->to.part)
                    : !move->to.memory ||
                          icd_memory_written(move->to.memory, to, bytes_of(move, to_row, to_slice));
    return good ? CL_COMPLETE : CL_OUT_OF_HOST_MEMORY;
}

static cl_int
enqueue_move(const struct icd_enqueue *call, const struct move *what)
{
    struct move *move = malloc(sizeof *move);
    if (!move)
        return CL_OUT_OF_HOST_MEMORY;
    *move = *what;
    move->work = (struct icd_work){run_move, free_move, ICD_NEVER_AHEAD};
    if (move->to.memory)
        icd_retain(move->to.memory);
    if (move->from.memory)
        icd_retain(move->from.memory);
    return icd_enqueue(call, &move->work);
}

/* ---- checks ---- */

static cl_int
check_image(const struct icd_enqueue *call, cl_mem image, cl_mem_flags forbidden)
{
    cl_int error = icd_enqueue_check(call);
    if (error == CL_SUCCESS && (!icd_is(image, ICD_MEMORY) || !image->image))
        error = CL_INVALID_MEM_OBJECT;
    if (error == CL_SUCCESS && image->context != call->queue->context)
        error = CL_INVALID_CONTEXT;
    if (error == CL_SUCCESS && image->flags & forbidden)
        error = CL_INVALID_OPERATION;
    return error;
}

/* Rows in the host's memory; false: the pitches are too small, or the image has none such. */
static bool
host_end(struct end *end, void *bytes, const struct _cl_mem *image, const size_t region[3],
         size_t row_pitch, size_t slice_pitch)
{
    size_t row = region[0] * image->image->texel;
    bool is_row_array = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    end->bytes = bytes;
    end->row = row_pitch ? row_pitch : row;
    if (end->row < row || (slice_pitch && !icd_image_has_slices(image)))
        return false;
    if (is_row_array) {
        size_t layer = slice_pitch ? slice_pitch : end->row;
        bool good = layer >= end->row;
        end->row = layer;
        return good;
    }
    end->slice = slice_pitch ? slice_pitch : end->row * region[1];
    return end->slice >= end->row * region[1];
}

/* What is moved, by the image's side of it. */
static void
set_image(struct move *move, struct end *end, struct _cl_mem *image, const struct icd_part *part)
{
    end->memory = image;
    end->part = *part;
    memcpy(move->region, part->size, sizeof move->region);
    move->texel = image->image->texel;
}

/* ---- the commands ---- */

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                       const size_t *origin, const size_t *region, size_t row_pitch,
                       size_t slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                       const cl_event *event_wait_list, cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_READ_IMAGE,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event,
                               .is_blocking = blocking_read};
    cl_int error = check_image(&call, image, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);
    struct move move = {.is_fill = false};
    struct icd_part part;
    if (error == CL_SUCCESS)
        error = icd_image_part(image, origin, region, &part);
    if (error == CL_SUCCESS &&
        (!ptr || !host_end(&move.to, ptr, image, region, row_pitch, slice_pitch)))
        error = CL_INVALID_VALUE;
    if (error != CL_SUCCESS)
        return error;
    set_image(&move, &move.from, image, &part);
    return enqueue_move(&call, &move);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write,
                        const size_t *origin, const size_t *region, size_t input_row_pitch,
                        size_t input_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list,
                        const cl_event *event_wait_list, cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_WRITE_IMAGE,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event,
                               .is_blocking = blocking_write};
    cl_int error = check_image(&call, image, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
    struct move move = {.is_fill = false};
    struct icd_part part;
    if (error == CL_SUCCESS)
        error = icd_image_part(image, origin, region, &part);
    if (error == CL_SUCCESS && (!ptr || !host_end(&move.from, (void *)(uintptr_t)ptr, image, region,
                                                  input_row_pitch, input_slice_pitch)))
        error = CL_INVALID_VALUE;
    if (error != CL_SUCCESS)
        return error;
    set_image(&move, &move.to, image, &part);
    return enqueue_move(&call, &move);
}

static bool
parts_meet(const struct icd_part *one, const struct icd_part *other)
{
    for (unsigned d = 0; d < 3; d++)
        if (one->origin[d] >= other->origin[d] + other->size[d] ||
            other->origin[d] >= one->origin[d] + one->size[d])
            return false;
    return one->level == other->level;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                       const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                       cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_COPY_IMAGE,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    cl_int error = check_image(&call, src_image, 0);
    if (error == CL_SUCCESS)
        error = check_image(&call, dst_image, 0);
    if (error != CL_SUCCESS)
        return error;
    const cl_image_format *from = &src_image->image->format, *to = &dst_image->image->format;
    if (from->image_channel_order != to->image_channel_order ||
        from->image_channel_data_type != to->image_channel_data_type)
        return CL_IMAGE_FORMAT_MISMATCH;
    struct icd_part source, target;
    error = icd_image_part(src_image, src_origin, region, &source);
    if (error == CL_SUCCESS)
        error = icd_image_part(dst_image, dst_origin, region, &target);
    if (error != CL_SUCCESS)
        return error;
    if (src_image == dst_image && parts_meet(&source, &target))
        return CL_MEM_COPY_OVERLAP;
    struct move move = {.is_fill = false};
    set_image(&move, &move.to, dst_image, &target);
    set_image(&move, &move.from, src_image, &source);
    return enqueue_move(&call, &move);
}

/* Texels without gaps in a buffer, and the part of the image that they are of. */
static cl_int
buffer_end(struct end *end, const struct icd_enqueue *call, cl_mem buffer, size_t offset,
           struct _cl_mem *image, const size_t *origin, const size_t *region, struct icd_part *part)
{
    cl_int error = icd_buffer_check(buffer, call->queue->context);
    if (error == CL_SUCCESS && icd_image_buffer(image) == buffer)
        error = CL_INVALID_MEM_OBJECT;
    if (error == CL_SUCCESS)
        error = icd_image_part(image, origin, region, part);
    if (error != CL_SUCCESS)
        return error;
    size_t row = region[0] * image->image->texel, size = row * region[1] * region[2];
    if (offset > buffer->size || size > buffer->size - offset)
        return CL_INVALID_VALUE;
    *end = (struct end){
        .memory = buffer, .bytes = buffer->bytes + offset, .row = row, .slice = row * region[1]};
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer,
                               const size_t *src_origin, const size_t *region, size_t dst_offset,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                               cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_COPY_IMAGE_TO_BUFFER,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    struct move move = {.is_fill = false};
    struct icd_part part;
    cl_int error = check_image(&call, src_image, 0);
    if (error == CL_SUCCESS)
        error = buffer_end(&move.to, &call, dst_buffer, dst_offset, src_image, src_origin, region,
                           &part);
    if (error != CL_SUCCESS)
        return error;
    set_image(&move, &move.from, src_image, &part);
    return enqueue_move(&call, &move);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image,
                               size_t src_offset, const size_t *dst_origin, const size_t *region,
                               cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                               cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_COPY_BUFFER_TO_IMAGE,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    struct move move = {.is_fill = false};
    struct icd_part part;
    cl_int error = check_image(&call, dst_image, 0);
    if (error == CL_SUCCESS)
        error = buffer_end(&move.from, &call, src_buffer, src_offset, dst_image, dst_origin, region,
                           &part);
    if (error != CL_SUCCESS)
        return error;
    set_image(&move, &move.to, dst_image, &part);
    return enqueue_move(&call, &move);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color,
                       const size_t *origin, const size_t *region, cl_uint num_events_in_wait_list,
                       const cl_event *event_wait_list, cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_FILL_IMAGE,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    struct icd_part part;
    cl_int error = check_image(&call, image, 0);
    if (error == CL_SUCCESS && !fill_color)
        error = CL_INVALID_VALUE;
    if (error == CL_SUCCESS)
        error = icd_image_part(image, origin, region, &part);
    if (error != CL_SUCCESS)
        return error;
    struct move move = {.is_fill = true};
    bool is_depth = image->image->info.order == SIM_ORDER_DEPTH; /* one number, of no colour */
    uint32_t color[4] = {0};
    memcpy(color, fill_color, is_depth ? sizeof *color : sizeof color);
    sim_texel_store(image->image->info.order, image->image->info.type, color, move.color);
    set_image(&move, &move.to, image, &part);
    return enqueue_move(&call, &move);
}

/* ---- maps ---- */

struct map {
    struct icd_work work;
    struct _cl_mem *memory;
    struct icd_part part;
    bool changes;
};

static void
free_map(struct icd_work *work)
{
    struct map *map = (struct map *)work;
    icd_memory_release(map->memory);
    free(map);
}

/* What the host writes while it is mapped goes to the GPUs when they use it next: nothing else may be newer
 * there. */
static cl_int
run_map(struct icd_work *work, struct icd_engine *engine)
{
    const struct map *map = (struct map *)work;
    (void)engine;
    bool good = map->changes ? icd_image_to_host(map->memory, true)
                             : icd_image_part_to_host(map->memory, &map->part);
    return good ? CL_COMPLETE : CL_MAP_FAILURE;
}

/* Layers of 1D arrays, which are rows in the host's memory, are slices to the program. */
static void
tell_pitches(const struct _cl_mem *image, unsigned number, size_t *row, size_t *slice)
{
    const struct icd_level *level = &image->image->level[number];
    bool rows_are_slices = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    *row = number ? level->row : image->image->desc.image_row_pitch;
    if (slice)
        *slice = !icd_image_has_slices(image) ? 0 : rows_are_slices ? level->row : level->slice;
}

CL_API_ENTRY void *CL_API_CALL
icd_clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
                      cl_map_flags map_flags, const size_t *origin, const size_t *region,
                      size_t *image_row_pitch, size_t *image_slice_pitch,
                      cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                      cl_event *event, cl_int *errcode_ret)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_MAP_IMAGE,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event,
                               .is_blocking = blocking_map};
    const cl_map_flags writes = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    cl_mem_flags forbidden = CL_MEM_HOST_NO_ACCESS;
    forbidden |= map_flags & CL_MAP_READ ? CL_MEM_HOST_WRITE_ONLY : 0;
    forbidden |= map_flags & writes ? CL_MEM_HOST_READ_ONLY : 0;
    cl_int error = check_image(&call, image, forbidden);
    struct icd_part part;
    if (error == CL_SUCCESS &&
        (!image_row_pitch || (icd_image_has_slices(image) && !image_slice_pitch) ||
         !icd_map_flags_are_good(map_flags)))
        error = CL_INVALID_VALUE;
    if (error == CL_SUCCESS)
        error = icd_image_part(image, origin, region, &part);
    if (error != CL_SUCCESS)
        return icd_result(NULL, error, errcode_ret);
    struct map *map = malloc(sizeof *map);
    if (!map)
        return icd_result(NULL, CL_OUT_OF_HOST_MEMORY, errcode_ret);
    *map = (struct map){.work = {run_map, free_map, ICD_NEVER_AHEAD},
                        .memory = image,
                        .part = part,
                        .changes = map_flags & writes};
    icd_retain(image);
    tell_pitches(image, part.level, image_row_pitch, image_slice_pitch);
    struct icd_mapped mapped = {.at = icd_image_at(image, part.level, part.origin),
                                .changes = map_flags & writes};
    void *at = icd_enqueue_map(&call, image, &mapped, &map->work, &error);
    return icd_result(at, error, errcode_ret);
}
