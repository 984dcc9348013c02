/* Stale data by way of the scalar cache, whatever the schedule.
 *
 * Vector stores go past it: a scalar load gets what one of the same dispatch left only if the store was done
 * (s_waitcnt vmcnt(0)) when the loading wave emptied the cache (s_dcache_inv); else the line may have been
 * there since before.  (AMDGPUUsage, "Memory Model", GFX6-GFX9: the scalar L1 cache is coherent with nothing,
 * so scalar operations are for memory that does not change while the kernel runs.  The packet processor
 * empties it between dispatches.)  Scalar stores stay in it until s_dcache_wb: a vector load before that gets
 * what the L2 has (GCN3 and Vega ISA manuals, "Scalar Memory Writes").  Like every SMEM operation that one counts
 * in LGKM_CNT, returns in any order and is done only when lgkmcnt(0) was waited for (CLRX, "GCN ISA SMEM
 * instructions").
 *
 * Which store is a dword's last the check of races knows, which also tells loads that nothing orders after
 * it.  Waits and what empties the cache are put in one order by a clock of theirs. */
#include "runtime/sim/strict/strict_race.h"

/* From `time` on the vector stores up to that number of PENDING_VM are done. */
struct cache_done {
    uint32_t seq;
    uint64_t time;
};

/* A wave that has begun; it may have ended. */
struct cache_record {
    VEC(struct cache_done) done;
};

/* A dword that a scalar store has left in the cache. */
struct cache_dirty {
    uint64_t address, place; /* place: pc */
    uint32_t wave, first;    /* first: of its work-group */
    uint32_t writers; /* waves of it that write it back, a bit for each, and have not waited */
};

struct cache_device {
    struct arena *arena; /* of the dispatch */
    uint64_t clock;
    uint32_t first;                 /* number of the first wave of the dispatch */
    uint32_t begun;                 /* waves */
    VEC(struct cache_record) waves; /* one for each, or more, for those that are to begin */
    VEC(struct cache_dirty) dirty;
};

/* Of a work-group, all of which is on one compute unit: when one of its waves emptied the cache last. */
struct cache_group {
    uint64_t emptied;
};

static struct cache_device *
device_of(const struct sim_wave *wave)
{
    return wave->device->observed[OBSERVER_scalar_cache];
}

static struct cache_group *
own_of(const struct sim_wave *wave)
{
    return wave->group->observed[OBSERVER_scalar_cache];
}

static void
begin_dispatch(struct sim_device *device, const struct sim_dispatch *dispatch, struct arena *arena,
               unsigned sgprs)
{
    struct cache_device *own = device->observed[OBSERVER_scalar_cache];
    (void)dispatch, (void)sgprs;
    *own = (struct cache_device){.arena = arena, .clock = 1};
}

static void
begin_group(struct sim_group *group)
{
    struct cache_device *device = group->device->observed[OBSERVER_scalar_cache];
    struct cache_group *own = group->observed[OBSERVER_scalar_cache];
    if (order_is_again(group))
        device->begun = device->dirty.count = 0;
    if (own)
        own->emptied = 0;
}

static void
begin_wave(struct sim_wave *wave)
{
    struct cache_device *device = device_of(wave);
    if (!device->begun)
        device->first = order_of(wave)->number;
    if (device->begun == device->waves.count)
        vec_push(device->arena, &device->waves, (struct cache_record){.done = {0}});
    device->waves.at[device->begun++].done.count = 0;
    if (!own_of(wave))
        wave->group->observed[OBSERVER_scalar_cache] = ARENA_NEW(device->arena, struct cache_group);
}

/* ---- loads ---- */

static void
fault(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t address, bool own,
      uint64_t place, const char *missing, bool is_spare)
{
    struct strbuf text = strbuf_new(wave->group->arena);
    const struct sim_region *region = sim_region_at(wave->device, address, 1);
    strbuf_printf(
        &text, "stale data of the scalar cache: byte %s was stored by %s at code offset 0x%llx",
        sim_byte_text(wave->device, text.arena, region, address),
        own ? "this wave" : "another wave", (unsigned long long)(place - wave->code->base));
    sim_put_instruction(wave->device, place, &text);
    strbuf_puts(&text, missing);
    if (is_spare)
        sim_warn(wave, op, "%s", text.text);
    else
        sim_fault(wave, op, lane, "%s", text.text);
}

/* When a wave's waits had proved its store of that number done; UINT64_MAX: they have not yet. */
static uint64_t
done_at(const struct cache_device *device, uint32_t number, uint32_t seq)
{
    const struct cache_record *record = &device->waves.at[number - device->first];
    uint32_t low = 0, high = record->done.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (record->done.at[middle].seq < seq)
            low = middle + 1;
        else
            high = middle;
    }
    return low < record->done.count ? record->done.at[low].time : UINT64_MAX;
}

/* A load that nothing orders after the store may give either.  LLVM loads four dwords where three are asked
 * for, and nobody need look at the last: a warning in foreign objects. */
static void
check_scalar(struct sim_wave *wave, const struct sim_op *op, uint64_t address, uint32_t size)
{
    if (!race_has_stores(wave, address))
        return;
    struct race_store store;
    for (uint64_t at = address; at < address + size; at += store.of_byte ? 1 : 4) {
        store = race_last_store(wave, at);
        if (store.wave < device_of(wave)->first ||
            !order_knows(wave, ORDER_ANY_LANE, store.wave, ORDER_ANY_LANE, ORDER_GLOBAL,
                         store.number, false))
            continue;
        wave->device->counted[OBSERVER_scalar_cache]++;
        if (done_at(device_of(wave), store.wave, store.number) >= own_of(wave)->emptied)
            fault(wave, op, -1, at / 4 * 4 + store.byte, store.wave == order_of(wave)->number,
                  wave->code->base + store.offset,
                  ", and no s_dcache_inv came after an s_waitcnt vmcnt(0) for it",
                  size == 16 && at >= address + 12);
    }
}

static void
check_vector(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t address,
             uint32_t size)
{
    vec_foreach (const struct cache_dirty, dirty, &device_of(wave)->dirty)
        if (dirty->address + 4 > address && dirty->address < address + size)
            fault(wave, op, lane, dirty->address, dirty->wave == order_of(wave)->number,
                  dirty->place,
                  dirty->writers ? ", and no s_waitcnt lgkmcnt(0) came after the s_dcache_wb for it"
                                 : ", and no s_dcache_wb has written it back",
                  false);
}

static void
check_access(struct sim_wave *wave, const struct sim_op *op, int lane, bool lds, uint64_t address,
             uint32_t size, bool write, const uint8_t *bytes)
{
    bool reads = !write || op->memory.kind == MEMORY_ATOMIC;
    (void)bytes;
    if (!lds && reads && op->info->format != GCN_SMEM)
        check_vector(wave, op, lane, address, size);
}

static void
check_loads(struct sim_wave *wave, const struct sim_op *op, bool lds, uint64_t base,
            const uint32_t at[SIM_LANES], bool is_dense, bool is_uniform)
{
    int lane;
    (void)is_dense, (void)is_uniform;
    if (lds)
        return;
    FOREACH_LANE(lane, sim_exec(wave))
    check_vector(wave, op, lane, base + at[lane], op->memory.bytes);
}

/* ---- waits, the cache ---- */

static uint32_t
writer_bit(const struct sim_wave *wave)
{
    return 1u << (order_of(wave)->number - order_of(wave)->first_mate);
}

/* What the wave wrote back is in the L2. */
static void
forget_written(struct sim_wave *wave)
{
    struct cache_device *device = device_of(wave);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < device->dirty.count; i++) {
        const struct cache_dirty *dirty = &device->dirty.at[i];
        if (dirty->first != order_of(wave)->first_mate || !(dirty->writers & writer_bit(wave)))
            device->dirty.at[kept++] = *dirty;
    }
    device->dirty.count = kept;
}

/* A FLAT store whose instruction went to LDS, too, has the number that the next one would have. */
static void
after_wait(struct sim_wave *wave, unsigned vm, unsigned exp, unsigned lgkm)
{
    struct cache_device *device = device_of(wave);
    struct cache_record *record = &device->waves.at[order_of(wave)->number - device->first];
    const struct sim_counters *c = wave->counters;
    uint32_t seq = c->vm_done + (vm == 0 && c->flat_seq), count = record->done.count;
    (void)exp;
    if (lgkm == 0)
        forget_written(wave);
    if (vm < wave->device->target->vmcnt_max && seq &&
        (!count || record->done.at[count - 1].seq < seq))
        vec_push(device->arena, &record->done, ((struct cache_done){seq, device->clock++}));
}

/* Only now vector loads have anything to fear. */
static void
note_scalar_store(struct sim_wave *wave, const struct sim_op *op, uint64_t address)
{
    struct cache_device *device = device_of(wave);
    struct cache_dirty dirty = {.address = address,
                                .place = op->pc,
                                .wave = order_of(wave)->number,
                                .first = order_of(wave)->first_mate};
    vec_push(device->arena, &device->dirty, dirty);
    SIM_JOIN(wave->device, access, check_access);
    SIM_JOIN(wave->device, loads, check_loads);
}

static void
write_back(struct sim_wave *wave)
{
    vec_foreach (struct cache_dirty, dirty, &device_of(wave)->dirty)
        if (dirty->first == order_of(wave)->first_mate)
            dirty->writers |= writer_bit(wave);
}

static void
use_cache(struct sim_wave *wave, const struct sim_op *op)
{
    if (op->inst.op == GCN_s_dcache_inv || op->inst.op == GCN_s_dcache_inv_vol)
        own_of(wave)->emptied = device_of(wave)->clock++;
    else
        write_back(wave);
}

/* Also where all schedules are tried, of programs whose races are the question: what nothing orders is no fault
 * here. */
static bool
is_wanted(const struct sim_device *device)
{
    return device->strict && !device->options.no_races;
}

const struct sim_observer sim_observer_scalar_cache = {
    .name = "scalar-cache",
    .counted = "dwords of scalar loads, held against vector stores",
    .needs = OBSERVER_BIT(race),
    .one_core = true,
    .device_size = sizeof(struct cache_device),
    .is_wanted = is_wanted,
    .begin_dispatch = begin_dispatch,
    .begin_group = begin_group,
    .begin_wave = begin_wave,
    .scalar_load = check_scalar,
    .scalar_store = note_scalar_store,
    .wait = after_wait,
    .scalar_cache = use_cache,
};
