/* Clauses under XNACK: LLVM's GCNHazardRecognizer, checkSoftClauseHazards.
 *
 * Consecutive scalar memory instructions, or consecutive vector ones, form a clause, which a page
 * fault replays as a whole.  So if a clause has several, none may write what one of them reads, and
 * a store must not follow a load.  Any other instruction between them begins a new clause. */
#include "runtime/sim/strict/strict.h"

struct clause_wave {
    uint8_t kind;
    unsigned count;
    uint64_t writes[SIM_REGISTER_WORDS];                            /* by loads */
    uint64_t loads[SIM_REGISTER_WORDS], stores[SIM_REGISTER_WORDS]; /* what they read */
};

enum { CLAUSE_NONE, CLAUSE_SCALAR, CLAUSE_VECTOR };

static unsigned
kind_of(const struct sim_op *op)
{
    if (op->info->format == GCN_SMEM)
        return CLAUSE_SCALAR;
    return op->info->format >= GCN_MUBUF && op->info->format <= GCN_SCRATCH ? CLAUSE_VECTOR
                                                                            : CLAUSE_NONE;
}

static void
add(uint64_t set[SIM_REGISTER_WORDS], const struct sim_range *ranges, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        sim_register_add(set, ranges[i].vector, ranges[i].first, ranges[i].count);
}

static bool
any(const uint64_t a[SIM_REGISTER_WORDS], const uint64_t b[SIM_REGISTER_WORDS])
{
    uint64_t common = 0;
    for (unsigned i = 0; i < SIM_REGISTER_WORDS; i++)
        common |= a[i] & b[i];
    return common != 0;
}

void
strict_clause_check(struct sim_wave *wave, const struct sim_op *op)
{
    struct clause_wave *clause = wave->observed[OBSERVER_clause];
    unsigned kind = kind_of(op);
    if (kind != clause->kind)
        *clause = (struct clause_wave){.kind = (uint8_t)kind};
    if (kind == CLAUSE_NONE)
        return;
    bool store = op->memory.kind == MEMORY_STORE || op->memory.kind == MEMORY_ATOMIC;
    bool loaded = any(clause->writes, clause->writes);
    if (store && loaded)
        sim_fault(wave, op, -1, "a store follows a load in a clause that XNACK may replay");
    add(store ? clause->stores : clause->loads, op->reads, op->read_count);
    add(clause->writes, op->writes, op->write_count);
    if (++clause->count == 1)
        return;
    const char *text = "a clause that XNACK may replay writes a register that it reads";
    bool sure = any(clause->writes, clause->loads);
    /* LLVM accepts the first load after stores, and looks only a few instructions back for
     * stores. */
    if (sure && loaded)
        sim_fault(wave, op, -1, "%s", text);
    if (sure || any(clause->writes, clause->stores))
        sim_warn(wave, op, "%s", text);
}

static void
issue(struct sim_wave *wave, const struct sim_op *op)
{
    if (wave->device->xnack)
        strict_clause_check(wave, op);
}

/* Registers that are known only now. */
static void
add_registers(struct sim_wave *wave, const struct sim_op *op, bool vector, unsigned first,
              unsigned count, bool write)
{
    struct clause_wave *clause = wave->observed[OBSERVER_clause];
    bool load = op->memory.kind == MEMORY_LOAD;
    struct sim_range range = {(uint16_t)first, (uint8_t)count, true};
    if (wave->device->xnack && vector && !write)
        add(load ? clause->loads : clause->stores, &range, 1);
}

static void
forget_clause(struct sim_wave *wave)
{
    memset(wave->observed[OBSERVER_clause], 0, sizeof(struct clause_wave));
}

const struct sim_observer sim_observer_clause = {
    .name = "clause",
    .wave_size = sizeof(struct clause_wave),
    .is_wanted = sim_is_strict,
    .begin_wave = forget_clause,
    .issue = issue,
    .registers = add_registers,
};
