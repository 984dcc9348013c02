/* Symbols of code objects, and the target that an object is for. */
#include "gcn/codeobj/codeobj.h"
#include "gcn/object/elf.h"
#include "driver/comgr/handles.h"

#include <stdlib.h>
#include <string.h>

/* ---- objects ---- */

bool
object_read(struct codeobj *object, struct arena *arena, const struct data *data)
{
    return data->bytes && !codeobj_read(object, arena, data->bytes, data->size);
}

static bool
has_code(const struct data *data)
{
    return data && (data->kind == COMGR_DATA_RELOCATABLE || data->kind == COMGR_DATA_EXECUTABLE);
}

/* By the OS that the header names.  A name by stepping has no place for SRAMECC, which is off there for comgr. */
const char *
object_isa_name(struct arena *arena, const struct codeobj *object)
{
    bool is_hsa = object->file.header.e_ident[EI_OSABI] == ELF_OSABI_AMDGPU_HSA;
    if (!object->target || (!is_hsa && object->file.header.e_ident[EI_OSABI]))
        return NULL;
    struct target_id isa = {object->target, object->xnack, object->sramecc};
    if (object->version && object->version->targets == &object_targets_stepping)
        isa.sramecc = GCN_FEATURE_OFF;
    return isa_print(arena, is_hsa ? "amdhsa" : "unknown", &isa);
}

struct naming {
    struct arena arena;
    const struct data *data;
    const char *name;
};

static enum comgr_status
find_name(void *state)
{
    struct naming *naming = state;
    struct codeobj object;
    if (object_read(&object, &naming->arena, naming->data))
        naming->name = object_isa_name(&naming->arena, &object);
    return naming->name ? COMGR_SUCCESS : COMGR_INVALID_ARGUMENT;
}

enum comgr_status
amd_comgr_get_data_isa_name(struct comgr_handle handle, size_t *size, char *name)
{
    struct naming naming = {.data = comgr_pointer(handle)};
    if (!has_code(naming.data) || !size)
        return COMGR_INVALID_ARGUMENT;
    enum comgr_status status = comgr_guarded(&naming.arena, find_name, &naming);
    if (!status) {
        size_t length = strlen(naming.name) + 1;
        comgr_answer(naming.name, length, size, name);
        *size = length;
    }
    arena_free(&naming.arena);
    return status;
}

/* ---- symbols ---- */

void
symbols_free(struct symbol *first)
{
    while (first) {
        struct symbol *next = first->next;
        free(first->name);
        free(first);
        first = next;
    }
}

static enum comgr_symbol_type
type_of(const Elf64_Sym *entry)
{
    unsigned type = ELF64_ST_TYPE(entry->st_info);
    if (type <= STT_COMMON || type == ELF_STT_AMDGPU_HSA_KERNEL)
        return (enum comgr_symbol_type)type;
    return COMGR_SYMBOL_UNKNOWN;
}

/* The name is the caller's to copy.  A section's symbol has the section's name. */
static struct symbol
symbol_of(const struct codeobj *object, const struct codeobj_symbol *from)
{
    const Elf64_Sym *entry = &from->entry;
    const char *name = from->name;
    if (!*name && ELF64_ST_TYPE(entry->st_info) == STT_SECTION &&
        entry->st_shndx < object->sections.count)
        name = object->sections.at[entry->st_shndx].name;
    return (struct symbol){.name = (char *)(uintptr_t)name,
                           .type = type_of(entry),
                           .size = entry->st_size,
                           .value = entry->st_value,
                           .is_undefined = entry->st_shndx == SHN_UNDEF};
}

struct walk {
    struct arena arena;
    const struct data *data;
    void (*visit)(struct walk *walk, const struct symbol *symbol);
    enum comgr_status (*callback)(struct comgr_handle symbol, void *data);
    void *user_data;
    struct fpenv caller; /* in which that is called */
    const char *name;    /* that is looked up */
    struct symbol found;
};

static enum comgr_status
walk_symbols(void *state)
{
    struct walk *walk = state;
    struct codeobj object;
    if (!object_read(&object, &walk->arena, walk->data))
        return COMGR_ERROR;
    bool is_linked = walk->data->kind == COMGR_DATA_EXECUTABLE;
    uint32_t count = is_linked ? object.dynamic.count : object.symbols.count;
    const struct codeobj_symbol *symbols = is_linked ? object.dynamic.at : object.symbols.at;
    for (uint32_t i = 1; i < count && !walk->found.name; i++) {
        const struct symbol symbol = symbol_of(&object, &symbols[i]);
        walk->visit(walk, &symbol);
    }
    return COMGR_SUCCESS;
}

/* What the callback returns changes nothing, as with AMD's library (docs/rulings.md, "Numbers and runtimes"). */
static void
show(struct walk *walk, const struct symbol *symbol)
{
    struct fpenv own;
    fpenv_out(&own, &walk->caller);
    (void)walk->callback(comgr_handle(symbol), walk->user_data);
    fpenv_in(&own, NULL);
}

static void
compare(struct walk *walk, const struct symbol *symbol)
{
    if (strcmp(symbol->name, walk->name) == 0)
        walk->found = *symbol;
}

enum comgr_status
amd_comgr_iterate_symbols(struct comgr_handle handle,
                          enum comgr_status (*callback)(struct comgr_handle symbol, void *data),
                          void *user_data)
{
    struct walk walk = {
        .data = comgr_pointer(handle), .visit = show, .callback = callback, .user_data = user_data};
    if (!has_code(walk.data) || !callback)
        return COMGR_INVALID_ARGUMENT;
    fpenv_get(&walk.caller);
    enum comgr_status status = comgr_guarded(&walk.arena, walk_symbols, &walk);
    arena_free(&walk.arena);
    return status;
}

/* A copy that is kept with the data object; NULL: no memory. */
static struct symbol *
keep_symbol(struct data *data, const struct symbol *from)
{
    struct symbol *symbol = malloc(sizeof *symbol);
    char *name = comgr_copy(from->name, strlen(from->name));
    if (!symbol || !name) {
        free(symbol);
        free(name);
        return NULL;
    }
    *symbol = *from;
    symbol->name = name;
    symbol->next = data->symbols;
    data->symbols = symbol;
    return symbol;
}

/* One that was looked up before, or else is in the object. */
static enum comgr_status
look_up(struct data *data, const char *name, struct symbol **found)
{
    struct walk walk = {.data = data, .visit = compare, .name = name};
    for (*found = data->symbols; *found; *found = (*found)->next)
        if (strcmp((*found)->name, name) == 0)
            return COMGR_SUCCESS;
    enum comgr_status status = comgr_guarded(&walk.arena, walk_symbols, &walk);
    if (!status && !walk.found.name)
        status = COMGR_ERROR;
    if (!status && !(*found = keep_symbol(data, &walk.found)))
        status = COMGR_OUT_OF_RESOURCES;
    arena_free(&walk.arena);
    return status;
}

enum comgr_status
amd_comgr_symbol_lookup(struct comgr_handle handle, const char *name, struct comgr_handle *symbol)
{
    struct data *data = comgr_pointer(handle);
    struct symbol *found;
    if (!has_code(data) || !name || !symbol)
        return COMGR_INVALID_ARGUMENT;
    pthread_mutex_lock(&data->lock);
    enum comgr_status status = look_up(data, name, &found);
    pthread_mutex_unlock(&data->lock);
    if (!status)
        *symbol = comgr_handle(found);
    return status;
}

enum comgr_status
amd_comgr_symbol_get_info(struct comgr_handle handle, enum comgr_symbol_info info, void *value)
{
    const struct symbol *symbol = comgr_pointer(handle);
    if (!symbol || !value)
        return COMGR_INVALID_ARGUMENT;
    switch (info) {
    case COMGR_SYMBOL_INFO_NAME_LENGTH:
        *(size_t *)value = strlen(symbol->name);
        return COMGR_SUCCESS;
    case COMGR_SYMBOL_INFO_NAME:
        memcpy(value, symbol->name, strlen(symbol->name) + 1);
        return COMGR_SUCCESS;
    case COMGR_SYMBOL_INFO_TYPE:
        *(enum comgr_symbol_type *)value = symbol->type;
        return COMGR_SUCCESS;
    case COMGR_SYMBOL_INFO_SIZE:
        *(uint64_t *)value = symbol->size;
        return COMGR_SUCCESS;
    case COMGR_SYMBOL_INFO_IS_UNDEFINED:
        *(bool *)value = symbol->is_undefined;
        return COMGR_SUCCESS;
    case COMGR_SYMBOL_INFO_VALUE:
        *(uint64_t *)value = symbol->value;
        return COMGR_SUCCESS;
    }
    return COMGR_INVALID_ARGUMENT;
}
