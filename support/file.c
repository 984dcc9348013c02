#include "support/file.h"

#include "support/strbuf.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

enum {
    MAX_EXPECTED = 1 << 28,
    MAX_STREAM = 1 << 26
}; /* bytes; of what may have no end, as /dev/zero */

static void
close_file(void *file)
{
    fclose(file);
}

char *
file_read(struct arena *arena, const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    struct cleanup cleanup;
    struct strbuf text = strbuf_new(arena);
    size_t got, room = 16384;
    struct stat about;
    if (!file && errno == ENOMEM)
        guard_unwind(arena->guard, GUARD_MEMORY, "out of memory");
    if (!file)
        return NULL;
    guard_push(arena->guard, &cleanup, close_file, file);
    bool is_regular = fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode);
    if (is_regular && about.st_size < MAX_EXPECTED)
        room = (size_t)about.st_size + 1; /* what is longer than that has grown */
    do {
        strbuf_reserve(&text, room + 1);
        got = fread(text.text + text.length, 1, room, file);
        text.length += got;
        room = text.length;
    } while (got && !feof(file) && (is_regular || text.length <= MAX_STREAM));
    bool good = !ferror(file) && (is_regular || text.length <= MAX_STREAM);
    bool is_full = ferror(file) && errno == ENOMEM; /* the buffer of stdio */
    guard_pop(arena->guard, &cleanup);
    fclose(file);
    if (is_full)
        guard_unwind(arena->guard, GUARD_MEMORY, "out of memory");
    text.text[text.length] = text.text[text.length + 1] = '\0';
    if (length)
        *length = text.length;
    return good ? text.text : NULL;
}
