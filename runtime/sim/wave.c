/* Work-groups and waves: initial registers from the descriptor, the fetch and execute loop.
 *
 * One work-group runs at a time; its waves take turns of a fixed number of instructions, so a run
 * is deterministic and a wave that spins on another one's flag makes progress.  Initial state:
 * AMDGPUUsage, "Initial Kernel Execution State". */
#include "runtime/sim/sim_internal.h"
#include "support/number.h"

#include <stdio.h>
#include <time.h>

enum {
    MAX_USER_SGPRS = 16,
    TMPRING_UNIT = 1024, /* bytes */
    /* A wave has so many more with a trap handler: AMDGPUUsage, compute_pgm_rsrc1. */
    TRAP_SGPRS = 16,
    TURN = 256,           /* instructions */
    TURNS_PER_LOOK = 256, /* at the clock: some milliseconds */
    VGPRS = 512,
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
        strict_top_initial(setup->wave, setup->next);
    }
    setup->next++;
}

static void
push64(struct setup *setup, uint64_t value)
{
    push(setup, (uint32_t)value);
    push(setup, (uint32_t)(value >> 32));
}

/* V# of the scratch of the whole queue: swizzled, dword elements, 64 lanes, lane id added. */
static void
scratch_descriptor(const struct sim_device *device, uint32_t words[4])
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
    scratch_descriptor(device, words);
    for (unsigned i = 0; i < 4; i++)
        push(setup, words[i]);
}

/* The last group may be smaller; rounding up by a sum could overflow 32 bits. */
static uint32_t
group_count(const struct sim_dispatch *dispatch, unsigned d)
{
    uint32_t grid = dispatch->grid[d], local = dispatch->local[d];
    return grid / local + (grid % local != 0);
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
        if (packed) {
            sim_set_lane(wave, 0, lane, id[0] | id[1] << 10 | id[2] << 20, 0);
            continue;
        }
        for (unsigned d = 0; d <= count && d < 3 && d < wave->vgprs; d++)
            sim_set_lane(wave, d, lane, id[d], 0);
    }
    sim_set64(wave, GCN_EXEC_LO, wave->lanes, 0);
}

static void
reset_registers(struct sim_wave *wave)
{
    /* Recognisable garbage, the same in every run. */
    memset(wave->sgpr, 0xCD, sizeof wave->sgpr);
    memset(wave->sgpr_shadow, 0xFF, sizeof wave->sgpr_shadow);
    bool has_agprs = wave->device->target->has_agprs;
    for (unsigned r = 0; r < (has_agprs ? VGPRS : wave->vgprs); r++) {
        memset(wave->v[r], 0xCD, sizeof wave->v[r]);
        memset(wave->v_shadow[r], 0xFF, sizeof wave->v_shadow[r]);
        wave->v_undefined[r] = ~UINT64_C(0);
    }
    if (!wave->device->strict) {
        memset(wave->sgpr_shadow, 0, sizeof wave->sgpr_shadow);
        memset(wave->v_undefined, 0, VGPRS * sizeof *wave->v_undefined);
    }
}

static void
start_wave(struct sim_wave *wave, const struct sim_dispatch *dispatch, const uint32_t size[3])
{
    struct sim_device *device = wave->device;
    wave->pc = dispatch->entry;
    wave->code = NULL;
    wave->scc = false;
    wave->scc_shadow = device->strict;
    wave->done = wave->at_barrier = wave->gpr_index_on = wave->vccz_stale = false;
    wave->vccz_corrupt = wave->scalar_dirty = false;
    wave->instructions = 0;
    wave->jump_count = 0;
    wave->lanes = 0;
    wave->mode = (dispatch->rsrc1 >> 12 & 0xFF) | (dispatch->rsrc1 >> 21 & 1) << 8 |
                 (dispatch->rsrc1 >> 23 & 1) << 9;
    wave->scratch_base =
        device->scratch_address + (wave->index + UINT64_C(1)) * wave->scratch_size * SIM_LANES;
    wave->pending.count = wave->lds_accesses.count = 0;
    wave->vm_seq = wave->vm_done = wave->lds_seq = wave->lds_done = 0;
    wave->gds_seq = wave->gds_done = wave->scalar_lines.count = wave->dma_end = 0;
    wave->smem_seq = wave->smem_done = wave->flat_seq = wave->flat_vm_done = 0;
    wave->flat_lgkm_done = wave->exp_seq = wave->exp_done = 0;
    wave->exp_gds_seq = wave->exp_gds_done = 0;
    memset(wave->v_pending, 0, sizeof wave->v_pending);
    memset(wave->s_pending, 0, sizeof wave->s_pending);
    memset(wave->history, 0, sizeof wave->history);
    wave->clause = (struct sim_clause){0};
    wave->states = SIM_HISTORY; /* far from any earlier instruction: there is none */
    strict_top_begin(wave);
    reset_registers(wave);
    trap_begin(wave);
    wave->vskip = false;
    wave->watched = device->options.removed != 0;
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

static _Noreturn void
stop_at_limit(struct sim_wave *wave, const struct sim_op *op)
{
    const struct sim_options *options = &wave->device->options;
    char instructions[32] = "none", time[32] = "none";
    if (options->max_instructions)
        snprintf(instructions, sizeof instructions, "%llu",
                 (unsigned long long)options->max_instructions);
    if (options->max_seconds)
        snprintf(time, sizeof time, "%u", options->max_seconds);
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
static void
look_at_clock(struct sim_wave *wave)
{
    struct sim_device *device = wave->device;
    if (++device->turns % TURNS_PER_LOOK || !device->options.max_seconds)
        return;
    if (seconds() - device->started > device->options.max_seconds)
        stop_at_limit(wave, sim_fetch(wave));
}

static void
count(struct sim_wave *wave, const struct sim_op *op)
{
    struct sim_stats *stats = &wave->device->stats;
    stats->instructions++;
    stats->by_class[op->sim_class]++;
    if (op->sim_class == SIM_CLASS_VALU)
        stats->lane_ops += (uint64_t)__builtin_popcountll(sim_exec(wave));
    uint64_t limit = wave->device->options.max_instructions;
    if (limit && stats->instructions > limit)
        stop_at_limit(wave, op);
}

/* Tests take instructions away; MODE.vskip leaves vector instructions out. */
static bool
is_left_out(const struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t removed = wave->device->options.removed;
    return (removed && op->pc - wave->code->base == removed) ||
           (wave->vskip && op->info->format >= GCN_VOP1);
}

static void
run_turn(struct sim_wave *wave)
{
    struct sim_device *device = wave->device;
    look_at_clock(wave);
    for (unsigned i = 0; i < TURN && !wave->done && !wave->at_barrier; i++) {
        const struct sim_op *op = sim_fetch(wave);
        if (wave->watched && is_left_out(wave, op)) {
            wave->pc = op->pc + 4u * op->inst.words;
            continue;
        }
        count(wave, op);
        if (device->strict) {
            strict_wait_check(wave, op);
            strict_hazard_check(wave, op);
            if (device->xnack)
                strict_clause_check(wave, op);
            if (sim_needs_top_check(wave, op))
                strict_top_check(wave, op);
        }
        timing_issue(wave, op);
        wave->pc = op->pc + 4u * op->inst.words;
        if (device->options.trace)
            trace_execute(wave, op);
        else
            op->exec(wave, op);
    }
}

static void
run_group(struct sim_group *group)
{
    for (;;) {
        unsigned running = 0, waiting = 0;
        for (unsigned i = 0; i < group->wave_count; i++) {
            struct sim_wave *wave = &group->waves[i];
            if (!wave->done && !wave->at_barrier) {
                run_turn(wave);
                if (wave->done && group->device->on_end)
                    group->device->on_end(group->device->on_data, wave);
            }
            running += !wave->done && !wave->at_barrier;
            waiting += wave->at_barrier;
        }
        if (running)
            continue;
        if (!waiting)
            return;
        /* no wave can go on: all that are left have reached the barrier */
        barrier_complete(group);
    }
}

/* ---- dispatch ---- */

/* Of the running dispatch, in the queue: AMDGPU Compute ABI 0.40, amd_queue_t; COMPUTE_TMPRING_SIZE
 * has the waves in bits 11:0 and the size of one in 24:12, in units of 256 dwords. */
static void
describe_scratch(struct sim_device *device, uint32_t size, unsigned waves)
{
    struct amd_queue *queue = queue_object(device);
    queue->scratch_backing_memory_location = device->scratch_address;
    queue->scratch_backing_memory_byte_size = device->scratch_size;
    queue->scratch_workitem_byte_size = size;
    queue->compute_tmpring_size = waves | (size * SIM_LANES + TMPRING_UNIT - 1) / TMPRING_UNIT
                                              << 12;
    scratch_descriptor(device, queue->scratch_resource_descriptor);
}

/* The first wave gets the second slot, behind a multiple of 4 GiB: an address made of the base and the
 * wave's offset without the carry is wrong. */
static void
prepare_scratch(struct sim_device *device, uint32_t size, unsigned waves)
{
    uint64_t slot = (uint64_t)size * SIM_LANES, wanted = slot * (waves + UINT64_C(1));
    if (!device->scratch_address || device->scratch_size < wanted) {
        if (device->scratch_address)
            sim_free(device, device->scratch_address);
        device->scratch_size = wanted ? wanted : 256;
        sim_cross_border(device, slot);
        struct sim_region *region = sim_region_new(device, device->scratch_size, NULL);
        device->scratch_address = region->base;
        region->scratch_wave_size = 1;
    }
    describe_scratch(device, size, waves + 1);
}

static void
undefine_scratch(struct sim_device *device)
{
    struct sim_region *region = sim_region_at(device, device->scratch_address, 1);
    if (device->strict)
        memset(sim_shadow_of(device, region), 0xFF, region->size);
    else if (region->shadow)
        memset(region->shadow, 0, region->size);
}

/* Vector registers that the descriptor allocates, both kinds where they share one allocation. */
static unsigned
allocated_vgprs(const struct gcn_target *target, const struct sim_dispatch *dispatch)
{
    return ((dispatch->rsrc1 & 63) + 1) * target->vgpr_granule;
}

static void
divide_vgprs(struct sim_wave *wave, const struct sim_dispatch *dispatch)
{
    const struct gcn_target *target = wave->device->target;
    unsigned all = allocated_vgprs(target, dispatch);
    unsigned accum_offset = ((dispatch->rsrc3 & 63) + 1) * 4;
    wave->vgprs = all;
    wave->agprs = target->has_agprs ? all : 0;
    if (!target->agprs_follow_vgprs)
        return;
    wave->vgprs = accum_offset < all ? accum_offset : all;
    wave->agprs = all - wave->vgprs;
}

static struct sim_wave *
new_waves(struct sim_device *device, struct arena *arena, struct sim_group *group,
          const struct sim_dispatch *dispatch, unsigned count)
{
    const struct gcn_target *target = device->target;
    struct sim_wave *waves = ARENA_ARRAY(arena, count, struct sim_wave);
    for (unsigned i = 0; i < count; i++) {
        struct sim_wave *wave = &waves[i];
        unsigned granule = target->sgpr_granule ? target->sgpr_granule : 8;
        wave->group = group;
        wave->device = device;
        wave->index = i;
        divide_vgprs(wave, dispatch);
        wave->sgprs = ((dispatch->rsrc1 >> 6 & 15) + 1) * 8;
        wave->sgprs = round_up(wave->sgprs, granule);
        wave->scratch_size = (dispatch->packet.private_segment_size + 15) / 16 * 16;
        wave->private_size =
            device->strict ? dispatch->packet.private_segment_size : wave->scratch_size;
        wave->v = arena_alloc(arena, VGPRS * sizeof *wave->v);
        wave->v_shadow = arena_alloc(arena, VGPRS * sizeof *wave->v_shadow);
        wave->v_undefined = ARENA_ARRAY(arena, VGPRS, uint64_t);
    }
    return waves;
}

static void
run_one_group(struct sim_group *group, const struct sim_dispatch *dispatch)
{
    struct sim_device *device = group->device;
    uint32_t size[3];
    for (unsigned d = 0; d < 3; d++) {
        uint32_t left = dispatch->grid[d] - group->id[d] * dispatch->local[d];
        size[d] = left < dispatch->local[d] ? left : dispatch->local[d];
    }
    uint64_t items = (uint64_t)size[0] * size[1] * size[2];
    group->wave_count = (unsigned)((items + SIM_LANES - 1) / SIM_LANES);
    memset(group->lds, 0xCD, group->lds_size);
    memset(group->lds_shadow, device->strict ? 0xFF : 0, group->lds_size);
    undefine_scratch(device);
    group->epoch++; /* forgets what the last group did to the LDS */
    timing_begin_group(group);
    for (unsigned i = 0; i < group->wave_count; i++)
        start_wave(&group->waves[i], dispatch, size);
    run_group(group);
    timing_end_group(group);
    device->stats.groups++;
    device->stats.waves += group->wave_count;
}

static void
run_grid(struct sim_device *device, const struct sim_dispatch *dispatch, struct arena *arena)
{
    unsigned items = dispatch->local[0] * dispatch->local[1] * dispatch->local[2];
    unsigned waves = (items + SIM_LANES - 1) / SIM_LANES;
    struct sim_group group = {.device = device, .arena = arena};
    prepare_scratch(device, (dispatch->packet.private_segment_size + 15) / 16 * 16, waves);
    group.lds_size = dispatch->packet.group_segment_size;
    group.lds = arena_alloc(arena, group.lds_size + 16);
    group.lds_shadow = arena_alloc(arena, group.lds_size + 16);
    group.wave_count = waves;
    group.waves = new_waves(device, arena, &group, dispatch, waves);
    strict_top_allocation(device, dispatch, group.waves[0].sgprs);
    strict_race_new(&group);
    timing_begin_dispatch(device);
    gds_begin_dispatch(device);
    uint32_t groups[3];
    for (unsigned d = 0; d < 3; d++)
        groups[d] = group_count(dispatch, d);
    for (group.id[2] = 0; group.id[2] < groups[2]; group.id[2]++)
        for (group.id[1] = 0; group.id[1] < groups[1]; group.id[1]++)
            for (group.id[0] = 0; group.id[0] < groups[0]; group.id[0]++)
                run_one_group(&group, dispatch);
    device->stats.vgprs = allocated_vgprs(device->target, dispatch);
    device->stats.sgprs = group.waves[0].sgprs + (device->trap_base ? TRAP_SGPRS : 0);
    device->stats.lds_bytes = group.lds_size;
    device->stats.scratch_bytes = dispatch->packet.private_segment_size;
    timing_end_dispatch(device, dispatch, waves);
}

void
wave_run_dispatch(struct sim_device *device, const struct sim_dispatch *dispatch)
{
    device->turns = 0;
    device->started = device->options.max_seconds ? seconds() : 0;
    struct arena arena; /* goes back to the allocator whatever happens */
    arena_init_scratch(&arena, &device->allocator, &device->guard);
    device->dispatch = dispatch;
    run_grid(device, dispatch, &arena);
    arena_free(&arena);
}
