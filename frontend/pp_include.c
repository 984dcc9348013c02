/* Finding headers: virtual files first, then the disk: beside the including file, then -I. */
#include "frontend/pp.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The name between the quotes or brackets. */
static const char *
header_name(struct pp *pp, const struct pp_token *header, bool *quoted)
{
    *quoted = header->kind == PP_STRING;
    if (header->length < 2)
        return "";
    return intern_text(&pp->frontend->intern, header->text + 1, header->length - 2);
}

static const struct virtual_file *
find_virtual(const struct pp *pp, const char *name)
{
    const struct frontend_options *options = &pp->frontend->options;
    for (uint32_t i = 0; i < options->virtual_file_count; i++)
        if (strcmp(options->virtual_files[i].name, name) == 0)
            return &options->virtual_files[i];
    return NULL;
}

static bool
is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* Path of a header on the disk, or NULL. */
static const char *
find_on_disk(struct pp *pp, const char *name, bool quoted)
{
    const struct frontend_options *options = &pp->frontend->options;
    if (!options->use_disk || !*name)
        return NULL;
    if (*name == '/')
        return is_file(name) ? name : NULL;
    if (quoted && pp->file) {
        const char *from = pp->file->source->name, *slash = strrchr(from, '/');
        const char *path =
            slash ? arena_printf(pp->arena, "%.*s/%s", (int)(slash - from), from, name) : name;
        if (is_file(path))
            return path;
    }
    for (uint32_t i = 0; i < options->include_path_count; i++) {
        const char *path = arena_printf(pp->arena, "%s/%s", options->include_paths[i], name);
        if (is_file(path))
            return path;
    }
    return NULL;
}

static bool
read_disk(struct pp *pp, const char *path, const char **text, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    struct strbuf content = strbuf_new(pp->arena);
    char block[4096];
    size_t got;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        strbuf_add(&content, block, got);
    bool good = !ferror(file);
    fclose(file);
    *text = content.text ? content.text : "";
    *length = content.length;
    return good;
}

static bool
seen_once(const struct pp *pp, const char *name)
{
    for (uint32_t i = 0; i < pp->once.count; i++)
        if (pp->once.at[i] == name)
            return true;
    return false;
}

/* path: where it is on the disk, NULL: nowhere */
static void
open_header(struct pp *pp, const char *name, const char *path, loc_t loc)
{
    const struct virtual_file *virtual_file = find_virtual(pp, name);
    if (virtual_file) {
        if (!seen_once(pp, name))
            pp_open(pp, name, virtual_file->text, virtual_file->length, loc);
        return;
    }
    const char *text;
    size_t length;
    if (!path) {
        diag_error(pp->diag, loc, "'%s' file not found", name);
        return;
    }
    path = intern_string(&pp->frontend->intern, path);
    if (seen_once(pp, path))
        return;
    if (!read_disk(pp, path, &text, &length)) {
        diag_error(pp->diag, loc, "cannot read '%s'", path);
        return;
    }
    bool known = false;
    for (uint32_t i = 0; i < pp->files.count; i++)
        known |= pp->files.at[i] == path;
    if (!known)
        vec_push(pp->arena, &pp->files, path);
    pp_open(pp, path, text, length, loc);
}

void
pp_include(struct pp *pp, const struct pp_token *header, loc_t loc)
{
    bool quoted;
    const char *name = header_name(pp, header, &quoted);
    if (!*name)
        diag_error(pp->diag, loc, "empty filename");
    else
        open_header(pp, name, find_on_disk(pp, name, quoted), header->loc);
}

bool
pp_has_include(struct pp *pp, const struct pp_token *header)
{
    bool quoted;
    const char *name = header_name(pp, header, &quoted);
    return find_virtual(pp, name) || find_on_disk(pp, name, quoted);
}

void
pp_include_option(struct pp *pp, const char *name)
{
    bool here = pp->frontend->options.use_disk && is_file(name); /* before the main file's folder */
    open_header(pp, intern_string(&pp->frontend->intern, name),
                here ? name : find_on_disk(pp, name, true), 0);
}
