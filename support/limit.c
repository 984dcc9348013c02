#include "support/limit.h"

#include <string.h>

static const struct {
    const char *name, *kind, *guards;
    int value;
} rows[] = {
#define LIMIT(name, value, kind, guards) {#name, #kind, guards, value},
#include "support/limit.def"
#undef LIMIT
};

void
limit_note(struct guard *guard, enum limit limit)
{
    struct limit_notes *notes = guard->limits;
    const char *subject = *notes->subject;
    vec_foreach (struct limit_note, note, &notes->at)
        if (note->limit == limit &&
            (note->subject == subject ||
             (note->subject && subject && !strcmp(note->subject, subject)))) {
            note->count++;
            return;
        }
    /* The name may be of memory that goes before the notes are printed. */
    struct limit_note note = {limit, subject ? arena_strdup(notes->arena, subject) : NULL, 1};
    vec_push(notes->arena, &notes->at, note);
}

void
limit_print(struct strbuf *out, const struct limit_notes *notes)
{
    vec_foreach (const struct limit_note, note, &notes->at)
        strbuf_printf(out, "%s: %s = %d, met %u time%s (%s: %s)\n",
                      note->subject ? note->subject : "program", rows[note->limit].name,
                      rows[note->limit].value, note->count, note->count == 1 ? "" : "s",
                      rows[note->limit].kind, rows[note->limit].guards);
}
