/* OCC_ICD_CHECK=all: commands that touch the same bytes, of which nothing puts one first: no event, no barrier, no order
 * of a queue, and no wait of the host's between them.  A device executes one command after the other, so that such a
 * program works here, and on others not.
 *
 * What is known of a command (struct icd_ordered) is kept until everything that can still be enqueued comes after it: the
 * host has seen its end, and what was enqueued before that has ended.  What it comes after it points to; a search from
 * the command that has just ended finds all that come before it.  Bytes that are mapped are like a command, of the host,
 * that comes after the map and before the unmap. */
#include "runtime/icd/order.h"
#include "runtime/icd/context.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/program.h"
#include "runtime/icd/queue.h"
#include "runtime/icd/touched.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 4096,          /* commands that are kept; of older ones nothing is known any more */
    MOST_SPANS = 1 << 22, /* of all of them */
    MOST_TOLD = 64,
};

/* Numbers of bytes: those of the host's memory are its addresses, memory objects follow. */
static const uint64_t FIRST_PLACE = UINT64_C(1) << 60;

struct icd_ordered {
    atomic_uint references;
    const struct _cl_command_queue *queue; /* NULL: a user event; only compared */
    uint64_t begun, seen; /* by the order's clock: it was enqueued; its end was seen, 0: not yet */
    bool is_over;
    bool is_map, changes;        /* bytes that the host has, and may change */
    uint64_t mapped;             /* the first of them; 0: they were unmapped */
    uint64_t search;             /* the last one that came here */
    struct icd_ordered **before; /* what it comes after, references */
    size_t before_count, before_room;
    struct icd_touched touched;
    char name[80];
};

/* Bytes of a memory object, by their numbers. */
struct place {
    uint64_t first;
    size_t size;
};

/* Of a context, under its lock. */
struct icd_order {
    uint64_t clock, searches;
    bool has_queue, is_concurrent; /* commands may be without an order */
    struct icd_ordered **kept;     /* references, in the order of their beginning */
    size_t count, room, spans;
    struct place *places;
    size_t place_count, place_room;
    uint64_t next_place;
    uint32_t told[MOST_TOLD]; /* sums of what was told: once each */
    unsigned told_count;
};

bool
icd_order_begin(struct _cl_context *context)
{
    bool is_asked = icd_platform()->settings.common.check == SETTINGS_ALL;
    context->order = is_asked ? calloc(1, sizeof *context->order) : NULL;
    if (context->order)
        context->order->next_place = FIRST_PLACE;
    return !is_asked || context->order;
}

void
icd_order_release(struct icd_ordered *ordered)
{
    if (!ordered || atomic_fetch_sub(&ordered->references, 1) != 1)
        return;
    for (size_t i = 0; i < ordered->before_count; i++)
        icd_order_release(ordered->before[i]);
    free(ordered->before);
    icd_touched_free(&ordered->touched);
    free(ordered);
}

void
icd_order_free(struct icd_order *order)
{
    if (!order)
        return;
    for (size_t i = 0; i < order->count; i++)
        icd_order_release(order->kept[i]);
    free(order->kept);
    free(order->places);
    free(order);
}

/* Room for one more.  false: no memory. */
static bool
has_room(void **at, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room ? 2 * *room : 8;
    void *moved = realloc(*at, more * size);
    if (moved) {
        *at = moved;
        *room = more;
    }
    return moved;
}

/* ---- what comes before what ---- */

static void
put_before(struct icd_ordered *ordered, struct icd_ordered *other)
{
    if (!other || other == ordered ||
        !has_room((void **)&ordered->before, ordered->before_count, &ordered->before_room,
                  sizeof *ordered->before))
        return;
    ordered->before[ordered->before_count++] = other;
    atomic_fetch_add(&other->references, 1);
}

static void
drop(struct icd_order *order, struct icd_ordered *ordered)
{
    order->spans -= icd_touched_count(&ordered->touched);
    icd_touched_free(&ordered->touched);
    for (size_t i = 0; i < ordered->before_count; i++)
        icd_order_release(ordered->before[i]);
    ordered->before_count = 0;
    icd_order_release(ordered);
}

/* Drops what everything that may still end comes after; and the oldest ones, if they are too many. */
static void
forget(struct icd_order *order)
{
    uint64_t oldest = UINT64_MAX; /* beginning of those that have not ended */
    size_t kept = 0, extra = order->count > MOST ? order->count - MOST : 0;
    for (size_t i = 0; i < order->count; i++) {
        const struct icd_ordered *ordered = order->kept[i];
        oldest = !ordered->is_over && ordered->begun < oldest ? ordered->begun : oldest;
    }
    for (size_t i = 0; i < order->count; i++) {
        struct icd_ordered *ordered = order->kept[i];
        bool is_behind = ordered->is_over && ordered->seen && ordered->seen < oldest;
        bool is_much = i < extra || order->spans > MOST_SPANS;
        if (is_behind || (is_much && ordered->is_over))
            drop(order, ordered);
        else
            order->kept[kept++] = ordered;
    }
    order->count = kept;
}

static struct icd_ordered *
new_ordered(struct icd_order *order, const struct _cl_command_queue *queue)
{
    struct icd_ordered *ordered = calloc(1, sizeof *ordered);
    if (!ordered ||
        !has_room((void **)&order->kept, order->count, &order->room, sizeof *order->kept)) {
        free(ordered);
        return NULL;
    }
    atomic_init(&ordered->references, 2); /* the list's, the caller's */
    ordered->queue = queue;
    ordered->begun = ++order->clock;
    return order->kept[order->count++] = ordered;
}

/* Marks all that come before it with a new search.  The result: when the last of them began, so that what was seen
 * before then comes before it, too. */
static uint64_t
search(struct icd_order *order, struct icd_ordered *ordered)
{
    struct icd_ordered **left = calloc(1, sizeof *left);
    size_t count = 0, room = left ? 1 : 0;
    uint64_t begun = 0, number = ++order->searches;
    if (left)
        left[count++] = ordered;
    ordered->search = number;
    while (count) {
        struct icd_ordered *at = left[--count];
        begun = at->begun > begun ? at->begun : begun;
        for (size_t i = 0; i < at->before_count; i++) {
            struct icd_ordered *other = at->before[i];
            if (other->search == number || !has_room((void **)&left, count, &room, sizeof *left))
                continue;
            other->search = number;
            left[count++] = other;
        }
    }
    free(left);
    return begun;
}

/* ---- the program's calls ---- */

static const char *
name_of(cl_command_type type)
{
    switch (type) {
#define COMMAND(type, name)                                                                        \
    case CL_COMMAND_##type:                                                                        \
        return "clEnqueue" name;
        COMMAND(NDRANGE_KERNEL, "NDRangeKernel")
        COMMAND(TASK, "Task")
        COMMAND(READ_BUFFER, "ReadBuffer")
        COMMAND(WRITE_BUFFER, "WriteBuffer")
        COMMAND(COPY_BUFFER, "CopyBuffer")
        COMMAND(READ_BUFFER_RECT, "ReadBufferRect")
        COMMAND(WRITE_BUFFER_RECT, "WriteBufferRect")
        COMMAND(COPY_BUFFER_RECT, "CopyBufferRect")
        COMMAND(FILL_BUFFER, "FillBuffer")
        COMMAND(MAP_BUFFER, "MapBuffer")
        COMMAND(UNMAP_MEM_OBJECT, "UnmapMemObject")
        COMMAND(READ_IMAGE, "ReadImage")
        COMMAND(WRITE_IMAGE, "WriteImage")
        COMMAND(COPY_IMAGE_TO_BUFFER, "CopyImageToBuffer")
        COMMAND(COPY_BUFFER_TO_IMAGE, "CopyBufferToImage")
        COMMAND(SVM_MEMCPY, "SVMMemcpy")
        COMMAND(SVM_MEMFILL, "SVMMemFill")
#undef COMMAND
    default:
        return "a command";
    }
}

static void
put_queue_before(struct icd_order *order, struct icd_ordered *ordered,
                 const struct icd_enqueue *call)
{
    struct _cl_command_queue *queue = call->queue;
    bool is_free = queue->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    put_before(ordered, queue->ordered);
    for (size_t i = 0; is_free && call->is_behind_all && i < order->count; i++)
        if (order->kept[i]->queue == queue && !order->kept[i]->is_map)
            put_before(ordered, order->kept[i]);
    if (!is_free || call->is_barrier) {
        icd_order_release(queue->ordered);
        queue->ordered = ordered;
        atomic_fetch_add(&ordered->references, 1);
    }
}

void
icd_order_queue(const struct _cl_command_queue *queue)
{
    struct icd_order *order = queue->context->order;
    if (!order || queue->flags & CL_QUEUE_ON_DEVICE)
        return;
    pthread_mutex_lock(&queue->context->lock);
    order->is_concurrent |=
        order->has_queue || queue->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    order->has_queue = true;
    pthread_mutex_unlock(&queue->context->lock);
}

void
icd_order_join(struct _cl_event *event, const struct icd_enqueue *call)
{
    struct icd_order *order = event->context->order;
    struct icd_ordered *ordered = order ? new_ordered(order, event->queue) : NULL;
    event->ordered = ordered;
    if (!ordered || !call)
        return;
    snprintf(ordered->name, sizeof ordered->name, "%s", name_of(call->type));
    for (cl_uint i = 0; i < call->wait_count; i++)
        put_before(ordered, call->waits[i]->ordered);
    put_queue_before(order, ordered, call);
}

static void
see(struct icd_order *order, struct icd_ordered *ordered)
{
    if (!ordered || ordered->seen)
        return;
    search(order, ordered);
    uint64_t now = ++order->clock;
    for (size_t i = 0; i < order->count; i++)
        if (order->kept[i]->search == order->searches && !order->kept[i]->seen)
            order->kept[i]->seen = now;
    ordered->seen = now;
}

void
icd_order_seen(const struct _cl_event *event)
{
    struct icd_order *order = event->context->order;
    if (order && event->status <= CL_COMPLETE)
        see(order, event->ordered);
}

void
icd_order_seen_all(const struct _cl_command_queue *queue)
{
    struct icd_order *order = queue->context->order;
    for (size_t i = order ? order->count : 0; i-- > 0;)
        if (order->kept[i]->queue == queue && order->kept[i]->is_over && !order->kept[i]->is_map)
            see(order, order->kept[i]);
    if (order)
        forget(order);
}

void
icd_order_decide(const struct _cl_event *event)
{
    struct icd_order *order = event->context->order;
    if (!order || !event->ordered)
        return;
    event->ordered->begun = ++order->clock;
    event->ordered->is_over = true;
}

/* ---- what a command touches ---- */

/* The numbers of its bytes begin with this one; 0: no memory. */
static uint64_t
place_of(struct icd_order *order, struct _cl_mem *root)
{
    if (root->place || !has_room((void **)&order->places, order->place_count, &order->place_room,
                                 sizeof *order->places))
        return root->place;
    root->place = order->next_place;
    order->next_place += root->size + 1;
    order->places[order->place_count++] = (struct place){root->place, root->size};
    return root->place;
}

/* The number of a byte. */
static uint64_t
number_of(struct _cl_context *context, struct _cl_mem *memory, const uint8_t *at)
{
    if (!memory)
        return (uint64_t)(uintptr_t)at;
    struct _cl_mem *root = icd_memory_root(memory);
    pthread_mutex_lock(&context->lock);
    uint64_t place = place_of(context->order, root);
    pthread_mutex_unlock(&context->lock);
    return place ? place + (uint64_t)(at - root->bytes) : 0;
}

/* NULL: nobody asks. */
static struct icd_ordered *
running(const struct icd_engine *engine)
{
    return engine->context->order && engine->current ? engine->current->ordered : NULL;
}

/* The number of the first byte; 0: none was noted. */
static uint64_t
touch(struct icd_engine *engine, struct _cl_mem *memory, const uint8_t *at, size_t size,
      enum sim_touch how)
{
    struct icd_ordered *ordered = running(engine);
    uint64_t first = ordered ? number_of(engine->context, memory, at) : 0;
    if (first)
        icd_touched_add(&ordered->touched, how, (struct icd_span){first, first + size});
    return first;
}

void
icd_order_touch(struct icd_engine *engine, struct _cl_mem *memory, const uint8_t *at, size_t size,
                enum sim_touch how)
{
    touch(engine, memory, at, size, how);
}

static void
touch_side(struct icd_engine *engine, const struct icd_side *side, const size_t size[3],
           enum sim_touch how)
{
    if (side->memory && side->memory->image)
        return;
    for (size_t z = 0; z < size[2]; z++)
        for (size_t y = 0; y < size[1]; y++)
            icd_order_touch(engine, side->memory, side->bytes + z * side->slice + y * side->row,
                            size[0], how);
}

void
icd_order_move(struct icd_engine *engine, const struct icd_side *to, const struct icd_side *from,
               const size_t size[3])
{
    if (!running(engine))
        return;
    touch_side(engine, from, size, SIM_TOUCH_READ);
    touch_side(engine, to, size, SIM_TOUCH_WRITE);
}

void
icd_order_name(const struct icd_order_launch *launched)
{
    struct icd_ordered *ordered = running(launched->engine);
    if (ordered)
        snprintf(ordered->name, sizeof ordered->name, "kernel %.64s", launched->launch->name);
}

static bool
has_bytes(const struct _cl_mem *memory, const uint8_t *bytes)
{
    return memory && bytes >= memory->bytes && bytes < memory->bytes + memory->size;
}

/* The memory that has the bytes: an argument's, or shared. */
static struct _cl_mem *
memory_of(const struct icd_order_launch *launched, const uint8_t *bytes)
{
    const struct icd_launch *launch = launched->launch;
    struct _cl_context *context = launched->engine->context;
    for (unsigned i = 0; i < launch->how.arg_count; i++) {
        struct _cl_mem *memory = launch->arguments[i].memory;
        if (memory && memory->image)
            memory = memory->parent; /* whose texels are a buffer's */
        struct _cl_mem *root = memory ? icd_memory_root(memory) : NULL;
        if (has_bytes(root, bytes))
            return root->type == CL_MEM_OBJECT_PIPE ? NULL : root;
    }
    pthread_mutex_lock(&context->svm_lock);
    struct _cl_mem *shared = context->svm;
    while (shared && !has_bytes(shared, bytes))
        shared = shared->next_svm;
    pthread_mutex_unlock(&context->svm_lock);
    return shared;
}

void
icd_order_touched(void *launched, enum sim_touch how, const uint8_t *bytes, uint64_t size)
{
    const struct icd_order_launch *own = launched;
    struct _cl_mem *memory = running(own->engine) ? memory_of(own, bytes) : NULL;
    uint64_t first = memory ? touch(own->engine, memory, bytes, (size_t)size, how) : 0;
    if (first && own->family)
        icd_order_family_touch(own->family, how, first, size);
}

/* ---- what is told ---- */

/* Has it been told?  From now on it has. */
static bool
was_told(struct icd_order *order, const char *one, const char *other, uint64_t place)
{
    uint32_t sum = (uint32_t)place;
    for (const char *at = one; *at; at++)
        sum = (sum ^ (uint8_t)*at) * 16777619u;
    for (const char *at = other; *at; at++)
        sum = (sum ^ (uint8_t)*at) * 16777619u;
    for (unsigned i = 0; i < order->told_count; i++)
        if (order->told[i] == sum)
            return true;
    if (order->told_count == MOST_TOLD)
        return true;
    order->told[order->told_count++] = sum;
    return false;
}

static const char *
verb_of(enum sim_touch how)
{
    static const char *const verbs[SIM_TOUCHES] = {"reads", "writes", "changes atomically"};
    return verbs[how];
}

/* Puts where the two, by their names, meet.  false: it was told. */
static bool
put_where(struct icd_order *order, const char *one, const char *other, uint64_t byte, char *where,
          size_t size)
{
    struct place place = {0, 0};
    for (size_t i = 0; i < order->place_count; i++)
        if (order->places[i].first <= byte)
            place = order->places[i];
    if (was_told(order, one, other, place.first))
        return false;
    if (place.size)
        snprintf(where, size, "byte %llu of a buffer of %zu",
                 (unsigned long long)(byte - place.first), place.size);
    else
        snprintf(where, size, "the host's byte at 0x%llx", (unsigned long long)byte);
    return true;
}

void
icd_order_tell(struct icd_engine *engine, const char *one, const char *other,
               const struct icd_conflict *conflict)
{
    struct _cl_context *context = engine->context;
    char where[80], text[400];
    pthread_mutex_lock(&context->lock);
    bool tells = put_where(context->order, one, other, conflict->byte, where, sizeof where);
    pthread_mutex_unlock(&context->lock);
    snprintf(text, sizeof text,
             "commands without an order: %s %s %s, which %s %s: no event or flag of enqueue_kernel "
             "puts one of the two first",
             one, verb_of(conflict->one), tells ? where : "", other, verb_of(conflict->other));
    if (tells)
        icd_context_tell(context, text);
}

/* Puts what is to be told of the two; the other one has ended before.  false: nothing. */
static bool
tell(struct icd_order *order, const struct icd_ordered *one, const struct icd_ordered *other,
     const struct icd_conflict *conflict, char *text, size_t size)
{
    char where[80];
    if (!put_where(order, one->name, other->name, conflict->byte, where, sizeof where))
        return false;
    const struct icd_ordered *map = one->is_map ? one : other, *user = one->is_map ? other : one;
    if (map->is_map)
        snprintf(text, size, "mapped memory is used: %s %s %s, which is mapped for the host to %s",
                 user->name, verb_of(one->is_map ? conflict->other : conflict->one), where,
                 map->changes ? "write" : "read");
    else
        snprintf(
            text, size,
            "commands without an order: %s %s %s, which %s %s: no event, barrier or queue puts "
            "one of the two first",
            one->name, verb_of(conflict->one), where, other->name, verb_of(conflict->other));
    return true;
}

/* Holds what has ended against all others that have.  false: there is nothing to be told. */
static bool
compare(struct icd_order *order, struct icd_ordered *ordered, char *text, size_t size)
{
    uint64_t begun = search(order, ordered), number = order->searches;
    struct icd_conflict conflict;
    icd_touched_settle(&ordered->touched);
    for (size_t i = 0; i < order->count; i++) {
        const struct icd_ordered *other = order->kept[i];
        bool is_before = other->search == number || (other->seen && other->seen < begun);
        if (other->is_over && !is_before && !(other->is_map && ordered->is_map) &&
            icd_touched_conflict(&ordered->touched, &other->touched, &conflict) &&
            tell(order, ordered, other, &conflict, text, size))
            return true;
    }
    return false;
}

/* Only what may be without an order is kept to be held against others. */
static void
come_to_end(struct icd_order *order, struct icd_ordered *ordered)
{
    ordered->is_over = true;
    if (!order->is_concurrent && !ordered->is_map)
        icd_touched_free(&ordered->touched);
    order->spans += icd_touched_count(&ordered->touched);
    forget(order);
}

void
icd_order_end(struct _cl_event *event, cl_int status)
{
    struct _cl_context *context = event->context;
    struct icd_order *order = context->order;
    char text[400];
    if (!order || !event->ordered || !event->queue)
        return;
    pthread_mutex_lock(&context->lock);
    bool tells = status == CL_COMPLETE && compare(order, event->ordered, text, sizeof text);
    come_to_end(order, event->ordered);
    pthread_mutex_unlock(&context->lock);
    if (tells)
        icd_context_tell(context, text);
}

/* ---- maps ---- */

void
icd_order_map(struct icd_engine *engine, struct _cl_mem *memory, const uint8_t *at, size_t size,
              bool changes)
{
    struct _cl_context *context = engine->context;
    struct icd_ordered *ordered = running(engine);
    char text[400];
    if (!ordered || memory->is_svm || memory->image)
        return;
    uint64_t first = number_of(context, memory, at);
    pthread_mutex_lock(&context->lock);
    struct icd_ordered *map = new_ordered(context->order, ordered->queue);
    bool tells = false;
    if (map) {
        snprintf(map->name, sizeof map->name, "%s", name_of(CL_COMMAND_MAP_BUFFER));
        map->is_map = true;
        map->changes = changes;
        map->mapped = first;
        map->begun = ordered->begun;
        put_before(map, ordered);
        icd_touched_add(&map->touched, changes ? SIM_TOUCH_WRITE : SIM_TOUCH_READ,
                        (struct icd_span){first, first + size});
        tells = compare(context->order, map, text, sizeof text);
        come_to_end(context->order, map);
        icd_order_release(map);
    }
    pthread_mutex_unlock(&context->lock);
    if (tells)
        icd_context_tell(context, text);
}

void
icd_order_unmap(struct icd_engine *engine, struct _cl_mem *memory, const uint8_t *at)
{
    struct _cl_context *context = engine->context;
    struct icd_ordered *ordered = running(engine);
    if (!ordered || memory->is_svm || memory->image)
        return;
    uint64_t first = number_of(context, memory, at);
    pthread_mutex_lock(&context->lock);
    const struct icd_order *order = context->order;
    for (size_t i = 0; i < order->count; i++)
        if (order->kept[i]->is_map && order->kept[i]->mapped == first) {
            order->kept[i]->mapped = 0;
            put_before(ordered, order->kept[i]);
            break;
        }
    pthread_mutex_unlock(&context->lock);
}
