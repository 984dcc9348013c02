/* The finished function as assembly text: a label per block that is jumped to, one instruction per
 * line.  llvm-mc assembles it to the same bytes. */
#include "backend-gcn/emit/asm_source.h"
#include "backend-gcn/mir/mir_effects.h"
#include "backend-gcn/emit/mir_encode.h"
#include "gcn/object/object_version.h"

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

/* A place that the address of a function counts from: after the n-th s_getpc_b64, in dwords. */
static const char *
pc_label(const struct mir_function *function, uint32_t at)
{
    const char *name = function->source ? function->source->name : "kernel";
    return arena_printf(mir_pass_arena(function), ".L_%s_pc%u", name, at);
}

static bool
is_code(const struct mir_inst *inst)
{
    for (unsigned i = 0; inst && i < inst->operand_count; i++)
        if (inst->operands[i].kind == MIR_CODE)
            return true;
    return false;
}

/* The distance to a function of the same section is a constant for the assembler. */
static void
print_code(struct strbuf *buf, const struct mir_function *function, const struct mir_inst *inst,
           uint32_t after_getpc)
{
    enum { ZERO = 3 }; /* "0x0" */
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (operand->kind != MIR_CODE || buf->length < ZERO)
            continue;
        buf->length -= ZERO;
        const char *format = operand->value ? "(%s-%s)>>32" : "(%s-%s)&4294967295";
        strbuf_printf(buf, format, operand->callee->name, pc_label(function, after_getpc));
    }
}

/* In quotes a name is none of a register: vcc. */
static void
print_address(struct strbuf *buf, const struct mir_operand *operand, uint32_t addend)
{
    bool is_slot = operand->global->is_got;
    const char *name = is_slot ? operand->global->relocs->target->name : operand->global->name;
    const char *quote = gcn_is_register_name(buf->arena, name) ? "\"" : "";
    strbuf_printf(buf, "%s%s%s@%s@%s+%u", quote, name, quote, is_slot ? "gotpcrel32" : "rel32",
                  operand->value ? "hi" : "lo", addend);
}

/* The literal of an address or a row prints as what the relocation will put there: the printer has written
 * 0x0 at the end of the line. */
static void
print_symbol(struct strbuf *buf, const struct mir_inst *inst, uint32_t offset, uint32_t after_getpc)
{
    enum { ZERO = 3 }; /* "0x0" */
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        bool is_row = operand->kind == MIR_ROW;
        if ((operand->kind != MIR_SYMBOL && !is_row) || buf->length < ZERO)
            continue;
        buf->length -= ZERO;
        if (is_row)
            strbuf_printf(buf, PRINTF_SYMBOL "%u@abs32@lo", (unsigned)operand->value);
        else
            print_address(buf, operand, (offset - after_getpc) * 4);
    }
}

void
asm_listing(struct strbuf *buf, const struct mir_function *function, struct asm_source *source)
{
    const bool *is_target = find_targets(function);
    uint32_t at = 0, after_getpc = 0; /* in dwords */
    if (source)
        asm_source_start(source);
    loc_t loc = 0;
    mir_foreach_block (block, function) {
        if (is_target[block->id])
            strbuf_printf(buf, "%s:\n", label_of(function, block));
        bool begins = mir_begins_statement(block), has_begun = block == function->entry;
        loc = mir_block_loc(block, loc);
        mir_foreach_inst (inst, block) {
            struct gcn_inst real;
            uint32_t words[3];
            if (mir_is_pseudo(inst))
                continue;
            unsigned size = mir_encode(function, inst, &real, words);
            loc = inst->loc ? inst->loc : loc;
            has_begun |= inst->loc != 0;
            asm_source_line(buf, source, loc, begins && has_begun);
            strbuf_puts(buf, "    ");
            gcn_print(buf, function->target, &real,
                      inst->target ? label_of(function, inst->target) : NULL);
            at += size;
            print_symbol(buf, inst, at - 1, after_getpc);
            print_code(buf, function, inst, after_getpc);
            if (inst->op == GCN_s_getpc_b64)
                after_getpc = at;
            if (inst->callee)
                strbuf_printf(buf, " ; %s", inst->callee->name);
            strbuf_puts(buf, "\n");
            if (inst->op == GCN_s_getpc_b64 && is_code(inst->next))
                strbuf_printf(buf, "%s:\n", pc_label(function, at));
        }
    }
}
