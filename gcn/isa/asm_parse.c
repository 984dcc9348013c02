/* Text as llvm-mc takes it -> instruction.
 *
 * The mnemonic finds the row, each form of the row is tried from the shortest on, and the first
 * that reads to the end and that gcn_check accepts is the instruction. */
#include "gcn/isa/asm_parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool
contains_word(const char *text, const char *end, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; at + length <= end; at++) {
        if (!strncasecmp(at, word, length) && (at == text || !asm_is_word_char(at[-1])) &&
            (at + length == end || !asm_is_word_char(at[length])))
            return true;
    }
    return false;
}

/* A comma; LLVM accepts a blank, too. */
static void
separator(struct asm_parser *p)
{
    if (!asm_accept(p, ',') && asm_at_end(p))
        asm_expect(p, ',');
}

static void
parse_export(struct asm_parser *p)
{
    static const struct {
        const char *prefix;
        uint8_t first, count;
    } targets[] = {
        {"mrtz", 8, 1}, {"mrt", 0, 8}, {"null", 9, 1}, {"pos", 12, 4}, {"param", 32, 32}};
    struct gcn_inst *inst = p->inst;
    size_t length = asm_word_length(p);
    bool found = false;
    for (unsigned i = 0; i < sizeof targets / sizeof *targets && !found; i++) {
        size_t prefix = strlen(targets[i].prefix);
        if (length < prefix || strncasecmp(p->next, targets[i].prefix, prefix))
            continue;
        char *digits = arena_strndup(p->arena, p->next + prefix, length - prefix);
        int number = atoi(digits);
        bool plain = isdigit((unsigned char)*digits) && (*digits != '0' || !digits[1]);
        found =
            targets[i].count == 1 ? !*digits : plain && number >= 0 && number < targets[i].count;
        inst->target = (uint8_t)(targets[i].first + number);
    }
    if (!found) {
        asm_error(p, "expected an export target");
        return;
    }
    p->next += length;
    asm_accept(p, ',');
    inst->compr = contains_word(p->next, p->end, "compr");
    struct gcn_operand sources[4] = {{0}};
    for (unsigned i = 0; i < 4; i++) {
        if (i)
            separator(p);
        asm_operand(p, &sources[i], &gcn_op_info[inst->op].operands[i]);
        inst->en |= (sources[i].reg != GCN_NO_REG) << i;
    }
    memcpy(inst->operands, sources, sizeof sources);
    if (!inst->compr)
        return;
    /* Each holds two components, which are enabled together: its first mention counts (checked). */
    inst->en = (uint8_t)((inst->en & 1 ? 3 : 0) | (inst->en & 4 ? 12 : 0));
    inst->operands[1] = sources[2];
    inst->operands[2] = inst->operands[3] = (struct gcn_operand){.reg = GCN_NO_REG};
}

static bool
is_short_vector(unsigned format)
{
    return format >= GCN_VOP1 && format <= GCN_VOPC;
}

/* Operands that the text leaves out in this form. */
static bool
is_silent(const struct asm_parser *p, unsigned index)
{
    const struct gcn_op_info *info = &gcn_op_info[p->inst->op];
    unsigned role = info->operands[index].role;
    if (role == GCN_ROLE_VDATA && info->format == GCN_MUBUF)
        return p->has_lds && info->flags & GCN_FLAG_LOAD;
    bool flat = info->format >= GCN_FLAT && info->format <= GCN_SCRATCH;
    if (!flat || role != GCN_ROLE_VDST)
        return false;
    return info->flags & GCN_FLAG_ATOMIC ? !p->has_glc : p->has_lds;
}

/* VCC may be left out of short compares, of v_cndmask_b32 and where names say that there is a carry, as
 * LLVM has it; with two of them both are written. */
static bool
is_implied_vcc(struct asm_parser *p, unsigned index)
{
    const struct gcn_op_info *info = &gcn_op_info[p->inst->op];
    const char *start = p->next;
    struct gcn_operand operand = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < info->operand_count; i++)
        count += info->operands[i].kind == GCN_OPERAND_VCC;
    if (info->operands[index].kind != GCN_OPERAND_VCC || count != 1 || p->inst->ext != GCN_PLAIN ||
        !is_short_vector(p->inst->format) ||
        (info->operands[index].role == GCN_ROLE_CARRY_OUT && p->inst->format == GCN_VOP2 &&
         p->target->generation < 9))
        return false;
    if (index)
        asm_accept(p, ',');
    bool written = asm_register(p, &operand) && operand.reg == GCN_VCC_LO;
    p->next = start;
    return !written;
}

/* No offset, or one as a modifier. */
static bool
has_no_smem_offset(struct asm_parser *p)
{
    const char *start = p->next;
    bool none = asm_at_end(p) || asm_accept_word(p, "glc");
    p->inst->smem_imm = none;
    asm_accept(p, ',');
    none |= asm_accept_word(p, "offset");
    p->next = start;
    return none;
}

/* Operands that stand for what the text leaves out. */
static bool
fill_in(struct asm_parser *p, unsigned index)
{
    struct gcn_operand *operand = &p->inst->operands[index];
    bool smem = p->inst->format == GCN_SMEM &&
                gcn_op_info[p->inst->op].operands[index].role == GCN_ROLE_SOFFSET;
    if (is_implied_vcc(p, index)) {
        *operand = (struct gcn_operand){.reg = GCN_VCC_LO, .dwords = 2};
        return true;
    }
    if (!is_silent(p, index) && !(smem && has_no_smem_offset(p)))
        return false;
    operand->reg = GCN_NO_REG;
    return true;
}

/* A number is an immediate offset, anything else a register. */
static void
parse_smem_offset(struct asm_parser *p, struct gcn_operand *operand,
                  const struct gcn_operand_info *info)
{
    asm_skip_space(p);
    if (asm_at_number(p) || (p->next < p->end && strchr("-(", *p->next)) ||
        (p->expressions && !asm_register(p, operand))) {
        int64_t value = asm_integer(p) * (p->target->has_smem_byte_offset ? 1 : 4);
        p->inst->imm = value;
        p->inst->smem_imm = 1;
        operand->reg = GCN_NO_REG;
    } else if (!p->expressions) {
        asm_operand(p, operand, info);
    }
}

static void
parse_operands(struct asm_parser *p)
{
    const struct gcn_op_info *info = &gcn_op_info[p->inst->op];
    bool first = true;
    for (unsigned i = 0; i < info->operand_count && !p->error; i++) {
        const struct gcn_operand_info *row = &info->operands[i];
        struct gcn_operand *operand = &p->inst->operands[i];
        if (fill_in(p, i))
            continue;
        if (!first)
            separator(p);
        first = false;
        if (row->role == GCN_ROLE_SOFFSET && p->inst->format == GCN_MTBUF)
            asm_leading_format(p);
        if (row->kind == GCN_OPERAND_IMM)
            asm_immediate(p, row, operand);
        else if (row->role == GCN_ROLE_SOFFSET && p->inst->format == GCN_SMEM)
            parse_smem_offset(p, operand, row);
        else
            asm_operand(p, operand, row);
    }
}

/* Gives absent operands and constants the size that the decoder would. */
static void
settle_sizes(struct asm_parser *p)
{
    const struct gcn_op_info *info = &gcn_op_info[p->inst->op];
    for (unsigned i = 0; i < info->operand_count && !p->error; i++) {
        struct gcn_operand *operand = &p->inst->operands[i];
        unsigned dwords = gcn_operand_dwords(p->target, p->inst, i);
        bool absent = operand->reg == GCN_NO_REG;
        if (info->operands[i].kind == GCN_OPERAND_IMM)
            continue;
        if (info->operands[i].role == GCN_ROLE_SRSRC && p->inst->r128 && operand->dwords == 8)
            operand->dwords = 4; /* written with either size */
        if (p->inst->op == GCN_s_cbranch_join && operand->dwords == 2)
            operand->dwords = 1; /* the 2017 guide writes a pair */
        if (dwords == 0 && !absent)
            asm_error(p, "an operand is not possible with these modifiers");
        else if (dwords && absent)
            asm_error(p, "an operand is missing");
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

/* Sources of which no modifier selected a part use the whole register. */
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

/* Reads the operands in one form; NULL when they fit. */
static const char *
try_form(struct asm_parser *p, unsigned op, unsigned format, unsigned ext)
{
    struct asm_parser saved = *p;
    memset(p->inst, 0, sizeof *p->inst);
    if (p->parsed) {
        p->parsed->later = NULL;
        p->parsed->fixup = GCN_FIXUP_NONE;
    }
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
        asm_modifiers(p);
    settle_sizes(p);
    if (ext != GCN_SDWA && p->has_selects)
        asm_error(p, "a modifier of SDWA in another form");
    if (ext != GCN_DPP && p->has_dpp)
        asm_error(p, "a modifier of DPP in another form");
    if (ext == GCN_PLAIN && is_short_vector(format) && p->has_long)
        asm_error(p, "a modifier of the long form");
    if (ext == GCN_DPP && !p->has_dpp)
        asm_error(p, "expected a DPP control");
    const char *error = p->error;
    uint32_t words[3];
    if (!error)
        p->inst->words = (uint8_t)gcn_encode(p->target, p->inst, words, &error);
    else if (p->parsed)
        saved.error_at = p->error_at;
    *p = saved;
    return error;
}

enum suffix { NO_SUFFIX = 1, E32 = 2, E64 = 4, SDWA = 8, DPP = 16 };

/* Tries the forms that the suffix allows, from the shortest on. */
static const char *
try_forms(struct asm_parser *p, unsigned op, enum suffix suffix)
{
    unsigned shortest = gcn_shortest_format(p->target, op);
    unsigned longest = gcn_opcode(p->target, op, GCN_VOP3B) >= 0 ? GCN_VOP3B : GCN_VOP3A;
    bool has_long = longest != shortest && gcn_opcode(p->target, op, longest) >= 0;
    bool is_long = shortest == GCN_VOP3A || shortest == GCN_VOP3B;
    bool extensible = p->target->has_dpp_sdwa && is_short_vector(shortest);
    const struct {
        unsigned format, ext, suffixes;
    } forms[] = {
        {shortest, GCN_PLAIN, NO_SUFFIX | (is_long ? E64 : E32)},
        {longest, GCN_PLAIN, has_long ? NO_SUFFIX | E64 : 0},
        {shortest, GCN_SDWA, extensible ? NO_SUFFIX | SDWA : 0},
        {shortest, GCN_DPP, extensible ? NO_SUFFIX | DPP : 0},
    };
    const char *error = "the instruction has no such form on this target", *error_at = NULL;
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (!(forms[i].suffixes & suffix))
            continue;
        p->error_at = NULL;
        const char *why = try_form(p, op, forms[i].format, forms[i].ext);
        if (!why)
            return NULL;
        if (forms[i].ext == GCN_PLAIN || suffix != NO_SUFFIX) {
            error = why;
            error_at = p->error_at;
        }
    }
    p->error_at = error_at;
    return error;
}

/* The operation with this spelling on the target.  Most names differ from a given one in their third
 * letter, after "v_" and the like. */
static unsigned
find_op(const struct gcn_target *target, const char *name, size_t length)
{
    enum { TELLING = 2 };
    unsigned op = gcn_find_spelling(target, name, length);
    if (op || length <= TELLING)
        return op;
    char letter = (char)tolower((unsigned char)name[TELLING]);
    for (op = 1; op < GCN_OPS; op++) {
        const char *text = gcn_op_info[op].name;
        if (text[TELLING] == letter && !strncasecmp(text, name, length) && !text[length] &&
            gcn_has_op(target, op) && gcn_spelling(target, op) == text)
            return op;
    }
    static const struct {
        const char *text;
        uint16_t op;
    } aliases[] = {
#define INST(...)
#define ALIAS(op, text) {#text, GCN_##op},
#include "gcn/isa/gcn_inst.def"
#undef INST
    };
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (strlen(aliases[i].text) == length && !strncasecmp(aliases[i].text, name, length) &&
            gcn_has_op(target, aliases[i].op))
            return aliases[i].op;
    return GCN_NO_OP;
}

/* The text up to a comment. */
static const char *
find_end(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == ';' || (text[i] == '/' && i + 1 < length && text[i + 1] == '/'))
            return text + i;
    }
    return text + length;
}

/* The operation that the mnemonic ahead names, and the form that its suffix asks for. */
static unsigned
parse_mnemonic(struct asm_parser *p, enum suffix *suffix)
{
    static const struct {
        const char *text;
        enum suffix suffix;
    } suffixes[] = {{"_e32", E32}, {"_e64", E64}, {"_sdwa", SDWA}, {"_dpp", DPP}};
    size_t length = asm_word_length(p);
    const char *name = p->next;
    unsigned op = length ? find_op(p->target, name, length) : GCN_NO_OP;
    *suffix = NO_SUFFIX;
    for (unsigned i = 0; !op && i < sizeof suffixes / sizeof *suffixes; i++) {
        size_t tail = strlen(suffixes[i].text);
        if (length > tail && !strncasecmp(name + length - tail, suffixes[i].text, tail)) {
            op = find_op(p->target, name, length - tail);
            *suffix = suffixes[i].suffix;
        }
    }
    if (op)
        p->next += length;
    else if (length)
        asm_error(p, arena_printf(p->arena, "%s has no instruction '%.*s'", p->target->name,
                                  (int)length, name));
    else
        asm_error(p, "expected an instruction");
    return op;
}

static const char *
parse(struct asm_parser *p)
{
    enum suffix suffix;
    const char *start = p->next;
    unsigned op = parse_mnemonic(p, &suffix);
    if (!op)
        return p->error;
    p->has_glc = contains_word(p->next, p->end, "glc");
    p->has_lds = contains_word(p->next, p->end, "lds");
    const char *error = try_forms(p, op, suffix);
    if (!p->error_at)
        p->error_at = start;
    return error;
}

const char *
gcn_parse(struct arena *arena, const struct gcn_target *target, const char *text, size_t length,
          struct gcn_inst *inst)
{
    struct asm_parser p = {.target = target,
                           .arena = arena,
                           .next = text,
                           .end = find_end(text, length),
                           .inst = inst};
    return parse(&p);
}

const char *
gcn_parse_symbolic(struct arena *arena, const struct gcn_target *target, const char *text,
                   size_t length, const struct gcn_expressions *expressions,
                   struct gcn_parsed *parsed)
{
    struct asm_parser p = {.target = target,
                           .arena = arena,
                           .next = text,
                           .end = find_end(text, length),
                           .inst = &parsed->inst,
                           .expressions = expressions,
                           .parsed = parsed};
    const char *error = parse(&p);
    parsed->error_at = p.error_at;
    return error;
}
