/* From a launch to waves that execute. */
#ifndef OCC_RUNTIME_SIM_DISPATCH_DISPATCH_H
#define OCC_RUNTIME_SIM_DISPATCH_DISPATCH_H

#include "runtime/sim/exec/exec.h"

enum {
    SIM_SIMDS = 4, /* of a compute unit */
    SIM_UNITS = 4, /* compute units that work-groups run on together */
};

/* Of a local argument, where only a packet is known. */
#define SIM_SIZE_UNKNOWN UINT64_MAX

/* ---- queue.c: the host's side of the queue ---- */

void queue_create(struct sim_device *device);
/* Forgets packets that a launch has left which did not end well. */
void queue_discard(struct sim_device *device);
/* Makes room for packets of kernels, where there is a queue. */
void queue_enlarge(struct sim_device *device);
/* Writes a packet into the ring and signals the doorbell. */
void queue_submit(struct sim_device *device, const union aql_packet *packet);
/* The index after the last packet that the doorbell tells the packet processor of. */
uint64_t queue_end(struct sim_device *device);
/* Copies a packet and frees its slot, whose other contents stay for the kernel at *address; the
 * packet's header. */
uint16_t queue_take(struct sim_device *device, uint64_t id, union aql_packet *packet,
                    uint64_t *address);

/* ---- aql.c ---- */

/* Takes packets until none is left. */
void aql_process(struct sim_device *device);

/* ---- wave.c ---- */

/* Registers and state at the entry; size: of the work-group. */
void wave_start(struct sim_wave *wave, const struct sim_dispatch *dispatch, const uint32_t size[3]);
/* The loop for any set of observers; what those of one set (sets/) share with it. */
sim_run_fn wave_run;
/* A turn begins, which may be beyond the limit of time; it ends. */
void wave_look_at_clock(struct sim_wave *wave);
void wave_end_turn(struct sim_wave *wave);
/* The launch ends here: so many instructions, or seconds, are enough. */
_Noreturn void wave_stop_at_limit(struct sim_wave *wave, const struct sim_op *op);

/* Counts an instruction that is to be executed. */
static inline void
wave_count(struct sim_wave *wave, const struct sim_op *op)
{
    struct sim_stats *stats = &wave->device->stats;
    stats->instructions++;
    stats->by_class[op->sim_class]++;
    if (op->sim_class == SIM_CLASS_VALU)
        stats->lane_ops += (uint64_t)__builtin_popcountll(sim_exec(wave));
    uint64_t limit = wave->device->options.max_instructions;
    if (limit && stats->instructions > limit)
        wave_stop_at_limit(wave, op);
}

/* Tests take instructions away; MODE.vskip leaves vector instructions out. */
bool wave_leaves_out(const struct sim_wave *wave, const struct sim_op *op);
/* V# of the scratch of the whole queue: swizzled, dword elements, 64 lanes, lane id added. */
void wave_scratch_descriptor(const struct sim_device *device, uint32_t words[4]);
/* The time that limits a launch starts. */
void wave_begin_clock(struct sim_device *device);

/* ---- schedule.c ---- */

/* Runs all work-groups. */
void schedule_dispatch(struct sim_device *device, const struct sim_dispatch *dispatch);

/* ---- barrier.c ---- */

/* Every wave waits or has ended: lets those that wait go on, unless it is a fault. */
void barrier_complete(struct sim_group *group);
bool barrier_is_awaited(const struct sim_group *group);
/* Which waves wait where, which have ended, which run. */
void barrier_describe(const struct sim_group *group, struct strbuf *text);

#endif
