/* Option strings, as clBuildProgram takes them. */
#ifndef OCC_DRIVER_OPTION_WORDS_H
#define OCC_DRIVER_OPTION_WORDS_H

#include "support/arena.h"

/* The options, then the words of the text (NULL: none), in the arena; *count is how many there are then.
 * Blanks part words; ' and " keep them in one, a backslash before a quote or a backslash takes its
 * meaning. */
const char *const *option_words(struct arena *arena, const char *const *options, unsigned *count,
                                const char *text);

#endif
