/* What is kept of accesses, for the parts of the check for races: strict_race.c, strict_race_judge.c and
 * strict_race_memory.c.
 *
 * For each dword, or each byte where something smaller was accessed, the last store and two loads are kept:
 * a third load that is in no order with those is not, so that a race with it may be missed.  Of stores of
 * what was there already two are kept, too. */
#ifndef OCC_RUNTIME_SIM_STRICT_STRICT_RACE_MEMORY_H
#define OCC_RUNTIME_SIM_STRICT_STRICT_RACE_MEMORY_H

#include "runtime/sim/strict/strict_race.h"

enum {
    CELL = 4, /* bytes */
    PAGE_CELLS = 1024,
    READS = 2,
    WORD_BITS = 18,
    WHOLE_DWORD = 15 << 6, /* race_place.mask */
};

/* How an access may go together with another one. */
enum race_class {
    RACE_PLAIN,   /* never */
    RACE_ALIGNED, /* perhaps, if the language said so */
    RACE_ATOMIC,
};

struct race_place {
    uint32_t lane : 6, mask : 4 /* bytes of the dword */, kind : 2, class : 2, word : WORD_BITS;
};

struct race_access {
    uint32_t wave, number; /* strict_race.h; 0: none */
    union {
        struct race_place place;
        uint32_t bits; /* the same, to be moved as a whole */
    };
};

/* The accesses of consecutive dwords, or of the bytes of each; what nothing was noted in is NULL.  same:
 * stores of what was there already. */
struct race_page {
    struct race_access *writes, *reads[READS], *same[READS];
    bool has_bytes;
};

/* Loads that are not noted with their dwords yet: most memory is only read, and most of the LDS is read
 * between two barriers, where nobody need know by whom. */
struct race_log {
    struct race_chunk *first, *last; /* those after the last one are empty */
    uint32_t chunks;                 /* up to the last one */
};

enum { CHUNK_WORDS = 1 << 15, LOG_CHUNKS = 512 /* 64 MiB */ };

struct race_chunk {
    struct race_chunk *next;
    uint32_t count;
    uint32_t
        words[CHUNK_WORDS]; /* loads: struct race_load, then a dword for each lane, if scattered */
};

struct race_load {
    struct race_access access; /* of lane 0 */
    uint32_t at, stride;       /* of lane 0, from lane to lane; LOAD_SCATTERED: they follow */
    uint32_t size;
    uint32_t exec[2];
};

enum {
    LOAD_SCATTERED = -1,
    LOAD_WORDS = sizeof(struct race_load) / 4,
};

/* What is known of a region, or of the LDS. */
struct race_memory {
    struct race_page *pages; /* of the LDS one */
    struct race_log log;     /* loads that are not in the pages yet */
    bool has_stores;         /* the log is not used */
};

/* The dword's places in a page, or those of its first byte. */
struct race_cell {
    struct race_page *page;
    size_t index, size; /* size: of the page */
};

/* ---- strict_race_memory.c ---- */

struct race_page *race_new_pages(struct sim_wave *wave, struct sim_region *region);
struct race_memory *race_new_lds(struct sim_group *group);
/* What is known of the memory of these bytes; NULL: nothing need be. */
struct race_memory *race_memory_of(struct sim_wave *wave, bool lds, uint64_t address);
/* Notes all loads of the log, by any wave of the device (of the work-group, in the LDS). */
void race_note_loads(struct sim_wave *wave, struct race_log *log, bool lds, uint64_t base);
/* at: of its lanes, if they are scattered. */
void race_keep_load(struct sim_wave *wave, struct race_log *log, const struct race_load *load,
                    const uint32_t at[SIM_LANES]);
/* The first store to the memory, if it has none yet. */
void race_first_store(struct sim_wave *wave, bool lds, uint64_t address);
/* From now on the dword's page knows of bytes. */
void race_split(struct sim_wave *wave, struct race_cell *cell);
/* Where the dword, or the byte, keeps one of its accesses. */
struct race_access *race_note(struct sim_wave *wave, struct race_access **accesses,
                              const struct race_cell *cell);

/* The dword at that place of the page. */
static inline struct race_cell
race_cell_at(struct race_page *page, size_t dword, size_t dwords)
{
    unsigned parts = page->has_bytes ? CELL : 1;
    return (struct race_cell){page, dword * parts, dwords * parts};
}

static inline bool
race_global_cell(struct sim_wave *wave, uint64_t address, struct race_cell *cell)
{
    struct sim_device *device = wave->device;
    struct sim_region *region = device->last_region;
    if (!region || address - region->base >= region->size)
        region = sim_region_at(device, address, 1);
    if (!region || region->scratch_wave_size)
        return false;
    size_t dword = (size_t)(address - region->base) / CELL;
    const struct race_memory *memory = region->observed[OBSERVER_race];
    struct race_page *pages = memory ? memory->pages : race_new_pages(wave, region);
    *cell = race_cell_at(&pages[dword / PAGE_CELLS], dword % PAGE_CELLS, PAGE_CELLS);
    return true;
}

static inline struct race_memory *
race_lds(struct sim_group *group)
{
    struct race_memory *lds = group->observed[OBSERVER_race];
    return lds ? lds : race_new_lds(group);
}

static inline bool
race_find_cell(struct sim_wave *wave, bool lds, uint64_t address, struct race_cell *cell)
{
    struct sim_group *group = wave->group;
    if (!lds)
        return race_global_cell(wave, address, cell);
    *cell = race_cell_at(race_lds(group)->pages, address / CELL, group->lds_size / CELL + 1);
    return true;
}

/* NULL: none was noted. */
static inline struct race_access *
race_noted(struct race_access *accesses, const struct race_cell *cell)
{
    return accesses ? &accesses[cell->index] : NULL;
}

/* Of a store. */
static inline int
race_lane(const struct race_access *store)
{
    return store ? (int)store->place.lane : ORDER_ANY_LANE;
}

/* From now on each access is held against those before it. */
static inline void
race_begin_stores(struct sim_wave *wave, bool lds, uint64_t address)
{
    const struct sim_region *region = wave->device->last_region;
    const struct race_memory *memory = lds ? wave->group->observed[OBSERVER_race] : NULL;
    if (!lds && region && address - region->base < region->size)
        memory = region->observed[OBSERVER_race];
    if (!memory || !memory->has_stores)
        race_first_store(wave, lds, address);
}

/* ---- strict_race_judge.c ---- */

/* The part of an access that lies in one dword. */
struct racer {
    struct sim_wave *wave;
    const struct sim_op *op;
    struct race_access access;
    int lane;
    bool write, cached, lds;
    const uint8_t *bytes; /* of a plain store */
    uint64_t address;     /* of the part that lies in the dword, and its bytes */
    unsigned count;
    struct race_cell cell; /* the dword, or the byte */
    unsigned told;         /* 1 + the byte of the dword at which it was told; 0: it was not */
};

/* Is an access that is not listed as atomic taken for one by what it looks like? */
static inline bool
race_guesses(const struct sim_wave *wave)
{
    const struct sim_device *device = wave->device;
    switch (device->options.atomics) {
    case SIM_ATOMICS_LISTED:
        return false;
    case SIM_ATOMICS_GUESSED:
        return true;
    default:
        return !device->kernel->object->lists_atomics;
    }
}

/* Holds it against what is noted of the dword, and notes it; first: of its bytes in the dword. */
void race_access_part(struct racer *racer, unsigned first);

#endif
