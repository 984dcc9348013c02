/* Modifiers after the operands. */
#include "gcn/isa/asm_parse.h"

#include <string.h>
#include <strings.h>

/* [1,0,1]: the bits and how many there were. */
static unsigned
parse_bits(struct asm_parser *p, unsigned *count)
{
    unsigned bits = 0;
    *count = 0;
    asm_expect(p, '[');
    do {
        int64_t bit = asm_integer(p);
        if (*count >= 4 || (bit != 0 && bit != 1)) {
            asm_error(p, "expected at most four bits");
            return 0;
        }
        bits |= (unsigned)bit << (*count)++;
    } while (asm_accept(p, ','));
    asm_expect(p, ']');
    return bits;
}

static void
set_dpp(struct asm_parser *p, unsigned control)
{
    if (p->has_dpp)
        asm_error(p, "there is a DPP control already");
    p->inst->dpp_ctrl = (uint16_t)control;
    p->has_dpp = true;
}

static void
parse_quad_perm(struct asm_parser *p)
{
    unsigned control = 0;
    asm_expect(p, '[');
    for (unsigned i = 0; i < 4; i++) {
        if (i)
            asm_expect(p, ',');
        int64_t lane = asm_integer(p);
        if (lane < 0 || lane > 3)
            asm_error(p, "quad_perm takes lanes 0 to 3");
        control |= (unsigned)lane << 2 * i;
    }
    asm_expect(p, ']');
    set_dpp(p, control);
}

static int64_t
parse_value(struct asm_parser *p, int64_t low, int64_t high)
{
    asm_expect(p, ':');
    int64_t value = asm_integer(p);
    if (!p->error && (value < low || value > high))
        asm_error(p, "the value of a modifier is out of range");
    return value;
}

static bool
parse_dpp_modifier(struct asm_parser *p)
{
    struct gcn_inst *inst = p->inst;
    if (asm_accept_word(p, "quad_perm")) {
        asm_expect(p, ':');
        parse_quad_perm(p);
        return true;
    }
    if (asm_accept_word(p, "row_mask")) {
        inst->row_mask = (uint8_t)parse_value(p, 0, 15);
        return true;
    }
    if (asm_accept_word(p, "bank_mask")) {
        inst->bank_mask = (uint8_t)parse_value(p, 0, 15);
        return true;
    }
    if (asm_accept_word(p, "bound_ctrl")) { /* both spellings set the bit */
        parse_value(p, 0, 1);
        inst->bound_ctrl = 1;
        return true;
    }
#define DPP(low, high, text, number)                                                               \
    {                                                                                              \
        const char *start = p->next;                                                               \
        if (asm_accept_word(p, text)) {                                                            \
            int64_t value = (number) < 0 ? -1 : (asm_expect(p, ':'), asm_integer(p));              \
            if (p->error)                                                                          \
                return true;                                                                       \
            if (value >= (number) && value - (number) <= (high) - (low)) {                         \
                set_dpp(p, (unsigned)((low) + value - (number)));                                  \
                return true;                                                                       \
            }                                                                                      \
            p->next = start;                                                                       \
        }                                                                                          \
    }
#include "gcn/isa/gcn_names.def"
    return false;
}

static uint8_t
parse_select(struct asm_parser *p)
{
    asm_expect(p, ':');
    p->has_selects = true;
#define SELECT(number, text)                                                                       \
    if (asm_accept_word(p, text))                                                                  \
        return number;
#include "gcn/isa/gcn_names.def"
    asm_error(p, "expected BYTE_n, WORD_n or DWORD");
    return 0;
}

static uint8_t
parse_unused(struct asm_parser *p)
{
    asm_expect(p, ':');
    p->has_selects = true;
#define UNUSED(number, text)                                                                       \
    if (asm_accept_word(p, text))                                                                  \
        return number;
#include "gcn/isa/gcn_names.def"
    asm_error(p, "expected UNUSED_PAD, UNUSED_SEXT or UNUSED_PRESERVE");
    return 0;
}

static void
set_source_select(struct asm_parser *p, unsigned role, uint8_t select)
{
    const struct gcn_op_info *info = &gcn_op_info[p->inst->op];
    for (unsigned i = 0; i < info->operand_count; i++) {
        if (info->operands[i].role == role) {
            p->inst->operands[i].sel = select;
            return;
        }
    }
    asm_error(p, "the instruction has no such source");
}

static bool
parse_sdwa_modifier(struct asm_parser *p)
{
    if (asm_accept_word(p, "dst_sel"))
        p->inst->dst_sel = parse_select(p);
    else if (asm_accept_word(p, "dst_unused"))
        p->inst->dst_unused = parse_unused(p) & 3;
    else if (asm_accept_word(p, "src0_sel"))
        set_source_select(p, GCN_ROLE_SRC0, parse_select(p));
    else if (asm_accept_word(p, "src1_sel"))
        set_source_select(p, GCN_ROLE_SRC1, parse_select(p));
    else
        return false;
    return true;
}

static bool
parse_packed_modifier(struct asm_parser *p)
{
    struct gcn_inst *inst = p->inst;
    unsigned count, sources = gcn_source_count(&gcn_op_info[inst->op]), mask = (1u << sources) - 1;
    if (asm_accept_word(p, "op_sel")) {
        asm_expect(p, ':');
        unsigned bits = parse_bits(p, &count);
        inst->op_sel = bits & mask;
        if (count > sources)
            inst->op_sel |= (bits >> sources & 1) << 3;
    } else if (asm_accept_word(p, "op_sel_hi")) {
        asm_expect(p, ':');
        inst->op_sel_hi = (inst->op_sel_hi & ~mask) | (parse_bits(p, &count) & mask);
    } else if (asm_accept_word(p, "neg_lo")) {
        asm_expect(p, ':');
        inst->neg_lo = parse_bits(p, &count) & 7;
    } else if (asm_accept_word(p, "neg_hi")) {
        asm_expect(p, ':');
        inst->neg_hi = parse_bits(p, &count) & 7;
    } else {
        return false;
    }
    return true;
}

/* offset:swizzle(QUAD_PERM, 1, 2, 3, 0) and the other modes of ds_swizzle_b32. */
static int32_t
parse_swizzle(struct asm_parser *p)
{
    int64_t n[4] = {0};
    unsigned count = 0;
    asm_expect(p, '(');
    size_t length = asm_word_length(p);
    char *mode = arena_strndup(p->arena, p->next, length);
    p->next += length;
    bool by_text = !strcasecmp(mode, "BITMASK_PERM");
    char mask[6] = "";
    if (by_text) {
        asm_expect(p, ',');
        asm_expect(p, '"');
        for (unsigned i = 0; i < 5 && p->next < p->end && strchr("01pi", *p->next); i++)
            mask[i] = *p->next++;
        if (strlen(mask) != 5)
            asm_error(p, "expected five of 0, 1, p and i");
        asm_expect(p, '"');
    }
    while (count < 4 && asm_accept(p, ','))
        n[count++] = asm_integer(p);
    asm_expect(p, ')');
    if (by_text) { /* from lane bit 4 down: 0, 1, preserved, inverted */
        unsigned and = 0, or = 0, xor = 0;
        for (unsigned i = 0; i < 5; i++) {
            and = and << 1 | (mask[i] == 'p' || mask[i] == 'i');
            or = or << 1 | (mask[i] == '1');
            xor = xor << 1 | (mask[i] == 'i');
        }
        return (int32_t)(and | or << 5 | xor << 10);
    }
    bool lanes = true;
    for (unsigned i = 0; i < count; i++)
        lanes &= n[i] >= 0 && n[i] <= 3;
    if (!strcasecmp(mode, "QUAD_PERM") && count == 4 && lanes)
        return (int32_t)(0x8000 | (n[0] & 3) | (n[1] & 3) << 2 | (n[2] & 3) << 4 | (n[3] & 3) << 6);
    bool power = count && n[0] > 0 && n[0] <= 32 && !(n[0] & (n[0] - 1));
    if (!strcasecmp(mode, "SWAP") && count == 1 && power && n[0] <= 16)
        return (int32_t)(0x1f | n[0] << 10);
    bool group = power && n[0] > 1;
    if (!strcasecmp(mode, "REVERSE") && count == 1 && group)
        return (int32_t)(0x1f | (n[0] - 1) << 10);
    if (!strcasecmp(mode, "BROADCAST") && count == 2 && group && n[1] >= 0 && n[1] < n[0])
        return (int32_t)((32 - n[0]) | n[1] << 5);
    asm_error(p, "malformed swizzle");
    return 0;
}

static bool
parse_offset_modifier(struct asm_parser *p)
{
    struct gcn_inst *inst = p->inst;
    bool two = gcn_op_info[inst->op].flags & GCN_FLAG_TWO_OFFSETS;
    if (asm_accept_word(p, "offset") && !two) {
        asm_expect(p, ':');
        if (inst->op == GCN_ds_swizzle_b32 && asm_accept_word(p, "swizzle")) {
            inst->imm = parse_swizzle(p);
            return true;
        }
        int64_t value = asm_integer(p);
        if (value < INT32_MIN || value > INT32_MAX)
            asm_error(p, "the offset is out of range");
        inst->imm = (int32_t)value;
        if (inst->format == GCN_SMEM) {
            if (!p->target->has_smem_byte_offset)
                asm_error(p, "the target's offsets are plain numbers");
            unsigned count = gcn_op_info[inst->op].operand_count;
            if (inst->smem_imm)
                asm_error(p, "there is an offset already");
            inst->soffset_en = count && inst->operands[count - 1].reg != GCN_NO_REG;
            inst->smem_imm = 1;
        }
    } else if (gcn_op_info[inst->op].format == GCN_DS && !two && asm_accept_word(p, "offset0")) {
        /* The 2017 guide writes the halves of the offset (ds_write_src2_b64). */
        inst->imm = (inst->imm & 0xff00) | (int32_t)parse_value(p, 0, 255);
    } else if (gcn_op_info[inst->op].format == GCN_DS && !two && asm_accept_word(p, "offset1")) {
        inst->imm = (inst->imm & 0xff) | (int32_t)parse_value(p, 0, 255) << 8;
    } else if (asm_accept_word(p, "offset0") && two) {
        inst->imm = (int32_t)parse_value(p, 0, 255);
    } else if (asm_accept_word(p, "offset1") && two) {
        inst->offset1 = (uint8_t)parse_value(p, 0, 255);
    } else {
        return false;
    }
    return true;
}

/* One name of format:[...]: 1 for a data format, 2 for a number format, 0 for neither. */
static unsigned
parse_format_name(struct asm_parser *p)
{
#define DATA_FORMAT(number, text)                                                                  \
    if (asm_accept_word(p, "BUF_DATA_FORMAT_" text)) {                                             \
        p->inst->dfmt = number;                                                                    \
        return 1;                                                                                  \
    }
#define NUM_FORMAT(number, text)                                                                   \
    if (asm_accept_word(p, "BUF_NUM_FORMAT_" text)) {                                              \
        p->inst->nfmt = number;                                                                    \
        return 2;                                                                                  \
    }
#include "gcn/isa/gcn_names.def"
    return 0;
}

/* format:number or format:[data format, number format] */
static void
parse_format(struct asm_parser *p)
{
    asm_expect(p, ':');
    p->inst->dfmt = 1;
    p->inst->nfmt = 0;
    if (!asm_accept(p, '[')) {
        int64_t format = asm_integer(p);
        if (format < 0 || format > 127)
            asm_error(p, "the format is out of range");
        p->inst->dfmt = format & 15;
        p->inst->nfmt = (unsigned)format >> 4 & 7;
        return;
    }
    unsigned seen = 0, kind;
    do {
        kind = parse_format_name(p);
        if (!kind || seen & kind)
            asm_error(p, "expected a data format and a number format, each once");
        seen |= kind;
    } while (asm_accept(p, ','));
    asm_expect(p, ']');
}

static bool
parse_flag_or_number(struct asm_parser *p)
{
    struct gcn_inst *inst = p->inst;
#define FLAG(member)                                                                               \
    if (asm_accept_word(p, #member)) {                                                             \
        inst->member = 1;                                                                          \
        return true;                                                                               \
    }                                                                                              \
    if (asm_accept_word(p, "no" #member)) {                                                        \
        p->has_long |= !strcmp(#member, "clamp");                                                  \
        return true;                                                                               \
    }
#define ADDRESS_FLAG(member) FLAG(member)
#define NUMBER(member, radix)                                                                      \
    if (asm_accept_word(p, #member)) {                                                             \
        inst->member = parse_value(p, 0, 15) & 15;                                                 \
        return true;                                                                               \
    }
#include "gcn/isa/gcn_names.def"
    if (asm_accept_word(p, "mul")) {
        int64_t factor = parse_value(p, 1, 4);
        if (factor == 3)
            asm_error(p, "results are multiplied by 1, 2 or 4");
        inst->omod = factor >> 1 & 3;
        p->has_long = true;
    } else if (asm_accept_word(p, "div")) {
        inst->omod = parse_value(p, 1, 2) == 2 ? 3 : 0;
        p->has_long = true;
    } else if (asm_accept_word(p, "format")) {
        parse_format(p);
    } else if (asm_accept_word(p, "dfmt")) {
        inst->dfmt = parse_value(p, 0, 15) & 15;
    } else if (asm_accept_word(p, "nfmt")) {
        inst->nfmt = parse_value(p, 0, 7) & 7;
    } else {
        return false;
    }
    return true;
}

/* A word that stood among the modifiers before. */
static bool
is_repeated(struct asm_parser *p, const char *start)
{
    size_t length = asm_word_length(p);
    for (const char *at = start; length && at < p->next; at++) {
        if (!strncasecmp(at, p->next, length) && !asm_is_word_char(at[length]) &&
            !asm_is_word_char(at[-1]))
            return true;
    }
    return false;
}

void
asm_leading_format(struct asm_parser *p)
{
    for (;;) {
        if (asm_accept_word(p, "dfmt"))
            p->inst->dfmt = parse_value(p, 0, 15) & 15;
        else if (asm_accept_word(p, "nfmt"))
            p->inst->nfmt = parse_value(p, 0, 7) & 7;
        else
            return;
        asm_accept(p, ',');
    }
}

void
asm_modifiers(struct asm_parser *p)
{
    const char *start = p->next;
    while (!asm_at_end(p)) {
        asm_accept(p, ',');
        if (is_repeated(p, start))
            asm_error(p, "a modifier stands twice");
        if (!parse_flag_or_number(p) && !parse_offset_modifier(p) && !parse_packed_modifier(p) &&
            !parse_sdwa_modifier(p) && !parse_dpp_modifier(p)) {
            size_t length = asm_word_length(p);
            asm_error(p, arena_printf(p->arena, "unexpected '%.*s'",
                                      length ? (int)length : (int)(p->end > p->next), p->next));
        }
    }
}
