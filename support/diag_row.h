/* The rows of diag.def as data, and how the switches set the warnings among them. */
#ifndef OCC_SUPPORT_DIAG_ROW_H
#define OCC_SUPPORT_DIAG_ROW_H

#include "support/diag.h"

struct diag_row {
    enum diag_level level;
    enum diag_when when;
    bool is_misfit;
    const char *name, *group, *format;
};

extern const struct diag_row diag_rows[DIAG_COUNT];

/* The level that a warning has now; DIAG_NOTE: it is not shown. */
enum diag_level diag_warning_level(const struct diag *diag, enum diag_id id);

#endif
