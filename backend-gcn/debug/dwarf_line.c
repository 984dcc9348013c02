/* .debug_line: which line an instruction belongs to.  Each function is a sequence of its own: the order in
 * which a linker puts sections together does not matter then. */
#include "backend-gcn/debug/dwarf_internal.h"

/* ---- files ---- */

uint32_t
dwarf_file(struct dwarf_unit *unit, const char *name)
{
    name = intern_string(&unit->strings, name);
    uintptr_t number = (uintptr_t)map_get(&unit->file_numbers, MAP_KEY(name));
    if (number)
        return (uint32_t)number;
    vec_push(unit->arena, &unit->files, unit->options->map_name(unit->options->data, name));
    map_put(&unit->file_numbers, MAP_KEY(name), (void *)(uintptr_t)unit->files.count);
    return unit->files.count;
}

bool
dwarf_resolve(struct dwarf_unit *unit, loc_t loc, struct diag_location *location, uint32_t *file)
{
    *location = (struct diag_location){0};
    *file = 1;
    if (!loc || !unit->options->resolve(unit->options->data, loc, location) || !location->file) {
        location->line = location->column = 0;
        return false;
    }
    *file = dwarf_file(unit, location->file);
    return true;
}

/* ---- rows ---- */

/* line_table.add_address */
static void
add_address(void *data, uint64_t offset)
{
    dwarf_add_fixup(data, DWARF_LINE, 8, DWARF_TEXT, NULL, offset);
}

/* Those of a function, the same place only once; *count of them. */
static struct line_row *
rows_of(struct dwarf_unit *unit, const struct dwarf_code *code, uint32_t *count)
{
    const struct mir_function *function = code->function;
    struct line_row *rows = ARENA_ARRAY(unit->arena, function->lines.count + 1u, struct line_row);
    *count = 0;
    vec_foreach (const struct mir_line, line, &function->lines) {
        struct line_row *row = &rows[*count], *last = row - 1;
        struct diag_location location;
        dwarf_resolve(unit, line->loc, &location, &row->file);
        row->address = code->start + line->offset;
        row->line = location.line;
        row->column = location.column;
        row->flags = line->is_statement ? LINE_IS_STMT : 0;
        bool is_same = *count && row->file == last->file && row->line == last->line &&
                       row->column == last->column && row->flags <= last->flags;
        *count += !is_same;
    }
    return rows;
}

/* ---- the section ---- */

void
dwarf_write_lines(struct dwarf_unit *unit)
{
    struct line_table table = {.bytes = &unit->dwarf->sections[DWARF_LINE],
                               .form = unit->facts->lines,
                               .add_address = add_address,
                               .data = unit};
    struct line_row **rows = ARENA_ARRAY(unit->arena, unit->code_count + 1u, struct line_row *);
    uint32_t *counts = ARENA_ARRAY(unit->arena, unit->code_count + 1u, uint32_t);
    for (uint32_t i = 0; i < unit->code_count; i++) /* first: the header names the files */
        rows[i] = rows_of(unit, &unit->code[i], &counts[i]);
    vec_push(unit->arena, &table.files, (struct line_file){0});
    vec_foreach (const char *const, name, &unit->files)
        vec_push(unit->arena, &table.files, (struct line_file){.name = *name});
    line_table_begin(&table);
    for (uint32_t i = 0; i < unit->code_count; i++)
        if (counts[i])
            line_table_sequence(&table, rows[i], counts[i],
                                unit->code[i].start + unit->code[i].function->code_size);
    line_table_end(&table);
}
