/* The core executes, observers hear of it (event.def).  Each observer has a row in observer.def, a file,
 * and state of its own; none changes what is executed: it tells a fault, a warning, a line, or moves
 * a wave's clock. */
#ifndef OCC_RUNTIME_SIM_OBSERVER_H
#define OCC_RUNTIME_SIM_OBSERVER_H

#include "runtime/sim/sim.h"

enum { SIM_LANES = 64 };

struct sim_block;
struct sim_check;
struct sim_dispatch;
struct sim_flight;
struct sim_group;
struct sim_op;
struct sim_region;

/* What is outstanding, by the order in which it returns. */
enum sim_pending_kind {
    PENDING_VM,      /* vector memory, LDS-DMA too */
    PENDING_SAMPLE,  /* the same with a sampler; counter_issue makes it of PENDING_VM: counted in
                       one order, registers written in any */
    PENDING_FLAT_VM, /* the same of FLAT, all of whose lanes went to memory; made likewise */
    PENDING_LDS,
    PENDING_GDS,
    PENDING_SMEM,
    PENDING_MESSAGE,
    PENDING_FLAT,     /* a lane of it went to LDS */
    PENDING_FLAT_LDS, /* in flight alone: of such a one, the lanes that went to LDS; counted with it, */
    PENDING_FLAT_MEMORY, /* and those that went to memory */
    PENDING_EXP,         /* a store of GFX6 that is still to read its data */
    PENDING_EXP_GDS,     /* GDS that is still to read its operands and EXEC */
};

/* OBSERVER_NAME: where the state of that one is; its bit in a set. */
enum {
#define OBSERVER(name, what) OBSERVER_##name,
#include "runtime/sim/observer.def"
#undef OBSERVER
    SIM_OBSERVERS
};
_Static_assert(SIM_OBSERVERS <= 32, "a set is a word");
#define OBSERVER_BIT(name) (UINT32_C(1) << OBSERVER_##name)

struct sim_observer {
    const char *name;
    /* What device->counted[] has of it, for --stats; NULL: nothing, and nobody can ask for it by name. */
    const char *counted;
    uint32_t needs;   /* OBSERVER_BIT of those that it asks */
    bool tells_races; /* where it is wanted, accesses that nothing orders are faults */
    bool moves_clock; /* else the core counts the same for each instruction */
    bool one_core;    /* a dispatch that it hears runs on one core of the host */
    /* Bytes of its state, zeroed: wave->observed[], when a dispatch begins; device->observed[], once.  What it
     * keeps of a work-group or a region it makes itself when it first needs it, in their observed[]. */
    size_t wave_size, device_size;
    /* Do the options of the device, and the launch that begins, ask for it? */
    bool (*is_wanted)(const struct sim_device *device);
    /* May it want to hear each lane of a load or store by itself?  NULL: never. */
    bool (*refuses)(const struct sim_wave *wave, const struct sim_op *op, bool lds);
    /* The events, those that it does not hear NULL. */
#define SIM_EVENT(name, parameters) void(*name) parameters;
#include "runtime/sim/event.def"
#undef SIM_EVENT
};

/* Who hears what, each list up to its first NULL. */
struct sim_heard {
    bool (*refuses[SIM_OBSERVERS + 1])(const struct sim_wave *wave, const struct sim_op *op,
                                       bool lds);
#define SIM_EVENT(name, parameters) void(*name[SIM_OBSERVERS + 1]) parameters;
#include "runtime/sim/event.def"
#undef SIM_EVENT
};

/* The loop of a wave for one set of observers: executes up to so many instructions, fewer if the wave ends
 * or waits at the barrier. */
typedef void sim_run_fn(struct sim_wave *wave, unsigned most);

struct sim_instance {
    uint32_t set; /* OBSERVER_BIT(name) of each */
    sim_run_fn *run;
};

/* What a device is put together from, above the core. */
struct sim_parts {
    const struct sim_observer *const *observers; /* by OBSERVER_NAME; NULL: it is left out */
    const struct sim_instance *instances;
    size_t instance_count;
};

/* Tells all that hear it of an event, with the arguments that event.def has. */
#define OBSERVE(device, event, ...)                                                                \
    do {                                                                                           \
        const struct sim_heard *heard_ = &(device)->heard;                                         \
        for (unsigned i_ = 0; heard_->event[i_]; i_++)                                             \
            heard_->event[i_](__VA_ARGS__);                                                        \
    } while (0)
/* From now on, at least to the end of the dispatch, the function hears the event, too. */
#define SIM_JOIN(device, event, function)                                                          \
    do {                                                                                           \
        unsigned i_ = 0;                                                                           \
        while ((device)->heard.event[i_] && (device)->heard.event[i_] != (function))               \
            i_++;                                                                                  \
        (device)->heard.event[i_] = (function);                                                    \
    } while (0)
#define SIM_IS_HEARD(device, event) ((device)->heard.event[0] != NULL)
/* Would one of them hear each lane of a load or store by itself? */
#define SIM_IS_REFUSED(wave, op, lds)                                                              \
    (SIM_IS_HEARD((wave)->device, refuses) && sim_is_refused(wave, op, lds))

/* ---- device/observer.c ---- */

/* Everything of a device that no target decides; sim_device_new gives it its parts.  NULL: out of
 * memory. */
struct sim_device *device_new(const struct sim_options *options, const struct sim_parts *parts);
/* A launch begins, whose device->strict and the like are known: chooses who hears it, and the loop. */
void observers_choose(struct sim_device *device, sim_run_fn *general);
/* The same within a launch, whose next dispatch is of another kernel, that may ask for others. */
void observers_change(struct sim_device *device, sim_run_fn *general);
/* Is one of them of the kind that wants one core? */
bool observers_want_one_core(const struct sim_device *device);
/* The state of each for a wave. */
void observers_make_wave(struct sim_wave *wave, struct arena *arena);
/* Does the device check all that it can?  When it is wanted, of most checks. */
bool sim_is_strict(const struct sim_device *device);
/* Asked by SIM_IS_REFUSED. */
bool sim_is_refused(const struct sim_wave *wave, const struct sim_op *op, bool lds);

#endif
