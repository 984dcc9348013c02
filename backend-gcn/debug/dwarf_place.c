/* Where variables are.  Memory that is no variable's alone, and registers, are not told: a location
 * that is there is right. */
#include "backend-gcn/debug/dwarf_internal.h"

#include <string.h>

/* Private memory and LDS: an address in an address space of its own.  The space lies below the
 * address when DW_OP_xderef takes both. */
static void
add_space(struct strbuf *bytes, uint64_t address, enum ir_space space, bool is_indirect)
{
    enum { PRIVATE_POINTER = 4 /* bytes */ };
    dwarf_u8(bytes, DW_OP_constu);
    dwarf_uleb(bytes, address);
    if (is_indirect) {
        dwarf_u8(bytes, DW_OP_lit0 + dwarf_address_class(space));
        dwarf_u8(bytes, DW_OP_swap);
        dwarf_u8(bytes, DW_OP_xderef_size);
        dwarf_u8(bytes, PRIVATE_POINTER);
    }
    dwarf_u8(bytes, DW_OP_lit0 + dwarf_address_class(space));
    dwarf_u8(bytes, DW_OP_swap);
    dwarf_u8(bytes, DW_OP_xderef);
}

/* One that the function has in private memory or in LDS; NULL: none, or several (a loop's body that
 * was copied). */
static const struct mir_variable *
find_variable(const struct dwarf_code *code, const struct debug_variable *wanted, uint32_t site)
{
    const struct mir_variable *found = NULL;
    if (!code)
        return NULL;
    vec_foreach (const struct mir_variable, variable, &code->function->variables) {
        bool is_it = wanted->global ? variable->global == wanted->global
                                    : wanted->number && variable->number == wanted->number &&
                                          variable->site == site;
        if (is_it && found)
            return NULL;
        if (is_it)
            found = variable;
    }
    return found;
}

/* An SGPR's number in DWARF, of LLVM's guide ("Register Identifier"); that of 2017 leaves it open. */
static unsigned
sgpr_number(unsigned reg)
{
    return reg < 64 ? 32 + reg : 1088 + reg - 64;
}

/* VGPRs of waves of 64, by the same guide. */
static unsigned
register_number(unsigned reg)
{
    enum { FIRST_VGPR = 2560 };
    return reg >= GCN_VGPR0 ? FIRST_VGPR + reg - GCN_VGPR0 : sgpr_number(reg);
}

void
dwarf_add_registers(struct strbuf *bytes, const uint16_t *regs, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        dwarf_u8(bytes, DW_OP_regx);
        dwarf_uleb(bytes, register_number(regs[i]));
        if (count > 1) {
            dwarf_u8(bytes, DW_OP_piece);
            dwarf_uleb(bytes, 4);
        }
    }
}

/* The 32 bits of an SGPR, now or when the kernel was entered. */
static void
add_sgpr(struct strbuf *bytes, unsigned reg, bool at_entry)
{
    if (at_entry) {
        dwarf_u8(bytes, DW_OP_GNU_entry_value);
        dwarf_uleb(bytes, sgpr_number(reg) < 0x80 ? 2 : 3);
        dwarf_u8(bytes, DW_OP_regx);
        dwarf_uleb(bytes, sgpr_number(reg));
    } else {
        dwarf_u8(bytes, DW_OP_bregx);
        dwarf_uleb(bytes, sgpr_number(reg));
        dwarf_sleb(bytes, 0);
    }
    dwarf_u8(bytes, DW_OP_constu);
    dwarf_uleb(bytes, UINT32_MAX);
    dwarf_u8(bytes, DW_OP_and);
}

static struct strbuf
kernarg_place(struct dwarf_unit *unit, const struct mir_function *kernel, uint32_t offset,
              bool at_entry)
{
    struct strbuf bytes = strbuf_new(unit->arena);
    unsigned reg = kernel->abi.user_reg[KERNEL_USER_KERNARG_SEGMENT_PTR];
    add_sgpr(&bytes, reg + 1, at_entry);
    dwarf_u8(&bytes, DW_OP_constu);
    dwarf_uleb(&bytes, 32);
    dwarf_u8(&bytes, DW_OP_shl);
    add_sgpr(&bytes, reg, at_entry);
    dwarf_u8(&bytes, DW_OP_or);
    dwarf_u8(&bytes, DW_OP_plus_uconst);
    dwarf_uleb(&bytes, offset);
    return bytes;
}

void
dwarf_add_entry(struct dwarf_unit *unit, uint64_t low, uint64_t high, const struct strbuf *bytes)
{
    struct strbuf *list = &unit->dwarf->sections[DWARF_LOC];
    if (low == high)
        return;
    dwarf_u64(list, low - unit->low);
    dwarf_u64(list, high - unit->low);
    dwarf_u16(list, (unsigned)bytes->length);
    strbuf_add(list, bytes->text, bytes->length);
}

void
dwarf_end_list(struct dwarf_unit *unit)
{
    dwarf_u64(&unit->dwarf->sections[DWARF_LOC], 0);
    dwarf_u64(&unit->dwarf->sections[DWARF_LOC], 0);
}

/* In the kernarg segment, all the time.  Its address is in the registers where the launch put it; once
 * these hold something else, what they held then counts. */
static void
place_argument(struct dwarf_unit *unit, struct die *die, const struct dwarf_code *code,
               const struct debug_variable *variable)
{
    const struct mir_function *kernel = code->function;
    const struct kernel_info *info = kernel->source->kernel;
    uint64_t start = code->start, end = start + kernel->kernarg_end;
    bool has_pointer = kernel->abi.user[KERNEL_USER_KERNARG_SEGMENT_PTR] && !kernel->is_function;
    if (!has_pointer || !info || variable->argument >= info->arg_count)
        return;
    uint32_t offset = info->args[variable->argument].offset;
    struct strbuf now = kernarg_place(unit, kernel, offset, false);
    struct strbuf entered = kernarg_place(unit, kernel, offset, true);
    if (kernel->kernarg_end == kernel->code_size) {
        die_block(unit, die, DW_AT_location, &now, NULL);
        return;
    }
    die_section(unit, die, DW_AT_location, DWARF_LOC, unit->dwarf->sections[DWARF_LOC].length);
    dwarf_add_entry(unit, start, end, &now);
    dwarf_add_entry(unit, end, start + kernel->code_size, &entered);
    dwarf_end_list(unit);
}

/* A constant that is in no memory: a sampler, or one of program scope that code has as a number. */
static void
place_constant(struct dwarf_unit *unit, struct die *die, const struct debug_variable *variable)
{
    const struct ir_global *global = variable->global;
    uint64_t bits = variable->bits;
    bool is_number = global && global->space == IR_SPACE_CONSTANT && !global->is_external &&
                     !global->reloc_count && global->size <= sizeof bits;
    if (is_number && global->bytes)
        memcpy(&bits, global->bytes, global->size);
    if (is_number || variable->is_constant)
        die_signed(unit, die, DW_AT_const_value, (int64_t)bits);
}

void
dwarf_place(struct dwarf_unit *unit, struct die *die, const struct dwarf_code *code,
            const struct debug_variable *variable, uint32_t site)
{
    struct strbuf bytes = strbuf_new(unit->arena);
    const struct mir_variable *found = find_variable(code, variable, site);
    if (found && found->words) {
        uint16_t regs[2] = {(uint16_t)(code->function->array_vgpr + found->offset)};
        regs[1] = (uint16_t)(regs[0] + 1);
        dwarf_add_registers(&bytes, regs, found->words);
        die_block(unit, die, DW_AT_location, &bytes, NULL);
    } else if (found) {
        add_space(&bytes, found->offset, found->global ? IR_SPACE_LOCAL : IR_SPACE_PRIVATE,
                  variable->is_indirect);
        die_block(unit, die, DW_AT_location, &bytes, NULL);
    } else if (variable->global && unit->is_placed(unit->data, variable->global)) {
        dwarf_u8(&bytes, DW_OP_addr);
        dwarf_u64(&bytes, 0);
        die_block(unit, die, DW_AT_location, &bytes, variable->global);
    } else if (variable->global || variable->is_constant) {
        place_constant(unit, die, variable);
    } else if (variable->is_argument && code && !site) {
        place_argument(unit, die, code, variable);
    } else if (variable->number && code) {
        dwarf_place_list(unit, die, code, variable, site);
    }
}
