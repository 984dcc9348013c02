#include "driver/library/cache_key.h"

#include "gcn/object/object_version.h"
#include "driver/library/assembly.h"
#include "driver/units/debug_places.h"
#include "driver/options/option_row.h"
#include "driver/library/pipeline.h"
#include "driver/units/stored_ir.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* FNV-1a with 128 bits (draft-eastlake-fnv-17, section 5), but eight bytes a step, with a shift for the upper
 * half, which a product does not carry down: nobody attacks a cache of his own. */
struct sum {
    unsigned __int128 value;
    uint64_t open;  /* bytes of the step that is not full, the first lowest */
    unsigned count; /* of them */
    struct guard *guard;
};

static const unsigned __int128 PRIME = ((unsigned __int128)1 << 88) + 0x13B;
static const unsigned __int128 BASIS =
    (unsigned __int128)UINT64_C(0x6C62272E07BB0142) << 64 | UINT64_C(0x62B821756295C58D);

static void
step(struct sum *sum, uint64_t bytes)
{
    sum->value = (sum->value ^ bytes) * PRIME;
    sum->value ^= sum->value >> 67;
}

static void
add_byte(struct sum *sum, unsigned char byte)
{
    sum->open |= (uint64_t)byte << 8 * sum->count++;
    if (sum->count == 8) {
        step(sum, sum->open);
        sum->open = sum->count = 0;
    }
}

static void
add(struct sum *sum, const void *bytes, size_t size)
{
    enum { POLL = 1 << 20 }; /* bytes between two polls */
    const unsigned char *at = bytes;
    for (; size && sum->count; size--)
        add_byte(sum, *at++);
    for (size_t until_poll = 0; size >= 8; size -= 8, at += 8) {
        uint64_t eight;
        memcpy(&eight, at, 8);
        step(sum, eight);
        if (until_poll-- == 0) {
            guard_poll(sum->guard);
            until_poll = POLL / 8;
        }
    }
    while (size--)
        add_byte(sum, *at++);
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
    enum { POLL = 1 << 18 };
    char quote = 0;
    bool was_blank = true;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        bool is_blank = !quote && isspace((unsigned char)c);
        if (is_blank && !was_blank)
            add_byte(sum, ' ');
        if (!is_blank)
            add_byte(sum, (unsigned char)c);
        was_blank = is_blank;
        if (i % POLL == 0)
            guard_poll(sum->guard);
        if (quote && c == '\\' && i + 1 < length)
            add_byte(sum, (unsigned char)text[++i]);
        else if (quote ? c == quote : c == '"' || c == '\'')
            quote = quote ? 0 : c;
    }
}

/* ---- options ---- */

static void
add_string(struct sum *sum, const char *text)
{
    add_text(sum, text, strlen(text));
}

/* What the switches of kind OPTION_FACT lead to: those that say again what holds anyway, and others, give
 * one key if they mean the same. */
static void
add_facts(struct sum *sum, const struct occ_job *job, const struct options *options)
{
    bool is_link = job->action ==
                   OCC_LINK; /* of units, for which those of the link may not be the last word */
    const uint32_t facts[] = {options->xnack,
                              options->sramecc,
                              options->cl_version,
                              options->optimise,
                              options->debug,
                              is_link && options->optimise_is_given,
                              is_link && options->debug_is_given,
                              is_link && options->inlining_is_given,
                              is_link && options->xnack_is_given,
                              options->no_contract,
                              options->finite_math,
                              options->fast_math,
                              options->unsafe_math,
                              options->max_vgprs,
                              options->inlining,
                              options->no_unroll,
                              assembly_is_input(options, job->name),
                              pipeline_is_preprocessed(options, job->name)};
    add(sum, facts, sizeof facts);
    add_string(sum, options->target->name);
    add_string(sum, options->triple->os);
    add_string(sum, options->triple->environment);
    add_string(sum, options_object_version(options)->name);
}

/* Do warnings become errors?  Then what is warned of matters. */
static bool
is_strict(const struct options *options)
{
    vec_foreach (const struct option_use, use, &options->uses)
        if (strncmp(use->words[0], "-Werror", 7) == 0 ||
            strcmp(use->words[0], "-pedantic-errors") == 0)
            return true;
    return false;
}

/* Does the switch itself matter? */
static bool
is_in_key(const struct option_row *row, unsigned spare, bool is_strict_job)
{
    if (!row) /* only its carrier's program knows it: it is warned of */
        return is_strict_job;
    return !(row->kind & spare) && !(row->kind & OPTION_FACT) &&
           (is_strict_job || option_has_effect(row));
}

bool
cache_key_has_places(const struct occ_job *job, const struct options *options)
{
    bool is_told =
        options->debug != DEBUG_NONE || options->remarks_usage || options->remarks_inline;
    return job->action == OCC_COMPILE ||
           (job->action == OCC_BUILD && (options->output != OCC_EXECUTABLE || is_told));
}

/* Does the result have debug information, of its source or of units? */
static bool
has_debug(struct arena *arena, const struct occ_job *job, const struct options *options)
{
    bool has = options->debug != DEBUG_NONE;
    for (unsigned i = 0; job->action == OCC_LINK && !has && i < job->unit_count; i++) {
        struct stored_ir stored;
        const struct occ_unit *unit = &job->units[i];
        has =
            !stored_ir_read(&stored, arena, unit->bytes, unit->size) && stored.debug != DEBUG_NONE;
    }
    return has && !(options->debug_is_given && options->debug == DEBUG_NONE);
}

/* Where files are looked for, which debug information tells. */
static void
add_folder(struct sum *sum, struct arena *arena, const struct occ_job *job,
           const struct options *options)
{
    const char *folder =
        has_debug(arena, job, options) ? debug_places_folder(arena, job, options) : NULL;
    add_string(sum, folder ? folder : "");
}

static void
add_options(struct sum *sum, const struct occ_job *job, const struct options *options)
{
    bool is_strict_job = is_strict(options), has_places = cache_key_has_places(job, options);
    unsigned spare = job->action == OCC_LINK || has_places ? 0 : OPTION_PREPROCESS | OPTION_SEARCH;
    if (!is_strict_job)
        spare |= OPTION_MESSAGE | OPTION_COMMAND | OPTION_SEARCH;
    add_facts(sum, job, options);
    vec_foreach (const struct option_use, use, &options->uses)
        for (int i = 0; is_in_key(use->row, spare, is_strict_job) && i < 2 && use->words[i]; i++)
            add_string(sum, use->words[i]);
}

/* What is written, and the text as it is with its places. */
static void
add_placed(struct sum *sum, const struct occ_job *job, const struct options *options,
           const char *text, size_t length)
{
    uint32_t output = options->output;
    add(sum, &output, sizeof output);
    add_string(sum, job->name);
    add_text(sum, text, length);
}

void
cache_key(struct arena *arena, const struct occ_job *job, const struct options *options,
          const char *text, size_t length, char key[OCC_KEY_SIZE])
{
    struct sum sum = {.value = BASIS, .guard = arena->guard};
    uint32_t action = job->action;
    add_string(&sum, occ_build_id);
    add(&sum, &action, sizeof action);
    add_options(&sum, job, options);
    add_folder(&sum, arena, job, options);
    for (unsigned i = 0; job->action == OCC_LINK && i < job->unit_count; i++)
        add_text(&sum, job->units[i].bytes, job->units[i].size);
    if (assembly_is_input(options, job->name))
        add_text(&sum, text, length);
    else if (cache_key_has_places(job, options))
        add_placed(&sum, job, options, text, length);
    else
        add_tokens(&sum, text, length);
    step(&sum, sum.open), step(&sum, sum.count);
    snprintf(key, OCC_KEY_SIZE, "%016" PRIx64 "%016" PRIx64, (uint64_t)(sum.value >> 64),
             (uint64_t)sum.value);
}
