/* The source in -S: a comment with the line before the instructions that belong to it and, with debug
 * information, the directives from which an assembler makes a line table. */
#include "backend-gcn/emit/asm_source.h"

#include <string.h>

enum { MAX_LENGTH = 100 }; /* of a line of the source, the rest is left out */

static bool
resolve(const struct asm_source *source, loc_t loc, struct diag_location *location)
{
    const struct dwarf_options *dwarf = source->options->dwarf;
    const struct diag *diag = source->options->diag;
    if (loc && dwarf)
        return dwarf->resolve(dwarf->data, loc, location);
    return loc && diag && diag->resolve && diag->resolve(diag->sources, loc, location);
}

static const char *
shown_name(const struct asm_source *source, const char *name)
{
    const struct dwarf_options *dwarf = source->options->dwarf;
    return dwarf ? dwarf->map_name(dwarf->data, name) : name;
}

/* What may stand in a string of an assembler. */
static void
put_quoted(struct strbuf *buf, const char *text)
{
    strbuf_puts(buf, "\"");
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == '"' || *text == '\\')
            strbuf_printf(buf, "\\%03o", (unsigned char)*text);
        else
            strbuf_add(buf, text, 1);
    strbuf_puts(buf, "\"");
}

void
asm_source_file(struct strbuf *buf, struct asm_source *source, const char *name)
{
    vec_push(buf->arena, &source->files, name);
    strbuf_printf(buf, "\t.file\t%u ", source->files.count);
    put_quoted(buf, name);
    strbuf_puts(buf, "\n");
}

/* The number of the file in .loc; a new one is declared. */
static uint32_t
file_number(struct strbuf *buf, struct asm_source *source, const char *name)
{
    uint32_t number = 0;
    name = shown_name(source, name);
    while (number < source->files.count && strcmp(source->files.at[number], name) != 0)
        number++;
    if (number++ == source->files.count)
        asm_source_file(buf, source, name);
    return number;
}

/* The text of the line without the blanks around it. */
static void
put_comment(struct strbuf *buf, const struct asm_source *source,
            const struct diag_location *location)
{
    const char *text = location->line_text, *name = shown_name(source, location->file);
    uint32_t length = text ? location->line_length : 0;
    strbuf_puts(buf, "; ");
    for (; *name; name++)
        strbuf_add(buf, (unsigned char)*name < ' ' ? "?" : name, 1);
    strbuf_printf(buf, ":%u", location->line);
    for (; length && (*text == ' ' || *text == '\t'); text++)
        length--;
    length = length < MAX_LENGTH ? length : MAX_LENGTH;
    strbuf_puts(buf, length ? "  " : "");
    for (uint32_t i = 0; i < length; i++)
        strbuf_add(buf, (unsigned char)text[i] < ' ' ? " " : text + i, 1);
    strbuf_puts(buf, "\n");
}

void
asm_source_start(struct asm_source *source)
{
    source->file = NULL;
    source->line = source->column = 0;
}

void
asm_source_line(struct strbuf *buf, struct asm_source *source, loc_t loc, bool is_statement)
{
    struct diag_location location = {0};
    if (!source || !resolve(source, loc, &location) || !location.file)
        return;
    bool is_line =
        source->file && strcmp(source->file, location.file) == 0 && source->line == location.line;
    bool is_place =
        is_line && source->column == location.column && !(is_statement && source->is_way);
    if (!is_line)
        put_comment(buf, source, &location);
    if (source->options->dwarf && !is_place) {
        uint32_t number = file_number(buf, source, location.file);
        strbuf_printf(buf, "\t.loc\t%u %u %u", number, location.line, location.column);
        if (is_statement == source->is_way)
            strbuf_printf(buf, " is_stmt %d", is_statement);
        strbuf_puts(buf, "\n");
        source->is_way = !is_statement;
    }
    source->file = location.file;
    source->line = location.line;
    source->column = location.column;
}
