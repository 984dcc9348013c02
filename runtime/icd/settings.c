/* What the environment says of the platform.  What cannot be is told once, and the default taken: an
 * ICD has no other way to refuse than to hide. */
#include "runtime/icd/icd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
complain(const char *variable, const char *value, const char *wanted)
{
    fprintf(stderr, "occ: %s: '%s' is no %s\n", variable, value, wanted);
}

/* Whatever -mcpu= takes: a processor, another name of it, with features after it. */
static bool
find_processor(const occ_compiler *compiler, struct icd_processor *processor)
{
    char option[sizeof processor->name + 8];
    const char *name = processor->name;
    size_t length = strcspn(name, ":");
    const struct gcn_name *other = gcn_find_name(name, length);
    snprintf(option, sizeof option, "-mcpu=%s", name);
    const char *options[] = {option};
    struct occ_job job = {.size = sizeof job, .options = options, .option_count = 1};
    occ_result *result = NULL;
    bool is_known = *name && occ_check_options(compiler, &job, &result) == OCC_OK;
    occ_result_free(result);
    processor->target = !is_known ? NULL
                        : other   ? gcn_find_target(other->chip, strlen(other->chip))
                                  : gcn_find_target(name, length);
    return processor->target;
}

/* Takes the next name of the list, without the blanks around it; returns what is behind its comma. */
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

static void
read_devices(struct icd_settings *settings, const occ_compiler *compiler)
{
    const char *list = getenv("OCC_ICD_DEVICES");
    char wrong[256] = "";
    size_t told = 0;
    for (const char *at = list; at && *at;) {
        struct icd_processor one;
        const char *here = at;
        at = next_name(at, one.name, sizeof one.name);
        if (*one.name && settings->processor_count == ICD_DEVICES) {
            complain("OCC_ICD_DEVICES", here, "part of the first 16 devices");
            break;
        }
        if (find_processor(compiler, &one))
            settings->processors[settings->processor_count++] = one;
        else if (*one.name && told + sizeof one.name + 4 < sizeof wrong)
            told += (size_t)sprintf(wrong + told, "%s'%s'", told ? ", " : "", one.name);
    }
    bool is_default = !settings->processor_count;
    if (*wrong || (list && *list && is_default))
        fprintf(stderr, "occ: OCC_ICD_DEVICES: no processor: %s%s\n", *wrong ? wrong : list,
                is_default ? "; gfx900 is taken" : "");
    if (is_default)
        settings->processors[settings->processor_count++] =
            (struct icd_processor){gcn_find_target("gfx900", 6), "gfx900"};
}

static unsigned
read_number(const char *variable, unsigned otherwise, unsigned least, unsigned most)
{
    const char *value = getenv(variable);
    char *end = NULL, wanted[64];
    unsigned long number = value ? strtoul(value, &end, 10) : 0;
    snprintf(wanted, sizeof wanted, "number from %u to %u", least, most);
    if (value && (end == value || *end || number < least || number > most))
        complain(variable, value, wanted);
    else if (value)
        return (unsigned)number;
    return otherwise;
}

/* The index of the variable's value in the list; 0 if it has none of them. */
static unsigned
read_word(const char *variable, const char *const *words, const char *wanted)
{
    const char *value = getenv(variable);
    for (unsigned i = 0; value && words[i]; i++)
        if (strcmp(value, words[i]) == 0)
            return i;
    if (value)
        complain(variable, value, wanted);
    return 0;
}

static const char *
read_report(void)
{
    const char *path = getenv("OCC_ICD_REPORT"), *dot = path ? strrchr(path, '.') : NULL;
    if (!path || (dot && (strcmp(dot, ".html") == 0 || strcmp(dot, ".json") == 0)))
        return path;
    complain("OCC_ICD_REPORT", path, "name of a .html or .json file");
    return NULL;
}

static const char *
read_folder(void)
{
    const char *path = getenv("OCC_ICD_RECORD");
    if (path && !*path)
        complain("OCC_ICD_RECORD", path, "name of a folder");
    return path && *path ? path : NULL;
}

void
icd_settings_read(struct icd_settings *settings, const occ_compiler *compiler)
{
    static const char *const vendors[] = {"occ", "amd", NULL};
    static const char *const versions[] = {"1.2", "3.0", NULL};
    static const char *const checks[] = {"memory", "fast", "all", NULL};
    static const enum icd_check meanings[] = {ICD_CHECK_MEMORY, ICD_CHECK_FAST, ICD_CHECK_ALL};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    memset(settings, 0, sizeof *settings);
    settings->cores = cores > 0 ? (unsigned)cores : 1;
    settings->compute_units = read_number("OCC_ICD_COMPUTE_UNITS", settings->cores, 1, 1024);
    settings->seconds = read_number("OCC_ICD_SECONDS", 0, 0, 1000000);
    settings->is_amd = read_word("OCC_ICD_VENDOR", vendors, "vendor: occ, amd");
    settings->is_version_3 = read_word("OCC_ICD_VERSION", versions, "version of OpenCL: 1.2, 3.0");
    settings->check = meanings[read_word("OCC_ICD_CHECK", checks, "check: fast, memory, all")];
    settings->report = read_report();
    settings->record = read_folder();
    read_devices(settings, compiler);
}
