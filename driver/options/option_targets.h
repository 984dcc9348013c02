/* --offload-arch= and --gpu-bundle-output: one run for several targets. */
#ifndef OCC_DRIVER_OPTIONS_OPTION_TARGETS_H
#define OCC_DRIVER_OPTIONS_OPTION_TARGETS_H

#include "driver/options/options.h"

/* Handlers of the switches. */
void option_add_targets(struct options *options, const char *value);
void option_set_bundle(struct options *options, const char *value);
void option_set_no_bundle(struct options *options, const char *value);
/* What switches together make no sense with several targets or a bundle. */
void option_check_targets(struct options *options);

#endif
