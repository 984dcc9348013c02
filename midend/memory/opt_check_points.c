/* Points of -fsanitize= that tell nothing, once calls are inlined, loops unrolled and objects values: indices and offsets
 * that are constant and inside, unset values that nobody uses, divisors and numbers that are known to do.
 *
 *   asm "s_nop 0 ; occ.check index %0 16 16 s w" (i32 3)       ->   nothing
 *   %5 = asm "s_nop 0 ; occ.check undefined %0 w", unused      ->   nothing */
#include "midend/ir/check_point.h"
#include "midend/pass.h"
#include "support/sanitize.h"

#include <stdlib.h>

/* "index %0 LIMIT": a negative one has all upper bits. */
static bool
is_below(const char *text, uint64_t index)
{
    return index < strtoull(text, NULL, 10);
}

/* "access %0 BYTES SIZE" */
static bool
lies_inside(const char *text, uint64_t offset)
{
    char *end;
    uint64_t bytes = strtoull(text, &end, 10), size = strtoull(end, NULL, 10);
    return bytes <= size && offset <= size - bytes;
}

static bool
tells_nothing(const struct ir_function *f, const struct ir_inst *point)
{
    const char *text;
    if (check_behind(point, "undefined "))
        return !ir_value(f, point->def)->uses;
    if (!point->arg_count || !ir_is_const(f, point->args[0].value))
        return false;
    uint64_t bits = ir_value(f, point->args[0].value)->bits;
    if ((text = check_behind(point, "index %0 ")))
        return is_below(text, bits);
    return (text = check_behind(point, "access %0 ")) && lies_inside(text, bits);
}

/* A result that is undefined where a condition holds, which is never. */
static bool
is_never_unset(const struct ir_function *f, const struct ir_inst *point)
{
    return check_behind(point, "unless ") && ir_is_const(f, point->args[1].value) &&
           !ir_value(f, point->args[1].value)->bits;
}

bool
opt_check_points(struct ir_function *function)
{
    bool changed = false;
    if (!(function->module->sanitize & SANITIZE_OPENCL))
        return false;
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            bool is_value = is_never_unset(function, inst);
            if (!is_value && !tells_nothing(function, inst))
                continue;
            if (is_value)
                ir_replace_uses(function, inst->def, inst->args[0].value);
            ir_remove(inst);
            changed = true;
        }
    return changed;
}
