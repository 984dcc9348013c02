/* A loadable code object in another version: code and data keep their addresses, so nothing that refers to them
 * changes; what launches kernels, symbols, notes and metadata are written anew. */
#ifndef OCC_GCN_CODEOBJ_CONVERT_H
#define OCC_GCN_CODEOBJ_CONVERT_H

#include "gcn/codeobj/codeobj.h"

/* The bytes in the arena; NULL: *why says what the version cannot hold. */
const uint8_t *codeobj_convert(const struct codeobj *from, struct arena *arena,
                               const struct object_version *to, size_t *size, const char **why);

/* ---- its parts ---- */

struct converting {
    const struct codeobj *from;
    struct arena *arena;
    const struct object_version *to;
    struct object_target object; /* for the names of the new version */
    const char *why;             /* the first obstacle */
};

__attribute__((format(printf, 2, 3))) void convert_refuse(struct converting *c, const char *format,
                                                          ...);

/* convert_meta.c: the metadata in the form of the new version; NULL: there is none, or c->why says why not. */
struct meta *convert_metadata(struct converting *c);

/* convert_launch.c: amd_kernel_code_t or the descriptor of the new version, 256 or 64 bytes, for a kernel whose
 * header or descriptor will be at that address. */
void convert_launch(struct converting *c, const struct codeobj_kernel *kernel, uint64_t address,
                    uint8_t *bytes);

/* Does the version have amd_kernel_code_t in front of code? */
static inline bool
convert_has_header(const struct object_version *version)
{
    return version->launch->write_header;
}

#endif
