/* mutate-objects SEED COUNT FILE...: gives each object and COUNT mutations of it to the function that
 * `tools/fuzz objects` calls (fuzz_objects.c): bytes and fields of headers, symbols, relocations and notes changed, the
 * file cut off.  All depends on the seed alone. */
#include "test/fuzz/mutate.h"

#include <string.h>

/* Where it hurts: the header, the tables of sections and segments, anywhere. */
static size_t
some_place(const uint8_t *bytes, size_t size)
{
    uint64_t table;
    memcpy(&table, bytes + (mutate_random() % 2 ? 32 : 40), sizeof table);
    switch (mutate_random() % 4) {
    case 0:
        return mutate_random() % (size < 64 ? size : 64);
    case 1:
        return table < size ? table + mutate_random() % (size - table) : 0;
    default:
        return mutate_random() % size;
    }
}

static size_t
change(uint8_t *bytes, size_t size)
{
    enum { HEADER = 64 };
    if (size < HEADER)
        return size;
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
    size_t at = some_place(bytes, size), width = (size_t)1 << mutate_random() % 4;
    uint64_t value = values[mutate_random() % (sizeof values / sizeof *values)];
    switch (mutate_random() % 8) {
    case 0:
        return size - mutate_random() % (size < 600 ? size - 63 : size / 8);
    case 1:
    case 2:
        bytes[at] = (uint8_t)mutate_random();
        return size;
    case 3:
        bytes[at] ^= (uint8_t)(1u << mutate_random() % 8);
        return size;
    default:
        at &= ~(width - 1);
        memcpy(bytes + at, &value, at + width <= size ? width : size - at);
        return size;
    }
}

int
main(int argc, char **argv)
{
    static const struct mutator mutator = {.change = change, .most_changes = 4};
    return mutate_files(argc, argv, &mutator);
}
