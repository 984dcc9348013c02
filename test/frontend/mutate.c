/* mutate-frontend SEED COUNT FILE...: gives each file and COUNT mutations of it to the function that
 * `tools/fuzz frontend` calls (test/fuzz/fuzz_frontend.c).  A crash, a hang or a sanitizer's report
 * is the failure; errors in the programs are expected.  The mutations depend on the seed alone. */
#include "test/fuzz/mutate.h"

#include <string.h>

/* Removes, doubles, moves or inserts a piece. */
static size_t
change(uint8_t *text, size_t length)
{
    static const char *const pieces[] = {
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        ",",
        "#",
        "##",
        "\n",
        "\\\n",
        "\"",
        "'",
        "/*",
        "*/",
        "//",
        "\n#define f(x,...) x f(x) #x\n",
        "\n#if 1\n",
        "\n#else\n",
        "\n#endif\n",
        "typedef ",
        "float4 ",
        "(float4)(",
        "struct s {",
        "__attribute__((",
        "case 1:",
        "for(",
        "if(",
        "else ",
        "...",
        "0x",
        "1e",
        "__VA_ARGS__",
        "f(",
        "_Pragma(\"unroll\")",
        "\n#pragma unroll 4\n",
        "\n#undef f\n",
        "=",
        "?",
        ":",
        "sizeof ",
        "*",
        "&",
        "kernel void g(",
        "int",
        "?\?/",
        "//E\n",
        "//2\n",
        "\0",
        "\xff",
        ".",
        "->",
        "goto x;",
        "asm(\"",
    };
    size_t at = mutate_random() % length;
    size_t span = 1 + mutate_random() % 12;
    if (span > length - at)
        span = length - at;
    switch (mutate_random() % 4) {
    case 0:
        memmove(text + at, text + at + span, length - at - span);
        return length - span;
    case 1: {
        size_t to = mutate_random() % length;
        char piece[16];
        if (length + span > MUTATE_ROOM)
            return length;
        memcpy(piece, text + at, span);
        memmove(text + to + span, text + to, length - to);
        memcpy(text + to, piece, span);
        return length + span;
    }
    default: {
        const char *piece = pieces[mutate_random() % (sizeof pieces / sizeof *pieces)];
        size_t size = *piece ? strlen(piece) : 1;
        if (length + size > MUTATE_ROOM)
            return length;
        memmove(text + at + size, text + at, length - at);
        memcpy(text + at, piece, size);
        return length + size;
    }
    }
}

int
main(int argc, char **argv)
{
    static const struct mutator mutator = {.change = change, .most_changes = 6};
    return mutate_files(argc, argv, &mutator);
}
