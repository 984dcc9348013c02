/* The report as one page without outside parts. */
#include "runtime/report/report_kernel.h"

#include <inttypes.h>

static const char style[] =
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;"
    "color:#1c2430;background:#fff}h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2.5rem}"
    "table{border-collapse:collapse;width:100%}th,td{padding:.2rem .6rem;text-align:right;"
    "border-bottom:1px solid #dfe4ea;font-variant-numeric:tabular-nums}th:first-child,"
    "td:first-child{text-align:left}td.code{text-align:left;font-family:ui-monospace,monospace;"
    "font-size:.9em}th{font-weight:600;color:#55606e}p{color:#55606e}"
    ".bar{display:inline-block;height:.7em;background:#3b6fb6;border-radius:2px}"
    "div.wide{overflow-x:auto}"
    "@media(prefers-color-scheme:dark){body{color:#e3e7ec;background:#14181d}"
    "th,td{border-color:#2c333c}th,p{color:#9aa5b1}.bar{background:#6ea0e8}}";

static void
put_escaped(struct strbuf *out, const char *text)
{
    for (; *text; text++)
        if (*text == '<' || *text == '&' || *text == '>')
            strbuf_printf(out, "&#%d;", *text);
        else
            strbuf_add(out, text, 1);
}

static void
put_row(struct strbuf *out, const struct report_kernel *kernel, unsigned number)
{
    const struct sim_stats *stats = &kernel->stats;
    strbuf_printf(out, "<tr><td><a href=\"#k%u\">", number);
    put_escaped(out, kernel->name);
    strbuf_printf(out,
                  "</a></td><td>%s</td><td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>%" PRIu64
                  "</td><td>%" PRIu64 "</td><td>%.3f</td><td>%u</td><td>%u</td><td>%u</td><td>%u"
                  "</td><td>%u</td></tr>\n",
                  kernel->target, kernel->launches, kernel->work_items, kernel->cycles,
                  kernel->instructions, (double)kernel->host_time / 1e6, stats->vgprs, stats->sgprs,
                  stats->lds_bytes, stats->scratch_bytes, stats->occupancy);
}

static void
put_hottest(struct strbuf *out, const struct report_kernel *kernel, unsigned number)
{
    const struct report_row *rows[REPORT_HOTTEST] = {0};
    unsigned count = report_hottest(kernel, rows);
    double all = (double)report_wave_cycles(kernel);
    strbuf_printf(out, "<h2 id=\"k%u\">", number);
    put_escaped(out, kernel->name);
    strbuf_printf(out, " <small>%s</small></h2>\n", kernel->target);
    if (kernel->same)
        strbuf_puts(out, "<p>Other code than the one of this name above.</p>\n");
    if (kernel->failures)
        strbuf_printf(out, "<p>%" PRIu64 " launches ended with a fault.</p>\n", kernel->failures);
    if (!count)
        return;
    strbuf_puts(out, "<div class=\"wide\"><table><tr><th>Share of all cycles</th><th>Cycles</th>"
                     "<th>Executions</th><th>Offset</th><th></th><th></th></tr>\n");
    for (unsigned i = 0; i < count; i++) {
        double share = (double)rows[i]->cycles / all;
        strbuf_printf(
            out,
            "<tr><td><span class=\"bar\" style=\"width:%.1frem\"></span> %.1f %%</td>"
            "<td>%" PRIu64 "</td><td>%" PRIu64 "</td><td>0x%" PRIx64 "</td><td class=\"code\">",
            10 * share, 100 * share, rows[i]->cycles, rows[i]->executions, rows[i]->offset);
        put_escaped(out, rows[i]->text);
        strbuf_puts(out, "</td><td class=\"code\">");
        put_escaped(out, rows[i]->source ? rows[i]->source : "");
        strbuf_puts(out, "</td></tr>\n");
    }
    strbuf_puts(out, "</table></div>\n");
}

void
report_html(const struct report *report, struct strbuf *out)
{
    unsigned number = 0;
    strbuf_printf(out,
                  "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                  "<meta name=\"viewport\" content=\"width=device-width\">"
                  "<title>Kernels launched</title><style>%s</style></head><body>\n"
                  "<h1>Kernels launched</h1>\n<p>Simulated by occ %s. Cycles are modelled ones of "
                  "one compute unit; registers and occupancy are the last launch's.</p>\n"
                  "<div class=\"wide\"><table><tr><th>Kernel</th><th>Target</th><th>Launches</th>"
                  "<th>Work-items</th><th>Cycles</th><th>Instructions</th><th>Host ms</th>"
                  "<th>VGPRs</th><th>SGPRs</th><th>LDS</th><th>Scratch</th><th>Waves a SIMD</th>"
                  "</tr>\n",
                  style, report->version);
    for (const struct report_kernel *kernel = report->kernels; kernel; kernel = kernel->next)
        put_row(out, kernel, number++);
    strbuf_puts(out, "</table></div>\n");
    number = 0;
    for (const struct report_kernel *kernel = report->kernels; kernel; kernel = kernel->next)
        put_hottest(out, kernel, number++);
    strbuf_puts(out, "</body></html>\n");
}
