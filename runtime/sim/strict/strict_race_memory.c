/* What is known of a region, or of the LDS: pages of dwords, and a log of loads that are noted in them only
 * when somebody stores. */
#include "runtime/sim/strict/strict_race_memory.h"

/* ---- dwords ---- */

struct race_page *
race_new_pages(struct sim_wave *wave, struct sim_region *region)
{
    size_t pages = (size_t)(region->size / CELL / PAGE_CELLS + 1);
    struct race_memory *memory = ARENA_NEW(wave->group->arena, struct race_memory);
    region->observed[OBSERVER_race] = memory;
    return memory->pages = ARENA_ARRAY(wave->group->arena, pages, struct race_page);
}

struct race_memory *
race_new_lds(struct sim_group *group)
{
    struct race_memory *lds = ARENA_NEW(group->arena, struct race_memory);
    lds->pages = ARENA_NEW(group->arena, struct race_page);
    return group->observed[OBSERVER_race] = lds;
}

struct race_access *
race_note(struct sim_wave *wave, struct race_access **accesses, const struct race_cell *cell)
{
    if (!*accesses)
        *accesses = ARENA_ARRAY(wave->group->arena, cell->size, struct race_access);
    return &(*accesses)[cell->index];
}

static struct race_access *
split(struct sim_wave *wave, const struct race_access *dwords, size_t count)
{
    if (!dwords)
        return NULL;
    struct race_access *bytes = ARENA_ARRAY(wave->group->arena, count * CELL, struct race_access);
    for (size_t i = 0; i < count * CELL; i++) {
        bytes[i] = dwords[i / CELL];
        bytes[i].place.mask &= 1u << i % CELL;
    }
    return bytes;
}

void
race_split(struct sim_wave *wave, struct race_cell *cell)
{
    struct race_page *page = cell->page;
    if (page->has_bytes)
        return;
    page->writes = split(wave, page->writes, cell->size);
    for (unsigned i = 0; i < READS; i++) {
        page->reads[i] = split(wave, page->reads[i], cell->size);
        page->same[i] = split(wave, page->same[i], cell->size);
    }
    page->has_bytes = true;
    *cell = race_cell_at(page, cell->index, cell->size);
}

/* ---- loads to be noted later ---- */

/* Whom a store of any kind has still to fear: the first to load, and the last. */
static void
note_load(struct sim_wave *wave, const struct race_access *access, struct race_cell *cell)
{
    struct race_page *page = cell->page;
    struct race_access one = *access;
    for (unsigned i = 0; i < (page->has_bytes ? CELL : 1); i++, cell->index++) {
        const struct race_access *first = race_noted(page->reads[0], cell);
        bool is_first = !first || !first->wave || first->wave == access->wave;
        if (page->has_bytes)
            one.place.mask = 1u << i;
        *race_note(wave, &page->reads[!is_first], cell) = one;
    }
}

static void
note_lanes(struct sim_wave *wave, const struct race_load *load, const uint32_t *lanes, bool lds,
           uint64_t base)
{
    struct race_access access = load->access;
    uint64_t exec = load->exec[0] | (uint64_t)load->exec[1] << 32;
    uint32_t of_lane_0 = access.bits | WHOLE_DWORD;
    bool scattered = load->stride == (uint32_t)LOAD_SCATTERED;
    struct race_cell cell;
    int lane;
    FOREACH_LANE(lane, exec)
    {
        uint32_t first = scattered ? lanes[lane] : load->at + (uint32_t)lane * load->stride;
        access.bits = of_lane_0 | (uint32_t)lane;
        for (uint32_t k = 0; k < load->size; k += CELL)
            if (race_find_cell(wave, lds, base + first + k, &cell))
                note_load(wave, &access, &cell);
    }
}

static uint32_t
words_of(const struct race_load *load)
{
    return LOAD_WORDS + (load->stride == (uint32_t)LOAD_SCATTERED ? SIM_LANES : 0);
}

static void
forget_loads(struct race_log *log)
{
    log->last = log->first;
    log->chunks = log->first != NULL;
    if (log->first)
        log->first->count = 0;
}

void
race_note_loads(struct sim_wave *wave, struct race_log *log, bool lds, uint64_t base)
{
    struct race_chunk *end = log->last ? log->last->next : NULL;
    struct race_load load;
    for (struct race_chunk *chunk = log->first; chunk != end; chunk = chunk->next)
        for (uint32_t at = 0; at < chunk->count; at += words_of(&load)) {
            memcpy(&load, chunk->words + at, sizeof load);
            note_lanes(wave, &load, chunk->words + at + LOAD_WORDS, lds, base);
        }
    forget_loads(log);
}

void
race_keep_load(struct sim_wave *wave, struct race_log *log, const struct race_load *load,
               const uint32_t at[SIM_LANES])
{
    uint32_t words = words_of(load);
    struct race_chunk *chunk = log->last;
    if (!chunk || chunk->count + words > CHUNK_WORDS) {
        struct race_chunk **to = chunk ? &chunk->next : &log->first;
        if (!*to) {
            *to = arena_alloc(wave->group->arena, sizeof **to);
            (*to)->next = NULL;
        }
        chunk = log->last = *to;
        chunk->count = 0;
        log->chunks++;
    }
    memcpy(chunk->words + chunk->count, load, sizeof *load);
    if (words > LOAD_WORDS)
        memcpy(chunk->words + chunk->count + LOAD_WORDS, at, SIM_LANES * sizeof *at);
    chunk->count += words;
}

struct race_memory *
race_memory_of(struct sim_wave *wave, bool lds, uint64_t address)
{
    struct race_cell cell;
    if (lds)
        return race_lds(wave->group);
    if (!race_global_cell(wave, address, &cell))
        return NULL;
    return sim_region_at(wave->device, address, 1)->observed[OBSERVER_race];
}

void
race_first_store(struct sim_wave *wave, bool lds, uint64_t address)
{
    struct race_memory *memory = race_memory_of(wave, lds, address);
    if (!memory || memory->has_stores)
        return;
    race_note_loads(wave, &memory->log, lds,
                    lds ? 0 : sim_region_at(wave->device, address, 1)->base);
    memory->has_stores = true;
}

void
race_barrier(struct sim_group *group, bool settles)
{
    struct race_memory *lds = group->observed[OBSERVER_race];
    if (settles && lds) {
        lds->has_stores = false;
        forget_loads(&lds->log);
    } else if (lds) {
        race_begin_stores(&group->waves[0], true, 0);
    }
}
