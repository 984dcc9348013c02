/* passes.def keeps the orders that it states. */
#include "midend/pass.h"

#include <stdio.h>

int
main(void)
{
    struct arena arena;
    arena_init(&arena, NULL, NULL);
    struct strbuf message = strbuf_new(&arena);
    bool good = pass_check_order(&message);
    if (!good)
        fputs(message.text, stderr);
    arena_free(&arena);
    return good ? 0 : 1;
}
