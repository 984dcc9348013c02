/* Symbols of all inputs: who defines a name, what becomes of it. */
#include "gcn/codeobj/linker.h"

#include <string.h>

enum { NOBODY = (int)UINT32_MAX };

static struct global *
global_named(struct linker *linker, const char *name)
{
    const char *key = intern_string(&linker->intern, name);
    uintptr_t index = (uintptr_t)map_get(&linker->names, MAP_KEY(key));
    if (index)
        return &linker->globals.at[index - 1];
    vec_push(linker->arena, &linker->globals,
             (struct global){.name = key, .input = (uint32_t)NOBODY, .is_weak = true});
    map_put(&linker->names, MAP_KEY(key), (void *)(uintptr_t)linker->globals.count);
    return &vec_last(&linker->globals);
}

bool
link_is_row(const struct codeobj_symbol *symbol)
{
    return symbol->entry.st_shndx == SHN_ABS &&
           strncmp(symbol->name, PRINTF_SYMBOL, sizeof PRINTF_SYMBOL - 1) == 0;
}

/* The numbers of two objects' rows have one name and are not the same. */
static bool
is_local(const struct codeobj_symbol *symbol)
{
    return ELF64_ST_BIND(symbol->entry.st_info) == STB_LOCAL || link_is_row(symbol);
}

static bool
is_defined(const struct global *global)
{
    return global->input != (uint32_t)NOBODY;
}

static const char *
place_of_definition(struct linker *linker, uint32_t input, const struct codeobj_symbol *symbol)
{
    return link_place(linker, input, symbol->entry.st_shndx, symbol->entry.st_value);
}

/* A common symbol gives way to a definition; of several the largest counts. */
static void
define(struct linker *linker, struct global *global, uint32_t input,
       const struct codeobj_symbol *symbol)
{
    bool is_weak = ELF64_ST_BIND(symbol->entry.st_info) == STB_WEAK;
    bool is_common = symbol->entry.st_shndx == SHN_COMMON;
    bool had_common = is_defined(global) && global->symbol->entry.st_shndx == SHN_COMMON;
    bool is_stronger =
        !is_defined(global) || (global->is_weak && !is_weak) ||
        (had_common && (!is_common || symbol->entry.st_size > global->symbol->entry.st_size));
    if (!is_stronger && !is_weak && !is_common) {
        link_error(linker, "'%s' is defined in '%s'%s and in '%s'%s", global->name,
                   link_name(linker, global->input),
                   place_of_definition(linker, global->input, global->symbol),
                   link_name(linker, input), place_of_definition(linker, input, symbol));
        return;
    }
    if (!is_stronger)
        return;
    global->input = input;
    global->symbol = symbol;
    global->is_weak = is_weak;
}

static void
collect(struct linker *linker, uint32_t input, const struct codeobj_symbol *symbol)
{
    enum { SHN_LDS = 0xff00 };
    uint16_t section = symbol->entry.st_shndx;
    if (section == SHN_LDS) {
        link_error(linker,
                   "'%s': '%s' is an object in LDS for a linker to place, which is not supported",
                   link_name(linker, input), symbol->name);
        return;
    }
    if (is_local(symbol))
        return;
    struct global *global = global_named(linker, symbol->name);
    bool is_default = ELF64_ST_VISIBILITY(symbol->entry.st_other) == STV_DEFAULT;
    global->is_direct |=
        section == SHN_UNDEF && (!is_default || ELF64_ST_TYPE(symbol->entry.st_info) == STT_FUNC);
    if (section != SHN_UNDEF) {
        define(linker, global, input, symbol);
        return;
    }
    if (is_defined(global))
        return;
    global->symbol = symbol;
    global->is_weak &= ELF64_ST_BIND(symbol->entry.st_info) == STB_WEAK;
}

void
link_collect_symbols(struct linker *linker)
{
    for (uint32_t i = 0; i < linker->job->count; i++)
        for (uint32_t k = 1; k < linker->objects[i].symbols.count; k++) {
            guard_poll(linker->job->guard);
            collect(linker, i, &linker->objects[i].symbols.at[k]);
        }
}

struct global *
link_global_of(struct linker *linker, uint32_t input, uint32_t symbol)
{
    if (!symbol) /* a relocation without one */
        return NULL;
    const struct codeobj_symbol *of = &linker->objects[input].symbols.at[symbol];
    return is_local(of) ? NULL : global_named(linker, of->name);
}

bool
link_is_preemptible(const struct global *global)
{
    return global && ELF64_ST_VISIBILITY(global->symbol->entry.st_other) == STV_DEFAULT;
}

bool
link_is_import(const struct global *global)
{
    return !is_defined(global) && !global->is_direct;
}

/* The section and the offset in it of a defined symbol; 0: it is absolute, or its section is left out. */
static struct placed
place_of(struct linker *linker, uint32_t input, const struct codeobj_symbol *symbol,
         const struct global *global)
{
    uint16_t section = symbol->entry.st_shndx;
    if (section == SHN_COMMON)
        return (struct placed){linker->bss, global ? global->common_offset : 0};
    if (!section || section >= SHN_LORESERVE)
        return (struct placed){0, symbol->entry.st_value};
    struct placed place = linker->places[input][section];
    place.offset += symbol->entry.st_value;
    return place;
}

uint64_t
link_address_of(struct linker *linker, uint32_t input, uint32_t symbol, bool *is_absolute)
{
    struct global *global = link_global_of(linker, input, symbol);
    *is_absolute = symbol == 0;
    if (!symbol)
        return 0;
    const struct codeobj_symbol *of = &linker->objects[input].symbols.at[symbol];
    if (global && !is_defined(global))
        return 0;
    if (global)
        of = global->symbol;
    struct placed place = place_of(linker, global ? global->input : input, of, global);
    *is_absolute |= of->entry.st_shndx == SHN_ABS;
    return place.offset + (place.output ? link_section_address(linker, place.output) : 0);
}

/* ---- tables ---- */

static uint32_t
write_symbol(struct linker *linker, uint32_t table, uint32_t strings,
             const struct codeobj_symbol *symbol, struct placed place, unsigned bind)
{
    struct elf_section *names = &linker->file.sections.at[strings];
    Elf64_Sym entry = symbol->entry;
    entry.st_name = elf_string(names, symbol->name);
    entry.st_info = (unsigned char)ELF64_ST_INFO(bind, ELF64_ST_TYPE(entry.st_info));
    entry.st_shndx = (Elf64_Section)(place.output ? place.output : entry.st_shndx);
    entry.st_value = place.offset;
    struct strbuf *content = link_content(linker, table);
    strbuf_add(content, (const char *)&entry, sizeof entry);
    return (uint32_t)(content->length / sizeof entry) - 1;
}

/* Sections' own symbols and numbers of rows serve relocations alone. */
static void
write_locals(struct linker *linker)
{
    for (uint32_t i = 0; i < linker->job->count; i++)
        for (uint32_t k = 1; k < linker->objects[i].symbols.count; k++) {
            const struct codeobj_symbol *symbol = &linker->objects[i].symbols.at[k];
            struct placed place = place_of(linker, i, symbol, NULL);
            bool is_needed = is_local(symbol) && !link_is_row(symbol) &&
                             ELF64_ST_TYPE(symbol->entry.st_info) != STT_SECTION;
            if (is_needed && (place.output || symbol->entry.st_shndx == SHN_ABS))
                write_symbol(linker, linker->symtab, linker->strtab, symbol, place, STB_LOCAL);
        }
}

static void
place_common(struct linker *linker, struct global *global)
{
    uint64_t align = global->symbol->entry.st_value ? global->symbol->entry.st_value : 1;
    struct elf_section *bss = &linker->file.sections.at[linker->bss];
    bss->zeros = (bss->zeros + align - 1) & ~(align - 1);
    global->common_offset = bss->zeros;
    bss->zeros += global->symbol->entry.st_size;
}

static void
tell_undefined(struct linker *linker, const struct global *global)
{
    for (uint32_t i = 0; i < linker->job->count; i++) {
        const struct codeobj *object = &linker->objects[i];
        vec_foreach (const struct codeobj_reloc, reloc, &object->relocs) {
            uint64_t symbol = ELF64_R_SYM(reloc->entry.r_info);
            const struct codeobj_section *place = &object->sections.at[reloc->section];
            if (symbol >= object->symbols.count ||
                strcmp(object->symbols.at[symbol].name, global->name) != 0)
                continue;
            const char *of = place->header.sh_info < object->sections.count
                                 ? object->sections.at[place->header.sh_info].name
                                 : "?";
            link_error(linker, "'%s' is undefined; '%s' uses it at %s+0x%llx%s", global->name,
                       link_name(linker, i), of, (unsigned long long)reloc->entry.r_offset,
                       link_place(linker, i, place->header.sh_info, reloc->entry.r_offset));
            return;
        }
    }
    link_error(linker, "'%s' is undefined", global->name);
}

static void
write_global(struct linker *linker, struct global *global)
{
    const struct codeobj_symbol *symbol = global->symbol;
    unsigned weakest = global->is_weak ? STB_WEAK : STB_GLOBAL; /* of all uses */
    unsigned visibility = ELF64_ST_VISIBILITY(symbol->entry.st_other);
    bool is_hidden = visibility == STV_HIDDEN || visibility == STV_INTERNAL;
    bool is_import = link_is_import(global);
    unsigned bind = is_import ? weakest : ELF64_ST_BIND(symbol->entry.st_info);
    if (!is_defined(global) && !is_import) {
        if (!global->is_weak)
            tell_undefined(linker, global);
        return;
    }
    struct placed place = {0, 0};
    if (!is_import)
        place = place_of(linker, global->input, symbol, global);
    uint16_t section = symbol->entry.st_shndx;
    if (!place.output && section < SHN_LORESERVE && !is_import) {
        link_error(linker, "'%s': '%s' lies in %s, which is of a type that is not linked",
                   link_name(linker, global->input), global->name,
                   linker->objects[global->input].sections.at[section].name);
        return;
    }
    if (!is_hidden)
        global->dynamic_index =
            write_symbol(linker, linker->dynsym, linker->dynstr, symbol, place, bind);
    write_symbol(linker, linker->symtab, linker->strtab, symbol, place, bind);
}

void
link_write_symbols(struct linker *linker)
{
    const struct codeobj_symbol null = {.name = ""};
    const struct placed nowhere = {0, 0};
    write_symbol(linker, linker->symtab, linker->strtab, &null, nowhere, STB_LOCAL);
    write_symbol(linker, linker->dynsym, linker->dynstr, &null, nowhere, STB_LOCAL);
    vec_foreach (struct global, global, &linker->globals)
        if (is_defined(global) && global->symbol->entry.st_shndx == SHN_COMMON)
            place_common(linker, global);
    write_locals(linker);
    struct elf_section *table = &linker->file.sections.at[linker->symtab];
    table->header.sh_link = linker->strtab;
    table->header.sh_info = (uint32_t)(table->content.length / sizeof(Elf64_Sym));
    table->header.sh_entsize = sizeof(Elf64_Sym);
    vec_foreach (struct global, global, &linker->globals)
        write_global(linker, global);
}

static void
finish(struct linker *linker, uint32_t table)
{
    Elf64_Sym *symbols = (Elf64_Sym *)link_content(linker, table)->text;
    size_t count = link_content(linker, table)->length / sizeof *symbols;
    for (size_t i = 1; i < count; i++)
        if (symbols[i].st_shndx && symbols[i].st_shndx < SHN_LORESERVE)
            symbols[i].st_value += link_section_address(linker, symbols[i].st_shndx);
}

void
link_finish_symbols(struct linker *linker)
{
    finish(linker, linker->symtab);
    finish(linker, linker->dynsym);
}
