/* The table of switches, options.def, as structures. */
#ifndef OCC_DRIVER_OPTION_ROW_H
#define OCC_DRIVER_OPTION_ROW_H

#include "driver/options.h"

/* Where the value is: nowhere, right after the spelling, in the next argument, in either of these.
 * The last two forms carry switches: the next argument, or several right after the spelling. */
enum option_form { FLAG, JOINED, SEPARATE, EITHER, CARRIER, LIST };

struct option_row {
    const char *spelling;
    uint8_t length;                                              /* of the spelling */
    uint8_t form;                                                /* enum option_form */
    bool is_command;                                             /* a library has no use for it */
    void (*handler)(struct options *options, const char *value); /* value: "" of a FLAG */
    const char *value, *help;                                    /* for --help; NULL: not there */
};

extern const struct option_row option_rows[];
extern const unsigned option_row_count;

/* Keeps the first mistake of a command line; `what` has a %s for value. */
void option_fail(struct options *options, const char *what, const char *value);
/* Sets one target. */
void option_set_target(struct options *options, const char *value);
/* Keeps a warning about the switch that is being handled. */
void option_notice(struct options *options, enum diag_id id);

#endif
