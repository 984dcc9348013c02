/* Places of the source for errors: line tables of inputs, whose addresses relocations still have to fill in. */
#include "gcn/codeobj/linker.h"

#include <string.h>

/* Addresses of other sections, which lines_read leaves out. */
static const uint64_t ELSEWHERE = UINT64_MAX;

/* What the relocation adds up to where the given section begins at 0. */
static uint64_t
value_of(const struct codeobj *object, const Elf64_Rela *entry, uint32_t section)
{
    uint64_t symbol = ELF64_R_SYM(entry->r_info);
    if (symbol >= object->symbols.count)
        return ELSEWHERE;
    const Elf64_Sym *of = &object->symbols.at[symbol].entry;
    bool is_code = of->st_shndx < object->sections.count &&
                   object->sections.at[of->st_shndx].header.sh_flags & SHF_EXECINSTR;
    return is_code && of->st_shndx != section ? ELSEWHERE
                                              : of->st_value + (uint64_t)entry->r_addend;
}

/* A copy of the section with its relocations applied; none: no bytes. */
static struct lines_section
relocated(struct linker *linker, const struct codeobj *object, const char *name, uint32_t section)
{
    const struct codeobj_section *from = codeobj_section(object, name);
    if (!from || !from->bytes)
        return (struct lines_section){NULL, 0};
    size_t size = from->header.sh_size;
    uint8_t *copy = arena_alloc_raw(linker->arena, size + 1);
    arena_copy(linker->arena, copy, from->bytes, size);
    vec_foreach (const struct codeobj_reloc, reloc, &object->relocs) {
        const struct reloc_type *row = reloc_type((uint32_t)ELF64_R_TYPE(reloc->entry.r_info));
        uint64_t offset = reloc->entry.r_offset, value = value_of(object, &reloc->entry, section);
        guard_poll_along(linker->job->guard, reloc);
        if (object->sections.at[reloc->section].header.sh_info == from - object->sections.at &&
            row && row->size <= size && offset <= size - row->size)
            memcpy(copy + offset, &value, row->size);
    }
    return (struct lines_section){copy, size};
}

/* The last is kept: errors of one input come one after the other. */
static const struct lines_table *
lines_of(struct linker *linker, uint32_t input, uint32_t section)
{
    const struct codeobj *object = &linker->objects[input];
    if (section && (linker->lines_input != input || linker->lines_section != section)) {
        linker->lines = (struct lines_table){0};
        linker->lines_input = input;
        linker->lines_section = section;
        lines_read(&linker->lines, linker->arena, relocated(linker, object, ".debug_line", section),
                   relocated(linker, object, ".debug_line_str", section),
                   relocated(linker, object, ".debug_str", section), 0, UINT32_MAX);
    }
    return &linker->lines;
}

const char *
link_place(struct linker *linker, uint32_t input, uint32_t section, uint64_t offset)
{
    const struct lines_table *lines = lines_of(linker, input, section);
    const struct lines_row *row = section ? lines_find(lines, offset) : NULL;
    bool is_known = row && row->line && row->file < lines->files.count;
    const char *name = is_known ? lines->files.at[row->file].name : NULL;
    if (!name)
        return "";
    return row->column ? arena_printf(linker->arena, ", %s:%u:%u", name, row->line, row->column)
                       : arena_printf(linker->arena, ", %s:%u", name, row->line);
}
