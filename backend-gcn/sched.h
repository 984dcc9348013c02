/* Inside of scheduling: sched_graph.c says what must come before what, sched.c chooses an order. */
#ifndef OCC_BACKEND_GCN_SCHED_H
#define OCC_BACKEND_GCN_SCHED_H

#include "backend-gcn/backend.h"
#include "backend-gcn/mir_effects.h"

struct sched_edge {
    uint32_t to, latency, next; /* next: edge index + 1 in the list of the same source */
};

/* A temp in a unit: how often it is used there; weight in registers. */
struct sched_temp {
    uint32_t temp, uses;
    uint8_t reg_class, weight;
    bool is_def, stays; /* stays: never dies (no_spill) */
};

/* An instruction with the pinned ones behind it: moves as one. */
struct sched_unit {
    struct mir_inst *first, *last;
    struct sched_temp *temps; /* each once */
    uint32_t temp_count;
    uint32_t defined[2];      /* weight of all definitions, by class */
    uint32_t mask;            /* lane mask that a vector instruction of it makes, or 0 */
    uint32_t edges;    /* first outgoing edge + 1, 0: none */
    uint32_t pending;  /* predecessors not yet placed */
    uint32_t height;   /* longest latency path to the region's end */
    uint32_t ready;    /* earliest slot without a stall */
    uint32_t slots;    /* issue slots it takes */
    bool is_vector;    /* p_create_vector */
};

/* A stretch of a block within which everything may move. */
struct sched_region {
    struct arena *arena;
    struct mir_function *function;
    struct sched_unit *units;
    uint32_t count;
    VEC(struct sched_edge) edges;
    uint32_t *def, *latency; /* by temp: unit + 1 that defines it, 0: none here; its latency.  Of the
                                whole function, all 0 between regions */
};

/* Fills region->edges, pending and height of the units. */
void sched_graph(struct sched_region *region);

#endif
