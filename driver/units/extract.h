/* Which object of a bundle is wanted: occ-obj extract, occ_bundle_find. */
#ifndef OCC_DRIVER_UNITS_EXTRACT_H
#define OCC_DRIVER_UNITS_EXTRACT_H

#include "gcn/codeobj/bundle.h"
#include "support/strbuf.h"

/* What an entry must be. */
struct extract_choice {
    bool is_made;            /* by any of those below */
    const char *id;          /* --target=: its id, whole or from the processor on; NULL: any */
    struct target_id target; /* -mcpu=: what it must run on; of no processor: any */
    uint32_t number;         /* --entry=: its place in the list, from 1; 0: any */
};

/* Takes a switch.  NULL, or what is wrong with it. */
const char *extract_switch(struct arena *arena, struct extract_choice *choice, const char *text);
/* A line for each entry: number, size, id. */
void extract_list(struct strbuf *text, const struct bundle *bundle);
/* The only entry that fits; NULL: *why says that there is none, or more than one. */
const struct bundle_entry *extract_choose(const struct bundle *bundle, struct arena *arena,
                                          const struct extract_choice *choice, const char **why);

#endif
