/* `gcnsim profile`: runs a kernel and shows where the modelled cycles went; here as text. */
#include "runtime/gcnsim/profile.h"

#include <string.h>

/* ---- what the forms share ---- */

const char *
cause_name(unsigned cause)
{
    return cause ? sim_stall_name((enum sim_stall)(cause - 1)) : "issue";
}

uint64_t
row_cause(const struct sim_profile_row *row, unsigned cause)
{
    uint64_t issue = row->cycles;
    if (cause)
        return row->stalls[cause - 1];
    for (unsigned i = 0; i < SIM_STALLS; i++)
        issue -= row->stalls[i];
    return issue;
}

unsigned
row_main_stall(const struct sim_profile_row *row)
{
    unsigned most = 0;
    for (unsigned i = 1; i < CAUSES; i++)
        if (row_cause(row, i) > (most ? row_cause(row, most) : 0))
            most = i;
    return most;
}

unsigned
permille(uint64_t part, uint64_t whole)
{
    return whole ? (unsigned)((double)part * 1000 / (double)whole + 0.5) : 0;
}

void
put_groups(const struct profile_view *view, struct strbuf *out)
{
    const struct command *command = view->command;
    uint64_t groups = view->stats->groups;
    strbuf_printf(out, "%llu work-group%s of ", (unsigned long long)groups, groups == 1 ? "" : "s");
    for (unsigned d = 0; d < command->dims; d++)
        strbuf_printf(out, "%s%u", d ? "x" : "", command->local[d]);
}

const char *
occupancy_reason(const struct sim_stats *stats)
{
    static const struct {
        const char *limit, *reason;
    } reasons[] = {{"vgprs", "the VGPRs of a wave"},
                   {"sgprs", "the SGPRs of a wave"},
                   {"lds", "the LDS of a work-group"},
                   {"waves", "what a SIMD holds at most"},
                   {"workgroups", "the work-groups that a compute unit holds"}};
    for (size_t i = 0; stats->occupancy_limit && i < sizeof reasons / sizeof *reasons; i++)
        if (strcmp(reasons[i].limit, stats->occupancy_limit) == 0)
            return reasons[i].reason;
    return "nothing";
}

void
profile_bounds(const struct profile_view *view, struct bound bounds[BOUNDS])
{
    const struct sim_stats *stats = view->stats;
    uint64_t simds = view->profile->simds;
    const struct bound rows[BOUNDS] = {
        {"all waves, in their places", simds * stats->occupancy, view->profile->wave_cycles},
        {"the longest wave", 1, stats->latency},
        {"the VALUs", simds, stats->busy_valu},
        {"the scalar units", simds, stats->busy_salu},
        {"the LDS", 1, stats->busy_lds},
        {"vector memory", 1, stats->busy_vmem},
    };
    for (unsigned i = 0; i < BOUNDS; i++) {
        bounds[i] = rows[i];
        bounds[i].cycles = (rows[i].cycles + rows[i].among - 1) / rows[i].among;
    }
}

static const char *
bound_name(const struct profile_view *view)
{
    struct bound bounds[BOUNDS];
    unsigned longest = 0;
    profile_bounds(view, bounds);
    for (unsigned i = 1; i < BOUNDS; i++)
        if (bounds[i].cycles > bounds[longest].cycles)
            longest = i;
    return bounds[longest].name;
}

static void
add_row(struct profile_view *view, const struct sim_profile_row *row)
{
    for (unsigned i = 0; i < CAUSES; i++)
        view->by_cause[i] += row_cause(row, i);
    if (row->cycles > view->hottest)
        view->hottest = row->cycles;
    if (row->is_vector) {
        view->vector_executions += row->executions;
        view->vector_lanes += row->lanes;
    }
    view->has_sources |= row->source != NULL;
}

static struct profile_view
make_view(const struct command *command, const struct sim_profile *profile)
{
    struct profile_view view = {.command = command,
                                .profile = profile,
                                .stats = sim_stats(command->device),
                                .target = sim_device_target(command->device),
                                .sources = {.arena = command->arena, .object = command->file}};
    for (unsigned i = 0; i < profile->function_count; i++)
        for (unsigned k = 0; k < profile->functions[i].row_count; k++)
            add_row(&view, &profile->functions[i].rows[k]);
    profile_find_lines(&view);
    return view;
}

/* ---- text ---- */

static void
put_header(const struct profile_view *view, struct strbuf *out)
{
    const struct sim_stats *stats = view->stats;
    strbuf_printf(out, "kernel %s of %s for %s: ", view->profile->kernel, view->command->file,
                  view->target->name);
    put_groups(view, out);
    strbuf_printf(out, ", %llu wave%s\n", (unsigned long long)stats->waves,
                  stats->waves == 1 ? "" : "s");
    strbuf_printf(out,
                  "occupancy: %u waves on a SIMD, limited by %s (%u VGPRs, %u SGPRs, %u bytes of "
                  "LDS)\n",
                  stats->occupancy, occupancy_reason(stats), stats->vgprs, stats->sgprs,
                  stats->lds_bytes);
    strbuf_printf(out, "cycles: %llu of the launch, bound by %s\n",
                  (unsigned long long)stats->cycles, bound_name(view));
    strbuf_printf(out, "of all waves, each as if alone: %llu,",
                  (unsigned long long)view->profile->wave_cycles);
    for (unsigned i = 0; i < CAUSES; i++) {
        unsigned share = permille(view->by_cause[i], view->profile->wave_cycles);
        if (view->by_cause[i])
            strbuf_printf(out, " %s %u.%u%%", cause_name(i), share / 10, share % 10);
    }
    strbuf_puts(out, "\n");
}

enum { BAR = 20, SHOWN_LINES = 10 };

static void
put_lines(const struct profile_view *view, struct strbuf *out)
{
    if (view->lines.count)
        strbuf_printf(out, "\n%6s %10s %10s  %s\n", "share", "cycles", "stalls", "line");
    for (uint32_t i = 0; i < view->lines.count && i < SHOWN_LINES; i++) {
        const struct profile_line *line = &view->lines.at[i];
        unsigned share = permille(line->cycles, view->profile->wave_cycles);
        const char *share_text = arena_printf(out->arena, "%u.%u%%", share / 10, share % 10);
        if (!line->cycles)
            break;
        strbuf_printf(out, "%6s %10llu %10llu  %s%s%s\n", share_text,
                      (unsigned long long)line->cycles, (unsigned long long)line->stalls,
                      sim_source_text(out->arena, &line->place), *line->text ? "  " : "",
                      line->text);
    }
}

/* The text of a line before the instructions that belong to it. */
static void
put_source(struct profile_view *view, const struct sim_profile_row *row,
           const struct sim_profile_row *before, struct strbuf *out)
{
    bool is_same = before && before->source && row->source && !strcmp(before->source, row->source);
    const char *text = row->source && !is_same ? source_text(&view->sources, &row->place) : "";
    if (*text)
        strbuf_printf(out, "%8s ; %s  %s\n", "", row->source, text);
}

static void
put_row(const struct profile_view *view, const struct sim_profile_row *row, struct strbuf *out)
{
    unsigned share = permille(row->cycles, view->profile->wave_cycles);
    unsigned lanes = permille(row->lanes, row->executions * 64), main_stall = row_main_stall(row);
    unsigned bar = (unsigned)(permille(row->cycles, view->hottest) * BAR / 1000);
    const char *lanes_text = "", *share_text = "";
    if (row->is_vector && row->executions)
        lanes_text = arena_printf(out->arena, "%u%%", (lanes + 5) / 10);
    if (row->executions)
        share_text = arena_printf(out->arena, "%u.%u%%", share / 10, share % 10);
    strbuf_printf(out, "%#8llx %10llu %6s %10llu %10llu %-8s %6s %-*.*s  %s",
                  (unsigned long long)row->offset, (unsigned long long)row->executions, lanes_text,
                  (unsigned long long)row->cycles,
                  (unsigned long long)(row->cycles - row_cause(row, 0)),
                  main_stall ? cause_name(main_stall) : "", share_text, BAR, (int)bar,
                  "####################", row->text);
    if (row->source)
        strbuf_printf(out, "  ; %s", row->source);
    strbuf_puts(out, "\n");
}

static void
put_text(struct profile_view *view, struct strbuf *out)
{
    put_header(view, out);
    put_lines(view, out);
    for (unsigned i = 0; i < view->profile->function_count; i++) {
        const struct sim_profile_function *function = &view->profile->functions[i];
        strbuf_printf(out, "\n%s %s\n", function->is_kernel ? "kernel" : "function",
                      *function->name ? function->name : "without a name");
        strbuf_printf(out, "%8s %10s %6s %10s %10s %-8s %6s %-*s  %s\n", "offset", "executions",
                      "lanes", "cycles", "stalls", "cause", "share", BAR, "", "instruction");
        for (unsigned k = 0; k < function->row_count; k++) {
            put_source(view, &function->rows[k], k ? &function->rows[k - 1] : NULL, out);
            put_row(view, &function->rows[k], out);
        }
    }
}

enum exit_status
profile_kernel(struct command *command)
{
    static void (*const forms[])(struct profile_view * view, struct strbuf * out) = {
        [PROFILE_TEXT] = put_text, [PROFILE_JSON] = profile_json, [PROFILE_HTML] = profile_html};
    enum exit_status status = run_kernel(command);
    if (status != EXIT_GOOD)
        return status;
    const struct sim_profile *profile = sim_profile(command->device, command->arena);
    struct profile_view view = make_view(command, profile);
    struct strbuf out = strbuf_new(command->arena);
    forms[command->profile](&view, &out);
    if (command->profile_file)
        return write_whole_file(command->profile_file, out.text, out.length);
    fwrite(out.text, 1, out.length, stdout);
    return EXIT_GOOD;
}
