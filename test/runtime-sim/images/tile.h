/* Images that the simulator made, laid out as AMD's runtime would. */
#ifndef OCC_TEST_RUNTIME_SIM_IMAGES_TILE_H
#define OCC_TEST_RUNTIME_SIM_IMAGES_TILE_H

#include "runtime/sim/sim.h"

/* How many sets of tiled layouts the device's target has: of GFX9 four, which between them have each mode
 * with each kind of image. */
unsigned tile_sets(const struct sim_device *device);

/* Gives the image at that handle memory of its own in a tiled layout of the set, if there is one for its
 * kind; its texels are then zeros.  False: that failed (sim_message). */
bool tile_image(struct sim_device *device, uint64_t handle, unsigned set);

#endif
