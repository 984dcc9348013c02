/* OpenCL's channel orders and types as formats of the hardware: channel.def. */
#ifndef OCC_RUNTIME_SIM_IMAGE_CHANNEL_H
#define OCC_RUNTIME_SIM_IMAGE_CHANNEL_H

#include "runtime/sim/format/format.h"
#include "runtime/sim/sim.h"

/* The format of texels.  False: OpenCL or the hardware has no such resource. */
bool sim_channel_format(const struct gcn_target *target, enum sim_resource_kind kind,
                        enum sim_channel_order order, enum sim_channel_type type,
                        struct sim_format *format);
/* What r, g, b and a are of the components in memory: four of enum sim_dst_sel. */
const uint8_t *sim_channel_selects(enum sim_channel_order order);

#endif
