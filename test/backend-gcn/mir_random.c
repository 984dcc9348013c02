#include "test/backend-gcn/mir_random.h"

#include "backend-gcn/mir/mir_effects.h"

enum { POOL = 400 };

struct pool {
    uint32_t at[POOL];
    unsigned count;
};

struct gen {
    struct mir_function *function;
    struct mir_block *block;
    const struct mir_random_options *options;
    uint64_t state;
    struct pool vgprs, sgprs, masks, wide_vgprs, pairs;
    int left; /* statements */
    unsigned depth, loop_depth;
};

static uint32_t
rnd(struct gen *gen, uint32_t limit)
{
    gen->state ^= gen->state << 13;
    gen->state ^= gen->state >> 7;
    gen->state ^= gen->state << 17;
    return (uint32_t)((gen->state >> 20) % limit);
}

static void
pool_add(struct gen *gen, struct pool *pool, uint32_t temp)
{
    unsigned limit = gen->options->pool < POOL ? gen->options->pool : POOL;
    if (pool->count < limit)
        pool->at[pool->count++] = temp;
    else
        pool->at[rnd(gen, pool->count)] = temp;
}

static uint32_t
pick(struct gen *gen, const struct pool *pool)
{
    return pool->at[rnd(gen, pool->count)];
}

static struct mir_inst *
emit(struct gen *gen, unsigned op, const struct mir_operand *operands, unsigned count,
     unsigned defs)
{
    struct mir_inst *inst = op < GCN_OPS ? mir_real(gen->function, (enum gcn_op)op, operands, count)
                                         : mir_inst_new(gen->function, op, operands, count, defs);
    mir_append(gen->block, inst);
    return inst;
}
#define EMIT(gen, op, defs, ...)                                                                   \
    emit(gen, op, (struct mir_operand[]){__VA_ARGS__},                                             \
         sizeof((struct mir_operand[]){__VA_ARGS__}) / sizeof(struct mir_operand), defs)

static struct mir_operand
use(struct gen *gen, uint32_t temp)
{
    return mir_temp(gen->function, temp);
}
static struct mir_operand
fresh(struct gen *gen, enum mir_class reg_class, unsigned dwords)
{
    uint32_t temp = mir_temp_new(gen->function, reg_class, dwords);
    return mir_temp(gen->function, temp);
}
static struct mir_operand
fresh_mask(struct gen *gen)
{
    struct mir_operand mask = fresh(gen, MIR_SGPR, 2);
    gen->function->temps.at[mask.temp].is_mask = true;
    return mask;
}
static struct mir_operand
any_v(struct gen *gen)
{
    return use(gen, pick(gen, &gen->vgprs));
}
static struct mir_operand
any_s(struct gen *gen)
{
    return use(gen, pick(gen, &gen->sgprs));
}
static struct mir_operand
any_vsrc(struct gen *gen)
{
    unsigned kind = rnd(gen, 8);
    return kind == 0 ? mir_const(rnd(gen, 64)) : kind < 3 ? any_s(gen) : any_v(gen);
}

static void
do_valu(struct gen *gen)
{
    static const uint16_t ops[] = {GCN_v_and_b32, GCN_v_or_b32, GCN_v_max_u32, GCN_v_xor_b32};
    struct mir_operand def = fresh(gen, MIR_VGPR, 1);
    if (rnd(gen, 6) == 0)
        EMIT(gen, GCN_v_mov_b32, 1, def, rnd(gen, 2) ? mir_const(rnd(gen, 5000)) : any_vsrc(gen));
    else
        EMIT(gen, ops[rnd(gen, 4)], 1, def, any_vsrc(gen), any_v(gen));
    pool_add(gen, &gen->vgprs, def.temp);
}

static void
do_mac(struct gen *gen)
{
    struct mir_operand def = fresh(gen, MIR_VGPR, 1);
    struct mir_inst *inst = EMIT(gen, GCN_v_mac_f32, 1, def, any_v(gen), any_v(gen), any_v(gen));
    inst->tied = 4;
    pool_add(gen, &gen->vgprs, def.temp);
}

static void
do_salu(struct gen *gen)
{
    struct mir_operand def = fresh(gen, MIR_SGPR, 1);
    switch (rnd(gen, 4)) {
    case 0:
        EMIT(gen, GCN_s_mov_b32, 1, def, mir_const(rnd(gen, 100000)));
        break;
    case 1:
        EMIT(gen, GCN_s_and_b32, 1, def, any_s(gen), any_s(gen), mir_fixed(GCN_SCC, 1));
        break;
    case 2:
        EMIT(gen, GCN_v_readfirstlane_b32, 1, def, any_v(gen));
        break;
    default:
        EMIT(gen, MIR_P_COPY, 1, def, any_s(gen));
    }
    pool_add(gen, &gen->sgprs, def.temp);
}

/* SCC lives across other instructions. */
static void
do_scc(struct gen *gen)
{
    struct mir_operand def = fresh(gen, MIR_SGPR, 1);
    EMIT(gen, GCN_s_cmp_lg_u32, 0, any_s(gen), any_s(gen), mir_fixed(GCN_SCC, 1));
    for (unsigned i = rnd(gen, 3); i > 0; i--)
        do_valu(gen);
    EMIT(gen, GCN_s_cselect_b32, 1, def, any_s(gen), any_s(gen), mir_fixed(GCN_SCC, 1));
    pool_add(gen, &gen->sgprs, def.temp);
}

static void
do_mask(struct gen *gen)
{
    struct mir_operand mask = fresh_mask(gen), def = fresh(gen, MIR_VGPR, 1);
    if (gen->masks.count && rnd(gen, 3) == 0)
        EMIT(gen, GCN_s_and_b64, 1, mask, use(gen, pick(gen, &gen->masks)),
             use(gen, pick(gen, &gen->masks)), mir_fixed(GCN_SCC, 1));
    else
        EMIT(gen, GCN_v_cmp_lt_u32, 1, mask, any_v(gen), any_v(gen));
    if (rnd(gen, 3) == 0) {
        EMIT(gen, MIR_P_COPY, 1, mir_fixed(GCN_VCC_LO, 2), use(gen, mask.temp));
        EMIT(gen, GCN_v_div_fmas_f32, 1, def, any_v(gen), any_v(gen), any_v(gen));
        def.temp = mir_temp_new(gen->function, MIR_VGPR, 1);
    }
    EMIT(gen, GCN_v_cndmask_b32, 1, use(gen, def.temp), any_v(gen), any_v(gen),
         use(gen, mask.temp));
    pool_add(gen, &gen->masks, mask.temp);
    pool_add(gen, &gen->vgprs, def.temp);
}

static void
do_wide(struct gen *gen)
{
    enum mir_class reg_class = rnd(gen, 2) ? MIR_VGPR : MIR_SGPR;
    unsigned n = reg_class == MIR_VGPR ? 2 + rnd(gen, 3) : 2u << rnd(gen, 3);
    struct mir_operand operands[20];
    operands[0] = fresh(gen, reg_class, n);
    for (unsigned i = 0; i < n; i++)
        operands[i + 1] = reg_class == MIR_VGPR ? any_vsrc(gen) : any_s(gen);
    emit(gen, MIR_P_CREATE_VECTOR, operands, n + 1, 1);
    for (unsigned i = rnd(gen, 4); i > 0; i--)
        do_valu(gen);
    struct mir_operand whole = operands[0];
    for (unsigned i = 0; i < n; i++)
        operands[i] = fresh(gen, reg_class, 1);
    operands[n] = whole;
    emit(gen, MIR_P_SPLIT_VECTOR, operands, n + 1, n);
    for (unsigned i = 0; i < n; i++)
        pool_add(gen, reg_class == MIR_VGPR ? &gen->vgprs : &gen->sgprs, operands[i].temp);
    if (reg_class == MIR_VGPR && n == 4)
        pool_add(gen, &gen->wide_vgprs, whole.temp);
    if (reg_class == MIR_SGPR && n == 2)
        pool_add(gen, &gen->pairs, whole.temp);
}

static void
do_load(struct gen *gen)
{
    if (!gen->pairs.count)
        return;
    static const uint16_t ops[] = {GCN_s_load_dword, GCN_s_load_dwordx2, GCN_s_load_dwordx4,
                                   GCN_s_load_dwordx8};
    unsigned log = rnd(gen, 4), n = 1u << log;
    struct mir_operand operands[20], whole = fresh(gen, MIR_SGPR, n);
    EMIT(gen, ops[log], 1, whole, use(gen, pick(gen, &gen->pairs)), mir_none());
    for (unsigned i = 0; i < n; i++)
        operands[i] = fresh(gen, MIR_SGPR, 1);
    operands[n] = whole;
    if (n > 1)
        emit(gen, MIR_P_SPLIT_VECTOR, operands, n + 1, n);
    pool_add(gen, &gen->sgprs, n > 1 ? operands[n - 1].temp : whole.temp);
    if (n == 2)
        pool_add(gen, &gen->pairs, whole.temp);
}

static void
do_store(struct gen *gen)
{
    if (gen->wide_vgprs.count && rnd(gen, 2))
        EMIT(gen, GCN_ds_write_b128, 0, any_v(gen), use(gen, pick(gen, &gen->wide_vgprs)));
    else
        EMIT(gen, GCN_ds_write_b32, 0, any_v(gen), any_v(gen));
}

static void
do_asm(struct gen *gen)
{
    struct mir_operand def = fresh(gen, MIR_VGPR, 1), sdef = fresh(gen, MIR_SGPR, 1);
    struct mir_operand a = any_v(gen), b = any_s(gen);
    if (rnd(gen, 2)) {
        def.is_fixed = true;
        def.reg = (uint16_t)(GCN_VGPR0 + rnd(gen, 8));
    }
    if (rnd(gen, 2)) {
        a.is_fixed = true;
        a.reg = (uint16_t)(GCN_VGPR0 + 8 + rnd(gen, 8));
    }
    if (rnd(gen, 2)) {
        b.is_fixed = true;
        b.reg = (uint16_t)rnd(gen, 12);
    }
    EMIT(gen, MIR_P_ASM, 2, def, sdef, a, b, any_v(gen));
    pool_add(gen, &gen->vgprs, def.temp);
    pool_add(gen, &gen->sgprs, sdef.temp);
}

/* A new value in a register. */
static struct mir_operand
fresh_at(struct gen *gen, enum mir_class reg_class, unsigned dwords, unsigned reg)
{
    uint32_t temp = mir_temp_new(gen->function, reg_class, dwords);
    return mir_temp_at(gen->function, temp, reg);
}

/* Arguments travel in copies; the call overwrites what the callee would, as isel says it. */
static void
do_call(struct gen *gen)
{
    static struct ir_function callee = {.name = "callee"};
    struct mir_operand operands[32], copies[16];
    unsigned vectors = rnd(gen, 4), scalars = rnd(gen, 3), args = vectors + scalars, count = 0;
    unsigned clobbers = rnd(gen, 6), tuple = 1 + rnd(gen, 2);
    struct mir_operand result = fresh_at(gen, MIR_VGPR, 1, GCN_VGPR0);
    struct mir_operand scalar = fresh_at(gen, MIR_SGPR, 1, 18);
    operands[count++] = fresh_at(gen, MIR_SGPR, 2, 14);
    operands[count++] = fresh_at(gen, MIR_SGPR, 2, 16);
    operands[count++] = result;
    operands[count++] = scalar;
    for (unsigned i = 0; i < clobbers; i++)
        operands[count++] = fresh_at(gen, MIR_VGPR, tuple, GCN_VGPR0 + 2 + i * 2);
    if (rnd(gen, 2))
        operands[count++] = fresh_at(gen, MIR_SGPR, 4, 20);
    operands[count++] = mir_fixed(GCN_SCC, 1);
    unsigned defs = count;
    for (unsigned i = 0; i < args; i++) {
        bool vector = i < vectors;
        unsigned reg = vector ? GCN_VGPR0 + i : 18 + i - vectors;
        operands[count] = copies[i] = fresh_at(gen, vector ? MIR_VGPR : MIR_SGPR, 1, reg);
        copies[i].is_fixed = false;
        copies[i].reg = GCN_NO_REG;
        copies[args + i] = vector ? any_v(gen) : any_s(gen);
        count++;
    }
    if (args)
        emit(gen, MIR_P_PARALLEL_COPY, copies, 2 * args, args);
    struct mir_inst *call = emit(gen, MIR_P_CALL, operands, count, defs);
    call->callee = &callee;
    call->no_reorder = true;
    pool_add(gen, &gen->vgprs, result.temp);
    pool_add(gen, &gen->sgprs, scalar.temp);
}

static void
straight(struct gen *gen)
{
    if (gen->options->calls && rnd(gen, 9) == 0)
        do_call(gen);
    switch (rnd(gen, 14)) {
    case 0:
    case 1:
    case 2:
    case 3:
        do_valu(gen);
        return;
    case 4:
        do_mac(gen);
        return;
    case 5:
    case 6:
        do_salu(gen);
        return;
    case 7:
        do_scc(gen);
        return;
    case 8:
        do_mask(gen);
        return;
    case 9:
    case 10:
        if (gen->options->wide)
            do_wide(gen);
        return;
    case 11:
        do_load(gen);
        return;
    case 12:
        if (gen->options->assembly && rnd(gen, 3) == 0)
            do_asm(gen);
        return;
    default:
        do_store(gen);
    }
}

static struct mir_block *
new_block(struct gen *gen)
{
    struct mir_block *block = mir_block_new(gen->function);
    block->loop_depth = gen->loop_depth;
    return block;
}
static void
logical_end(struct gen *gen)
{
    emit(gen, MIR_P_LOGICAL_END, NULL, 0, 0);
}
static void
both_edges(struct mir_block *from, struct mir_block *to)
{
    mir_add_logical_edge(from, to);
    mir_add_linear_edge(from, to);
}

static uint32_t
phi(struct gen *gen, unsigned op, uint32_t a, uint32_t b)
{
    struct mir_operand def =
        fresh(gen, op == MIR_P_PHI ? MIR_VGPR : MIR_SGPR, gen->function->temps.at[a].dwords);
    struct mir_inst *inst = mir_inst_new(
        gen->function, op, (struct mir_operand[]){def, use(gen, a), use(gen, b)}, 3, 1);
    if (gen->block->first)
        mir_insert_before(gen->block->first, inst);
    else
        mir_append(gen->block, inst);
    return def.temp;
}

static void statements(struct gen *gen, int count);

struct pools {
    struct pool vgprs, sgprs, masks, wide_vgprs, pairs;
};
static struct pools
save(const struct gen *gen)
{
    return (struct pools){gen->vgprs, gen->sgprs, gen->masks, gen->wide_vgprs, gen->pairs};
}
static void
restore(struct gen *gen, const struct pools *pools)
{
    gen->vgprs = pools->vgprs;
    gen->sgprs = pools->sgprs;
    gen->masks = pools->masks;
    gen->wide_vgprs = pools->wide_vgprs;
    gen->pairs = pools->pairs;
}

static void
merge(struct gen *gen, unsigned op, struct pool *to, const struct pool *a, const struct pool *b)
{
    for (unsigned i = 2 + rnd(gen, 6); i > 0; i--)
        pool_add(gen, to, phi(gen, op, pick(gen, a), pick(gen, b)));
}

static void
uniform_if(struct gen *gen, int count)
{
    struct pools before = save(gen), then_end;
    EMIT(gen, GCN_s_cmp_lg_u32, 0, any_s(gen), any_s(gen), mir_fixed(GCN_SCC, 1));
    logical_end(gen);
    struct mir_block *head = gen->block, *then_block = new_block(gen);
    struct mir_inst *branch = EMIT(gen, GCN_s_cbranch_scc1, 0, mir_none());
    both_edges(head, then_block);
    gen->block = then_block;
    statements(gen, count / 2);
    then_end = save(gen);
    struct mir_block *then_last = gen->block, *else_block = new_block(gen);
    branch->target = else_block;
    both_edges(head, else_block);
    restore(gen, &before);
    gen->block = else_block;
    statements(gen, count / 2);
    struct pools else_end = save(gen);
    struct mir_block *else_last = gen->block, *join = new_block(gen);
    logical_end(gen);
    gen->block = then_last;
    logical_end(gen);
    EMIT(gen, GCN_s_branch, 0, mir_none())->target = join;
    both_edges(then_last, join);
    both_edges(else_last, join);
    gen->block = join;
    restore(gen, &before);
    merge(gen, MIR_P_PHI, &gen->vgprs, &then_end.vgprs, &else_end.vgprs);
    merge(gen, MIR_P_LINEAR_PHI, &gen->sgprs, &then_end.sgprs, &else_end.sgprs);
}

/* if on lanes: then, a scalar block that turns EXEC over, else, join; each half may be skipped. */
static void
divergent_if(struct gen *gen, int count)
{
    struct pools before = save(gen);
    struct mir_operand mask = fresh_mask(gen), saved = fresh_mask(gen), turned = fresh_mask(gen);
    EMIT(gen, GCN_v_cmp_lt_u32, 1, mask, any_v(gen), any_v(gen));
    logical_end(gen);
    EMIT(gen, GCN_s_and_saveexec_b64, 1, saved, mask, mir_fixed(GCN_EXEC_LO, 2),
         mir_fixed(GCN_SCC, 1));
    struct mir_block *head = gen->block, *skip1 = NULL, *skip2 = NULL;
    bool skips = rnd(gen, 2);
    struct mir_inst *branch1 = skips ? EMIT(gen, GCN_s_cbranch_execz, 0, mir_none()) : NULL;
    struct mir_block *then_block = new_block(gen);
    both_edges(head, then_block);
    gen->block = then_block;
    statements(gen, count / 2);
    logical_end(gen);
    struct pools then_end = save(gen);
    struct mir_block *then_last = gen->block;
    if (skips) {
        struct mir_inst *over = EMIT(gen, GCN_s_branch, 0, mir_none());
        skip1 = new_block(gen);
        skip1->is_linear_only = true;
        mir_add_linear_edge(head, skip1);
        branch1->target = skip1;
        struct mir_block *after = new_block(gen);
        over->target = after;
        gen->block = skip1;
        EMIT(gen, GCN_s_branch, 0, mir_none())->target = after;
        gen->block = after;
        mir_add_linear_edge(then_last, gen->block);
        mir_add_linear_edge(skip1, gen->block);
    } else {
        gen->block = new_block(gen);
        mir_add_linear_edge(then_last, gen->block);
    }
    struct mir_block *invert = gen->block;
    invert->is_linear_only = true;
    uint32_t scalar = 0;
    if (skips)
        scalar = phi(gen, MIR_P_LINEAR_PHI, pick(gen, &then_end.sgprs), pick(gen, &before.sgprs));
    EMIT(gen, GCN_s_xor_b64, 1, turned, saved, mir_fixed(GCN_EXEC_LO, 2), mir_fixed(GCN_SCC, 1));
    EMIT(gen, GCN_s_andn2_b64, 0, mir_fixed(GCN_EXEC_LO, 2), saved, mask, mir_fixed(GCN_SCC, 1));
    struct mir_inst *branch2 = skips ? EMIT(gen, GCN_s_cbranch_execz, 0, mir_none()) : NULL;
    struct mir_block *else_block = new_block(gen);
    mir_add_logical_edge(head, else_block);
    mir_add_linear_edge(invert, else_block);
    restore(gen, &before);
    if (scalar)
        pool_add(gen, &gen->sgprs, scalar);
    pool_add(gen, &gen->masks, turned.temp);
    gen->block = else_block;
    statements(gen, count / 2);
    logical_end(gen);
    struct pools else_end = save(gen);
    struct mir_block *else_last = gen->block, *join;
    if (skips) {
        struct mir_inst *over = EMIT(gen, GCN_s_branch, 0, mir_none());
        skip2 = new_block(gen);
        skip2->is_linear_only = true;
        mir_add_linear_edge(invert, skip2);
        branch2->target = skip2;
        join = new_block(gen);
        over->target = join;
        gen->block = skip2;
        EMIT(gen, GCN_s_branch, 0, mir_none())->target = join;
    } else {
        join = new_block(gen);
    }
    mir_add_linear_edge(else_last, join);
    if (skip2)
        mir_add_linear_edge(skip2, join);
    mir_add_logical_edge(then_last, join);
    mir_add_logical_edge(else_last, join);
    gen->block = join;
    restore(gen, &before);
    merge(gen, MIR_P_PHI, &gen->vgprs, &then_end.vgprs, &else_end.vgprs);
    if (scalar)
        pool_add(gen, &gen->sgprs, scalar);
    EMIT(gen, GCN_s_mov_b64, 0, mir_fixed(GCN_EXEC_LO, 2), use(gen, saved.temp));
}

/* A loop with a scalar counter; divergent: lanes leave one after the other as well. */
static void
loop(struct gen *gen, int count, bool divergent)
{
    struct mir_operand zero = fresh(gen, MIR_SGPR, 1), next = fresh(gen, MIR_SGPR, 1);
    struct mir_operand saved = fresh_mask(gen);
    EMIT(gen, GCN_s_mov_b32, 1, zero, mir_const(0));
    if (divergent)
        EMIT(gen, GCN_s_mov_b64, 1, saved, mir_fixed(GCN_EXEC_LO, 2));
    uint32_t first[4];
    for (unsigned i = 0; i < 4; i++)
        first[i] = pick(gen, &gen->vgprs);
    uint32_t first_scalar = pick(gen, &gen->sgprs);
    logical_end(gen);
    struct mir_block *before = gen->block;
    gen->loop_depth++;
    struct mir_block *header = new_block(gen);
    header->is_loop_header = true;
    both_edges(before, header);
    gen->block = header;
    struct mir_inst *phis[6];
    for (unsigned i = 0; i < 4; i++) {
        uint32_t temp = phi(gen, MIR_P_PHI, first[i], first[i]);
        phis[i] = gen->function->temps.at[temp].def;
        pool_add(gen, &gen->vgprs, temp);
    }
    uint32_t counter = phi(gen, MIR_P_LINEAR_PHI, zero.temp, zero.temp);
    phis[4] = gen->function->temps.at[counter].def;
    uint32_t scalar = phi(gen, MIR_P_LINEAR_PHI, first_scalar, first_scalar);
    phis[5] = gen->function->temps.at[scalar].def;
    pool_add(gen, &gen->sgprs, scalar);
    struct pools at_header = save(gen);
    statements(gen, count);
    struct pools at_end = save(gen);
    struct mir_operand mask = fresh_mask(gen);
    if (divergent)
        EMIT(gen, GCN_v_cmp_lt_u32, 1, mask, any_v(gen), any_v(gen));
    EMIT(gen, GCN_s_add_u32, 1, next, use(gen, counter), mir_const(1), mir_fixed(GCN_SCC, 1));
    logical_end(gen);
    struct mir_operand limited = fresh_mask(gen);
    if (divergent) {
        EMIT(gen, GCN_s_cmp_lt_u32, 0, next, mir_const(3), mir_fixed(GCN_SCC, 1));
        EMIT(gen, GCN_s_cselect_b64, 1, limited, mask, mir_const64(0), mir_fixed(GCN_SCC, 1));
        EMIT(gen, GCN_s_and_b64, 0, mir_fixed(GCN_EXEC_LO, 2), mir_fixed(GCN_EXEC_LO, 2), limited,
             mir_fixed(GCN_SCC, 1));
    } else {
        EMIT(gen, GCN_s_cmp_lt_u32, 0, next, mir_const(1 + rnd(gen, 3)), mir_fixed(GCN_SCC, 1));
    }
    struct mir_inst *leave =
        EMIT(gen, divergent ? GCN_s_cbranch_execz : GCN_s_cbranch_scc0, 0, mir_none());
    struct mir_block *latch = gen->block, *again = new_block(gen);
    both_edges(latch, again);
    gen->block = again;
    logical_end(gen);
    EMIT(gen, GCN_s_branch, 0, mir_none())->target = header;
    both_edges(again, header);
    gen->loop_depth--;
    struct mir_block *exit = new_block(gen);
    both_edges(latch, exit);
    leave->target = exit;
    for (unsigned i = 0; i < 4; i++)
        phis[i]->operands[2] = use(gen, pick(gen, &at_end.vgprs));
    phis[4]->operands[2] = next;
    phis[5]->operands[2] = use(gen, pick(gen, &at_end.sgprs));
    gen->block = exit;
    (void)at_header;
    if (divergent)
        EMIT(gen, GCN_s_mov_b64, 0, mir_fixed(GCN_EXEC_LO, 2), use(gen, saved.temp));
}

static void
statements(struct gen *gen, int count)
{
    while (count > 0) {
        int part = 4 + (int)rnd(gen, (uint32_t)count);
        if (gen->depth < 4 && part > 8 && rnd(gen, 4) == 0) {
            gen->depth++;
            switch (rnd(gen, 4)) {
            case 0:
                uniform_if(gen, part);
                break;
            case 1:
                divergent_if(gen, part);
                break;
            case 2:
                loop(gen, part, false);
                break;
            default:
                loop(gen, part, true);
            }
            gen->depth--;
            count -= part;
        } else {
            straight(gen);
            count--;
        }
    }
}

struct mir_function *
mir_random(struct arena *arena, struct guard *guard, const struct mir_random_options *options)
{
    const struct gcn_target *target = gcn_find_target(options->target, strlen(options->target));
    struct gen gen = {.function = mir_function_new(arena, guard, target, NULL),
                      .options = options,
                      .state = options->seed * 0x9E3779B97F4A7C15u + 1};
    gen.function->linear_done = true;
    gen.block = new_block(&gen);
    struct mir_operand start[11];
    for (unsigned i = 0; i < 8; i++) {
        start[i] = fresh(&gen, i < 6 ? MIR_SGPR : MIR_VGPR, 1);
        start[i].is_fixed = true;
        start[i].reg = (uint16_t)(i < 6 ? i : GCN_VGPR0 + i - 6);
        pool_add(&gen, i < 6 ? &gen.sgprs : &gen.vgprs, start[i].temp);
    }
    start[8] = fresh(&gen, MIR_SGPR, 2);
    start[8].is_fixed = true;
    start[8].reg = 6;
    pool_add(&gen, &gen.pairs, start[8].temp);
    /* Scratch is at hand, as after kernel_start_need_scratch. */
    unsigned count = 9;
    gen.function->abi.private_segment_wave_offset = true;
    if (!target->flat_scratch_is_address) {
        for (; count < 11; count++) {
            start[count] = fresh(&gen, MIR_SGPR, count == 9 ? 4 : 1);
            start[count].is_fixed = true;
            start[count].reg = count == 9 ? 8 : 12;
        }
        gen.function->scratch_rsrc = start[9].temp;
        gen.function->scratch_offset = start[10].temp;
    }
    emit(&gen, MIR_P_START, start, count, count);
    statements(&gen, (int)options->size);
    for (unsigned i = 0; i < gen.vgprs.count; i++)
        EMIT(&gen, GCN_ds_write_b32, 0, use(&gen, gen.vgprs.at[i]), use(&gen, gen.vgprs.at[0]));
    for (unsigned i = 0; i < gen.sgprs.count; i++) {
        struct mir_operand value = fresh(&gen, MIR_VGPR, 1);
        EMIT(&gen, GCN_v_mov_b32, 1, value, use(&gen, gen.sgprs.at[i]));
        EMIT(&gen, GCN_ds_write_b32, 0, value, value);
    }
    logical_end(&gen);
    emit(&gen, MIR_P_END, NULL, 0, 0);
    for (gen.block = gen.function->entry; gen.block; gen.block = gen.block->next)
        if (!gen.block->last || !mir_is_branch(gen.block->last))
            EMIT(&gen, GCN_s_branch, 0, mir_none())->target = gen.block->next;
    return gen.function;
}
