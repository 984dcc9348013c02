/* Messages as JSON: an array of errors and warnings in the form of GCC's
 * -fdiagnostics-format=json ("GCC manual, 3.8 Options to Control Diagnostic Messages Formatting"):
 * kind, message, option, locations with caret, start and finish, fixits, notes as children.  "id"
 * is ours: the row of diag.def. */
#include "support/diag.h"
#include "support/json.h"

static void
write_location(struct json *json, const char *key, const struct diag_location *location)
{
    json_open(json, key, '{');
    json_text(json, "file", location->file);
    json_number(json, "line", location->line);
    json_number(json, "column", location->column);
    json_close(json, '{');
}

static void
write_locations(struct json *json, const struct diag *diag, const struct diag_message *message)
{
    struct diag_location caret, first, last;
    json_open(json, "locations", '[');
    if (diag->resolve && diag->resolve(diag->sources, message->loc, &caret)) {
        json_open(json, NULL, '{');
        write_location(json, "caret", &caret);
        json_close(json, '{');
    }
    for (uint32_t i = 0; i < message->ranges.count; i++) {
        const struct diag_range *range = &message->ranges.at[i];
        if (!diag->resolve || !diag->resolve(diag->sources, range->first, &first) ||
            !diag->resolve(diag->sources, range->last, &last))
            continue;
        json_open(json, NULL, '{');
        write_location(json, "caret", &first);
        write_location(json, "start", &first);
        write_location(json, "finish", &last);
        json_close(json, '{');
    }
    json_close(json, '[');
}

static void
write_fixits(struct json *json, const struct diag *diag, const struct diag_message *message)
{
    struct diag_location first, past;
    if (!message->fixits.count)
        return;
    json_open(json, "fixits", '[');
    for (uint32_t i = 0; i < message->fixits.count; i++) {
        const struct diag_fixit *fixit = &message->fixits.at[i];
        if (!diag_fixit_locations(diag, fixit, &first, &past))
            continue;
        json_open(json, NULL, '{');
        write_location(json, "start", &first);
        write_location(json, "next", &past);
        json_text(json, "string", fixit->text);
        json_close(json, '{');
    }
    json_close(json, '[');
}

static void
write_message(struct json *json, const struct diag *diag, const struct diag_message *message)
{
    static const char *const kinds[] = {"note", "warning", "error"};
    const char *group = diag_group(message->id);
    json_open(json, NULL, '{');
    json_text(json, "kind", kinds[message->level]);
    json_text(json, "id", diag_name(message->id));
    json_text(json, "message", message->text);
    if (group)
        json_text(json, "option", arena_printf(diag->arena, "-W%s", group));
    write_locations(json, diag, message);
    write_fixits(json, diag, message);
}

void
diag_write_json(const struct diag *diag, struct strbuf *out)
{
    struct json json = json_begin(out);
    json_open(&json, NULL, '[');
    for (uint32_t i = 0; i < diag->messages.count;) {
        guard_poll(diag->arena->guard);
        write_message(&json, diag, &diag->messages.at[i++]);
        json_open(&json, "children", '[');
        for (; i < diag->messages.count && diag->messages.at[i].level == DIAG_NOTE; i++) {
            write_message(&json, diag, &diag->messages.at[i]);
            json_close(&json, '{');
        }
        json_close(&json, '[');
        json_close(&json, '{');
    }
    json_close(&json, '[');
    strbuf_puts(out, "\n");
}
