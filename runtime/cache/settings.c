/* Where a cache is, by the environment (docs/icd.md, "Cache"). */
#define _GNU_SOURCE /* secure_getenv */
#include "runtime/cache/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* *wrong: the variable's value, if it is none. */
static uint64_t
read_megabytes(const char **wrong)
{
    const char *text = secure_getenv("OCC_CACHE_SIZE");
    char *end = NULL;
    *wrong = NULL;
    if (!text)
        return CACHE_DEFAULT_MEGABYTES;
    unsigned long value = strtoul(text, &end, 10);
    if (*text >= '0' && *text <= '9' && !*end && value <= CACHE_MAX_MEGABYTES)
        return value;
    *wrong = text;
    return CACHE_DEFAULT_MEGABYTES;
}

/* Joined in the room; false: they do not fit. */
static bool
join(char room[PATH_MAX], const char *above, const char *below)
{
    return snprintf(room, PATH_MAX, "%s/%s", above, below) < PATH_MAX;
}

/* A program that runs with others' rights (secure_getenv) has no place.  The XDG base directory
 * specification: XDG_CACHE_HOME counts if it begins at the root. */
static bool
read_folder(char room[PATH_MAX])
{
    const char *own = secure_getenv("OCC_CACHE_DIR"), *xdg = secure_getenv("XDG_CACHE_HOME"),
               *home = secure_getenv("HOME");
    char here[PATH_MAX];
    if (own && (!*own || strcmp(own, "none") == 0))
        return false;
    if (own && *own != '/') /* the program may go elsewhere */
        return getcwd(here, sizeof here) && join(room, here, own);
    if (own)
        return snprintf(room, PATH_MAX, "%s", own) < PATH_MAX;
    if (xdg && *xdg == '/')
        return join(room, xdg, "occ");
    return home && *home == '/' && join(room, home, ".cache/occ");
}

struct cache *
cache_new_by_environment(const char **wrong)
{
    char folder[PATH_MAX];
    uint64_t megabytes = read_megabytes(wrong);
    return megabytes && read_folder(folder) ? cache_new(folder, megabytes << 20) : NULL;
}
