#include "driver/units/elf_view.h"

#include <stdint.h>
#include <string.h>

bool
elf_view_header(const void *bytes, size_t size, Elf64_Ehdr *header)
{
    if (!bytes || size < sizeof *header)
        return false;
    memcpy(header, bytes, sizeof *header); /* no alignment is promised */
    return memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
           header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == ELFDATA2LSB &&
           header->e_machine == EM_AMDGPU;
}

/* The section's header; false: it is not there, or not all of its bytes. */
static bool
read_section(const char *bytes, size_t size, const Elf64_Ehdr *file, unsigned index,
             Elf64_Shdr *section)
{
    if (index >= file->e_shnum || file->e_shentsize != sizeof *section || file->e_shoff > size ||
        (size - file->e_shoff) / sizeof *section <= index)
        return false;
    memcpy(section, bytes + file->e_shoff + index * sizeof *section, sizeof *section);
    return section->sh_type != SHT_NOBITS && section->sh_offset <= size &&
           section->sh_size <= size - section->sh_offset;
}

const char *
elf_view_section(const void *bytes, size_t size, const char *name, size_t *length)
{
    Elf64_Ehdr file;
    Elf64_Shdr names, section;
    size_t room = strlen(name) + 1;
    if (!elf_view_header(bytes, size, &file) ||
        !read_section(bytes, size, &file, file.e_shstrndx, &names))
        return NULL;
    const char *start = bytes, *texts = start + names.sh_offset;
    for (unsigned i = 1; i < file.e_shnum; i++) {
        bool is_it = read_section(bytes, size, &file, i, &section) &&
                     section.sh_name < names.sh_size && names.sh_size - section.sh_name >= room &&
                     memcmp(texts + section.sh_name, name, room) == 0;
        if (!is_it)
            continue;
        *length = section.sh_size;
        return start + section.sh_offset;
    }
    return NULL;
}
