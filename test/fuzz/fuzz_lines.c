/* The reader of line tables under a fuzzer: libFuzzer's entry, which mutate_lines.c calls too.
 *
 * An input is two bytes, how many bytes of strings follow, these (both string sections), and
 * .debug_line.  Whatever that is, the table is sorted, names what it has, and takes memory in
 * proportion to the input. */
#include "support/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
expect(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "finding: %s\n", what);
    abort();
}

static void
check(const struct lines_table *table, const struct arena *arena, size_t size)
{
    enum { FIRST = 1 << 17, TIMES = 64 }; /* a row is 16 bytes, and a vector that grows is copied */
    size_t names = 0;
    expect(table->rows.count <= size && table->files.count <= size, "more rows than bytes");
    expect(arena->total <= FIRST + TIMES * size, "memory");
    for (uint32_t i = 0; i < table->rows.count; i++) {
        const struct lines_row *row = &table->rows.at[i];
        expect(!i || row[-1].address < row->address, "rows that do not ascend");
        expect(!row->line || row->file < table->files.count, "a file that is not there");
        const struct lines_row *found = lines_find(table, row->address);
        expect(found == (row->line ? row : NULL), "a row that is not found");
    }
    vec_foreach (const struct lines_file, file, &table->files)
        names += strlen(file->name) + strlen(file->folder);
    expect(names <= (size + 1) * (size + 1), "names"); /* reads them all */
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct guard guard = {.message = ""};
    struct arena arena;
    struct lines_table table;
    size_t strings = size < 2 ? 0 : data[0] | (size_t)data[1] << 8;
    if (size < 2 + strings)
        return 0;
    arena_init(&arena, NULL, &guard);
    if (setjmp(guard.target) == 0) {
        struct lines_section text = {data + 2, strings};
        struct lines_section line = {data + 2 + strings, size - 2 - strings};
        lines_read(&table, &arena, line, text, text, 0, UINT32_MAX);
        check(&table, &arena, size);
    }
    arena_free(&arena);
    return 0;
}
