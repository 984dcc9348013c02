/* The strings of builtin.def that others look for are there: every operation in the IR, every special
 * row in the lowering or, if sema types it by a function of its own, in sema. */
#include "midend/gen/gen_builtin.h"
#include "sema/sema_internal.h"

#include <stdio.h>
#include <string.h>

static const struct builtin rows[] = {
#define BUILTIN(name, elements, lanes, signature, implementation, target, flags, detail)           \
    {name, elements, lanes, implementation, flags, signature, target, detail},
#include "sema/builtin.def"
};

static bool
is_operation(const char *name)
{
    for (int i = 0; i < IR_OPS; i++)
        if (strcmp(ir_op_name[i], name) == 0)
            return true;
    return false;
}

static bool
is_known(const struct builtin *row)
{
    bool stays = true;
    if (row->implementation == BUILTIN_LIB) /* test/libclc-lite looks for them */
        return true;
    if (row->implementation == BUILTIN_OP)
        return is_operation(row->target);
    if (row->flags & BUILTIN_CUSTOM && !sema_has_custom(row->target, &stays))
        return false;
    if (strncmp(row->target, "reduce:", 7) == 0 && !is_operation(row->target + 7))
        return false;
    return !stays || gen_has_special(row->target);
}

int
main(void)
{
    int failed = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (is_known(&rows[i]))
            continue;
        printf("builtin.def: %s: nobody knows the target '%s'\n", rows[i].name, rows[i].target);
        failed++;
    }
    printf("%zu rows, %d failed\n", sizeof rows / sizeof *rows, failed);
    return failed != 0;
}
