/* Writes of images whose channels may be sRGB (cl_khr_srgb_image_writes).
 *
 * Nothing says that the texture unit converts what it stores, so what the resource says of its numbers is asked before
 * the store: an image whose channels are not sRGB pays a few scalar instructions, and the other arm converts and
 * stores to the same bytes as numbers of which nothing is known (unorm).
 *
 *   image_write %i, %x, %y, %r, %g, %b, %a   ->           %1 = image_query %i, number_format
 *                                                         %2 = eq %1, 9
 *                                                         cbr %2, converts, stores
 *                                               stores:   image_write %i, %x, %y, %r, %g, %b, %a
 *                                                         br rest
 *                                               converts: ...
 *                                                         image_write %i, %x, %y, ..., %a, unorm
 *                                                         br rest
 *
 * OpenCL C 3.0, 6.15.15.1.1, "Conversion rules for sRGBA and sBGRA images": the reference is
 *   c < 0.0031308: 12.92 c;   else 1.055 c^(1/2.4) - 0.055
 * of which the stored number, from 0 to 255, may be 0.6 off: exp2 and log2 of the ALU are far nearer.  The unit clamps
 * to 0 and 1, and NaN to 0. */
#include "midend/pass.h"

#include "midend/ir/ir_build.h"
#include "sema/image.h"

enum { COLORS = 3, TEXEL = 4, NUMBER_SRGB = 9, MAX_ARGS = 1 + 4 + 1 + TEXEL };

/* Orders and types of sRGB are those of texels with four components, in images of their own. */
static bool
may_be_srgb(const struct ir_inst *inst)
{
    const struct ir_function *f = inst->block->function;
    return inst->op == IR_OP_image_write &&
           !(image_facts[inst->image.shape].flags & (IMAGE_DEPTH | IMAGE_BUFFER | IMAGE_MSAA)) &&
           ir_is_float(ir_type_of(f, inst->args[inst->arg_count - 1].value));
}

static ir_id
to_srgb(struct ir_builder *b, ir_id c)
{
    ir_id root = ir_build2(b, IR_OP_fmul, IR_F32, ir_build1(b, IR_OP_hw_log2, IR_F32, c),
                           ir_build_float(b, IR_F32, 1 / 2.4));
    root = ir_build1(b, IR_OP_hw_exp2, IR_F32, root);
    ir_id curve = ir_build3(b, IR_OP_fmad, IR_F32, root, ir_build_float(b, IR_F32, 1.055),
                            ir_build_float(b, IR_F32, -0.055));
    ir_id line = ir_build2(b, IR_OP_fmul, IR_F32, c, ir_build_float(b, IR_F32, 12.92));
    ir_id is_dark = ir_build2(b, IR_OP_folt, IR_I1, c, ir_build_float(b, IR_F32, 0.0031308));
    return ir_build3(b, IR_OP_select, IR_F32, is_dark, line, curve);
}

static void
write_converted(struct ir_builder *b, const struct ir_inst *inst)
{
    ir_id args[MAX_ARGS];
    uint32_t texel = inst->arg_count - TEXEL;
    enum ir_type type = ir_type_of(b->function, inst->args[texel].value);
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        ir_id c = args[i] = inst->args[i].value;
        if (i < texel || i >= texel + COLORS)
            continue;
        c = type == IR_F16 ? ir_build1(b, IR_OP_fpext, IR_F32, c) : c;
        c = to_srgb(b, c);
        args[i] = type == IR_F16 ? ir_build1(b, IR_OP_fptrunc, IR_F16, c) : c;
    }
    struct ir_inst *made = ir_build(b, IR_OP_image_write, IR_VOID, 0, args, inst->arg_count);
    made->image = inst->image;
    made->image.is_unorm = true;
}

static void
lower(struct ir_function *function, struct ir_inst *inst)
{
    struct ir_block *before = inst->block;
    struct ir_builder b = {function, before, inst, inst->loc};
    struct ir_inst *query = ir_build(&b, IR_OP_image_query, IR_I32, 1, &inst->args[0].value, 1);
    query->image = inst->image;
    query->image.form = IR_IMAGE_PLAIN;
    query->image.query = IR_QUERY_NUMBER_FORMAT;
    ir_id is_srgb =
        ir_build2(&b, IR_OP_eq, IR_I1, query->def, ir_const(function, IR_I32, NUMBER_SRGB));
    struct ir_block *rest = ir_split_block(inst->next), *stores = ir_split_block(inst);
    struct ir_block *converts = ir_block_after(stores);
    ir_set_cbr(before, is_srgb, converts, stores);
    b.block = converts;
    b.before = NULL;
    write_converted(&b, inst);
    ir_build_br(&b, rest);
}

bool
lower_srgb_writes(struct ir_function *function)
{
    struct arena scratch;
    VEC(struct ir_inst *) writes = {0};
    arena_init_scratch(&scratch, function->module->arena->allocator, function->module->guard);
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            if (may_be_srgb(inst))
                vec_push(&scratch, &writes, inst);
    vec_foreach (struct ir_inst *, write, &writes)
        lower(function, *write);
    bool changed = writes.count;
    arena_free(&scratch);
    return changed;
}
