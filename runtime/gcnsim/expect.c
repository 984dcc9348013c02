/* @expect=FILE: what memory holds after the run beside what it should hold. */
#include "runtime/gcnsim/gcnsim.h"

#include <inttypes.h>
#include <string.h>

/* The dword that holds the byte, as far as there is one. */
static uint32_t
dword_at(const uint8_t *bytes, uint64_t size, uint64_t offset)
{
    uint32_t word = 0;
    uint64_t start = offset & ~UINT64_C(3);
    memcpy(&word, bytes + start, size - start < 4 ? size - start : 4);
    return word;
}

static float
as_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

static enum exit_status
tell_difference(const char *whose, const char *path, const uint8_t *is, const uint8_t *wanted,
                uint64_t size)
{
    uint64_t first = size, words = 0;
    for (uint64_t i = 0; i < size; i += 4)
        words += dword_at(is, size, i) != dword_at(wanted, size, i);
    for (uint64_t i = size; i-- > 0;)
        if (is[i] != wanted[i])
            first = i;
    uint32_t found = dword_at(is, size, first), other = dword_at(wanted, size, first);
    fprintf(stderr,
            "gcnsim: %s differs from %s in %" PRIu64 " of %" PRIu64
            " dwords, first at byte %" PRIu64 ": 0x%08x (%g), not 0x%08x (%g)\n",
            whose, path, words, (size + 3) / 4, first, found, (double)as_float(found), other,
            (double)as_float(other));
    return EXIT_FAILED;
}

enum exit_status
check_expected(struct command *command, const char *whose, const char *path, const uint8_t *bytes,
               uint64_t size)
{
    size_t wanted_size = 0;
    const uint8_t *wanted = read_whole_file(command->arena, path, &wanted_size);
    if (!wanted)
        return EXIT_FAILED;
    if (wanted_size != size) {
        fprintf(stderr, "gcnsim: %s: %s: %zu bytes; there are %" PRIu64 "\n", whose, path,
                wanted_size, size);
        return EXIT_FAILED;
    }
    return memcmp(bytes, wanted, size) == 0 ? EXIT_GOOD
                                            : tell_difference(whose, path, bytes, wanted, size);
}

enum exit_status
check_argument(struct command *command, const struct argument *argument, const uint8_t *bytes,
               uint64_t size)
{
    const char *path = argument_output(argument, "expect");
    return path ? check_expected(command, argument_label(command, argument), path, bytes, size)
                : EXIT_GOOD;
}
