/* What the environment says of the platform. */
#include "runtime/icd/platform.h"

#include <stdio.h>
#include <string.h>

/* Whatever -mcpu= takes: a processor, another name of it, with features after it. */
static const struct gcn_target *
find_processor(void *compiler, const char *name)
{
    char option[80];
    size_t length = strcspn(name, ":");
    const struct gcn_name *other = gcn_find_name(name, length);
    snprintf(option, sizeof option, "-mcpu=%s", name);
    const char *options[] = {option};
    struct occ_job job = {.size = sizeof job, .options = options, .option_count = 1};
    occ_result *result = NULL;
    bool is_known = occ_check_options(compiler, &job, &result) == OCC_OK;
    occ_result_free(result);
    return !is_known ? NULL
           : other   ? gcn_find_target(other->chip, strlen(other->chip))
                     : gcn_find_target(name, length);
}

void
icd_settings_read(struct icd_settings *settings, const occ_compiler *compiler)
{
    static const char *const vendors[] = {"occ", "amd", NULL};
    static const char *const versions[] = {"3.0", "1.2", NULL};
    struct settings_reader reader = {find_processor, (void *)(uintptr_t)compiler, "processor", NULL,
                                     true};
    settings_read(&settings->common, &reader);
    settings->compute_units = settings_number("COMPUTE_UNITS", 0, 1, 1024);
    settings->is_amd = settings_word("VENDOR", vendors, "vendor: occ, amd");
    settings->is_verbose = settings_number("VERBOSE", 0, 0, 1);
    settings->is_version_3 = !settings_word("VERSION", versions, "version of OpenCL: 1.2, 3.0");
}
