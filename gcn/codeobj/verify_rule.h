/* What a rule is; private to verify*.c. */
#ifndef OCC_GCN_CODEOBJ_VERIFY_RULE_H
#define OCC_GCN_CODEOBJ_VERIFY_RULE_H

#include "gcn/codeobj/verify.h"
#include "gcn/object/elf.h"

struct verifying {
    const struct codeobj *object;
    const struct codeobj_kernel *kernel; /* NULL in rules of objects */
    struct arena *arena;
};

/* Who insists, and what is wrong, as a text in the arena; NULL: nothing. */
struct verify_rule {
    const char *who;
    const char *(*check)(const struct verifying *v);
};
extern const struct verify_rule verify_kernel_rules[]; /* the last one is NULL */

__attribute__((format(printf, 2, 3))) const char *verify_say(const struct verifying *v,
                                                             const char *format, ...);

#endif
