/* The kernel's side of the ABI, derived from its IR: which registers the launch must fill, where
 * arguments are (AMDGPUUsage: Initial Kernel Execution State, Kernel Prolog). */
#include "backend-gcn/abi/calls.h"
#include "backend-gcn/isel/isel.h"
#include "backend-gcn/abi/kernel_start.h"
#include "gcn/object/object_version.h"
#include "support/number.h"

/* ---- what the kernel asks for ---- */

static bool
touches_space(const struct isel *isel, const struct ir_inst *inst, enum ir_space space)
{
    switch ((enum ir_op)inst->op) {
    case IR_OP_load:
    case IR_OP_store:
    case IR_OP_atomic:
    case IR_OP_cmpxchg:
        return ir_space_of(ir_type_of(isel->kernel, inst->args[0].value)) == space;
    default:
        return false;
    }
}

static void
want_user(struct isel *isel, enum kernel_user_sgpr user)
{
    if (isel->user[user].kind == MIR_NONE)
        isel->user[user] = mir_temp(
            isel->function, mir_temp_new(isel->function, MIR_SGPR, kernel_user_dwords[user]));
}

static void
want_one(struct isel *isel, struct mir_operand *place, enum mir_class reg_class)
{
    if (place->kind == MIR_NONE)
        *place = mir_temp(isel->function, mir_temp_new(isel->function, reg_class, 1));
}

static void
scan_cast(struct isel *isel, const struct ir_inst *inst)
{
    enum ir_space from = ir_space_of(ir_type_of(isel->kernel, inst->args[0].value));
    if (ir_space_of(inst->type) != IR_SPACE_GENERIC ||
        (from != IR_SPACE_LOCAL && from != IR_SPACE_PRIVATE))
        return;
    isel->has_flat_private |= from == IR_SPACE_PRIVATE && isel->target->has_flat;
    isel->has_lds |= from == IR_SPACE_LOCAL;
    if (!isel->target->has_flat_offset)
        want_user(isel, KERNEL_USER_QUEUE_PTR);
}

/* Places an object in LDS, once per kernel; those that functions name have their place. */
static void
place_lds(struct isel *isel, struct ir_global *global)
{
    const struct call_context *calls = isel->function->calls;
    uint32_t *end = &isel->function->usage.lds_bytes;
    if (map_get(&isel->lds, MAP_KEY(global)))
        return;
    map_put(&isel->lds, MAP_KEY(global), global);
    if (calls && map_get(&calls->program->lds, MAP_KEY(global)))
        *end = (uint32_t)larger(*end, global->offset + global->size);
    else
        global->offset = mir_allocate_offset(end, global->size, global->align);
    if (isel->options->notes_variables)
        vec_push(isel->function->arena, &isel->function->variables,
                 (struct mir_variable){.offset = global->offset, .global = global});
}

/* What a callee needs its callers need too; its frame lies below theirs. */
static void
scan_call(struct isel *isel, const struct ir_inst *inst)
{
    const struct call_context *calls = isel->function->calls;
    const struct call_interface *interface =
        call_interface_of(calls ? calls->program : NULL, inst->callee);
    const struct mir_function *callee = map_get(&calls->program->compiled, MAP_KEY(inst->callee));
    struct mir_function *function = isel->function;
    isel->has_private |= interface->needs_scratch;
    isel->has_flat_private |= interface->has_flat_private;
    isel->has_lds |= interface->has_lds;
    if (interface->queue_ptr.dwords)
        want_user(isel, KERNEL_USER_QUEUE_PTR);
    function->scratch_objects =
        (uint32_t)larger(function->scratch_objects, callee->usage.scratch_bytes);
    function->usage.lds_bytes =
        (uint32_t)larger(function->usage.lds_bytes, callee->usage.lds_bytes);
}

static void
want_workitem_id(struct isel *isel, unsigned dimension)
{
    struct kernel_start_state *abi = &isel->function->abi;
    if (isel->target->packed_workitem_ids) {
        want_one(isel, &isel->packed_ids, MIR_VGPR);
        abi->workitem_ids = (uint8_t)larger(abi->workitem_ids, dimension);
    }
    want_one(isel, &isel->workitem_id[dimension], MIR_VGPR);
}

static void
scan_inst(struct isel *isel, const struct ir_inst *inst)
{
    switch ((enum ir_op)inst->op) {
    case IR_OP_dispatch_ptr:
        want_user(isel, KERNEL_USER_DISPATCH_PTR);
        break;
    case IR_OP_queue_ptr:
        want_user(isel, KERNEL_USER_QUEUE_PTR);
        break;
    case IR_OP_kernarg_ptr:
        want_user(isel, KERNEL_USER_KERNARG_SEGMENT_PTR);
        break;
    case IR_OP_hidden_arg:
        want_user(isel, KERNEL_USER_KERNARG_SEGMENT_PTR);
        isel->function->hidden_used[inst->hidden] = true;
        break;
    case IR_OP_buffer_to_local:
    case IR_OP_global_to_local:
        isel->loads_to_local = isel->has_lds = true;
        break;
    case IR_OP_hidden_block:
        want_user(isel, KERNEL_USER_KERNARG_SEGMENT_PTR);
        kernel_hidden_scan(isel, inst);
        break;
    case IR_OP_workgroup_id:
        want_one(isel, &isel->workgroup_id[inst->dimension], MIR_SGPR);
        break;
    case IR_OP_workitem_id:
        want_workitem_id(isel, inst->dimension);
        break;
    case IR_OP_alloca:
        isel->has_private |= !isel_array_of(isel, inst);
        break;
    case IR_OP_addrspacecast:
        scan_cast(isel, inst);
        break;
    case IR_OP_call:
        scan_call(isel, inst);
        break;
    default:
        break;
    }
    isel->has_lds |=
        touches_space(isel, inst, IR_SPACE_LOCAL) || touches_space(isel, inst, IR_SPACE_GENERIC);
    isel->has_private |= touches_space(isel, inst, IR_SPACE_PRIVATE) && !isel_array_of(isel, inst);
}

/* Hidden arguments follow the explicit ones. */
static void
lay_out_kernarg(struct isel *isel)
{
    struct mir_function *function = isel->function;
    const struct kernel_info *info = isel->kernel->kernel;
    uint32_t size = info ? info->kernarg_size : 0, align = 4;
    for (uint32_t i = 0; info && i < info->arg_count; i++)
        align = info->args[i].align > align ? info->args[i].align : align;
    uint32_t hidden_size = kernel_hidden_list(isel);
    if (hidden_size) {
        size = hidden_block(size) + hidden_size;
        align = align > 8 ? align : 8;
    }
    function->kernarg_size = (size + 3) & ~3u; /* s_load reads whole dwords */
    function->kernarg_align = align;
}

/* After scan_inst: objects of the kernel's own lie above those of its callees. */
static void
scan_symbols(struct isel *isel, const struct ir_block *block)
{
    ir_foreach_inst (inst, block) {
        if (inst->op == IR_OP_symbol && inst->global->space == IR_SPACE_LOCAL)
            place_lds(isel, inst->global);
    }
}

void
kernel_abi_scan(struct isel *isel)
{
    for (unsigned i = 0; i < KERNEL_USER_SGPRS; i++)
        isel->user[i] = mir_none();
    for (unsigned i = 0; i < 3; i++)
        isel->workgroup_id[i] = isel->workitem_id[i] = mir_none();
    isel->wave_offset = isel->scratch_rsrc = isel->packed_ids = mir_none();
    ir_foreach_block (block, isel->kernel) {
        ir_foreach_inst (inst, block)
            scan_inst(isel, inst);
    }
    ir_foreach_block (block, isel->kernel)
        scan_symbols(isel, block);
    if (!isel->kernel->is_kernel)
        return;
    for (uint32_t i = 0; i < isel->kernel->param_count; i++) {
        if (ir_value(isel->kernel, isel->kernel->params[i])->uses)
            want_user(isel, KERNEL_USER_KERNARG_SEGMENT_PTR);
    }
    if (isel->has_private) {
        want_one(isel, &isel->wave_offset, MIR_SGPR);
        if (isel->target->private_by_scratch || isel->has_flat_private)
            want_user(isel, KERNEL_USER_FLAT_SCRATCH_INIT);
        if (!isel->target->private_by_scratch)
            want_user(isel, KERNEL_USER_PRIVATE_SEGMENT_BUFFER);
    }
    lay_out_kernarg(isel);
}

/* v0 holds x in bits 9:0, y in 19:10, z in 29:20 (AMDGPUUsage, VGPR Register Set Up Order); those behind the last
 * one that the kernel asks for are 0, so that x alone is v0: LLVM reads it without a mask, too. */
static void
unpack_ids(struct isel *isel)
{
    enum { ID_BITS = 10 };
    if (isel->packed_ids.kind != MIR_NONE && !isel->function->abi.workitem_ids) {
        isel->workitem_id[0] = isel->packed_ids;
        return;
    }
    for (unsigned i = 0; i < 3 && isel->packed_ids.kind != MIR_NONE; i++)
        if (isel->workitem_id[i].kind != MIR_NONE)
            isel->workitem_id[i] = isel_valu3(isel, GCN_v_bfe_u32, isel->packed_ids,
                                              mir_const(ID_BITS * i), mir_const(ID_BITS));
}

static void
set_up_scratch(struct isel *isel)
{
    struct mir_function *function = isel->function;
    struct mir_operand init = isel->user[KERNEL_USER_FLAT_SCRATCH_INIT];
    bool needs_address = isel->target->private_by_scratch || isel->has_flat_private;
    if (needs_address && isel->target->flat_scratch_is_address)
        kernel_start_scratch_address(&isel->b, init, isel->wave_offset);
    else if (needs_address)
        kernel_start_scratch_size(&isel->b, init, isel->wave_offset);
    if (isel->target->private_by_scratch)
        return;
    isel->scratch_rsrc = isel->user[KERNEL_USER_PRIVATE_SEGMENT_BUFFER];
    function->scratch_rsrc = isel->scratch_rsrc.temp;
    function->scratch_offset = isel->wave_offset.temp;
}

void
kernel_abi_start(struct isel *isel)
{
    struct kernel_start start = {.wave_offset = isel->wave_offset.temp};
    for (unsigned i = 0; i < KERNEL_USER_SGPRS; i++)
        start.user[i] = isel->user[i].temp;
    for (unsigned i = 0; i < 3; i++) {
        start.workgroup_id[i] = isel->workgroup_id[i].temp;
        if (!isel->target->packed_workitem_ids)
            start.workitem_id[i] = isel->workitem_id[i].temp;
    }
    if (isel->target->packed_workitem_ids)
        start.workitem_id[0] = isel->packed_ids.temp;
    kernel_start_build(isel->function, &start);
    if (isel->target->needs_lds_m0 && isel->has_lds)
        mir_build(&isel->b, GCN_s_mov_b32, 1, mir_fixed(GCN_M0, 1), mir_const(UINT32_MAX));
    if (isel->has_private)
        set_up_scratch(isel);
    unpack_ids(isel); /* what is computed may be spilled */
}

/* ---- arguments ---- */

/* Arguments that do not fit a register are passed as their address. */
static bool
is_address_of_argument(const struct isel *isel, uint32_t i)
{
    const struct kernel_arg *arg = &isel->kernel->kernel->args[i];
    return arg->kind == KERNEL_ARG_BY_VALUE && ir_is_pointer(isel->kernel->param_types[i]);
}

bool
kernel_abi_argument_address(const struct isel *isel, ir_id id, int64_t *offset)
{
    const struct ir_value *value = ir_value(isel->kernel, id);
    if (value->kind == IR_VALUE_INST && value->inst->op == IR_OP_hidden_block) {
        *offset += kernel_hidden_offset(isel);
        return true;
    }
    if (!isel->kernel->is_kernel || value->kind != IR_VALUE_PARAM ||
        !is_address_of_argument(isel, value->param))
        return false;
    *offset += isel->kernel->kernel->args[value->param].offset;
    return true;
}

static bool
is_used(const struct isel *isel, uint32_t i)
{
    return ir_value(isel->kernel, isel->kernel->params[i])->uses != NULL;
}

/* Loads runs of needed dwords with the widest loads that fit. */
static void
load_words(struct isel *isel, const struct bitset *needed, struct mir_operand *words)
{
    for (uint32_t i = bitset_next(needed, 0); i != UINT32_MAX; i = bitset_next(needed, i)) {
        uint32_t run = 1;
        while (i + run < needed->size && bitset_has(needed, i + run))
            run++;
        uint32_t dwords = 8;
        while (dwords > run)
            dwords /= 2;
        struct mir_operand tuple =
            isel_smem(isel, isel->user[KERNEL_USER_KERNARG_SEGMENT_PTR], i * 4, dwords);
        isel_split(isel, tuple, words + i, dwords, 1);
        i += dwords;
        if (i >= needed->size)
            break;
    }
}

static void
define_param(struct isel *isel, uint32_t i, const struct mir_operand *words)
{
    const struct kernel_arg *arg = &isel->kernel->kernel->args[i];
    ir_id id = isel->kernel->params[i];
    if (is_address_of_argument(isel, i)) {
        isel_define(isel, id,
                    isel_add64(isel, isel->user[KERNEL_USER_KERNARG_SEGMENT_PTR],
                               mir_const64(arg->offset)));
        return;
    }
    struct mir_operand word = words[arg->offset / 4];
    if (arg->offset % 4)
        word = isel_salu2(isel, GCN_s_lshr_b32, word, mir_const(arg->offset % 4 * 8));
    if (ir_type_bits(isel->kernel->param_types[i]) == 64)
        isel_define_halves(isel, id, word, words[arg->offset / 4 + 1]);
    else
        isel_define(isel, id, word);
}

void
kernel_abi_params(struct isel *isel)
{
    const struct kernel_info *info = isel->kernel->kernel;
    if (!isel->kernel->param_count)
        return;
    if (!info || info->arg_count != isel->kernel->param_count)
        ice(isel->guard, "isel: kernel %s has %u parameters but describes %u", isel->kernel->name,
            isel->kernel->param_count, info ? info->arg_count : 0);
    uint32_t count = (info->kernarg_size + 3) / 4 + 2;
    struct bitset needed = bitset_new(isel->arena, count);
    struct mir_operand *words = ARENA_ARRAY(isel->arena, count, struct mir_operand);
    for (uint32_t i = 0; i < info->arg_count; i++) {
        uint32_t first = info->args[i].offset / 4;
        if (!is_used(isel, i) || is_address_of_argument(isel, i))
            continue;
        if (first + 1 >= count)
            ice(isel->guard, "isel: argument %u lies outside the kernarg segment", i);
        bitset_add(&needed, first);
        if (ir_type_bits(isel->kernel->param_types[i]) == 64)
            bitset_add(&needed, first + 1);
    }
    load_words(isel, &needed, words);
    for (uint32_t i = 0; i < info->arg_count; i++) {
        if (is_used(isel, i))
            define_param(isel, i, words);
    }
}
