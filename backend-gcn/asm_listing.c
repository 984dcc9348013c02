/* The finished function as assembly text: a label per block that is jumped to, one instruction per
 * line.  llvm-mc assembles it to the same bytes. */
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
    mir_foreach_block (block, function)
        mir_foreach_inst (inst, block)
            if (inst->target)
                is_target[inst->target->id] = true;
    return is_target;
}

/* The literal of an address prints as what the relocation will put there: the printer has written
 * 0x0 at the end of the line. */
static void
print_symbol(struct strbuf *buf, const struct mir_inst *inst, uint32_t offset, uint32_t after_getpc)
{
    enum { ZERO = 3 }; /* "0x0" */
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (operand->kind != MIR_SYMBOL || buf->length < ZERO)
            continue;
        buf->length -= ZERO;
        strbuf_printf(buf, "%s@rel32@%s+%u", operand->global->name, operand->value ? "hi" : "lo",
                      (offset - after_getpc) * 4);
    }
}

void
asm_listing(struct strbuf *buf, const struct mir_function *function)
{
    const bool *is_target = find_targets(function);
    uint32_t at = 0, after_getpc = 0; /* in dwords */
    mir_foreach_block (block, function) {
        if (is_target[block->id])
            strbuf_printf(buf, "%s:\n", label_of(function, block));
        mir_foreach_inst (inst, block) {
            struct gcn_inst real;
            uint32_t words[3];
            if (!mir_has_code(inst))
                continue;
            unsigned size = mir_encode(function, inst, &real, words);
            strbuf_puts(buf, "    ");
            gcn_print(buf, function->target, &real,
                      inst->target ? label_of(function, inst->target) : NULL);
            at += size;
            print_symbol(buf, inst, at - 1, after_getpc);
            if (inst->op == GCN_s_getpc_b64)
                after_getpc = at;
            strbuf_puts(buf, "\n");
        }
    }
}
