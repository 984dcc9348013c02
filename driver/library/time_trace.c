/* Format: "Trace Event Format", Google, with the names that clang's -ftime-trace gives the members.
 */
#include "driver/library/time_trace.h"

#include "support/json.h"

static void
write_event(struct json *json, const struct pass_event *event, uint64_t origin)
{
    json_open(json, NULL, '{');
    json_number(json, "pid", 1);
    json_number(json, "tid", 1);
    json_text(json, "ph", "X");
    json_number(json, "ts", (event->start - origin) / 1000);
    json_number(json, "dur", event->nanoseconds / 1000);
    json_text(json, "name", event->name);
    if (event->subject) {
        json_open(json, "args", '{');
        json_text(json, "detail", event->subject);
        json_close(json, '{');
    }
    json_close(json, '{');
}

static void
write_name(struct json *json)
{
    json_open(json, NULL, '{');
    json_number(json, "pid", 1);
    json_number(json, "tid", 1);
    json_text(json, "ph", "M");
    json_text(json, "name", "process_name");
    json_open(json, "args", '{');
    json_text(json, "name", "occ");
    json_close(json, '{');
    json_close(json, '{');
}

void
time_trace_write(struct strbuf *out, const struct pass_options *pass, const char *name,
                 uint64_t start)
{
    struct json json = json_begin(out);
    struct pass_event whole = {"compile", name, start, pass_clock(pass) - start, 0};
    json_open(&json, NULL, '{');
    json_open(&json, "traceEvents", '[');
    write_event(&json, &whole, start);
    vec_foreach (const struct pass_event, event, &pass->events) {
        guard_poll_along(out->arena->guard, event);
        write_event(&json, event, start);
    }
    write_name(&json);
    json_close(&json, '[');
    json_close(&json, '{');
    strbuf_puts(out, "\n");
}
