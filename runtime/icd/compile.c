/* All that the ICD asks of libocc. */
#include "runtime/icd/context.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/program.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

cl_program_binary_type
icd_binary_type(const struct _cl_device_id *device, const uint8_t *bytes, size_t size)
{
    static const cl_program_binary_type types[] = {
        [OCC_BINARY_UNIT] = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
        [OCC_BINARY_LIBRARY] = CL_PROGRAM_BINARY_TYPE_LIBRARY,
        [OCC_BINARY_EXECUTABLE] = CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
        [OCC_BINARY_RELOCATABLE] = CL_PROGRAM_BINARY_TYPE_NONE};
    struct occ_binary binary = {.size = sizeof binary};
    if (occ_inspect(device->platform->compiler, bytes, size, &binary) != OCC_OK)
        return CL_PROGRAM_BINARY_TYPE_NONE;
    bool is_unit = binary.kind == OCC_BINARY_UNIT || binary.kind == OCC_BINARY_LIBRARY;
    if (is_unit && (!binary.target || strcmp(binary.target, device->target->name) != 0))
        return CL_PROGRAM_BINARY_TYPE_NONE;
    return types[binary.kind];
}

void
icd_unbundle(const struct _cl_device_id *device, const unsigned char **bytes, size_t *size)
{
    const void *object;
    if (occ_bundle_find(device->platform->compiler, *bytes, *size, device->processor, &object,
                        size) == OCC_OK)
        *bytes = object;
}

/* ---- compiling ---- */

/* NULL: no memory. */
static char *
list_attributes(const occ_result *result)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (unsigned i = 0; i < occ_result_kernel_count(result); i++) {
        const struct occ_kernel *kernel = occ_result_kernel(result, i);
        fprintf(out, "%s %s\n", kernel->name, kernel->attributes);
    }
    return fclose(out) == 0 ? text : NULL;
}

static void
take_result(struct icd_compiled *made, const occ_result *result)
{
    size_t size = 0;
    const void *bytes = occ_result_bytes(result, &size);
    made->log = strdup(occ_result_log(result));
    made->binary = bytes ? malloc(size ? size : 1) : NULL;
    if (made->binary)
        memcpy(made->binary, bytes, size);
    made->size = size;
    made->attributes = list_attributes(result);
    if (made->status == OCC_OK && !made->binary)
        made->status = OCC_MEMORY;
}

/* A compilation as a thread has it. */
struct compilation {
    const occ_compiler *compiler;
    const struct occ_job *job;
    occ_result *result;
    enum occ_status status;
    struct timespec begun; /* CLOCK_REALTIME */
    bool is_long;          /* it took more of its thread's time than ICD_CACHE_MILLISECONDS */
};

static long long
milliseconds(const struct timespec *time)
{
    return time->tv_sec * 1000LL + time->tv_nsec / 1000000;
}

static void *
compile(void *data)
{
    struct compilation *all = data;
    struct timespec first, last;
    clock_gettime(CLOCK_REALTIME, &all->begun);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &first);
    all->status = occ_compile(all->compiler, all->job, &all->result);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &last);
    all->is_long = milliseconds(&last) - milliseconds(&first) >= ICD_CACHE_MILLISECONDS;
    return NULL;
}

/* The program's thread may have a small stack: libocc gets one of its own, as large as occ.h asks for. */
static void
compile_apart(struct compilation *all)
{
    enum { STACK = 8 << 20 };
    pthread_attr_t attributes;
    pthread_t thread;
    bool is_made = false;
    if (pthread_attr_init(&attributes) == 0) {
        is_made = pthread_attr_setstacksize(&attributes, STACK) == 0 &&
                  pthread_create(&thread, &attributes, compile, all) == 0;
        pthread_attr_destroy(&attributes);
    }
    if (is_made)
        pthread_join(thread, NULL);
    else
        compile(all);
}

enum { MAX_OPTIONS = 16 };

/* What code is made for; machine: -mcpu= of the device. */
static unsigned
list_target(const struct _cl_device_id *device, const char *machine,
            const char *options[MAX_OPTIONS])
{
    unsigned count = 0;
    options[count++] = machine;
    if (device->driver->option)
        options[count++] = device->driver->option;
    return count;
}

/* The ICD's own options, which stand before the program's. */
static unsigned
list_options(struct _cl_device_id *device, const struct icd_question *question, const char *machine,
             const char *options[MAX_OPTIONS])
{
    const struct icd_settings *settings = &device->platform->settings;
    unsigned count = list_target(device, machine, options);
    /* faults and reports name lines; where the program runs changes no binary */
    options[count++] = "-gline-tables-only";
    options[count++] = "-fdebug-compilation-dir=.";
    if (settings->common.check == SETTINGS_ALL) {
        options[count++] = "-fsanitize=opencl";
    }
    if (question->zeroes & CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR)
        options[count++] = "-ftrivial-auto-var-init=zero";
    if (question->zeroes & CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR)
        options[count++] = "-flocal-memory-init=zero";
    if (question->action == OCC_LINK)
        return count;
    /* it is the platform's, whatever the language is */
    options[count++] =
        settings->is_version_3 ? "-D__OPENCL_VERSION__=300" : "-D__OPENCL_VERSION__=120";
    if (!question->lists_macros) {
        const char *hides = icd_hiding_option(device);
        if (hides && *hides)
            options[count++] = hides;
    }
    if (question->preprocesses || question->lists_macros)
        options[count++] = "-E";
    if (question->lists_macros)
        options[count++] = "-dM";
    return count;
}

bool
icd_compile(struct _cl_device_id *device, const struct icd_question *question,
            struct icd_compiled *made)
{
    char machine[80];
    const char *options[MAX_OPTIONS];
    snprintf(machine, sizeof machine, "-mcpu=%s", device->processor);
    unsigned count = list_options(device, question, machine, options);
    struct occ_job job = {.size = sizeof job,
                          .source = question->source,
                          .length = question->source ? strlen(question->source) : 0,
                          .options = options,
                          .option_count = count,
                          .headers = question->headers,
                          .header_count = question->header_count,
                          .use_disk = 1,
                          .action = question->action,
                          .units = question->units,
                          .unit_count = question->unit_count,
                          .option_string = question->options};
    struct compilation all = {.compiler = device->platform->compiler, .job = &job};
    if (icd_cache_find(device->platform->cache, &job, made))
        return true;
    compile_apart(&all);
    *made = (struct icd_compiled){.status = all.status};
    take_result(made, all.result);
    if (all.is_long)
        icd_cache_store(device->platform->cache, &job, made, all.result, &all.begun);
    occ_result_free(all.result);
    return made->status != OCC_MEMORY;
}

bool
icd_options_are_good(struct _cl_device_id *device, const char *options, char **log)
{
    char machine[80];
    const char *own[MAX_OPTIONS];
    struct occ_job job = {.size = sizeof job,
                          .options = own,
                          .option_count = list_target(device, machine, own),
                          .option_string = options};
    occ_result *result = NULL;
    snprintf(machine, sizeof machine, "-mcpu=%s", device->processor);
    bool good = occ_check_options(device->platform->compiler, &job, &result) == OCC_OK;
    *log = strdup(occ_result_log(result));
    occ_result_free(result);
    return good;
}
