/* OCC_ICD_RECORD: what binaries were made from.  A program that was linked, or loaded from a binary that
 * another program gave, has no source of its own, so it is noted when something is compiled, by the bytes
 * that came of it. */
#include "runtime/icd/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was compiled once. */
struct text {
    char *source, *options, *preprocessed;
    size_t preprocessed_size;
};

/* A binary, and the texts that are in it. */
struct made {
    struct made *next;
    uint64_t sum;
    const struct text **texts; /* they live as long as the record */
    unsigned count;
};

struct icd_sources {
    struct made *made;
};

struct icd_sources *
icd_sources_new(void)
{
    return calloc(1, sizeof(struct icd_sources));
}

static const struct made *
find(const struct icd_sources *sources, const uint8_t *bytes, size_t size)
{
    uint64_t sum = record_mix(RECORD_SUM, bytes, size);
    for (const struct made *made = sources->made; made; made = made->next)
        if (made->sum == sum)
            return made;
    return NULL;
}

static void
free_text(struct text *text)
{
    if (!text)
        return;
    free(text->source);
    free(text->options);
    free(text->preprocessed);
    free(text);
}

/* The source of a compilation, also as the preprocessor leaves it: the headers may be gone later. */
static struct text *
text_of(struct _cl_device_id *device, const struct icd_question *question)
{
    const char *given = question->options ? question->options : "";
    struct text *text = calloc(1, sizeof *text);
    struct icd_compiled made = {0};
    if (text) {
        struct icd_question other = *question;
        other.action = OCC_BUILD; /* of a compilation, units would come */
        other.preprocesses = true;
        text->source = strdup(question->source);
        text->options = strdup(given);
        if (icd_compile(device, &other, &made) && made.status == OCC_OK) {
            text->preprocessed = (char *)made.binary;
            text->preprocessed_size = made.size;
            made.binary = NULL;
        }
    }
    free(made.binary);
    free(made.log);
    free(made.attributes);
    if (text && text->source && text->options)
        return text;
    free_text(text);
    return NULL;
}

/* The texts of what is linked; *count 0: of one nothing is known. */
static const struct text **
texts_of(const struct icd_sources *sources, const struct icd_question *question, unsigned *count)
{
    const struct text **texts = NULL;
    *count = 0;
    for (unsigned i = 0; i < question->unit_count; i++) {
        const struct occ_unit *unit = &question->units[i];
        const struct made *part = find(sources, unit->bytes, unit->size);
        const struct text **more =
            part ? realloc(texts, (*count + part->count) * sizeof(*texts)) : NULL;
        if (!more) {
            free(texts);
            *count = 0;
            return NULL;
        }
        texts = more;
        memcpy(texts + *count, part->texts, part->count * sizeof(*texts));
        *count += part->count;
    }
    return texts;
}

void
icd_sources_note(struct icd_sources *sources, struct _cl_device_id *device,
                 const struct icd_question *question, const uint8_t *bytes, size_t size)
{
    if (find(sources, bytes, size))
        return;
    struct made *made = calloc(1, sizeof *made);
    if (!made)
        return;
    made->sum = record_mix(RECORD_SUM, bytes, size);
    if (question->action == OCC_LINK)
        made->texts = texts_of(sources, question, &made->count);
    else if ((made->texts = malloc(sizeof(*made->texts))) &&
             (made->texts[0] = text_of(device, question)))
        made->count = 1;
    if (!made->count) {
        free(made->texts);
        free(made);
        return;
    }
    made->next = sources->made;
    sources->made = made;
}

/* The first one's are source.cl, source.i and options, the second's source2.cl and so on. */
static bool
write_one(const struct text *text, unsigned number, const struct record_folder *folder)
{
    char digits[16] = "", name[32];
    if (number > 1)
        snprintf(digits, sizeof digits, "%u", number);
    snprintf(name, sizeof name, "source%s.cl", digits);
    bool good = record_write(folder, name, (const uint8_t *)text->source, strlen(text->source));
    snprintf(name, sizeof name, "options%s", digits);
    good &= record_write(folder, name, (const uint8_t *)text->options, strlen(text->options));
    snprintf(name, sizeof name, "source%s.i", digits);
    return good && (!text->preprocessed || record_write(folder, name, (uint8_t *)text->preprocessed,
                                                        text->preprocessed_size));
}

bool
icd_sources_write(const struct icd_sources *sources, const struct record_folder *folder,
                  const uint8_t *bytes, size_t size)
{
    const struct made *made = find(sources, bytes, size);
    bool good = true;
    for (unsigned i = 0; made && i < made->count; i++)
        good &= write_one(made->texts[i], i + 1, folder);
    return good;
}
