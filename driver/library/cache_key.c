#include "driver/library/cache_key.h"

#include "gcn/object/object_version.h"
#include "driver/library/assembly.h"
#include "driver/units/debug_places.h"
#include "driver/options/option_row.h"
#include "driver/library/pipeline.h"
#include "driver/units/stored_ir.h"
#include "support/sum.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A sum that is polled for. */
struct key {
    struct sum sum;
    struct guard *guard;
};

static void
add(struct key *key, const void *bytes, size_t size)
{
    enum { POLL = 1 << 20 }; /* bytes between two polls */
    const char *at = bytes;
    for (size_t part; size; size -= part, at += part) {
        part = size < POLL ? size : POLL;
        sum_add(&key->sum, at, part);
        guard_poll(key->guard);
    }
}

/* With its length, so that texts side by side are not taken for others. */
static void
add_text(struct key *key, const char *text, size_t length)
{
    uint64_t count = length;
    add(key, &count, sizeof count);
    add(key, text, length);
}

/* ---- tokens ---- */

/* Blanks of any kind and number are one; in literals they stay. */
static void
add_tokens(struct key *key, const char *text, size_t length)
{
    enum { POLL = 1 << 18 };
    char quote = 0;
    bool was_blank = true;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        bool is_blank = !quote && isspace((unsigned char)c);
        if (is_blank && !was_blank)
            sum_add_byte(&key->sum, ' ');
        if (!is_blank)
            sum_add_byte(&key->sum, (unsigned char)c);
        was_blank = is_blank;
        if (i % POLL == 0)
            guard_poll(key->guard);
        if (quote && c == '\\' && i + 1 < length)
            sum_add_byte(&key->sum, (unsigned char)text[++i]);
        else if (quote ? c == quote : c == '"' || c == '\'')
            quote = quote ? 0 : c;
    }
}

/* ---- options ---- */

static void
add_string(struct key *key, const char *text)
{
    add_text(key, text, strlen(text));
}

/* What the switches of kind OPTION_FACT lead to: those that say again what holds anyway, and others, give
 * one key if they mean the same. */
static void
add_facts(struct key *key, const struct occ_job *job, const struct options *options)
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
                              options->no_signed_zeros,
                              options->strict_aliasing,
                              options->max_vgprs,
                              options->inlining,
                              options->no_unroll,
                              assembly_is_input(options, job->name),
                              pipeline_is_preprocessed(options, job->name)};
    add(key, facts, sizeof facts);
    add_string(key, options->target->name);
    add_string(key, options->triple->os);
    add_string(key, options->triple->environment);
    add_string(key, options_object_version(options)->name);
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
add_folder(struct key *key, struct arena *arena, const struct occ_job *job,
           const struct options *options)
{
    const char *folder =
        has_debug(arena, job, options) ? debug_places_folder(arena, job, options) : NULL;
    add_string(key, folder ? folder : "");
}

static void
add_options(struct key *key, const struct occ_job *job, const struct options *options)
{
    bool is_strict_job = is_strict(options), has_places = cache_key_has_places(job, options);
    unsigned spare = job->action == OCC_LINK || has_places ? 0 : OPTION_PREPROCESS | OPTION_SEARCH;
    if (!is_strict_job)
        spare |= OPTION_MESSAGE | OPTION_COMMAND | OPTION_SEARCH;
    add_facts(key, job, options);
    vec_foreach (const struct option_use, use, &options->uses)
        for (int i = 0; is_in_key(use->row, spare, is_strict_job) && i < 2 && use->words[i]; i++)
            add_string(key, use->words[i]);
}

/* What is written, and the text as it is with its places. */
static void
add_placed(struct key *key, const struct occ_job *job, const struct options *options,
           const char *text, size_t length)
{
    uint32_t output = options->output;
    add(key, &output, sizeof output);
    add_string(key, job->name);
    add_text(key, text, length);
}

void
cache_key(struct arena *arena, const struct occ_job *job, const struct options *options,
          const char *text, size_t length, char key[OCC_KEY_SIZE])
{
    struct key own = {.sum = SUM_START, .guard = arena->guard};
    uint32_t action = job->action;
    add_string(&own, occ_build_id);
    add(&own, &action, sizeof action);
    add_options(&own, job, options);
    add_folder(&own, arena, job, options);
    for (unsigned i = 0; job->action == OCC_LINK && i < job->unit_count; i++)
        add_text(&own, job->units[i].bytes, job->units[i].size);
    if (assembly_is_input(options, job->name))
        add_text(&own, text, length);
    else if (cache_key_has_places(job, options))
        add_placed(&own, job, options, text, length);
    else
        add_tokens(&own, text, length);
    unsigned __int128 sum = sum_end(&own.sum);
    snprintf(key, OCC_KEY_SIZE, "%016" PRIx64 "%016" PRIx64, (uint64_t)(sum >> 64), (uint64_t)sum);
}
