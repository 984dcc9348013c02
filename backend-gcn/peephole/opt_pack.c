/* Bytes and words that are put together (GFX8 and GFX9): each is written in its place by the instruction that
 * computes it, or by a move, and the rest of the register is preserved.
 *
 *     %v3 = v_and_b32 0xff, %v1; %v4 = v_lshlrev_b32 8, %v2; %v5 = v_or_b32 %v3, %v4     v_max_i32 made %v2
 *     ->  %v3 = v_mov_b32 %v1/1 dst_sel:1; %v5 = v_max_i32 .., .., %v3 dst_sel:2 dst_unused:2 tied
 *
 * Where the parts fill the register, the lowest starts it as it is: what lies above is overwritten. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_build.h"
#include "backend-gcn/mir/mir_effects.h"
#include "backend-gcn/peephole/sdwa.h"
#include "support/limit.h"

enum {
    MAX_PARTS = 4,  /* bytes of a word */
    MAX_NODES = 16, /* more than sums, shifts and masks of four parts */
    ALL = 15
};

struct part {
    struct mir_operand value;
    unsigned from, to;      /* bytes */
    unsigned count;         /* of bytes: 1 or 2 */
    struct mir_inst *maker; /* may write the part itself; NULL: a move does */
};

struct sum {
    struct sdwa *s;
    struct mir_inst *root;
    struct part parts[MAX_PARTS];
    unsigned part_count;
    uint32_t constant;
    struct mir_inst *nodes[MAX_NODES]; /* that the sum alone needs */
    unsigned node_count, ors, shifts;
};

static struct mir_inst *
def_of(const struct sum *sum, const struct mir_operand *operand)
{
    if (operand->kind != MIR_TEMP || !mir_is_vgpr(operand))
        return NULL;
    struct mir_inst *def = sum->s->function->temps.at[operand->temp].def;
    return def && def->block == sum->root->block && sdwa_is_plain(def) ? def : NULL;
}

/* What makes the operand, for this sum alone. */
static struct mir_inst *
own_def(const struct sum *sum, const struct mir_operand *operand)
{
    struct mir_inst *def = def_of(sum, operand);
    return def && sdwa_uses(sum->s, operand->temp) == 1 ? def : NULL;
}

/* Bits that a load of a byte or short may set; 0: it is none. */
static unsigned
loaded_bits(const struct mir_inst *inst)
{
    switch (inst->op) {
    case GCN_buffer_load_ubyte:
    case GCN_global_load_ubyte:
    case GCN_flat_load_ubyte:
    case GCN_ds_read_u8:
        return 8;
    case GCN_buffer_load_ushort:
    case GCN_global_load_ushort:
    case GCN_flat_load_ushort:
    case GCN_ds_read_u16:
        return 16;
    default:
        return 0;
    }
}

/* Bits that may be other than 0.  What is not plain may be SDWA by now, with other bits beside its own. */
static unsigned
bits_of(const struct sum *sum, const struct mir_operand *operand, unsigned depth)
{
    enum { ALL_BITS = 32 };
    if (operand->kind == MIR_CONST)
        return operand->value ? ALL_BITS - (unsigned)__builtin_clz((uint32_t)operand->value) : 0;
    if (operand->kind != MIR_TEMP)
        return ALL_BITS;
    const struct mir_inst *def = sum->s->function->temps.at[operand->temp].def;
    unsigned a, b;
    if (!def || LIMIT_MET(sum->s->function->guard, PART_BITS, !depth))
        return ALL_BITS;
    if (loaded_bits(def))
        return loaded_bits(def);
    if (!sdwa_is_plain(def))
        return ALL_BITS;
    switch (def->op) {
    case GCN_v_bfe_u32:
        return def->operands[3].kind == MIR_CONST && def->operands[3].value <= ALL_BITS
                   ? (unsigned)def->operands[3].value
                   : ALL_BITS;
    case GCN_v_lshrrev_b32:
        a = bits_of(sum, &def->operands[2], depth - 1);
        b = def->operands[1].kind == MIR_CONST ? (unsigned)def->operands[1].value & 31 : 0;
        return a > b ? a - b : 0;
    case GCN_v_and_b32:
    case GCN_v_min_u32:
        a = bits_of(sum, &def->operands[1], depth - 1);
        b = bits_of(sum, &def->operands[2], depth - 1);
        return a < b ? a : b;
    case GCN_v_or_b32:
    case GCN_v_xor_b32:
    case GCN_v_max_u32:
    case GCN_v_cndmask_b32:
        a = bits_of(sum, &def->operands[1], depth - 1);
        b = bits_of(sum, &def->operands[2], depth - 1);
        return a > b ? a : b;
    default:
        return ALL_BITS;
    }
}

static bool
add_node(struct sum *sum, struct mir_inst *node)
{
    if (sum->node_count == MAX_NODES)
        return false;
    sum->nodes[sum->node_count++] = node;
    return true;
}

/* Bytes of a mask that has whole ones in a row. */
static bool
run_of(uint32_t mask, unsigned *first, unsigned *count)
{
    if (!mask)
        return false;
    *first = (unsigned)__builtin_ctz(mask) / 8;
    mask >>= 8 * *first;
    *count = mask == 0xff ? 1 : mask == 0xffff ? 2 : 0;
    return *count;
}

/* May the instruction write its result there, without one that moves it? */
static struct mir_inst *
maker_of(const struct sum *sum, const struct part *part)
{
    enum { CONSTANTS = true };
    struct sdwa_part taken;
    struct mir_inst *def = own_def(sum, &part->value);
    return def && !part->from && sdwa_in_one_region(sum->s, def, sum->root) &&
                   sdwa_is_able(sum->s, def, CONSTANTS) && !sdwa_part_of(sum->s, def, &taken)
               ? def
               : NULL;
}

static bool
add_part(struct sum *sum, const struct mir_operand *operand)
{
    struct part part = {.value = *operand};
    struct mir_inst *def = own_def(sum, operand);
    unsigned shift = 0, first = 0, count = 0;
    if (def && def->op == GCN_v_lshlrev_b32 && def->operands[1].kind == MIR_CONST) {
        shift = (unsigned)def->operands[1].value & 31;
        part.value = def->operands[2];
        sum->shifts++;
        if (!add_node(sum, def))
            return false;
        def = own_def(sum, &part.value);
    }
    if (def && def->op == GCN_v_and_b32 && def->operands[1].kind == MIR_CONST &&
        run_of((uint32_t)def->operands[1].value, &first, &count)) {
        part.value = def->operands[2];
        if (!add_node(sum, def))
            return false;
    } else {
        first = 0;
        unsigned bits = bits_of(sum, &part.value, LIMIT_PART_BITS);
        bits = bits > 32 - shift ? 32 - shift : bits;
        count = bits <= 8 ? 1 : bits <= 16 ? 2 : 0;
    }
    part.from = first;
    part.to = first + shift / 8;
    part.count = count;
    bool is_whole = !(shift % 8) && (count == 1 || (count == 2 && !(first & 1) && !(part.to & 1)));
    if (sum->part_count == MAX_PARTS || !is_whole || part.to + count > 4 ||
        part.value.kind != MIR_TEMP || !mir_is_vgpr(&part.value))
        return false;
    part.maker = maker_of(sum, &part);
    sum->parts[sum->part_count++] = part;
    return true;
}

/* NOLINTNEXTLINE(misc-no-recursion): MAX_NODES deep at most */
static bool
add_terms(struct sum *sum, struct mir_inst *node)
{
    sum->ors++;
    if (!add_node(sum, node))
        return false;
    for (unsigned i = 1; i <= 2; i++) {
        const struct mir_operand *operand = &node->operands[i];
        struct mir_inst *def = own_def(sum, operand);
        if (operand->kind == MIR_CONST)
            sum->constant |= (uint32_t)operand->value;
        else if (!(def && def->op == GCN_v_or_b32 ? add_terms(sum, def) : add_part(sum, operand)))
            return false;
    }
    return true;
}

/* The bytes that the parts fill; 0: two fill the same. */
static unsigned
filled(const struct sum *sum)
{
    unsigned all = 0;
    for (unsigned i = 0; i < sum->part_count; i++) {
        unsigned own = (sum->parts[i].count == 1 ? 1u : 3u) << sum->parts[i].to;
        if (all & own)
            return 0;
        all |= own;
    }
    for (unsigned i = 0; i < 4; i++)
        if (all >> i & 1 && sum->constant >> 8 * i & 0xff)
            return 0;
    return all;
}

/* The part that starts the register: one that is in place, and not needed elsewhere. */
static unsigned
first_part(const struct sum *sum, bool *is_in_place)
{
    for (unsigned i = 0; i < sum->part_count; i++) {
        const struct part *part = &sum->parts[i];
        *is_in_place = part->from == part->to && sdwa_uses(sum->s, part->value.temp) == 1;
        if (*is_in_place)
            return i;
    }
    return 0;
}

static unsigned
select_of(unsigned from, unsigned count)
{
    return count == 1 ? SDWA_BYTE_0 + from : SDWA_WORD_0 + from / 2;
}

/* Writes the part in its place; before: what the rest of the register keeps, NULL: 0. */
static struct mir_operand
write_part(struct sum *sum, struct part *part, const struct mir_operand *before,
           struct mir_operand to)
{
    struct mir_inst *made, *maker = part->maker;
    if (maker) {
        made = sdwa_copy(sum->s, maker, before);
    } else {
        struct mir_operand operands[3] = {to, part->value, before ? *before : mir_none()};
        operands[1].sel = (uint8_t)select_of(part->from, part->count);
        made = mir_inst_new(sum->s->function, GCN_v_mov_b32, operands, before ? 3 : 2, 1);
        made->loc = sum->root->loc;
        made->mods.has_sdwa = true;
        made->tied = before ? 3 : 0;
    }
    made->operands[0] = to;
    made->mods.dst_sel = (uint8_t)select_of(part->to, part->count);
    made->mods.dst_unused = before ? SDWA_PRESERVE : SDWA_PAD;
    sdwa_count(sum->s, made, 1);
    mir_insert_before(sum->root, made);
    sum->s->function->temps.at[to.temp].def = made;
    if (maker) {
        sdwa_count(sum->s, maker, -1);
        mir_remove(maker);
    }
    return to;
}

static void
rewrite(struct sum *sum, unsigned start, bool is_in_place)
{
    struct mir_builder b = {sum->s->function, sum->root->block, sum->root, sum->root->loc};
    struct mir_operand word = mir_none();
    unsigned left = sum->part_count;
    if (sum->constant) {
        word = mir_new_vgpr(&b, 1);
        mir_build(&b, MIR_P_COPY, 1, word, mir_const(sum->constant));
    } else if (is_in_place) {
        word = sum->parts[start].value;
        left--;
    }
    bool has_start = word.kind == MIR_TEMP;
    for (unsigned k = 0; k < sum->part_count; k++) {
        unsigned i = (start + k) % sum->part_count;
        if (is_in_place && !sum->constant && i == start)
            continue;
        struct mir_operand to = --left ? mir_new_vgpr(&b, 1) : sum->root->operands[0];
        word = write_part(sum, &sum->parts[i], has_start ? &word : NULL, to);
        has_start = true;
    }
    for (unsigned i = 0; i < sum->node_count; i++) {
        sdwa_count(sum->s, sum->nodes[i], -1);
        mir_remove(sum->nodes[i]);
    }
}

/* Instructions that remain, against those that go; LSHL_OR is both of its own. */
static bool
is_cheaper(const struct sum *sum, bool is_in_place)
{
    unsigned made = sum->constant ? 1 : 0, gone = sum->node_count, fused = 0;
    for (unsigned i = 0; i < sum->part_count; i++)
        made += !sum->parts[i].maker;
    if (!sum->constant)
        made -= is_in_place;
    if (gcn_has_op(sum->s->function->target, GCN_v_lshl_or_b32))
        fused = sum->shifts < sum->ors ? sum->shifts : sum->ors;
    return made < gone - fused;
}

static bool
pack(struct sdwa *s, struct mir_inst *root)
{
    struct sum sum = {.s = s, .root = root};
    bool is_in_place = false;
    if (!add_terms(&sum, root) || !sum.part_count)
        return false;
    unsigned bytes = filled(&sum), start = first_part(&sum, &is_in_place);
    if (!bytes)
        return false;
    is_in_place &= bytes == ALL;
    if (is_in_place)
        sum.parts[start].maker = NULL; /* it writes the whole */
    if (!is_cheaper(&sum, is_in_place))
        return false;
    rewrite(&sum, start, is_in_place);
    return true;
}

/* Does the operand lie where it was shifted by whole bytes, or under a mask of such? */
static bool
is_placed(const struct sdwa *s, const struct mir_operand *operand)
{
    unsigned first, count;
    const struct mir_inst *def =
        operand->kind == MIR_TEMP ? s->function->temps.at[operand->temp].def : NULL;
    if (!def || (def->op != GCN_v_lshlrev_b32 && def->op != GCN_v_and_b32) ||
        def->operands[1].kind != MIR_CONST)
        return false;
    uint32_t constant = (uint32_t)def->operands[1].value;
    return def->op == GCN_v_and_b32 ? run_of(constant, &first, &count) : constant % 8 == 0;
}

/* Is it a sum of what lies in its place, and no part of another one? */
static bool
is_root(const struct sdwa *s, const struct mir_inst *inst)
{
    return inst->op == GCN_v_or_b32 &&
           (is_placed(s, &inst->operands[1]) || is_placed(s, &inst->operands[2])) &&
           sdwa_is_plain(inst) && inst->operands[0].kind == MIR_TEMP;
}

bool
opt_pack(struct mir_function *function, const struct backend_options *options)
{
    (void)options;
    struct sdwa s = {.function = function};
    bool changed = false;
    if (!function->target->has_dpp_sdwa)
        return false;
    mir_foreach_block (block, function)
        for (struct mir_inst *inst = block->last, *prev; inst; inst = prev) {
            prev = inst->prev;
            if (!is_root(&s, inst))
                continue;
            if (!s.uses)
                sdwa_count_uses(&s);
            struct mir_inst *next = inst->next;
            if (sdwa_uses(&s, inst->operands[0].temp) && pack(&s, inst)) {
                changed = true;
                prev = next->prev; /* what it was made of may be gone */
            }
        }
    return changed;
}
