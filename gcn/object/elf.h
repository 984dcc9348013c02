/* A small model of an ELF file: sections in order, symbols, segments; libelf writes it. */
#ifndef OCC_GCN_OBJECT_ELF_H
#define OCC_GCN_OBJECT_ELF_H

#include "gcn/object/reloc.h"
#include "support/strbuf.h"
#include "support/vec.h"

#include <elf.h>
#include <stdbool.h>

enum {
    ELF_OSABI_AMDGPU_HSA = 64,
    ELF_STT_AMDGPU_HSA_KERNEL = 10, /* kernel symbols of version 2 */
    ELF_NOTE_HSA_VERSION = 1,       /* notes of owner "AMD" */
    ELF_NOTE_HSA_ISA_VERSION = 3,
    ELF_NOTE_HSA_METADATA = 10,
    ELF_NOTE_HSA_ISA_NAME = 11,
    ELF_NOTE_AMDGPU_METADATA = 32 /* owner "AMDGPU" */
};

struct elf_section {
    const char *name;
    Elf64_Shdr
        header; /* name, offset and size are filled by the writer; address too if SHF_ALLOC */
    struct strbuf content;
    uint64_t zeros;         /* SHT_NOBITS: size in memory; the content is empty */
    unsigned segment_flags; /* PF_R ...: a change starts a new PT_LOAD; only for SHF_ALLOC */
    bool starts_segment;    /* so does this */
    uint64_t
        fixed_address; /* 0: where elf_layout puts it; others ascend, in one file all or none */
};

struct elf_file {
    struct arena *arena;
    struct guard *guard;
    uint16_t type; /* ET_REL, ET_DYN */
    uint8_t os_abi, abi_version;
    uint32_t flags;
    VEC(struct elf_section) sections; /* [0] is the null section */
};

/* An empty file with its null section; type, os_abi, abi_version and flags are the caller's to set. */
void elf_file_init(struct elf_file *file, struct arena *arena, struct guard *guard);
/* Appends a section and returns its index. */
uint32_t elf_section_new(struct elf_file *file, const char *name, uint32_t type, uint64_t flags,
                         uint64_t align, unsigned segment_flags);
/* Places sections: file offsets, and addresses when the file is loadable.  Sizes must be final. */
void elf_layout(struct elf_file *file);
/* The bytes of the file in the arena; call after elf_layout, once contents are final. */
const uint8_t *elf_write(struct elf_file *file, size_t *size);
/* Offset of a name in a string section, appended when it is new. */
uint32_t elf_string(struct elf_section *strings, const char *name);

/* elf_dynamic.c: sections of a loadable file that a dynamic loader reads, by index; rela 0: there is none. */
struct elf_dynamic {
    uint32_t symbols, hash, strings, dynamic, rela;
};
/* Fills .hash from the symbols, which are final. */
void elf_fill_hash(struct elf_file *file, const struct elf_dynamic *dynamic);
/* Fills .dynamic: before elf_layout to take its room, and after it with addresses. */
void elf_fill_dynamic(struct elf_file *file, const struct elf_dynamic *dynamic);
/* Fills sh_link, sh_info and sh_entsize of them. */
void elf_link_dynamic(struct elf_file *file, const struct elf_dynamic *dynamic);

/* Appends a note with its padding: owner is a text, type one of ELF_NOTE_*. */
void elf_add_note(struct strbuf *notes, uint32_t type, const char *owner, const void *bytes,
                  size_t size);

#endif
