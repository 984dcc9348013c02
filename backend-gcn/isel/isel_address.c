/* Selection of addresses: what an access folds into its instruction, and where objects lie. */
#include "midend/ir/debug_point.h"
#include "backend-gcn/isel/isel.h"

/* Offsets that fit the instruction in this space. */
static bool
fits(const struct isel *isel, enum ir_space space, int64_t offset)
{
    const struct isel_unit *unit = isel_unit(isel, space);
    return offset >= unit->lowest && offset <= unit->highest;
}

/* May the instruction add an offset to this address?  On chips with lds_offset_bug it must not be
 * negative, as i * 4 in a[i + 8] may be. */
static bool
takes_offset(const struct isel *isel, enum ir_space space, ir_id address)
{
    return space != IR_SPACE_LOCAL || !isel->target->lds_offset_bug ||
           isel_is_nonnegative(isel, address);
}

/* Takes constants off the pointer while the whole access stays in reach. */
static ir_id
strip_constants(const struct isel *isel, ir_id pointer, enum ir_space space, unsigned size,
                int64_t *offset)
{
    const ir_id whole = pointer;
    *offset = 0;
    for (struct ir_inst *def; (def = ir_def(isel->kernel, pointer)) && def->op == IR_OP_ptradd;) {
        uint64_t bits;
        ir_id amount = def->args[1].value;
        if (!isel_const(isel, amount, &bits))
            break;
        int64_t more =
            ir_type_of(isel->kernel, amount) == IR_I64 ? (int64_t)bits : (int64_t)(int32_t)bits;
        if (!fits(isel, space, *offset + more) || !fits(isel, space, *offset + more + size - 1))
            break;
        *offset += more;
        pointer = def->args[0].value;
    }
    if (*offset && !takes_offset(isel, space, pointer)) {
        *offset = 0;
        return whole;
    }
    return pointer;
}

/* Has the value, which lanes share where it is computed, still that of each lane here?  Behind a loop that they leave in
 * different iterations it has that of the last one. */
static bool
is_shared_here(const struct isel *isel, ir_id id)
{
    const struct ir_inst *def = ir_def(isel->kernel, id);
    const struct ana_loop *loop = def ? isel->loops->of[def->block->id] : NULL;
    const struct ana_loop *here = isel->loops->of[isel->b.block->source->id];
    for (; loop && !ana_loop_contains(loop, here); loop = loop->parent)
        if (ana_leaves_apart(isel->divergence, isel->loops, loop))
            return false;
    return true;
}

/* Uniform base + an unsigned 32-bit offset per lane: the saddr form. */
static bool
match_saddr(struct isel *isel, ir_id pointer, struct isel_address *address)
{
    struct ir_inst *def = ir_def(isel->kernel, pointer);
    if (isel_is_uniform(isel, pointer)) {
        address->saddr = isel_use_sgpr(isel, pointer);
        address->vaddr = isel_to_vgpr(isel, mir_const(0));
        return true;
    }
    if (!def || def->op != IR_OP_ptradd || !isel_is_uniform(isel, def->args[0].value) ||
        !is_shared_here(isel, def->args[0].value))
        return false;
    struct ir_inst *extend = ir_def(isel->kernel, def->args[1].value);
    if (!extend || extend->op != IR_OP_zext ||
        ir_type_of(isel->kernel, extend->args[0].value) != IR_I32)
        return false;
    address->saddr = isel_use_sgpr(isel, def->args[0].value);
    address->vaddr = isel_use_vgpr(isel, extend->args[0].value);
    return true;
}

/* A private address; a constant one needs no VGPR. */
static void
private_address(struct isel *isel, ir_id pointer, struct isel_address *address)
{
    const struct isel_unit *unit = isel_unit(isel, address->space);
    struct mir_operand place = isel_use(isel, pointer);
    bool takes_base = unit->form == ISEL_FORM_BASE;
    if (place.kind == MIR_CONST) {
        address->imm = place.value & (uint32_t)unit->highest; /* all ones */
        uint32_t rest = (uint32_t)place.value & ~(uint32_t)unit->highest;
        if (takes_base)
            address->saddr = isel_to_sgpr(isel, mir_const(rest));
        else if (rest)
            address->vaddr = isel_to_vgpr(isel, mir_const(rest));
    } else if (mir_is_sgpr(&place) && takes_base) {
        address->saddr = place;
    } else {
        address->vaddr = isel_to_vgpr(isel, place);
    }
}

/* A local object and a 32-bit offset per lane: the object's address becomes the instruction's
 * offset. */
static bool
match_local_object(struct isel *isel, ir_id pointer, unsigned size, struct isel_address *address)
{
    struct ir_inst *def = ir_def(isel->kernel, pointer);
    if (!def || def->op != IR_OP_ptradd)
        return false;
    struct mir_operand place = isel_use(isel, def->args[0].value);
    if (place.kind != MIR_CONST ||
        (place.value + (uint64_t)address->imm &&
         !takes_offset(isel, IR_SPACE_LOCAL, def->args[1].value)) ||
        !fits(isel, IR_SPACE_LOCAL, (int64_t)place.value + address->imm + size - 1))
        return false;
    address->imm += (int64_t)place.value;
    address->vaddr = isel_use_vgpr(isel, def->args[1].value);
    return true;
}

struct isel_address
isel_address(struct isel *isel, ir_id pointer, unsigned size)
{
    enum ir_space space = ir_space_of(ir_type_of(isel->kernel, pointer));
    struct isel_address address = {.vaddr = mir_none(), .saddr = mir_none(), .space = space};
    if (space == IR_SPACE_PRIVATE) {
        private_address(isel, pointer, &address);
        return address;
    }
    pointer = strip_constants(isel, pointer, space, size, &address.imm);
    struct mir_operand place = isel_use(isel, pointer);
    if (space == IR_SPACE_LOCAL && place.kind == MIR_CONST &&
        fits(isel, space, (int64_t)place.value + address.imm + size - 1)) {
        address.imm += (int64_t)place.value;
        address.vaddr = isel_to_vgpr(isel, mir_const(0));
        return address;
    }
    if (space == IR_SPACE_LOCAL && match_local_object(isel, pointer, size, &address))
        return address;
    if (isel_unit(isel, space)->form == ISEL_FORM_BASE && match_saddr(isel, pointer, &address))
        return address;
    address.vaddr = isel_to_vgpr(isel, place);
    return address;
}

struct isel_address
isel_address_at(struct isel *isel, const struct isel_address *address, unsigned offset)
{
    struct isel_address at = *address;
    at.imm += offset;
    if (fits(isel, at.space, at.imm))
        return at;
    if (at.saddr.kind != MIR_NONE && at.space == IR_SPACE_PRIVATE) {
        at.saddr = isel_salu2(isel, GCN_s_add_u32, at.saddr, mir_const((uint32_t)at.imm));
    } else if (at.saddr.kind != MIR_NONE) {
        at.saddr = isel_add64(isel, at.saddr, mir_const64((uint64_t)at.imm));
    } else if (at.vaddr.dwords == 2) {
        at.vaddr = isel_add64(isel, at.vaddr, mir_const64((uint64_t)at.imm));
    } else {
        struct mir_operand base = at.vaddr.kind == MIR_NONE ? mir_const(0) : at.vaddr;
        at.vaddr = isel_vadd(isel, base, mir_const((uint32_t)at.imm));
    }
    at.imm = 0;
    return at;
}

/* Which bytes a plain load or store touches, for scheduling; atomic ones stay among others as the program has
 * them, though their orders would let some of them pass. */
static uint32_t
note_address(const struct isel *isel, const struct ir_inst *inst, ir_space_set spaces)
{
    if ((inst->op != IR_OP_load && inst->op != IR_OP_store) || !ir_is_plain(&inst->memory) ||
        spaces == IR_SPACE_MASK(CONSTANT))
        return 0;
    uint32_t size = ir_type_bytes(inst->type) * inst->memory.components;
    struct memory_address at =
        memory_address_of(&isel->clobbers.objects, inst->args[0].value, size);
    memory_note_access(&at, inst);
    return mir_note_address(isel->function, &at, spaces);
}

struct mir_memory
isel_memory(const struct isel *isel, const struct ir_inst *inst, enum ir_space space, unsigned size)
{
    const struct ir_memory *memory = &inst->memory;
    struct ir_ordering ordering = ir_ordering_of(isel->kernel, inst);
    ir_space_set spaces = ir_space_bit(space);
    if (space == IR_SPACE_GENERIC)
        spaces |= IR_SPACE_MASK(GLOBAL) | IR_SPACE_MASK(LOCAL) |
                  (isel->has_private || !isel->kernel->is_kernel ? IR_SPACE_MASK(PRIVATE) : 0);
    return (struct mir_memory){.spaces = spaces,
                               .size = (uint8_t)size,
                               .order = ordering.order,
                               .scope = ordering.order == IR_NOT_ATOMIC ? 0 : ordering.scope,
                               .is_volatile = memory->is_volatile,
                               .is_invariant = memory->is_invariant || space == IR_SPACE_CONSTANT,
                               .is_scratch = space == IR_SPACE_PRIVATE,
                               .address = note_address(isel, inst, spaces)};
}

/* object + index + constant, of LDS: the object's address and the constant are one. */
static void
gather_constants(struct isel *isel, const struct ir_inst *inst, struct mir_operand *x,
                 struct mir_operand *y)
{
    const struct ir_inst *inner = ir_def(isel->kernel, inst->args[0].value);
    if (y->kind != MIR_CONST || y->dwords != 1 || !inner || inner->op != IR_OP_ptradd)
        return;
    struct mir_operand object = isel_use(isel, inner->args[0].value);
    if (object.kind != MIR_CONST)
        return;
    *x = isel_use(isel, inner->args[1].value);
    *y = mir_const((uint32_t)(object.value + y->value));
}

void
isel_ptradd(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value, b = inst->args[1].value;
    struct mir_operand x = isel_use(isel, a), y = isel_use(isel, b);
    if (ir_type_bits(inst->type) == 32)
        gather_constants(isel, inst, &x, &y);
    if (x.kind == MIR_CONST && y.kind == MIR_CONST) {
        isel_define_const(isel, inst->def,
                          x.dwords == 2 ? mir_const64(x.value + y.value)
                                        : mir_const((uint32_t)(x.value + y.value)));
        return;
    }
    bool scalar = isel_in_sgpr(isel, inst->def);
    if (ir_type_bits(inst->type) == 32) {
        const struct mir_operand *zero = x.kind == MIR_CONST ? &x : &y;
        bool adds = zero->kind != MIR_CONST || zero->value;
        if (!adds && mir_is_sgpr(zero == &x ? &y : &x) == scalar) {
            isel_define(isel, inst->def, zero == &x ? y : x);
            return;
        }
        isel_define(isel, inst->def,
                    scalar ? isel_salu2(isel, GCN_s_add_u32, x, y) : isel_vadd(isel, x, y));
        return;
    }
    if (!isel_define_product_sum(isel, inst))
        isel_define_sum64(isel, inst->def, a, b);
}

/* Private objects: bytes from 4 on, so that none has the null address 0. */
void
isel_alloca(struct isel *isel, struct ir_inst *inst)
{
    uint32_t *end = &isel->function->scratch_objects;
    const struct isel_array *array = isel_array_of(isel, inst);
    struct mir_variable variable = {.number = inst->variable};
    if (isel->kernel->module->debug)
        debug_plain(isel->kernel->module, inst->loc, &variable.site);
    if (array) {
        variable.offset = array->first;
        variable.words = array->dwords;
        if (inst->variable && inst->memory.is_kept)
            vec_push(isel->function->arena, &isel->function->variables, variable);
        isel_define_const(isel, inst->def, mir_const(array->first * 4));
        return;
    }
    if (!*end)
        *end = 4;
    uint32_t offset = mir_allocate_offset(end, inst->size, inst->align);
    variable.offset = offset;
    /* What optimised code stores there, and when, is another matter. */
    if (inst->variable && inst->memory.is_kept)
        vec_push(isel->function->arena, &isel->function->variables, variable);
    isel_define_const(isel, inst->def, mir_const(offset));
}

void
isel_symbol_address(struct isel *isel, ir_id id, struct ir_global *global)
{
    struct mir_operand address = mir_new_sgpr(&isel->b, 2);
    struct mir_operand symbol = {
        .kind = MIR_SYMBOL, .reg = GCN_NO_REG, .dwords = 2, .global = global};
    mir_build(&isel->b, MIR_P_SYMBOL_ADDRESS, 2, address, mir_fixed(GCN_SCC, 1), symbol);
    isel_define(isel, id, address);
}

/* LDS objects have constant addresses; constant data is found relative to the pc. */
void
isel_symbol(struct isel *isel, struct ir_inst *inst)
{
    struct ir_global *global = inst->global;
    if (global->space == IR_SPACE_LOCAL) {
        isel_define_const(isel, inst->def, mir_const(global->offset));
        return;
    }
    isel_symbol_address(isel, inst->def, global);
}

/* ---- between generic and the others ---- */

/* High dword of the addresses through which FLAT reaches LDS or scratch. */
static struct mir_operand
aperture(struct isel *isel, enum ir_space space)
{
    if (isel->target->has_flat_offset) {
        struct mir_operand base = mir_new_sgpr(&isel->b, 2), parts[2];
        unsigned source = space == IR_SPACE_LOCAL ? GCN_SRC_SHARED_BASE : GCN_SRC_PRIVATE_BASE;
        mir_build(&isel->b, GCN_s_mov_b64, 1, base, mir_fixed(source, 2));
        isel_split(isel, base, parts, 2, 1);
        return parts[1];
    }
    enum { GROUP_BASE_HI = 0x40, PRIVATE_BASE_HI = 0x44 }; /* amd_queue_t */
    return isel_smem(isel, isel->user[KERNEL_USER_QUEUE_PTR],
                     space == IR_SPACE_LOCAL ? GROUP_BASE_HI : PRIVATE_BASE_HI, 1);
}

static void
to_generic(struct isel *isel, struct ir_inst *inst, enum ir_space space)
{
    struct mir_operand address = isel_use(isel, inst->args[0].value);
    struct mir_operand null =
        mir_const((uint32_t)ir_null(ir_type_of(isel->kernel, inst->args[0].value)));
    struct mir_operand high = aperture(isel, space);
    struct mir_operand zero = mir_const(0);
    if (address.kind == MIR_CONST && address.value != null.value) {
        isel_define_halves(isel, inst->def, address, high);
        return;
    }
    if (isel_in_sgpr(isel, inst->def)) {
        if (address.kind == MIR_CONST)
            address = isel_to_sgpr(isel, address);
        struct mir_operand lo = mir_new_sgpr(&isel->b, 1), hi = mir_new_sgpr(&isel->b, 1);
        isel_scmp(isel, GCN_s_cmp_lg_u32, address, null);
        mir_build(&isel->b, GCN_s_cselect_b32, 1, lo, address, zero);
        mir_build(&isel->b, GCN_s_cselect_b32, 1, hi, high, zero);
        isel_define_halves(isel, inst->def, lo, hi);
        return;
    }
    struct mir_operand mask = isel_vcmp(isel, GCN_v_cmp_ne_u32, null, address);
    struct mir_operand lo = isel_vcndmask(isel, zero, address, mask);
    isel_define_halves(isel, inst->def, lo, isel_vcndmask(isel, zero, high, mask));
}

static void
from_generic(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value;
    struct mir_operand whole = isel_use(isel, a), lo = isel_lo(isel, a);
    struct mir_operand null = mir_const((uint32_t)ir_null(inst->type)), zero = mir_const64(0);
    if (isel_in_sgpr(isel, inst->def) && gcn_has_op(isel->target, GCN_s_cmp_lg_u64)) {
        struct mir_operand result = mir_new_sgpr(&isel->b, 1);
        isel_scmp(isel, GCN_s_cmp_lg_u64, whole, zero);
        mir_build(&isel->b, GCN_s_cselect_b32, 1, result, lo, null);
        isel_define(isel, inst->def, result);
        return;
    }
    struct mir_operand mask = isel_vcmp(isel, GCN_v_cmp_ne_u64, zero, whole);
    isel_define(isel, inst->def, isel_vcndmask(isel, null, lo, mask));
}

void
isel_addrspacecast(struct isel *isel, struct ir_inst *inst)
{
    enum ir_space from = ir_space_of(ir_type_of(isel->kernel, inst->args[0].value));
    enum ir_space to = ir_space_of(inst->type);
    if (to == IR_SPACE_GENERIC && (from == IR_SPACE_LOCAL || from == IR_SPACE_PRIVATE))
        to_generic(isel, inst, from);
    else if (from == IR_SPACE_GENERIC && (to == IR_SPACE_LOCAL || to == IR_SPACE_PRIVATE))
        from_generic(isel, inst);
    else
        isel_define(isel, inst->def, isel_use(isel, inst->args[0].value));
}
