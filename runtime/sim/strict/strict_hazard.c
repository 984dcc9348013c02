/* Missing wait states: the rows of strict_hazard.def.
 *
 * Each decoded instruction has bit masks of the rows in which it may be the producer or consumer.
 * A wave remembers its last producers and the number of wait states since: one for each executed
 * instruction, n + 1 for s_nop n. */
#include "runtime/sim/strict/strict_hazard.h"
#include "runtime/sim/strict/strict.h"

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
    while (++state < strict_hazards_of(wave)->states) {
        const struct sim_history *at = &strict_hazards_of(wave)->history[state % SIM_HISTORY];
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
    uint64_t between = strict_hazards_of(wave)->states - before->state - 1;
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

static unsigned
reach_of(const struct gcn_target *target, uint64_t classes)
{
    unsigned most = 0;
    for (; classes; classes &= classes - 1) {
        unsigned states = strict_hazards[__builtin_ctzll(classes)].states[target->family];
        most = states > most ? states : most;
    }
    return most;
}

static uint64_t
wanting_of(const struct gcn_target *target, uint64_t classes, unsigned states)
{
    uint64_t wanting = 0;
    for (; states < SEARCH_DISTANCE && classes; classes &= classes - 1) {
        unsigned row = (unsigned)__builtin_ctzll(classes);
        if (strict_hazards[row].states[target->family] > states)
            wanting |= (uint64_t)1 << row;
    }
    return wanting;
}

static void
note(struct sim_wave *wave, const struct sim_op *op, uint64_t state)
{
    struct hazard_wave *own = strict_hazards_of(wave);
    uint64_t window = state / SIM_HISTORY;
    if (window != own->window) {
        own->produced_before = window == own->window + 1 ? own->produced : 0;
        own->produced = 0;
        own->window = window;
    }
    own->produced |= op->produces;
    own->history[state % SIM_HISTORY] = (struct sim_history){op, state};
}

void
strict_hazard_check(struct sim_wave *wave, const struct sim_op *op)
{
    struct hazard_wave *own = strict_hazards_of(wave);
    if (strict_hazard_is_near(wave, op->consumes)) {
        unsigned reach =
            reach_of(wave->device->target, op->consumes & (own->produced | own->produced_before));
        for (unsigned distance = 1; distance <= reach; distance++) {
            uint64_t state = own->states - distance;
            const struct sim_history *before = &own->history[state % SIM_HISTORY];
            /* the slot of the ring is empty, or an older producer is still in it */
            if (!before->op || before->state != state)
                continue;
            uint64_t common = before->op->produces & op->consumes;
            for (; common; common &= common - 1)
                check(wave, op, (unsigned)__builtin_ctzll(common), before);
        }
    }
    if (op->produces)
        note(wave, op, own->states);
    own->states += op->wait_states;
}

/* ---- blocks ---- */

/* The producers that may still matter after the block. */
static void
find_tail(const struct gcn_target *target, struct sim_block *block)
{
    unsigned left = block->states;
    for (unsigned i = 0; i < block->count; i++) {
        const struct sim_op *op = block->steps[i].op;
        left -= op->wait_states;
        unsigned state = block->states - left - op->wait_states;
        if (reach_of(target, op->produces) <= left + op->wait_states - 1)
            continue;
        if (block->tail_count == BLOCK_TAIL)
            memmove(block->tail, block->tail + 1, sizeof block->tail - sizeof *block->tail);
        else
            block->tail_count++;
        block->tail[block->tail_count - 1] = (struct sim_history){op, state};
    }
}

/* Among themselves its instructions have been checked: each was executed before the block was made. */
static void
classify_block(const struct gcn_target *target, struct sim_block *block)
{
    for (unsigned i = 0; i < block->count; i++) {
        const struct sim_op *op = block->steps[i].op;
        block->consumes |= wanting_of(target, op->consumes, block->states);
        block->states += op->wait_states;
    }
    find_tail(target, block);
}

void
strict_hazard_pass(struct sim_wave *wave, const struct sim_block *block)
{
    struct hazard_wave *own = strict_hazards_of(wave);
    for (unsigned i = 0; i < block->tail_count; i++)
        note(wave, block->tail[i].op, own->states + block->tail[i].state);
    own->states += block->states;
}

static void
forget_history(struct sim_wave *wave)
{
    /* far from any earlier instruction: there is none */
    *strict_hazards_of(wave) = (struct hazard_wave){.states = SIM_HISTORY};
}

static void
classify(struct sim_wave *wave, struct sim_op *op)
{
    strict_hazard_classify(wave->device->target, op);
}

const struct sim_observer sim_observer_hazard = {
    .name = "hazard",
    .wave_size = sizeof(struct hazard_wave),
    .is_wanted = sim_is_strict,
    .decode = classify,
    .block = classify_block,
    .begin_wave = forget_history,
    .issue = strict_hazard_check,
};
