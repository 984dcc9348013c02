/* What the checks of a program's own rules tell: a fault, or a warning once for each place where the program was
 * compiled with -fsanitize-recover; nothing, where the user has said so (sim_options.suppressions).  How often each
 * place was told is counted. */
#include "runtime/sim/strict/strict_points.h"
#include "runtime/sim/exec/exec.h"

#include <stdio.h>

/* The kind by which a fault is asked for, and suppressed, by what its reason begins with. */
static const struct {
    const char *begins;
    enum sim_ask ask;
} kinds[] = {
    {"outside of its", SIM_ASK_BOUNDS},
    {"race of work-items", SIM_ASK_RACE},
    {"data race", SIM_ASK_RACE},
    {"uninitialised", SIM_ASK_UNDEFINED},
    {"asynchronous copy", SIM_ASK_ASYNC_COPY},
    {"misaligned pointer", SIM_ASK_ALIGNMENT},
    {"null pointer", SIM_ASK_NULL_POINTER},
    {"barrier divergence", SIM_ASK_DIVERGENCE},
    {"divergent call", SIM_ASK_DIVERGENCE},
    {"pipe: ", SIM_ASK_PIPE},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* SIM_ASK_KINDS: of none. */
static unsigned
kind_of(const char *reason)
{
    for (unsigned i = 0; i < KINDS; i++)
        if (strncmp(reason, kinds[i].begins, strlen(kinds[i].begins)) == 0)
            return kinds[i].ask;
    return SIM_ASK_KINDS;
}

/* ---- suppressions ---- */

/* Does the text match, in which a * of the pattern stands for any characters? */
static bool
matches(const char *pattern, size_t length, const char *text)
{
    const char *end = pattern + length, *star = NULL, *from = NULL;
    while (*text) {
        if (pattern < end && *pattern == '*') {
            star = ++pattern;
            from = text;
        } else if (pattern < end && *pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star;
            text = ++from;
        } else {
            return false;
        }
    }
    while (pattern < end && *pattern == '*')
        pattern++;
    return pattern == end;
}

/* A row of the text, without blanks around it and comments; false: there is none any more. */
static bool
next_row(const char **text, const char **row, size_t *length)
{
    if (!*text || !**text)
        return false;
    size_t whole = strcspn(*text, "\n"), used = strcspn(*text, "#\n");
    *row = *text;
    while (used && (**row == ' ' || **row == '\t')) {
        ++*row;
        used--;
    }
    while (used &&
           ((*row)[used - 1] == ' ' || (*row)[used - 1] == '\t' || (*row)[used - 1] == '\r'))
        used--;
    *length = used;
    *text += whole + ((*text)[whole] != 0);
    return true;
}

/* How long the kind before the colon is; 0: the row is none. */
static size_t
kind_length(const char *row, size_t length)
{
    const char *colon = memchr(row, ':', length);
    size_t kind = colon ? (size_t)(colon - row) : 0;
    if (!kind || kind + 1 == length)
        return 0;
    if (kind == 1 && *row == '*')
        return kind;
    for (unsigned i = 0; i < SIM_ASK_KINDS; i++)
        if (strlen(checks_ask_name[i]) == kind && memcmp(checks_ask_name[i], row, kind) == 0)
            return kind;
    return 0;
}

const char sim_suppression_kinds[] =
#define ASK(name, word) word ", "
#include "runtime/sim/device/check_ask.def"
#undef ASK
    "*";

unsigned
sim_suppressions_fault(const char *text)
{
    const char *row;
    size_t length;
    for (unsigned line = 1; next_row(&text, &row, &length); line++)
        if (length && !kind_length(row, length))
            return line;
    return 0;
}

/* The pattern is a kernel's name, a file's, or a file's with a line. */
static bool
is_suppressed(struct sim_wave *wave, unsigned kind, const char *place)
{
    const char *text = wave->device->options.suppressions, *row;
    const char *name = wave->device->kernel->name, *colon = strrchr(place, ':');
    size_t length;
    if (!text)
        return false;
    const char *file =
        arena_strndup(wave->group->arena, place, colon ? (size_t)(colon - place) : strlen(place));
    while (next_row(&text, &row, &length)) {
        size_t prefix = length ? kind_length(row, length) : 0;
        if (!prefix || (*row != '*' && (strlen(checks_ask_name[kind]) != prefix ||
                                        memcmp(checks_ask_name[kind], row, prefix) != 0)))
            continue;
        const char *pattern = row + prefix + 1;
        length -= prefix + 1;
        if (matches(pattern, length, name) || matches(pattern, length, place) ||
            matches(pattern, length, file))
            return true;
    }
    return false;
}

/* ---- reports ---- */

static struct reports *
reports_of(const struct sim_device *device)
{
    struct points_device *own = device->observed[OBSERVER_points];
    return &own->reports;
}

void
reports_begin(struct sim_device *device)
{
    reports_of(device)->count = 0;
}

/* Of one line, points that say the same are one, however often the loop around them was copied, or its function. */
static bool
is_same(const struct report *report, const struct sim_op *op)
{
    const struct sim_check *a = report->check, *b = op->check;
    if (!a || !b)
        return !a && !b && report->pc == op->pc;
    return a->kind == b->kind && memcmp(a->number, b->number, sizeof a->number) == 0 &&
           (a->name == b->name || (a->name && b->name && strcmp(a->name, b->name) == 0));
}

/* The report of the place, a line or an instruction, made if it is new; NULL: there are too many. */
static struct report *
report_at(struct sim_device *device, unsigned kind, const struct sim_op *op, const char *place,
          const char *reason)
{
    struct reports *reports = reports_of(device);
    for (unsigned i = 0; i < reports->count; i++)
        if (strcmp(reports->all[i].place, place) == 0 && reports->all[i].kind == kind)
            return &reports->all[i];
    if (reports->count == MOST_REPORTS)
        return NULL;
    struct report *report = &reports->all[reports->count++];
    *report = (struct report){.pc = op->pc, .kind = kind, .check = op->check};
    snprintf(report->place, sizeof report->place, "%s", place);
    snprintf(report->reason, sizeof report->reason, "%s", reason);
    return report;
}

bool
sim_report_at(const struct sim_device *device, unsigned index, struct sim_report *info)
{
    if (!device->observed[OBSERVER_points] || index >= reports_of(device)->count)
        return false;
    const struct report *report = &reports_of(device)->all[index];
    *info = (struct sim_report){checks_ask_name[report->kind], report->place, report->reason,
                                report->count};
    return true;
}

/* Of a function without lines the place is where it was called. */
static void
put_place(const struct sim_wave *wave, uint64_t pc, struct strbuf *place)
{
    struct sim_place source;
    if (sim_find_calling_source(wave, pc, &source))
        strbuf_puts(place, sim_source_text(place->arena, &source));
    else
        points_put_line(wave->device, wave->code, pc, place);
}

void
points_tell(struct sim_wave *wave, const struct sim_op *op, int lane, const char *reason)
{
    unsigned kind = kind_of(reason);
    struct strbuf place = strbuf_new(wave->group->arena);
    put_place(wave, op->pc, &place);
    if (kind == SIM_ASK_KINDS)
        sim_fault(wave, op, lane, "%s", reason);
    if (is_suppressed(wave, kind, place.text))
        return;
    struct report *report = wave->device->observed[OBSERVER_points]
                                ? report_at(wave->device, kind, op, place.text, reason)
                                : NULL;
    if (report && is_same(report, op)) /* else what the line was told already, in other words */
        report->count++;
    if (!points_ask(wave->device, UINT32_C(1) << (SIM_ASK_KINDS + kind)))
        sim_fault(wave, op, lane, "%s", reason);
    if (!report)
        sim_tell(wave, op, "%s", reason);
    else if (report->count == 1 && report->pc == op->pc)
        sim_report(wave, op, reason);
}

void
points_tell_at(struct sim_wave *wave, uint64_t pc, int lane, const char *reason)
{
    uint64_t now = wave->pc;
    wave->pc = pc; /* for the message */
    points_tell(wave, sim_fetch(wave), lane, reason);
    wave->pc = now;
}

uint64_t
points_pc(const struct sim_wave *wave, const struct sim_check *check)
{
    return wave->code->base + 4 * (uint64_t)check->word;
}
