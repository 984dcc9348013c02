/* Logic of four bytes that one operation does at once:
 *
 *     (a.x & b.x) | (a.y & b.y) << 8 | (a.z & b.z) << 16 | (a.w & b.w) << 24    of bytes of two dwords
 *     ->  and i32 %a, %b
 *
 * and so on for what the arguments are, as long as they end at whole dwords, permutations of two, or constants; shifts
 * of all by as many bits are one of the dword, masked.  First what it costs is counted, then it is made. */
#include "midend/values/bytes.h"

#include "midend/analysis/analysis.h"
#include "midend/pass.h"
#include "support/limit.h"

enum { BYTES = 4, IN_PLACE = 0x03020100 };

struct logic {
    struct byte_search *s;
    struct ir_builder *b; /* NULL: count only */
    uint32_t made, gone;
};

static ir_id gather(struct logic *l, const struct byte *bytes, unsigned depth);

/* The word of four bytes that are constants; false: one is none. */
static bool
constant_of(const struct logic *l, const struct byte *bytes, uint32_t *word)
{
    *word = 0;
    for (unsigned i = 0; i < BYTES; i++) {
        const struct ir_value *value = bytes[i].id ? ir_value(l->s->function, bytes[i].id) : NULL;
        if (value && value->kind != IR_VALUE_CONST)
            return false;
        uint32_t byte = value ? value->bits >> 8 * bytes[i].index & 255 : 0;
        *word |= byte << 8 * i;
    }
    return true;
}

/* What a count returns in place of a value. */
static ir_id
counted(struct logic *l, uint32_t operations)
{
    l->made += operations;
    return 1;
}

/* Bytes of two dwords at most. */
static ir_id
gather_mix(struct logic *l, const struct mix *mix)
{
    bool is_whole = !mix->high.id && mix->selector == IN_PLACE;
    if (!mix->low.id || (!is_whole && l->s->function->module->lacks & IR_LACKS_PERM))
        return 0;
    if (!l->b)
        return counted(l, is_whole ? 0 : 1);
    ir_id simple = byte_simple_form(l->b, mix);
    if (simple)
        return simple;
    ir_id low = byte_dword(l->b, &mix->low);
    ir_id high = mix->high.id ? byte_dword(l->b, &mix->high) : low;
    return ir_build3(l->b, IR_OP_perm, IR_I32, high, low,
                     ir_build_int(l->b, IR_I32, mix->selector));
}

/* The operations that make the bytes, if they are equal and nothing else needs them. */
static bool
makers_of(const struct logic *l, const struct byte *bytes, const struct ir_inst *makers[BYTES])
{
    const struct ir_function *f = l->s->function;
    for (unsigned i = 0; i < BYTES; i++) {
        makers[i] = bytes[i].id ? ir_def(f, bytes[i].id) : NULL;
        if (!makers[i] || makers[i]->op != makers[0]->op || makers[i]->type != IR_I32 ||
            makers[i]->block != makers[0]->block || ir_value(f, bytes[i].id)->uses->next)
            return false;
    }
    return true;
}

/* The argument's bytes; of a shift, the one byte that it has. */
static bool
argument_bytes(struct logic *l, const struct ir_inst *makers[BYTES], const struct byte *bytes,
               unsigned argument, bool is_alone, struct byte out[BYTES])
{
    for (unsigned i = 0; i < BYTES; i++) {
        l->s->visits = 0;
        struct bytes found =
            byte_find(l->s, makers[i]->args[argument].value, LIMIT_BYTES_DEPTH, false);
        if (is_alone && (bytes[i].index || found.at[1].id || found.at[2].id || found.at[3].id))
            return false;
        out[i] = found.at[bytes[i].index];
    }
    return true;
}

static ir_id
gather_logic(struct logic *l, const struct ir_inst *makers[BYTES], const struct byte *bytes,
             unsigned depth)
{
    struct byte first[BYTES], second[BYTES];
    if (!argument_bytes(l, makers, bytes, 0, false, first) ||
        !argument_bytes(l, makers, bytes, 1, false, second))
        return 0;
    ir_id x = gather(l, first, depth), y = x ? gather(l, second, depth) : 0;
    if (!y)
        return 0;
    return l->b ? ir_build2(l->b, (enum ir_op)makers[0]->op, IR_I32, x, y) : counted(l, 1);
}

static ir_id
gather_shift(struct logic *l, const struct ir_inst *makers[BYTES], const struct byte *bytes,
             unsigned depth)
{
    struct byte from[BYTES];
    ir_id amount = makers[0]->args[1].value;
    const struct ir_value *value = ir_value(l->s->function, amount);
    for (unsigned i = 0; i < BYTES; i++)
        if (makers[i]->args[1].value != amount)
            return 0;
    if (value->kind != IR_VALUE_CONST || value->bits >= 8 ||
        !argument_bytes(l, makers, bytes, 0, true, from))
        return 0;
    ir_id x = gather(l, from, depth);
    if (!x || !l->b)
        return x ? counted(l, 2) : 0;
    bool is_left = makers[0]->op == IR_OP_shl;
    uint32_t mask = is_left ? 255u << value->bits & 255u : 255u >> value->bits;
    x = ir_build2(l->b, (enum ir_op)makers[0]->op, IR_I32, x, amount);
    return ir_build2(l->b, IR_OP_and, IR_I32, x, ir_build_int(l->b, IR_I32, mask * 0x01010101u));
}

/* The dword of the bytes; when counting, 1; 0: it is none. */
/* NOLINTNEXTLINE(misc-no-recursion): LIMIT_BYTE_LOGIC deep at most */
static ir_id
gather(struct logic *l, const struct byte *bytes, unsigned depth)
{
    const struct ir_inst *makers[BYTES];
    struct mix mix;
    uint32_t word;
    if (constant_of(l, bytes, &word))
        return l->b ? ir_build_int(l->b, IR_I32, word) : counted(l, 0);
    if (byte_mix_of(l->s, bytes, &mix))
        return gather_mix(l, &mix);
    struct guard *guard = l->s->function->module->guard;
    if (LIMIT_MET(guard, BYTE_LOGIC, !depth) || !makers_of(l, bytes, makers))
        return 0;
    l->gone += BYTES;
    switch ((enum ir_op)makers[0]->op) {
    case IR_OP_and:
    case IR_OP_or:
    case IR_OP_xor:
        return gather_logic(l, makers, bytes, depth - 1);
    case IR_OP_shl:
    case IR_OP_lshr:
        return gather_shift(l, makers, bytes, depth - 1);
    default:
        return 0;
    }
}

ir_id
byte_logic(struct byte_search *s, struct ir_builder *b, const struct byte *bytes)
{
    struct logic count = {.s = s}, make = {.s = s, .b = b};
    if (!gather(&count, bytes, LIMIT_BYTE_LOGIC) || count.made >= count.gone)
        return 0;
    return gather(&make, bytes, LIMIT_BYTE_LOGIC);
}
