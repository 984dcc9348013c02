/* Prints samples of every instruction of a chip, as text: print-samples CHIP [HOW MANY OF EACH FORM] */
#include "test/gcn/isa/samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
print_sample(void *data, const struct gcn_target *target, const struct gcn_inst *inst,
             const uint32_t *words)
{
    struct strbuf line = strbuf_new(data);
    (void)words;
    gcn_print(&line, target, inst, NULL);
    puts(line.text);
}

int
main(int argc, char **argv)
{
    const struct gcn_target *target = argc > 1 ? gcn_find_target(argv[1], strlen(argv[1])) : NULL;
    struct guard guard = {.status = GUARD_OK};
    struct arena arena;
    arena_init(&arena, NULL, &guard);
    if (!target || setjmp(guard.target) != 0)
        return 1;
    for (unsigned op = 1; op < GCN_OPS; op++)
        if (gcn_has_op(target, op))
            samples_of(target, op, argc > 2 ? (unsigned)atoi(argv[2]) : 4, print_sample, &arena);
    arena_free(&arena);
    return 0;
}
