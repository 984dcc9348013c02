/* The loop over files and mutations. */
#include "test/fuzz/mutate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

uint32_t
mutate_random(void)
{
    state ^= state << 13; /* xorshift64, G. Marsaglia */
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

size_t
mutate_read(const char *path, uint8_t *bytes)
{
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, MUTATE_ROOM, file) : 0;
    if (file)
        fclose(file);
    return size;
}

static void
try(const uint8_t *bytes, size_t size)
{
    const char *path = getenv("OCC_FUZZ_LAST");
    FILE *file = path ? fopen(path, "wb") : NULL;
    if (file) {
        fwrite(bytes, 1, size, file);
        fclose(file);
    }
    LLVMFuzzerTestOneInput(bytes, size);
}

int
mutate_files(int argc, char **argv, const struct mutator *mutator)
{
    static uint8_t original[MUTATE_ROOM], changed[MUTATE_ROOM];
    if (argc < 3)
        return 2;
    state = strtoull(argv[1], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) + 1;
    unsigned count = (unsigned)strtoul(argv[2], NULL, 10);
    for (int i = 3; i < argc; i++) {
        size_t size =
            mutator->read ? mutator->read(argv[i], original) : mutate_read(argv[i], original);
        if (!size) {
            fprintf(stderr, "%s: cannot be read, or holds nothing for this mutator\n", argv[i]);
            return 1;
        }
        if (mutator->start)
            mutator->start(argv + 3, (unsigned)argc - 3);
        try(original, size);
        for (unsigned k = 0; k < count; k++) {
            size_t length = size;
            memcpy(changed, original, size);
            for (unsigned n = 1 + mutate_random() % mutator->most_changes; n && length; n--)
                length = mutator->change(changed, length);
            try(changed, length);
        }
    }
    printf("%d files, %u mutations of each: no finding\n", argc - 3, count);
    return 0;
}
