/* The table of switches, options.def, as structures. */
#ifndef OCC_DRIVER_OPTIONS_OPTION_ROW_H
#define OCC_DRIVER_OPTIONS_OPTION_ROW_H

#include "driver/options/options.h"

/* Where the value is: nowhere, right after the spelling, in the next argument, in either of these.
 * The last two forms carry switches: the next argument, or several right after the spelling. */
enum option_form { FLAG, JOINED, SEPARATE, EITHER, CARRIER, LIST };

/* Which jobs a switch is for: options.def says what each means. */
enum option_kind {
    OPTION_ANY = 1,
    OPTION_SOURCE = 2,
    OPTION_PREPROCESS = 4,
    OPTION_SEARCH = 8,
    OPTION_MESSAGE = 16,
    OPTION_LINK = 32,
    OPTION_COMMAND = 64,
    OPTION_FACT = 128, /* beside another: keys have what it leads to */
    OPTION_COMPILES = OPTION_SOURCE | OPTION_PREPROCESS | OPTION_SEARCH
};

struct option_row {
    const char *spelling;
    uint8_t length;                                              /* of the spelling */
    uint8_t form;                                                /* enum option_form */
    uint8_t kind;                                                /* of enum option_kind */
    void (*handler)(struct options *options, const char *value); /* value: "" of a FLAG */
    const char *value, *help;                                    /* for --help; NULL: not there */
};

extern const struct option_row option_rows[];
extern const unsigned option_row_count;

/* The row of a switch, by the longest spelling that fits; NULL: there is none. */
const struct option_row *option_find(const char *arg);
/* Is the value of the switch, as the user wrote it, the next argument? */
bool option_takes_next(const struct option_row *row, const char *arg);
/* Does the switch change what is compiled?  Some are taken, and change nothing. */
bool option_has_effect(const struct option_row *row);
/* Keeps the first mistake of a command line; `what` has a %s for value. */
void option_fail(struct options *options, const char *what, const char *value);
/* Sets one target. */
void option_set_target(struct options *options, const char *value);
/* Keeps a warning about the switch that is being handled. */
void option_notice(struct options *options, enum diag_id id);

#endif
