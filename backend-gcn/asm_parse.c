/* Text as llvm-mc takes it -> instruction.
 *
 * The mnemonic finds the row, each form of the row is tried from the shortest on, and the first that
 * reads to the end and that gcn_check accepts is the instruction. */
#include "backend-gcn/gcn_format.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct parser {
    const struct gcn_target *target;
    struct arena *arena;
    const char *next, *end;
    const char *error; /* first one */
    struct gcn_inst *inst;
    bool has_glc, has_lds;  /* found by a look ahead: they decide which operands are written */
    bool has_selects, has_dpp; /* modifiers of SDWA and DPP were there */
};

static void
set_error(struct parser *p, const char *message)
{
    if (!p->error)
        p->error = message;
    p->next = p->end;
}

/* ---- characters and words ---- */

static void
skip_space(struct parser *p)
{
    while (p->next < p->end && (*p->next == ' ' || *p->next == '\t'))
        p->next++;
}

static bool
at_end(struct parser *p)
{
    skip_space(p);
    return p->next == p->end;
}

static bool
accept(struct parser *p, char c)
{
    skip_space(p);
    if (p->next == p->end || *p->next != c)
        return false;
    p->next++;
    return true;
}

static void
expect(struct parser *p, char c)
{
    if (!accept(p, c))
        set_error(p, arena_printf(p->arena, "expected '%c'", c));
}

static bool
is_word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

/* The length of the word ahead; 0 if there is none. */
static size_t
word_length(struct parser *p)
{
    skip_space(p);
    size_t length = 0;
    while (p->next + length < p->end && is_word_char(p->next[length]))
        length++;
    return length;
}

static bool
is_text(const char *word, size_t length, const char *text)
{
    return strlen(text) == length && !strncasecmp(word, text, length);
}

static bool
accept_word(struct parser *p, const char *text)
{
    size_t length = word_length(p);
    if (!is_text(p->next, length, text))
        return false;
    p->next += length;
    return true;
}

/* A C number with an optional minus; an error when there is none. */
static int64_t
parse_integer(struct parser *p)
{
    bool minus = accept(p, '-');
    size_t length = word_length(p);
    char *copy = arena_strndup(p->arena, p->next, length), *stop;
    if (length == 0 || !isdigit((unsigned char)*copy)) {
        set_error(p, "expected a number");
        return 0;
    }
    unsigned long long value = !strncasecmp(copy, "0b", 2) ? strtoull(copy + 2, &stop, 2)
                                                            : strtoull(copy, &stop, 0);
    if (*stop) {
        set_error(p, "malformed number");
        return 0;
    }
    p->next += length;
    return minus ? (int64_t)(0 - value) : (int64_t)value;
}

/* ---- registers ---- */

struct reg_file {
    const char *prefix;
    uint16_t first, count;
};

static const struct reg_file reg_files[] = {
    {"ttmp", GCN_TTMP0, 16}, {"v", GCN_VGPR0, 256}, {"s", GCN_SGPR0, 104}, {"a", GCN_AGPR0, 256}};

/* v7, v[4:7], v[4] */
static bool
parse_numbered(struct parser *p, struct gcn_operand *operand)
{
    size_t length = word_length(p);
    for (unsigned i = 0; i < sizeof reg_files / sizeof *reg_files; i++) {
        const struct reg_file *file = &reg_files[i];
        size_t prefix = strlen(file->prefix);
        if (length < prefix || strncasecmp(p->next, file->prefix, prefix))
            continue;
        int64_t low, high;
        if (length == prefix && p->next + prefix < p->end && p->next[prefix] == '[') {
            p->next += prefix + 1;
            low = high = parse_integer(p);
            if (accept(p, ':'))
                high = parse_integer(p);
            expect(p, ']');
        } else {
            size_t digits = prefix;
            while (digits < length && isdigit((unsigned char)p->next[digits]))
                digits++;
            if (digits != length || length == prefix || length > prefix + 4)
                continue;
            low = high = atoi(arena_strndup(p->arena, p->next + prefix, length - prefix));
            p->next += length;
        }
        if (p->error)
            return true;
        if (low < 0 || high < low || high - low >= 32 || low >= file->count) {
            set_error(p, "invalid register range");
            return true;
        }
        operand->reg = (uint16_t)(file->first + low);
        operand->dwords = (uint8_t)(high - low + 1);
        return true;
    }
    return false;
}

static bool
parse_named(struct parser *p, struct gcn_operand *operand)
{
    if (accept_word(p, "off")) {
        operand->reg = GCN_NO_REG;
        return true;
    }
    for (unsigned i = 0; i < gcn_reg_name_count; i++) {
        const struct gcn_reg_name *name = &gcn_reg_names[i];
        if (accept_word(p, name->pair)) {
            operand->reg = name->reg;
            operand->dwords = name->low ? 2 : 0; /* 0: as many as the position takes */
        } else if (name->low && accept_word(p, name->low)) {
            operand->reg = name->reg;
            operand->dwords = 1;
        } else if (name->low && accept_word(p, name->high)) {
            operand->reg = name->reg + 1;
            operand->dwords = 1;
        } else {
            continue;
        }
        return true;
    }
    static const char *const aliases[] = {"vccz", "execz", "scc", "lds_direct"};
    for (unsigned i = 0; i < 4; i++) {
        if (accept_word(p, aliases[i])) {
            operand->reg = (uint16_t)(GCN_SRC_VCCZ + i);
            return true;
        }
    }
    return false;
}

/* ---- constants ---- */

/* IEEE binary16, rounded to nearest even. */
static uint16_t
half_bits(double value)
{
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    uint32_t sign = bits >> 16 & 0x8000, mantissa = bits & 0x7fffff;
    int exponent = (int)(bits >> 23 & 255) - 127 + 15;
    if (exponent >= 31)
        return (uint16_t)(sign | 0x7c00 | (exponent == 143 && mantissa ? 0x200 : 0));
    if (exponent <= 0) {
        if (exponent < -10)
            return (uint16_t)sign;
        mantissa |= 0x800000;
        unsigned shift = (unsigned)(14 - exponent);
        uint32_t rest = mantissa & ((1u << shift) - 1), tie = 1u << (shift - 1);
        uint32_t result = mantissa >> shift;
        result += rest > tie || (rest == tie && result & 1);
        return (uint16_t)(sign | result);
    }
    uint32_t result = (uint32_t)exponent << 10 | mantissa >> 13;
    uint32_t rest = mantissa & 0x1fff;
    result += rest > 0x1000 || (rest == 0x1000 && result & 1);
    return (uint16_t)(sign | result);
}

/* Chips without 16-bit arithmetic take no constants there (v_cvt_f32_f16). */
static uint16_t
inline_half(const struct gcn_target *target, uint16_t bits)
{
    if (!target->has_16bit)
        return GCN_NO_REG;
    static const uint16_t halves[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
                                      0xc000, 0x4400, 0xc400, 0x3118};
    for (unsigned i = 0; i < 9; i++) {
        if (halves[i] == bits)
            return (uint16_t)(GCN_CONST_0_5 + i);
    }
    return GCN_NO_REG;
}

static void
set_constant(struct gcn_operand *operand, uint16_t code, uint32_t literal)
{
    operand->reg = code == GCN_NO_REG ? GCN_LITERAL : code;
    operand->literal = code == GCN_NO_REG ? literal : 0;
}

/* Types that have integer constants only. */
static bool
is_16bit_integer(unsigned type)
{
    return type == GCN_I16 || type == GCN_U16 || type == GCN_B16 || type == GCN_PACKED_INT16;
}

static void
resolve_integer(struct parser *p, struct gcn_operand *operand, const struct gcn_operand_info *info,
                int64_t value)
{
    uint16_t code = gcn_inline_constant64(p->target, (uint64_t)value, false);
    if (info->type == GCN_F16 && !p->target->has_16bit)
        code = GCN_NO_REG;
    if (info->type == GCN_F16 || is_16bit_integer(info->type) || info->type == GCN_PACKED16) {
        if (code == GCN_NO_REG && !is_16bit_integer(info->type) && value >= 0 && value <= 65535)
            code = inline_half(p->target, (uint16_t)value);
        if (code == GCN_NO_REG && (value < -32768 || value > 65535))
            set_error(p, "the literal does not fit 16 bits");
        set_constant(operand, code, (uint32_t)value & 0xffff);
        return;
    }
    if (code == GCN_NO_REG && info->dwords == 2)
        code = gcn_inline_constant64(p->target, (uint64_t)value, true);
    if (code == GCN_NO_REG && info->dwords != 2)
        code = gcn_inline_constant(p->target, (uint32_t)value);
    if (code == GCN_NO_REG && (value < INT32_MIN || value > UINT32_MAX))
        set_error(p, "the literal does not fit 32 bits");
    set_constant(operand, code, (uint32_t)value);
}

static void
resolve_float(struct parser *p, struct gcn_operand *operand, const struct gcn_operand_info *info,
              double value)
{
    if (info->dwords == 2) {
        uint64_t bits;
        memcpy(&bits, &value, sizeof bits);
        set_constant(operand, gcn_inline_constant64(p->target, bits, true), (uint32_t)(bits >> 32));
    } else if (info->type == GCN_F16 || is_16bit_integer(info->type) ||
               info->type == GCN_PACKED16) {
        uint16_t bits = half_bits(value);
        uint16_t code = is_16bit_integer(info->type) ? GCN_NO_REG : inline_half(p->target, bits);
        if (bits == 0 && p->target->has_16bit)
            code = GCN_CONST_0;
        set_constant(operand, code, bits);
    } else {
        float narrow = (float)value;
        uint32_t bits;
        memcpy(&bits, &narrow, sizeof bits);
        set_constant(operand, gcn_inline_constant(p->target, bits), bits);
    }
}

/* The length of the number ahead and whether it is a float. */
static size_t
number_length(struct parser *p, bool *is_float)
{
    size_t length = word_length(p);
    *is_float = false;
    if (length >= 2 && p->next[0] == '0' && strchr("xXbB", p->next[1]))
        return length;
    for (size_t i = 0; i < length; i++)
        *is_float |= strchr(".eE", p->next[i]) != NULL;
    /* 1.5e-3: the sign is no word character. */
    if (*is_float && strchr("eE", p->next[length - 1]) && p->next + length < p->end &&
        strchr("+-", p->next[length])) {
        length++;
        while (p->next + length < p->end && isdigit((unsigned char)p->next[length]))
            length++;
    }
    return length;
}

static void
parse_constant(struct parser *p, struct gcn_operand *operand, const struct gcn_operand_info *info,
               bool minus)
{
    bool is_float;
    skip_space(p);
    size_t length = number_length(p, &is_float);
    if (length == 0 || !(isdigit((unsigned char)*p->next) || *p->next == '.')) {
        set_error(p, "expected a register or a constant");
        return;
    }
    if (!is_float) {
        int64_t value = parse_integer(p);
        resolve_integer(p, operand, info, minus ? -value : value);
        return;
    }
    char *copy = arena_strndup(p->arena, p->next, length), *stop;
    double value = strtod(copy, &stop);
    if (*stop)
        set_error(p, "malformed number");
    else
        p->next += length;
    resolve_float(p, operand, info, minus ? -value : value);
}

/* ---- one operand ---- */

/* A register or constant.  A minus before a constant is part of it, before a register a modifier. */
static void
parse_primary(struct parser *p, struct gcn_operand *operand, const struct gcn_operand_info *info)
{
    bool minus = accept(p, '-');
    if (parse_named(p, operand) || parse_numbered(p, operand))
        operand->neg |= minus;
    else
        parse_constant(p, operand, info, minus);
}

/* abs(x) and |x| */
static bool
parse_absolute(struct parser *p, struct gcn_operand *operand, const struct gcn_operand_info *info)
{
    const char *start = p->next;
    bool call = accept_word(p, "abs") && accept(p, '(');
    if (!call) {
        p->next = start;
        if (!accept(p, '|'))
            return false;
    }
    parse_primary(p, operand, info);
    operand->abs = 1;
    expect(p, call ? ')' : '|');
    return true;
}

/* sext(x), neg(x), -|x|, and what these contain */
static void
parse_operand(struct parser *p, struct gcn_operand *operand, const struct gcn_operand_info *info)
{
    *operand = (struct gcn_operand){0};
    skip_space(p);
    const char *start = p->next;
    bool sext = accept_word(p, "sext"), neg = !sext && accept_word(p, "neg");
    if ((sext || neg) && accept(p, '(')) {
        if (!parse_absolute(p, operand, info))
            parse_primary(p, operand, info);
        operand->sext = sext;
        operand->neg |= neg;
        expect(p, ')');
        return;
    }
    p->next = start;
    bool minus = accept(p, '-');
    if (parse_absolute(p, operand, info)) {
        operand->neg = minus;
        return;
    }
    p->next = start;
    parse_primary(p, operand, info);
}

const char *
gcn_parse_operand(struct arena *arena, const struct gcn_target *target, const char *text,
                  size_t length, const struct gcn_operand_info *info, struct gcn_operand *operand,
                  size_t *used)
{
    struct parser p = {.target = target, .arena = arena, .next = text, .end = text + length};
    parse_operand(&p, operand, info);
    *used = (size_t)(p.next - text);
    return p.error;
}

/* ---- immediates ---- */

static void
parse_hwreg(struct parser *p)
{
    unsigned id = 0, first = 0, width = 32;
    if (!accept_word(p, "hwreg")) {
        p->inst->imm = (int32_t)parse_integer(p);
        return;
    }
    expect(p, '(');
    bool found = false;
#define HWREG(number, text, low, high)                                                             \
    if (!found && p->target->family >= GCN_##low && p->target->family <= GCN_##high &&             \
        accept_word(p, "HW_REG_" text)) {                                                          \
        id = number;                                                                               \
        found = true;                                                                              \
    }
#include "backend-gcn/gcn_names.def"
    if (!found)
        id = (unsigned)parse_integer(p);
    if (accept(p, ',')) {
        first = (unsigned)parse_integer(p);
        expect(p, ',');
        width = (unsigned)parse_integer(p);
    }
    expect(p, ')');
    if (id > 63 || first > 31 || width < 1 || width > 32)
        set_error(p, "hardware register field out of range");
    p->inst->imm = (int16_t)(id | first << 6 | (width - 1) << 11);
}

static unsigned
parse_message_op(struct parser *p, unsigned id)
{
#define MESSAGE_OP(number, operation, text)                                                        \
    if (id == number && accept_word(p, text))                                                      \
        return operation;
#include "backend-gcn/gcn_names.def"
    return (unsigned)parse_integer(p);
}

static void
parse_message(struct parser *p)
{
    unsigned id = 0, op = 0, stream = 0;
    if (!accept_word(p, "sendmsg")) {
        p->inst->imm = (int32_t)parse_integer(p);
        return;
    }
    expect(p, '(');
    bool found = false;
#define MESSAGE(number, text, low, high)                                                           \
    if (!found && p->target->family >= GCN_##low && p->target->family <= GCN_##high &&             \
        accept_word(p, "MSG_" text)) {                                                             \
        id = number;                                                                               \
        found = true;                                                                              \
    }
#include "backend-gcn/gcn_names.def"
    if (!found)
        id = (unsigned)parse_integer(p);
    if (accept(p, ','))
        op = parse_message_op(p, id);
    if (accept(p, ','))
        stream = (unsigned)parse_integer(p);
    expect(p, ')');
    if (id > 15 || op > 7 || stream > 3)
        set_error(p, "message field out of range");
    p->inst->imm = (int32_t)(id | op << 4 | stream << 8);
}

/* vmcnt(0) lgkmcnt(1), separated by space, '&' or ','; what is not named does not wait. */
static void
parse_waitcnt(struct parser *p)
{
    unsigned counts[3] = {~0u, ~0u, ~0u};
    static const char *const names[] = {"vmcnt", "expcnt", "lgkmcnt"};
    const unsigned limits[] = {p->target->vmcnt_max, p->target->expcnt_max, p->target->lgkmcnt_max};
    if (word_length(p) && isdigit((unsigned char)*p->next)) {
        p->inst->imm = (int32_t)parse_integer(p);
        return;
    }
    while (!at_end(p)) {
        unsigned i = 0;
        while (i < 3 && !accept_word(p, names[i]))
            i++;
        if (i == 3) {
            set_error(p, "expected vmcnt, expcnt or lgkmcnt");
            return;
        }
        expect(p, '(');
        int64_t value = parse_integer(p);
        expect(p, ')');
        if (!p->error && (value < 0 || value > limits[i]))
            set_error(p, "the count is too large");
        counts[i] = (unsigned)value;
        if (!accept(p, '&'))
            accept(p, ',');
    }
    p->inst->imm = gcn_waitcnt_encode(p->target, counts[0], counts[1], counts[2]);
}

static void
parse_gpr_idx(struct parser *p)
{
    static const char *const names[] = {"SRC0", "SRC1", "SRC2", "DST"};
    unsigned mode = 0;
    if (!accept_word(p, "gpr_idx")) {
        p->inst->imm = (int32_t)parse_integer(p);
        return;
    }
    expect(p, '(');
    while (!p->error && !accept(p, ')')) {
        unsigned i = 0;
        while (i < 4 && !accept_word(p, names[i]))
            i++;
        if (i == 4)
            set_error(p, "expected SRC0, SRC1, SRC2 or DST");
        mode |= 1u << (i & 3);
        accept(p, ',');
    }
    p->inst->imm = (int32_t)mode;
}

static void
parse_simm16(struct parser *p)
{
    struct gcn_inst *inst = p->inst;
    switch (inst->op) {
    case GCN_s_waitcnt: parse_waitcnt(p); return;
    case GCN_s_sendmsg: case GCN_s_sendmsghalt: parse_message(p); return;
    case GCN_s_getreg_b32: case GCN_s_setreg_b32: case GCN_s_setreg_imm32_b32:
        parse_hwreg(p);
        break;
    case GCN_s_set_gpr_idx_mode: parse_gpr_idx(p); return;
    case GCN_s_endpgm:
        if (at_end(p))
            return;
        /* fallthrough */
    default: {
        int64_t value = parse_integer(p);
        if (value < -32768 || value > 65535)
            set_error(p, "the number does not fit 16 bits");
        inst->imm = (int32_t)value;
        break;
    }
    }
    /* As the decoder gives it: signed where the hardware extends the sign. */
    bool is_signed = inst->format == GCN_SOPK || gcn_op_info[inst->op].flags & GCN_FLAG_BRANCH;
    inst->imm = is_signed ? (int16_t)inst->imm : (uint16_t)inst->imm;
}

static void
parse_attribute(struct parser *p)
{
    size_t length = word_length(p);
    char *copy = arena_strndup(p->arena, p->next, length), *stop;
    if (length < 7 || strncasecmp(copy, "attr", 4) || !isdigit((unsigned char)copy[4])) {
        set_error(p, "expected an interpolation attribute");
        return;
    }
    unsigned long number = strtoul(copy + 4, &stop, 10);
    const char *channels = "xyzw";
    const char *channel = *stop == '.' && stop[1] ? strchr(channels, tolower(stop[1])) : NULL;
    if (number > 63 || !channel || stop[2]) {
        set_error(p, "malformed interpolation attribute");
        return;
    }
    p->next += length;
    p->inst->target = (uint8_t)number;
    p->inst->chan = (uint8_t)(channel - channels);
}

/* K of v_madmk: always a literal, whatever its value. */
static void
parse_own_literal(struct parser *p, const struct gcn_operand_info *info)
{
    struct gcn_operand operand = {0};
    bool is_float;
    bool minus = accept(p, '-');
    size_t length = number_length(p, &is_float);
    if (!is_float) {
        int64_t value = parse_integer(p);
        p->inst->literal = (uint32_t)(minus ? -value : value);
        return;
    }
    double value = strtod(arena_strndup(p->arena, p->next, length), NULL);
    p->next += length;
    value = minus ? -value : value;
    float narrow = (float)value;
    (void)operand;
    if (info->type == GCN_F16)
        p->inst->literal = half_bits(value);
    else
        memcpy(&p->inst->literal, &narrow, sizeof narrow);
}

static void
parse_immediate(struct parser *p, const struct gcn_operand_info *info, struct gcn_operand *operand)
{
    static const char *const parameters[] = {"p10", "p20", "p0"};
    operand->reg = GCN_NO_REG;
    switch (info->role) {
    case GCN_ROLE_LITERAL: parse_own_literal(p, info); break;
    case GCN_ROLE_ATTR: parse_attribute(p); break;
    case GCN_ROLE_SDATA: operand->literal = (uint32_t)parse_integer(p); break;
    case GCN_ROLE_SSRC1: parse_gpr_idx(p); break;
    case GCN_ROLE_VSRC:
        for (unsigned i = 0; i < 3; i++) {
            if (accept_word(p, parameters[i])) {
                operand->literal = i;
                return;
            }
        }
        set_error(p, "expected p10, p20 or p0");
        break;
    default: parse_simm16(p); break;
    }
}

/* ---- modifiers ---- */

/* [1,0,1]: the bits and how many there were. */
static unsigned
parse_bits(struct parser *p, unsigned *count)
{
    unsigned bits = 0;
    *count = 0;
    expect(p, '[');
    do {
        int64_t bit = parse_integer(p);
        if (*count >= 4 || (bit != 0 && bit != 1)) {
            set_error(p, "expected at most four bits");
            return 0;
        }
        bits |= (unsigned)bit << (*count)++;
    } while (accept(p, ','));
    expect(p, ']');
    return bits;
}

static void
parse_quad_perm(struct parser *p)
{
    unsigned control = 0;
    expect(p, '[');
    for (unsigned i = 0; i < 4; i++) {
        if (i)
            expect(p, ',');
        int64_t lane = parse_integer(p);
        if (lane < 0 || lane > 3)
            set_error(p, "quad_perm takes lanes 0 to 3");
        control |= (unsigned)lane << 2 * i;
    }
    expect(p, ']');
    p->inst->dpp_ctrl = (uint16_t)control;
    p->has_dpp = true;
}

static int64_t
parse_value(struct parser *p, int64_t low, int64_t high)
{
    expect(p, ':');
    int64_t value = parse_integer(p);
    if (!p->error && (value < low || value > high))
        set_error(p, "the value of a modifier is out of range");
    return value;
}

static bool
parse_dpp_modifier(struct parser *p)
{
    struct gcn_inst *inst = p->inst;
    if (accept_word(p, "quad_perm")) {
        expect(p, ':');
        parse_quad_perm(p);
        return true;
    }
    if (accept_word(p, "row_mask")) {
        inst->row_mask = (uint8_t)parse_value(p, 0, 15);
        return true;
    }
    if (accept_word(p, "bank_mask")) {
        inst->bank_mask = (uint8_t)parse_value(p, 0, 15);
        return true;
    }
    if (accept_word(p, "bound_ctrl")) { /* both spellings set the bit */
        parse_value(p, 0, 1);
        inst->bound_ctrl = 1;
        return true;
    }
#define DPP(low, high, text, number)                                                               \
    {                                                                                              \
        const char *start = p->next;                                                               \
        if (accept_word(p, text)) {                                                                \
            int64_t value = (number) < 0 ? -1 : (expect(p, ':'), parse_integer(p));                \
            if (p->error)                                                                          \
                return true;                                                                       \
            if (value >= (number) && value - (number) <= (high) - (low)) {                         \
                inst->dpp_ctrl = (uint16_t)((low) + value - (number));                             \
                p->has_dpp = true;                                                                 \
                return true;                                                                       \
            }                                                                                      \
            p->next = start;                                                                       \
        }                                                                                          \
    }
#include "backend-gcn/gcn_names.def"
    return false;
}

static uint8_t
parse_select(struct parser *p)
{
    expect(p, ':');
    p->has_selects = true;
#define SELECT(number, text)                                                                       \
    if (accept_word(p, text))                                                                      \
        return number;
#include "backend-gcn/gcn_names.def"
    set_error(p, "expected BYTE_n, WORD_n or DWORD");
    return 0;
}

static uint8_t
parse_unused(struct parser *p)
{
    expect(p, ':');
    p->has_selects = true;
#define UNUSED(number, text)                                                                       \
    if (accept_word(p, text))                                                                      \
        return number;
#include "backend-gcn/gcn_names.def"
    set_error(p, "expected UNUSED_PAD, UNUSED_SEXT or UNUSED_PRESERVE");
    return 0;
}

static void
set_source_select(struct parser *p, unsigned role, uint8_t select)
{
    const struct gcn_op_info *info = &gcn_op_info[p->inst->op];
    for (unsigned i = 0; i < info->operand_count; i++) {
        if (info->operands[i].role == role) {
            p->inst->operands[i].sel = select;
            return;
        }
    }
    set_error(p, "the instruction has no such source");
}

static bool
parse_sdwa_modifier(struct parser *p)
{
    if (accept_word(p, "dst_sel"))
        p->inst->dst_sel = parse_select(p);
    else if (accept_word(p, "dst_unused"))
        p->inst->dst_unused = parse_unused(p) & 3;
    else if (accept_word(p, "src0_sel"))
        set_source_select(p, GCN_ROLE_SRC0, parse_select(p));
    else if (accept_word(p, "src1_sel"))
        set_source_select(p, GCN_ROLE_SRC1, parse_select(p));
    else
        return false;
    return true;
}

static unsigned
source_count(const struct gcn_op_info *info)
{
    unsigned count = 0;
    for (unsigned i = 0; i < info->operand_count; i++)
        count += info->operands[i].role >= GCN_ROLE_SRC0 && info->operands[i].role <= GCN_ROLE_SRC2;
    return count;
}

static bool
parse_packed_modifier(struct parser *p)
{
    struct gcn_inst *inst = p->inst;
    unsigned count, sources = source_count(&gcn_op_info[inst->op]), mask = (1u << sources) - 1;
    if (accept_word(p, "op_sel")) {
        expect(p, ':');
        unsigned bits = parse_bits(p, &count);
        inst->op_sel = bits & mask;
        if (count > sources)
            inst->op_sel |= (bits >> sources & 1) << 3;
    } else if (accept_word(p, "op_sel_hi")) {
        expect(p, ':');
        inst->op_sel_hi = (inst->op_sel_hi & ~mask) | (parse_bits(p, &count) & mask);
    } else if (accept_word(p, "neg_lo")) {
        expect(p, ':');
        inst->neg_lo = parse_bits(p, &count) & 7;
    } else if (accept_word(p, "neg_hi")) {
        expect(p, ':');
        inst->neg_hi = parse_bits(p, &count) & 7;
    } else {
        return false;
    }
    return true;
}

/* offset:swizzle(QUAD_PERM, 1, 2, 3, 0) and its kin (ds_swizzle_b32). */
static int32_t
parse_swizzle(struct parser *p)
{
    int64_t n[4] = {0};
    unsigned count = 0;
    expect(p, '(');
    size_t length = word_length(p);
    char *mode = arena_strndup(p->arena, p->next, length);
    p->next += length;
    bool by_text = !strcasecmp(mode, "BITMASK_PERM");
    char mask[6] = "";
    if (by_text) {
        expect(p, ',');
        expect(p, '"');
        for (unsigned i = 0; i < 5 && p->next < p->end; i++)
            mask[i] = *p->next++;
        expect(p, '"');
    }
    while (count < 4 && accept(p, ','))
        n[count++] = parse_integer(p);
    expect(p, ')');
    if (by_text) { /* from lane bit 4 down: 0, 1, preserved, inverted */
        unsigned and = 0, or = 0, xor = 0;
        for (unsigned i = 0; i < 5; i++) {
            and = and << 1 | (mask[i] == 'p' || mask[i] == 'i');
            or = or << 1 | (mask[i] == '1');
            xor = xor << 1 | (mask[i] == 'i');
        }
        return (int32_t)(and | or << 5 | xor << 10);
    }
    if (!strcasecmp(mode, "QUAD_PERM") && count == 4)
        return (int32_t)(0x8000 | (n[0] & 3) | (n[1] & 3) << 2 | (n[2] & 3) << 4 | (n[3] & 3) << 6);
    bool power = count && n[0] > 0 && n[0] <= 32 && !(n[0] & (n[0] - 1));
    if (!strcasecmp(mode, "SWAP") && count == 1 && power && n[0] <= 16)
        return (int32_t)(0x1f | n[0] << 10);
    if (!strcasecmp(mode, "REVERSE") && count == 1 && power)
        return (int32_t)(0x1f | (n[0] - 1) << 10);
    if (!strcasecmp(mode, "BROADCAST") && count == 2 && power && n[1] >= 0 && n[1] < n[0])
        return (int32_t)((32 - n[0]) | n[1] << 5);
    set_error(p, "malformed swizzle");
    return 0;
}

static bool
parse_offset_modifier(struct parser *p)
{
    struct gcn_inst *inst = p->inst;
    bool two = gcn_op_info[inst->op].flags & GCN_FLAG_TWO_OFFSETS;
    if (accept_word(p, "offset") && !two) {
        expect(p, ':');
        if (inst->op == GCN_ds_swizzle_b32 && accept_word(p, "swizzle")) {
            inst->imm = parse_swizzle(p);
            return true;
        }
        int64_t value = parse_integer(p);
        if (value < INT32_MIN || value > INT32_MAX)
            set_error(p, "the offset is out of range");
        inst->imm = (int32_t)value;
        if (inst->format == GCN_SMEM)
            inst->smem_imm = inst->soffset_en = 1;
    } else if (accept_word(p, "offset0") && two) {
        inst->imm = (int32_t)parse_value(p, 0, 255);
    } else if (accept_word(p, "offset1") && two) {
        inst->offset1 = (uint8_t)parse_value(p, 0, 255);
    } else {
        return false;
    }
    return true;
}

static bool
parse_flag_or_number(struct parser *p)
{
    struct gcn_inst *inst = p->inst;
#define FLAG(member)                                                                               \
    if (accept_word(p, #member)) {                                                                 \
        inst->member = 1;                                                                          \
        return true;                                                                               \
    }
#define ADDRESS_FLAG(member) FLAG(member)
#define NUMBER(member, radix)                                                                      \
    if (accept_word(p, #member)) {                                                                 \
        inst->member = parse_value(p, 0, 15) & 15;                                                 \
        return true;                                                                               \
    }
#include "backend-gcn/gcn_names.def"
    if (accept_word(p, "mul")) {
        inst->omod = parse_value(p, 2, 4) == 2 ? 1 : 2;
    } else if (accept_word(p, "div")) {
        parse_value(p, 2, 2);
        inst->omod = 3;
    } else if (accept_word(p, "format")) {
        int64_t format = parse_value(p, 0, 127);
        inst->dfmt = format & 15;
        inst->nfmt = (unsigned)format >> 4 & 7;
    } else if (accept_word(p, "dfmt")) {
        inst->dfmt = parse_value(p, 0, 15) & 15;
    } else if (accept_word(p, "nfmt")) {
        inst->nfmt = parse_value(p, 0, 7) & 7;
    } else {
        return false;
    }
    return true;
}

static void
parse_modifiers(struct parser *p)
{
    while (!at_end(p)) {
        accept(p, ',');
        if (!parse_flag_or_number(p) && !parse_offset_modifier(p) && !parse_packed_modifier(p) &&
            !parse_sdwa_modifier(p) && !parse_dpp_modifier(p)) {
            size_t length = word_length(p);
            set_error(p, arena_printf(p->arena, "unexpected '%.*s'",
                                      length ? (int)length : (int)(p->end > p->next), p->next));
        }
    }
}

/* ---- the instruction ---- */

static bool
contains_word(const char *text, const char *end, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; at + length <= end; at++) {
        if (!strncasecmp(at, word, length) && (at == text || !is_word_char(at[-1])) &&
            (at + length == end || !is_word_char(at[length])))
            return true;
    }
    return false;
}

static void
parse_export(struct parser *p)
{
    static const struct {
        const char *prefix;
        uint8_t first, count;
    } targets[] = {{"mrtz", 8, 1}, {"mrt", 0, 8}, {"null", 9, 1}, {"pos", 12, 4}, {"param", 32, 32}};
    struct gcn_inst *inst = p->inst;
    size_t length = word_length(p);
    bool found = false;
    for (unsigned i = 0; i < sizeof targets / sizeof *targets && !found; i++) {
        size_t prefix = strlen(targets[i].prefix);
        if (length < prefix || strncasecmp(p->next, targets[i].prefix, prefix))
            continue;
        char *digits = arena_strndup(p->arena, p->next + prefix, length - prefix);
        int number = atoi(digits);
        found = targets[i].count == 1 ? !*digits
                                      : isdigit((unsigned char)*digits) && number >= 0 &&
                                            number < targets[i].count;
        inst->target = (uint8_t)(targets[i].first + number);
    }
    if (!found) {
        set_error(p, "expected an export target");
        return;
    }
    p->next += length;
    inst->compr = contains_word(p->next, p->end, "compr");
    struct gcn_operand sources[4] = {{0}};
    for (unsigned i = 0; i < 4; i++) {
        if (i)
            expect(p, ',');
        parse_operand(p, &sources[i], &gcn_op_info[inst->op].operands[i]);
        inst->en |= (sources[i].reg != GCN_NO_REG) << i;
    }
    for (unsigned i = 0; i < 4; i++) {
        if (!inst->compr)
            inst->operands[i] = sources[i];
        else if (i < 2) /* each stands for two components */
            inst->operands[i] = sources[2 * i].reg != GCN_NO_REG ? sources[2 * i]
                                                                : sources[2 * i + 1];
        else
            inst->operands[i].reg = GCN_NO_REG;
    }
}

/* Operands that the text leaves out in this form. */
static bool
is_silent(const struct parser *p, unsigned index)
{
    const struct gcn_op_info *info = &gcn_op_info[p->inst->op];
    unsigned role = info->operands[index].role;
    if (role == GCN_ROLE_VDATA && info->format == GCN_MUBUF)
        return p->has_lds && info->flags & GCN_FLAG_LOAD;
    bool flat = info->format >= GCN_FLAT && info->format <= GCN_SCRATCH;
    return flat && role == GCN_ROLE_VDST && info->flags & GCN_FLAG_ATOMIC && !p->has_glc;
}

/* A number is an immediate offset, anything else a register. */
static void
parse_smem_offset(struct parser *p, struct gcn_operand *operand,
                  const struct gcn_operand_info *info)
{
    skip_space(p);
    if (p->next < p->end && (isdigit((unsigned char)*p->next) || *p->next == '-')) {
        int64_t value = parse_integer(p) * (p->target->has_smem_byte_offset ? 1 : 4);
        if (value < INT32_MIN || value > INT32_MAX)
            set_error(p, "the offset is out of range");
        p->inst->imm = (int32_t)value;
        p->inst->smem_imm = 1;
        operand->reg = GCN_NO_REG;
    } else {
        parse_operand(p, operand, info);
    }
}

static void
parse_operands(struct parser *p)
{
    const struct gcn_op_info *info = &gcn_op_info[p->inst->op];
    bool first = true;
    for (unsigned i = 0; i < info->operand_count && !p->error; i++) {
        const struct gcn_operand_info *row = &info->operands[i];
        struct gcn_operand *operand = &p->inst->operands[i];
        if (is_silent(p, i)) {
            operand->reg = GCN_NO_REG;
            continue;
        }
        if (!first && row->role != GCN_ROLE_IMM)
            expect(p, ',');
        else if (!first)
            expect(p, ',');
        first = false;
        if (row->kind == GCN_OPERAND_IMM)
            parse_immediate(p, row, operand);
        else if (row->role == GCN_ROLE_SOFFSET && p->inst->format == GCN_SMEM)
            parse_smem_offset(p, operand, row);
        else
            parse_operand(p, operand, row);
    }
}

/* Gives absent operands and constants the size that the decoder would. */
static void
settle_sizes(struct parser *p)
{
    const struct gcn_op_info *info = &gcn_op_info[p->inst->op];
    for (unsigned i = 0; i < info->operand_count && !p->error; i++) {
        struct gcn_operand *operand = &p->inst->operands[i];
        unsigned dwords = gcn_operand_dwords(p->target, p->inst, i);
        bool absent = operand->reg == GCN_NO_REG;
        if (info->operands[i].kind == GCN_OPERAND_IMM)
            continue;
        if (info->operands[i].role == GCN_ROLE_SRSRC && p->inst->r128 && operand->dwords == 8)
            operand->dwords = 4; /* either is written */
        if (dwords == 0 && !absent)
            set_error(p, "an operand is not possible with these modifiers");
        else if (dwords && absent)
            set_error(p, "an operand is missing");
        else if (operand->dwords == 0)
            operand->dwords = (uint8_t)dwords;
    }
}

/* Values that apply when the text says nothing. */
static void
set_defaults(struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    if (gcn_inst_layout(inst) == GCN_VOP3P &&
        !(info->flags & (GCN_FLAG_MAD_MIX | GCN_FLAG_FMA_MIX)))
        inst->op_sel_hi = 7;
    if (inst->ext == GCN_SDWA && inst->format != GCN_VOPC) {
        inst->dst_sel = 6;
        inst->dst_unused = 2;
    }
    if (inst->ext == GCN_DPP)
        inst->row_mask = inst->bank_mask = 15;
    if (inst->format == GCN_MTBUF)
        inst->dfmt = 1;
}

/* Sources that no modifier selected parts of take the whole register. */
static void
settle_selects(struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    for (unsigned i = 0; i < info->operand_count; i++) {
        unsigned role = info->operands[i].role;
        if (role == GCN_ROLE_SRC0 || role == GCN_ROLE_SRC1)
            inst->operands[i].sel = 6;
    }
}

/* Reads the operands in one form; NULL when it fits. */
static const char *
try_form(struct parser *p, unsigned op, unsigned format, unsigned ext)
{
    struct parser saved = *p;
    memset(p->inst, 0, sizeof *p->inst);
    p->inst->op = (uint16_t)op;
    p->inst->format = (uint8_t)format;
    p->inst->ext = (uint8_t)ext;
    set_defaults(p->inst);
    if (format == GCN_EXP)
        parse_export(p);
    else
        parse_operands(p);
    if (ext == GCN_SDWA)
        settle_selects(p->inst);
    if (!p->error)
        parse_modifiers(p);
    settle_sizes(p);
    if (ext != GCN_SDWA && p->has_selects)
        set_error(p, "a modifier of SDWA in another form");
    if (ext != GCN_DPP && p->has_dpp)
        set_error(p, "a modifier of DPP in another form");
    const char *error = p->error;
    uint32_t words[3];
    if (!error)
        p->inst->words = (uint8_t)gcn_encode(p->target, p->inst, words, &error);
    *p = saved;
    return error;
}

/* The forms that the suffix allows, from the shortest on. */
static const char *
try_forms(struct parser *p, unsigned op, const char *suffix)
{
    unsigned shortest = gcn_shortest_format(p->target, op);
    unsigned longest = gcn_opcode(p->target, op, GCN_VOP3B) >= 0 ? GCN_VOP3B : GCN_VOP3A;
    bool has_long = gcn_opcode(p->target, op, longest) >= 0 && longest != shortest;
    const char *error = "the instruction has no such form on this target", *first = NULL;
    if (!strcmp(suffix, "_sdwa"))
        return try_form(p, op, shortest, GCN_SDWA);
    if (!strcmp(suffix, "_dpp"))
        return try_form(p, op, shortest, GCN_DPP);
    bool is_short = shortest < GCN_VOP1 || shortest > GCN_VOPC;
    if (strcmp(suffix, "_e64"))
        error = try_form(p, op, shortest, GCN_PLAIN);
    else if (!is_short && !has_long)
        return error;
    else if (!has_long)
        error = try_form(p, op, shortest, GCN_PLAIN);
    first = error;
    if (error && has_long && strcmp(suffix, "_e32"))
        error = try_form(p, op, longest, GCN_PLAIN);
    if (error && !*suffix && shortest >= GCN_VOP1 && shortest <= GCN_VOPC &&
        p->target->has_dpp_sdwa) {
        const char *other = try_form(p, op, shortest, GCN_SDWA);
        if (other)
            other = try_form(p, op, shortest, GCN_DPP);
        error = other ? error : NULL;
    }
    return error && !has_long ? first : error;
}

/* The operation spelled so on the target. */
static unsigned
find_op(const struct gcn_target *target, const char *name, size_t length)
{
    for (unsigned op = 1; op < GCN_OPS; op++) {
        if (gcn_has_op(target, op) && is_text(name, length, gcn_spelling(target, op)))
            return op;
    }
    return GCN_NO_OP;
}

const char *
gcn_parse(struct arena *arena, const struct gcn_target *target, const char *text, size_t length,
          struct gcn_inst *inst)
{
    static const char *const suffixes[] = {"_e32", "_e64", "_sdwa", "_dpp"};
    struct parser p = {.target = target, .arena = arena, .next = text, .end = text + length};
    p.inst = inst;
    size_t name_length = word_length(&p);
    const char *name = p.next, *suffix = "";
    if (!name_length)
        return "expected an instruction";
    unsigned op = find_op(target, name, name_length);
    for (unsigned i = 0; !op && i < 4; i++) {
        size_t tail = strlen(suffixes[i]);
        if (name_length > tail && !strncasecmp(name + name_length - tail, suffixes[i], tail)) {
            op = find_op(target, name, name_length - tail);
            suffix = suffixes[i];
        }
    }
    if (!op)
        return arena_printf(arena, "%s has no instruction '%.*s'", target->name, (int)name_length,
                            name);
    p.next += name_length;
    p.has_glc = contains_word(p.next, p.end, "glc");
    p.has_lds = contains_word(p.next, p.end, "lds");
    return try_forms(&p, op, suffix);
}
