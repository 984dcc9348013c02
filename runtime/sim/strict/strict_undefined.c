/* Uninitialised data that decides something: an address, a branch, EXEC, M0.  Which bits are
 * uninitialised the core knows (exec/shadow.c). */
#include "runtime/sim/strict/strict_points.h"

static void
check(struct sim_wave *wave, const struct sim_op *op, int lane, const char *what)
{
    struct strbuf text = strbuf_new(wave->group->arena);
    strbuf_printf(&text, "uninitialised data reaches %s", what);
    points_put_origin(wave, op, lane, &text);
    points_tell(wave, op, lane, text.text);
}

const struct sim_observer sim_observer_undefined = {
    .name = "undefined",
    .is_wanted = sim_is_strict,
    .undefined = check,
};
