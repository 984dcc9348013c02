/* Values of the launch that a kernel's attributes fix become constants: reqd_work_group_size gives
 * the work-group size that get_local_size and get_global_id read from the dispatch packet.
 *
 *   %1 = dispatch_ptr; %2 = ptradd p.constant %1, i64 4; %3 = load i32 %2
 *   ->   i32 (x | y << 16) */
#include "midend/pass.h"

enum { GROUP_SIZES = 4, GROUP_SIZES_END = 10 }; /* bytes of hsa_kernel_dispatch_packet_t */

/* The offset in the dispatch packet that the address points to, or -1. */
static int64_t
packet_offset(const struct ir_function *function, ir_id address)
{
    const struct ir_inst *inst = ir_def(function, address);
    int64_t offset = 0;
    while (inst && inst->op == IR_OP_ptradd && ir_is_const(function, inst->args[1].value)) {
        offset += (int64_t)ir_value(function, inst->args[1].value)->bits;
        inst = ir_def(function, inst->args[0].value);
    }
    return inst && inst->op == IR_OP_dispatch_ptr ? offset : -1;
}

/* The three sizes are u16, one after the other; then two bytes that are zero. */
static uint64_t
read_sizes(const uint32_t sizes[3], int64_t offset, unsigned bits)
{
    uint64_t all = sizes[0] | (uint64_t)sizes[1] << 16 | (uint64_t)sizes[2] << 32;
    return all >> (8 * (offset - GROUP_SIZES)) & (UINT64_MAX >> (64 - bits));
}

static bool
fold(struct ir_function *function, struct ir_inst *load)
{
    enum ir_type type = (enum ir_type)load->type;
    int64_t offset = packet_offset(function, load->args[0].value);
    bool inside = offset >= GROUP_SIZES && offset + ir_type_bytes(type) <= GROUP_SIZES_END + 2;
    if (!inside || load->def_count != 1 || !ir_is_int(type))
        return false;
    uint64_t bits = read_sizes(function->kernel->reqd_group_size, offset, ir_type_bits(type));
    ir_replace_uses(function, load->def, ir_const(function, type, bits));
    ir_remove(load);
    return true;
}

bool
opt_dispatch_packet(struct ir_function *function)
{
    bool changed = false;
    if (!function->kernel || !function->kernel->reqd_group_size[0])
        return false;
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block)
            if (inst->op == IR_OP_load)
                changed |= fold(function, inst);
    return changed;
}
