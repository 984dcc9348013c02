/* Selection of loads and stores: which unit, in how many pieces.
 *
 * Data passes through dwords: a load collects the dwords that hold its bytes and extracts the
 * components; a store packs its components into dwords.  A piece is one instruction. */
#include "backend-gcn/isel/isel.h"

enum { MAX_WORDS = 32 }; /* of an access: 16 components of 64 bits */

static unsigned
components_of(const struct ir_inst *inst)
{
    return inst->op == IR_OP_load ? inst->def_count : inst->arg_count - 1;
}

/* ---- scalar loads ---- */

static const uint16_t smem_ops[] = {[1] = GCN_s_load_dword,
                                    [2] = GCN_s_load_dwordx2,
                                    [4] = GCN_s_load_dwordx4,
                                    [8] = GCN_s_load_dwordx8,
                                    [16] = GCN_s_load_dwordx16};

static bool
smem_offset_fits(const struct isel *isel, int64_t offset)
{
    if (isel->target->has_smem_imm20)
        return offset >= 0 && offset < 1 << 20;
    return offset >= 0 && offset < 1024 && !(offset & 3);
}

/* more: an SGPR that is added, or none. */
static struct mir_operand
smem_load(struct isel *isel, struct mir_operand base, struct mir_operand more, int64_t offset,
          unsigned dwords, struct mir_memory memory)
{
    struct mir_operand result = mir_new_sgpr(&isel->b, dwords);
    if (!smem_offset_fits(isel, offset)) {
        base = isel_add64(isel, base, mir_const64((uint64_t)offset));
        offset = 0;
    }
    struct mir_inst *inst = mir_build(&isel->b, smem_ops[dwords], 1, result, base, more);
    inst->mods.imm = (int32_t)offset;
    inst->memory = memory;
    inst->memory.size = (uint8_t)(dwords * 4);
    return result;
}

struct mir_operand
isel_smem(struct isel *isel, struct mir_operand base, int64_t offset, unsigned dwords)
{
    return smem_load(isel, base, mir_none(), offset, dwords,
                     (struct mir_memory){.spaces = IR_SPACE_MASK(CONSTANT), .is_invariant = true});
}

/* Strips constants off a pointer; what is left is the base of scalar loads. */
static ir_id
smem_base(struct isel *isel, ir_id pointer, int64_t *offset)
{
    *offset = 0;
    for (struct ir_inst *def; (def = ir_def(isel->kernel, pointer)) && def->op == IR_OP_ptradd;) {
        uint64_t bits;
        if (!isel_const(isel, def->args[1].value, &bits) ||
            !smem_offset_fits(isel, (*offset + (int64_t)bits) & ~INT64_C(3)))
            break;
        *offset += (int64_t)bits;
        pointer = def->args[0].value;
    }
    return pointer;
}

/* Takes an unsigned number of 32 bits off the pointer, which the instruction adds: beside an immediate only from
 * GFX9 on.  Both are aligned, since the hardware drops the low bits of each (Vega ISA manual, "S_LOAD_DWORD"). */
static struct mir_operand
smem_register(struct isel *isel, ir_id *pointer, bool is_alone)
{
    struct ir_inst *def = ir_def(isel->kernel, *pointer);
    if (!def || def->op != IR_OP_ptradd || !isel_is_uniform(isel, def->args[0].value) ||
        !isel_is_uniform(isel, def->args[1].value) ||
        (!isel->target->has_smem_both_offsets && !is_alone))
        return mir_none();
    struct ir_inst *extend = ir_def(isel->kernel, def->args[1].value);
    if (!extend || extend->op != IR_OP_zext ||
        ir_type_of(isel->kernel, extend->args[0].value) != IR_I32 ||
        !isel_is_dword_aligned(isel, extend->args[0].value))
        return mir_none();
    *pointer = def->args[0].value;
    return isel_use_sgpr(isel, extend->args[0].value);
}

/* words[0 .. count-1] from a uniform, dword-aligned address. */
static void
smem_words(struct isel *isel, const struct ir_inst *inst, enum ir_space space,
           struct mir_operand *words, unsigned count)
{
    int64_t offset;
    ir_id pointer = smem_base(isel, inst->args[0].value, &offset);
    if (offset & 3) { /* then the base is misaligned as well */
        pointer = inst->args[0].value;
        offset = 0;
    }
    bool is_one = count == 1 || count == 2 || count == 4 || count == 8 || count == 16;
    struct mir_operand more = smem_register(isel, &pointer, is_one && !offset);
    struct mir_operand base = kernel_abi_argument_address(isel, pointer, &offset)
                                  ? isel->user[KERNEL_USER_KERNARG_SEGMENT_PTR]
                                  : isel_use_sgpr(isel, pointer);
    for (unsigned done = 0; done < count;) {
        unsigned dwords = 16;
        while (dwords > count - done)
            dwords /= 2;
        struct mir_operand tuple = smem_load(isel, base, more, offset + done * 4, dwords,
                                             isel_memory(isel, inst, space, 0));
        isel_split(isel, tuple, words + done, dwords, 1);
        done += dwords;
    }
}

static bool
can_use_smem(const struct isel *isel, const struct ir_inst *inst, enum ir_space space)
{
    bool constant =
        space == IR_SPACE_CONSTANT ||
        (space == IR_SPACE_GLOBAL && (inst->memory.is_invariant || !isel_is_clobbered(isel, inst)));
    return constant && isel_is_uniform(isel, inst->args[0].value) && ir_is_plain(&inst->memory);
}

/* Loads a dword once for all of its parts.  pointer 0: of the arguments. */
static struct mir_operand
shared_word(struct isel *isel, uint32_t base, ir_id pointer, int64_t offset,
            struct mir_memory memory)
{
    vec_foreach (struct isel_dword, known, &isel->dwords) {
        if (known->base == base && known->offset == offset &&
            (known->block == isel->b.block || known->block == isel->function->entry))
            return known->word;
    }
    struct mir_operand address =
        pointer ? isel_use_sgpr(isel, pointer) : isel->user[KERNEL_USER_KERNARG_SEGMENT_PTR];
    struct mir_operand word = smem_load(isel, address, mir_none(), offset, 1, memory);
    vec_push(isel->arena, &isel->dwords, (struct isel_dword){base, offset, word, isel->b.block});
    return word;
}

static bool
is_launch_pointer(const struct ir_inst *def)
{
    return def && (def->op == IR_OP_dispatch_ptr || def->op == IR_OP_kernarg_ptr ||
                   def->op == IR_OP_queue_ptr);
}

/* Loads a byte or short of an aligned dword as the dword, shifted.  What is aligned to a dword also
 * ends at one, so all of it may be read. */
static bool
load_part_of_dword(struct isel *isel, struct ir_inst *inst, enum ir_space space, unsigned bytes)
{
    int64_t offset;
    ir_id pointer = smem_base(isel, inst->args[0].value, &offset);
    const struct ir_inst *def = ir_def(isel->kernel, pointer);
    bool argument = kernel_abi_argument_address(isel, pointer, &offset);
    bool launch = argument || is_launch_pointer(def);
    if (offset < 0 || (offset & 3) + bytes > 4 ||
        (!launch && !isel_is_dword_aligned(isel, pointer)))
        return false;
    struct mir_operand word = shared_word(
        isel,
        argument ? IR_OP_kernarg_ptr
        : launch ? def->op
                 : IR_OPS + pointer,
        argument ? 0 : pointer, offset & ~INT64_C(3),
        launch ? (struct mir_memory){.spaces = IR_SPACE_MASK(CONSTANT), .is_invariant = true}
               : isel_memory(isel, inst, space, 0));
    unsigned shift = (unsigned)(offset & 3) * 8, bits = bytes * 8;
    isel_define(isel, inst->def,
                isel_salu2(isel, GCN_s_bfe_u32, word, mir_const(shift | bits << 16)));
    isel->values[inst->def].upper_zero = true;
    return true;
}

/* ---- pieces ---- */

/* The known alignment of the access at a byte offset. */
static unsigned
known_align(const struct ir_inst *inst, unsigned offset)
{
    unsigned known = offset ? offset & -offset : inst->memory.align;
    return known < inst->memory.align ? known : inst->memory.align;
}

static bool
takes_any_alignment(const struct gcn_target *target, enum ir_space space)
{
    switch (space) {
    case IR_SPACE_LOCAL:
        return target->unaligned_lds;
    case IR_SPACE_GENERIC: /* it may be private */
    case IR_SPACE_PRIVATE:
        return false;
    default:
        return target->unaligned_global;
    }
}

/* Does one instruction of the unit move so many dwords? */
static bool
moves_dwords(const struct isel *isel, const struct isel_unit *unit, unsigned dwords)
{
    unsigned op = unit->load[ISEL_ACCESS_X1 + dwords - 1];
    return op != GCN_NO_OP && gcn_has_op(isel->target, op);
}

/* The largest piece at an address with the known alignment, given what is left. */
static unsigned
piece_size(const struct isel *isel, enum ir_space space, unsigned known, unsigned left)
{
    bool any_align = takes_any_alignment(isel->target, space);
    bool dword_aligned = known >= 4 || any_align;
    if (left < 4 || !dword_aligned)
        return left >= 2 && (known >= 2 || any_align) ? 2 : 1;
    if (space == IR_SPACE_LOCAL) {
        if (left >= 16 && known >= 8)
            return 16;
        return left >= 8 && known >= 4 ? 8 : 4;
    }
    if (space == IR_SPACE_GENERIC && !isel->target->unaligned_lds) /* it may be local */
        return left >= 16 && known >= 16 ? 16 : left >= 8 && known >= 8 ? 8 : 4;
    const struct isel_unit *unit = isel_unit(isel, space);
    unsigned dwords = (left < unit->widest ? left : unit->widest) / 4;
    return moves_dwords(isel, unit, dwords) ? dwords * 4 : 8; /* GFX6 lacks those of three */
}

static enum isel_access
access_of(unsigned bytes)
{
    return bytes == 1   ? ISEL_ACCESS_U8
           : bytes == 2 ? ISEL_ACCESS_U16
                        : ISEL_ACCESS_X1 + (bytes / 4 - 1);
}

static void
set_access(struct isel *isel, struct mir_inst *inst, const struct ir_inst *from,
           const struct isel_address *at, unsigned known, unsigned bytes)
{
    struct ir_ordering ordering = ir_ordering_of(isel->kernel, from);
    inst->memory = isel_memory(isel, from, at->space, bytes);
    inst->memory.is_unaligned = at->space == IR_SPACE_LOCAL && known < bytes;
    inst->mods.glc = isel_bypasses_cache(isel, &ordering, from->memory.is_volatile);
}

/* Must an LDS piece be accessed as two halves because it is aligned only to those, or because nothing
 * moves the whole?  The offsets then count elements. */
static bool
needs_two_offsets(const struct isel *isel, const struct isel_address *at, unsigned known,
                  unsigned bytes, bool *fits)
{
    if (at->space != IR_SPACE_LOCAL || bytes < 8 ||
        (known >= bytes && moves_dwords(isel, isel_unit(isel, at->space), bytes / 4)))
        return false;
    unsigned element = bytes / 2;
    *fits = at->imm % element == 0 && at->imm / element + 1 <= 255;
    return true;
}

static struct isel_address
with_small_offset(struct isel *isel, const struct isel_address *at)
{
    struct isel_address moved = *at;
    moved.vaddr = isel_vadd(isel, at->vaddr, mir_const((uint32_t)at->imm));
    moved.imm = 0;
    return moved;
}

static void
set_two_offsets(struct mir_inst *inst, unsigned bytes)
{
    unsigned first = (unsigned)inst->mods.imm / (bytes / 2);
    inst->mods.imm = (int32_t)first;
    inst->mods.offset1 = (uint8_t)(first + 1);
}

/* One load instruction; returns its VGPRs. */
static struct mir_operand
load_piece(struct isel *isel, const struct ir_inst *inst, struct isel_address at, unsigned known,
           unsigned bytes, enum isel_access access)
{
    const struct isel_unit *unit = isel_unit(isel, at.space);
    struct mir_operand result = mir_new_vgpr(&isel->b, (bytes + 3) / 4);
    unsigned op = unit->load[access];
    bool fits = true, two = needs_two_offsets(isel, &at, known, bytes, &fits);
    if (two) {
        op = bytes == 16 ? GCN_ds_read2_b64 : GCN_ds_read2_b32;
        if (!fits)
            at = with_small_offset(isel, &at);
    }
    struct mir_inst *load = isel_unit_access(isel, unit, op, &at, &result, NULL, 0);
    set_access(isel, load, inst, &at, known, bytes);
    if (two)
        set_two_offsets(load, bytes);
    return result;
}

static void
store_piece(struct isel *isel, const struct ir_inst *inst, struct isel_address at, unsigned known,
            unsigned bytes, const struct mir_operand *words)
{
    const struct isel_unit *unit = isel_unit(isel, at.space);
    unsigned op = unit->store[access_of(bytes)];
    unsigned count = (bytes + 3) / 4;
    bool fits = true, two = needs_two_offsets(isel, &at, known, bytes, &fits);
    struct mir_operand data[2] = {mir_none(), mir_none()};
    for (unsigned i = 0; i < (two ? 2u : 1u); i++)
        data[i] = two ? isel_join_vgpr(isel, words + i * count / 2, count / 2)
                      : isel_join_vgpr(isel, words, count);
    if (two) {
        op = bytes == 16 ? GCN_ds_write2_b64 : GCN_ds_write2_b32;
        if (!fits)
            at = with_small_offset(isel, &at);
    }
    struct mir_inst *store = isel_unit_access(isel, unit, op, &at, NULL, data, two ? 2 : 1);
    set_access(isel, store, inst, &at, known, bytes);
    if (two)
        set_two_offsets(store, bytes);
}

/* ---- loads ---- */

/* Puts a byte or short of a piece into its position in the dword. */
static void
merge_bits(struct isel *isel, struct mir_operand *word, struct mir_operand part, unsigned shift)
{
    if (word->kind == MIR_NONE) {
        *word = shift ? isel_valu2(isel, GCN_v_lshlrev_b32, mir_const(shift), part) : part;
    } else if (isel->target->has_add3_lshl_add) {
        *word = isel_valu3(isel, GCN_v_lshl_or_b32, part, mir_const(shift), *word);
    } else {
        struct mir_operand moved = isel_valu2(isel, GCN_v_lshlrev_b32, mir_const(shift), part);
        *word = isel_valu2(isel, GCN_v_or_b32, moved, *word);
    }
}

static void
vector_words(struct isel *isel, const struct ir_inst *inst, struct mir_operand *words,
             unsigned bytes)
{
    struct isel_address address = isel_address(isel, inst->args[0].value, bytes);
    for (unsigned i = 0; i < (bytes + 3) / 4; i++)
        words[i] = mir_none();
    for (unsigned done = 0, size; done < bytes; done += size) {
        size = piece_size(isel, address.space, known_align(inst, done), bytes - done);
        struct isel_address at = isel_address_at(isel, &address, done);
        struct mir_operand piece =
            load_piece(isel, inst, at, known_align(inst, done), size, access_of(size));
        if (size >= 4)
            isel_split(isel, piece, words + done / 4, size / 4, 1);
        else
            merge_bits(isel, &words[done / 4], piece, done % 4 * 8);
    }
}

/* A single i8 or i16, extended by the load in the way that its users need. */
static void
load_small(struct isel *isel, struct ir_inst *inst, unsigned bytes)
{
    bool is_signed = false;
    const struct ir_use *use = ir_value(isel->kernel, inst->def)->uses;
    if (use && !use->next)
        is_signed = use->user->op == IR_OP_sext;
    struct isel_address address = isel_address(isel, inst->args[0].value, bytes);
    enum isel_access access = access_of(bytes) + (is_signed ? ISEL_ACCESS_I8 - ISEL_ACCESS_U8 : 0);
    struct mir_operand result =
        load_piece(isel, inst, address, known_align(inst, 0), bytes, access);
    isel_define(isel, inst->def, result);
    isel->values[inst->def].upper_zero = !is_signed;
    isel->values[inst->def].upper_sign = is_signed;
}

static struct mir_operand
shift_right(struct isel *isel, struct mir_operand word, unsigned bits)
{
    if (!bits)
        return word;
    return mir_is_sgpr(&word) ? isel_salu2(isel, GCN_s_lshr_b32, word, mir_const(bits))
                              : isel_valu2(isel, GCN_v_lshrrev_b32, mir_const(bits), word);
}

/* Results of a load from its dwords, if the type has at least one.  What a dword has behind the last one is 0. */
static void
define_components(struct isel *isel, struct ir_inst *inst, const struct mir_operand *words)
{
    unsigned bytes = ir_type_bytes(inst->type);
    for (unsigned i = 0; i < components_of(inst); i++) {
        ir_id id = inst->def + i;
        if (bytes == 8)
            isel_define_halves(isel, id, words[2 * i], words[2 * i + 1]);
        else if (bytes == 4)
            isel_define(isel, id, words[i]);
        else
            isel_define(isel, id, shift_right(isel, words[i * bytes / 4], i * bytes % 4 * 8));
        if (bytes < 4 && (i * bytes % 4 + bytes == 4 || i + 1 == components_of(inst)))
            isel->values[id].upper_zero = true;
    }
}

void
isel_load(struct isel *isel, struct ir_inst *inst)
{
    enum ir_space space = ir_space_of(ir_type_of(isel->kernel, inst->args[0].value));
    unsigned bytes = ir_type_bytes(inst->type) * components_of(inst);
    struct mir_operand words[MAX_WORDS];
    if (bytes > sizeof words / sizeof *words * 4)
        ice(isel->guard, "isel: load of %u bytes", bytes);
    if (inst->type == IR_I1)
        ice(isel->guard, "isel: load of i1");
    const struct isel_array *array = isel_array_of(isel, inst);
    if (array) {
        isel_array_load(isel, array, inst, words, bytes / 4);
        define_components(isel, inst, words);
        return;
    }
    isel_order_before(isel, inst);
    bool scalar = can_use_smem(isel, inst, space);
    if (scalar && bytes % 4 == 0 &&
        (inst->memory.align >= 4 || isel_is_dword_aligned(isel, inst->args[0].value))) {
        smem_words(isel, inst, space, words, bytes / 4);
        define_components(isel, inst, words);
    } else if (scalar && bytes < 4 && components_of(inst) == 1 &&
               load_part_of_dword(isel, inst, space, bytes)) {
        return;
    } else if (bytes < 4 && components_of(inst) == 1 &&
               piece_size(isel, space, known_align(inst, 0), bytes) == bytes) {
        load_small(isel, inst, bytes);
    } else {
        vector_words(isel, inst, words, bytes);
        define_components(isel, inst, words);
    }
    isel_order_after(isel, inst);
}

/* ---- stores ---- */

/* Packs components of fewer than 4 bytes into dwords. */
static void
pack_components(struct isel *isel, const struct ir_inst *inst, unsigned bytes,
                struct mir_operand *words)
{
    unsigned components = components_of(inst);
    for (unsigned i = 0; i < (components * bytes + 3) / 4; i++)
        words[i] = mir_none();
    for (unsigned i = 0; i < components; i++) {
        struct mir_operand value = isel_use(isel, inst->args[1 + i].value);
        struct mir_operand *word = &words[i * bytes / 4];
        unsigned shift = i * bytes % 4 * 8;
        bool topmost = shift + bytes * 8 == 32;
        if (components == 1) {
            *word = value;
            return;
        }
        if (!topmost)
            value = isel_valu2(isel, GCN_v_and_b32, mir_const((1u << bytes * 8) - 1), value);
        merge_bits(isel, word, value, shift);
    }
}

/* Dwords of what a store stores, if the type has at least one. */
static void
store_words(struct isel *isel, const struct ir_inst *inst, struct mir_operand *words)
{
    unsigned bytes = ir_type_bytes(inst->type);
    if (bytes < 4) {
        pack_components(isel, inst, bytes, words);
        return;
    }
    for (unsigned i = 0; i < components_of(inst); i++) {
        ir_id value = inst->args[1 + i].value;
        if (bytes == 8) {
            words[2 * i] = isel_lo(isel, value);
            words[2 * i + 1] = isel_hi(isel, value);
        } else {
            words[i] = isel_use(isel, value);
        }
    }
}

void
isel_store(struct isel *isel, struct ir_inst *inst)
{
    enum ir_space space = ir_space_of(ir_type_of(isel->kernel, inst->args[0].value));
    unsigned bytes = ir_type_bytes(inst->type) * components_of(inst);
    struct mir_operand words[MAX_WORDS];
    if (bytes > sizeof words / sizeof *words * 4)
        ice(isel->guard, "isel: store of %u bytes", bytes);
    store_words(isel, inst, words);
    const struct isel_array *array = isel_array_of(isel, inst);
    if (array) {
        isel_array_store(isel, array, inst, words, bytes / 4);
        return;
    }
    isel_order_before(isel, inst);
    struct isel_address address = isel_address(isel, inst->args[0].value, bytes);
    for (unsigned done = 0, size; done < bytes; done += size) {
        size = piece_size(isel, space, known_align(inst, done), bytes - done);
        struct isel_address at = isel_address_at(isel, &address, done);
        if (size >= 4) {
            store_piece(isel, inst, at, known_align(inst, done), size, words + done / 4);
        } else {
            struct mir_operand word = words[done / 4];
            if (done % 4)
                word = isel_valu2(isel, GCN_v_lshrrev_b32, mir_const(done % 4 * 8), word);
            store_piece(isel, inst, at, size, size, &word);
        }
    }
    isel_order_after(isel, inst);
}
