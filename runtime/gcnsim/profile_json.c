/* A profile as one JSON object, with the units of its numbers. */
#include "runtime/gcnsim/profile.h"
#include "support/json.h"

static void
put_stalls(struct json *json, const uint64_t stalls[SIM_STALLS])
{
    json_open(json, "stalls", '{');
    for (unsigned i = 0; i < SIM_STALLS; i++)
        json_number(json, sim_stall_name(i), stalls[i]);
    json_close(json, '{');
}

/* What holds for executed instructions only is null in others. */
static void
put_row(struct json *json, const struct sim_profile_row *row)
{
    json_open(json, NULL, '{');
    json_number(json, "offset", row->offset);
    json_text(json, "text", row->text);
    json_text(json, "source", row->source);
    json_text(json, "class", row->executions ? sim_class_name(row->class) : NULL);
    json_number(json, "executions", row->executions);
    if (row->is_vector)
        json_number(json, "lanes", row->lanes);
    else
        json_text(json, "lanes", NULL);
    json_number(json, "cycles", row->cycles);
    put_stalls(json, row->stalls);
    json_number(json, "unit_cycles", row->unit_cycles);
    json_number(json, "bytes_read", row->bytes_read);
    json_number(json, "bytes_written", row->bytes_written);
    json_number(json, "lds_conflict_cycles", row->lds_conflict_cycles);
    json_close(json, '{');
}

static void
put_function(struct json *json, const struct sim_profile_function *function)
{
    json_open(json, NULL, '{');
    json_text(json, "name", *function->name ? function->name : NULL);
    json_text(json, "kind", function->is_kernel ? "kernel" : "function");
    json_open(json, "instructions", '[');
    for (unsigned i = 0; i < function->row_count; i++)
        put_row(json, &function->rows[i]);
    json_close(json, '[');
    json_close(json, '{');
}

/* All instructions of a line of the source together. */
static void
put_line(struct json *json, const struct profile_line *line)
{
    json_open(json, NULL, '{');
    json_text(json, "file", line->place.name);
    json_text(json, "folder", *line->place.folder ? line->place.folder : NULL);
    json_number(json, "line", line->place.line);
    json_text(json, "text", *line->text ? line->text : NULL);
    json_number(json, "instructions", line->instructions);
    json_number(json, "cycles", line->cycles);
    json_number(json, "stall_cycles", line->stalls);
    json_close(json, '{');
}

static void
put_wave(struct json *json, const struct sim_profile_wave *wave)
{
    json_open(json, NULL, '{');
    json_open(json, "work_group", '[');
    for (unsigned d = 0; d < 3; d++)
        json_number(json, NULL, wave->group[d]);
    json_close(json, '[');
    json_number(json, "wave", wave->index);
    json_number(json, "simd", wave->simd);
    json_number(json, "slot", wave->slot);
    json_number(json, "start", wave->start);
    json_number(json, "end", wave->end);
    json_number(json, "instructions", wave->instructions);
    put_stalls(json, wave->stalls);
    json_number(json, "phase_cycles", wave->phase_cycles);
    json_open(json, "phases", '[');
    for (unsigned i = 0; i < wave->phase_count; i++)
        json_text(json, NULL, cause_name(wave->phases[i]));
    json_close(json, '[');
    json_close(json, '{');
}

static void
put_units(struct json *json)
{
    static const struct {
        const char *name, *unit;
    } units[] = {
        {"cycles", "modelled cycles: of the launch on one compute unit; of an instruction, those "
                   "of the waves that executed it, each as if alone"},
        {"wave_cycles", "modelled cycles of all waves, each as if alone"},
        {"offset", "bytes in the code object"},
        {"executions", "once for each wave"},
        {"lanes", "active, summed over the executions"},
        {"stalls", "modelled cycles besides the four of each issue, by cause"},
        {"unit_cycles", "modelled cycles in which the instruction's unit works"},
        {"bytes_read", "bytes of global and scratch memory"},
        {"bytes_written", "bytes of global and scratch memory"},
        {"lds_conflict_cycles", "cycles lost to bank conflicts"},
        {"start", "modelled cycles since the launch began"},
        {"end", "modelled cycles since the launch began"},
        {"phases", "what took most of each part of phase_cycles modelled cycles"},
        {"waves_per_simd", "waves that fit on a SIMD"},
    };
    json_open(json, "units", '{');
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        json_text(json, units[i].name, units[i].unit);
    json_close(json, '{');
}

static void
put_occupancy(struct json *json, const struct profile_view *view)
{
    const struct sim_stats *stats = view->stats;
    json_open(json, "occupancy", '{');
    json_number(json, "waves_per_simd", stats->occupancy);
    json_text(json, "limit", stats->occupancy_limit);
    json_number(json, "simds", view->profile->simds);
    json_number(json, "vgprs", stats->vgprs);
    json_number(json, "sgprs", stats->sgprs);
    json_number(json, "lds_bytes", stats->lds_bytes);
    json_number(json, "scratch_bytes", stats->scratch_bytes);
    json_close(json, '{');
}

void
profile_json(struct profile_view *view, struct strbuf *out)
{
    const struct sim_profile *profile = view->profile;
    struct json json = json_begin(out);
    json_open(&json, NULL, '{');
    json_text(&json, "kernel", profile->kernel);
    json_text(&json, "object", view->command->file);
    json_text(&json, "target", view->target->name);
    json_number(&json, "work_groups", view->stats->groups);
    json_number(&json, "waves_run", view->stats->waves);
    json_number(&json, "cycles", view->stats->cycles);
    json_number(&json, "wave_cycles", profile->wave_cycles);
    put_occupancy(&json, view);
    json_open(&json, "functions", '[');
    for (unsigned i = 0; i < profile->function_count; i++)
        put_function(&json, &profile->functions[i]);
    json_close(&json, '[');
    json_open(&json, "lines", '[');
    vec_foreach (const struct profile_line, line, &view->lines)
        put_line(&json, line);
    json_close(&json, '[');
    json_open(&json, "waves", '[');
    for (unsigned i = 0; i < profile->wave_count; i++)
        put_wave(&json, &profile->waves[i]);
    json_close(&json, '[');
    json_number(&json, "waves_left_out", profile->waves_left_out);
    put_units(&json);
    json_close(&json, '{');
    strbuf_puts(out, "\n");
}
