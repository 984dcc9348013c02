/* --reports: what an object made with -fsanitize= was told of, as JSON. */
#include "runtime/gcnsim/gcnsim.h"
#include "support/json.h"

#include <string.h>

enum exit_status
write_reports(const struct command *command)
{
    struct strbuf out = strbuf_new(command->arena);
    struct json json = json_begin(&out);
    struct sim_report report;
    json_open(&json, NULL, '{');
    json_open(&json, "reports", '[');
    for (unsigned i = 0; command->device && sim_report_at(command->device, i, &report); i++) {
        json_open(&json, NULL, '{');
        json_text(&json, "kind", report.kind);
        json_text(&json, "place", report.place);
        json_text(&json, "message",
                  arena_strndup(command->arena, report.message, strcspn(report.message, "\n")));
        json_text(&json, "text", report.message);
        json_number(&json, "count", report.count);
        json_close(&json, '{');
    }
    json_close(&json, '[');
    json_close(&json, '{');
    strbuf_puts(&out, "\n");
    return write_whole_file(command->reports, out.text, out.length);
}

void
tell_counts(const struct command *command)
{
    struct sim_report report;
    for (unsigned i = 0; command->device && sim_report_at(command->device, i, &report); i++)
        if (report.count > 1)
            fprintf(stderr, "%s: %s: told once, met %llu times\n", report.place, report.kind,
                    (unsigned long long)report.count);
}
