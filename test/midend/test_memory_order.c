/* ir_may_reorder against memory_order.txt: every pair of operations of all orders, kinds, scopes
 * and spaces.  Argument: the file. */
#include "midend/ir/ir_names.h"
#include "midend/analysis/memory_order.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 64, KINDS = 5, PAIRED_READ = 1, PAIRED_WRITE = 2, SEQ_CST = 4, ALL = 8 };

struct cell {
    bool is_set;
    unsigned later, earlier;
};

static struct cell cells[IR_NAME_COUNT(ir_order_names)][KINDS];
static unsigned failures, pairs;

static unsigned
find(const char *const *names, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        if (names[i] && !strcmp(names[i], name))
            return i;
    printf("memory_order.txt: unknown word %s\n", name);
    failures++;
    return 0;
}

static const char *const kind_names[KINDS] = {
    [IR_ACCESS_LOAD] = "load",
    [IR_ACCESS_STORE] = "store",
    [IR_ACCESS_RMW] = "rmw",
    [IR_ACCESS_FENCE] = "fence",
};

static unsigned
held(const char *word)
{
    static const char *const names[] = {[0] = "-",
                                        [PAIRED_READ] = "paired_read",
                                        [PAIRED_WRITE] = "paired_write",
                                        [SEQ_CST] = "seq_cst",
                                        [ALL] = "all"};
    return find(names, sizeof names / sizeof *names, word);
}

static void
read_table(FILE *file)
{
    char line[256], order[16], access[16], later[16], earlier[16];
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        if (sscanf(line, "%15s %15s %15s %15s", order, access, later, earlier) != 4)
            continue;
        struct cell *cell = &cells[find(ir_order_names, IR_NAME_COUNT(ir_order_names), order)]
                                  [find(kind_names, KINDS, access)];
        *cell = (struct cell){true, held(later), held(earlier)};
    }
}

static bool
is_shared(ir_space_set spaces)
{
    return spaces & ~(IR_SPACE_MASK(PRIVATE) | IR_SPACE_MASK(CONSTANT));
}

/* Is the other operation one of those? */
static bool
is_held(unsigned those, const struct ir_ordering *other)
{
    bool reads = other->access == IR_ACCESS_LOAD || other->access == IR_ACCESS_RMW;
    bool writes = other->access == IR_ACCESS_STORE || other->access == IR_ACCESS_RMW;
    bool pairs_up = other->order != IR_NOT_ATOMIC;
    return those == ALL || (those == PAIRED_READ && reads && pairs_up) ||
           (those == PAIRED_WRITE && writes && pairs_up) ||
           (those == SEQ_CST && other->order == IR_SEQ_CST);
}

/* Orders as they are written in the program become what they mean there. */
static struct ir_ordering
meaning(struct ir_ordering written)
{
    struct ir_memory memory = {.order = written.order, .scope = written.scope};
    written.order = (uint8_t)ir_order_of((enum ir_access)written.access, &memory, written.spaces);
    return written;
}

static void
check(struct ir_ordering first, struct ir_ordering second)
{
    const struct cell *a = &cells[first.order][first.access],
                      *b = &cells[second.order][second.access];
    struct ir_ordering x = meaning(first), y = meaning(second);
    bool orders_first = first.spaces & ~IR_SPACE_MASK(REGION);
    bool orders_second = second.spaces & ~IR_SPACE_MASK(REGION);
    bool want =
        !is_shared(first.spaces) || !is_shared(second.spaces) ||
        !((orders_first && is_held(a->later, &y)) || (orders_second && is_held(b->earlier, &x)));
    pairs++;
    if (ir_may_reorder(&x, &y) == want || failures++ > 20)
        return;
    printf("%s %s %s of spaces %x, then %s %s %s of spaces %x: %s expected\n",
           ir_order_names[first.order], kind_names[first.access], ir_scope_names[first.scope],
           first.spaces, ir_order_names[second.order], kind_names[second.access],
           ir_scope_names[second.scope], second.spaces, want ? "freedom" : "a constraint");
}

static const ir_space_set spaces[] = {IR_SPACE_MASK(GLOBAL),
                                      IR_SPACE_MASK(LOCAL),
                                      IR_SPACE_MASK(GENERIC),
                                      IR_SPACE_MASK(CONSTANT),
                                      IR_SPACE_MASK(PRIVATE),
                                      IR_SPACE_MASK(REGION),
                                      IR_SPACE_MASK(GLOBAL) | IR_SPACE_MASK(LOCAL)};
enum { SPACES = sizeof spaces / sizeof *spaces, SCOPES = IR_SCOPE_SYSTEM + 1 };

/* Number n of all operations; false: there is no such one. */
static bool
operation(unsigned n, struct ir_ordering *out)
{
    *out = (struct ir_ordering){.spaces = spaces[n % SPACES],
                                .scope = (uint8_t)(n / SPACES % SCOPES),
                                .access = (uint8_t)(n / SPACES / SCOPES % KINDS),
                                .order = (uint8_t)(n / SPACES / SCOPES / KINDS)};
    return cells[out->order][out->access].is_set &&
           (out->access == IR_ACCESS_FENCE || n % SPACES != SPACES - 1);
}

int
main(int argc, char **argv)
{
    const unsigned count = SPACES * SCOPES * KINDS * (unsigned)IR_NAME_COUNT(ir_order_names);
    struct ir_ordering first, second;
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!file)
        return 2;
    read_table(file);
    fclose(file);
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; operation(i, &first) && k < count; k++)
            if (operation(k, &second))
                check(first, second);
    printf("%u pairs, %u failures\n", pairs, failures);
    return failures || pairs < 300000;
}
