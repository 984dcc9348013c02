/* Macros whose value depends on the location or time of their use: __LINE__, __FILE__, __DATE__ ... */
#include "frontend/pp.h"

#include <string.h>
#include <time.h>

/* In UTC, so that the machine's time zone does not matter. */
static void
add_date(struct pp *pp, struct strbuf *text, const struct pp_token *token, bool is_time)
{
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    time_t seconds = (time_t)pp->frontend->options.date;
    struct tm tm = {0};
    if (!pp->frontend->options.date_is_given) {
        frontend_depends(pp->frontend, INPUT_TIME, is_time ? "__TIME__" : "__DATE__");
        diag_warning(pp->diag, token->loc, date_not_reproducible);
    }
    gmtime_r(&seconds, &tm);
    if (is_time)
        strbuf_printf(text, "\"%02d:%02d:%02d\"", tm.tm_hour, tm.tm_min, tm.tm_sec);
    else
        strbuf_printf(text, "\"%s %2d %d\"", months[tm.tm_mon], tm.tm_mday, tm.tm_year + 1900);
}

static const struct pp_file *
main_file(const struct pp *pp)
{
    const struct pp_file *file = pp->file;
    while (file->outer)
        file = file->outer;
    return file;
}

const char *
frontend_map_name(struct arena *arena, const char *const *maps, uint32_t count, const char *name)
{
    for (uint32_t i = count; i-- > 0;) {
        size_t length = strcspn(maps[i], "=");
        if (strncmp(name, maps[i], length) == 0)
            return arena_printf(arena, "%s%s", maps[i] + length + 1, name + length);
    }
    return name;
}

static const char *
mapped_name(const struct pp *pp, const char *name)
{
    const struct frontend_options *options = &pp->frontend->options;
    return frontend_map_name(pp->arena, options->prefix_maps, options->prefix_map_count, name);
}

/* The value of the macro used at token. */
static void
add_value(struct pp *pp, struct strbuf *text, uint8_t dynamic, const struct pp_token *token)
{
    struct diag_location location = {.file = ""};
    source_resolve(pp->sources, token->loc, &location);
    const char *slash = strrchr(location.file, '/');
    switch (dynamic) {
    case DYNAMIC_LINE:
        strbuf_printf(text, "%u", location.line);
        break;
    case DYNAMIC_FILE:
        pp_add_quoted(text, mapped_name(pp, location.file));
        break;
    case DYNAMIC_FILE_NAME:
        pp_add_quoted(text, slash ? slash + 1 : location.file);
        break;
    case DYNAMIC_BASE_FILE:
        pp_add_quoted(text, mapped_name(pp, main_file(pp)->source->name));
        break;
    case DYNAMIC_INCLUDE_LEVEL:
        strbuf_printf(text, "%u", pp->file->depth);
        break;
    case DYNAMIC_DATE:
    case DYNAMIC_TIME:
        add_date(pp, text, token, dynamic == DYNAMIC_TIME);
        break;
    default:
        strbuf_printf(text, "%u", pp->counter++);
        break;
    }
}

void
pp_expand_dynamic(struct pp *pp, const struct pp_macro *macro, const struct pp_token *token)
{
    struct strbuf text = strbuf_new(pp->arena);
    add_value(pp, &text, macro->dynamic, token);
    struct pp_token made = {.kind = text.text[0] == '"' ? PP_STRING : PP_NUMBER,
                            .loc = token->loc,
                            .flags = token->flags,
                            .text = text.text,
                            .length = (uint32_t)text.length};
    struct pp_list list = {0};
    pp_list_add(&list, pp_token_new(pp, &made));
    pp_push(pp, list);
}
