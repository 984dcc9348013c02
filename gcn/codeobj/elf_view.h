/* An ELF file of any writer, looked at where it lies: its bytes may be anything, and what is found in them is inside
 * of them.  Nothing is allocated, so nothing can be missing but in the file.
 *
 * Source: the ELF gABI, "ELF Header", "Sections", "String Table".  All of the compiler reads ELF by this; the
 * simulator, which judges it, has a reader of its own. */
#ifndef OCC_GCN_CODEOBJ_ELF_VIEW_H
#define OCC_GCN_CODEOBJ_ELF_VIEW_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_view {
    const uint8_t *bytes;
    size_t size;
    Elf64_Ehdr header; /* copied, as all structures are: no alignment is promised */
};

/* A string section: what begins in it ends in it. */
struct elf_view_texts {
    const char *start;
    uint64_t size;
};

/* false: it is no ELF file.  bytes NULL: there are none. */
bool elf_view_open(struct elf_view *file, const void *bytes, size_t size);
/* Is it of 64 bits and little-endian?  All else here is said of such files. */
bool elf_view_is_64(const struct elf_view *file);
/* Is it such a file, and for these GPUs? */
bool elf_view_is_gcn(const struct elf_view *file);

/* Does that part of the file exist? */
bool elf_view_has(const struct elf_view *file, uint64_t offset, uint64_t size);
/* Copies the header of a section; false: there is none of that index. */
bool elf_view_section(const struct elf_view *file, uint32_t index, Elf64_Shdr *section);
/* The sh_size bytes of a section; NULL: it has none in the file (SHT_NOBITS), or they are not all there. */
const uint8_t *elf_view_content(const struct elf_view *file, const Elf64_Shdr *section);
/* Those of the section with that index; none: it is not there. */
struct elf_view_texts elf_view_texts(const struct elf_view *file, uint32_t index);
/* The text at that offset; NULL: it is not in them. */
const char *elf_view_text(struct elf_view_texts texts, uint64_t offset);
/* One symbol of a symbol table's content. */
Elf64_Sym elf_view_symbol(const uint8_t *table, uint64_t index);

/* The content of the first section that has that name and a content, *length bytes; NULL: there is none. */
const uint8_t *elf_view_find(const struct elf_view *file, const char *name, size_t *length);

#endif
