/* ir-opt [-PASS]... FILE.oir: reads IR text, runs the passes in the order given, prints the result.
 */
#include "test/midend/ir_text.h"

#include <stdio.h>

static int
run(struct arena *arena, struct guard *guard, int count, char **args)
{
    const char *error = NULL;
    size_t length = 0;
    char *text = file_read(arena, args[count - 1], &length);
    if (!text) {
        fprintf(stderr, "ir-opt: cannot read %s\n", args[count - 1]);
        return 2;
    }
    struct ir_module *module = ir_text_module(arena, guard, text, length, &error);
    for (int i = 1; module && !error && i + 1 < count; i++)
        ir_text_run(module, args[i] + (args[i][0] == '-'), &error);
    if (error) {
        fprintf(stderr, "ir-opt: %s: %s\n", args[count - 1], error);
        return 1;
    }
    struct strbuf out = strbuf_new(arena);
    ir_print_module(&out, module);
    fwrite(out.text, 1, out.length, stdout);
    return 0;
}

int
main(int argc, char **argv)
{
    static struct arena arena;
    static struct guard guard;
    int status = 3;
    if (argc < 2) {
        fputs("usage: ir-opt [-PASS]... FILE.oir\n", stderr);
        return 2;
    }
    arena_init(&arena, NULL, &guard);
    if (setjmp(guard.target) == 0)
        status = run(&arena, &guard, argc, argv);
    else
        fprintf(stderr, "ir-opt: internal error: %s\n", guard.message);
    arena_free(&arena);
    return status;
}
