/* Races between the work-items of one wave, which the hardware has in the order of its instructions and the
 * language in none: two of them touch a byte between two barriers, one changes it, not both atomically.
 * Those of different waves are told by strict_race.c, so what a wave has noted is forgotten where another
 * one comes to the same place; but where the code has orders, what the hardware has in order need not be so in the language, and
 * is looked at first.
 *
 * Noted is, for each dword, or for each byte where something smaller is accessed, which lane wrote it last,
 * which changed it atomically, which read it, each since the wave's last barrier: a number that each wave
 * draws there, for global memory and for LDS.  Whether an access is atomic the instruction says, or the
 * compiler's list.  What fences and atomic operations order is strict_item_order.c's. */
#include "runtime/sim/strict/strict_item_order.h"

enum { CELL = 4, PAGE_CELLS = 1024 };

/* Who did something: the lane, whether others did it, too, and where.  0: nobody. */
#define ITEM_USED (UINT32_C(1) << 31)
#define ITEM_MANY (UINT32_C(1) << 30)
#define ITEM_LOAD (UINT32_C(1) << 29) /* of an atomic one: it only reads */

enum { LANE_BITS = 6, WORD_MASK = (1 << 23) - 1 };

struct item_cell {
    uint32_t stamp;
    uint32_t write, atomic, read;
};

/* When the lanes of a cell did it: item_order_epoch. */
struct item_epochs {
    uint32_t write, atomic, read;
};

/* Cells of dwords, or of the bytes of each once something smaller was accessed; epochs where the code has orders. */
struct item_page {
    struct item_cell *dwords, *bytes;
    struct item_epochs *dword_epochs, *byte_epochs;
};

struct item_memory {
    struct item_page *pages;
};

struct item_wave {
    uint32_t stamp[2]; /* of global memory, of LDS */
    bool is_marked;    /* a barrier follows, which orders: */
    bool orders[2];    /* the same two */
    bool collects;     /* a collective function runs, which orders nothing of the program's */
    bool copies;       /* asynchronously: others of the group may make it for any of them */
    struct item_order *order; /* NULL: barriers are the only ones */
};

struct item_device {
    uint32_t stamps;
    struct item_places *places;
};

/* An access of one lane. */
struct item {
    struct sim_wave *wave;
    const struct sim_op *op;
    struct sim_region *region; /* NULL: LDS */
    int lane;
    struct item_order *order;
    uint32_t stamp, who, epoch;
    bool write, atomic;
    bool same; /* a store that changes nothing, with --benign */
    uint64_t address;
};

static void
draw(struct sim_wave *wave, bool lds)
{
    struct item_device *device = wave->device->observed[OBSERVER_items];
    struct item_wave *own = wave->observed[OBSERVER_items];
    own->stamp[lds] = ++device->stamps;
}

/* ---- the fault ---- */

static void
put_item(const struct sim_wave *wave, unsigned lane, struct strbuf *text)
{
    const struct sim_dispatch *dispatch = wave->device->dispatch;
    uint64_t number = (uint64_t)wave->index * SIM_LANES + lane;
    uint32_t id[3];
    for (unsigned d = 0; d < 3; d++) {
        id[d] = (uint32_t)(number % dispatch->local[d]);
        number /= dispatch->local[d];
    }
    strbuf_printf(text, "local id (%u,%u,%u)", id[0], id[1], id[2]);
}

static void
tell(const struct item *item, uint64_t address, const struct sim_wave *whose, uint32_t other,
     const char *did)
{
    struct sim_wave *wave = item->wave;
    struct strbuf text = strbuf_new(wave->group->arena);
    unsigned lane = other & ((1u << LANE_BITS) - 1);
    if (other & ITEM_MANY && whose == wave && lane == (unsigned)item->lane)
        lane = lane ? 0 : 1;
    const struct item_wave *own = wave->observed[OBSERVER_items];
    strbuf_puts(&text, "race of work-items: ");
    if (item->region)
        strbuf_printf(&text, "byte %s",
                      sim_byte_text(wave->device, text.arena, item->region, address));
    else
        strbuf_printf(&text, "byte %llu of local memory", (unsigned long long)address);
    strbuf_printf(
        &text,
        " is %s, and another work-item %s it, without a barrier between the two\n  the other: ",
        !item->write   ? "read"
        : item->atomic ? "atomically changed"
                       : "written",
        did);
    if (other & ITEM_MANY)
        strbuf_puts(&text, "more than one, the first ");
    put_item(whose, other & ((1u << LANE_BITS) - 1), &text);
    if (own->copies)
        strbuf_puts(&text, ", before an asynchronous copy, which any of them may make");
    uint64_t pc = wave->code->base + 4 * (uint64_t)(other >> LANE_BITS & WORD_MASK);
    strbuf_printf(&text, ", at code offset 0x%llx", (unsigned long long)(pc - wave->code->base));
    sim_put_instruction(wave->device, pc, &text);
    points_tell(wave, item->op, item->lane, text.text);
}

/* ---- a cell ---- */

static inline bool
is_other(uint32_t who, uint32_t me)
{
    return who && (who & ITEM_MANY || (who ^ me) & ((1u << LANE_BITS) - 1));
}

/* By another lane, and not before what this one does now. */
static inline bool
meets(const struct item *item, uint32_t who, const uint32_t *epoch)
{
    return is_other(who, item->who) &&
           (!epoch || !item_order_knows(item->order, item->lane, who & ((1u << LANE_BITS) - 1),
                                        *epoch, who & ITEM_MANY));
}

/* Where the one that is noted comes before the new one, that stands for both. */
static inline void
note(const struct item *item, uint32_t *who, uint32_t *epoch)
{
    if (*who && meets(item, *who, epoch)) {
        *who |= ITEM_MANY;
        return;
    }
    *who = item->who;
    if (epoch)
        *epoch = item->epoch;
}

/* ---- another wave ---- */

/* The wave of the group that has noted what is there, since its last barrier; NULL: none. */
static const struct sim_wave *
noted_by(const struct item *item, uint32_t stamp)
{
    const struct sim_group *group = item->wave->group;
    for (unsigned i = 0; i < group->wave_count; i++) {
        const struct item_wave *own = group->waves[i].observed[OBSERVER_items];
        if (own->stamp[!item->region] == stamp)
            return &group->waves[i];
    }
    return NULL;
}

/* What orders waves for the hardware need not be an order of the language: a relaxed store, then an acquire. */
static void
meet_wave(const struct item *item, const struct item_cell *cell, const struct item_epochs *epochs,
          uint64_t address)
{
    const struct sim_wave *wave = noted_by(item, cell->stamp);
    if (!wave)
        return;
    const struct item_wave *other = wave->observed[OBSERVER_items];
    bool changes = item->write && !item->same;
    const struct {
        uint32_t who, epoch;
        bool counts;
        const char *did;
    } did[] = {
        {cell->write, epochs->write, true, "wrote"},
        {cell->atomic, epochs->atomic, !item->atomic && (changes || !(cell->atomic & ITEM_LOAD)),
         cell->atomic & ITEM_LOAD ? "atomically read" : "atomically changed"},
        {cell->read, epochs->read, changes, "read"},
    };
    for (unsigned i = 0; i < sizeof did / sizeof did[0]; i++)
        if (did[i].who && did[i].counts &&
            !item_order_knows_wave(item->order, item->lane, other->order,
                                   did[i].who & ((1u << LANE_BITS) - 1), did[i].epoch,
                                   did[i].who & ITEM_MANY)) {
            tell(item, address, wave, did[i].who, did[i].did);
            return;
        }
}

static inline void
touch(const struct item *item, struct item_cell *cell, struct item_epochs *epochs, uint64_t address)
{
    if (cell->stamp != item->stamp) {
        if (epochs && cell->stamp)
            meet_wave(item, cell, epochs, address);
        *cell = (struct item_cell){.stamp = item->stamp};
    }
    uint32_t *read = epochs ? &epochs->read : NULL, *atomic = epochs ? &epochs->atomic : NULL;
    if (item->same) {
        note(item, &cell->read, read);
        return;
    }
    bool changes = item->write;
    const char *did = meets(item, cell->write, epochs ? &epochs->write : NULL) ? "wrote" : NULL;
    uint32_t other = cell->write;
    if (!did && !item->atomic && meets(item, cell->atomic, atomic) &&
        (changes || !(cell->atomic & ITEM_LOAD))) {
        did = cell->atomic & ITEM_LOAD ? "atomically read" : "atomically changed";
        other = cell->atomic;
    }
    if (!did && changes && meets(item, cell->read, read)) {
        did = "read";
        other = cell->read;
    }
    if (item->atomic) {
        bool only_loads = !changes && (!cell->atomic || cell->atomic & ITEM_LOAD);
        if (!epochs || changes || only_loads) /* a load would hide when it was changed */
            note(item, &cell->atomic, atomic);
        cell->atomic = only_loads ? cell->atomic | ITEM_LOAD : cell->atomic & ~ITEM_LOAD;
    } else if (changes) {
        cell->write = item->who;
        if (epochs)
            epochs->write = item->epoch;
    } else {
        note(item, &cell->read, read);
    }
    if (did)
        tell(item, address, item->wave, other, did);
}

/* The same where nothing orders but barriers, and no other work-item meets this one; false: it has done nothing. */
static inline bool
touch_alone(struct item_cell *cell, uint32_t stamp, uint32_t who, bool write)
{
    if (cell->stamp != stamp) {
        *cell =
            (struct item_cell){.stamp = stamp, .write = write ? who : 0, .read = write ? 0 : who};
        return true;
    }
    if (cell->atomic || is_other(cell->write, who) || (write && is_other(cell->read, who)))
        return false;
    if (write)
        cell->write = who;
    else
        cell->read = is_other(cell->read, who) ? cell->read | ITEM_MANY : who;
    return true;
}

static struct item_cell *
new_cells(struct sim_wave *wave, size_t count)
{
    return ARENA_ARRAY(wave->group->arena, count, struct item_cell);
}

static struct item_epochs *
new_epochs(const struct item *item, size_t count)
{
    return item->order ? ARENA_ARRAY(item->wave->group->arena, count, struct item_epochs) : NULL;
}

/* From now on the page knows of bytes. */
static void
split(const struct item *item, struct item_page *page)
{
    size_t count = (size_t)PAGE_CELLS * CELL;
    page->bytes = new_cells(item->wave, count);
    page->byte_epochs = new_epochs(item, count);
    for (size_t i = 0; page->dwords && i < count; i++) {
        page->bytes[i] = page->dwords[i / CELL];
        if (item->order)
            page->byte_epochs[i] = page->dword_epochs[i / CELL];
    }
    page->dwords = NULL;
}

/* The page knows of dwords, or of bytes where there is less than a whole one. */
static inline void
ready(const struct item *item, struct item_page *page, bool whole)
{
    if (!whole && !page->bytes) {
        split(item, page);
    } else if (!page->dwords && !page->bytes) {
        page->dwords = new_cells(item->wave, PAGE_CELLS);
        page->dword_epochs = new_epochs(item, PAGE_CELLS);
    }
}

static struct item_memory *
memory_of(const struct item *item)
{
    struct sim_group *group = item->wave->group;
    void **place =
        item->region ? &item->region->observed[OBSERVER_items] : &group->observed[OBSERVER_items];
    if (!*place) {
        uint64_t size = item->region ? item->region->size : group->lds_size;
        struct item_memory *made = ARENA_NEW(group->arena, struct item_memory);
        made->pages = ARENA_ARRAY(group->arena, size / CELL / PAGE_CELLS + 1, struct item_page);
        *place = made;
    }
    return *place;
}

static void
access(struct item *item, const struct item_memory *memory, uint64_t address, uint32_t size)
{
    uint64_t offset = item->region ? address - item->region->base : address;
    for (uint64_t at = offset, end = offset + size; at < end;) {
        struct item_page *page = &memory->pages[at / CELL / PAGE_CELLS];
        ready(item, page, !(at % CELL) && end - at >= CELL);
        uint64_t cell = at / CELL % PAGE_CELLS;
        if (page->dwords) {
            touch(item, &page->dwords[cell], item->order ? &page->dword_epochs[cell] : NULL,
                  address + (at - offset));
            at += CELL;
        } else {
            cell = cell * CELL + at % CELL;
            touch(item, &page->bytes[cell], item->order ? &page->byte_epochs[cell] : NULL,
                  address + (at - offset));
            at++;
        }
    }
}

/* Are most of its accesses of this size a dword that is touched alone? */
static bool
is_simple(const struct item *item, uint32_t size)
{
    return size == CELL && !item->order && !item->atomic && !item->same;
}

/* Such a one, of a page of dwords, at that offset in its memory; false: it has done nothing. */
static inline bool
access_dword(const struct item_memory *memory, uint64_t offset, uint32_t stamp, uint32_t who,
             bool write)
{
    const struct item_page *page = &memory->pages[offset / CELL / PAGE_CELLS];
    return !(offset % CELL) && page->dwords &&
           touch_alone(&page->dwords[offset / CELL % PAGE_CELLS], stamp, who, write);
}

/* ---- what is heard ---- */

/* Memory that is a wave's own, or of which the program knows nothing; else what there is of it. */
static bool
is_shared(struct sim_wave *wave, bool lds, uint64_t address, uint32_t size,
          struct sim_region **region)
{
    const struct sim_device *device = wave->device;
    const struct item_wave *own = wave->observed[OBSERVER_items];
    *region = NULL;
    if (own->collects)
        return false;
    if (lds)
        return address + size <= wave->group->lds_size;
    *region = sim_region_at(wave->device, address, size);
    return *region && !(*region)->scratch_wave_size && (*region)->base != device->kernarg_address &&
           (*region)->base != device->queue_address;
}

static bool
is_atomic(const struct sim_op *op)
{
    return op->is_atomic || op->memory.kind == MEMORY_ATOMIC || op->inst.op == GCN_ds_append ||
           op->inst.op == GCN_ds_consume;
}

static struct item
make(struct sim_wave *wave, const struct sim_op *op, bool lds, struct sim_region *region,
     bool write)
{
    struct item_wave *own = wave->observed[OBSERVER_items];
    bool atomic = is_atomic(op);
    uint32_t word = (uint32_t)((op->pc - wave->code->base) / 4) & WORD_MASK;
    return (struct item){.wave = wave,
                         .op = op,
                         .region = region,
                         .order = own->order,
                         .stamp = own->stamp[lds],
                         .who = ITEM_USED | word << LANE_BITS,
                         .write = write,
                         .atomic = atomic};
}

/* Its number in the grid, from 1 on. */
static uint64_t
group_number(const struct sim_group *group)
{
    const struct sim_dispatch *dispatch = group->device->dispatch;
    uint64_t across = (dispatch->grid[0] + (uint64_t)dispatch->local[0] - 1) / dispatch->local[0];
    uint64_t down = (dispatch->grid[1] + (uint64_t)dispatch->local[1] - 1) / dispatch->local[1];
    return group->id[0] + across * (group->id[1] + down * group->id[2]) + 1;
}

/* Who does it: of an asynchronous copy another work-item than the one whose turn the library makes it. */
static int
doer(const struct sim_wave *wave, int lane)
{
    const struct item_wave *own = wave->observed[OBSERVER_items];
    int other = lane ^ 1;
    if (!own->copies || !(wave->lanes & (wave->lanes - 1)))
        return lane;
    return wave->lanes >> other & 1 ? other : lane - 1;
}

static void
access_lane(struct item *item, const struct item_memory *memory, int lane, uint64_t address,
            uint32_t size)
{
    uint64_t offset = item->region ? address - item->region->base : address;
    lane = doer(item->wave, lane);
    item->lane = lane;
    item->who = (item->who & ~((1u << LANE_BITS) - 1)) | (uint32_t)lane;
    if (is_simple(item, size) && access_dword(memory, offset, item->stamp, item->who, item->write))
        return;
    if (item->order) {
        bool loads = !item->write || item->op->memory.kind != MEMORY_STORE;
        item->epoch = item_order_epoch(item->order, lane);
        if (item->atomic)
            item_order_atomic(item->order, lane, item->region ? 0 : group_number(item->wave->group),
                              address, loads, item->write);
    }
    access(item, memory, address, size);
}

/* Of the lanes: those of an instruction that all do the same. */
static void
access_lanes(struct item *item, const struct item_memory *memory, uint64_t lanes, uint64_t base,
             const uint32_t at[SIM_LANES])
{
    uint32_t size = item->op->memory.bytes, stamp = item->stamp,
             place = item->who & ~((1u << LANE_BITS) - 1);
    uint64_t first = item->region ? base - item->region->base : base;
    const struct item_wave *own = item->wave->observed[OBSERVER_items];
    bool simple = is_simple(item, size) && !own->copies, write = item->write;
    int lane;
    FOREACH_LANE(lane, lanes)
    if (!simple || !access_dword(memory, first + at[lane], stamp, place | (uint32_t)lane, write))
        access_lane(item, memory, lane, base + at[lane], size);
}

/* With --benign a store of what is there already races with no store before, and is for those behind it like a
 * load: it does not hide a later one of something else. */
static bool
is_benign(const struct item *item, bool lds, uint64_t address, uint32_t size, const uint8_t *bytes)
{
    const struct sim_wave *wave = item->wave;
    if (!bytes || !wave->device->options.benign)
        return false;
    const uint8_t *there =
        lds ? wave->group->lds + address : item->region->bytes + (address - item->region->base);
    return memcmp(there, bytes, size) == 0;
}

static void
hear_access(struct sim_wave *wave, const struct sim_op *op, int lane, bool lds, uint64_t address,
            uint32_t size, bool write, const uint8_t *bytes)
{
    struct sim_region *region;
    uint64_t exec = sim_exec(wave);
    if (!is_shared(wave, lds, address, size, &region) || !exec)
        return;
    struct item item = make(wave, op, lds, region, write);
    item.same = write && is_benign(&item, lds, address, size, bytes);
    const struct item_memory *memory = memory_of(&item);
    access_lane(&item, memory, lane < 0 ? __builtin_ctzll(exec) : lane, address, size);
    if (lane < 0 && exec & (exec - 1))
        access_lane(&item, memory, 63 - __builtin_clzll(exec), address, size);
}

static void
hear_loads(struct sim_wave *wave, const struct sim_op *op, bool lds, uint64_t base,
           const uint32_t at[SIM_LANES], bool is_dense, bool is_uniform)
{
    uint64_t exec = sim_exec(wave);
    uint32_t size = op->memory.bytes;
    struct sim_region *region;
    (void)is_dense;
    if (!is_shared(wave, lds, base + at[__builtin_ctzll(exec)], size, &region))
        return;
    struct item item = make(wave, op, lds, region, false);
    if (is_uniform) /* the first and the last stand for all */
        exec = UINT64_C(1) << __builtin_ctzll(exec) | UINT64_C(1) << (63 - __builtin_clzll(exec));
    const struct item_memory *memory = memory_of(&item);
    access_lanes(&item, memory, exec, base, at);
}

static void
hear_stores(struct sim_wave *wave, const struct sim_op *op, bool lds, uint64_t address,
            const uint32_t values[SIM_LANES])
{
    struct sim_region *region;
    if (!is_shared(wave, lds, address, CELL * SIM_LANES, &region))
        return;
    struct item item = make(wave, op, lds, region, true);
    const struct item_memory *memory = memory_of(&item);
    for (int lane = 0; lane < SIM_LANES; lane++) {
        uint64_t at = address + CELL * (unsigned)lane;
        item.same = is_benign(&item, lds, at, CELL, (const uint8_t *)&values[lane]);
        access_lane(&item, memory, lane, at, CELL);
    }
}

/* ---- orders ---- */

static void
hear_point(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    struct item_wave *own = wave->observed[OBSERVER_items];
    (void)op;
    if (check->kind == SIM_CHECK_BARRIER) {
        own->is_marked = true;
        own->orders[false] = check->global;
        own->orders[true] = check->local;
    }
    if (own->order)
        item_order_meet(own->order, wave, check);
    if (check->kind == SIM_CHECK_SUBGROUP) {
        if (check->global)
            draw(wave, false);
        if (check->local)
            draw(wave, true);
    }
    if (check->kind == SIM_CHECK_COLLECT || check->kind == SIM_CHECK_COLLECTED)
        own->collects = check->kind == SIM_CHECK_COLLECT;
    if (check->kind == SIM_CHECK_COPY || check->kind == SIM_CHECK_RECT)
        own->copies = true;
    else if (check->kind == SIM_CHECK_COPIED)
        own->copies = false;
}

static void
hear_barrier(struct sim_group *group)
{
    for (unsigned i = 0; i < group->wave_count; i++) {
        struct item_wave *own = group->waves[i].observed[OBSERVER_items];
        for (unsigned lds = 0; lds < 2; lds++)
            if (!own->collects && (!own->is_marked || own->orders[lds]))
                draw(&group->waves[i], lds);
        own->is_marked = false;
    }
}

/* A wave that is alone waits at none. */
static void
hear_arrival(struct sim_wave *wave, const struct sim_op *op)
{
    (void)op;
    if (wave->group->wave_count == 1)
        hear_barrier(wave->group);
}

static void
begin_items(struct sim_device *device, const struct sim_dispatch *dispatch, struct arena *arena,
            unsigned sgprs)
{
    struct item_device *own = device->observed[OBSERVER_items];
    (void)dispatch, (void)sgprs;
    own->places = item_places_new(device, arena);
}

static void
begin_wave(struct sim_wave *wave)
{
    struct item_wave *own = wave->observed[OBSERVER_items];
    const struct item_device *device = wave->device->observed[OBSERVER_items];
    struct item_order *order = device->places ? item_order_begin(device->places, own->order) : NULL;
    *own = (struct item_wave){.order = order};
    draw(wave, false);
    draw(wave, true);
}

static bool
asks_for_races(const struct sim_device *device)
{
    return points_ask(device, SIM_ASKS_RACE) && !device->options.no_races &&
           device->options.schedule != SIM_SCHEDULE_ALL;
}

const struct sim_observer sim_observer_items = {
    .name = "items",
    .one_core = true,
    .wave_size = sizeof(struct item_wave),
    .device_size = sizeof(struct item_device),
    .is_wanted = asks_for_races,
    .begin_dispatch = begin_items,
    .begin_wave = begin_wave,
    .access = hear_access,
    .loads = hear_loads,
    .stores = hear_stores,
    .point = hear_point,
    .arrive = hear_arrival,
    .barrier = hear_barrier,
};
