/* .debug_line: which line an instruction belongs to (DWARF 2, section 6.2; 4 has one more field in
 * its header).  Each function is a sequence of its own: the order in which a linker puts sections
 * together does not matter then. */
#include "backend-gcn/dwarf/dwarf_internal.h"

#include <string.h>

enum { LINE_BASE = -5, LINE_RANGE = 14, OPCODE_BASE = 10, INSTRUCTION = 4 };

/* Arguments of the standard opcodes, from DW_LNS_copy on. */
static const uint8_t opcode_lengths[OPCODE_BASE - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1};

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

struct row {
    uint64_t address;
    uint32_t file, line, column;
};

static void
extended(struct strbuf *buf, enum dwarf_line_operation op, unsigned size)
{
    dwarf_u8(buf, 0);
    dwarf_uleb(buf, size + 1);
    dwarf_u8(buf, op);
}

/* The row's line and address in one byte, if both steps are small enough. */
static void
step(struct strbuf *buf, uint64_t instructions, int64_t lines)
{
    if (lines < LINE_BASE || lines >= LINE_BASE + LINE_RANGE) {
        dwarf_u8(buf, DW_LNS_advance_line);
        dwarf_sleb(buf, lines);
        lines = 0;
    }
    uint64_t small = (uint64_t)(lines - LINE_BASE) + OPCODE_BASE;
    if (instructions > (255 - small) / LINE_RANGE) {
        dwarf_u8(buf, DW_LNS_advance_pc);
        dwarf_uleb(buf, instructions);
        instructions = 0;
    }
    dwarf_u8(buf, (unsigned)(small + instructions * LINE_RANGE));
}

static void
add_row(struct strbuf *buf, struct row *last, const struct row *row)
{
    if (row->file != last->file) {
        dwarf_u8(buf, DW_LNS_set_file);
        dwarf_uleb(buf, row->file);
    }
    if (row->column != last->column) {
        dwarf_u8(buf, DW_LNS_set_column);
        dwarf_uleb(buf, row->column);
    }
    step(buf, (row->address - last->address) / INSTRUCTION, (int64_t)row->line - last->line);
    *last = *row;
}

/* rows: those of the function. */
static void
add_function(struct dwarf_unit *unit, struct strbuf *buf, const struct dwarf_code *code,
             const struct row *rows)
{
    struct row last = {code->start, 1, 1, 0};
    extended(buf, DW_LNE_set_address, 8);
    dwarf_add_fixup(unit, DWARF_LINE, 8, DWARF_TEXT, NULL, code->start);
    for (uint32_t i = 0; i < code->function->lines.count; i++) {
        const struct row *row = &rows[i];
        bool is_same =
            row->file == last.file && row->line == last.line && row->column == last.column;
        if (!is_same || !i)
            add_row(buf, &last, row);
    }
    dwarf_u8(buf, DW_LNS_advance_pc);
    dwarf_uleb(buf, (code->start + code->function->code_size - last.address) / INSTRUCTION);
    extended(buf, DW_LNE_end_sequence, 0);
}

/* ---- the section ---- */

/* Of all functions, before any is written: the header names the files. */
static struct row *
find_rows(struct dwarf_unit *unit)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < unit->code_count; i++)
        count += unit->code[i].function->lines.count;
    struct row *rows = ARENA_ARRAY(unit->arena, count + 1u, struct row), *row = rows;
    for (uint32_t i = 0; i < unit->code_count; i++)
        vec_foreach (const struct mir_line, line, &unit->code[i].function->lines) {
            struct diag_location location;
            dwarf_resolve(unit, line->loc, &location, &row->file);
            row->address = unit->code[i].start + line->offset;
            row->line = location.line;
            row++->column = location.column;
        }
    return rows;
}

static void
add_header(struct dwarf_unit *unit, struct strbuf *buf)
{
    dwarf_u16(buf, unit->facts->number);
    size_t length_at = buf->length;
    dwarf_u32(buf, 0);
    dwarf_u8(buf, INSTRUCTION);
    if (unit->facts->has_operations)
        dwarf_u8(buf, 1); /* operations in an instruction */
    dwarf_u8(buf, 1);     /* each row is a place for breakpoints */
    dwarf_u8(buf, (unsigned)LINE_BASE & 0xff);
    dwarf_u8(buf, LINE_RANGE);
    dwarf_u8(buf, OPCODE_BASE);
    strbuf_add(buf, (const char *)opcode_lengths, sizeof opcode_lengths);
    dwarf_u8(buf, 0); /* no folders: names count from the compilation's */
    vec_foreach (const char *const, name, &unit->files) {
        strbuf_add(buf, *name, strlen(*name) + 1);
        strbuf_add(buf, "\0\0", 3); /* folder, time, size: none */
    }
    dwarf_u8(buf, 0);
    dwarf_set_length(buf, length_at);
}

void
dwarf_write_lines(struct dwarf_unit *unit)
{
    struct strbuf *buf = &unit->dwarf->sections[DWARF_LINE];
    const struct row *rows = find_rows(unit);
    dwarf_u32(buf, 0);
    add_header(unit, buf);
    for (uint32_t i = 0; i < unit->code_count; i++) {
        add_function(unit, buf, &unit->code[i], rows);
        rows += unit->code[i].function->lines.count;
    }
    dwarf_set_length(buf, 0);
}
