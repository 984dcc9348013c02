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
    size_t got, room = 16384;
    struct stat about;
    if (!file)
        return NULL;
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) && about.st_size < MAX_EXPECTED)
        room = (size_t)about.st_size + 1; /* what is longer than that has grown */
    do {
        strbuf_reserve(&text, room + 1);
        got = fread(text.text + text.length, 1, room, file);
        text.length += got;
        room = text.length;
    } while (got && !feof(file));
    bool good = !ferror(file);
    fclose(file);
    text.text[text.length] = text.text[text.length + 1] = '\0';
    if (length)
        *length = text.length;
    return good ? text.text : NULL;
}
