/* mutate-assembly SEED COUNT FILE...: gives each text and COUNT mutations of it to the function that
 * `tools/fuzz assembly` calls (fuzz_assembly.c): lines left out, doubled, exchanged between files, characters
 * changed.  All depends on the seed alone. */
#include "test/fuzz/mutate.h"

#include <string.h>

/* A line of the text: where it is, and its length with the newline. */
static size_t
some_line(const char *text, size_t size, size_t *at)
{
    size_t end = mutate_random() % size;
    *at = end;
    while (*at && text[*at - 1] != '\n')
        --*at;
    while (end < size && text[end] != '\n')
        end++;
    return end + (end < size) - *at;
}

static uint8_t other[MUTATE_ROOM]; /* of another file: lines come from there */
static size_t other_size;

static void
choose_other(char *const *paths, unsigned count)
{
    other_size = mutate_read(paths[mutate_random() % count], other);
}

static size_t
change(uint8_t *input, size_t size)
{
    char *text = (char *)input;
    static const char characters[] = "()[]{},:;.@\\\"'*/+-<>|&!~=% \n\t0189afvsx_$#";
    size_t at, from;
    size_t length = some_line(text, size, &at);
    switch (mutate_random() % 5) {
    case 0:
        memmove(text + at, text + at + length, size - at - length);
        return size - length;
    case 1:
    case 2: {
        size_t added = some_line((const char *)other, other_size, &from);
        if (size + added > MUTATE_ROOM)
            return size;
        memmove(text + at + added, text + at, size - at);
        memcpy(text + at, other + from, added);
        return size + added;
    }
    case 3:
        text[mutate_random() % size] = (char)mutate_random();
        return size;
    default:
        text[mutate_random() % size] = characters[mutate_random() % (sizeof characters - 1)];
        return size;
    }
}

int
main(int argc, char **argv)
{
    static const struct mutator mutator = {
        .start = choose_other, .change = change, .most_changes = 6};
    return mutate_files(argc, argv, &mutator);
}
