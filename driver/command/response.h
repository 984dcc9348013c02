/* Response files: @FILE on the command line stands for the arguments in FILE. */
#ifndef OCC_DRIVER_COMMAND_RESPONSE_H
#define OCC_DRIVER_COMMAND_RESPONSE_H

#include "driver/options/options.h"

/* Appends the arguments, those of response files in their place.  A file that cannot be read is an
 * argument like any other.  Returns NULL or what is wrong. */
const char *response_expand(struct arena *arena, argument_vec *out, const char *const *args,
                            unsigned count);

#endif
