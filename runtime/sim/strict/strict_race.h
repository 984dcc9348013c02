/* Data races: who knows of which accesses (strict_order.c), what was accessed last (strict_race.c).
 *
 * Accesses are numbered for each wave, by what proves them done; 0: none.  Waves are numbered over all
 * launches of the device, from 1. */
#ifndef OCC_RUNTIME_SIM_STRICT_STRICT_RACE_H
#define OCC_RUNTIME_SIM_STRICT_STRICT_RACE_H

#include "runtime/sim/exec/unit.h"

/* What counts an access: the memory that it touched and, of the LDS, the instruction. */
enum order_kind { ORDER_GLOBAL, ORDER_LDS, ORDER_FLAT, ORDER_DMA, ORDER_KINDS };

/* How far orders that the program gives a scope reach: other waves of the group, other groups. */
enum order_reach { ORDER_GROUP, ORDER_DEVICE, ORDER_REACHES };

/* Accesses of a wave up to these numbers. */
struct order_span {
    uint32_t up_to[ORDER_KINDS];
};

/* Where a wave stands when it issues an access. */
struct order_point {
    uint32_t number,
        done; /* of ORDER_GLOBAL: the access itself (0: a collective function's), what is proved done */
    struct order_span issued;
    uint64_t lanes;                                        /* that make it */
    uint32_t fences[ORDER_REACHES];                        /* order_fence.acquired, then */
    bool releases[ORDER_REACHES], acquires[ORDER_REACHES]; /* as the program says it */
};

/* What is known of a wave: to all, when its own waits proved it; to its work-group, which shares one
 * compute unit, as soon as it was issued. */
struct order_entry {
    uint32_t wave;
    uint32_t done; /* of ORDER_GLOBAL */
    struct order_span issued;
    /* Of some lanes more is, where the program's orders count: each releases what it did itself, or knows of others. */
    uint32_t lanes_done;
    uint64_t lanes;
};

/* By ascending wave. */
struct order_clock {
    VEC(struct order_entry) entries;
    bool all; /* too many: everything so far is known */
};

/* What the last fence that reaches so far has released, and what accesses that do not acquire have found, for the next. */
struct order_fence {
    struct order_span issued; /* of the wave itself */
    uint32_t together;        /* order_wave.together, then */
    uint64_t lanes;           /* that came to it, or to one before */
    struct order_clock released, found;
    uint32_t found_number;
    uint64_t finders;  /* lanes that have found it */
    uint32_t acquired; /* so many fences that acquire */
};

/* A wave's knowledge. */
struct order_wave {
    uint32_t number, first_mate;            /* first_mate: of the work-group's first wave */
    struct order_span mates[SIM_MAX_WAVES]; /* issued: enough within the work-group */
    uint32_t mates_done[SIM_MAX_WAVES];     /* of ORDER_GLOBAL, by the waits of the mate itself */
    struct order_clock known; /* of other work-groups' accesses, for stores and loads past the L1 */
    struct order_clock loaded; /* for loads that the L1 may serve: since the last buffer_wbinvl1 */
    struct order_clock coming; /* what loads in flight will tell */
    uint32_t coming_number;    /* of ORDER_GLOBAL: the last of them */
    bool is_fresh;             /* known and loaded are the same */
    bool is_marked, orders[2]; /* the barrier that follows orders global memory, LDS */
    bool collects; /* a collective function runs, which orders nothing of the program's */
    bool releases[ORDER_REACHES], acquires[ORDER_REACHES]; /* what its atomic accesses do now */
    struct order_fence fences[ORDER_REACHES];
    /* Lanes that have acquired since the last barrier, which know all that is known (all where the program has no
     * scopes); the others know this of other groups, and of the mates. */
    uint64_t acquirers;
    struct order_clock shared;
    struct order_span mates_shared[SIM_MAX_WAVES];
    uint32_t
        together; /* of ORDER_GLOBAL: up to it all lanes know of each other's accesses, by a barrier or an acquire */
};

/* Of the running dispatch. */
struct sim_order;
/* Of the device: waves since it was made. */
struct race_device {
    struct sim_order *order;
    uint32_t waves;
};

static inline struct race_device *
race_of(const struct sim_device *device)
{
    return device->observed[OBSERVER_race];
}

static inline struct order_wave *
order_of(const struct sim_wave *wave)
{
    return wave->observed[OBSERVER_race];
}

/* Has the lane learned of that access of a wave of its group? */
static inline bool
order_knows_mate(const struct order_wave *own, int lane, uint32_t mate, enum order_kind kind,
                 uint32_t number)
{
    return own->mates[mate].up_to[kind] >= number &&
           (lane < 0 || own->acquirers >> lane & 1 ||
            own->mates_shared[mate].up_to[kind] >= number);
}

/* May a store of what is there already race, too? */
static inline bool
race_minds_same(const struct sim_device *device)
{
    const struct sim_kernel *kernel = device->kernel;
    bool asks = kernel && kernel->object && kernel->object->asks & SIM_ASKS_RACE;
    return device->options.same_value_races || (asks && !device->options.benign);
}

/* Does the program say how far its orders reach? */
static inline bool
race_has_scopes(const struct sim_device *device)
{
    const struct sim_kernel *kernel = device->kernel;
    return kernel && kernel->object && kernel->object->has_scopes;
}

void order_begin_dispatch(struct sim_device *device, struct arena *arena);
/* The dispatch begins anew, with its first work-group: nothing is known of what it did before. */
void order_begin_again(struct sim_device *device);
/* Does it with this work-group, since all schedules are tried? */
static inline bool
order_is_again(const struct sim_group *group)
{
    const uint32_t *id = group->id;
    return group->device->options.schedule == SIM_SCHEDULE_ALL && !(id[0] | id[1] | id[2]);
}

void order_begin_wave(struct sim_wave *wave);
enum { ORDER_ANY_LANE = -1 };
/* Is the access, of a lane, known to the wave whose lane `own` is about to make one itself?  cached: by a load that
 * the L1 may serve. */
bool order_knows(const struct sim_wave *wave, int own, uint32_t other, int lane,
                 enum order_kind kind, uint32_t number, bool cached);
/* The number of the wave's next access of that kind. */
uint32_t order_next(struct sim_wave *wave, enum order_kind kind);
/* Has any atomic access taken effect? */
bool order_has_told(const struct sim_device *device);
struct order_point order_point(struct sim_wave *wave);
/* An atomic store (joins: read-modify-write) takes effect at the address, of the LDS one within it. */
void order_release(struct sim_wave *wave, const struct order_point *point, bool lds,
                   uint64_t address, bool joins);
/* An atomic load or read-modify-write read it. */
void order_acquire(struct sim_wave *wave, const struct order_point *point, bool lds,
                   uint64_t address);
/* The same, from what is known of the store itself: by wave `other`, when it had waited for its accesses
 * up to `done`. */
void order_acquire_from(struct sim_wave *wave, const struct order_point *point, uint32_t other,
                        uint32_t done);
/* The wave has come to a fence, or to atomic operations with an order. */
void order_meet(struct sim_wave *wave, const struct sim_check *check);
void order_wait(struct sim_wave *wave);
void order_invalidate(struct sim_group *group);
/* The program says which memories the wave's next barrier orders; else both. */
void order_mark(struct sim_wave *wave, bool global, bool local);
void order_barrier(struct sim_group *group);
/* Which work-group of the grid, and which of its waves, has the number. */
void order_find(const struct sim_device *device, uint32_t number, uint64_t *group, unsigned *wave);

/* ---- strict_race.c ---- */

/* Does the device look for races? */
bool race_is_wanted(const struct sim_device *device);
/* The last store to a dword of global memory that changed it, or to one of its bytes where they are told
 * apart. */
struct race_store {
    uint32_t wave, number; /* of ORDER_GLOBAL; wave 0: there is none */
    unsigned byte;         /* of the dword: the first that it changed */
    bool of_byte;          /* others may have changed its other bytes */
    uint64_t offset;       /* of the instruction in the code */
};
/* Was anything stored to the allocation that the address is in? */
bool race_has_stores(struct sim_wave *wave, uint64_t address);
struct race_store race_last_store(struct sim_wave *wave, uint64_t address);
/* All waves of the group are at the barrier; settles: it orders all their accesses to the LDS. */
void race_barrier(struct sim_group *group, bool settles);

#endif
