/* How many wait states both tables want between two instructions:
 *
 *   hazard-distances TARGET <PAIRS
 *
 * Each line of PAIRS is a producer, a tab and a consumer, as assembly.  Each line of the output is what
 * the compiler leaves between them (-: it has no such instruction), what strict mode wants, and the
 * rows of strict_hazard.def that want anything. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir_build.h"
#include "backend-gcn/mir_effects.h"
#include "runtime/sim/strict_hazard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIR_WORDS = 8 };

struct state {
    struct arena arena;
    struct guard guard;
    const struct gcn_target *target;
};

static struct gcn_inst
parse(struct state *state, const char *text)
{
    struct gcn_inst inst = {0};
    const char *why = gcn_parse(&state->arena, state->target, text, strlen(text), &inst);
    if (why) {
        fprintf(stderr, "%s: %s: %s\n", state->target->name, text, why);
        exit(1);
    }
    return inst;
}

/* ---- the compiler ---- */

static struct mir_operand
to_operand(const struct gcn_operand *from)
{
    if (from->reg == GCN_NO_REG)
        return mir_none();
    return from->reg == GCN_LITERAL ? mir_const(from->literal)
                                    : mir_physical(from->reg, from->dwords ? from->dwords : 1);
}

/* What hazards depend on. */
static void
add_inst(struct mir_function *function, struct mir_block *block, const struct gcn_inst *from)
{
    const struct gcn_op_info *info = &gcn_op_info[from->op];
    struct mir_operand operands[GCN_MAX_OPERANDS];
    for (unsigned i = 0; i < info->operand_count; i++) {
        operands[i] =
            info->operands[i].kind == GCN_OPERAND_IMM ? mir_none() : to_operand(&from->operands[i]);
        if (operands[i].kind == MIR_FIXED || operands[i].kind == MIR_TEMP)
            operands[i].dwords = (uint8_t)gcn_operand_dwords(function->target, from, i);
    }
    struct mir_inst *inst = mir_inst_new(function, from->op, operands, info->operand_count, 0);
    inst->mods.imm = from->imm;
    inst->mods.gds = from->gds;
    inst->mods.glc = from->glc;
    inst->mods.has_dpp = from->ext == GCN_DPP;
    inst->mods.row_mask = from->row_mask;
    inst->mods.bank_mask = from->bank_mask;
    mir_append(block, inst);
}

static unsigned
compiler_states(struct state *state, const struct gcn_inst *pair)
{
    struct mir_function *function =
        mir_function_new(&state->arena, &state->guard, state->target, NULL);
    struct mir_block *block = mir_block_new(function);
    add_inst(function, block, &pair[0]);
    add_inst(function, block, &pair[1]);
    insert_nops(function, NULL);
    unsigned states = 0;
    mir_foreach_inst (inst, block)
        if (inst->op == GCN_s_nop)
            states += (unsigned)inst->mods.imm + 1;
    return states;
}

/* ---- the simulator ---- */

static void
print_simulator_states(struct state *state, const struct gcn_inst *pair)
{
    static struct sim_device device;
    static struct sim_wave wave;
    uint32_t words[PAIR_WORDS] = {0};
    const struct sim_op *ops[2];
    unsigned count = 0;
    device.target = state->target;
    wave.device = &device;
    uint64_t places[2];
    for (unsigned i = 0; i < 2; i++) {
        const char *why;
        places[i] = count;
        unsigned size = gcn_encode(state->target, &pair[i], words + count, &why);
        if (!size) {
            fprintf(stderr, "%s\n", why);
            exit(1);
        }
        count += size;
    }
    struct sim_code code = {.arena = &state->arena,
                            .words = count,
                            .text = words,
                            .ops = ARENA_ARRAY(&state->arena, count, struct sim_op *)};
    for (unsigned i = 0; i < 2; i++) {
        wave.code = &code;
        wave.pc = 4 * places[i];
        ops[i] = sim_fetch(&wave);
    }
    unsigned states = 0;
    struct strbuf rows = strbuf_new(&state->arena);
    for (unsigned i = 0; i < STRICT_HAZARDS; i++) {
        if (!(ops[0]->produces & ops[1]->consumes & (uint64_t)1 << i))
            continue;
        unsigned wanted = strict_hazard_states(state->target, &strict_hazards[i], ops[0], ops[1]);
        states = wanted > states ? wanted : states;
        if (wanted)
            strbuf_printf(&rows, " %s", strict_hazards[i].name);
    }
    printf("%u%s\n", states, rows.text ? rows.text : "");
}

int
main(int argc, char **argv)
{
    struct state state = {0};
    char line[1000];
    state.target = argc == 2 ? gcn_find_target(argv[1], strlen(argv[1])) : NULL;
    if (!state.target) {
        fputs("usage: hazard-distances TARGET <PAIRS\n", stderr);
        return 2;
    }
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *tab = strchr(line, '\t');
        if (!tab)
            return 2;
        *tab = 0;
        arena_init(&state.arena, NULL, &state.guard);
        struct gcn_inst pair[2] = {parse(&state, line), parse(&state, tab + 1)};
        if (pair[0].lds || pair[1].lds)
            printf("- "); /* machine IR has no place for it */
        else
            printf("%u ", compiler_states(&state, pair));
        print_simulator_states(&state, pair);
        arena_free(&state.arena);
    }
    return 0;
}
