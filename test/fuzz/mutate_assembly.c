/* mutate-assembly SEED COUNT FILE...: gives each text and COUNT mutations of it to the function that
 * `tools/fuzz assembly` calls (fuzz_assembly.c): lines left out, doubled, exchanged between files, characters
 * changed.  All depends on the seed alone. */
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

/* A line of the text: where it is, and its length with the newline. */
static size_t
some_line(const char *text, size_t size, size_t *at)
{
    size_t end = next() % size;
    *at = end;
    while (*at && text[*at - 1] != '\n')
        --*at;
    while (end < size && text[end] != '\n')
        end++;
    return end + (end < size) - *at;
}

/* One change; the new size. */
static size_t
mutate(char *text, size_t size, const char *other, size_t other_size)
{
    static const char characters[] = "()[]{},:;.@\\\"'*/+-<>|&!~=% \n\t0189afvsx_$#";
    size_t at, from;
    if (!size)
        return 0;
    size_t length = some_line(text, size, &at);
    switch (next() % 5) {
    case 0:
        memmove(text + at, text + at + length, size - at - length);
        return size - length;
    case 1:
    case 2: {
        size_t added = some_line(other, other_size, &from);
        if (size + added > MAX_BYTES)
            return size;
        memmove(text + at + added, text + at, size - at);
        memcpy(text + at, other + from, added);
        return size + added;
    }
    case 3:
        text[next() % size] = (char)next();
        return size;
    default:
        text[next() % size] = characters[next() % (sizeof characters - 1)];
        return size;
    }
}

static size_t
read_file(const char *path, char *bytes)
{
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, MAX_BYTES, file) : 0;
    if (file)
        fclose(file);
    if (!size)
        fprintf(stderr, "%s: cannot be read\n", path);
    return size;
}

int
main(int argc, char **argv)
{
    static char original[MAX_BYTES], other[MAX_BYTES], mutated[MAX_BYTES];
    if (argc < 4)
        return 2;
    state = strtoull(argv[1], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) + 1;
    unsigned count = (unsigned)strtoul(argv[2], NULL, 10);
    for (int i = 3; i < argc; i++) {
        size_t size = read_file(argv[i], original);
        size_t other_size = read_file(argv[3 + next() % (unsigned)(argc - 3)], other);
        if (!size || !other_size)
            return 1;
        LLVMFuzzerTestOneInput((const uint8_t *)original, size);
        for (unsigned k = 0; k < count; k++) {
            size_t length = size;
            memcpy(mutated, original, size);
            for (unsigned n = 1 + next() % 6; n; n--)
                length = mutate(mutated, length, other, other_size);
            LLVMFuzzerTestOneInput((const uint8_t *)mutated, length);
        }
    }
    printf("%d texts and %u mutations of each: no finding\n", argc - 3, count);
    return 0;
}
