/* Statuses, the version, and what all files of this folder need. */
#include "driver/comgr/handles.h"

#include <stdlib.h>
#include <string.h>

enum comgr_status
amd_comgr_status_string(enum comgr_status status, const char **text)
{
    static const char *const texts[] = {[COMGR_SUCCESS] = "SUCCESS",
                                        [COMGR_ERROR] = "ERROR",
                                        [COMGR_INVALID_ARGUMENT] = "INVALID_ARGUMENT",
                                        [COMGR_OUT_OF_RESOURCES] = "OUT_OF_RESOURCES"};
    if (!text || (unsigned)status >= sizeof texts / sizeof *texts)
        return COMGR_INVALID_ARGUMENT;
    *text = texts[status];
    return COMGR_SUCCESS;
}

void
amd_comgr_get_version(size_t *major, size_t *minor)
{
    *major = COMGR_MAJOR;
    *minor = COMGR_MINOR;
}

enum comgr_status
comgr_guarded(struct arena *arena, enum comgr_status (*work)(void *state), void *state)
{
    struct guard guard = {.message = ""};
    struct fpenv caller;
    enum comgr_status status;
    fpenv_enter(&caller);
    arena_init(arena, NULL, &guard);
    if (setjmp(guard.target) == 0)
        status = work(state);
    else
        status = guard.status == GUARD_MEMORY ? COMGR_OUT_OF_RESOURCES : COMGR_ERROR;
    arena->guard = NULL;
    fpenv_leave(&caller);
    return status;
}

void
comgr_answer(const void *bytes, size_t length, size_t *size, char *to)
{
    if (to && length)
        memcpy(to, bytes, *size < length ? *size : length);
    else if (!to)
        *size = length;
}

char *
comgr_copy(const void *bytes, size_t size)
{
    char *copy = size < SIZE_MAX ? malloc(size + 1) : NULL;
    if (!copy)
        return NULL;
    if (size)
        memcpy(copy, bytes, size);
    copy[size] = '\0';
    return copy;
}

enum comgr_status
comgr_set_text(char **at, const char *text)
{
    char *copy = text ? comgr_copy(text, strlen(text)) : NULL;
    if (text && !copy)
        return COMGR_OUT_OF_RESOURCES;
    free(*at);
    *at = copy;
    return COMGR_SUCCESS;
}
