/* Instructions as text that llvm-mc takes. */
#include "gcn/isa/gcn_format.h"

#include <string.h>
#include <strings.h>

struct spelling {
    uint16_t op;
    uint8_t family;
    const char *text;
};

static const struct spelling spellings[] = {
#define INST(...)
#define SPELL(op, family, text) {GCN_##op, GCN_##family, #text},
#include "gcn/isa/gcn_inst.def"
#undef INST
};

const char *
gcn_spelling(const struct gcn_target *target, enum gcn_op op)
{
    for (unsigned i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        if (spellings[i].op == op && spellings[i].family == target->family)
            return spellings[i].text;
    }
    return gcn_op_info[op].name;
}

enum gcn_op
gcn_find_spelling(const struct gcn_target *target, const char *text, size_t length)
{
    for (unsigned i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        if (spellings[i].family == target->family &&
            !strncasecmp(spellings[i].text, text, length) && !spellings[i].text[length])
            return spellings[i].op;
    }
    return GCN_NO_OP;
}

/* ---- operands ---- */

static void
print_tuple(struct strbuf *buf, const char *file, unsigned index, unsigned dwords)
{
    if (dwords > 1)
        strbuf_printf(buf, "%s[%u:%u]", file, index, index + dwords - 1);
    else
        strbuf_printf(buf, "%s%u", file, index);
}

/* Registers with names of their own; false if it is not one of them. */
static bool
print_named(struct strbuf *buf, unsigned reg, unsigned dwords)
{
    for (unsigned i = 0; i < gcn_reg_name_count; i++) {
        const struct gcn_reg_name *name = &gcn_reg_names[i];
        if (name->reg == reg)
            strbuf_puts(buf, !name->low || dwords > 1 ? name->pair : name->low);
        else if (name->low && name->reg + 1u == reg)
            strbuf_puts(buf, name->high);
        else
            continue;
        return true;
    }
    return false;
}

static void
print_constant(struct strbuf *buf, unsigned reg, unsigned dwords)
{
    static const char *const floats[] = {"0.5", "-0.5", "1.0", "-1.0",
                                         "2.0", "-2.0", "4.0", "-4.0"};
    if (reg == GCN_CONST_INV_2PI)
        strbuf_puts(buf, dwords > 1 ? "0.15915494309189532" : "0.15915494");
    else if (reg >= GCN_CONST_0_5)
        strbuf_puts(buf, floats[reg - GCN_CONST_0_5]);
    else if (reg <= GCN_CONST_0 + 64)
        strbuf_printf(buf, "%u", reg - GCN_CONST_0);
    else
        strbuf_printf(buf, "-%u", reg - GCN_CONST_0 - 64);
}

static void
print_reg(struct strbuf *buf, const struct gcn_operand *operand)
{
    unsigned reg = operand->reg, dwords = operand->dwords;
    if (reg == GCN_NO_REG)
        strbuf_puts(buf, "off");
    else if (gcn_is_vgpr(reg))
        print_tuple(buf, "v", reg - GCN_VGPR0, dwords);
    else if (gcn_is_agpr(reg))
        print_tuple(buf, "a", reg - GCN_AGPR0, dwords);
    else if (gcn_is_sgpr(reg))
        print_tuple(buf, "s", reg, dwords);
    else if (reg >= GCN_TTMP0 && reg < GCN_TTMP0 + 16)
        print_tuple(buf, "ttmp", reg - GCN_TTMP0, dwords);
    else if (reg == GCN_LITERAL)
        strbuf_printf(buf, "0x%x", (unsigned)operand->literal);
    else if (gcn_is_inline(reg))
        print_constant(buf, reg, dwords);
    else if (!print_named(buf, reg, dwords))
        strbuf_printf(buf, "<reg %u>", reg);
}

void
gcn_print_operand(struct strbuf *buf, const struct gcn_target *target,
                  const struct gcn_operand *operand)
{
    (void)target;
    /* -1.0 would be another constant, so constants are negated by name. */
    bool constant = gcn_is_inline(operand->reg) || operand->reg == GCN_LITERAL;
    if (operand->sext)
        strbuf_puts(buf, "sext(");
    if (operand->neg)
        strbuf_puts(buf, constant && !operand->abs ? "neg(" : "-");
    if (operand->abs)
        strbuf_puts(buf, "|");
    print_reg(buf, operand);
    if (operand->abs)
        strbuf_puts(buf, "|");
    if (operand->neg && constant && !operand->abs)
        strbuf_puts(buf, ")");
    if (operand->sext)
        strbuf_puts(buf, ")");
}

/* ---- immediates ---- */

static void
print_hwreg(struct strbuf *buf, const struct gcn_target *target, unsigned simm16)
{
    unsigned id = simm16 & 63, first = simm16 >> 6 & 31, width = (simm16 >> 11 & 31) + 1;
    const char *name = NULL;
#define HWREG(number, word, low, high)                                                             \
    if (id == number && target->family >= GCN_##low && target->family <= GCN_##high)               \
        name = "HW_REG_" #word;
#include "gcn/isa/gcn_names.def"
    strbuf_puts(buf, "hwreg(");
    if (name)
        strbuf_puts(buf, name);
    else
        strbuf_printf(buf, "%u", id);
    if (first != 0 || width != 32)
        strbuf_printf(buf, ", %u, %u", first, width);
    strbuf_puts(buf, ")");
}

static const char *
message_name(const struct gcn_target *target, unsigned id)
{
#define MESSAGE(number, text, low, high)                                                           \
    if (id == number && target->family >= GCN_##low && target->family <= GCN_##high)               \
        return "MSG_" text;
#include "gcn/isa/gcn_names.def"
    return NULL;
}

static const char *
message_op_name(unsigned id, unsigned op)
{
#define MESSAGE_OP(number, operation, text)                                                        \
    if (id == number && op == operation)                                                           \
        return text;
#include "gcn/isa/gcn_names.def"
    return NULL;
}

/* By name where every bit is accounted for, else as a number. */
static void
print_message(struct strbuf *buf, const struct gcn_target *target, unsigned simm16)
{
    unsigned id = simm16 & 15, op = simm16 >> 4 & 7, stream = simm16 >> 8 & 3;
    const char *name = message_name(target, id);
    const char *op_name = message_op_name(id, op);
    bool is_gs = id == 2 || id == 3, has_op = is_gs || id == 15;
    bool takes_stream = is_gs && op != 0;
    if (!name || simm16 >> 10 || simm16 & 0x80 || (has_op ? !op_name : op != 0) ||
        (stream && !takes_stream)) {
        strbuf_printf(buf, "0x%x", simm16);
        return;
    }
    strbuf_printf(buf, "sendmsg(%s", name);
    if (has_op)
        strbuf_printf(buf, ", %s", op_name);
    if (takes_stream)
        strbuf_printf(buf, ", %u", stream);
    strbuf_puts(buf, ")");
}

static void
print_waitcnt(struct strbuf *buf, const struct gcn_target *target, unsigned simm16)
{
    unsigned vm, exp, lgkm;
    gcn_waitcnt_decode(target, (uint16_t)simm16, &vm, &exp, &lgkm);
    if (gcn_waitcnt_encode(target, vm, exp, lgkm) != simm16) {
        strbuf_printf(buf, "0x%x", simm16);
        return;
    }
    const char *separator = "";
    bool none = vm == target->vmcnt_max && exp == target->expcnt_max && lgkm == target->lgkmcnt_max;
    if (vm != target->vmcnt_max || none) {
        strbuf_printf(buf, "vmcnt(%u)", vm);
        separator = " ";
    }
    if (exp != target->expcnt_max || none) {
        strbuf_printf(buf, "%sexpcnt(%u)", separator, exp);
        separator = " ";
    }
    if (lgkm != target->lgkmcnt_max || none)
        strbuf_printf(buf, "%slgkmcnt(%u)", separator, lgkm);
}

static void
print_gpr_idx(struct strbuf *buf, unsigned mode)
{
    static const char *const names[] = {"SRC0", "SRC1", "SRC2", "DST"};
    if (mode > 15) {
        strbuf_printf(buf, "0x%x", mode);
        return;
    }
    strbuf_puts(buf, "gpr_idx(");
    const char *separator = "";
    for (unsigned i = 0; i < 4; i++) {
        if (mode >> i & 1) {
            strbuf_printf(buf, "%s%s", separator, names[i]);
            separator = ",";
        }
    }
    strbuf_puts(buf, ")");
}

static void
print_simm16(struct strbuf *buf, const struct gcn_target *target, const struct gcn_inst *inst,
             const char *label)
{
    unsigned simm16 = (uint16_t)inst->imm;
    if (gcn_op_info[inst->op].flags & GCN_FLAG_BRANCH) {
        if (label)
            strbuf_puts(buf, label);
        else
            strbuf_printf(buf, "%u", simm16);
        return;
    }
    switch (inst->op) {
    case GCN_s_waitcnt:
        print_waitcnt(buf, target, simm16);
        break;
    case GCN_s_sendmsg:
    case GCN_s_sendmsghalt:
        print_message(buf, target, simm16);
        break;
    case GCN_s_getreg_b32:
    case GCN_s_setreg_b32:
    case GCN_s_setreg_imm32_b32:
        print_hwreg(buf, target, simm16);
        break;
    case GCN_s_set_gpr_idx_mode:
        print_gpr_idx(buf, simm16);
        break;
    default: /* small numbers as inline constants are printed */
        strbuf_printf(buf,
                      inst->format == GCN_SOPK || (simm16 > 64 && inst->op != GCN_s_endpgm) ? "0x%x"
                                                                                            : "%u",
                      simm16);
        break;
    }
}

static void
print_immediate(struct strbuf *buf, const struct gcn_target *target, const struct gcn_inst *inst,
                unsigned index, const char *label)
{
    static const char *const parameters[] = {"p10", "p20", "p0"};
    const struct gcn_operand_info *info = &gcn_op_info[inst->op].operands[index];
    uint32_t value = inst->operands[index].literal;
    switch (info->role) {
    case GCN_ROLE_LITERAL:
        strbuf_printf(buf, "0x%x", (unsigned)inst->literal);
        break;
    case GCN_ROLE_ATTR:
        strbuf_printf(buf, "attr%u.%c", inst->target, "xyzw"[inst->chan & 3]);
        break;
    case GCN_ROLE_VSRC:
        if (value < 3)
            strbuf_puts(buf, parameters[value]);
        else
            strbuf_printf(buf, "invalid_param_%u", (unsigned)value);
        break;
    case GCN_ROLE_SDATA:
        strbuf_printf(buf, value > 64 ? "0x%x" : "%u", (unsigned)value);
        break;
    case GCN_ROLE_SSRC1:
        print_gpr_idx(buf, (unsigned)inst->imm & 0xff);
        break;
    default:
        print_simm16(buf, target, inst, label);
        break;
    }
}

/* ---- modifiers ---- */

static void
print_bits(struct strbuf *buf, const char *name, unsigned bits, unsigned count)
{
    strbuf_printf(buf, " %s:[", name);
    for (unsigned i = 0; i < count; i++)
        strbuf_printf(buf, "%s%u", i ? "," : "", bits >> i & 1);
    strbuf_puts(buf, "]");
}

static void
print_op_sel(struct strbuf *buf, const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    unsigned sources = gcn_source_count(info), mask = (1u << sources) - 1;
    if (inst->format == GCN_VOP3P && gcn_inst_layout(inst) == GCN_VOP3P && sources > 1) {
        bool mix = info->flags & (GCN_FLAG_MAD_MIX | GCN_FLAG_FMA_MIX);
        if (inst->op_sel)
            print_bits(buf, "op_sel", inst->op_sel, sources);
        if ((inst->op_sel_hi & mask) != (mix ? 0 : mask))
            print_bits(buf, "op_sel_hi", inst->op_sel_hi, sources);
        if (inst->neg_lo)
            print_bits(buf, "neg_lo", inst->neg_lo, sources);
        if (inst->neg_hi)
            print_bits(buf, "neg_hi", inst->neg_hi, sources);
    } else if (inst->format == GCN_VOP3A && inst->op_sel) {
        /* The destination's bit is always the fourth, however many sources there are. */
        print_bits(buf, "op_sel", (inst->op_sel & mask) | inst->op_sel >> 3 << sources,
                   sources + 1);
    }
}

static void
print_dpp(struct strbuf *buf, const struct gcn_inst *inst)
{
    unsigned ctrl = inst->dpp_ctrl;
    if (ctrl <= 0xff)
        strbuf_printf(buf, " quad_perm:[%u,%u,%u,%u]", ctrl & 3, ctrl >> 2 & 3, ctrl >> 4 & 3,
                      ctrl >> 6);
#define DPP(low, high, text, number)                                                               \
    if (ctrl >= (low) && ctrl <= (high)) {                                                         \
        strbuf_puts(buf, " " text);                                                                \
        if ((number) >= 0)                                                                         \
            strbuf_printf(buf, ":%d", (int)(ctrl - (low)) + (number));                             \
    }
#include "gcn/isa/gcn_names.def"
    strbuf_printf(buf, " row_mask:0x%x bank_mask:0x%x", inst->row_mask, inst->bank_mask);
    if (inst->bound_ctrl)
        strbuf_puts(buf, " bound_ctrl:0"); /* the bit is set: the spelling is inverted */
}

static const char *
select_name(unsigned select)
{
#define SELECT(number, text)                                                                       \
    if (select == number)                                                                          \
        return text;
#include "gcn/isa/gcn_names.def"
    return "SEL_INVALID";
}

static const char *
unused_name(unsigned unused)
{
#define UNUSED(number, text)                                                                       \
    if (unused == number)                                                                          \
        return text;
#include "gcn/isa/gcn_names.def"
    return "UNUSED_INVALID";
}

static void
print_sdwa(struct strbuf *buf, const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    if (inst->format != GCN_VOPC)
        strbuf_printf(buf, " dst_sel:%s dst_unused:%s", select_name(inst->dst_sel),
                      unused_name(inst->dst_unused));
    for (unsigned i = 0; i < info->operand_count; i++) {
        unsigned role = info->operands[i].role;
        if (role == GCN_ROLE_SRC0 || role == GCN_ROLE_SRC1)
            strbuf_printf(buf, " src%u_sel:%s", role - GCN_ROLE_SRC0,
                          select_name(inst->operands[i].sel));
    }
}

static void
print_offset(struct strbuf *buf, const struct gcn_inst *inst)
{
    switch (inst->format) {
    case GCN_DS:
        if (gcn_op_info[inst->op].flags & GCN_FLAG_TWO_OFFSETS) {
            if (inst->imm)
                strbuf_printf(buf, " offset0:%d", (int)inst->imm);
            if (inst->offset1)
                strbuf_printf(buf, " offset1:%u", inst->offset1);
            return;
        }
        break;
    case GCN_MUBUF:
    case GCN_MTBUF:
    case GCN_FLAT:
    case GCN_GLOBAL:
    case GCN_SCRATCH:
        break;
    default:
        return;
    }
    if (inst->imm)
        strbuf_printf(buf, " offset:%d", (int)inst->imm);
}

static void
print_modifiers(struct strbuf *buf, const struct gcn_inst *inst)
{
    static const char *const omod[] = {"", " mul:2", " mul:4", " div:2"};
    if (inst->format == GCN_MTBUF)
        strbuf_printf(buf, " format:%u", inst->dfmt + 16u * inst->nfmt);
    print_op_sel(buf, inst);
#define ADDRESS_FLAG(member)                                                                       \
    if (inst->member)                                                                              \
        strbuf_puts(buf, " " #member);
#define NUMBER(member, radix)                                                                      \
    if (inst->member)                                                                              \
        strbuf_printf(buf, radix == 16 ? " " #member ":0x%x" : " " #member ":%u", inst->member);
#include "gcn/isa/gcn_names.def"
    print_offset(buf, inst);
    bool lds_first = inst->op == GCN_buffer_store_lds_dword; /* part of its syntax */
    if (lds_first)
        strbuf_puts(buf, " lds");
#define FLAG(member)                                                                               \
    if (inst->member && !(lds_first && !strcmp(#member, "lds")))                                   \
        strbuf_puts(buf, " " #member);
#include "gcn/isa/gcn_names.def"
    strbuf_puts(buf, omod[inst->omod]);
    if (inst->ext == GCN_SDWA)
        print_sdwa(buf, inst);
    if (inst->ext == GCN_DPP)
        print_dpp(buf, inst);
}

/* ---- the instruction ---- */

static const char *
suffix(const struct gcn_target *target, const struct gcn_inst *inst)
{
    enum gcn_format shortest = gcn_shortest_format(target, inst->op);
    if (inst->ext != GCN_PLAIN)
        return inst->ext == GCN_SDWA ? "_sdwa" : "_dpp";
    if (inst->format != shortest)
        return "_e64";
    if (inst->format < GCN_VOP1 || inst->format > GCN_VOPC)
        return "";
    bool both = gcn_opcode(target, inst->op, GCN_VOP3A) >= 0 ||
                gcn_opcode(target, inst->op, GCN_VOP3B) >= 0;
    return both ? "_e32" : "";
}

/* The SMEM offset when there is no register: bytes, before GFX8 dwords. */
static void
print_smem_offset(struct strbuf *buf, const struct gcn_target *target, const struct gcn_inst *inst)
{
    int64_t offset = target->has_smem_byte_offset ? inst->imm : inst->imm / 4;
    strbuf_printf(buf, offset < 0 ? "-0x%x" : "0x%x", (unsigned)(offset < 0 ? -offset : offset));
}

/* exp: target and four sources; when compressed, each is printed twice. */
static void
print_export(struct strbuf *buf, const struct gcn_target *target, const struct gcn_inst *inst)
{
    unsigned n = inst->target;
    if (n < 8)
        strbuf_printf(buf, " mrt%u", n);
    else if (n == 8)
        strbuf_puts(buf, " mrtz");
    else if (n == 9)
        strbuf_puts(buf, " null");
    else if (n >= 12 && n <= 15)
        strbuf_printf(buf, " pos%u", n - 12);
    else if (n >= 32)
        strbuf_printf(buf, " param%u", n - 32);
    else
        strbuf_printf(buf, " invalid_target_%u", n);
    for (unsigned i = 0; i < 4; i++) {
        strbuf_puts(buf, i ? ", " : " ");
        struct gcn_operand source = inst->operands[inst->compr ? i / 2 : i];
        if (!(inst->en >> i & 1))
            source.reg = GCN_NO_REG;
        gcn_print_operand(buf, target, &source);
    }
}

/* Operands that the text leaves out. */
static bool
is_silent(const struct gcn_target *target, const struct gcn_inst *inst, unsigned index)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    unsigned role = info->operands[index].role;
    if (inst->op == GCN_s_endpgm)
        return inst->imm == 0;
    if (role == GCN_ROLE_VDATA ||
        (role == GCN_ROLE_VDST && (info->flags & GCN_FLAG_ATOMIC || inst->lds)))
        return gcn_operand_dwords(target, inst, index) == 0;
    return false;
}

/* Prints the operand as its row describes it: sizes come from the row, not from the bits alone. */
static void
print_row_operand(struct strbuf *buf, const struct gcn_target *target, const struct gcn_inst *inst,
                  unsigned index, const char *label)
{
    const struct gcn_operand_info *info = &gcn_op_info[inst->op].operands[index];
    struct gcn_operand operand = inst->operands[index];
    unsigned dwords = gcn_operand_dwords(target, inst, index);
    if (info->kind == GCN_OPERAND_IMM) {
        print_immediate(buf, target, inst, index, label);
        return;
    }
    if (info->role == GCN_ROLE_SOFFSET && dwords == 0) {
        print_smem_offset(buf, target, inst);
        return;
    }
    /* llvm-mc writes eight registers even where r128 says that four are read. */
    operand.dwords = (uint8_t)(info->role == GCN_ROLE_SRSRC && inst->r128 ? 8 : dwords);
    if (dwords == 0)
        operand.reg = GCN_NO_REG;
    gcn_print_operand(buf, target, &operand);
    if (info->role == GCN_ROLE_SOFFSET && inst->soffset_en) {
        strbuf_puts(buf, " offset:");
        print_smem_offset(buf, target, inst);
    }
}

void
gcn_print(struct strbuf *buf, const struct gcn_target *target, const struct gcn_inst *inst,
          const char *label)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    strbuf_puts(buf, gcn_spelling(target, inst->op));
    strbuf_puts(buf, suffix(target, inst));
    if (inst->format == GCN_EXP) {
        print_export(buf, target, inst);
    } else {
        const char *separator = " ";
        for (unsigned i = 0; i < info->operand_count; i++) {
            if (is_silent(target, inst, i))
                continue;
            strbuf_puts(buf, separator);
            print_row_operand(buf, target, inst, i, label);
            separator = ", ";
        }
    }
    print_modifiers(buf, inst);
}
