/* cl2ir FILE.cl: OpenCL C to IR text, as gen_module leaves it, validated.
 * Exit status: 0 good, 1 errors in the source, 2 no such file, 3 broken IR or an internal error. */
#include "test/midend/gen/lower.h"

#include <stdio.h>

int
main(int argc, char **argv)
{
    static struct arena arena;
    static struct guard guard;
    if (argc != 2) {
        fputs("usage: cl2ir FILE.cl\n", stderr);
        return 2;
    }
    arena_init(&arena, NULL, &guard);
    struct strbuf out = strbuf_new(&arena), log = strbuf_new(&arena);
    enum lower_status status = lower_file(&arena, &guard, argv[1], &out, &log);
    if (out.length)
        fwrite(out.text, 1, out.length, stdout);
    if (log.length)
        fwrite(log.text, 1, log.length, stderr);
    arena_free(&arena);
    return (int)status;
}
