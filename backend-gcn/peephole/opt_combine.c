/* Instructions that do the work of several (combine.def), on SSA form within a block:
 *
 *     %v4 = v_add_u32 %v1, %v2;  %v5 = v_add_u32 %v4, %v3   ->   %v5 = v_add3_u32 %v1, %v2, %v3
 *
 * where nothing else reads %v4 and the long form can take the operands: one SGPR, in which a literal is put.  A scalar
 * one takes one literal. */
#include "backend-gcn/backend.h"
#include "backend-gcn/peephole/combine_terms.h"
#include "backend-gcn/mir/mir_build.h"
#include "backend-gcn/mir/mir_effects.h"

#include <string.h>

/* Numbered after the operations, so that one list can hold both. */
enum token { A = GCN_OPS, B, C, ZERO, ONES, MASK, WIDTH, END };

enum { LETTERS = 3, MAX_PATTERN = 8 }; /* a longer row is not compiled */

static const struct row {
    uint16_t made[1 + LETTERS + 1]; /* the instruction and its sources */
    uint16_t pattern[MAX_PATTERN];
    bool since_gfx9;
} rows[] = {
#define FUSE(made, pattern)      {{made, END}, {pattern, END}, false},
#define FUSE_GFX9(made, pattern) {{made, END}, {pattern, END}, true},
#include "backend-gcn/peephole/combine.def"
#undef FUSE
#undef FUSE_GFX9
};

enum { ROWS = sizeof rows / sizeof rows[0] };

struct fuser {
    struct mir_function *function;
    uint32_t *uses; /* by temp, of those that there were before */
    uint32_t temp_count;
    bool has_dpp;
};

/* SGPRs with literals, which are made here, count as read elsewhere. */
static uint32_t
uses_of(const struct fuser *fuser, uint32_t temp)
{
    return temp < fuser->temp_count ? fuser->uses[temp] : UINT32_MAX;
}

struct match {
    const struct fuser *fuser;
    const struct mir_inst *root;
    struct mir_operand at[LETTERS];
    bool bound[LETTERS];
    uint32_t width;                      /* of MASK */
    struct mir_inst *inner[MAX_PATTERN]; /* below the root: they go with it */
    unsigned inner_count;
    const struct mir_operand
        *todo[MAX_PATTERN]; /* what the rest of the pattern must fit, the next one last */
    unsigned todo_count;
};

/* ---- matching ---- */

static bool
same_operand(const struct mir_operand *a, const struct mir_operand *b)
{
    return a->kind == b->kind && a->dwords == b->dwords &&
           (a->kind == MIR_TEMP    ? a->temp == b->temp
            : a->kind == MIR_FIXED ? a->reg == b->reg
                                   : a->kind == MIR_CONST && a->value == b->value);
}

/* Has the instruction no modifiers, which the fused one would lose, and is only its first result
 * read?  v_add_co_u32 counts as an addition while its carry is unused. */
static bool
is_plain(const struct fuser *fuser, const struct mir_inst *inst)
{
    static const struct mir_mods none;
    if (memcmp(&inst->mods, &none, sizeof none) != 0 || inst->no_reorder)
        return false;
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (operand->neg || operand->abs || operand->sext || operand->sel || operand->is_fixed)
            return false;
        if (i > 0 && mir_is_def(inst, i) &&
            (operand->kind != MIR_TEMP || uses_of(fuser, operand->temp)))
            return false;
    }
    return inst->operands[0].kind == MIR_TEMP;
}

static bool
match_letter(struct match *m, unsigned letter, const struct mir_operand *operand)
{
    if (m->bound[letter])
        return same_operand(&m->at[letter], operand);
    m->at[letter] = *operand;
    m->bound[letter] = true;
    return true;
}

static bool
match_constant(struct match *m, unsigned token, const struct mir_operand *operand)
{
    uint32_t value = (uint32_t)operand->value;
    if (operand->kind != MIR_CONST)
        return false;
    if (token == ZERO || token == ONES)
        return value == (token == ONES ? UINT32_MAX : 0);
    m->width = (uint32_t)__builtin_popcount(value); /* of 2^n - 1: n */
    return value && value != UINT32_MAX && !(value & (value + 1));
}

static bool match_sources(struct match *m, const uint16_t *pattern, const struct mir_inst *inst);

/* Does the rest of the pattern fit what is to do? */
static bool
match_rest(struct match *m, const uint16_t *pattern)
{
    unsigned token = *pattern;
    if (!m->todo_count)
        return true;
    const struct mir_operand *operand = m->todo[--m->todo_count];
    if (token >= A) {
        bool fits =
            token <= C ? match_letter(m, token - A, operand) : match_constant(m, token, operand);
        return fits && match_rest(m, pattern + 1);
    }
    /* With another reader the value is needed anyway, and nothing would be saved. */
    if (operand->kind != MIR_TEMP || operand->is_fixed || uses_of(m->fuser, operand->temp) != 1)
        return false;
    struct mir_inst *inst = m->fuser->function->temps.at[operand->temp].def;
    /* If it is in another block, its sources may be dead by now and would have to live longer. */
    if (!inst || inst->op != token || inst->block != m->root->block || !is_plain(m->fuser, inst))
        return false;
    const struct gcn_target *target = m->fuser->function->target;
    if (mir_effects(target, inst).writes & MIR_SET_SCC && mir_is_scc_live_after(target, inst))
        return false;
    m->inner[m->inner_count++] = inst;
    return match_sources(m, pattern + 1, inst);
}

static unsigned
first_source(const struct mir_inst *inst)
{
    unsigned i = 0;
    while (i < inst->operand_count && mir_is_def(inst, i))
        i++;
    return i;
}

/* The other order is tried for whatever does not fit behind the first: in a ^ ((a ^ b) & c) only the root says
 * which operand of the inner one is which. */
static bool
match_sources(struct match *m, const uint16_t *pattern, const struct mir_inst *inst)
{
    const struct mir_operand *source = &inst->operands[first_source(inst)];
    struct match before = *m;
    m->todo[m->todo_count++] = &source[1];
    m->todo[m->todo_count++] = &source[0];
    if (match_rest(m, pattern))
        return true;
    if (!(gcn_op_info[inst->op].flags & GCN_FLAG_COMMUTES))
        return false;
    *m = before;
    m->todo[m->todo_count++] = &source[0];
    m->todo[m->todo_count++] = &source[1];
    return match_rest(m, pattern);
}

/* ---- the new instruction ---- */

static struct mir_operand
operand_for(const struct match *m, unsigned token)
{
    return token == ZERO    ? mir_const(0)
           : token == ONES  ? mir_const(UINT32_MAX)
           : token == WIDTH ? mir_const(m->width)
                            : m->at[token - A];
}

/* Puts the literal among the sources of a vector instruction into an SGPR, where the constant bus has nothing else to
 * supply: it can be made while the wave waits, and its unit is another one. */
static void
place_literal(struct fuser *fuser, struct mir_inst *root, unsigned op, struct mir_operand *sources,
              unsigned count)
{
    struct mir_operand *literal = NULL;
    for (unsigned i = 0; i < count; i++) {
        bool is_literal = mir_is_literal(fuser->function->target, &sources[i],
                                         gcn_op_info[op].operands[i + 1].type);
        if (mir_is_sgpr(&sources[i]) || (is_literal && literal))
            return;
        if (is_literal)
            literal = &sources[i];
    }
    if (!literal || gcn_op_info[op].format == GCN_SOP2)
        return;
    struct mir_builder b = {fuser->function, root->block, root, root->loc};
    struct mir_operand sgpr = mir_new_sgpr(&b, 1);
    mir_build(&b, MIR_P_COPY, 1, sgpr, *literal);
    *literal = sgpr;
}

/* The long form of a vector instruction takes no literal, and the constant bus supplies one scalar value, which
 * several operands may read. */
static bool
is_legal(const struct fuser *fuser, unsigned op, const struct mir_operand *sources, unsigned count)
{
    bool is_scalar = gcn_op_info[op].format == GCN_SOP2;
    unsigned literals = 0;
    const struct mir_operand *bus = NULL;
    for (unsigned i = 0; i < count; i++) {
        literals += mir_is_literal(fuser->function->target, &sources[i],
                                   gcn_op_info[op].operands[i + 1].type);
        if (literals > is_scalar)
            return false;
        if (is_scalar || !mir_is_sgpr(&sources[i]))
            continue;
        if (bus && !same_operand(bus, &sources[i]))
            return false;
        bus = &sources[i];
    }
    return true;
}

static void
count_uses(struct fuser *fuser, const struct mir_inst *inst, int step)
{
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_uses(inst, i) && inst->operands[i].temp < fuser->temp_count)
            fuser->uses[inst->operands[i].temp] += (uint32_t)step;
}

static bool
has_row(const struct gcn_target *target, const struct row *row)
{
    return gcn_has_op(target, row->made[0]) && (!row->since_gfx9 || target->has_add3_lshl_add);
}

static bool
fuse(struct fuser *fuser, struct mir_inst *root, const struct row *row)
{
    struct match m = {.fuser = fuser, .root = root};
    struct mir_operand operands[4] = {root->operands[0]};
    uint16_t op = row->made[0];
    if (!has_row(fuser->function->target, row) || !match_sources(&m, row->pattern + 1, root))
        return false;
    unsigned count = 0;
    for (; row->made[1 + count] != END; count++)
        operands[1 + count] = operand_for(&m, row->made[1 + count]);
    place_literal(fuser, root, op, operands + 1, count);
    if (!is_legal(fuser, op, operands + 1, count))
        return false;
    struct mir_inst *made = mir_inst_new(fuser->function, op, operands, 1 + count, 1);
    made->loc = root->loc;
    /* Counts are kept right because a later row may match `made` itself as its inner part. */
    count_uses(fuser, root, -1);
    mir_insert_before(root, made);
    mir_remove(root);
    fuser->function->temps.at[operands[0].temp].def = made;
    for (unsigned i = 0; i < m.inner_count; i++) {
        count_uses(fuser, m.inner[i], -1);
        mir_remove(m.inner[i]);
    }
    count_uses(fuser, made, 1);
    return true;
}

/* ---- DPP: a move between lanes goes with the instruction that reads it ---- */

/* What leaves the other operand as it is: minNum and maxNum return the number beside a NaN. */
static const struct {
    uint16_t op;
    uint32_t value;
} identities[] = {
    {GCN_v_add_u32, 0},          {GCN_v_add_co_u32, 0},       {GCN_v_or_b32, 0},
    {GCN_v_max_u32, 0},          {GCN_v_min_u32, UINT32_MAX}, {GCN_v_max_i32, 1u << 31},
    {GCN_v_min_i32, INT32_MAX},  {GCN_v_add_f32, 1u << 31},   {GCN_v_max_f32, 0x7fc00000},
    {GCN_v_min_f32, 0x7fc00000}, {GCN_v_add_f16, 0x8000},     {GCN_v_max_f16, 0x7e00},
    {GCN_v_min_f16, 0x7e00},     {GCN_v_mul_f32, 0x3f800000}, {GCN_v_mul_f16, 0x3c00},
    {GCN_v_and_b32, UINT32_MAX}, {GCN_v_xor_b32, 0},
};

enum { IDENTITIES = sizeof identities / sizeof identities[0] };

/* The instruction that defines the operand, if nothing else reads it. */
static struct mir_inst *
only_def(const struct fuser *fuser, const struct mir_operand *operand)
{
    if (operand->kind != MIR_TEMP || operand->is_fixed || uses_of(fuser, operand->temp) != 1)
        return NULL;
    return fuser->function->temps.at[operand->temp].def;
}

/* Is old, which lanes without a source keep, such that op(old, x) is x? */
static bool
keeps_identity(const struct fuser *fuser, unsigned op, const struct mir_operand *old)
{
    const struct mir_inst *def =
        old->kind == MIR_TEMP ? fuser->function->temps.at[old->temp].def : NULL;
    for (unsigned i = 0; def && i < IDENTITIES; i++)
        if (identities[i].op == op)
            return def->op == MIR_P_COPY && def->operands[1].kind == MIR_CONST &&
                   (uint32_t)def->operands[1].value == identities[i].value;
    return false;
}

/* May the operation take a move between lanes?  Before GFX9 additions have a carry, which is VCC with DPP: one
 * that nobody reads. */
static bool
takes_move(const struct fuser *fuser, const struct mir_inst *root)
{
    unsigned first = first_source(root), count = gcn_op_info[root->op].operand_count;
    return mir_format(root) == GCN_VOP2 && first <= 2 && count == first + 2 &&
           root->operand_count == count && is_plain(fuser, root);
}

/*     %v4 = v_mov_b32 %v1 dpp, %v3 tied;  %v5 = op %v4, %v2   ->   %v5 = op %v1 dpp, %v2, %v2 tied
 *
 * Lanes without a source have op(0, %v2) either way, or, where %v3 is the identity, %v2. */
static bool
fuse_dpp(struct fuser *fuser, struct mir_inst *root)
{
    if (!takes_move(fuser, root))
        return false;
    unsigned first = first_source(root);
    unsigned orders = gcn_op_info[root->op].flags & GCN_FLAG_COMMUTES ? 2 : 1;
    for (unsigned i = 0; i < orders; i++) {
        struct mir_inst *moved = only_def(fuser, &root->operands[first + i]);
        const struct mir_operand *other = &root->operands[first + 1 - i];
        if (!moved || moved->op != GCN_v_mov_b32 || !moved->mods.has_dpp || moved->no_reorder ||
            moved->block != root->block || other->kind != MIR_TEMP || !mir_is_vgpr(other))
            continue;
        if (moved->tied && !keeps_identity(fuser, root->op, &moved->operands[2]))
            continue;
        struct mir_operand operands[5] = {root->operands[0], mir_fixed(GCN_VCC_LO, 2)};
        operands[first] = moved->operands[1];
        operands[first + 1] = operands[first + 2] = *other;
        struct mir_inst *made =
            mir_inst_new(fuser->function, root->op, operands, first + (moved->tied ? 3 : 2), first);
        made->loc = root->loc;
        made->mods = moved->mods;
        made->tied = moved->tied ? (uint8_t)(first + 3) : 0;
        count_uses(fuser, root, -1);
        count_uses(fuser, moved, -1);
        count_uses(fuser, made, 1);
        mir_insert_before(root, made);
        mir_remove(root);
        fuser->function->temps.at[operands[0].temp].def = made;
        if (moved->tied && uses_of(fuser, moved->operands[2].temp) == 0)
            mir_remove(fuser->function->temps.at[moved->operands[2].temp].def);
        mir_remove(moved);
        return true;
    }
    return false;
}

bool
opt_combine(struct mir_function *function, const struct backend_options *options)
{
    (void)options;
    struct fuser fuser = {
        .function = function,
        .temp_count = function->temps.count,
        .uses = ARENA_ARRAY(mir_pass_arena(function), function->temps.count, uint32_t)};
    bool changed = false;
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            count_uses(&fuser, inst, 1);
            fuser.has_dpp |= inst->mods.has_dpp;
        }
    }
    /* From the first to the last: an inner part is tried as a root before its user is. */
    mir_foreach_block (block, function) {
        mir_foreach_inst_safe (inst, block) {
            if (fuser.has_dpp && fuse_dpp(&fuser, inst)) {
                changed = true;
                continue;
            }
            for (unsigned i = 0; i < ROWS; i++)
                if (rows[i].pattern[0] == inst->op && is_plain(&fuser, inst) &&
                    fuse(&fuser, inst, &rows[i])) {
                    changed = true;
                    break;
                }
        }
    }
    return changed;
}
