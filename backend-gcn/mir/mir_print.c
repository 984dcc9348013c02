/* Machine IR as text; MIR.md describes the form, mir_parse.c reads it back. */
#include "backend-gcn/mir/mir_build.h"
#include "midend/ir/ir_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* "v7", "s4", "vcc": the first register of a tuple. */
static void
print_reg(struct strbuf *buf, unsigned reg)
{
    for (const struct mir_reg_name *name = mir_reg_names; name->name; name++) {
        if (name->reg == reg) {
            strbuf_puts(buf, name->name);
            return;
        }
    }
    if (reg < 104)
        strbuf_printf(buf, "s%u", reg);
    else if (reg >= GCN_VGPR0 && reg < GCN_FLAT_SCRATCH_LO)
        strbuf_printf(buf, "v%u", reg - GCN_VGPR0);
    else
        strbuf_printf(buf, "r%u", reg);
}

static void
print_size(struct strbuf *buf, unsigned dwords)
{
    if (dwords != 1)
        strbuf_printf(buf, ":%u", dwords);
}

static void
print_temp(struct strbuf *buf, const struct mir_function *function, uint32_t temp)
{
    const struct mir_temp *info = &function->temps.at[temp];
    strbuf_printf(buf, "%%%c%" PRIu32,
                  info->is_mask                 ? 'm'
                  : info->reg_class == MIR_VGPR ? 'v'
                                                : 's',
                  temp);
    print_size(buf, info->dwords);
}

static void
print_value(struct strbuf *buf, const struct mir_operand *operand)
{
    if (operand->dwords == 2) {
        int64_t value = (int64_t)operand->value;
        if (value >= -16 && value <= 64)
            strbuf_printf(buf, "%" PRId64 ":2", value);
        else
            strbuf_printf(buf, "0x%" PRIx64 ":2", operand->value);
        return;
    }
    int32_t value = (int32_t)operand->value;
    if (value >= -16 && value <= 64)
        strbuf_printf(buf, "%" PRId32, value);
    else
        strbuf_printf(buf, "0x%" PRIx32, (uint32_t)value);
}

static void
print_register(struct strbuf *buf, const struct mir_function *function,
               const struct mir_operand *operand)
{
    switch ((enum mir_operand_kind)operand->kind) {
    case MIR_NONE:
        strbuf_puts(buf, "_");
        break;
    case MIR_TEMP:
        print_temp(buf, function, operand->temp);
        if (operand->reg != GCN_NO_REG) {
            strbuf_puts(buf, "@");
            print_reg(buf, operand->reg);
        }
        strbuf_puts(buf, operand->is_fixed ? "!" : "");
        break;
    case MIR_FIXED:
        print_reg(buf, operand->reg);
        print_size(buf, operand->dwords);
        break;
    case MIR_CONST:
        print_value(buf, operand);
        break;
    case MIR_SYMBOL:
        strbuf_printf(buf, "@\"%s\".%s", operand->global->name, operand->value ? "hi" : "lo");
        break;
    case MIR_ROW:
        strbuf_printf(buf, "row(%u)", (unsigned)operand->value);
        break;
    case MIR_CODE:
        strbuf_printf(buf, "@\"%s\".code_%s", operand->callee->name, operand->value ? "hi" : "lo");
        break;
    }
}

static void
print_operand(struct strbuf *buf, const struct mir_function *function,
              const struct mir_operand *operand)
{
    bool wrap = operand->kind == MIR_CONST && (operand->neg || operand->abs || operand->sext);
    strbuf_puts(buf, operand->neg ? "-" : "");
    strbuf_puts(buf, operand->sext ? "sext" : "");
    strbuf_puts(buf, operand->abs ? "|" : "");
    strbuf_puts(buf, wrap ? "(" : "");
    print_register(buf, function, operand);
    strbuf_puts(buf, wrap ? ")" : "");
    strbuf_puts(buf, operand->abs ? "|" : "");
    if (operand->sel)
        strbuf_printf(buf, "/%u", operand->sel);
    strbuf_puts(buf, operand->is_kill ? "'" : "");
    strbuf_puts(buf, operand->is_undef ? "?" : "");
}

static void
print_mods(struct strbuf *buf, const struct mir_mods *mods)
{
    if (mods->imm)
        strbuf_printf(buf, " imm:%" PRId32, mods->imm);
#define MOD(member)                                                                                \
    if (mods->member)                                                                              \
        strbuf_printf(buf, " " #member ":%u", (unsigned)mods->member);
#include "backend-gcn/mir/mir_fields.def"
}

static void
print_address(struct strbuf *buf, const struct memory_address *at)
{
    bool is_global = at->object >= MEMORY_NAMED_OBJECT;
    strbuf_printf(buf, " at %" PRIu32 " offset %" PRId64 " size %" PRIu32 " of %s%" PRIu32,
                  at->base, at->offset, at->size, is_global ? "global " : "",
                  at->object - (is_global ? MEMORY_NAMED_OBJECT : 0));
    strbuf_puts(buf, at->is_private ? " private" : "");
    strbuf_puts(buf, at->is_param ? " param" : "");
    strbuf_puts(buf, at->is_restrict ? " restrict" : "");
    if (at->scalar)
        strbuf_printf(buf, " scalar %u", at->scalar);
    if (at->version)
        strbuf_printf(buf, " version %u %u", at->version, at->stream);
}

static void
print_memory(struct strbuf *buf, const struct mir_function *function,
             const struct mir_memory *memory)
{
    if (!memory->spaces)
        return;
    strbuf_puts(buf, " mem(");
    ir_print_spaces(buf, memory->spaces);
    strbuf_printf(buf, " %u", memory->size);
    strbuf_puts(buf, memory->is_volatile ? " volatile" : "");
    strbuf_puts(buf, memory->is_invariant ? " invariant" : "");
    strbuf_puts(buf, memory->is_scratch ? " scratch" : "");
    strbuf_puts(buf, memory->is_unaligned ? " unaligned" : "");
    if (memory->order)
        strbuf_printf(buf, " order %s scope %s", ir_order_names[memory->order],
                      ir_scope_names[memory->scope]);
    if (memory->address)
        print_address(buf, &function->addresses.at[memory->address - 1]);
    strbuf_puts(buf, ")");
}

/* A string; everything but plain characters is printed as \xx. */
static void
print_string(struct strbuf *buf, const char *text)
{
    strbuf_puts(buf, " \"");
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 32 || c >= 127 || c == '"' || c == '\\')
            strbuf_printf(buf, "\\%02x", c);
        else
            strbuf_add(buf, text, 1);
    }
    strbuf_puts(buf, "\"");
}

static void
print_asm(struct strbuf *buf, const struct ir_asm *assembly)
{
    strbuf_puts(buf, " asm(");
    print_string(buf, assembly->text);
    strbuf_printf(buf, " %" PRIu32 " %" PRIu32 " %" PRIu32, assembly->output_count,
                  assembly->input_count, assembly->clobber_count);
    for (uint32_t i = 0; i < assembly->output_count + assembly->input_count; i++)
        print_string(buf, assembly->constraints[i]);
    for (uint32_t i = 0; i < assembly->clobber_count; i++)
        print_string(buf, assembly->clobbers[i]);
    strbuf_puts(buf, ")");
}

/* How many leading operands stand left of the '='. */
static unsigned
leading_defs(const struct mir_inst *inst)
{
    unsigned count = 0;
    while (count < inst->operand_count && mir_is_def(inst, count) && !mir_is_use(inst, count) &&
           (mir_is_pseudo(inst) || count < gcn_op_info[inst->op].operand_count))
        count++;
    return count;
}

void
mir_print_inst(struct strbuf *buf, const struct mir_function *function, const struct mir_inst *inst)
{
    unsigned defs = leading_defs(inst);
    for (unsigned i = 0; i < defs; i++) {
        strbuf_puts(buf, i ? ", " : "");
        print_operand(buf, function, &inst->operands[i]);
    }
    strbuf_printf(buf, "%s%s", defs ? " = " : "", mir_op_name(inst->op));
    for (unsigned i = defs; i < inst->operand_count; i++) {
        strbuf_puts(buf, i > defs ? ", " : " ");
        print_operand(buf, function, &inst->operands[i]);
    }
    print_mods(buf, &inst->mods);
    print_memory(buf, function, &inst->memory);
    if (inst->assembly)
        print_asm(buf, inst->assembly);
    if (inst->callee) {
        strbuf_puts(buf, " callee");
        print_string(buf, inst->callee->name);
    }
    if (inst->tied)
        strbuf_printf(buf, " tied:%u", inst->tied);
    if (inst->target)
        strbuf_printf(buf, " to:b%" PRIu32, inst->target->id);
    strbuf_puts(buf, inst->no_reorder ? " no_reorder" : "");
    if (inst->loc)
        strbuf_printf(buf, " loc:%" PRIu32, inst->loc);
    if (inst->places)
        strbuf_printf(buf, " places:%" PRIu32, inst->places);
}

static void
print_blocks(struct strbuf *buf, const char *title, struct mir_block *const *blocks, uint32_t count)
{
    if (!count)
        return;
    strbuf_printf(buf, " %s(", title);
    for (uint32_t i = 0; i < count; i++)
        strbuf_printf(buf, "%sb%" PRIu32, i ? " " : "", blocks[i]->id);
    strbuf_puts(buf, ")");
}

static void
print_block(struct strbuf *buf, const struct mir_function *function, const struct mir_block *block)
{
    strbuf_printf(buf, "b%" PRIu32 ":", block->id);
    print_blocks(buf, "preds", block->logical_preds.at, block->logical_preds.count);
    print_blocks(buf, "succs", block->logical_succs, block->logical_succ_count);
    print_blocks(buf, "linear_preds", block->linear_preds.at, block->linear_preds.count);
    print_blocks(buf, "linear_succs", block->linear_succs, block->linear_succ_count);
    if (block->loop_depth)
        strbuf_printf(buf, " depth:%" PRIu32, block->loop_depth);
    strbuf_puts(buf, block->is_linear_only ? " linear_only" : "");
    strbuf_puts(buf, block->is_loop_header ? " loop_header" : "");
    strbuf_puts(buf, "\n");
    mir_foreach_inst (inst, block) {
        strbuf_puts(buf, "    ");
        mir_print_inst(buf, function, inst);
        strbuf_puts(buf, "\n");
    }
}

/* Temps that have more to say than their name. */
static void
print_temps(struct strbuf *buf, const struct mir_function *function)
{
    strbuf_printf(buf, "  temps:%" PRIu32 "\n", function->temps.count);
    for (uint32_t i = 1; i < function->temps.count; i++) {
        const struct mir_temp *temp = &function->temps.at[i];
        if (!temp->no_spill && temp->reg == GCN_NO_REG && temp->hint == GCN_NO_REG)
            continue;
        strbuf_puts(buf, "  temp ");
        print_temp(buf, function, i);
        strbuf_puts(buf, temp->no_spill ? " no_spill" : "");
        if (temp->reg != GCN_NO_REG) {
            strbuf_puts(buf, " reg ");
            print_reg(buf, temp->reg);
        }
        if (temp->hint != GCN_NO_REG) {
            strbuf_puts(buf, " hint ");
            print_reg(buf, temp->hint);
        }
        strbuf_puts(buf, "\n");
    }
}

static void
print_abi(struct strbuf *buf, const struct mir_function *function)
{
    const struct kernel_start_state *abi = &function->abi;
    for (unsigned i = 0; i < KERNEL_USER_SGPRS; i++) {
        if (abi->user[i])
            strbuf_printf(buf, "  user %u s%u\n", i, abi->user_reg[i]);
    }
    for (unsigned i = 0; i < 3; i++) {
        if (abi->workgroup_id[i])
            strbuf_printf(buf, "  workgroup_id %u s%u\n", i, abi->workgroup_id_reg[i]);
    }
    for (uint32_t i = 0; i < function->hidden_arg_count; i++)
        strbuf_printf(buf, "  hidden %u\n", function->hidden_args[i]);
    for (unsigned i = 0; i < HIDDEN_COUNT; i++) {
        if (function->hidden_used[i])
            strbuf_printf(buf, "  hidden_used %u\n", i);
    }
}

void
mir_print(struct strbuf *buf, const struct mir_function *function)
{
    struct mir_function fresh = {0};
    mir_function_defaults(&fresh, function->target);
    strbuf_puts(buf, "machine");
    print_string(buf, function->source ? function->source->name : "");
    strbuf_printf(buf, " %s {\n", function->target->name);
#define NUMBER(member)                                                                             \
    if (function->member != fresh.member)                                                          \
        strbuf_printf(buf, "  " #member ":%" PRIu32 "\n", (uint32_t)function->member);
#define FLAG(member) strbuf_puts(buf, function->member ? "  " #member "\n" : "");
#include "backend-gcn/mir/mir_fields.def"
    print_abi(buf, function);
    print_temps(buf, function);
    mir_foreach_block (block, function)
        print_block(buf, function, block);
    strbuf_puts(buf, "}\n");
}
