/* Vector instructions with all kinds of sources, valid or not:
 *
 *   print-sources CHIP COUNT
 *
 * COUNT combinations for each form of each row.  A line: what the assembler says against it (ok: nothing),
 * what strict mode says, the instruction. */
#include "runtime/sim/strict/strict.h"
#include "test/gcn/isa/samples.h"

#include <stdio.h>
#include <stdlib.h>

struct state {
    struct arena *arena;
    uint32_t random;
    unsigned count;
};

static unsigned
pick(struct state *state, unsigned below)
{
    state->random = state->random * 1664525u + 1013904223u;
    return (state->random >> 8) % below;
}

/* Few registers, so that the same one comes up twice. */
static const uint16_t sources[] = {
    GCN_VGPR0 + 2, GCN_VGPR0 + 2,   4,          4, 8, GCN_VCC_LO, GCN_M0, GCN_EXEC_LO, GCN_LITERAL,
    GCN_LITERAL,   GCN_CONST_0 + 1, GCN_SRC_SCC};

static void
set_sources(struct state *state, const struct gcn_target *target, struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    bool mask_named = inst->format == GCN_VOP3A || inst->format == GCN_VOP3B;
    for (unsigned i = 0; i < info->operand_count; i++) {
        struct gcn_operand *operand = &inst->operands[i];
        unsigned role = info->operands[i].role;
        bool carry = role == GCN_ROLE_CARRY_IN && mask_named;
        if (info->operands[i].is_def || info->operands[i].kind == GCN_OPERAND_AVDST ||
            info->operands[i].kind == GCN_OPERAND_AGPR ||
            !(carry || (role >= GCN_ROLE_SRC0 && role <= GCN_ROLE_SRC2)) ||
            info->operands[i].kind == GCN_OPERAND_VGPR)
            continue;
        uint16_t reg = sources[pick(state, sizeof sources / sizeof *sources)];
        bool constant = reg >= GCN_CONST_0 && reg < GCN_LITERAL;
        /* llvm-mc takes constants in SDWA, which no manual has, and those of f16 without 16-bit arithmetic. */
        bool doubtful = constant && (inst->ext == GCN_SDWA ||
                                     (info->operands[i].type == GCN_F16 && !target->has_16bit));
        if (doubtful || (carry && reg >= GCN_CONST_0))
            reg = 4;
        *operand = (struct gcn_operand){.reg = reg, .sel = operand->sel};
        operand->dwords = (uint8_t)gcn_operand_dwords(target, inst, i);
        if (reg == GCN_LITERAL) /* K is the same dword; others fit 16 bits */
            operand->literal =
                gcn_has_own_literal(inst->op) ? inst->literal : 0x4321 + pick(state, 2);
    }
}

static void
combine(void *data, const struct gcn_target *target, const struct gcn_inst *sample,
        const uint32_t *words)
{
    struct state *state = data;
    (void)words;
    if (sample->format < GCN_VOP1 || sample->format > GCN_VOP3P || sample->ext == GCN_DPP)
        return;
    for (unsigned i = 0; i < state->count; i++) {
        struct gcn_inst inst = *sample;
        uint32_t encoded[3];
        const char *why = NULL;
        inst.omod = inst.clamp = 0;
        set_sources(state, target, &inst);
        if (!gcn_encode(target, &inst, encoded, &why) && !why)
            why = "?";
        struct sim_op op = {.info = &gcn_op_info[inst.op], .inst = inst};
        const char *fault = strict_encoding_fault(&op);
        struct strbuf text = strbuf_new(state->arena);
        gcn_print(&text, target, &inst, NULL);
        printf("%s\t%s\t%s\n", why ? why : "ok", fault ? fault : "ok", text.text);
    }
}

int
main(int argc, char **argv)
{
    struct guard guard = {0};
    struct arena arena;
    const struct gcn_target *target = argc == 3 ? gcn_find_target(argv[1], strlen(argv[1])) : NULL;
    if (!target) {
        fputs("usage: print-sources CHIP COUNT\n", stderr);
        return 2;
    }
    arena_init(&arena, NULL, &guard);
    struct state state = {&arena, 1, (unsigned)atoi(argv[2])};
    for (unsigned op = 1; op < GCN_OPS; op++)
        if (gcn_has_op(target, op))
            samples_of(target, op, 1, combine, &state);
    arena_free(&arena);
    return 0;
}
