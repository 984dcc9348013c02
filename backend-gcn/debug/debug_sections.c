#include "backend-gcn/debug/debug_sections.h"

#include <string.h>

/* A section before the last one. */
static uint32_t
insert_section(struct elf_file *file, const char *name, uint32_t type, uint64_t flags,
               uint64_t align)
{
    uint32_t index = file->sections.count - 1;
    elf_section_new(file, name, type, flags, align, 0);
    struct elf_section made = vec_last(&file->sections);
    struct elf_section names = file->sections.at[index];
    made.header.sh_name = elf_string(&names, name);
    file->sections.at[index] = made;
    file->sections.at[index + 1] = names;
    return index;
}

static bool
has_fixups(const struct dwarf *dwarf, unsigned section)
{
    vec_foreach (const struct dwarf_fixup, fixup, &dwarf->fixups)
        if (fixup->section == section)
            return true;
    return false;
}

uint32_t
debug_sections_add(struct debug_sections *debug, struct elf_file *file)
{
    for (unsigned i = 0; debug->dwarf && i < DWARF_SECTIONS; i++) {
        const struct strbuf *bytes = &debug->dwarf->sections[i];
        const char *name = dwarf_section_names[i];
        uint64_t flags = i == DWARF_STR ? SHF_MERGE | SHF_STRINGS : 0;
        if (!bytes->length)
            continue;
        debug->sections[i] = insert_section(file, name, SHT_PROGBITS, flags, 1);
        file->sections.at[debug->sections[i]].content = *bytes;
        file->sections.at[debug->sections[i]].header.sh_entsize = i == DWARF_STR;
        if (file->type == ET_REL && has_fixups(debug->dwarf, i))
            debug->relas[i] = insert_section(file, arena_printf(file->arena, ".rela%s", name),
                                             SHT_RELA, SHF_INFO_LINK, 8);
    }
    return file->sections.count - 1;
}

static void
relocate(const struct debug_sections *debug, struct elf_file *file, const struct dwarf_fixup *fixup,
         const struct debug_target *target)
{
    uint32_t type = fixup->size == 8 ? ELF_R_AMDGPU_ABS64 : ELF_R_AMDGPU_ABS32;
    Elf64_Rela rela = {fixup->offset, ELF64_R_INFO((uint64_t)target->symbol, type),
                       (int64_t)target->offset};
    strbuf_add(&file->sections.at[debug->relas[fixup->section]].content, (const char *)&rela,
               sizeof rela);
}

void
debug_sections_finish(const struct debug_sections *debug, struct elf_file *file, uint32_t symtab,
                      debug_target_of *target_of, void *data)
{
    for (unsigned i = 0; i < DWARF_SECTIONS; i++) {
        Elf64_Shdr *header = &file->sections.at[debug->relas[i]].header;
        if (!debug->relas[i])
            continue;
        header->sh_link = symtab;
        header->sh_info = debug->sections[i];
        header->sh_entsize = sizeof(Elf64_Rela);
    }
    vec_foreach (const struct dwarf_fixup, fixup, &debug->dwarf->fixups) {
        struct debug_target target = target_of(data, fixup);
        char *place = file->sections.at[debug->sections[fixup->section]].content.text;
        uint64_t value = target.address + target.offset;
        if (file->type == ET_REL)
            relocate(debug, file, fixup, &target);
        else
            memcpy(place + fixup->offset, &value, fixup->size); /* little-endian */
    }
}
