/* Options given as one string, as OpenCL's API has them. */
#ifndef OCC_DRIVER_OPTION_WORDS_H
#define OCC_DRIVER_OPTION_WORDS_H

#include "driver/occ.h"
#include "support/arena.h"

/* Puts the words of the job's option_string behind its options, which are a new list then, and forgets the
 * string.  NULL, or what is wrong with it: the job stays as it is. */
const char *option_words(struct arena *arena, struct occ_job *job);

#endif
