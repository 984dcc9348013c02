/* Waves: initial registers from the descriptor, the fetch and execute loop.  Initial state:
 * AMDGPUUsage, "Initial Kernel Execution State". */
#include "runtime/sim/exec/block.h"
#include "runtime/sim/dispatch/dispatch.h"
#include "support/number.h"

#include <stdio.h>
#include <time.h>

enum {
    MAX_USER_SGPRS = 16,
    TURNS_PER_LOOK = 256, /* at the clock: some milliseconds */
};

/* ---- initial state ---- */

struct setup {
    struct sim_wave *wave;
    unsigned next; /* SGPR */
    unsigned limit;
};

static void
push(struct setup *setup, uint32_t value)
{
    if (setup->next < setup->limit && setup->next < 104) {
        setup->wave->sgpr[setup->next] = value;
        setup->wave->sgpr_shadow[setup->next] = 0;
        OBSERVE(setup->wave->device, initial, setup->wave, setup->next);
    }
    setup->next++;
}

static void
push64(struct setup *setup, uint64_t value)
{
    push(setup, (uint32_t)value);
    push(setup, (uint32_t)(value >> 32));
}

void
wave_scratch_descriptor(const struct sim_device *device, uint32_t words[4])
{
    words[0] = (uint32_t)device->scratch_address;
    words[1] = ((uint32_t)(device->scratch_address >> 32) & 0xFFFF) | 1u << 31;
    words[2] = (uint32_t)device->scratch_size;
    words[3] = 1u << 23 | 3u << 21 | 1u << 19;
}

static void
push_scratch_buffer(struct setup *setup, const struct sim_device *device)
{
    uint32_t words[4];
    wave_scratch_descriptor(device, words);
    for (unsigned i = 0; i < 4; i++)
        push(setup, words[i]);
}

static void
setup_user_sgprs(struct setup *setup, const struct sim_device *device,
                 const struct sim_dispatch *dispatch)
{
    uint32_t properties = dispatch->properties;
    uint32_t private_size = setup->wave->scratch_size;
    unsigned counted = dispatch->rsrc2 >> 1 & 31;
    setup->limit = counted;
    if (counted > MAX_USER_SGPRS)
        sim_error(setup->wave->device, "kernel %s counts %u user SGPRs: at most %u are set",
                  device->kernel->name, counted, MAX_USER_SGPRS);
    if (properties & KERNEL_PRIVATE_SEGMENT_BUFFER)
        push_scratch_buffer(setup, device);
    if (properties & KERNEL_DISPATCH_PTR)
        push64(setup, dispatch->packet_address);
    if (properties & KERNEL_QUEUE_PTR)
        push64(setup, device->queue_address);
    if (properties & KERNEL_KERNARG_SEGMENT_PTR)
        push64(setup, dispatch->packet.kernarg_address);
    if (properties & KERNEL_DISPATCH_ID)
        push64(setup, dispatch->dispatch_id);
    if (properties & KERNEL_FLAT_SCRATCH_INIT) {
        if (device->target->flat_scratch_is_address) {
            push64(setup, device->scratch_address);
        } else {
            push(setup, 0); /* offset from the queue's scratch */
            push(setup, private_size);
        }
    }
    if (properties & KERNEL_PRIVATE_SEGMENT_SIZE)
        push(setup, private_size);
    /* The packet processor knows no work-group counts: their places stay undefined. */
    for (unsigned d = 0; d < 3; d++)
        setup->next += properties & (uint32_t)KERNEL_GRID_WORKGROUP_COUNT_X << d &&
                       !(properties & KERNEL_WAVEFRONT_SIZE32);
    if (setup->next > counted && device->strict)
        sim_error(setup->wave->device, "kernel %s enables %u user SGPRs but counts %u",
                  device->kernel->name, setup->next, counted);
    /* System SGPRs follow the count of the descriptor, whatever was enabled. */
    setup->next = counted;
    setup->limit = 104;
}

static void
setup_sgprs(struct sim_wave *wave, const struct sim_dispatch *dispatch)
{
    struct setup setup = {.wave = wave};
    setup_user_sgprs(&setup, wave->device, dispatch);
    for (unsigned d = 0; d < 3; d++)
        if (dispatch->rsrc2 >> (7 + d) & 1)
            push(&setup, wave->group->id[d]);
    if (dispatch->rsrc2 >> 10 & 1)
        push(&setup, (uint32_t)(wave->index == 0) << 31 | wave->group->wave_count);
    if (dispatch->rsrc2 & 1)
        push(&setup, (uint32_t)(wave->scratch_base - wave->device->scratch_address));
}

/* Work-item ids; a work-group at the edge of the grid is smaller. */
static void
setup_vgprs(struct sim_wave *wave, const struct sim_dispatch *dispatch, const uint32_t size[3])
{
    unsigned count = dispatch->rsrc2 >> 11 & 3;
    bool packed = wave->device->target->packed_workitem_ids;
    uint64_t items = (uint64_t)size[0] * size[1] * size[2];
    for (unsigned lane = 0; lane < SIM_LANES; lane++) {
        uint64_t item = (uint64_t)wave->index * SIM_LANES + lane;
        if (item >= items)
            continue;
        uint32_t id[3] = {(uint32_t)(item % size[0]), (uint32_t)(item / size[0] % size[1]),
                          (uint32_t)(item / ((uint64_t)size[0] * size[1]))};
        wave->lanes |= UINT64_C(1) << lane;
        uint32_t together = 0; /* LLVM masks x only where y is asked for, too: else that is 0 */
        for (unsigned d = 0; d <= count && d < 3; d++) {
            together |= id[d] << 10 * d;
            if (!packed && d < wave->vgprs)
                sim_set_lane(wave, d, lane, id[d], 0);
        }
        if (packed)
            sim_set_lane(wave, 0, lane, together, 0);
    }
    sim_set64(wave, GCN_EXEC_LO, wave->lanes, 0);
}

static void
reset_vgprs(struct sim_wave *wave, unsigned first, unsigned count)
{
    memset(wave->v[first], 0xCD, count * sizeof *wave->v);
    if (!wave->device->strict)
        return;
    memset(wave->v_shadow[first], 0xFF, count * sizeof *wave->v_shadow);
    memset(wave->v_undefined + first, 0xFF, count * sizeof *wave->v_undefined);
}

static void
reset_registers(struct sim_wave *wave)
{
    /* Recognisable garbage, the same in every run. */
    memset(wave->sgpr, 0xCD, sizeof wave->sgpr);
    memset(wave->sgpr_shadow, 0xFF, sizeof wave->sgpr_shadow);
    if (!wave->device->strict)
        memset(wave->sgpr_shadow, 0, sizeof wave->sgpr_shadow);
    memset(wave->v_undefined, 0, SIM_VGPRS * sizeof *wave->v_undefined);
    reset_vgprs(wave, 0, wave->vgprs);
    reset_vgprs(wave, SIM_VGPRS / 2, wave->agprs);
}

void
wave_start(struct sim_wave *wave, const struct sim_dispatch *dispatch, const uint32_t size[3])
{
    struct sim_device *device = wave->device;
    wave->pc = dispatch->entry;
    wave->code = NULL;
    wave->scc = false;
    wave->scc_shadow = device->strict;
    wave->done = wave->at_barrier = wave->gpr_index_on = false;
    wave->lanes = wave->clock = 0;
    wave->mode = (dispatch->rsrc1 >> 12 & 0xFF) | (dispatch->rsrc1 >> 21 & 1) << 8 |
                 (dispatch->rsrc1 >> 23 & 1) << 9;
    wave->scratch_base = device->scratch_address + (wave->group->first_slot + wave->index) *
                                                       UINT64_C(1) * wave->scratch_size * SIM_LANES;
    OBSERVE(device, begin_wave, wave);
    reset_registers(wave);
    exec_begin_wave(wave);
    wave->watched = device->options.removed;
    setup_sgprs(wave, dispatch);
    setup_vgprs(wave, dispatch, size);
    if (device->on_start)
        device->on_start(device->on_data, wave);
}

/* ---- the loop ---- */

static uint64_t
seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec;
}

_Noreturn void
wave_stop_at_limit(struct sim_wave *wave, const struct sim_op *op)
{
    const struct sim_options *options = &wave->device->options;
    char instructions[32] = "none", time[128] = "none";
    if (options->max_instructions)
        snprintf(instructions, sizeof instructions, "%llu",
                 (unsigned long long)options->max_instructions);
    if (options->max_seconds)
        snprintf(time, sizeof time, "%u%s%s", options->max_seconds,
                 options->seconds_name ? " by " : "",
                 options->seconds_name ? options->seconds_name : "");
    struct strbuf text = strbuf_new(wave->group->arena);
    strbuf_printf(&text,
                  "stopped after %llu instructions: the limit of instructions is %s, of seconds %s "
                  "(0 lifts either)",
                  (unsigned long long)wave->device->stats.instructions - 1, instructions, time);
    if (barrier_is_awaited(wave->group)) {
        strbuf_puts(&text, "; a barrier is awaited: ");
        barrier_describe(wave->group, &text);
    }
    sim_stop(wave, op, "%s", text.text);
}

/* The clock is slow to read beside a turn of a wave. */
void
wave_look_at_clock(struct sim_wave *wave)
{
    struct sim_device *device = wave->device;
    const bool *stop = device->options.stop;
    if (stop && __atomic_load_n(stop, __ATOMIC_RELAXED))
        sim_stop(wave, sim_fetch(wave), "stopped: the host ends");
    if (++device->turns % TURNS_PER_LOOK || !device->options.max_seconds)
        return;
    if (seconds() - device->started > device->options.max_seconds)
        wave_stop_at_limit(wave, sim_fetch(wave));
}

void
wave_end_turn(struct sim_wave *wave)
{
    const struct sim_device *device = wave->device;
    if (wave->done && device->on_end)
        device->on_end(device->on_data, wave);
}

bool
wave_leaves_out(const struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t removed = wave->device->options.removed;
    return (removed && op->pc - wave->code->base == removed) ||
           (wave->state->vskip && op->info->format >= GCN_VOP1);
}

void
wave_run(struct sim_wave *wave, unsigned most)
{
    struct sim_device *device = wave->device;
    wave_look_at_clock(wave);
    for (unsigned i = 0; i < most && !wave->done && !wave->at_barrier; i++) {
        struct sim_op *op = sim_fetch(wave);
        OBSERVE(device, before, wave);
        if (wave->watched && wave_leaves_out(wave, op)) {
            wave->pc = op->pc + 4u * op->inst.words;
            continue;
        }
        wave_count(wave, op);
        const struct sim_op *real = sim_is_indexed(wave, op) ? indexed_op(wave, op) : op;
        OBSERVE(device, issue, wave, real);
        op->warned |= real->warned; /* once per place */
        if (!device->has_clock)
            wave->clock += FAST_CYCLES;
        wave->pc = op->pc + 4u * op->inst.words;
        op->exec(wave, op);
        OBSERVE(device, executed, wave, real);
    }
    wave_end_turn(wave);
}

void
wave_begin_clock(struct sim_device *device)
{
    device->turns = 0;
    device->started = device->options.max_seconds ? seconds() : 0;
}
