/* The source beside the code: what line an instruction belongs to, what code a line has. */
#include "runtime/sim/device/device.h"

#include <string.h>

static void
fill(const struct sim_object *object, const struct lines_row *row, struct sim_place *source)
{
    const struct lines_file *file = &object->lines.files.at[row->file];
    *source =
        (struct sim_place){file->folder, file->name, row->line, row->column, row->is_statement};
}

bool
sim_find_source(const struct sim_device *device, uint64_t pc, struct sim_place *source)
{
    for (const struct sim_object *object = device->objects; object; object = object->next) {
        if (pc < object->region->base || pc - object->region->base >= object->region->size)
            continue;
        const struct lines_row *row = lines_find(&object->lines, pc - object->region->base);
        if (row)
            fill(object, row, source);
        return row != NULL;
    }
    return false;
}

const char *
sim_source_text(struct arena *arena, const struct sim_place *source)
{
    bool has_folder = *source->folder && source->name[0] != '/';
    return arena_printf(arena, "%s%s%s:%u", has_folder ? source->folder : "", has_folder ? "/" : "",
                        source->name, source->line);
}

/* Is it the file's whole name, or what it ends with from some folder on? */
static bool
is_called(const struct lines_file *file, const char *name)
{
    size_t length = strlen(file->name), wanted = strlen(name);
    if (wanted > length || strcmp(file->name + length - wanted, name) != 0)
        return false;
    return wanted == length || file->name[length - wanted - 1] == '/';
}

/* The least line from this one on that has code; 0: none. */
static uint32_t
line_with_code(const struct sim_object *object, const char *name, uint32_t line)
{
    uint32_t least = 0;
    vec_foreach (const struct lines_row, row, &object->lines.rows)
        if (row->line >= line && row->line && row->is_statement && (!least || row->line < least) &&
            is_called(&object->lines.files.at[row->file], name))
            least = row->line;
    return least;
}

unsigned
sim_find_line(const struct sim_device *device, struct arena *arena, const char *name,
              unsigned *line, const uint64_t **places)
{
    VEC(uint64_t) found = {0};
    for (const struct sim_object *object = device->objects; object; object = object->next) {
        uint32_t wanted = found.count ? *line : line_with_code(object, name, *line);
        bool was_it = false;
        for (uint32_t i = 0; wanted && i < object->lines.rows.count; i++) {
            const struct lines_row *row = &object->lines.rows.at[i];
            bool is_it = row->line == wanted && is_called(&object->lines.files.at[row->file], name);
            if (is_it && !was_it && row->is_statement)
                vec_push(arena, &found, object->region->base + row->address);
            was_it = is_it && (was_it || row->is_statement);
        }
        if (found.count)
            *line = wanted;
    }
    *places = found.at;
    return found.count;
}
