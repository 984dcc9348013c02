/* Names that HIP's run-time compiler asks for: those of all symbols, and which symbol an expression of its source is,
 * as "f<int>".  AMD's runtimes from ROCm 5.5 on have no device unless they find these functions. */
#include "gcn/codeobj/codeobj.h"
#include "driver/comgr/handles.h"
#include "support/map.h"

#include <stdlib.h>
#include <string.h>

struct naming {
    struct arena arena;
    const struct data *data;
    VEC(const char *) names; /* what is found; of expressions each before its symbol */
};

/* ---- what there is ---- */

/* A definition or declaration of stored IR, whose text has one a line: "WORD @NAME ..." (midend/IR.md).  Dots are in
 * names that are no symbols: of static functions, of overloads, of what calls of kernels mean. */
static void
take_line(struct naming *naming, const char *line, size_t length, const char *word)
{
    size_t skip = strlen(word), size = 0;
    if (length <= skip || strncmp(line, word, skip) != 0)
        return;
    while (skip + size < length && !strchr(" (.\n", line[skip + size]))
        size++;
    if (skip + size == length || line[skip + size] != '.')
        vec_push(&naming->arena, &naming->names, arena_strndup(&naming->arena, line + skip, size));
}

/* As in bitcode variables come first. */
static enum comgr_status
names_of_ir(struct naming *naming)
{
    static const char *const words[] = {"global @", "function @"};
    struct elf_view file;
    size_t length = 0;
    bool is_object = elf_view_open(&file, naming->data->bytes, naming->data->size);
    const char *text = is_object ? (const char *)elf_view_find(&file, ".occ.ir", &length) : NULL;
    if (!text)
        return COMGR_ERROR;
    for (size_t word = 0; word < sizeof words / sizeof *words; word++)
        for (const char *at = text, *end = text + length, *next; at < end; at = next) {
            next = memchr(at, '\n', (size_t)(end - at));
            next = next ? next + 1 : end;
            take_line(naming, at, (size_t)(next - at), words[word]);
        }
    return COMGR_SUCCESS;
}

static enum comgr_status
find_names(void *state)
{
    struct naming *naming = state;
    struct codeobj object;
    if (naming->data->kind == COMGR_DATA_BC)
        return names_of_ir(naming);
    if (!object_read(&object, &naming->arena, naming->data))
        return COMGR_ERROR;
    for (uint32_t i = 1; i < object.dynamic.count; i++)
        vec_push(&naming->arena, &naming->names, object.dynamic.at[i].name);
    return COMGR_SUCCESS;
}

/* What is looked for by address. */
struct places {
    struct map pointers; /* what the loader writes there: the relocation */
    struct map symbols;  /* names; of several symbols the last, as with AMD's library */
};

static struct places
places_of(struct arena *arena, const struct codeobj *object)
{
    struct places places = {map_new(arena), map_new(arena)};
    for (uint32_t i = object->relocs.count; i > 0; i--)
        map_put(&places.pointers, object->relocs.at[i - 1].entry.r_offset,
                &object->relocs.at[i - 1]);
    for (uint32_t i = 1; i < object->dynamic.count; i++)
        map_put(&places.symbols, object->dynamic.at[i].entry.st_value,
                (void *)(uintptr_t)object->dynamic.at[i].name);
    return places;
}

/* Where the loader makes the 8 bytes at an address point to; 0: nowhere. */
static uint64_t
pointer_at(const struct places *places, uint64_t address)
{
    const struct codeobj_reloc *reloc = map_get(&places->pointers, address);
    return reloc ? (uint64_t)reloc->entry.r_addend : 0;
}

/* The text at an address; NULL: there is none. */
static const char *
text_at(const struct codeobj *object, uint64_t address)
{
    const struct codeobj_section *section = codeobj_section_at(object, 0, address, 1);
    if (!section || !section->bytes)
        return NULL;
    uint64_t at = address - section->header.sh_addr;
    bool ends = memchr(section->bytes + at, '\0', section->header.sh_size - at);
    return ends ? (const char *)section->bytes + at : NULL;
}

static void
take_stub(struct naming *naming, const struct codeobj *object, const struct places *places,
          uint64_t stub)
{
    uint64_t text = pointer_at(places, stub), value = pointer_at(places, stub + 8);
    const char *expression = text ? text_at(object, text) : NULL;
    const char *symbol = value ? map_get(&places->symbols, value) : NULL;
    if (!expression || !symbol)
        return;
    vec_push(&naming->arena, &naming->names, expression);
    vec_push(&naming->arena, &naming->names, symbol);
}

/* HIP's run-time compiler appends variables to the source: an expression's text, and the address of what it is. */
static enum comgr_status
find_expressions(void *state)
{
    struct naming *naming = state;
    struct codeobj object;
    if (naming->data->kind == COMGR_DATA_BC) /* OpenCL C has no such expressions */
        return COMGR_SUCCESS;
    if (!object_read(&object, &naming->arena, naming->data))
        return COMGR_ERROR;
    struct places places = places_of(&naming->arena, &object);
    for (uint32_t i = 1; i < object.dynamic.count; i++)
        if (strstr(object.dynamic.at[i].name, "__amdgcn_name_expr_"))
            take_stub(naming, &object, &places, object.dynamic.at[i].entry.st_value);
    return COMGR_SUCCESS;
}

/* ---- what is kept ---- */

void
names_free(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->at[i]);
    free(names->at);
    *names = (struct names){NULL, 0};
}

/* false: no memory; nothing is left then. */
static bool
copy_names(struct names *names, const struct naming *naming)
{
    *names = (struct names){calloc(naming->names.count + 1, sizeof *names->at), 0};
    if (!names->at)
        return false;
    for (uint32_t i = 0; i < naming->names.count; i++) {
        const char *name = naming->names.at[i];
        names->at[i] = comgr_copy(name, strlen(name));
        if (!names->at[i]) {
            names_free(names);
            return false;
        }
        names->count++;
    }
    return true;
}

static bool
may_have_names(const struct data *data)
{
    return data && data->bytes &&
           (data->kind == COMGR_DATA_BC || data->kind == COMGR_DATA_EXECUTABLE);
}

/* Fills what the data object keeps of one sort. */
static enum comgr_status
populate(struct data *data, enum comgr_status (*find)(void *state), struct names *kept)
{
    struct naming naming = {.data = data};
    struct names names = {NULL, 0};
    enum comgr_status status = comgr_guarded(&naming.arena, find, &naming);
    if (!status && !copy_names(&names, &naming))
        status = COMGR_OUT_OF_RESOURCES;
    arena_free(&naming.arena);
    if (status)
        return status;
    pthread_mutex_lock(&data->lock);
    names_free(kept);
    *kept = names;
    pthread_mutex_unlock(&data->lock);
    return COMGR_SUCCESS;
}

/* ---- the interface ---- */

enum comgr_status
amd_comgr_populate_mangled_names(struct comgr_handle handle, size_t *count)
{
    struct data *data = comgr_pointer(handle);
    if (!may_have_names(data) || !count)
        return COMGR_INVALID_ARGUMENT;
    enum comgr_status status = populate(data, find_names, &data->mangled);
    if (!status)
        *count = data->mangled.count;
    return status;
}

enum comgr_status
amd_comgr_get_mangled_name(struct comgr_handle handle, size_t index, size_t *size, char *name)
{
    struct data *data = comgr_pointer(handle);
    if (!may_have_names(data) || !size)
        return COMGR_INVALID_ARGUMENT;
    pthread_mutex_lock(&data->lock);
    bool is_there = index < data->mangled.count;
    if (is_there)
        comgr_answer(data->mangled.at[index], strlen(data->mangled.at[index]) + 1, size, name);
    pthread_mutex_unlock(&data->lock);
    return is_there ? COMGR_SUCCESS : COMGR_ERROR;
}

enum comgr_status
amd_comgr_populate_name_expression_map(struct comgr_handle handle, size_t *count)
{
    struct data *data = comgr_pointer(handle);
    if (!may_have_names(data) || !count)
        return COMGR_INVALID_ARGUMENT;
    enum comgr_status status = populate(data, find_expressions, &data->expressions);
    if (!status)
        *count = data->expressions.count / 2;
    return status;
}

enum comgr_status
amd_comgr_map_name_expression_to_symbol_name(struct comgr_handle handle, size_t *size,
                                             const char *expression, char *symbol)
{
    struct data *data = comgr_pointer(handle);
    const char *found = NULL;
    if (!may_have_names(data) || !size || !expression)
        return COMGR_INVALID_ARGUMENT;
    pthread_mutex_lock(&data->lock);
    for (size_t i = 0; i + 1 < data->expressions.count && !found; i += 2)
        if (strcmp(data->expressions.at[i], expression) == 0)
            found = data->expressions.at[i + 1];
    if (found)
        comgr_answer(found, strlen(found) + 1, size, symbol);
    pthread_mutex_unlock(&data->lock);
    return found ? COMGR_SUCCESS : COMGR_INVALID_ARGUMENT;
}
