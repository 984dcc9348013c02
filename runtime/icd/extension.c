/* Extensions: what a device lists and what its programs see is one thing.  Macros of the compiler are listed,
 * unless the host's side lacks what they need; those are hidden from programs, too.  A device of version 1.2 has
 * none that only later versions of the language have. */
#include "runtime/icd/platform.h"
#include "runtime/icd/program.h"

#include <CL/cl_ext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum when { ALWAYS, VERSION_1, VERSION_3, AMD, GPU, NO_LEVELS };

struct row {
    const char *name;
    enum when when;
};
static const struct row host_rows[] = {
#define HOST(name, when) {name, when},
#include "runtime/icd/extension.def"
};
static const struct row hidden_rows[] = {
#define HIDDEN(name, when) {name, when},
#include "runtime/icd/extension.def"
};

static bool
holds(const struct _cl_device_id *device, enum when when)
{
    const struct icd_settings *settings = &device->platform->settings;
    bool answers[] = {[ALWAYS] = true,
                      [VERSION_1] = !settings->is_version_3,
                      [VERSION_3] = settings->is_version_3,
                      [AMD] = settings->is_amd,
                      [GPU] = device->gpu,
                      [NO_LEVELS] = device->images.levels < 2};
    return answers[when];
}

bool
icd_has_word(const char *words, const char *name, size_t length)
{
    for (const char *at = words; at && (at = strstr(at, name)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

cl_version
icd_extension_version(const char *name, size_t length)
{
    static const struct {
        const char *name;
        cl_version version;
    } rows[] = {
#define REVISION(name, version) {name, version},
#include "runtime/icd/extension.def"
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strlen(rows[i].name) == length && memcmp(rows[i].name, name, length) == 0)
            return rows[i].version;
    return CL_MAKE_VERSION(1, 0, 0);
}

/* ---- what the compiler has ---- */

/* From "#define NAME ..." the names with that start. */
static void
collect(FILE *out, const char *line, const char *end, const char *start)
{
    static const char define[] = "#define ";
    size_t length = sizeof define - 1;
    if ((size_t)(end - line) <= length || memcmp(line, define, length) != 0)
        return;
    line += length;
    const char *blank = memchr(line, ' ', (size_t)(end - line));
    size_t letters = (size_t)((blank ? blank : end) - line);
    if (letters > strlen(start) && memcmp(line, start, strlen(start)) == 0)
        fprintf(out, "%s%.*s", ftell(out) ? " " : "", (int)letters, line);
}

char *
icd_macros(struct _cl_device_id *device, const char *options, const char *start)
{
    struct icd_question question = {
        .action = OCC_BUILD, .source = "\n", .options = options, .lists_macros = true};
    struct icd_compiled made;
    char *words = NULL;
    size_t size;
    bool good = icd_compile(device, &question, &made);
    FILE *out = good && made.binary ? open_memstream(&words, &size) : NULL;
    const char *end = out ? (const char *)made.binary + made.size : NULL;
    for (const char *line = (const char *)made.binary, *next; out && line < end; line = next + 1) {
        next = memchr(line, '\n', (size_t)(end - line));
        next = next ? next : end;
        collect(out, line, next, start);
    }
    if (out && fclose(out) != 0) {
        free(words);
        words = NULL;
    }
    free(made.binary);
    free(made.log);
    free(made.attributes);
    return words;
}

/* ---- the device's lists ---- */

static bool
is_hidden(const struct _cl_device_id *device, const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof hidden_rows / sizeof *hidden_rows; i++)
        if (strlen(hidden_rows[i].name) == length && memcmp(hidden_rows[i].name, name, length) == 0)
            return holds(device, hidden_rows[i].when);
    return false;
}

/* Writes a word to one of the lists: those that the device has, and the option that hides the others. */
static void
sort_word(FILE *listed, FILE *option, bool is_listed, const char *word, size_t length)
{
    if (is_listed)
        fprintf(listed, "%s%.*s", ftell(listed) ? " " : "", (int)length, word);
    else
        fprintf(option, "%s-%.*s", ftell(option) ? "," : "-cl-ext=", (int)length, word);
}

static void
make_lists(struct _cl_device_id *device, FILE *listed, FILE *option, const char *all,
           const char *own)
{
    for (size_t i = 0; i < sizeof host_rows / sizeof *host_rows; i++)
        if (holds(device, host_rows[i].when))
            sort_word(listed, option, true, host_rows[i].name, strlen(host_rows[i].name));
    for (size_t length; *all; all += length + (all[length] == ' ')) {
        length = strcspn(all, " ");
        char name[CL_NAME_VERSION_MAX_NAME_SIZE];
        snprintf(name, sizeof name, "%.*s", (int)length, all);
        sort_word(listed, option,
                  icd_has_word(own, name, length) && !is_hidden(device, all, length), all, length);
    }
}

/* With the platform's lock. */
static void
ask(struct _cl_device_id *device)
{
    char *all = icd_macros(device, "-cl-std=CL3.0", "cl_");
    char *own =
        device->platform->settings.is_version_3 ? all : icd_macros(device, "-cl-std=CL1.2", "cl_");
    char *words = NULL, *hides = NULL;
    size_t size;
    FILE *listed = all && own ? open_memstream(&words, &size) : NULL;
    FILE *option = listed ? open_memstream(&hides, &size) : NULL;
    if (option)
        make_lists(device, listed, option, all, own);
    bool good = option && fflush(listed) == 0 && fflush(option) == 0;
    if (listed)
        good &= fclose(listed) == 0;
    if (option)
        good &= fclose(option) == 0;
    if (own != all)
        free(own);
    free(all);
    if (!good) {
        free(words);
        free(hides);
        return;
    }
    device->extensions = words;
    device->hides = hides;
}

/* A sub-device is like the whole. */
static const struct _cl_device_id *
with_lists(struct _cl_device_id *device)
{
    while (device->parent)
        device = device->parent;
    pthread_mutex_lock(&device->platform->lock);
    if (!device->extensions)
        ask(device);
    pthread_mutex_unlock(&device->platform->lock);
    return device;
}

const char *
icd_device_extensions(struct _cl_device_id *device)
{
    return with_lists(device)->extensions;
}

const char *
icd_hiding_option(struct _cl_device_id *device)
{
    return with_lists(device)->hides;
}

/* With the platform's lock: what the first device lists, and all others do. */
static char *
common(const struct _cl_platform_id *platform)
{
    const char *word = platform->device_count ? platform->devices[0].extensions : "cl_khr_icd";
    char *words = NULL;
    size_t size;
    FILE *out = word ? open_memstream(&words, &size) : NULL;
    for (size_t length; out && *word; word += length + (word[length] == ' ')) {
        length = strcspn(word, " ");
        char name[CL_NAME_VERSION_MAX_NAME_SIZE];
        snprintf(name, sizeof name, "%.*s", (int)length, word);
        bool all_have = true;
        for (unsigned i = 1; i < platform->device_count; i++)
            all_have &= platform->devices[i].extensions &&
                        icd_has_word(platform->devices[i].extensions, name, length);
        if (all_have)
            fprintf(out, "%s%s", ftell(out) ? " " : "", name);
    }
    if (out && fclose(out) != 0) {
        free(words);
        return NULL;
    }
    return words;
}

const char *
icd_platform_extensions(struct _cl_platform_id *platform)
{
    unsigned count = icd_platform_devices(platform);
    for (unsigned i = 0; i < count; i++)
        with_lists(&platform->devices[i]);
    pthread_mutex_lock(&platform->lock);
    if (!platform->extensions)
        platform->extensions = common(platform);
    pthread_mutex_unlock(&platform->lock);
    return platform->extensions;
}
