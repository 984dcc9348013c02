/* Dependency files: make rules that name the files an output was made from (-M -MM -MD -MMD). */
#ifndef OCC_DRIVER_LIBRARY_DEPEND_H
#define OCC_DRIVER_LIBRARY_DEPEND_H

#include "driver/options/options.h"

/* The rule of one input and what its compilations read.  outputs, the files that were written, quoted and with blanks
 * between them, are the targets unless -MT gives one. */
void depend_rule(struct strbuf *out, const struct depend_options *options, const char *outputs,
                 const char *input, const occ_result *const *results, unsigned count);

#endif
