/* Reads, samples and writes of images: instructions of the texture unit (MIMG), for images made of
 * buffers buffer instructions that convert formats (MUBUF).
 *
 * Texels of halves are converted by the unit where it can (D16: two to a register, on some chips one
 * to a register), else by the ALU from and to floats. */
#include "backend-gcn/isel/isel.h"

enum { MAX_ADDRESS = 3 * 3 /* coordinates, gradients */, TEXEL = 4 };

static unsigned
image_op(struct isel *isel, const struct ir_inst *inst)
{
    static const struct row {
        uint16_t ir_op, form, op;
    } rows[] = {
#define IMAGE(operation, form, op) {IR_OP_##operation, IR_IMAGE_##form, GCN_##op},
#include "backend-gcn/isel/isel_image.def"
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].ir_op == inst->op && rows[i].form == inst->image.form &&
            gcn_has_op(isel->target, rows[i].op))
            return rows[i].op;
    if (!isel->options->diag)
        isel_refuse(isel, (struct ir_inst *)inst);
    diag_fatal(isel->options->diag, inst->loc ? inst->loc : isel->kernel->loc,
               image_levels_not_supported, isel->target->name);
}

static bool
has_d16(const struct gcn_target *target)
{
    return gcn_has_op(target, GCN_buffer_load_format_d16_x);
}

static bool
is_buffer(const struct ir_inst *inst)
{
    return image_facts[inst->image.shape].flags & IMAGE_BUFFER;
}

/* Which instruction moves components 0 .. count - 1 of an image made of a buffer. */
static unsigned
buffer_op(const struct ir_inst *inst, unsigned count, bool d16)
{
    static const uint16_t ops[2][2][TEXEL] = {
        {{GCN_buffer_load_format_x, GCN_buffer_load_format_xy, GCN_buffer_load_format_xyz,
          GCN_buffer_load_format_xyzw},
         {GCN_buffer_load_format_d16_x, GCN_buffer_load_format_d16_xy,
          GCN_buffer_load_format_d16_xyz, GCN_buffer_load_format_d16_xyzw}},
        {{GCN_buffer_store_format_x, GCN_buffer_store_format_xy, GCN_buffer_store_format_xyz,
          GCN_buffer_store_format_xyzw},
         {GCN_buffer_store_format_d16_x, GCN_buffer_store_format_d16_xy,
          GCN_buffer_store_format_d16_xyz, GCN_buffer_store_format_d16_xyzw}}};
    return ops[inst->op == IR_OP_image_write][d16][count - 1];
}

/* Gradients come before the coordinates, a level or the number of a sample after them. */
static struct mir_operand
address(struct isel *isel, const struct ir_inst *inst, uint32_t first, uint32_t end)
{
    struct mir_operand parts[MAX_ADDRESS];
    uint32_t coordinates = image_coordinates((enum image_shape)inst->image.shape), count = 0;
    bool is_gradient = inst->image.form == IR_IMAGE_GRAD;
    for (uint32_t i = first + coordinates; is_gradient && i < end; i++)
        parts[count++] = isel_use(isel, inst->args[i].value);
    for (uint32_t i = first; i < (is_gradient ? first + coordinates : end); i++)
        parts[count++] = isel_use(isel, inst->args[i].value);
    return isel_join_vgpr(isel, parts, count);
}

static struct mir_memory
memory_of(const struct ir_inst *inst, unsigned bytes)
{
    return (struct mir_memory){.spaces = IR_SPACE_MASK(GLOBAL),
                               .is_invariant = inst->op != IR_OP_image_write &&
                                               inst->image.access == KERNEL_ACCESS_READ,
                               .size = (uint8_t)bytes};
}

/* The resource; of a write of fractions with its NUM_FORMAT (bits 26 to 29 of the second dword) 0, which is unorm. */
static struct mir_operand
resource(struct isel *isel, const struct ir_inst *inst)
{
    enum { T_DWORDS = 8 };
    struct mir_operand words[T_DWORDS];
    unsigned dwords = isel_image_dwords(inst);
    struct mir_operand whole = isel_descriptor(isel, inst->args[0].value, dwords);
    if (!inst->image.is_unorm)
        return whole;
    isel_split(isel, whole, words, dwords, 1);
    words[1] = isel_salu2(isel, GCN_s_and_b32, words[1], mir_const(~(0xfu << 26)));
    return isel_join(isel, words, dwords);
}

/* Makes the instruction; data is defined or used. */
static void
transfer(struct isel *isel, const struct ir_inst *inst, struct mir_operand data, unsigned mask,
         bool d16, uint32_t end)
{
    uint32_t first = inst->op == IR_OP_image_sample ? 2 : 1;
    struct mir_operand operands[4] = {data, address(isel, inst, first, end)};
    operands[2] = resource(isel, inst);
    operands[3] = mir_const(0); /* the scalar offset of a buffer */
    if (first == 2)
        operands[3] = isel_descriptor(isel, inst->args[1].value, 4);
    bool buffer = is_buffer(inst);
    unsigned op =
        buffer ? buffer_op(inst, (unsigned)__builtin_popcount(mask), d16) : image_op(isel, inst);
    struct mir_inst *made = mir_emit(&isel->b, op, operands, buffer || first == 2 ? 4 : 3,
                                     inst->op != IR_OP_image_write);
    made->memory = memory_of(inst, data.dwords * 4);
    made->mods.idxen = buffer;
    if (buffer)
        return;
    made->mods.dmask = mask & 15;
    made->mods.unorm = first == 1;
    made->mods.da = (image_facts[inst->image.shape].flags & IMAGE_ARRAY) != 0;
    made->mods.d16 = d16;
}

/* ---- reads ---- */

/* The components that something reads; of a buffer all before the last of them, too. */
static unsigned
components_read(const struct isel *isel, const struct ir_inst *inst)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < inst->def_count; i++)
        if (ir_value(isel->kernel, inst->def + i)->uses)
            mask |= is_buffer(inst) ? (2u << i) - 1 : 1u << i;
    return mask;
}

void
isel_image_read(struct isel *isel, struct ir_inst *inst)
{
    unsigned mask = components_read(isel, inst), count = (unsigned)__builtin_popcount(mask);
    bool half = inst->type == IR_F16, d16 = half && has_d16(isel->target);
    bool packed = d16 && isel->target->has_packed_d16;
    if (!mask)
        return;
    struct mir_operand words[TEXEL];
    struct mir_operand data = mir_new_vgpr(&isel->b, packed ? (count + 1) / 2 : count);
    transfer(isel, inst, data, mask, d16, inst->arg_count);
    isel_split(isel, data, words, data.dwords, 1);
    for (unsigned i = 0, n = 0; i < inst->def_count; i++) {
        if (!(mask >> i & 1))
            continue;
        struct mir_operand word = words[packed ? n / 2 : n];
        if (packed && n % 2)
            word = isel_valu2(isel, GCN_v_lshrrev_b32, mir_const(16), word);
        else if (half && !d16)
            word = isel_valu1(isel, GCN_v_cvt_f16_f32, word);
        isel_define(isel, inst->def + i, word);
        n++;
    }
}

/* ---- writes ---- */

/* Two halves in one register. */
static struct mir_operand
pack(struct isel *isel, struct mir_operand low, struct mir_operand high)
{
    low = isel_valu2(isel, GCN_v_and_b32, mir_const(0xffff), low);
    high = isel_valu2(isel, GCN_v_lshlrev_b32, mir_const(16), high);
    return isel_valu2(isel, GCN_v_or_b32, high, low);
}

void
isel_image_write(struct isel *isel, struct ir_inst *inst)
{
    unsigned count = image_facts[inst->image.shape].flags & IMAGE_DEPTH ? 1 : TEXEL;
    uint32_t first = inst->arg_count - count;
    bool half = ir_type_of(isel->kernel, inst->args[first].value) == IR_F16;
    bool d16 = half && has_d16(isel->target) && !isel->target->d16_image_store_bug;
    struct mir_operand words[TEXEL];
    for (unsigned i = 0; i < count; i++) {
        words[i] = isel_use(isel, inst->args[first + i].value);
        if (half && !d16)
            words[i] = isel_valu1(isel, GCN_v_cvt_f32_f16, words[i]);
    }
    unsigned dwords = count;
    if (d16 && isel->target->has_packed_d16)
        for (dwords = 0; dwords < count / 2; dwords++)
            words[dwords] = pack(isel, words[2 * dwords], words[2 * dwords + 1]);
    struct mir_operand data = isel_join_vgpr(isel, words, dwords);
    transfer(isel, inst, data, (1u << count) - 1, d16, first);
}
