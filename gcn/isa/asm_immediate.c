/* Immediate operands by name: hardware registers, messages, wait counts and so on. */
#include "gcn/isa/asm_parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int64_t
parse_bounded(struct asm_parser *p, int64_t most)
{
    int64_t value = asm_integer(p);
    if (value < 0 || value > most)
        asm_error(p, "the number is out of range");
    return value;
}

static void
parse_hwreg(struct asm_parser *p)
{
    unsigned id = 0, first = 0, width = 32;
    if (!asm_accept_word(p, "hwreg")) {
        p->inst->imm = parse_bounded(p, UINT16_MAX);
        return;
    }
    asm_expect(p, '(');
    bool found = false;
#define HWREG(number, word, low, high)                                                             \
    if (!found && p->target->family >= GCN_##low && p->target->family <= GCN_##high &&             \
        asm_accept_word(p, "HW_REG_" #word)) {                                                     \
        id = number;                                                                               \
        found = true;                                                                              \
    }
#include "gcn/isa/gcn_names.def"
    if (!found)
        id = (unsigned)asm_integer(p);
    if (asm_accept(p, ',')) {
        first = (unsigned)asm_integer(p);
        asm_expect(p, ',');
        width = (unsigned)asm_integer(p);
    }
    asm_expect(p, ')');
    if (id > 63 || first > 31 || width < 1 || width > 32)
        asm_error(p, "hardware register field out of range");
    p->inst->imm = (int16_t)(id | first << 6 | (width - 1) << 11);
}

/* Messages that always have an operation, and the others, which never have one. */
static bool
message_has_op(unsigned id, unsigned op, bool any)
{
#define MESSAGE_OP(number, operation, text)                                                        \
    if (id == number && (any || op == operation))                                                  \
        return true;
#include "gcn/isa/gcn_names.def"
    return false;
}

static unsigned
parse_message_op(struct asm_parser *p, unsigned id)
{
#define MESSAGE_OP(number, operation, text)                                                        \
    if (id == number && asm_accept_word(p, text))                                                  \
        return operation;
#include "gcn/isa/gcn_names.def"
    return (unsigned)asm_integer(p);
}

static void
parse_message(struct asm_parser *p)
{
    unsigned id = 0, op = 0, stream = 0;
    if (!asm_accept_word(p, "sendmsg")) {
        p->inst->imm = parse_bounded(p, UINT16_MAX);
        return;
    }
    asm_expect(p, '(');
    bool found = false;
#define MESSAGE(number, text, low, high)                                                           \
    if (!found && p->target->family >= GCN_##low && p->target->family <= GCN_##high &&             \
        asm_accept_word(p, "MSG_" text)) {                                                         \
        id = number;                                                                               \
        found = true;                                                                              \
    }
#include "gcn/isa/gcn_names.def"
    if (!found)
        id = (unsigned)asm_integer(p);
    bool has_op = asm_accept(p, ',');
    if (has_op)
        op = parse_message_op(p, id);
    /* What a number names may be anything, what a name says must be. */
    if (found && (has_op ? !message_has_op(id, op, false) : message_has_op(id, 0, true)))
        asm_error(p,
                  has_op ? "the message has no such operation" : "the message needs an operation");
    if (asm_accept(p, ','))
        stream = (unsigned)asm_integer(p);
    asm_expect(p, ')');
    if (id > 15 || op > 7 || stream > 3)
        asm_error(p, "message field out of range");
    p->inst->imm = (int32_t)(id | op << 4 | stream << 8);
}

/* vmcnt(0) lgkmcnt(1), separated by space, '&' or ','; counters that are not named do not wait. */
static void
parse_waitcnt(struct asm_parser *p)
{
    unsigned counts[3] = {~0u, ~0u, ~0u};
    static const char *const names[] = {"vmcnt", "expcnt", "lgkmcnt"};
    static const char *const saturating[] = {"vmcnt_sat", "expcnt_sat", "lgkmcnt_sat"};
    const unsigned limits[] = {p->target->vmcnt_max, p->target->expcnt_max, p->target->lgkmcnt_max};
    if (asm_at_number(p)) {
        p->inst->imm = (uint16_t)asm_integer(p);
        return;
    }
    bool first = true, goes_on = true;
    for (; goes_on || !asm_at_end(p); first = false) {
        unsigned i = 0;
        bool saturates = false;
        while (i < 3 && !asm_accept_word(p, names[i]) &&
               !(saturates = asm_accept_word(p, saturating[i])))
            i++;
        if (i == 3 && first && p->expressions) { /* a symbol */
            p->inst->imm = (uint16_t)asm_integer(p);
            return;
        }
        if (i == 3) {
            asm_error(p, "expected vmcnt, expcnt or lgkmcnt");
            return;
        }
        asm_expect(p, '(');
        int64_t value = asm_integer(p);
        asm_expect(p, ')');
        if (saturates && value > limits[i])
            value = limits[i];
        if (!p->error && (value < 0 || value > limits[i]))
            asm_error(p, "the count is too large");
        counts[i] = (unsigned)value;
        goes_on = asm_accept(p, '&') || asm_accept(p, ',');
    }
    p->inst->imm = gcn_waitcnt_encode(p->target, counts[0], counts[1], counts[2]);
}

static void
parse_gpr_idx(struct asm_parser *p)
{
    static const char *const names[] = {"SRC0", "SRC1", "SRC2", "DST"};
    unsigned mode = 0;
    if (!asm_accept_word(p, "gpr_idx")) {
        p->inst->imm = parse_bounded(p, 15);
        return;
    }
    asm_expect(p, '(');
    while (!p->error && !asm_accept(p, ')')) {
        unsigned i = 0;
        while (i < 4 && !asm_accept_word(p, names[i]))
            i++;
        if (i == 4 || mode >> i & 1)
            asm_error(p, "expected SRC0, SRC1, SRC2 or DST, each once");
        mode |= 1u << (i & 3);
        asm_accept(p, ',');
    }
    p->inst->imm = (int32_t)mode;
}

static void
parse_simm16(struct asm_parser *p)
{
    struct gcn_inst *inst = p->inst;
    switch (inst->op) {
    case GCN_s_waitcnt:
        parse_waitcnt(p);
        return;
    case GCN_s_sendmsg:
    case GCN_s_sendmsghalt:
        parse_message(p);
        return;
    case GCN_s_getreg_b32:
    case GCN_s_setreg_b32:
    case GCN_s_setreg_imm32_b32:
        parse_hwreg(p);
        break;
    case GCN_s_set_gpr_idx_mode:
        parse_gpr_idx(p);
        return;
    case GCN_s_endpgm:
        if (asm_at_end(p))
            return;
        /* fallthrough */
    default: {
        bool jumps = gcn_op_info[inst->op].flags & GCN_FLAG_BRANCH;
        int64_t value = asm_value(p, jumps ? GCN_FIXUP_BRANCH : GCN_FIXUP_NONE);
        bool unsigned_only = inst->format == GCN_SOPK && /* s_cmpk_*_u32 */
                             gcn_op_info[inst->op].operands[0].type == GCN_U32;
        if (value < (unsigned_only ? 0 : -32768) || value > 65535)
            asm_error(p, "the number does not fit 16 bits");
        inst->imm = (int32_t)value;
        break;
    }
    }
    /* As the decoder returns it: signed where the hardware extends the sign. */
    bool is_signed = inst->format == GCN_SOPK || gcn_op_info[inst->op].flags & GCN_FLAG_BRANCH;
    inst->imm = is_signed ? (int16_t)inst->imm : (uint16_t)inst->imm;
}

static void
parse_attribute(struct asm_parser *p)
{
    size_t length = asm_word_length(p);
    char *copy = arena_strndup(p->arena, p->next, length), *stop;
    if (length < 7 || strncasecmp(copy, "attr", 4) || !isdigit((unsigned char)copy[4])) {
        asm_error(p, "expected an interpolation attribute");
        return;
    }
    unsigned long number = strtoul(copy + 4, &stop, 10);
    const char *channels = "xyzw";
    const char *channel = *stop == '.' && stop[1] ? strchr(channels, tolower(stop[1])) : NULL;
    if (number > 63 || !channel || stop[2]) {
        asm_error(p, "malformed interpolation attribute");
        return;
    }
    p->next += length;
    p->inst->target = (uint8_t)number;
    p->inst->chan = (uint8_t)(channel - channels);
}

/* K of v_madmk: always a literal, whatever its value. */
static void
parse_own_literal(struct asm_parser *p, const struct gcn_operand_info *info)
{
    bool is_float = false;
    asm_skip_space(p);
    const char *start = p->next;
    bool minus = asm_accept(p, '-');
    size_t length = asm_at_number(p) ? asm_number_length(p, &is_float) : 0;
    bool half = info->type == GCN_F16;
    struct gcn_operand none;
    if (!is_float) {
        p->next = start;
        if (asm_register(p, &none))
            asm_error(p, "expected a literal");
        int64_t literal = asm_value(p, GCN_FIXUP_LITERAL);
        if (literal < (half ? INT16_MIN : INT32_MIN) || literal > (half ? UINT16_MAX : UINT32_MAX))
            asm_error(p, half ? "the literal does not fit 16 bits"
                              : "the literal does not fit 32 bits");
        p->inst->literal = (uint32_t)literal & (half ? UINT16_MAX : UINT32_MAX);
        return;
    }
    double value = strtod(arena_strndup(p->arena, p->next, length), NULL);
    p->next += length;
    value = minus ? -value : value;
    p->inst->literal = (uint32_t)asm_float_bits(p, half ? 16 : 32, value);
}

void
asm_immediate(struct asm_parser *p, const struct gcn_operand_info *info,
              struct gcn_operand *operand)
{
    static const char *const parameters[] = {"p10", "p20", "p0"};
    operand->reg = GCN_NO_REG;
    switch (info->role) {
    case GCN_ROLE_LITERAL:
        parse_own_literal(p, info);
        break;
    case GCN_ROLE_ATTR:
        parse_attribute(p);
        break;
    case GCN_ROLE_SDATA:
        operand->literal = (uint32_t)asm_integer(p);
        break;
    case GCN_ROLE_SSRC1:
        parse_gpr_idx(p);
        break;
    case GCN_ROLE_VSRC:
        for (unsigned i = 0; i < 3; i++) {
            if (asm_accept_word(p, parameters[i])) {
                operand->literal = i;
                return;
            }
        }
        asm_error(p, "expected p10, p20 or p0");
        break;
    default:
        parse_simm16(p);
        break;
    }
}
