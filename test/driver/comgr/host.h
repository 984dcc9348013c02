/* What the programs of this folder share: actions of comgr in a call each. */
#ifndef OCC_TEST_DRIVER_COMGR_HOST_H
#define OCC_TEST_DRIVER_COMGR_HOST_H

#define _GNU_SOURCE /* dlvsym */
#include <amd_comgr.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int passed, failed;

#define CHECK(condition) check(condition, __FILE__, __LINE__, #condition)
#define GOOD(call)       CHECK((call) == AMD_COMGR_STATUS_SUCCESS)
#define REFUSED(call)    CHECK((call) == AMD_COMGR_STATUS_ERROR_INVALID_ARGUMENT)

static inline void
check(int holds, const char *file, int line, const char *what)
{
    __atomic_fetch_add(holds ? &passed : &failed, 1, __ATOMIC_RELAXED);
    if (!holds)
        printf("%s:%d: FAIL %s\n", file, line, what);
}

/* A function that Debian's header lacks: runtimes load those by name. */
static inline void *
load(const char *name, const char *version)
{
    void *function = dlvsym(RTLD_DEFAULT, name, version);
    CHECK(function != NULL);
    return function;
}

/* amd_comgr_populate_mangled_names, amd_comgr_populate_name_expression_map */
typedef amd_comgr_status_t (*populate_function)(amd_comgr_data_t data, size_t *count);
#define LOAD_POPULATE_NAMES()                                                                      \
    ((populate_function)load("amd_comgr_populate_mangled_names", "amd_comgr_2.5"))
#define LOAD_POPULATE_EXPRESSIONS()                                                                \
    ((populate_function)load("amd_comgr_populate_name_expression_map", "amd_comgr_2.6"))

/* An action info: target, options with a NULL after the last one. */
static inline amd_comgr_action_info_t
make_info(const char *isa, amd_comgr_language_t language, const char *options[])
{
    amd_comgr_action_info_t info = {0};
    size_t count = 0;
    while (options && options[count])
        count++;
    GOOD(amd_comgr_create_action_info(&info));
    GOOD(amd_comgr_action_info_set_isa_name(info, isa));
    GOOD(amd_comgr_action_info_set_language(info, language));
    GOOD(amd_comgr_action_info_set_option_list(info, options, count));
    GOOD(amd_comgr_action_info_set_logging(info, true));
    return info;
}

static inline amd_comgr_data_t
make_data(amd_comgr_data_kind_t kind, const char *name, const char *bytes, size_t size)
{
    amd_comgr_data_t data = {0};
    GOOD(amd_comgr_create_data(kind, &data));
    GOOD(amd_comgr_set_data_name(data, name));
    GOOD(amd_comgr_set_data(data, size, bytes));
    return data;
}

static inline void
add_text(amd_comgr_data_set_t set, amd_comgr_data_kind_t kind, const char *name, const char *text)
{
    amd_comgr_data_t data = make_data(kind, name, text, strlen(text));
    GOOD(amd_comgr_data_set_add(set, data));
    GOOD(amd_comgr_release_data(data));
}

static inline amd_comgr_data_set_t
make_set(void)
{
    amd_comgr_data_set_t set = {0};
    GOOD(amd_comgr_create_data_set(&set));
    return set;
}

/* The bytes of the first of a kind, with a NUL after them, the caller's to free; NULL: there is none. */
static inline char *
take_bytes(amd_comgr_data_set_t set, amd_comgr_data_kind_t kind, size_t *size)
{
    amd_comgr_data_t data;
    *size = 0;
    if (amd_comgr_action_data_get_data(set, kind, 0, &data))
        return NULL;
    GOOD(amd_comgr_get_data(data, size, NULL));
    char *bytes = malloc(*size + 1);
    GOOD(amd_comgr_get_data(data, size, bytes));
    bytes[*size] = '\0';
    GOOD(amd_comgr_release_data(data));
    return bytes;
}

/* Does the log hold the text?  NULL: is it empty? */
static inline int
log_says(amd_comgr_data_set_t set, const char *text)
{
    size_t size;
    char *log = take_bytes(set, AMD_COMGR_DATA_KIND_LOG, &size);
    int says = log && (text ? strstr(log, text) != NULL : !*log);
    if (!says)
        printf("the log: %s\n", log ? log : "(none)");
    free(log);
    return says;
}

#endif
