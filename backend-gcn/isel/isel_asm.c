/* Selection of inline assembly: operands by their constraints, named registers, and registers that
 * the text overwrites.
 *
 * Such a register is one more definition that is never read, so values that live across the text
 * are kept elsewhere; definitions come before the inputs (lower_asm relies on it).  VCC, M0 and SCC
 * count as overwritten whenever the text may do so, because programs rarely declare it. */
#include "backend-gcn/isel/isel.h"
#include "backend-gcn/mir/mir_effects.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_OPERANDS = 1024 }; /* more than gen_asm lets through, of 16 components each */

/* Most texts have three or four. */
typedef VEC(struct mir_operand) asm_operands;

/* "v32", "s[4:5]", "vcc" or one of them in braces; reports anything else. */
static struct gcn_operand
named_register(struct isel *isel, const struct ir_inst *inst, const char *name)
{
    struct gcn_operand operand = {.reg = GCN_NO_REG};
    size_t length = strlen(name);
    if (*name == '{' && name[length - 1] == '}') {
        name++;
        length -= 2;
    }
    if (!gcn_parse_register(isel->arena, isel->options->object.target, name, length, &operand))
        diag_fatal(isel->options->diag, inst->loc, unknown_register_asm, (int)length, name);
    return operand;
}

static bool
is_general(unsigned reg)
{
    return reg < GCN_VCC_LO || (reg >= GCN_VGPR0 && reg < GCN_VGPR0 + 256);
}

static enum mir_class
class_of(const struct gcn_operand *reg)
{
    return reg->reg >= GCN_VGPR0 ? MIR_VGPR : MIR_SGPR;
}

static void
add(struct isel *isel, asm_operands *operands, struct mir_operand operand)
{
    if (operands->count == MAX_OPERANDS)
        ice(isel->guard, "isel: too many operands of inline assembly");
    vec_push(isel->arena, operands, operand);
}

/* A value of the constraint's class, in the register that it names if any. */
static struct mir_operand
output(struct isel *isel, const struct ir_inst *inst, const char *constraint, unsigned dwords)
{
    const char *brace = strchr(constraint, '{');
    if (!brace)
        return strpbrk(constraint, "sr") ? mir_new_sgpr(&isel->b, dwords)
                                         : mir_new_vgpr(&isel->b, dwords);
    struct gcn_operand reg = named_register(isel, inst, brace);
    if (reg.dwords != dwords || !is_general(reg.reg))
        diag_fatal(isel->options->diag, inst->loc, register_size_asm, brace);
    uint32_t temp = mir_temp_new(isel->function, class_of(&reg), dwords);
    return mir_temp_at(isel->function, temp, reg.reg);
}

/* Adds each register of a clobbered tuple by itself, so that no alignment is required. */
static void
clobber(struct isel *isel, const struct ir_inst *inst, asm_operands *operands, const char *name)
{
    if (strcasecmp(name, "memory") == 0 || strcasecmp(name, "cc") == 0)
        return;
    struct gcn_operand reg = named_register(isel, inst, name);
    unsigned dwords = reg.dwords ? reg.dwords : 1;
    if (!is_general(reg.reg)) { /* EXEC must not be changed */
        if (mir_fixed_set(reg.reg) & MIR_SET_VCC)
            add(isel, operands, mir_fixed(GCN_VCC_LO, 2));
        else if (reg.reg == GCN_M0)
            add(isel, operands, mir_fixed(GCN_M0, 1));
        else if (reg.reg == GCN_SRC_SCC)
            add(isel, operands, mir_fixed(GCN_SRC_SCC, 1));
        return;
    }
    for (unsigned i = 0; i < dwords; i++) {
        uint32_t temp = mir_temp_new(isel->function, class_of(&reg), 1);
        add(isel, operands, mir_temp_at(isel->function, temp, reg.reg + i));
    }
}

/* Does the text contain the word, in either case?  begins: a mnemonic that starts with it is
 * enough. */
static bool
mentions(const struct isel *isel, const char *text, const char *word, bool begins)
{
    size_t length = strlen(word);
    for (const char *at = text; *at; at++) {
        guard_poll_along(isel->function->guard, at);
        bool starts = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (starts && strncasecmp(at, word, length) == 0 &&
            (begins || !(isalnum((unsigned char)at[length]))))
            return true;
    }
    return false;
}

static void
add_clobbers(struct isel *isel, const struct ir_inst *inst, asm_operands *operands)
{
    const struct ir_asm *assembly = inst->assembly;
    bool vcc = mentions(isel, assembly->text, "vcc", false) ||
               mentions(isel, assembly->text, "vcc_lo", false) ||
               mentions(isel, assembly->text, "v_cmp", true);
    bool scc = mentions(isel, assembly->text, "s_", true),
         m0 = mentions(isel, assembly->text, "m0", false);
    for (uint32_t i = 0; i < assembly->clobber_count; i++) {
        vcc = vcc && strncasecmp(assembly->clobbers[i], "vcc", 3) != 0;
        scc = scc && strcasecmp(assembly->clobbers[i], "scc") != 0;
        m0 = m0 && strcasecmp(assembly->clobbers[i], "m0") != 0;
        clobber(isel, inst, operands, assembly->clobbers[i]);
    }
    if (vcc)
        clobber(isel, inst, operands, "vcc");
    if (m0)
        clobber(isel, inst, operands, "m0");
    if (scc)
        clobber(isel, inst, operands, "scc");
}

static struct mir_operand
input(struct isel *isel, const struct ir_inst *inst, const char *constraint, ir_id value)
{
    const struct ir_asm *assembly = inst->assembly;
    if (isdigit((unsigned char)*constraint)) { /* the register of an output */
        unsigned long tied = strtoul(constraint, NULL, 10);
        if (tied < assembly->output_count)
            constraint = assembly->constraints[tied] + 1;
        const char *brace = strchr(constraint, '{');
        if (brace) { /* lower_asm moves it there */
            struct gcn_operand reg = named_register(isel, inst, brace);
            constraint = class_of(&reg) == MIR_SGPR ? "s" : "v";
        }
    }
    if (*constraint == '{') {
        struct gcn_operand reg = named_register(isel, inst, constraint);
        struct mir_operand operand =
            class_of(&reg) == MIR_SGPR ? isel_use_sgpr(isel, value) : isel_use_vgpr(isel, value);
        if (reg.dwords != operand.dwords || !is_general(reg.reg))
            diag_fatal(isel->options->diag, inst->loc, register_size_asm, constraint);
        operand.is_fixed = true;
        operand.reg = reg.reg;
        return operand;
    }
    struct mir_operand operand = isel_use(isel, value);
    if (strpbrk(constraint, "sr"))
        return isel_use_sgpr(isel, value);
    if (strpbrk(constraint, "inIJABCD") && operand.kind == MIR_CONST)
        return operand;
    return isel_to_vgpr(isel, operand);
}

void
isel_asm(struct isel *isel, struct ir_inst *inst)
{
    const struct ir_asm *assembly = inst->assembly;
    asm_operands list = {0}, *operands = &list;
    for (unsigned i = 0; i < inst->def_count; i++) {
        unsigned bits = ir_type_bits(ir_type_of(isel->kernel, inst->def + i));
        add(isel, operands, output(isel, inst, assembly->constraints[i], bits == 64 ? 2 : 1));
    }
    add_clobbers(isel, inst, operands);
    unsigned defs = operands->count;
    for (unsigned i = 0; i < inst->arg_count; i++)
        add(isel, operands,
            input(isel, inst, assembly->constraints[assembly->output_count + i],
                  inst->args[i].value));
    struct mir_inst *result = mir_emit(&isel->b, MIR_P_ASM, operands->at, operands->count, defs);
    result->assembly = inst->assembly;
    result->no_reorder = true;
    bool has_lds = isel->has_lds || !isel->kernel->is_kernel; /* a caller may have */
    if (isel->target->needs_lds_m0 && has_lds && mentions(isel, assembly->text, "m0", false))
        mir_build(&isel->b, GCN_s_mov_b32, 1, mir_fixed(GCN_M0, 1), mir_const(UINT32_MAX));
    for (unsigned i = 0; i < inst->def_count; i++) {
        struct mir_operand value = operands->at[i];
        value.is_fixed = false;
        value.reg = GCN_NO_REG;
        isel_define(isel, inst->def + i, value);
    }
}
