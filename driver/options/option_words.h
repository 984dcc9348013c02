/* Options given as one string, as OpenCL's API has them; names in the way of make. */
#ifndef OCC_DRIVER_OPTIONS_OPTION_WORDS_H
#define OCC_DRIVER_OPTIONS_OPTION_WORDS_H

#include "driver/occ.h"
#include "support/strbuf.h"

/* Puts the words of the job's option_string after its options, which are a new list then, and forgets the
 * string.  NULL, or what is wrong with it: the job stays as it is. */
const char *option_words(struct arena *arena, struct occ_job *job);

/* Appends a file name as make reads it: blanks, # and $ quoted. */
void depend_quote(struct strbuf *out, const char *name);

#endif
