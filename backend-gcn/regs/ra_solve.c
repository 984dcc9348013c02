/* Placing registers: the search for a free range, and the rearrangement of everything that lives
 * across an instruction when no range is free (live-range splitting by parallel copy). */
#include "backend-gcn/abi/calls.h"
#include "backend-gcn/regs/ra.h"
#include "support/limit.h"

bool
ra_is_free(const struct ra_file *file, unsigned reg, unsigned dwords)
{
    for (unsigned i = 0; i < dwords; i++)
        if (file->owner[reg + i])
            return false;
    return true;
}

void
ra_occupy(struct ra_file *file, unsigned reg, unsigned dwords, uint32_t owner)
{
    for (unsigned i = 0; i < dwords; i++)
        file->owner[reg + i] = owner;
}

static unsigned
class_base(enum mir_class reg_class)
{
    return reg_class == MIR_VGPR ? GCN_VGPR0 : GCN_SGPR0;
}

static bool
fits(const struct ra_file *a, const struct ra_file *b, unsigned reg, unsigned dwords)
{
    return ra_is_free(a, reg, dwords) && (!b || ra_is_free(b, reg, dwords));
}

/* The number of free registers around a range: the smaller, the less placing there fragments the
 * file. */
static unsigned
looseness(const struct ra_file *a, const struct ra_file *b, unsigned base, unsigned limit,
          unsigned reg, unsigned dwords)
{
    unsigned loose = 0;
    for (unsigned i = reg; i > base && fits(a, b, i - 1, 1) && loose < 4; i--)
        loose++;
    for (unsigned i = reg + dwords; i < base + limit && fits(a, b, i, 1) && loose < 8; i++)
        loose++;
    return loose;
}

unsigned
ra_find(const struct gcn_target *target, const struct ra_file *a, const struct ra_file *b,
        enum mir_class reg_class, unsigned dwords, unsigned limit)
{
    unsigned base = class_base(reg_class), step = mir_alignment(target, reg_class, dwords);
    unsigned best = GCN_NO_REG, best_loose = UINT32_MAX;
    for (unsigned reg = base; reg + dwords <= base + limit; reg += step) {
        if (!fits(a, b, reg, dwords))
            continue;
        unsigned loose = looseness(a, b, base, limit, reg, dwords);
        if (loose < best_loose) {
            best = reg;
            best_loose = loose;
        }
        if (loose >= 8) /* the open end: nothing better follows */
            break;
    }
    return best;
}

unsigned
ra_find_lasting(const struct ra *ra, const struct ra_file *a, const struct ra_file *b,
                uint32_t temp, unsigned limit)
{
    const struct mir_temp *info = &ra->function->temps.at[temp];
    const struct gcn_target *target = ra->function->target;
    enum mir_class reg_class = (enum mir_class)info->reg_class;
    const struct call_registers *avoid = ra->avoid[temp];
    unsigned base = class_base(reg_class), found = GCN_NO_REG;
    if (avoid) {
        struct ra_file lasting = *a;
        for (unsigned reg = base; reg < base + limit; reg++)
            if (call_has(avoid, reg))
                lasting.owner[reg] = RA_BLOCKED;
        found = ra_find(target, &lasting, b, reg_class, info->dwords, limit);
    }
    return found != GCN_NO_REG ? found : ra_find(target, a, b, reg_class, info->dwords, limit);
}

struct solver {
    struct ra *ra;
    struct ra_file before, after;
    const unsigned *limit;
};

static bool
item_fits(const struct solver *solver, const struct ra_item *item, unsigned reg)
{
    bool before = item->before || item->both, after = item->after || item->both;
    return (!before || ra_is_free(&solver->before, reg, item->dwords)) &&
           (!after || ra_is_free(&solver->after, reg, item->dwords));
}

static void
item_put(struct solver *solver, struct ra_item *item, unsigned reg)
{
    item->reg = (uint16_t)reg;
    if (item->before || item->both)
        ra_occupy(&solver->before, reg, item->dwords, item->before ? item->before : RA_BLOCKED);
    if (item->after || item->both)
        ra_occupy(&solver->after, reg, item->dwords, item->after ? item->after : RA_BLOCKED);
}

static bool
item_search(struct solver *solver, struct ra_item *item)
{
    bool before = item->before || item->both, after = item->after || item->both;
    const struct ra_file *a = after ? &solver->after : &solver->before;
    const struct ra_file *b = before && after ? &solver->before : NULL;
    unsigned reg = ra_find_lasting(solver->ra, a, b, item->after ? item->after : item->before,
                                   solver->limit[item->reg_class]);
    if (reg == GCN_NO_REG)
        return false;
    item_put(solver, item, reg);
    return true;
}

static void
solver_reset(struct solver *solver, ra_items *items, unsigned clobbered)
{
    solver->before = solver->after = solver->ra->empty;
    if (clobbered & MIR_SET_VCC)
        ra_occupy(&solver->after, GCN_VCC_LO, 2, RA_BLOCKED);
    vec_foreach (struct ra_item, item, items)
        item->reg = GCN_NO_REG;
}

static bool
place_fixed(struct solver *solver, ra_items *items)
{
    vec_foreach (struct ra_item, item, items) {
        if (item->fixed == GCN_NO_REG)
            continue;
        if (!item_fits(solver, item, item->fixed))
            return false;
        item_put(solver, item, item->fixed);
    }
    return true;
}

/* Places by descending alignment, then size: what is hard to place comes first. */
static bool
place_rest(struct solver *solver, ra_items *items)
{
    for (unsigned dwords = 16; dwords > 0; dwords--)
        vec_foreach (struct ra_item, item, items)
            if (item->reg == GCN_NO_REG && item->dwords == dwords && !item_search(solver, item))
                return false;
    return true;
}

/* First attempt: keeps everything that can stay, moves what is in the way of fixed items. */
static bool
solve_gently(struct solver *solver, ra_items *items, unsigned clobbered)
{
    solver_reset(solver, items, clobbered);
    if (!place_fixed(solver, items))
        return false;
    vec_foreach (struct ra_item, item, items)
        if (item->reg == GCN_NO_REG && item->at != GCN_NO_REG && !item->is_copy &&
            item->before == item->after && item_fits(solver, item, item->at))
            item_put(solver, item, item->at);
    vec_foreach (struct ra_item, item, items)
        if (item->reg == GCN_NO_REG && item->at != GCN_NO_REG && !item->is_copy &&
            item_fits(solver, item, item->at))
            item_put(solver, item, item->at);
    return place_rest(solver, items);
}

/* The aligned window for the item with the fewest occupied registers, *cost of them; after the last one, where that
 * is given with its cost, in the order of cost and place. */
static unsigned
next_window(const struct solver *solver, const struct ra_item *item, unsigned last, unsigned *cost)
{
    unsigned base = class_base(item->reg_class);
    unsigned step = mir_alignment(solver->ra->function->target, item->reg_class, item->dwords);
    unsigned best = GCN_NO_REG, best_cost = UINT32_MAX;
    const struct ra_file *now = &solver->ra->file;
    for (unsigned reg = base; reg + item->dwords <= base + solver->limit[item->reg_class];
         reg += step) {
        unsigned occupied = 0;
        for (unsigned i = 0; i < item->dwords; i++)
            occupied += now->owner[reg + i] == RA_BLOCKED ? 1000 : now->owner[reg + i] != 0;
        bool is_tried =
            last != GCN_NO_REG && (occupied < *cost || (occupied == *cost && reg <= last));
        if (!is_tried && occupied < best_cost) {
            best_cost = occupied;
            best = reg;
        }
    }
    *cost = best_cost;
    return best;
}

/* Second attempt: fixes the widest new item at an aligned window with few occupied registers, from which
 * solve_gently then moves everything else. */
static bool
solve_window(struct solver *solver, ra_items *items, unsigned clobbered)
{
    struct ra_item *widest = NULL;
    vec_foreach (struct ra_item, item, items)
        if (item->at == GCN_NO_REG && item->fixed == GCN_NO_REG &&
            (!widest || item->dwords > widest->dwords))
            widest = item;
    if (!widest)
        return false;
    uint16_t old = widest->fixed;
    unsigned window = GCN_NO_REG, cost = 0;
    bool is_solved = false;
    struct guard *guard = solver->ra->function->guard;
    for (unsigned i = 0; !is_solved && !LIMIT_MET(guard, TUPLE_PLACES, i == LIMIT_TUPLE_PLACES);
         i++) {
        window = next_window(solver, widest, window, &cost);
        if (window == GCN_NO_REG)
            break;
        widest->fixed = (uint16_t)window;
        is_solved = solve_gently(solver, items, clobbered);
        widest->fixed = old;
    }
    return is_solved;
}

static bool
solve_compact(struct solver *solver, ra_items *items, unsigned clobbered)
{
    solver_reset(solver, items, clobbered);
    if (!place_fixed(solver, items))
        return false;
    /* Items that live on both sides come first, so the holes that remain need to fit one side
     * only. */
    for (unsigned dwords = 16; dwords > 0; dwords--)
        vec_foreach (struct ra_item, item, items)
            if (item->reg == GCN_NO_REG && item->dwords == dwords &&
                ((item->before && item->after) || item->both) && !item_search(solver, item))
                return false;
    return place_rest(solver, items);
}

static bool
solve_compact_mixed(struct solver *solver, ra_items *items, unsigned clobbered)
{
    solver_reset(solver, items, clobbered);
    return place_fixed(solver, items) && place_rest(solver, items);
}

void
ra_solve(struct ra *ra, ra_items *items, unsigned clobbered)
{
    struct solver solver = {.ra = ra};
    /* From the attempt that moves the least to the one that moves the most, and only then with
     * the registers beyond the budget, which may cost occupancy. */
    const unsigned *limits[2] = {ra->limit, ra->hard_limit};
    for (unsigned i = 0; i < 2; i++) {
        solver.limit = limits[i];
        if (solve_gently(&solver, items, clobbered) || solve_window(&solver, items, clobbered) ||
            solve_compact(&solver, items, clobbered) ||
            solve_compact_mixed(&solver, items, clobbered))
            return;
    }
    ice(ra->function->guard, "register assignment: %u values do not fit in %u SGPRs, %u VGPRs",
        items->count, ra->hard_limit[MIR_SGPR], ra->hard_limit[MIR_VGPR]);
}
