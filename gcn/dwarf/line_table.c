#include "gcn/dwarf/line_table.h"

#include "gcn/dwarf/dwarf_constant.h"
#include "gcn/dwarf/dwarf_bytes.h"

#include <string.h>

enum { LINE_BASE = -5, LINE_RANGE = 14, OPCODE_BASE = 13, INSTRUCTION = 4 };

/* Arguments of the standard opcodes, from DW_LNS_copy on. */
static const uint8_t opcode_lengths[OPCODE_BASE - 1] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};

const struct line_form line_form_2 = {.number = 2},
                       line_form_4 = {.number = 4, .has_operations = true},
                       line_form_5 = {.number = 5, .has_operations = true, .has_entries = true};

/* ---- the header ---- */

static void
add_text(struct strbuf *buf, const char *text)
{
    strbuf_add(buf, text, strlen(text) + 1);
}

/* Before version 5: file 1 is the first. */
static void
add_names(const struct line_table *table)
{
    struct strbuf *buf = table->bytes;
    for (uint32_t i = 1; i < table->directories.count; i++)
        add_text(buf, table->directories.at[i]);
    dwarf_u8(buf, 0);
    for (uint32_t i = 1; i < table->files.count; i++) {
        add_text(buf, table->files.at[i].name);
        dwarf_uleb(buf, table->files.at[i].directory);
        strbuf_add(buf, "\0\0", 2); /* time, size: none */
    }
    dwarf_u8(buf, 0);
}

/* Version 5: what an entry consists of, then the entries. */
static void
add_entries(const struct line_table *table)
{
    struct strbuf *buf = table->bytes;
    bool has_sums = true;
    vec_foreach (const struct line_file, file, &table->files)
        has_sums &= file->md5 != NULL;
    dwarf_u8(buf, 1);
    dwarf_uleb(buf, DW_LNCT_path);
    dwarf_uleb(buf, DW_FORM_line_string);
    dwarf_uleb(buf, table->directories.count);
    vec_foreach (const char *const, directory, &table->directories)
        add_text(buf, *directory);
    dwarf_u8(buf, has_sums ? 3 : 2);
    dwarf_uleb(buf, DW_LNCT_path);
    dwarf_uleb(buf, DW_FORM_line_string);
    dwarf_uleb(buf, DW_LNCT_directory_index);
    dwarf_uleb(buf, DW_FORM_line_udata);
    if (has_sums) {
        dwarf_uleb(buf, DW_LNCT_MD5);
        dwarf_uleb(buf, DW_FORM_line_data16);
    }
    dwarf_uleb(buf, table->files.count);
    vec_foreach (const struct line_file, file, &table->files) {
        add_text(buf, file->name);
        dwarf_uleb(buf, file->directory);
        if (has_sums)
            strbuf_add(buf, file->md5, 16);
    }
}

void
line_table_begin(struct line_table *table)
{
    struct strbuf *buf = table->bytes;
    table->start = buf->length;
    dwarf_u32(buf, 0);
    dwarf_u16(buf, table->form->number);
    if (table->form->has_entries)
        strbuf_add(buf, "\x08\0", 2); /* bytes of an address, and of a segment's number */
    size_t length_at = buf->length;
    dwarf_u32(buf, 0);
    dwarf_u8(buf, INSTRUCTION);
    if (table->form->has_operations)
        dwarf_u8(buf, 1); /* operations in an instruction */
    dwarf_u8(buf, 1);     /* rows are places for breakpoints unless they say otherwise */
    dwarf_u8(buf, (unsigned)LINE_BASE & 0xff);
    dwarf_u8(buf, LINE_RANGE);
    dwarf_u8(buf, OPCODE_BASE);
    strbuf_add(buf, (const char *)opcode_lengths, sizeof opcode_lengths);
    if (table->form->has_entries)
        add_entries(table);
    else
        add_names(table);
    dwarf_set_length(buf, length_at);
}

/* ---- rows ---- */

static void
extended(struct strbuf *buf, enum dwarf_line_operation op, unsigned size)
{
    dwarf_u8(buf, 0);
    dwarf_uleb(buf, size + 1);
    dwarf_u8(buf, op);
}

/* Addresses between instructions are those of data. */
static void
advance(struct strbuf *buf, uint64_t bytes)
{
    unsigned rest = bytes % INSTRUCTION;
    if (bytes / INSTRUCTION) {
        dwarf_u8(buf, DW_LNS_advance_pc);
        dwarf_uleb(buf, bytes / INSTRUCTION);
    }
    if (rest) {
        dwarf_u8(buf, DW_LNS_fixed_advance_pc);
        dwarf_u16(buf, rest);
    }
}

/* The row's line and address in one byte, if both steps are small enough. */
static void
step(struct strbuf *buf, uint64_t bytes, int64_t lines)
{
    if (lines < LINE_BASE || lines >= LINE_BASE + LINE_RANGE) {
        dwarf_u8(buf, DW_LNS_advance_line);
        dwarf_sleb(buf, lines);
        lines = 0;
    }
    uint64_t small = (uint64_t)(lines - LINE_BASE) + OPCODE_BASE;
    if (bytes % INSTRUCTION || bytes / INSTRUCTION > (255 - small) / LINE_RANGE) {
        advance(buf, bytes);
        bytes = 0;
    }
    dwarf_u8(buf, (unsigned)(small + bytes / INSTRUCTION * LINE_RANGE));
}

static void
set(struct strbuf *buf, enum dwarf_line_operation op, uint32_t value, uint32_t before)
{
    if (value == before)
        return;
    dwarf_u8(buf, op);
    dwarf_uleb(buf, value);
}

static void
add_row(const struct line_table *table, struct line_row *last, const struct line_row *row)
{
    static const struct {
        uint8_t flag, op;
    } marks[] = {{LINE_BASIC_BLOCK, DW_LNS_set_basic_block},
                 {LINE_PROLOGUE_END, DW_LNS_set_prologue_end},
                 {LINE_EPILOGUE_BEGIN, DW_LNS_set_epilogue_begin}};
    struct strbuf *buf = table->bytes;
    set(buf, DW_LNS_set_file, row->file, last->file);
    set(buf, DW_LNS_set_column, row->column, last->column);
    if (row->discriminator) {
        struct strbuf number = strbuf_new(buf->arena);
        dwarf_uleb(&number, row->discriminator);
        extended(buf, DW_LNE_set_discriminator, (unsigned)number.length);
        strbuf_add(buf, number.text, number.length);
    }
    set(buf, DW_LNS_set_isa, row->isa, last->isa);
    if ((row->flags ^ last->flags) & LINE_IS_STMT)
        dwarf_u8(buf, DW_LNS_negate_stmt);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (row->flags & marks[i].flag)
            dwarf_u8(buf, marks[i].op);
    step(buf, row->address - last->address, (int64_t)row->line - last->line);
    *last = *row;
}

void
line_table_sequence(struct line_table *table, const struct line_row *rows, uint32_t count,
                    uint64_t end)
{
    struct line_row last = {
        .address = rows[0].address, .file = 1, .line = 1, .flags = LINE_IS_STMT};
    extended(table->bytes, DW_LNE_set_address, 8);
    table->add_address(table->data, rows[0].address);
    for (uint32_t i = 0; i < count; i++)
        add_row(table, &last, &rows[i]);
    advance(table->bytes, end - last.address);
    extended(table->bytes, DW_LNE_end_sequence, 0);
}

void
line_table_end(struct line_table *table)
{
    dwarf_set_length(table->bytes, table->start);
}
