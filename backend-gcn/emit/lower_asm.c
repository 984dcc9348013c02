/* Inline assembly: the text with its operands filled in is parsed by the assembler's parser, one
 * instruction after the other; the results are ordinary machine instructions, so waits and hazards
 * inside it are handled as everywhere else. */
#include "backend-gcn/mir/mir_effects.h"
#include "backend-gcn/emit/lower_pseudo.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct expansion {
    struct mir_function *function;
    struct mir_inst *inst;
    struct arena *arena;
    struct diag *diag; /* NULL in tests of passes */
};

_Noreturn static void
fail(struct expansion *state, const char *text, const char *what)
{
    const char *builtin = state->inst->assembly->builtin;
    if (state->diag && builtin)
        diag_fatal(state->diag, state->inst->loc, builtin_lacks_instruction, builtin, text, what);
    if (state->diag)
        diag_fatal(state->diag, state->inst->loc, bad_inline_assembly, text, what);
    ice(state->function->guard, "inline assembly '%.200s': %s", text, what);
}

/* Operand n of the text, counted over outputs and inputs. */
static void
print_operand(struct expansion *state, struct strbuf *buf, unsigned n)
{
    const struct ir_asm *assembly = state->inst->assembly;
    if (n >= assembly->output_count) /* the clobbered registers come between outputs and inputs */
        n += state->inst->def_count - assembly->output_count;
    if (n >= state->inst->operand_count)
        fail(state, state->inst->assembly->text, "operand number out of range");
    const struct mir_operand *operand = &state->inst->operands[n];
    struct gcn_operand printed = {.reg = operand->reg, .dwords = operand->dwords};
    if (operand->kind == MIR_CONST) {
        strbuf_printf(buf, "%lld",
                      operand->dwords == 2 ? (long long)operand->value
                                           : (long long)(int32_t)operand->value);
        return;
    }
    gcn_print_operand(buf, state->function->target, &printed);
}

/* %0, %[0], $0 and %% in one instruction's text. */
static void
substitute(struct expansion *state, struct strbuf *buf, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((text[i] != '%' && text[i] != '$') || i + 1 == length) {
            strbuf_add(buf, text + i, 1);
        } else if (text[i + 1] == text[i]) {
            strbuf_add(buf, text + i++, 1);
        } else if (isdigit((unsigned char)text[i + 1])) {
            unsigned n = 0;
            while (i + 1 < length && isdigit((unsigned char)text[i + 1]))
                n = n * 10 + (unsigned)(text[++i] - '0');
            print_operand(state, buf, n);
        } else {
            strbuf_add(buf, text + i, 1);
        }
    }
}

static struct mir_operand
from_operand(const struct gcn_operand *from)
{
    if (from->reg == GCN_NO_REG)
        return mir_none();
    struct mir_operand to =
        from->reg == GCN_LITERAL ? mir_const(from->literal) : mir_physical(from->reg, from->dwords);
    to.neg = from->neg;
    to.abs = from->abs;
    to.sext = from->sext;
    return to;
}

/* Modifiers that machine IR has no place for: images, exports, typed buffers, LDS DMA, MFMA. */
static bool
has_foreign_modifier(const struct gcn_inst *inst)
{
    return inst->lds || inst->tfe || inst->unorm || inst->da || inst->r128 || inst->lwe ||
           inst->d16 || inst->a16 || inst->nv || inst->dmask || inst->dfmt || inst->nfmt ||
           inst->compr || inst->done || inst->vm || inst->en || inst->target || inst->chan ||
           inst->high || inst->cbsz || inst->abid || inst->blgp;
}

static struct mir_inst *
from_gcn(struct expansion *state, const struct gcn_inst *from)
{
    const struct gcn_op_info *info = &gcn_op_info[from->op];
    struct mir_operand operands[GCN_MAX_OPERANDS];
    for (unsigned i = 0; i < info->operand_count; i++)
        operands[i] = info->operands[i].kind == GCN_OPERAND_IMM ? mir_none()
                                                                : from_operand(&from->operands[i]);
    struct mir_inst *to = mir_inst_new(state->function, from->op, operands, info->operand_count, 0);
    to->loc = state->inst->loc;
    to->no_reorder = true;
    struct mir_mods *mods = &to->mods;
    *mods = (struct mir_mods){.imm = from->imm,
                              .offset1 = from->offset1,
                              .omod = from->omod,
                              .clamp = from->clamp,
                              .glc = from->glc,
                              .slc = from->slc,
                              .offen = from->offen,
                              .idxen = from->idxen,
                              .addr64 = from->addr64,
                              .gds = from->gds,
                              .op_sel = from->op_sel,
                              .op_sel_hi = from->op_sel_hi,
                              .neg_lo = from->neg_lo,
                              .neg_hi = from->neg_hi,
                              .literal = from->literal};
    if (from->ext == GCN_DPP) {
        mods->has_dpp = true;
        mods->dpp_ctrl = from->dpp_ctrl;
        mods->row_mask = from->row_mask;
        mods->bank_mask = from->bank_mask;
        mods->bound_ctrl = from->bound_ctrl;
    } else if (from->ext == GCN_SDWA) {
        mods->has_sdwa = true;
        mods->dst_sel = (uint8_t)(from->dst_sel + 1);
        mods->dst_unused = from->dst_unused;
        for (unsigned i = 0; i < info->operand_count; i++)
            to->operands[i].sel = (uint8_t)(from->operands[i].sel + 1);
    }
    if (info->flags & (GCN_FLAG_LOAD | GCN_FLAG_STORE | GCN_FLAG_ATOMIC))
        to->memory.spaces = IR_SPACES_ALL;
    return to;
}

/* Returns false when the text is no instruction and may be a comment. */
static bool
expand_one(struct expansion *state, const char *text, size_t length, bool may_be_comment)
{
    while (length && isspace((unsigned char)*text)) {
        text++;
        length--;
    }
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    if (!length)
        return true;
    struct strbuf buf = strbuf_new(state->arena);
    struct gcn_inst parsed = {0};
    substitute(state, &buf, text, length);
    const char *fault =
        gcn_parse(state->arena, state->function->target, buf.text, buf.length, &parsed);
    if (fault && may_be_comment)
        return false;
    if (fault)
        fail(state, buf.text, fault);
    if (has_foreign_modifier(&parsed))
        fail(state, buf.text, "one of its modifiers is not supported yet");
    mir_insert_before(state->inst, from_gcn(state, &parsed));
    return true;
}

enum { MAX_READS = 9 }; /* of a point: gen_check.c */

/* An s_nop that reads the inputs, as far as waits are concerned. */
static struct mir_inst *
point(const struct expansion *state)
{
    struct mir_operand reads[1 + MAX_READS] = {mir_none()}; /* its own: the simm16 */
    const struct mir_inst *inst = state->inst;
    unsigned count = 1;
    for (unsigned i = inst->def_count; i < inst->operand_count && count <= MAX_READS; i++)
        reads[count++] = mir_physical(inst->operands[i].reg, inst->operands[i].dwords);
    return mir_inst_new(state->function, GCN_s_nop, reads, count, 0);
}

/* Does an input lie there? */
static bool
is_tied(const struct ir_asm *assembly)
{
    return assembly->output_count && assembly->input_count &&
           isdigit((unsigned char)*assembly->constraints[assembly->output_count]);
}

/* What defines a register of the output. */
static struct mir_inst *
definition(const struct expansion *state, unsigned dword)
{
    struct mir_operand to = mir_physical(state->inst->operands[0].reg + dword, 1);
    struct mir_operand pair[2] = {to, is_tied(state->inst->assembly) ? to : mir_const(0)};
    return mir_real(state->function, GCN_v_mov_b32, pair, 2);
}

/* A point for the simulator: its words, with the registers in them, go with the last instruction. */
static void
expand_point(struct expansion *state, const char *words)
{
    struct strbuf buf = strbuf_new(state->function->arena);
    substitute(state, &buf, words, strlen(words));
    struct ir_asm *kept = ARENA_NEW(state->function->arena, struct ir_asm);
    kept->text = buf.text;
    bool defines =
        state->inst->assembly->output_count; /* the other definitions are what asm overwrites */
    unsigned count = defines ? state->inst->operands[0].dwords : 1;
    if (is_tied(state->inst->assembly))
        mir_insert_before(state->inst, point(state));
    for (unsigned i = 0; i < count; i++) {
        struct mir_inst *made = defines ? definition(state, i) : point(state);
        made->loc = state->inst->loc;
        made->no_reorder = true;
        made->assembly = i + 1 == count ? kept : NULL;
        mir_insert_before(state->inst, made);
    }
}

/* Inputs that must arrive in an output's register ("0"). */
static void
move_tied(struct expansion *state)
{
    const struct ir_asm *assembly = state->inst->assembly;
    for (unsigned i = 0; i < assembly->input_count; i++) {
        const char *constraint = assembly->constraints[assembly->output_count + i];
        if (!isdigit((unsigned char)*constraint))
            continue;
        unsigned def = (unsigned)strtoul(constraint, NULL, 10);
        unsigned at = state->inst->def_count + i;
        if (at >= state->inst->operand_count || def >= assembly->output_count)
            continue;
        const struct mir_operand *to = &state->inst->operands[def];
        const struct mir_operand *from = &state->inst->operands[at];
        for (unsigned k = 0; k < to->dwords; k++) {
            struct mir_operand pair[2] = {mir_physical(to->reg + k, 1), *from};
            if (from->kind != MIR_CONST)
                pair[1] = mir_physical(from->reg + k, 1);
            mir_insert_before(state->inst,
                              mir_real(state->function,
                                       to->reg_class == MIR_VGPR ? GCN_v_mov_b32 : GCN_s_mov_b32,
                                       pair, 2));
        }
    }
}

void
lower_asm(struct mir_function *function, struct mir_inst *inst, struct diag *diag)
{
    struct expansion state = {function, inst, mir_pass_arena(function), diag};
    move_tied(&state);
    size_t prefix = strlen(IR_CHECK_TEXT);
    if (strncmp(inst->assembly->text, IR_CHECK_TEXT, prefix) == 0) {
        expand_point(&state, inst->assembly->text + prefix);
        return;
    }
    /* `;` ends an instruction, and begins a comment if what follows it is none. */
    bool after_semicolon = false;
    for (const char *text = inst->assembly->text; *text;) {
        size_t line = strcspn(text, "\n"), length = strcspn(text, ";\n");
        bool comment = false;
        for (size_t i = 0; i + 1 < length && !comment; i++) {
            comment = text[i] == '/' && text[i + 1] == '/';
            length = comment ? i : length;
        }
        if (!expand_one(&state, text, length, after_semicolon) || comment)
            length = line;
        text += length;
        after_semicolon = *text == ';';
        if (*text)
            text++;
    }
}
