/* The pictures of a profile's page, as SVG: cycles along the code, waves in time. */
#include "runtime/gcnsim/profile.h"

enum { WIDTH = 1300, MARGIN = 10 };

static void
put_rect(struct strbuf *out, unsigned cause, double x, double y, double width, double height)
{
    strbuf_printf(out, "<rect class=\"c%u\" x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"%.2f\"/>",
                  cause, x, y, width, height);
}

/* ---- cycles along the code ---- */

enum { BARS = 110, WIDEST_BAR = 16 };

/* The causes on top of each other. */
static void
put_bar(const struct profile_view *view, const struct sim_profile_row *row, double x, double width,
        struct strbuf *out)
{
    double y = MARGIN + BARS;
    strbuf_printf(out,
                  "<a href=\"#x%llx\"><title>0x%llx %llu cycles: ", (unsigned long long)row->offset,
                  (unsigned long long)row->offset, (unsigned long long)row->cycles);
    put_escaped(out, row->text);
    strbuf_puts(out, "</title>");
    for (unsigned i = 0; i < CAUSES; i++) {
        double height = (double)row_cause(row, i) * BARS / (double)view->hottest;
        y -= height;
        if (height > 0)
            put_rect(out, i, x, y, width > 3 ? width - 1 : width, height);
    }
    strbuf_puts(out, "</a>\n");
}

void
put_overview(const struct profile_view *view, struct strbuf *out)
{
    const struct sim_profile *profile = view->profile;
    unsigned count = 0;
    for (unsigned i = 0; i < profile->function_count; i++)
        count += profile->functions[i].row_count + (i > 0);
    double width = (double)(WIDTH - 2 * MARGIN) / (count ? count : 1), x = MARGIN;
    if (width > WIDEST_BAR)
        width = WIDEST_BAR;
    strbuf_printf(out, "<figure><svg viewBox=\"0 0 %d %d\" role=\"img\">\n", WIDTH,
                  BARS + 2 * MARGIN + 16);
    strbuf_printf(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", MARGIN, MARGIN + BARS + .5,
                  WIDTH - MARGIN);
    for (unsigned i = 0; i < profile->function_count; i++) {
        const struct sim_profile_function *function = &profile->functions[i];
        strbuf_printf(out, "<text x=\"%.1f\" y=\"%d\">", x, MARGIN + BARS + 16);
        if (function->row_count * width > 60 || i == 0)
            put_escaped(out, function->name);
        strbuf_puts(out, "</text>\n");
        for (unsigned k = 0; k < function->row_count; k++, x += width)
            if (function->rows[k].cycles)
                put_bar(view, &function->rows[k], x, width, out);
        x += width;
    }
    strbuf_puts(out, "</svg></figure>\n");
}

/* ---- waves in time ---- */

enum { LEFT = 70, LANE = 13, SIMD_GAP = 8, AXIS = 24 };

struct timeline {
    const struct profile_view *view;
    struct strbuf *out;
    uint64_t end;   /* of the last wave */
    unsigned slots; /* of each SIMD, that waves are in */
    double scale;   /* to a cycle */
};

static struct timeline
measure(const struct profile_view *view, struct strbuf *out)
{
    struct timeline t = {.view = view, .out = out, .end = 1, .slots = 1};
    for (unsigned i = 0; i < view->profile->wave_count; i++) {
        const struct sim_profile_wave *wave = &view->profile->waves[i];
        t.end = wave->end > t.end ? wave->end : t.end;
        t.slots = wave->slot >= t.slots ? wave->slot + 1 : t.slots;
    }
    t.scale = (double)(WIDTH - LEFT - MARGIN) / (double)t.end;
    return t;
}

static double
top_of(const struct timeline *t, unsigned simd, unsigned slot)
{
    return MARGIN + simd * (t->slots * LANE + SIMD_GAP) + slot * LANE;
}

/* Phases that are alike become one; those too narrow to be seen are left out. */
static void
put_phases(const struct timeline *t, const struct sim_profile_wave *wave, double y)
{
    double phase = (double)wave->phase_cycles * t->scale;
    unsigned step = phase < 1.5 ? (unsigned)(1.5 / phase) + 1 : 1;
    for (unsigned i = 0, next; i < wave->phase_count; i = next) {
        for (next = i + step; next < wave->phase_count && wave->phases[next] == wave->phases[i];)
            next += step;
        uint64_t from = wave->start + i * wave->phase_cycles;
        uint64_t to = wave->start + next * wave->phase_cycles;
        to = to < wave->end ? to : wave->end;
        double width = (double)(to - from) * t->scale;
        if (to == wave->end && width > 2)
            width -= 1; /* the next wave stands apart */
        put_rect(t->out, wave->phases[i], LEFT + (double)from * t->scale, y, width, LANE - 2);
    }
}

static void
put_wave(const struct timeline *t, const struct sim_profile_wave *wave)
{
    strbuf_printf(t->out,
                  "<g class=\"wave\"><title>work-group (%u,%u,%u), wave %u: cycles %llu to %llu, "
                  "%llu instructions</title>",
                  wave->group[0], wave->group[1], wave->group[2], wave->index,
                  (unsigned long long)wave->start, (unsigned long long)wave->end,
                  (unsigned long long)wave->instructions);
    put_phases(t, wave, top_of(t, wave->simd, wave->slot));
    strbuf_puts(t->out, "</g>\n");
}

/* 1, 2 or 5 times a power of ten, so that there are at most eight marks. */
static void
put_axis(const struct timeline *t, double bottom)
{
    uint64_t step = 1;
    for (unsigned i = 0; t->end / step > 8; i++)
        step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    for (uint64_t at = 0; at <= t->end; at += step) {
        double x = LEFT + (double)at * t->scale;
        strbuf_printf(t->out,
                      "<path class=\"grid\" d=\"M%.1f %dV%.1f\"/><text x=\"%.1f\" "
                      "y=\"%.1f\" text-anchor=\"%s\">",
                      x, MARGIN, bottom, x, bottom + 14, x > WIDTH - 60 ? "end" : "middle");
        put_number(t->out, at);
        strbuf_puts(t->out, "</text>\n");
    }
}

void
put_timeline(const struct profile_view *view, struct strbuf *out)
{
    const struct sim_profile *profile = view->profile;
    struct timeline t = measure(view, out);
    double bottom = top_of(&t, profile->simds, 0) - SIMD_GAP;
    strbuf_puts(
        out, "<h2>Waves</h2>\n<p class=\"soft\">Each bar is a wave in its place on a SIMD, "
             "coloured by what took most of its time there; time runs in modelled cycles. A wave "
             "takes the time that it would take alone, so where the waves together keep a unit "
             "busy, the launch takes longer than this.</p>\n");
    strbuf_printf(out, "<figure><svg id=\"timeline\" viewBox=\"0 0 %d %.0f\" role=\"img\">\n",
                  WIDTH, bottom + AXIS);
    put_axis(&t, bottom);
    for (unsigned i = 0; i < profile->simds; i++)
        strbuf_printf(out, "<text x=\"%d\" y=\"%.1f\">SIMD %u</text>\n", MARGIN,
                      top_of(&t, i, 0) + LANE - 3, i);
    for (unsigned i = 0; i < profile->wave_count; i++)
        put_wave(&t, &profile->waves[i]);
    strbuf_puts(out, "</svg></figure>\n");
    if (profile->waves_left_out)
        strbuf_printf(out, "<p class=\"soft\">The first %u waves; %llu more are left out.</p>\n",
                      profile->wave_count, (unsigned long long)profile->waves_left_out);
}
