/* What fits into the registers while a region is scheduled.
 *
 * Source order is known to fit, so the question about a unit is: if it goes next and all others
 * follow in source order, does the pressure stay within the limit?  Two segment trees (one a class)
 * hold for each unit of the source the pressure after it; a unit taken out of its turn adds its
 * results to all units that it passes and takes away the operands that die.
 *
 *     place     first .......... unit .....   a result of unit lives from `first` on, not `unit`;
 *               +w  +w  +w  +w                an operand whose only use is left: -w
 *
 * So no schedule needs more registers than the larger of the limit and what source order needs. */
#include "backend-gcn/regs/sched.h"
#include "support/number.h"

/* ---- tree of maxima with addition to ranges ---- */

/* Node n has the children 2n and 2n + 1; most[n] is the maximum below it, what is added to nodes above
 * it left out.  Unit i is a leaf with a neighbour on either side, so that every range of units has
 * two leaves around it, from which the walks go up. */
static uint32_t
leaf_of(const struct sched_pressure *p, uint32_t unit)
{
    return p->size + 1 + unit;
}

static void
renew(int32_t *most, const int32_t *plus, uint32_t node)
{
    most[node] = larger(most[2 * node], most[2 * node + 1]) + plus[node];
}

/* Adds to the units from `from` up to but not including `to`. */
static void
add_between(struct sched_pressure *p, unsigned c, uint32_t from, uint32_t to, int32_t weight)
{
    int32_t *most = p->most[c], *plus = p->plus[c];
    if (!p->tight[c] || from >= to)
        return;
    uint32_t left = leaf_of(p, from) - 1, right = leaf_of(p, to);
    while ((left ^ right) != 1) {
        if (!(left & 1)) {
            most[left + 1] += weight;
            plus[left + 1] += weight;
        }
        if (right & 1) {
            most[right - 1] += weight;
            plus[right - 1] += weight;
        }
        renew(most, plus, left /= 2);
        renew(most, plus, right /= 2);
    }
    while (left /= 2)
        renew(most, plus, left);
}

/* The maximum over those units: there must be one. */
static int32_t
most_between(const struct sched_pressure *p, unsigned c, uint32_t from, uint32_t to)
{
    const int32_t *most = p->most[c], *plus = p->plus[c];
    int32_t left_most = INT32_MIN / 2, right_most = left_most;
    uint32_t left = leaf_of(p, from) - 1, right = leaf_of(p, to);
    while ((left ^ right) != 1) {
        if (!(left & 1))
            left_most = larger(left_most, most[left + 1]);
        if (right & 1)
            right_most = larger(right_most, most[right - 1]);
        left_most += plus[left /= 2];
        right_most += plus[right /= 2];
    }
    int32_t result = larger(left_most, right_most);
    while (left /= 2)
        result += plus[left];
    return result;
}

/* ---- set-up ---- */

/* Chains the uses of each temp; temps that are live after the region never die in it. */
static void
link_uses(struct sched_region *region, uint32_t *uses, const struct bitset *out)
{
    for (uint32_t i = 0; i < region->count; i++) {
        for (uint32_t k = 0; k < region->units[i].temp_count; k++) {
            struct sched_temp *temp = &region->units[i].temps[k];
            temp->unit = i;
            if (!temp->uses)
                continue;
            uses[temp->temp] -= temp->uses;
            temp->earlier = region->last_use[temp->temp];
            if (temp->earlier)
                temp->earlier->later = temp;
            region->last_use[temp->temp] = temp;
        }
    }
    for (uint32_t i = 0; i < region->count; i++) {
        for (uint32_t k = 0; k < region->units[i].temp_count; k++) {
            struct sched_temp *temp = &region->units[i].temps[k];
            temp->stays |= uses[temp->temp] > 0 || bitset_has(out, temp->temp);
        }
    }
}

/* Is the temp, which the unit defines, read by no other unit? */
static bool
is_unread(const struct sched_pressure *p, const struct sched_temp *temp)
{
    const struct sched_temp *last = p->region->last_use[temp->temp];
    return !temp->stays && (!last || last->unit == temp->unit);
}

static bool
is_last_use(const struct sched_pressure *p, const struct sched_temp *temp)
{
    return !temp->is_def && !temp->stays && p->region->last_use[temp->temp] == temp;
}

/* Can any order exceed the limit?  The upper bound is all definitions live at once. */
static bool
is_tight(const struct sched_pressure *p, unsigned c)
{
    uint32_t total = p->now[c];
    for (uint32_t i = 0; i < p->region->count; i++) {
        const struct sched_unit *unit = &p->region->units[i];
        for (uint32_t k = 0; k < unit->temp_count; k++)
            total +=
                unit->temps[k].is_def && unit->temps[k].reg_class == c ? unit->temps[k].weight : 0u;
    }
    return total > p->limit[c];
}

/* The leaves: pressure after each unit, results that nobody reads included. */
static void
fill_leaves(struct sched_pressure *p, unsigned c)
{
    int32_t pressure = (int32_t)p->now[c];
    for (uint32_t i = 0; i < p->region->count; i++) {
        const struct sched_unit *unit = &p->region->units[i];
        int32_t unread = 0;
        for (uint32_t k = 0; k < unit->temp_count; k++) {
            const struct sched_temp *temp = &unit->temps[k];
            if (temp->reg_class != c)
                continue;
            if (temp->is_def)
                *(is_unread(p, temp) ? &unread : &pressure) += temp->weight;
            else if (is_last_use(p, temp))
                pressure -= temp->weight;
        }
        p->most[c][leaf_of(p, i)] = pressure + unread;
    }
}

void
sched_pressure_begin(struct sched_pressure *p, struct sched_region *region, uint32_t *uses,
                     const struct bitset *out)
{
    p->region = region;
    p->first = 0;
    for (p->size = 1; p->size < region->count + 2; p->size *= 2) {
    }
    link_uses(region, uses, out);
    for (unsigned c = 0; c < 2; c++) {
        p->tight[c] = is_tight(p, c);
        if (!p->tight[c])
            continue;
        p->most[c] = ARENA_ARRAY(region->arena, (size_t)p->size * 2, int32_t);
        p->plus[c] = ARENA_ARRAY(region->arena, (size_t)p->size * 2, int32_t);
        fill_leaves(p, c);
        for (uint32_t node = p->size; node-- > 1;)
            p->most[c][node] = larger(p->most[c][2 * node], p->most[c][2 * node + 1]);
    }
}

void
sched_pressure_end(struct sched_pressure *p)
{
    for (uint32_t i = 0; i < p->region->count; i++)
        for (uint32_t k = 0; k < p->region->units[i].temp_count; k++)
            p->region->last_use[p->region->units[i].temps[k].temp] = NULL;
}

/* ---- questions and steps ---- */

/* What placing the unit next does to the pressure after it. */
struct change {
    int32_t lasting[2], unread[2];
};

static struct change
change_of(const struct sched_pressure *p, const struct sched_unit *unit)
{
    struct change change = {{0, 0}, {0, 0}};
    for (uint32_t k = 0; k < unit->temp_count; k++) {
        const struct sched_temp *temp = &unit->temps[k];
        if (temp->is_def)
            *(is_unread(p, temp) ? &change.unread[temp->reg_class]
                                 : &change.lasting[temp->reg_class]) += temp->weight;
        else if (is_last_use(p, temp) && !temp->earlier)
            change.lasting[temp->reg_class] -= temp->weight;
    }
    return change;
}

int32_t
sched_pressure_change(const struct sched_pressure *p, const struct sched_unit *unit)
{
    return change_of(p, unit).lasting[MIR_VGPR];
}

bool
sched_pressure_fits(const struct sched_pressure *p, uint32_t at)
{
    const struct sched_unit *unit = &p->region->units[at];
    if (at == p->first || !(p->tight[0] || p->tight[1]))
        return true;
    struct change change = change_of(p, unit);
    for (unsigned c = 0; c < 2; c++) {
        int32_t peak = change.lasting[c] + change.unread[c], limit = (int32_t)p->limit[c];
        if (!p->tight[c])
            continue;
        if (peak > 0 && (int32_t)p->now[c] + peak > limit)
            return false;
        /* The maximum over the whole tree is known already, so it is asked first; only when that
         * is too large is the walk over the units that are passed needed. */
        if (change.lasting[c] > 0 && p->most[c][1] + change.lasting[c] > limit &&
            most_between(p, c, p->first, at) + change.lasting[c] > limit)
            return false;
    }
    return true;
}

static void
unlink_use(struct sched_pressure *p, struct sched_temp *temp)
{
    if (temp->earlier)
        temp->earlier->later = temp->later;
    if (temp->later)
        temp->later->earlier = temp->earlier;
    else
        p->region->last_use[temp->temp] = temp->earlier;
}

void
sched_pressure_issue(struct sched_pressure *p, uint32_t at)
{
    struct sched_unit *unit = &p->region->units[at];
    struct change change = change_of(p, unit);
    for (uint32_t k = 0; k < unit->temp_count; k++) {
        struct sched_temp *temp = &unit->temps[k];
        unsigned c = temp->reg_class;
        if (temp->is_def && !is_unread(p, temp))
            add_between(p, c, p->first, at, temp->weight);
        else if (!temp->is_def && is_last_use(p, temp))
            add_between(p, c, temp->earlier ? temp->earlier->unit : p->first, at, -temp->weight);
        if (temp->uses)
            unlink_use(p, temp);
    }
    for (unsigned c = 0; c < 2; c++)
        p->now[c] = (uint32_t)((int32_t)p->now[c] + change.lasting[c]);
    unit->is_placed = true;
    while (p->first < p->region->count && p->region->units[p->first].is_placed)
        p->first++;
}
