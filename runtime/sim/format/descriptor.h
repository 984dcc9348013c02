/* Resource descriptors as the hardware reads them: fields by name, their bits by generation in
 * descriptor.def. */
#ifndef OCC_RUNTIME_SIM_IMAGE_DESCRIPTOR_H
#define OCC_RUNTIME_SIM_IMAGE_DESCRIPTOR_H

#include "gcn/isa/gcn_target.h"

enum { SIM_V_WORDS = 4, SIM_T_WORDS = 8, SIM_T128_WORDS = 4, SIM_S_WORDS = 4 };

/* SIM_V_BASE, SIM_T_WIDTH, SIM_S_CLAMP_X...; descriptor.def has their units. */
enum sim_field {
#define FIELD(descriptor, name, gfx6, gfx7, gfx8, gfx9) SIM_##descriptor##_##name,
#include "runtime/sim/format/descriptor.def"
#undef FIELD
    SIM_FIELDS
};

/* Values of SIM_T_TYPE (AMD's ISA manuals, Image Resource Definition); below 8 it is a buffer. */
enum sim_image_type {
    SIM_IMAGE_1D = 8,
    SIM_IMAGE_2D,
    SIM_IMAGE_3D,
    SIM_IMAGE_CUBE,
    SIM_IMAGE_1D_ARRAY,
    SIM_IMAGE_2D_ARRAY,
    SIM_IMAGE_2D_MSAA,
    SIM_IMAGE_2D_MSAA_ARRAY
};

/* Values of SIM_V_DST_SEL_* and SIM_T_DST_SEL_*: what a component of the result is. */
enum sim_dst_sel { SIM_SEL_0, SIM_SEL_1, SIM_SEL_X = 4, SIM_SEL_Y, SIM_SEL_Z, SIM_SEL_W };

/* Values of SIM_S_CLAMP_*: what a coordinate outside of the image names.  "Half border" weighs the
 * edge and the border colour half and half: the coordinate stops on the line between them. */
enum sim_clamp {
    SIM_CLAMP_WRAP,
    SIM_CLAMP_MIRROR,
    SIM_CLAMP_LAST_TEXEL,
    SIM_CLAMP_MIRROR_ONCE_LAST_TEXEL,
    SIM_CLAMP_HALF_BORDER,
    SIM_CLAMP_MIRROR_ONCE_HALF_BORDER,
    SIM_CLAMP_BORDER,
    SIM_CLAMP_MIRROR_ONCE_BORDER
};

/* Values of SIM_S_MAG_FILTER and SIM_S_MIN_FILTER. */
enum sim_xy_filter { SIM_XY_POINT, SIM_XY_LINEAR, SIM_XY_ANISO_POINT, SIM_XY_ANISO_LINEAR };

/* Values of SIM_S_MIP_FILTER and SIM_S_Z_FILTER (there, NONE: as x and y are filtered). */
enum sim_mip_filter { SIM_MIP_NONE, SIM_MIP_POINT, SIM_MIP_LINEAR, SIM_MIP_POINT_ANISO };

/* Values of SIM_S_BORDER_COLOR. */
enum sim_border { SIM_BORDER_0000, SIM_BORDER_0001, SIM_BORDER_1111, SIM_BORDER_REGISTER };

/* Values of SIM_S_COMPARE: passes when REFERENCE compares so with the texel. */
enum sim_compare {
    SIM_COMPARE_NEVER,
    SIM_COMPARE_LESS,
    SIM_COMPARE_EQUAL,
    SIM_COMPARE_LESS_EQUAL,
    SIM_COMPARE_GREATER,
    SIM_COMPARE_NOT_EQUAL,
    SIM_COMPARE_GREATER_EQUAL,
    SIM_COMPARE_ALWAYS
};

/* Values of SIM_S_FILTER_MODE. */
enum sim_filter_mode { SIM_FILTER_BLEND, SIM_FILTER_MIN, SIM_FILTER_MAX };

/* Does the generation of the target have the field? */
bool sim_field_exists(const struct gcn_target *target, enum sim_field field);
/* The field's value, not sign-extended; 0 where the target has no such field.  words: the whole
 * descriptor, or its first four where the field lies in these. */
uint64_t sim_field_get(const struct gcn_target *target, const uint32_t *words,
                       enum sim_field field);
/* Writes the field; false and no change when the value does not fit or the target has no such field
 * (0 is taken for an absent one). */
bool sim_field_set(const struct gcn_target *target, uint32_t *words, enum sim_field field,
                   uint64_t value);
/* The first bit of the field and how many: *count 0 where the target has no such field. */
void sim_field_bits(const struct gcn_target *target, enum sim_field field, unsigned *first,
                    unsigned *count);

#endif
