#include "runtime/sim/image/channel.h"

#include "runtime/sim/format/descriptor.h"
#include "support/fpenv.h"

struct channel_order {
    const char *name;
    uint8_t components;
    uint8_t select[4]; /* enum sim_dst_sel */
    uint32_t types;    /* bits by enum sim_channel_type */
};

struct channel_type {
    const char *name;
    uint8_t number;
    uint8_t data[4]; /* data format by the number of components less one; 0: none */
};

#define SELECT_0 SIM_SEL_0
#define SELECT_1 SIM_SEL_1
#define SELECT_X SIM_SEL_X
#define SELECT_Y SIM_SEL_Y
#define SELECT_Z SIM_SEL_Z
#define SELECT_W SIM_SEL_W
#define SEL(r, g, b, a)                                                                            \
    {                                                                                              \
        SELECT_##r, SELECT_##g, SELECT_##b, SELECT_##a                                             \
    }
#define TYPE_BIT(name)                                    1u << SIM_TYPE_##name
#define ORDER(value, enumerator, text, count, sel, types) [value] = {text, count, sel, types},

static const struct channel_order orders[] = {
#include "runtime/sim/image/channel.def"
};

#define TYPE(value, enumerator, text, number, ...)                                                 \
    [value] = {text, SIM_NUMBER_##number, {__VA_ARGS__}},

static const struct channel_type types[] = {
#include "runtime/sim/image/channel.def"
};

#define ORDER(value, enumerator, ...)                                                              \
    _Static_assert(value == SIM_ORDER_##enumerator, "sim.h and channel.def disagree");
#define TYPE(value, enumerator, ...)                                                               \
    _Static_assert(value == SIM_TYPE_##enumerator, "sim.h and channel.def disagree");
#include "runtime/sim/image/channel.def"

/* Texels of a channel order and type have the same format on each target. */
static const struct gcn_target *const any_target = &gcn_targets[0];

const char *
sim_channel_order_name(enum sim_channel_order order)
{
    return order < SIM_ORDERS ? orders[order].name : "?";
}

const char *
sim_channel_type_name(enum sim_channel_type type)
{
    return type < SIM_TYPES ? types[type].name : "?";
}

static bool
is_srgb(enum sim_channel_order order)
{
    return order >= SIM_ORDER_SRGB && order <= SIM_ORDER_SBGRA;
}

/* The two codes of the pair; false: OpenCL or the hardware has none. */
static bool
format_codes(enum sim_channel_order order, enum sim_channel_type type, unsigned *data,
             unsigned *number)
{
    if (order >= SIM_ORDERS || type >= SIM_TYPES || !(orders[order].types >> type & 1))
        return false;
    *data = types[type].data[orders[order].components - 1];
    *number = is_srgb(order) ? SIM_NUMBER_SRGB : types[type].number;
    if (order == SIM_ORDER_DEPTH_STENCIL && type == SIM_TYPE_FLOAT)
        *data = 22; /* X24_8_32 */
    return *data != 0;
}

bool
sim_channel_format(const struct gcn_target *target, enum sim_resource_kind kind,
                   enum sim_channel_order order, enum sim_channel_type type,
                   struct sim_format *format)
{
    unsigned data, number;
    return format_codes(order, type, &data, &number) &&
           sim_format_find(kind, target, data, number, format);
}

const uint8_t *
sim_channel_selects(enum sim_channel_order order)
{
    return orders[order].select;
}

unsigned
sim_texel_bytes(enum sim_channel_order order, enum sim_channel_type type)
{
    struct sim_format format;
    return sim_channel_format(any_target, SIM_RESOURCE_IMAGE, order, type, &format)
               ? format.data->bytes
               : 0;
}

bool
sim_image_exists(enum sim_geometry geometry, enum sim_channel_order order,
                 enum sim_channel_type type)
{
    struct sim_format format;
    enum sim_resource_kind kind =
        geometry == SIM_GEOMETRY_1D_BUFFER ? SIM_RESOURCE_BUFFER : SIM_RESOURCE_IMAGE;
    return sim_channel_format(any_target, kind, order, type, &format);
}

void
sim_texel_load(enum sim_channel_order order, enum sim_channel_type type, const void *texel,
               uint32_t rgba[4])
{
    struct sim_format format;
    uint32_t component[4];
    if (!sim_channel_format(any_target, SIM_RESOURCE_IMAGE, order, type, &format))
        return;
    struct fpenv caller;
    fpenv_enter(&caller);
    sim_format_load(&format, texel, component);
    fpenv_leave(&caller);
    for (unsigned i = 0; i < 4; i++) {
        unsigned select = orders[order].select[i];
        rgba[i] = select >= SIM_SEL_X   ? component[select - SIM_SEL_X]
                  : select == SIM_SEL_1 ? sim_format_one(&format)
                                        : 0;
    }
}

/* A component that several select, as of a luminance, is the first of them. */
void
sim_texel_store(enum sim_channel_order order, enum sim_channel_type type, const uint32_t rgba[4],
                void *texel)
{
    struct sim_format format;
    uint32_t component[4] = {0};
    if (!sim_channel_format(any_target, SIM_RESOURCE_IMAGE, order, type, &format))
        return;
    for (unsigned i = 4; i-- > 0;)
        if (orders[order].select[i] >= SIM_SEL_X)
            component[orders[order].select[i] - SIM_SEL_X] = rgba[i];
    struct fpenv caller;
    fpenv_enter(&caller);
    sim_format_store(&format, component, texel);
    fpenv_leave(&caller);
}

bool
sim_texel_is_float(enum sim_channel_type type)
{
    return type < SIM_TYPES && types[type].number != SIM_NUMBER_UINT &&
           types[type].number != SIM_NUMBER_SINT;
}
