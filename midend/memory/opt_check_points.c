/* Points of -fsanitize= that tell nothing, once calls are inlined, loops unrolled and objects values: indices and offsets
 * that are constant and inside, unset values that nobody uses, divisors and numbers that are known to do.
 *
 *   asm "s_nop 0 ; occ.check index %0 16 16 s w" (i32 3)       ->   nothing
 *   %5 = asm "s_nop 0 ; occ.check undefined %0 w", unused      ->   nothing */
#include "midend/ir/ir_build.h"
#include "midend/pass.h"
#include "support/sanitize.h"

#include <stdlib.h>
#include <string.h>

/* What stands behind the word, if the point begins with it; or NULL. */
static const char *
behind(const struct ir_inst *inst, const char *word)
{
    static const char start[] = IR_CHECK_TEXT;
    const char *text = inst->assembly->text;
    if (strncmp(text, start, sizeof start - 1) != 0)
        return NULL;
    text += sizeof start - 1;
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 ? text + length : NULL;
}

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
    if (behind(point, "undefined "))
        return !ir_value(f, point->def)->uses;
    if (!point->arg_count || !ir_is_const(f, point->args[0].value))
        return false;
    uint64_t bits = ir_value(f, point->args[0].value)->bits;
    if ((text = behind(point, "index %0 ")))
        return is_below(text, bits);
    return (text = behind(point, "access %0 ")) && lies_inside(text, bits);
}

/* A result that is undefined where a condition holds, which is never. */
static bool
is_never_unset(const struct ir_function *f, const struct ir_inst *point)
{
    return behind(point, "unless ") && ir_is_const(f, point->args[1].value) &&
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
            if (inst->op != IR_OP_asm)
                continue;
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
