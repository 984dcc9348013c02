#include "driver/command/input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE_BYTES = 1 << 29 }; /* bytes; devices may never end */

/* The error number, 0: all was read. */
static int
read_stream(FILE *stream, struct input *file)
{
    size_t room = 0;
    while (!feof(stream) && !ferror(stream)) {
        if (file->length > MAX_FILE_BYTES)
            return EFBIG;
        if (room - file->length < 4096) {
            room = room ? room * 2 : 65536;
            char *bigger = realloc(file->text, room);
            if (!bigger)
                return ENOMEM;
            file->text = bigger;
        }
        file->length += fread(file->text + file->length, 1, room - file->length, stream);
    }
    return ferror(stream) ? errno : 0;
}

bool
input_read(const char *path, struct input *file)
{
    FILE *stream = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    *file = (struct input){NULL, 0};
    if (!stream)
        return false;
    int error = read_stream(stream, file);
    if (stream != stdin)
        fclose(stream);
    errno = error;
    return error == 0;
}
