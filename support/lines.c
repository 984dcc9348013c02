/* DWARF 2 to 4, section 6.2; DWARF 5, sections 6.2 and 7.5 (forms). */
#include "support/lines.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FORMATS = 16, STANDARD_OPCODES = 13, OLDEST = 2, NEWEST = 5, WITH_OPERATIONS = 4 };

/* Standard and extended opcodes. */
enum {
    EXTENDED,
    COPY,
    ADVANCE_PC,
    ADVANCE_LINE,
    SET_FILE,
    SET_COLUMN,
    NEGATE_STMT,
    SET_BASIC_BLOCK,
    CONST_ADD_PC,
    FIXED_ADVANCE_PC
};
enum { END_SEQUENCE = 1, SET_ADDRESS = 2 };

/* What an entry of a list says, and how (DWARF 5, 6.2.4.1 and 7.5.6). */
enum { CONTENT_PATH = 1, CONTENT_FOLDER = 2 };
enum {
    FORM_BLOCK2 = 0x03,
    FORM_BLOCK4 = 0x04,
    FORM_DATA2 = 0x05,
    FORM_DATA4 = 0x06,
    FORM_DATA8 = 0x07,
    FORM_STRING = 0x08,
    FORM_BLOCK = 0x09,
    FORM_BLOCK1 = 0x0a,
    FORM_DATA1 = 0x0b,
    FORM_SDATA = 0x0d,
    FORM_STRP = 0x0e,
    FORM_UDATA = 0x0f,
    FORM_DATA16 = 0x1e,
    FORM_LINE_STRP = 0x1f
};

/* ---- bytes ---- */

/* What is read; after the end everything is 0. */
struct cursor {
    const uint8_t *at, *end;
    bool is_bad;
};

static uint64_t
take(struct cursor *c, unsigned size)
{
    uint64_t value = 0;
    if (c->is_bad || (size_t)(c->end - c->at) < size) {
        c->is_bad = true;
        return 0;
    }
    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)c->at[i] << 8 * i;
    c->at += size;
    return value;
}

static void
skip(struct cursor *c, uint64_t size)
{
    if (c->is_bad || (uint64_t)(c->end - c->at) < size)
        c->is_bad = true;
    else
        c->at += size;
}

static uint64_t
take_uleb(struct cursor *c)
{
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint64_t byte = take(c, 1);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return value;
    }
}

static int64_t
take_sleb(struct cursor *c)
{
    uint64_t value = 0, byte;
    unsigned shift = 0;
    do {
        byte = take(c, 1);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80);
    if (byte & 0x40 && shift < 64)
        value |= ~UINT64_C(0) << shift;
    return (int64_t)value;
}

static const char *
take_string(struct cursor *c)
{
    const uint8_t *nul = c->is_bad ? NULL : memchr(c->at, 0, (size_t)(c->end - c->at));
    const char *text = (const char *)c->at;
    if (!nul) {
        c->is_bad = true;
        return "";
    }
    c->at = nul + 1;
    return text;
}

static const char *
string_at(struct cursor *c, struct lines_section section, uint64_t offset)
{
    struct cursor at = {section.bytes, section.bytes ? section.bytes + section.size : NULL, false};
    skip(&at, offset);
    const char *text = at.at ? take_string(&at) : "";
    c->is_bad |= !at.at || at.is_bad;
    return text;
}

/* ---- headers ---- */

struct program {
    struct lines_table *table;
    struct arena *arena;
    struct lines_section line_str, str;
    uint64_t first, end; /* of the code that is of interest */
    unsigned version, offset_size;
    unsigned min_length, line_range, opcode_base;
    int line_base;
    bool is_statement; /* to begin with */
    uint8_t opcode_lengths[256];
    VEC(const char *) folders;
    uint32_t first_file; /* of the table: what the program's file 0 or 1 is */
    uint32_t file_count;
    uint32_t first_row; /* of the sequence */
};

static void
add_file(struct program *p, const char *name, uint64_t folder)
{
    bool has_folder = folder < p->folders.count && name[0] != '/' &&
                      (folder || p->version == NEWEST); /* 0: where the compiler ran */
    vec_push(p->arena, &p->table->files,
             (struct lines_file){has_folder ? p->folders.at[folder] : "", name});
    p->file_count++;
}

/* Lists of names up to an empty one. */
static void
read_names(struct program *p, struct cursor *c)
{
    const char *name;
    vec_push(p->arena, &p->folders, "");
    while (*(name = take_string(c)))
        vec_push(p->arena, &p->folders, name);
    while (!c->is_bad && *(name = take_string(c))) {
        uint64_t folder = take_uleb(c);
        take_uleb(c); /* time, size */
        take_uleb(c);
        add_file(p, name, folder);
    }
}

/* A value of the form, as a text or as a number; one of any other form ends the reading. */
static void
take_form(struct program *p, struct cursor *c, uint64_t form, const char **text, uint64_t *number)
{
    switch (form) {
    case FORM_STRING:
        *text = take_string(c);
        break;
    case FORM_LINE_STRP:
        *text = string_at(c, p->line_str, take(c, p->offset_size));
        break;
    case FORM_STRP:
        *text = string_at(c, p->str, take(c, p->offset_size));
        break;
    case FORM_UDATA:
        *number = take_uleb(c);
        break;
    case FORM_SDATA:
        *number = (uint64_t)take_sleb(c);
        break;
    case FORM_DATA1:
        *number = take(c, 1);
        break;
    case FORM_DATA2:
        *number = take(c, 2);
        break;
    case FORM_DATA4:
        *number = take(c, 4);
        break;
    case FORM_DATA8:
        *number = take(c, 8);
        break;
    case FORM_DATA16:
        skip(c, 16);
        break;
    case FORM_BLOCK:
        skip(c, take_uleb(c));
        break;
    case FORM_BLOCK1:
        skip(c, take(c, 1));
        break;
    case FORM_BLOCK2:
        skip(c, take(c, 2));
        break;
    case FORM_BLOCK4:
        skip(c, take(c, 4));
        break;
    default:
        c->is_bad = true;
        break;
    }
}

/* Of version 5: they count from the first one, where the compiler ran. */
static void
add_folder(struct program *p, const char *name)
{
    bool is_inside = p->folders.count && *name && name[0] != '/' && *p->folders.at[0];
    vec_push(p->arena, &p->folders,
             is_inside ? arena_printf(p->arena, "%s/%s", p->folders.at[0], name) : name);
}

/* A list of version 5: how its entries look, then these.  Each form takes a byte at least, so a count
 * that is too large runs into the end. */
static void
read_entries(struct program *p, struct cursor *c, bool are_files)
{
    uint64_t contents[MAX_FORMATS], forms[MAX_FORMATS];
    unsigned formats = (unsigned)take(c, 1);
    c->is_bad |= formats > MAX_FORMATS;
    for (unsigned i = 0; i < formats && !c->is_bad; i++) {
        contents[i] = take_uleb(c);
        forms[i] = take_uleb(c);
    }
    uint64_t count = take_uleb(c);
    for (uint64_t i = 0; formats && i < count && !c->is_bad; i++) {
        const char *name = "";
        uint64_t folder = 0;
        for (unsigned k = 0; k < formats; k++) {
            const char *text = "";
            uint64_t number = 0;
            take_form(p, c, forms[k], &text, &number);
            if (contents[k] == CONTENT_PATH)
                name = text;
            else if (contents[k] == CONTENT_FOLDER)
                folder = number;
        }
        if (are_files)
            add_file(p, name, folder);
        else
            add_folder(p, name);
    }
}

/* false: of a version that is not known, or malformed. */
static bool
read_header(struct program *p, struct cursor *c)
{
    p->version = (unsigned)take(c, 2);
    if (p->version < OLDEST || p->version > NEWEST)
        return false;
    if (p->version == NEWEST && (take(c, 1) != 8 || take(c, 1) != 0)) /* address, segment sizes */
        return false;
    uint64_t length = take(c, p->offset_size);
    struct cursor program = *c;
    skip(&program, length);
    p->min_length = (unsigned)take(c, 1);
    if (p->version >= WITH_OPERATIONS)
        take(c, 1);
    p->is_statement = take(c, 1) != 0;
    p->line_base = (int8_t)take(c, 1);
    p->line_range = (unsigned)take(c, 1);
    p->opcode_base = (unsigned)take(c, 1);
    for (unsigned i = 1; i < p->opcode_base; i++)
        p->opcode_lengths[i] = (uint8_t)take(c, 1);
    p->first_file = p->table->files.count;
    if (p->version == NEWEST) {
        read_entries(p, c, false);
        read_entries(p, c, true);
    } else {
        read_names(p, c);
    }
    bool is_good = !c->is_bad && !program.is_bad && p->line_range && p->opcode_base;
    *c = program;
    return is_good;
}

/* ---- rows ---- */

struct state {
    uint64_t address, file, line, column;
    bool is_statement;
};

static void
start_sequence(const struct program *p, struct state *state)
{
    *state = (struct state){.file = 1, .line = 1, .is_statement = p->is_statement};
}

static void
add_row(struct program *p, const struct state *state, bool is_end)
{
    uint64_t number = p->version == NEWEST ? state->file : state->file - 1;
    bool has_line = !is_end && number < p->file_count && state->line <= UINT32_MAX;
    if (state->address < p->first || state->address > p->end || p->end > UINT32_MAX)
        return;
    struct lines_row row = {
        (uint32_t)state->address, has_line ? p->first_file + (uint32_t)number : 0,
        has_line ? (uint32_t)state->line : 0,
        has_line && state->column <= UINT32_MAX ? (uint32_t)state->column : 0, state->is_statement};
    if (p->table->rows.count > p->first_row && vec_last(&p->table->rows).address == row.address)
        vec_last(&p->table->rows) = row; /* no code is in between */
    else
        vec_push(p->arena, &p->table->rows, row);
    if (is_end)
        p->first_row = p->table->rows.count;
}

static void
run_extended(struct program *p, struct cursor *c, struct state *state)
{
    uint64_t length = take_uleb(c);
    struct cursor next = *c;
    skip(&next, length);
    if (next.is_bad || !length) {
        c->is_bad |= next.is_bad;
        return;
    }
    switch (take(c, 1)) {
    case END_SEQUENCE:
        add_row(p, state, true);
        start_sequence(p, state);
        break;
    case SET_ADDRESS:
        state->address = length == 9 ? take(c, 8) : length == 5 ? take(c, 4) : UINT64_MAX;
        break;
    default:
        break;
    }
    *c = next;
}

static void
run_standard(struct program *p, struct cursor *c, struct state *state, unsigned opcode)
{
    switch (opcode) {
    case COPY:
        add_row(p, state, false);
        break;
    case ADVANCE_PC:
        state->address += take_uleb(c) * p->min_length;
        break;
    case ADVANCE_LINE:
        state->line += (uint64_t)take_sleb(c);
        break;
    case SET_FILE:
        state->file = take_uleb(c);
        break;
    case SET_COLUMN:
        state->column = take_uleb(c);
        break;
    case NEGATE_STMT:
        state->is_statement = !state->is_statement;
        break;
    case CONST_ADD_PC:
        state->address += (uint64_t)((255 - p->opcode_base) / p->line_range) * p->min_length;
        break;
    case FIXED_ADVANCE_PC:
        state->address += take(c, 2);
        break;
    default:
        for (unsigned i = 0; i < p->opcode_lengths[opcode] && !c->is_bad; i++)
            take_uleb(c);
        break;
    }
}

static void
run_special(struct program *p, struct state *state, unsigned opcode)
{
    unsigned step = opcode - p->opcode_base;
    state->address += (uint64_t)(step / p->line_range) * p->min_length;
    state->line += (uint64_t)(int64_t)(p->line_base + (int)(step % p->line_range));
    add_row(p, state, false);
}

static void
run_program(struct program *p, struct cursor *c)
{
    struct state state;
    start_sequence(p, &state);
    while (!c->is_bad && c->at < c->end) {
        unsigned opcode = (unsigned)take(c, 1);
        if (opcode >= p->opcode_base)
            run_special(p, &state, opcode);
        else if (opcode == EXTENDED)
            run_extended(p, c, &state);
        else
            run_standard(p, c, &state, opcode);
    }
}

/* ---- the section ---- */

/* The bytes of the next unit; all that is left where its length is none. */
static struct cursor
next_unit(struct cursor *c, unsigned *offset_size)
{
    uint64_t length = take(c, 4);
    *offset_size = length == UINT32_MAX ? 8 : 4;
    if (*offset_size == 8)
        length = take(c, 8);
    struct cursor unit = *c;
    skip(c, length);
    unit.end = c->at;
    unit.is_bad = c->is_bad;
    return unit;
}

/* By address; where one sequence ends and another begins, the beginning counts. */
static int
compare(const void *first, const void *second)
{
    const struct lines_row *a = first, *b = second;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->line != 0) - (b->line != 0);
}

static void
sort(struct lines_table *table)
{
    bool is_sorted = true;
    uint32_t kept = 0;
    for (uint32_t i = 1; i < table->rows.count; i++)
        is_sorted &= compare(&table->rows.at[i - 1], &table->rows.at[i]) <= 0;
    if (!is_sorted)
        qsort(table->rows.at, table->rows.count, sizeof *table->rows.at, compare);
    for (uint32_t i = 0; i < table->rows.count; i++) {
        if (kept && table->rows.at[kept - 1].address == table->rows.at[i].address)
            kept--;
        table->rows.at[kept++] = table->rows.at[i];
    }
    table->rows.count = kept;
}

void
lines_read(struct lines_table *table, struct arena *arena, struct lines_section line,
           struct lines_section line_str, struct lines_section str, uint64_t first, uint64_t end)
{
    struct cursor c = {line.bytes, line.bytes ? line.bytes + line.size : NULL, false};
    *table = (struct lines_table){0};
    while (!c.is_bad && c.at < c.end) {
        struct program p = {.table = table,
                            .arena = arena,
                            .line_str = line_str,
                            .str = str,
                            .first = first,
                            .end = end,
                            .first_row = table->rows.count};
        struct cursor unit = next_unit(&c, &p.offset_size);
        if (!unit.is_bad && read_header(&p, &unit))
            run_program(&p, &unit);
    }
    sort(table);
}

const struct lines_row *
lines_find(const struct lines_table *table, uint64_t address)
{
    uint32_t low = 0, high = table->rows.count;
    while (low < high) { /* the first after the address */
        uint32_t middle = low + (high - low) / 2;
        if (table->rows.at[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low && table->rows.at[low - 1].line ? &table->rows.at[low - 1] : NULL;
}
