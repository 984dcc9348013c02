/* The table of occ-obj's subcommands, subcommands.def, as structures. */
#ifndef OCC_DRIVER_OCC_OBJ_OBJECT_ROW_H
#define OCC_DRIVER_OCC_OBJ_OBJECT_ROW_H

#include <stddef.h>

/* Numbers of the switches, and the bits that say which a subcommand takes. */
enum {
#define SWITCH(name, ...) NUMBER_##name,
#include "driver/occ-obj/subcommands.def"
    OBJECT_SWITCHES
};
enum {
#define SWITCH(name, ...) TAKES_##name = 1 << NUMBER_##name,
#include "driver/occ-obj/subcommands.def"
};

struct object_switch {
    const char *spelling, *value, *help;
};

/* The rows, by number. */
static const struct object_switch object_switches[] = {
#define SWITCH(name, ...) {__VA_ARGS__},
#include "driver/occ-obj/subcommands.def"
};

#endif
