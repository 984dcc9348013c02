/* Bytes that are put together: where each byte of a sum of shifted and masked values comes from one of
 * two dwords, the whole is one of them, a shift, a rotation, or one permutation of bytes.
 *
 *     p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]      of bytes of one dword %1
 *     ->  perm i32 %1, %1, 0x00010203
 *
 * What is followed: shifts by whole bytes, masks of whole bytes, extensions, and |, + and ^ of values
 * of which only one has a byte that is not 0.  64-bit values are two such dwords. */
#include "midend/values/bytes.h"

#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"
#include "support/limit.h"

enum {
    NOTHING = 0x0c, /* in the selector of perm: a byte that is 0 */
    WORTH =
        3 /* operations that a permutation, and the constant that it needs, should replace: tuned */
};

static uint32_t
width_of(const struct byte_search *s, ir_id id)
{
    return ir_type_bits(ir_type_of(s->function, id)) / 8;
}

/* The value's own bytes, as far as it has that many bits. */
static struct bytes
itself(const struct byte_search *s, ir_id id)
{
    struct bytes bytes = {0};
    bool is_kept = id < s->value_count;
    uint32_t count =
        is_kept && s->opaque[id] ? s->opaque[id] - 1u : (ana_most_bits(s->function, id) + 7) / 8;
    if (is_kept)
        s->opaque[id] = (uint8_t)(count + 1);
    for (uint32_t i = 0; i < count && i < WIDEST; i++)
        bytes.at[i] = (struct byte){id, (uint8_t)i};
    return bytes;
}

/* Up for positive numbers of bytes. */
static struct bytes
moved(const struct bytes *from, int by, uint32_t width)
{
    struct bytes bytes = {0};
    for (int i = 0; i < (int)width; i++)
        if (i - by >= 0 && i - by < (int)width)
            bytes.at[i] = from->at[i - by];
    return bytes;
}

static struct bytes
low_part(const struct bytes *from, uint32_t width)
{
    struct bytes bytes = {0};
    for (uint32_t i = 0; i < width; i++)
        bytes.at[i] = from->at[i];
    return bytes;
}

/* One of the two is 0 at each byte; false otherwise. */
static bool
united(struct bytes *into, const struct bytes *other)
{
    for (uint32_t i = 0; i < WIDEST; i++) {
        if (into->at[i].id && other->at[i].id)
            return false;
        if (other->at[i].id)
            into->at[i] = other->at[i];
    }
    return true;
}

static bool
masked(struct bytes *bytes, uint64_t mask)
{
    for (uint32_t i = 0; i < WIDEST; i++) {
        uint64_t part = mask >> 8 * i & 255;
        if (part && part != 255 && bytes->at[i].id)
            return false;
        if (!part)
            bytes->at[i].id = 0;
    }
    return true;
}

/* Has each byte of the width a source? */
static bool
is_full(const struct bytes *bytes, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        if (!bytes->at[i].id)
            return false;
    return true;
}

static struct bytes
find_argument(struct byte_search *s, const struct ir_inst *inst, uint32_t i, unsigned depth,
              bool is_saved)
{
    return byte_find(s, inst->args[i].value, depth, is_saved);
}

/* The constant argument; false: it is none, or counts no whole bytes. */
static bool
whole_bytes(const struct byte_search *s, const struct ir_inst *inst, uint32_t i, uint32_t *bytes)
{
    const struct ir_value *value = ir_value(s->function, inst->args[i].value);
    if (value->kind != IR_VALUE_CONST || value->bits % 8 || value->bits >= 64)
        return false;
    *bytes = (uint32_t)value->bits / 8;
    return true;
}

/* Bytes of the operation's result by those of its arguments; false: they tell nothing. */
static bool
follow(struct byte_search *s, const struct ir_inst *inst, unsigned depth, bool is_saved,
       struct bytes *result)
{
    uint32_t by, count, width = width_of(s, inst->def);
    struct bytes other;
    switch ((enum ir_op)inst->op) {
    case IR_OP_or:
    case IR_OP_add:
    case IR_OP_xor:
        *result = find_argument(s, inst, 0, depth, is_saved);
        if (is_full(result, width))
            return false;
        other = find_argument(s, inst, 1, depth, is_saved);
        return united(result, &other);
    case IR_OP_shl:
    case IR_OP_lshr:
        if (!whole_bytes(s, inst, 1, &by))
            return false;
        by %= width; /* as the amount of a shift counts */
        other = find_argument(s, inst, 0, depth, is_saved);
        *result = moved(&other, inst->op == IR_OP_shl ? (int)by : -(int)by, width);
        return true;
    case IR_OP_and:
        if (!ir_is_const(s->function, inst->args[1].value))
            return false;
        *result = find_argument(s, inst, 0, depth, is_saved);
        return masked(result, ir_value(s->function, inst->args[1].value)->bits);
    case IR_OP_ubfe:
        if (!whole_bytes(s, inst, 1, &by) || !whole_bytes(s, inst, 2, &count))
            return false;
        other = find_argument(s, inst, 0, depth, is_saved);
        other = moved(&other, -(int)(by % width), width);
        *result = low_part(&other, count % width);
        return true;
    case IR_OP_fshr:
        if (width != 4 || !whole_bytes(s, inst, 2, &by) || by >= 4)
            return false;
        *result = find_argument(s, inst, 1, depth, is_saved);
        *result = moved(result, -(int)by, width);
        other = find_argument(s, inst, 0, depth, is_saved);
        other = moved(&other, 4 - (int)by, width);
        return united(result, &other);
    case IR_OP_zext:
    case IR_OP_trunc:
        if (!width || !width_of(s, inst->args[0].value))
            return false; /* i1 */
        *result = find_argument(s, inst, 0, depth, is_saved);
        *result = low_part(result, width);
        return !result->at[0].id || width_of(s, result->at[0].id) >= 4;
    case IR_OP_pack64:
        if (inst->type != IR_I64)
            return false;
        *result = find_argument(s, inst, 0, depth, is_saved);
        other = find_argument(s, inst, 1, depth, is_saved);
        other = moved(&other, 4, WIDEST);
        return united(result, &other);
    case IR_OP_unpack_lo:
    case IR_OP_unpack_hi:
        if (ir_type_of(s->function, inst->args[0].value) != IR_I64)
            return false;
        other = find_argument(s, inst, 0, depth, is_saved);
        other = moved(&other, inst->op == IR_OP_unpack_hi ? -4 : 0, WIDEST);
        *result = low_part(&other, 4);
        return true;
    default:
        return false;
    }
}

/* is_saved: the value above is not needed if the sum is replaced. */
struct bytes
byte_find(struct byte_search *s, ir_id id, unsigned depth, bool is_saved)
{
    struct bytes bytes = {0};
    const struct ir_value *value = ir_value(s->function, id);
    if (value->kind == IR_VALUE_CONST && !value->bits)
        return bytes;
    struct guard *guard = s->function->module->guard;
    if (value->kind != IR_VALUE_INST || LIMIT_MET(guard, BYTES_DEPTH, !depth) ||
        LIMIT_MET(guard, BYTES_VISITS, s->visits >= LIMIT_BYTES_VISITS) ||
        (id < s->value_count && s->opaque[id]))
        return itself(s, id);
    s->visits++;
    uint32_t before = s->saved;
    is_saved &= depth == LIMIT_BYTES_DEPTH || (value->uses && !value->uses->next);
    bool costs = value->inst->op != IR_OP_trunc && value->inst->op != IR_OP_pack64 &&
                 value->inst->op != IR_OP_unpack_lo && value->inst->op != IR_OP_unpack_hi;
    s->saved += is_saved && costs;
    if (follow(s, value->inst, depth - 1, is_saved, &bytes))
        return bytes;
    s->saved = before;
    return itself(s, id);
}

/* ---- what the bytes are as operations ---- */

static bool
same_dword(const struct byte *a, const struct byte *b)
{
    return a->id == b->id && a->index / 4 == b->index / 4;
}

/* False: there are more than two dwords, or one that is none. */
bool
byte_mix_of(const struct byte_search *s, const struct byte *bytes, struct mix *mix)
{
    *mix = (struct mix){0};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t select = NOTHING;
        if (bytes[i].id) {
            if (width_of(s, bytes[i].id) < 4)
                return false;
            if (!mix->low.id || same_dword(&mix->low, &bytes[i]))
                mix->low = bytes[i];
            else if (!mix->high.id || same_dword(&mix->high, &bytes[i]))
                mix->high = bytes[i];
            else
                return false;
            select = bytes[i].index % 4 + (same_dword(&mix->low, &bytes[i]) ? 0 : 4);
        }
        mix->selector |= select << 8 * i;
    }
    return true;
}

ir_id
byte_dword(struct ir_builder *b, const struct byte *byte)
{
    enum ir_type type = ir_type_of(b->function, byte->id);
    if (ir_type_bits(type) == 64)
        return ir_build1(b, byte->index < 4 ? IR_OP_unpack_lo : IR_OP_unpack_hi, IR_I32, byte->id);
    return type == IR_I32 ? byte->id : ir_build1(b, IR_OP_bitcast, IR_I32, byte->id);
}

/* The bytes of a:b from the given one on, where the selector has them; NOTHING for those above. */
static uint32_t
window(uint32_t first, bool has_high)
{
    uint32_t selector = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t select = first + i;
        selector |= (select < 4 || has_high ? select : (uint32_t)NOTHING) << 8 * i;
    }
    return selector;
}

/* One operation without perm, or none; 0: there is no such. */
ir_id
byte_simple_form(struct ir_builder *b, const struct mix *mix)
{
    ir_id low = mix->low.id ? byte_dword(b, &mix->low) : 0;
    ir_id high = mix->high.id ? byte_dword(b, &mix->high) : 0;
    uint32_t mask = 0;
    bool in_place = !high;
    if (!low)
        return ir_build_int(b, IR_I32, 0);
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t select = mix->selector >> 8 * i & 255;
        in_place &= select == i || select == NOTHING;
        mask |= select == NOTHING ? 0 : 255u << 8 * i;
    }
    if (in_place)
        return mask == UINT32_MAX
                   ? low
                   : ir_build2(b, IR_OP_and, IR_I32, low, ir_build_int(b, IR_I32, mask));
    for (uint32_t k = 1; k < 4; k++) {
        ir_id bits = ir_build_int(b, IR_I32, 8 * k);
        uint32_t rotated = (0x03020100u >> 8 * k) | (0x03020100u << (32 - 8 * k));
        uint32_t raised = (0x03020100u << 8 * k) | (0x0c0c0c0cu >> (32 - 8 * k));
        if (mix->selector == window(k, false) && !high)
            return ir_build2(b, IR_OP_lshr, IR_I32, low, bits);
        if (mix->selector == raised && !high)
            return ir_build2(b, IR_OP_shl, IR_I32, low, bits);
        if (mix->selector == rotated && !high)
            return ir_build3(b, IR_OP_fshr, IR_I32, low, low, bits);
        if (mix->selector == window(k, true) && high)
            return ir_build3(b, IR_OP_fshr, IR_I32, high, low, bits);
    }
    return 0;
}

/* All bytes the other way round, where perm is missing: two rotations, of which every second byte is
 * taken. */
static ir_id
reversed(struct ir_builder *b, const struct mix *mix)
{
    ir_id x = byte_dword(b, &mix->low), mask = ir_build_int(b, IR_I32, 0x00ff00ff);
    ir_id up = ir_build3(b, IR_OP_fshr, IR_I32, x, x, ir_build_int(b, IR_I32, 24));
    ir_id down = ir_build3(b, IR_OP_fshr, IR_I32, x, x, ir_build_int(b, IR_I32, 8));
    ir_id differ = ir_build2(b, IR_OP_xor, IR_I32, up, down);
    return ir_build2(b, IR_OP_xor, IR_I32, ir_build2(b, IR_OP_and, IR_I32, mask, differ), down);
}

static ir_id
form_of(struct ir_builder *b, const struct mix *mix, uint32_t saved)
{
    enum { REVERSED = 0x00010203, REVERSED_COST = 3 };
    ir_id simple = byte_simple_form(b, mix);
    bool has_perm = !(b->function->module->lacks & IR_LACKS_PERM);
    if (simple || saved < WORTH)
        return simple;
    if (!has_perm)
        return mix->selector == REVERSED && saved > REVERSED_COST ? reversed(b, mix) : 0;
    ir_id low = byte_dword(b, &mix->low), high = mix->high.id ? byte_dword(b, &mix->high) : low;
    return ir_build3(b, IR_OP_perm, IR_I32, high, low, ir_build_int(b, IR_I32, mix->selector));
}

/* ---- roots ---- */

/* A sum that is not a part of another one, which is tried as a whole. */
static bool
is_root(const struct ir_function *f, const struct ir_inst *inst)
{
    if ((inst->op != IR_OP_or && inst->op != IR_OP_add && inst->op != IR_OP_xor) ||
        (inst->type != IR_I32 && inst->type != IR_I64))
        return false;
    const struct ir_use *use = ir_value(f, inst->def)->uses;
    return use && (use->next || use->user->op != IR_OP_or);
}

static bool
replace(struct byte_search *s, struct ir_inst *inst)
{
    struct ir_function *f = s->function;
    s->visits = s->saved = 0;
    struct bytes bytes = byte_find(s, inst->def, LIMIT_BYTES_DEPTH, true);
    bool is_wide = inst->type == IR_I64;
    struct mix mix[2];
    ir_id halves[2] = {0};
    if (s->saved < 2 || bytes.at[0].id == inst->def)
        return false;
    struct ir_builder b = {f, inst->block, inst, inst->loc};
    for (uint32_t i = 0; i <= is_wide; i++)
        if (!byte_mix_of(s, bytes.at + 4 * i, &mix[i]) &&
            !(halves[i] = byte_logic(s, &b, bytes.at + 4 * i)))
            return false;
    for (uint32_t i = 0; i <= is_wide; i++) {
        if (!halves[i])
            halves[i] = form_of(&b, &mix[i], s->saved >> is_wide);
        if (!halves[i])
            return false;
    }
    ir_id value = is_wide ? ir_build2(&b, IR_OP_pack64, IR_I64, halves[0], halves[1]) : halves[0];
    ir_replace_uses(f, inst->def, value);
    return true;
}

bool
opt_bytes(struct ir_function *function)
{
    bool changed = false;
    struct arena arena;
    arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
    uint32_t count = function->values.count;
    struct byte_search s = {function, ARENA_ARRAY(&arena, count, uint8_t), count, 0, 0};
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block)
            if (is_root(function, inst))
                changed |= replace(&s, inst);
    arena_free(&arena);
    return changed;
}
