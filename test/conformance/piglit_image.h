/* Images and samplers of piglit's tests on the simulator. */
#ifndef OCC_TEST_CONFORMANCE_PIGLIT_IMAGE_H
#define OCC_TEST_CONFORMANCE_PIGLIT_IMAGE_H

#include "runtime/sim/sim.h"
#include "test/conformance/piglit_config.h"

/* Makes the image, with its texels if it is an input, or the sampler.  SIM_ERROR: also when a word
 * means nothing. */
enum sim_status piglit_image_new(struct sim_device *device, const struct piglit_arg *arg,
                                 uint64_t *handle);
/* The texels, arg->size bytes of them. */
enum sim_status piglit_image_read(struct sim_device *device, const struct piglit_arg *arg,
                                  uint64_t handle, void *texels);

#endif
