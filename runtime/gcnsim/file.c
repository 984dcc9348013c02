/* Files as bytes: errors are told here. */
#include "runtime/gcnsim/gcnsim.h"
#include "support/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

uint8_t *
read_whole_file(struct arena *arena, const char *path, size_t *size)
{
    errno = 0;
    char *bytes = file_read(arena, path, size);
    if (!bytes)
        fprintf(stderr, "gcnsim: %s: %s\n", path, strerror(errno));
    return (uint8_t *)bytes;
}

enum exit_status
write_whole_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(bytes, 1, size, file) == size;
    if (file && fclose(file) != 0)
        good = false;
    if (!good)
        fprintf(stderr, "gcnsim: %s: %s\n", path, strerror(errno));
    return good ? EXIT_GOOD : EXIT_FAILED;
}
