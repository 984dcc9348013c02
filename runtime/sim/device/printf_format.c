/* The formats of printf calls, as the metadata has them; tell/printf.c prints by them.
 *
 * The row: ID:N:S[0]:...:S[N-1]:FormatString (AMDGPUUsage, "Code Object Metadata"), with ':' as \72
 * and control characters as C writes them. */
#include "runtime/sim/device/load.h"

#include <stdlib.h>

/* LLVM leaves a backslash as it is, so one before another letter is no escape. */
static char *
unescape(struct arena *arena, const char *text)
{
    static const char letters[] = "abfnrv", values[] = "\a\b\f\n\r\v";
    char *out = arena_alloc(arena, strlen(text) + 1), *to = out;
    while (*text) {
        const char *letter = text[0] == '\\' && text[1] ? strchr(letters, text[1]) : NULL;
        if (letter) {
            *to++ = values[letter - letters];
            text += 2;
        } else if (strncmp(text, "\\72", 3) == 0) {
            *to++ = ':';
            text += 3;
        } else {
            *to++ = *text++;
        }
    }
    return out;
}

/* A number and its colon; else the text stays where it is. */
static bool
parse_field(const char **text, uint32_t *value)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    unsigned long long number = strtoull(*text, &end, 10);
    if (*end != ':' || number > UINT32_MAX)
        return false;
    *value = (uint32_t)number;
    *text = end + 1;
    return true;
}

void
printf_add_format(struct sim_device *device, struct arena *arena, struct sim_object *object,
                  const char *row)
{
    struct sim_printf_format format = {.length = 4};
    const char *text = row;
    uint32_t count = 0, size;
    bool good = parse_field(&text, &format.id) && parse_field(&text, &count);
    /* LLVM 16 counts the argument of a %F or %A but gives no size: it does not store it. */
    for (uint32_t i = 0; good && i < count && parse_field(&text, &size); i++) {
        good = size <= UINT32_MAX - format.length;
        vec_push(arena, &format.sizes, size);
        format.length += size;
    }
    if (!good)
        sim_error(device, "a Printf record of the metadata is broken: %.80s", row);
    format.text = unescape(arena, text);
    vec_push(arena, &object->formats, format);
}
