/* All that the ICD asks of libocc. */
#include "runtime/icd/icd.h"

#include <stdlib.h>
#include <string.h>

/* ---- option strings ---- */

/* The words of an option string, as clBuildProgram takes it: quotes keep blanks in a word. */
struct words {
    char *text; /* that they point into */
    const char **list;
    unsigned count;
};

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Copies one word to `to`, without its quotes; returns what is behind it. */
static const char *
copy_word(const char *from, char **to)
{
    char quote = 0;
    for (; *from && (quote || !is_blank(*from)); from++) {
        if (quote ? *from == quote : *from == '"' || *from == '\'')
            quote = quote ? 0 : *from;
        else if (*from == '\\' && (from[1] == '"' || from[1] == '\\'))
            *(*to)++ = *++from;
        else
            *(*to)++ = *from;
    }
    *(*to)++ = '\0';
    return from;
}

/* first: a word before them all.  false: no memory. */
static bool
split(struct words *words, const char *first, const char *options)
{
    size_t length = options ? strlen(options) : 0;
    words->text = malloc(2 * length + 2);
    words->list = malloc((length / 2 + 3) * sizeof *words->list);
    if (!words->text || !words->list)
        return false;
    words->list[0] = first;
    words->count = 1;
    char *to = words->text;
    for (const char *at = options; at && *at;) {
        if (is_blank(*at)) {
            at++;
            continue;
        }
        words->list[words->count++] = to;
        at = copy_word(at, &to);
    }
    return true;
}

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

/* ---- compiling ---- */

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
    if (made->status == OCC_OK && !made->binary)
        made->status = OCC_MEMORY;
}

bool
icd_compile(struct _cl_device_id *device, const struct icd_question *question,
            struct icd_compiled *made)
{
    char machine[64] = "-mcpu=";
    strncat(machine, device->target->name, sizeof machine - 8);
    struct words words = {0};
    *made = (struct icd_compiled){.status = OCC_MEMORY};
    if (split(&words, machine, question->options)) {
        struct occ_job job = {.size = sizeof job,
                              .source = question->source,
                              .length = question->source ? strlen(question->source) : 0,
                              .options = words.list,
                              .option_count = words.count,
                              .headers = question->headers,
                              .header_count = question->header_count,
                              .use_disk = 1,
                              .action = question->action,
                              .units = question->units,
                              .unit_count = question->unit_count};
        occ_result *result = NULL;
        made->status = occ_compile(device->platform->compiler, &job, &result);
        take_result(made, result);
        occ_result_free(result);
    }
    free(words.text);
    free(words.list);
    return made->status != OCC_MEMORY;
}
