/* Straight lines of the vector and scalar ALU: what holds of each of their instructions whenever they
 * run is found out once, what depends on the wave is asked once for all of them, and what they add to
 * counts and clocks is added at once.
 *
 * The instructions of a line run one by one until each has been executed; so the strict checks among
 * themselves have been made, and nothing is decoded that no wave reaches. */
#include "runtime/sim/block.h"
#include "runtime/sim/valu.h"

enum {
    LONGEST = 64, /* instructions of a block: turns of waves are about as long */
    SHORTEST = 2,
};

const struct sim_block block_none;

/* Goes on with the next instruction, whatever it does; says nothing of pc, of MODE and of memory. */
static bool
is_straight(const struct sim_op *op)
{
    sim_exec_fn *exec = op->exec;
    bool scalar = exec == salu_exec_sop2 || exec == salu_exec_sop1 || exec == salu_exec_sopc ||
                  exec == salu_exec_sopk;
    bool vector = exec == valu_exec || exec == valu_exec_quick || exec == valu_exec_plain ||
                  exec == valu_exec_special;
    return (scalar && op->sim_class == SIM_CLASS_SALU && op->inst.op != GCN_s_getpc_b64) ||
           (vector && op->sim_class == SIM_CLASS_VALU);
}

static bool
writes_exec(const struct sim_op *op)
{
    for (unsigned i = 0; i < op->write_count; i++) {
        const struct sim_range *range = &op->writes[i];
        if (!range->vector && range->first <= GCN_EXEC_HI &&
            range->first + range->count > GCN_EXEC_LO)
            return true;
    }
    return false;
}

static void
add_ranges(struct sim_block *block, const struct sim_range *ranges, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        sim_register_add(block->registers, ranges[i].vector, ranges[i].first, ranges[i].count);
}

static void
add(struct sim_block *block, const struct sim_op *op)
{
    block->ops[block->count++] = op;
    if (block->states < strict_hazard_distance())
        block->consumes |= op->consumes;
    block->states += op->wait_states;
    block->cycles += op->issue_cycles;
    if (op->sim_class == SIM_CLASS_VALU) {
        block->valu_count++;
        block->valu_cycles += op->issue_cycles;
    }
    block->writes_exec |= writes_exec(op);
    if (op->sgpr_end > block->sgpr_end)
        block->sgpr_end = op->sgpr_end;
    block->top_names |= op->top_names;
    add_ranges(block, op->reads, op->read_count);
    add_ranges(block, op->writes, op->write_count);
}

/* The producers of hazards that may still matter behind the block. */
static void
find_tail(struct sim_block *block, const struct gcn_target *target)
{
    unsigned behind = block->states;
    for (unsigned i = 0; i < block->count; i++) {
        const struct sim_op *op = block->ops[i];
        behind -= op->wait_states;
        unsigned state = block->states - behind - op->wait_states;
        if (strict_hazard_reach(target, op->produces) <= behind + op->wait_states - 1)
            continue;
        if (block->tail_count == BLOCK_TAIL)
            memmove(block->tail, block->tail + 1, sizeof block->tail - sizeof *block->tail);
        else
            block->tail_count++;
        block->tail[block->tail_count - 1] = (struct sim_history){op, state};
    }
}

static const struct sim_block *
build(struct sim_wave *wave, const struct sim_op *first)
{
    const struct sim_code *code = wave->code;
    size_t word = (first->pc - code->base) / 4;
    const struct sim_op *ops[LONGEST], *op;
    unsigned count = 0;
    while (count < LONGEST && word < code->words && (op = code->ops[word - code->first]) &&
           is_straight(op)) {
        ops[count++] = op;
        word += op->inst.words;
    }
    if (count < SHORTEST)
        return &block_none;
    struct sim_block *block = ARENA_NEW(&wave->device->arena, struct sim_block);
    block->ops = ARENA_ARRAY(&wave->device->arena, count, const struct sim_op *);
    for (unsigned i = 0; i < count; i++)
        add(block, ops[i]);
    block->end = code->base + 4 * word;
    find_tail(block, wave->device->target);
    return block;
}

const struct sim_block *
block_at(struct sim_wave *wave, struct sim_op *op)
{
    if (op->block)
        return op->block == &block_none ? NULL : op->block;
    if (!op->was_seen) {
        op->was_seen = true;
        return NULL;
    }
    op->block = build(wave, op);
    return op->block == &block_none ? NULL : op->block;
}

/* ---- while it runs ---- */

static bool
needs_checks(const struct sim_wave *wave, const struct sim_block *block)
{
    if (wave->pending.count)
        for (unsigned i = 0; i < SIM_REGISTER_WORDS; i++)
            if (block->registers[i] & wave->pending_registers[i])
                return true;
    return block->sgpr_end > wave->top.first || block->top_names & ~wave->top.settled ||
           strict_hazard_is_near(wave, block->consumes);
}

VALU_INLINE void
count_lanes(struct sim_wave *wave, unsigned instructions)
{
    wave->device->stats.lane_ops += (uint64_t)__builtin_popcountll(sim_exec(wave)) * instructions;
}

VALU_INLINE void
count(struct sim_wave *wave, const struct sim_block *block)
{
    struct sim_stats *stats = &wave->device->stats;
    stats->instructions += block->count;
    stats->by_class[SIM_CLASS_VALU] += block->valu_count;
    stats->by_class[SIM_CLASS_SALU] += block->count - block->valu_count;
    timing_issue_block(wave, block);
    if (!block->writes_exec)
        count_lanes(wave, block->valu_count);
}

VALU_CLONES bool
block_run(struct sim_wave *wave, const struct sim_block *block)
{
    const struct sim_device *device = wave->device;
    uint64_t limit = device->options.max_instructions;
    if ((limit && device->stats.instructions + block->count > limit) ||
        (device->strict && needs_checks(wave, block)))
        return false;
    count(wave, block);
    if (device->xnack)
        strict_clause_check(wave, block->ops[0]);
    for (unsigned i = 0; i < block->tail_count; i++) {
        strict_hazard_note(wave, block->tail[i].op, wave->states + block->tail[i].state);
    }
    wave->states += block->states;
    wave->pc = block->end;
    for (unsigned i = 0; i < block->count; i++) {
        const struct sim_op *op = block->ops[i];
        if (block->writes_exec && op->sim_class == SIM_CLASS_VALU)
            count_lanes(wave, 1);
        op->exec(wave, op);
    }
    return true;
}
