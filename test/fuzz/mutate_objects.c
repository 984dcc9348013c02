/* mutate-objects SEED COUNT FILE...: gives each object and COUNT mutations of it to the function that
 * `tools/fuzz objects` calls (fuzz_objects.c): bytes and fields of headers, symbols, relocations and notes changed, the
 * file cut off.  All depends on the seed alone. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_BYTES = 1 << 18 };

static uint64_t state;

static uint32_t
next(void)
{
    state ^= state << 13; /* xorshift64, G. Marsaglia */
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

/* Where it hurts: the header, the tables of sections and segments, anywhere. */
static size_t
some_place(const uint8_t *bytes, size_t size)
{
    uint64_t table;
    memcpy(&table, bytes + (next() % 2 ? 32 : 40), sizeof table);
    switch (next() % 4) {
    case 0:
        return next() % (size < 64 ? size : 64);
    case 1:
        return table < size ? table + next() % (size - table) : 0;
    default:
        return next() % size;
    }
}

static size_t
mutate(uint8_t *bytes, size_t size)
{
    static const uint64_t values[] = {0,
                                      1,
                                      2,
                                      3,
                                      8,
                                      0x7f,
                                      0xff,
                                      0xffff,
                                      0xfff1,
                                      0xfff2,
                                      0x7fffffff,
                                      0xffffffff,
                                      UINT64_MAX,
                                      UINT64_MAX - 7,
                                      (uint64_t)1 << 63,
                                      (uint64_t)1 << 40};
    size_t at = some_place(bytes, size), width = (size_t)1 << next() % 4;
    uint64_t value = values[next() % (sizeof values / sizeof *values)];
    switch (next() % 8) {
    case 0:
        return size - next() % (size < 600 ? size - 63 : size / 8);
    case 1:
    case 2:
        bytes[at] = (uint8_t)next();
        return size;
    case 3:
        bytes[at] ^= (uint8_t)(1u << next() % 8);
        return size;
    default:
        at &= ~(width - 1);
        memcpy(bytes + at, &value, at + width <= size ? width : size - at);
        return size;
    }
}

/* For who looks for the cause of a finding: each input before it is tried. */
static void
keep(const uint8_t *bytes, size_t size)
{
    const char *path = getenv("OCC_FUZZ_LAST");
    FILE *file = path ? fopen(path, "wb") : NULL;
    if (!file)
        return;
    fwrite(bytes, 1, size, file);
    fclose(file);
}

static void
try_file(const char *path, unsigned count)
{
    static uint8_t object[MAX_BYTES], changed[MAX_BYTES];
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(object, 1, sizeof object, file) : 0;
    if (file)
        fclose(file);
    if (size < 64 || size == sizeof object) {
        fprintf(stderr, "%s: cannot be read, or is too large\n", path);
        exit(2);
    }
    LLVMFuzzerTestOneInput(object, size);
    for (unsigned i = 0; i < count; i++) {
        size_t length = size;
        memcpy(changed, object, size);
        for (unsigned changes = 1 + next() % 4; changes && length >= 64; changes--)
            length = mutate(changed, length);
        keep(changed, length);
        LLVMFuzzerTestOneInput(changed, length);
    }
}

int
main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: mutate-objects SEED COUNT FILE...\n");
        return 2;
    }
    state = strtoull(argv[1], NULL, 10) * 0x9E3779B97F4A7C15u + 1;
    for (int i = 3; i < argc; i++)
        try_file(argv[i], (unsigned)strtoul(argv[2], NULL, 10));
    printf("%d objects, %s mutations each\n", argc - 3, argv[2]);
    return 0;
}
