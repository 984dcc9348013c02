/* mutate-frontend SEED COUNT FILE...: gives each file and COUNT mutations of it to the function that
 * `tools/fuzz frontend` calls (test/fuzz/fuzz_frontend.c).  A crash, a hang or a sanitizer's report
 * is the failure; errors in the programs are expected.  The mutations depend on the seed alone. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_TEXT = 1 << 20 };

static uint64_t
random_next(uint64_t *seed)
{
    *seed ^= *seed << 13; /* xorshift64, G. Marsaglia */
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* Removes, doubles, moves or inserts a piece. */
static size_t
mutate(char *text, size_t length, uint64_t *seed)
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
    size_t at = length ? random_next(seed) % length : 0;
    size_t span = 1 + random_next(seed) % 12;
    if (span > length - at)
        span = length - at;
    switch (random_next(seed) % 4) {
    case 0:
        memmove(text + at, text + at + span, length - at - span);
        return length - span;
    case 1: {
        size_t to = length ? random_next(seed) % length : 0;
        char piece[16];
        if (length + span > MAX_TEXT)
            return length;
        memcpy(piece, text + at, span);
        memmove(text + to + span, text + to, length - to);
        memcpy(text + to, piece, span);
        return length + span;
    }
    default: {
        const char *piece = pieces[random_next(seed) % (sizeof pieces / sizeof *pieces)];
        size_t size = *piece ? strlen(piece) : 1;
        if (length + size > MAX_TEXT)
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
    static char original[MAX_TEXT], text[MAX_TEXT + 64];
    if (argc < 3)
        return 2;
    for (int file = 3; file < argc; file++) {
        FILE *stream = fopen(argv[file], "rb");
        if (!stream)
            return 2;
        size_t size = fread(original, 1, MAX_TEXT, stream);
        fclose(stream);
        LLVMFuzzerTestOneInput((const uint8_t *)original, size);
        uint64_t seed = strtoull(argv[1], NULL, 10) * 1000003 + (uint64_t)file;
        for (int i = atoi(argv[2]); i > 0; i--) {
            size_t length = size;
            memcpy(text, original, size);
            for (unsigned n = 1 + random_next(&seed) % 6; n > 0; n--)
                length = mutate(text, length, &seed);
            LLVMFuzzerTestOneInput((const uint8_t *)text, length);
        }
    }
    return 0;
}
