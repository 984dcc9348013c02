/* Programs that were built before, by any process: what libocc has made of the same job (../cache).
 */
#include "runtime/icd/program.h"
#include "support/sum.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What struct icd_compiled has, in the order in which it is kept. */
enum { LOG, BINARY, ATTRIBUTES, PARTS };

struct cache *
icd_cache_new(void)
{
    const char *wrong;
    struct cache *cache = cache_new_by_environment(&wrong);
    if (wrong)
        fprintf(stderr, "occ: OCC_CACHE_SIZE: '%s' is no number of megabytes from 0 to %d\n", wrong,
                CACHE_MAX_MEGABYTES);
    return cache;
}

/* ---- keys ---- */

/* Units have megabytes, hashcat's twelve each: their sums stand for them. */
struct unit_sum {
    uint64_t size, sum[2];
};

/* What is kept, and what it means: changes count it up. */
enum { FORMAT = 1 };

/* All of a job that counts (it has no date), its members as they are: the ICD's own options are
 * among them, and by those its settings. */
struct key {
    struct cache_part *parts; /* and room for the sums */
    unsigned count;
    struct numbers {
        uint32_t format, action, options, headers, units, has_option_string, use_disk;
    } numbers;
};

static void
add(struct key *key, const void *bytes, size_t size)
{
    key->parts[key->count++] = (struct cache_part){bytes, size};
}

static void
add_text(struct key *key, const char *text)
{
    add(key, text, text ? strlen(text) : 0);
}

static void
add_unit(struct key *key, const struct occ_unit *unit, struct unit_sum *room)
{
    struct sum sum = SUM_START;
    sum_add(&sum, unit->bytes, unit->size);
    unsigned __int128 value = sum_end(&sum);
    room->size = unit->size;
    memcpy(room->sum, &value, sizeof value);
    add_text(key, unit->name);
    add(key, room, sizeof *room);
}

/* false: no memory.  The parts are the caller's to free; the rest is the job's. */
static bool
make_key(struct key *key, const struct occ_job *job)
{
    size_t count =
        5 + (size_t)job->option_count + 2 * (size_t)job->header_count + 2 * (size_t)job->unit_count;
    key->parts = malloc(count * sizeof *key->parts + job->unit_count * sizeof(struct unit_sum));
    key->count = 0;
    if (!key->parts)
        return false;
    struct unit_sum *sums = (struct unit_sum *)(key->parts + count);
    key->numbers = (struct numbers){.format = FORMAT,
                                    .action = job->action,
                                    .options = job->option_count,
                                    .headers = job->header_count,
                                    .units = job->unit_count,
                                    .has_option_string = job->option_string != NULL,
                                    .use_disk = job->use_disk != 0};
    add_text(key, occ_build());
    add_text(key, job->name);
    add(key, &key->numbers, sizeof key->numbers);
    add(key, job->source, job->length);
    add_text(key, job->option_string);
    for (unsigned i = 0; i < job->option_count; i++)
        add_text(key, job->options[i]);
    for (unsigned i = 0; i < job->header_count; i++) {
        add_text(key, job->headers[i].name);
        add(key, job->headers[i].text, job->headers[i].length);
    }
    for (unsigned i = 0; i < job->unit_count; i++)
        add_unit(key, &job->units[i], &sums[i]);
    return true;
}

/* ---- finding and keeping ---- */

bool
icd_cache_find(const struct cache *cache, const struct occ_job *job, struct icd_compiled *made)
{
    struct key key;
    struct cache_part value[PARTS];
    if (!cache || !make_key(&key, job))
        return false;
    bool found = cache_find(cache, (struct cache_parts){key.parts, key.count}, value, PARTS);
    free(key.parts);
    if (found)
        *made = (struct icd_compiled){.status = OCC_OK,
                                      .log = (char *)(uintptr_t)value[LOG].bytes,
                                      .binary = (uint8_t *)(uintptr_t)value[BINARY].bytes,
                                      .size = value[BINARY].size,
                                      .attributes = (char *)(uintptr_t)value[ATTRIBUTES].bytes};
    return found;
}

/* NULL: no memory, or it depends on the time. */
static struct cache_input *
list_inputs(const occ_result *result, unsigned *count)
{
    unsigned all = 0;
    enum occ_input kind;
    while (occ_result_input(result, all, &kind) && kind != OCC_INPUT_TIME)
        all++;
    if (occ_result_input(result, all, NULL))
        return NULL;
    struct cache_input *inputs = malloc((all + 1) * sizeof *inputs);
    for (*count = 0; inputs && *count < all; ++*count) {
        inputs[*count].path = occ_result_input(result, *count, &kind);
        inputs[*count].is_there = kind == OCC_INPUT_FILE;
    }
    return inputs;
}

void
icd_cache_store(const struct cache *cache, const struct occ_job *job,
                const struct icd_compiled *made, const occ_result *result,
                const struct timespec *begun)
{
    struct key key;
    if (!cache || made->status != OCC_OK || !made->log || !made->attributes || !make_key(&key, job))
        return;
    const struct cache_part value[PARTS] = {
        [LOG] = {made->log, strlen(made->log)},
        [BINARY] = {made->binary, made->size},
        [ATTRIBUTES] = {made->attributes, strlen(made->attributes)}};
    struct cache_entry entry = {
        .key = {key.parts, key.count}, .value = {value, PARTS}, .begun = *begun};
    struct cache_input *inputs = list_inputs(result, &entry.input_count);
    entry.inputs = inputs;
    if (inputs)
        cache_store(cache, &entry);
    free(inputs);
    free(key.parts);
}
