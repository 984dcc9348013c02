/* Straight lines of the vector and scalar ALU: what holds of each of their instructions whenever they
 * run is found out once, what depends on the wave is asked once for all of them, and what they add to
 * counts and clocks is added at once.
 *
 * The instructions of a line run one by one until each has been executed; so the strict checks among
 * themselves have been made, and nothing is decoded that no wave reaches. */
#include "runtime/sim/exec/block.h"
#include "runtime/sim/exec/valu.h"

enum {
    MAX_LENGTH = 64, /* instructions of a block: turns of waves are about as long */
    SHORTEST = 2,
};

static const struct sim_block block_none;

/* Goes on with the next instruction, whatever it does; knows nothing of pc, MODE and memory, and lets the
 * registers be those that it names, unless MODE.gpr_idx_en is set. */
static bool
is_straight(const struct sim_op *op, bool fast)
{
    sim_exec_fn *exec = op->exec;
    bool scalar = exec == salu_exec_quick || exec == salu_exec_sop2 || exec == salu_exec_sop1 ||
                  exec == salu_exec_sopc || exec == salu_exec_sopk;
    bool vector = exec == valu_exec || exec == valu_exec_quick || exec == valu_exec_special;
    bool is_odd =
        op->inst.op == GCN_s_getpc_b64 || op->inst.op == GCN_s_set_gpr_idx_on || op->relative;
    if (fast && (op->pattern || op->sim_class == SIM_CLASS_WAIT))
        return true;
    return (scalar && op->sim_class == SIM_CLASS_SALU && !is_odd) ||
           (vector && op->sim_class == SIM_CLASS_VALU && !is_odd);
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

/* What kernels of plain instructions need is laid out; others go by their function. */
static void
add_step(struct sim_block *block, const struct sim_op *op)
{
    struct block_step *step = &block->steps[block->count];
    bool vector = op->sim_class == SIM_CLASS_VALU;
    *step = (struct block_step){.op = op, .carry = -1, .writes_exec = writes_exec(op)};
    block->vector_count += vector;
    step->vectors = (uint16_t)(block->vector_count - block->counted_vectors);
    if (step->writes_exec) {
        block->counted_vectors = block->vector_count;
        return;
    }
    if (!op->is_plain && !op->is_wide)
        return;
    if (op->is_wide)
        step->wide = valu_choose_wide(op->inst.op);
    else
        step->kernel = op->kernel;
    step->vdst = op->vdst;
    step->carry = op->carry;
    step->sdst = op->kernel_flags & VALU_MASK ? op->sdst : -1;
    step->is_temporary = op->vdst < 0 || op->reads_destination;
    step->is_simple = op->vdst >= 0 && op->carry < 0 && step->sdst < 0;
    step->source_count = op->source_count;
    for (unsigned i = 0; i < op->source_count; i++) {
        const struct sim_source *source = &op->source[i];
        bool is_scalar = source->kind == SIM_SRC_SGPR, has_sign = source->neg || source->abs;
        step->source[i] = (struct block_source){
            .lanes = source->kind == SIM_SRC_CONST ? source->lanes : NULL,
            .reg = source->reg,
            .is_scalar = is_scalar,
            .has_sign = has_sign && source->kind != SIM_SRC_CONST,
            .keep = source->abs ? ~F32_SIGN : UINT32_MAX,
            .turn = source->neg ? F32_SIGN : 0,
        };
        step->is_simple &= !is_scalar && !step->source[i].has_sign;
        if (is_scalar && source->reg < 104 && source->reg >= block->sgpr_limit)
            block->sgpr_limit = (uint8_t)(source->reg + source->dwords);
    }
    block->mode_bits |= op->plain_mode_bits;
    block->vgpr_end = op->vgpr_end > block->vgpr_end ? op->vgpr_end : block->vgpr_end;
}

static void
add(struct sim_block *block, const struct sim_op *op, bool fast)
{
    block->instructions++;
    /* at once is never too early */
    if (fast && op->sim_class == SIM_CLASS_WAIT)
        return;
    add_step(block, op);
    block->count++;
    add_ranges(block, op->reads, op->read_count);
    add_ranges(block, op->writes, op->write_count);
}

static const struct sim_block *
build(struct sim_wave *wave, const struct sim_op *first)
{
    const struct sim_code *code = wave->code;
    size_t word = (first->pc - code->base) / 4;
    const struct sim_op *ops[MAX_LENGTH], *op;
    unsigned count = 0;
    while (count < MAX_LENGTH && word < code->words && (op = code->ops[word - code->first]) &&
           is_straight(op, wave->device->options.fast)) {
        ops[count++] = op;
        word += op->inst.words;
    }
    if (count < SHORTEST)
        return &block_none;
    struct sim_block *block = ARENA_NEW(code->arena, struct sim_block);
    block->steps = ARENA_ARRAY(code->arena, count, struct block_step);
    for (unsigned i = 0; i < count; i++)
        add(block, ops[i], wave->device->options.fast);
    block->end = code->base + 4 * word;
    OBSERVE(wave->device, block, wave->device->target, block);
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

/* Which lanes are active. */
struct lanes {
    _Alignas(64) uint32_t chosen[SIM_LANES]; /* all ones for those; not set if they are all */
    uint64_t exec;
    bool all;
};

VALU_INLINE void
read_lanes(struct lanes *lanes, const struct sim_wave *wave)
{
    lanes->exec = sim_exec(wave);
    lanes->all = lanes->exec == ~UINT64_C(0);
    if (!lanes->all)
        valu_spread(lanes->exec, lanes->chosen);
}

VALU_INLINE void
write_vgpr(struct sim_wave *wave, const struct lanes *lanes, unsigned reg, const uint32_t *from)
{
    uint32_t *to = wave->v[reg];
    wave->v_undefined[reg] &= ~lanes->exec;
    if (from == to)
        return;
    if (lanes->all) {
        VALU_INDEPENDENT
        EACH_LANE(i) to[i] = from[i];
    } else {
        VALU_INDEPENDENT
        EACH_LANE(i) to[i] = (from[i] & lanes->chosen[i]) | (to[i] & ~lanes->chosen[i]);
    }
}

/* What plain instructions share while a block runs. */
struct run {
    struct sim_wave *wave;
    struct valu x;
    struct lanes lanes;
    _Alignas(64) uint32_t s[3][SIM_LANES], d[SIM_LANES];
    uint32_t high[3][SIM_LANES], d_high[SIM_LANES]; /* of doubles */
};

/* The source as its kernel wants it; the lanes that are not defined. */
VALU_INLINE uint64_t
fetch(struct run *run, const struct block_source *source, unsigned index)
{
    const struct sim_wave *wave = run->wave;
    uint32_t *to = run->s[index];
    if (source->lanes) {
        run->x.s[index] = source->lanes;
        return 0;
    }
    run->x.s[index] = to;
    if (source->is_scalar) {
        uint32_t value = (wave->sgpr[source->reg] & source->keep) ^ source->turn;
        EACH_LANE(i) to[i] = value;
        return wave->sgpr_shadow[source->reg] ? ~UINT64_C(0) : 0;
    }
    const uint32_t *from = wave->v[source->reg];
    if (source->has_sign) {
        uint32_t keep = source->keep, turn = source->turn;
        EACH_LANE(i) to[i] = (from[i] & keep) ^ turn;
    } else {
        run->x.s[index] = from;
    }
    return wave->v_undefined[source->reg];
}

/* The same of a register or a constant. */
VALU_INLINE uint64_t
fetch_simple(struct run *run, const struct block_source *source, unsigned index)
{
    const struct sim_wave *wave = run->wave;
    bool is_constant = source->lanes;
    run->x.s[index] = is_constant ? source->lanes : wave->v[source->reg];
    return is_constant ? 0 : wave->v_undefined[source->reg];
}

/* false: undefined bits go in. */
VALU_INLINE bool
run_simple(struct run *run, const struct block_step *step)
{
    struct sim_wave *wave = run->wave;
    uint64_t undefined = fetch_simple(run, &step->source[0], 0);
    if (step->source_count > 1)
        undefined |= fetch_simple(run, &step->source[1], 1);
    if (step->source_count > 2)
        undefined |= fetch_simple(run, &step->source[2], 2);
    if (undefined & run->lanes.exec)
        return false;
    unsigned reg = (unsigned)step->vdst;
    bool in_place = run->lanes.all && !step->is_temporary;
    run->x.d = in_place ? wave->v[reg] : run->d;
    run->x.op = step->op;
    step->kernel(&run->x);
    if (in_place)
        wave->v_undefined[reg] = 0;
    else
        write_vgpr(wave, &run->lanes, reg, run->d);
    return true;
}

VALU_INLINE bool
run_plain(struct run *run, const struct block_step *step)
{
    struct sim_wave *wave = run->wave;
    struct lanes *lanes = &run->lanes;
    uint64_t undefined = 0;
    for (unsigned i = 0; i < step->source_count; i++)
        undefined |= fetch(run, &step->source[i], i);
    if (step->carry >= 0) {
        run->x.carry = sim_get64(wave, (unsigned)step->carry);
        undefined |= sim_shadow64(wave, (unsigned)step->carry);
    }
    if (undefined & lanes->exec)
        return false;
    run->x.d = lanes->all && !step->is_temporary ? wave->v[step->vdst] : run->d;
    run->x.op = step->op;
    step->kernel(&run->x);
    if (step->vdst >= 0)
        write_vgpr(wave, lanes, (unsigned)step->vdst, run->x.d);
    if (step->sdst >= 0)
        sim_write_scalar(wave, step->op, (unsigned)step->sdst, 2, run->x.mask & lanes->exec, 0);
    return true;
}

/* Doubles.  false: undefined bits go in, or NaNs come out. */
VALU_INLINE bool
run_wide(struct run *run, const struct block_step *step)
{
    struct sim_wave *wave = run->wave;
    struct valu_wide sources[3];
    uint64_t undefined = 0;
    for (unsigned i = 0; i < step->source_count; i++) {
        const struct block_source *source = &step->source[i];
        unsigned reg = source->reg;
        if (source->lanes) {
            sources[i] =
                (struct valu_wide){source->lanes, source->lanes + SIM_LANES, UINT32_MAX, 0};
        } else if (source->is_scalar) {
            uint32_t low = wave->sgpr[reg], high = wave->sgpr[reg + 1];
            EACH_LANE(k) run->s[i][k] = low;
            EACH_LANE(k) run->high[i][k] = high;
            sources[i] = (struct valu_wide){run->s[i], run->high[i], source->keep, source->turn};
            undefined |= sim_shadow64(wave, reg) ? ~UINT64_C(0) : 0;
        } else {
            sources[i] =
                (struct valu_wide){wave->v[reg], wave->v[reg + 1], source->keep, source->turn};
            undefined |= wave->v_undefined[reg] | wave->v_undefined[reg + 1];
        }
    }
    if (undefined & run->lanes.exec || step->wide(run->d, run->d_high, sources))
        return false;
    write_vgpr(wave, &run->lanes, (unsigned)step->vdst, run->d);
    write_vgpr(wave, &run->lanes, (unsigned)step->vdst + 1, run->d_high);
    return true;
}

VALU_CLONES void
block_run_steps(struct sim_wave *wave, const struct sim_block *block)
{
    struct run run;
    unsigned bits = block->mode_bits;
    bool is_usual = (wave->mode & bits) == (bits & 0xF0) && !wave->gpr_index_on &&
                    block->vgpr_end <= wave->vgprs && block->sgpr_limit <= wave->sgprs;
    uint64_t lane_ops = 0;
    run.wave = wave;
    run.x.wave = wave;
    run.x.mode = valu_mode(wave);
    run.x.clamp = false;
    run.x.carry = run.x.mask = 0;
    read_lanes(&run.lanes, wave);
    run.x.exec = run.lanes.exec;
    for (const struct block_step *step = block->steps, *end = step + block->count; step < end;
         step++) {
        if (step->kernel && is_usual &&
            (step->is_simple ? run_simple(&run, step) : run_plain(&run, step)))
            continue;
        if (step->wide && is_usual && run_wide(&run, step))
            continue;
        if (step->writes_exec) {
            lane_ops += step->vectors * (uint64_t)__builtin_popcountll(run.lanes.exec);
            step->op->exec(wave, step->op);
            read_lanes(&run.lanes, wave);
            run.x.exec = run.lanes.exec;
        } else {
            step->op->exec(wave, step->op);
        }
    }
    unsigned rest = block->vector_count - block->counted_vectors;
    wave->device->stats.lane_ops +=
        lane_ops + rest * (uint64_t)__builtin_popcountll(run.lanes.exec);
}
