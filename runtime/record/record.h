/* OCC_RECORD: each different launch as a folder that `gcnsim replay` runs again (docs/gcnsim.md, "Replay").  What a
 * launch is made of, its host writes; here are the folders. */
#ifndef OCC_RUNTIME_RECORD_RECORD_H
#define OCC_RUNTIME_RECORD_RECORD_H

#include "runtime/settings/settings.h"

#include <stdio.h>

struct record; /* may be used by several threads */

/* The folder of a launch while it is written. */
struct record_folder {
    char path[4096]; /* "": the launch is not recorded */
    unsigned number;
    const char *kernel; /* whose name it has; the caller's */
};

/* By the settings, which live as long as it; NULL: they name no folder, or no memory. */
struct record *record_new(const struct settings *settings);
/* Begins the folder of a launch of that kernel, if there was none with that sum of what makes it different.  What
 * prevents that is told, once.  False: it is not recorded. */
bool record_begin(struct record *record, struct record_folder *folder, const char *kernel,
                  uint64_t sum);
/* A file of it, to be written and closed; NULL: it cannot be. */
FILE *record_open(const struct record_folder *folder, const char *name);
/* Writes a file; blocks of zeros become holes. */
bool record_write(const struct record_folder *folder, const char *name, const uint8_t *bytes,
                  size_t size);
/* Switches of the file `launch`: which kernel, sizes of dims dimensions, a value. */
void record_put_sizes(FILE *out, const char *name, const uint64_t *sizes, unsigned dims);
void record_put_value(FILE *out, const void *bytes, size_t size);
/* Those that all launches have; seconds: of the settings. */
void record_put_limits(FILE *out, const struct settings *settings);
/* Why the launch did not end well. */
bool record_write_failure(const struct record_folder *folder, const char *failure);
/* All is written: the folder gets its name.  good false, or that cannot be: what was written is removed, which is
 * told. */
void record_end(struct record *record, struct record_folder *folder, bool good);

/* A sum, begun with RECORD_SUM, of some bytes more. */
#define RECORD_SUM UINT64_C(0xCBF29CE484222325)
uint64_t record_mix(uint64_t sum, const void *bytes, size_t size);

#endif
