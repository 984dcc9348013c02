/* For tests that expect messages: tells test/diagnostics/run.py which rows of diag.def were
 * reported. */
#ifndef OCC_TEST_DIAGNOSTICS_NOTE_MESSAGES_H
#define OCC_TEST_DIAGNOSTICS_NOTE_MESSAGES_H

#include "support/diag.h"

#include <stdio.h>
#include <stdlib.h>

/* Appends the ids of all messages to the file that OCC_DIAG_IDS names, if it is set. */
static inline void
note_messages(const struct diag *diag)
{
    const char *path = getenv("OCC_DIAG_IDS");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file)
        return;
    for (uint32_t i = 0; i < diag->messages.count; i++)
        fprintf(file, "%s\n", diag_name(diag->messages.at[i].id));
    fclose(file);
}

#endif
