/* OCC_ICD_CHECK=all: commands that touch the same bytes, of which nothing puts one first (order.c). */
#ifndef OCC_RUNTIME_ICD_ORDER_H
#define OCC_RUNTIME_ICD_ORDER_H

#include "runtime/icd/icd.h"
#include "runtime/sim/sim.h"

struct icd_engine;
struct icd_enqueue;
struct icd_launch;
struct icd_order;
struct icd_ordered; /* what is known of a command, of a user event, of bytes that are mapped */
struct icd_side;
struct _cl_context;
struct _cl_event;
struct _cl_mem;

/* Begins to look, if that is asked for; false: no memory. */
bool icd_order_begin(struct _cl_context *context);
void icd_order_free(struct icd_order *order); /* NULL is allowed */
/* A new one: its commands may be without an order. */
void icd_order_queue(const struct _cl_command_queue *queue);

/* ---- under the context's lock ---- */

/* The event, which has all that it waits for in the call, joins its queue; call NULL: it is a user's. */
void icd_order_join(struct _cl_event *event, const struct icd_enqueue *call);
/* The host knows of its end, which comes before all that it enqueues from now on; or of all of the queue's. */
void icd_order_seen(const struct _cl_event *event);
void icd_order_seen_all(const struct _cl_command_queue *queue);
/* The host decides the status of a user event: what it has seen comes before that. */
void icd_order_decide(const struct _cl_event *event);
/* Lets go of what an event or a queue holds; NULL is allowed. */
void icd_order_release(struct icd_ordered *ordered);

/* ---- not under it ---- */

/* The event's command comes to its end: it is held against the others. */
void icd_order_end(struct _cl_event *event, cl_int status);

/* In the engine's turn, of the command that it runs.  It touches those bytes: of the memory or, NULL, of the host. */
void icd_order_touch(struct icd_engine *engine, struct _cl_mem *memory, const uint8_t *at,
                     size_t size, enum sim_touch how);
void icd_order_move(struct icd_engine *engine, const struct icd_side *to,
                    const struct icd_side *from, const size_t size[3]);
/* It maps them: they are the host's when it has ended, until they are unmapped. */
void icd_order_map(struct icd_engine *engine, struct _cl_mem *memory, const uint8_t *at,
                   size_t size, bool changes);
void icd_order_unmap(struct icd_engine *engine, struct _cl_mem *memory, const uint8_t *at);

/* A launch by the simulator, which tells what it touches by a sim_touched_fn. */
struct icd_order_launch {
    struct icd_engine *engine;
    const struct icd_launch *launch;
    struct icd_order_family *family; /* NULL: it enqueues nothing, or nobody asks */
};
void icd_order_name(const struct icd_order_launch *launched);
void icd_order_touched(void *launched, enum sim_touch how, const uint8_t *bytes, uint64_t size);

/* ---- sim/order_family.c: a launch with the kernels that it enqueues, which are held against each other ---- */

struct enqueue_queue;
struct icd_conflict;

/* NULL: no memory.  The queue on the device is one of the simulator's. */
struct icd_order_family *icd_order_family_new(struct icd_engine *engine,
                                              const struct enqueue_queue *queue,
                                              struct sim_device *sim);
void icd_order_family_free(struct icd_order_family *family); /* NULL is allowed */
/* Of what runs: it touches those bytes, from that number on. */
void icd_order_family_touch(struct icd_order_family *family, enum sim_touch how, uint64_t first,
                            uint64_t size);
/* As in struct sim_touched; data: struct icd_order_launch. */
void icd_order_family_ended(void *launched, const char *kernel, uint64_t arguments);
bool icd_order_family_ends_part(void *launched, uint64_t address, uint32_t size,
                                const uint8_t *bytes);
void icd_order_family_ended_part(void *launched);
/* Two kernels of a family, by name, are without an order: it is told, once. */
void icd_order_tell(struct icd_engine *engine, const char *one, const char *other,
                    const struct icd_conflict *conflict);

#endif
