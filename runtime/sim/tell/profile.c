/* Records, for each instruction, how often it was executed, for how many lanes, and where the
 * modelled cycles of the waves went; for each wave, when.
 *
 * All cycles are timing.c's.  Where a wave's clock moves, the instruction that is the cause is
 * charged: at issue and in s_waitcnt that one; what lies between the end of one instruction and the
 * issue of the next is the former's, which was a barrier or a branch.  So the cycles of all
 * instructions sum to those of all waves. */
#include "runtime/sim/tell/profile.h"
#include "runtime/sim/timing/timing.h"

#include <limits.h>

enum { ISSUE = 4, FIRST_WIDTH = 16 };

/* What an instruction found. */
struct before {
    uint64_t vm, clock, read, written, conflicts, busy;
    struct profile_count *count;
};

/* A wave that runs. */
struct profile_wave {
    const struct sim_op *last; /* executed; NULL: none */
    struct profile_count *last_count;
    uint64_t clock; /* of the wave, when that had ended */
    uint64_t instructions, stalls[SIM_STALLS];
    struct before before;                               /* the instruction under way */
    uint64_t width;                                     /* cycles of a phase */
    uint32_t spent[SIM_PROFILE_PHASES][1 + SIM_STALLS]; /* cycles of each phase: issue, stalls */
};

/* ---- launches ---- */

/* What was recorded is of an object that goes, or old. */
static void
forget(struct sim_device *device)
{
    struct profile *profile = profile_of(device);
    if (!profile || !profile->kernel)
        return;
    for (uint32_t i = 0; i < device->regions.count; i++)
        if (device->regions.at[i]->code)
            device->regions.at[i]->code->profile = NULL;
    arena_free(&profile->arena);
    struct arena arena = profile->arena;
    *profile = (struct profile){.arena = arena, .kernel = ""};
}

static void
begin_launch(struct sim_device *device)
{
    struct profile *profile = profile_of(device);
    if (!profile->kernel)
        arena_init(&profile->arena, &device->allocator, &device->guard);
    profile->kernel = "";
    forget(device);
    profile->kernel = device->kernel->name;
}

static void
end_device(struct sim_device *device)
{
    struct profile *profile = profile_of(device);
    if (profile && profile->kernel)
        arena_free(&profile->arena);
}

/* ---- instructions ---- */

static struct profile_count *
count_of(struct sim_wave *wave, const struct sim_op *op)
{
    /* wave->code is of this instruction: it was fetched from there */
    struct sim_code *code = (struct sim_code *)wave->code;
    if (!code->profile)
        code->profile = ARENA_ARRAY(&profile_of(wave->device)->arena, code->words - code->first,
                                    struct profile_count);
    return &code->profile[(op->pc - code->base) / 4 - code->first];
}

/* Halves the resolution: pairs of phases become one. */
static void
widen(struct profile_wave *state)
{
    for (unsigned i = 0; i < SIM_PROFILE_PHASES; i++)
        for (unsigned k = 0; k <= SIM_STALLS; k++) {
            bool full = 2 * i + 1 < SIM_PROFILE_PHASES;
            state->spent[i][k] = full ? state->spent[2 * i][k] + state->spent[2 * i + 1][k] : 0;
        }
    state->width *= 2;
}

/* The wave spends cycles up to `end` on issue (0) or on a stall (1 + enum sim_stall). */
static void
spend(struct profile_wave *state, unsigned what, uint64_t end, uint64_t cycles)
{
    while (end > state->width * SIM_PROFILE_PHASES)
        widen(state);
    for (uint64_t at = end - cycles; at < end;) {
        uint64_t phase = at / state->width, border = (phase + 1) * state->width;
        uint64_t until = border < end ? border : end;
        state->spent[phase][what] += (uint32_t)(until - at);
        at = until;
    }
}

static void
charge(struct profile_wave *state, struct profile_count *count, enum sim_stall stall, uint64_t end,
       uint64_t cycles)
{
    if (!cycles)
        return;
    count->cycles += cycles;
    count->stalls[stall] += cycles;
    state->stalls[stall] += cycles;
    spend(state, 1 + stall, end, cycles);
}

/* The instruction is issued; before that, the last one may have kept the wave. */
static void
charge_issue(struct sim_wave *wave, const struct sim_op *op, struct profile_count *count)
{
    struct profile_wave *state = wave->observed[OBSERVER_profile];
    uint64_t start = wave->clock - op->issue_cycles;
    if (state->last)
        charge(state, state->last_count,
               state->last->sim_class == SIM_CLASS_BARRIER ? SIM_STALL_BARRIER : SIM_STALL_BRANCH,
               start, start - state->clock);
    count->cycles += ISSUE;
    spend(state, 0, start + ISSUE, ISSUE);
    charge(state, count, op->sim_class == SIM_CLASS_WAIT ? SIM_STALL_NOP : SIM_STALL_UNIT,
           wave->clock, op->issue_cycles - ISSUE);
}

/* What an s_waitcnt, or a trap that waits for everything, will wait for vmcnt at the most. */
static uint64_t
vm_wait(const struct sim_wave *wave, const struct sim_op *op)
{
    unsigned vm = 0, exp, lgkm;
    if (op->inst.op == GCN_s_waitcnt)
        gcn_waitcnt_decode(wave->device->target, (uint16_t)op->inst.imm, &vm, &exp, &lgkm);
    else if (op->inst.op != GCN_s_trap)
        return 0;
    return timing_wait(wave, vm, UINT_MAX);
}

static void
issue(struct sim_wave *wave, const struct sim_op *op)
{
    const struct sim_stats *stats = &wave->device->stats;
    struct profile_wave *state = wave->observed[OBSERVER_profile];
    if (!state->last)
        state->width = FIRST_WIDTH;
    struct profile_count *count = count_of(wave, op);
    charge_issue(wave, op, count);
    count->executions++;
    count->lanes += (uint64_t)__builtin_popcountll(sim_exec(wave));
    state->before = (struct before){vm_wait(wave, op),
                                    wave->clock,
                                    stats->bytes_read,
                                    stats->bytes_written,
                                    stats->lds_conflict_cycles,
                                    stats->busy_lds + stats->busy_vmem,
                                    count};
}

static void
executed(struct sim_wave *wave, const struct sim_op *op)
{
    const struct sim_stats *stats = &wave->device->stats;
    struct profile_wave *state = wave->observed[OBSERVER_profile];
    const struct before *before = &state->before;
    struct profile_count *count = before->count;
    uint64_t waited = wave->clock - before->clock;
    uint64_t vm = before->vm < waited ? before->vm : waited;
    charge(state, count, SIM_STALL_VMCNT, before->clock + vm, vm);
    charge(state, count, SIM_STALL_LGKMCNT, wave->clock, waited - vm);
    count->bytes_read += stats->bytes_read - before->read;
    count->bytes_written += stats->bytes_written - before->written;
    count->lds_conflict_cycles += stats->lds_conflict_cycles - before->conflicts;
    count->unit_cycles += stats->busy_lds + stats->busy_vmem - before->busy;
    if (op->sim_class == SIM_CLASS_VALU || op->sim_class == SIM_CLASS_SALU ||
        op->sim_class == SIM_CLASS_SMEM)
        count->unit_cycles += op->issue_cycles;
    state->instructions++;
    state->last = op;
    state->last_count = count;
    state->clock = wave->clock;
}

/* ---- waves ---- */

static void
record_phases(const struct profile_wave *state, uint64_t end, struct sim_profile_wave *record)
{
    record->phase_cycles = state->width;
    record->phase_count = (uint8_t)((end + state->width - 1) / state->width);
    for (unsigned i = 0; i < record->phase_count; i++)
        for (uint8_t k = 1; k <= SIM_STALLS; k++)
            if (state->spent[i][k] > state->spent[i][record->phases[i]])
                record->phases[i] = k;
}

static void
end_wave(struct profile *profile, const struct sim_wave *wave)
{
    struct profile_wave *state = wave->observed[OBSERVER_profile];
    struct sim_profile_wave record = {
        .index = wave->index, .end = wave->clock, .instructions = state->instructions};
    memcpy(record.group, wave->group->id, sizeof record.group);
    memcpy(record.stalls, state->stalls, sizeof record.stalls);
    record_phases(state, wave->clock, &record);
    profile->wave_cycles += wave->clock;
    if (profile->waves.count < SIM_PROFILE_WAVES)
        vec_push(&profile->arena, &profile->waves, record);
    else
        profile->waves_left_out++;
    memset(state, 0, sizeof *state);
}

static void
end_group(struct sim_group *group)
{
    for (unsigned i = 0; i < group->wave_count; i++)
        end_wave(profile_of(group->device), &group->waves[i]);
}

/* ---- the timeline ---- */

/* When each place for a wave is free; place i is slot i / SIMDs of SIMD i % SIMDs. */
struct places {
    unsigned count;
    uint64_t *free_at;
};

static unsigned
first_free(const struct places *places)
{
    unsigned best = 0;
    for (unsigned i = 1; i < places->count; i++)
        if (places->free_at[i] < places->free_at[best])
            best = i;
    return best;
}

/* The waves of a work-group begin together, in the places that are free first. */
static void
place_group(const struct places *places, struct sim_profile_wave *waves, unsigned count)
{
    uint64_t start = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned place = first_free(places);
        waves[i].simd = place % SIM_SIMDS;
        waves[i].slot = place / SIM_SIMDS;
        if (places->free_at[place] > start && places->free_at[place] != UINT64_MAX)
            start = places->free_at[place];
        places->free_at[place] = UINT64_MAX; /* taken */
    }
    for (unsigned i = 0; i < count; i++) {
        waves[i].start = start;
        waves[i].end += start;
        places->free_at[waves[i].slot * SIM_SIMDS + waves[i].simd] = waves[i].end;
    }
}

static void
end_dispatch(struct sim_device *device, const struct sim_dispatch *dispatch)
{
    struct profile *profile = profile_of(device);
    (void)dispatch;
    struct places places = {.count = SIM_SIMDS * device->stats.occupancy};
    places.free_at = ARENA_ARRAY(&profile->arena, places.count, uint64_t);
    for (unsigned i = 0; i < places.count; i++)
        places.free_at[i] = profile->dispatch_start;
    for (uint32_t i = profile->dispatch_first, next; i < profile->waves.count; i = next) {
        struct sim_profile_wave *waves = profile->waves.at;
        /* a work-group's records stand together, by index */
        for (next = i + 1; next < profile->waves.count && waves[next].index;)
            next++;
        place_group(&places, waves + i, next - i);
    }
    profile->dispatch_first = profile->waves.count;
    profile->dispatch_start += device->stats.cycles;
    profile->complete = true;
}

static bool
is_wanted(const struct sim_device *device)
{
    return device->options.profile;
}

const struct sim_observer sim_observer_profile = {
    .name = "profile",
    .one_core = true,
    .wave_size = sizeof(struct profile_wave),
    .device_size = sizeof(struct profile),
    .is_wanted = is_wanted,
    .forget = forget,
    .end_device = end_device,
    .begin_launch = begin_launch,
    .end_dispatch = end_dispatch,
    .end_group = end_group,
    .issue = issue,
    .executed = executed,
};
