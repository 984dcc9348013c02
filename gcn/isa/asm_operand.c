/* Registers and constants, with their modifiers. */
#include "gcn/isa/asm_parse.h"

#include "support/ieee.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- registers ---- */

struct reg_file {
    const char *prefix;
    uint16_t first, count;
};

static const struct reg_file reg_files[] = {
    {"ttmp", GCN_TTMP0, 16}, {"v", GCN_VGPR0, 256}, {"s", GCN_SGPR0, 104}, {"a", GCN_AGPR0, 256}};

/* v7, v[4:7], v[4] */
static bool
parse_tuple(struct asm_parser *p, struct gcn_operand *operand)
{
    size_t length = asm_word_length(p);
    for (unsigned i = 0; i < sizeof reg_files / sizeof *reg_files; i++) {
        const struct reg_file *file = &reg_files[i];
        size_t prefix = strlen(file->prefix);
        if (length < prefix || strncasecmp(p->next, file->prefix, prefix))
            continue;
        int64_t low, high;
        if (length == prefix && p->next + prefix < p->end && p->next[prefix] == '[') {
            p->next += prefix + 1;
            low = high = asm_integer(p);
            if (asm_accept(p, ':'))
                high = asm_integer(p);
            asm_expect(p, ']');
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
            asm_error(p, "invalid register range");
            return true;
        }
        operand->reg = (uint16_t)(file->first + low);
        operand->dwords = (uint8_t)(high - low + 1);
        return true;
    }
    return false;
}

static bool
parse_named(struct asm_parser *p, struct gcn_operand *operand)
{
    if (asm_accept_word(p, "off")) {
        operand->reg = GCN_NO_REG;
        return true;
    }
    for (unsigned i = 0; i < gcn_reg_name_count; i++) {
        const struct gcn_reg_name *name = &gcn_reg_names[i];
        if (asm_accept_word(p, name->pair)) {
            operand->reg = name->reg;
            operand->dwords = name->low ? 2 : 0; /* 0: as many as the position takes */
        } else if (name->low && asm_accept_word(p, name->low)) {
            operand->reg = name->reg;
            operand->dwords = 1;
        } else if (name->low && asm_accept_word(p, name->high)) {
            operand->reg = name->reg + 1;
            operand->dwords = 1;
        } else {
            continue;
        }
        return true;
    }
    return false;
}

/* [s4, s5], [s4, s[5:7]], [vcc_lo, vcc_hi]: consecutive registers in order. */
static bool
parse_list(struct asm_parser *p, struct gcn_operand *operand)
{
    enum { MAX_COUNT = 32 };
    struct gcn_operand next = {0};
    if (!asm_accept(p, '['))
        return false;
    if ((!parse_tuple(p, operand) && !parse_named(p, operand)) || !operand->dwords)
        asm_error(p, "expected a register");
    while (!p->error && asm_accept(p, ',')) {
        if ((!parse_tuple(p, &next) && !parse_named(p, &next)) || !next.dwords ||
            next.reg != operand->reg + operand->dwords || operand->dwords + next.dwords > MAX_COUNT)
            asm_error(p, "the registers of a list must follow each other");
        operand->dwords = (uint8_t)(operand->dwords + next.dwords);
    }
    asm_expect(p, ']');
    return true;
}

/* A name with '@' after it is that of a symbol, though it may be a register's. */
static bool
is_symbol(struct asm_parser *p)
{
    asm_skip_space(p);
    const char *end = p->next;
    while (end < p->end && (isalnum((unsigned char)*end) || *end == '_'))
        end++;
    return end > p->next && end < p->end && *end == '@';
}

bool
asm_register(struct asm_parser *p, struct gcn_operand *operand)
{
    if (is_symbol(p))
        return false;
    return parse_tuple(p, operand) || parse_named(p, operand) || parse_list(p, operand);
}

bool
gcn_parse_register(struct arena *arena, const struct gcn_target *target, const char *text,
                   size_t length, struct gcn_operand *operand)
{
    struct gcn_inst inst;
    struct asm_parser p = {
        .target = target, .arena = arena, .next = text, .end = text + length, .inst = &inst};
    *operand = (struct gcn_operand){.reg = GCN_NO_REG};
    return (parse_tuple(&p, operand) || parse_named(&p, operand)) && !p.error && asm_at_end(&p) &&
           operand->reg != GCN_NO_REG;
}

bool
gcn_is_register_name(struct arena *arena, const char *text)
{
    struct gcn_operand operand = {0};
    struct asm_parser p = {.arena = arena, .next = text, .end = text + strlen(text)};
    static const char llvm[] = "acc"; /* LLVM's other name of AGPRs */
    bool is_acc = strncasecmp(text, llvm, 3) == 0 && isdigit((unsigned char)text[3]);
    return is_acc || parse_tuple(&p, &operand) || (parse_named(&p, &operand) && asm_at_end(&p));
}

/* ---- constants ---- */

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

/* Types whose inline constants are integers only. */
static bool
is_16bit_integer(unsigned type)
{
    return type == GCN_I16 || type == GCN_U16 || type == GCN_B16 || type == GCN_PACKED_INT16;
}

static void
resolve_integer(struct asm_parser *p, struct gcn_operand *operand,
                const struct gcn_operand_info *info, int64_t value)
{
    bool packed = info->type == GCN_PACKED16 || info->type == GCN_PACKED_INT16;
    bool half = info->type == GCN_F16 || is_16bit_integer(info->type) || packed;
    if (half && !packed && value >= 0 && value <= UINT16_MAX)
        value = (int16_t)value; /* 0xffff is -1 */
    uint16_t code = gcn_inline_constant64(p->target, (uint64_t)value, false);
    if (info->type == GCN_F16 && !p->target->has_16bit)
        code = GCN_NO_REG;
    if (half) {
        if (code == GCN_NO_REG && !is_16bit_integer(info->type) && value >= INT16_MIN &&
            value <= UINT16_MAX)
            code = inline_half(p->target, (uint16_t)value);
        if (code == GCN_NO_REG && (value < -32768 || value > 65535))
            asm_error(p, "the literal does not fit 16 bits");
        set_constant(operand, code, (uint32_t)value & 0xffff);
        return;
    }
    bool fits = value >= INT32_MIN && value <= UINT32_MAX;
    if (code == GCN_NO_REG && info->dwords == 2)
        code = gcn_inline_constant64(p->target, (uint64_t)value, true);
    else if (code == GCN_NO_REG && fits)
        code = gcn_inline_constant(p->target, (uint32_t)value);
    if (code == GCN_NO_REG && !fits)
        asm_error(p, "the literal does not fit 32 bits");
    set_constant(operand, code, (uint32_t)value);
}

uint64_t
asm_float_bits(struct asm_parser *p, unsigned width, double value)
{
    uint64_t bits = ieee_bits(width, value);
    double rounded = ieee_value(width, bits), least = width == 16 ? 0x1p-14 : 0x1p-126;
    if (width < 64 && rounded != value && (isinf(rounded) || fabs(rounded) < least))
        asm_error(p, "the number is out of the range of its format");
    return bits;
}

static void
resolve_float(struct asm_parser *p, struct gcn_operand *operand,
              const struct gcn_operand_info *info, double value)
{
    if (info->dwords == 2) {
        uint64_t bits = ieee_bits(64, value);
        uint16_t code = gcn_inline_constant64(p->target, bits, true);
        if (code == GCN_NO_REG && info->type != GCN_F64) /* its halves, or what a float would be? */
            asm_error(p, "a 64-bit integer cannot be a floating-point literal");
        set_constant(operand, code, (uint32_t)(bits >> 32));
    } else if (info->type == GCN_F16 || is_16bit_integer(info->type) ||
               info->type == GCN_PACKED16) {
        uint16_t bits = (uint16_t)asm_float_bits(p, 16, value);
        uint16_t code = is_16bit_integer(info->type) ? GCN_NO_REG : inline_half(p->target, bits);
        if (code == GCN_NO_REG && p->target->has_16bit && !is_16bit_integer(info->type))
            code = gcn_inline_constant64(p->target, (uint64_t)(int16_t)bits, false);
        set_constant(operand, code, bits);
    } else {
        uint32_t bits = (uint32_t)asm_float_bits(p, 32, value);
        set_constant(operand, gcn_inline_constant(p->target, bits), bits);
    }
}

/* neg and abs of an operand, as written. */
struct source_modifiers {
    bool neg, abs;
};

/* Short forms have no bits for them: they change the constant itself. */
static bool
folds_modifiers(const struct asm_parser *p, const struct gcn_operand_info *info)
{
    bool is_float = info->type == GCN_F16 || info->type == GCN_F32 || info->type == GCN_F64;
    return is_float && !gcn_has_own_literal(p->inst->op) && p->inst->ext == GCN_PLAIN &&
           p->inst->format >= GCN_VOP1 && p->inst->format <= GCN_VOPC;
}

/* The bits of an integer, whose sign is the float's. */
static int64_t
fold_integer(const struct gcn_operand_info *info, struct source_modifiers modifiers, int64_t value)
{
    unsigned width = info->dwords == 2 ? 64 : info->type == GCN_F16 ? 16 : 32;
    uint64_t sign = UINT64_C(1) << (width - 1), bits = (uint64_t)value;
    if (width < 64 && (value < -(int64_t)sign || value > 2 * (int64_t)sign - 1))
        return value; /* will be refused */
    bits &= sign | (sign - 1);
    bits &= modifiers.abs ? ~sign : ~UINT64_C(0);
    return (int64_t)(bits ^ (modifiers.neg ? sign : 0));
}

/* A number with its modifiers, folded into it or kept. */
static void
set_integer(struct asm_parser *p, struct gcn_operand *operand, const struct gcn_operand_info *info,
            struct source_modifiers modifiers, int64_t value)
{
    if (!modifiers.neg && !modifiers.abs) {
        resolve_integer(p, operand, info, value);
    } else if (folds_modifiers(p, info)) {
        resolve_integer(p, operand, info, fold_integer(info, modifiers, value));
    } else {
        resolve_integer(p, operand, info, value);
        operand->neg = modifiers.neg;
        operand->abs = modifiers.abs;
    }
}

static void
set_float(struct asm_parser *p, struct gcn_operand *operand, const struct gcn_operand_info *info,
          struct source_modifiers modifiers, double value)
{
    if (folds_modifiers(p, info)) {
        value = modifiers.abs ? fabs(value) : value;
        resolve_float(p, operand, info, modifiers.neg ? -value : value);
    } else {
        resolve_float(p, operand, info, value);
        operand->neg = modifiers.neg;
        operand->abs = modifiers.abs;
    }
}

static void
parse_constant(struct asm_parser *p, struct gcn_operand *operand,
               const struct gcn_operand_info *info, struct source_modifiers modifiers, bool minus)
{
    bool is_float;
    asm_skip_space(p);
    size_t length = asm_number_length(p, &is_float);
    if (length == 0 || !asm_at_number(p)) {
        asm_error(p, "expected a register or a constant");
        return;
    }
    if (!is_float) {
        int64_t value = asm_integer(p);
        set_integer(p, operand, info, modifiers, minus ? -value : value);
        return;
    }
    char *copy = arena_strndup(p->arena, p->next, length), *stop;
    double value = strtod(copy, &stop);
    if (*stop)
        asm_error(p, "malformed number");
    else
        p->next += length;
    set_float(p, operand, info, modifiers, minus ? -value : value);
}

/* ---- one operand ---- */

/* An expression that the caller of the parser reads: one that is not known yet is a literal, whatever
 * it will be. */
static void
parse_expression(struct asm_parser *p, struct gcn_operand *operand,
                 const struct gcn_operand_info *info, struct source_modifiers modifiers)
{
    int64_t value = asm_value(p, GCN_FIXUP_LITERAL);
    if (!p->parsed->later) {
        set_integer(p, operand, info, modifiers, value);
        return;
    }
    operand->reg = GCN_LITERAL;
    operand->neg = modifiers.neg;
    operand->abs = modifiers.abs;
}

/* A register or constant.  A minus before a constant is part of it, before a register a modifier, and
 * the only one then. */
static void
parse_primary(struct asm_parser *p, struct gcn_operand *operand,
              const struct gcn_operand_info *info, struct source_modifiers modifiers)
{
    bool is_float = false;
    asm_skip_space(p);
    const char *start = p->next;
    bool minus = asm_accept(p, '-');
    if (asm_register(p, operand)) {
        operand->neg = modifiers.neg || minus;
        operand->abs = modifiers.abs;
        if (minus && (modifiers.neg || modifiers.abs))
            asm_error(p, "a minus within neg or abs");
        return;
    }
    if (asm_at_number(p))
        asm_number_length(p, &is_float);
    if (!p->expressions || is_float || p->error) {
        parse_constant(p, operand, info, modifiers, minus);
    } else {
        p->next = start;
        parse_expression(p, operand, info, modifiers);
    }
}

/* abs(x) and |x| */
static bool
parse_absolute(struct asm_parser *p, struct gcn_operand *operand,
               const struct gcn_operand_info *info, bool neg)
{
    const char *start = p->next;
    bool call = asm_accept_word(p, "abs") && asm_accept(p, '(');
    if (!call) {
        p->next = start;
        if (!asm_accept(p, '|'))
            return false;
    }
    p->in_bars = !call;
    parse_primary(p, operand, info, (struct source_modifiers){neg, true});
    p->in_bars = false;
    asm_expect(p, call ? ')' : '|');
    return true;
}

/* sext(x), neg(x), -|x|, and what these contain */
void
asm_operand(struct asm_parser *p, struct gcn_operand *operand, const struct gcn_operand_info *info)
{
    *operand = (struct gcn_operand){0};
    asm_skip_space(p);
    const char *start = p->next;
    bool sext = asm_accept_word(p, "sext"), neg = !sext && asm_accept_word(p, "neg");
    if ((sext || neg) && asm_accept(p, '(')) {
        if (!parse_absolute(p, operand, info, neg))
            parse_primary(p, operand, info, (struct source_modifiers){neg, false});
        operand->sext = sext;
        asm_expect(p, ')');
        return;
    }
    p->next = start;
    bool minus = asm_accept(p, '-');
    if (parse_absolute(p, operand, info, minus))
        return;
    p->next = start;
    parse_primary(p, operand, info, (struct source_modifiers){false, false});
}
