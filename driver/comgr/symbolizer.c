/* Addresses by symbols and line tables, as llvm-symbolizer prints them: of code that was inlined the line of its own
 * source, and the name of the symbol that it is in. */
#include "gcn/codeobj/codeobj.h"
#include "gcn/object/elf.h"
#include "driver/comgr/handles.h"
#include "support/lines.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct place {
    uint64_t start, size;
    const char *name;
};

struct symbolizer {
    struct arena arena;
    void (*print)(const char *text, void *data);
    const struct data *data; /* while it is made */
    VEC(struct place) places;
    struct lines_table lines; /* of linked objects: others have them to be relocated */
};

/* ---- made ---- */

static void
add_places(struct symbolizer *symbolizer, const struct codeobj_symbol *symbols, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const Elf64_Sym *entry = &symbols[i].entry;
        unsigned type = ELF64_ST_TYPE(entry->st_info);
        if (entry->st_shndx == SHN_UNDEF || !*symbols[i].name || type == STT_SECTION ||
            type == STT_FILE)
            continue;
        vec_push(&symbolizer->arena, &symbolizer->places,
                 (struct place){entry->st_value, entry->st_size, symbols[i].name});
    }
}

static struct lines_section
section_named(const struct codeobj *object, const char *name)
{
    const struct codeobj_section *section = codeobj_section(object, name);
    bool has_bytes = section && section->bytes;
    return has_bytes ? (struct lines_section){section->bytes, section->header.sh_size}
                     : (struct lines_section){NULL, 0};
}

static enum comgr_status
find_places(void *state)
{
    struct symbolizer *symbolizer = state;
    struct data own = {.bytes = symbolizer->data->bytes, .size = symbolizer->data->size};
    struct codeobj object;
    if (!own.bytes)
        return COMGR_INVALID_ARGUMENT;
    own.bytes = arena_strndup(&symbolizer->arena, own.bytes, own.size);
    if (!object_read(&object, &symbolizer->arena, &own))
        return COMGR_INVALID_ARGUMENT;
    if (object.symbols.count > 1)
        add_places(symbolizer, object.symbols.at, object.symbols.count);
    else
        add_places(symbolizer, object.dynamic.at, object.dynamic.count);
    if (object.file.header.e_type != ET_REL)
        lines_read(&symbolizer->lines, &symbolizer->arena, section_named(&object, ".debug_line"),
                   section_named(&object, ".debug_line_str"), section_named(&object, ".debug_str"),
                   0, UINT32_MAX);
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_create_symbolizer_info(struct comgr_handle handle,
                                 void (*print)(const char *text, void *data),
                                 struct comgr_handle *info)
{
    const struct data *data = comgr_pointer(handle);
    bool is_object =
        data && (data->kind == COMGR_DATA_RELOCATABLE || data->kind == COMGR_DATA_EXECUTABLE ||
                 data->kind == COMGR_DATA_BYTES);
    if (!is_object || !print || !info)
        return COMGR_INVALID_ARGUMENT;
    struct symbolizer *symbolizer = calloc(1, sizeof *symbolizer);
    if (!symbolizer)
        return COMGR_OUT_OF_RESOURCES;
    symbolizer->print = print;
    symbolizer->data = data;
    enum comgr_status status = comgr_guarded(&symbolizer->arena, find_places, symbolizer);
    if (status) {
        arena_free(&symbolizer->arena);
        free(symbolizer);
        return status;
    }
    symbolizer->data = NULL;
    *info = comgr_handle(symbolizer);
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_destroy_symbolizer_info(struct comgr_handle handle)
{
    struct symbolizer *symbolizer = comgr_pointer(handle);
    if (!symbolizer)
        return COMGR_INVALID_ARGUMENT;
    arena_free(&symbolizer->arena);
    free(symbolizer);
    return COMGR_SUCCESS;
}

/* ---- asked ---- */

/* The last symbol that starts at the address or before it, of several the longest, if it does not end before the
 * address: as LLVM's symbolizer chooses.  Sections of relocatable objects are not told apart. */
static const struct place *
place_at(const struct symbolizer *symbolizer, uint64_t address)
{
    const struct place *found = NULL;
    vec_foreach (const struct place, place, &symbolizer->places) {
        if (place->start > address)
            continue;
        if (!found || place->start > found->start ||
            (place->start == found->start && place->size > found->size))
            found = place;
    }
    bool is_behind = found && found->size && address - found->start >= found->size;
    return is_behind ? NULL : found;
}

struct question {
    struct arena arena;
    const struct symbolizer *symbolizer;
    uint64_t address;
    bool is_code;
    const char *answer;
};

/* FILE:LINE:COLUMN */
static const char *
source_of(struct question *question)
{
    const struct lines_table *lines = &question->symbolizer->lines;
    const struct lines_row *row = lines_find(lines, question->address);
    if (!row || !lines->files.count)
        return "??:0:0";
    const struct lines_file *file = &lines->files.at[row->file];
    return arena_printf(&question->arena, "%s%s%s:%u:%u", file->folder, *file->folder ? "/" : "",
                        file->name, row->line, row->column);
}

static enum comgr_status
answer(void *state)
{
    struct question *question = state;
    const struct place *place = place_at(question->symbolizer, question->address);
    const char *name = place ? place->name : "??";
    if (question->is_code)
        question->answer =
            arena_printf(&question->arena, "%s at %s\n\n", name, source_of(question));
    else
        question->answer = arena_printf(&question->arena, "%s\n%" PRIu64 " %" PRIu64 "\n??:?\n\n",
                                        name, place ? place->start : 0, place ? place->size : 0);
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_symbolize(struct comgr_handle handle, uint64_t address, bool is_code, void *data)
{
    const struct symbolizer *symbolizer = comgr_pointer(handle);
    if (!symbolizer)
        return COMGR_INVALID_ARGUMENT;
    struct question question = {.symbolizer = symbolizer, .address = address, .is_code = is_code};
    enum comgr_status status = comgr_guarded(&question.arena, answer, &question);
    if (!status)
        symbolizer->print(question.answer, data);
    arena_free(&question.arena);
    return status;
}
