#include "driver/command/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FILE_BYTES = 1 << 29 }; /* bytes; devices may never end */

/* The error number, 0: all was read. */
static int
read_all(int stream, struct input *file)
{
    size_t room = 0;
    for (;;) {
        if (file->length > MAX_FILE_BYTES)
            return EFBIG;
        if (room - file->length < 4096) {
            room = room ? room * 2 : 65536;
            char *bigger = realloc(file->text, room);
            if (!bigger)
                return ENOMEM;
            file->text = bigger;
        }
        ssize_t count = read(stream, file->text + file->length, room - file->length);
        if (count == 0)
            return 0;
        if (count < 0 && errno != EINTR)
            return errno;
        file->length += count > 0 ? (size_t)count : 0;
    }
}

bool
input_read(const char *path, struct input *file)
{
    bool is_standard = strcmp(path, "-") == 0;
    int stream = is_standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    *file = (struct input){NULL, 0};
    if (stream < 0)
        return false;
    int error = read_all(stream, file);
    if (!is_standard)
        close(stream);
    errno = error;
    return error == 0;
}
