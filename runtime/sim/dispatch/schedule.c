/* Work-groups of a dispatch, and in what order their waves take turns.
 *
 * In order, one work-group runs at a time, and its waves take turns of a fixed number of instructions:
 * a wave that spins on another one's flag makes progress.  Otherwise several compute units have
 * several work-groups each, and any of their waves may be next: all in turn, or as a seed says.  Each
 * schedule gives the same result every time. */
#include "runtime/sim/dispatch/explore.h"
#include "runtime/sim/dispatch/dispatch.h"
#include "runtime/sim/dispatch/jobs.h"
#include "runtime/sim/dispatch/schedule.h"
#include "runtime/sim/exec/unit.h"
#include "support/number.h"

enum {
    TMPRING_UNIT = 1024, /* bytes */
    TMPRING_WAVES = 0xFFF,
    TMPRING_SIZE_SHIFT = 12,
    TMPRING_SIZE = 0x1FFF,
    /* A wave has so many more with a trap handler: AMDGPUUsage, compute_pgm_rsrc1. */
    TRAP_SGPRS = 16,
    FIRST_SLOT = 1,   /* of the scratch */
    TURN = 256,       /* instructions, in order */
    SHARED_TURN = 16, /* where others wait for theirs; a seed: up to that */
    GROUPS_PER_UNIT = 2,
    MAX_FLIGHT = 16 /* turns of a unit's work-groups */
};

/* ---- scratch ---- */

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
                                              << TMPRING_SIZE_SHIFT;
    wave_scratch_descriptor(device, queue->scratch_resource_descriptor);
}

/* Bytes of a wave's scratch for each work-item, as allocated. */
static uint32_t
scratch_of_item(struct sim_device *device, const struct sim_dispatch *dispatch)
{
    uint32_t asked = dispatch->packet.private_segment_size;
    if (!device->has_host_queue)
        return (asked + 15) / 16 * 16;
    uint32_t tmpring = queue_object(device)->compute_tmpring_size;
    return asked ? (tmpring >> TMPRING_SIZE_SHIFT & TMPRING_SIZE) * (TMPRING_UNIT / SIM_LANES) : 0;
}

/* Scratch that the host has given its queue: its slots may let fewer work-groups run together. */
static void
take_host_scratch(struct schedule *s, unsigned waves)
{
    struct sim_device *device = s->device;
    const struct amd_queue *queue = queue_object(device);
    const uint32_t *words = queue->scratch_resource_descriptor;
    device->scratch_address = words[0] | (uint64_t)(words[1] & 0xFFFF) << 32;
    device->scratch_size = words[2];
    s->first_slot = 0;
    if (!s->dispatch->packet.private_segment_size)
        return;
    struct sim_region *region =
        sim_region_at(device, device->scratch_address, device->scratch_size);
    unsigned slots = queue->compute_tmpring_size & TMPRING_WAVES;
    if (!region || slots < waves) {
        sim_blame(device, SIM_CAUSE_CHECK, 0);
        sim_error(device, "the queue's scratch has room for %u waves: a work-group has %u",
                  region ? slots : 0, waves);
    }
    region->scratch_wave_size = 1;
    if (s->group_count > slots / waves)
        s->group_count = slots / waves;
    s->first_slot = slots > waves * s->group_count;
}

/* The first wave gets the slot FIRST_SLOT, after a multiple of 4 GiB: an address made of the base and
 * the wave's offset without the carry is wrong. */
static void
prepare_scratch(struct sim_device *device, uint32_t size, unsigned waves)
{
    uint64_t slot = (uint64_t)size * SIM_LANES, wanted = slot * (waves + (uint64_t)FIRST_SLOT);
    if (!device->scratch_address || device->scratch_size < wanted) {
        if (device->scratch_address)
            sim_free(device, device->scratch_address);
        device->scratch_size = wanted ? wanted : 256;
        sim_cross_border(device, slot);
        struct sim_region *region = sim_region_new(device, device->scratch_size, NULL);
        device->scratch_address = region->base;
        region->scratch_wave_size = 1;
    }
    describe_scratch(device, size, waves + FIRST_SLOT);
}

static void
undefine_scratch(const struct sim_group *group)
{
    struct sim_device *device = group->device;
    uint64_t slot = (uint64_t)group->waves[0].scratch_size * SIM_LANES;
    struct sim_region *region = sim_region_at(device, device->scratch_address, 1);
    if (!slot || !region)
        return;
    uint64_t first = device->scratch_address - region->base + group->first_slot * slot,
             size = slot * group->wave_count;
    if (device->strict)
        memset(sim_shadow_of(device, region) + first, 0xFF, size);
    else if (region->shadow)
        memset(region->shadow + first, 0, size);
}

/* ---- work-groups ---- */

/* The last group may be smaller; rounding up by a sum could overflow 32 bits. */
static uint32_t
group_count(const struct sim_dispatch *dispatch, unsigned d)
{
    uint32_t grid = dispatch->grid[d], local = dispatch->local[d];
    return grid / local + (grid % local != 0);
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

/* The device keeps the vector registers of its waves from dispatch to dispatch: so much memory, taken from the
 * host and given back, costs more than a small launch.  A wave begins with what others left in those that it
 * does not allocate, and may not touch.  Vectors of the host that lie across two lines of its cache are slow. */
static void
take_registers(struct sim_device *device, struct sim_wave *wave)
{
    enum { LINE = 64, FILE_BYTES = SIM_VGPRS * SIM_LANES * sizeof(uint32_t) };
    if (device->registers_used == device->registers.count)
        vec_push(&device->arena, &device->registers, NULL);
    void **block = &device->registers.at[device->registers_used];
    if (!*block)
        *block =
            sim_host_alloc(device, 2 * FILE_BYTES + SIM_VGPRS * sizeof *wave->v_undefined + LINE);
    device->registers_used++;
    uint8_t *bytes = *block;
    bytes += -(uintptr_t)bytes & (LINE - 1);
    wave->v = (uint32_t(*)[SIM_LANES])(void *)bytes;
    wave->v_shadow = (uint32_t(*)[SIM_LANES])(void *)(bytes + FILE_BYTES);
    wave->v_undefined = (uint64_t *)(void *)(bytes + 2 * FILE_BYTES);
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
        wave->scratch_size = scratch_of_item(device, dispatch);
        wave->private_size =
            device->strict ? dispatch->packet.private_segment_size : wave->scratch_size;
        take_registers(device, wave);
        exec_make_wave(wave, arena);
        observers_make_wave(wave, arena);
    }
    return waves;
}

static void
new_group(struct schedule *s, struct sim_group *group, unsigned waves)
{
    const struct sim_dispatch *dispatch = s->dispatch;
    unsigned index = (unsigned)(group - s->groups);
    *group = (struct sim_group){.device = s->device, .arena = s->arena, .wave_count = waves};
    group->first_slot = s->first_slot + index * waves;
    if (s->units)
        group->unit = &s->units[index % s->unit_count];
    group->lds_size = dispatch->packet.group_segment_size;
    group->lds = arena_alloc(s->arena, group->lds_size + 16);
    group->lds_shadow = arena_alloc(s->arena, group->lds_size + 16);
    group->waves = new_waves(s->device, s->arena, group, dispatch, waves);
}

bool
schedule_start_group(struct schedule *s, struct sim_group *group)
{
    const struct sim_dispatch *dispatch = s->dispatch;
    struct sim_device *device = s->device;
    uint64_t index = s->next, items = 1;
    uint32_t size[3];
    if (device->is_worker ? !jobs_take(device, &index) : index == s->total)
        return false;
    s->next++;
    for (unsigned d = 0; d < 3; d++) {
        group->id[d] = (uint32_t)(index % s->counts[d]);
        index /= s->counts[d];
        uint32_t left = dispatch->grid[d] - group->id[d] * dispatch->local[d];
        size[d] = left < dispatch->local[d] ? left : dispatch->local[d];
        items *= size[d];
    }
    group->wave_count = (unsigned)((items + SIM_LANES - 1) / SIM_LANES);
    memset(group->lds, 0xCD, group->lds_size);
    memset(group->lds_shadow, device->strict ? 0xFF : 0, group->lds_size);
    undefine_scratch(group);
    OBSERVE(device, begin_group, group);
    for (unsigned i = 0; i < group->wave_count; i++)
        wave_start(&group->waves[i], dispatch, size);
    return true;
}

void
schedule_end_group(struct sim_group *group)
{
    if (group->unit)
        flight_settle(group->unit, group);
    struct sim_stats *stats = &group->device->stats;
    OBSERVE(group->device, end_group, group);
    for (unsigned i = 0; i < group->wave_count; i++) {
        uint64_t clock = group->waves[i].clock;
        stats->cycles += clock; /* the sum, until the dispatch ends */
        stats->latency = clock > stats->latency ? clock : stats->latency;
        group->memtime += clock;
    }
    stats->groups++;
    stats->waves += group->wave_count;
}

bool
schedule_can_run(const struct sim_wave *wave)
{
    return !wave->done && !wave->at_barrier;
}

bool
schedule_is_running(struct sim_group *group)
{
    bool waiting = false;
    for (unsigned i = 0; i < group->wave_count; i++) {
        if (schedule_can_run(&group->waves[i]))
            return true;
        waiting |= group->waves[i].at_barrier;
    }
    if (waiting) /* no wave can go on: all that are left have reached the barrier */
        barrier_complete(group);
    return waiting;
}

/* ---- the order ---- */

void
schedule_run_in_order(struct schedule *s)
{
    struct sim_group *group = s->groups;
    while (schedule_start_group(s, group)) {
        while (schedule_is_running(group)) {
            for (unsigned i = 0; i < group->wave_count; i++)
                if (schedule_can_run(&group->waves[i]))
                    s->device->run(&group->waves[i], TURN);
        }
        schedule_end_group(group);
    }
}

static uint64_t
draw(struct schedule *s)
{
    return sim_mix(s->random++);
}

static bool
is_seeded(const struct schedule *s)
{
    return s->device->options.schedule == SIM_SCHEDULE_SEED;
}

/* One turn for every wave of the group, or for those that the seed draws. */
static void
give_turns(struct schedule *s, struct sim_group *group)
{
    bool seeded = is_seeded(s);
    for (unsigned i = 0; i < group->wave_count; i++) {
        uint64_t drawn = seeded ? draw(s) : 0;
        if (schedule_can_run(&group->waves[i]) && drawn % 2 == 0)
            s->device->run(&group->waves[i], seeded ? 1 + drawn / 2 % SHARED_TURN : SHARED_TURN);
    }
}

/* Performs what has been in flight for long, or what the seed draws; lines of the caches go that the
 * seed draws. */
static void
perform_some(struct schedule *s, struct sim_unit *unit)
{
    bool seeded = is_seeded(s);
    for (struct sim_flight *f = unit->first, *next; f; f = next) {
        next = f->next;
        bool is_due = ++f->age > MAX_FLIGHT || (seeded && draw(s) % 4 == 0);
        if (is_due && flight_is_free(unit, f))
            flight_perform(unit, f);
    }
    if (seeded && draw(s) % 64 == 0)
        unit->vector.lines[draw(s) % UNIT_LINES].tag = 0;
}

static void
run_together(struct schedule *s)
{
    unsigned active = 0;
    bool *is_active = ARENA_ARRAY(s->arena, s->group_count, bool);
    for (unsigned i = 0; i < s->group_count; i++)
        active += is_active[i] = schedule_start_group(s, &s->groups[i]);
    for (unsigned i = 0; active; i = (i + 1) % s->group_count) {
        struct sim_group *group = &s->groups[i];
        perform_some(s, group->unit);
        if (!is_active[i])
            continue;
        if (schedule_is_running(group)) {
            give_turns(s, group);
            continue;
        }
        schedule_end_group(group);
        is_active[i] = schedule_start_group(s, group);
        active -= !is_active[i];
    }
}

static void
new_units(struct schedule *s)
{
    unsigned most = s->device->options.schedule == SIM_SCHEDULE_ALL ? s->group_count : SIM_UNITS;
    s->unit_count = s->group_count < most ? s->group_count : most;
    s->units = ARENA_ARRAY(s->arena, s->unit_count, struct sim_unit);
    for (unsigned i = 0; i < s->unit_count; i++) {
        s->units[i].device = s->device;
        s->units[i].arena = s->arena;
        s->units[i].loads_at_once = s->device->options.schedule == SIM_SCHEDULE_ROUND;
        unit_begin(&s->units[i]);
    }
    s->device->units = s->units;
    s->device->unit_count = s->unit_count;
}

static void
run_all(struct schedule *s)
{
    switch (s->device->options.schedule) {
    case SIM_SCHEDULE_ORDER:
        schedule_run_in_order(s);
        break;
    case SIM_SCHEDULE_ALL:
        explore_dispatch(s);
        break;
    default:
        run_together(s);
        break;
    }
}

/* From the waves' lone times: as many run side by side as registers and LDS let, and none ends after it. */
static void
end_clock(struct sim_device *device, unsigned items)
{
    struct sim_stats *stats = &device->stats;
    stats->occupancy = gcn_occupancy(device->target, stats->vgprs, stats->sgprs, stats->lds_bytes,
                                     items, &stats->occupancy_limit);
    if (!stats->occupancy)
        stats->occupancy = 1;
    device->ticks += stats->cycles;
    uint64_t slots = (uint64_t)SIM_SIMDS * stats->occupancy;
    uint64_t cycles = (stats->cycles + slots - 1) / slots;
    stats->cycles = cycles > stats->latency ? cycles : stats->latency;
}

static void
run_grid(struct sim_device *device, const struct sim_dispatch *dispatch, struct arena *arena)
{
    const struct sim_options *options = &device->options;
    struct schedule s = {.device = device,
                         .dispatch = dispatch,
                         .arena = arena,
                         .random = sim_mix(options->schedule_seed), /* neighbours share no draws */
                         .total = 1,
                         .first_slot = FIRST_SLOT};
    unsigned items = dispatch->local[0] * dispatch->local[1] * dispatch->local[2];
    unsigned waves = (items + SIM_LANES - 1) / SIM_LANES;
    bool in_order = options->schedule == SIM_SCHEDULE_ORDER;
    for (unsigned d = 0; d < 3; d++)
        s.total *= s.counts[d] = group_count(dispatch, d);
    unsigned jobs = jobs_count(device, s.total);
    uint64_t places = in_order ? jobs : SIM_UNITS * GROUPS_PER_UNIT;
    s.group_count = (unsigned)(s.total < places ? s.total : places);
    if (device->has_host_queue)
        take_host_scratch(&s, waves);
    else
        prepare_scratch(device, scratch_of_item(device, dispatch), waves * s.group_count);
    s.groups = ARENA_ARRAY(arena, s.group_count, struct sim_group);
    if (!in_order)
        new_units(&s);
    for (unsigned i = 0; i < s.group_count; i++)
        new_group(&s, &s.groups[i], waves);
    const struct sim_wave *first = &s.groups[0].waves[0];
    device->stats.cycles = device->stats.latency = 0;
    OBSERVE(device, begin_dispatch, device, dispatch, arena, first->sgprs);
    gds_begin_dispatch(device);
    if (jobs > 1 && s.group_count > 1)
        jobs_run(&s, s.group_count);
    else
        run_all(&s);
    device->stats.vgprs = allocated_vgprs(device->target, dispatch);
    device->stats.sgprs = first->sgprs + (device->trap_base ? TRAP_SGPRS : 0);
    device->stats.lds_bytes = s.groups[0].lds_size;
    device->stats.scratch_bytes = dispatch->packet.private_segment_size;
    end_clock(device, items);
    OBSERVE(device, end_dispatch, device, dispatch);
}

void
schedule_dispatch(struct sim_device *device, const struct sim_dispatch *dispatch)
{
    struct arena arena; /* goes back to the allocator whatever happens */
    arena_init_scratch(&arena, &device->allocator, &device->guard);
    device->dispatch = dispatch;
    device->unit_count = 0;
    device->registers_used = 0;
    for (uint32_t i = 0; i < device->regions.count; i++)
        memset(device->regions.at[i]->observed, 0, sizeof device->regions.at[i]->observed);
    run_grid(device, dispatch, &arena);
    arena_free(&arena);
}

bool
sim_schedule_parse(const char *text, struct sim_options *options)
{
    if (!text || strcmp(text, "order") == 0) {
        options->schedule = SIM_SCHEDULE_ORDER;
    } else if (strcmp(text, "round") == 0) {
        options->schedule = SIM_SCHEDULE_ROUND;
    } else if (strcmp(text, "all") == 0) {
        options->schedule = SIM_SCHEDULE_ALL;
    } else {
        options->schedule = SIM_SCHEDULE_SEED;
        return sim_seed_parse(text, &options->schedule_seed);
    }
    return true;
}
