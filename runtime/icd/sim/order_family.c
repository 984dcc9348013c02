/* OCC_ICD_CHECK=all: a launch and the kernels that it enqueues, which touch the same bytes though nothing puts one of them
 * first (OpenCL C 2.0, 6.13.17): no event that is waited for, and no wait for the parent's end.
 *
 *     parent   p0 --> p1                  parts: p0 ends where it enqueues `a`, which need not wait for it
 *     a        |       `--> b0 -> b's end
 *              `--> a0 --------------> a's end
 *
 * Nodes of a graph are the parts of each kernel, and its end with all that it enqueued, which is when its event is complete.
 * What a kernel touches is held, when it has ended, against all that ran before and that no way in the graph leads back to;
 * the device executes one after the other.  An event that is no command's, the program's own, may be set by anyone: what
 * waits for it comes after all that ran. */
#include "runtime/enqueue/commands.h"
#include "runtime/enqueue/enqueue.h"
#include "runtime/icd/context.h"
#include "runtime/icd/order.h"
#include "runtime/icd/touched.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_MEMBERS = 4096, /* of a family of more, the others are not looked at */
    MOST_PARTS = 64,     /* of one kernel */
    MOST_NODES = 1 << 15
};

struct node {
    struct icd_touched touched;
    uint32_t *before; /* nodes */
    uint32_t count, room, member, search;
    bool is_over;
    bool is_free;  /* comes after all that ran before it */
    uint32_t turn; /* when it ran, from 1 on */
};

/* The host's kernel, or one that was enqueued, or a marker. */
struct member {
    char name[80];
    int slot, parent; /* parent: its slot */
    uint32_t number;  /* of the command */
    uint64_t completion;
    uint32_t first, last, end; /* nodes */
    uint32_t part_count;
};

/* A kernel was enqueued in this part of what runs. */
struct handed {
    int slot;
    uint32_t part;
};

struct icd_order_family {
    struct icd_engine *engine;
    struct sim_device *sim;
    const struct enqueue_queue *queue;
    struct member *members; /* in the order in which they were enqueued; the first is the host's */
    uint32_t member_count, member_room;
    struct node *nodes;
    uint32_t node_count, node_room;
    uint32_t searches, turns, next; /* next: the number of the next command */
    bool is_full;
    /* of what runs: */
    struct icd_touched touched;
    struct icd_touched parts[MOST_PARTS]; /* that are over */
    struct handed handed[MOST_PARTS];
    uint32_t part_count;
    int pending; /* the slot with which a part ends */
};

/* ---- the graph ---- */

static bool
has_room(void **at, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return true;
    uint32_t more = *room ? 2 * *room : 8;
    void *moved = realloc(*at, more * size);
    if (moved) {
        *at = moved;
        *room = more;
    }
    return moved;
}

static uint32_t
new_node(struct icd_order_family *family, uint32_t member)
{
    if (family->node_count == MOST_NODES || !has_room((void **)&family->nodes, family->node_count,
                                                      &family->node_room, sizeof *family->nodes)) {
        family->is_full = true;
        return 0;
    }
    family->nodes[family->node_count] = (struct node){.member = member};
    return family->node_count++;
}

static void
put_before(struct icd_order_family *family, uint32_t number, uint32_t before)
{
    struct node *node = &family->nodes[number];
    if (has_room((void **)&node->before, node->count, &node->room, sizeof *node->before))
        node->before[node->count++] = before;
    else
        family->is_full = true;
}

static struct member *
new_member(struct icd_order_family *family, int slot)
{
    if (family->member_count == MOST_MEMBERS ||
        !has_room((void **)&family->members, family->member_count, &family->member_room,
                  sizeof *family->members)) {
        family->is_full = true;
        return NULL;
    }
    uint32_t number = family->member_count++;
    struct member *made = &family->members[number];
    *made = (struct member){.slot = slot, .parent = ENQUEUE_NO_SLOT};
    made->first = made->last = new_node(family, number);
    made->end = new_node(family, number);
    if (!family->is_full)
        put_before(family, made->end, made->first);
    return family->is_full ? NULL : made;
}

/* Marks all nodes that come before this one.  The result: what ran before this turn does so, too. */
static uint32_t
search(struct icd_order_family *family, uint32_t from)
{
    uint32_t *left = malloc(family->node_count * sizeof *left);
    uint32_t count = 0, turn = 0, number = ++family->searches;
    if (!left)
        return UINT32_MAX;
    family->nodes[from].search = number;
    left[count++] = from;
    while (count) {
        const struct node *at = &family->nodes[left[--count]];
        uint32_t own = at->turn ? at->turn : family->turns; /* a marker does not run */
        if (at->is_free && own > turn)
            turn = own;
        for (uint32_t i = 0; i < at->count; i++)
            if (family->nodes[at->before[i]].search != number) {
                family->nodes[at->before[i]].search = number;
                left[count++] = at->before[i];
            }
    }
    free(left);
    return turn;
}

/* ---- what is enqueued ---- */

static struct enqueue_view
view_of(const struct icd_order_family *family)
{
    const struct enqueue_queue *queue = family->queue;
    return (struct enqueue_view){&queue->layout,
                                 sim_host_pointer(family->sim, queue->address, queue->layout.size),
                                 queue->address};
}

/* The last one that was enqueued into it; NULL: none. */
static struct member *
member_in(const struct icd_order_family *family, int slot)
{
    for (uint32_t i = family->member_count; i-- > 0;)
        if (family->members[i].slot == slot)
            return &family->members[i];
    return NULL;
}

/* The command whose event it is.  NULL: the program's own, or one that has been used again for such a one. */
static const struct member *
completed_by(const struct icd_order_family *family, const struct enqueue_view *view, uint64_t event)
{
    struct enqueue_command command;
    for (uint32_t i = family->member_count; i-- > 0;) {
        const struct member *member = &family->members[i];
        if (member->completion == event)
            return enqueue_command_at(view, member->slot, &command) &&
                           command.number == member->number
                       ? member
                       : NULL;
    }
    return NULL;
}

/* A marker without events waits for what its kernel has enqueued before it. */
static void
wait_for_older(struct icd_order_family *family, const struct member *member)
{
    for (const struct member *other = family->members; other < member; other++)
        if (other->slot != ENQUEUE_NO_SLOT && other->parent == member->parent)
            put_before(family, member->first, other->end);
}

/* The part of the parent that it comes after: the one in which it was enqueued, if it need not wait for the last. */
static uint32_t
part_before(const struct icd_order_family *family, const struct member *parent, int slot,
            bool waits_for_parent)
{
    for (uint32_t i = 0; i < family->part_count && !waits_for_parent; i++)
        if (family->handed[i].slot == slot)
            return family->handed[i].part;
    return parent->last;
}

static void
join(struct icd_order_family *family, const struct enqueue_view *view, int slot,
     const struct enqueue_command *command)
{
    struct member *member = new_member(family, slot);
    const struct member *parent = member_in(family, command->parent);
    if (!member || !parent)
        return;
    member->parent = command->parent;
    member->number = command->number;
    put_before(family, member->first, part_before(family, parent, slot, command->waits_for_parent));
    put_before(family, parent->end, member->end);
    for (uint32_t i = 0; i < command->wait_count; i++) {
        const struct member *other = completed_by(family, view, command->waits[i]);
        if (other)
            put_before(family, member->first, other->end);
        else
            family->nodes[member->first].is_free = true;
    }
    member->completion = command->completion;
    if (command->is_marker && !command->wait_count)
        wait_for_older(family, member);
}

struct found {
    int slot;
    uint32_t number;
};

static int
by_number(const void *one, const void *other)
{
    const struct found *a = one, *b = other;
    return (a->number > b->number) - (a->number < b->number);
}

/* Those that what has just ended has enqueued, in their order. */
static void
join_new(struct icd_order_family *family, const struct enqueue_view *view)
{
    struct enqueue_command command;
    uint32_t count = 0, most = enqueue_count(view) - family->next;
    struct found *found = most ? calloc(most, sizeof *found) : NULL;
    family->is_full |= most && !found;
    if (!found)
        return;
    for (int slot = 0; slot < (int)view->layout->slots && count < most; slot++)
        if (enqueue_is_new(view, slot) && enqueue_command_at(view, slot, &command) &&
            command.number >= family->next)
            found[count++] = (struct found){slot, command.number};
    qsort(found, count, sizeof *found, by_number);
    for (uint32_t i = 0; i < count && !family->is_full; i++)
        if (enqueue_command_at(view, found[i].slot, &command))
            join(family, view, found[i].slot, &command);
    family->next += most;
    free(found);
}

/* ---- what has run ---- */

/* Its parts become nodes, each after the one before. */
static void
keep_parts(struct icd_order_family *family, struct member *member)
{
    uint32_t turn = ++family->turns, number = (uint32_t)(member - family->members);
    for (uint32_t i = 0; i <= family->part_count && !family->is_full; i++) {
        uint32_t part = i ? new_node(family, number) : member->first;
        if (family->is_full)
            break;
        if (i) {
            put_before(family, part, member->last);
            put_before(family, member->end, part);
        }
        member->last = part;
        if (i < family->part_count)
            family->handed[i].part = part;
        struct icd_touched *from = i < family->part_count ? &family->parts[i] : &family->touched;
        family->nodes[part].touched = *from;
        *from = (struct icd_touched){.lists = {{.at = NULL}}};
        icd_touched_settle(&family->nodes[part].touched);
        family->nodes[part].turn = turn;
        family->nodes[part].is_over = true;
    }
}

/* Holds a part against what has run before and is none of its own. */
static void
compare(struct icd_order_family *family, uint32_t part)
{
    const struct node *own = &family->nodes[part];
    uint32_t turn = search(family, part);
    struct icd_conflict conflict;
    for (uint32_t i = 0; i < family->node_count; i++) {
        const struct node *other = &family->nodes[i];
        if (other->is_over && other->member != own->member && other->search != family->searches &&
            other->turn >= turn && icd_touched_conflict(&own->touched, &other->touched, &conflict))
            icd_order_tell(family->engine, family->members[own->member].name,
                           family->members[other->member].name, &conflict);
    }
}

static void
forget_parts(struct icd_order_family *family)
{
    for (uint32_t i = 0; i < family->part_count; i++)
        icd_touched_free(&family->parts[i]);
    icd_touched_free(&family->touched);
    family->part_count = 0;
}

void
icd_order_family_ended(void *launched, const char *kernel, uint64_t arguments)
{
    struct icd_order_family *family = ((struct icd_order_launch *)launched)->family;
    const struct enqueue_view view = view_of(family);
    int slot = enqueue_slot_of_arguments(&view, arguments);
    bool is_hosts = !family->turns;
    struct member *member = is_hosts || slot != ENQUEUE_NO_SLOT ? member_in(family, slot) : NULL;
    if (member && !family->is_full) {
        snprintf(member->name, sizeof member->name, "kernel %.64s", kernel);
        keep_parts(family, member);
        for (uint32_t i = 0; i < family->node_count && !family->is_full; i++)
            if (family->nodes[i].is_over && &family->members[family->nodes[i].member] == member)
                compare(family, i);
        join_new(family, &view);
    }
    forget_parts(family);
}

/* ---- what runs ---- */

void
icd_order_family_touch(struct icd_order_family *family, enum sim_touch how, uint64_t first,
                       uint64_t size)
{
    icd_touched_add(&family->touched, how, (struct icd_span){first, first + size});
}

bool
icd_order_family_ends_part(void *launched, uint64_t address, uint32_t size, const uint8_t *bytes)
{
    struct icd_order_family *family = ((struct icd_order_launch *)launched)->family;
    const struct enqueue_view view = view_of(family);
    family->pending = family->part_count < MOST_PARTS
                          ? enqueue_slot_of_store(&view, address, size, bytes)
                          : ENQUEUE_NO_SLOT;
    return family->pending != ENQUEUE_NO_SLOT;
}

void
icd_order_family_ended_part(void *launched)
{
    struct icd_order_family *family = ((struct icd_order_launch *)launched)->family;
    family->handed[family->part_count].slot = family->pending;
    family->parts[family->part_count++] = family->touched;
    family->touched = (struct icd_touched){.lists = {{.at = NULL}}};
}

/* ---- a launch ---- */

struct icd_order_family *
icd_order_family_new(struct icd_engine *engine, const struct enqueue_queue *queue,
                     struct sim_device *sim)
{
    struct icd_order_family *family = calloc(1, sizeof *family);
    if (!family)
        return NULL;
    family->engine = engine;
    family->queue = queue;
    family->sim = sim;
    const struct enqueue_view view = view_of(family);
    family->next = enqueue_count(&view);
    new_member(family, ENQUEUE_NO_SLOT);
    return family;
}

void
icd_order_family_free(struct icd_order_family *family)
{
    if (!family)
        return;
    forget_parts(family);
    for (uint32_t i = 0; i < family->node_count; i++) {
        icd_touched_free(&family->nodes[i].touched);
        free(family->nodes[i].before);
    }
    free(family->nodes);
    free(family->members);
    free(family);
}
