#include "driver/command/selftest.h"

#include "driver/occ.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { MAX_SHOWN = 5, MAX_ELEMENTS = 1024 };

static const char *const result_names[SELFTEST_RESULTS] = {"passed", "failed", "not run"};

unsigned
selftest_count(const struct selftest *selftest, enum selftest_result result)
{
    unsigned sum = 0;
    vec_foreach (const struct selftest_group, group, &selftest->groups)
        sum += group->counts[result];
    return sum;
}

void
selftest_tell(const struct selftest_failure *failure)
{
    unsigned count = failure->differences.count;
    for (unsigned i = 0; i < count && i < MAX_SHOWN; i++)
        printf("%s:%s, line %u: %s\n", failure->name, failure->launch->kernel,
               failure->differences.at[i].line, failure->differences.at[i].text);
    if (count > MAX_SHOWN)
        printf("%s:%s: and %u more\n", failure->name, failure->launch->kernel, count - MAX_SHOWN);
}

/* ---- the table ---- */

static void
table_row(struct strbuf *out, const char *name, const unsigned *counts)
{
    strbuf_printf(out, "%-14s", name);
    for (unsigned i = 0; i < SELFTEST_RESULTS; i++)
        strbuf_printf(out, "%9u", counts[i]);
    strbuf_puts(out, "\n");
}

void
selftest_table(const struct selftest *selftest, struct strbuf *out)
{
    unsigned sums[SELFTEST_RESULTS];
    strbuf_printf(out, "%-14s", selftest->processor);
    for (unsigned i = 0; i < SELFTEST_RESULTS; i++) {
        strbuf_printf(out, "%9s", result_names[i]);
        sums[i] = selftest_count(selftest, i);
    }
    strbuf_puts(out, "\n");
    vec_foreach (const struct selftest_group, group, &selftest->groups)
        if (group->counts[SELFTEST_PASSED] + group->counts[SELFTEST_FAILED] +
            group->counts[SELFTEST_NOT_RUN])
            table_row(out, group->name, group->counts);
    table_row(out, "all", sums);
    vec_foreach (const struct selftest_reason, reason, &selftest->reasons)
        strbuf_printf(out, "not run, %s:%s\n", reason->why, reason->names.text);
}

/* ---- the report ---- */

/* "i32", "f16" */
static void
type_name(struct strbuf *out, struct value_type type)
{
    static const char letters[] = {[VALUE_INT] = 'i', [VALUE_UINT] = 'u', [VALUE_FLOAT] = 'f'};
    strbuf_printf(out, "%c%u", letters[type.kind], 8 * type.size);
}

static void
put_values(struct strbuf *out, const char *what, const struct case_arg *arg, const uint8_t *bytes)
{
    size_t count = arg->size / arg->type.size;
    strbuf_printf(out, "  %-4s %s ", what, arg->name);
    type_name(out, arg->type);
    strbuf_printf(out, "[%zu]:", count);
    for (size_t i = 0; i < count && i < MAX_ELEMENTS; i++) {
        uint64_t bits = 0;
        memcpy(&bits, bytes + i * arg->type.size, arg->type.size);
        strbuf_printf(out, " %0*llx", 2 * (int)arg->type.size, (unsigned long long)bits);
    }
    strbuf_puts(out, count > MAX_ELEMENTS ? " ...\n" : "\n");
}

static void
put_failure(struct strbuf *out, const struct selftest_failure *failure)
{
    const struct case_launch *launch = failure->launch;
    strbuf_printf(out, "\nfailed %s:%s\n  global %u,%u,%u local %u,%u,%u offset %llu,%llu,%llu\n",
                  failure->name, launch->kernel, launch->global[0], launch->global[1],
                  launch->global[2], launch->local[0], launch->local[1], launch->local[2],
                  (unsigned long long)launch->offset[0], (unsigned long long)launch->offset[1],
                  (unsigned long long)launch->offset[2]);
    strbuf_puts(out, "  options");
    vec_foreach (const char *const, option, &failure->program->options)
        strbuf_printf(out, " %s", *option);
    strbuf_puts(out, "\n");
    vec_foreach (const struct selftest_difference, difference, &failure->differences)
        strbuf_printf(out, "  line %u: %s\n", difference->line, difference->text);
    for (unsigned i = 0; i < launch->args.count; i++) {
        const struct case_arg *arg = &launch->args.at[i];
        if (arg->kind == ARG_BUFFER || arg->kind == ARG_IMAGE || arg->kind == ARG_VALUE)
            put_values(out, "in", arg, arg->bytes);
        if (failure->got[i])
            put_values(out, "out", arg, failure->got[i]);
    }
}

/* As the kernel names it; "": nobody knows. */
static void
put_host(struct strbuf *out)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (colon && strncmp(line, "model name", 10) == 0) {
            strbuf_printf(out, "host         %.*s\n", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (file)
        fclose(file);
}

void
selftest_report(const struct selftest *selftest, struct strbuf *out)
{
    struct utsname system;
    strbuf_puts(out, "occ selftest, form 1\n");
    strbuf_printf(out, "occ          %s\n", occ_version());
    strbuf_printf(out, "processor    %s\n", selftest->processor);
    strbuf_printf(out, "switches     %s\n", selftest->switches);
    machine_describe(selftest->machine, out);
    if (uname(&system) == 0) /* all but the name of the host */
        strbuf_printf(out, "system       %s %s %s\n", system.sysname, system.release,
                      system.machine);
    if (machine_is_gpu(selftest->machine)) /* such a report is none of a card */
        strbuf_printf(out, "driver       %s\n",
                      access("/dev/kfd", F_OK) == 0 ? "amdkfd" : "a stand-in for amdkfd");
    put_host(out);
    strbuf_puts(out, "\n");
    selftest_table(selftest, out);
    vec_foreach (const struct selftest_failure, failure, &selftest->failures)
        put_failure(out, failure);
}
