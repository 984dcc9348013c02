#include "gcn/codeobj/elf_view.h"

#include <string.h>

bool
elf_view_open(struct elf_view *file, const void *bytes, size_t size)
{
    *file = (struct elf_view){.bytes = bytes, .size = size};
    if (!bytes || size < sizeof file->header || memcmp(bytes, ELFMAG, SELFMAG) != 0)
        return false;
    memcpy(&file->header, bytes, sizeof file->header);
    return true;
}

bool
elf_view_is_64(const struct elf_view *file)
{
    const unsigned char *ident = file->header.e_ident;
    return ident[EI_CLASS] == ELFCLASS64 && ident[EI_DATA] == ELFDATA2LSB;
}

bool
elf_view_is_gcn(const struct elf_view *file)
{
    return elf_view_is_64(file) && file->header.e_machine == EM_AMDGPU;
}

bool
elf_view_has(const struct elf_view *file, uint64_t offset, uint64_t size)
{
    return offset <= file->size && size <= file->size - offset;
}

bool
elf_view_section(const struct elf_view *file, uint32_t index, Elf64_Shdr *section)
{
    const Elf64_Ehdr *header = &file->header;
    uint64_t offset = (uint64_t)index * sizeof *section;
    if (index >= header->e_shnum || header->e_shentsize != sizeof *section ||
        !elf_view_has(file, header->e_shoff, offset + sizeof *section))
        return false;
    memcpy(section, file->bytes + header->e_shoff + offset, sizeof *section);
    return true;
}

const uint8_t *
elf_view_content(const struct elf_view *file, const Elf64_Shdr *section)
{
    bool is_there =
        section->sh_type != SHT_NOBITS && elf_view_has(file, section->sh_offset, section->sh_size);
    return is_there ? file->bytes + section->sh_offset : NULL;
}

/* Up to their last NUL: who asks for many texts does not look for the end of each. */
struct elf_view_texts
elf_view_texts(const struct elf_view *file, uint32_t index)
{
    Elf64_Shdr section;
    bool is_there = elf_view_section(file, index, &section);
    const char *start = is_there ? (const char *)elf_view_content(file, &section) : NULL;
    uint64_t size = start ? section.sh_size : 0;
    while (size && start[size - 1])
        size--;
    return (struct elf_view_texts){start, size};
}

const char *
elf_view_text(struct elf_view_texts texts, uint64_t offset)
{
    return offset < texts.size ? texts.start + offset : NULL;
}

Elf64_Sym
elf_view_symbol(const uint8_t *table, uint64_t index)
{
    Elf64_Sym symbol;
    memcpy(&symbol, table + index * sizeof symbol, sizeof symbol);
    return symbol;
}

const uint8_t *
elf_view_find(const struct elf_view *file, const char *name, size_t *length)
{
    struct elf_view_texts names = elf_view_texts(file, file->header.e_shstrndx);
    Elf64_Shdr section;
    for (uint32_t i = 1; elf_view_section(file, i, &section); i++) {
        const char *own = elf_view_text(names, section.sh_name);
        const uint8_t *content = elf_view_content(file, &section);
        if (own && content && strcmp(own, name) == 0) {
            *length = section.sh_size;
            return content;
        }
    }
    return NULL;
}
