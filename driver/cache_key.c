#include "driver/cache_key.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* FNV-1a with 128 bits (draft-eastlake-fnv-17, section 5): nobody attacks a cache of his own. */
struct sum {
    unsigned __int128 value;
};

static const unsigned __int128 PRIME = ((unsigned __int128)1 << 88) + 0x13B;
static const unsigned __int128 BASIS =
    (unsigned __int128)UINT64_C(0x6C62272E07BB0142) << 64 | UINT64_C(0x62B821756295C58D);

static void
add(struct sum *sum, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        sum->value = (sum->value ^ at[i]) * PRIME;
}

/* With its length, so that texts side by side are not taken for others. */
static void
add_text(struct sum *sum, const char *text, size_t length)
{
    uint64_t count = length;
    add(sum, &count, sizeof count);
    add(sum, text, length);
}

/* ---- tokens ---- */

/* Blanks of any kind and number are one; in literals they stay. */
static void
add_tokens(struct sum *sum, const char *text, size_t length)
{
    char quote = 0;
    bool was_blank = true;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        bool is_blank = !quote && isspace((unsigned char)c);
        if (is_blank && !was_blank)
            add(sum, " ", 1);
        if (!is_blank)
            add(sum, &c, 1);
        was_blank = is_blank;
        if (quote && c == '\\' && i + 1 < length)
            add(sum, &text[++i], 1);
        else if (quote ? c == quote : c == '"' || c == '\'')
            quote = quote ? 0 : c;
    }
}

/* ---- options ---- */

/* Those whose work the preprocessor has done, and those that change nothing but messages and names of
 * files.  takes_word: the next word is the value if nothing stands behind the name. */
static const struct spare {
    const char *name;
    bool takes_word;
} spares[] = {
    {"-D", true},        {"-U", true},          {"-I", true},       {"-isystem", true},
    {"-iquote", true},   {"-idirafter", true},  {"-include", true}, {"-imacros", true},
    {"-MF", true},       {"-MT", true},         {"-MQ", true},      {"-M", false},
    {"-W", false},       {"-w", false},         {"-o", true},       {"-fdiagnostics-", false},
    {"-fcolor-", false}, {"-fno-color-", false}};

/* Do warnings become errors?  Then what is warned of matters. */
static bool
is_strict(const char *const *options, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (strncmp(options[i], "-Werror", 7) == 0 || strcmp(options[i], "-pedantic-errors") == 0)
            return true;
    return false;
}

/* How many words of options do not matter from here on; 0: this one does. */
static unsigned
spare_words(const char *const *options, unsigned count, bool strict)
{
    if (strict && (options[0][1] == 'W' || strcmp(options[0], "-w") == 0))
        return 0;
    for (size_t i = 0; i < sizeof spares / sizeof *spares; i++) {
        size_t length = strlen(spares[i].name);
        if (strncmp(options[0], spares[i].name, length) == 0)
            return spares[i].takes_word && !options[0][length] && count > 1 ? 2 : 1;
    }
    return 0;
}

static void
add_options(struct sum *sum, const char *const *options, unsigned count)
{
    bool strict = is_strict(options, count);
    for (unsigned i = 0; i < count;) {
        unsigned spare = spare_words(options + i, count - i, strict);
        if (!spare)
            add_text(sum, options[i], strlen(options[i]));
        i += spare ? spare : 1;
    }
}

void
cache_key(const struct occ_job *job, const char *const *options, unsigned option_count,
          const char *text, size_t length, char key[OCC_KEY_SIZE])
{
    struct sum sum = {BASIS};
    uint32_t action = job->action;
    add_text(&sum, occ_build_id, strlen(occ_build_id));
    add(&sum, &action, sizeof action);
    add_options(&sum, options, option_count);
    for (unsigned i = 0; job->action == OCC_LINK && i < job->unit_count; i++)
        add_text(&sum, job->units[i].bytes, job->units[i].size);
    add_tokens(&sum, text, length);
    snprintf(key, OCC_KEY_SIZE, "%016" PRIx64 "%016" PRIx64, (uint64_t)(sum.value >> 64),
             (uint64_t)sum.value);
}
