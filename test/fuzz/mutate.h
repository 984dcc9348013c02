/* What the mutators share: files and changed copies of them, given to the function that libFuzzer would call.  All
 * depends on the seed alone. */
#ifndef OCC_TEST_FUZZ_MUTATE_H
#define OCC_TEST_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

enum { MUTATE_ROOM = 1 << 20 }; /* bytes that an input may have */

struct mutator {
    /* The input that a file makes; 0: it makes none.  NULL: its bytes. */
    size_t (*read)(const char *path, uint8_t *input);
    void (*start)(char *const *paths, unsigned count); /* before each file; NULL: nothing */
    /* One change in place, of at least one byte; the new size. */
    size_t (*change)(uint8_t *input, size_t size);
    unsigned most_changes; /* of one mutation, at least 1 */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Arguments: SEED COUNT FILE...  Gives each file, and COUNT mutations of it, to LLVMFuzzerTestOneInput, and says so.
 * With OCC_FUZZ_LAST=PATH each is written there before it is tried, for who looks for the cause of a finding.  Returns
 * the exit status: 1: a file makes no input, 2: wrong usage. */
int mutate_files(int argc, char **argv, const struct mutator *mutator);
/* The bytes of a file, up to MUTATE_ROOM; 0: it cannot be read. */
size_t mutate_read(const char *path, uint8_t *bytes);
/* Of the generator that SEED started. */
uint32_t mutate_random(void);

#endif
