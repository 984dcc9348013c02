/* Messages as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"): one run with a
 * result for each error and warning; notes are its related locations. */
#include "support/diag.h"
#include "support/json.h"

#include <string.h>

/* Writes as %XX what a URI reference cannot hold as it is (RFC 3986 section 2). */
static const char *
uri_of(struct arena *arena, const char *file)
{
    struct strbuf uri = strbuf_new(arena);
    for (; *file; file++) {
        unsigned char c = (unsigned char)*file;
        if (c <= ' ' || c >= 0x7f || strchr("\"#%<>?[\\]^`{|}:", c))
            strbuf_printf(&uri, "%%%02X", c);
        else
            strbuf_add(&uri, file, 1);
    }
    return uri.text ? uri.text : "";
}

/* SARIF counts characters, a location bytes. */
static uint32_t
column_of(const struct diag_location *location)
{
    uint32_t column = location->column;
    for (uint32_t i = 0;
         location->line_text && i < location->column - 1 && i < location->line_length; i++)
        column -= ((unsigned char)location->line_text[i] & 0xc0) == 0x80;
    return column;
}

/* endColumn is the character past the region (SARIF 3.30.8). */
static void
write_region(struct json *json, const char *key, const struct diag_location *first,
             const struct diag_location *past)
{
    json_open(json, key, '{');
    json_number(json, "startLine", first->line);
    json_number(json, "startColumn", column_of(first));
    json_number(json, "endLine", past->line);
    json_number(json, "endColumn", column_of(past));
    json_close(json, '{');
}

static void
write_artifact(struct json *json, struct arena *arena, const struct diag_location *location)
{
    json_open(json, "artifactLocation", '{');
    json_text(json, "uri", uri_of(arena, location->file));
    json_close(json, '{');
}

static bool
is_before(const struct diag_location *a, const struct diag_location *b)
{
    return a->line < b->line || (a->line == b->line && a->column < b->column);
}

/* From the first to past the last character that a message points to or underlines. */
static void
write_extent(struct json *json, const struct diag *diag, const struct diag_message *message,
             const struct diag_location *caret)
{
    struct diag_location first = *caret, past = *caret, from, to;
    past.column++;
    for (uint32_t i = 0; i < message->ranges.count; i++) {
        const struct diag_range *range = &message->ranges.at[i];
        if (!diag->resolve(diag->sources, range->first, &from) ||
            !diag->resolve(diag->sources, range->last, &to) ||
            strcmp(from.file, caret->file) != 0 || strcmp(to.file, caret->file) != 0)
            continue;
        to.column++;
        first = is_before(&from, &first) ? from : first;
        past = is_before(&past, &to) ? to : past;
    }
    write_region(json, "region", &first, &past);
}

/* The location of a message; for a note, with its text. */
static void
write_location(struct json *json, const struct diag *diag, const struct diag_message *message)
{
    struct diag_location location;
    json_open(json, NULL, '{');
    if (diag->resolve && diag->resolve(diag->sources, message->loc, &location)) {
        json_open(json, "physicalLocation", '{');
        write_artifact(json, diag->arena, &location);
        write_extent(json, diag, message, &location);
        json_close(json, '{');
    }
    if (message->level == DIAG_NOTE) {
        json_open(json, "message", '{');
        json_text(json, "text", message->text);
        json_close(json, '{');
    }
    json_close(json, '{');
}

/* All fix-its together are one fix (SARIF 3.55: each fix alone is a remedy). */
static void
write_fix(struct json *json, const struct diag *diag, const struct diag_message *message)
{
    struct diag_location first, past;
    bool is_open = false;
    for (uint32_t i = 0; i < message->fixits.count; i++) {
        const struct diag_fixit *fixit = &message->fixits.at[i];
        if (!diag_fixit_locations(diag, fixit, &first, &past))
            continue;
        if (!is_open) {
            json_open(json, "fixes", '[');
            json_open(json, NULL, '{');
            json_open(json, "artifactChanges", '[');
            json_open(json, NULL, '{');
            write_artifact(json, diag->arena, &first);
            json_open(json, "replacements", '[');
            is_open = true;
        }
        json_open(json, NULL, '{');
        write_region(json, "deletedRegion", &first, &past);
        json_open(json, "insertedContent", '{');
        json_text(json, "text", fixit->text);
        json_close(json, '{');
        json_close(json, '{');
    }
    for (const char *bracket = "[{[{["; is_open && *bracket; bracket++)
        json_close(json, *bracket);
}

/* Returns the index after the notes of message `at`. */
static uint32_t
write_result(struct json *json, const struct diag *diag, uint32_t at)
{
    const struct diag_message *message = &diag->messages.at[at++];
    json_open(json, NULL, '{');
    json_text(json, "ruleId", diag_name(message->id));
    json_text(json, "level", message->level == DIAG_ERROR ? "error" : "warning");
    json_open(json, "message", '{');
    json_text(json, "text", message->text);
    json_close(json, '{');
    json_open(json, "locations", '[');
    write_location(json, diag, message);
    json_close(json, '[');
    json_open(json, "relatedLocations", '[');
    for (; at < diag->messages.count && diag->messages.at[at].level == DIAG_NOTE; at++)
        write_location(json, diag, &diag->messages.at[at]);
    json_close(json, '[');
    write_fix(json, diag, message);
    json_close(json, '{');
    return at;
}

void
diag_write_sarif(const struct diag *diag, struct strbuf *out, const char *version)
{
    struct json json = json_begin(out);
    json_open(&json, NULL, '{');
    json_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(&json, "version", "2.1.0");
    json_open(&json, "runs", '[');
    json_open(&json, NULL, '{');
    json_open(&json, "tool", '{');
    json_open(&json, "driver", '{');
    json_text(&json, "name", "occ");
    json_text(&json, "version", version);
    json_close(&json, '{');
    json_close(&json, '{');
    json_text(&json, "columnKind", "unicodeCodePoints");
    json_open(&json, "results", '[');
    for (uint32_t i = 0; i < diag->messages.count;)
        i = write_result(&json, diag, i);
    json_close(&json, '[');
    json_close(&json, '{');
    json_close(&json, '[');
    json_close(&json, '{');
    strbuf_puts(out, "\n");
}
