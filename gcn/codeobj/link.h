/* Relocatable objects -> one that a loader takes.
 *
 * Objects of any compiler, of one version and target.  Sections of a kind become one, in the order of the objects;
 * metadata becomes one note.  Sources: the ELF gABI; AMDGPUUsage, "Relocation Records", "Note Records". */
#ifndef OCC_GCN_CODEOBJ_LINK_H
#define OCC_GCN_CODEOBJ_LINK_H

#include "support/ice.h"

#include <stddef.h>
#include <stdint.h>

struct arena;

struct link_input {
    const char *name; /* in messages */
    const void *bytes;
    size_t size;
};

struct link_job {
    struct arena *arena;
    struct guard *guard;
    const struct link_input *inputs;
    unsigned count;
    void (*error)(void *data, const char *message); /* one sentence each, with its place */
    void *data;
};

/* The bytes of the object in the arena; NULL after errors. */
const uint8_t *link_objects(const struct link_job *job, size_t *size);

#endif
