/* A profile as one page of HTML that needs nothing else: no script, no file, no network. */
#include "runtime/gcnsim/profile.h"

#include <math.h>
#include <string.h>

/* What each cause is, beside its name. */
static const char *const cause_notes[CAUSES] = {
    [0] = "the four cycles in which an instruction is issued",
    [1 + SIM_STALL_UNIT] = "its unit takes longer than that",
    [1 + SIM_STALL_NOP] = "wait states of s_nop",
    [1 + SIM_STALL_VMCNT] = "s_waitcnt for vector memory",
    [1 + SIM_STALL_LGKMCNT] = "s_waitcnt for LDS and scalar memory",
    [1 + SIM_STALL_BARRIER] = "s_barrier: other waves",
    [1 + SIM_STALL_BRANCH] = "branches that are taken",
};

/* ---- text and numbers ---- */

void
put_escaped(struct strbuf *out, const char *text)
{
    static const char marks[] = "<>&\"'";
    while (*text) {
        size_t plain = strcspn(text, marks);
        strbuf_add(out, text, plain);
        text += plain;
        if (*text)
            strbuf_printf(out, "&#%d;", *text++);
    }
}

void
put_number(struct strbuf *out, uint64_t number)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    for (int i = 0; i < length; i++)
        strbuf_printf(out, "%s%c", i && (length - i) % 3 == 0 ? "," : "", digits[i]);
}

static void
put_share(struct strbuf *out, uint64_t part, uint64_t whole)
{
    unsigned share = permille(part, whole);
    strbuf_printf(out, "%u.%u%%", share / 10, share % 10);
}

/* ---- the head ---- */

static void
put_tile(struct strbuf *out, const char *id, uint64_t number, const char *unit)
{
    strbuf_printf(out, "<li><b id=\"%s\">", id);
    put_number(out, number);
    strbuf_printf(out, "</b><span class=\"unit\">%s</span></li>\n", unit);
}

static void
put_head(const struct profile_view *view, struct strbuf *out)
{
    const struct sim_stats *stats = view->stats;
    strbuf_puts(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    put_escaped(out, view->profile->kernel);
    strbuf_printf(out, ": profile</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>",
                  profile_style);
    put_escaped(out, view->profile->kernel);
    strbuf_puts(out, "</h1>\n<p class=\"soft wide\"><code>");
    put_escaped(out, view->command->file);
    strbuf_printf(out, "</code> for %s, ", view->target->name);
    put_groups(view, out);
    strbuf_printf(out, "</p>\n<ul class=\"tiles\">\n");
    put_tile(out, "cycles", stats->cycles, "modelled cycles of the launch on one compute unit");
    put_tile(out, "wave_cycles", view->profile->wave_cycles,
             "of all waves, each as if it ran alone");
    put_tile(out, "instructions", stats->instructions, "instructions executed, by wave");
    put_tile(out, "waves", stats->waves, "waves");
    strbuf_puts(out, "<li><b id=\"lanes\">");
    put_share(out, view->vector_lanes, view->vector_executions * 64);
    strbuf_puts(out, "</b><span class=\"unit\">of the lanes active in vector instructions</span>"
                     "</li>\n");
    put_tile(out, "bytes", stats->bytes_read + stats->bytes_written,
             "bytes of global and scratch memory read and written");
    strbuf_puts(out, "</ul>\n");
}

/* ---- where the cycles go ---- */

static void
put_causes(const struct profile_view *view, struct strbuf *out)
{
    uint64_t all = view->profile->wave_cycles;
    strbuf_puts(out, "<h2>Where the cycles go</h2>\n<div class=\"stack\">");
    for (unsigned i = 0; i < CAUSES; i++)
        if (view->by_cause[i])
            strbuf_printf(out, "<i class=\"c%u\" style=\"flex:%llu\" title=\"%s\"></i>", i,
                          (unsigned long long)view->by_cause[i], cause_name(i));
    strbuf_puts(out, "</div>\n<ul class=\"legend\" id=\"causes\">\n");
    for (unsigned i = 0; i < CAUSES; i++) {
        if (!view->by_cause[i])
            continue;
        strbuf_printf(out, "<li><i class=\"c%u\"></i><b>%s</b> <span data-cycles=\"%llu\">", i,
                      cause_name(i), (unsigned long long)view->by_cause[i]);
        put_share(out, view->by_cause[i], all);
        strbuf_printf(out, "</span> <span class=\"soft\">%s</span></li>\n", cause_notes[i]);
    }
    strbuf_puts(out, "</ul>\n");
}

/* ---- occupancy, and what bounds the launch ---- */

/* A card with a table; put_card_row's rows follow, then put_card_end. */
static void
put_card(struct strbuf *out, const char *title, const char *const heads[3])
{
    strbuf_printf(out,
                  "<section><h2>%s</h2>\n<div class=\"scroll\"><table class=\"plain\"><thead><tr>",
                  title);
    for (unsigned i = 0; i < 3; i++)
        strbuf_printf(out, "<th%s>%s</th>", i ? "" : " class=\"l\"", heads[i]);
    strbuf_puts(out, "<th></th></tr></thead><tbody>\n");
}

/* value as a bar of most; used: UINT64_MAX for none. */
static void
put_card_row(struct strbuf *out, const char *name, uint64_t used, uint64_t value, uint64_t most,
             bool stands_out)
{
    strbuf_printf(out,
                  stands_out ? "<tr><td class=\"l\"><b>%s</b></td><td>"
                             : "<tr><td class=\"l\">%s</td><td>",
                  name);
    if (used != UINT64_MAX)
        put_number(out, used);
    strbuf_puts(out, "</td><td>");
    put_number(out, value);
    unsigned width = permille(value, most);
    strbuf_printf(out,
                  "</td><td class=\"l\"><span class=\"room\"><i class=\"c%u\" "
                  "style=\"width:%u.%u%%\"></i></span></td></tr>\n",
                  stands_out ? 1 + SIM_STALL_VMCNT : 1 + SIM_STALL_UNIT, width / 10, width % 10);
}

/* How many waves of a SIMD each resource allows, if it were the only one. */
static void
put_occupancy(const struct profile_view *view, struct strbuf *out)
{
    static const char *const heads[] = {"resource", "used", "waves it allows"};
    const struct sim_stats *stats = view->stats;
    const struct gcn_target *target = view->target;
    unsigned size = 1;
    for (unsigned d = 0; d < view->command->dims; d++)
        size *= view->command->local[d];
    const struct {
        const char *name, *limit;
        uint64_t used;
        unsigned waves;
    } rows[] = {
        {"VGPRs of a wave", "vgprs", stats->vgprs,
         gcn_occupancy(target, stats->vgprs, 0, 0, 0, NULL)},
        {"SGPRs of a wave", "sgprs", stats->sgprs,
         gcn_occupancy(target, 0, stats->sgprs, 0, 0, NULL)},
        {"bytes of LDS of a work-group", "lds", stats->lds_bytes,
         gcn_occupancy(target, 0, 0, stats->lds_bytes, size, NULL)},
        {"work-groups on a compute unit", "workgroups", UINT64_MAX,
         gcn_occupancy(target, 0, 0, 0, size, NULL)},
        {"what a SIMD holds", "waves", UINT64_MAX, target->max_waves},
    };
    put_card(out, "Occupancy", heads);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        put_card_row(out, rows[i].name, rows[i].used, rows[i].waves, target->max_waves,
                     strcmp(stats->occupancy_limit, rows[i].limit) == 0);
    strbuf_printf(
        out,
        "</tbody></table></div>\n<p class=\"soft\"><b id=\"occupancy\">%u</b> of %u waves "
        "fit on a SIMD: the limit is %s. A work-item has %u bytes of scratch "
        "memory.</p></section>\n",
        stats->occupancy, target->max_waves, occupancy_reason(stats), stats->scratch_bytes);
}

static void
put_bounds(const struct profile_view *view, struct strbuf *out)
{
    static const char *const heads[] = {"what", "shared by", "cycles"};
    uint64_t whole = view->stats->cycles;
    struct bound bounds[BOUNDS];
    profile_bounds(view, bounds);
    put_card(out, "What bounds the launch", heads);
    for (unsigned i = 0; i < BOUNDS; i++)
        put_card_row(out, bounds[i].name, bounds[i].among, bounds[i].cycles, whole,
                     bounds[i].cycles == whole);
    strbuf_puts(out, "</tbody></table></div>\n<p class=\"soft\">The launch takes as many cycles as "
                     "the longest of these.</p></section>\n");
}

/* ---- the source ---- */

/* The lines with the most cycles. */
static void
put_lines(const struct profile_view *view, struct strbuf *out)
{
    enum { SHOWN = 10 };
    if (!view->lines.count)
        return;
    strbuf_puts(out, "<h2>Lines</h2>\n<div class=\"scroll\"><table class=\"plain\" id=\"lines\">"
                     "<thead><tr><th>cycles</th><th>share</th><th class=\"l\">line</th><th></th>"
                     "</tr></thead><tbody>\n");
    for (uint32_t i = 0; i < view->lines.count && i < SHOWN; i++) {
        const struct profile_line *line = &view->lines.at[i];
        strbuf_puts(out, "<tr><td>");
        put_number(out, line->cycles);
        strbuf_puts(out, "</td><td>");
        put_share(out, line->cycles, view->profile->wave_cycles);
        strbuf_puts(out, "</td><td class=\"l\">");
        put_escaped(out, sim_source_text(out->arena, &line->place));
        strbuf_puts(out, "</td><td class=\"text mono\">");
        put_escaped(out, line->text);
        strbuf_puts(out, "</td></tr>\n");
    }
    strbuf_puts(out, "</tbody></table></div>\n");
}

/* ---- the code ---- */

static void
put_bar(const struct profile_view *view, const struct sim_profile_row *row, struct strbuf *out)
{
    strbuf_puts(out, "<td><span class=\"bar\">");
    for (unsigned i = 0; i < CAUSES; i++) {
        unsigned width = permille(row_cause(row, i), view->hottest);
        if (row_cause(row, i))
            strbuf_printf(out, "<i class=\"c%u\" style=\"width:%u.%u%%\"></i>", i, width / 10,
                          width % 10);
    }
    strbuf_puts(out, "</span></td>");
}

static void
put_row(struct profile_view *view, const struct sim_profile_row *row, struct strbuf *out)
{
    unsigned stall = row_main_stall(row);
    strbuf_printf(out, "<tr id=\"x%llx\"%s style=\"--h:%.3f\"><td class=\"mono\">0x%llx</td><td>",
                  (unsigned long long)row->offset, row->executions ? "" : " class=\"cold\"",
                  sqrt(permille(row->cycles, view->hottest) / 1000.0),
                  (unsigned long long)row->offset);
    put_number(out, row->executions);
    strbuf_puts(out, "</td><td>");
    if (row->is_vector && row->executions)
        put_share(out, row->lanes, row->executions * 64);
    strbuf_puts(out, "</td><td>");
    put_number(out, row->cycles);
    strbuf_puts(out, "</td><td>");
    if (row->executions)
        put_share(out, row->cycles, view->profile->wave_cycles);
    strbuf_puts(out, "</td>");
    put_bar(view, row, out);
    strbuf_printf(out, "<td class=\"l\">%s</td>", stall ? cause_name(stall) : "");
    if (view->has_sources) {
        strbuf_puts(out, "<td class=\"l\" title=\"");
        put_escaped(out, row->source ? source_text(&view->sources, &row->place) : "");
        strbuf_puts(out, "\">");
        put_escaped(out, row->source ? row->source : "");
        strbuf_puts(out, "</td>");
    }
    strbuf_puts(out, "<td class=\"text mono\">");
    put_escaped(out, row->text);
    strbuf_puts(out, "</td></tr>\n");
}

static void
put_function(struct profile_view *view, const struct sim_profile_function *function,
             struct strbuf *out)
{
    strbuf_printf(out, "<h3>%s <code>", function->is_kernel ? "kernel" : "function");
    put_escaped(out, *function->name ? function->name : "without a name");
    strbuf_printf(out,
                  "</code></h3>\n<div class=\"scroll\"><table class=\"code\"><thead><tr>"
                  "<th>offset</th><th>executions</th><th>lanes</th><th>cycles</th><th>share</th>"
                  "<th></th><th class=\"l\">stalls</th>%s<th class=\"l\">instruction</th></tr>"
                  "</thead><tbody>\n",
                  view->has_sources ? "<th class=\"l\">source</th>" : "");
    for (unsigned i = 0; i < function->row_count; i++)
        put_row(view, &function->rows[i], out);
    strbuf_puts(out, "</tbody></table></div>\n");
}

static void
put_code(struct profile_view *view, struct strbuf *out)
{
    strbuf_puts(out, "<h2>Code</h2>\n<p class=\"soft\">Cycles of each instruction, in the order of "
                     "the code. The ground of a row is the warmer the more of the cycles are its; "
                     "grey instructions were not executed.</p>\n");
    put_overview(view, out);
    for (unsigned i = 0; i < view->profile->function_count; i++)
        put_function(view, &view->profile->functions[i], out);
}

void
profile_html(struct profile_view *view, struct strbuf *out)
{
    put_head(view, out);
    put_causes(view, out);
    strbuf_puts(out, "<div class=\"cards\">\n");
    put_bounds(view, out);
    put_occupancy(view, out);
    strbuf_puts(out, "</div>\n");
    put_timeline(view, out);
    put_lines(view, out);
    put_code(view, out);
    strbuf_puts(out, "</body>\n</html>\n");
}
