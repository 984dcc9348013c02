/* Compute units when several run at once: the caches of each, and the memory operations in flight.
 * The memory system is that of AMDGPUUsage, "Memory Model", GFX6-GFX9. */
#ifndef OCC_RUNTIME_SIM_EXEC_UNIT_H
#define OCC_RUNTIME_SIM_EXEC_UNIT_H

#include "runtime/sim/exec/vmem.h"

enum { UNIT_LINES = 256, UNIT_FLIGHTS = 64 };

/* A line of a cache, as memory was when it was read. */
struct unit_line {
    uint64_t tag; /* address / VMEM_LINE + 1; 0: none */
    uint8_t bytes[VMEM_LINE], shadow[VMEM_LINE];
};

/* Direct mapped. */
struct unit_cache {
    struct unit_line lines[UNIT_LINES];
    bool is_used; /* since it was emptied */
};

/* What a lane of an instruction in flight is to do. */
struct flight_lane {
    uint64_t address; /* of the LDS: its byte */
    uint8_t lane, space;
    bool second;               /* DS: the second of two addresses */
    struct vmem_packet packet; /* what it stores, or an atomic's operands */
};

/* A memory instruction that is issued and not yet performed. */
struct sim_flight {
    struct sim_flight *next; /* issued later by the same unit */
    struct sim_wave *wave;
    const struct sim_op *op;
    uint8_t kind; /* enum sim_pending_kind, and its number among those of the wave */
    uint32_t seq;
    int result;     /* first register, -1: none */
    bool is_scalar; /* a scalar load, whose registers are SGPRs */
    unsigned result_dwords;
    bool has_lds;    /* some lane of it went there */
    unsigned age;    /* turns of the unit */
    uint64_t filter; /* a bit for each line, by hash: two flights without a common one share none */
    unsigned count;
    uint64_t noted[6]; /* by an observer when it was issued */
    struct flight_lane lanes[2 * SIM_LANES];
};

struct sim_unit {
    struct sim_device *device;
    struct arena *arena; /* of the launch */
    struct unit_cache vector, scalar;
    struct sim_flight *first, *free; /* in the order of issue */
    struct sim_flight *taking_off;   /* of the instruction under way */
    unsigned count;
    /* Where all schedules are run: one of `count` ways to go on, from 0; else NULL. */
    unsigned (*decide)(struct sim_device *device, unsigned count);
    bool loads_at_once; /* loads sample memory when they are issued, if nothing holds them */
};

/* ---- unit.c: caches ---- */

/* Empties both caches. */
void unit_begin(struct sim_unit *unit);
/* Takes the bytes from lines that the cache holds; false: it lacks one of them. */
bool unit_cached(struct sim_unit *unit, struct unit_cache *cache, uint64_t address, unsigned size,
                 uint8_t *bytes, uint8_t *shadow);
/* Reads the lines of the bytes from memory. */
void unit_fill(struct sim_unit *unit, struct unit_cache *cache, uint64_t address, unsigned size);
/* Drops them. */
void unit_evict(struct unit_cache *cache, uint64_t address, unsigned size);
void unit_invalidate(struct unit_cache *cache);

/* ---- smem.c ---- */

/* The scalar load reads memory and writes its registers. */
void smem_perform(struct sim_wave *wave, const struct sim_op *op, unsigned result,
                  uint64_t address);

/* ---- flight.c ---- */

/* A lane's access, whose bounds have been checked, joins the flight of its instruction.  The packet
 * is that of a store or an atomic. */
void flight_add(const struct vmem_access *access, const struct vmem_packet *packet, int result,
                unsigned result_dwords);
/* The same of a DS instruction; at: the byte of the LDS. */
void flight_add_lds(struct sim_wave *wave, const struct sim_op *op, unsigned lane, uint32_t at,
                    bool second, const struct vmem_packet *packet, int result,
                    unsigned result_dwords);
/* The same of a scalar load, of the bytes from there on. */
void flight_add_scalar(struct sim_wave *wave, const struct sim_op *op, uint64_t address,
                       unsigned result, unsigned result_dwords);
/* Performs what is to write these registers, for a load that has its result already. */
void flight_await_registers(struct sim_wave *wave, bool is_scalar, unsigned first, unsigned count);
/* The instruction is issued: its flight, if it has one, takes off.  Called before
 * counter_issue. */
void flight_issue(struct sim_wave *wave, enum sim_pending_kind kind);
/* Performs what the wave has waited for. */
void flight_wait(struct sim_wave *wave);
/* Would the wait perform something? */
bool flight_is_awaited(const struct sim_wave *wave, const struct sim_op *op);
/* Of two flights of a unit, must the later one be performed later? */
bool flight_must_follow(const struct sim_flight *flight, const struct sim_flight *earlier);
/* May it be performed before all that were issued before it? */
bool flight_is_free(const struct sim_unit *unit, const struct sim_flight *flight);
void flight_perform(struct sim_unit *unit, struct sim_flight *flight);
/* Forgets them. */
void flight_drop(struct sim_unit *unit);
/* Performs those of a work-group, or all (NULL), in order. */
void flight_settle(struct sim_unit *unit, const struct sim_group *group);
/* Before an access that takes no flight, such as one of an image: all that the unit has in flight is
 * performed; what it writes leaves the caches. */
void flight_make_way(struct sim_wave *wave, bool write);

#endif
