/* The builtin library, compiled at build time: each function as IR text. */
#ifndef OCC_LIBCLC_LITE_LIBCLC_H
#define OCC_LIBCLC_LITE_LIBCLC_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* The text of the function of that name ("sin.f32"), as ir_parse reads it: declarations of what it
 * calls, the globals it needs, then the function itself; *length without the NUL.  NULL: the
 * library has no such function.  The text is constant and lives as long as the program. */
const char *libclc_find(const char *name, size_t *length);

/* Is it a function of AMD's device library, which programs declare by themselves and call by its C name?  The
 * library's own helpers begin with __occ_. */
static inline bool
libclc_offers(const char *name)
{
    size_t length;
    return !strchr(name, '.') && strncmp(name, "__occ_", 6) != 0 && libclc_find(name, &length);
}

#endif
