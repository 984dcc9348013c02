/* --trace=FILTER,...: what of a run is traced. */
#include "runtime/gcnsim/gcnsim.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A number up to one of the characters in `ends` or the end of the text; *text is then there. */
static bool
read_number(const char **text, const char *ends, uint64_t most, uint64_t *value)
{
    char *end;
    errno = 0;
    if (!isdigit((unsigned char)**text))
        return false;
    *value = strtoull(*text, &end, 0);
    *text = end;
    return !errno && *value <= most && (!*end || strchr(ends, *end));
}

static bool
read_wave(const char **text, struct sim_trace_filter *filter)
{
    uint64_t number = 0;
    filter->by_wave = read_number(text, ",", UINT32_MAX, &number);
    filter->wave = (unsigned)number;
    return filter->by_wave;
}

static bool
read_lane(const char **text, struct sim_trace_filter *filter)
{
    uint64_t number = 0;
    filter->by_lane = read_number(text, ",", 63, &number);
    filter->lane = (unsigned)number;
    return filter->by_lane;
}

static bool
read_group(const char **text, struct sim_trace_filter *filter)
{
    filter->by_group = true;
    for (unsigned d = 0; d < 3; d++) {
        uint64_t number;
        if (d && *(*text)++ != ',')
            return false;
        if (!read_number(text, ",", UINT32_MAX, &number))
            return false;
        filter->group[d] = (uint32_t)number;
    }
    return true;
}

static bool
read_place(const char **text, struct sim_trace_filter *filter)
{
    filter->by_place = read_number(text, ",-", UINT64_MAX, &filter->first);
    filter->last = filter->first;
    if (!filter->by_place || **text != '-')
        return filter->by_place;
    ++*text;
    return read_number(text, ",", UINT64_MAX, &filter->last) && filter->last >= filter->first;
}

static const struct {
    const char *name;
    bool (*read)(const char **text, struct sim_trace_filter *filter);
} filters[] = {
    {"group:", read_group}, {"wave:", read_wave}, {"lane:", read_lane}, {"pc:", read_place}};

static bool
read_filter(const char **text, struct sim_trace_filter *filter)
{
    for (unsigned i = 0; i < sizeof filters / sizeof *filters; i++) {
        size_t length = strlen(filters[i].name);
        if (strncmp(*text, filters[i].name, length) == 0) {
            *text += length;
            return filters[i].read(text, filter);
        }
    }
    return false;
}

bool
trace_filter_read(const char *text, struct sim_trace_filter *filter)
{
    do
        if (!read_filter(&text, filter))
            return false;
    while (*text++ == ',');
    return true;
}
