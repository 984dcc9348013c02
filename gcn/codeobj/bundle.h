/* Bundles: several code objects in one file, as clang-offload-bundler and compilers of HIP write them.
 *
 * Source: clang's documentation, "Clang Offload Bundler", Bundled Binary File Layout and Target ID; AMDGPUUsage,
 * Target ID.  Bytes may be anything. */
#ifndef OCC_GCN_CODEOBJ_BUNDLE_H
#define OCC_GCN_CODEOBJ_BUNDLE_H

#include "gcn/isa/gcn_target.h"
#include "support/vec.h"

/* A processor and what is said of its features. */
struct target_id {
    const struct gcn_target *target;
    uint8_t xnack, sramecc; /* enum gcn_feature */
};

/* Reads "gfx900:xnack-"; false: occ has no such target, or not that feature of it. */
bool target_id_parse(const char *text, struct target_id *id);
/* May code for one target run where another is asked for?  What the code leaves open fits any; a generic processor's
 * code fits those that it stands for. */
bool target_id_fits(const struct target_id *code, const struct target_id *wanted);

struct bundle_entry {
    const char *id;       /* "hipv4-amdgcn-amd-amdhsa--gfx900:xnack-" */
    const uint8_t *bytes; /* size of them */
    size_t size;
    uint32_t bundle; /* which one of the file, from 0 */
};

struct bundle {
    VEC(struct bundle_entry) entries;
    uint32_t count; /* of bundles: .hip_fatbin of a linked program holds one of each source */
};

/* Is it a bundle, or a program of the host that holds some?  Also those forms that bundle_read refuses. */
bool bundle_is_there(const void *bytes, size_t size);
/* Reads bundles one after the other, of a file or of section .hip_fatbin of an ELF file for any machine; entries refer to the bytes given.
 * NULL, or what is wrong, in the arena. */
const char *bundle_read(struct bundle *bundle, struct arena *arena, const void *bytes, size_t size);
/* The target after the kind of an entry that is for these GPUs: "amdgcn-amd-amdhsa--gfx900:xnack-", with
 * behind_triple "gfx900:xnack-"; NULL: the entry is for something else. */
const char *bundle_target(const struct bundle_entry *entry, bool behind_triple);

/* A bundle of these entries, in the order of their ids, after an empty one for the host, which tools ask for: the bytes
 * that clang makes of the same.  In the arena. */
const uint8_t *bundle_write(struct arena *arena, const struct bundle_entry *entries, uint32_t count,
                            size_t *size);

#endif
