/* Values of the launch that a kernel's attributes fix become constants: reqd_work_group_size gives
 * the work-group size that get_local_size and get_global_id read from the dispatch packet, and the work-item's id where
 * the size is 1.
 *
 *   %1 = dispatch_ptr; %2 = ptradd p.constant %1, i64 4; %3 = load i32 %2
 *   ->   i32 (x | y << 16)
 *
 *   %1 = workitem_id i32, dim 1   ->   i32 0 */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"

#include <string.h>

enum { GROUP_SIZES = 4, GROUP_SIZES_END = 10 }; /* bytes of hsa_kernel_dispatch_packet_t */

/* Functions that stay get the packet as a parameter: what is known is what all kernels that reach
 * them say. */
struct sizes {
    const uint32_t *of_group; /* of the kernels seen so far; NULL: none was seen */
    struct arena scratch;
    const struct ana_calls *calls; /* NULL: nobody has asked */
    struct map seen;               /* parameters that were looked at: function and index */
};

static bool is_packet(struct sizes *sizes, const struct ir_function *function, ir_id pointer);

static bool
agrees(struct sizes *sizes, const struct kernel_info *kernel)
{
    if (!kernel || !kernel->reqd_group_size[0])
        return false;
    if (sizes->of_group)
        return memcmp(sizes->of_group, kernel->reqd_group_size, sizeof kernel->reqd_group_size) ==
               0;
    sizes->of_group = kernel->reqd_group_size;
    return true;
}

/* Do all calls pass the packet? */
static bool
is_passed(struct sizes *sizes, const struct ir_function *function, uint32_t index)
{
    uint64_t key = (MAP_KEY(function) << 16) + index;
    if (!sizes->calls) {
        sizes->calls = ana_calls_at_hand(&sizes->scratch, function->module);
        sizes->seen = map_new(&sizes->scratch);
    }
    if (map_get(&sizes->seen, key))
        return true;
    map_put(&sizes->seen, key, sizes);
    const struct ana_callee *callee = ana_calls_of(sizes->calls, function);
    if (!callee || !callee->sites.count)
        return false;
    vec_foreach (struct ir_inst *const, site, &callee->sites)
        if (!is_packet(sizes, (*site)->block->function, (*site)->args[index].value))
            return false;
    return true;
}

static bool
is_packet(struct sizes *sizes, const struct ir_function *function, ir_id pointer)
{
    const struct ir_value *value = ir_value(function, pointer);
    if (value->kind == IR_VALUE_PARAM && value->type == IR_P_CONSTANT && !function->is_kernel)
        return is_passed(sizes, function, value->param);
    const struct ir_inst *inst = ir_def(function, pointer);
    return inst && inst->op == IR_OP_dispatch_ptr && agrees(sizes, function->kernel);
}

/* The base of the address, and the offset from there. */
static ir_id
base_of(const struct ir_function *function, ir_id address, int64_t *offset)
{
    const struct ir_inst *inst = ir_def(function, address);
    *offset = 0;
    while (inst && inst->op == IR_OP_ptradd && ir_is_const(function, inst->args[1].value)) {
        *offset += (int64_t)ir_value(function, inst->args[1].value)->bits;
        address = inst->args[0].value;
        inst = ir_def(function, address);
    }
    return address;
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
    struct sizes sizes = {.of_group = NULL};
    enum ir_type type = (enum ir_type)load->type;
    int64_t offset;
    ir_id base = base_of(function, load->args[0].value, &offset);
    bool inside = offset >= GROUP_SIZES && offset + ir_type_bytes(type) <= GROUP_SIZES_END + 2;
    if (!inside || load->def_count != 1 || !ir_is_int(type))
        return false;
    arena_init_scratch(&sizes.scratch, function->module->arena->allocator, function->module->guard);
    bool known = is_packet(&sizes, function, base);
    arena_free(&sizes.scratch);
    if (!known)
        return false;
    uint64_t bits = read_sizes(sizes.of_group, offset, ir_type_bits(type));
    ir_replace_uses(function, load->def, ir_const(function, type, bits));
    ir_remove(load);
    return true;
}

/* Functions that stay have their ids from their caller. */
static bool
fold_id(struct ir_function *function, struct ir_inst *id)
{
    if (!function->is_kernel || !function->kernel ||
        function->kernel->reqd_group_size[id->dimension] != 1)
        return false;
    ir_replace_uses(function, id->def, ir_const(function, (enum ir_type)id->type, 0));
    ir_remove(id);
    return true;
}

bool
opt_dispatch_packet(struct ir_function *function)
{
    bool changed = false;
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            if (inst->op == IR_OP_load)
                changed |= fold(function, inst);
            else if (inst->op == IR_OP_workitem_id)
                changed |= fold_id(function, inst);
        }
    return changed;
}
