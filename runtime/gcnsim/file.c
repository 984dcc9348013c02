/* Files as bytes: errors are told here. */
#include "runtime/gcnsim/gcnsim.h"
#include "support/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

uint8_t *
read_whole_file(struct arena *arena, const char *path, size_t *size)
{
    struct stat status;
    /* A device may have no end. */
    if (stat(path, &status) == 0 && (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode))) {
        fprintf(stderr, "gcnsim: %s: a device, not a file\n", path);
        return NULL;
    }
    errno = 0;
    char *bytes = file_read(arena, path, size);
    if (!bytes)
        fprintf(stderr, "gcnsim: %s: %s\n", path, strerror(errno));
    return (uint8_t *)bytes;
}

bool
end_file(FILE *file, const char *path, bool good)
{
    struct stat status;
    bool regular = fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode);
    int why = errno;
    if (fclose(file) != 0 && good) {
        why = errno;
        good = false;
    }
    if (!good && regular)
        remove(path);
    errno = why;
    return good;
}

enum exit_status
write_whole_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (file && end_file(file, path, fwrite(bytes, 1, size, file) == size))
        return EXIT_GOOD;
    fprintf(stderr, "gcnsim: %s: %s\n", path, strerror(errno));
    return EXIT_FAILED;
}
