/* --emit=c-array: an output as a C source, for programs that carry their kernels with them.  A compiler of
 * C++ takes it, too. */
#include "driver/command/output.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { BYTES_A_LINE = 12 };

/* Words of C23 and C++23, names of their macros and types in <stddef.h>, macros of GNU's dialects: files may well
 * be called int.cl or class.cl. */
static bool
is_word_of_c(const char *name)
{
    /* clang-format off */
    static const char *const words[] = {
        "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch",
        "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept",
        "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete",
        "do", "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for",
        "friend", "goto", "if", "inline", "int", "long", "main", "mutable", "namespace", "new", "noexcept", "not",
        "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public", "register",
        "reinterpret_cast", "requires", "restrict", "return", "short", "signed", "sizeof", "static",
        "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "true",
        "try", "typedef", "typeid", "typename", "typeof", "typeof_unqual", "union", "unsigned", "using", "virtual",
        "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
        "NULL", "max_align_t", "nullptr_t", "offsetof", "ptrdiff_t", "size_t", "unreachable",
        "i386", "linux", "unix"};
    /* clang-format on */
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
