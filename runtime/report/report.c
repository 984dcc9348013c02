/* Kernels as they are launched, and the report as JSON. */
#include "runtime/report/report_kernel.h"

#include "support/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct report *
report_new(const struct settings *settings, const char *version)
{
    const char *dot = settings->report ? strrchr(settings->report, '.') : NULL;
    struct report *report = settings->report ? calloc(1, sizeof *report) : NULL;
    if (!report)
        return NULL;
    report->settings = settings;
    report->version = version;
    report->is_html = dot && strcmp(dot, ".html") == 0;
    pthread_mutex_init(&report->lock, NULL);
    arena_init(&report->arena, NULL, &report->guard);
    return report;
}

/* ---- while kernels are launched ---- */

static struct report_kernel *
find_kernel(struct report *report, const char *name, const char *target, uint64_t sum)
{
    struct report_kernel **link = &report->kernels, *same = NULL;
    for (; *link; link = &(*link)->next)
        if (strcmp((*link)->name, name) == 0 && (*link)->target == target) {
            if ((*link)->sum == sum)
                return *link;
            same = same ? same : *link;
        }
    struct report_kernel *kernel = ARENA_NEW(&report->arena, struct report_kernel);
    kernel->name = arena_strdup(&report->arena, name);
    kernel->target = target;
    kernel->sum = sum;
    kernel->same = same;
    *link = kernel;
    return kernel;
}

static void
add_rows(struct report_kernel *kernel, struct arena *arena, const struct sim_profile *profile)
{
    unsigned count = 0, at = 0;
    for (unsigned i = 0; i < profile->function_count; i++)
        count += profile->functions[i].row_count;
    /* a function that no launch before has called: rows begin anew */
    if (kernel->row_count != count) {
        kernel->rows = ARENA_ARRAY(arena, count, struct report_row);
        kernel->row_count = count;
    }
    for (unsigned i = 0; i < profile->function_count; i++)
        for (unsigned k = 0; k < profile->functions[i].row_count; k++) {
            const struct sim_profile_row *from = &profile->functions[i].rows[k];
            struct report_row *to = &kernel->rows[at++];
            if (!to->text) {
                to->offset = from->offset;
                to->text = arena_strdup(arena, from->text);
                to->source = from->source ? arena_strdup(arena, from->source) : NULL;
            }
            to->executions += from->executions;
            to->cycles += from->cycles;
        }
}

static void
add(struct report *report, struct report_kernel *kernel, struct sim_device *sim)
{
    const struct sim_stats *stats = sim_stats(sim);
    struct arena own;
    kernel->cycles += stats->cycles;
    kernel->instructions += stats->instructions;
    kernel->stats = *stats;
    arena_init_scratch(&own, NULL, &report->guard);
    const struct sim_profile *profile = sim_profile(sim, &own);
    if (profile)
        add_rows(kernel, &report->arena, profile);
    arena_free(&own);
}

void
report_note(struct report *report, struct sim_device *sim, const struct report_launch *launched)
{
    if (!report)
        return;
    pthread_mutex_lock(&report->lock);
    if (setjmp(report->guard.target) == 0) { /* without memory the launch is left out */
        const struct gcn_target *target = sim ? sim_device_target(sim) : launched->target;
        struct report_kernel *kernel =
            find_kernel(report, launched->name, target->name, launched->sum);
        kernel->launches++;
        kernel->failures += !launched->is_good;
        kernel->work_items += launched->work_items;
        kernel->host_time += launched->host_time;
        if (launched->is_good && sim)
            add(report, kernel, sim);
    }
    pthread_mutex_unlock(&report->lock);
}

/* ---- at the end ---- */

uint64_t
report_wave_cycles(const struct report_kernel *kernel)
{
    uint64_t cycles = 0;
    for (unsigned i = 0; i < kernel->row_count; i++)
        cycles += kernel->rows[i].cycles;
    return cycles;
}

unsigned
report_hottest(const struct report_kernel *kernel, const struct report_row **rows)
{
    unsigned count = 0;
    for (unsigned i = 0; i < kernel->row_count; i++) {
        const struct report_row *row = &kernel->rows[i];
        unsigned at = count;
        while (at > 0 && rows[at - 1]->cycles < row->cycles)
            at--;
        if (!row->cycles || at == REPORT_HOTTEST)
            continue;
        count += count < REPORT_HOTTEST;
        memmove(&rows[at + 1], &rows[at], (count - 1 - at) * sizeof *rows);
        rows[at] = row;
    }
    return count;
}

static void
put_kernel(struct json *json, const struct report_kernel *kernel)
{
    const struct report_row *rows[REPORT_HOTTEST] = {0};
    const struct sim_stats *stats = &kernel->stats;
    json_open(json, NULL, '{');
    json_text(json, "name", kernel->name);
    json_text(json, "target", kernel->target);
    json_number(json, "launches", kernel->launches);
    json_number(json, "failures", kernel->failures);
    json_number(json, "work_items", kernel->work_items);
    json_number(json, "host_nanoseconds", kernel->host_time);
    json_number(json, "cycles", kernel->cycles);
    json_number(json, "instructions", kernel->instructions);
    json_number(json, "vgprs", stats->vgprs);
    json_number(json, "sgprs", stats->sgprs);
    json_number(json, "lds_bytes", stats->lds_bytes);
    json_number(json, "scratch_bytes", stats->scratch_bytes);
    json_number(json, "occupancy", stats->occupancy);
    json_text(json, "occupancy_limit", stats->occupancy_limit ? stats->occupancy_limit : "");
    json_number(json, "wave_cycles", report_wave_cycles(kernel));
    json_open(json, "hottest", '[');
    unsigned count = report_hottest(kernel, rows);
    for (unsigned i = 0; i < count; i++) {
        json_open(json, NULL, '{');
        json_number(json, "offset", rows[i]->offset);
        json_text(json, "text", rows[i]->text);
        json_text(json, "source", rows[i]->source);
        json_number(json, "executions", rows[i]->executions);
        json_number(json, "cycles", rows[i]->cycles);
        json_close(json, '{');
    }
    json_close(json, '[');
    json_close(json, '{');
}

static void
put_json(const struct report *report, struct strbuf *out)
{
    struct json json = json_begin(out);
    json_open(&json, NULL, '{');
    json_number(&json, "version", 1);
    json_text(&json, "occ", report->version);
    json_open(&json, "kernels", '[');
    for (const struct report_kernel *kernel = report->kernels; kernel; kernel = kernel->next)
        put_kernel(&json, kernel);
    json_close(&json, '[');
    json_close(&json, '{');
    strbuf_puts(out, "\n");
}

void
report_write(struct report *report)
{
    FILE *volatile file = NULL;
    bool good = false;
    pthread_mutex_lock(&report->lock);
    if (setjmp(report->guard.target) == 0) {
        struct strbuf out = strbuf_new(&report->arena);
        if (report->is_html)
            report_html(report, &out);
        else
            put_json(report, &out);
        file = fopen(report->settings->report, "w");
        good = file && fwrite(out.text, 1, out.length, file) == out.length;
        if (file && fclose(file) != 0)
            good = false;
    }
    if (!good)
        fprintf(stderr, "occ: %s: %s cannot be written\n", report->settings->report_name,
                report->settings->report);
    pthread_mutex_unlock(&report->lock);
}
