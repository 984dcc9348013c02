/* The finished function as assembly text: a label per block that is jumped to, one instruction per
 * line.  llvm-mc makes the same bytes of it. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir_effects.h"
#include "backend-gcn/mir_encode.h"

static const char *
label_of(const struct mir_function *function, const struct mir_block *block)
{
    const char *name = function->source ? function->source->name : "kernel";
    return arena_printf(mir_pass_arena(function), ".L_%s_%u", name, block->id);
}

static bool *
find_targets(const struct mir_function *function)
{
    bool *is_target = ARENA_ARRAY(mir_pass_arena(function), function->block_count, bool);
    mir_foreach_block(block, function)
        mir_foreach_inst(inst, block)
            if (inst->target)
                is_target[inst->target->id] = true;
    return is_target;
}

/* The literal of an address, which the object's relocation fills. */
static void
print_symbol(struct strbuf *buf, const struct mir_inst *inst)
{
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (inst->operands[i].kind == MIR_SYMBOL)
            strbuf_printf(buf, " ; %s of %s", inst->operands[i].value ? "high half" : "low half",
                          inst->operands[i].global->name);
}

void
asm_listing(struct strbuf *buf, const struct mir_function *function)
{
    const bool *is_target = find_targets(function);
    mir_foreach_block(block, function)
    {
        if (is_target[block->id])
            strbuf_printf(buf, "%s:\n", label_of(function, block));
        mir_foreach_inst(inst, block)
        {
            struct gcn_inst real;
            uint32_t words[3];
            if (!mir_has_code(inst))
                continue;
            mir_encode(function, inst, &real, words);
            strbuf_puts(buf, "    ");
            gcn_print(buf, function->target, &real,
                      inst->target ? label_of(function, inst->target) : NULL);
            print_symbol(buf, inst);
            strbuf_puts(buf, "\n");
        }
    }
}
