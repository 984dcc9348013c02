/* --emit=c-array: an output as a C source, for programs that carry their kernels with them.  A compiler of
 * C++ takes it, too. */
#include "driver/output.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { BYTES_A_LINE = 12 };

/* Words of C17 and C23 that a file may well be called: int.cl. */
static bool
is_word_of_c(const char *name)
{
    static const char *const words[] = {
        "alignas", "alignof",   "auto",     "bool",        "break",    "case",          "char",
        "const",   "constexpr", "continue", "default",     "do",       "double",        "else",
        "enum",    "extern",    "false",    "float",       "for",      "goto",          "if",
        "inline",  "int",       "long",     "nullptr",     "register", "restrict",      "return",
        "short",   "signed",    "sizeof",   "static",      "struct",   "static_assert", "switch",
        "true",    "typedef",   "typeof",   "union",       "unsigned", "void",          "volatile",
        "while",   "size_t",    "main",     "thread_local"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i]) == 0)
            return true;
    return false;
}

/* A name of C, made of the last part of the path without its ending; "kernels" if that is only dashes and the like,
 * as of standard input. */
static const char *
array_name(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *start = slash ? slash + 1 : path;
    const char *dot = strrchr(start, '.');
    size_t length = dot && dot > start ? (size_t)(dot - start) : strlen(start);
    char *name = arena_printf(arena, "_%.*s", (int)length, start);
    bool has_word = false;
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
        else
            has_word = true;
    if (!has_word)
        return "kernels";
    return isdigit((unsigned char)name[1]) || is_word_of_c(name + 1) ? name : name + 1;
}

void
output_array(struct strbuf *text, const char *path, const char *what, const void *bytes,
             size_t size)
{
    const char *name = array_name(text->arena, path);
    const unsigned char *at = bytes;
    strbuf_reserve(text, 6 * size + 512);
    strbuf_printf(text,
                  "/* A code object for %s, by occ %s. */\n#include <stddef.h>\n"
                  "#ifdef __cplusplus\nextern \"C\" {\n#define _Alignas alignas\n#endif\n"
                  "extern const unsigned char %s[];\nextern const size_t %s_size;\n"
                  "_Alignas(16) const unsigned char %s[] = {",
                  what, occ_version(), name, name, name);
    for (size_t i = 0; i < size; i++)
        strbuf_printf(text, "%s0x%02x,", i % BYTES_A_LINE ? " " : "\n    ", at[i]);
    strbuf_printf(text, "\n};\nconst size_t %s_size = sizeof %s;\n#ifdef __cplusplus\n}\n#endif\n",
                  name, name);
}
