/* Executes what opt_lds_pairs makes: blocks of reads and writes of one and of two words through two addresses that
 * may overlap, before and after the pass; all that is read, and LDS at the end, must be the same.
 *
 *   test-lds-pairs [BLOCKS] */
#include "backend-gcn/backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACCESSES = 9, WORDS = 2048, TEMPS = 64, FIRST_ADDRESS = 64 };

static uint64_t state;

static uint32_t
below(uint32_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state * 0x2545F4914F6CDD1Du) >> 33) % limit;
}

/* Reads and writes: how many, and in which unit their offsets count; 0: in bytes. */
static const struct access {
    uint16_t op;
    uint8_t count, words, unit;
    bool writes;
} accesses[] = {
    {GCN_ds_read_b32, 1, 1, 0, false},       {GCN_ds_read_b64, 1, 2, 0, false},
    {GCN_ds_write_b32, 1, 1, 0, true},       {GCN_ds_write_b64, 1, 2, 0, true},
    {GCN_ds_read2_b32, 2, 1, 1, false},      {GCN_ds_read2_b64, 2, 2, 2, false},
    {GCN_ds_write2_b32, 2, 1, 1, true},      {GCN_ds_write2_b64, 2, 2, 2, true},
    {GCN_ds_read2st64_b32, 2, 1, 64, false}, {GCN_ds_read2st64_b64, 2, 2, 128, false},
    {GCN_ds_write2st64_b32, 2, 1, 64, true}, {GCN_ds_write2st64_b64, 2, 2, 128, true},
};

enum { ROWS = sizeof accesses / sizeof *accesses };

struct machine {
    uint32_t lds[WORDS], temps[TEMPS][4];
};

static void
run_access(struct machine *m, const struct mir_inst *inst, const struct access *row)
{
    const struct mir_operand *operands = inst->operands;
    uint32_t address = m->temps[operands[row->writes ? 0 : 1].temp][0] / 4;
    uint32_t offsets[2] = {(uint32_t)inst->mods.imm, inst->mods.offset1};
    for (unsigned i = 0; i < row->count; i++) {
        uint32_t *at = &m->lds[address + (row->unit ? offsets[i] * row->unit : offsets[i] / 4)];
        uint32_t *value = m->temps[operands[row->writes ? 1 + i : 0].temp];
        if (row->writes)
            memcpy(at, value, row->words * 4u);
        else
            memcpy(value + i * row->words, at, row->words * 4u);
    }
}

/* False: an instruction that the table lacks. */
static bool
run(struct machine *m, const struct mir_function *function)
{
    for (const struct mir_inst *inst = function->entry->first; inst; inst = inst->next) {
        unsigned row = 0;
        while (row < ROWS && accesses[row].op != inst->op)
            row++;
        if (row < ROWS) {
            run_access(m, inst, &accesses[row]);
        } else if (inst->op == MIR_P_SPLIT_VECTOR) {
            const struct mir_operand *whole = &inst->operands[inst->operand_count - 1];
            uint32_t at = 0;
            for (unsigned i = 0; i + 1 < inst->operand_count; i++) {
                memcpy(m->temps[inst->operands[i].temp], &m->temps[whole->temp][at],
                       inst->operands[i].dwords * 4u);
                at += inst->operands[i].dwords;
            }
        } else if (inst->op != MIR_P_START && inst->op != MIR_P_END) {
            return false;
        }
    }
    return true;
}

/* %v1 and %v2 are addresses, %v3, %v4:2 and %v5:2 values; results are %v6 and up. */
static void
write_block(char *text, size_t size, const char *target)
{
    static const unsigned near[] = {0, 4, 8, 12, 16, 20, 24};
    size_t at = (size_t)snprintf(text, size,
                                 "machine \"block\" %s {\nb0:\n    %%v1@v0!, %%v2@v1!, %%v3@v2!, "
                                 "%%v4:2@v3!, %%v5:2@v5! = p_start\n",
                                 target);
    bool far = below(4) == 0; /* what only read2st64 reaches */
    for (unsigned i = 0; i < ACCESSES; i++) {
        unsigned words = 1 + below(2), address = below(5) ? 1 : 2, offset = near[below(7)];
        if (far && below(2))
            offset = 256 * words * below(5); /* up to one element too far */
        else if (words == 2 && below(4))
            offset &= ~7u;
        if (below(2))
            at += (size_t)snprintf(text + at, size - at,
                                   "    %%v%u%s = ds_read_b%u %%v%u imm:%u mem(local %u)\n", 6 + i,
                                   words == 2 ? ":2" : "", words * 32, address, offset, words * 4);
        else
            at += (size_t)snprintf(text + at, size - at,
                                   "    ds_write_b%u %%v%u, %s imm:%u mem(local %u)\n", words * 32,
                                   address,
                                   words == 1 ? "%v3"
                                   : below(2) ? "%v4:2"
                                              : "%v5:2",
                                   offset, words * 4);
    }
    snprintf(text + at, size - at, "    p_end\n}\n");
}

/* In LDS and in the temps below count. */
static bool
same(const struct machine *a, const struct machine *b, uint32_t count)
{
    bool same = memcmp(a->lds, b->lds, sizeof a->lds) == 0;
    for (uint32_t i = 6; i < count; i++)
        same &= memcmp(a->temps[i], b->temps[i], 8) == 0;
    return same;
}

static const char *
check(struct arena *arena, struct guard *guard, const char *text, unsigned *joined)
{
    static struct machine start, before, after;
    struct mir_function *function = NULL;
    const char *fault = mir_parse(arena, guard, text, strlen(text), &function);
    if (!fault)
        fault = mir_validate(function, 0, arena);
    if (fault)
        return fault;
    memset(&start, 0, sizeof start);
    for (unsigned i = 0; i < WORDS; i++)
        start.lds[i] = below(UINT32_MAX);
    for (unsigned i = 3; i < 6; i++)
        start.temps[i][0] = below(UINT32_MAX), start.temps[i][1] = below(UINT32_MAX);
    start.temps[1][0] = FIRST_ADDRESS;
    start.temps[2][0] = FIRST_ADDRESS + 4 * below(4);
    before = after = start;
    struct backend_options options = {.object.target = function->target};
    uint32_t count = function->temps.count;
    if (!run(&before, function))
        return "unknown instruction";
    *joined += opt_lds_pairs(function, &options);
    fault = mir_validate(function, 0, arena);
    if (fault || !run(&after, function))
        return fault ? fault : "unknown instruction";
    return same(&before, &after, count) ? NULL : "another value";
}

int
main(int argc, char **argv)
{
    static struct guard guard;
    static struct arena arena;
    unsigned blocks = argc > 1 ? (unsigned)atoi(argv[1]) : 4000, joined = 0, failures = 0;
    for (unsigned i = 0; i < blocks; i++) {
        char text[4000];
        state = (i + 1) * 0x9E3779B97F4A7C15u;
        write_block(text, sizeof text, i % 2 ? "gfx900" : "gfx701");
        arena_init(&arena, NULL, &guard);
        const char *fault =
            setjmp(guard.target) == 0 ? check(&arena, &guard, text, &joined) : guard.message;
        if (fault) {
            printf("%s\n%s\n", fault, text);
            failures++;
        }
        arena_free(&arena);
    }
    if (joined < blocks / 4)
        printf("only %u blocks have a pair\n", joined), failures++;
    printf("%u blocks, %u with pairs: %u failures\n", blocks, joined, failures);
    return failures > 0;
}
