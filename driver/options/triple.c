/* strchrnul */
#define _GNU_SOURCE
#include "driver/options/triple.h"

#include "sema/type.h"

#include <string.h>

/* What address_space(n) means: index n. */
static const uint8_t spaces_GIZ[] = {SPACE_GENERIC, SPACE_GLOBAL, SPACE_CONSTANT,
                                     SPACE_LOCAL,   SPACE_REGION, SPACE_PRIVATE};
static const uint8_t spaces_OLD[] = {SPACE_PRIVATE, SPACE_GLOBAL,  SPACE_CONSTANT,
                                     SPACE_LOCAL,   SPACE_GENERIC, SPACE_REGION};

enum { MODEL_OPENCL = false, MODEL_HSA = true };

static const struct triple triples[] = {
#define TRIPLE(os, environment, spaces, model, hidden)                                             \
    {os, environment, spaces_##spaces, MODEL_##model, hidden},
#include "driver/options/triple.def"
};

const struct triple *
triple_default(void)
{
    return &triples[0];
}

enum { ARCHITECTURE, VENDOR, OS, ENVIRONMENT, PARTS };

/* Takes the text apart at its hyphens; false: it has too many parts.  What lacks is empty. */
static bool
split(struct arena *arena, const char *text, const char **parts)
{
    for (unsigned i = 0; i < PARTS; i++) {
        const char *end = strchrnul(text, '-');
        parts[i] = arena_strndup(arena, text, (size_t)(end - text));
        text = *end ? end + 1 : end;
    }
    return !*text;
}

/* clang's amdgcn--amdhsa and amdgcn-unknown-unknown: a part that says nothing. */
static bool
is_part(const char *part, const char *wanted)
{
    return strcmp(part, wanted) == 0 || (!*wanted && strcmp(part, "unknown") == 0);
}

static const char *
environments(struct arena *arena, const char *text)
{
    const char *list = "";
    for (size_t i = 0; i < sizeof triples / sizeof *triples; i++)
        if (*triples[i].environment)
            list = arena_printf(arena, "%s%s%s", list, *list ? ", " : "", triples[i].environment);
    return arena_printf(arena, "unknown environment in target triple '%s': there are %s", text,
                        list);
}

const struct triple *
triple_find(struct arena *arena, const char *text, const char **wrong)
{
    const char *parts[PARTS];
    bool has_os = false, is_whole = split(arena, text, parts);
    for (size_t i = 0; i < sizeof triples / sizeof *triples && is_whole; i++) {
        bool fits = strcmp(parts[ARCHITECTURE], "amdgcn") == 0 && is_part(parts[OS], triples[i].os);
        has_os |= fits;
        if (fits && is_part(parts[ENVIRONMENT], triples[i].environment))
            return &triples[i];
    }
    if (strcmp(parts[ARCHITECTURE], "r600") == 0)
        *wrong = arena_printf(arena, "target triple '%s' is not a GCN target: r600 came before GCN",
                              text);
    else if (has_os)
        *wrong = environments(arena, text);
    else
        *wrong = arena_printf(
            arena, "unknown target triple '%s': occ compiles for amdgcn-amd-amdhsa", text);
    return NULL;
}
