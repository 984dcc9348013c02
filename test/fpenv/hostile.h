/* A floating-point environment that no arithmetic of occ may run in, set around each call of its libraries: rounding
 * upward, denormals flushed, exceptions that trap, flags and a short x87 precision; OCC_TEST_HOSTILE=flags: nothing but a
 * flag.  What comes back from the call must be just that. */
#ifndef OCC_TEST_FPENV_HOSTILE_H
#define OCC_TEST_FPENV_HOSTILE_H

#include "support/fpenv.h"

#include <stdbool.h>

/* Makes it current and notes what there was. */
void hostile_begin(struct fpenv *before);
/* Ends the process with a message that names the call if the environment is another one; makes that from before
 * current. */
void hostile_end(const struct fpenv *before, const char *call);
/* Is it, but for flags that are set besides? */
bool hostile_is_current(void);
/* How many calls came back with it. */
unsigned long hostile_calls(void);

#endif
