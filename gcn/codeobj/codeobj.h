/* Code objects that are there already, of any compiler: what is in them, as tables.
 *
 * Sources: AMDGPUUsage (2017 guide and today's), "Code Object"; the ELF gABI.  Bytes may be anything: nothing here
 * believes an offset or a count that it has not held against the size. */
#ifndef OCC_GCN_CODEOBJ_CODEOBJ_H
#define OCC_GCN_CODEOBJ_CODEOBJ_H

#include "gcn/codeobj/elf_view.h"
#include "gcn/metadata/meta.h"
#include "gcn/object/object_version.h"

struct codeobj_section {
    const char *name;
    Elf64_Shdr header;
    const uint8_t *bytes; /* sh_size of them; NULL: SHT_NOBITS and the null section */
};

struct codeobj_symbol {
    const char *name;
    Elf64_Sym entry;
};

struct codeobj_reloc {
    uint32_t section; /* the relocation section */
    Elf64_Rela entry;
};

struct codeobj_note {
    const char *owner;
    uint32_t type;
    const uint8_t *bytes;
    uint32_t size;
};

/* How a kernel is launched.  Offsets and addresses as st_value has them. */
struct codeobj_kernel {
    const char *name;               /* without .kd */
    const uint8_t *launch;          /* amd_kernel_code_t or the descriptor: launch_size bytes */
    uint32_t launch_size;           /* 256 or 64 */
    uint32_t launch_symbol;         /* in .symtab, or .dynsym where there is no .symtab */
    uint64_t launch_address, entry; /* of the header or descriptor; of the first instruction */
    uint64_t code_size;             /* 0: no symbol says it */
    struct meta *metadata;          /* its map; NULL: there is none */
};

struct codeobj {
    struct elf_view file;
    VEC(struct codeobj_section) sections; /* [0] is the null section */
    VEC(Elf64_Phdr) segments;
    VEC(struct codeobj_symbol) symbols; /* .symtab, [0] null */
    VEC(struct codeobj_symbol) dynamic; /* .dynsym, [0] null */
    VEC(struct codeobj_reloc) relocs;   /* of all relocation sections, in their order */
    VEC(struct codeobj_note) notes;
    VEC(struct codeobj_kernel) kernels;   /* in the order of their symbols */
    const struct object_version *version; /* NULL: none that is known */
    const struct gcn_target *target;      /* NULL: none that is known */
    uint8_t xnack, sramecc;               /* enum gcn_feature */
    const char *target_name; /* with what is stated of features: "gfx900:xnack-"; NULL */
    struct meta *metadata;   /* NULL: there is none */
    bool is_yaml;            /* metadata */
};

/* Reads an ELF file into the arena; the object refers to the bytes given.  NULL, or what is wrong with the bytes,
 * in the arena. */
const char *codeobj_read(struct codeobj *object, struct arena *arena, const void *bytes,
                         size_t size);

/* kernels.c: fills object->kernels once all else is read.  NULL, or what is wrong. */
const char *codeobj_find_kernels(struct codeobj *object, struct arena *arena);

/* Keys of the metadata by the object's form. */
static inline const char *
codeobj_key(const struct codeobj *object, const char *yaml, const char *msgpack)
{
    return object->is_yaml ? yaml : msgpack;
}

/* The first section of that name; NULL: there is none. */
const struct codeobj_section *codeobj_section(const struct codeobj *object, const char *name);
/* The first note of that owner and type; NULL: there is none. */
const struct codeobj_note *codeobj_note(const struct codeobj *object, const char *owner,
                                        uint32_t type);
/* The section that holds [address, address + size), loaded and with bytes; NULL: there is none.  In a relocatable
 * object addresses are offsets in the section with the given index. */
const struct codeobj_section *codeobj_section_at(const struct codeobj *object, uint32_t index,
                                                 uint64_t address, uint64_t size);

enum { CODEOBJ_KERNEL_CODE = 256, CODEOBJ_DESCRIPTOR = 64 };

/* Little-endian words of a launch structure. */
static inline uint64_t
codeobj_word(const uint8_t *bytes, unsigned offset, unsigned size)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)bytes[offset + i] << 8 * i;
    return value;
}

#endif
