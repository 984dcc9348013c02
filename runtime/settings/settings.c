/* Variables of the environment: settings.h. */
#include "runtime/settings/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_BYTES = 32 };

static void
complain(const char *variable, const char *value, const char *wanted)
{
    fprintf(stderr, "occ: %s: '%s' is no %s\n", variable, value, wanted);
}

/* ---- a variable ---- */

/* The names under which there may be one, in the order in which they are looked at. */
static const struct {
    const char *name, *variables[2];
} variables[] = {
#define VARIABLE(name)                                                                             \
    {                                                                                              \
#name,                                                                                     \
        {                                                                                          \
            "OCC_" #name, "OCC_ICD_" #name                                                         \
        }                                                                                          \
    }
    VARIABLE(DEVICES),
    VARIABLE(CHECK),
    VARIABLE(SECONDS),
    VARIABLE(COMPUTE_UNITS),
    VARIABLE(REPORT),
    VARIABLE(RECORD),
    VARIABLE(VENDOR),
    VARIABLE(VERSION),
    VARIABLE(VERBOSE),
    VARIABLE(SUPPRESSIONS),
    {"KFD_DEVICES", {"OCC_KFD_DEVICES", NULL}},
};

/* By the first so many of its names. */
static const char *
value_of(const char *name, unsigned names, const char **variable)
{
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        for (unsigned n = 0; n < names && strcmp(variables[i].name, name) == 0; n++) {
            const char *value = getenv(variables[i].variables[n]);
            *variable = variables[i].variables[n];
            if (value)
                return value;
        }
    return NULL;
}

const char *
settings_value(const char *name, const char **variable)
{
    return value_of(name, 2, variable);
}

static unsigned
number_of(const char *name, unsigned names, unsigned otherwise, unsigned least, unsigned most)
{
    const char *variable, *value = value_of(name, names, &variable);
    char *end = NULL, wanted[64];
    unsigned long number = value ? strtoul(value, &end, 10) : 0;
    snprintf(wanted, sizeof wanted, "number from %u to %u", least, most);
    if (value && (end == value || *end || number < least || number > most))
        complain(variable, value, wanted);
    else if (value)
        return (unsigned)number;
    return otherwise;
}

unsigned
settings_number(const char *name, unsigned otherwise, unsigned least, unsigned most)
{
    return number_of(name, 2, otherwise, least, most);
}

static unsigned
word_of(const char *name, unsigned names, const char *const *words, const char *wanted)
{
    const char *variable, *value = value_of(name, names, &variable);
    for (unsigned i = 0; value && words[i]; i++)
        if (strcmp(value, words[i]) == 0)
            return i;
    if (value)
        complain(variable, value, wanted);
    return 0;
}

unsigned
settings_word(const char *name, const char *const *words, const char *wanted)
{
    return word_of(name, 2, words, wanted);
}

/* ---- devices ---- */

/* Takes the next name of the list, without the blanks around it; returns what is after its comma. */
static const char *
next_name(const char *list, char *name, size_t size)
{
    static const char blanks[] = " \t\n";
    size_t whole = strcspn(list, ","), before = strspn(list, blanks);
    size_t length = before < whole ? whole - before : 0;
    while (length && strchr(blanks, list[before + length - 1]))
        length--;
    snprintf(name, size, "%.*s", (int)(length < size ? length : size), list + before);
    return list + whole + (list[whole] == ',');
}

/* "gpu" or "gpu:1"? */
static bool
is_gpu(struct settings_processor *one)
{
    char *end = NULL;
    if (strcmp(one->name, "gpu") == 0) {
        one->gpu = SETTINGS_ALL_GPUS;
        return true;
    }
    if (strncmp(one->name, "gpu:", 4) != 0)
        return false;
    unsigned long number = strtoul(one->name + 4, &end, 10);
    one->gpu = (unsigned)number;
    return end != one->name + 4 && !*end && number < SETTINGS_ALL_GPUS;
}

/* Names that are none, for the message. */
struct wrong {
    char text[256];
    size_t length;
    bool has_gpus; /* passed over */
};

static void
add_device(struct settings *settings, const struct settings_reader *reader,
           struct settings_processor *one, struct wrong *wrong)
{
    bool is_real = is_gpu(one);
    one->target = *one->name && !is_real ? reader->find(reader->data, one->name) : NULL;
    if (one->target || (is_real && reader->has_gpus))
        settings->processors[settings->processor_count++] = *one;
    else if (*one->name && !is_real && wrong->length + sizeof one->name + 4 < sizeof wrong->text)
        wrong->length += (size_t)sprintf(wrong->text + wrong->length, "%s'%s'",
                                         wrong->length ? ", " : "", one->name);
    wrong->has_gpus |= is_real;
}

/* OCC_NAME is everybody's, OCC_ICD_NAME the ICD's, which may be in the same process as another reader. */
static unsigned
names_of(const struct settings_reader *reader)
{
    return reader->own ? 1 : 2;
}

static void
read_devices(struct settings *settings, const struct settings_reader *reader)
{
    const char *variable = "", *list = NULL;
    struct wrong wrong = {.length = 0};
    if (reader->own)
        list = value_of(reader->own, 1, &variable);
    if (!list)
        list = value_of("DEVICES", names_of(reader), &variable);
    for (const char *at = list; at && *at;) {
        struct settings_processor one = {.gpu = 0};
        const char *here = at;
        at = next_name(at, one.name, sizeof one.name);
        if (*one.name && settings->processor_count == SETTINGS_DEVICES) {
            complain(variable, here, "part of the first 16 devices");
            break;
        }
        add_device(settings, reader, &one, &wrong);
    }
    settings->is_default = !list || !*list;
    bool has_none = !settings->processor_count;
    bool is_told = *wrong.text || (has_none && !settings->is_default && !wrong.has_gpus);
    if (is_told)
        fprintf(stderr, "occ: %s: no %s: %s%s\n", variable, reader->wanted,
                *wrong.text ? wrong.text : list, has_none ? "; gfx900 is taken" : "");
    if (has_none)
        settings->processors[settings->processor_count++] =
            (struct settings_processor){gcn_find_target("gfx900", 6), "gfx900", 0};
}

/* ---- all ---- */

static const char *
read_report(unsigned names, const char **variable)
{
    const char *path = value_of("REPORT", names, variable);
    const char *dot = path ? strrchr(path, '.') : NULL;
    if (!path || (dot && (strcmp(dot, ".html") == 0 || strcmp(dot, ".json") == 0)))
        return path;
    complain(*variable, path, "name of a .html or .json file");
    return NULL;
}

static const char *
read_folder(unsigned names, const char **variable)
{
    const char *path = value_of("RECORD", names, variable);
    if (path && !*path)
        complain(*variable, path, "name of a folder");
    return path && *path ? path : NULL;
}

/* None of the file where anything in it is wrong. */
static void
read_suppressions(struct settings *settings, unsigned names)
{
    const char *variable, *path = value_of("SUPPRESSIONS", names, &variable);
    FILE *file = path ? fopen(path, "r") : NULL;
    size_t size = file ? fread(settings->suppressions, 1, sizeof settings->suppressions, file) : 0;
    bool fits = file && size < sizeof settings->suppressions && !ferror(file);
    if (file)
        fclose(file);
    if (!fits)
        size = 0;
    settings->suppressions[size] = '\0';
    unsigned line = sim_suppressions_fault(settings->suppressions);
    if (path && !fits)
        complain(variable, path, "file of suppressions, of less than 4096 bytes");
    if (!line)
        return;
    fprintf(stderr, "occ: %s: %s:%u: KIND:PATTERN is wanted, of %s\n", variable, path, line,
            sim_suppression_kinds);
    settings->suppressions[0] = '\0';
}

void
settings_read(struct settings *settings, const struct settings_reader *reader)
{
    static const char *const checks[] = {"memory",  "fast",    "all", "api",
                                         "all,api", "api,all", NULL};
    static const enum settings_check meanings[] = {SETTINGS_MEMORY, SETTINGS_FAST, SETTINGS_ALL,
                                                   SETTINGS_MEMORY, SETTINGS_ALL,  SETTINGS_ALL};
    enum { FIRST_API = 3 };
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned names = names_of(reader);
    memset(settings, 0, sizeof *settings);
    settings->cores = cores > 0 ? (unsigned)cores : 1;
    settings->seconds = number_of("SECONDS", names, 0, 0, 1000000);
    value_of("SECONDS", names, &settings->seconds_name);
    unsigned check = word_of("CHECK", names, checks, "check: fast, memory, all, api, all,api");
    settings->check = meanings[check];
    settings->checks_api = check >= FIRST_API;
    settings->report = read_report(names, &settings->report_name);
    settings->record = read_folder(names, &settings->record_name);
    read_suppressions(settings, names);
    read_devices(settings, reader);
}

/* What -fsanitize-recover makes of a fault, above all. */
static void
put_warning(void *data, const char *line)
{
    (void)data;
    fprintf(stderr, "occ: warning: %s\n", line);
}

struct sim_options
settings_options(const struct settings *settings)
{
    bool all = settings->check == SETTINGS_ALL;
    bool is_profiled = settings->report && settings->check != SETTINGS_FAST;
    return (struct sim_options){.strict = all,
                                .fast = !all && !is_profiled,
                                .jobs = all ? 1 : settings->cores,
                                .profile = is_profiled,
                                .max_seconds = settings->seconds,
                                .seconds_name = settings->seconds_name,
                                .suppressions = settings->suppressions,
                                .warn = all ? put_warning : NULL,
                                .foreign = -1};
}
