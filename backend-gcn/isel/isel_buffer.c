/* Accesses through resources of buffers that the program makes (MUBUF), and loads straight to LDS (MUBUF, GLOBAL).
 *
 * Resource and scalar offset are the same in all lanes by now (lower_waterfall).  A constant offset goes into the
 * instruction if it fits. */
#include "backend-gcn/isel/isel.h"

enum { WORDS = 4, SCALAR = 4, OFFSET = 5, DATA = 6, OFFSET_END = 4096 };
/* Arguments of buffer_to_local. */
enum { LDS_PLACE = 5, LDS_OFFSET = 6, LDS_INDEX = 7 };

struct place {
    struct mir_operand vaddr, rsrc, soffset;
    int32_t imm;
};

/* The tuple that the block, or the entry, has made of these words. */
static struct mir_operand *
known_resource(struct isel *isel, const struct ir_inst *inst)
{
    vec_foreach (struct isel_resource_tuple, known, &isel->resources) {
        bool is_same = known->block == isel->b.block || known->block == isel->function->entry;
        for (unsigned i = 0; i < WORDS; i++)
            is_same &= known->words[i] == inst->args[i].value;
        if (is_same)
            return &known->tuple;
    }
    return NULL;
}

/* In SGPRs: a tuple of constants alone would stay one. */
static struct mir_operand
resource(struct isel *isel, const struct ir_inst *inst)
{
    struct isel_resource_tuple made = {.block = isel->b.block};
    const struct mir_operand *known = known_resource(isel, inst);
    struct mir_operand parts[WORDS];
    if (known)
        return *known;
    for (unsigned i = 0; i < WORDS; i++) {
        made.words[i] = inst->args[i].value;
        parts[i] = isel_use_scalar(isel, made.words[i]);
    }
    parts[0] = isel_to_sgpr(isel, parts[0]);
    made.tuple = isel_join(isel, parts, WORDS);
    vec_push(isel->arena, &isel->resources, made);
    return made.tuple;
}

static struct mir_operand
scalar_offset(struct isel *isel, ir_id id)
{
    enum {
        INLINE_END = 65
    }; /* of the constants that cost no literal, which is not possible here */
    struct mir_operand offset = isel_use_scalar(isel, id);
    bool is_inline = offset.kind == MIR_CONST && (uint32_t)offset.value < INLINE_END;
    return is_inline ? offset : isel_to_sgpr(isel, offset);
}

/* The constant that is added to a number, taken off it if the sum cannot wrap: the unit adds without. */
static uint32_t
take_constant(struct isel *isel, ir_id *offset)
{
    uint64_t bits;
    const struct ir_inst *sum = ir_def(isel->kernel, *offset);
    if (!sum || sum->op != IR_OP_add || !isel_const(isel, sum->args[1].value, &bits) ||
        bits >= OFFSET_END ||
        !(sum->no_wrap & IR_NO_UNSIGNED_WRAP || isel_is_nonnegative(isel, sum->args[0].value)))
        return 0;
    *offset = sum->args[0].value;
    return (uint32_t)bits;
}

/* bytes: of the whole access, the last of which must fit the instruction, too. */
static struct place
place_of(struct isel *isel, const struct ir_inst *inst, unsigned bytes)
{
    struct place place = {.vaddr = mir_none()};
    ir_id offset = inst->args[OFFSET].value;
    uint64_t bits;
    place.rsrc = resource(isel, inst);
    place.soffset = scalar_offset(isel, inst->args[SCALAR].value);
    if (isel_const(isel, offset, &bits) && bits + bytes <= OFFSET_END) {
        place.imm = (int32_t)bits;
        return place;
    }
    place.imm = (int32_t)take_constant(isel, &offset);
    if ((unsigned)place.imm + bytes > OFFSET_END) {
        offset = inst->args[OFFSET].value;
        place.imm = 0;
    }
    place.vaddr = isel_use_vgpr(isel, offset);
    return place;
}

static void
set_up(struct mir_inst *made, const struct ir_inst *inst, const struct place *place, unsigned at,
       unsigned bytes)
{
    made->mods.imm = place->imm + (int32_t)at;
    made->mods.offen = place->vaddr.kind != MIR_NONE;
    made->mods.glc = inst->buffer.policy & 1;
    made->mods.slc = inst->buffer.policy >> 1 & 1;
    made->memory = (struct mir_memory){.spaces = IR_SPACE_MASK(GLOBAL), .size = (uint8_t)bytes};
}

/* Bytes of the piece at an offset of the access: GFX6 has no accesses of three dwords. */
static unsigned
piece(const struct isel *isel, unsigned bytes, unsigned at)
{
    unsigned left = bytes - at;
    return left == 12 && !gcn_has_op(isel->target, GCN_buffer_load_dwordx3) ? 8 : left;
}

static unsigned
op_of(unsigned bytes, bool stores)
{
    static const uint16_t ops[][2] = {
        [1] = {GCN_buffer_load_ubyte, GCN_buffer_store_byte},
        [2] = {GCN_buffer_load_ushort, GCN_buffer_store_short},
        [4] = {GCN_buffer_load_dword, GCN_buffer_store_dword},
        [8] = {GCN_buffer_load_dwordx2, GCN_buffer_store_dwordx2},
        [12] = {GCN_buffer_load_dwordx3, GCN_buffer_store_dwordx3},
        [16] = {GCN_buffer_load_dwordx4, GCN_buffer_store_dwordx4},
    };
    return ops[bytes][stores];
}

void
isel_buffer_load(struct isel *isel, struct ir_inst *inst)
{
    unsigned bytes = inst->buffer.bytes;
    struct place place = place_of(isel, inst, bytes);
    struct mir_operand words[WORDS];
    for (unsigned at = 0, size; at < bytes; at += size) {
        size = piece(isel, bytes, at);
        struct mir_operand data = mir_new_vgpr(&isel->b, (size + 3) / 4);
        struct mir_inst *made = mir_build(&isel->b, op_of(size, false), 1, data, place.vaddr,
                                          place.rsrc, place.soffset);
        set_up(made, inst, &place, at, size);
        isel_split(isel, data, words + at / 4, data.dwords, 1);
    }
    for (unsigned i = 0; i < inst->def_count; i++)
        isel_define(isel, inst->def + i, words[i]);
}

void
isel_buffer_store(struct isel *isel, struct ir_inst *inst)
{
    unsigned bytes = inst->buffer.bytes;
    struct place place = place_of(isel, inst, bytes);
    struct mir_operand words[WORDS];
    for (unsigned i = 0; i + DATA < inst->arg_count; i++)
        words[i] = isel_use(isel, inst->args[DATA + i].value);
    for (unsigned at = 0, size; at < bytes; at += size) {
        size = piece(isel, bytes, at);
        struct mir_operand data = isel_join_vgpr(isel, words + at / 4, (size + 3) / 4);
        struct mir_inst *made =
            mir_build(&isel->b, op_of(size, true), 0, data, place.vaddr, place.rsrc, place.soffset);
        set_up(made, inst, &place, at, size);
    }
}

/* ---- atomic operations ---- */

/* Names changed between families: the first that the target has.  Halves are added in pairs. */
static unsigned
atomic_op(const struct isel *isel, const struct ir_inst *inst)
{
    static const struct {
        uint8_t rmw, type;
        uint16_t op;
    } rows[] = {
        {IR_RMW_ADD, IR_I32, GCN_buffer_atomic_add},
        {IR_RMW_FADD, IR_F32, GCN_buffer_atomic_add_f32},
        {IR_RMW_FADD, IR_I32, GCN_buffer_atomic_pk_add_f16},
        {IR_RMW_FMIN, IR_F32, GCN_buffer_atomic_fmin},
        {IR_RMW_FMAX, IR_F32, GCN_buffer_atomic_fmax},
        {IR_RMW_FMIN, IR_F64, GCN_buffer_atomic_fmin_x2},
        {IR_RMW_FMAX, IR_F64, GCN_buffer_atomic_fmax_x2},
        {IR_RMW_FMIN, IR_F64, GCN_buffer_atomic_min_f64},
        {IR_RMW_FMAX, IR_F64, GCN_buffer_atomic_max_f64},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].rmw == inst->buffer.rmw && rows[i].type == inst->type &&
            gcn_has_op(isel->target, rows[i].op))
            return rows[i].op;
    isel_refuse((struct isel *)isel, (struct ir_inst *)inst);
}

/* What returns the old value reads and writes its data: the result comes first then, and the data last, tied to it. */
void
isel_buffer_atomic(struct isel *isel, struct ir_inst *inst)
{
    unsigned bytes = inst->buffer.bytes, op = atomic_op(isel, inst);
    struct place place = place_of(isel, inst, bytes);
    struct mir_operand data = isel_use_vgpr(isel, inst->args[DATA].value);
    bool returns = ir_value(isel->kernel, inst->def)->uses != NULL;
    struct mir_operand result = returns ? mir_new_vgpr(&isel->b, bytes / 4) : data;
    struct mir_operand operands[5] = {result, place.vaddr, place.rsrc, place.soffset, data};
    struct mir_inst *made = mir_emit(&isel->b, op, operands, returns ? 5 : 4, returns);
    set_up(made, inst, &place, 0, bytes);
    made->mods.glc = returns;
    made->tied = returns ? 5 : 0;
    if (returns)
        isel_define(isel, inst->def, result);
}

/* ---- straight to LDS ---- */

/* M0 says where the first lane's value goes; the others follow, each at the next dword (Vega ISA manual, "Memory Buffer
 * Load to LDS"). */
static void
set_local(struct isel *isel, ir_id place)
{
    mir_build(&isel->b, GCN_s_mov_b32, 1, mir_fixed(GCN_M0, 1), isel_use_scalar(isel, place));
}

static void
note_local(struct mir_inst *made, const struct ir_inst *inst)
{
    made->mods.imm = inst->buffer.offset;
    made->mods.glc = inst->buffer.policy & 1;
    made->mods.slc = inst->buffer.policy >> 1 & 1;
    made->mods.lds = 1;
    made->memory = (struct mir_memory){.spaces = IR_SPACE_MASK(GLOBAL) | IR_SPACE_MASK(LOCAL)};
}

void
isel_buffer_to_local(struct isel *isel, struct ir_inst *inst)
{
    bool is_indexed = inst->arg_count > LDS_INDEX;
    uint64_t bits;
    struct mir_operand rsrc = resource(isel, inst);
    struct mir_operand soffset = scalar_offset(isel, inst->args[SCALAR].value);
    bool has_offset = !isel_const(isel, inst->args[LDS_OFFSET].value, &bits) || bits;
    struct mir_operand parts[2], vaddr = mir_none();
    unsigned count = 0;
    if (is_indexed)
        parts[count++] = isel_use(isel, inst->args[LDS_INDEX].value);
    if (has_offset)
        parts[count++] = isel_use(isel, inst->args[LDS_OFFSET].value);
    if (count)
        vaddr = isel_join_vgpr(isel, parts, count);
    set_local(isel, inst->args[LDS_PLACE].value);
    struct mir_inst *made =
        mir_build(&isel->b, op_of(inst->buffer.bytes, false), 0, mir_none(), vaddr, rsrc, soffset);
    note_local(made, inst);
    made->mods.idxen = is_indexed;
    made->mods.offen = has_offset;
}

void
isel_global_to_local(struct isel *isel, struct ir_inst *inst)
{
    static const uint16_t ops[] = {
        [1] = GCN_global_load_ubyte, [2] = GCN_global_load_ushort, [4] = GCN_global_load_dword};
    struct mir_operand vaddr = isel_use_vgpr(isel, inst->args[0].value);
    set_local(isel, inst->args[1].value);
    struct mir_inst *made =
        mir_build(&isel->b, ops[inst->buffer.bytes], 0, mir_none(), vaddr, mir_none());
    note_local(made, inst);
}
