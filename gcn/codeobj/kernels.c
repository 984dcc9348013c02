/* The kernels of a code object: where a loader finds what it needs to launch them. */
#include "gcn/codeobj/codeobj.h"
#include "gcn/object/elf.h"

#include <string.h>

struct finding {
    struct codeobj *object;
    struct arena *arena;
    const char *why;
};

static bool
has_suffix(const char *name, size_t length)
{
    return length > 3 &&
           (strcmp(name + length - 3, ".kd") == 0 || strcmp(name + length - 3, "@kd") == 0);
}

/* Its map in the metadata, by the name of its symbol. */
static struct meta *
metadata_of(const struct codeobj *object, const char *kernel)
{
    const struct meta *kernels =
        meta_get(object->metadata, codeobj_key(object, "Kernels", "amdhsa.kernels"));
    size_t length = strlen(kernel);
    for (uint32_t i = 0; i < meta_count(kernels); i++) {
        struct meta *map = kernels->entries.at[i].value;
        const char *name = meta_string(meta_get(map, codeobj_key(object, "SymbolName", ".symbol")));
        size_t all = strlen(name);
        if (!all) /* of before Oct 2017, or of an assembler's text */
            name = meta_string(meta_get(map, codeobj_key(object, "Name", ".name")));
        if (has_suffix(name, all))
            all -= 3;
        if (strncmp(name, kernel, length) == 0 && (all == length || !name[length]))
            return map;
    }
    return NULL;
}

static const struct codeobj_symbol *
symbol_named(const struct codeobj *object, const char *name)
{
    vec_foreach (const struct codeobj_symbol, symbol, &object->symbols)
        if (symbol->entry.st_shndx && strcmp(symbol->name, name) == 0)
            return symbol;
    vec_foreach (const struct codeobj_symbol, symbol, &object->dynamic)
        if (symbol->entry.st_shndx && strcmp(symbol->name, name) == 0)
            return symbol;
    return NULL;
}

/* Where the code begins; in a relocatable object a relocation says it of a descriptor, and a symbol. */
static void
find_entry(struct finding *finding, struct codeobj_kernel *kernel, const Elf64_Sym *symbol)
{
    enum { ENTRY_OFFSET = 16 };
    const struct codeobj *object = finding->object;
    const struct codeobj_symbol *code = symbol_named(object, kernel->name);
    bool has_header = kernel->launch_size == CODEOBJ_KERNEL_CODE;
    uint64_t offset = codeobj_word(kernel->launch, ENTRY_OFFSET, 8);
    kernel->entry = symbol->st_value + offset;
    if (has_header)
        kernel->code_size = symbol->st_size > offset ? symbol->st_size - offset : 0;
    else if (code)
        kernel->code_size = code->entry.st_size;
    if (!has_header && object->file.header.e_type == ET_REL && code)
        kernel->entry = code->entry.st_value;
}

static void
add_kernel(struct finding *finding, const struct codeobj_symbol *symbol, uint32_t index)
{
    struct codeobj *object = finding->object;
    size_t length = strlen(symbol->name);
    bool has_header = ELF64_ST_TYPE(symbol->entry.st_info) == ELF_STT_AMDGPU_HSA_KERNEL;
    struct codeobj_kernel kernel = {
        .name = has_header ? symbol->name : arena_strndup(finding->arena, symbol->name, length - 3),
        .launch_size = has_header ? CODEOBJ_KERNEL_CODE : CODEOBJ_DESCRIPTOR,
        .launch_symbol = index,
        .launch_address = symbol->entry.st_value};
    const struct codeobj_section *section = codeobj_section_at(
        object, symbol->entry.st_shndx, kernel.launch_address, kernel.launch_size);
    if (!section) {
        finding->why =
            arena_printf(finding->arena, "what launches kernel '%s' is in no section", kernel.name);
        return;
    }
    uint64_t start = object->file.header.e_type == ET_REL ? 0 : section->header.sh_addr;
    kernel.launch = section->bytes + (kernel.launch_address - start);
    kernel.metadata = metadata_of(object, kernel.name);
    find_entry(finding, &kernel, &symbol->entry);
    vec_push(finding->arena, &object->kernels, kernel);
}

const char *
codeobj_find_kernels(struct codeobj *object, struct arena *arena)
{
    struct finding finding = {.object = object, .arena = arena};
    bool from_table = object->symbols.count != 0;
    const struct codeobj_symbol *symbols = from_table ? object->symbols.at : object->dynamic.at;
    uint32_t count = from_table ? object->symbols.count : object->dynamic.count;
    for (uint32_t i = 1; i < count && !finding.why; i++) {
        unsigned type = ELF64_ST_TYPE(symbols[i].entry.st_info);
        bool is_descriptor =
            has_suffix(symbols[i].name, strlen(symbols[i].name)) && type != STT_FUNC;
        guard_poll(arena->guard);
        if (symbols[i].entry.st_shndx && (type == ELF_STT_AMDGPU_HSA_KERNEL || is_descriptor))
            add_kernel(&finding, &symbols[i], i);
    }
    return finding.why;
}
