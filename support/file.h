/* Files as text in an arena. */
#ifndef OCC_SUPPORT_FILE_H
#define OCC_SUPPORT_FILE_H

#include "support/arena.h"

/* The content of a file, followed by two NULs; *length (which may be NULL) without them.  NULL: it
 * cannot be opened or read, or is no regular file and longer than 64 MB. */
char *file_read(struct arena *arena, const char *path, size_t *length);

#endif
