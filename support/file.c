#include "support/file.h"

#include "support/strbuf.h"

#include <stdio.h>

char *
file_read(struct arena *arena, const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    struct strbuf text = strbuf_new(arena);
    char block[16384];
    size_t got;
    if (!file)
        return NULL;
    strbuf_puts(&text, "");
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        strbuf_add(&text, block, got);
    bool good = !ferror(file);
    fclose(file);
    if (length)
        *length = text.length;
    return good ? text.text : NULL;
}
