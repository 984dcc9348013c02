/* How many wait states both tables want before the last of two or three instructions:
 *
 *   hazard-distances TARGET <LINES
 *
 * Each line is two or three instructions as assembly, with tabs between them.  Each line of the output is
 * what the compiler leaves before the last one (-: it has no such instruction), what strict mode wants,
 * and the rows of strict_hazard.def that want anything there. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_build.h"
#include "backend-gcn/mir/mir_effects.h"
#include "runtime/sim/strict/strict_hazard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_INSTS = 3, INST_WORDS = 4 };

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
compiler_states(struct state *state, const struct gcn_inst *insts, unsigned count)
{
    struct mir_function *function =
        mir_function_new(&state->arena, &state->guard, state->target, NULL);
    struct mir_block *block = mir_block_new(function);
    for (unsigned i = 0; i < count; i++)
        add_inst(function, block, &insts[i]);
    insert_nops(function, NULL);
    unsigned states = 0;
    for (const struct mir_inst *inst = block->last->prev; inst && inst->op == GCN_s_nop;
         inst = inst->prev)
        states += (unsigned)inst->mods.imm + 1;
    return states;
}

/* ---- the simulator ---- */

static void
decode(struct state *state, const struct gcn_inst *insts, unsigned inst_count,
       const struct sim_op **ops)
{
    static struct sim_device device;
    static struct sim_wave wave;
    uint32_t words[MAX_INSTS * INST_WORDS] = {0};
    uint64_t places[MAX_INSTS];
    unsigned count = 0;
    device.target = state->target;
    wave.device = &device;
    for (unsigned i = 0; i < inst_count; i++) {
        const char *why;
        places[i] = count;
        unsigned size = gcn_encode(state->target, &insts[i], words + count, &why);
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
    for (unsigned i = 0; i < inst_count; i++) {
        wave.code = &code;
        wave.pc = 4 * places[i];
        struct sim_op *op = sim_fetch(&wave);
        strict_hazard_classify(state->target, op);
        ops[i] = op;
    }
}

/* Wait states between the two; between: what lies there, NULL: nothing. */
static unsigned
simulator_states(struct state *state, const struct sim_op *producer, const struct sim_op *between,
                 const struct sim_op *consumer, struct strbuf *rows)
{
    unsigned states = 0;
    for (unsigned i = 0; i < STRICT_HAZARDS; i++) {
        const struct strict_hazard *hazard = &strict_hazards[i];
        if (!(producer->produces & consumer->consumes & (uint64_t)1 << i) ||
            (hazard->between && !(between && hazard->between(between))))
            continue;
        unsigned wanted = strict_hazard_states(state->target, hazard, producer, consumer);
        states = wanted > states ? wanted : states;
        if (wanted)
            strbuf_printf(rows, " %s", hazard->name);
    }
    return states;
}

static void
print_simulator_states(struct state *state, const struct gcn_inst *insts, unsigned count)
{
    const struct sim_op *ops[MAX_INSTS];
    struct strbuf rows = strbuf_new(&state->arena), first = strbuf_new(&state->arena);
    decode(state, insts, count, ops);
    unsigned states = simulator_states(state, ops[count - 2], NULL, ops[count - 1], &rows);
    if (count == MAX_INSTS) {
        unsigned passed = 1 + simulator_states(state, ops[0], NULL, ops[1], &first);
        unsigned wanted = simulator_states(state, ops[0], ops[1], ops[2], &rows);
        if (wanted > passed + states)
            states = wanted - passed;
    }
    printf("%u%s\n", states, rows.text ? rows.text : "");
}

/* The number of instructions of the line. */
static unsigned
parse_line(struct state *state, char *line, struct gcn_inst insts[MAX_INSTS])
{
    unsigned count = 0;
    line[strcspn(line, "\n")] = 0;
    while (line && count < MAX_INSTS) {
        char *tab = strchr(line, '\t');
        if (tab)
            *tab = 0;
        insts[count++] = parse(state, line);
        line = tab ? tab + 1 : NULL;
    }
    return count;
}

int
main(int argc, char **argv)
{
    struct state state = {0};
    char line[1000];
    state.target = argc == 2 ? gcn_find_target(argv[1], strlen(argv[1])) : NULL;
    if (!state.target) {
        fputs("usage: hazard-distances TARGET <LINES\n", stderr);
        return 2;
    }
    while (fgets(line, sizeof line, stdin)) {
        struct gcn_inst insts[MAX_INSTS];
        arena_init(&state.arena, NULL, &state.guard);
        unsigned count = parse_line(&state, line, insts);
        bool has_lds = false;
        for (unsigned i = 0; i < count; i++)
            has_lds |= insts[i].lds;
        if (count < 2)
            return 2;
        if (has_lds)
            printf("- "); /* machine IR has no place for it */
        else
            printf("%u ", compiler_states(&state, insts, count));
        print_simulator_states(&state, insts, count);
        arena_free(&state.arena);
    }
    return 0;
}
