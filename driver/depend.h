/* Dependency files: make rules that name the files an output was made from (-M -MM -MD -MMD). */
#ifndef OCC_DRIVER_DEPEND_H
#define OCC_DRIVER_DEPEND_H

#include "driver/options.h"

/* Appends a file name as make reads it: blanks, # and $ quoted. */
void depend_quote(struct strbuf *out, const char *name);
/* The rule of one compilation.  output, the file that was written, is the target unless -MT gives
 * one. */
void depend_rule(struct strbuf *out, const struct depend_options *options, const char *output,
                 const char *input, const occ_result *result);

#endif
