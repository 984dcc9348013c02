#include "support/file.h"

#include "support/strbuf.h"

#include <stdio.h>
#include <sys/stat.h>

enum { MAX_EXPECTED = 1 << 28 }; /* bytes */

char *
file_read(struct arena *arena, const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    struct strbuf text = strbuf_new(arena);
    char block[16384];
    size_t got;
    struct stat about;
    if (!file)
        return NULL;
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) && about.st_size < MAX_EXPECTED)
        strbuf_reserve(&text, (size_t)about.st_size); /* else half of the memory is for copies */
    strbuf_puts(&text, "");
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        strbuf_add(&text, block, got);
    bool good = !ferror(file);
    fclose(file);
    if (length)
        *length = text.length;
    return good ? text.text : NULL;
}
