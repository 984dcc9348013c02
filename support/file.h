/* Files as text in an arena. */
#ifndef OCC_SUPPORT_FILE_H
#define OCC_SUPPORT_FILE_H

#include "support/arena.h"

/* The content of a file, NUL-terminated; *length (which may be NULL) without that NUL.  NULL: it
 * cannot be opened or read. */
char *file_read(struct arena *arena, const char *path, size_t *length);

#endif
