/* Command queues, commands and their events. */
#ifndef OCC_RUNTIME_ICD_QUEUE_H
#define OCC_RUNTIME_ICD_QUEUE_H

#include "runtime/icd/icd.h"

struct icd_callback;
struct icd_engine;
struct icd_ordered;

/* ---- queues and events ---- */

struct _cl_command_queue {
    struct icd_object object;
    struct _cl_context *context;
    struct icd_engine *engine;
    cl_queue_priority_khr priority; /* 0: none was asked for, as of this */
    cl_queue_throttle_khr throttle;
    void *lane; /* the driver's, of the engine's thread until the queue goes; NULL: none yet */
    cl_command_queue_properties flags;
    cl_uint bytes; /* of one on the device */
    struct icd_properties properties;
    /* Under the context's lock; references. */
    struct _cl_event
        *tail; /* in order: the last command; else the last barrier; NULL: it has ended */
    struct icd_ordered *ordered; /* what is known of the tail (order.h), a reference */
    struct _cl_event *pending;   /* commands that have not come to their end, by next_pending */
    bool has_fault;  /* a command has failed by itself, and no call that waits has told so yet */
    bool is_awaited; /* somebody waits until nothing is pending */
};

void icd_queue_release(struct _cl_command_queue *queue);

/* ---- queues on the device (device_queue.c) ---- */

enum {
    ICD_QUEUE_LEAST = 16 << 10,
    ICD_QUEUE_USUAL = 128 << 10,
    ICD_QUEUE_MOST = 8 << 20,
    ICD_QUEUE_EVENTS = 1024
};
/* Does the platform's version, and the device's driver, have them? */
bool icd_has_device_queues(const struct _cl_device_id *device);
/* Of the properties of any queue; size: 0: none was asked for. */
cl_int icd_device_queue_check(const struct _cl_device_id *device, cl_command_queue_properties flags,
                              cl_uint size);
/* The device's in its context, without a reference; NULL: none. */
struct _cl_command_queue *icd_device_queue_default(struct icd_engine *engine);
/* A new queue becomes that.  false: there is one. */
bool icd_device_queue_join(struct _cl_command_queue *queue, cl_uint size);
void icd_device_queue_leave(struct _cl_command_queue *queue);

/* What a command does.  Makers embed it as their first member. */
struct icd_work {
    /* The status with which the event ends: CL_COMPLETE or an error; CL_RUNNING: the driver has it under way;
     * CL_QUEUED: it cannot take it now, and nothing is done.  NULL: nothing is to be done. */
    cl_int (*run)(struct icd_work *work, struct icd_engine *engine);
    void (*free)(struct icd_work *work); /* lets go of all that it holds, and of itself */
    /* May it be run while commands that it waits for are under way on its engine (device.h, may_follow)?  A copy, a marker, a
     * launch. */
    enum icd_ahead { ICD_NEVER_AHEAD, ICD_COPIES_AHEAD, ICD_MARKS_AHEAD, ICD_LAUNCHES_AHEAD } ahead;
};

/* An event that waits for another one. */
struct icd_dependent {
    struct _cl_event *event;
    bool is_listed; /* it fails with it; else only its order asks for that */
    bool is_ahead;  /* it has gone ahead: the driver keeps the order */
};

struct _cl_event {
    struct icd_object object;
    struct _cl_context *context;
    struct _cl_command_queue *queue; /* NULL: a user event */
    cl_command_type type;
    /* Under the context's lock. */
    cl_int status;          /* as clGetEventInfo has it */
    cl_ulong times[5];      /* nanoseconds: queued, submitted, started, ended, with its children */
    unsigned blockers;      /* events that it waits for */
    cl_int failure;         /* one of them has failed: the status to end with */
    cl_int landing;         /* with which its command was over */
    bool is_awaited;        /* somebody waits for its end */
    bool is_unseen;         /* the program has no handle of it, and the call did not wait */
    unsigned waiters;       /* of those, who land its command themselves */
    bool is_wanted;         /* who does not wait for it is to hear of its end at once */
    bool is_over;           /* nothing of it is left to be done, of the engine's thread */
    atomic_bool is_decided; /* of a user event: its status has been set */
    struct icd_dependent *dependents;
    unsigned dependent_count, dependent_room;
    struct icd_dependent first_dependents[ICD_FEW]; /* if they are no more */
    struct icd_callback *callbacks;
    struct icd_work *work;
    struct icd_ordered *ordered; /* what is known of it (order.h), a reference; NULL: nobody asks */
    uint64_t begun;              /* by the engine's count of commands: when it was run last */
    void *flight; /* the driver's, of a command that is, or was, under way; NULL: it never was */
    struct _cl_event *
        *waits; /* those that it has gone ahead of, with references: the driver keeps the order */
    unsigned wait_count, wait_room;
    struct _cl_event *first_waits[ICD_FEW];
    struct _cl_event *next_ready, *next_pending;
    struct _cl_event *
        *pending_link; /* what points to it in the list of pending; NULL: it is in none */
};

/* A call of a clEnqueue function: where, and what it waits for. */
struct icd_enqueue {
    cl_command_queue queue;
    cl_command_type type;
    cl_uint wait_count;
    const cl_event *waits;
    cl_event *event; /* what the caller gets; may be NULL */
    bool is_blocking;
    bool is_barrier;    /* later commands wait for it */
    bool is_behind_all; /* it waits for all before it */
};

/* Are queue and events what they must be? */
cl_int icd_enqueue_check(const struct icd_enqueue *call);
/* Enqueues work, which is freed in any case, even after an error; NULL: a marker. */
cl_int icd_enqueue(const struct icd_enqueue *call, struct icd_work *work);
/* Makes an event whose wait is over one that its engine has.  Under the context's lock; the callbacks that
 * are due then are added to the list, which the caller runs without the lock. */
void icd_event_submit(struct _cl_event *event, struct icd_callback **due);
void icd_run_callbacks(struct icd_callback *due);
/* Ends the event.  Calls its callbacks; so not under the context's lock. */
void icd_event_end(struct _cl_event *event, cl_int status);
void icd_event_start(struct _cl_event *event);
/* Its kernel has ended, and what that has enqueued has not.  In the engine's thread. */
void icd_event_note_end(struct _cl_event *event);
/* Without a queue, command or status; NULL: no memory. */
struct _cl_event *icd_event_new(struct _cl_context *context);
/* It begins. */
void icd_event_queue(struct _cl_event *event);
/* Has the event a command that may be given to the GPU while the other one is under way there?  Under the lock. */
bool icd_event_may_follow(const struct _cl_event *event, const struct _cl_event *other);
/* Notes that it does so; false: no memory.  Under the lock. */
bool icd_event_follow(struct _cl_event *event, struct _cl_event *other);
/* The driver has the event's command under way, which `flight` says: those that may follow it go ahead.  As
 * icd_event_submit. */
void icd_event_hand_over(struct _cl_event *event, void *flight, struct icd_callback **due);
/* The command is over: the engine's thread ends the event with that status; CL_QUEUED: it never ran, and is run again.
 * is_helped: a thread that waits will look.  Under the context's lock. */
void icd_engine_land(struct icd_engine *engine, struct _cl_event *event, cl_int status,
                     bool is_helped);
/* What the driver could not take may be tried again.  Under the lock. */
void icd_engine_try_again(struct icd_engine *engine);
/* A thread of the program's that is about to enqueue the work may run it itself, if the engine is idle and that is soon
 * done: it has the turn then, until icd_engine_run_taken.  Under the lock, as these. */
bool icd_engine_take(struct icd_engine *engine, const struct icd_work *work, bool is_blocking);
void icd_engine_run_taken(struct icd_engine *engine, struct _cl_event *event);
/* Waits until the event has come to its end; NULL: all of the queue.  The queue of a user event is NULL. */
void icd_await(struct _cl_command_queue *queue, struct _cl_event *event);
/* Who does not wait for the event needs to hear of its end.  Under the lock. */
void icd_event_want(struct _cl_event *event);
void icd_event_release(struct _cl_event *event);
cl_ulong icd_clock(void);

#endif
