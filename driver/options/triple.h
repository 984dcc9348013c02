/* The target triple of the command line: operating system and environment. */
#ifndef OCC_DRIVER_OPTIONS_TRIPLE_H
#define OCC_DRIVER_OPTIONS_TRIPLE_H

#include "support/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* A row of triple.def. */
struct triple {
    const char *os, *environment; /* "": none */
    const uint8_t *spaces;        /* enum address_space of each number, SPACES of them */
    bool joined_memory_model;     /* as struct backend_options has it */
    bool has_hidden_arguments;
};

/* amdgcn-amd-amdhsa, which holds without a switch. */
const struct triple *triple_default(void);

/* The row of a triple as clang spells it: parts at the end may lack, vendors do not count.  NULL:
 * there is none, and *wrong is a message with the triple in it. */
const struct triple *triple_find(struct arena *arena, const char *text, const char **wrong);

#endif
