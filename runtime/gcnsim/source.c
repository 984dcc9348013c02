#include "runtime/gcnsim/source.h"
#include "support/file.h"

#include <string.h>
#include <sys/stat.h>

enum { MAX_SIZE = 64 << 20 };
#define NO_NAME "<source>" /* what occ calls text that is in no file */

/* An object may name anything: only files of bounded size are read. */
static const char *
read_text(struct arena *arena, const char *path)
{
    struct stat status;
    bool is_readable =
        stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size < MAX_SIZE;
    return is_readable ? file_read(arena, path, NULL) : NULL;
}

static void
find_lines(struct arena *arena, struct source_file *file)
{
    const char *at = file->text;
    while (at && *at) {
        vec_push(arena, &file->starts, (uint32_t)(at - file->text));
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    vec_push(arena, &file->starts, file->text ? (uint32_t)(at - file->text) : 0);
}

/* Of a launch that the ICD has recorded: the source that had no name is beside the object.  Of several no line says which
 * it is of. */
static const char *
recorded_text(struct arena *arena, const char *object, int folder)
{
    struct stat status;
    bool is_one = stat(arena_printf(arena, "%.*ssource2.cl", folder, object), &status) != 0;
    return is_one ? read_text(arena, arena_printf(arena, "%.*ssource.cl", folder, object)) : NULL;
}

/* Where the object's own folder says, here, or beside the object. */
static const char *
find_text(struct source_files *files, const struct sim_place *place)
{
    struct arena *arena = files->arena;
    const char *text = NULL, *slash = files->object ? strrchr(files->object, '/') : NULL;
    int beside = slash ? (int)(slash + 1 - files->object) : 0;
    if (!strcmp(place->name, NO_NAME))
        return files->object ? recorded_text(arena, files->object, beside) : NULL;
    if (*place->name == '/')
        return read_text(arena, place->name);
    if (*place->folder)
        text = read_text(arena, arena_printf(arena, "%s/%s", place->folder, place->name));
    if (!text)
        text = read_text(arena, place->name);
    if (!text && slash)
        text = read_text(arena, arena_printf(arena, "%.*s%s", beside, files->object, place->name));
    return text;
}

const struct source_file *
source_open(struct source_files *files, const struct sim_place *place)
{
    struct arena *arena = files->arena;
    vec_foreach (const struct source_file, file, &files->files)
        if (!strcmp(file->name, place->name) && !strcmp(file->folder, place->folder))
            return file;
    struct source_file made = {
        .folder = place->folder, .name = place->name, .text = find_text(files, place)};
    find_lines(arena, &made);
    vec_push(arena, &files->files, made);
    return &vec_last(&files->files);
}

const char *
source_line(const struct source_file *file, unsigned line, int *length)
{
    if (!file->text || !line || line >= file->starts.count)
        return NULL;
    const char *text = file->text + file->starts.at[line - 1];
    *length = (int)strcspn(text, "\r\n");
    return text;
}

const char *
source_text(struct source_files *files, const struct sim_place *place)
{
    int length;
    const char *text =
        place->name ? source_line(source_open(files, place), place->line, &length) : NULL;
    if (!text)
        return "";
    int blanks = (int)strspn(text, " \t");
    blanks = blanks < length ? blanks : length;
    char *copy = arena_printf(files->arena, "%.*s", length - blanks, text + blanks);
    for (char *at = copy; *at; at++)
        if ((unsigned char)*at < ' ') /* of a file that may hold anything, onto a terminal */
            *at = ' ';
    return copy;
}
