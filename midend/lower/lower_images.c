/* Reads through a sampler, with the coordinates that the texture unit wants (image_sample).
 *
 * The unit rounds coordinates to 256ths of a texel before it looks for the nearest one, and layers
 * otherwise than OpenCL (1.2, 8.2 and 8.4): so the coordinates are moved to the lower edge of their
 * texel first, and layers are rounded to the nearest even.  With a level of detail the size of the
 * level would be needed: there the coordinates stay.  (The arithmetic is that of ROCm's device
 * libraries, __ockl_image_sample_*: code objects of both give the same texels.)
 *
 * What a sampler argument says is read from its S#; of a literal one it is known.  Literals with which a level of detail
 * is read have levels.
 *
 *   image_read %i, sampler(nearest, texels), %x, %y   ->   image_sample ..., ffloor %x, ffloor %y */
#include "midend/pass.h"

#include "midend/ir/ir_build.h"

enum { MAX_ARGS = 2 + 4 + 2 * 3 }; /* image, sampler, coordinates, gradients */

/* OpenCL's sampler bits: CLK_NORMALIZED_COORDS_TRUE and the field of CLK_FILTER_*. */
enum { NORMALIZED = 1, FILTER_MASK = 0x30, FILTER_LINEAR = 0x20 };

struct sampling {
    struct ir_builder b;
    struct ir_inst *inst; /* the image_read */
    bool is_integer;      /* its coordinates */
    bool is_known;        /* the sampler is a literal: */
    bool is_linear, is_normalized;
};

static ir_id
query(struct sampling *s, ir_id handle, enum ir_image_query what)
{
    struct ir_inst *inst = ir_build(&s->b, IR_OP_image_query, IR_I32, 1, &handle, 1);
    if (what < IR_QUERY_UNNORMALIZED) { /* of the image; samplers have no shape */
        inst->image = s->inst->image;
        inst->image.form = IR_IMAGE_PLAIN;
    }
    inst->image.query = (uint8_t)what;
    return inst->def;
}

static ir_id
asks_sampler(struct sampling *s, enum ir_image_query what)
{
    ir_id answer = query(s, s->inst->args[1].value, what);
    return ir_build2(&s->b, IR_OP_ne, IR_I1, answer, ir_const(s->b.function, IR_I32, 0));
}

/* How many texels a coordinate of 1 spans: the size, or 1. */
static ir_id
texels_of(struct sampling *s, uint32_t dimension)
{
    ir_id size = query(s, s->inst->args[0].value, (enum ir_image_query)dimension);
    size = ir_build1(&s->b, IR_OP_uitofp, IR_F32, size);
    if (s->is_known)
        return size;
    return ir_build3(&s->b, IR_OP_select, IR_F32, asks_sampler(s, IR_QUERY_UNNORMALIZED),
                     ir_build_float(&s->b, IR_F32, 1), size);
}

/* The lower edge of the texel that the coordinate falls into. */
static ir_id
edge_of_texel(struct sampling *s, ir_id x, uint32_t dimension)
{
    if (s->is_known && !s->is_normalized)
        return s->is_integer ? x : ir_build1(&s->b, IR_OP_ffloor, IR_F32, x);
    ir_id texels = texels_of(s, dimension);
    ir_id edge =
        ir_build1(&s->b, IR_OP_ffloor, IR_F32, ir_build2(&s->b, IR_OP_fmul, IR_F32, x, texels));
    return ir_build2(&s->b, IR_OP_fmul, IR_F32, edge,
                     ir_build1(&s->b, IR_OP_hw_rcp, IR_F32, texels));
}

static ir_id
coordinate(struct sampling *s, ir_id x, uint32_t index)
{
    if (s->is_integer)
        x = ir_build1(&s->b, IR_OP_sitofp, IR_F32, x);
    if (index >= image_facts[s->inst->image.shape].dimensions) /* the layer */
        return s->is_integer ? x : ir_build1(&s->b, IR_OP_frint, IR_F32, x);
    if (s->inst->image.form == IR_IMAGE_LOD || (s->is_known && s->is_linear))
        return x;
    ir_id edge = edge_of_texel(s, x, index);
    if (s->is_known)
        return edge;
    return ir_build3(&s->b, IR_OP_select, IR_F32, asks_sampler(s, IR_QUERY_LINEAR), x, edge);
}

/* Does a read of the program name a level of detail? */
static bool
has_levels(const struct ir_module *module)
{
    for (const struct ir_function *f = module->functions; f; f = f->next)
        ir_foreach_block (block, f)
            ir_foreach_inst (inst, block)
                if ((inst->op == IR_OP_image_read || inst->op == IR_OP_image_sample) &&
                    inst->image.form != IR_IMAGE_PLAIN)
                    return true;
    return false;
}

/* A literal that goes elsewhere before it is read with, through a phi, a select or a call: of which read it is is not
 * followed, and all levels are right for any. */
static bool
goes_elsewhere(const struct ir_function *function, const struct ir_inst *sampler)
{
    for (const struct ir_use *use = ir_value(function, sampler->def)->uses; use; use = use->next)
        if (use->user->op != IR_OP_image_read && use->user->op != IR_OP_image_sample &&
            use->user->op != IR_OP_image_query)
            return true;
    return false;
}

static void
lower(struct ir_function *function, struct ir_inst *inst)
{
    struct sampling s = {.b = {function, inst->block, inst, inst->loc}, .inst = inst};
    struct ir_inst *sampler = ir_def(function, inst->args[1].value);
    ir_id args[MAX_ARGS];
    s.is_integer = ir_type_of(function, inst->args[2].value) == IR_I32;
    s.is_known = sampler && sampler->op == IR_OP_sampler;
    if (s.is_known) {
        s.is_linear = (sampler->sampler & FILTER_MASK) == FILTER_LINEAR;
        s.is_normalized = sampler->sampler & NORMALIZED;
        if (inst->image.form != IR_IMAGE_PLAIN)
            sampler->sampler |= IR_SAMPLER_LEVELS;
    }
    uint32_t end = 2 + image_coordinates((enum image_shape)inst->image.shape);
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        ir_id arg = inst->args[i].value;
        args[i] = i >= 2 && i < end ? coordinate(&s, arg, i - 2) : arg;
    }
    struct ir_inst *made = ir_build(&s.b, IR_OP_image_sample, (enum ir_type)inst->type,
                                    inst->def_count, args, inst->arg_count);
    made->image = inst->image;
    for (uint32_t i = 0; i < inst->def_count; i++)
        ir_replace_uses(function, inst->def + i, made->def + i);
    ir_remove(inst);
}

bool
lower_images(struct ir_function *function)
{
    bool changed = false;
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            if (inst->op == IR_OP_image_read && inst->arg_count > 1 &&
                ir_is_pointer(ir_type_of(function, inst->args[1].value))) {
                lower(function, inst);
                changed = true;
            }
            if (inst->op == IR_OP_sampler && goes_elsewhere(function, inst) &&
                has_levels(function->module))
                inst->sampler |= IR_SAMPLER_LEVELS;
        }
    return changed;
}
