/* .file and .loc: the line table of a text that has them, as llvm-mc makes it.  Version 4, and 5 for a text that names
 * file 0. */
#include "gcn/asm/assembler.h"

#include <ctype.h>
#include <string.h>

enum { MAX_FILES = 1 << 16, MD5_BYTES = 16 };

/* ---- .file ---- */

/* The number of a directory, a new one if it is; "": the compilation's. */
static uint32_t
directory_number(struct assembler *as, const char *name)
{
    struct lines *lines = &as->lines;
    if (!lines->table.directories.count)
        vec_push(as->arena, &lines->table.directories, "");
    if (!*name || strcmp(name, lines->table.directories.at[0]) == 0)
        return 0;
    name = intern_string(&as->names, name);
    uintptr_t number = (uintptr_t)map_get(&lines->directories, MAP_KEY(name));
    if (number)
        return (uint32_t)number;
    number = lines->table.directories.count;
    vec_push(as->arena, &lines->table.directories, name);
    map_put(&lines->directories, MAP_KEY(name), (void *)number);
    return (uint32_t)number;
}

/* 0x and up to 32 digits; NULL: it is malformed, which is reported. */
static const char *
read_md5(struct assembler *as)
{
    char *sum = arena_alloc(as->arena, MD5_BYTES);
    const char *word = (scan_space(&as->cursor), scan_word(as));
    size_t length = strlen(word), digits = length > 2 ? length - 2 : 0;
    bool good = digits && digits <= 2 * MD5_BYTES && strncmp(word, "0x", 2) == 0;
    for (size_t i = 0; i < digits && good; i++) {
        unsigned char c = (unsigned char)word[length - 1 - i];
        unsigned digit = isdigit(c) ? c - (unsigned)'0' : (c | 32u) - 'a' + 10u;
        good = isxdigit(c);
        sum[MD5_BYTES - 1 - i / 2] |= (char)(digit << (i % 2 ? 4 : 0));
    }
    if (!good)
        scan_missing(as, "a sum such as 0x0123");
    return good ? sum : NULL;
}

/* md5 0x1234 source "text"; the source is not kept.  false: it was reported. */
static bool
read_file_facts(struct assembler *as, struct line_file *file)
{
    size_t length;
    while (!scan_at_end(as)) {
        const char *word = scan_word(as);
        bool is_md5 = strcmp(word, "md5") == 0;
        if (is_md5 && !(file->md5 = read_md5(as)))
            return false;
        if (!is_md5 && (strcmp(word, "source") != 0 || !scan_string(as, &length)))
            return scan_missing(as, "md5 or source");
    }
    return true;
}

/* "dir" "name", or "dir/name"; false: it was reported. */
static bool
read_names(struct assembler *as, struct line_file *file, const char **directory)
{
    size_t length;
    const char *first = scan_string(as, &length);
    if (!first || strlen(first) != length || !length)
        return scan_missing(as, "the name of a file in quotes");
    scan_space(&as->cursor);
    if (as->cursor.next < as->cursor.end && *as->cursor.next == '"') {
        *directory = first;
        file->name = scan_string(as, &length);
        return (file->name && length && strlen(file->name) == length) ||
               scan_missing(as, "the name of a file in quotes");
    }
    const char *slash = strrchr(first, '/');
    size_t cut = slash ? (size_t)(slash - first) : 0;
    *directory = arena_strndup(as->arena, first, slash == first ? 1 : cut);
    file->name = slash && slash[1] ? slash + 1 : first;
    return true;
}

static void
define_file(struct assembler *as, uint32_t number, struct line_file file, const char *directory,
            loc_t loc)
{
    struct line_table *table = &as->lines.table;
    if (!number && !table->directories.count)
        vec_push(as->arena, &table->directories, directory);
    if (table->files.count <= number)
        vec_extend(as->arena, &table->files, number + 1 - table->files.count);
    struct line_file *known = &table->files.at[number];
    file.directory = directory_number(as, directory);
    as->lines.loc = loc;
    bool is_other =
        known->name && (strcmp(known->name, file.name) != 0 || known->directory != file.directory);
    if (is_other)
        diag_error(as->diag, loc, assembly_redefined,
                   arena_printf(as->arena, "file %u", (unsigned)number));
    else
        *known = file;
    if (!number)
        table->form = &line_form_5;
}

/* .file 1 "dir" "name" md5 0x0; .file "name" only makes a symbol, which nobody needs. */
void
directive_file(struct assembler *as, int64_t unused, loc_t loc)
{
    int64_t number;
    struct line_file file = {0};
    const char *directory = "";
    (void)unused;
    scan_space(&as->cursor);
    if (as->cursor.next < as->cursor.end && *as->cursor.next == '"') {
        scan_skip(as);
        return;
    }
    if (!scan_integer(as, &number))
        return;
    if (number < 0 || number >= MAX_FILES)
        diag_error(as->diag, loc, assembly_range, "number of a file");
    else if (read_names(as, &file, &directory) && read_file_facts(as, &file))
        define_file(as, (uint32_t)number, file, directory, loc);
    scan_skip(as);
}

/* ---- .loc ---- */

static bool
read_number(struct assembler *as, uint32_t *number)
{
    int64_t value;
    loc_t loc = text_here(as);
    if (!scan_integer(as, &value))
        return false;
    *number = (uint32_t)value;
    if (value >= 0 && value <= UINT32_MAX)
        return true;
    diag_error(as->diag, loc, assembly_range, "number");
    scan_skip(as);
    return false;
}

/* One of what may stand after the column; false: it was reported. */
static bool
read_fact(struct assembler *as, struct line_row *row)
{
    static const struct {
        const char *word;
        uint8_t flag;
    } flags[] = {{"basic_block", LINE_BASIC_BLOCK},
                 {"prologue_end", LINE_PROLOGUE_END},
                 {"epilogue_begin", LINE_EPILOGUE_BEGIN}};
    const char *word = scan_word(as);
    uint32_t is_stmt = 0;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i].word) == 0) {
            row->flags |= flags[i].flag;
            return true;
        }
    if (strcmp(word, "isa") == 0)
        return read_number(as, &row->isa);
    if (strcmp(word, "discriminator") == 0)
        return read_number(as, &row->discriminator);
    if (strcmp(word, "is_stmt") != 0)
        return scan_missing(as, "is_stmt, prologue_end or the like");
    if (!read_number(as, &is_stmt))
        return false;
    if (is_stmt > 1)
        return scan_missing(as, "is_stmt 0 or is_stmt 1");
    row->flags = (uint8_t)((row->flags & ~LINE_IS_STMT) | (is_stmt ? LINE_IS_STMT : 0));
    return true;
}

/* .loc FILE LINE [COLUMN] [prologue_end] [is_stmt 0]...; whether rows are statements holds on. */
void
directive_loc(struct assembler *as, int64_t unused, loc_t loc)
{
    struct lines *lines = &as->lines;
    struct line_row row = {.flags = lines->row.flags & LINE_IS_STMT};
    (void)unused;
    if (!read_number(as, &row.file) || !read_number(as, &row.line))
        return;
    if (row.file >= lines->table.files.count || !lines->table.files.at[row.file].name) {
        diag_error(as->diag, loc, assembly_undefined,
                   arena_printf(as->arena, "file %u", (unsigned)row.file));
        scan_skip(as);
        return;
    }
    if (!scan_at_end(as) && isdigit((unsigned char)*as->cursor.next) &&
        !read_number(as, &row.column))
        return;
    while (!scan_at_end(as))
        if (!read_fact(as, &row))
            return;
    line_bytes(as); /* of the one before, if nothing came after it */
    lines->row = row;
    lines->is_pending = true;
}

/* ---- rows ---- */

void
line_init(struct assembler *as)
{
    as->lines = (struct lines){.table = {.form = &line_form_4},
                               .directories = map_new(as->arena),
                               .row = {.flags = LINE_IS_STMT}};
}

void
line_bytes(struct assembler *as)
{
    struct lines *lines = &as->lines;
    struct section *section = as->section;
    if (!lines->is_pending)
        return;
    lines->is_pending = false;
    if (!section->lines) {
        vec_push(as->arena, &lines->sections, (struct line_section){.section = section});
        section->lines = lines->sections.count;
    }
    lines->row.address = section_offset(section);
    vec_push(as->arena, &lines->sections.at[section->lines - 1].rows, lines->row);
}

/* As in LLVM, a .loc is for its section. */
void
line_section(struct assembler *as)
{
    as->lines.is_pending = false;
}

/* line_table.add_address: data is the assembler, whose section is .debug_line. */
static void
add_address(void *data, uint64_t offset)
{
    struct assembler *as = data;
    const struct expression *start =
        expression_symbol(as, &as->lines.described->symbol, ELF_R_AMDGPU_NONE);
    section_add_value(
        as, expression_binary(as, OPERATOR_ADD, start, expression_number(as, (int64_t)offset)), 8,
        0);
}

void
line_finish(struct assembler *as)
{
    struct lines *lines = &as->lines;
    struct line_table *table = &lines->table;
    if (!lines->sections.count)
        return;
    for (uint32_t i = !table->form->has_entries; i < table->files.count; i++)
        if (!table->files.at[i].name) {
            diag_error(as->diag, lines->loc, assembly_undefined,
                       arena_printf(as->arena, "file %u", (unsigned)i));
            return;
        }
    section_switch(as, section_of(as, ".debug_line", SHT_PROGBITS, 0));
    table->bytes = &as->section->content;
    table->add_address = add_address;
    table->data = as;
    line_table_begin(table);
    vec_foreach (const struct line_section, described, &lines->sections) {
        lines->described = described->section;
        line_table_sequence(table, described->rows.at, described->rows.count,
                            section_offset(described->section));
    }
    line_table_end(table);
}
