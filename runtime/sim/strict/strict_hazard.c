/* Missing wait states: the rows of strict_hazard.def.
 *
 * Each decoded instruction has bit masks of the rows in which it may be the producer or consumer.
 * A wave remembers its last producers and the number of wait states since: one for each executed
 * instruction, n + 1 for s_nop n. */
#include "runtime/sim/strict/strict_hazard.h"

/* One byte more than the most wait states of the table: a union is as large as its largest member,
 * so the compiler finds the maximum. */
union most_states {
    char one;
#define HAZARD(name, producer, consumer, overlap, g6, g7, g8, g9, g906, g908, g90a, evidence,      \
               text)                                                                               \
    char name##_6[g6 + 1], name##_7[g7 + 1], name##_8[g8 + 1], name##_9[g9 + 1],                   \
        name##_906[g906 + 1], name##_908[g908 + 1], name##_90a[g90a + 1];
#define MATRIX(name, producer, consumer, overlap, family, m4, m16, m32, f4, f16, text)             \
    char name##_4[m4 + 1], name##_16[m16 + 1], name##_32[m32 + 1], name##_f4[f4 + 1],              \
        name##_f16[f16 + 1];
#define TRIPLE(name, producer, between, consumer, overlap, family, states, text)                   \
    char name##_states[states + 1];
#include "runtime/sim/strict/strict_hazard.def"
#undef TRIPLE
#undef MATRIX
#undef HAZARD
};

/* How many wait states before an instruction its producers may be. */
enum { SEARCH_DISTANCE = sizeof(union most_states) - 1 };
_Static_assert((int)SEARCH_DISTANCE <= (int)SIM_HISTORY,
               "a wave remembers the producers of so many states");

/* Was such an instruction executed after that wait state?  All are producers of some row, and so in the
 * history. */
static bool
lies_between(const struct sim_wave *wave, strict_predicate *predicate, uint64_t state)
{
    while (++state < wave->states) {
        const struct sim_history *at = &wave->history[state % SIM_HISTORY];
        if (at->op && at->state == state && predicate(at->op))
            return true;
    }
    return false;
}

static void
check(struct sim_wave *wave, const struct sim_op *op, unsigned row,
      const struct sim_history *before)
{
    const struct gcn_target *target = wave->device->target;
    const struct strict_hazard *hazard = &strict_hazards[row];
    uint64_t between = wave->states - before->state - 1;
    if (between >= hazard->states[target->family] ||
        (hazard->between && !lies_between(wave, hazard->between, before->state)))
        return;
    unsigned wanted = strict_hazard_states(target, hazard, before->op, op);
    if (between >= wanted)
        return;
    const char *format = "missing wait states: %s (%s); %u wanted, %llu found";
    if (hazard->evidence[target->family] == 'm')
        sim_warn(wave, op, format, hazard->text, hazard->name, wanted, (unsigned long long)between);
    else
        sim_fault(wave, op, -1, format, hazard->text, hazard->name, wanted,
                  (unsigned long long)between);
}

/* ---- what was produced lately ---- */

unsigned
strict_hazard_reach(const struct gcn_target *target, uint64_t classes)
{
    unsigned most = 0;
    for (; classes; classes &= classes - 1) {
        unsigned states = strict_hazards[__builtin_ctzll(classes)].states[target->family];
        most = states > most ? states : most;
    }
    return most;
}

uint64_t
strict_hazard_wanting(const struct gcn_target *target, uint64_t classes, unsigned states)
{
    uint64_t wanting = 0;
    for (; states < SEARCH_DISTANCE && classes; classes &= classes - 1) {
        unsigned row = (unsigned)__builtin_ctzll(classes);
        if (strict_hazards[row].states[target->family] > states)
            wanting |= (uint64_t)1 << row;
    }
    return wanting;
}

void
strict_hazard_note(struct sim_wave *wave, const struct sim_op *op, uint64_t state)
{
    uint64_t window = state / SIM_HISTORY;
    if (window != wave->hazard_window) {
        wave->produced_before = window == wave->hazard_window + 1 ? wave->produced : 0;
        wave->produced = 0;
        wave->hazard_window = window;
    }
    wave->produced |= op->produces;
    wave->history[state % SIM_HISTORY] = (struct sim_history){op, state};
}

bool
strict_hazard_is_near(const struct sim_wave *wave, uint64_t classes)
{
    return classes & (wave->produced | wave->produced_before) &&
           wave->states / SIM_HISTORY <= wave->hazard_window + 1;
}

void
strict_hazard_check(struct sim_wave *wave, const struct sim_op *op)
{
    if (strict_hazard_is_near(wave, op->consumes)) {
        unsigned reach = strict_hazard_reach(
            wave->device->target, op->consumes & (wave->produced | wave->produced_before));
        for (unsigned distance = 1; distance <= reach; distance++) {
            uint64_t state = wave->states - distance;
            const struct sim_history *before = &wave->history[state % SIM_HISTORY];
            /* the slot of the ring is empty, or an older producer is still in it */
            if (!before->op || before->state != state)
                continue;
            uint64_t common = before->op->produces & op->consumes;
            for (; common; common &= common - 1)
                check(wave, op, (unsigned)__builtin_ctzll(common), before);
        }
    }
    if (op->produces)
        strict_hazard_note(wave, op, wave->states);
    wave->states += op->wait_states;
}
