/* Inside of scheduling: sched_graph.c says what must come before what, sched_pressure.c what fits
 * into the registers, sched.c chooses an order. */
#ifndef OCC_BACKEND_GCN_REGS_SCHED_H
#define OCC_BACKEND_GCN_REGS_SCHED_H

#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_effects.h"

struct sched_edge {
    uint32_t to, latency, next; /* next: edge index + 1 in the list of the same source */
};

/* A temp in a unit: how often it is used there; weight in registers. */
struct sched_temp {
    uint32_t temp, uses, unit;
    uint8_t reg_class, weight;
    bool is_def, stays;                 /* stays: never dies (no_spill), or not in the region */
    struct sched_temp *earlier, *later; /* uses of the temp by units not yet placed */
};

/* An instruction with the no_reorder ones after it: they move as one. */
struct sched_unit {
    struct mir_inst *first, *last;
    struct sched_temp *temps; /* each once */
    uint32_t temp_count;
    uint32_t mask;    /* lane mask that a vector instruction of it makes, or 0 */
    uint32_t edges;   /* first outgoing edge + 1, 0: none */
    uint32_t pending; /* predecessors not yet placed */
    uint32_t height;  /* longest latency path to the region's end */
    uint32_t wait;    /* slots of the longest way in which nothing of it can be issued: loads */
    uint32_t ready;   /* earliest slot without a stall */
    uint32_t slots;   /* issue slots it takes */
    uint32_t priced;  /* units placed + 1 when its price was found */
    int32_t price;    /* in registers, of being the next */
    bool is_vector;   /* p_create_vector, p_split_vector */
    bool is_placed;
    bool is_of_next; /* a load whose result the next iteration of a loop uses */
    bool waits;      /* for a load of the region */
    bool takes_load; /* the result of one */
};

/* Who has accessed a piece of memory so far: later accesses only have to follow the last write and
 * the reads since. */
struct sched_memory {
    uint32_t writer; /* unit + 1, 0: none */
    bool stores;     /* the writer really writes, as opposed to only keeping its position */
    VEC(uint32_t) readers;
};

/* A stretch of a block within which everything may move. */
struct sched_region {
    struct arena *arena;
    struct mir_function *function;
    struct sched_unit *units;
    uint32_t count;
    VEC(struct sched_edge) edges;
    struct sched_temp **last_use; /* by temp: the last unit not yet placed, NULL: none; of the whole
                                     function, all NULL between regions */
    uint32_t *def, *latency; /* by temp: unit + 1 that defines it, 0: none here; its latency.  Of
                                the whole function, all 0 between regions */
    const uint32_t *
        phi_of; /* by temp: the phi of a loop's header that has it in the next iteration, or which it is;
                               0: none */
    struct sched_memory
        *slots[2]; /* by class: spill slots of the function, empty between regions */
};

/* One that keeps a wave waiting for long. */
bool sched_is_load(const struct mir_inst *inst);
/* Fills region->edges, pending and height of the units. */
void sched_graph(struct sched_region *region);

/* sched_pressure.c */
struct sched_pressure {
    struct sched_region *region;
    uint32_t now[2], limit[2]; /* by class */
    uint32_t first, size;      /* first unit not yet placed; leaves of the trees */
    bool tight[2];             /* something may not fit: there is a tree */
    int32_t *most[2], *plus[2];
};
/* now and limit must be set; uses: temp -> its uses in the block from here on, from which those of
 * the region are subtracted; out: what is live after the block. */
void sched_pressure_begin(struct sched_pressure *pressure, struct sched_region *region,
                          uint32_t *uses, const struct bitset *out);
/* VGPRs that live on after the unit, less those before it, if it goes next. */
int32_t sched_pressure_change(const struct sched_pressure *pressure, const struct sched_unit *unit);
/* May the unit go next, the others following in source order? */
bool sched_pressure_fits(const struct sched_pressure *pressure, uint32_t unit);
/* The unit has been placed; the block is done. */
void sched_pressure_issue(struct sched_pressure *pressure, uint32_t unit);
void sched_pressure_end(struct sched_pressure *pressure);

#endif
